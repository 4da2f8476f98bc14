"""The values that a hand answers with: useful tiles, waits, throws, the parts of its shanten."""

from typing import NamedTuple

import msgspec

from zhuoji_fast.patterns import Pattern

__all__ = ["Discard", "ShantenParts", "UsefulTile", "WaitPattern"]


class UsefulTile(NamedTuple):
    """进张: a tile that helps and how many of it are unseen.

    Examples
    --------
    >>> dict([UsefulTile(tile=4, unseen=3), UsefulTile(tile=7, unseen=0)])
    {4: 3, 7: 0}
    """

    tile: int
    """The tile index."""
    unseen: int
    """Copies neither held, melded nor seen, 0 to 4; a tile with 0 is still listed."""


class WaitPattern(NamedTuple):
    """听: a wait and the pattern that it completes.

    Examples
    --------
    >>> dict([WaitPattern(4, Pattern.SETS | Pattern.TRIPLETS)])
    {4: <Pattern.SETS|TRIPLETS: 3>}
    """

    tile: int
    """The tile index."""
    pattern: Pattern
    """The shapes of the hand finished by it, ``DRAGON_ON_WAIT`` among them."""


class ShantenParts(NamedTuple):
    """向听数 of the two shapes apart.

    Examples
    --------
    >>> ShantenParts(standard=2, seven_pairs=0).seven_pairs
    0
    """

    standard: int
    """Of four sets and a pair."""
    seven_pairs: int | None
    """Of seven pairs; None with melds, where they are impossible."""


class Discard(msgspec.Struct, frozen=True, gc=False):
    """打牌: one throw and what it leaves, a frozen value.

    Attributes
    ----------
    tile : int
        The tile thrown.
    shanten : int
        Shanten afterwards, 0 = ting.
    useful : tuple of UsefulTile
        The tiles that lower it, by index; the thrown tile counts as seen.
    kinds : int
        How many kinds are useful.
    tiles : int
        How many useful tiles are unseen.

    Examples
    --------
    >>> Discard(tile=0, shanten=0, useful=(UsefulTile(20, 2),), kinds=1, tiles=2).useful[0].tile
    20
    """

    tile: int
    shanten: int
    useful: tuple[UsefulTile, ...]
    kinds: int
    tiles: int
