"""所见: what one seat sees of a hand as a document, and a table made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, final

import msgspec

from zhuoji_fast._core import positions, seen
from zhuoji_fast.document_fields import (
    ABSENT,
    MAX_MELDS,
    TILE_INDEX,
    TILES,
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
from zhuoji_fast.documents import convert, fail_type, read_json
from zhuoji_fast.errors import ZhuojiError
from zhuoji_fast.position import FirstChicken, SeatMeld, check_declared
from zhuoji_fast.position_checks import read_rules
from zhuoji_fast.position_schema import view_schema
from zhuoji_fast.table import Table
from zhuoji_fast.view_checks import checked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from zhuoji_fast.rules import Rules

__all__ = ["SeenSeat", "SeenTurn", "View", "seen_table"]

Wall = Annotated[int, msgspec.Meta(ge=0, le=TILES)]


class SeenSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """一家: what lies open of one seat, a frozen value.

    Attributes
    ----------
    melds : tuple of SeatMeld
        At most four, in the order made; concealed kongs and a kong that may be robbed are there.
    river : str
        Own discards that nobody claimed, all of them in order; an open discard is the last.
    declared : {"hard", "soft"} or None
        报听.
    dead : bool
        相公.
    """

    melds: tuple[SeatMeld, ...] = ()
    river: str = ""
    declared: Literal["hard", "soft"] | None = None
    dead: bool = False

    def __post_init__(self) -> None:
        if len(self.melds) > MAX_MELDS:
            raise ValueError(f"melds: {len(self.melds)} melds, a hand has at most {MAX_MELDS}")
        put(self, "river", positions.write_tiles(read_tiles(self.river, "river"), ordered=True))
        check_declared(self.declared, self.melds, dead=self.dead)

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        return {
            "melds": [meld.to_dict() for meld in self.melds],
            "river": self.river,
            "declared": self.declared,
            "dead": self.dead,
        }


class SeenTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """轮到: what the seat is asked, a frozen value.

    Attributes
    ----------
    kind : {"discard", "claim", "rob", "declare"}
        Its own turn, an answer to a discard, an answer to an added kong, or whether it declares
        before the dealer draws.
    tile : str or None
        The open tile of a claim or robbery.
    source : int or None
        ``from`` in documents: whose tile that is.
    """

    kind: Literal["discard", "claim", "rob", "declare"]
    tile: TileOrNone = ABSENT
    source: SeatOrNone = msgspec.field(name="from", default=ABSENT)

    def __post_init__(self) -> None:
        open_tile = self.kind in ("claim", "rob")
        for field, name, what in (
            ("tile", "tile", "the open tile"),
            ("source", "from", "the seat whose tile is open"),
        ):
            if present(self, field, None) != open_tile:
                raise ValueError(
                    f"{name}: missing, kind {self.kind} needs {what}"
                    if open_tile
                    else f"{name}: only with kind claim or rob, not {self.kind}"
                )
        if self.tile is not None:
            put(self, "tile", read_tile(self.tile, "tile"))

    def to_dict(self) -> dict[str, Any]:
        """Canonical document."""
        if self.tile is None:
            return {"kind": self.kind}
        return {"kind": self.kind, "tile": self.tile, "from": self.source}


class ViewDocument(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole document as it is read, its parts checked but not yet against each other."""

    rules: Any
    base: Base = 1
    dealer: SeatNumber
    streak: Streak = 0
    seat: SeatNumber
    hand: str
    drawn: str | None = None
    seats: Annotated[tuple[SeenSeat, ...], msgspec.Meta(min_length=2, max_length=4)]
    wall: Wall
    turn: SeenTurn | None
    first_chicken: tuple[FirstChicken, ...] = ()
    locked: bool | tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put(self, "hand", positions.write_tiles(read_tiles(self.hand, "hand")))
        if self.drawn is not None:
            put(self, "drawn", read_tile(self.drawn, "drawn"))
        if self.locked is False:
            raise ValueError("locked: false, expected true or a list of tiles")
        if self.locked and self.locked is not True:
            put(self, "locked", _locked(self.locked))


def _locked(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Put locked tiles in order."""
    read = [read_tile(tile, f"locked[{i}]") for i, tile in enumerate(tiles)]
    for i, tile in enumerate(read):
        if tile in read[:i]:
            raise ValueError(f"locked[{i}]: {tile} is there already")
    return tuple(sorted(read, key=TILE_INDEX.__getitem__))


FIELDS = ViewDocument.__struct_fields__


@final
class View(DocumentValue):
    """所见: what one seat sees of a hand, what odds are asked about; a frozen value.

    :meth:`Table.view` writes such documents. Everything is checked when a View is made, and each
    error begins with the place in the document. Two views are equal when their canonical
    documents are.

    Parameters
    ----------
    rules : Rules, str or dict
        Rules, a preset's name, or a preset with changes.
    dealer : int
        Seat of the dealer.
    seat : int
        Who looks.
    hand : str
        All concealed tiles of the seat, a drawn one included.
    seats : sequence of SeenSeat or dict
        What lies open of each seat, in playing order, as many as the rules allow.
    wall : int
        Tiles left in the wall. The tiles that are not seen have to be those of the wall and of
        the other hands.
    turn : SeenTurn, dict or None
        What the seat is asked; None if nothing.
    drawn : str or None
        The tile drawn last in the own turn; None after a pong, and if it is not the own turn.
    base : int, default 1
        底分, 1 to 1,000,000.
    streak : int, default 0
        Hands the dealer has already held in a row before this one, 0 to 1,000.
    first_chicken : sequence of FirstChicken or dict
        One for ``1s``, and for ``8p`` where it is a chicken, if one has been discarded.
    locked : sequence of str or True
        过胡: tiles that the seat may not win on before it draws, or True for all.

    Raises
    ------
    PositionError
        A document that cannot be; ``hand: 12 tiles, expected 14 in a turn with 0 melds``.
    PositionTypeError
        A value of a wrong type; a :class:`TypeError` too.

    Examples
    --------
    >>> from zhuoji_fast import Table
    >>> view = View.from_dict(Table("guiyang", seed=5).view(0))
    >>> view.hand, view.drawn, view.wall, view.turn.kind
    ('356689m2457p2468s', '8s', 55, 'discard')
    >>> view.replace(hand="356689m2457p2467s")
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.PositionError: drawn: 8s is not in the hand, which includes the drawn tile
    """

    __slots__ = ("_state", *FIELDS)
    _fields = FIELDS

    rules: Rules
    base: int
    dealer: int
    streak: int
    seat: int
    hand: str
    drawn: str | None
    seats: tuple[SeenSeat, ...]
    wall: int
    turn: SeenTurn | None
    first_chicken: tuple[FirstChicken, ...]
    locked: tuple[str, ...] | Literal[True]
    _state: bytes | None

    def __init__(
        self,
        *,
        rules: Rules | str | Mapping[str, Any],
        dealer: int,
        seat: int,
        hand: str,
        seats: Sequence[SeenSeat | dict[str, Any]],
        wall: int,
        turn: SeenTurn | dict[str, Any] | None,
        drawn: str | None = None,
        base: int = 1,
        streak: int = 0,
        first_chicken: Sequence[FirstChicken | dict[str, Any]] = (),
        locked: Sequence[str] | Literal[True] = (),
    ) -> None:
        fields = {
            "base": base,
            "dealer": dealer,
            "streak": streak,
            "seat": seat,
            "hand": hand,
            "drawn": drawn,
            "seats": seats,
            "wall": wall,
            "turn": turn,
            "first_chicken": first_chicken,
            "locked": locked,
        }
        taken = {name: plain(name, value) for name, value in fields.items()}
        _fill(self, taken | {"rules": rules})

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> View:
        """Read a document as plain data: dicts, lists, text and whole numbers.

        Raises the errors of the class.
        """
        view = cls.__new__(cls)
        _fill(view, document)
        return view

    @classmethod
    def from_json(cls, text: str | bytes | bytearray) -> View:
        """Read a document as JSON text.

        Raises the errors of the class; a key that stands twice in an object is one too.
        """
        return cls.from_dict(read_json(text, "view"))  # type: ignore[arg-type]

    @classmethod
    def from_value(cls, value: object) -> View:
        """Read whatever may stand for a view: a View, a document as a dict, or its JSON text.

        Raises the errors of the class.
        """
        if isinstance(value, View):
            return value
        if isinstance(value, dict):
            return cls.from_dict(value)
        if isinstance(value, str | bytes | bytearray):
            return cls.from_json(value)
        given = type(value).__name__
        fail_type("view", f"expected a View, a document or its JSON text, not {given}")

    def to_dict(self) -> dict[str, Any]:
        """Write the canonical document as plain data, as :meth:`Table.view` does."""
        return {
            "rules": self.rules.to_value(),
            "base": self.base,
            "dealer": self.dealer,
            "streak": self.streak,
            "seat": self.seat,
            "hand": self.hand,
            "drawn": self.drawn,
            "seats": [seat.to_dict() for seat in self.seats],
            "wall": self.wall,
            "turn": None if self.turn is None else self.turn.to_dict(),
            "first_chicken": [first.to_dict() for first in self.first_chicken],
            "locked": True if self.locked is True else list(self.locked),
        }

    @staticmethod
    def schema() -> dict[str, Any]:
        """JSON Schema (2020-12) of the form of what :meth:`from_json` reads."""
        return view_schema(ViewDocument)

    def __hash__(self) -> int:
        return hash((self.seat, self.hand, self.wall, self.seats, self.turn))

    def _repr_html_(self) -> str:
        from zhuoji_fast.view_html import view_html  # noqa: PLC0415

        return view_html(self)


def _fill(view: View, fields: dict[str, Any]) -> None:
    document = convert(fields, ViewDocument, "view")
    rules = read_rules(document.rules)
    state = checked(document, rules)
    assign = object.__setattr__
    for name in FIELDS:
        assign(view, name, getattr(document, name))
    assign(view, "rules", rules)
    assign(view, "_state", state)


def seen_table(view: View) -> Table:
    """设局: make a table that has a view.

    Everything that the view tells is so at the table, and everything that follows from it: who has
    discarded, which 1s was the first, what the seat may do. The tiles that are not seen are
    put down in a fixed order, which need not even be possible; ``table.imagine(seat, seed)`` or
    :meth:`Table.resample` deals them, and then the hand can be played on.

    A view does not tell everything, and what it leaves open is taken to be so:

    - nobody has just made a kong, so that no win is a bloom or a hot shot; but where the seat is
      asked about a discard that it could only win after a kong, there was one, the thrower's last;
    - in the own turn nothing was drawn before `drawn`, so that a kong of a tile drawn before
      another kong is late, or counts as dealt in the first turn;
    - no declaration is waiting for its discard;
    - of the wins that were passed only the own locks count: no fine for passing (包牌) is due.

    The log of such a table begins here, with ``?`` for the dealt hands.

    Parameters
    ----------
    view : View
        What a seat sees that is asked something.

    Returns
    -------
    Table
        A table of its own, free to be played.

    Raises
    ------
    ZhuojiError
        The seat is not asked anything (``turn`` is None).

    Examples
    --------
    >>> table = Table("guiyang", seed=5)
    >>> other = seen_table(View.from_dict(table.view(0)))
    >>> other.imagine(0, seed=1), other.view(0) == table.view(0)
    (True, True)
    """
    if view._state is None:
        raise ZhuojiError(f"turn: null, seat {view.seat} is not asked anything in this view")
    table = Table.__new__(Table)
    table.prepare(view.rules, len(view.seats), view.base)
    seen.load(table, view._state)
    return table
