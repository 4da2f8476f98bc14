"""叫牌的手: how many ting hands of 13 a pool of tiles holds, and some of them at random."""

from libc.stdint cimport uint8_t, uint64_t

from zhuoji_fast._core.deal cimport RandomC

cdef enum:
    STATES = 1393  # of the automaton of a suit; tinghands.pyx checks it


cdef struct TingPoolC:
    # Ways to come to each state in each suit, with one place for those that lead nowhere.
    uint8_t pool[27]
    uint64_t ways[3][STATES + 1]
    uint64_t total


cdef struct TingDealC:
    # Hands to be drawn from one pool: `pool`, `hands` (1 to 3) and `counted`, False, are given.
    uint8_t pool[27]
    int hands
    uint8_t hand[3][27]
    bint counted
    TingPoolC all      # of the whole pool, once counted
    TingPoolC ways[3]


cdef void ting_pool(const uint8_t *pool, TingPoolC *out) noexcept nogil
# One of the hands as 27 counts, each equally likely; False if there is none.
cdef bint ting_hand(const TingPoolC *ways, RandomC *r, uint8_t *hand) noexcept nogil
cdef uint64_t random_under(RandomC *r, uint64_t n) noexcept nogil
# Draw so many hands without a tile in common, every choice of them as likely (see tinghands.pyx).
# False if there are none, or after 20,000 draws in vain.
cdef bint ting_deal(TingDealC *d, RandomC *r) noexcept nogil
