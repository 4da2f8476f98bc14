"""手牌: one player's hand as a value, and what the kernels say about it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import add, getitem
from typing import TYPE_CHECKING, final

import numpy as np

from zhuoji_fast import analysis
from zhuoji_fast.analysis import decompose as _decompose
from zhuoji_fast.errors import CountsError, MeldError, TileTextError, WrongTypeError
from zhuoji_fast.hand_forms import Discard, ShantenParts, UsefulTile, WaitPattern
from zhuoji_fast.melds import MAX_MELDS, Frozen, Meld, parse_melds, split_hand
from zhuoji_fast.patterns import Pattern
from zhuoji_fast.readings import (
    FIRST_PAIR_CODE,
    MELDED,
    SETS,
    SEVEN_PAIRS_CODE,
    Reading,
    ReadingKind,
    TileSet,
    seven_pairs,
)
from zhuoji_fast.tiles import (
    COPIES,
    KINDS,
    CountsLike,
    Tile,
    counts_bytes,
    excerpt,
    glyph,
    held,
    sorted_text,
    tile_index,
    tile_text,
    total,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Discard", "Hand", "ShantenParts", "UsefulTile", "WaitPattern", "decompositions"]

_READY = 13
_FULL = 14
_NOT_POSSIBLE = 127
_CODES = 5
_NO_CODE = 255
_ONE_TILE = np.eye(KINDS, dtype=np.uint8)
_ONE_TILE.flags.writeable = False
_USEFUL = [[UsefulTile(tile, unseen) for unseen in range(COPIES + 1)] for tile in range(KINDS)]
_IS_SETS = ReadingKind.SETS
_IS_PAIRS = ReadingKind.SEVEN_PAIRS


@final
class Hand(Frozen):
    """手牌: concealed tiles and melds, checked once, a frozen value.

    A hand has 13 tiles, or 14 with the drawn one, each meld counting 3. It always names its
    melds: fewer tiles without melds are an error, not a part of a hand. Two hands are equal
    when their concealed tiles and, in order, their melds are.

    Parameters
    ----------
    concealed : str, iterable, array or Hand
        A hand on one line, ``123m45p11s [999p] [-8888m]`` (``[555p]`` pong, ``[1111s]``
        exposed kong, ``[+1111s]`` added kong, ``[-1111s]`` concealed kong); or the
        concealed tiles alone, in any form that :func:`~zhuoji_fast.counts` takes.
    melds : str or iterable of Meld or str, optional
        The melds where they do not stand in the text.

    Raises
    ------
    TileTextError
        Unreadable text, with position and character; no concealed tiles.
    MeldError
        An impossible meld, or more than four.
    CountsError
        Five of a kind over concealed tiles and melds, counts outside 0 to 4, or concealed
        tiles and 3 a meld that are not 13 or 14.
    ShapeError, WrongTypeError
        As for :func:`~zhuoji_fast.counts`.

    Attributes
    ----------
    melds : tuple of Meld
        In the order given.
    size : int
        13, or 14 with the drawn tile: the concealed tiles and 3 for each meld.
    concealed_bytes, meld_bytes : bytes
        27 counts of the concealed tiles and of the meld tiles, as the array functions take
        them for one hand: ``zj.shanten(hand.concealed_bytes, hand.meld_bytes)``.

    Examples
    --------
    >>> hand = Hand("123m45p11s [999p] [-8888m]")
    >>> hand.size, hand.shanten, hand.waits
    (13, 0, (11, 14))
    >>> Hand([0, 1, 2, 12, 13, "1s", "1s"], melds=["999p", "-8888m"]) == hand
    True
    >>> Hand("14668889m")
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.CountsError: hand 14668889m: 8 concealed tiles with 0 melds, \
expected 13 or 14
    """

    __slots__ = ("_melded", "concealed_bytes", "meld_bytes", "melds", "size")
    concealed_bytes: bytes
    meld_bytes: bytes
    melds: tuple[Meld, ...]
    size: int
    _melded: tuple[TileSet, ...]

    def __init__(
        self, concealed: CountsLike | Hand, melds: str | Iterable[Meld | str] | None = None
    ) -> None:
        own: tuple[Meld, ...] = ()
        if isinstance(concealed, str):
            tiles, own = split_hand(concealed)
            if not tiles:
                raise TileTextError(f"hand {excerpt(concealed)}: no concealed tiles")
            vector = total(tiles, f"hand {excerpt(concealed)}")
        else:
            vector = counts_bytes(concealed, "concealed")
            if melds is None and isinstance(concealed, Hand):
                own = concealed.melds
        if melds is not None:
            if own:
                raise MeldError(f"melds both in the text, {own[0]}, and in melds=")
            own = parse_melds(melds)
        _fill(self, vector, own, _meld_bytes(vector, own), _size(vector, own))

    @property
    def concealed(self) -> tuple[int, ...]:
        """The concealed tiles as sorted tile indices."""
        return held(self.concealed_bytes)

    @property
    def counts(self) -> NDArray[np.uint8]:
        """Counts of the concealed tiles, (27,) uint8, read-only."""
        return np.frombuffer(self.concealed_bytes, np.uint8)

    @property
    def meld_counts(self) -> NDArray[np.uint8]:
        """Counts of the meld tiles, 3 for a pong and 4 for a kong, (27,) uint8, read-only."""
        return np.frombuffer(self.meld_bytes, np.uint8)

    @property
    def text(self) -> str:
        """The hand on one line: tiles sorted, melds in order; ``Hand(text)`` reads it."""
        return _written(self.concealed_bytes, self.melds)

    @property
    def glyphs(self) -> str:
        """The hand in Unicode tiles, melds in brackets; ``Hand(glyphs)`` reads it."""
        tiles = "".join([glyph(tile) for tile in self.concealed])
        return " ".join([tiles, *[meld.glyphs for meld in self.melds]])

    @property
    def shanten(self) -> int:
        """向听数: -1 finished, 0 ting, …; the smaller of four sets and seven pairs.

        Examples
        --------
        >>> Hand("123456789m1111p").shanten
        1
        """
        return int(analysis.shanten(self.concealed_bytes, self.meld_bytes))

    @property
    def shanten_parts(self) -> ShantenParts:
        """Shanten of the two shapes apart.

        Examples
        --------
        >>> Hand("5566m233799p1111s").shanten_parts
        ShantenParts(standard=2, seven_pairs=0)
        """
        standard, pairs = analysis.shanten_parts(self.concealed_bytes, self.meld_bytes)
        return ShantenParts(int(standard), None if pairs == _NOT_POSSIBLE else int(pairs))

    @property
    def is_win(self) -> bool:
        """Whether these 14 tiles are finished; CountsError with 13."""
        self._need(_FULL, "is_win")
        return bool(analysis.is_win(self.concealed_bytes, self.meld_bytes))

    @property
    def waits(self) -> tuple[int, ...]:
        """听: the tiles that finish these 13, empty when not ting; CountsError with 14.

        A tile of which the hand itself holds all four is no wait; one that is seen four times
        elsewhere is.

        Examples
        --------
        >>> Hand("13m456p11789s [2222m]").waits
        ()
        """
        self._need(_READY, "waits")
        return _marked(analysis.waits(self.concealed_bytes, self.meld_bytes))

    def left(self, seen: CountsLike | None = None) -> tuple[UsefulTile, ...]:
        """Return the waits and how many of each are unseen; 0 is kept.

        Parameters
        ----------
        seen : optional
            Tiles visible elsewhere, without this hand and its melds: text or counts.

        Returns
        -------
        tuple of UsefulTile
            By tile; ``dict(hand.left())`` is a mapping. Empty when not ting.

        Raises
        ------
        CountsError
            A hand of 14, or seen tiles that with the own ones make five of a kind.
        ZhuojiError
            As for :func:`~zhuoji_fast.counts`.

        Examples
        --------
        >>> Hand("13m456777p55789s").left(seen="2222m")
        (UsefulTile(tile=1, unseen=0),)
        """
        self._need(_READY, "left")
        draws = map(getitem, _USEFUL, self._unseen(seen))
        mask = analysis.waits(self.concealed_bytes, self.meld_bytes)
        return tuple(compress(draws, mask.tobytes()))

    def useful_tiles(self, seen: CountsLike | None = None) -> tuple[UsefulTile, ...]:
        """进张: return the tiles that lower the shanten of these 13, and how many are unseen.

        Parameters, result and errors as for :meth:`left`.

        Examples
        --------
        >>> [useful.unseen for useful in Hand("111124m1111p [999s]").useful_tiles()]
        [4, 3]
        """
        self._need(_READY, "useful_tiles")
        draws = map(getitem, _USEFUL, self._unseen(seen))
        mask = analysis.useful_tiles(self.concealed_bytes, self.meld_bytes)
        return tuple(compress(draws, mask.tobytes()))

    def discards(self, seen: CountsLike | None = None) -> tuple[Discard, ...]:
        """打牌: return every distinct throw from these 14, the best first.

        Better is the lower shanten afterwards, then more unseen useful tiles, then the lower
        tile index. The thrown tile counts as seen.

        Parameters
        ----------
        seen : optional
            Tiles visible elsewhere, without this hand and its melds: text or counts.

        Returns
        -------
        tuple of Discard
            One for each kind held.

        Raises
        ------
        CountsError
            A hand of 13, or seen tiles that with the own ones make five of a kind.
        ZhuojiError
            As for :func:`~zhuoji_fast.counts`.

        Examples
        --------
        >>> best = Hand("1111m234567p3399s").discards()[0]
        >>> best.tile, best.shanten, best.kinds, best.tiles
        (0, 0, 2, 4)
        """
        self._need(_FULL, "discards")
        unseen = self._unseen(seen)
        draws = list(map(getitem, _USEFUL, unseen))
        tiles = _marked(self.counts)
        left = self.counts - _ONE_TILE[list(tiles)]
        after = analysis.shanten(left, self.meld_counts).tolist()
        masks = analysis.useful_tiles(left, self.meld_counts).tobytes()
        found = []
        for row, (tile, shanten) in enumerate(zip(tiles, after, strict=True)):
            mask = masks[KINDS * row : KINDS * (row + 1)]
            useful = tuple(compress(draws, mask))
            number = sum(compress(unseen, mask))
            found.append(Discard(tile, shanten, useful, len(useful), number))
        return tuple(sorted(found, key=lambda throw: (throw.shanten, -throw.tiles, throw.tile)))

    def decompositions(self, tile: Tile | None = None) -> tuple[Reading, ...]:
        """拆牌: return every reading of the finished hand, with `tile` added to 13.

        Empty when not finished. CountsError when `tile` is missing with 13, given with 14,
        or held four times; the errors of :func:`~zhuoji_fast.tile_index`.

        Examples
        --------
        >>> [str(reading) for reading in Hand("11112222333m [999p]").decompositions()]
        ['123m 111m 222m 33m [999p]']
        """
        return decompositions(self if tile is None else self.with_tile(tile))

    def patterns(self, tile: Tile | None = None) -> Pattern:
        """牌型: return the shapes of the finished hand, over all its readings.

        Parameters
        ----------
        tile : int or str, optional
            The winning tile, for a hand of 13; only then ``DRAGON_ON_WAIT`` can be told.

        Returns
        -------
        Pattern
            ``Pattern(0)`` when not finished.

        Raises
        ------
        CountsError
            `tile` is missing with 13, given with 14, or held four times.
        TileTextError, WrongTypeError
            `tile` is not a tile.

        Examples
        --------
        >>> Hand("3p [1111m] [5555m] [6666p] [7777s]").patterns("3p")
        <Pattern.SETS|TRIPLETS|LONE_PAIR: 35>
        """
        if tile is None:
            self._need(_FULL, "patterns without a winning tile")
            return Pattern(int(analysis.pattern(self.concealed_bytes, self.meld_bytes)))
        index = self._room(tile)
        found = analysis.wait_patterns(self.concealed_bytes, self.meld_bytes)
        return Pattern(int(found[index]))

    @property
    def wait_patterns(self) -> tuple[WaitPattern, ...]:
        """The waits of these 13, each with the pattern that it completes; CountsError with 14.

        Examples
        --------
        >>> dict(Hand("1122334455667m").wait_patterns)[6]
        <Pattern.SETS|SEVEN_PAIRS|ONE_SUIT: 21>
        """
        self._need(_READY, "wait_patterns")
        found = analysis.wait_patterns(self.concealed_bytes, self.meld_bytes).tolist()
        return tuple([WaitPattern(i, Pattern(flags)) for i, flags in enumerate(found) if flags])

    def with_tile(self, tile: Tile) -> Hand:
        """Return the hand of 14 with `tile` drawn.

        Raises
        ------
        CountsError
            The hand has 14 already, or holds four of `tile`.
        TileTextError, WrongTypeError
            `tile` is not a tile.

        Examples
        --------
        >>> Hand("3344m123456p789s").with_tile("3m")
        Hand('33344m123456p789s')
        """
        return self._changed(self._room(tile), 1)

    def without(self, tile: Tile) -> Hand:
        """Return the hand of 13 with `tile` thrown.

        Raises
        ------
        CountsError
            The hand has 13, or does not hold `tile` among its concealed tiles.
        TileTextError, WrongTypeError
            `tile` is not a tile.

        Examples
        --------
        >>> Hand("33344m123456p789s").without("3m")
        Hand('3344m123456p789s')
        """
        self._need(_FULL, "without")
        index = tile_index(tile)
        if not self.concealed_bytes[index]:
            raise CountsError(f"{self.text} holds no concealed {tile_text(index)}")
        return self._changed(index, -1)

    def _changed(self, tile: int, by: int) -> Hand:
        vector = bytearray(self.concealed_bytes)
        vector[tile] += by
        hand = object.__new__(Hand)
        _fill(hand, bytes(vector), self.melds, self.meld_bytes, self.size + by)
        return hand

    def _room(self, tile: Tile) -> int:
        """Check that `tile` can be drawn."""
        self._need(_READY, f"adding {tile_text(tile)}")
        index = tile_index(tile)
        if self.concealed_bytes[index] + self.meld_bytes[index] == COPIES:
            raise CountsError(f"{self.text} holds {COPIES} of {tile_text(index)} already")
        return index

    def _need(self, size: int, what: str) -> None:
        if self.size != size:
            raise CountsError(
                f"{what} needs a hand of {size} tiles, {self.text} has {self.size} "
                "(each meld counts 3)"
            )

    def _unseen(self, seen: object) -> list[int]:
        """Return the copies of each tile that are neither own nor `seen`."""
        own = list(map(add, self.concealed_bytes, self.meld_bytes))
        elsewhere = bytes(KINDS) if seen is None else counts_bytes(seen, "seen", empty=True)
        unseen = [COPIES - count for count in map(add, own, elsewhere)]
        if min(unseen) < 0:
            tile = next(tile for tile, left in enumerate(unseen) if left < 0)
            raise CountsError(
                f"seen: {elsewhere[tile]} of {tile_text(tile)} and {own[tile]} in {self.text}, "
                f"there are {COPIES}"
            )
        return unseen

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Hand('{self.text}')"

    def _repr_html_(self) -> str:
        from zhuoji_fast.hand_html import hand_html  # noqa: PLC0415

        return hand_html(self)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Hand:
            return NotImplemented
        return self.concealed_bytes == other.concealed_bytes and self.melds == other.melds

    def __hash__(self) -> int:
        return hash((self.concealed_bytes, self.melds))

    def __reduce__(self) -> tuple[type[Hand], tuple[bytes, tuple[Meld, ...]]]:
        return Hand, (self.concealed_bytes, self.melds)

    def __copy__(self) -> Hand:
        return self

    def __deepcopy__(self, memo: object) -> Hand:
        return self


def _fill(hand: Hand, vector: bytes, melds: tuple[Meld, ...], meld_bytes: bytes, size: int) -> None:
    put = object.__setattr__
    put(hand, "concealed_bytes", vector)
    put(hand, "melds", melds)
    put(hand, "meld_bytes", meld_bytes)
    put(hand, "size", size)
    put(hand, "_melded", tuple([MELDED[meld] for meld in melds]))


def _written(vector: bytes, melds: tuple[Meld, ...]) -> str:
    return " ".join([sorted_text(vector), *[meld.text for meld in melds]])


def _meld_bytes(vector: bytes, melds: tuple[Meld, ...]) -> bytes:
    if not melds:
        return bytes(KINDS)
    own = bytearray(KINDS)
    for meld in melds:
        own[meld.tile] += meld.size
    for meld in melds:
        if vector[meld.tile] + own[meld.tile] > COPIES:
            raise CountsError(
                f"hand {_written(vector, melds)}: {vector[meld.tile]} of {tile_text(meld.tile)} "
                f"concealed and {own[meld.tile]} in melds, there are {COPIES}"
            )
    return bytes(own)


def _size(vector: bytes, melds: tuple[Meld, ...]) -> int:
    tiles, taken = sum(vector), 3 * len(melds)
    if tiles + taken not in (_READY, _FULL):
        raise CountsError(
            f"hand {_written(vector, melds)}: {tiles} concealed tiles with {len(melds)} melds, "
            f"expected {_READY - taken} or {_FULL - taken}"
        )
    return tiles + taken


def _marked(mask: NDArray[np.bool_] | NDArray[np.uint8]) -> tuple[int, ...]:
    return tuple(mask.nonzero()[0].tolist())


def decompositions(hand: Hand) -> tuple[Reading, ...]:
    """拆牌: return every reading of a finished hand as named values.

    Parameters
    ----------
    hand : Hand
        A hand of 14 tiles.

    Returns
    -------
    tuple of Reading
        Each different way once, the melds marked; empty when the hand is not finished.

    Raises
    ------
    CountsError
        A hand of 13 tiles.
    WrongTypeError
        Not a ``Hand``.

    Examples
    --------
    >>> for reading in decompositions(Hand("11112222333344m")):
    ...     print(reading.kind, reading)
    sets 123m 123m 123m 123m 44m
    sets 123m 123m 234m 234m 11m
    sets 123m 111m 222m 333m 44m
    seven_pairs 11m 11m 22m 22m 33m 33m 44m
    """
    if type(hand) is not Hand:
        raise WrongTypeError(f"decompositions takes a Hand, not {type(hand).__name__}")
    if hand.size != _FULL:
        hand._need(_FULL, "decompositions")
    vector = hand.concealed_bytes
    melded = hand._melded
    codes = _decompose(vector, hand.meld_bytes).tobytes()
    sets = SETS
    readings = []
    # The codes of a reading ascend: its concealed sets, then the pair, then 255 for none.
    for start in range(0, len(codes), _CODES):
        first = codes[start]
        if first == _NO_CODE:
            break
        if first == SEVEN_PAIRS_CODE:
            readings.append(Reading(seven_pairs(vector), None, _IS_PAIRS))
        elif melded:
            pair = start + MAX_MELDS - len(melded)
            found = (*[sets[code] for code in codes[start:pair]], *melded)
            readings.append(Reading(found, codes[pair] - FIRST_PAIR_CODE, _IS_SETS))
        else:
            a, b, c, d, pair = codes[start : start + _CODES]
            found = (sets[a], sets[b], sets[c], sets[d])
            readings.append(Reading(found, pair - FIRST_PAIR_CODE, _IS_SETS))
    return tuple(readings)
