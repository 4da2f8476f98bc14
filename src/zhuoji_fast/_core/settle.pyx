"""结算: one position to its ledger (§4 to §9), and who deals next (§10).

Lines are written in one order: wins as given, kongs by owner, then for each common chicken
units and charge by collector, responsibility and bao, then the flipped chicken and pass fines.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memset

from zhuoji_fast._core.kernels cimport waits
from zhuoji_fast._core.rules cimport (
    BAO_DISCARDS_MELDS,
    BAO_NONE,
    COMMON_SCOPE_ALL,
    DOUBLE_WIN_DEALER_DISCARDER,
    DOUBLE_WIN_DEALER_FROM_DISCARDER,
    EXHAUSTED_CHICKENS,
    EXHAUSTED_DEALER_TING,
    EXHAUSTED_HAND,
    FLIP_SCOPE_ALL,
    HOT_SHOT_BURNS_ALL,
    HOT_SHOT_BURNS_KONG,
    PASS_FINE_OWN_FAN,
    PASSPORT_KINDS_ADDED,
    PASSPORT_KINDS_CONCEALED,
    PASSPORT_KINDS_EXPOSED,
    RESPONSIBILITY_UNREADY_NONE,
    RESPONSIBILITY_UNREADY_PAIR,
    ROBBED_KONG_BURNS_ALL,
    RulesC,
)
from zhuoji_fast._core.value cimport (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    SituationC,
    best_fan,
    win_value,
    winning_row,
)


cdef struct ChickenRules:
    # The options of one common chicken, with gold already worked in.
    int tile
    int64_t unit
    int64_t charge
    int64_t premium
    uint8_t why
    uint8_t why_charge
    uint8_t why_responsibility


cdef inline bint has(uint32_t mask, int seat) noexcept nogil:
    return mask >> seat & 1


cdef inline uint32_t everybody(const PositionC *p) noexcept nogil:
    return (1u << p.n) - 1


cdef inline void add_line(
    const PositionC *p, SettlementC *out, int payer, int payee, int64_t units,
    int item, int tile, int why
) noexcept nogil:
    cdef LineC *line
    if units == 0 or payer == payee:
        return
    line = &out.line[out.n_lines]
    out.n_lines += 1
    line.amount = units * p.base
    line.payer = <uint8_t> payer
    line.payee = <uint8_t> payee
    line.item = <uint8_t> item
    line.why = <uint8_t> why
    line.tile = <int8_t> tile
    out.totals[payer] -= line.amount
    out.totals[payee] += line.amount


cdef inline void collect(
    const PositionC *p, SettlementC *out, uint32_t payers, int payee, int64_t units,
    int item, int tile, int why
) noexcept nogil:
    # The same line from each of `payers` in seat order.
    cdef int payer
    for payer in range(p.n):
        if has(payers, payer):
            add_line(p, out, payer, payee, units, item, tile, why)


cdef void situation_of(
    const PositionC *p, const WinC *win, int payer, SituationC *out
) noexcept nogil:
    # The situation of a win towards one payer; marks that belong to another `by` are 0.
    out.by = win.by
    out.kong_bloom = win.kong_bloom
    out.first_draw = win.first_draw
    out.heavenly = win.heavenly
    out.first_discard = win.first_discard
    out.hot_shot = win.hot_shot
    out.declared = p.seat[win.seat].declared
    out.payer_declared = p.seat[payer].declared
    out.dealer_wins = win.seat == p.dealer
    out.dealer_pays = payer == p.dealer
    out.players = p.n
    out.streak = p.streak


cdef int kong_kinds(const SeatC *seat) noexcept nogil:
    # PASSPORT_KINDS_... of the kongs of a seat, late ones included.
    cdef int kinds = 0
    cdef int i, kind
    for i in range(seat.n_melds):
        kind = seat.meld[i].kind
        if kind == MELD_EXPOSED_KONG:
            kinds |= PASSPORT_KINDS_EXPOSED
        elif kind == MELD_CONCEALED_KONG:
            kinds |= PASSPORT_KINDS_CONCEALED
        elif kind == MELD_ADDED_KONG:
            kinds |= PASSPORT_KINDS_ADDED
    return kinds


cdef void win_lines(const PositionC *p, const RulesC *rules, SettlementC *out) noexcept nogil:
    cdef SituationC situation
    cdef const WinC *win
    cdef WinValueC *worth
    cdef const SeatC *seat
    cdef int i, payer
    for i in range(p.n_wins):
        win = &p.win[i]
        worth = &out.win[i]
        seat = &p.seat[win.seat]
        memset(worth, 0, sizeof(WinValueC))
        worth.seat = win.seat
        worth.row = <int8_t> winning_row(rules, seat.hand, seat.melds, win.tile)
        for payer in range(p.n):
            if payer == win.seat or (win.by != BY_SELF_DRAW and payer != win.source):
                continue
            worth.payers |= <uint8_t> (1 << payer)
            situation_of(p, win, payer, &situation)
            worth.value[payer] = win_value(rules, worth.row, &situation, worth.step[payer])
            add_line(p, out, payer, win.seat, worth.value[payer], ITEM_WIN, win.tile,
                     WHY_PATTERN + worth.row)


cdef void kong_lines(
    const PositionC *p, const RulesC *rules, SettlementC *out, int owner, uint32_t payers,
    bint whoever_threw
) noexcept nogil:
    # Kongs of one owner, from those of `payers` who owe for them; `whoever_threw` has them pay
    # an exposed kong in the place of its discarder (R-DEAD-4).
    cdef const SeatC *seat = &p.seat[owner]
    cdef const MeldC *meld
    cdef int i
    for i in range(seat.n_melds):
        meld = &seat.meld[i]
        if meld.kind == MELD_PONG or meld.late or burnt_kong(p, rules, owner, meld.tile):
            continue
        if meld.kind == MELD_EXPOSED_KONG:
            collect(p, out, payers if whoever_threw else payers & (1u << meld.source), owner,
                    rules.kong_exposed, ITEM_KONG, meld.tile, WHY_EXPOSED_KONG)
        elif meld.kind == MELD_CONCEALED_KONG:
            collect(p, out, payers, owner, rules.kong_concealed, ITEM_KONG, meld.tile,
                    WHY_CONCEALED_KONG)
        else:
            collect(p, out, payers, owner, rules.kong_added, ITEM_KONG, meld.tile, WHY_ADDED_KONG)


cdef bint burnt_kong(
    const PositionC *p, const RulesC *rules, int owner, int tile
) noexcept nogil:
    # The kong before a hot shot, where it alone is burnt (R-KONG-9).
    cdef int i
    if rules.hot_shot_burns != HOT_SHOT_BURNS_KONG:
        return False
    for i in range(p.n_wins):
        if p.win[i].hot_shot and p.win[i].source == owner and p.win[i].kong == tile:
            return True
    return False


cdef uint32_t burnt_seats(const PositionC *p, const RulesC *rules) noexcept nogil:
    # Seats that lose all kong and chicken income (全烧).
    cdef uint32_t burnt = 0
    cdef const WinC *win
    cdef int i
    for i in range(p.n_wins):
        win = &p.win[i]
        if win.by == BY_ROBBED_KONG and rules.robbed_kong_burns == ROBBED_KONG_BURNS_ALL:
            burnt |= 1u << win.source
        if win.hot_shot and rules.hot_shot_burns == HOT_SHOT_BURNS_ALL:
            burnt |= 1u << win.source
    return burnt


cdef int held(const PositionC *p, int seat, int tile) noexcept nogil:
    # Tiles of a kind in hand and melds, the winning tile included.
    cdef int number = p.seat[seat].hand[tile] + p.seat[seat].melds[tile]
    cdef int i
    for i in range(p.n_wins):
        if p.win[i].seat == seat and p.win[i].tile == tile:
            number += 1
    return number


cdef int claiming_meld(const PositionC *p, int claimer, int tile, int thrower) noexcept nogil:
    # Kind of the meld by which the charge tile was claimed, -1 if it was won on.
    cdef const SeatC *seat = &p.seat[claimer]
    cdef int i
    for i in range(seat.n_melds):
        if seat.meld[i].tile == tile and seat.meld[i].source == thrower:
            return seat.meld[i].kind
    return -1


cdef bint exempt(
    const PositionC *p, const RulesC *rules, const ChickenC *first, int tile, int seat
) noexcept nogil:
    # A claimer who konged the charge tile at once (R-RESP-8); only asked if he is not ting.
    return (
        rules.kong_claim_exempt
        and has(first.claimers, seat)
        and claiming_meld(p, seat, tile, first.seat) == MELD_EXPOSED_KONG
    )


cdef void responsibility_lines(
    const PositionC *p, const RulesC *rules, SettlementC *out, const ChickenRules *chicken,
    const ChickenC *first, uint32_t payers, uint32_t payees
) noexcept nogil:
    cdef int claimer, payer, payee
    cdef int thrower = first.seat
    cdef bint thrower_ting
    cdef int64_t units
    if first.claimers == 0 or chicken.premium == 0:
        return
    thrower_ting = has(out.ting, thrower)
    for claimer in range(p.n):
        if not has(first.claimers, claimer):
            continue
        if not rules.responsibility_on_win and (
            claiming_meld(p, claimer, chicken.tile, thrower) < 0
        ):
            continue
        payer, payee = thrower, claimer
        units = chicken.premium
        if not has(out.ting, claimer):
            if rules.responsibility_unready == RESPONSIBILITY_UNREADY_NONE or exempt(
                p, rules, first, chicken.tile, claimer
            ):
                continue
            payer, payee = claimer, thrower
        if rules.responsibility_unready == RESPONSIBILITY_UNREADY_PAIR and not (
            thrower_ting and has(out.ting, claimer)
        ):
            units += chicken.charge
        # Payees are ting, so neither ting leaves no line (R-RESP-9).
        if has(payers, payer) and has(payees, payee):
            add_line(p, out, payer, payee, units, ITEM_RESPONSIBILITY, chicken.tile,
                     chicken.why_responsibility)


cdef void bao_lines(
    const PositionC *p, const RulesC *rules, SettlementC *out, const ChickenRules *chicken,
    const ChickenC *first, int charger, uint32_t payees
) noexcept nogil:
    # What each player who is not ting owes the ting ones for the chickens he has shown.
    cdef const SeatC *seat
    cdef int64_t units
    cdef int payer, payee, why
    for payer in range(p.n):
        if has(out.ting, payer):
            continue
        seat = &p.seat[payer]
        units = seat.river[chicken.tile] * chicken.unit
        if payer == charger:
            units += chicken.charge - chicken.unit
        why = WHY_DISCARDS
        if rules.bao == BAO_DISCARDS_MELDS:
            why = WHY_DISCARDS_MELDS
            if not exempt(p, rules, first, chicken.tile, payer):
                units += seat.melds[chicken.tile] * chicken.unit
        for payee in range(p.n):
            if has(payees, payee):
                add_line(p, out, payer, payee, units, ITEM_BAO, chicken.tile, why)


cdef void common_lines(
    const PositionC *p, const RulesC *rules, SettlementC *out, int kind, int flipped,
    uint32_t payers, uint32_t payees, bint bao
) noexcept nogil:
    # All payments for one common chicken (§6): 0 is 1s, 1 is 8p.
    cdef ChickenRules chicken
    cdef const ChickenC *first = &p.first_chicken[kind]
    cdef int payer, payee, number
    cdef int charger = -1
    if kind == 0:
        chicken.tile = YAOJI
        chicken.unit = rules.yaoji
        chicken.charge = rules.charge_yaoji
        chicken.premium = rules.responsibility_yaoji
        chicken.why = WHY_YAOJI
        chicken.why_charge = WHY_CHARGE_YAOJI
        chicken.why_responsibility = WHY_RESPONSIBILITY_YAOJI
    else:
        chicken.tile = WUGU
        chicken.unit = rules.wugu
        chicken.charge = rules.charge_wugu
        chicken.premium = rules.responsibility_wugu
        chicken.why = WHY_WUGU
        chicken.why_charge = WHY_CHARGE_WUGU
        chicken.why_responsibility = WHY_RESPONSIBILITY_WUGU
    if chicken.unit == 0:
        return  # All sums would be 0, as no document has a first 8p then: to save the time.
    if flipped == chicken.tile:
        chicken.unit *= rules.gold
        chicken.charge *= rules.gold
        if rules.responsibility_gold:
            chicken.premium *= rules.gold
        chicken.why = WHY_GOLD
    if first.claimers == 0 and chicken.charge > 0:
        charger = first.seat

    for payee in range(p.n):
        if not has(payees, payee):
            continue
        number = held(p, payee, chicken.tile)
        if rules.common_scope == COMMON_SCOPE_ALL:
            number += p.seat[payee].river[chicken.tile] - (payee == charger)
        for payer in range(p.n):
            if has(payers, payer):
                add_line(p, out, payer, payee, number * chicken.unit, ITEM_CHICKEN, chicken.tile,
                         chicken.why)
                if payee == charger:
                    add_line(p, out, payer, payee, chicken.charge, ITEM_CHARGE, chicken.tile,
                             chicken.why_charge)
    responsibility_lines(p, rules, out, &chicken, first, payers, payees)
    if bao and rules.bao != BAO_NONE:
        bao_lines(p, rules, out, &chicken, first, charger, payees)


cdef void flip_lines(
    const PositionC *p, const RulesC *rules, SettlementC *out, int flipped, uint32_t payees
) noexcept nogil:
    # The flipped chicken, unless it is a common one, which it makes gold.
    cdef int payee, number
    if flipped < 0 or flipped == YAOJI or (flipped == WUGU and rules.wugu > 0):
        return
    for payee in range(p.n):
        if has(payees, payee):
            number = held(p, payee, flipped)
            if rules.flip_scope == FLIP_SCOPE_ALL:
                number += p.seat[payee].river[flipped]
            collect(p, out, everybody(p), payee, number * rules.flip, ITEM_CHICKEN, flipped,
                    WHY_FLIP)


cdef inline int next_rank(int tile) noexcept nogil:
    return tile - 8 if tile % 9 == 8 else tile + 1


cdef void pass_fines(const PositionC *p, const RulesC *rules, SettlementC *out) noexcept nogil:
    cdef const SeatC *seat
    cdef int passer, payee, row
    for passer in range(p.n):
        seat = &p.seat[passer]
        if seat.passed < 0:
            continue
        row = winning_row(rules, seat.hand, seat.melds, seat.passed)
        for payee in range(p.n):
            add_line(p, out, passer, payee, rules.fan[row], ITEM_PASS_FINE, seat.passed,
                     WHY_PATTERN + row)


cdef void settle_win(const PositionC *p, const RulesC *rules, SettlementC *out) noexcept nogil:
    cdef uint32_t all_seats = everybody(p)
    cdef uint32_t collectors
    cdef int flipped = next_rank(p.flip) if p.flip >= 0 else -1
    cdef int owner
    out.burnt = <uint8_t> burnt_seats(p, rules)
    collectors = out.ting & ~out.burnt
    win_lines(p, rules, out)
    for owner in range(p.n):
        if has(collectors, owner):
            kong_lines(p, rules, out, owner, all_seats, False)
    common_lines(p, rules, out, 0, flipped, all_seats, collectors, True)
    common_lines(p, rules, out, 1, flipped, all_seats, collectors, True)
    flip_lines(p, rules, out, flipped, collectors)
    if rules.pass_fine == PASS_FINE_OWN_FAN:
        pass_fines(p, rules, out)


cdef void settle_exhausted(
    const PositionC *p, const RulesC *rules, SettlementC *out
) noexcept nogil:
    cdef uint32_t payers = everybody(p) & ~out.ting
    cdef int payer, payee
    cdef int64_t fan[4]
    if rules.exhausted == EXHAUSTED_HAND:
        for payee in range(p.n):
            fan[payee] = best_fan(rules, p.seat[payee].hand, p.seat[payee].melds, out.waits[payee])
        for payer in range(p.n):
            for payee in range(p.n):
                if has(payers, payer):
                    add_line(p, out, payer, payee, fan[payee], ITEM_EXHAUSTED, -1,
                             WHY_HIGHEST_WAIT)
    elif rules.exhausted == EXHAUSTED_CHICKENS:
        common_lines(p, rules, out, 0, -1, payers, out.ting, True)
        common_lines(p, rules, out, 1, -1, payers, out.ting, True)


cdef void settle_dead_hand(
    const PositionC *p, const RulesC *rules, SettlementC *out
) noexcept nogil:
    cdef int payer = p.dead_seat
    cdef int payee
    for payee in range(p.n):
        if out.ting == 0:
            add_line(p, out, payer, payee, rules.dead_hand_pay, ITEM_DEAD_HAND, -1,
                     WHY_NOBODY_TING)
        elif has(out.ting, payee):
            add_line(p, out, payer, payee,
                     best_fan(rules, p.seat[payee].hand, p.seat[payee].melds, out.waits[payee]),
                     ITEM_DEAD_HAND, -1, WHY_HIGHEST_WAIT)
            if rules.dead_hand_pays_all:
                common_lines(p, rules, out, 0, -1, 1u << payer, 1u << payee, False)
                common_lines(p, rules, out, 1, -1, 1u << payer, 1u << payee, False)
                kong_lines(p, rules, out, payee, 1u << payer, True)


cdef void settle_position(
    const PositionC *p, const RulesC *rules, SettlementC *out
) noexcept nogil:
    # `out` needs no preparation; of its arrays only what the counters cover is written.
    cdef int seat
    memset(out.totals, 0, sizeof(out.totals))
    memset(out.waits, 0, sizeof(out.waits))
    out.ting = out.burnt = out.n_lines = 0
    for seat in range(p.n):
        if not p.seat[seat].dead:
            out.waits[seat] = waits(p.seat[seat].hand, p.seat[seat].melds)
            out.ting |= <uint8_t> ((out.waits[seat] != 0) << seat)
    if p.end == END_WIN:
        settle_win(p, rules, out)
    elif p.end == END_EXHAUSTED:
        settle_exhausted(p, rules, out)
    else:
        settle_dead_hand(p, rules, out)


cdef int next_dealer(
    const PositionC *p, const RulesC *rules, uint32_t ting, int64_t *streak
) noexcept nogil:
    # Who deals the next hand (R-DEAL-2 to R-DEAL-6); `ting` as in the settlement.
    cdef int dealer = p.dealer
    cdef int start, step, seat
    cdef uint32_t winners = 0
    streak[0] = 0
    if p.end == END_WIN:
        for seat in range(p.n_wins):
            winners |= 1u << p.win[seat].seat
        if p.n_wins == 1:
            dealer = p.win[0].seat
        elif p.n_wins == 3 or rules.double_win_dealer == DOUBLE_WIN_DEALER_DISCARDER:
            dealer = p.win[0].source
        else:
            start = p.dealer
            if rules.double_win_dealer == DOUBLE_WIN_DEALER_FROM_DISCARDER:
                start = p.win[0].source + 1
            for step in range(p.n):
                dealer = (start + step) % p.n
                if has(winners, dealer):
                    break
    elif rules.exhausted_dealer == EXHAUSTED_DEALER_TING and ting:
        for step in range(p.n):
            dealer = (p.dealer + step) % p.n
            if has(ting, dealer):
                break
    if dealer == p.dealer:
        streak[0] = p.streak
        if p.end == END_WIN or rules.streak_counts_exhausted:
            streak[0] += 1
    return dealer
