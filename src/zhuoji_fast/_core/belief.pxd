"""推测: hidden hands as far from ting as they tend to be at that point of a hand, inline.

Dealing the hidden tiles evenly gives the others hands that are too fresh: they have thrown what
they could not use. `progress.h` has, by the number of tiles in a player's river, his melds and his
shanten, how much more often that shanten is met in self-play of `useful` than among even deals.
A chain of swaps (Metropolis et al., 1953) moves an even deal towards deals weighted by the product
of that ratio over the hidden hands: two hidden tiles of different places change places if that
makes the weight no smaller, else with the probability new / old.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from zhuoji_fast._core.deal cimport RandomC, random_below, random_word
from zhuoji_fast._core.kernels cimport shanten
from zhuoji_fast._core.state cimport TableC

cdef extern from "progress.h" nogil:
    enum:
        PROGRESS_TURNS
        PROGRESS_SHANTEN
    const float zj_progress[]  # [turns][5 melds][shanten 0, 1, ...]

cdef enum:
    SWAPS = 500  # tried; enough to forget the even deal, see docs/odds.md


cdef inline float progress_weight(const TableC *t, int seat, const uint8_t *hand) noexcept nogil:
    cdef int turn = t.n_river[seat]
    cdef int lacks = shanten(hand, t.p.seat[seat].melds)
    if turn >= PROGRESS_TURNS:
        turn = PROGRESS_TURNS - 1
    if lacks >= PROGRESS_SHANTEN:
        lacks = PROGRESS_SHANTEN - 1
    return zj_progress[(turn * 5 + t.p.seat[seat].n_melds) * PROGRESS_SHANTEN + lacks]


cdef inline void move_tiles(
    const TableC *t, uint8_t *tiles, const int8_t *owner, int number, int wall,
    uint8_t (*hand)[27], RandomC *r
) noexcept nogil:
    # `tiles` up to `wall` lie in the wall, up to `number` in the hand of `owner`, the seat.
    cdef float weight[4]
    cdef float new_one, new_other
    cdef int seat, one, other, i, j
    if wall == number:
        return
    for seat in range(t.p.n):
        weight[seat] = progress_weight(t, seat, hand[seat])
    for _ in range(SWAPS):
        i = wall + <int> random_below(r, <uint32_t> (number - wall))
        j = <int> random_below(r, <uint32_t> number)
        one = owner[i]
        other = owner[j]
        if one == other or tiles[i] == tiles[j]:
            continue
        swap_tiles(tiles, i, j, hand, one, other)
        new_one = progress_weight(t, one, hand[one])
        new_other = progress_weight(t, other, hand[other]) if other >= 0 else 1
        if new_one * new_other < weight[one] * (weight[other] if other >= 0 else 1) * (
            <float> random_word(r) * <float> 2.3283064365386963e-10
        ):
            swap_tiles(tiles, i, j, hand, one, other)
            continue
        weight[one] = new_one
        if other >= 0:
            weight[other] = new_other


cdef inline void swap_tiles(
    uint8_t *tiles, int i, int j, uint8_t (*hand)[27], int one, int other
) noexcept nogil:
    cdef uint8_t tile = tiles[i]
    hand[one][tile] -= 1
    hand[one][tiles[j]] += 1
    if other >= 0:
        hand[other][tiles[j]] -= 1
        hand[other][tile] += 1
    tiles[i] = tiles[j]
    tiles[j] = tile
