"""One player's hands played out: real draws without replacement, thrown by a policy.

Rollout i of a seed draws the same tiles in the same order whatever is thrown, so that throws and
policies meet the same walls.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.deal cimport RandomC, random_below, random_start
from zhuoji_fast._core.kernels cimport best_discard, is_win, pattern, shanten, useful_tiles
from zhuoji_fast._core.rules cimport RulesC, flags_for
from zhuoji_fast._core.search cimport self_drawn_fan

cimport numpy as cnp

import numpy as np

cnp.import_array()

cdef enum:
    SCORE = 2
    KINDS = 27
    TILES = 108
    STREAM_SOLO = 3
    OFTEN = 255  # rollouts between two looks for an interrupt, a mask

cdef double EQUAL = 1e-12  # values that only rounding tells apart

# 27 counts in base 5 fit a word, and a tile more or less is a constant more or less.
cdef uint64_t power[KINDS]
cdef int power_index
power[0] = 1
for power_index in range(1, KINDS):
    power[power_index] = power[power_index - 1] * 5


cdef inline uint64_t packed(const uint8_t *counts) noexcept nogil:
    cdef uint64_t key = 0
    cdef int tile
    for tile in range(KINDS):
        key += power[tile] * counts[tile]
    return key


cdef class SoloPolicy:
    """The computed best throws: what each searched hand is worth after each number of draws.

    Parameters
    ----------
    counts, unseen : bytes of length 27
        The start.
    melds : bytes of length 27 or None
    reach : int
        Most of gained tiles and shanten together.
    objective : int
        0 win, 1 ting, 2 score.
    keys : ndarray of uint64, shape (hands,)
        Counts of the searched hands that wait, in base 5.
    values : ndarray of float64, shape (draws + 1, hands)
        What they are worth once so many draws are made.
    rules : bytes
        A compiled rules struct.
    """

    cdef uint8_t start[32]
    cdef uint8_t melds[32]
    cdef bint known
    cdef int reach
    cdef int objective
    cdef object keep  # the arrays that the pointers below point into
    cdef const uint64_t *keys
    cdef const double *values
    cdef int64_t hands
    cdef int32_t *slot
    cdef int64_t slots

    def __init__(self, bytes counts, melds, bytes unseen, int reach, int objective, keys, values,
                 bytes rules):
        cdef int64_t i
        memset(self.start, 0, 32)
        memset(self.melds, 0, 32)
        memcpy(self.start, <const char *> counts, KINDS)
        self.known = melds is not None
        if self.known:
            memcpy(self.melds, <const char *> melds, KINDS)
        self.reach = reach
        self.objective = objective
        keys = np.ascontiguousarray(keys, np.uint64)
        values = np.ascontiguousarray(values, np.float64)
        if values.ndim != 2 or values.shape[1] != len(keys) or not len(keys):
            raise ValueError("values: not one for each key")
        self.keep = (keys, values)
        self.keys = <const uint64_t *> cnp.PyArray_DATA(<cnp.ndarray> keys)
        self.values = <const double *> cnp.PyArray_DATA(<cnp.ndarray> values)
        self.hands = len(keys)
        self.slots = 64
        while self.slots < 2 * self.hands:
            self.slots *= 2
        free(self.slot)
        self.slot = <int32_t *> malloc(self.slots * sizeof(int32_t))
        if self.slot == NULL:
            raise MemoryError("places of hands")
        memset(self.slot, 255, self.slots * sizeof(int32_t))
        for i in range(self.hands):
            self.slot[self.place(self.keys[i])] = <int32_t> i

    def __dealloc__(self):
        free(self.slot)

    cdef inline int64_t place(self, uint64_t key) noexcept nogil:
        """Where a hand is or would be."""
        cdef int64_t at = <int64_t> ((key * <uint64_t> 0x9E3779B97F4A7C15) >> 24
                                     & <uint64_t> (self.slots - 1))
        while self.slot[at] >= 0 and self.keys[self.slot[at]] != key:
            at = (at + 1) & (self.slots - 1)
        return at

    cdef int throw(self, const uint8_t *hand, const uint8_t *unseen, int drawn, int made,
                   double *best) noexcept nogil:
        """The best throw of a hand that has drawn; the drawn tile where it is outside.

        Of equal ones the lower shanten, then more unseen useful tiles, then the lower index.
        """
        cdef uint8_t after[32]
        cdef int32_t number[KINDS]
        cdef int gained = 0, tile, chosen = drawn, found, least = 127, nearness, most = -1, n
        cdef uint32_t useful
        cdef uint64_t key = packed(hand)
        cdef const double *values = self.values + made * self.hands
        cdef const uint8_t *melds = NULL
        if self.known:
            melds = self.melds
        best[0] = values[self.slot[self.place(key - power[drawn])]]
        for tile in range(KINDS):
            if hand[tile] > self.start[tile]:
                gained += hand[tile] - self.start[tile]
        if gained + shanten(hand, melds) > self.reach:
            return drawn
        for tile in range(KINDS):
            number[tile] = self.slot[self.place(key - power[tile])] if hand[tile] else -1
            if number[tile] >= 0 and values[number[tile]] > best[0]:
                best[0] = values[number[tile]]
        memcpy(after, hand, KINDS)
        for tile in range(KINDS):
            if number[tile] < 0 or values[number[tile]] < best[0] - EQUAL:
                continue
            after[tile] -= 1
            nearness = shanten(after, melds)
            useful = useful_tiles(after, melds)
            after[tile] += 1
            found = 0
            for n in range(KINDS):
                found += unseen[n] if useful >> n & 1 else 0
            if nearness < least or (nearness == least and found > most):
                least = nearness
                most = found
                chosen = tile
        return chosen

    def knows(self, bytes counts):
        """Whether a waiting hand is among those searched."""
        return self.slot[self.place(packed(<const uint8_t *> <const char *> counts))] >= 0


cdef void draw(RandomC *random, uint8_t *tiles, int left, int at) noexcept nogil:
    """Bring a random one of the tiles left to its place in the order."""
    cdef int other = at + <int> random_below(random, <uint32_t> left)
    tiles[at], tiles[other] = tiles[other], tiles[at]


cdef int list_tiles(const uint8_t *counts, uint8_t *tiles) noexcept nogil:
    cdef int tile, _k, n = 0
    for tile in range(KINDS):
        for _k in range(counts[tile]):
            tiles[n] = <uint8_t> tile
            n += 1
    return n


cdef int fan_of_win(const RulesC *rules, const uint8_t *hand, const uint8_t *melds,
                    int drawn) noexcept nogil:
    return <int> self_drawn_fan(rules, flags_for(rules, pattern(hand, melds), hand),
                                hand[drawn] == 4)


def draw_orders(bytes unseen, int draws, uint64_t seed, uint64_t first, int64_t n):
    """The tiles that rollouts draw, in order: ndarray of uint8, shape (n, draws)."""
    cdef uint8_t all_tiles[TILES]
    cdef uint8_t tiles[TILES]
    cdef RandomC random
    cdef int64_t i
    cdef int at
    cdef int total = list_tiles(<const uint8_t *> <const char *> unseen, all_tiles)
    orders = np.empty((n, draws), np.uint8)
    cdef uint8_t[:, ::1] out = orders
    for i in range(n):
        memcpy(tiles, all_tiles, TILES)
        random_start(&random, seed, first + <uint64_t> i, STREAM_SOLO)
        for at in range(draws):
            draw(&random, tiles, total - at, at)
            out[i, at] = tiles[at]
    return orders


def worth(bytes counts, melds, int drawn, bytes rules):
    """Fan of a finished hand with the self-draw bonus."""
    cdef const uint8_t *own = NULL
    if melds is not None:
        own = <const uint8_t *> <const char *> melds
    return fan_of_win(<const RulesC *> <const char *> rules,
                      <const uint8_t *> <const char *> counts, own, drawn)


cdef int play(SoloPolicy policy, uint8_t *hand, const uint8_t *melds, uint8_t *unseen,
              uint8_t *tiles, int total, int draws, const RulesC *rules, RandomC *random,
              int *ting_at, int *won_at) noexcept nogil:
    """One rollout of a waiting hand; its fan. Draws at which it was ting and won, -1 if never."""
    cdef uint8_t seen[32]
    cdef int made, drawn, tile, thrown, after, copies, fan
    cdef double best
    memset(seen, 0, 32)
    ting_at[0] = 0 if shanten(hand, melds) == 0 else -1
    won_at[0] = -1
    for made in range(1, draws + 1):
        draw(random, tiles, total - made + 1, made - 1)
        drawn = tiles[made - 1]
        hand[drawn] += 1
        unseen[drawn] -= 1
        thrown = drawn
        if is_win(hand, melds):
            fan = fan_of_win(rules, hand, melds, drawn)
            if policy is not None and policy.objective == SCORE:
                thrown = policy.throw(hand, unseen, drawn, made, &best)
            if policy is None or policy.objective != SCORE or fan >= best:
                won_at[0] = made
                return fan
        elif policy is not None:
            thrown = policy.throw(hand, unseen, drawn, made, &best)
        else:
            for tile in range(KINDS):
                seen[tile] = 4 - hand[tile] - unseen[tile] - (melds[tile] if melds else 0)
            best_discard(hand, melds, seen, &thrown, &after, &copies)
        hand[thrown] -= 1
        if ting_at[0] < 0 and shanten(hand, melds) == 0:
            ting_at[0] = made
    return 0


def roll_out(policy, bytes counts, melds, bytes unseen, int draws, bytes rules, uint64_t seed,
             uint64_t first, int64_t n):
    """Play out a waiting hand n times.

    Parameters
    ----------
    policy : SoloPolicy or None
        None throws for the least shanten and the most unseen useful tiles.
    counts, unseen : bytes of length 27
    melds : bytes of length 27 or None
    draws : int
        At most the tiles unseen.
    rules : bytes
        A compiled rules struct.
    seed, first : int
        Rollouts `first` to `first` + n - 1 of the seed.
    n : int

    Returns
    -------
    wins, tings : ndarray of int64, shape (draws + 1,)
        Rollouts won, and first ting, with just so many draws.
    score, squares : int
        Sum of the fans won, and of their squares.
    """
    cdef uint8_t start[32]
    cdef uint8_t own[32]
    cdef uint8_t wall[32]
    cdef uint8_t hand[32]
    cdef uint8_t left[32]
    cdef uint8_t all_tiles[TILES]
    cdef uint8_t tiles[TILES]
    cdef const uint8_t *melds_c = NULL
    cdef const RulesC *rules_c = <const RulesC *> <const char *> rules
    cdef RandomC random
    cdef SoloPolicy chosen = policy
    cdef int64_t i, score = 0, squares = 0
    cdef int total, fan, ting_at, won_at
    wins = np.zeros(draws + 1, np.int64)
    tings = np.zeros(draws + 1, np.int64)
    cdef int64_t[::1] won = wins
    cdef int64_t[::1] ting = tings
    memset(start, 0, 32)
    memset(own, 0, 32)
    memset(wall, 0, 32)
    memcpy(start, <const char *> counts, KINDS)
    memcpy(wall, <const char *> unseen, KINDS)
    if melds is not None:
        memcpy(own, <const char *> melds, KINDS)
        melds_c = own
    total = list_tiles(wall, all_tiles)
    with nogil:
        for i in range(n):
            if i & OFTEN == 0:
                with gil:
                    PyErr_CheckSignals()
            memcpy(hand, start, 32)
            memcpy(left, wall, 32)
            memcpy(tiles, all_tiles, TILES)
            random_start(&random, seed, first + <uint64_t> i, STREAM_SOLO)
            fan = play(chosen, hand, melds_c, left, tiles, total, draws, rules_c, &random,
                       &ting_at, &won_at)
            if ting_at >= 0:
                ting[ting_at] += 1
            if won_at >= 0:
                won[won_at] += 1
                score += fan
                squares += fan * fan
    return wins, tings, score, squares
