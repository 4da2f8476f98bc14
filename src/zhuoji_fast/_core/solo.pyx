"""Exact one-player play: the values of all searched hands, swept draw by draw.

The moves between hands have cycles, so a horizon of T draws is T sweeps over all hands. Time
cannot be vectorised, but four horizons (or objectives) go side by side.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.kernels cimport check
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.search cimport (
    COMPLETES_QUAD, SEARCH_NO_MEMORY, SEARCH_OK, SEARCH_TOO_MANY, Search, search_build,
    search_free)

cimport numpy as cnp

import numpy as np

cnp.import_array()

cdef extern from "lanes.h" nogil:
    ctypedef struct zj_lanes:
        pass
    zj_lanes zj_lanes_load(const double *p)
    void zj_lanes_store(double *p, zj_lanes x)
    zj_lanes zj_lanes_all(double x)
    zj_lanes zj_lanes_add(zj_lanes x, zj_lanes y)
    zj_lanes zj_lanes_sub(zj_lanes x, zj_lanes y)
    zj_lanes zj_lanes_mul(zj_lanes x, zj_lanes y)
    zj_lanes zj_lanes_max(zj_lanes x, zj_lanes y)
    zj_lanes zj_lanes_min(zj_lanes x, zj_lanes y)

cdef enum:
    LANES = 4
    WIN = 0
    TING = 1
    SCORE = 2

OBJECTIVES = ("win", "ting", "score")


cdef struct Draws:
    # The moves by the waiting hand that draws: n_waiting + 1 firsts, throwing hand, copies.
    int64_t *first
    int32_t *to
    uint8_t *copies


cdef struct Block:
    # Four lanes, each one objective and one horizon, longest first.
    int objective[LANES]
    int horizon[LANES]


cdef bint turn_moves(const Search *s, Draws *d) noexcept nogil:
    """List the draws of each waiting hand that can come."""
    cdef int64_t x, e, i, kept = 0
    d.first = <int64_t *> calloc(s.n_waiting + 2, sizeof(int64_t))
    if d.first == NULL:
        return False
    for e in range(s.n_edges):
        if s.copies[e] & 7:
            d.first[s.to[e] + 2] += 1
            kept += 1
    d.to = <int32_t *> malloc((kept + 1) * sizeof(int32_t))
    d.copies = <uint8_t *> malloc(kept + 1)
    if d.to == NULL or d.copies == NULL:
        return False
    for i in range(2, s.n_waiting + 2):
        d.first[i] += d.first[i - 1]
    for x in range(s.n_throwing):
        for e in range(s.first[x], s.first[x + 1]):
            if s.copies[e] & 7:
                i = d.first[s.to[e] + 1]
                d.first[s.to[e] + 1] += 1
                d.to[i] = <int32_t> x
                d.copies[i] = s.copies[e]
    return True


cdef void sweep(const Search *s, const Draws *d, const Block *b, const double *weight,
                double *value, double *best) noexcept nogil:
    """One draw earlier. `weight` is one over the tiles left, 0 in lanes that have not begun."""
    cdef int64_t x, e, i
    cdef int lane
    cdef double constant[LANES]
    cdef double scored[LANES]
    cdef zj_lanes w = zj_lanes_load(weight)
    cdef zj_lanes zero = zj_lanes_all(0.0)
    cdef zj_lanes one = zj_lanes_all(1.0)
    cdef zj_lanes m, v, gain, cap, won, by_score, finished, ting
    # Lanes that score take the worth of a finished hand, the others 1.
    for lane in range(LANES):
        scored[lane] = 1.0 if b.objective[lane] == SCORE else 0.0
        constant[lane] = 0.0 if b.objective[lane] == SCORE else 1.0
    by_score = zj_lanes_load(scored)
    won = zj_lanes_load(constant)
    for x in range(s.n_throwing):
        m = zero
        if s.worth[x] >= 0:
            m = zj_lanes_add(won, zj_lanes_mul(by_score, zj_lanes_all(s.worth_no_quad[x])))
        for e in range(s.first[x], s.first[x + 1]):
            m = zj_lanes_max(m, zj_lanes_load(value + LANES * s.to[e]))
        zj_lanes_store(best + LANES * x, m)
    for lane in range(LANES):
        constant[lane] = 1.0 if b.objective[lane] == TING else 0.0
    ting = zj_lanes_load(constant)
    for i in range(s.n_waiting):
        v = zj_lanes_load(value + LANES * i)
        gain = zero
        cap = v
        for e in range(d.first[i], d.first[i + 1]):
            m = zj_lanes_load(best + LANES * d.to[e])
            if d.copies[e] & COMPLETES_QUAD:
                finished = zj_lanes_mul(by_score, zj_lanes_all(s.worth[d.to[e]]))
                m = zj_lanes_max(m, finished)
            cap = zj_lanes_max(cap, m)
            gain = zj_lanes_add(gain, zj_lanes_mul(
                zj_lanes_all(<double> (d.copies[e] & 7)),
                zj_lanes_max(zero, zj_lanes_sub(m, v))))
        if s.wins[i] and not s.keep_finished:
            gain = zj_lanes_add(gain, zj_lanes_mul(zj_lanes_all(<double> s.wins[i]),
                                                   zj_lanes_sub(one, v)))
            cap = one
        v = zj_lanes_min(zj_lanes_add(v, zj_lanes_mul(gain, w)), cap)
        if s.ting[i]:
            v = zj_lanes_max(v, ting)
        zj_lanes_store(value + LANES * i, v)


cdef int sweep_block(const Search *s, const Draws *d, const Block *b, int64_t unseen,
                     bint replace, double *value, double *best) except -1 nogil:
    """All sweeps of four lanes; their values now."""
    cdef double weight[LANES]
    cdef int64_t i
    cdef int lane, t
    for i in range(s.n_waiting):
        for lane in range(LANES):
            value[LANES * i + lane] = s.ting[i] if b.objective[lane] == TING else 0.0
    for t in range(b.horizon[0] - 1, -1, -1):
        for lane in range(LANES):
            weight[lane] = 0.0
            if t < b.horizon[lane]:
                weight[lane] = 1.0 / <double> (unseen if replace else unseen - t)
        sweep(s, d, b, weight, value, best)
        if s.n_edges > 100_000:
            with gil:
                PyErr_CheckSignals()
    return 0


def solve(bytes counts, melds, bytes unseen, int reach, int64_t most, objectives, horizons,
          int columns, bint replace, rules):
    """Search the hands around a start and value what it can do.

    Parameters
    ----------
    counts, unseen : bytes of length 27
        Checked by the caller: 3n+1 or 3n+2 tiles, no kind more than four times in all.
    melds : bytes of length 27 or None
    reach : int
        Most of gained tiles and shanten together.
    most : int
        Searched hands allowed.
    objectives : sequence of int
        Indices of OBJECTIVES.
    horizons : sequence of int
        Numbers of draws, from 0, each less than `columns`.
    columns : int
    replace : bool
        Whether drawn tiles go back.
    rules : bytes or None
        A compiled rules struct, for scores.

    Returns
    -------
    values : ndarray, shape (objectives, 28, columns)
        A row for each throw and, last, one for waiting; NaN where there is none.
    hands, waiting, moves : int
    status : int
        0, or 2 if there are more hands than `most`.
    """
    cdef Search s
    cdef Draws d
    cdef Block b
    cdef double *value = NULL
    cdef double *best = NULL
    cdef const RulesC *rules_c = NULL
    cdef int problem, lane, tile, start
    cdef int64_t total = sum(unseen), node
    memset(&s, 0, sizeof(Search))
    memset(&d, 0, sizeof(Draws))
    memcpy(s.start, <const char *> counts, 27)
    memcpy(s.unseen, <const char *> unseen, 27)
    if melds is not None:
        memcpy(s.melds, <const char *> melds, 27)
        s.known = True
        s.melded = any(melds)
    for tile in range(27):
        s.limit[tile] = s.start[tile] + s.unseen[tile]
    s.throws_first = check(s.start, s.melds if s.known else NULL, 2) == 0
    s.keep_finished = SCORE in objectives
    s.reach = reach
    s.most = most
    if rules is not None:
        if len(rules) != sizeof(RulesC):
            raise ValueError("rules: not a compiled rules struct")
        rules_c = <const RulesC *> <const char *> rules
    values = np.full((len(objectives), 28, columns), np.nan)
    lanes = sorted(((t, j) for t in horizons for j in range(len(objectives)) if t), reverse=True)
    try:
        with nogil:
            problem = search_build(&s, rules_c)
        if problem == SEARCH_TOO_MANY:
            return values, s.n_hands, s.n_waiting, s.n_edges, problem
        if problem == SEARCH_NO_MEMORY or not turn_moves(&s, &d):
            raise MemoryError("searched hands")
        starts = ([(tile, s.throw_to[tile]) for tile in range(27) if s.throw_to[tile] >= 0]
                  if s.throws_first else [(27, 0)])
        if 0 in horizons:
            for j, objective in enumerate(objectives):
                for row, node in starts:
                    values[j, row, 0] = s.ting[node] if objective == TING else 0.0
        value = <double *> malloc((s.n_waiting + 1) * LANES * sizeof(double))
        best = <double *> malloc((s.n_throwing + 1) * LANES * sizeof(double))
        if value == NULL or best == NULL:
            raise MemoryError("values of searched hands")
        for start in range(0, len(lanes), LANES):
            chosen = lanes[start:start + LANES]
            for lane in range(LANES):
                b.horizon[lane] = chosen[lane][0] if lane < len(chosen) else 0
                b.objective[lane] = objectives[chosen[lane][1]] if lane < len(chosen) else WIN
            with nogil:
                sweep_block(&s, &d, &b, total, replace, value, best)
            for lane in range(len(chosen)):
                t, j = chosen[lane]
                for row, node in starts:
                    values[j, row, t] = value[LANES * node + lane]
    finally:
        search_free(&s)
        free(d.first)
        free(d.to)
        free(d.copies)
        free(value)
        free(best)
    return values, s.n_hands, s.n_waiting, s.n_edges, problem
