"""所见的检查: what the parts of a View document have to agree on.

The parts have been read by then; here they are held against each other and against the rules,
and made the state of a table. Every error begins with the place in the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zhuoji_fast._core import positions, seen
from zhuoji_fast.documents import fail
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.position_checks import (
    DECLARED_CODES,
    MELD_CODES,
    TILE_INDEX,
    WUGU,
    YAOJI,
)

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.view import ViewDocument

__all__ = ["checked"]

PHASES = {"declare": 0, "discard": 1, "claim": 2, "rob": 3}


def _read(text: str) -> bytes:
    return positions.read_tiles(text) or b""


def checked(document: ViewDocument, rules: Rules) -> bytes | None:
    players = len(document.seats)
    rivers = [_read(seat.river) for seat in document.seats]
    turn = document.turn
    if turn is None:
        return None
    locked = document.locked
    state = seen.seen_state(
        rules.compiled(),
        _packed(document, rivers),
        document.seat,
        PHASES[turn.kind],
        -1 if document.drawn is None else TILE_INDEX[document.drawn],
        -1 if turn.tile is None else TILE_INDEX[turn.tile],
        -1 if turn.source is None else turn.source,
        document.wall,
        True if locked is True else sum([1 << TILE_INDEX[tile] for tile in locked]),
        rivers,
    )
    if isinstance(state, int):
        hands = sum(13 - 3 * len(seat.melds) for seat in document.seats)
        hands -= 13 - 3 * len(document.seats[document.seat].melds)
        fail(
            "wall",
            f"{document.wall}, expected {document.wall + state}: {document.wall + state + hands} "
            f"tiles are not seen, {hands} of them in other hands",
        )
    return state


def _packed(document: ViewDocument, rivers: list[bytes]) -> bytes:
    first = {entry.tile: entry for entry in document.first_chicken}
    chickens = [
        (
            entry.seat if (entry := first.get(tile)) else -1,
            sum([1 << claimer for claimer in entry.claimed_by]) if entry else 0,
        )
        for tile in (YAOJI, WUGU)
    ]
    hand = _read(document.hand)
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
                [
                    (
                        MELD_CODES[meld.kind],
                        TILE_INDEX[meld.tile],
                        -1 if meld.source is None else meld.source,
                        meld.late,
                    )
                    for meld in seat.melds
                ],
                DECLARED_CODES[seat.declared],
                seat.dead,
            )
            for number, seat in enumerate(document.seats)
        ],
        [],
        chickens,
        [],
    )
