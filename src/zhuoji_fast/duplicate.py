"""复式: which of two policies is better, the same walls played by both of them in every seat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
import numpy as np

from zhuoji_fast._core.rollout import N_SUMS, SUM_FIELDS, count_table, play_blocks
from zhuoji_fast.driver import Control, Tally, check_half_width, check_whole, checkpoints
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.estimates import Interval, library_version, normal_interval, quantile
from zhuoji_fast.play import MAX_HANDS, check_policy, play_on, policy_kinds, policy_name
from zhuoji_fast.play_stats import spread
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_SEED, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zhuoji_fast.driver import Cancel, Progress
    from zhuoji_fast.play import Policy
    from zhuoji_fast.workers import ExecutorLike

__all__ = ["MatchResult", "MatchSide", "match"]

COUNTED: Final = tuple([SUM_FIELDS.index(name) for name in ("score", "wins", "deal_ins")])
SIDES: Final = 3
CONFIDENCE: Final = 0.95

Sums = tuple[int, ...]
Whole = Annotated[int, msgspec.Meta(ge=0)]


class MatchSide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """单家: one of two policies alone in a seat, the other in all other seats.

    Means are over the hands; their errors and 95 % intervals are of walls, since the hands of one
    wall have their luck in common.

    Attributes
    ----------
    policy : str
    walls, players : int
        It sat in each of the seats of each wall once.
    sums, squares : tuple of int
        Of what a wall gave it, over the walls: points, wins, deal-ins; and their squares.

    Examples
    --------
    >>> side = MatchSide(policy="useful", walls=2, players=4, sums=(10, 4, 2), squares=(68, 10, 2))
    >>> side.hands, side.score.value, side.win.value, side.deal_in.value, side.deal_in.error
    (8, 1.25, 0.5, 0.25, 0.0)
    """

    policy: str
    walls: Annotated[int, msgspec.Meta(ge=1)]
    players: Annotated[int, msgspec.Meta(ge=2, le=4)]
    sums: tuple[int, int, int]
    squares: tuple[Whole, Whole, Whole]

    @property
    def hands(self) -> int:
        """局数: hands that it played alone."""
        return self.walls * self.players

    @property
    def score(self) -> Interval:
        """得分: points a hand."""
        return self._mean(0)

    @property
    def win(self) -> Interval:
        """胡牌: share of hands won."""
        return _within_one(self._mean(1))

    @property
    def deal_in(self) -> Interval:
        """点炮: share of hands that others won on its tile."""
        return _within_one(self._mean(2))

    def _mean(self, which: int) -> Interval:
        return _interval(self.sums[which], self.squares[which], self.walls, self.players)


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """复式赛: what two policies were worth on the same walls, a frozen value.

    It holds sums of whole numbers, so that parts can be merged in any order. Points are for a
    base of 1.

    Attributes
    ----------
    a_alone, b_alone : MatchSide
        The first policy alone against the second, and the second alone against the first.
    squares : tuple of int
        Over the walls, squares of what `a_alone` got less what `b_alone` got: points, wins,
        deal-ins.
    pieces : tuple of (seed, start, stop)
        The walls.
    rules_digest, version : str
        Of the rules; of the library.
    stopped : str
        Why it ended: ``"n"``, ``"half_width"``, ``"seconds"``, ``"cancelled"`` or
        ``"interrupted"``; ``"merged"`` if its parts differ in that.
    reproducible : bool
        Whether the same call gives the same again: not after the last three, nor with functions.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> whole = zj.match("useful", "shanten", 100, seed=1)
    >>> parts = [zj.match("useful", "shanten", 50, seed=1, start=start) for start in (50, 0)]
    >>> parts[0].merge(parts[1]) == whole == zj.MatchResult.from_dict(whole.to_dict())
    True
    """

    a_alone: MatchSide
    b_alone: MatchSide
    squares: tuple[Whole, Whole, Whole]
    pieces: tuple[tuple[Whole, Whole, Whole], ...]
    rules_digest: str
    version: str
    stopped: str
    reproducible: bool

    def __post_init__(self) -> None:
        for side in (self.a_alone, self.b_alone):
            if side.walls != self.walls or side.players != self.players:
                raise ZhuojiError("a_alone and b_alone: not of the same walls")
        if sum([stop - start for _, start, stop in self.pieces]) != self.walls:
            raise ZhuojiError(f"pieces: they do not hold {self.walls} walls")

    @property
    def walls(self) -> int:
        """牌墙: walls that were played."""
        return self.a_alone.walls

    @property
    def players(self) -> int:
        """人数: seats."""
        return self.a_alone.players

    @property
    def hands(self) -> int:
        """局数: hands of all walls, two for each seat of each."""
        return 2 * self.a_alone.hands

    @property
    def seed(self) -> int | None:
        """Seed of all walls, None if they have several."""
        seeds = {seed for seed, _, _ in self.pieces}
        return seeds.pop() if len(seeds) == 1 else None

    @property
    def advantage(self) -> Interval:
        """优势: points a hand that the first policy is ahead, with the error of walls.

        Half of what it gets alone among the second less what the second gets alone among it.
        """
        return self._ahead(0)

    @property
    def win_ahead(self) -> Interval:
        """The same of the share of hands won."""
        return self._ahead(1)

    @property
    def deal_in_ahead(self) -> Interval:
        """The same of the share of hands that others won on its tile."""
        return self._ahead(2)

    def _ahead(self, which: int) -> Interval:
        total = self.a_alone.sums[which] - self.b_alone.sums[which]
        return _interval(total, self.squares[which], self.walls, 2 * self.players)

    def merge(self, other: MatchResult) -> MatchResult:
        """合并: add other walls of the same two policies and rules.

        Raises
        ------
        ZhuojiError
            Other policies, players or rules, or walls that both hold.
        WrongTypeError
            Not such a result.
        """
        if not isinstance(other, MatchResult):
            raise WrongTypeError(f"merge: {type(other).__name__}, expected a MatchResult")
        if self._question() != other._question():
            raise ZhuojiError(f"merge: {other._question()} with {self._question()}")
        pieces: list[tuple[int, int, int]] = []
        for seed, start, stop in sorted((*self.pieces, *other.pieces)):
            if pieces and pieces[-1][0] == seed and start < pieces[-1][2]:
                raise ZhuojiError(f"merge: both hold wall {start} of seed {seed}")
            if pieces and pieces[-1][0] == seed and start == pieces[-1][2]:
                pieces[-1] = (seed, pieces[-1][1], stop)
            else:
                pieces.append((seed, start, stop))
        return MatchResult(
            a_alone=_added(self.a_alone, other.a_alone),
            b_alone=_added(self.b_alone, other.b_alone),
            squares=_sum(self.squares, other.squares),
            pieces=tuple(pieces),
            rules_digest=self.rules_digest,
            version=self.version,
            stopped=self.stopped if self.stopped == other.stopped else "merged",
            reproducible=self.reproducible and other.reproducible,
        )

    def _question(self) -> tuple[str, str, int, str]:
        return self.a_alone.policy, self.b_alone.policy, self.players, self.rules_digest

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the sums, and under ``values`` what they say."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        values: dict[str, Any] = {
            "walls": self.walls,
            "hands": self.hands,
            "seed": self.seed,
            "advantage": self.advantage.to_dict(),
            "win_ahead": self.win_ahead.to_dict(),
            "deal_in_ahead": self.deal_in_ahead.to_dict(),
        }
        for name, side in (("a_alone", self.a_alone), ("b_alone", self.b_alone)):
            values[name] = {
                what: getattr(side, what).to_dict() for what in ("score", "win", "deal_in")
            }
        return found | {"values": values}

    @classmethod
    def from_dict(cls, data: object) -> MatchResult:
        """Read what :meth:`to_dict` wrote; ``values`` are not read.

        Raises
        ------
        ZhuojiError, WrongTypeError
            Not such data.
        """
        if not isinstance(data, dict):
            raise WrongTypeError(f"match: {type(data).__name__}, expected a dict")
        try:
            return msgspec.convert({k: v for k, v in data.items() if k != "values"}, cls)
        except msgspec.ValidationError as error:
            raise ZhuojiError(f"match: {error}") from None

    def __str__(self) -> str:
        a, b, ahead = self.a_alone, self.b_alone, self.advantage
        seed = "several seeds" if self.seed is None else f"seed {self.seed}"
        width = max(len(a.policy), len(b.policy), 6)
        lines = [
            f"{a.policy} against {b.policy}: {self.walls:,} walls, {self.hands:,} hands, "
            f"{self.players} players, {seed}, stopped by {self.stopped}",
            f"{a.policy} is ahead by {ahead.value:+.3f} [{ahead.low:+.3f}, {ahead.high:+.3f}] "
            "points a hand (95 %)",
            f"{'alone':{width}}  {'points a hand':^27}  {'win %':^20}  {'deal-in %':^20}".rstrip(),
        ]
        for side in (a, b):
            x = side.score
            cells = [f"{x.value:+8.3f} [{x.low:+7.3f}, {x.high:+7.3f}]"]
            for y in (side.win, side.deal_in):
                cells.append(f"{100 * y.value:5.2f} [{100 * y.low:5.2f}, {100 * y.high:5.2f}]")
            lines.append("  ".join([f"{side.policy:{width}}", *cells]))
        return "\n".join(lines)


class Spec(NamedTuple):
    """What walls are played from, whoever plays them."""

    policies: tuple[Any, Any]
    players: int
    seed: int
    rules: Rules


def match(  # noqa: PLR0917  (the first six are what a call has)
    a: Policy,
    b: Policy,
    hands: int,
    seed: int = 0,
    rules: Rules | str | Mapping[str, Any] = "guiyang",
    players: int = 4,
    *,
    start: int = 0,
    half_width: float | None = None,
    seconds: float | None = None,
    executor: ExecutorLike | None = None,
    chunk: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> MatchResult:
    """复式赛: how many points a hand one policy is ahead of another, on the same walls.

    Each wall is played with `a` in every seat once against `b` in all others, and the same with
    `a` and `b` exchanged: 2 × `players` hands, in which both had the same tiles to be lucky with.
    Wall ``i`` of a seed, its dealer and the choices drawn at random are those of
    :func:`play_hands`.

    Parameters
    ----------
    a, b : str or callable
        Policies as :func:`play_hands` takes them.
    hands : int
        Walls, the most that are played.
    seed : int
        0 to 2**64 - 1.
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    players : int
        Seats, 2 to 4, as the rules allow.
    start : int
        Number of the first wall under the seed.
    half_width : float, optional
        Stop once the advantage is known to within so many points (95 %). It is looked at after
        1,000, 2,000, 4,000, … walls, so that the answer depends on the seed and the target alone.
    seconds : float, optional
        Stop after this time; such an answer is not reproducible.
    executor : Executor or callable, optional
        Where to play, as for :func:`play_hands`.
    chunk : int, optional
        Walls sent to the executor at a time; by default as many as take a good part of a second.
    progress : bool or callable, optional
        True: a bar (needs the extra ``cli``). A function is called with the walls done and `hands`.
    cancel : object with ``is_set()``, optional
        Stops the play once it is set. Ctrl-C does too: what was counted is returned.

    Returns
    -------
    MatchResult

    Raises
    ------
    ZhuojiError
        Unknown policies, impossible numbers, rules that do not allow the players; an executor that
        is broken; stopped before any wall was played.
    IllegalActionError
        A function that returned an action that was not legal.
    KeyboardInterrupt
        Ctrl-C before any wall was played.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> result = zj.match("useful", "shanten", 500, seed=1)
    >>> result.hands, result.advantage.low > 0
    (4000, True)
    >>> print(result)
    useful against shanten: 500 walls, 4,000 hands, 4 players, seed 1, stopped by n
    useful is ahead by +8.756 [+8.270, +9.243] points a hand (95 %)
    alone           points a hand                win %               deal-in %
    useful     +9.171 [ +8.544,  +9.798]  36.65 [34.65, 38.65]   1.35 [ 0.80,  1.90]
    shanten    -8.341 [ -8.954,  -7.729]   7.45 [ 6.29,  8.61]   7.55 [ 6.34,  8.76]
    """
    check_policy("a", a)
    check_policy("b", b)
    given = Rules.from_value(rules)
    seats = check_whole("players", players, 2, 4)
    if seats not in given.players:
        allowed = ", ".join(map(str, given.players))
        raise ZhuojiError(f"players: {seats}, the rules allow {allowed}")
    spec = Spec((a, b), seats, check_whole("seed", seed, 0, MAX_SEED), given)
    first = check_whole("start", start, 0, MAX_HANDS)
    most = check_whole("hands", hands, 1, MAX_HANDS)
    half = check_half_width(half_width)
    reached = False
    with Control(
        seconds=seconds, cancel=cancel, progress=progress, total=most, what="walls"
    ) as control:
        tally: Tally[Sums] = Tally(
            play_walls,
            spec,
            start=first,
            chunk=chunk,
            executor=executor,
            control=control,
            merge=_merged,
        )
        try:
            for number in (most,) if half is None else checkpoints(most):
                if not tally.advance(first + number):
                    break
                reached = half is not None and _result(spec, first, tally).advantage.half <= half
                if reached:
                    break
        finally:
            tally.close()
    control.require(tally.count)
    stopped = "half_width" if reached else "n" if tally.count == most else control.stopped
    return _result(spec, first, tally, str(stopped))


def play_walls(spec: Spec, start: int, stop: int) -> Sums:
    """Play walls `start` to `stop`: a function of its arguments alone.

    Returns
    -------
    tuple of int
        Sum and sum of squares over the walls of points, wins and deal-ins: of the first policy
        alone, of the second alone, of the first less the second.
    """
    kinds = policy_kinds(spec.policies)
    if kinds:
        rules = spec.rules.compiled()
        blocks = play_blocks(kinds, spec.players, spec.seed, start, stop, rules)
        return tuple(blocks.ravel().tolist())
    table = Table(spec.rules, spec.players, seed=spec.seed)
    total = (0,) * (2 * SIDES * len(COUNTED))
    for wall in range(start, stop):
        a, b = (_alone(table, spec, wall, side) for side in range(2))
        ahead = [one - other for one, other in zip(a, b, strict=True)]
        total = _sum(total, [power for x in (*a, *b, *ahead) for power in (x, x * x)])
    return total


def _alone(table: Table, spec: Spec, wall: int, side: int) -> list[int]:
    """What one policy gets of a wall in every seat once, the other one in all other seats."""
    found = [0] * len(COUNTED)
    for seat in range(spec.players):
        policies = [spec.policies[1 - side]] * spec.players
        policies[seat] = spec.policies[side]
        table.reset(spec.seed, wall % spec.players, hand=wall)
        play_on(table, policies)
        sums = np.zeros((4, N_SUMS), np.int64)
        count_table(table, sums)
        found = [x + int(sums[seat, which]) for x, which in zip(found, COUNTED, strict=True)]
    return found


def _merged(total: Sums | None, part: Sums) -> Sums:
    return part if total is None else _sum(total, part)


def _sum(one: Any, other: Any) -> Any:
    return tuple([x + y for x, y in zip(one, other, strict=True)])


def _added(one: MatchSide, other: MatchSide) -> MatchSide:
    return MatchSide(
        policy=one.policy,
        walls=one.walls + other.walls,
        players=one.players,
        sums=_sum(one.sums, other.sums),
        squares=_sum(one.squares, other.squares),
    )


def _interval(total: int, squares: int, walls: int, of: int) -> Interval:
    """A mean over `of` hands a wall, with the error of walls and the normal interval."""
    value = total / (walls * of)
    error = spread(total, squares, walls) / walls**0.5 / of if walls > 1 else math.inf
    return normal_interval(value, error, quantile(CONFIDENCE))


def _within_one(share: Interval) -> Interval:
    return share._replace(low=max(0.0, share.low), high=min(1.0, share.high))


def _result(spec: Spec, first: int, tally: Tally[Sums], stopped: str = "") -> MatchResult:
    assert tally.total is not None
    a, b, ahead = (tally.total[at : at + 6] for at in (0, 6, 12))
    sides = [
        MatchSide(
            policy=policy_name(policy),
            walls=tally.count,
            players=spec.players,
            sums=(row[0], row[2], row[4]),
            squares=(row[1], row[3], row[5]),
        )
        for policy, row in zip(spec.policies, (a, b), strict=True)
    ]
    return MatchResult(
        a_alone=sides[0],
        b_alone=sides[1],
        squares=(ahead[1], ahead[3], ahead[5]),
        pieces=((spec.seed, first, first + tally.count),),
        rules_digest=spec.rules.digest(),
        version=library_version(),
        stopped=stopped,
        reproducible=stopped in {"n", "half_width"} and bool(policy_kinds(spec.policies)),
    )
