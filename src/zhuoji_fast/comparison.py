"""比较: the actions of one moment against each other, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import index
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec

from zhuoji_fast.actions import action_text
from zhuoji_fast.documents import show
from zhuoji_fast.driver import Control, Tally, checkpoints
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.estimates import SCORE, Estimate, Interval, Weights, normal_interval, quantile
from zhuoji_fast.evaluation import MOST, OBJECTIVES, Estimates, read_limits, read_seed
from zhuoji_fast.rollouts import Belief, Question, RolloutSums, add_sums, ask, play_rollouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zhuoji_fast.driver import Cancel, Progress
    from zhuoji_fast.play import Policy
    from zhuoji_fast.table import Table
    from zhuoji_fast.view import View
    from zhuoji_fast.workers import ExecutorLike

__all__ = ["Compared", "Comparison", "compare"]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """一招: one action of a comparison, a frozen value.

    Attributes
    ----------
    action : int
    text : str
        Its text, such as ``discard 5m``.
    estimate : Estimate
    difference : Interval
        The objective of this action less that of the best, on the same deals: paired. The interval
        of the best itself is 0 to 0.
    variance_ratio : float
        How many times as many rollouts on deals of their own would be needed for a difference that
        is known as well; infinite where the two never differ, and of a single rollout.
    dropped : bool
        Whether it was given up before the others, being clearly worse.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> table = zj.Table("guiyang", seed=5)
    >>> worst = zj.compare(table.view(0), n=1000, seed=1).actions[-1]
    >>> worst.text, worst.difference.high < 0, worst.variance_ratio > 1, worst.dropped
    ('discard 6m', True, True, False)
    """

    action: int
    text: str
    estimate: Estimate
    difference: Interval
    variance_ratio: float
    dropped: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """比较: actions against each other, best first; a frozen value.

    Attributes
    ----------
    seat, objective : int, str
        Whose choice, and what he aims at.
    actions : tuple of Compared
        The highest estimate first. What was dropped stands behind what was not.
    n, seed, stopped, reproducible : int, int, str, bool
        Rollouts of each action that was not dropped, and as for :class:`Estimate`.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> table = zj.Table("guiyang", seed=5)
    >>> found = zj.compare(table.view(0), table.legal(0)[:3], n=500, seed=1)
    >>> found.best == found.actions[0].action, found.actions[0].difference.value
    (True, 0.0)
    """

    seat: int
    objective: str
    actions: tuple[Compared, ...]
    n: int
    seed: int
    stopped: str
    reproducible: bool

    @property
    def best(self) -> int:
        """The action with the highest estimate."""
        return self.actions[0].action

    def __getitem__(self, action: int) -> Compared:
        for one in self.actions:
            if one.action == action:
                return one
        raise KeyError(action)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, the estimates with their sums and values."""
        rows = [
            {
                "action": one.action,
                "text": one.text,
                "difference": one.difference.to_dict(),
                "variance_ratio": (
                    one.variance_ratio if math.isfinite(one.variance_ratio) else None
                ),
                "dropped": one.dropped,
                "estimate": one.estimate.to_dict(),
            }
            for one in self.actions
        ]
        head = {name: getattr(self, name) for name in self.__struct_fields__}
        return head | {"actions": rows}

    def __str__(self) -> str:
        width = max(len(one.text) for one in self.actions)
        shift = 100 if self.objective == "win" else 1
        unit = "%" if self.objective == "win" else "points"
        lines = [
            f"seat {self.seat}, {self.n:,} rollouts, seed {self.seed}, stopped by {self.stopped}",
            f"{'action':{width}} {'score':>8} {'win %':>6} {'deal-in %':>9} {'ting %':>6}   "
            f"difference ({unit})",
        ]
        for one in self.actions:
            estimate, difference = one.estimate, one.difference
            tail = "best"
            if one is not self.actions[0]:
                tail = (
                    f"{shift * difference.value:+.3f} "
                    f"[{shift * difference.low:+.3f}, {shift * difference.high:+.3f}]"
                )
            if one.dropped:
                tail += f", dropped after {estimate.n:,}"
            lines.append(
                f"{one.text:{width}} {estimate.score.value:+8.3f} "
                f"{100 * estimate.win.value:6.2f} {100 * estimate.deal_in.value:9.2f} "
                f"{100 * estimate.ting.value:6.2f}   {tail}"
            )
        return "\n".join(lines)


def compare(
    view: View | dict[str, Any] | str | bytes | Table,
    actions: Iterable[int] | None = None,
    *,
    seat: int | None = None,
    policies: Policy | Sequence[Policy] = "useful",
    n: int | None = None,
    half_width: float | None = None,
    objective: str = "score",
    drop: bool = True,
    seconds: float | None = None,
    seed: int | None = None,
    belief: Belief = None,
    hidden: str = "deal",
    confidence: float = 0.95,
    executor: ExecutorLike | None = None,
    chunk: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> Comparison:
    """比较: which action is best, and by how much.

    Every deal of the hidden tiles is played on once after each action, with the same choices of
    the policies (common random numbers): what differs between two actions is then due to them, and
    the differences are known better than the estimates themselves.

    Parameters
    ----------
    view, seat, policies, n, seconds, seed, belief, hidden
        As for :func:`evaluate`.
    actions : iterable of int, optional
        Action ids to compare; by default all that are legal.
    half_width : float, optional
        Stop once the interval of every difference from the best that is left is no wider than
        twice this. It is looked at after 1,000, 2,000, 4,000, … rollouts.
    objective : {"score", "win"}
        What is compared: points, or the share of hands won.
    drop : bool
        Whether to give up actions that are clearly worse than the best, at the same numbers of
        rollouts. The chance that the best of all is ever given up is below a quarter of
        ``1 - confidence``; the difference of what was given up has the wider interval that such
        repeated looks need (docs/odds.md).
    confidence, executor, chunk, progress, cancel
        As for :func:`evaluate`; `chunk` counts deals.

    Returns
    -------
    Comparison

    Raises
    ------
    ZhuojiError
        A view, action or argument that cannot be, or nothing counted before the call was stopped.
    IllegalActionError
        An action that the seat may not take.

    Examples
    --------
    Ting on 2p and 5p, with 8s to throw:

    >>> import zhuoji_fast as zj
    >>> table = zj.Table("guiyang", seed=1)
    >>> table.reset(hands=["12345699m34p111s8s", None, None, None])
    >>> found = zj.compare(table.view(0), n=1000, seed=1)
    >>> zj.action_text(found.best), found[zj.action_id("discard 4p")].difference.high < 0
    ('declare', True)
    """
    number = read_seed(seed)
    most = read_limits(n, half_width, seconds, objective, confidence)
    if not isinstance(drop, bool):
        raise WrongTypeError(f"drop: {show(drop)}, expected True or False")
    question = ask(
        view,
        seat,
        (),
        policies=policies,
        seed=number,
        hidden=hidden,
        belief=belief,
        product=OBJECTIVES[objective],
    )
    question = question._replace(actions=_actions(question, actions))
    total = most if n is not None or most < MOST else None
    with Control(seconds=seconds, cancel=cancel, progress=progress, total=total) as control:
        race = _Race(question, confidence, control, executor, chunk)
        try:
            stopped = race.run(most, half_width, drop)
        finally:
            race.tally.close()
    stopped = control.stopped or stopped
    control.require(race.tally.count)
    return race.result(objective, stopped)


def _actions(question: Question, actions: Iterable[int] | None) -> tuple[int, ...]:
    legal = question.table.legal(question.seat)
    if actions is None:
        if not legal:
            raise ZhuojiError(f"view: seat {question.seat} is not asked")
        return tuple(legal)
    if isinstance(actions, str | bytes) or not isinstance(actions, Iterable):
        raise WrongTypeError(f"actions: {show(actions)}, expected action ids")
    chosen: list[int] = []
    for place, action in enumerate(actions):
        question.table.verify(question.seat, action)
        if action in chosen:
            raise ZhuojiError(f"actions[{place}]: {action_text(action)} is there already")
        chosen.append(index(action))
    if not chosen:
        raise ZhuojiError("actions: none given")
    return tuple(chosen)


class _Paired(NamedTuple):
    """What is known of a difference."""

    interval: Interval
    ratio: float


class _Race:
    """The actions that are left, and what was known when each of the others was dropped."""

    def __init__(
        self,
        question: Question,
        confidence: float,
        control: Control,
        executor: ExecutorLike | None,
        chunk: int | None,
    ) -> None:
        self.question = question
        self.confidence = confidence
        self.left = list(range(len(question.actions)))
        self.dropped: dict[int, tuple[RolloutSums, float]] = {}
        self.looks = 0
        self.tally: Tally[RolloutSums] = Tally(
            _play_left,
            (question, tuple(self.left)),
            chunk=chunk,
            executor=executor,
            control=control,
            merge=add_sums,
        )

    def run(self, most: int, half_width: float | None, drop: bool) -> str:
        """Play until there is enough; tell why it ended."""
        looks = checkpoints(most) if drop or half_width is not None else iter((most,))
        for stop in looks:
            if not self.tally.advance(stop, (self.question, tuple(self.left))):
                break
            best = self.best()
            if drop and stop < most:
                self.drop(best)
            if half_width is not None and self.widest(best) <= half_width:
                return "half_width"
        return "n"

    def widest(self, best: int) -> float:
        """Half of the widest interval of a difference that is left."""
        return max(self.paired(place, best, self.sums(place)).interval.half for place in self.left)

    def sums(self, place: int) -> RolloutSums:
        """What is known of an action: all, or what was when it was dropped."""
        found = self.dropped[place][0] if place in self.dropped else self.tally.total
        assert found is not None
        if not found.weight:
            raise ZhuojiError(f"belief: all {found.n} weights are 0")
        return found

    def best(self) -> int:
        """The action with the highest mean among those left; the first of several."""
        product = self.question.product
        return max(self.left, key=lambda place: self.sums(place).first[place, product])

    def drop(self, best: int) -> None:
        """Give up what is clearly worse than the best.

        A quarter of what the intervals may miss is shared out over the actions and, 1/2 + 1/6 +
        1/12 + …, over the looks. The bound is kept for the interval of what is given up.
        """
        self.looks += 1
        others = len(self.question.actions) - 1
        risk = (1 - self.confidence) / 4 / max(others, 1) / (self.looks * (self.looks + 1))
        bound = -NormalDist().inv_cdf(risk)
        for place in [place for place in self.left if place != best]:
            known = self.sums(place)
            value, error = self.paired(place, best, known).interval[:2]
            if value < -bound * error:
                self.dropped[place] = (known, bound)
                self.left.remove(place)

    def paired(self, place: int, best: int, known: RolloutSums) -> _Paired:
        """Difference of two actions over the deals that both were played on."""
        if place == best:
            return _Paired(Interval(0.0, 0.0, 0.0, 0.0), 1.0)
        k = self.question.product
        weights = Weights(known.n, known.weight, known.weight_squares)
        first = known.first[place, k] - known.first[best, k]
        cross = known.cross[place, k] - known.cross[best, k]
        one, other = known.second[place, k], known.second[best, k]
        second = one + other - 2 * known.product[place, best]
        unit = self.question.table.base if k == SCORE else 1
        value = weights.mean(first) * unit
        error = math.sqrt(weights.variance(first, cross, second)) * unit
        bound = self.dropped[place][1] if place in self.dropped else 0.0
        apart = weights.variance(known.first[place, k], known.cross[place, k], one)
        apart += weights.variance(known.first[best, k], known.cross[best, k], other)
        ratio = apart * unit * unit / error**2 if 0 < error < math.inf else math.inf
        z = max(bound, quantile(self.confidence))
        return _Paired(normal_interval(value, error, z), ratio)

    def result(self, objective: str, stopped: str) -> Comparison:
        """Put together what came out."""
        best, product = self.best(), self.question.product
        means = {
            place: self.sums(place).first[place, product] / self.sums(place).weight
            for place in range(len(self.question.actions))
        }
        order = sorted(
            means, key=lambda place: (place in self.dropped, place != best, -means[place])
        )
        estimates = Estimates(self.question, self.confidence)
        rows = []
        for place in order:
            known, dropped = self.sums(place), place in self.dropped
            estimate = estimates.make(place, known, "dropped" if dropped else stopped)
            paired = self.paired(place, best, known)
            action = cast(int, self.question.actions[place])
            rows.append(
                Compared(
                    action=action,
                    text=action_text(action),
                    estimate=estimate,
                    difference=paired.interval,
                    variance_ratio=paired.ratio,
                    dropped=dropped,
                )
            )
        return Comparison(
            seat=self.question.seat,
            objective=objective,
            actions=tuple(rows),
            n=rows[0].estimate.n,
            seed=self.question.seed,
            stopped=stopped,
            reproducible=rows[0].estimate.reproducible,
        )


def _play_left(spec: tuple[Question, tuple[int, ...]], start: int, stop: int) -> RolloutSums:
    """Play the actions that are left; the rows of the others stay 0."""
    question, left = spec
    actions = tuple([question.actions[place] for place in left])
    played = play_rollouts(question._replace(actions=actions), start, stop)
    if len(left) == len(question.actions):
        return played
    return played.spread(left, len(question.actions))
