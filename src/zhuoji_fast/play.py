"""自动对局: whole hands played by policies, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

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
from zhuoji_fast.documents import show
from zhuoji_fast.driver import Control, Tally, check_whole
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.logs import LogWriter
from zhuoji_fast.play_stats import ITEMS, PlayStats, SeatStats, function_name
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_BASE, MAX_SEED, Table

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from zhuoji_fast.driver import Cancel, Progress
    from zhuoji_fast.workers import ExecutorLike

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

Sums: TypeAlias = "tuple[NDArray[Any], int]"
"""What is summed over hands, of each seat; hands with a winner."""


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
    executor: ExecutorLike | None = None,
    chunk: int | None = None,
    log: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
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
    executor : concurrent.futures.Executor or callable, optional
        Where hands are played; this thread by default. Threads do for built-in policies, which
        release the GIL; functions take processes; ``Client.get_executor()`` is a Dask cluster. A
        function that makes an executor has a broken one replaced, and its hands played again.
    chunk : int, optional
        Hands sent to the executor at a time; by default as many as take a good part of a second.
    log : path, optional
        Where to write the hands, compressed if it ends in ``.gz``; written in this thread.
    progress : bool or callable, optional
        True: a bar (needs the extra ``cli``). A function is called with the hands done and `n`.
    cancel : object with ``is_set()``, optional
        Stops the play once it is set, such as a :class:`threading.Event`.

    Returns
    -------
    PlayStats
        Of fewer than `n` hands, the first of them, after `cancel` or Ctrl-C.

    Raises
    ------
    ZhuojiError
        Unknown policies, impossible numbers, rules that do not allow the players; an executor that
        is broken; cancelled before any hand was played.
    KeyboardInterrupt
        Ctrl-C before any hand was played, or with `log`, which is then not written.
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
    first = check_whole("start", start, 0, MAX_HANDS)
    last = first + check_whole("n", n, 1, MAX_HANDS)
    control = Control(cancel=cancel, progress=progress, total=last - first, what="hands")
    if log is None:
        tally = Tally(
            play_part,
            spec,
            start=first,
            chunk=chunk,
            executor=executor,
            control=control,
            merge=_merged,
        )
        return _stats(spec, *_counted(tally, last))
    with LogWriter(log, names=_names(spec)) as writer:
        tally = Tally(
            partial(_logged_part, writer),
            spec,
            start=first,
            chunk=chunk,
            control=control,
            merge=_merged,
        )
        sums, hands = _counted(tally, last)
        if control.stopped == "interrupted":
            raise KeyboardInterrupt
        return _stats(spec, sums, hands)


def _counted(tally: Tally[Sums], last: int) -> tuple[Sums, int]:
    """Play up to hand `last`, or as far as it goes."""
    with tally.control:
        try:
            tally.advance(last)
        finally:
            tally.close()
    tally.control.require(tally.count)
    assert tally.total is not None
    return tally.total, tally.count


def _merged(total: Sums | None, part: Sums) -> Sums:
    # Python's own whole numbers, which do not overflow.
    sums, won = part[0].astype(object), part[1]
    return (sums, won) if total is None else (total[0] + sums, total[1] + won)


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
        raise ZhuojiError(f"policy: {show(policy)}, expected one of {', '.join(POLICIES)}")
    return Player(
        _NUMBERS[policy],
        check_whole("seat", seat, 0, 3),
        check_whole("seed", seed, 0, MAX_SEED),
        check_whole("hand", hand, 0, MAX_HANDS),
    )


def _spec(policies: Any, seed: object, rules: Any, base: object) -> Spec:
    seats = read_policies(policies, 4)
    given = Rules.from_value(rules)
    if len(seats) not in given.players:
        allowed = ", ".join(map(str, given.players))
        raise ZhuojiError(f"policies: {len(seats)} players, the rules allow {allowed}")
    return Spec(
        seats, check_whole("seed", seed, 0, MAX_SEED), given, check_whole("base", base, 1, MAX_BASE)
    )


def read_policies(policies: Any, players: int) -> tuple[Any, ...]:
    """Give the policies of the seats, a single one for each of the players.

    Raises
    ------
    ZhuojiError, WrongTypeError
        Not policies. How many there are is not checked.
    """
    if isinstance(policies, str) or callable(policies):
        policies = (policies,) * players
    try:
        seats = tuple(policies)
    except TypeError:
        raise WrongTypeError(f"policies: {show(policies)}, expected names or functions") from None
    for seat, policy in enumerate(seats):
        check_policy(f"policies[{seat}]", policy)
    return seats


def check_policy(name: str, policy: object) -> None:
    """Raise unless it is a built-in policy or a function; `name` is said in the error.

    Raises
    ------
    ZhuojiError
        No such built-in policy.
    WrongTypeError
        Neither a name nor a function.
    """
    if isinstance(policy, str):
        if policy not in POLICIES:
            raise ZhuojiError(f"{name}: {show(policy)}, expected one of {', '.join(POLICIES)}")
    elif not callable(policy):
        raise WrongTypeError(f"{name}: {show(policy)}, expected a name or a function")


def policy_kinds(policies: Sequence[Policy]) -> bytes:
    """Give policies by number, nothing if one of them is a function."""
    names = [policy for policy in policies if isinstance(policy, str)]
    if len(names) < len(policies):
        return b""
    return bytes([_NUMBERS[name] for name in names])


def policy_name(policy: Policy) -> str:
    """Give what a policy is called in results."""
    return policy if isinstance(policy, str) else function_name(policy, "bot")


def _names(spec: Spec) -> list[str]:
    return [policy_name(policy) for policy in spec.policies]


def play_part(spec: Spec, start: int, stop: int) -> Sums:
    """Play hands `start` to `stop`: a function of its arguments alone; points for a base of 1."""
    kinds = policy_kinds(spec.policies)
    if kinds:
        return play_chunk(kinds, spec.seed, start, stop, spec.rules.compiled())
    sums, won = np.zeros((4, N_SUMS), np.int64), 0
    for table in _tables(spec, start, stop):
        won += count_table(table, sums)
    return sums, won


def _logged_part(log: LogWriter, spec: Spec, start: int, stop: int) -> Sums:
    """Play and write hands `start` to `stop`."""
    sums, won = np.zeros((4, N_SUMS), np.int64), 0
    for table in _tables(spec, start, stop):
        won += count_table(table, sums)
        log.write(table.log)
    return sums, won


def _tables(spec: Spec, start: int, stop: int) -> Iterator[Table]:
    """Play tables to their ends, one hand after the other."""
    players = len(spec.policies)
    table = Table(spec.rules, players, seed=spec.seed, base=spec.base)
    kinds = policy_kinds(spec.policies)
    for hand in range(start, stop):
        table.reset(spec.seed, hand % players, hand=hand)
        if kinds:
            play_table(table, kinds)
        else:
            play_on(table, spec.policies)
        yield table


def play_on(table: Table, policies: Sequence[Policy]) -> None:
    """Play a table on to its end, a policy for each seat."""
    choosers = [
        policy_player(policy, seat, table.seed, table.hand) if isinstance(policy, str) else policy
        for seat, policy in enumerate(policies)
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


def _stats(spec: Spec, total: Sums, hands: int) -> PlayStats:
    sums, won = total
    base, square = spec.base, spec.base**2
    seats = []
    for row, name in zip(sums.tolist(), _names(spec), strict=False):
        fields = dict(zip(SUM_FIELDS, row, strict=False))
        items = row[FIRST_ITEM : FIRST_ITEM + len(ITEMS)]
        squares = row[FIRST_ITEM_SQUARE : FIRST_ITEM_SQUARE + len(ITEMS)]
        seats.append(
            SeatStats(
                policy=name,
                hands=hands,
                wins=fields["wins"],
                self_draws=fields["self_draws"],
                discard_wins=fields["discard_wins"],
                deal_ins=fields["deal_ins"],
                tings=fields["ting"],
                score_sum=fields["score"] * base,
                score_squares=fields["score_squares"] * square,
                item_sums=tuple([points * base for points in items]),
                item_squares=tuple([points * square for points in squares]),
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
