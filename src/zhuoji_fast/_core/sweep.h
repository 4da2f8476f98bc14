/* The loops of the solo solver's sweeps, for one, two and four lanes: a lane is one objective and
   horizon. */
#ifndef ZJ_SWEEP_H
#define ZJ_SWEEP_H
#include <stddef.h>
#include <stdint.h>
#include "lanes.h"

#if defined(_MSC_VER)
#define ZJ_INLINE __forceinline
#else
#define ZJ_INLINE inline __attribute__((always_inline))
#endif

/* An edge, as search.pxd has it. */
#define ZJ_COPIES 7u
#define ZJ_QUAD 8u
#define ZJ_NUMBER(edge) ((int64_t)((edge) >> 4))

static const double zj_numbers[8][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}};

static inline zj_one zj_one_copies(uint32_t copies) { return zj_numbers[copies][0]; }
static inline zj_two zj_two_copies(uint32_t copies) { return zj_two_load(zj_numbers[copies]); }
static inline zj_four zj_four_copies(uint32_t copies) {
    zj_four r;
    r.a = r.b = zj_two_load(zj_numbers[copies]);
    return r;
}

/* A drawn tile: the throwing hand it leads to, and the next of the same node, -1 after the last. */
typedef struct {
    const uint32_t *edges;
    const double *worth; /* NULL unless finished */
    int32_t degree;
    int32_t next;
} zj_draw;

/* Nodes whose weights may add to more than one, in ascending order; room for what those over
   their cap are worth. */
typedef struct {
    int64_t n;
    int32_t *node;
    double *copies; /* unseen copies of all tiles that it may keep */
    double *reach;  /* of those that reach the aim */
    int32_t *first;  /* of its draws, -1 if there is none */
    int32_t *likely; /* a draw that may well be the best */
    zj_draw *draws;
    int32_t *over;
    double *value;
} zj_caps;

/* The lanes: 1 in those that aim at reaching a hand, 0 in those that score; 1 in those that score;
   copies of tiles to draw up to which no cap is needed. */
typedef struct {
    double aiming[4];
    double scoring[4];
    double limits[4];
} zj_block;

/* The loops for one number of lanes. */
typedef struct {
    int width;
    void (*group)(const uint32_t *, int64_t, int, double *);
    void (*finished_group)(const uint32_t *, const double *, int64_t, int, const double *,
                           double *);
    void (*take)(double *, int64_t, const double *);
    void (*take_near)(double *, int64_t, const uint8_t *, const double *, const double *);
    int64_t (*cap)(zj_caps *, int64_t, const double *, const zj_block *, const double *);
} zj_loops;

#define ZJ_LANE(name) zj_one##name
#define ZJ_WIDTH 1
#include "sweep_loops.h"
#undef ZJ_LANE
#undef ZJ_WIDTH
#define ZJ_LANE(name) zj_two##name
#define ZJ_WIDTH 2
#include "sweep_loops.h"
#undef ZJ_LANE
#undef ZJ_WIDTH
#define ZJ_LANE(name) zj_four##name
#define ZJ_WIDTH 4
#include "sweep_loops.h"
#undef ZJ_LANE
#undef ZJ_WIDTH

/* The narrowest loops with room for so many lanes. */
static inline const zj_loops *zj_loops_for(int lanes) {
    return lanes == 1 ? &zj_one_loops : lanes == 2 ? &zj_two_loops : &zj_four_loops;
}

#endif
