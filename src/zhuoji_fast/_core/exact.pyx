"""Exact one-player play with true draws: every hand and every wall that can come about.

A state is a waiting hand and the tiles drawn so far; what was thrown follows. States are made
draw by draw, left out where too few draws remain for their shanten, and valued from the last draw
back, for all numbers of draws that remain at once.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.kernels cimport check, discard_shanten, is_win, pattern, shanten
from zhuoji_fast._core.rules cimport RulesC, flags_for
from zhuoji_fast._core.search cimport self_drawn_fan

cimport numpy as cnp

import numpy as np

cnp.import_array()

cdef enum:
    WIN = 0
    TING = 1
    SCORE = 2
    KINDS = 27
    ROWS = 28
    OBJECTIVES = 3
    OK = 0
    NO_MEMORY = 1
    TOO_MANY = 2
    OFTEN = 4095  # states between two looks for an interrupt, a mask

# 27 counts in base 5 fit a word, and a tile more or less is a constant more or less.
cdef uint64_t power[KINDS]
cdef int power_index
power[0] = 1
for power_index in range(1, KINDS):
    power[power_index] = power[power_index - 1] * 5


ctypedef struct Level:
    # Waiting hands after equally many draws, and the tiles drawn; open addressing finds them.
    int64_t n
    int64_t room
    uint64_t *hand
    uint64_t *drawn
    int32_t *slot  # number of a state, -1 where free
    int64_t slots
    double *values  # of each state for each objective: with 0, 1, … draws


ctypedef struct Question:
    const uint8_t *start
    const uint8_t *melds  # NULL if not known
    const uint8_t *unseen
    const RulesC *rules
    int total
    int draws
    int n_objectives
    int objective[OBJECTIVES]
    bint ting  # is asked for
    int64_t most
    int64_t n_states


cdef inline uint64_t packed(const uint8_t *counts) noexcept nogil:
    cdef uint64_t key = 0
    cdef int tile
    for tile in range(KINDS):
        key += power[tile] * counts[tile]
    return key


cdef inline void unpack(uint64_t key, uint8_t *counts) noexcept nogil:
    cdef int tile
    for tile in range(KINDS):
        counts[tile] = <uint8_t> (key % 5)
        key //= 5


cdef inline int64_t slot_of(const Level *level, uint64_t hand, uint64_t drawn) noexcept nogil:
    """Where a state is or belongs."""
    cdef uint64_t mixed = (hand ^ (drawn * <uint64_t> 0xC2B2AE3D27D4EB4F))
    cdef int64_t at = <int64_t> (mixed * <uint64_t> 0x9E3779B97F4A7C15 >> 24) & (level.slots - 1)
    cdef int32_t i = level.slot[at]
    while i >= 0 and (level.hand[i] != hand or level.drawn[i] != drawn):
        at = (at + 1) & (level.slots - 1)
        i = level.slot[at]
    return at


cdef bint more_slots(Level *level) noexcept nogil:
    cdef int64_t slots = 2 * level.slots if level.slots else 256
    cdef int64_t i
    cdef void *bigger = realloc(level.slot, slots * sizeof(int32_t))
    if bigger == NULL:
        return False
    level.slot = <int32_t *> bigger
    level.slots = slots
    memset(level.slot, 255, slots * sizeof(int32_t))
    for i in range(level.n):
        level.slot[slot_of(level, level.hand[i], level.drawn[i])] = <int32_t> i
    return True


cdef bint add(Level *level, uint64_t hand, uint64_t drawn) noexcept nogil:
    """Add a state unless it is there."""
    cdef int64_t at, room
    cdef void *bigger
    if 2 * level.n >= level.slots and not more_slots(level):
        return False
    at = slot_of(level, hand, drawn)
    if level.slot[at] >= 0:
        return True
    if level.n == level.room:
        room = 2 * level.room + 64
        bigger = realloc(level.hand, room * sizeof(uint64_t))
        if bigger == NULL:
            return False
        level.hand = <uint64_t *> bigger
        bigger = realloc(level.drawn, room * sizeof(uint64_t))
        if bigger == NULL:
            return False
        level.drawn = <uint64_t *> bigger
        level.room = room
    level.hand[level.n] = hand
    level.drawn[level.n] = drawn
    level.slot[at] = <int32_t> level.n
    level.n += 1
    return True


cdef void level_free(Level *level) noexcept nogil:
    free(level.hand)
    free(level.drawn)
    free(level.slot)
    free(level.values)


cdef inline bint matters(const Question *q, int lacks, int left) noexcept nogil:
    """Whether a hand of this shanten can be worth anything with so many draws left."""
    return lacks < left or (q.ting and lacks <= left)


cdef int throws(Question *q, Level *level, const uint8_t *hand, uint64_t key, uint64_t drawn,
                int left) noexcept nogil:
    """Add the states after each throw of a hand that leave something to hope for."""
    cdef int8_t after[KINDS]
    cdef int64_t before = level.n
    cdef int tile
    discard_shanten(hand, q.melds, after)
    for tile in range(KINDS):
        if hand[tile] and matters(q, after[tile], left):
            if not add(level, key - power[tile], drawn):
                return NO_MEMORY
    q.n_states += level.n - before
    return TOO_MANY if q.n_states > q.most else OK


cdef int expand(Question *q, const Level *level, Level *following, int made) except -1 nogil:
    """The states after one draw and one throw more, `made` draws being made."""
    cdef uint8_t hand[32]
    cdef uint8_t drawn[32]
    cdef int64_t i
    cdef int tile, problem = OK
    memset(hand, 0, 32)
    for i in range(level.n):
        if i & OFTEN == 0:
            with gil:
                PyErr_CheckSignals()
        unpack(level.hand[i], hand)
        unpack(level.drawn[i], drawn)
        for tile in range(KINDS):
            if drawn[tile] == q.unseen[tile]:
                continue
            hand[tile] += 1
            problem = throws(q, following, hand, level.hand[i] + power[tile],
                             level.drawn[i] + power[tile], q.draws - made - 1)
            hand[tile] -= 1
            if problem != OK:
                return problem
    return OK


cdef void best_throw(const Question *q, const Level *following, const uint8_t *hand,
                     uint64_t key, uint64_t drawn, int quad, int left,
                     double *best) noexcept nogil:
    """Values of a hand that has drawn: for each objective, with 0 to `left` draws."""
    cdef int8_t after[KINDS]
    cdef bint finished = is_win(hand, q.melds)
    cdef const double *values
    cdef int width = left + 1
    cdef int tile, j, r, least = 127
    cdef double worth
    cdef int32_t number
    discard_shanten(hand, q.melds, after)
    for tile in range(KINDS):
        if hand[tile] and after[tile] < least:
            least = after[tile]
    for j in range(q.n_objectives):
        worth = 0.0
        if finished:
            worth = 1.0
            if q.objective[j] == SCORE:
                worth = self_drawn_fan(
                    q.rules, flags_for(q.rules, pattern(hand, q.melds), hand), quad)
        for r in range(width):
            best[j * width + r] = worth
        if q.objective[j] == TING and least == 0:
            best[j * width] = 1.0
    if left == 0:
        return
    for tile in range(KINDS):
        if not hand[tile] or not matters(q, after[tile], left):
            continue
        number = following.slot[slot_of(following, key - power[tile], drawn)]
        values = following.values + <int64_t> number * q.n_objectives * width
        for j in range(q.n_objectives * width):
            if values[j] > best[j]:
                best[j] = values[j]


cdef int evaluate(const Question *q, Level *level, const Level *following,
                  int made) except -1 nogil:
    """Values of all states after so many draws, from those after one more."""
    cdef uint8_t hand[32]
    cdef uint8_t drawn[32]
    cdef double best[OBJECTIVES * 128]
    cdef int left = q.draws - made
    cdef int width = left + 1
    cdef int tile, j, r
    cdef int64_t i
    cdef double weight
    cdef double *values
    memset(hand, 0, 32)
    level.values = <double *> calloc(level.n * q.n_objectives * width + 1, sizeof(double))
    if level.values == NULL:
        return NO_MEMORY
    for i in range(level.n):
        if i & OFTEN == 0:
            with gil:
                PyErr_CheckSignals()
        unpack(level.hand[i], hand)
        unpack(level.drawn[i], drawn)
        values = level.values + i * q.n_objectives * width
        for tile in range(KINDS):
            if left == 0 or drawn[tile] == q.unseen[tile]:
                continue
            weight = (<double> (q.unseen[tile] - drawn[tile])) / <double> (q.total - made)
            hand[tile] += 1
            best_throw(q, following, hand, level.hand[i] + power[tile],
                       level.drawn[i] + power[tile], hand[tile] == 4, left - 1, best)
            hand[tile] -= 1
            for j in range(q.n_objectives):
                for r in range(1, width):
                    values[j * width + r] += weight * best[j * left + r - 1]
        for j in range(q.n_objectives):
            if q.objective[j] == TING and shanten(hand, q.melds) == 0:
                for r in range(width):
                    values[j * width + r] = 1.0
    return OK


cdef int run(Question *q, Level *levels, bint throws_first) except -1 nogil:
    """All states and their values; those of levels[0] stay."""
    cdef int made, problem
    cdef uint64_t key = packed(q.start)
    if throws_first:
        problem = throws(q, &levels[0], q.start, key, 0, q.draws)
    else:
        problem = OK if add(&levels[0], key, 0) else NO_MEMORY
        q.n_states = 1
    for made in range(q.draws - 1):
        if problem == OK:
            if levels[made + 1].slots == 0 and not more_slots(&levels[made + 1]):
                return NO_MEMORY
            problem = expand(q, &levels[made], &levels[made + 1], made)
    for made in range(q.draws - 1 if q.draws else 0, -1, -1):
        if problem == OK:
            problem = evaluate(q, &levels[made], &levels[made + 1], made)
        if problem == OK:
            level_free(&levels[made + 1])
            memset(&levels[made + 1], 0, sizeof(Level))
    return problem


def solve_exact(bytes counts, melds, bytes unseen, int64_t most, objectives, horizons,
                int columns, bytes rules):
    """Value what a start can do with true draws, over all throws.

    Parameters
    ----------
    counts, unseen : bytes of length 27
        Checked by the caller: 3n+1 or 3n+2 tiles, no kind more than four times in all.
    melds : bytes of length 27 or None
    most : int
        States allowed.
    objectives : sequence of int
        0 win, 1 ting, 2 score.
    horizons : sequence of int
        Numbers of draws, from 0, each less than `columns` and at most the tiles unseen.
    columns : int
    rules : bytes
        A compiled rules struct.

    Returns
    -------
    values : ndarray, shape (objectives, 28, columns)
        A row for each throw and, last, one for waiting; NaN where there is none.
    states : int
    status : int
        0, or 2 if there are more states than `most`.
    """
    cdef Question q
    cdef Level *levels = NULL
    cdef uint8_t start[32]
    cdef int problem = OK
    cdef int tile, j, t, i
    cdef uint64_t key
    cdef int64_t number
    cdef double value
    cdef bint throws_first
    cdef double[:, :, ::1] out
    values = np.full((len(objectives), ROWS, columns), np.nan)
    out = values
    if len(rules) != sizeof(RulesC):
        raise ValueError("rules: not a compiled rules struct")
    memset(start, 0, 32)
    memcpy(start, <const char *> counts, KINDS)
    q.start = start
    q.melds = NULL
    if melds is not None:
        q.melds = <const uint8_t *> <const char *> melds
    q.unseen = <const uint8_t *> <const char *> unseen
    q.rules = <const RulesC *> <const char *> rules
    q.total = sum(unseen)
    q.draws = max(horizons)
    q.most = min(most, 2**31 - 1)
    q.n_states = 0
    q.n_objectives = len(objectives)
    for j in range(q.n_objectives):
        q.objective[j] = objectives[j]
    q.ting = TING in objectives
    throws_first = check(q.start, q.melds, 2) == 0
    levels = <Level *> calloc(q.draws + 2, sizeof(Level))
    if levels == NULL:
        raise MemoryError("states")
    try:
        if not more_slots(&levels[0]):
            raise MemoryError("states")
        with nogil:
            problem = run(&q, levels, throws_first)
        if problem == NO_MEMORY:
            raise MemoryError("states")
        if problem == TOO_MANY:
            return values, q.n_states, problem
        key = packed(q.start)
        for tile in range(ROWS):
            if tile < KINDS and not (throws_first and start[tile]) or (
                    tile == KINDS and throws_first):
                continue
            number = levels[0].slot[slot_of(
                &levels[0], key - power[tile] if tile < KINDS else key, 0)]
            for j in range(q.n_objectives):
                for t in horizons:
                    value = 0.0
                    if number >= 0:
                        value = levels[0].values[
                            (number * q.n_objectives + j) * (q.draws + 1) + t]
                    if q.objective[j] != SCORE and value > 1.0:
                        value = 1.0  # the last digit rounded up
                    out[j, tile, t] = value
    finally:
        for i in range(q.draws + 2):
            level_free(&levels[i])
        free(levels)
    return values, q.n_states, problem
