"""估值: how a hand goes on from what one seat sees, by rollouts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from zhuoji_fast.documents import show
from zhuoji_fast.driver import (
    Control,
    Tally,
    check_half_width,
    check_number,
    check_whole,
    checkpoints,
)
from zhuoji_fast.errors import ZhuojiError
from zhuoji_fast.estimates import RATES, SCORE, Estimate, Interval, library_version
from zhuoji_fast.rollouts import Belief, Question, RolloutSums, add_sums, ask, play_rollouts
from zhuoji_fast.table import MAX_SEED, RANDOM_BITS

if TYPE_CHECKING:
    from zhuoji_fast.driver import Cancel, Progress
    from zhuoji_fast.play import Policy
    from zhuoji_fast.table import Table
    from zhuoji_fast.view import View
    from zhuoji_fast.workers import ExecutorLike

__all__ = ["MOST", "OBJECTIVES", "Estimates", "evaluate", "read_limits", "read_seed"]

OBJECTIVES: Final = {"score": SCORE, "win": RATES.index("win")}
"""What can be aimed at, and its place among the sums."""

MOST: Final = 2**40
"""Rollouts that a call may play."""

USUAL: Final = 10_000


def evaluate(
    view: View | dict[str, Any] | str | bytes | Table,
    action: int | None = None,
    *,
    seat: int | None = None,
    policies: Policy | Sequence[Policy] = "useful",
    n: int | None = None,
    half_width: float | None = None,
    objective: str = "score",
    seconds: float | None = None,
    seed: int | None = None,
    belief: Belief = None,
    hidden: str = "deal",
    confidence: float = 0.95,
    executor: ExecutorLike | None = None,
    chunk: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> Estimate:
    """估值: how often a seat wins from here, and how many points the hand brings it.

    Each rollout deals the tiles that the seat does not see anew, lets everybody play on to the end
    and settles the hand by its rules.

    Parameters
    ----------
    view : View, dict, str, bytes or Table
        What the seat sees: a View document (:meth:`Table.view`) as a value, plain data or JSON
        text; or a table, of which the hidden tiles are not looked at. A document does not tell
        whether the tile in play follows a kong, see :class:`View`; a table does.
    action : int, optional
        What the seat does first, an action id; by default its policy chooses.
    seat : int, optional
        With a table: whose view; by default the one seat that is asked.
    policies : str, callable or sequence of them
        Who plays each seat from here on, its own included, as in :func:`play_hands`.
    n : int, optional
        Rollouts: 10,000 where nothing else ends the call.
    half_width : float, optional
        Stop once the interval of the objective is no wider than twice this (points, or a share).
        It is looked at after 1,000, 2,000, 4,000, … rollouts, so that the answer depends on the
        seed and the target alone.
    objective : {"score", "win"}
        What `half_width` is about.
    seconds : float, optional
        Stop after this time; such an answer is not reproducible.
    seed : int, optional
        0 to 2**64 - 1; without one a seed is drawn, and :attr:`Estimate.seed` tells it.
    belief : {None, "progress"} or callable
        What is believed about the hidden tiles beyond their number. None: every deal of them is
        equally likely, which in mid-hand gives the others hands that are too far from ting.
        ``"progress"``: deals in which the others are as near to ting as in play. A function
        ``belief(view, hands)`` of the view (a dict) and concealed tiles of shape (rollouts,
        players, 27) gives a weight for each deal, 0 to 1,024 in steps of 2**-20; it must weigh
        each deal by itself.
    hidden : {"deal", "keep"}
        ``"keep"``, with a table only, leaves the hidden tiles as they are: perfect information.
    confidence : float
        Of the intervals, above 0 and below 1.
    executor : Executor or callable, optional
        Where to play: threads, processes, a Dask client's, or a function that makes one, which
        also replaces one that broke.
    chunk : int, optional
        Rollouts a piece; by default by the time that they take. It does not change the answer.
    progress : bool or callable, optional
        True for a bar, or a function of rollouts done and asked for.
    cancel : object with ``is_set()``, optional
        Stops the call when it is set. Ctrl-C does too: what was counted is returned.

    Returns
    -------
    Estimate

    Raises
    ------
    ZhuojiError
        A view, action or argument that cannot be, or nothing counted before the call was stopped.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> table = zj.Table("guiyang", seed=5)
    >>> estimate = zj.evaluate(table.view(0), n=2000, seed=1)
    >>> 0.1 < estimate.win.low < estimate.win.high < 0.4
    True
    >>> estimate == zj.evaluate(table.view(0), n=2000, seed=1, chunk=300)
    True
    """
    number = read_seed(seed)
    most = read_limits(n, half_width, seconds, objective, confidence)
    question = ask(
        view,
        seat,
        (action,),
        policies=policies,
        seed=number,
        hidden=hidden,
        belief=belief,
        product=OBJECTIVES[objective],
    )
    estimates = Estimates(question, confidence)
    total = most if n is not None or most < MOST else None
    with Control(seconds=seconds, cancel=cancel, progress=progress, total=total) as control:
        tally: Tally[RolloutSums] = Tally(
            play_rollouts,
            question,
            chunk=chunk,
            executor=executor,
            control=control,
            merge=add_sums,
        )
        stopped: str = "n"
        try:
            for stop in checkpoints(most) if half_width is not None else (most,):
                if not tally.advance(stop):
                    break
                if half_width is None:
                    continue
                estimate = estimates.make(0, tally.total, stopped)
                if _of(estimate, objective).half <= half_width:
                    stopped = "half_width"
                    break
        finally:
            tally.close()
    stopped = control.stopped or stopped
    control.require(tally.count)
    return estimates.make(0, tally.total, stopped)


def read_seed(seed: object) -> int:
    """Give a seed as a number, drawn where there is none."""
    if seed is None:
        return secrets.randbits(RANDOM_BITS)
    return check_whole("seed", seed, 0, MAX_SEED)


def read_limits(
    n: object, half_width: object, seconds: object, objective: object, confidence: object
) -> int:
    """Check what ends a call and give the most rollouts it may play."""
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise ZhuojiError(f"objective: {show(objective)}, expected one of {', '.join(OBJECTIVES)}")
    check_half_width(half_width)
    if not 0 < check_number("confidence", confidence) < 1:
        raise ZhuojiError(f"confidence: {show(confidence)}, expected a number between 0 and 1")
    if n is not None:
        return check_whole("n", n, 1, MOST)
    return USUAL if half_width is None and seconds is None else MOST


def _of(estimate: Estimate, objective: str) -> Interval:
    return cast(Interval, getattr(estimate, objective))


class Estimates:
    """The estimates of one question; what they have in common is worked out once.

    Parameters
    ----------
    question : Question
    confidence : float
        Of their intervals.
    """

    def __init__(self, question: Question, confidence: float) -> None:
        table = question.table
        self._question = question
        self._repeatable = all(
            isinstance(one, str | None) for one in (*question.policies, question.belief)
        )
        self._common: dict[str, Any] = {
            "seat": question.seat,
            "policies": question.names,
            "belief": question.belief_name,
            "base": table.base,
            "confidence": float(confidence),
            "question": question.digest(),
            "rules_digest": table.rules.digest(),
            "version": library_version(),
        }

    def make(self, place: int, sums: RolloutSums | None, stopped: str) -> Estimate:
        """Make an estimate of the sums of one of the actions.

        Raises
        ------
        ZhuojiError
            All weights are 0.
        """
        assert sums is not None
        if not sums.weight:
            raise ZhuojiError(f"belief: all {sums.n} weights are 0")
        return Estimate(
            action=self._question.actions[place],
            n=sums.n,
            weight=sums.weight,
            weight_squares=sums.weight_squares,
            first=tuple(sums.first[place].tolist()),
            cross=tuple(sums.cross[place].tolist()),
            second=tuple(sums.second[place].tolist()),
            turns=tuple(sums.turns[place].tolist()),
            pieces=((self._question.seed, 0, sums.n),),
            stopped=stopped,
            reproducible=stopped in {"n", "half_width", "dropped"} and self._repeatable,
            **self._common,
        )
