"""单人最优打法: what the exact one-player play is worth, throw by throw."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import compress
from operator import getitem
from typing import TYPE_CHECKING, Any, Final, final

import msgspec
import numpy as np

from zhuoji_fast import analysis
from zhuoji_fast.hand_forms import UsefulTile
from zhuoji_fast.melds import Frozen
from zhuoji_fast.rules import Rules
from zhuoji_fast.tiles import COPIES, KINDS, tile_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ARRAYS", "SoloResult", "SoloThrow"]

ARRAYS: Final = ("win", "ting", "score")
"""What can be computed."""

_USEFUL = [[UsefulTile(tile, unseen) for unseen in range(COPIES + 1)] for tile in range(KINDS)]


class SoloThrow(msgspec.Struct, frozen=True, gc=False):
    """打牌: one throw and what it is worth, a frozen value.

    Attributes
    ----------
    tile : int
        The tile thrown.
    text : str
        Its text.
    value : float
        By the objective, at the last computed horizon.
    shanten : int
        Shanten afterwards, 0 = ting.
    useful : tuple of UsefulTile
        The tiles that lower it, by index, and how many of each are unseen.
    tiles : int
        How many useful tiles are unseen.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> throw = zj.solo_exact("1111m234567p3399s", draws=2).throws[0]
    >>> throw.text, round(throw.value, 4), throw.useful, throw.tiles
    ('1m', 0.0874, (UsefulTile(tile=20, unseen=2), UsefulTile(tile=26, unseen=2)), 4)
    """

    tile: int
    text: str
    value: float
    shanten: int
    useful: tuple[UsefulTile, ...]
    tiles: int


@final
class SoloResult(Frozen):
    """单人最优打法: what best one-player play is worth, a frozen value.

    Made by :func:`zhuoji_fast.solo_exact`.

    Attributes
    ----------
    hand : str
        The hand.
    win, ting, score : ndarray of float64 or None
        Probability of having won, probability of having been ting, expected fan, each under the
        play that is best for it. Of a hand that throws (3n+2 tiles) the shape is
        (27, draws + 1): row = tile thrown, column d = within d draws from now. NaN where the
        tile is not held, the throw is outside the search, or the horizon was not asked for. Of a
        hand that waits (3n+1 tiles) the shape is (draws + 1,): the value of waiting. None if it
        was not asked for. Read-only.
    draws : int
        The longest horizon.
    horizons : tuple of int
        The columns that were computed, ascending.
    objective : {"win", "ting", "score"}
        What orders the throws.
    model : {"wall", "replace", "exact"}
    extra : int or None
    hands : int
        Hands searched, of both sizes; of the model ``exact`` the states of hand and wall.
    rules : Rules
        What scores are counted by.
    unseen : ndarray of uint8, shape (27,)
        The tiles that can be drawn at the start. Read-only.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> result = zj.solo_exact("46899m123678p222s", arrays=("win", "ting"), extra=0)
    >>> print(result)
    46899m123678p222s, 94 unseen, 18 draws, wall, extra 0: 5 hands
    throw     win    ting  tiles  useful
    4m     0.5793  1.0000      4  7m:4
    8m     0.5793  1.0000      4  5m:4
    >>> result.throws[0].text, round(float(result.win[7, 5]), 4)
    ('4m', 0.1993)
    """

    __slots__ = (
        "_concealed",
        "_melds",
        "draws",
        "extra",
        "hand",
        "hands",
        "horizons",
        "model",
        "objective",
        "rules",
        "score",
        "ting",
        "unseen",
        "win",
    )
    hand: str
    _concealed: bytes
    _melds: bytes | None
    unseen: NDArray[np.uint8]
    draws: int
    horizons: tuple[int, ...]
    objective: str
    model: str
    extra: int | None
    rules: Rules
    hands: int
    win: NDArray[np.float64] | None
    ting: NDArray[np.float64] | None
    score: NDArray[np.float64] | None

    @property
    def throws(self) -> tuple[SoloThrow, ...]:
        """打牌: the throws inside the search, best first; empty for a hand that waits.

        Better is the higher value at the last computed horizon, then the lower shanten, then
        more useful tiles unseen, then the lower tile index.
        """
        values = self._values()
        if values.ndim == 1:
            return ()
        found = [self._throw(tile, float(values[tile, self.horizons[-1]])) for tile in self._held()]
        return tuple(sorted(found, key=lambda x: (-x.value, x.shanten, -x.tiles, x.tile)))

    @property
    def value(self) -> float:
        """The value of the best throw, or of waiting, at the last computed horizon.

        Examples
        --------
        >>> import zhuoji_fast as zj
        >>> round(zj.solo_exact("3344m123456p789s", draws=2, arrays=("win",)).value, 6)
        0.084658
        """
        values = self._values()
        last: float = np.nanmax(values[..., self.horizons[-1]])
        return float(last)

    @property
    def useful(self) -> tuple[UsefulTile, ...]:
        """进张: the useful tiles of a hand that waits, and how many of each are unseen.

        Empty for a hand that throws, whose :attr:`throws` have their own.
        """
        return self._useful(self._concealed) if self._values().ndim == 1 else ()

    def to_dict(self) -> dict[str, Any]:
        """Give the result as plain data for JSON; NaN becomes None.

        Examples
        --------
        >>> import zhuoji_fast as zj
        >>> waiting = zj.solo_exact("3344m123456p789s", draws=1, arrays=("win",))
        >>> waiting.to_dict()["win"]
        [0.0, 0.042105263157894736]
        """
        result: dict[str, Any] = {
            "hand": self.hand,
            "unseen": int(self.unseen.sum()),
            "draws": self.draws,
            "horizons": list(self.horizons),
            "model": self.model,
            "extra": self.extra,
            "hands": self.hands,
            "objective": self.objective,
        }
        if self._values().ndim == 1:
            result |= {name: _plain(array) for name, array in self._arrays()}
            return result | {"useful": _by_text(self.useful)}
        result["throws"] = [
            {"tile": throw.text, "shanten": throw.shanten, "left": throw.tiles}
            | {"useful": _by_text(throw.useful)}
            | {name: _plain(array[throw.tile]) for name, array in self._arrays()}
            for throw in self.throws
        ]
        return result

    def __str__(self) -> str:
        extra = "" if self.model == "exact" else f", extra {self.extra}"
        head = (
            f"{self.hand}, {int(self.unseen.sum())} unseen, {self.horizons[-1]} draws, "
            f"{self.model}{extra}: {self.hands:,} hands"
        )
        arrays = self._arrays()
        names = "".join([f"  {name:>6}" for name, _ in arrays])
        if self._values().ndim == 1:
            useful = self.useful
            rows = [("wait ", [float(a[self.horizons[-1]]) for _, a in arrays], useful)]
            heads = f"     {names}  tiles  useful"
        else:
            last = self.horizons[-1]
            rows = [
                (f"{x.text:<5}", [float(a[x.tile, last]) for _, a in arrays], x.useful)
                for x in self.throws
            ]
            heads = f"throw{names}  tiles  useful"
        lines = [head, heads]
        for name, values, useful in rows:
            numbers = "".join([f"  {value:6.4f}" for value in values])
            tiles = sum([draw.unseen for draw in useful])
            draws = " ".join([f"{tile_text(tile)}:{unseen}" for tile, unseen in useful if unseen])
            lines.append(f"{name}{numbers}  {tiles:5}  {draws}".rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        throws = self.throws
        best = f" throw {throws[0].text}" if throws else ""
        return (
            f"<SoloResult {self.hand}:{best} {self.objective} {self.value:.4f} "
            f"in {self.horizons[-1]} draws>"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SoloResult):
            return NotImplemented
        return all(
            np.array_equal(a, b, equal_nan=name in ARRAYS)
            if isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
            else a is b or (not isinstance(a, np.ndarray) and a == b)
            for name in self.__slots__
            for a, b in [(getattr(self, name), getattr(other, name))]
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Callable[..., SoloResult], tuple[dict[str, Any]]]:
        return made, ({name: getattr(self, name) for name in self.__slots__},)

    def _values(self) -> NDArray[np.float64]:
        values: NDArray[np.float64] = getattr(self, self.objective)
        return values

    def _arrays(self) -> list[tuple[str, NDArray[np.float64]]]:
        found = [(name, getattr(self, name)) for name in ARRAYS]
        return [(name, array) for name, array in found if array is not None]

    def _held(self) -> list[int]:
        """Tiles whose throw is inside the search."""
        inside = ~np.isnan(self._values()[:, self.horizons[-1]])
        return [int(tile) for tile in np.flatnonzero(inside)]

    def _throw(self, tile: int, value: float) -> SoloThrow:
        left = bytearray(self._concealed)
        left[tile] -= 1
        after = bytes(left)
        useful = self._useful(after)
        tiles = sum([draw.unseen for draw in useful])
        shanten = int(analysis.shanten(after, self._melds))
        return SoloThrow(tile, tile_text(tile), value, shanten, useful, tiles)

    def _useful(self, concealed: bytes) -> tuple[UsefulTile, ...]:
        mask = analysis.useful_tiles(concealed, self._melds).tobytes()
        return tuple(compress(map(getitem, _USEFUL, self.unseen.tolist()), mask))


def made(fields: dict[str, Any]) -> SoloResult:
    """Make a result of all its fields; its arrays become read-only."""
    result = object.__new__(SoloResult)
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        object.__setattr__(result, name, value)
    return result


def _plain(values: NDArray[np.float64]) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values.tolist()]


def _by_text(useful: tuple[UsefulTile, ...]) -> dict[str, int]:
    return {tile_text(tile): unseen for tile, unseen in useful}
