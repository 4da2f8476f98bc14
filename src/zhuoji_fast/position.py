"""局终: the end of a hand as a document, checked once and compiled for settling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, final

import msgspec

from zhuoji_fast._core import positions
from zhuoji_fast.document_fields import (
    ABSENT,
    MAX_MELDS,
    Base,
    DocumentValue,
    SeatNumber,
    SeatOrNone,
    Streak,
    TileOrNone,
    plain,
    present,
    put,
    read_tile,
    read_tiles,
)
from zhuoji_fast.documents import convert, read_json
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.position_checks import checked, read_rules
from zhuoji_fast.position_schema import position_schema

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from zhuoji_fast.rules import Rules

__all__ = [
    "End",
    "FirstChicken",
    "Passed",
    "Position",
    "Seat",
    "SeatMeld",
    "WinRecord",
]

if TYPE_CHECKING:
    Wins = tuple["WinRecord", ...]
else:
    Wins = tuple["WinRecord", ...] | msgspec.UnsetType


class SeatMeld(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """副露: a meld as a Position has it, a frozen value.

    Attributes
    ----------
    kind : MeldKind
        Pong or one of the three kongs.
    tile : str
        Its tile.
    source : int or None
        ``from`` in documents: the seat that threw the called tile; None for a concealed kong.
    late : bool
        憨包豆: a concealed or added kong that was not made at the first chance.
    """

    kind: MeldKind
    tile: str
    source: SeatOrNone = msgspec.field(name="from", default=ABSENT)
    late: bool = False

    def __post_init__(self) -> None:
        put(self, "tile", read_tile(self.tile, "tile"))
        called = present(self, "source", None)
        if self.kind is MeldKind.CONCEALED_KONG:
            if called:
                raise ValueError("from: a concealed kong comes from nobody")
        elif not called:
            raise ValueError(f"from: missing, {self.kind} needs the seat that threw the tile")
        if self.late and self.kind not in (MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG):
            raise ValueError(f"late: only a concealed or added kong can be late, not {self.kind}")

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        found: dict[str, Any] = {"kind": str(self.kind), "tile": self.tile}
        if self.source is not None:
            found["from"] = self.source
        if self.kind in (MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG):
            found["late"] = self.late
        return found


def check_declared(declared: str | None, melds: tuple[SeatMeld, ...], *, dead: bool) -> None:
    """Raise if a seat has declared and is dead or has melds; the error begins with the field."""
    if declared is None:
        return
    if dead:
        raise ValueError("declared: a dead seat has not declared")
    if melds:
        raise ValueError("declared: a declared seat has no melds")


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """一家: one seat at the end of a hand, a frozen value.

    Attributes
    ----------
    hand : str
        Concealed tiles without the winning tile, sorted: 13 - 3 for each meld, any number if dead.
    melds : tuple of SeatMeld
        At most four, in the order made.
    river : str
        Own discards that nobody claimed, in order; it may be incomplete.
    declared : {"hard", "soft"} or None
        报听.
    dead : bool
        相公.
    """

    hand: str
    melds: tuple[SeatMeld, ...] = ()
    river: str = ""
    declared: Literal["hard", "soft"] | None = None
    dead: bool = False

    def __post_init__(self) -> None:
        hand = read_tiles(self.hand, "hand")
        number = len(self.melds)
        if number > MAX_MELDS:
            raise ValueError(f"melds: {number} melds, a hand has at most {MAX_MELDS}")
        if len(hand) != 13 - 3 * number and not self.dead:
            plural = "meld" if number == 1 else "melds"
            raise ValueError(
                f"hand: {len(hand)} tiles, expected {13 - 3 * number} with {number} {plural}"
            )
        put(self, "hand", positions.write_tiles(hand))
        put(self, "river", positions.write_tiles(read_tiles(self.river, "river"), ordered=True))
        check_declared(self.declared, self.melds, dead=self.dead)

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        return {
            "hand": self.hand,
            "melds": [meld.to_dict() for meld in self.melds],
            "river": self.river,
            "declared": self.declared,
            "dead": self.dead,
        }


_MARKS = {
    "hot_shot": "discard",
    "first_discard": "discard",
    "kong_bloom": "self_draw",
    "first_draw": "self_draw",
    "heavenly": "self_draw",
}


class WinRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """胡: one player's win as a Position has it, a frozen value.

    Attributes
    ----------
    seat, tile : int, str
        Who won, and on what.
    by : {"self_draw", "discard", "robbed_kong"}
        自摸, 点炮 or 抢杠.
    source : int or None
        ``from`` in documents: who threw or added the tile; None for a self-draw.
    hot_shot, kong : bool, str or None
        热炮: a discard right after the thrower's kong, and the tile of that kong.
    first_discard : bool
        The dealer's first discard.
    kong_bloom : bool
        杠上开花: a self-draw of a replacement tile.
    first_draw : bool
        A non-dealer's self-draw on his first draw before any call.
    heavenly : bool
        天胡: with the dealer's dealt fourteen.
    """

    seat: SeatNumber
    tile: str
    by: Literal["self_draw", "discard", "robbed_kong"]
    source: SeatOrNone = msgspec.field(name="from", default=ABSENT)
    hot_shot: bool = False
    kong: TileOrNone = ABSENT
    first_discard: bool = False
    kong_bloom: bool = False
    first_draw: bool = False
    heavenly: bool = False

    def __post_init__(self) -> None:
        put(self, "tile", read_tile(self.tile, "tile"))
        thrown = present(self, "source", None)
        if self.by == "self_draw":
            if thrown:
                raise ValueError("from: a self-drawn tile comes from nobody")
        elif not thrown:
            raise ValueError(f"from: missing, by {self.by} needs the seat the tile came from")
        elif self.source == self.seat:
            raise ValueError(f"from: seat {self.seat} cannot win on its own tile")
        for mark, by in _MARKS.items():
            if self.by != by and getattr(self, mark):
                raise ValueError(f"{mark}: only with by {by}, not {self.by}")
        if present(self, "kong", None):
            if not self.hot_shot:
                raise ValueError("kong: only with hot_shot")
            put(self, "kong", read_tile(self.kong or "", "kong"))
        elif self.hot_shot:
            raise ValueError("kong: missing, hot_shot needs the tile of the kong just made")

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        found: dict[str, Any] = {"seat": self.seat, "tile": self.tile, "by": self.by}
        if self.source is not None:
            found["from"] = self.source
        if self.hot_shot:
            found |= {"hot_shot": True, "kong": self.kong}
        for mark in ("first_discard", "kong_bloom", "first_draw", "heavenly"):
            if getattr(self, mark):
                found[mark] = True
        return found


class End(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """终局: how a hand ended, a frozen value.

    Attributes
    ----------
    kind : {"win", "exhausted", "dead_hand"}
        胡牌, 黄牌 or 相公.
    wins : tuple of WinRecord
        One for each winner; empty without a win.
    seat : int or None
        The dead seat whose discovery ended the hand.
    """

    kind: Literal["win", "exhausted", "dead_hand"]
    wins: Wins = ABSENT
    seat: SeatOrNone = ABSENT

    def __post_init__(self) -> None:
        named = present(self, "wins", ())
        dead = present(self, "seat", None)
        if self.kind == "win" and not self.wins:
            raise ValueError("wins: missing, a win needs at least one winner")
        if self.kind != "win" and named:
            raise ValueError(f"wins: none with kind {self.kind}")
        if self.kind == "dead_hand" and not dead:
            raise ValueError("seat: missing, kind dead_hand needs the dead seat")
        if self.kind != "dead_hand" and dead:
            raise ValueError(f"seat: only with kind dead_hand, not {self.kind}")

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        found: dict[str, Any] = {"kind": self.kind}
        if self.kind == "win":
            found["wins"] = [win.to_dict() for win in self.wins]
        if self.kind == "dead_hand":
            found["seat"] = self.seat
        return found


class FirstChicken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """冲锋鸡: the first common chicken of a kind that was discarded, a frozen value.

    Attributes
    ----------
    tile : str
        ``1s`` or ``8p``.
    seat : int
        Who threw it.
    claimed_by : tuple of int
        Who ponged, konged or won on that very tile; empty while it lies in the river.
    """

    tile: str
    seat: SeatNumber
    claimed_by: tuple[SeatNumber, ...] = ()

    def __post_init__(self) -> None:
        put(self, "tile", read_tile(self.tile, "tile"))

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        return {"tile": self.tile, "seat": self.seat, "claimed_by": list(self.claimed_by)}


class Passed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """包牌: a ting player let a winning discard go by before another won, a frozen value."""

    seat: SeatNumber
    tile: str

    def __post_init__(self) -> None:
        put(self, "tile", read_tile(self.tile, "tile"))

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        return {"seat": self.seat, "tile": self.tile}


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole document as it is read, its parts checked but not yet against each other."""

    rules: Any
    base: Base = 1
    dealer: SeatNumber
    streak: Streak = 0
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=2, max_length=4)]
    end: End
    flip: str | None = None
    first_chicken: tuple[FirstChicken, ...] = ()
    passed: tuple[Passed, ...] = ()

    def __post_init__(self) -> None:
        if self.flip is not None:
            put(self, "flip", read_tile(self.flip, "flip"))


FIELDS = Document.__struct_fields__


@final
class Position(DocumentValue):
    """局终: the end of a hand, what :func:`~zhuoji_fast.settle` takes; a frozen value.

    Everything is checked when a Position is made, and each error begins with the place in the
    document. Tile text is kept in its canonical form. Two positions are equal when their
    canonical documents are.

    Parameters
    ----------
    rules : Rules, str or dict
        Rules, a preset's name, or a preset with changes.
    dealer : int
        Seat of the dealer.
    seats : sequence of Seat or dict
        Two to four seats in playing order, as many as the rules allow.
    end : End or dict
        How the hand ended.
    base : int, default 1
        底分, 1 to 1,000,000; multiplies every amount.
    streak : int, default 0
        Hands the dealer has already held in a row before this one, 0 to 1,000.
    flip : str or None
        The turned tile; None for an empty wall, and unless somebody has won.
    first_chicken : sequence of FirstChicken or dict
        One for ``1s``, and for ``8p`` where it is a chicken, if one has been discarded.
    passed : sequence of Passed or dict
        包牌: at most one a seat.

    Raises
    ------
    PositionError
        A document that cannot be; ``seats[2].hand: 15 tiles, expected 10 with 1 meld``.
    PositionTypeError
        A value of a wrong type; a :class:`TypeError` too.

    Examples
    --------
    >>> position = Position(
    ...     rules="guiyang_classic",
    ...     dealer=0,
    ...     seats=[
    ...         {"hand": "2224446m", "melds": [{"kind": "pong", "tile": "9m", "from": 2},
    ...                                        {"kind": "pong", "tile": "7m", "from": 3}]},
    ...         {"hand": "13588m249p45568s"},
    ...         {"hand": "11223367p44456s"},
    ...         {"hand": "1347m34569p6689s"},
    ...     ],
    ...     end={"kind": "exhausted"},
    ... )
    >>> position.seats[0].melds[1].tile, position.streak
    ('7m', 0)
    >>> position.replace(dealer=7)
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.PositionError: dealer: 7: expected a whole number <= 3
    """

    __slots__ = ("_compiled", *FIELDS)
    _fields = FIELDS

    rules: Rules
    base: int
    dealer: int
    streak: int
    seats: tuple[Seat, ...]
    end: End
    flip: str | None
    first_chicken: tuple[FirstChicken, ...]
    passed: tuple[Passed, ...]
    _compiled: tuple[bytes, bytes]

    def __init__(
        self,
        *,
        rules: Rules | str | Mapping[str, Any],
        dealer: int,
        seats: Sequence[Seat | dict[str, Any]],
        end: End | dict[str, Any],
        base: int = 1,
        streak: int = 0,
        flip: str | None = None,
        first_chicken: Sequence[FirstChicken | dict[str, Any]] = (),
        passed: Sequence[Passed | dict[str, Any]] = (),
    ) -> None:
        fields = {
            "base": base,
            "dealer": dealer,
            "streak": streak,
            "seats": seats,
            "end": end,
            "flip": flip,
            "first_chicken": first_chicken,
            "passed": passed,
        }
        taken = {name: plain(name, value) for name, value in fields.items()}
        _fill(self, taken | {"rules": rules})

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> Position:
        """Read a document as plain data: dicts, lists, text and whole numbers.

        Raises the errors of the class.
        """
        position = cls.__new__(cls)
        _fill(position, document)
        return position

    @classmethod
    def from_json(cls, text: str | bytes | bytearray) -> Position:
        """Read a document as JSON text.

        Raises the errors of the class; a key that stands twice in an object is one too.
        """
        return cls.from_dict(read_json(text, "position"))  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """Write the canonical document as plain data.

        Every field that the kind of win or meld has is written, marks only when true, tiles
        sorted and rivers in order; reading and writing it again changes nothing.
        """
        return {
            "rules": self.rules.to_value(),
            "base": self.base,
            "dealer": self.dealer,
            "streak": self.streak,
            "seats": [seat.to_dict() for seat in self.seats],
            "end": self.end.to_dict(),
            "flip": self.flip,
            "first_chicken": [first.to_dict() for first in self.first_chicken],
            "passed": [passed.to_dict() for passed in self.passed],
        }

    @staticmethod
    def schema() -> dict[str, Any]:
        """JSON Schema (2020-12) of the form of what :meth:`from_json` reads."""
        return position_schema(Document)

    @property
    def compiled(self) -> tuple[bytes, bytes]:
        """Rules and position as the compiled settlement reads them."""
        return self._compiled

    def __hash__(self) -> int:
        return hash(self._compiled)

    def _repr_html_(self) -> str:
        from zhuoji_fast.position_html import position_html  # noqa: PLC0415

        return position_html(self)


def _fill(position: Position, fields: dict[str, Any]) -> None:
    document = convert(fields, Document, "position")
    rules = read_rules(document.rules)
    compiled = checked(document, rules)
    assign = object.__setattr__
    for name in FIELDS:
        assign(position, name, getattr(document, name))
    assign(position, "rules", rules)
    assign(position, "_compiled", compiled)
