"""单人最优打法: exact odds of one player who draws and throws alone."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

import numpy as np

from zhuoji_fast import analysis
from zhuoji_fast._core.exact import solve_exact
from zhuoji_fast._core.solo import OBJECTIVES, solve
from zhuoji_fast.errors import CountsError, SearchTooLargeError, WrongTypeError, ZhuojiError
from zhuoji_fast.hand import Hand
from zhuoji_fast.rules import Rules
from zhuoji_fast.solo_result import ARRAYS, SoloResult, made
from zhuoji_fast.tiles import COPIES, KINDS, counts_bytes, excerpt, shown, sorted_text, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.tiles import CountsLike

__all__ = [
    "MODELS",
    "MOST",
    "MOST_EXTRA",
    "one_of",
    "read_hand",
    "read_unseen",
    "solo_exact",
    "too_large",
    "whole",
]

MODELS: Final = ("wall", "replace", "exact")
"""The models of the draws."""

_WAITING = KINDS  # row of the core's values
_READY = 13
MOST: Final = 2**31 - 1
"""Hands that a search may be allowed."""
MOST_EXTRA: Final = 1000
"""Far beyond any tiles that can be gained."""


def solo_exact(  # noqa: PLR0917  (what the search is; the order is that of interest)
    hand: CountsLike | Hand,
    unseen: CountsLike | None = None,
    draws: int = 18,
    rules: Rules | str | dict[str, Any] | None = None,
    objective: str = "win",
    arrays: Iterable[str] = ARRAYS,
    horizons: Iterable[int] | None = None,
    model: str = "wall",
    extra: int | None = 1,
    max_hands: int = 6_000_000,
) -> SoloResult:
    """单人最优打法: value every throw by the best one-player play after it.

    The player draws unseen tiles and throws, alone: own draws and self-drawn wins only (自摸), no
    calls, no kongs, nobody else wins. Values are exact for the stated model and search, see
    ``docs/odds.md``.

    Parameters
    ----------
    hand : Hand, str, iterable or array
        3n+2 concealed tiles to throw from, or 3n+1 that wait for a draw: a hand on one line,
        melds in brackets, or the concealed tiles in any form that :func:`~zhuoji_fast.counts`
        takes. Fewer than 13 tiles without melds are a hand whose melds are not known; its scores
        count what the concealed tiles show.
    unseen : str, iterable or array, optional
        The tiles that can be drawn, text or counts; everything that is not in the hand by default.
    draws : int
        The longest horizon, 0 to the number of unseen tiles.
    rules : Rules, str or dict, optional
        For scores: rules, a preset's name, or a preset with changes; ``guiyang`` by default.
    objective : {"win", "ting", "score"}
        What orders the throws; one of `arrays`.
    arrays : iterable of str
        What is computed, each under its own best play: ``"win"`` the probability of winning,
        ``"ting"`` of having been ting (听牌), ``"score"`` the expected fan of the win (番,
        self-draw bonus included; 0 without a win), where a win may be passed up for a better one.
    horizons : iterable of int, optional
        Numbers of draws that are computed, 0 to `draws`; all by default.
    model : {"wall", "replace", "exact"}
        ``"wall"``: the tiles left shrink by one with each draw and each gained tile; which tiles
        were drawn and thrown again is forgotten. ``"replace"``: a drawn tile does not make the
        wall shorter. ``"exact"``: true draws without replacement that remember everything, over
        all throws; for few draws or few tiles.
    extra : int or None
        慢: how many tiles more than its shanten the play may gain. The search holds the hands h
        with gained(h) + shanten(h) ≤ max(shanten of the start, 0) + extra. None: no limit within
        `draws`. The model ``"exact"`` knows no such limit and ignores it.
    max_hands : int
        Hands that may be searched, both sizes together; states of the model ``"exact"``.

    Returns
    -------
    SoloResult
        Arrays ``win``, ``ting``, ``score`` of shape (27, draws + 1), NaN where there is no value;
        (draws + 1,) for a hand that waits.

    Raises
    ------
    SearchTooLargeError
        More than `max_hands` hands; the message says what would search fewer.
    CountsError
        Five of a kind over hand, melds and unseen tiles; 3n tiles; more draws than unseen tiles.
    WrongTypeError
        Values of the wrong type.
    ZhuojiError
        Unknown names, numbers out of range; else the errors of :func:`~zhuoji_fast.counts`,
        :class:`Hand` and :class:`Rules`.

    Examples
    --------
    >>> result = solo_exact("46899m123678p222s", draws=18)
    >>> result.throws[0].text, round(float(result.win[7, 18]), 4)
    ('8m', 0.7117)

    Two kinds to wait for, of which two each are left, and no change of the hand:

    >>> waiting = solo_exact("3344m123456p789s", draws=10, arrays=("win",), extra=0)
    >>> waiting.win.round(6)[[1, 2, 10]].tolist()
    [0.042105, 0.082867, 0.363984]
    """
    concealed, melds, text = read_hand(hand)
    wall = read_unseen(unseen, concealed, melds)
    last = whole("draws", draws, 0)
    if last > sum(wall):
        raise CountsError(f"draws: {shown(last)}, but only {sum(wall)} tiles are unseen")
    names = _names(arrays, objective)
    columns = _horizons(horizons, last)
    one_of("model", model, MODELS)
    if extra is not None:
        extra = whole("extra", extra, 0, MOST_EXTRA)
    most = whole("max_hands", max_hands, 1, MOST)
    chosen = Rules.from_value("guiyang" if rules is None else rules)
    shanten = int(analysis.shanten(concealed, melds))
    aims = [OBJECTIVES.index(name) for name in names]
    if model == "exact":
        extra = None
        values, hands, too_many = solve_exact(
            concealed, melds, wall, most, aims, columns, last + 1, chosen.compiled()
        )
        if too_many:
            raise SearchTooLargeError(
                f"{text}: true draws, {last} of {sum(wall)} tiles, make more than {most:,} states "
                "(max_hands); try fewer draws, or model='wall'"
            )
    else:
        reach = max(shanten + 1, last) if extra is None else max(shanten, 0) + extra
        values, hands, _, _, too_many = solve(
            concealed, melds, wall, reach, most, aims, columns, last + 1,
            model == "replace", chosen.compiled(),
        )  # fmt: skip
        if too_many:
            raise too_large(text, extra, most)
    waits = sum(concealed) % 3 == 1
    fields: dict[str, Any] = {
        "hand": text,
        "_concealed": concealed,
        "_melds": melds,
        "unseen": np.frombuffer(wall, np.uint8),
        "draws": last,
        "horizons": columns,
        "objective": objective,
        "model": model,
        "extra": extra,
        "rules": chosen,
        "hands": hands,
    }
    for name in ARRAYS:
        array = values[names.index(name)] if name in names else None
        fields[name] = array if array is None else array[_WAITING] if waits else array[:_WAITING]
    return made(fields)


def read_hand(hand: CountsLike | Hand) -> tuple[bytes, bytes | None, str]:
    """Concealed tiles, melds where there are any, and text of a hand."""
    if isinstance(hand, str) and "[" in hand:
        hand = Hand(hand)
    if isinstance(hand, Hand):
        return hand.concealed_bytes, hand.meld_bytes if hand.melds else None, hand.text
    concealed = counts_bytes(hand, "hand")
    size = sum(concealed)
    if size % 3 == 0 or size > _READY + 1:
        raise CountsError(
            f"hand {sorted_text(concealed)}: {size} tiles, expected 3n+1 or 3n+2, up to 14"
        )
    return concealed, None, sorted_text(concealed)


def read_unseen(unseen: CountsLike | None, concealed: bytes, melds: bytes | None) -> bytes:
    """Counts of the tiles that can be drawn, checked against the hand."""
    held = concealed if melds is None else bytes(map(operator.add, concealed, melds))
    if unseen is None:
        return bytes([COPIES - count for count in held])
    wall = counts_bytes(unseen, "unseen", empty=True)
    for tile, (own, left) in enumerate(zip(held, wall, strict=True)):
        if own + left > COPIES:
            raise CountsError(
                f"unseen: {left} of {tile_text(tile)} beside {own} held make {own + left}, "
                f"there are {COPIES}"
            )
    return wall


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """Check a whole number of any integer type."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, SupportsIndex):
        raise WrongTypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if number < low or (high is not None and number > high):
        upper = " or more" if high is None else f" to {high:,}"
        raise ZhuojiError(f"{name}: {shown(number)}, expected {low}{upper}")
    return number


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """Check a name that has to be one of a few."""
    if not isinstance(value, str):
        raise WrongTypeError(
            f"{name} must be one of {', '.join(allowed)}, not {type(value).__name__}"
        )
    if value not in allowed:
        raise ZhuojiError(f"{name} {excerpt(value)}: expected one of {', '.join(allowed)}")
    return value


def _names(arrays: object, objective: object) -> tuple[str, ...]:
    """The arrays in their order, each once; the objective is one of them."""
    if isinstance(arrays, str | bytes) or not isinstance(arrays, Iterable):
        raise WrongTypeError(
            f"arrays must be names such as ('win', 'score'), not {type(arrays).__name__}"
        )
    asked = {one_of("arrays", name, ARRAYS) for name in arrays}
    one_of("objective", objective, ARRAYS)
    if objective not in asked:
        names = ", ".join([name for name in ARRAYS if name in asked]) or "none"
        raise ZhuojiError(f"objective {objective!r}: not among the arrays asked for ({names})")
    return tuple([name for name in ARRAYS if name in asked])


def _horizons(horizons: object, draws: int) -> tuple[int, ...]:
    """The horizons in ascending order, each once."""
    if horizons is None:
        return tuple(range(draws + 1))
    if isinstance(horizons, str | bytes) or not isinstance(horizons, Iterable):
        raise WrongTypeError(f"horizons must be numbers of draws, not {type(horizons).__name__}")
    found = {whole(f"horizons[{i}]", t, 0, draws) for i, t in enumerate(horizons)}
    if not found:
        raise ZhuojiError("horizons: none given")
    return tuple(sorted(found))


def too_large(hand: str, extra: int | None, most: int) -> SearchTooLargeError:
    """Make the error of a search beyond the hands allowed."""
    lower = 1 if extra is None else extra - 1
    advice = f"try extra={lower}, or raise max_hands" if extra != 0 else "raise max_hands"
    return SearchTooLargeError(
        f"{hand}: extra={extra} searches more than {most:,} hands (max_hands); {advice}"
    )
