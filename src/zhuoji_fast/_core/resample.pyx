"""重发暗牌: the tiles that one seat does not see, dealt anew.

Hidden are the concealed tiles of the others and the wall. Every deal of them with the right number
of tiles in each place is equally likely, among those in which the frozen hand of every declared
seat is ting. What the others have passed is as hidden as their tiles: their locks and passes
are forgotten.

Each frozen hand is dealt from all hidden tiles until it is ting, about a thousand times; after
TRIES hands in vain it is drawn from the counted ting hands instead, which is as even and always
ends. Several frozen hands are dealt so without regard to each other, and all again if two of
them have a tile in common, so that every deal without such a clash is as likely as any other.

Two things more are certain of the others: a seat that has declared and not yet thrown has a
discard that leaves it ting, and while a window is open somebody is asked. The whole is dealt
until it is so, ROUNDS times at most.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.belief cimport move_tiles
from zhuoji_fast._core.deal cimport (
    STREAM_RESAMPLE,
    TILES,
    RandomC,
    random_below,
    random_start,
    shuffle,
)
from zhuoji_fast._core.kernels cimport waits
from zhuoji_fast._core.legal cimport (
    ask_hard,
    has_bit,
    held_quads,
    may_declare_with_discard,
    open_window,
    ting_after,
)
from zhuoji_fast._core.settle cimport SeatC
from zhuoji_fast._core.state cimport (
    PHASE_HARD,
    PHASE_OVER,
    PHASE_TURN,
    TableC,
)
from zhuoji_fast._core.table cimport table_copy
from zhuoji_fast._core.tinghands cimport TingPoolC, ting_hand, ting_pool

cdef enum:
    TRIES = 10_000
    ROUNDS = 200_000
    FROZEN = 13


cdef struct DealC:
    uint8_t tiles[TILES]    # the hidden tiles
    uint8_t order[TILES]    # their places in some order
    uint8_t used[TILES]     # whether a frozen hand has the tile at a place
    int number
    uint8_t hand[4][27]     # dealt so far
    int8_t drawn            # of the seat whose turn it is
    uint8_t wall[TILES]     # what is left for the wall
    bint counted
    TingPoolC ways          # ting hands of all hidden tiles, once counted


cdef inline int size_of(const uint8_t *hand) noexcept nogil:
    cdef int size = 0
    cdef int tile
    for tile in range(27):
        size += hand[tile]
    return size


cdef void gather_hidden(const TableC *t, int seat, DealC *d) noexcept nogil:
    # By kind: where a hidden tile lies now must not show in what a seed deals.
    cdef uint8_t hidden[27]
    cdef int other, tile, i
    memset(hidden, 0, sizeof(hidden))
    for other in range(t.p.n):
        if other != seat:
            for tile in range(27):
                hidden[tile] += t.p.seat[other].hand[tile]
    for i in range(t.head, t.tail):
        hidden[t.wall[i]] += 1
    d.number = 0
    d.counted = False
    for tile in range(27):
        for _ in range(hidden[tile]):
            d.tiles[d.number] = <uint8_t> tile
            d.order[d.number] = <uint8_t> d.number
            d.number += 1


cdef void swap_places(DealC *d, int i, int j) noexcept nogil:
    cdef uint8_t place = d.order[i]
    d.order[i] = d.order[j]
    d.order[j] = place


cdef void count_ting(DealC *d) noexcept nogil:
    cdef uint8_t pool[27]
    cdef int i
    if not d.counted:
        memset(pool, 0, sizeof(pool))
        for i in range(d.number):
            pool[d.tiles[i]] += 1
        ting_pool(pool, &d.ways)
        d.counted = True


cdef void find_ting(DealC *d, RandomC *r, uint8_t *hand) noexcept nogil:
    # A ting hand of 13 hidden tiles, each equally likely; their places come first in `order`.
    cdef uint8_t left[27]
    cdef int _try, i, j
    for _try in range(TRIES):
        memset(hand, 0, 27)
        for i in range(FROZEN):
            swap_places(d, i, i + <int> random_below(r, <uint32_t> (d.number - i)))
            hand[d.tiles[d.order[i]]] += 1
        if waits(hand, NULL) & ~held_quads(hand):
            return
    count_ting(d)
    ting_hand(&d.ways, r, hand)
    shuffle(r, d.order, d.number)  # which of the equal tiles
    memcpy(left, hand, 27)
    j = 0
    for i in range(d.number):
        if left[d.tiles[d.order[i]]]:
            left[d.tiles[d.order[i]]] -= 1
            swap_places(d, i, j)
            j += 1


cdef bint deal_hidden(
    const TableC *t, int seat, RandomC *r, bint belief, DealC *d
) noexcept nogil:
    cdef int drawer = t.turn if t.phase == PHASE_TURN and t.drawn >= 0 else -1
    cdef uint8_t rest[TILES]
    cdef int8_t owner[TILES]
    cdef int other, i, left, number
    memset(d.hand, 0, sizeof(d.hand))
    memset(d.used, 0, sizeof(d.used))
    d.drawn = -1
    for other in range(t.p.n):
        if other != seat and t.p.seat[other].declared:
            find_ting(d, r, d.hand[other])
            for i in range(FROZEN):
                if d.used[d.order[i]]:
                    return False
                d.used[d.order[i]] = 1
    left = 0
    for i in range(d.number):
        if not d.used[i]:
            rest[left] = d.tiles[i]
            left += 1
    shuffle(r, rest, left)
    number = left
    for other in range(t.p.n):
        if other == seat:
            continue
        for _ in range(size_of(t.p.seat[other].hand) - size_of(d.hand[other])):
            left -= 1
            owner[left] = <int8_t> other
            d.hand[other][rest[left]] += 1
            if other == drawer:
                d.drawn = rest[left]
    if belief and (drawer < 0 or drawer == seat):
        for i in range(left):
            owner[i] = -1
        move_tiles(t, rest, owner, number, left, d.hand, r)
    memcpy(d.wall, rest, left)
    return True


cdef bint declarer_fits(const TableC *t, int seat, const DealC *d) noexcept nogil:
    # Whether a seat that has declared and not yet thrown can throw so that it is ting.
    cdef SeatC own
    if not t.declaring or t.turn == seat:
        return True
    own = t.p.seat[t.turn]
    memcpy(own.hand, d.hand[t.turn], 27)
    return ting_after(&own) != 0


cdef void see_hand(TableC *t, int seat) noexcept nogil:
    # What follows from the new hand of a seat, past passes being forgotten.
    cdef SeatC *own = &t.p.seat[seat]
    cdef uint8_t before[27]
    cdef bint drawer = t.phase == PHASE_TURN and t.turn == seat and t.drawn >= 0
    memcpy(before, own.hand, 27)
    if drawer:
        before[t.drawn] -= 1
    t.locked[seat] = 0
    own.passed = -1
    if not (own.dead or t.phase == PHASE_TURN and t.turn == seat and t.drawn < 0):
        t.waits[seat] = waits(before, own.melds)
    t.dealt_quads[seat] = 0 if has_bit(t.past_first, seat) else held_quads(before)
    if drawer:
        t.drawn_in_turn = 1u << t.drawn
        t.ting_discards = 0
        if may_declare_with_discard(t):
            t.ting_discards = ting_after(own)


cdef bint imagined(TableC *t, int seat, RandomC *r, bint belief, DealC *d) noexcept nogil:
    # One deal of what `seat` does not see; False if it does not fit what has happened.
    cdef int other
    if not (deal_hidden(t, seat, r, belief, d) and declarer_fits(t, seat, d)):
        return False
    memcpy(&t.wall[t.head], d.wall, t.tail - t.head)
    if d.drawn >= 0:
        t.drawn = d.drawn
    for other in range(t.p.n):
        if other != seat:
            memcpy(t.p.seat[other].hand, d.hand[other], 27)
            see_hand(t, other)
            t.known_from[other] = t.n_events
    t.seeded = 0
    if t.phase == PHASE_HARD:
        for other in range(t.p.n):
            if other != seat:
                ask_hard(t, other)
    elif t.phase != PHASE_TURN:
        open_window(t, t.phase)
    return t.pending != 0 or t.patient


cdef bint table_resample(
    TableC *t, int seat, uint64_t seed, uint64_t number, bint belief
) noexcept nogil:
    cdef RandomC r
    cdef DealC d
    cdef TableC trial
    cdef int _round
    if t.phase == PHASE_OVER:
        return False
    random_start(&r, seed, number, STREAM_RESAMPLE)
    gather_hidden(t, seat, &d)
    for _round in range(ROUNDS):
        table_copy(&trial, t)
        if imagined(&trial, seat, &r, belief, &d):
            table_copy(t, &trial)
            return True
    return False
