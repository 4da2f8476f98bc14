"""叫牌的手: how many ting hands of 13 a pool of tiles holds, and one of them at random."""

from libc.stdint cimport uint8_t, uint64_t

from zhuoji_fast._core.deal cimport RandomC


cdef struct TingPoolC:
    # Ways to take a part of the hand from each suit, by size and by what the part is good for.
    uint8_t pool[27]
    uint64_t ways[3][168]
    uint64_t total


cdef void ting_pool(const uint8_t *pool, TingPoolC *out) noexcept nogil
cdef void ting_hand(const TingPoolC *ways, RandomC *r, uint8_t *hand) noexcept nogil
cdef uint64_t random_under(RandomC *r, uint64_t n) noexcept nogil
