"""Exact one-player play: the values of all searched hands, swept draw by draw.

The moves between hands have cycles, so a horizon of T draws is T sweeps over all hands. Time
cannot be vectorised, but up to four horizons go side by side. Drawn tiles that go back make every
draw alike; then the sweeps of one horizon give all shorter ones too.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.kernels cimport check
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.search cimport (
    COPIES, LACKING, MOST_HANDS, NODE_SHIFT, SEARCH_NO_MEMORY, SEARCH_OK, SEARCH_TOO_MANY, Group,
    Search, search_build, search_free)

cimport numpy as cnp

import numpy as np

cnp.import_array()

cdef extern from "sweep.h" nogil:
    ctypedef struct zj_draw:
        const uint32_t *edges
        const double *worth
        int32_t degree
        int32_t next
    ctypedef struct zj_caps:
        int64_t n
        int32_t *node
        double *copies
        double *reach
        int32_t *first
        int32_t *likely
        zj_draw *draws
        int32_t *over
        double *value
    ctypedef struct zj_block:
        double aiming[4]
        double scoring[4]
        double limits[4]
    ctypedef struct zj_loops:
        int width
        void (*group)(const uint32_t *, int64_t, int, double *) noexcept nogil
        void (*finished_group)(const uint32_t *, const double *, int64_t, int, const double *,
                               double *) noexcept nogil
        void (*take)(double *, int64_t, const double *) noexcept nogil
        void (*take_near)(double *, int64_t, const uint8_t *, const double *,
                          const double *) noexcept nogil
        int64_t (*cap)(zj_caps *, int64_t, const double *, const zj_block *,
                       const double *) noexcept nogil
    const zj_loops *zj_loops_for(int lanes)

cdef enum:
    WIDTH = 4
    WIN = 0
    TING = 1
    SCORE = 2
    ROWS = 28  # a throw of each kind, and waiting
    LINE = 64  # bytes of a cache line
    LONG_SWEEP = 100_000  # edges
    NEVER = 1000  # copies of tiles that no node has to draw

OBJECTIVES = ("win", "ting", "score")


ctypedef struct Sweeps:
    # The sweeps of up to four lanes, longest horizon first. The aim of all of them is a hand that
    # lacks fewer tiles: none if they ask for wins or scores, one if for ting.
    const zj_loops *loops
    int lanes
    int aim
    int place[WIDTH]  # of the objective in the answer
    int horizon[WIDTH]
    int64_t unseen
    bint replace
    bint scores
    zj_block block


cdef int prepare(Sweeps *w, list lanes, objectives) except -1:
    """Set up sweeps for some lanes, (horizon, place of the objective) each."""
    cdef int lane, objective
    memset(&w.block, 0, sizeof(zj_block))
    w.lanes = len(lanes)
    w.loops = zj_loops_for(w.lanes)
    w.aim = 1
    w.scores = False
    for lane in range(WIDTH):
        w.horizon[lane] = 0
        w.block.limits[lane] = NEVER
    for lane in range(w.lanes):
        w.horizon[lane], w.place[lane] = lanes[lane]
        objective = objectives[w.place[lane]]
        w.block.aiming[lane] = objective != SCORE
        w.block.scoring[lane] = objective == SCORE
        w.scores |= objective == SCORE
        if objective == TING:
            w.aim = 2
        if not w.replace:
            w.block.limits[lane] = <double> (w.unseen - w.horizon[lane] + 1)
    return 0


cdef list plan(objectives, horizons, bint replace):
    """Sets of lanes that are swept together, longest first."""
    cdef list blocks = []
    longest = sorted(horizons, reverse=True)
    if replace:
        longest = longest[:1]
    apart = [[j] for j in range(len(objectives))]
    if len(longest) <= 2:
        apart = [[j for j in range(len(objectives)) if (objectives[j] == TING) == ting]
                 for ting in (False, True)]
    for places in apart:
        lanes = [(t, j) for t in longest for j in places]
        blocks += [lanes[i:i + WIDTH] for i in range(0, len(lanes), WIDTH)]
    return blocks


cdef void begin(const Search *s, const Sweeps *w, double *nodes) noexcept nogil:
    """The values without a draw."""
    cdef int64_t i, step = 2 * w.loops.width
    cdef int layer, lane
    memset(nodes, 0, s.n_waiting * step * sizeof(double))
    if w.aim == 1:
        return
    for layer in range(s.layers):
        for i in range(s.first[layer][1], s.first[layer][2]):
            for lane in range(w.loops.width):
                nodes[i * step + lane] = 1.0


cdef int sweep(const Search *s, const Sweeps *w, zj_caps *caps, int t, bint all_layers,
               double *nodes) except -1 nogil:
    """The values with t draws made, from those with one more."""
    cdef double weights[WIDTH]
    # With t draws made no more than t tiles are gained, and a hand that lacks more tiles than are
    # left to draw is worth nothing yet.
    cdef int layers = s.layers if all_layers or t + 1 > s.layers else t + 1
    cdef int lacking = w.horizon[0] - t + w.aim
    cdef int64_t near, far, end, over = 0, i
    cdef int64_t step = 2 * w.loops.width
    cdef const Group *group
    cdef int lane, layer, k
    lacking = lacking if lacking < LACKING else LACKING
    for lane in range(WIDTH):
        weights[lane] = 0.0
        if t < w.horizon[lane]:
            weights[lane] = 1.0 / <double> (w.unseen if w.replace else w.unseen - t)
    for k in range(s.n_groups):
        group = &s.groups[k]
        if group.layer > layers:
            break
        if group.lacking == 0 and w.scores:
            w.loops.finished_group(group.edges, group.worth, group.n, group.degree,
                                   w.block.scoring, nodes)
        elif w.aim <= group.lacking < lacking - 1:
            w.loops.group(group.edges, group.n, group.degree, nodes)
    if caps.n:
        over = w.loops.cap(caps, s.first[layers - 1][LACKING], nodes, &w.block, weights)
    for layer in range(layers):
        near = s.first[layer][w.aim]
        far = s.first[layer][w.aim + 1]
        end = s.first[layer][lacking]
        w.loops.take_near(nodes + near * step, far - near, s.useful + near, w.block.aiming,
                          weights)
        w.loops.take(nodes + far * step, end - far, weights)
    for i in range(over):
        memcpy(nodes + caps.over[i] * step, caps.value + i * w.loops.width,
               w.loops.width * sizeof(double))
    if s.n_edges > LONG_SWEEP:
        with gil:
            PyErr_CheckSignals()
    return 0


cdef void note(const Search *s, const Sweeps *w, int lane, int column, const double *nodes,
               double *out, int columns) noexcept nogil:
    """Write one lane's values of the start."""
    cdef double *rows = out + <int64_t> w.place[lane] * ROWS * columns + column
    cdef int row
    cdef double value
    for row in range(ROWS):
        if row < 27 and s.throw_to[row] >= 0:
            value = nodes[2 * w.loops.width * s.throw_to[row] + lane]
        elif row == 27 and not s.throws_first:
            value = nodes[lane]
        else:
            continue
        if w.block.aiming[lane] > 0 and value > 1.0:
            value = 1.0  # the last digit rounded up
        rows[row * columns] = value


cdef int run(const Search *s, const Sweeps *w, zj_caps *caps, bint every, double *nodes,
             double *out, int columns) except -1 nogil:
    """All sweeps of some lanes; `every` shorter horizon is noted on the way."""
    cdef int t, lane
    begin(s, w, nodes)
    for t in range(w.horizon[0] - 1, -1, -1):
        sweep(s, w, caps, t, every, nodes)
        if every:
            for lane in range(w.lanes):
                note(s, w, lane, w.horizon[0] - t, nodes, out, columns)
    if not every:
        for lane in range(w.lanes):
            note(s, w, lane, w.horizon[lane], nodes, out, columns)
    return 0


# ------------------------------------------------------------------------------------ caps

cdef bint find_draws(const Search *s, zj_caps *caps, const int32_t *place) noexcept nogil:
    """List the draws of the nodes that may need a cap."""
    cdef int64_t room = 0, n = 0, x
    cdef const Group *group
    cdef const uint32_t *edges
    cdef zj_draw *draw
    cdef void *bigger
    cdef int i, k, at
    cdef int *least = <int *> malloc(caps.n * sizeof(int))
    if least == NULL:
        return False
    for i in range(s.n_groups):
        group = &s.groups[i]
        for x in range(group.n):
            edges = group.edges + x * group.degree
            for k in range(group.degree):
                at = place[edges[k] >> NODE_SHIFT]
                if at < 0 or edges[k] & COPIES == 0:
                    continue
                if n == room:
                    room = 2 * room + 256
                    bigger = realloc(caps.draws, room * sizeof(zj_draw))
                    if bigger == NULL:
                        free(least)
                        return False
                    caps.draws = <zj_draw *> bigger
                draw = &caps.draws[n]
                draw.edges = edges
                draw.degree = group.degree
                draw.worth = group.worth + 2 * x if group.worth != NULL else NULL
                draw.next = caps.first[at]
                if draw.next < 0 or group.lacking < least[at]:
                    caps.likely[at] = <int32_t> n
                    least[at] = group.lacking
                caps.first[at] = <int32_t> n
                n += 1
    free(least)
    return True


cdef bint find_caps(const Search *s, zj_caps *caps, int64_t unseen, int draws) noexcept nogil:
    """List the nodes whose weights may add to more than one within so many draws."""
    cdef int64_t i, n = 0, limit = unseen - draws + 1
    cdef int32_t *place
    cdef bint good
    for i in range(s.n_waiting):
        n += s.copies[i] > limit
    if n == 0:
        return True
    caps.node = <int32_t *> malloc(n * sizeof(int32_t))
    caps.copies = <double *> malloc(n * sizeof(double))
    caps.reach = <double *> malloc(n * sizeof(double))
    caps.first = <int32_t *> malloc(n * sizeof(int32_t))
    caps.likely = <int32_t *> malloc(n * sizeof(int32_t))
    caps.over = <int32_t *> malloc(n * sizeof(int32_t))
    caps.value = <double *> malloc(n * WIDTH * sizeof(double))
    place = <int32_t *> malloc(s.n_waiting * sizeof(int32_t))
    if (caps.node == NULL or caps.copies == NULL or caps.reach == NULL or caps.first == NULL
            or caps.likely == NULL or caps.over == NULL or caps.value == NULL or place == NULL):
        free(place)
        return False
    for i in range(s.n_waiting):
        place[i] = -1
        if s.copies[i] > limit:
            place[i] = <int32_t> caps.n
            caps.node[caps.n] = <int32_t> i
            caps.copies[caps.n] = s.copies[i]
            caps.first[caps.n] = caps.likely[caps.n] = -1
            caps.n += 1
    good = find_draws(s, caps, place)
    free(place)
    return good


cdef void aim_caps(const Search *s, zj_caps *caps, int aim) noexcept nogil:
    """Which copies reach the aim at each node that may need a cap."""
    cdef int layer = 0
    cdef int64_t i, node
    for i in range(caps.n):
        node = caps.node[i]
        while node >= s.first[layer][LACKING]:
            layer += 1
        caps.reach[i] = 0.0
        if s.first[layer][aim] <= node < s.first[layer][aim + 1]:
            caps.reach[i] = s.useful[node]


cdef void free_caps(zj_caps *caps) noexcept nogil:
    free(caps.node)
    free(caps.copies)
    free(caps.reach)
    free(caps.first)
    free(caps.likely)
    free(caps.draws)
    free(caps.over)
    free(caps.value)


# ------------------------------------------------------------------------------------ door

cdef void ask(Search *s, bytes counts, melds, bytes unseen, int reach, int64_t most,
              bint scores):
    memset(s, 0, sizeof(Search))
    memcpy(s.start, <const char *> counts, 27)
    memcpy(s.unseen, <const char *> unseen, 27)
    if melds is not None:
        memcpy(s.melds, <const char *> melds, 27)
        s.known = True
    s.throws_first = check(s.start, s.melds if s.known else NULL, 2) == 0
    s.keep_finished = scores
    s.reach = reach
    s.most = most if most < MOST_HANDS else MOST_HANDS


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
        A compiled rules struct; needed for scores.

    Returns
    -------
    values : ndarray, shape (objectives, 28, columns)
        A row for each throw and, last, one for waiting; NaN where there is none.
    hands, waiting, moves : int
    status : int
        0, or 2 if there are more hands than `most`.
    """
    cdef Search s
    cdef Sweeps w
    cdef zj_caps caps
    cdef void *memory = NULL
    cdef double *nodes
    cdef double *out
    cdef const RulesC *rules_c = NULL
    cdef int problem = SEARCH_OK
    cdef int longest = max(horizons)
    cdef bint every = replace and len(horizons) > 1
    values = np.full((len(objectives), ROWS, columns), np.nan)
    out = <double *> cnp.PyArray_DATA(<cnp.ndarray> values)
    ask(&s, counts, melds, unseen, reach, most, SCORE in objectives)
    memset(&caps, 0, sizeof(zj_caps))
    w.unseen = sum(unseen)
    w.replace = replace
    if rules is not None:
        if len(rules) != sizeof(RulesC):
            raise ValueError("rules: not a compiled rules struct")
        rules_c = <const RulesC *> <const char *> rules
    try:
        with nogil:
            problem = search_build(&s, rules_c)
        if problem == SEARCH_TOO_MANY:
            return values, s.n_hands, s.n_waiting, s.n_edges, problem
        if problem == SEARCH_NO_MEMORY:
            raise MemoryError("searched hands")
        memory = malloc(s.n_waiting * 2 * WIDTH * sizeof(double) + LINE)
        if memory == NULL or not (replace or find_caps(&s, &caps, w.unseen, longest)):
            raise MemoryError("values of searched hands")
        nodes = <double *> (<uintptr_t> memory + LINE - 1 & ~<uintptr_t> (LINE - 1))
        for lanes in plan(objectives, [longest] if every else horizons, replace):
            prepare(&w, lanes, objectives)
            aim_caps(&s, &caps, w.aim)
            with nogil:
                run(&s, &w, &caps, every, nodes, out, columns)
        if every:
            values[:, :, [t for t in range(columns) if t not in horizons]] = np.nan
            if 0 in horizons:
                values[:, :, :1] = solve(counts, melds, unseen, reach, most, objectives, (0,), 1,
                                         False, rules)[0]
    finally:
        search_free(&s)
        free_caps(&caps)
        free(memory)
    return values, s.n_hands, s.n_waiting, s.n_edges, problem


cdef int run_all(const Search *s, const Sweeps *w, zj_caps *caps, double *nodes,
                 double *out) except -1 nogil:
    """All sweeps of one lane; `out` gets the values of every hand, draw by draw."""
    cdef int t
    cdef int64_t i
    cdef double *row
    begin(s, w, nodes)
    for t in range(w.horizon[0], -1, -1):
        if t < w.horizon[0]:
            sweep(s, w, caps, t, False, nodes)
        row = out + t * s.n_waiting
        for i in range(s.n_waiting):
            row[i] = nodes[2 * i]
    return 0


def solve_all(bytes counts, melds, bytes unseen, int reach, int64_t most, int objective,
              int draws, bint replace, bytes rules):
    """Value every searched hand that waits, for one objective and horizon.

    Parameters
    ----------
    counts, melds, unseen, reach, most, replace, rules
        As for `solve`.
    objective : int
        Index of OBJECTIVES.
    draws : int

    Returns
    -------
    keys : ndarray of uint64, shape (waiting,)
        Counts of the hands in base 5, tile 0 lowest.
    values : ndarray of float64, shape (draws + 1, waiting)
        What a hand is worth once so many draws are made; only of hands that can have come about
        by then.
    status : int
        0, or 2 if there are more hands than `most`; the arrays are empty then.
    """
    cdef Search s
    cdef Sweeps w
    cdef zj_caps caps
    cdef void *memory = NULL
    cdef double *nodes
    cdef double *out
    cdef int problem = SEARCH_OK
    if len(rules) != sizeof(RulesC):
        raise ValueError("rules: not a compiled rules struct")
    ask(&s, counts, melds, unseen, reach, most, objective == SCORE)
    s.keep_keys = True
    memset(&caps, 0, sizeof(zj_caps))
    cdef const RulesC *rules_c = <const RulesC *> <const char *> rules
    w.unseen = sum(unseen)
    w.replace = replace
    keys = np.empty(0, np.uint64)
    values = np.empty((draws + 1, 0))
    try:
        with nogil:
            problem = search_build(&s, rules_c)
        if problem == SEARCH_TOO_MANY:
            return keys, values, problem
        if problem == SEARCH_NO_MEMORY:
            raise MemoryError("searched hands")
        keys = np.empty(s.n_waiting, np.uint64)
        values = np.empty((draws + 1, s.n_waiting))
        memcpy(cnp.PyArray_DATA(<cnp.ndarray> keys), s.keys, s.n_waiting * sizeof(uint64_t))
        out = <double *> cnp.PyArray_DATA(<cnp.ndarray> values)
        memory = malloc(s.n_waiting * 2 * sizeof(double) + LINE)
        if memory == NULL or not (replace or find_caps(&s, &caps, w.unseen, draws)):
            raise MemoryError("values of searched hands")
        nodes = <double *> (<uintptr_t> memory + LINE - 1 & ~<uintptr_t> (LINE - 1))
        prepare(&w, [(draws, 0)], [objective])
        aim_caps(&s, &caps, w.aim)
        with nogil:
            run_all(&s, &w, &caps, nodes, out)
    finally:
        search_free(&s)
        free_caps(&caps)
        free(memory)
    return keys, values, problem
