"""多桌: many hands played side by side, arrays in and out."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import numpy as np

from zhuoji_fast._core.rollout import POLICY_NAMES
from zhuoji_fast._core.vector import MAX_TABLES, VectorCore
from zhuoji_fast.actions import ACTIONS
from zhuoji_fast.errors import ShapeError, WrongTypeError, ZhuojiError
from zhuoji_fast.planes import chosen_planes, plan_of
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_BASE, MAX_SEED, RANDOM_BITS, Table
from zhuoji_fast.tiles import KINDS, whole_number

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["VectorTable"]

Observed: TypeAlias = "tuple[NDArray[np.uint8] | None, NDArray[np.bool_]]"
Stepped: TypeAlias = (
    "tuple[NDArray[np.uint8] | None, NDArray[np.bool_], NDArray[np.int64], NDArray[np.bool_], "
    "NDArray[np.uint8] | None]"
)

NO_POLICY: Final = 255


class Made(NamedTuple):
    """What tables are made from, the seed apart."""

    n: int
    rules: Any
    players: int
    base: int
    planes: str | Sequence[str] | None
    copy: bool


class VectorTable(VectorCore):
    """多桌: `n` hands side by side, for learners.

    Every table asks one seat at a time; one :meth:`step` takes an action for each table. Where
    several seats may answer an open tile they are asked one after the other, in playing order from
    the one whose tile it is; what they see does not change until the last has answered. A hand
    that is over is replaced by the next one in the same step.

    Hand ``k`` of table ``i``, both from 0, is hand ``i + k * 2**32`` of the seed with seat
    ``(seed + i + k) % players`` dealing and no streak: a function of these three numbers, however
    many tables there are. ``Table.reset(seed, dealer, hand=...)`` deals the same.

    Calls release the GIL; of two threads that call at once one waits for the other. Pickles keep
    everything and are read by the same version on the same kind of machine.

    Parameters
    ----------
    n : int
        Tables, 1 to 1,048,576, of 3 KB each.
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    seed : int, optional
        0 to 2**64 - 1. Without one a seed is drawn from the system.
    players : int, default 4
        Seats, as many as the rules allow.
    base : int, default 1
        底分, 1 to 1,000,000: multiplies every amount.
    planes : str, sequence of str or None, default "all"
        What is observed: names of :data:`~zhuoji_fast.PLANES`, in this order. With None there are
        no observations.
    copy : bool, default True
        Whether every call gives new arrays. With False :meth:`reset`, :meth:`step` and
        :meth:`observe` fill the same arrays each time, all but ``final_obs``.

    Attributes
    ----------
    n, players, base, seed, rules
        As above.
    rows : dict of str to slice
        Where each plane stands among the rows of an observation; empty without observations.

    Raises
    ------
    ZhuojiError
        A number out of its range, an unknown plane; :class:`~zhuoji_fast.RulesError` for the
        rules.
    WrongTypeError
        A value of a wrong type.

    Examples
    --------
    >>> tables = VectorTable(64, "guiyang", seed=1)
    >>> obs, mask = tables.reset()
    >>> obs.shape, mask.shape
    ((64, 140, 27), (64, 86))
    >>> ended = 0
    >>> for _ in range(200):
    ...     actions = tables.policy_actions("random")
    ...     obs, mask, rewards, done, final_obs = tables.step(actions)
    ...     ended += int(done.sum())
    >>> ended > 64, rewards.shape, int(rewards.sum()), final_obs.shape[1:]
    (True, (64, 4), 0, (4, 140, 27))
    """

    rows: dict[str, slice]

    def __init__(
        self,
        n: int,
        rules: Rules | str | Mapping[str, Any] = "guiyang",
        seed: int | None = None,
        *,
        players: int = 4,
        base: int = 1,
        planes: str | Sequence[str] | None = "all",
        copy: bool = True,
    ) -> None:
        chosen = Rules.from_value(rules)
        n = _whole("n", n, 1, MAX_TABLES)
        players = _whole("players", players, 2, 4)
        base = _whole("base", base, 1, MAX_BASE)
        if players not in chosen.players:
            allowed = " or ".join([str(number) for number in chosen.players])
            raise ZhuojiError(f"players {players}: these rules are for {allowed}")
        if not isinstance(copy, bool):
            raise WrongTypeError(f"copy must be true or false, not {type(copy).__name__}")
        first = secrets.randbits(RANDOM_BITS) if seed is None else seed
        first = _whole("seed", first, 0, MAX_SEED)
        self._make(Made(n, chosen, players, base, planes, copy))
        self.deal_all(first)
        self._fresh = True

    def _make(self, made: Made) -> None:
        self.rows = {} if made.planes is None else chosen_planes(made.planes)
        self._copy = made.copy
        self._kept: tuple[NDArray[Any] | None, ...] | None = None
        plan = plan_of(self.rows) if self.rows else None
        self.prepare(made.n, Rules.from_value(made.rules), made.players, made.base, plan)

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> Observed:
        """发牌: deal a hand at every table.

        Parameters
        ----------
        seed : int, optional
            Starts hand 0 of that seed at every table. Without one every table deals its next
            hand; the first reset keeps hand 0, which is dealt already.

        Returns
        -------
        obs, mask
            As :meth:`observe`.

        Raises
        ------
        ZhuojiError
            A seed out of range.
        WrongTypeError
            A seed that is no whole number.
        """
        if seed is not None:
            self.deal_all(_whole("seed", seed, 0, MAX_SEED))
        else:
            self.deal_all(self.seed if self._fresh else None)
        self._fresh = False
        return self.observe()

    def step(self, actions: ArrayLike) -> Stepped:
        """走一步: take an action of the seat that each table asks.

        Parameters
        ----------
        actions : array_like of int, shape (n,)
            Action ids, of any integer type.

        Returns
        -------
        obs : ndarray of uint8, shape (n, rows, 27), or None
            What the seats that are asked next see; None without observations.
        mask : ndarray of bool, shape (n, 86)
            Their legal actions.
        rewards : ndarray of int64, shape (n, players)
            What each seat has won or lost in this step: 0 but where a hand is over.
        done : ndarray of bool, shape (n,)
            Where a hand is over; `obs` and `mask` are those of the next one there.
        final_obs : ndarray of uint8, shape (done.sum(), players, rows, 27), or None
            What each seat saw at the end, of the hands that are over, in the order of their
            tables; None without observations.

        Raises
        ------
        IllegalActionError
            An action that the rules forbid; the message names the first such table. Nothing has
            changed at any table.
        ShapeError
            Not one action for each table.
        WrongTypeError
            Anything but integers.
        """
        given, wanted = self._actions(actions)
        seen, mask, rewards, done = self._arrays()
        last = self.play(wanted, given, rewards, done, seen, mask)
        return seen, mask, rewards, done, last

    def _actions(self, actions: Any) -> tuple[NDArray[Any], NDArray[np.int64]]:
        if isinstance(actions, np.ma.MaskedArray):
            raise WrongTypeError("actions must be integers, not a masked array")
        try:
            given = np.asarray(actions)
        except (TypeError, ValueError, OverflowError) as error:
            raise WrongTypeError(f"actions must be integers ({error})") from None
        if given.dtype.kind not in "iu":
            raise WrongTypeError(f"actions must be integers, not {given.dtype}")
        if given.shape != (self.n,):
            raise ShapeError(f"actions of shape {given.shape}, expected ({self.n},)")
        return given, np.ascontiguousarray(given, np.int64)

    def _arrays(self) -> tuple[Any, Any, Any, Any]:
        if self._kept is not None:
            return cast("tuple[Any, Any, Any, Any]", self._kept)
        height = max((rows.stop for rows in self.rows.values()), default=0)
        made = (
            np.empty((self.n, height, KINDS), np.uint8) if height else None,
            np.empty((self.n, ACTIONS), np.bool_),
            np.empty((self.n, self.players), np.int64),
            np.empty(self.n, np.bool_),
        )
        if not self._copy:
            self._kept = made
        return made

    # ------------------------------------------------------------ telling

    def observe(self) -> Observed:
        """观察: what the seats that are asked see now, and what they may do.

        Returns
        -------
        obs : ndarray of uint8, shape (n, rows, 27), or None
            The chosen planes; None without observations.
        mask : ndarray of bool, shape (n, 86)
            Legal actions by id.
        """
        seen, mask, _, _ = self._arrays()
        self.show_into(seen, mask)
        return seen, mask

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that each table asks, shape (n,)."""
        out = np.empty(self.n, np.int64)
        self.seats_into(out)
        return out

    @property
    def hands(self) -> NDArray[np.int64]:
        """The number of the hand at each table, from 0, shape (n,)."""
        out = np.empty(self.n, np.int64)
        self.numbers_into(out)
        return out

    def policy_actions(self, policies: str | Sequence[str | None]) -> NDArray[np.int64]:
        """电脑: what built-in policies do for the seats that are asked.

        What ``random`` and ``shanten`` draw comes from one stream a seat and hand, as in
        :func:`~zhuoji_fast.play_hands`, so asking twice draws twice.

        Parameters
        ----------
        policies : str or sequence of str or None
            One of :data:`~zhuoji_fast.POLICIES`, or one for each seat; None leaves a seat to
            others.

        Returns
        -------
        ndarray of int64, shape (n,)
            Action ids, -1 where the seat is left to others.

        Raises
        ------
        ZhuojiError
            Unknown policies, or not one for each seat.
        WrongTypeError
            A value of a wrong type.

        Examples
        --------
        A learner in seat 0, here one that takes the lowest action it may:

        >>> tables = VectorTable(8, seed=3, planes=None)
        >>> _, mask = tables.reset()
        >>> actions = tables.policy_actions([None, "useful", "useful", "useful"])
        >>> actions = np.where(tables.seats == 0, mask.argmax(axis=1), actions)
        >>> _, mask, rewards, done, _ = tables.step(actions)
        """
        out = np.empty(self.n, np.int64)
        self.choose_into(_policies(policies, self.players), out)
        return out

    def table(self, index: int) -> Table:
        """取桌: a copy of one table as it stands, a :class:`~zhuoji_fast.Table`.

        In a window answers that have been kept so far are not among what has happened.

        Parameters
        ----------
        index : int
            0 to n - 1.

        Raises
        ------
        ZhuojiError
            No such table.
        WrongTypeError
            Anything but a whole number.
        """
        number = _whole("table", index, 0, self.n - 1)
        table = Table.__new__(Table)
        table.prepare(self.rules, self.players, self.base)
        self.copy_into(number, table)
        return table

    def __repr__(self) -> str:
        return (
            f"<VectorTable of {self.n}, {self.rules.to_value()!r}, {self.players} players, "
            f"seed {self.seed}>"
        )

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        planes = list(self.rows) if self.rows else None
        made = Made(self.n, self.rules.to_value(), self.players, self.base, planes, self._copy)
        return _restored, (type(self), made, self._fresh, self.state())


def _restored(
    kind: type[VectorTable], made: Made, fresh: bool, state: tuple[int, int, bytes]
) -> VectorTable:
    tables = kind.__new__(kind)
    tables._make(made)
    tables.restore(*state)
    tables._fresh = fresh
    return tables


def _policies(policies: object, players: int) -> bytes:
    """Policies by number, one a seat."""
    seats = (policies,) * players if isinstance(policies, str) else policies
    if not isinstance(seats, Sequence) or isinstance(seats, bytes):
        raise WrongTypeError(f"policies must be names, not {type(policies).__name__}")
    if len(seats) != players:
        raise ZhuojiError(f"policies: {len(seats)} of them, expected {players}")
    numbers = []
    for seat, name in enumerate(seats):
        if name is not None and not isinstance(name, str):
            raise WrongTypeError(f"policies[{seat}] must be a name, not {type(name).__name__}")
        if name is not None and name not in POLICY_NAMES:
            known = ", ".join(POLICY_NAMES)
            raise ZhuojiError(f"policies[{seat}]: {name!r}, expected one of {known}")
        numbers.append(NO_POLICY if name is None else POLICY_NAMES.index(name))
    return bytes(numbers)


def _whole(name: str, value: object, low: int, high: int) -> int:
    number = whole_number(value, name)
    if not low <= number <= high:
        raise ZhuojiError(f"{name} {number}: expected {low} to {high}")
    return number
