"""所见的检查: what the parts of a View document have to agree on.

The parts have been read by then; here they are held against each other and against the rules,
and made the state of a table. Every error begins with the place in the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zhuoji_fast._core import positions, seen
from zhuoji_fast._core.tinghands import ting_hands
from zhuoji_fast.document_fields import TILE_INDEX, TILES, tiles_of
from zhuoji_fast.documents import fail
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.position_checks import (
    DECLARED_CODES,
    check_first_chicken,
    check_players,
    check_seat,
    packed_chickens,
    packed_melds,
    say_copies,
    shown_copies,
)
from zhuoji_fast.tiles import KINDS, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.view import SeenSeat, SeenTurn, ViewDocument

__all__ = ["checked"]

COPIES = 4
DEALT = 13
PHASES = {"declare": 0, "discard": 1, "claim": 2, "rob": 3}
# What a river holds at most once the wall is drawn by turns: tables have room for no more.
LONGEST_RIVER = 54


def checked(document: ViewDocument, rules: Rules) -> bytes | None:
    """Check a document against itself and `rules`.

    Returns
    -------
    bytes or None
        The state of a table that has the view; None if the seat is not asked anything.

    Raises
    ------
    PositionError
        The first fault that is found.
    """
    check_players(document, rules)
    players = len(document.seats)
    if document.seat >= players:
        fail("seat", f"{document.seat}, there are {players} seats")
    for number, seat in enumerate(document.seats):
        check_seat(document, rules, number, seat)
    turn = document.turn
    own = document.seats[document.seat]
    hand = tiles_of(document.hand)
    rivers = [tiles_of(seat.river) for seat in document.seats]
    if turn is None:
        _check_size(document, own, len(hand), 0, 1 if own.dead else 0)
    elif turn.kind == "discard":
        _check_size(document, own, len(hand), 1, 1)
    else:
        _check_size(document, own, len(hand), 0, 0)
        if turn.kind == "declare":
            _check_declaring(document, rules)
        else:
            _check_open(document, rules, turn, rivers)
    _check_drawn(document, own, hand)
    _check_beginning(document, rivers)
    check_first_chicken(document, rules, (), may_be_won=turn is None)
    if document.locked:
        _check_locked(document, rules, own, rivers)
    position = _packed(document, hand, rivers)
    fifth = positions.fifth_copy(position)
    if fifth >= 0:
        fail("hand" if fifth in hand else "seats", _copies(document, hand, fifth))
    _check_wall(document, len(hand), rivers)
    _check_declared(document, own, hand, rivers)
    if turn is None:
        return None
    return _state(document, rules, turn, position, rivers)


# ---------------------------------------------------------------- hand and turn


def _check_size(document: ViewDocument, own: SeenSeat, size: int, least: int, most: int) -> None:
    melds = len(own.melds)
    room = DEALT - 3 * melds
    if not room + least <= size <= room + most:
        expected = " or ".join([str(room + more) for more in sorted({least, most})])
        plural = "meld" if melds == 1 else "melds"
        turn = "null" if document.turn is None else document.turn.kind
        fail("hand", f"{size} tiles, expected {expected} with {melds} {plural} and turn {turn}")


def _check_drawn(document: ViewDocument, own: SeenSeat, hand: bytes) -> None:
    drawn = document.drawn
    if document.turn is None or document.turn.kind != "discard":
        if drawn is not None:
            fail("drawn", f"{drawn}, only with turn discard")
    elif drawn is not None:
        if TILE_INDEX[drawn] not in hand:
            fail("drawn", f"{drawn} is not in the hand, which includes the drawn tile")
    elif not any(meld.kind is MeldKind.PONG for meld in own.melds):
        fail("drawn", "null, a turn begins with a drawn tile or a pong, and there is no pong")


def _check_declaring(document: ViewDocument, rules: Rules) -> None:
    """Check the moment before the dealer draws."""
    if rules.declare != "hard_soft":
        fail("turn.kind", f"declare, only with declare hard_soft, not {rules.declare}")
    if document.seat == document.dealer:
        fail("turn.kind", "declare, the dealer declares with a discard")
    for number, seat in enumerate(document.seats):
        place = f"seats[{number}]"
        if seat.river:
            fail(f"{place}.river", f"{seat.river}, with turn declare nobody has discarded")
        if seat.melds:
            fail(f"{place}.melds", f"{len(seat.melds)}, with turn declare nobody has called")
        if seat.declared is not None:
            fail(f"{place}.declared", f"{seat.declared}, with turn declare nobody has declared")


def _check_open(document: ViewDocument, rules: Rules, turn: SeenTurn, rivers: list[bytes]) -> None:
    """Check where the open tile of a claim or robbery lies."""
    source, tile = turn.source or 0, turn.tile or ""
    if source >= len(document.seats):
        fail("turn.from", f"{source}, there are {len(document.seats)} seats")
    if source == document.seat:
        fail("turn.from", f"{source}, nobody is asked about a tile of his own")
    if turn.kind == "claim":
        river = rivers[source]
        if not river or river[-1] != TILE_INDEX[tile]:
            last = f"ends with {tile_text(river[-1])}" if river else "is empty"
            fail("turn.tile", f"{tile}, but seats[{source}].river {last}")
        return
    for i, meld in enumerate(document.seats[source].melds):
        if meld.kind is MeldKind.ADDED_KONG and meld.tile == tile:
            if meld.late and not rules.late_kong_can_be_robbed:
                fail(
                    f"seats[{source}].melds[{i}].late",
                    "true, these rules let nobody rob a late kong (late_kong_can_be_robbed)",
                )
            return
    fail("turn.tile", f"{tile}, but seats[{source}].melds has no added kong of it")


def _check_beginning(document: ViewDocument, rivers: list[bytes]) -> None:
    """Check that nobody has thrown or called before the dealer's first discard."""
    dealer, turn = document.dealer, document.turn
    thrown = len(rivers[dealer]) + sum([
        meld.source == dealer for seat in document.seats for meld in seat.melds
    ])  # fmt: skip
    is_open = turn is not None and turn.kind == "claim" and turn.source == dealer
    if thrown > is_open:
        return
    first = "throws for the first time" if is_open else "has not thrown yet"
    for number, seat in enumerate(document.seats):
        if number != dealer:
            if seat.river:
                fail(f"seats[{number}].river", f"{seat.river}, but the dealer {first}")
            if seat.melds:
                fail(f"seats[{number}].melds", f"{len(seat.melds)}, but the dealer {first}")
    if turn is not None and turn.kind == "discard" and document.seat != dealer:
        fail("turn.kind", f"discard, but the dealer {first}")


# ---------------------------------------------------------------- locks


def _check_locked(document: ViewDocument, rules: Rules, own: SeenSeat, rivers: list[bytes]) -> None:
    locked, lock = document.locked, rules.pass_lock
    if lock == "off":
        fail("locked", "these rules lock nothing (pass_lock is off)")
    if own.dead:
        fail("locked", f"seat {document.seat} is dead and cannot win at all")
    if lock == "declared" and own.declared is None:
        fail("locked", f"with pass_lock declared, but seat {document.seat} has not declared")
    if lock != "declared" and document.drawn is not None:
        fail("locked", f"with pass_lock {lock} the own draw has ended it")
    if document.turn is not None and document.turn.kind == "declare":
        fail("locked", "with turn declare nothing has been passed")
    if lock != "same_tile":
        if locked is not True:
            fail("locked", f"with pass_lock {lock} expected true or an empty list")
        return
    if isinstance(locked, bool):
        fail("locked", "true, with pass_lock same_tile expected a list of tiles")
    for i, tile in enumerate(locked):
        if not _offered(document, tile, rivers):
            fail(
                f"locked[{i}]",
                f"{tile}, which no other seat has thrown or added to a pong",
            )


def _offered(document: ViewDocument, tile: str, rivers: list[bytes]) -> bool:
    """Whether the seat could have won on such a tile of another."""
    seat, index = document.seat, TILE_INDEX[tile]
    return any(
        (number != seat and index in rivers[number])
        or any(
            meld.tile == tile
            and (
                meld.source not in (None, seat)
                or (number != seat and meld.kind is MeldKind.ADDED_KONG)
            )
            for meld in other.melds
        )
        for number, other in enumerate(document.seats)
    )


# ---------------------------------------------------------------- tiles


def _check_wall(document: ViewDocument, held: int, rivers: list[bytes]) -> None:
    """Check that the tiles that are not seen are those of the wall and of the other hands."""
    shown, others = held, 0
    for number, seat in enumerate(document.seats):
        shown += len(rivers[number])
        shown += sum([3 if meld.kind is MeldKind.PONG else 4 for meld in seat.melds])
        if number != document.seat:
            others += DEALT - 3 * len(seat.melds)
    wall = TILES - shown - others
    # The tile of another's turn, or the one that was won on, is in neither.
    fits = (wall,) if document.turn is not None else (wall - 1, wall)
    if wall < 0:
        fail("seats", f"{shown} tiles are seen and {others} in other hands, there are {TILES}")
    if document.wall not in fits:
        expected = " or ".join([str(number) for number in fits if number >= 0])
        fail(
            "wall",
            f"{document.wall}, expected {expected}: "
            f"{TILES - shown} tiles are not seen, {others} of them in other hands",
        )
    for number, river in enumerate(rivers):
        most = LONGEST_RIVER - document.wall // 2
        if len(river) > most:
            fail(
                f"seats[{number}].river",
                f"{len(river)} tiles, with {document.wall} left in the wall at most {most}",
            )


def _check_declared(
    document: ViewDocument, own: SeenSeat, hand: bytes, rivers: list[bytes]
) -> None:
    """Check that frozen hands can be ting."""
    if own.declared is not None:
        tiles = bytearray(hand)
        if document.drawn is not None:
            tiles.remove(TILE_INDEX[document.drawn])
        if not seen.is_ting(bytes(tiles)):
            fail(f"seats[{document.seat}].declared", f"{own.declared}, but the hand is not ting")
    frozen = [
        number
        for number, seat in enumerate(document.seats)
        if seat.declared is not None and number != document.seat
    ]
    if frozen and not _holds_ting(_hidden(document, hand, rivers)):
        fail(
            f"seats[{frozen[0]}].declared",
            f"{document.seats[frozen[0]].declared}, but no hand of the tiles that are not seen "
            "is ting",
        )


def _hidden(document: ViewDocument, hand: bytes, rivers: list[bytes]) -> bytes:
    """Number of each kind that is not seen."""
    left = [COPIES - hand.count(tile) for tile in range(KINDS)]
    for river in rivers:
        for tile in river:
            left[tile] -= 1
    for seat in document.seats:
        for meld in seat.melds:
            left[TILE_INDEX[meld.tile]] -= 3 if meld.kind is MeldKind.PONG else 4
    return bytes(left)


def _holds_ting(pool: bytes) -> bool:
    """Whether some thirteen tiles of a pool of 27 counts, no fewer in all, are ting."""
    # Six pairs and any other tile are ting, and nearly always there; else the hands are counted.
    return sum([count >= 2 for count in pool]) >= 6 or ting_hands(pool) > 0


def _copies(document: ViewDocument, hand: bytes, tile: int) -> str:
    """Say where the copies of a tile lie that are too many."""
    found = [(hand.count(tile), "hand")]
    for number, seat in enumerate(document.seats):
        found += shown_copies(number, seat, tile)
    return say_copies(tile_text(tile), found)


# ---------------------------------------------------------------- the table


def _packed(document: ViewDocument, hand: bytes, rivers: list[bytes]) -> bytes:
    return positions.pack(
        document.base,
        document.streak,
        document.dealer,
        0,
        0,
        -1,
        [
            (
                hand if number == document.seat else b"",
                rivers[number],
                packed_melds(seat),
                DECLARED_CODES[seat.declared],
                seat.dead,
            )
            for number, seat in enumerate(document.seats)
        ],
        [],
        packed_chickens(document),
        [],
    )


def _state(
    document: ViewDocument, rules: Rules, turn: SeenTurn, position: bytes, rivers: list[bytes]
) -> bytes:
    locked = document.locked
    state = seen.seen_state(
        rules.compiled(),
        position,
        document.seat,
        PHASES[turn.kind],
        -1 if document.drawn is None else TILE_INDEX[document.drawn],
        -1 if turn.tile is None else TILE_INDEX[turn.tile],
        -1 if turn.source is None else turn.source,
        document.wall,
        True if isinstance(locked, bool) else sum([1 << TILE_INDEX[tile] for tile in locked]),
        rivers,
    )
    if not seen.asked(state, document.seat):
        if turn.kind == "declare":
            fail("turn.kind", f"declare, but the hand of seat {document.seat} is not ting")
        more = " nor call it" if turn.kind == "claim" else ""
        fail(
            "turn.tile",
            f"{turn.tile}, seat {document.seat} would not be asked: it cannot win on it{more}",
        )
    return state
