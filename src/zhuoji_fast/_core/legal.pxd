"""能做什么: what a seat may do, inline. Each question about legality is answered here and nowhere
else: by the masks of a turn, by the claims on an open tile, by the discards that leave ting.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from zhuoji_fast._core.kernels cimport shanten, waits
from zhuoji_fast._core.rows cimport zj_equal27, zj_load27
from zhuoji_fast._core.rules cimport DECLARE_HARD_SOFT, DECLARE_OFF, RulesC
from zhuoji_fast._core.settle cimport MELD_PONG, SeatC, WinC, kong_kinds, situation_of
from zhuoji_fast._core.state cimport (
    LOCKED_ALL,
    LOCKED_FOREVER,
    MAY_DECLARE,
    MAY_KONG,
    MAY_PASS,
    MAY_PONG,
    MAY_WIN,
    PHASE_CLAIM,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_TURN,
    LegalC,
    TableC,
    wall_left,
)
from zhuoji_fast._core.value cimport (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    DECLARED_HARD,
    DECLARED_SOFT,
    SituationC,
    win_permitted,
    winning_row,
)

cdef enum:
    ALL_TILES = (1 << 27) - 1


cdef inline bint has_bit(uint32_t mask, int bit) noexcept nogil:
    return mask >> bit & 1


cdef inline uint32_t held_tiles(const uint8_t *hand) noexcept nogil:
    return ~zj_equal27(zj_load27(hand), 0) & ALL_TILES


cdef inline uint32_t held_quads(const uint8_t *hand) noexcept nogil:
    return zj_equal27(zj_load27(hand), 4) & ALL_TILES


cdef inline uint32_t ponged_tiles(const SeatC *seat) noexcept nogil:
    cdef uint32_t tiles = 0
    cdef int i
    for i in range(seat.n_melds):
        if seat.meld[i].kind == MELD_PONG:
            tiles |= 1u << seat.meld[i].tile
    return tiles


cdef inline void win_facts(const TableC *t, int seat, WinC *win) noexcept nogil:
    # The win that `seat` could make now, with all its marks.
    cdef bint dealer = seat == t.p.dealer
    win.seat = <uint8_t> seat
    win.source = win.kong = -1
    win.hot_shot = win.kong_bloom = win.first_draw = win.heavenly = win.first_discard = 0
    if t.phase == PHASE_TURN:
        win.by = BY_SELF_DRAW
        win.tile = <uint8_t> t.drawn
        win.kong_bloom = t.replacement
        if not t.called and not has_bit(t.discarded, seat):
            win.heavenly = dealer
            win.first_draw = not dealer
        return
    win.tile = <uint8_t> t.tile
    win.source = t.turn
    if t.phase == PHASE_ROB:
        win.by = BY_ROBBED_KONG
        return
    win.by = BY_DISCARD
    win.first_discard = t.first_discard
    if t.kong >= 0:
        win.hot_shot = 1
        win.kong = t.kong


cdef inline bint may_take(const TableC *t, int seat) noexcept nogil:
    # Whether a seat may win on the open tile: finished, not locked, permitted.
    cdef const SeatC *own = &t.p.seat[seat]
    cdef WinC win
    cdef SituationC situation
    if not has_bit(t.waits[seat], t.tile):
        return False
    if t.locked[seat] & ((1u << t.tile) | LOCKED_ALL | LOCKED_FOREVER):
        return False
    win_facts(t, seat, &win)
    situation_of(&t.p, &win, t.turn, &situation)
    return win_permitted(
        t.rules, winning_row(t.rules, own.hand, own.melds, t.tile), kong_kinds(own), &situation
    )


cdef inline uint32_t claim_of(const TableC *t, int seat) noexcept nogil:
    # MAY_... of a seat towards the open tile; 0 if it could only pass.
    cdef const SeatC *own = &t.p.seat[seat]
    cdef uint32_t may = 0
    if seat == t.turn:
        return 0
    if may_take(t, seat):
        may = MAY_WIN
    if (
        t.phase == PHASE_CLAIM
        and own.hand[t.tile] >= 2
        and wall_left(t)
        and not own.declared
    ):
        may |= MAY_PONG
        if own.hand[t.tile] == 3:
            may |= MAY_KONG
    return may | MAY_PASS if may else 0


cdef inline void open_window(TableC *t, int phase) noexcept nogil:
    # Ask everybody about the open tile.
    cdef int seat
    t.phase = <uint8_t> phase
    t.pending = 0
    for seat in range(t.p.n):
        t.claims[seat] = <uint8_t> claim_of(t, seat)
        t.pending |= <uint8_t> ((t.claims[seat] != 0) << seat)


cdef inline void ask_hard(TableC *t, int seat) noexcept nogil:
    # Ask a seat for its hard declaration, if it may make one.
    cdef bint may = (
        t.rules.declare == DECLARE_HARD_SOFT
        and seat != t.p.dealer
        and t.waits[seat & 3] != 0
    )
    t.claims[seat & 3] = (MAY_DECLARE | MAY_PASS) if may else 0
    t.pending = <uint8_t> ((t.pending & ~(1 << seat)) | may << seat)


cdef inline bint may_declare_with_discard(const TableC *t) noexcept nogil:
    # All that a declaration of `turn` needs but a discard that leaves ting.
    cdef const SeatC *own = &t.p.seat[t.turn]
    return (
        t.rules.declare != DECLARE_OFF
        and not t.called
        and not has_bit(t.discarded, t.turn)
        and not own.declared
        and not own.dead
    )


cdef inline uint32_t ting_after(const SeatC *seat) noexcept nogil:
    # Discards of a 3n+2 hand that leave it ting.
    cdef uint8_t hand[27]
    cdef uint32_t found = 0
    cdef int tile
    if shanten(seat.hand, seat.melds) > 0:
        return 0
    for tile in range(27):
        hand[tile] = seat.hand[tile]
    for tile in range(27):
        if hand[tile]:
            hand[tile] -= 1
            found |= <uint32_t> (waits(hand, seat.melds) != 0) << tile
            hand[tile] += 1
    return found


cdef inline int declared_with_discard(const TableC *t) noexcept nogil:
    # What a declaration with the first discard is written as.
    if t.rules.declare == DECLARE_HARD_SOFT and t.turn != t.p.dealer:
        return DECLARED_SOFT
    return DECLARED_HARD


cdef inline void turn_actions(const TableC *t, LegalC *out) noexcept nogil:
    cdef const SeatC *own = &t.p.seat[t.turn]
    if t.declaring:
        out.discards = t.ting_discards
        return
    if t.drawn >= 0 and has_bit(t.waits[t.turn], t.drawn):
        out.other = MAY_WIN
    if own.declared:
        out.discards = 1u << t.drawn
        return
    out.discards = held_tiles(own.hand)
    if t.drawn < 0:
        return
    if t.ting_discards:
        out.other |= MAY_DECLARE
    if wall_left(t):
        out.concealed = held_quads(own.hand)
        if own.n_melds:
            out.added = ponged_tiles(own) & out.discards


cdef inline void legal_actions(const TableC *t, int seat, LegalC *out) noexcept nogil:
    out.discards = out.concealed = out.added = out.other = 0
    if not has_bit(t.pending, seat):
        return
    if t.phase == PHASE_TURN:
        turn_actions(t, out)
    elif t.phase != PHASE_OVER:
        out.other = t.claims[seat]


cdef inline bint is_late(const TableC *t, int tile) noexcept nogil:
    # 憨包豆: whether a concealed or added kong of `turn` comes after its first chance.
    if has_bit(t.drawn_in_turn, tile):
        return False
    return (
        has_bit(t.past_first, t.turn)
        or not has_bit(t.dealt_quads[t.turn], tile)
        or t.rules.dealt_quad_is_late
    )
