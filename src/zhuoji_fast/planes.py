"""观察: the table of observation planes, and a table as one seat sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

import numpy as np

from zhuoji_fast._core.vector import mask_of, observation_of
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.table import Table
from zhuoji_fast.tiles import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PLANES", "Plane", "action_mask", "observation"]


class Plane(NamedTuple):
    """观察面: a group of rows of an observation, 27 numbers each."""

    rows: int
    """How many rows it has."""
    high: int
    """Its highest value; the lowest is 0."""
    meaning: str
    """What stands in it."""


PLANES: Final[Mapping[str, Plane]] = MappingProxyType({
    "hand": Plane(1, 4, "own concealed tiles, the drawn one among them"),
    "drawn": Plane(1, 1, "the tile drawn in this turn of one's own"),
    "open": Plane(1, 1, "the tile that can be claimed or robbed; at the end the winning tile"),
    "seen": Plane(1, 4, "copies in the own hand, all melds and all rivers"),
    "locked": Plane(1, 1, "过胡: tiles one may not win on now"),
    "melds": Plane(4, 4, "by seat: 3 or 4 at the tile of a meld"),
    "meld_kinds": Plane(
        4, 6, "by seat: 1 pong, 2 exposed, 3 concealed, 4 added kong; 5, 6 the last two when late"
    ),
    "meld_sources": Plane(
        4, 4, "by seat: who threw the called tile, 1 the observer, 2 the next seat …"
    ),
    "rivers": Plane(96, 1, "by seat 24 rows: a row a tile of the river, the last 24, oldest first"),
    "wall": Plane(1, 108, "tiles left in the wall, all along the row"),
    "dealer": Plane(4, 1, "by seat: ones for the dealer"),
    "streak": Plane(1, 255, "连庄, all along the row"),
    "turn": Plane(4, 1, "by seat: ones for whose turn it is, or whose tile is open"),
    "asked": Plane(
        5, 1, "ones for what one is asked: declare before the draw, turn, discard after declaring, "
        "claim, rob"
    ),
    "declared": Plane(4, 2, "报听, by seat, all along the row: 1 hard, 2 soft"),
    "charge": Plane(
        4, 1, "冲锋, by seat: at 1s, and 8p if it is a chicken, for who threw the first of the hand"
    ),
    "charge_claimed": Plane(4, 1, "责任, by seat: at the same for who claimed that first one"),
})  # fmt: skip
"""The planes of an observation in their order. "By seat" is the observer, then the seats after him
in playing order, always four: those that are not at the table are 0."""


def chosen_planes(planes: object) -> dict[str, slice]:
    """Rows of each of the chosen planes, in the order given."""
    if isinstance(planes, str):
        names: Sequence[object] = tuple(PLANES) if planes == "all" else (planes,)
    elif isinstance(planes, Sequence) and not isinstance(planes, bytes):
        names = planes
    else:
        raise WrongTypeError(f"planes must be names of planes, not {type(planes).__name__}")
    rows: dict[str, slice] = {}
    first = 0
    for name in names:
        if not isinstance(name, str):
            raise WrongTypeError(f"planes must be names of planes, not {type(name).__name__}")
        if name not in PLANES:
            raise ZhuojiError(f"planes: {name!r}, expected 'all' or some of {', '.join(PLANES)}")
        if name in rows:
            raise ZhuojiError(f"planes: {name!r} twice")
        rows[name] = slice(first, first + PLANES[name].rows)
        first += PLANES[name].rows
    if not rows:
        raise ZhuojiError("planes: none of them, expected 'all' or at least one")
    return rows


def plan_of(rows: dict[str, slice]) -> tuple[int, ...]:
    """First row of every plane, -1 where it is left out: what compiled code takes."""
    return tuple(rows[name].start if name in rows else -1 for name in PLANES)


def highest(rows: dict[str, slice]) -> NDArray[np.uint8]:
    """Highest values of the chosen planes, shaped like an observation."""
    high = np.concatenate([np.full(PLANES[name].rows, PLANES[name].high) for name in rows])
    return np.repeat(high.astype(np.uint8)[:, None], KINDS, axis=1)


_ALL: Final = plan_of(chosen_planes("all"))


def observation(
    table: Table, seat: SupportsIndex, planes: str | Sequence[str] = "all"
) -> NDArray[np.uint8]:
    """观察: a table as one seat sees it, as numbers.

    Nothing that is hidden from the seat has any influence on it.

    Parameters
    ----------
    table : Table
        At any moment of its hand.
    seat : int
        Who looks.
    planes : str or sequence of str, default "all"
        Names of :data:`PLANES`; the rows come in the order given.

    Returns
    -------
    ndarray of uint8, shape (rows, 27)

    Raises
    ------
    ZhuojiError
        No such seat or plane.
    WrongTypeError
        A value of a wrong type.

    Examples
    --------
    >>> from zhuoji_fast import Table, to_text
    >>> table = Table("guiyang", seed=5)
    >>> observation(table, 0).shape
    (140, 27)
    >>> hand, wall = observation(table, 0, ["hand", "wall"])
    >>> to_text(hand) == table.view(0)["hand"], int(wall[0])
    (True, 55)
    """
    everything = isinstance(planes, str) and planes == "all"
    plan = _ALL if everything else plan_of(chosen_planes(planes))
    return observation_of(_checked(table), seat, plan)


def action_mask(table: Table, seat: SupportsIndex) -> NDArray[np.bool_]:
    """能做什么: the legal actions of a seat as a mask.

    Parameters
    ----------
    table : Table
        At any moment of its hand.
    seat : int
        Who acts.

    Returns
    -------
    ndarray of bool, shape (86,)
        By action id; nowhere true if the seat is not pending.

    Raises
    ------
    ZhuojiError
        No such seat.
    WrongTypeError
        A value of a wrong type.

    Examples
    --------
    >>> from zhuoji_fast import Table
    >>> table = Table("guiyang", seed=5)
    >>> tuple(action_mask(table, 0).nonzero()[0].tolist()) == table.legal(0)
    True
    """
    return mask_of(_checked(table), seat).view(np.bool_)


def _checked(table: object) -> Table:
    if not isinstance(table, Table):
        raise WrongTypeError(f"table must be a Table, not {type(table).__name__}")
    return table
