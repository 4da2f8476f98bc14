"""坐庄与开牌: who deals the next hand, and where the wall is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zhuoji_fast._core import positions
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.settlement import PositionLike, settle

__all__ = ["NextDealer", "WallBreak", "next_dealer", "wall_break"]

SIDES = 4
SIDE_STARTS = (0, 41, 27, 14)
"""Stacks before each side's right end, clockwise from the dealer's: 14 own, 13, 14, 13."""


class NextDealer(NamedTuple):
    """接庄: who deals the next hand.

    Examples
    --------
    >>> dealer, streak = NextDealer(dealer=2, streak=0)
    """

    dealer: int
    """The seat."""
    streak: int
    """Hands he has then held in a row before it."""


class WallBreak(NamedTuple):
    """开牌: where drawing starts.

    Examples
    --------
    >>> wall_break((1, 4), dealer=2) == WallBreak(side=0, seat=2, skip=1, stack=1)
    True
    """

    side: int
    """Side of the wall, counter-clockwise from the dealer's, which is 0."""
    seat: int
    """Whose side it is, 0 to 3; nobody's if there are not so many players."""
    skip: int
    """Stacks left standing (过章), clockwise from that side's right end."""
    stack: int
    """First stack drawn, 0 to 53, counted clockwise round the wall from the dealer's right end."""


def next_dealer(position: PositionLike) -> NextDealer:
    """接庄: who deals after a hand, and his streak (rules R-DEAL-2 to R-DEAL-6).

    Parameters
    ----------
    position : Position, dict, str or bytes
        The end of the hand, as :func:`~zhuoji_fast.settle` takes it.

    Returns
    -------
    NextDealer
        ``(dealer, streak)``.

    Raises
    ------
    PositionError, PositionTypeError
        As :class:`~zhuoji_fast.Position`.

    Examples
    --------
    >>> next_dealer({
    ...     "rules": "guiyang_classic",
    ...     "dealer": 0,
    ...     "streak": 2,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... })
    NextDealer(dealer=0, streak=3)
    """
    settlement = settle(position)
    ting = sum([1 << seat for seat, ready in enumerate(settlement.ting) if ready])
    return NextDealer(*positions.dealer_after(*settlement.position.compiled, ting))


def wall_break(dice: Sequence[int], dealer: int) -> WallBreak:
    """开牌: where the wall is broken (rules R-BREAK-1 to R-BREAK-3).

    The sum of the dice counts sides counter-clockwise, the dealer's as one; the smaller die is
    the number of stacks left standing. The dealer's side and the opposite one have 14 stacks,
    the others 13.

    Parameters
    ----------
    dice : sequence of int
        Two dice, 1 to 6.
    dealer : int
        The dealer's side of the table, 0 to 3.

    Returns
    -------
    WallBreak
        ``(side, seat, skip, stack)``.

    Raises
    ------
    ZhuojiError
        Not two dice of 1 to 6, or no seat 0 to 3.
    WrongTypeError
        Anything but whole numbers.

    Examples
    --------
    R2's example: the dealer sits South, 3 and 4 are thrown, the North wall is broken.

    >>> wall_break((3, 4), dealer=0)
    WallBreak(side=2, seat=2, skip=3, stack=30)
    """
    if isinstance(dice, str | bytes) or not isinstance(dice, Sequence):
        raise WrongTypeError(f"dice must be two whole numbers, not {type(dice).__name__}")
    if len(dice) != 2:
        raise ZhuojiError(f"dice: {len(dice)} of them, expected 2")
    for i, die in enumerate(dice):
        _whole(f"dice[{i}]", die, 1, 6)
    _whole("dealer", dealer, 0, SIDES - 1)
    side = (sum(dice) - 1) % SIDES
    skip = min(dice)
    return WallBreak(side, (dealer + side) % SIDES, skip, SIDE_STARTS[side] + skip)


def _whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int:
        raise WrongTypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if not low <= value <= high:
        raise ZhuojiError(f"{name} {value}: expected {low} to {high}")
