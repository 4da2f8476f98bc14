"""牌桌的话: events, views and positions of a table as the plain data that documents have."""

from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport uint8_t, uint32_t

from zhuoji_fast._core.settle cimport (
    END_EXHAUSTED,
    END_WIN,
    MELD_ADDED_KONG,
    MELD_CONCEALED_KONG,
    WUGU,
    YAOJI,
    MeldC,
    SeatC,
    WinC,
)
from zhuoji_fast._core.state cimport (
    EVENT_ANKAN,
    EVENT_DAHAI,
    EVENT_DAIMINKAN,
    EVENT_DEAD,
    EVENT_HORA,
    EVENT_NONE,
    EVENT_PON,
    EVENT_REACH,
    EVENT_TSUMO,
    LOCKED_ALL,
    LOCKED_FOREVER,
    PHASE_CLAIM,
    PHASE_HARD,
    PHASE_TURN,
    EventC,
    TableC,
    seat_of_place,
    wall_left,
)
from zhuoji_fast._core.value cimport BY_SELF_DRAW

cdef tuple TEXTS = tuple([f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)])
cdef tuple MELD_KINDS = ("pong", "exposed_kong", "concealed_kong", "added_kong")
cdef tuple WAYS = ("self_draw", "discard", "robbed_kong")
cdef tuple DECLARATIONS = (None, "hard", "soft")
cdef str HIDDEN = "?"


cdef str ordered_text(const uint8_t *tiles, int number):
    # Tile text of at most 64 tiles in the order given.
    cdef char text[128]
    cdef const char *suits = b"mps"
    cdef int i, suit, done = 0, last = -1
    for i in range(number):
        suit = tiles[i] // 9
        if last >= 0 and suit != last:
            text[done] = suits[last]
            done += 1
        last = suit
        text[done] = <char> (49 + tiles[i] % 9)
        done += 1
    if last >= 0:
        text[done] = suits[last]
        done += 1
    return PyUnicode_DecodeASCII(text, done, NULL)


cdef str hand_text(const uint8_t *counts):
    cdef uint8_t tiles[64]
    cdef int tile, number = 0
    for tile in range(27):
        for _ in range(counts[tile]):
            tiles[number & 63] = <uint8_t> tile
            number += 1
    return ordered_text(tiles, min(number, 64))


# ------------------------------------------------------------------------------ events

cdef list dealt_hands(const TableC *t):
    # The thirteen tiles of each seat, sorted.
    cdef uint8_t counts[4][27]
    cdef int place, seat, tile
    for seat in range(4):
        for tile in range(27):
            counts[seat][tile] = 0
    for place in range(13 * t.p.n):
        counts[seat_of_place(place, t.p.n, t.p.dealer)][t.wall[place]] += 1
    hands = []
    for seat in range(t.p.n):
        if t.deal_hidden >> seat & 1:
            hands.append([HIDDEN] * 13)
            continue
        hand = []
        for tile in range(27):
            for _ in range(counts[seat][tile]):
                hand.append(TEXTS[tile])
        hands.append(hand)
    return hands


cdef list events_of(const TableC *t, int start):
    # Events from number `start` on; some are noted once for several seats.
    cdef const EventC *e
    cdef int i
    cdef list out = []
    for i in range(start, t.n_events):
        e = &t.event[i]
        if e.kind == EVENT_TSUMO:
            event = {
                "type": "tsumo",
                "actor": e.seat,
                "pai": HIDDEN if i < t.known_from[e.seat] else TEXTS[e.tile],
            }
            if e.info:
                event["rinshan"] = True
        elif e.kind == EVENT_DAHAI:
            event = {
                "type": "dahai",
                "actor": e.seat,
                "pai": TEXTS[e.tile],
                "tsumogiri": e.info != 0,
            }
        elif e.kind == EVENT_NONE or e.kind == EVENT_HORA:
            several(out, t, e, i)
            continue
        else:
            event = rarer_event(e)
        out.append(event)
    return out


cdef void several(list out, const TableC *t, const EventC *e, int number):
    # One event for each seat of a mask.
    cdef int seat
    for seat in seats_after(t, e.info, e.seat):
        if e.kind == EVENT_HORA:
            out.append(
                {"type": "hora", "actor": seat, "target": e.info, "pai": TEXTS[e.tile]}
            )
        elif number >= t.known_from[seat]:
            out.append({"type": "none", "actor": seat, "passed": "hora"})


cdef dict rarer_event(const EventC *e):
    cdef str tile
    if e.kind == EVENT_REACH:
        return {"type": "reach", "actor": e.seat, "kind": DECLARATIONS[e.info]}
    if e.kind == EVENT_DEAD:
        return {"type": "dead", "actor": e.seat}
    if e.kind > EVENT_HORA:
        if e.info:
            return {"type": "ryukyoku", "reason": "dead_hand", "actor": e.seat}
        return {"type": "ryukyoku", "reason": "exhausted"}
    tile = TEXTS[e.tile]
    if e.kind == EVENT_PON or e.kind == EVENT_DAIMINKAN:
        return {
            "type": "pon" if e.kind == EVENT_PON else "daiminkan",
            "actor": e.seat,
            "target": e.info,
            "pai": tile,
            "consumed": [tile] * (2 if e.kind == EVENT_PON else 3),
        }
    if e.kind == EVENT_ANKAN:
        event = {"type": "ankan", "actor": e.seat, "consumed": [tile] * 4}
    else:
        event = {"type": "kakan", "actor": e.seat, "pai": tile, "consumed": [tile] * 3}
    if e.info:
        event["late"] = True
    return event


# ------------------------------------------------------------------------------ documents

cdef list melds_of(const SeatC *seat):
    cdef const MeldC *meld
    cdef int i
    melds = []
    for i in range(seat.n_melds):
        meld = &seat.meld[i]
        words = {"kind": MELD_KINDS[meld.kind], "tile": TEXTS[meld.tile]}
        if meld.kind != MELD_CONCEALED_KONG:
            words["from"] = meld.source
        if meld.kind == MELD_CONCEALED_KONG or meld.kind == MELD_ADDED_KONG:
            words["late"] = meld.late != 0
        melds.append(words)
    return melds


cdef list seats_after(const TableC *t, int first, uint32_t mask):
    # The seats of a mask in playing order from `first` on.
    cdef int step, seat
    found = []
    for step in range(t.p.n):
        seat = (first + step) % t.p.n
        if mask >> seat & 1:
            found.append(seat)
    return found


cdef list first_chickens(const TableC *t):
    cdef int i, thrower
    found = []
    for i in range(2):
        thrower = t.p.first_chicken[i].seat
        if thrower >= 0:
            found.append(
                {
                    "tile": TEXTS[WUGU if i else YAOJI],
                    "seat": thrower,
                    "claimed_by": seats_after(t, 0, t.p.first_chicken[i].claimers),
                }
            )
    return found


cdef dict public_seat(const TableC *t, int seat):
    cdef const SeatC *own = &t.p.seat[seat]
    return {
        "melds": melds_of(own),
        "river": ordered_text(t.river[seat], t.n_river[seat]),
        "declared": DECLARATIONS[own.declared],
        "dead": own.dead != 0,
    }


cdef object locked_tiles(const TableC *t, int seat):
    cdef uint32_t locks = t.locked[seat]
    cdef int tile
    if locks & (LOCKED_ALL | LOCKED_FOREVER):
        return True
    return [TEXTS[tile] for tile in range(27) if locks >> tile & 1]


cdef dict turn_of(const TableC *t, int seat):
    # What the seat is asked, None if nothing.
    if not t.pending >> seat & 1:
        return None
    if t.phase == PHASE_HARD:
        return {"kind": "declare"}
    if t.phase == PHASE_TURN:
        return {"kind": "discard"}
    return {
        "kind": "claim" if t.phase == PHASE_CLAIM else "rob",
        "tile": TEXTS[t.tile],
        "from": t.turn,
    }


cdef dict view_of(const TableC *t, int seat):
    # All of the View document but the rules.
    cdef bint drawn = t.phase == PHASE_TURN and t.turn == seat and t.drawn >= 0
    cdef int other
    return {
        "base": t.p.base,
        "dealer": t.p.dealer,
        "streak": t.p.streak,
        "seat": seat,
        "hand": hand_text(t.p.seat[seat].hand),
        "drawn": TEXTS[t.drawn] if drawn else None,
        "seats": [public_seat(t, other) for other in range(t.p.n)],
        "wall": wall_left(t),
        "turn": turn_of(t, seat),
        "first_chicken": first_chickens(t),
        "locked": locked_tiles(t, seat),
    }


cdef dict win_words(const WinC *win):
    words = {"seat": win.seat, "tile": TEXTS[win.tile], "by": WAYS[win.by]}
    if win.by != BY_SELF_DRAW:
        words["from"] = win.source
    if win.hot_shot:
        words["hot_shot"] = True
        words["kong"] = TEXTS[win.kong]
    if win.first_discard:
        words["first_discard"] = True
    if win.kong_bloom:
        words["kong_bloom"] = True
    if win.first_draw:
        words["first_draw"] = True
    if win.heavenly:
        words["heavenly"] = True
    return words


cdef dict end_of(const TableC *t):
    cdef int i
    if t.p.end == END_WIN:
        return {"kind": "win", "wins": [win_words(&t.p.win[i]) for i in range(t.p.n_wins)]}
    if t.p.end == END_EXHAUSTED:
        return {"kind": "exhausted"}
    return {"kind": "dead_hand", "seat": t.p.dead_seat}


cdef dict position_of_table(const TableC *t):
    # All of the Position document but the rules; the hand has to be over.
    cdef int seat
    seats = []
    for seat in range(t.p.n):
        words = {"hand": hand_text(t.p.seat[seat].hand)}
        words.update(public_seat(t, seat))
        seats.append(words)
    return {
        "base": t.p.base,
        "dealer": t.p.dealer,
        "streak": t.p.streak,
        "seats": seats,
        "end": end_of(t),
        "flip": TEXTS[t.p.flip] if t.p.flip >= 0 else None,
        "first_chicken": first_chickens(t),
        "passed": [
            {"seat": seat, "tile": TEXTS[t.p.seat[seat].passed]}
            for seat in range(t.p.n)
            if t.p.seat[seat].passed >= 0
        ],
    }
