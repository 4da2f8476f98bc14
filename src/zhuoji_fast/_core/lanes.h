/* Four doubles side by side: two SSE2 registers, or plain loops. */
#ifndef ZJ_LANES_H
#define ZJ_LANES_H

#if !defined(ZJ_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>

typedef struct { __m128d a, b; } zj_lanes;

#define ZJ_LANES2(name, op)                                   \
    static inline zj_lanes name(zj_lanes x, zj_lanes y) {     \
        zj_lanes r = {op(x.a, y.a), op(x.b, y.b)};            \
        return r;                                             \
    }
ZJ_LANES2(zj_lanes_max, _mm_max_pd)
ZJ_LANES2(zj_lanes_min, _mm_min_pd)
ZJ_LANES2(zj_lanes_add, _mm_add_pd)
ZJ_LANES2(zj_lanes_sub, _mm_sub_pd)
ZJ_LANES2(zj_lanes_mul, _mm_mul_pd)

static inline zj_lanes zj_lanes_load(const double *p) {
    zj_lanes r = {_mm_loadu_pd(p), _mm_loadu_pd(p + 2)};
    return r;
}

static inline void zj_lanes_store(double *p, zj_lanes x) {
    _mm_storeu_pd(p, x.a);
    _mm_storeu_pd(p + 2, x.b);
}

static inline zj_lanes zj_lanes_all(double x) {
    zj_lanes r = {_mm_set1_pd(x), _mm_set1_pd(x)};
    return r;
}

#else

typedef struct { double v[4]; } zj_lanes;

#define ZJ_LANES2(name, expression)                           \
    static inline zj_lanes name(zj_lanes x, zj_lanes y) {     \
        zj_lanes r;                                           \
        for (int i = 0; i < 4; i++) {                         \
            double p = x.v[i], q = y.v[i];                    \
            r.v[i] = (expression);                            \
        }                                                     \
        return r;                                             \
    }
ZJ_LANES2(zj_lanes_max, p > q ? p : q)
ZJ_LANES2(zj_lanes_min, p < q ? p : q)
ZJ_LANES2(zj_lanes_add, p + q)
ZJ_LANES2(zj_lanes_sub, p - q)
ZJ_LANES2(zj_lanes_mul, p * q)

static inline zj_lanes zj_lanes_load(const double *p) {
    zj_lanes r;
    for (int i = 0; i < 4; i++) r.v[i] = p[i];
    return r;
}

static inline void zj_lanes_store(double *p, zj_lanes x) {
    for (int i = 0; i < 4; i++) p[i] = x.v[i];
}

static inline zj_lanes zj_lanes_all(double x) {
    zj_lanes r;
    for (int i = 0; i < 4; i++) r.v[i] = x;
    return r;
}

#endif
#endif
