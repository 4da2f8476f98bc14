"""结算: a position settled into a ledger that sums to zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, final, overload

import msgspec
import numpy as np

from zhuoji_fast._core import positions
from zhuoji_fast.documents import fail_type
from zhuoji_fast.errors import PositionError, PositionTypeError
from zhuoji_fast.melds import Frozen
from zhuoji_fast.options import FANS
from zhuoji_fast.position import Position
from zhuoji_fast.tiles import KINDS, tile_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from zhuoji_fast.explain import Lang

__all__ = [
    "ITEMS",
    "STEPS",
    "WHYS",
    "Line",
    "PositionLike",
    "Settlement",
    "Win",
    "settle",
    "settle_many",
]

PositionLike: TypeAlias = "Position | dict[str, Any] | str | bytes | bytearray"
"""A position, its document as plain data, or as JSON text."""

Steps: TypeAlias = tuple[tuple[str, int], ...]
"""Steps of a win's value: each with what it adds, in the order of the rules."""

PATTERNS: Final = tuple(fan.name for fan in FANS)
"""Pattern names in the order of the fan table."""

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
"""What a line is for, in the order of the codes in arrays."""

WHYS: Final = (
    "yaoji",
    "wugu",
    "flip",
    "gold",
    "charge_yaoji",
    "charge_wugu",
    "responsibility_yaoji",
    "responsibility_wugu",
    "discards",
    "discards_melds",
    "exposed_kong",
    "concealed_kong",
    "added_kong",
    "highest_wait",
    "nobody_ting",
    *PATTERNS,
)
"""Rules that cause lines, in the order of the codes in arrays; pattern names for wins and fines."""

STEPS: Final = (
    "pattern",
    "declared",
    "self_draw",
    "kong_bloom",
    "keeps_base",
    "heavenly",
    "earthly",
    "first_draw_win",
    "robbed_kong",
    "hot_shot",
    "declared_loss",
    "dealer",
    "streak",
)
"""Steps of a win's value in their order; the first goes by the name of the pattern."""

_TEXTS = tuple([tile_text(tile) for tile in range(KINDS)])
_WIN = ITEMS.index("win")


def named_steps(row: int, amounts: Iterable[int]) -> Steps:
    """Name the increments of a value, leaving out those of nothing but the pattern's."""
    return tuple(
        [
            (STEPS[code] if code else PATTERNS[row], amount)
            for code, amount in enumerate(amounts)
            if amount or not code
        ]
    )


class Line(msgspec.Struct, frozen=True, gc=False):
    """一笔: one line of the ledger, a frozen value.

    Attributes
    ----------
    payer, payee : int
        Seats.
    amount : int
        Above 0, base included.
    item : str
        One of :data:`ITEMS`.
    tile : str or None
        The tile won on, of the kong, passed, or the chicken; None for ``exhausted`` and
        ``dead_hand``.
    why : str or tuple of (str, int)
        The rule that caused the line, one of :data:`WHYS`; for a win its steps, which sum to
        the value in units.

    Examples
    --------
    >>> line = Line(1, 0, 4, "win", "4p", (("ping", 1), ("self_draw", 1)))
    >>> line.to_dict()["why"], line.amount // sum([step for _, step in line.why])
    ([['ping', 1], ['self_draw', 1]], 2)
    """

    payer: int
    payee: int
    amount: int
    item: str
    tile: str | None
    why: str | Steps

    def to_dict(self) -> dict[str, Any]:
        """Give the line as plain data for JSON."""
        why = self.why if isinstance(self.why, str) else [list(step) for step in self.why]
        return {
            "payer": self.payer,
            "payee": self.payee,
            "amount": self.amount,
            "item": self.item,
            "tile": self.tile,
            "why": why,
        }


class Win(msgspec.Struct, frozen=True):
    """胡: what one win is worth, a frozen value.

    Attributes
    ----------
    seat : int
        The winner.
    pattern : str
        The pattern that counts.
    values : dict of int to tuple
        For each payer the value in units and its steps; a value of 0 has no line.

    Examples
    --------
    >>> win = Win(2, "flush", {0: (11, (("flush", 10), ("hot_shot", 1)))})
    >>> value, steps = win.values[0]
    >>> value, dict(steps)["hot_shot"]
    (11, 1)
    """

    seat: int
    pattern: str
    values: dict[int, tuple[int, Steps]]

    def to_dict(self) -> dict[str, Any]:
        """Give the win as plain data for JSON; payers become text."""
        values = {
            str(payer): [value, [list(step) for step in steps]]
            for payer, (value, steps) in self.values.items()
        }
        return {"seat": self.seat, "pattern": self.pattern, "values": values}


@final
class Settlement(Frozen):
    """结算: what every seat gets and pays, line by line; a frozen value.

    Lines stand in one order: wins as the position has them, kongs by owner, then for each
    common chicken units and charge by collector, responsibility and bao, then the flipped
    chicken and pass fines.

    Attributes
    ----------
    position : Position
        What was settled.
    totals : tuple of int
        By seat; they sum to 0 and are the sums of the lines.
    ting : tuple of bool
        By seat; winners are ting, dead seats are not.

    Examples
    --------
    The wall is empty; seat 0 waits for a 清一色 and seat 1 for a plain hand.

    >>> settlement = settle({
    ...     "rules": "guiyang_classic",
    ...     "dealer": 0,
    ...     "seats": [{"hand": "2345675566m999m"}, {"hand": "12345689m23499s"},
    ...               {"hand": "11128m457p45567s"}, {"hand": "3m12456679p3457s"}],
    ...     "end": {"kind": "exhausted"},
    ... })
    >>> settlement.totals, settlement.waits[1]
    ((20, 2, -11, -11), ('7m',))
    >>> print(settlement.lines[0].to_dict())
    {'payer': 2, 'payee': 0, 'amount': 10, 'item': 'exhausted', 'tile': None, 'why': 'highest_wait'}
    """

    __slots__ = ("_lines", "_raw", "_wins", "position", "ting", "totals")
    position: Position
    totals: tuple[int, ...]
    ting: tuple[bool, ...]
    _raw: bytes
    _lines: tuple[Line, ...] | None
    _wins: tuple[Win, ...] | None

    def __init__(self, position: Position) -> None:
        raw = positions.settle(*position.compiled)
        players = len(position.seats)
        put = object.__setattr__
        put(self, "position", position)
        put(self, "_raw", raw)
        put(self, "totals", positions.totals(raw, players))
        mask = positions.ting(raw)
        put(self, "ting", tuple([bool(mask >> seat & 1) for seat in range(players)]))
        put(self, "_lines", None)
        put(self, "_wins", None)

    @property
    def waits(self) -> tuple[tuple[str, ...], ...]:
        """听的牌: the waits of each seat, a winner's before the winning tile; empty if dead."""
        return tuple(
            [
                tuple([_TEXTS[tile] for tile in range(KINDS) if mask >> tile & 1])
                for mask in positions.wait_masks(self._raw, len(self.totals))
            ]
        )

    @property
    def wins(self) -> tuple[Win, ...]:
        """胡: what each win is worth, in the order of the position."""
        if self._wins is None:
            object.__setattr__(self, "_wins", _wins(self._raw, len(self.position.end.wins)))
        return self._wins  # type: ignore[return-value]

    @property
    def lines(self) -> tuple[Line, ...]:
        """账目: the lines of the ledger."""
        if self._lines is None:
            object.__setattr__(self, "_lines", _lines(self._raw, self.wins))
        return self._lines  # type: ignore[return-value]

    def to_dict(self) -> dict[str, Any]:
        """Give totals, ting, waits, wins and lines as plain data for JSON."""
        return {
            "totals": list(self.totals),
            "ting": list(self.ting),
            "waits": [list(waits) for waits in self.waits],
            "wins": [win.to_dict() for win in self.wins],
            "lines": [line.to_dict() for line in self.lines],
        }

    def explain(self, lang: Lang = "zh", *, names: Sequence[str] | None = None) -> str:
        """说账: write the settlement as text, each line with its rule and its arithmetic.

        Parameters
        ----------
        lang : {"zh", "en"}
            Language of the text.
        names : sequence of str, optional
            A name for each seat in place of its number.

        See :func:`zhuoji_fast.explain.explain` for an example and for the errors.
        """
        from zhuoji_fast.explain import explain  # noqa: PLC0415

        return explain(self, lang, names=names)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Settlement:
            return NotImplemented
        return self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"settle({self.position!r})"

    def _repr_html_(self) -> str:
        from zhuoji_fast.settlement_html import settlement_html  # noqa: PLC0415

        return settlement_html(self)

    def __reduce__(self) -> tuple[type[Settlement], tuple[Position]]:
        return Settlement, (self.position,)


def _wins(raw: bytes, number: int) -> tuple[Win, ...]:
    found = []
    for seat, row, amounts in positions.wins(raw, number):
        values = {
            payer: (value, named_steps(row, steps)) for payer, (value, steps) in amounts.items()
        }
        found.append(Win(seat, PATTERNS[row], values))
    return tuple(found)


def _lines(raw: bytes, wins: tuple[Win, ...]) -> tuple[Line, ...]:
    steps = {(payer, win.seat): named for win in wins for payer, (_, named) in win.values.items()}
    return tuple(
        [
            Line(
                payer,
                payee,
                amount,
                ITEMS[item],
                _TEXTS[tile] if tile >= 0 else None,
                steps[payer, payee] if item == _WIN else WHYS[why],
            )
            for payer, payee, amount, item, tile, why in positions.lines(raw)
        ]
    )


def compiled_lines(rules: bytes, position: bytes, wins: int) -> tuple[Line, ...]:
    """Settle a compiled position with so many wins; only the lines of its ledger."""
    raw = positions.settle(rules, position)
    return _lines(raw, _wins(raw, wins))


def _position(position: object) -> Position:
    if type(position) is Position:
        return position
    if isinstance(position, str | bytes | bytearray):
        return Position.from_json(position)
    if isinstance(position, dict):
        return Position.from_dict(position)
    fail_type(
        "position", f"expected a Position, a dict or JSON text, not {type(position).__name__}"
    )


def settle(position: PositionLike) -> Settlement:
    """结算: settle the end of a hand.

    Parameters
    ----------
    position : Position, dict, str or bytes
        A position, its document as plain data, or as JSON text.

    Returns
    -------
    Settlement
        Totals, ting, waits, wins and the lines of the ledger.

    Raises
    ------
    PositionError, PositionTypeError
        As :class:`~zhuoji_fast.Position`.

    Examples
    --------
    A plain self-draw by the dealer under R0b's rules: 1, and 1 as he deals.

    >>> settlement = settle({
    ...     "rules": "guiyang_classic",
    ...     "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... })
    >>> settlement.totals, settlement.ting, settlement.waits[0]
    ((6, -2, -2, -2), (True, False, True, False), ('1p', '4p'))
    >>> settlement.lines[0]
    Line(payer=1, payee=0, amount=2, item='win', tile='4p', why=(('ping', 1), ('dealer', 1)))
    """
    return Settlement(_position(position))


@overload
def settle_many(
    positions: Iterable[PositionLike], *, lines: Literal[False] = False
) -> NDArray[np.int64]: ...
@overload
def settle_many(
    positions: Iterable[PositionLike], *, lines: Literal[True]
) -> tuple[NDArray[np.int64], NDArray[np.void]]: ...
def settle_many(
    positions: Iterable[PositionLike], *, lines: bool = False
) -> NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.void]]:
    """结算: settle many positions at once.

    Parameters
    ----------
    positions : iterable of Position, dict, str or bytes
        Positions, also under different rules; prepared ones cost the least.
    lines : bool, default False
        Return the lines of all ledgers too.

    Returns
    -------
    totals : ndarray of int64, shape (N, 4)
        By position and seat; 0 for seats that a position does not have.
    lines : ndarray, shape (M,), structured
        Only with `lines`: fields ``position`` (its index), ``payer``, ``payee``, ``amount``
        (base included), ``item`` (index in ``settlement.ITEMS``), ``why`` (index in
        ``settlement.WHYS``), ``tile`` (-1 for none) and ``steps`` (13 increments in the order of
        ``settlement.STEPS``, all 0 but for wins). Grouped by position, each in the order of
        :attr:`Settlement.lines`.

    Raises
    ------
    PositionError, PositionTypeError
        The first document that cannot be; the message begins with ``positions[i]``.

    Examples
    --------
    >>> position = Position.from_dict({
    ...     "rules": "guiyang_classic", "base": 5, "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... })
    >>> settle_many([position] * 3).tolist()
    [[30, -10, -10, -10], [30, -10, -10, -10], [30, -10, -10, -10]]
    >>> settle_many([position], lines=True)[1]["amount"].tolist()
    [10, 10, 10]
    """
    return _settle_many(positions, lines)


def _settle_many(
    given: Iterable[PositionLike], lines: bool
) -> NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.void]]:
    if isinstance(given, str | bytes | bytearray | dict) or not isinstance(given, Iterable):
        fail_type("positions", f"expected an iterable of them, not {type(given).__name__}")
    compiled = []
    for number, position in enumerate(given):
        try:
            compiled.append(_position(position).compiled)
        except PositionError as error:
            kind = PositionTypeError if isinstance(error, PositionTypeError) else PositionError
            own = str(error).removeprefix("position")
            raise kind(f"positions[{number}]{'' if own.startswith(':') else '.'}{own}") from None
    totals = np.empty((len(compiled), 4), np.int64)
    number = positions.settle_many(compiled, totals)
    if not lines:
        return totals
    return totals, positions.lines_of_many(compiled, number)
