/* Twenty-seven bytes at once: two 16-byte registers at offsets 0 and 11, which cover the row
   without touching its neighbours. Where SSE2 is missing (or ZJ_NO_SIMD is set) plain loops do
   the same; compilers vectorise them. */
#ifndef ZJ_SIMD_H
#define ZJ_SIMD_H
#include <stdint.h>
#include <string.h>

#if !defined(ZJ_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#define ZJ_SSE2 1
#include <emmintrin.h>
#endif

static inline uint64_t zj_load64(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

static inline int zj_lowest_bit(uint32_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(bits);
#else
    int n = 0;
    while (!(bits >> n & 1)) n++;
    return n;
#endif
}

#ifdef ZJ_SSE2

typedef struct { __m128i lo, hi; } zj_row;

#define ZJ_MAP2(name, op)                                  \
    static inline zj_row name(zj_row a, zj_row b) {        \
        zj_row r = {op(a.lo, b.lo), op(a.hi, b.hi)};       \
        return r;                                          \
    }
ZJ_MAP2(zj_add27, _mm_add_epi8)
ZJ_MAP2(zj_adds27, _mm_adds_epu8)
ZJ_MAP2(zj_sub27, _mm_sub_epi8)
ZJ_MAP2(zj_subs27, _mm_subs_epu8)
ZJ_MAP2(zj_and27, _mm_and_si128)
ZJ_MAP2(zj_or27, _mm_or_si128)
ZJ_MAP2(zj_andnot27, _mm_andnot_si128)
ZJ_MAP2(zj_max27, _mm_max_epu8)
ZJ_MAP2(zj_min27, _mm_min_epu8)
ZJ_MAP2(zj_eq27, _mm_cmpeq_epi8)

static inline zj_row zj_load27(const void *p) {
    zj_row r = {_mm_loadu_si128((const __m128i *)p),
                _mm_loadu_si128((const __m128i *)((const char *)p + 11))};
    return r;
}

static inline void zj_store27(void *p, zj_row r) {
    _mm_storeu_si128((__m128i *)p, r.lo);
    _mm_storeu_si128((__m128i *)((char *)p + 11), r.hi);
}

static inline zj_row zj_splat27(int x) {
    zj_row r = {_mm_set1_epi8((char)x), _mm_set1_epi8((char)x)};
    return r;
}

/* Bytes must be at most 255 >> k. */
static inline zj_row zj_shl27(zj_row a, int k) {
    zj_row r = {_mm_slli_epi16(a.lo, k), _mm_slli_epi16(a.hi, k)};
    return r;
}

static inline __m128i zj_fresh(__m128i hi) {
    return _mm_and_si128(hi, _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0));
}

static inline uint32_t zj_sum16(__m128i a) {
    __m128i s = _mm_sad_epu8(a, _mm_setzero_si128());
    return (uint32_t)_mm_cvtsi128_si32(s) + (uint32_t)_mm_extract_epi16(s, 4);
}

/* Bytes must be at most 127. */
static inline uint32_t zj_sum27(zj_row a) {
    return zj_sum16(_mm_add_epi8(a.lo, zj_fresh(a.hi)));
}

/* Sum of each count and 32 for each pair in it; below 4096 whatever the counts. */
static inline uint32_t zj_tiles_and_pairs(zj_row a) {
    const __m128i even = _mm_set1_epi8(14);
    __m128i hi = zj_fresh(a.hi);
    __m128i twos = _mm_add_epi8(_mm_and_si128(a.lo, even), _mm_and_si128(hi, even));
    return zj_sum16(_mm_add_epi8(_mm_add_epi8(a.lo, hi), _mm_slli_epi16(twos, 4)));
}

/* The high bit of each byte. */
static inline uint32_t zj_bits27(zj_row a) {
    return (uint32_t)_mm_movemask_epi8(a.lo) | (uint32_t)_mm_movemask_epi8(a.hi) << 11;
}

/* 255 where the bit is set. */
static inline zj_row zj_expand27(uint32_t bits) {
    const __m128i bit = _mm_set1_epi64x((long long)0x8040201008040201ull);
    __m128i lo = _mm_cvtsi32_si128((int)bits), hi = _mm_cvtsi32_si128((int)(bits >> 11));
    zj_row r;
    lo = _mm_unpacklo_epi8(lo, lo);
    hi = _mm_unpacklo_epi8(hi, hi);
    lo = _mm_shuffle_epi32(_mm_shufflelo_epi16(lo, 0x50), 0x50);
    hi = _mm_shuffle_epi32(_mm_shufflelo_epi16(hi, 0x50), 0x50);
    r.lo = _mm_cmpeq_epi8(_mm_and_si128(lo, bit), bit);
    r.hi = _mm_cmpeq_epi8(_mm_and_si128(hi, bit), bit);
    return r;
}

static inline uint32_t zj_entries_at(const uint8_t *profile, const uint8_t *partner, int value) {
    __m128i sum = _mm_add_epi8(_mm_loadu_si128((const __m128i *)profile),
                               _mm_loadu_si128((const __m128i *)partner));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(sum, _mm_set1_epi8((char)value)));
}

static inline uint32_t zj_entries_lower(const uint8_t *before, const uint8_t *after) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)before),
                                                      _mm_loadu_si128((const __m128i *)after)));
}

/* Which of nine lanes share a bit with `entries`; reads 16. */
static inline uint32_t zj_meet16(const uint16_t *lanes, uint32_t entries) {
    const __m128i e = _mm_set1_epi16((short)entries), zero = _mm_setzero_si128();
    __m128i lo = _mm_cmpeq_epi16(_mm_and_si128(_mm_loadu_si128((const __m128i *)lanes), e), zero);
    __m128i hi = _mm_cmpeq_epi16(_mm_and_si128(_mm_loadu_si128((const __m128i *)(lanes + 8)), e), zero);
    return ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(lo, hi)) & 511u;
}

static inline int zj_least27(zj_row a) {
    __m128i m = _mm_min_epu8(a.lo, a.hi);
    m = _mm_min_epu8(m, _mm_srli_si128(m, 8));
    m = _mm_min_epu8(m, _mm_srli_si128(m, 4));
    m = _mm_min_epu8(m, _mm_srli_si128(m, 2));
    m = _mm_min_epu8(m, _mm_srli_si128(m, 1));
    return _mm_cvtsi128_si32(m) & 255;
}

#else

typedef struct { uint8_t b[27]; } zj_row;

#define ZJ_MAP2(name, expression)                                      \
    static inline zj_row name(zj_row a, zj_row b) {                    \
        zj_row r;                                                      \
        for (int i = 0; i < 27; i++) {                                 \
            int x = a.b[i], y = b.b[i];                                \
            r.b[i] = (uint8_t)(expression);                            \
        }                                                              \
        return r;                                                      \
    }
ZJ_MAP2(zj_add27, x + y)
ZJ_MAP2(zj_adds27, x + y > 255 ? 255 : x + y)
ZJ_MAP2(zj_sub27, x - y)
ZJ_MAP2(zj_subs27, x > y ? x - y : 0)
ZJ_MAP2(zj_and27, x & y)
ZJ_MAP2(zj_or27, x | y)
ZJ_MAP2(zj_andnot27, ~x & y)
ZJ_MAP2(zj_max27, x > y ? x : y)
ZJ_MAP2(zj_min27, x < y ? x : y)
ZJ_MAP2(zj_eq27, x == y ? 255 : 0)

static inline zj_row zj_load27(const void *p) {
    zj_row r;
    memcpy(r.b, p, 27);
    return r;
}

static inline void zj_store27(void *p, zj_row r) { memcpy(p, r.b, 27); }

static inline zj_row zj_splat27(int x) {
    zj_row r;
    memset(r.b, x, 27);
    return r;
}

static inline zj_row zj_shl27(zj_row a, int k) {
    for (int i = 0; i < 27; i++) a.b[i] = (uint8_t)(a.b[i] << k);
    return a;
}

static inline uint32_t zj_sum27(zj_row a) {
    uint32_t s = 0;
    for (int i = 0; i < 27; i++) s += a.b[i];
    return s;
}

static inline uint32_t zj_tiles_and_pairs(zj_row a) {
    uint32_t s = 0;
    for (int i = 0; i < 27; i++) s += a.b[i] + 16u * (a.b[i] & 14u);
    return s & 4095;
}

static inline uint32_t zj_bits27(zj_row a) {
    uint32_t bits = 0;
    for (int i = 0; i < 27; i++) bits |= (uint32_t)(a.b[i] >> 7) << i;
    return bits;
}

static inline zj_row zj_expand27(uint32_t bits) {
    zj_row r;
    for (int i = 0; i < 27; i++) r.b[i] = (uint8_t)(0u - (bits >> i & 1u));
    return r;
}

static inline uint32_t zj_entries_at(const uint8_t *profile, const uint8_t *partner, int value) {
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++) bits |= (uint32_t)((profile[i] + partner[i]) == value) << i;
    return bits;
}

static inline uint32_t zj_entries_lower(const uint8_t *before, const uint8_t *after) {
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++) bits |= (uint32_t)(before[i] > after[i]) << i;
    return bits;
}

static inline uint32_t zj_meet16(const uint16_t *lanes, uint32_t entries) {
    uint32_t bits = 0;
    for (int i = 0; i < 9; i++) bits |= (uint32_t)((lanes[i] & entries) != 0) << i;
    return bits;
}

static inline int zj_least27(zj_row a) {
    int least = 255;
    for (int i = 0; i < 27; i++)
        if (a.b[i] < least) least = a.b[i];
    return least;
}

#endif

/* Bytes are 0 to 15: every odd one has its low bit moved to the top. */
static inline uint32_t zj_odd27(zj_row a) {
    return zj_bits27(zj_shl27(zj_and27(a, zj_splat27(1)), 7));
}

static inline uint32_t zj_equal27(zj_row a, int x) { return zj_bits27(zj_eq27(a, zj_splat27(x))); }

#endif
