"""The hands that the exact solo search looks at, and how one becomes another.

A hand *waits* with 3n+1 tiles and *throws* with 3n+2. Each is the start with some tiles gained and
some thrown; layer by layer of the number gained, each hand is made from its one parent: gained
tiles are added and thrown ones removed in ascending order, in turn. Hands that gained the same
tiles stand together, since most moves stay among them or lead to few other such blocks.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from zhuoji_fast._core.rules cimport (
    ROW_PING, SELF_DRAW_ALL, SELF_DRAW_PLAIN, RulesC, best_row)
from zhuoji_fast._core.suits cimport Suits

cdef enum:
    SEARCH_OK = 0
    SEARCH_NO_MEMORY = 1
    SEARCH_TOO_MANY = 2
    MOST_HANDS = (1 << 28) - 1  # what an edge has bits for
    LAYERS = 16   # a hand gains 14 tiles at most
    LACKING = 16  # and lacks fewer
    DEGREES = 16  # and has no more than 14 throws
    COPIES = 7
    COMPLETES_QUAD = 8
    NODE_SHIFT = 4


ctypedef struct Group:
    # Some throwing hands with equally many tiles gained, tiles lacking and throws that stay. An
    # edge is the waiting hand after a throw << NODE_SHIFT, COMPLETES_QUAD where drawing the tile
    # back makes four of it and that changes the worth, and the unseen copies there are to draw.
    int layer
    int lacking
    int degree
    int64_t n
    uint32_t *edges  # degree a hand
    double *worth  # of finished hands: worth where the draw made no quad, and where it did


ctypedef struct Search:
    # ---- what is asked
    uint8_t start[32]
    uint8_t melds[32]
    uint8_t unseen[32]
    bint known          # whether melds were given
    bint throws_first   # the start has 3n+2 tiles
    bint keep_finished  # finished hands are nodes of their own (for scores)
    bint keep_keys      # the counts of waiting hands are wanted
    int reach           # gained + shanten of a searched hand
    int64_t most        # searched hands allowed
    # ---- on the way
    Suits suits[3]
    uint32_t sets  # to be made
    bint melded
    bint by_pairs  # seven pairs are possible
    # ---- what is found
    int64_t n_waiting
    int64_t n_throwing  # in groups
    int64_t n_hands     # searched hands of both sizes, finished ones included
    int64_t n_edges
    int layers          # that have waiting hands
    int64_t first[LAYERS][LACKING + 1]  # waiting hands are numbered by layer, then tiles lacking
    Group *groups       # by layer
    int n_groups
    void **chunks       # what the groups point into
    int n_chunks
    uint8_t *useful  # unseen copies of the useful tiles of waiting hands that lack one or two
    uint8_t *copies  # the same of all tiles that it may keep, waits included
    uint64_t *keys   # the counts of waiting hands in base 5, if wanted
    int32_t throw_to[27]  # waiting hand after each throw of the start, -1 if not searched


cdef int search_build(Search *s, const RulesC *rules) noexcept nogil
cdef void search_free(Search *s) noexcept nogil


cdef inline double self_drawn_fan(const RulesC *rules, uint32_t flags, bint quad) noexcept nogil:
    """Fan of a finished hand with the self-draw bonus; whether the draw made a quad."""
    cdef int row = best_row(rules, flags, quad)
    cdef bint bonus = (rules.self_draw == SELF_DRAW_ALL
                       or (rules.self_draw == SELF_DRAW_PLAIN and row == ROW_PING))
    return <double> (rules.fan[row] + bonus)
