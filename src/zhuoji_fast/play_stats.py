"""统计: what came of many hands, from whole-number sums that add in any order."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import msgspec

from zhuoji_fast.errors import ZhuojiError
from zhuoji_fast.melds import Frozen

__all__ = ["ITEMS", "Mean", "PlayStats", "SeatStats"]

ITEMS: Final = (
    "win",
    "kong",
    "chicken",
    "charge",
    "responsibility",
    "bao",
    "exhausted",
    "pass_fine",
    "dead_hand",
)
"""Items of the ledger."""


class Mean(NamedTuple):
    """平均: a mean and its standard error.

    Examples
    --------
    >>> print(Mean(0.25, 0.01))
    0.2500 ± 0.0100
    """

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.error:.4f}"


def share(number: int, of: int) -> Mean:
    """Give a proportion with its standard error."""
    p = number / of
    return Mean(p, math.sqrt(p * (1 - p) / of))


def mean(total: int, squares: int, of: int) -> Mean:
    """Give a mean with its standard error, from a sum and a sum of squares."""
    return Mean(total / of, spread(total, squares, of) / math.sqrt(of))


def spread(total: int, squares: int, of: int) -> float:
    """Give a standard deviation."""
    if of < 2:
        return 0.0
    # Whole numbers up to here: no digits cancel.
    return math.sqrt(max(0, squares * of - total * total) / (of * (of - 1)))


def function_name(function: object, otherwise: str) -> str:
    """Give the name of a function; `otherwise` for an object that has none."""
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else otherwise


class SeatStats(msgspec.Struct, frozen=True, kw_only=True):
    """一家统计: what came of many hands in one seat, a frozen value.

    Attributes
    ----------
    policy : str
        Who sat there.
    hands, wins, self_draws, discard_wins, deal_ins, tings : int
        Hands played; won; by self-draw; on a discard or a robbed kong; hands that others won on
        its tile; hands in which it was ting at the end (winners are).
    score_sum, score_squares : int
        Points won less points lost, and their squares.
    item_sums, item_squares : tuple of int
        The score by item of the ledger, in the order of the names in :attr:`items`.
    turns : tuple of int
        Wins by the number of its own discards before them; the last counts all beyond.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> seat = zj.play_hands("shanten", 40, seed=5).seats[0]
    >>> seat.wins == seat.self_draws + seat.discard_wins == sum(seat.turns)
    True
    """

    policy: str
    hands: int
    wins: int
    self_draws: int
    discard_wins: int
    deal_ins: int
    tings: int
    score_sum: int
    score_squares: int
    item_sums: tuple[int, ...]
    item_squares: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def win(self) -> Mean:
        """胡牌: share of hands won."""
        return share(self.wins, self.hands)

    @property
    def self_draw(self) -> Mean:
        """自摸: share of hands won by self-draw."""
        return share(self.self_draws, self.hands)

    @property
    def discard_win(self) -> Mean:
        """点胡: share of hands won on a discard or a robbed kong."""
        return share(self.discard_wins, self.hands)

    @property
    def deal_in(self) -> Mean:
        """点炮: share of hands that others won on its tile."""
        return share(self.deal_ins, self.hands)

    @property
    def ting(self) -> Mean:
        """叫牌: share of hands in which it was ting at the end."""
        return share(self.tings, self.hands)

    @property
    def score(self) -> Mean:
        """得分: points a hand."""
        return mean(self.score_sum, self.score_squares, self.hands)

    @property
    def spread(self) -> float:
        """标准差: standard deviation of the points of a hand."""
        return spread(self.score_sum, self.score_squares, self.hands)

    @property
    def items(self) -> dict[str, Mean]:
        """分项: points a hand by item of the ledger; they sum to the score."""
        sums = zip(ITEMS, self.item_sums, self.item_squares, strict=True)
        return {item: mean(total, squares, self.hands) for item, total, squares in sums}


class PlayStats(msgspec.Struct, Frozen, frozen=True, kw_only=True):
    """对局统计: what came of many hands, a frozen value that can be merged.

    Attributes
    ----------
    hands, won_hands, exhausted_hands : int
        Hands played; with at least one winner; without any.
    seats : tuple of SeatStats
    seed : int
    rules_digest : str
        Of the rules that were played.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> whole = zj.play_hands("shanten", 60, seed=5)
    >>> halves = [zj.play_hands("shanten", 30, seed=5, start=at) for at in (0, 30)]
    >>> halves[0].merge(halves[1]) == whole
    True
    """

    hands: int
    won_hands: int
    exhausted_hands: int
    seats: tuple[SeatStats, ...]
    seed: int
    rules_digest: str

    @property
    def won(self) -> Mean:
        """有人胡: share of hands with a winner."""
        return share(self.won_hands, self.hands)

    @property
    def exhausted(self) -> Mean:
        """黄牌: share of hands without one."""
        return share(self.exhausted_hands, self.hands)

    def merge(self, other: PlayStats) -> PlayStats:
        """Add other hands of the same policies, seed and rules.

        Raises
        ------
        ZhuojiError
            The other hands were played by others, or by other rules.
        """
        names = [seat.policy for seat in self.seats]
        if names != [seat.policy for seat in other.seats] or (self.seed, self.rules_digest) != (
            other.seed,
            other.rules_digest,
        ):
            raise ZhuojiError("merge: other policies, another seed or other rules")
        return PlayStats(
            hands=self.hands + other.hands,
            won_hands=self.won_hands + other.won_hands,
            exhausted_hands=self.exhausted_hands + other.exhausted_hands,
            seats=tuple(map(_added, self.seats, other.seats)),
            seed=self.seed,
            rules_digest=self.rules_digest,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the sums, and the means with their standard errors."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        found |= {"won": self.won._asdict(), "exhausted": self.exhausted._asdict()}
        for seat, row in zip(self.seats, found["seats"], strict=True):
            for name in ("win", "self_draw", "discard_win", "deal_in", "ting", "score"):
                row[name] = getattr(seat, name)._asdict()
            row["spread"] = seat.spread
            row["items"] = {item: value._asdict() for item, value in seat.items.items()}
        return found

    def __str__(self) -> str:
        columns = ("win", "self_draw", "discard_win", "deal_in", "ting", "score")
        lines = [f"{self.hands} hands, won {self.won}, exhausted {self.exhausted}"]
        lines.append("  ".join([f"{'seat':14}", *[f"{name:>19}" for name in columns]]))
        for number, seat in enumerate(self.seats):
            values = [f"{getattr(seat, name)!s:>19}" for name in columns]
            lines.append("  ".join([f"{f'{number} {seat.policy}':14}", *values]))
        return "\n".join(lines)


def _added(one: SeatStats, other: SeatStats) -> SeatStats:
    added: dict[str, Any] = {"policy": one.policy}
    for name in SeatStats.__struct_fields__[1:]:
        here, there = getattr(one, name), getattr(other, name)
        if isinstance(here, tuple):
            added[name] = tuple(a + b for a, b in zip(here, there, strict=True))
        else:
            added[name] = here + there
    return SeatStats(**added)
