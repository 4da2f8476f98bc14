/* One, two or four doubles side by side: two are an SSE2 register, or plain loops. */
#ifndef ZJ_LANES_H
#define ZJ_LANES_H

#if !defined(ZJ_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>

typedef __m128d zj_two;
#define zj_two_max _mm_max_pd
#define zj_two_min _mm_min_pd
#define zj_two_add _mm_add_pd
#define zj_two_sub _mm_sub_pd
#define zj_two_mul _mm_mul_pd
#define zj_two_load _mm_loadu_pd
#define zj_two_store _mm_storeu_pd
#define zj_two_all _mm_set1_pd
#define zj_two_above(x, y) _mm_movemask_pd(_mm_cmpgt_pd(x, y))

#else

typedef struct { double v[2]; } zj_two;

#define ZJ_TWO(name, expression)                       \
    static inline zj_two name(zj_two x, zj_two y) {    \
        zj_two r;                                      \
        for (int i = 0; i < 2; i++) {                  \
            double p = x.v[i], q = y.v[i];             \
            r.v[i] = (expression);                     \
        }                                              \
        return r;                                      \
    }
ZJ_TWO(zj_two_max, p > q ? p : q)
ZJ_TWO(zj_two_min, p < q ? p : q)
ZJ_TWO(zj_two_add, p + q)
ZJ_TWO(zj_two_sub, p - q)
ZJ_TWO(zj_two_mul, p * q)

static inline zj_two zj_two_load(const double *p) {
    zj_two r = {{p[0], p[1]}};
    return r;
}

static inline void zj_two_store(double *p, zj_two x) {
    p[0] = x.v[0];
    p[1] = x.v[1];
}

static inline zj_two zj_two_all(double x) {
    zj_two r = {{x, x}};
    return r;
}

/* Whether x is above y in any lane. */
static inline int zj_two_above(zj_two x, zj_two y) { return x.v[0] > y.v[0] || x.v[1] > y.v[1]; }

#endif

typedef struct { zj_two a, b; } zj_four;

#define ZJ_FOUR(op)                                                \
    static inline zj_four zj_four##op(zj_four x, zj_four y) {      \
        zj_four r = {zj_two##op(x.a, y.a), zj_two##op(x.b, y.b)};  \
        return r;                                                  \
    }
ZJ_FOUR(_max)
ZJ_FOUR(_min)
ZJ_FOUR(_add)
ZJ_FOUR(_sub)
ZJ_FOUR(_mul)

static inline zj_four zj_four_load(const double *p) {
    zj_four r = {zj_two_load(p), zj_two_load(p + 2)};
    return r;
}

static inline void zj_four_store(double *p, zj_four x) {
    zj_two_store(p, x.a);
    zj_two_store(p + 2, x.b);
}

static inline zj_four zj_four_all(double x) {
    zj_four r;
    r.a = r.b = zj_two_all(x);
    return r;
}

static inline int zj_four_above(zj_four x, zj_four y) {
    return zj_two_above(x.a, y.a) | zj_two_above(x.b, y.b);
}

typedef double zj_one;
static inline zj_one zj_one_max(zj_one x, zj_one y) { return x > y ? x : y; }
static inline zj_one zj_one_min(zj_one x, zj_one y) { return x < y ? x : y; }
static inline zj_one zj_one_add(zj_one x, zj_one y) { return x + y; }
static inline zj_one zj_one_sub(zj_one x, zj_one y) { return x - y; }
static inline zj_one zj_one_mul(zj_one x, zj_one y) { return x * y; }
static inline zj_one zj_one_load(const double *p) { return *p; }
static inline void zj_one_store(double *p, zj_one x) { *p = x; }
static inline zj_one zj_one_all(double x) { return x; }
static inline int zj_one_above(zj_one x, zj_one y) { return x > y; }

#endif
