"""What JSON output says of a hand; the fields are documented in docs/cli.md."""

from collections.abc import Iterable

import msgspec

from zhuoji_fast.hand import Hand, UsefulTile
from zhuoji_fast.patterns import Pattern
from zhuoji_fast.tiles import KINDS, tile_text, tiles_text

__all__ = [
    "DrawnAnswer",
    "ReadingAnswer",
    "ThrowAnswer",
    "WaitAnswer",
    "WaitingAnswer",
    "answer",
    "flag_names",
]

TEXTS = tuple(tile_text(tile) for tile in range(KINDS))


class WaitAnswer(msgspec.Struct, gc=False):
    """One wait."""

    tile: str
    left: int
    patterns: list[str]


class ThrowAnswer(msgspec.Struct, gc=False):
    """One throw and what it leaves."""

    tile: str
    shanten: int
    left: int
    useful: dict[str, int]


class ReadingAnswer(msgspec.Struct, gc=False):
    """One way to read a finished hand."""

    kind: str
    sets: list[str]
    pair: str | None


class WaitingAnswer(msgspec.Struct, gc=False):
    """A hand of 13 tiles."""

    hand: str
    size: int
    shanten: int
    left: int
    useful: dict[str, int]
    waits: list[WaitAnswer]


class DrawnAnswer(msgspec.Struct, gc=False):
    """A hand of 14 tiles."""

    hand: str
    size: int
    shanten: int
    patterns: list[str]
    readings: list[ReadingAnswer]
    throws: list[ThrowAnswer]


def flag_names(pattern: Pattern) -> list[str]:
    """Name the flags of a pattern in lower case, such as ``["sets", "one_suit"]``."""
    return [flag.name.lower() for flag in Pattern if flag in pattern and flag.name]


def answer(hand: Hand, seen: bytes | None) -> WaitingAnswer | DrawnAnswer:
    """Say all of a hand; `seen` are the counts of tiles visible elsewhere."""
    if hand.size == 14:
        return _drawn(hand, seen)
    useful = hand.useful_tiles(seen)
    shanten = hand.shanten
    waits = []
    if shanten == 0:
        left = dict(useful)
        waits = [
            WaitAnswer(TEXTS[tile], left[tile], flag_names(pattern))
            for tile, pattern in hand.wait_patterns
        ]
    return WaitingAnswer(
        hand=hand.text,
        size=hand.size,
        shanten=shanten,
        left=sum([draw.unseen for draw in useful]),
        useful=_by_text(useful),
        waits=waits,
    )


def _drawn(hand: Hand, seen: bytes | None) -> DrawnAnswer:
    finished = hand.shanten < 0
    return DrawnAnswer(
        hand=hand.text,
        size=hand.size,
        shanten=hand.shanten,
        patterns=flag_names(hand.patterns()) if finished else [],
        readings=_readings(hand) if finished else [],
        throws=[
            ThrowAnswer(TEXTS[throw.tile], throw.shanten, throw.tiles, _by_text(throw.useful))
            for throw in hand.discards(seen)
        ],
    )


def _readings(hand: Hand) -> list[ReadingAnswer]:
    return [
        ReadingAnswer(
            kind=reading.kind.value,
            sets=[part.text for part in reading.sets],
            pair=None if reading.pair is None else tiles_text([reading.pair] * 2),
        )
        for reading in hand.decompositions()
    ]


def _by_text(useful: Iterable[UsefulTile]) -> dict[str, int]:
    return {TEXTS[tile]: unseen for tile, unseen in useful}
