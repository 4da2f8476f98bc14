"""局终的检查: what the parts of a Position document have to agree on.

The parts have been read by then; here they are held against each other and against the rules,
and packed for the compiled settlement. Every error begins with the place in the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zhuoji_fast._core import positions
from zhuoji_fast.document_fields import TILE_INDEX, tiles_of
from zhuoji_fast.documents import fail
from zhuoji_fast.errors import PositionError, PositionTypeError, RulesError, RulesTypeError
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.rules import Rules
from zhuoji_fast.tiles import tile_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zhuoji_fast.position import Document, FirstChicken, Seat, SeatMeld, WinRecord
    from zhuoji_fast.view import SeenSeat, ViewDocument

__all__ = [
    "check_first_chicken",
    "check_players",
    "check_seat",
    "checked",
    "packed_chickens",
    "packed_melds",
    "read_rules",
    "say_copies",
    "shown_copies",
]

MELD_CODES = {kind: code for code, kind in enumerate(MeldKind)}
DECLARED_CODES = {None: 0, "hard": 1, "soft": 2}
BY_CODES = {"self_draw": 0, "discard": 1, "robbed_kong": 2}
END_CODES = {"win": 0, "exhausted": 1, "dead_hand": 2}
YAOJI, WUGU = "1s", "8p"


def read_rules(value: object) -> Rules:
    """Rules of a document: a preset's name, a preset with changes, or Rules.

    Raises
    ------
    PositionError
        Rules that are not allowed; the message begins with ``rules``.
    """
    try:
        return Rules.from_value(value)
    except RulesTypeError as error:
        raise PositionTypeError(str(error)) from None
    except RulesError as error:
        raise PositionError(str(error)) from None


def checked(document: Document, rules: Rules) -> tuple[bytes, bytes]:
    """Check a document against itself and `rules`; return both compiled.

    Raises
    ------
    PositionError
        The first fault that is found.
    """
    check_players(document, rules)
    for number, seat in enumerate(document.seats):
        check_seat(document, rules, number, seat)
    _check_end(document, rules)
    check_first_chicken(document, rules, document.end.wins)
    _check_passed(document)
    compiled = rules.compiled(), _packed(document)
    _check_tiles(document, *compiled)
    return compiled


def check_players(document: Document | ViewDocument, rules: Rules) -> None:
    """Check the number of seats and which one deals."""
    players = len(document.seats)
    if players not in rules.players:
        allowed = " or ".join([str(number) for number in rules.players])
        fail("seats", f"{players} seats, these rules are for {allowed} players")
    _seat(document, "dealer", document.dealer)


def _seat(document: Document | ViewDocument, place: str, seat: int) -> None:
    if seat >= len(document.seats):
        fail(place, f"{seat}, there are {len(document.seats)} seats")


def check_seat(
    document: Document | ViewDocument, rules: Rules, number: int, seat: Seat | SeenSeat
) -> None:
    """Check where the melds of a seat come from, and its declaration against the rules."""
    for i, meld in enumerate(seat.melds):
        if meld.source is not None:
            place = f"seats[{number}].melds[{i}].from"
            _seat(document, place, meld.source)
            if meld.source == number:
                fail(place, f"seat {number} cannot call its own discard")
    if seat.declared is None:
        return
    place = f"seats[{number}].declared"
    if rules.declare == "off":
        fail(place, "these rules know no declaring (declare is off)")
    if seat.declared == "soft":
        if rules.declare != "hard_soft":
            fail(place, f"soft, with declare {rules.declare} only hard")
        if number == document.dealer:
            fail(place, "soft, the dealer declares hard or not at all")


def _check_end(document: Document, rules: Rules) -> None:
    end = document.end
    if end.kind != "win" and document.flip is not None:
        fail("flip", f"{document.flip}, nothing is turned unless somebody has won")
    if end.seat is not None:
        _seat(document, "end.seat", end.seat)
        if rules.dead_hand != "pay":
            fail("end.kind", "dead_hand, these rules play on (dead_hand is not pay)")
        if not document.seats[end.seat].dead:
            fail("end.seat", f"{end.seat}, that seat is not dead")
    for i, win in enumerate(end.wins):
        _check_win(document, f"end.wins[{i}]", i, win)


def _check_win(document: Document, place: str, number: int, win: WinRecord) -> None:
    wins = document.end.wins
    first = wins[0]
    if number and first.by == "self_draw":
        fail("end.wins", f"{len(wins)} wins, a self-draw is the only one")
    _seat(document, f"{place}.seat", win.seat)
    if win.source is not None:
        _seat(document, f"{place}.from", win.source)
    if win.seat in [other.seat for other in wins[:number]]:
        fail(f"{place}.seat", f"{win.seat} wins twice")
    if win.by != first.by:
        fail(f"{place}.by", f"{win.by}, the first win is by {first.by}")
    if win.tile != first.tile:
        fail(f"{place}.tile", f"{win.tile}, the first win is on {first.tile}")
    if win.source != first.source:
        fail(f"{place}.from", f"{win.source}, the first win is from {first.source}")
    if document.seats[win.seat].dead:
        fail(f"{place}.seat", f"{win.seat}, a dead seat never wins")
    if win.by == "self_draw":
        _check_drawn(document, place, win)
    else:
        _check_taken(document, place, win)


def _kong(meld: SeatMeld) -> bool:
    return meld.kind is not MeldKind.PONG


def _check_drawn(document: Document, place: str, win: WinRecord) -> None:
    """Check the marks of a self-draw."""
    seats = document.seats
    melds = any(seat.melds for seat in seats)
    if win.kong_bloom:
        mark = f"{place}.kong_bloom"
        if not any(_kong(meld) for meld in seats[win.seat].melds):
            fail(mark, f"seat {win.seat} has no kong")
        if win.first_draw or win.heavenly:
            fail(mark, "not together with first_draw or heavenly")
    if win.heavenly:
        mark = f"{place}.heavenly"
        if win.seat != document.dealer:
            fail(mark, f"seat {win.seat} is not the dealer")
        if seats[win.seat].declared is not None:
            fail(mark, "the dealer has declared")
        if melds or any(seat.river for seat in seats):
            fail(mark, "a river or a meld is there already")
    if win.first_draw:
        mark = f"{place}.first_draw"
        if win.seat == document.dealer:
            fail(mark, f"seat {win.seat} is the dealer")
        if melds or seats[win.seat].river:
            fail(mark, "the own river or a meld is there already")


def _check_taken(document: Document, place: str, win: WinRecord) -> None:
    """Check a discard or a robbed kong and its marks."""
    source = document.seats[win.source or 0].melds
    if win.by == "robbed_kong" and not any(
        meld.kind is MeldKind.PONG and meld.tile == win.tile for meld in source
    ):
        fail(f"{place}.from", f"{win.source}, that seat has no pong of {win.tile}")
    if win.hot_shot and not any(_kong(meld) and meld.tile == win.kong for meld in source):
        fail(f"{place}.kong", f"{win.kong}, seat {win.source} has no such kong")
    if win.first_discard:
        mark = f"{place}.first_discard"
        if win.source != document.dealer:
            fail(mark, f"seat {win.source} is not the dealer")
        if any(seat.river for seat in document.seats):
            fail(mark, "a river is not empty")
        for number, seat in enumerate(document.seats):
            for meld in seat.melds:
                if number != document.dealer or meld.kind is not MeldKind.CONCEALED_KONG:
                    fail(mark, "a meld that is no concealed kong of the dealer")


def _called(meld: SeatMeld, tile: str) -> bool:
    return meld.tile == tile and meld.source is not None


def check_first_chicken(
    document: Document | ViewDocument,
    rules: Rules,
    wins: Sequence[WinRecord],
    *,
    may_be_won: bool = False,
) -> None:
    """Check the first chickens against rivers, melds and wins.

    `may_be_won`: whoever claimed one may have won on it without a trace.
    """
    named = set()
    for i, first in enumerate(document.first_chicken):
        place = f"first_chicken[{i}]"
        if first.tile not in (YAOJI, WUGU):
            fail(f"{place}.tile", f"{first.tile}, expected {YAOJI} or {WUGU}")
        if first.tile == WUGU and not rules.wugu:
            fail(f"{place}.tile", f"{WUGU} is no chicken under these rules (wugu is 0)")
        if first.tile in named:
            fail(f"{place}.tile", f"a second entry for {first.tile}")
        named.add(first.tile)
        _check_claim(document, place, first, wins, may_be_won=may_be_won)
    for tile in (YAOJI, WUGU) if rules.wugu else (YAOJI,):
        if tile not in named and (where := _discarded(document, tile, wins)):
            fail("first_chicken", f"no entry for {tile}, which has been discarded ({where})")


def _check_claim(
    document: Document | ViewDocument,
    place: str,
    first: FirstChicken,
    wins: Sequence[WinRecord],
    *,
    may_be_won: bool,
) -> None:
    _seat(document, f"{place}.seat", first.seat)
    claimers = first.claimed_by
    for k, claimer in enumerate(claimers):
        _seat(document, f"{place}.claimed_by[{k}]", claimer)
        if claimer == first.seat or claimer in claimers[:k]:
            fail(f"{place}.claimed_by[{k}]", f"{claimer}, the thrower or named twice")
    if not claimers:
        if TILE_INDEX[first.tile] not in tiles_of(document.seats[first.seat].river):
            fail(place, f"unclaimed, but no {first.tile} in seats[{first.seat}].river")
        return
    if len(claimers) == 1 and any(
        _called(meld, first.tile) and meld.source == first.seat
        for meld in document.seats[claimers[0]].melds
    ):
        return
    won = [
        win.seat
        for win in wins
        if win.by == "discard" and win.source == first.seat and win.tile == first.tile
    ]
    if not may_be_won and (not won or sorted(won) != sorted(claimers)):
        fail(
            f"{place}.claimed_by",
            f"{', '.join([str(claimer) for claimer in claimers])}: neither one seat with a meld "
            f"of {first.tile} from seat {first.seat} nor all who won it from him",
        )


def _discarded(document: Document | ViewDocument, tile: str, wins: Sequence[WinRecord]) -> str:
    """Place of a tile of the kind that was discarded, empty if there is none."""
    index = TILE_INDEX[tile]
    seats: Sequence[Seat | SeenSeat] = document.seats
    for number, seat in enumerate(seats):
        if index in tiles_of(seat.river):
            return f"seats[{number}].river"
        for i, meld in enumerate(seat.melds):
            if _called(meld, tile):
                return f"seats[{number}].melds[{i}]"
    for i, win in enumerate(wins):
        # Under a robbed tile lies a pong, which was called; a self-drawn one was never thrown.
        if win.by == "discard" and win.tile == tile:
            return f"end.wins[{i}]"
    return ""


def _check_passed(document: Document) -> None:
    wins = document.end.wins
    named = set()
    for i, passed in enumerate(document.passed):
        place = f"passed[{i}]"
        _seat(document, f"{place}.seat", passed.seat)
        if not wins or wins[0].by != "discard":
            fail(place, "only with a win on a discard")
        if passed.seat in [win.seat for win in wins]:
            fail(f"{place}.seat", f"{passed.seat} is a winner")
        if passed.seat in named:
            fail(f"{place}.seat", f"a second entry for seat {passed.seat}")
        named.add(passed.seat)
        if not _thrown_to(document, passed.seat, passed.tile):
            fail(
                f"{place}.tile",
                f"{passed.tile} lies neither in another river nor in a meld called from another",
            )


def _thrown_to(document: Document, seat: int, tile: str) -> bool:
    """Whether another seat has thrown such a tile."""
    index = TILE_INDEX[tile]
    return any(
        (number != seat and index in tiles_of(other.river))
        or any(_called(meld, tile) and meld.source != seat for meld in other.melds)
        for number, other in enumerate(document.seats)
    )


def packed_chickens(document: Document | ViewDocument) -> list[tuple[int, int]]:
    """First chickens as :func:`positions.pack` takes them."""
    first = {entry.tile: entry for entry in document.first_chicken}
    return [
        (
            entry.seat if (entry := first.get(tile)) else -1,
            sum([1 << claimer for claimer in entry.claimed_by]) if entry else 0,
        )
        for tile in (YAOJI, WUGU)
    ]


def packed_melds(seat: Seat | SeenSeat) -> list[tuple[int, int, int, bool]]:
    """Melds as :func:`positions.pack` takes them."""
    return [
        (
            MELD_CODES[meld.kind],
            TILE_INDEX[meld.tile],
            -1 if meld.source is None else meld.source,
            meld.late,
        )
        for meld in seat.melds
    ]


def _packed(document: Document) -> bytes:
    end = document.end
    return positions.pack(
        document.base,
        document.streak,
        document.dealer,
        END_CODES[end.kind],
        0 if end.seat is None else end.seat,
        -1 if document.flip is None else TILE_INDEX[document.flip],
        [
            (
                tiles_of(seat.hand),
                tiles_of(seat.river),
                packed_melds(seat),
                DECLARED_CODES[seat.declared],
                seat.dead,
            )
            for seat in document.seats
        ],
        [
            (
                win.seat,
                TILE_INDEX[win.tile],
                BY_CODES[win.by],
                -1 if win.source is None else win.source,
                -1 if win.kong is None else TILE_INDEX[win.kong],
                win.hot_shot,
                win.kong_bloom,
                win.first_draw,
                win.heavenly,
                win.first_discard,
            )
            for win in end.wins
        ],
        packed_chickens(document),
        [(passed.seat, TILE_INDEX[passed.tile]) for passed in document.passed],
    )


def _check_tiles(document: Document, rules: bytes, position: bytes) -> None:
    fifth = positions.fifth_copy(position)
    if fifth >= 0:
        fail("seats", _copies(document, fifth))
    waits = positions.seat_waits(position)
    for number, seat in enumerate(document.seats):
        if seat.declared is not None and not waits[number]:
            fail(f"seats[{number}].declared", f"{seat.declared}, but the hand is not ting")
    for i, win in enumerate(document.end.wins):
        if not waits[win.seat] >> TILE_INDEX[win.tile] & 1:
            fail(f"end.wins[{i}].tile", f"{win.tile} does not finish the hand of seat {win.seat}")
        if not positions.permitted(rules, position, i):
            fail(
                f"end.wins[{i}]",
                f"seat {win.seat} has a plain hand and neither passport nor waiver, "
                "so these rules let it win by self-draw only",
            )
    for i, passed in enumerate(document.passed):
        if not waits[passed.seat] >> TILE_INDEX[passed.tile] & 1:
            fail(f"passed[{i}].tile", f"{passed.tile} is no wait of seat {passed.seat}")


def _copies(document: Document, tile: int) -> str:
    """Say where the copies of a tile lie that are too many."""
    text = tile_text(tile)
    found = []
    for number, seat in enumerate(document.seats):
        found.append((tiles_of(seat.hand).count(tile), f"seats[{number}].hand"))
        found += shown_copies(number, seat, tile)
    if document.end.wins:
        found.append((int(document.end.wins[0].tile == text), "end.wins[0].tile"))
    found.append((int(document.flip == text), "flip"))
    return say_copies(text, found)


def shown_copies(number: int, seat: Seat | SeenSeat, tile: int) -> list[tuple[int, str]]:
    """Numbers and places of a tile in the river and the melds of a seat."""
    return [
        (tiles_of(seat.river).count(tile), f"seats[{number}].river"),
        *[
            (3 if meld.kind is MeldKind.PONG else 4, f"seats[{number}].melds[{i}]")
            for i, meld in enumerate(seat.melds)
            if TILE_INDEX[meld.tile] == tile
        ],
    ]


def say_copies(text: str, found: list[tuple[int, str]]) -> str:
    """Say that there are too many of a tile, given numbers and places."""
    places = ", ".join([f"{place} {copies}" for copies, place in found if copies])
    return f"{sum([copies for copies, _ in found])} of {text}, there are 4 ({places})"
