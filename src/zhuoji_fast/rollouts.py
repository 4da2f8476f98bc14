"""推演: chunks of rollouts as pure functions of numbers, and the whole-number sums they give."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import numpy as np

from zhuoji_fast._core.odds import ITEM_FIELD, N_OUTCOMES, POLICY_CHOICE, play_on, tell_table
from zhuoji_fast.documents import show
from zhuoji_fast.driver import check_whole
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.estimates import FIELDS, TURNS
from zhuoji_fast.play import (
    Policy,
    policy_kinds,
    policy_name,
    policy_player,
    read_policies,
)
from zhuoji_fast.play_stats import function_name
from zhuoji_fast.table import Table
from zhuoji_fast.view import View, seen_table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Belief", "Question", "RolloutSums", "add_sums", "ask", "play_rollouts"]

Belief: TypeAlias = "str | Callable[[dict[str, Any], NDArray[np.uint8]], ArrayLike] | None"
"""``"progress"``, or a function of a view and dealt hands (rollouts, players, 27) to weights."""

VALUES: Final = ITEM_FIELD + 9
BLOCK: Final = 1024
"""Rollouts at a time, so that a chunk of any size takes the same memory."""
UNIT: Final = 1 << 20
MOST_WEIGHT: Final = 1024
LIMB: Final = 16
assert FIELDS == VALUES == N_OUTCOMES - 1


class Question(NamedTuple):
    """What rollouts are played from: all that a chunk needs."""

    table: Table
    seat: int
    actions: tuple[int | None, ...]
    policies: tuple[Any, ...]
    seed: int
    deal: bool
    belief: Any
    product: int
    """The field whose products between actions are summed."""

    @property
    def names(self) -> tuple[str, ...]:
        """The policies by name."""
        return tuple([policy_name(policy) for policy in self.policies])

    @property
    def belief_name(self) -> str | None:
        """What the deals are weighed with, by name."""
        if self.belief is None or isinstance(self.belief, str):
            return self.belief
        return function_name(self.belief, "function")

    def digest(self) -> str:
        """Digest of what is asked about: the view, what a table knows beyond it, and the hidden
        tiles where they are kept."""
        told = [self.table.view(self.seat), self.table.untold(self.seat), self.deal]
        view = json.dumps(told, sort_keys=True)
        kept = b"" if self.deal else self.table.state()[1]
        return hashlib.sha256(view.encode() + kept).hexdigest()[:16]


class RolloutSums(NamedTuple):
    """Sums over rollouts, by action; arrays of Python numbers, which do not overflow."""

    n: int
    weight: int
    weight_squares: int
    first: NDArray[Any]
    cross: NDArray[Any]
    second: NDArray[Any]
    turns: NDArray[Any]
    product: NDArray[Any]

    def spread(self, places: tuple[int, ...], number: int) -> RolloutSums:
        """Give the rows the places they have among `number` actions, 0 elsewhere."""
        rows = list(places)

        def spaced(array: NDArray[Any], *, both: bool = False) -> NDArray[Any]:
            shape = (number, number) if both else (number, *array.shape[1:])
            found = np.zeros(shape, object)
            found[np.ix_(rows, rows) if both else rows] = array
            return found

        return self._replace(
            first=spaced(self.first),
            cross=spaced(self.cross),
            second=spaced(self.second),
            turns=spaced(self.turns),
            product=spaced(self.product, both=True),
        )


def ask(
    view: object,
    seat: object,
    actions: Sequence[int | None],
    *,
    policies: Policy | Sequence[Policy],
    seed: int,
    hidden: object,
    belief: object,
    product: int,
) -> Question:
    """Check what is asked and give it the form that chunks take.

    Raises
    ------
    ZhuojiError, WrongTypeError
        Something that cannot be asked.
    IllegalActionError
        An action that the seat may not take.
    """
    if not isinstance(hidden, str) or hidden not in {"deal", "keep"}:
        raise ZhuojiError(f"hidden: {show(hidden)}, expected 'deal' or 'keep'")
    if isinstance(view, Table):
        if view.done:
            raise ZhuojiError("view: the hand is over")
        table = view.clone()
        number = _seat_of(table, seat)
    else:
        if hidden == "keep":
            raise ZhuojiError("hidden: 'keep' needs a Table, a view has no hidden tiles")
        document = View.from_value(view)
        table, number = seen_table(document), document.seat
        if seat is not None and check_whole("seat", seat, 0, table.players - 1) != number:
            raise ZhuojiError(f"seat: {show(seat)}, the view is of seat {number}")
    for action in actions:
        if action is not None:
            table.verify(number, action)
    known = belief is None or callable(belief) or (isinstance(belief, str) and belief == "progress")
    if not known:
        raise ZhuojiError(f"belief: {show(belief)}, expected None, 'progress' or a function")
    if belief is not None and hidden == "keep":
        raise ZhuojiError("belief: the hidden tiles are kept, there is nothing to believe")
    return Question(
        table,
        number,
        tuple([None if action is None else index(action) for action in actions]),
        _policies(policies, table.players),
        seed,
        hidden == "deal",
        belief,
        product,
    )


def _seat_of(table: Table, seat: object) -> int:
    if seat is None:
        if len(table.pending) != 1:
            pending = ", ".join(map(str, table.pending))
            raise ZhuojiError(f"seat: seats {pending} are asked, say for which one")
        return int(table.pending[0])
    table.legal(cast("int", seat))  # which says what is wrong with it
    return int(cast("int", seat))


def _policies(policies: Any, players: int) -> tuple[Any, ...]:
    seats = read_policies(policies, players)
    if len(seats) != players:
        raise ZhuojiError(f"policies: {len(seats)} of them for {players} players")
    return seats


# ---------------------------------------------------------------- playing


def play_rollouts(question: Question, start: int, stop: int) -> RolloutSums:
    """Play rollouts `start` to `stop`: a function of its arguments alone."""
    play = _compiled if policy_kinds(question.policies) else _by_table
    weigh = callable(question.belief)
    total: RolloutSums | None = None
    for at in range(start, stop, BLOCK):
        end = min(at + BLOCK, stop)
        outcomes, hands = play(question, at, end, weigh)
        weights = _weights(question, hands, at) if hands is not None else None
        total = add_sums(total, _sums(outcomes, weights, question.product))
    assert total is not None
    return total


def _compiled(
    question: Question, start: int, stop: int, show: bool
) -> tuple[NDArray[np.int64], NDArray[np.uint8] | None]:
    try:
        return play_on(
            question.table,
            question.seat,
            bytes([POLICY_CHOICE if a is None else a for a in question.actions]),
            policy_kinds(question.policies),
            question.seed,
            start,
            stop,
            question.deal,
            question.belief == "progress",
            show,
        )
    except RuntimeError as error:
        raise ZhuojiError(f"view: {error}") from None


def _by_table(
    question: Question, start: int, stop: int, show: bool
) -> tuple[NDArray[np.int64], NDArray[np.uint8] | None]:
    """The same where a policy is a function."""
    seats = range(question.table.players)
    since = question.table.n_events
    outcomes = np.zeros((stop - start, len(question.actions), N_OUTCOMES), np.int64)
    hands = np.zeros((stop - start, len(seats), 27), np.uint8) if show else None
    for row, number in enumerate(range(start, stop)):
        dealt = question.table.clone()
        belief = question.belief == "progress"
        if question.deal and not dealt.imagine(question.seat, question.seed, number, belief):
            raise ZhuojiError("view: no deal found that fits what has happened")
        if hands is not None:
            hands[row] = [list(dealt.hand_counts(seat)) for seat in seats]
        for place, action in enumerate(question.actions):
            played = dealt.clone()
            _play_out(question, played, number, action)
            tell_table(played, question.seat, since, outcomes[row, place])
    return outcomes, hands


def _play_out(question: Question, table: Table, number: int, action: int | None) -> None:
    players = {
        seat: policy_player(policy, seat, question.seed, number)
        for seat, policy in enumerate(question.policies)
        if isinstance(policy, str)
    }
    forced = action
    while not table.done:
        answers: dict[int, int] = {}
        for seat in table.pending:
            if seat == question.seat and forced is not None:
                answers[seat] = forced
            elif seat in players:
                answers[seat] = players[seat](table)
            else:
                answers[seat] = question.policies[seat](table.view(seat), table.legal(seat))
        forced = None
        table.step(answers)


# ---------------------------------------------------------------- adding


def _weights(question: Question, hands: NDArray[np.uint8], start: int) -> NDArray[np.int64]:
    """Weights of dealt hands as whole numbers of units."""
    hands.flags.writeable = False
    found = question.belief(question.table.view(question.seat), hands)
    try:
        weights = np.asarray(found)
    except ValueError:  # lists of several lengths
        weights = np.empty(0, object)
    if weights.dtype.kind not in "biuf":
        raise WrongTypeError(
            f"belief: {type(found).__name__} returned, expected an array of numbers"
        )
    if weights.shape != (len(hands),):
        raise ZhuojiError(f"belief: shape {weights.shape} returned, expected ({len(hands)},)")
    wrong = ~((weights >= 0) & (weights <= MOST_WEIGHT))
    if wrong.any():
        at = int(wrong.argmax())
        raise ZhuojiError(
            f"belief: weight {weights[at]} of rollout {start + at}, expected 0 to {MOST_WEIGHT}"
        )
    return np.rint(weights.astype(np.float64) * UNIT).astype(np.int64)


def _sums(
    outcomes: NDArray[np.int64], weights: NDArray[np.int64] | None, product: int
) -> RolloutSums:
    values = outcomes[:, :, :VALUES]
    chosen = values[:, :, product]
    turns = np.minimum(outcomes[:, :, VALUES], TURNS - 1)
    won = turns[:, :, None] == np.arange(TURNS)
    if weights is None:
        n = len(values)
        first = values.sum(axis=0).astype(object)
        second = np.einsum("iaf,iaf->af", values, values).astype(object)
        return RolloutSums(
            n,
            n,
            n,
            first,
            first,
            second,
            won.sum(axis=0).astype(object),
            np.einsum("ia,ib->ab", chosen, chosen).astype(object),
        )
    squares = weights * weights
    pairs = chosen[:, :, None] * chosen[:, None, :]
    return RolloutSums(
        len(values),
        int(weights.sum()),
        sum(squares.tolist()),
        _dot(weights, values),
        _dot(squares, values),
        _dot(squares, values * values),
        _dot(weights, won.astype(np.int64)),
        _dot(squares, pairs),
    )


def _dot(weights: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[Any]:
    """Exact sums of weight times value: some bits of the weights at a time, as 64 bits hold."""
    most = int(np.abs(values).max(initial=0)) * len(values)
    bits = max(1, min(LIMB, 63 - most.bit_length()))
    total: Any = 0
    for shift in range(0, 64, bits):
        limb = (weights >> shift) & ((1 << bits) - 1)
        if limb.any():
            total = total + (np.tensordot(limb, values, (0, 0)).astype(object) << shift)
    return total if isinstance(total, np.ndarray) else np.zeros(values.shape[1:], object)


def add_sums(one: RolloutSums | None, other: RolloutSums) -> RolloutSums:
    """Give the sums of both."""
    if one is None:
        return other
    pairs: Any = zip(one, other, strict=True)
    return RolloutSums(*[a + b for a, b in pairs])
