"""副露: pongs and kongs, their text, and the text of a whole hand."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NoReturn, final

from zhuoji_fast.errors import MeldError, WrongTypeError
from zhuoji_fast.tiles import KINDS, Tile, excerpt, glyph, scan, text_fault, tile_index, tile_text

__all__ = ["MAX_MELDS", "Meld", "MeldKind", "parse_melds"]

MAX_MELDS = 4
"""Melds that a hand can have."""


class MeldKind(enum.StrEnum):
    """碰和豆: the four kinds of melds.

    Examples
    --------
    >>> MeldKind("pong") is MeldKind.PONG == "pong"
    True
    """

    PONG = "pong"
    """碰: three equal tiles, the third taken from a discard."""
    EXPOSED_KONG = "exposed_kong"
    """点豆 (明杠): four, the fourth taken from a discard."""
    CONCEALED_KONG = "concealed_kong"
    """闷豆 (暗杠): four, all drawn."""
    ADDED_KONG = "added_kong"
    """转弯豆 (补杠): a pong and the fourth, drawn later."""


_SIGNS = {
    MeldKind.PONG: "",
    MeldKind.EXPOSED_KONG: "",
    MeldKind.CONCEALED_KONG: "-",
    MeldKind.ADDED_KONG: "+",
}
_KINDS = {
    (3, ""): MeldKind.PONG,
    (4, ""): MeldKind.EXPOSED_KONG,
    (4, "-"): MeldKind.CONCEALED_KONG,
    (4, "+"): MeldKind.ADDED_KONG,
}


def _kind(kind: object) -> MeldKind:
    if not isinstance(kind, str):
        raise WrongTypeError(f"meld kind must be text, not {type(kind).__name__}")
    try:
        return MeldKind(kind)
    except ValueError:
        allowed = ", ".join(MeldKind)
        raise MeldError(f"meld kind {excerpt(kind)}: expected one of {allowed}") from None


class Frozen:
    """Base of values whose attributes are set once, while they are made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen, cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen, cannot delete {name!r}")


@final
class Meld(Frozen):
    """副露: a pong or a kong, a frozen value.

    Parameters
    ----------
    kind : MeldKind or str
        ``pong``, ``exposed_kong``, ``concealed_kong`` or ``added_kong``.
    tile : int or str
        The tile, an index or tile text.

    Raises
    ------
    MeldError
        An unknown kind; the message lists the four.
    TileTextError, WrongTypeError
        Not a tile; a kind that is no text.

    Examples
    --------
    >>> Meld("concealed_kong", "2m")
    Meld('concealed_kong', '2m')
    >>> Meld.parse("[555p]").kind
    <MeldKind.PONG: 'pong'>
    >>> str(Meld("added_kong", 18))
    '[+1111s]'
    """

    __slots__ = ("kind", "tile")
    __match_args__ = ("kind", "tile")
    kind: MeldKind
    tile: int

    def __init__(self, kind: MeldKind | str, tile: Tile) -> None:
        if type(kind) is not MeldKind:
            kind = _kind(kind)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "tile", tile_index(tile))

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read one meld: ``[555p] [1111s] [+1111s] [-1111s]``, brackets not required.

        Three equal tiles are a pong and four an exposed kong; ``+`` marks an added and ``-``
        a concealed kong.

        Raises
        ------
        MeldError
            Unequal tiles, not three or four, a sign before three.
        TileTextError
            Text that cannot be read.
        WrongTypeError
            `text` is not a ``str``.

        Examples
        --------
        >>> Meld.parse("+1111s")
        Meld('added_kong', '1s')
        >>> Meld.parse("[123m]")
        Traceback (most recent call last):
        ...
        zhuoji_fast.errors.MeldError: meld '123m' at position 2 (counted from 1): unequal tiles, \
a meld is three or four of a kind
        """
        if not isinstance(text, str):
            raise WrongTypeError(f"a meld must be a Meld or text, not {type(text).__name__}")
        start = len(text) - len(text.lstrip())
        if not text.startswith("[", start):
            return _meld(text, start, len(text))
        found = list(_bracketed(text, start))
        if len(found) != 1:
            raise MeldError(f"{excerpt(text)} holds {len(found)} melds, expected one")
        return found[0]

    @property
    def size(self) -> int:
        """Tiles in the meld, 3 or 4."""
        return 3 if self.kind is MeldKind.PONG else 4

    @property
    def is_kong(self) -> bool:
        """Whether the meld is a kong (豆)."""
        return self.kind is not MeldKind.PONG

    @property
    def text(self) -> str:
        """The meld in brackets, such as ``[-1111s]``."""
        tile = tile_text(self.tile)
        return f"[{_SIGNS[self.kind]}{tile[0] * self.size}{tile[1]}]"

    @property
    def glyphs(self) -> str:
        """The meld in brackets in Unicode tiles; it reads back as the same meld."""
        return f"[{_SIGNS[self.kind]}{glyph(self.tile) * self.size}]"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Meld('{self.kind.value}', '{tile_text(self.tile)}')"

    def __eq__(self, other: object) -> bool:
        if type(other) is not Meld:
            return NotImplemented
        return self.tile == other.tile and self.kind is other.kind

    def __hash__(self) -> int:
        return hash((self.kind, self.tile))

    def __reduce__(self) -> tuple[type[Meld], tuple[str, int]]:
        return Meld, (self.kind.value, self.tile)

    def __copy__(self) -> Meld:
        return self

    def __deepcopy__(self, memo: object) -> Meld:
        return self


def _meld(text: str, start: int, stop: int) -> Meld:
    """Read ``text[start:stop]``, the inside of the brackets."""
    first = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    sign = text[first] if first < stop and text[first] in "+-" else ""
    tiles = scan(text, first + len(sign), stop)
    inside = text[start:stop] if stop - start <= 20 else text[start : start + 20] + "…"
    where = f"meld {inside!r} at position {start + 1} (counted from 1)"
    if len(set(tiles)) > 1:
        raise MeldError(f"{where}: unequal tiles, a meld is three or four of a kind")
    if len(tiles) not in (3, 4):
        raise MeldError(f"{where}: {len(tiles)} tiles, a meld has three or four")
    kind = _KINDS.get((len(tiles), sign))
    if kind is None:
        raise MeldError(f"{where}: '{sign}' marks a kong, which has four tiles")
    return Meld(kind, tiles[0])


_WRITTEN = {
    meld.text: meld for meld in [Meld(kind, tile) for kind in MeldKind for tile in range(KINDS)]
}


def _bracketed(text: str, start: int) -> Iterator[Meld]:
    index = start
    while index < len(text):
        if text[index].isspace():
            index += 1
            continue
        if text[index] != "[":
            raise text_fault(
                text, index, f"'{text[index]}' after a meld: write the concealed tiles first"
            )
        stop = text.find("]", index)
        if stop < 0:
            raise text_fault(text, index, "'[' is never closed")
        yield _WRITTEN.get(text[index : stop + 1]) or _meld(text, index + 1, stop)
        index = stop + 1


def split_hand(text: str) -> tuple[list[int], tuple[Meld, ...]]:
    """Read a hand on one line: concealed tiles, then melds in brackets."""
    start = text.find("[")
    start = len(text) if start < 0 else start
    return scan(text, 0, start), _at_most_four(_bracketed(text, start))


def _at_most_four(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    found = tuple(islice(melds, MAX_MELDS + 1))
    if len(found) > MAX_MELDS:
        raise MeldError(f"melds[{MAX_MELDS}] {found[-1]}: a hand has at most {MAX_MELDS} melds")
    return found


def parse_melds(melds: str | Iterable[Meld | str]) -> tuple[Meld, ...]:
    """Read melds: text with each in brackets, or an iterable of melds or of their texts.

    Parameters
    ----------
    melds : str or iterable of Meld or str
        At most four melds.

    Returns
    -------
    tuple of Meld
        In the order given.

    Raises
    ------
    MeldError
        An impossible meld, or more than four.
    TileTextError
        Text that cannot be read.
    WrongTypeError
        Anything else.

    Examples
    --------
    >>> parse_melds("[999p] [-8888m]")
    (Meld('pong', '9p'), Meld('concealed_kong', '8m'))
    >>> parse_melds(["555s", Meld("pong", "9m")])
    (Meld('pong', '5s'), Meld('pong', '9m'))
    """
    if isinstance(melds, str):
        return _at_most_four(_bracketed(melds, 0))
    if not isinstance(melds, Iterable):
        raise WrongTypeError(f"melds must be melds or their text, not {type(melds).__name__}")
    return _at_most_four(
        meld if type(meld) is Meld else _read(meld, i) for i, meld in enumerate(melds)
    )


def _read(meld: object, place: int) -> Meld:
    if not isinstance(meld, str):
        raise WrongTypeError(f"melds[{place}] must be a Meld or text, not {type(meld).__name__}")
    return Meld.parse(meld)
