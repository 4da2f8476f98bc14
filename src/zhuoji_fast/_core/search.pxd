"""The hands that the exact solo search looks at, and how one becomes another.

A hand *waits* with 3n+1 tiles and *throws* with 3n+2. Each is the start with some tiles gained and
some thrown; layer by layer of the number gained, each hand is made from its one parent: gained
tiles are added and thrown ones removed in ascending order, in turn.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from zhuoji_fast._core.rules cimport RulesC

cdef enum:
    SEARCH_OK = 0
    SEARCH_NO_MEMORY = 1
    SEARCH_TOO_MANY = 2
    COMPLETES_QUAD = 8


ctypedef struct Layer:
    # Hands of one size with equally many tiles gained: 32 bytes a row.
    int64_t n
    int64_t room
    uint8_t *row
    uint64_t *key
    uint32_t *throws  # of throwing hands: tiles whose throw stays in the search
    uint8_t *lacking  # tiles it lacks, 0 if finished


ctypedef struct Places:
    # Open addressing from a waiting hand's key to its number.
    int64_t size  # power of two
    uint64_t *key     # 0 where free: no hand is empty
    int32_t *number


ctypedef struct Search:
    # ---- what is asked
    uint8_t start[32]
    uint8_t melds[32]
    uint8_t limit[32]   # most of a kind in hand
    uint8_t unseen[32]
    bint melded
    bint known  # whether melds were given
    bint throws_first  # the start has 3n+2 tiles
    bint keep_finished  # finished hands are nodes of their own (for scores)
    int reach           # gained + shanten of a searched hand
    int64_t most        # searched hands allowed
    # ---- what is found
    int64_t n_waiting
    int64_t n_throwing
    int64_t n_hands     # searched hands of both sizes, finished ones included
    int64_t n_edges
    int64_t waiting_room
    int64_t throwing_room
    int64_t edge_room
    int64_t *first      # of the edges of each throwing hand, n_throwing + 1
    int32_t *to         # waiting hand of each edge
    uint8_t *copies     # unseen copies of the edge's tile when drawn, and COMPLETES_QUAD
    uint8_t *wins       # of each waiting hand: unseen copies of its waits
    uint8_t *ting
    int32_t *worth      # of a finished throwing hand whose last draw made a quad, -1 of others
    int32_t *worth_no_quad  # the same where the last tile drawn is not of a quad
    int32_t throw_to[27]  # waiting hand after each throw of the start, -1 if not searched


cdef int search_build(Search *s, const RulesC *rules) noexcept nogil
cdef void search_free(Search *s) noexcept nogil
