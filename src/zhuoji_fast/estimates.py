"""估计: what many rollouts say, as frozen values made of whole-number sums."""

from __future__ import annotations

import math
from functools import cache
from importlib.metadata import version
from statistics import NormalDist
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from zhuoji_fast.actions import ACTIONS, action_text
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.play_stats import ITEMS

__all__ = ["RATES", "Estimate", "Interval", "library_version", "mean_interval", "share_interval"]

RATES: Final = ("win", "self_draw", "discard_win", "deal_in", "ting", "exhausted")
"""What is counted as a share of the rollouts."""

SCORE: Final = len(RATES)
FIELDS: Final = SCORE + 1 + len(ITEMS)
TURNS: Final = 32
ROUNDING: Final = 1e-9

SAME: Final = (
    *("question", "seat", "action", "policies", "belief", "base"),
    *("rules_digest", "version", "confidence"),
)
"""What estimates have in common that can be merged."""

Sums = tuple[int, ...]


class Interval(NamedTuple):
    """区间: an estimate, its standard error, and the interval it is known to.

    Of a single rollout the error is not known: it is infinite, and so is the interval of points.

    Examples
    --------
    >>> print(Interval(0.25, 0.01, 0.231, 0.27))
    0.2500 [0.2310, 0.2700]
    """

    value: float
    error: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float | None]:
        """Plain data for JSON, None for what is infinite."""
        return {k: v if math.isfinite(v) else None for k, v in self._asdict().items()}

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


@cache
def library_version() -> str:
    """Version of the library, for results that are kept."""
    return version("zhuoji_fast")


def quantile(confidence: float) -> float:
    """Standard normal quantile of a two-sided interval."""
    # From the tail: near 1 the sum 1 + confidence would come to 2.
    return abs(NormalDist().inv_cdf((1 - confidence) / 2))


class Weights(NamedTuple):
    """Rollouts, the sum of their weights, and of the squares of those."""

    n: int
    sum: int
    squares: int

    @property
    def effective(self) -> float:
        """有效数: rollouts of equal weight that would be as good (Kish, 1965)."""
        return self.sum * self.sum / self.squares

    def mean(self, first: int) -> float:
        """Weighted mean from a sum of weight times value."""
        return first / self.sum

    def variance(self, first: int, cross: int, second: int) -> float:
        """Variance of the weighted mean, from sums of w x, w² x and w² x²; no end to it for one."""
        # Whole numbers up to the division: no digits cancel.
        w = self.sum
        spread = second * w * w - 2 * first * cross * w + first * first * self.squares
        found = max(0, spread) / w**4
        spare = self.effective - 1
        return found * self.effective / spare if spare > ROUNDING else math.inf


def share_interval(weights: Weights, first: int, cross: int, confidence: float) -> Interval:
    """Give a proportion with its standard error and Wilson's interval (1927)."""
    p = weights.mean(first)
    n = weights.effective
    z = quantile(confidence)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    error = math.sqrt(weights.variance(first, cross, cross))
    return Interval(p, error, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def mean_interval(
    weights: Weights, moments: tuple[int, int, int], confidence: float, unit: int = 1
) -> Interval:
    """Give a mean with its standard error and the normal interval, in points of `unit`.

    The moments are the sums of w x, w² x and w² x².
    """
    value = weights.mean(moments[0]) * unit
    error = math.sqrt(weights.variance(*moments)) * unit
    return normal_interval(value, error, quantile(confidence))


def normal_interval(value: float, error: float, z: float) -> Interval:
    """Interval of `z` standard errors on either side, without end where no error is known."""
    half = z * error if math.isfinite(error) else math.inf
    return Interval(value, error, value - half, value + half)


Whole = Annotated[int, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(gt=0, lt=1)]


class Estimate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """估计: what rollouts from one seat's view came to, a frozen value.

    The sums it holds are whole numbers, so that estimates of the same question can be merged in
    any order to the same answer. Amounts are points, the base included.

    Attributes
    ----------
    seat, action : int, int or None
        Whose estimate it is, and his first action; None: his policy chose.
    policies : tuple of str
        Who played each seat.
    belief : str or None
        What the deals were weighed with; None: all deals equally likely.
    n : int
        Rollouts.
    seed : int or None
        Their seed; None once rollouts of several have been merged.
    stopped : str
        Why it ended: ``"n"``, ``"half_width"``, ``"seconds"``, ``"cancelled"``,
        ``"interrupted"``, and ``"dropped"`` in a comparison.
    reproducible : bool
        Whether the same call gives the same answer again: not after ``seconds``, a cancellation or
        an interruption, and not with a function whose name is all that is known of it.
    confidence : float
        Of the intervals.
    base, question, rules_digest, version : int, str, str, str
        底分; a digest of what was asked; of the rules; the version of the library.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> view = zj.Table("guiyang", seed=5).view(0)
    >>> one = zj.evaluate(view, n=1000, seed=1)
    >>> one.n, one.seed, one.stopped, one.reproducible
    (1000, 1, 'n', True)
    >>> abs(sum(item.value for item in one.items.values()) - one.score.value) < 1e-12
    True
    >>> both = one.merge(zj.evaluate(view, n=500, seed=2))
    >>> both.n, both.seed, zj.Estimate.from_dict(both.to_dict()) == both
    (1500, None, True)
    """

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    action: Annotated[int, msgspec.Meta(ge=0, lt=ACTIONS)] | None
    policies: tuple[str, ...]
    belief: str | None
    base: Annotated[int, msgspec.Meta(ge=1)]
    n: Annotated[int, msgspec.Meta(ge=1)]
    weight: Annotated[int, msgspec.Meta(ge=1)]
    weight_squares: Annotated[int, msgspec.Meta(ge=1)]
    first: Sums
    cross: Sums
    second: Sums
    turns: Sums
    pieces: tuple[tuple[Whole, Whole, Whole], ...]
    confidence: Share
    question: str
    rules_digest: str
    version: str
    stopped: str
    reproducible: bool

    def __post_init__(self) -> None:
        lengths = {"first": FIELDS, "cross": FIELDS, "second": FIELDS}
        for name, length in (lengths | {"turns": TURNS}).items():
            if len(getattr(self, name)) != length:
                raise ZhuojiError(
                    f"{name}: {len(getattr(self, name))} sums, an estimate has {length}"
                )
        if self.seat >= len(self.policies):
            raise ZhuojiError(f"seat: {self.seat}, there are {len(self.policies)} policies")
        self._check_pieces()
        self._check_sums()

    def _check_pieces(self) -> None:
        ends: dict[int, int] = {}
        for seed, start, stop in self.pieces:
            if not ends.get(seed, 0) <= start < stop:
                raise ZhuojiError(f"pieces: {start} to {stop} of seed {seed}, out of order")
            ends[seed] = stop
        if sum(stop - start for _, start, stop in self.pieces) != self.n:
            raise ZhuojiError(f"pieces: they do not hold {self.n} rollouts")

    def _check_sums(self) -> None:
        """Raise unless the sums can be those of rollouts."""
        first, cross = self.first, self.cross
        if self.weight**2 > self.n * self.weight_squares:
            raise ZhuojiError("weight_squares: less than the weights of so many rollouts have")
        for name, sums, most in (
            ("first", first, self.weight),
            ("cross", cross, self.weight_squares),
        ):
            if not all(0 <= share <= most for share in sums[:SCORE]):
                raise ZhuojiError(f"{name}: a share outside 0 to 1")
            if sums[0] != sums[1] + sums[2]:
                raise ZhuojiError(f"{name}: self-draws and wins on discards are not all wins")
            if sums[SCORE] != sum(sums[SCORE + 1 :]):
                raise ZhuojiError(f"{name}: the items do not sum to the score")
        if min(self.turns) < 0 or sum(self.turns) != first[0]:
            raise ZhuojiError("turns: they do not sum to the wins")
        for k, square in enumerate(self.second):
            if square * self.weight_squares < cross[k] ** 2:
                raise ZhuojiError("second: a square less than the mean has")

    # ------------------------------------------------------------ what it says

    @property
    def _weights(self) -> Weights:
        return Weights(self.n, self.weight, self.weight_squares)

    def _share(self, name: str) -> Interval:
        k = RATES.index(name)
        return share_interval(self._weights, self.first[k], self.cross[k], self.confidence)

    def _mean(self, k: int) -> Interval:
        moments = (self.first[k], self.cross[k], self.second[k])
        return mean_interval(self._weights, moments, self.confidence, self.base)

    @property
    def seed(self) -> int | None:
        """Seed of all rollouts, None if they have several."""
        seeds = {seed for seed, _, _ in self.pieces}
        return seeds.pop() if len(seeds) == 1 else None

    @property
    def effective(self) -> float:
        """有效数: how many rollouts of equal weight would be as good."""
        return self._weights.effective

    @property
    def win(self) -> Interval:
        """胡牌: share of hands won."""
        return self._share("win")

    @property
    def self_draw(self) -> Interval:
        """自摸: share of hands won by self-draw."""
        return self._share("self_draw")

    @property
    def discard_win(self) -> Interval:
        """接炮: share of hands won on a discard or a robbed kong."""
        return self._share("discard_win")

    @property
    def deal_in(self) -> Interval:
        """点炮: share of hands that another won on his tile."""
        return self._share("deal_in")

    @property
    def ting(self) -> Interval:
        """叫牌: share of hands in which he is ting at the end; winners are."""
        return self._share("ting")

    @property
    def exhausted(self) -> Interval:
        """黄牌: share of hands that nobody wins."""
        return self._share("exhausted")

    @property
    def score(self) -> Interval:
        """得分: points a hand."""
        return self._mean(SCORE)

    @property
    def items(self) -> dict[str, Interval]:
        """分项: points a hand by item of the ledger; they sum to the score."""
        return {item: self._mean(SCORE + 1 + k) for k, item in enumerate(ITEMS)}

    @property
    def win_by_turn(self) -> tuple[float, ...]:
        """第几巡胡: share of hands won after just 0, 1, … own discards from now; the last has all
        beyond."""
        return tuple([turn / self.weight for turn in self.turns])

    # ------------------------------------------------------------ together and apart

    def merge(self, other: Estimate) -> Estimate:
        """合并: add the rollouts of another estimate of the same question.

        Raises
        ------
        ZhuojiError
            Another question, version or confidence, or rollouts that both hold.
        WrongTypeError
            Not an estimate.
        """
        if not isinstance(other, Estimate):
            raise WrongTypeError(f"merge: {type(other).__name__}, expected an Estimate")
        for name in SAME:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                raise ZhuojiError(f"merge: {name} {theirs!r} with {mine!r}, not the same question")
        pieces = sorted((*self.pieces, *other.pieces))
        joined: list[tuple[int, int, int]] = []
        for seed, start, stop in pieces:
            if joined and joined[-1][0] == seed and start < joined[-1][2]:
                raise ZhuojiError(f"merge: both hold rollout {start} of seed {seed}")
            if joined and joined[-1][0] == seed and start == joined[-1][2]:
                joined[-1] = (seed, joined[-1][1], stop)
            else:
                joined.append((seed, start, stop))
        return msgspec.structs.replace(
            self,
            n=self.n + other.n,
            weight=self.weight + other.weight,
            weight_squares=self.weight_squares + other.weight_squares,
            first=_added(self.first, other.first),
            cross=_added(self.cross, other.cross),
            second=_added(self.second, other.second),
            turns=_added(self.turns, other.turns),
            pieces=tuple(joined),
            stopped=self.stopped if self.stopped == other.stopped else "merged",
            reproducible=self.reproducible and other.reproducible,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the sums, and under ``values`` what they say."""
        found: dict[str, Any] = {
            name: _plain(getattr(self, name)) for name in self.__struct_fields__
        }
        values: dict[str, Any] = {name: getattr(self, name).to_dict() for name in RATES}
        values["score"] = self.score.to_dict()
        values["items"] = {item: value.to_dict() for item, value in self.items.items()}
        values["win_by_turn"] = list(self.win_by_turn)
        values["effective"] = self.effective
        values["seed"] = self.seed
        return found | {"values": values}

    @classmethod
    def from_dict(cls, data: object) -> Estimate:
        """Read what :meth:`to_dict` wrote; ``values`` are not read.

        Raises
        ------
        ZhuojiError, WrongTypeError
            Not such data.
        """
        if not isinstance(data, dict):
            raise WrongTypeError(f"estimate: {type(data).__name__}, expected a dict")
        try:
            return msgspec.convert({k: v for k, v in data.items() if k != "values"}, cls)
        except msgspec.ValidationError as error:
            raise ZhuojiError(f"estimate: {error}") from None

    def __str__(self) -> str:
        what = "his policy's choice" if self.action is None else action_text(self.action)
        seed = "several seeds" if self.seed is None else f"seed {self.seed}"
        lines = [
            f"seat {self.seat}, {what}: {self.n:,} rollouts, {seed}, stopped by {self.stopped}"
        ]
        if self.belief is not None and self.weight != self.n:
            lines[0] += f", worth {self.effective:,.0f} of equal weight"
        for name in RATES:
            value = getattr(self, name)
            lines.append(
                f"{name.replace('_', ' '):16} {100 * value.value:6.2f} % "
                f"[{100 * value.low:.2f}, {100 * value.high:.2f}]"
            )
        for name, value in {"score": self.score, **self.items}.items():
            if name == "score" or value.value or value.error:
                label = name if name == "score" else f"  {name.replace('_', ' ')}"
                lines.append(
                    f"{label:16} {value.value:+7.3f} [{value.low:+.3f}, {value.high:+.3f}]"
                )
        return "\n".join(lines)


def _added(one: Sums, other: Sums) -> Sums:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
