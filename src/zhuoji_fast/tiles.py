"""牌: tile text, tile indices and counts, and the ways from one to another.

A tile is its index: 0-8 are 1-9 万 (``m``), 9-17 are 1-9 筒 (``p``), 18-26 are 1-9 条 (``s``).
A set of tiles is a vector of 27 counts, 0 to 4 each.
"""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from operator import getitem
from typing import TYPE_CHECKING, Literal, Protocol, SupportsIndex, TypeAlias

import numpy as np

from zhuoji_fast.errors import CountsError, ShapeError, TileTextError, WrongTypeError, ZhuojiError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "COPIES",
    "KINDS",
    "SUITS",
    "CountsLike",
    "Tile",
    "counts",
    "glyph",
    "parse_tiles",
    "tile_index",
    "tile_name",
    "tile_text",
    "tiles_text",
    "to_text",
]

KINDS = 27
"""Kinds of tiles: nine in each of three suits."""
COPIES = 4
"""Tiles of each kind."""
SUITS = "mps"
"""The suit letters 万 筒 条 in index order."""


class _HasConcealed(Protocol):
    @property
    def concealed_bytes(self) -> bytes: ...


Tile: TypeAlias = SupportsIndex | str
"""A tile: its index, or the text of one tile."""
CountsLike: TypeAlias = (
    "str | bytes | bytearray | NDArray[np.integer] | Iterable[Tile] | _HasConcealed"
)
"""Whatever :func:`counts` reads."""

_TEXTS = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
_NUMERALS = "一二三四五六七八九"
_NAMES = {
    "zh": tuple(
        "幺鸡" if (numeral, suit) == ("一", "条") else numeral + suit
        for suit in "万筒条"
        for numeral in _NUMERALS
    ),
    "en": tuple(
        f"{rank} {suit}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)
    ),
}
_GLYPHS = tuple(chr(first + rank) for first in (0x1F007, 0x1F019, 0x1F010) for rank in range(9))
_REPEATED = [[(tile,) * count for count in range(COPIES + 1)] for tile in range(KINDS)]
_REPEATED_RANKS = [[text[0] * count for count in range(COPIES + 1)] for text in _TEXTS]
_YAOJI = 18
_WUGU = 16

_RANKS = {char: rank for row in ("123456789", _NUMERALS) for rank, char in enumerate(row)}
_SUIT_STARTS = {
    char: 9 * suit for suit, row in enumerate(("m万萬", "p筒餅饼", "s条條索")) for char in row
}
_GLYPH_TILES = {char: tile for tile, char in enumerate(_GLYPHS)}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_CHICKEN = "鸡雞鷄"
_EXCERPT = 60


def excerpt(text: str, index: int = 0) -> str:
    """Return `text` quoted for a message, cut around `index` where it is long."""
    if len(text) <= _EXCERPT:
        return repr(text)
    start, stop = max(0, index - _EXCERPT // 2), index + _EXCERPT // 2
    shown = text[start:stop]
    return repr(("…" if start else "") + shown + ("…" if stop < len(text) else ""))


def text_fault(text: str, index: int, reason: str) -> TileTextError:
    """Return the error for `text` at `index`, with the position counted from 1."""
    return TileTextError(
        f"tile text {excerpt(text, index)}, position {index + 1} (counted from 1): {reason}"
    )


def _unreadable(text: str, index: int) -> TileTextError:
    char = text[index]
    visible = char.isprintable() and not unicodedata.combining(char)
    shown = char if visible and char not in _VARIATION_SELECTORS else ascii(char)[1:-1]
    if char in "0〇零十":
        reason = "ranks go from 1 to 9, there is no 0 or 10 of a suit"
    elif "０" <= char <= "９" or "ａ" <= char <= "ｚ" or "Ａ" <= char <= "Ｚ":
        reason = f"full-width, write '{chr(ord(char) - 0xFEE0).lower()}'"
    elif char in "幺么":
        reason = "only read in 幺鸡"
    elif char in "乌烏":
        reason = "only read in 乌骨鸡"
    elif "\U0001f000" <= char <= "\U0001f02b":
        reason = "not a tile of this game"
    elif char in _VARIATION_SELECTORS:
        reason = "a variation selector without a tile before it"
    elif char in "[]+-":
        reason = "unexpected here, melds are written as [555p] after the concealed tiles of a hand"
    else:
        reason = "unknown character"
    return text_fault(text, index, f"'{shown}': {reason}")


def _word(text: str, index: int, stop: int) -> tuple[int, int] | None:
    """Read 幺鸡 or 乌骨鸡 at `index`: the tile and the characters used."""
    if text[index] in "幺么" and index + 1 < stop and text[index + 1] in _CHICKEN:
        return _YAOJI, 2
    if (
        text[index] in "乌烏"
        and index + 2 < stop
        and text[index + 1] == "骨"
        and text[index + 2] in _CHICKEN
    ):
        return _WUGU, 3
    return None


def scan(text: str, start: int, stop: int) -> list[int]:
    """Read ``text[start:stop]`` as tiles in written order, in one pass."""
    tiles: list[int] = []
    ranks: list[int] = []
    index = start
    while index < stop:
        char = text[index]
        rank = _RANKS.get(char)
        if rank is not None:
            ranks.append(rank)
            index += 1
            continue
        suit = _SUIT_STARTS.get(char)
        if suit is not None:
            if not ranks:
                raise text_fault(text, index, f"'{char}' without digits before it")
            tiles.extend([suit + rank for rank in ranks])
            ranks.clear()
            index += 1
            continue
        tile = _GLYPH_TILES.get(char)
        used = 1
        if tile is None and (word := _word(text, index, stop)):
            tile, used = word
        if tile is None and not char.isspace():
            raise _unreadable(text, index)
        if ranks:
            raise _without_suit(text, index - len(ranks), index)
        index += used
        if tile is not None:
            tiles.append(tile)
            if used == 1 and index < stop and text[index] in _VARIATION_SELECTORS:
                index += 1
    if ranks:
        raise _without_suit(text, stop - len(ranks), stop)
    return tiles


def _without_suit(text: str, start: int, stop: int) -> TileTextError:
    shown = text[start:stop] if stop - start <= _EXCERPT else text[start : start + _EXCERPT] + "…"
    return text_fault(text, start, f"'{shown}' without a suit letter (m, p, s) after it")


def parse_tiles(text: str) -> list[int]:
    """Read tile text as tile indices in written order.

    Read are digits before a suit letter (``12m3p``), Chinese numerals and suits, simplified
    or traditional (``一二万 3筒 五萬 六餅 七條 八索``), 幺鸡 for ``1s`` and 乌骨鸡 for ``8p``, and
    the Unicode tiles (``🀇🀙🀐``). Notations may be mixed; spaces may stand between groups.
    Text without tiles gives an empty list, as an empty river is written; :func:`counts` and
    ``Hand``, where tiles are needed, refuse it.

    Parameters
    ----------
    text : str
        Tile text. Melds in brackets belong to ``Hand``.

    Returns
    -------
    list of int
        Tile indices 0 to 26.

    Raises
    ------
    TileTextError
        Text that cannot be read; position (counted from 1) and character are named.
    WrongTypeError
        `text` is not a ``str``.

    Examples
    --------
    >>> parse_tiles("1m6s8m")
    [0, 23, 7]
    >>> parse_tiles("三筒 乌骨鸡 🀏") == parse_tiles("38p9m")
    True
    >>> parse_tiles("12m3")
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.TileTextError: tile text '12m3', position 4 (counted from 1): \
'3' without a suit letter (m, p, s) after it
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"tile text must be str, not {type(text).__name__}")
    return scan(text, 0, len(text))


def shown(number: int) -> str:
    """Return a number for a message, short even where Python refuses to print it."""
    return str(number) if abs(number) < 10**30 else f"a number of {number.bit_length()} bits"


def whole_number(value: object, what: str) -> int:
    """Whole number of any integer type, but no bool."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_) or not isinstance(value, SupportsIndex):
        raise WrongTypeError(f"{what} must be a whole number, not {type(value).__name__}")
    try:
        return operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{what} must be a whole number, not {type(value).__name__}") from None


def _tile(value: object, what: str) -> int:
    if isinstance(value, str):
        tiles = parse_tiles(value)
        if len(tiles) != 1:
            raise TileTextError(
                f"{what} {excerpt(value)} holds {len(tiles)} tiles, expected exactly one"
            )
        return tiles[0]
    index = whole_number(value, what)
    if not 0 <= index < KINDS:
        raise TileTextError(f"{what} {shown(index)}: tile indices go from 0 (1m) to 26 (9s)")
    return index


def tile_index(tile: Tile) -> int:
    """Return the index of a tile given by its text or by its index.

    Parameters
    ----------
    tile : str or int
        Text of exactly one tile in any notation, or an index 0 to 26; NumPy integers too.

    Returns
    -------
    int
        0 to 26.

    Raises
    ------
    TileTextError
        Not exactly one tile, or an index outside 0 to 26.
    WrongTypeError
        Any other type; ``bool`` is refused.

    Examples
    --------
    >>> tile_index("5m"), tile_index("幺鸡"), tile_index(26)
    (4, 18, 26)
    """
    return _tile(tile, "tile")


def tile_text(tile: Tile) -> str:
    """Return the text of one tile.

    Raises the errors of :func:`tile_index`.

    Examples
    --------
    >>> tile_text(4), tile_text("乌骨鸡")
    ('5m', '8p')
    """
    return _TEXTS[_tile(tile, "tile")]


def glyph(tile: Tile) -> str:
    """Return the Unicode tile, one character without a variation selector.

    Raises the errors of :func:`tile_index`.

    Examples
    --------
    >>> glyph(0), glyph("1s")
    ('🀇', '🀐')
    """
    return _GLYPHS[_tile(tile, "tile")]


def tile_name(tile: Tile, lang: Literal["zh", "en"] = "zh") -> str:
    """Return the name of a tile as players say it.

    Parameters
    ----------
    tile : str or int
        Tile text or index.
    lang : {"zh", "en"}
        Chinese (1s is 幺鸡) or English.

    Returns
    -------
    str
        The name; :func:`parse_tiles` reads the Chinese one.

    Raises
    ------
    ZhuojiError
        An unknown language; else the errors of :func:`tile_index`.

    Examples
    --------
    >>> tile_name(4), tile_name("1s"), tile_name("3p", "en")
    ('五万', '幺鸡', '3 dots')
    """
    index = _tile(tile, "tile")
    if lang not in _NAMES:
        raise ZhuojiError(f"lang {lang!r}: expected 'zh' or 'en'")
    return _NAMES[lang][index]


def total(tiles: Iterable[int], what: str) -> bytes:
    """Count tile indices; a fifth of a kind is an error."""
    vector = bytearray(KINDS)
    for place, tile in enumerate(tiles):
        if vector[tile] == COPIES:
            raise CountsError(
                f"{what}: five of {_TEXTS[tile]}, there are {COPIES} "
                f"(the fifth is tile {place + 1})"
            )
        vector[tile] += 1
    return bytes(vector)


def _vector(values: Iterable[object], what: str) -> bytes:
    """Check 27 counts."""
    vector = bytearray(KINDS)
    for tile, value in enumerate(values):
        if type(value) is int and 0 <= value <= COPIES:
            vector[tile] = value
            continue
        count = whole_number(value, f"{what}[{tile}]")
        if not 0 <= count <= COPIES:
            hint = f"five of {_TEXTS[tile]}, " if count == COPIES + 1 else ""
            raise CountsError(
                f"{what}[{tile}]: {hint}count of {_TEXTS[tile]} is {shown(count)}, "
                f"must be 0 to {COPIES}"
            )
        vector[tile] = count
    return bytes(vector)


def _numbers(values: Iterable[object], what: str) -> bytes:
    """Count an iterable: 27 counts if it is 27 long, else tiles."""
    found = list(islice(values, KINDS * COPIES + 1))
    if len(found) == KINDS:
        return _vector(found, what)
    return total((_tile(tile, f"{what}[{i}]") for i, tile in enumerate(found)), what)


def counts_bytes(tiles: object, what: str = "counts", *, empty: bool = False) -> bytes:
    """Read whatever :func:`counts` reads as 27 bytes.

    `what` names it in messages; `empty` says that text without tiles will do.
    """
    if isinstance(tiles, str):
        found = parse_tiles(tiles)
        if not found and not empty:
            raise TileTextError(f"{what}: tile text {excerpt(tiles)} holds no tiles")
        return total(found, f"{what} {excerpt(tiles)}")
    if isinstance(tiles, bytes | bytearray):
        if len(tiles) != KINDS:
            raise CountsError(f"{what}: {len(tiles)} bytes, expected {KINDS} counts")
        return bytes(tiles) if max(tiles) <= COPIES else _vector(tiles, what)
    if isinstance(tiles, np.ndarray):
        if tiles.dtype.kind not in "iu":
            raise WrongTypeError(f"{what}: array of {tiles.dtype}, expected whole numbers")
        if tiles.ndim != 1:
            raise ShapeError(f"{what}: array of shape {tiles.shape}, expected ({KINDS},)")
        return _numbers(tiles[: KINDS * COPIES + 1].tolist(), what)
    concealed = getattr(tiles, "concealed_bytes", None)
    if isinstance(concealed, bytes):
        return concealed
    if isinstance(tiles, Mapping) or not isinstance(tiles, Iterable):
        raise WrongTypeError(
            f"{what} must be tile text, tiles or {KINDS} counts, not {type(tiles).__name__}"
        )
    return _numbers(tiles, what)


def counts(tiles: CountsLike) -> NDArray[np.uint8]:
    """Count tiles: 27 numbers, 0 to 4 of each kind.

    Parameters
    ----------
    tiles : str, iterable, array or Hand
        Tile text; or tiles (indices or text of one tile each); or the 27 counts themselves
        as ``bytes``, a sequence or an array of integers; or a ``Hand``, whose concealed tiles
        are counted. A sequence of length 27 is always counts: a list of 27 tiles has to
        be written as text.

    Returns
    -------
    ndarray of uint8, shape (27,)
        A new array.

    Raises
    ------
    TileTextError
        Unreadable text, text without tiles, or an index outside 0 to 26.
    CountsError
        Five of a kind, or a count below 0 or above 4; the tile is named.
    ShapeError
        An array that is not one-dimensional.
    WrongTypeError
        Floats, bools, objects, None.

    Examples
    --------
    >>> counts("123m11s").nonzero()[0].tolist()
    [0, 1, 2, 18]
    >>> counts([18, "3m", 18])[18]
    np.uint8(2)
    >>> counts("22222m")
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.CountsError: counts '22222m': five of 2m, there are 4 (the fifth is tile 5)
    """
    return np.frombuffer(counts_bytes(tiles), np.uint8).copy()


def _grouped(tiles: Iterable[int]) -> str:
    parts: list[str] = []
    suit = -1
    for tile in tiles:
        if tile // 9 != suit:
            if parts:
                parts.append(SUITS[suit])
            suit = tile // 9
        parts.append(_TEXTS[tile][0])
    if parts:
        parts.append(SUITS[suit])
    return "".join(parts)


def held(vector: bytes) -> tuple[int, ...]:
    """Return the tile indices of 27 counts, sorted."""
    return tuple(chain.from_iterable(map(getitem, _REPEATED, vector)))


def sorted_text(vector: bytes) -> str:
    """Return the canonical text of 27 counts."""
    ranks = list(map(getitem, _REPEATED_RANKS, vector))
    found = ""
    for suit, start in zip(SUITS, (0, 9, 18), strict=True):
        if run := "".join(ranks[start : start + 9]):
            found += run + suit
    return found


def to_text(tiles: CountsLike) -> str:
    """Write tiles in their canonical form: sorted, one suit letter a suit.

    Parameters
    ----------
    tiles : str, iterable, array or Hand
        Whatever :func:`counts` takes, with its errors.

    Returns
    -------
    str
        Tile text; empty for no tiles.

    Examples
    --------
    >>> to_text("五万 幺鸡 3m")
    '35m1s'
    """
    return sorted_text(counts_bytes(tiles))


def tiles_text(tiles: str | Iterable[Tile]) -> str:
    """Write tiles in the order given, as a river is written.

    Parameters
    ----------
    tiles : str or iterable
        Tile text, or tiles (indices or text of one tile each); any number of them.

    Returns
    -------
    str
        Tile text with one suit letter after each run of one suit; empty for no tiles.

    Raises
    ------
    TileTextError
        Unreadable text, or an index outside 0 to 26.
    WrongTypeError
        Anything else.

    Examples
    --------
    >>> tiles_text([0, 23, 7]), tiles_text([13, 11, 22, 26])
    ('1m6s8m', '53p59s')
    """
    if isinstance(tiles, str):
        return _grouped(parse_tiles(tiles))
    if isinstance(tiles, bytes | bytearray | Mapping) or not isinstance(tiles, Iterable):
        raise WrongTypeError(f"tiles must be tile text or tiles, not {type(tiles).__name__}")
    return _grouped(_tile(tile, f"tiles[{i}]") for i, tile in enumerate(tiles))
