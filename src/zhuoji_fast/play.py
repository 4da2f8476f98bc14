"""自动对局: whole hands played by policies, and what came of them."""

from __future__ import annotations

import os
import pickle
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import numpy as np

from zhuoji_fast._core.rollout import (
    FIRST_ITEM,
    FIRST_ITEM_SQUARE,
    FIRST_TURN,
    N_SUMS,
    N_TURNS,
    POLICY_NAMES,
    SUM_FIELDS,
    Player,
    count_table,
    play_chunk,
    play_table,
)
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.logs import LogWriter
from zhuoji_fast.play_stats import ITEMS, PlayStats, SeatStats
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_BASE, MAX_SEED, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["POLICIES", "Policy", "play_hands", "policy_player"]

Policy: TypeAlias = "str | Callable[[dict[str, Any], tuple[int, ...]], int]"
"""A built-in policy by name, or a function of a view and the legal actions to one of them."""

POLICIES: Final[Mapping[str, str]] = {
    "random": "any legal action, each equally likely",
    "shanten": (
        "takes every win; throws for the lowest shanten, ties at random; never claims, kongs or "
        "declares"
    ),
    "useful": (
        "takes every win; throws for the lowest shanten and the most unseen useful tiles; pongs "
        "when that brings it nearer, kongs when that leaves it no further, since a kong pays and "
        "is the passport; declares when it may"
    ),
    "closed": "plays as useful does, but never claims a discard except to win",
}
"""The built-in policies and what they do."""

_NUMBERS: Final = {name: number for number, name in enumerate(POLICY_NAMES)}
MAX_HANDS: Final = 2**62
CHUNK: Final = 2000
IN_FLIGHT: Final = 16


class Spec(NamedTuple):
    """What a chunk of hands is played from, whoever plays it."""

    policies: tuple[Any, ...]
    seed: int
    rules: Rules
    base: int


def play_hands(
    policies: Policy | Sequence[Policy],
    n: int,
    seed: int = 0,
    rules: Rules | str | Mapping[str, Any] = "guiyang",
    *,
    base: int = 1,
    start: int = 0,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    log: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> PlayStats:
    """自动对局: play whole hands and count what came of them.

    Hand ``i`` of a seed has the same wall, the same dealer (seat ``i`` modulo the players) and the
    same choices wherever and in whatever chunks it is played.

    Parameters
    ----------
    policies : str, callable or sequence of them
        One for each of 2 to 4 seats; a single one plays in all four. Names are those of
        :data:`POLICIES`; a function is given the view of its seat (a dict) and the legal action
        ids, and returns one of them.
    n : int
        Hands, at least 1.
    seed : int
        0 to 2**64 - 1.
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes; they have to allow so many players.
    base : int
        底分, 1 to 1,000,000.
    start : int
        Number of the first hand under the seed.
    executor : concurrent.futures.Executor, optional
        Where chunks are played; built-in policies release the GIL, so threads do.
    chunk : int
        Hands a chunk.
    log : path, optional
        Where to write the hands, compressed if it ends in ``.gz``; written in this thread.
    progress : callable, optional
        Called with the number of hands done after each chunk.

    Returns
    -------
    PlayStats

    Raises
    ------
    ZhuojiError
        Unknown policies, impossible numbers, rules that do not allow the players.
    IllegalActionError
        A function that returned an action that was not legal.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> stats = zj.play_hands(["useful", "shanten", "random", "random"], 200, seed=1)
    >>> stats.hands, sum(seat.score_sum for seat in stats.seats)
    (200, 0)
    >>> stats == zj.play_hands(["useful", "shanten", "random", "random"], 200, seed=1, chunk=7)
    True
    """
    spec = _spec(policies, seed, rules, base)
    first = _whole("start", start, 0, MAX_HANDS)
    last = first + _whole("n", n, 1, MAX_HANDS)
    size = _whole("chunk", chunk, 1, MAX_HANDS)
    pieces = ((at, min(at + size, last)) for at in range(first, last, size))
    sums, won, done = np.zeros((4, N_SUMS), object), 0, 0
    played = (
        _logged(spec, pieces, log)
        if log is not None
        else _in_turn(spec, pieces)
        if executor is None
        else _spread(spec, pieces, executor)
    )
    for part, wins, hands in played:
        sums += part.astype(object)
        won += wins
        done += hands
        if progress is not None:
            progress(done)
    return _stats(spec, sums, won, done)


def policy_player(policy: str, seat: int, seed: int, hand: int = 0) -> Player:
    """电脑: a built-in policy in one seat of one hand.

    Parameters
    ----------
    policy : str
        One of :data:`POLICIES`.
    seat : int
        0 to 3.
    seed, hand : int
        What its choices are drawn from; those of the table give the choices of
        :func:`play_hands`.

    Returns
    -------
    Player
        Called with a :class:`Table` whose hand waits for the seat, it gives an action id.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> table = zj.Table("guiyang", seed=3)
    >>> players = [zj.policy_player("useful", seat, 3) for seat in range(4)]
    >>> while not table.done:
    ...     _ = table.step({seat: players[seat](table) for seat in table.pending})
    >>> sum(table.settlement.totals)
    0
    """
    if policy not in POLICIES:
        raise ZhuojiError(f"policy: {policy!r}, expected one of {', '.join(POLICIES)}")
    return Player(
        _NUMBERS[policy],
        _whole("seat", seat, 0, 3),
        _whole("seed", seed, 0, MAX_SEED),
        _whole("hand", hand, 0, MAX_HANDS),
    )


def _whole(name: str, value: object, low: int, high: int) -> int:
    if type(value).__name__ == "bool" or not hasattr(value, "__index__"):
        raise WrongTypeError(f"{name}: {value!r}, expected a whole number")
    number = cast(int, value).__index__()
    if not low <= number <= high:
        raise ZhuojiError(f"{name}: {number}, expected {low} to {high}")
    return number


def _spec(policies: Any, seed: object, rules: Any, base: object) -> Spec:
    seats = (policies,) * 4 if isinstance(policies, str) or callable(policies) else policies
    try:
        seats = tuple(seats)
    except TypeError:
        raise WrongTypeError(f"policies: {policies!r}, expected names or functions") from None
    for seat, policy in enumerate(seats):
        if isinstance(policy, str):
            if policy not in POLICIES:
                known = ", ".join(POLICIES)
                raise ZhuojiError(f"policies[{seat}]: {policy!r}, expected one of {known}")
        elif not callable(policy):
            raise WrongTypeError(f"policies[{seat}]: {policy!r}, expected a name or a function")
    given = Rules.from_value(rules)
    if len(seats) not in given.players:
        allowed = ", ".join(map(str, given.players))
        raise ZhuojiError(f"policies: {len(seats)} players, the rules allow {allowed}")
    return Spec(seats, _whole("seed", seed, 0, MAX_SEED), given, _whole("base", base, 1, MAX_BASE))


def _kinds(spec: Spec) -> bytes:
    """The policies by number, nothing if one of them is a function."""
    if not all(isinstance(policy, str) for policy in spec.policies):
        return b""
    return bytes(_NUMBERS[policy] for policy in spec.policies)


def _names(spec: Spec) -> list[str]:
    return [p if isinstance(p, str) else getattr(p, "__name__", "bot") for p in spec.policies]


def play_part(spec: Spec, start: int, stop: int) -> tuple[NDArray[np.int64], int, int]:
    """Play hands `start` to `stop`: a function of its arguments alone."""
    kinds = _kinds(spec)
    if kinds:
        sums, won = play_chunk(kinds, spec.seed, start, stop, spec.rules.compiled(), spec.base)
        return sums, won, stop - start
    sums, won = np.zeros((4, N_SUMS), np.int64), 0
    for table in _tables(spec, start, stop):
        won += count_table(table, sums)
    return sums, won, stop - start


def _tables(spec: Spec, start: int, stop: int) -> Iterator[Table]:
    """Play tables to their ends, one hand after the other."""
    players = len(spec.policies)
    table = Table(spec.rules, players, seed=spec.seed, base=spec.base)
    kinds = _kinds(spec)
    for hand in range(start, stop):
        table.reset(spec.seed, hand % players, hand=hand)
        if kinds:
            play_table(table, kinds)
        else:
            _play_on(table, spec, hand)
        yield table


def _play_on(table: Table, spec: Spec, hand: int) -> None:
    choosers = [
        policy_player(policy, seat, spec.seed, hand) if isinstance(policy, str) else policy
        for seat, policy in enumerate(spec.policies)
    ]
    while not table.done:
        actions = {}
        for seat in table.pending:
            chooser = choosers[seat]
            if isinstance(chooser, Player):
                actions[seat] = chooser(table)
            else:
                actions[seat] = chooser(table.view(seat), table.legal(seat))
        table.step(actions)


Played: TypeAlias = "Iterator[tuple[NDArray[np.int64], int, int]]"


def _in_turn(spec: Spec, pieces: Iterator[tuple[int, int]]) -> Played:
    for start, stop in pieces:
        yield play_part(spec, start, stop)


def _spread(spec: Spec, pieces: Iterator[tuple[int, int]], executor: Executor) -> Played:
    """Results in the order of the chunks, a bounded number of them under way."""
    waiting: deque[Future[Any]] = deque()
    try:
        for start, stop in pieces:
            waiting.append(executor.submit(play_part, spec, start, stop))
            if len(waiting) >= IN_FLIGHT:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        # Pythons word it differently, and some as an AttributeError.
        if not isinstance(error, pickle.PicklingError) and not re.search(
            "pickle|local object", str(error)
        ):
            raise
        raise ZhuojiError(f"policies: not fit for this executor ({error})") from error
    finally:
        for future in waiting:
            future.cancel()


def _logged(spec: Spec, pieces: Iterator[tuple[int, int]], path: str | os.PathLike[str]) -> Played:
    with LogWriter(path, names=_names(spec)) as log:
        for start, stop in pieces:
            sums, won = np.zeros((4, N_SUMS), np.int64), 0
            for table in _tables(spec, start, stop):
                won += count_table(table, sums)
                log.write(table.log)
            yield sums, won, stop - start


def _stats(spec: Spec, sums: NDArray[Any], won: int, hands: int) -> PlayStats:
    seats = []
    for row, name in zip(sums.tolist(), _names(spec), strict=False):
        fields = dict(zip(SUM_FIELDS, row, strict=False))
        seats.append(
            SeatStats(
                policy=name,
                hands=hands,
                wins=fields["wins"],
                self_draws=fields["self_draws"],
                discard_wins=fields["discard_wins"],
                deal_ins=fields["deal_ins"],
                tings=fields["ting"],
                score_sum=fields["score"],
                score_squares=fields["score_squares"],
                item_sums=tuple(row[FIRST_ITEM : FIRST_ITEM + len(ITEMS)]),
                item_squares=tuple(row[FIRST_ITEM_SQUARE : FIRST_ITEM_SQUARE + len(ITEMS)]),
                turns=tuple(row[FIRST_TURN : FIRST_TURN + N_TURNS]),
            )
        )
    return PlayStats(
        hands=hands,
        won_hands=won,
        exhausted_hands=int(sums[0, SUM_FIELDS.index("exhausted")]),
        seats=tuple(seats),
        seed=spec.seed,
        rules_digest=spec.rules.digest(),
    )
