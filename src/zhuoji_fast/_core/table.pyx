"""牌桌: dealing, taking answers, drawing and ending, as ``table.pxd`` declares it."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.deal cimport TILES, shuffled_wall
from zhuoji_fast._core.kernels cimport waits
from zhuoji_fast._core.legal cimport (
    ask_hard,
    declared_with_discard,
    has_bit,
    held_quads,
    is_late,
    legal_actions,
    may_declare_with_discard,
    open_window,
    ting_after,
    win_facts,
)
from zhuoji_fast._core.refusals cimport refusal
from zhuoji_fast._core.rules cimport (
    DEAD_HAND_PAY,
    PASS_LOCK_ANY,
    PASS_LOCK_DECLARED,
    PASS_LOCK_SAME_TILE,
)
from zhuoji_fast._core.settle cimport (
    END_DEAD_HAND,
    END_EXHAUSTED,
    END_WIN,
    MELD_ADDED_KONG,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PONG,
    WUGU,
    YAOJI,
    SeatC,
)
from zhuoji_fast._core.value cimport DECLARED_HARD, winning_row


cdef inline void note(TableC *t, int kind, int seat, int tile, int info) noexcept nogil:
    cdef EventC *event = &t.event[t.n_events]
    if t.n_events < EVENTS:
        t.n_events += 1
        event.kind = <uint8_t> kind
        event.seat = <uint8_t> seat
        event.tile = <uint8_t> tile
        event.info = <uint8_t> info


cdef inline int following(const TableC *t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.p.n else 0


cdef inline void find_waits(TableC *t, int seat) noexcept nogil:
    cdef const SeatC *own = &t.p.seat[seat]
    if not own.dead:
        t.waits[seat] = waits(own.hand, own.melds)


cdef inline void add_meld(
    TableC *t, int seat, int kind, int tile, int source, bint late
) noexcept nogil:
    cdef SeatC *own = &t.p.seat[seat]
    own.meld[own.n_melds].kind = <uint8_t> kind
    own.meld[own.n_melds].tile = <uint8_t> tile
    own.meld[own.n_melds].source = source
    own.meld[own.n_melds].late = late
    own.n_melds += 1
    own.melds[tile] = 3 if kind == MELD_PONG else 4
    t.called = 1


# ------------------------------------------------------------------------------ the deal

cdef void empty(
    TableC *t, const RulesC *rules, int players, int dealer, int64_t streak, int64_t base
) noexcept nogil:
    cdef int seat
    # Events are read as far as there are any.
    memset(t, 0, <size_t> (<char *> t.event - <char *> t))
    t.rules = rules
    t.p.base = base
    t.p.streak = streak
    t.p.n = <uint8_t> players
    t.p.dealer = <uint8_t> dealer
    t.p.flip = -1
    t.p.first_chicken[0].seat = t.p.first_chicken[1].seat = -1
    for seat in range(players):
        t.p.seat[seat].passed = -1
    t.turn = <uint8_t> dealer
    t.drawn = t.tile = t.kong = -1
    t.tail = TILES


cdef void hand_out(TableC *t) noexcept nogil:
    # Thirteen tiles each; then hard declarations, or the dealer's first draw.
    cdef int seat
    for t.head in range(13 * t.p.n):
        seat = seat_of_place(t.head, t.p.n, t.p.dealer)
        t.p.seat[seat].hand[t.wall[t.head]] += 1
    t.head = <uint8_t> (13 * t.p.n)
    for seat in range(t.p.n):
        t.dealt_quads[seat] = held_quads(t.p.seat[seat].hand)
        find_waits(t, seat)
        ask_hard(t, seat)
    t.phase = PHASE_HARD
    if not (t.pending or t.patient):
        begin_turn(t, t.p.dealer)
        draw(t, False)


cdef void table_deal(
    TableC *t, uint64_t seed, uint64_t hand, const RulesC *rules, int players, int dealer,
    int64_t streak, int64_t base
) noexcept nogil:
    empty(t, rules, players, dealer, streak, base)
    t.seed = seed
    t.hand = hand
    t.seeded = 1
    shuffled_wall(seed, hand, t.wall)
    hand_out(t)


cdef void table_deal_wall(
    TableC *t, const uint8_t *wall, const RulesC *rules, int players, int dealer,
    int64_t streak, int64_t base, bint patient
) noexcept nogil:
    empty(t, rules, players, dealer, streak, base)
    t.patient = patient
    memcpy(t.wall, wall, TILES)
    hand_out(t)


cdef void table_copy(TableC *to, const TableC *t) noexcept nogil:
    memcpy(to, t, <size_t> (<const char *> &t.event[t.n_events] - <const char *> t))


# ------------------------------------------------------------------------------ turns

cdef void begin_turn(TableC *t, int seat) noexcept nogil:
    t.phase = PHASE_TURN
    t.turn = <uint8_t> seat
    t.pending = <uint8_t> (1 << seat)
    t.drawn = t.tile = t.kong = -1
    t.drawn_in_turn = t.ting_discards = 0
    t.replacement = t.declaring = t.first_discard = t.charge = 0


cdef void draw(TableC *t, bint replacement) noexcept nogil:
    cdef SeatC *own = &t.p.seat[t.turn]
    cdef int tile
    if replacement:
        t.tail -= 1
        tile = t.wall[t.tail]
    else:
        tile = t.wall[t.head]
        t.head += 1
    own.hand[tile] += 1
    own.passed = -1
    t.phase = PHASE_TURN
    t.pending = <uint8_t> (1 << t.turn)
    t.tile = -1
    t.drawn = tile
    t.replacement = replacement
    t.drawn_in_turn |= 1u << tile
    t.locked[t.turn] &= LOCKED_FOREVER
    note(t, EVENT_TSUMO, t.turn, tile, replacement)
    if may_declare_with_discard(t):
        t.ting_discards = ting_after(own)


cdef void next_turn(TableC *t) noexcept nogil:
    if wall_left(t) == 0:
        note(t, EVENT_RYUKYOKU, 0, 0, 0)
        t.p.end = END_EXHAUSTED
        forget_passes(t)
        finish(t)
        return
    begin_turn(t, following(t, t.turn))
    draw(t, False)


cdef void discard(TableC *t, int tile) noexcept nogil:
    cdef int seat = t.turn
    cdef SeatC *own = &t.p.seat[seat]
    own.hand[tile] -= 1
    own.river[tile] += 1
    t.river[seat][t.n_river[seat] & (RIVER - 1)] = <uint8_t> tile
    t.n_river[seat] += 1
    note(t, EVENT_DAHAI, seat, tile, tile == t.drawn)
    if t.declaring:
        own.declared = <uint8_t> declared_with_discard(t)
        t.declaring = 0
    if tile != t.drawn:
        find_waits(t, seat)
    t.first_discard = t.discarded == 0
    t.discarded |= <uint8_t> (1 << seat)
    if t.drawn >= 0:
        t.past_first |= <uint8_t> (1 << seat)
    t.charge = 0
    if tile == YAOJI and t.p.first_chicken[0].seat < 0:
        t.charge = 1
    elif tile == WUGU and t.rules.wugu > 0 and t.p.first_chicken[1].seat < 0:
        t.charge = 2
    if t.charge:
        t.p.first_chicken[t.charge - 1].seat = seat
    t.tile = tile
    open_window(t, PHASE_CLAIM)
    if not (t.pending or t.patient):
        next_turn(t)


cdef void concealed_kong(TableC *t, int tile) noexcept nogil:
    cdef int seat = t.turn
    cdef bint late = is_late(t, tile)
    t.p.seat[seat].hand[tile] -= 4
    add_meld(t, seat, MELD_CONCEALED_KONG, tile, -1, late)
    note(t, EVENT_ANKAN, seat, tile, late)
    t.kong = tile
    t.ting_discards = 0
    find_waits(t, seat)
    draw(t, True)


cdef void added_kong(TableC *t, int tile) noexcept nogil:
    cdef int seat = t.turn
    cdef SeatC *own = &t.p.seat[seat]
    cdef bint late = is_late(t, tile)
    cdef int i = 0
    while own.meld[i].tile != tile:
        i += 1
    own.hand[tile] -= 1
    own.meld[i].kind = MELD_ADDED_KONG
    own.meld[i].late = late
    own.melds[tile] = 4
    note(t, EVENT_KAKAN, seat, tile, late)
    t.kong = tile
    find_waits(t, seat)
    if not late or t.rules.late_kong_can_be_robbed:
        t.tile = tile
        open_window(t, PHASE_ROB)
        if t.pending or t.patient:
            return
    draw(t, True)


# ------------------------------------------------------------------------------ answers

cdef void take_from_river(TableC *t) noexcept nogil:
    t.p.seat[t.turn].river[t.tile] -= 1
    t.n_river[t.turn] -= 1


cdef void call(TableC *t, int seat, int action) noexcept nogil:
    # Pong or exposed kong of the open discard.
    cdef SeatC *own = &t.p.seat[seat]
    cdef int tile = t.tile
    cdef int source = t.turn
    cdef bint kong = action == EXPOSED_KONG
    take_from_river(t)
    if t.charge:
        t.p.first_chicken[t.charge - 1].claimers = <uint8_t> (1 << seat)
    own.hand[tile] -= 3 if kong else 2
    own.passed = -1
    add_meld(t, seat, MELD_EXPOSED_KONG if kong else MELD_PONG, tile, source, False)
    note(t, EVENT_DAIMINKAN if kong else EVENT_PON, seat, tile, source)
    begin_turn(t, seat)
    if kong:
        t.kong = tile
        find_waits(t, seat)
        draw(t, True)


cdef void remember_passes(TableC *t, uint32_t passers) noexcept nogil:
    # Wins let go by: what they lock, and what 包牌 may cost.
    cdef const RulesC *rules = t.rules
    cdef SeatC *own
    cdef int seat, row
    note(t, EVENT_NONE, passers, t.tile, t.turn)
    for seat in range(t.p.n):
        if not has_bit(passers, seat):
            continue
        own = &t.p.seat[seat]
        if rules.pass_lock == PASS_LOCK_SAME_TILE:
            t.locked[seat] |= 1u << t.tile
        elif rules.pass_lock == PASS_LOCK_ANY:
            t.locked[seat] |= LOCKED_ALL
        elif rules.pass_lock == PASS_LOCK_DECLARED and own.declared:
            t.locked[seat] |= LOCKED_FOREVER
        if t.phase == PHASE_CLAIM:
            row = winning_row(rules, own.hand, own.melds, t.tile)
            if own.passed < 0 or rules.fan[row] > rules.fan[
                winning_row(rules, own.hand, own.melds, own.passed)
            ]:
                own.passed = t.tile


cdef void resolve(TableC *t, const uint8_t *actions) noexcept nogil:
    # All answers to the open tile are in.
    cdef uint32_t winners = 0
    cdef uint32_t passers = 0
    cdef int caller = -1
    cdef int seat
    for seat in range(t.p.n):
        if not has_bit(t.pending, seat):
            continue
        if actions[seat] == WIN:
            winners |= 1u << seat
            continue
        if t.claims[seat] & MAY_WIN:
            passers |= 1u << seat
        if actions[seat] != PASS:
            caller = seat
    if winners:
        win(t, winners)
        return
    if passers:
        remember_passes(t, passers)
    if caller >= 0:
        call(t, caller, actions[caller])
    elif t.phase == PHASE_ROB:
        draw(t, True)
    else:
        next_turn(t)


cdef void take_declarations(TableC *t, const uint8_t *actions) noexcept nogil:
    cdef int seat = t.p.dealer
    for _ in range(t.p.n):
        if has_bit(t.pending, seat) and actions[seat] == DECLARE:
            t.p.seat[seat].declared = DECLARED_HARD
            note(t, EVENT_REACH, seat, 0, DECLARED_HARD)
        seat = following(t, seat)
    begin_turn(t, t.p.dealer)
    draw(t, False)


cdef void table_step(TableC *t, const uint8_t *actions) noexcept nogil:
    cdef int action
    if t.phase != PHASE_TURN:
        if t.phase == PHASE_HARD:
            take_declarations(t, actions)
        elif t.phase != PHASE_OVER:
            resolve(t, actions)
        return
    action = actions[t.turn]
    if action < CONCEALED_KONG:
        discard(t, action)
    elif action == WIN:
        win(t, 1u << t.turn)
    elif action == DECLARE:
        t.declaring = 1
        note(t, EVENT_REACH, t.turn, 0, declared_with_discard(t))
    elif action < ADDED_KONG:
        concealed_kong(t, action - CONCEALED_KONG)
    else:
        added_kong(t, action - ADDED_KONG)


# ------------------------------------------------------------------------------ ends

cdef void forget_passes(TableC *t) noexcept nogil:
    cdef int seat
    for seat in range(t.p.n):
        t.p.seat[seat].passed = -1


cdef void unmake_kong(TableC *t) noexcept nogil:
    # The robbed kong is a pong again.
    cdef SeatC *own = &t.p.seat[t.turn]
    cdef int i = 0
    while own.meld[i].tile != t.tile:
        i += 1
    own.meld[i].kind = MELD_PONG
    own.meld[i].late = 0
    own.melds[t.tile] = 3
    find_waits(t, t.turn)


cdef void win(TableC *t, uint32_t winners) noexcept nogil:
    cdef int seat = t.turn
    cdef int tile = t.drawn if t.phase == PHASE_TURN else t.tile
    for _ in range(t.p.n):
        if has_bit(winners, seat):
            win_facts(t, seat, &t.p.win[t.p.n_wins])
            t.p.n_wins += 1
            t.p.seat[seat].passed = -1
        seat = following(t, seat)
    note(t, EVENT_HORA, winners, tile, t.turn)
    if t.phase == PHASE_CLAIM:
        take_from_river(t)
        if t.charge:
            t.p.first_chicken[t.charge - 1].claimers = <uint8_t> winners
    else:
        forget_passes(t)
        if t.phase == PHASE_TURN:
            t.p.seat[t.turn].hand[tile] -= 1
        else:
            unmake_kong(t)
    t.p.end = END_WIN
    t.p.flip = t.wall[t.head] if wall_left(t) else -1
    finish(t)


cdef void finish(TableC *t) noexcept nogil:
    t.phase = PHASE_OVER
    t.pending = 0


cdef int table_mark_dead(TableC *t, int seat, bint end) noexcept nogil:
    cdef SeatC *own = &t.p.seat[seat]
    cdef uint8_t passes[4]
    if t.phase == PHASE_OVER:
        return MARK_OVER
    if own.dead:
        return MARK_AGAIN
    if end and t.rules.dead_hand != DEAD_HAND_PAY:
        return MARK_PLAYS_ON
    if end and t.phase == PHASE_TURN and t.drawn < 0 and t.turn != seat:
        return MARK_BETWEEN
    own.dead = 1
    own.declared = 0
    own.passed = -1
    t.waits[seat] = t.locked[seat] = 0
    if t.turn == seat:
        t.declaring = 0
        t.ting_discards = 0
    note(t, EVENT_DEAD, seat, 0, 0)
    if end:
        if t.phase == PHASE_TURN and t.drawn >= 0:
            t.p.seat[t.turn].hand[t.drawn] -= 1
        t.p.end = END_DEAD_HAND
        t.p.dead_seat = <uint8_t> seat
        note(t, EVENT_RYUKYOKU, seat, 0, 1)
        forget_passes(t)
        finish(t)
    elif t.phase == PHASE_HARD:
        ask_hard(t, seat)
    elif t.phase != PHASE_TURN:
        open_window(t, t.phase)
    if not (t.pending or t.patient) and t.phase != PHASE_OVER:
        memset(passes, PASS, sizeof(passes))
        table_step(t, passes)
    return MARKED


# ------------------------------------------------------------------------------ questions

cdef void table_legal(const TableC *t, int seat, LegalC *out) noexcept nogil:
    legal_actions(t, seat, out)


cdef int table_refusal(const TableC *t, int seat, int action) noexcept nogil:
    return refusal(t, seat, action)


cdef void table_position(const TableC *t, PositionC *out) noexcept nogil:
    memcpy(out, &t.p, sizeof(PositionC))


cdef int table_flip(const TableC *t) noexcept nogil:
    return t.p.flip


cdef bint table_place(TableC *t, int tile, bint tail) noexcept nogil:
    cdef int target = t.tail - 1 if tail else t.head
    cdef int i
    if wall_left(t) == 0:
        return False
    if t.wall[target] == tile:
        return True
    for i in range(t.head, t.tail):
        if t.wall[i] == tile:
            t.wall[i] = t.wall[target]
            t.wall[target] = <uint8_t> tile
            t.seeded = 0
            return True
    return False
