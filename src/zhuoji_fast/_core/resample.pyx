"""重发暗牌: the tiles that one seat does not see, dealt anew.

Hidden are the concealed tiles of the others and the wall. Every deal of them with the right number
of tiles in each place is equally likely, among those in which the frozen hand of every declared
seat is ting. What the others have passed is as hidden as their tiles: their locks and passes
are forgotten.

The frozen hands are drawn first, from the counted ting hands of all hidden tiles; the rest is
shuffled. One frozen hand is exactly even. Several have no tile in common and are as even as a chain
of steps makes them, see ``_core.tinghands``. Where no such hands are found there is no deal.

Two things more are certain of the others: a seat that has declared and not yet thrown has a
discard that leaves it ting, and while a window is open somebody is asked. The whole is dealt
until it is so, ROUNDS times at most, with several frozen hands CHAINS times.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.belief cimport move_tiles
from zhuoji_fast._core.deal cimport (
    STREAM_RESAMPLE,
    TILES,
    RandomC,
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
from zhuoji_fast._core.tinghands cimport TingDealC, ting_deal

cdef enum:
    ROUNDS = 200_000
    CHAINS = 2_000


cdef struct DealC:
    uint8_t hidden[27]
    uint8_t hand[4][27]     # dealt so far
    int8_t drawn            # of the seat whose turn it is
    uint8_t wall[TILES]     # what is left for the wall
    TingDealC frozen        # hands of the declared seats, in their order


cdef inline int size_of(const uint8_t *hand) noexcept nogil:
    cdef int size = 0
    cdef int tile
    for tile in range(27):
        size += hand[tile]
    return size


cdef void gather_hidden(const TableC *t, int seat, DealC *d) noexcept nogil:
    # By kind: where a hidden tile lies now must not show in what a seed deals.
    cdef int other, tile, i
    memset(d.hidden, 0, sizeof(d.hidden))
    d.frozen.hands = 0
    d.frozen.counted = False
    for other in range(t.p.n):
        if other != seat:
            d.frozen.hands += t.p.seat[other].declared != 0
            for tile in range(27):
                d.hidden[tile] += t.p.seat[other].hand[tile]
    for i in range(t.head, t.tail):
        d.hidden[t.wall[i]] += 1
    memcpy(d.frozen.pool, d.hidden, 27)


cdef void deal_hidden(
    const TableC *t, int seat, RandomC *r, bint belief, DealC *d
) noexcept nogil:
    # All but the frozen hands, which are there.
    cdef int drawer = t.turn if t.phase == PHASE_TURN and t.drawn >= 0 else -1
    cdef uint8_t left[27]
    cdef uint8_t rest[TILES]
    cdef int8_t owner[TILES]
    cdef int other, tile, i
    cdef int wall, number = 0, hands = 0
    memcpy(left, d.hidden, 27)
    memset(d.hand, 0, sizeof(d.hand))
    d.drawn = -1
    for other in range(t.p.n):
        if other != seat and t.p.seat[other].declared:
            memcpy(d.hand[other], d.frozen.hand[hands], 27)
            hands += 1
            for tile in range(27):
                left[tile] -= d.hand[other][tile]
    for tile in range(27):
        for _ in range(left[tile]):
            rest[number] = <uint8_t> tile
            number += 1
    shuffle(r, rest, number)
    wall = number
    for other in range(t.p.n):
        if other == seat:
            continue
        for _ in range(size_of(t.p.seat[other].hand) - size_of(d.hand[other])):
            wall -= 1
            owner[wall] = <int8_t> other
            d.hand[other][rest[wall]] += 1
            if other == drawer:
                d.drawn = rest[wall]
    if belief and (drawer < 0 or drawer == seat):
        for i in range(wall):
            owner[i] = -1
        move_tiles(t, rest, owner, number, wall, d.hand, r)
    memcpy(d.wall, rest, wall)


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
    deal_hidden(t, seat, r, belief, d)
    if not declarer_fits(t, seat, d):
        return False
    memcpy(&t.wall[t.head], d.wall, t.tail - t.head)
    if d.drawn >= 0:
        t.drawn = d.drawn
    for other in range(t.p.n):
        if other != seat:
            memcpy(t.p.seat[other].hand, d.hand[other], 27)
            see_hand(t, other)
            t.known_from[other] = t.n_events
            t.deal_hidden |= <uint8_t> (1 << other)
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
    for _round in range(ROUNDS if d.frozen.hands < 2 else CHAINS):
        if d.frozen.hands and not ting_deal(&d.frozen, &r):
            return False
        table_copy(&trial, t)
        if imagined(&trial, seat, &r, belief, &d):
            table_copy(t, &trial)
            return True
    return False
