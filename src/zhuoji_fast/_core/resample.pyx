"""重发暗牌: the tiles that one seat does not see, dealt anew.

Hidden are the concealed tiles of the others and the wall. Every deal of them with the right number
of tiles in each place is equally likely, among those in which the frozen hand of every declared
seat is ting. What the others have passed is as hidden as their tiles: their locks and passes
are forgotten.

One frozen hand is dealt until it is ting; after TRIES hands in vain it is drawn from the counted
ting hands instead, which is as even and always ends. Of several frozen hands each is drawn
from what those before it left, and the whole is kept with probability (ting hands left for each) /
(ting hands of the full pool), which makes all deals of them even again.

Two things more are certain of the others: a seat that has declared and not yet thrown has a
discard that leaves it ting, and while a window is open somebody is asked. The whole is dealt
until it is so, ROUNDS times at most.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

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
from zhuoji_fast._core.tinghands cimport TingPoolC, random_under, ting_hand, ting_pool

cdef enum:
    TRIES = 20_000
    ROUNDS = 200_000
    FROZEN = 13


cdef struct DealC:
    uint8_t tiles[TILES]    # the hidden tiles in some order
    int number
    uint8_t hand[4][27]     # dealt so far
    int8_t drawn            # of the seat whose turn it is


cdef inline int size_of(const uint8_t *hand) noexcept nogil:
    cdef int size = 0
    cdef int tile
    for tile in range(27):
        size += hand[tile]
    return size


cdef inline void swap(DealC *d, int i, int j) noexcept nogil:
    cdef uint8_t tile = d.tiles[i]
    d.tiles[i] = d.tiles[j]
    d.tiles[j] = tile


cdef void take_last(DealC *d, RandomC *r, int number, uint8_t *hand) noexcept nogil:
    # Deal random tiles off the end; the last one taken is in d.drawn.
    cdef int _i
    for _i in range(number):
        swap(d, d.number - 1, <int> random_below(r, <uint32_t> d.number))
        d.number -= 1
        hand[d.tiles[d.number]] += 1
        d.drawn = d.tiles[d.number]


cdef void take_these(DealC *d, const uint8_t *hand) noexcept nogil:
    # Move the tiles of a hand behind the end.
    cdef uint8_t left[27]
    cdef int i = 0
    memcpy(left, hand, 27)
    while i < d.number:
        if left[d.tiles[i]]:
            left[d.tiles[i]] -= 1
            d.number -= 1
            swap(d, i, d.number)
        else:
            i += 1


cdef void counted(const DealC *d, TingPoolC *out) noexcept nogil:
    cdef uint8_t pool[27]
    cdef int i
    memset(pool, 0, sizeof(pool))
    for i in range(d.number):
        pool[d.tiles[i]] += 1
    ting_pool(pool, out)


cdef bint take_ting(DealC *d, RandomC *r, uint8_t *hand) noexcept nogil:
    # A ting hand of 13, each equally likely.
    cdef TingPoolC ways
    cdef int _try
    cdef int before = d.number
    for _try in range(TRIES):
        memset(hand, 0, 27)
        take_last(d, r, FROZEN, hand)
        if waits(hand, NULL) & ~held_quads(hand):
            return True
        d.number = before
    counted(d, &ways)
    if ways.total == 0:
        return False
    ting_hand(&ways, r, hand)
    take_these(d, hand)
    return True


cdef bint take_frozen(DealC *d, RandomC *r, const int *frozen, int number) noexcept nogil:
    # The hands of all frozen seats; False if this round is not kept.
    cdef TingPoolC ways
    cdef uint64_t total = 0
    cdef int i
    for i in range(number):
        if number > 1:
            counted(d, &ways)
            if i == 0:
                total = ways.total
            if total == 0 or random_under(r, total) >= ways.total:
                return False
        if not take_ting(d, r, d.hand[frozen[i]]):
            return False
    return True


cdef bint deal_hidden(const TableC *t, int seat, RandomC *r, DealC *d) noexcept nogil:
    cdef int frozen[4]
    cdef int number = 0
    cdef int other, missing, i
    cdef int drawer = t.turn if t.phase == PHASE_TURN and t.drawn >= 0 else -1
    cdef int8_t drawn = -1
    d.number = 0
    memset(d.hand, 0, sizeof(d.hand))
    for other in range(t.p.n):
        if other == seat:
            continue
        for i in range(27):
            for _ in range(t.p.seat[other].hand[i]):
                d.tiles[d.number] = <uint8_t> i
                d.number += 1
        if t.p.seat[other].declared:
            frozen[number] = other
            number += 1
    for i in range(t.head, t.tail):
        d.tiles[d.number] = t.wall[i]
        d.number += 1
    if not take_frozen(d, r, frozen, number):
        return False
    for other in range(t.p.n):
        if other == seat:
            continue
        missing = size_of(t.p.seat[other].hand) - size_of(d.hand[other])
        if missing > 0:
            take_last(d, r, missing, d.hand[other])
        if other == drawer:
            drawn = d.drawn
    d.drawn = drawn
    shuffle(r, d.tiles, d.number)
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


cdef bint imagined(TableC *t, int seat, RandomC *r) noexcept nogil:
    # One deal of what `seat` does not see; False if it does not fit what has happened.
    cdef DealC d
    cdef int other
    if not (deal_hidden(t, seat, r, &d) and declarer_fits(t, seat, &d)):
        return False
    memcpy(&t.wall[t.head], d.tiles, t.tail - t.head)
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


cdef bint table_resample(TableC *t, int seat, uint64_t seed, uint64_t number) noexcept nogil:
    cdef RandomC r
    cdef TableC trial
    cdef int _round
    if t.phase == PHASE_OVER:
        return False
    random_start(&r, seed, number, STREAM_RESAMPLE)
    for _round in range(ROUNDS):
        table_copy(&trial, t)
        if imagined(&trial, seat, &r):
            table_copy(t, &trial)
            return True
    return False
