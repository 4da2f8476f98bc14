"""单人模拟: one player's hands played out with real draws, by the computed throws or any others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import msgspec
import numpy as np

from zhuoji_fast import analysis
from zhuoji_fast._core.solo import OBJECTIVES, solve_all
from zhuoji_fast._core.solo_rollout import SoloPolicy, draw_orders, roll_out, worth
from zhuoji_fast.documents import show
from zhuoji_fast.errors import CountsError, WrongTypeError, ZhuojiError
from zhuoji_fast.hand import Hand
from zhuoji_fast.play_stats import Mean, function_name, mean, share
from zhuoji_fast.rules import Rules
from zhuoji_fast.solo import (
    MOST,
    MOST_EXTRA,
    one_of,
    read_hand,
    read_unseen,
    too_large,
    whole,
)
from zhuoji_fast.solo_result import ARRAYS
from zhuoji_fast.tiles import Tile, held, sorted_text, tile_index, tile_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from zhuoji_fast.tiles import CountsLike

__all__ = ["SoloRollouts", "SoloSample", "solo_rollouts"]

Policy: TypeAlias = "str | Callable[[NDArray[np.uint8], NDArray[np.uint8], int], Tile]"
"""A policy by name, or a function of hand, unseen tiles and draws left to the tile thrown."""

_POLICIES: Final = ("solo", "useful")
_MODELS: Final = ("wall", "replace")
_MAX_SEED: Final = 2**64 - 1
_MAX_N: Final = 2**40


class _Spec(NamedTuple):
    """What every rollout begins with, whatever is thrown."""

    melds: bytes | None
    wall: bytes
    draws: int
    rules: bytes
    seed: int
    start: int
    n: int


class SoloSample(msgspec.Struct, frozen=True):
    """单人模拟: what came of many rollouts after one throw, a frozen value.

    Attributes
    ----------
    tile : int or None
        The tile thrown; None for a hand that waits.
    text : str
        Its text, ``"wait"`` for None.
    n : int
        Rollouts.
    wins, tings : tuple of int
        Rollouts won, and first ting, with just 0, 1, … draws.
    score_sum, score_squares : int
        Sum of the fans won, and of their squares.

    Examples
    --------
    >>> sample = SoloSample(8, "9m", 100, (0, 10, 15), (80, 5, 5), 60, 180)
    >>> print(sample.win, sample.ting, sample.score, sep="; ")
    0.2500 ± 0.0433; 0.9000 ± 0.0300; 0.6000 ± 0.1206
    >>> print(sample.win_within(1))
    0.1000 ± 0.0300
    """

    tile: int | None
    text: str
    n: int
    wins: tuple[int, ...]
    tings: tuple[int, ...]
    score_sum: int
    score_squares: int

    @property
    def win(self) -> Mean:
        """胡牌: share of rollouts won, with its standard error."""
        return share(sum(self.wins), self.n)

    @property
    def ting(self) -> Mean:
        """听牌: share of rollouts that have been ting."""
        return share(sum(self.tings), self.n)

    @property
    def score(self) -> Mean:
        """番: mean fan of a rollout, 0 where it is not won."""
        return mean(self.score_sum, self.score_squares, self.n)

    def win_within(self, draws: int) -> Mean:
        """Share of rollouts won within so many draws, by play that has all of them."""
        return share(list(accumulate(self.wins))[draws], self.n)


class SoloRollouts(msgspec.Struct, frozen=True):
    """单人模拟: rollouts after each throw, best first; a frozen value.

    Attributes
    ----------
    hand : str
    draws, n, seed, start : int
        Rollouts ``start`` to ``start + n - 1`` of the seed, after each throw.
    policy : str
        ``"solo"``, ``"useful"``, or the name of the function.
    objective : str
        What orders the throws, and what the policy ``"solo"`` aims at.
    samples : tuple of SoloSample
        One for each throw, the highest estimate first.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> print(zj.solo_rollouts("3344m123456p7899s", n=2000, throws=["9s", "3m"], seed=1))
    3344m123456p7899s, 18 draws, 2,000 rollouts, policy solo, seed 1
    throw              win             ting            score
    9s     0.6695 ± 0.0105  1.0000 ± 0.0000  1.3390 ± 0.0210
    3m     0.6525 ± 0.0106  0.9945 ± 0.0017  1.3050 ± 0.0213
    """

    hand: str
    draws: int
    n: int
    seed: int
    start: int
    policy: str
    objective: str
    samples: tuple[SoloSample, ...]

    def __str__(self) -> str:
        heads = "".join([f"  {name:>15}" for name in ARRAYS])
        rows = [
            f"{x.text:<5}" + "".join([f"  {getattr(x, name)!s:>15}" for name in ARRAYS])
            for x in self.samples
        ]
        first = (
            f"{self.hand}, {self.draws} draws, {self.n:,} rollouts, policy {self.policy}, "
            f"seed {self.seed}"
        )
        return "\n".join([first, f"throw{heads}", *rows])


def solo_rollouts(  # noqa: PLR0917  (as solo_exact)
    hand: CountsLike | Hand,
    unseen: CountsLike | None = None,
    draws: int = 18,
    rules: Rules | str | dict[str, Any] | None = None,
    objective: str = "win",
    policy: Policy = "solo",
    n: int = 10_000,
    seed: int = 0,
    *,
    throws: Iterable[Tile] | None = None,
    model: str = "wall",
    extra: int | None = 1,
    start: int = 0,
    max_hands: int = 6_000_000,
) -> SoloRollouts:
    """单人模拟: play out one player's hands with real draws without replacement.

    What :func:`~zhuoji_fast.solo_exact` computes, sampled: own draws and self-drawn wins only.
    Every throw meets the same walls: rollout i of a seed draws the same tiles in the same order
    whatever is thrown.

    Parameters
    ----------
    hand, unseen, draws, rules
        As for :func:`~zhuoji_fast.solo_exact`.
    objective : {"win", "ting", "score"}
        What the policy ``"solo"`` aims at, and what orders the throws.
    policy : str or callable
        ``"solo"``: the best throws as :func:`~zhuoji_fast.solo_exact` computes them with `model`
        and `extra`, one horizon of `draws`. ``"useful"``: the lowest shanten, then the most unseen
        useful tiles. A function gets the 27 counts of a hand that has drawn, those of the unseen
        tiles, and the draws left, and returns a tile of the hand; it is asked only where the hand
        is not finished. Only ``"solo"`` with ``"score"`` ever passes up a win.
    n : int
        Rollouts of each throw, at least 1.
    seed : int
        0 to 2**64 - 1.
    throws : iterable of str or int, optional
        The tiles to throw first; all that are held by default, of ``"solo"`` those inside the
        search. Not for a hand that waits.
    model : {"wall", "replace"}
    extra : int or None
    start : int
        Number of the first rollout under the seed.
    max_hands : int
        Hands that ``"solo"`` may search.

    Returns
    -------
    SoloRollouts

    Raises
    ------
    SearchTooLargeError
        More than `max_hands` hands.
    ZhuojiError
        As :func:`~zhuoji_fast.solo_exact`; throws that are not held or outside the search; a
        function that returns a tile that is not held.

    Examples
    --------
    >>> sampled = solo_rollouts("3344m123456p7899s", n=4000, throws=["9s"], seed=5).samples[0]
    >>> from zhuoji_fast import solo_exact
    >>> exact = solo_exact("3344m123456p7899s", arrays=("win",)).value
    >>> abs(sampled.win.value - exact) < 3 * sampled.win.error
    True
    """
    concealed, melds, text = read_hand(hand)
    wall = read_unseen(unseen, concealed, melds)
    last = whole("draws", draws, 0)
    if last > sum(wall):
        raise CountsError(f"draws: {last}, but only {sum(wall)} tiles are unseen")
    one_of("objective", objective, ARRAYS)
    one_of("model", model, _MODELS)
    number = whole("n", n, 1, _MAX_N)
    key = whole("seed", seed, 0, _MAX_SEED)
    first = whole("start", start, 0, _MAX_N)
    if extra is not None:
        extra = whole("extra", extra, 0, MOST_EXTRA)
    most = whole("max_hands", max_hands, 1, MOST)
    compiled = Rules.from_value("guiyang" if rules is None else rules).compiled()
    computed = None
    if not callable(policy) and one_of("policy", policy, _POLICIES) == "solo":
        shanten = int(analysis.shanten(concealed, melds))
        reach = max(shanten + 1, last) if extra is None else max(shanten, 0) + extra
        aim = OBJECTIVES.index(objective)
        keys, values, many = solve_all(
            concealed, melds, wall, reach, most, aim, last, model == "replace", compiled
        )
        if many:
            raise too_large(text, extra, most)
        computed = SoloPolicy(concealed, melds, wall, reach, aim, keys, values, compiled)
    spec = _Spec(melds, wall, last, compiled, key, first, number)
    samples = []
    for tile, waiting in _waiting(concealed, throws, computed):
        if callable(policy):
            wins, tings, total, squares = _play(policy, waiting, spec)
        else:
            wins, tings, total, squares = roll_out(computed, waiting, *spec)
        name = "wait" if tile is None else tile_text(tile)
        samples.append(
            SoloSample(
                tile, name, number, tuple(wins.tolist()), tuple(tings.tolist()), total, squares
            )
        )
    samples.sort(key=lambda sample: -cast("Mean", getattr(sample, objective)).value)
    label = function_name(policy, "function") if callable(policy) else policy
    return SoloRollouts(text, last, number, key, first, label, objective, tuple(samples))


def _waiting(
    concealed: bytes, throws: Iterable[Tile] | None, computed: SoloPolicy | None
) -> list[tuple[int | None, bytes]]:
    """The hands that wait after each first throw."""
    if sum(concealed) % 3 == 1:
        if throws is not None:
            raise ZhuojiError("throws: the hand waits, there is nothing to throw")
        return [(None, concealed)]
    if throws is not None and (isinstance(throws, str | bytes) or not isinstance(throws, Iterable)):
        raise WrongTypeError(f"throws: {show(throws)}, expected tiles such as ['8m', '4m']")
    asked = sorted(set(held(concealed)) if throws is None else {tile_index(t) for t in throws})
    if not asked:
        raise ZhuojiError("throws: none given")
    found: list[tuple[int | None, bytes]] = []
    for tile in asked:
        after = bytearray(concealed)
        if not after[tile]:
            raise ZhuojiError(f"throws: {sorted_text(concealed)} holds no {tile_text(tile)}")
        after[tile] -= 1
        waiting = bytes(after)
        if computed is None or computed.knows(waiting):
            found.append((tile, waiting))
        elif throws is not None:
            raise ZhuojiError(f"throws: {tile_text(tile)} is outside the search")
    return found


def _play(
    policy: Callable[[NDArray[np.uint8], NDArray[np.uint8], int], Tile], waiting: bytes, spec: _Spec
) -> tuple[NDArray[np.int64], NDArray[np.int64], int, int]:
    """Rollouts of a function, counted as the compiled ones are."""
    melds, wall, draws = spec.melds, spec.wall, spec.draws
    wins, tings = np.zeros(draws + 1, np.int64), np.zeros(draws + 1, np.int64)
    total = squares = 0
    for order in draw_orders(wall, draws, spec.seed, spec.start, spec.n):
        hand = np.frombuffer(waiting, np.uint8).copy()
        unseen = np.frombuffer(wall, np.uint8).copy()
        ting = False
        for made, drawn in enumerate([None, *order.tolist()]):
            if drawn is not None:
                hand[drawn] += 1
                unseen[drawn] -= 1
                if analysis.is_win(hand.tobytes(), melds):
                    fan = worth(hand.tobytes(), melds, drawn, spec.rules)
                    wins[made] += 1
                    total += fan
                    squares += fan * fan
                    break
                thrown = _thrown(policy(hand.copy(), unseen.copy(), draws - made))
                if not hand[thrown]:
                    raise ZhuojiError(
                        f"policy: threw {tile_text(thrown)}, which is not in "
                        f"{sorted_text(hand.tobytes())}"
                    )
                hand[thrown] -= 1
            if not ting and analysis.shanten(hand.tobytes(), melds) == 0:
                ting = True
                tings[made] += 1
    return wins, tings, total, squares


def _thrown(tile: Tile) -> int:
    """Index of what a function returned; an error says who it was."""
    try:
        return tile_index(tile)
    except ZhuojiError as error:
        raise type(error)(f"policy: {error}") from None
