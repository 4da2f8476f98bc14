"""拆牌: the ways in which a finished hand falls into sets, as named values."""

from __future__ import annotations

import enum
from itertools import compress

import msgspec

from zhuoji_fast.melds import Meld, MeldKind
from zhuoji_fast.tiles import KINDS, tile_text, tiles_text

__all__ = ["Reading", "ReadingKind", "SetKind", "TileSet"]


class SetKind(enum.StrEnum):
    """面子, 对子: the kinds of concealed sets; a melded set has its ``MeldKind``.

    Examples
    --------
    >>> SetKind.RUN == "run"
    True
    """

    RUN = "run"
    """顺子: three consecutive tiles of a suit."""
    TRIPLET = "triplet"
    """刻子: three equal tiles."""
    PAIR = "pair"
    """对子: two equal tiles, only among seven pairs."""


class ReadingKind(enum.StrEnum):
    """和牌: the two shapes of a finished hand.

    Examples
    --------
    >>> ReadingKind.SEVEN_PAIRS == "seven_pairs"
    True
    """

    SETS = "sets"
    """Four sets and a pair."""
    SEVEN_PAIRS = "seven_pairs"
    """七对."""


_SIZES: dict[SetKind | MeldKind, int] = {SetKind.PAIR: 2, SetKind.TRIPLET: 3, MeldKind.PONG: 3}


class TileSet(msgspec.Struct, frozen=True, gc=False):
    """面子: one set of a reading, a frozen value.

    Attributes
    ----------
    kind : SetKind or MeldKind
        ``run``, ``triplet`` or ``pair`` among the concealed tiles, else the kind of the meld.
    tile : int
        The tile; of a run the lowest.
    melded : bool
        Whether the set is one of the hand's melds (concealed kongs included).

    Examples
    --------
    >>> TileSet(SetKind.RUN, 9).text
    '123p'
    """

    kind: SetKind | MeldKind
    tile: int
    melded: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tile indices of the set."""
        if self.kind is SetKind.RUN:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * _SIZES.get(self.kind, 4)

    @property
    def text(self) -> str:
        """Tile text, a meld in brackets as in a hand."""
        return Meld(self.kind, self.tile).text if self.melded else tiles_text(self.tiles)

    def __str__(self) -> str:
        return self.text


class Reading(msgspec.Struct, frozen=True, gc=False):
    """拆牌: one way to read a finished hand, a frozen value.

    Attributes
    ----------
    sets : tuple of TileSet
        Four sets: the concealed ones, runs first, each kind by tile; then the melds in the
        order of the hand. Of seven pairs the seven pairs, a quad as two.
    pair : int or None
        The tile of the pair; None for seven pairs.
    kind : ReadingKind
        ``sets`` or ``seven_pairs``.

    Examples
    --------
    >>> Reading((TileSet(SetKind.RUN, 0),), 18, ReadingKind.SETS).text
    '123m 11s'
    """

    sets: tuple[TileSet, ...]
    pair: int | None
    kind: ReadingKind

    @property
    def text(self) -> str:
        """The sets and the pair, such as ``123m 444p 11s [999p]``, melds last."""
        parts = [str(part) for part in self.sets if not part.melded]
        if self.pair is not None:
            parts.append(tile_text(self.pair)[0] + tile_text(self.pair))
        parts += [str(part) for part in self.sets if part.melded]
        return " ".join(parts)

    def __str__(self) -> str:
        return self.text


# The codes of the array function ``decompose``.
FIRST_PAIR_CODE = 48
SEVEN_PAIRS_CODE = 75
SETS = (
    *[TileSet(SetKind.RUN, 9 * suit + rank) for suit in range(3) for rank in range(7)],
    *[TileSet(SetKind.TRIPLET, tile) for tile in range(KINDS)],
)
"""The concealed set of each code below 48."""
MELDED = {Meld(kind, tile): TileSet(kind, tile, True) for kind in MeldKind for tile in range(KINDS)}
"""The set of each possible meld."""

_PAIRS = tuple([TileSet(SetKind.PAIR, tile) for tile in range(KINDS) for _ in range(2)])
_QUADS = bytes(count == 4 for count in range(256))


def seven_pairs(vector: bytes) -> tuple[TileSet, ...]:
    """Return the pairs of 27 counts that are 0, 2 or 4, a quad as two."""
    chosen = bytearray(2 * KINDS)
    chosen[::2] = vector
    chosen[1::2] = vector.translate(_QUADS)
    return tuple(compress(_PAIRS, chosen))
