"""一场: several hands, with dealer, streak and scores carried from one to the next."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from zhuoji_fast._core.tabledoor import stream_below
from zhuoji_fast.dealing import NextDealer, next_dealer, wall_break
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.logs import start_game, write_log
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_SEED, MAX_STREAK, Table, TilesLike

if TYPE_CHECKING:
    import os

__all__ = ["Match"]

STREAM_DICE: Final = 1
"""The stream of a seed's generator that says who deals first."""


class Match:
    """一场: several hands played one after the other.

    Each hand is a :class:`~zhuoji_fast.Table` of its own. When it is over its points are added to
    the scores, and who deals next, and with which streak, follows from it (rules R-DEAL-1 to
    R-DEAL-6). Iterating deals the hands that are left one by one; each has to be over before the
    next.

    Parameters
    ----------
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    players : int, default 4
        Seats, as many as the rules allow.
    hands : int, default 8
        How many hands are played.
    seed : int, optional
        0 to 2**64 - 1: the walls, and the first dealer. Without one a seed is drawn from the
        system.
    base : int, default 1
        底分, 1 to 1,000,000: multiplies every amount.
    names : sequence of str, optional
        Names of the players, for the log.
    dealer : int, optional
        First dealer, in place of the rule ``first_dealer``.
    dealer_dice : (int, int), optional
        定庄: two dice that were thrown for the first dealer. Without them they are thrown from the
        seed where ``first_dealer`` is ``dice``.

    Attributes
    ----------
    rules, players, hands, seed, base, names
        As above.
    dealer_dice : tuple of int or None
        The dice thrown for the first dealer, if any.
    table : Table or None
        The hand that was dealt last.

    Raises
    ------
    ZhuojiError
        A number out of its range; :class:`~zhuoji_fast.RulesError` for the rules.
    WrongTypeError
        A value of a wrong type.

    Examples
    --------
    >>> match = Match("guiyang_classic", hands=3, seed=8)
    >>> for table in match:
    ...     while not table.done:
    ...         rewards, done, events = table.step(
    ...             {seat: min(table.legal(seat)) for seat in table.pending}
    ...         )
    >>> match.done, sum(match.scores), [event["type"] for event in match.log][-2:]
    (True, 0, ['end_kyoku', 'end_game'])
    """

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "guiyang",
        players: int = 4,
        hands: int = 8,
        seed: int | None = None,
        *,
        base: int = 1,
        names: Sequence[str] | None = None,
        dealer: int | None = None,
        dealer_dice: Sequence[int] | None = None,
    ) -> None:
        first = Table(rules, players, secrets.randbits(64) if seed is None else seed, base=base)
        self.rules = first.rules
        self.players = first.players
        self.base = first.base
        self.seed = first.seed
        self.hands = _whole("hands", hands, 1, MAX_SEED)
        self.names = _names(names, self.players)
        self.dealer_dice: tuple[int, int] | None = None
        if dealer is not None:
            if dealer_dice is not None:
                raise ZhuojiError("dealer and dealer_dice: one of them says who deals first")
            number = _whole("dealer", dealer, 0, self.players - 1)
        elif dealer_dice is not None or self.rules.first_dealer == "dice":
            self.dealer_dice = self._thrown(dealer_dice)
            number = (sum(self.dealer_dice) - 1) % self.players
        else:
            (number,) = stream_below(self.seed, 0, STREAM_DICE, [self.players])
        self.table: Table | None = None
        self._next = NextDealer(number, 0)
        self._scores = [0] * self.players
        self._logs: list[list[dict[str, Any]]] = []

    def _thrown(self, dice: Sequence[int] | None) -> tuple[int, int]:
        if dice is None:
            one, two = stream_below(self.seed, 0, STREAM_DICE, [6, 6])
            return one + 1, two + 1
        wall_break(dice, 0)
        return dice[0], dice[1]

    # ------------------------------------------------------------ playing

    def deal(self, wall: TilesLike | None = None, dice: Sequence[int] | None = None) -> Table:
        """发牌: deal the next hand.

        Parameters
        ----------
        wall : tiles, optional
            108 tiles in place of those of the seed: in drawing order, or with `dice` a physical
            wall, stacks clockwise from the dealer's right end, the upper tile first.
        dice : (int, int), optional
            开牌: the throw that breaks a physical wall; the log says it.

        Returns
        -------
        Table
            The hand, also kept as :attr:`table`.

        Raises
        ------
        ZhuojiError
            The hand before is not over, all hands are played, or no wall.
        WrongTypeError
            A value of a wrong type.
        """
        self._take_in()
        if self.table is not None and not self.table.done:
            raise ZhuojiError(f"hand {self.played + 1} is not over, the next cannot be dealt")
        if self.played == self.hands:
            raise ZhuojiError(f"all {self.hands} hands are played")
        table = Table(self.rules, self.players, self.seed, base=self.base)
        table.reset(
            dealer=self._next.dealer,
            streak=min(self._next.streak, MAX_STREAK),
            wall=wall,
            hand=self.played,
            dice=dice,
        )
        self.table = table
        return table

    def __iter__(self) -> Iterator[Table]:
        while not self.done:
            yield self.deal()

    def _take_in(self) -> None:
        """Add the hand that is over, once."""
        table = self.table
        if table is None or not table.done or table.hand < len(self._logs):
            return
        self._logs.append(table.log)
        totals = table.settlement.totals
        self._scores = [score + total for score, total in zip(self._scores, totals, strict=True)]
        self._next = next_dealer(table.position())

    # ------------------------------------------------------------ telling

    @property
    def played(self) -> int:
        """Hands that are over."""
        self._take_in()
        return len(self._logs)

    @property
    def done(self) -> bool:
        """Whether all hands are over."""
        return self.played == self.hands

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has won or lost in the hands that are over; they sum to 0."""
        self._take_in()
        return tuple(self._scores)

    @property
    def dealer(self) -> int:
        """庄家: who deals the hand that is played or, between hands, the next one."""
        self._take_in()
        return self._next.dealer

    @property
    def streak(self) -> int:
        """连庄: hands that :attr:`dealer` has held in a row before that one."""
        self._take_in()
        return self._next.streak

    @property
    def log(self) -> list[dict[str, Any]]:
        """牌谱: all events so far, ``start_game`` first, and ``end_game`` last when all is over."""
        self._take_in()
        names = self.names or [f"seat{seat}" for seat in range(self.players)]
        events = [start_game(names, self.dealer_dice)]
        for hand in self._logs:
            events += hand
        if self.table is not None and not self.table.done:
            events += self.table.log
        elif self.done:
            events.append({"type": "end_game"})
        return events

    def write(self, path: str | os.PathLike[str]) -> int:
        """写牌谱: write the hands that are over as a log.

        Parameters
        ----------
        path : path
            Compressed if it ends in ``.gz``.

        Returns
        -------
        int
            Number of hands.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        self._take_in()
        names = self.names or [f"seat{seat}" for seat in range(self.players)]
        return write_log(path, self._logs, names=names, dealer_dice=self.dealer_dice)

    def __repr__(self) -> str:
        return (
            f"<Match {self.rules.to_value()!r}, {self.players} players, seed {self.seed}: "
            f"{self.played} of {self.hands} hands, scores {self.scores}>"
        )


def _whole(name: str, value: object, low: int, high: int) -> int:
    if type(value).__name__ == "bool" or not hasattr(value, "__index__"):
        raise WrongTypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number: int = value.__index__()
    if not low <= number <= high:
        raise ZhuojiError(f"{name} {number}: expected {low} to {high}")
    return number


def _names(names: object, players: int) -> list[str] | None:
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise WrongTypeError(f"names must be a sequence of text, not {type(names).__name__}")
    for name in names:
        if not isinstance(name, str):
            raise WrongTypeError(f"names must be text, not {type(name).__name__}")
    if len(names) != players:
        raise ZhuojiError(f"names: {len(names)} of them, expected {players}")
    return list(names)
