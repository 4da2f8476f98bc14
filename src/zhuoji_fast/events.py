"""牌谱事件: the events of a log, checked one by one.

A log is handed out as plain dicts, which tools that speak mjai take as they are. Here each kind of
event is a struct as well: what a dict is checked against, and what replaying reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias

import msgspec

from zhuoji_fast.documents import convert, show
from zhuoji_fast.errors import LogError, PositionError, TileTextError
from zhuoji_fast.tiles import tile_index, tile_text

__all__ = [
    "EVENTS",
    "FORMAT",
    "HIDDEN",
    "VERSION",
    "Ankan",
    "Dahai",
    "Daiminkan",
    "Dead",
    "EndGame",
    "EndKyoku",
    "Event",
    "Hora",
    "Kakan",
    "Pass",
    "Pon",
    "Reach",
    "Ryukyoku",
    "StartGame",
    "StartKyoku",
    "Tsumo",
    "checked_event",
    "checked_events",
]

FORMAT: Final = "zhuoji-mjai"
VERSION: Final = 1
HIDDEN: Final = "?"
"""A tile that a masked log does not show."""

# fmt: off
Tile: TypeAlias = Literal[
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
]
Shown: TypeAlias = Literal[
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "?",
]
# fmt: on
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Die: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice: TypeAlias = tuple[Die, Die]
Hand: TypeAlias = Annotated[tuple[Shown, ...], msgspec.Meta(min_length=13, max_length=13)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class _Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    pass


class StartGame(_Event, frozen=True, gc=False, tag="start_game"):
    """对局开始: once, first in a log."""

    format: Literal["zhuoji-mjai"]
    version: Literal[1]
    names: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]
    dealer_dice: Dice | None = None


class StartKyoku(_Event, frozen=True, gc=False, tag="start_kyoku"):
    """一局开始: rules, dealer and the dealt hands."""

    rules: Any
    base: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    oya: SeatNumber
    honba: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    hand: Whole
    tehais: Annotated[tuple[Hand, ...], msgspec.Meta(min_length=2, max_length=4)]
    dice: Dice | None = None
    seed: Whole | None = None

    def __post_init__(self) -> None:
        if self.oya >= len(self.tehais):
            raise ValueError(f"oya: {self.oya}, there are {len(self.tehais)} hands")


class Tsumo(_Event, frozen=True, gc=False, tag="tsumo"):
    """摸牌: a draw, from the head of the wall or, as a replacement, from its tail."""

    actor: SeatNumber
    pai: Shown
    rinshan: bool = False


class Reach(_Event, frozen=True, gc=False, tag="reach"):
    """报听: a declaration."""

    actor: SeatNumber
    kind: Literal["hard", "soft"]


class Dahai(_Event, frozen=True, gc=False, tag="dahai"):
    """打牌: a discard; `tsumogiri` when it is of the kind drawn last in this turn."""

    actor: SeatNumber
    pai: Tile
    tsumogiri: bool


class Pon(_Event, frozen=True, gc=False, tag="pon"):
    """碰: a pong."""

    actor: SeatNumber
    target: SeatNumber
    pai: Tile
    consumed: tuple[Tile, Tile]

    def __post_init__(self) -> None:
        _of_another(self.actor, self.target)
        _all_of(self.pai, self.consumed)


class Daiminkan(_Event, frozen=True, gc=False, tag="daiminkan"):
    """明杠: an exposed kong."""

    actor: SeatNumber
    target: SeatNumber
    pai: Tile
    consumed: tuple[Tile, Tile, Tile]

    def __post_init__(self) -> None:
        _of_another(self.actor, self.target)
        _all_of(self.pai, self.consumed)


class Ankan(_Event, frozen=True, gc=False, tag="ankan"):
    """暗杠: a concealed kong."""

    actor: SeatNumber
    consumed: tuple[Tile, Tile, Tile, Tile]
    late: bool = False

    def __post_init__(self) -> None:
        _all_of(self.consumed[0], self.consumed)


class Kakan(_Event, frozen=True, gc=False, tag="kakan"):
    """补杠: an added kong; `consumed` is the pong."""

    actor: SeatNumber
    pai: Tile
    consumed: tuple[Tile, Tile, Tile]
    late: bool = False

    def __post_init__(self) -> None:
        _all_of(self.pai, self.consumed)


class Pass(_Event, frozen=True, gc=False, tag="none"):
    """过胡: a seat that was allowed to win let the tile go by."""

    actor: SeatNumber
    passed: Literal["hora"]


class Dead(_Event, frozen=True, gc=False, tag="dead"):
    """相公: a seat is marked dead."""

    actor: SeatNumber


class Hora(_Event, frozen=True, gc=False, tag="hora"):
    """胡: a win; on a self-draw the target is the actor."""

    actor: SeatNumber
    target: SeatNumber
    pai: Tile


class Ryukyoku(_Event, frozen=True, gc=False, tag="ryukyoku"):
    """黄牌: the hand ends without a win; a dead hand names the seat."""

    reason: Literal["exhausted", "dead_hand"]
    actor: SeatNumber | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if self.reason == "dead_hand" and self.actor is msgspec.UNSET:
            raise ValueError("actor: missing, a dead hand needs the dead seat")
        if self.reason == "exhausted" and self.actor is not msgspec.UNSET:
            raise ValueError("actor: only with reason dead_hand, not exhausted")


class EndKyoku(_Event, frozen=True, gc=False, tag="end_kyoku"):
    """一局结束: the flip, and what the hand came to where the writer says so."""

    flip: Tile | None
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    totals: list[int] | msgspec.UnsetType = msgspec.UNSET
    lines: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET


class EndGame(_Event, frozen=True, gc=False, tag="end_game"):
    """对局结束: last in a log."""


Event: TypeAlias = (
    StartGame
    | StartKyoku
    | Tsumo
    | Reach
    | Dahai
    | Pon
    | Daiminkan
    | Ankan
    | Kakan
    | Pass
    | Dead
    | Hora
    | Ryukyoku
    | EndKyoku
    | EndGame
)

EVENTS: Final[dict[str, type[Event]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        StartGame,
        StartKyoku,
        Tsumo,
        Reach,
        Dahai,
        Pon,
        Daiminkan,
        Ankan,
        Kakan,
        Pass,
        Dead,
        Hora,
        Ryukyoku,
        EndKyoku,
        EndGame,
    )
}
"""Each kind of event by its ``type``."""


def _of_another(actor: int, target: int) -> None:
    if actor == target:
        raise ValueError(f"target: seat {target} cannot claim its own tile")


def _all_of(tile: str, consumed: tuple[str, ...]) -> None:
    if consumed.count(tile) != len(consumed):
        raise ValueError(f"consumed: {' '.join(consumed)}, expected {len(consumed)} of {tile}")


def checked_events(events: list[Any], lines: Sequence[int]) -> list[Event]:
    """Check plain events one by one, whatever their order.

    Parameters
    ----------
    events : list
        Events as plain data.
    lines : sequence of int
        Line of each, for errors.

    Raises
    ------
    LogError
        The first event that is none, with its line and the place in it.
    """
    try:
        if all(type(event) is dict for event in events):
            return msgspec.convert(events, list[Event])
    except (msgspec.ValidationError, RecursionError, UnicodeError):
        pass  # told below, with line and place
    return [checked_event(event, line) for event, line in zip(events, lines, strict=True)]


def checked_event(event: object, line: int) -> Event:
    """Check one plain event; tiles may be written in any way that tile text can be.

    Raises
    ------
    LogError
        It is none; the message has the line and the place in the event.
    """
    if not isinstance(event, dict):
        _fail(line, "event", f"expected an object, not {show(event)}")
    name = event.get("type")
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        reason = f"{show(name)}, there are {', '.join(EVENTS)}" if "type" in event else "missing"
        _fail(line, "type", reason)
    try:
        return convert(_plain_tiles(event), kind, str(name))
    except PositionError as error:
        place, _, reason = str(error).partition(": ")
        inside = place if place == name else f"{name}.{place}"
        raise LogError(f"line {line}: {inside}: {reason}", line=line) from None


def _fail(line: int, place: str, reason: str) -> NoReturn:
    raise LogError(f"line {line}: {place}: {reason}", line=line)


_TILE_FIELDS = ("pai", "flip", "consumed", "tehais")


def _plain_tiles(event: dict[str, Any]) -> dict[str, Any]:
    """Write the tiles of an event in the form that the structs know."""
    found = dict(event)
    for field in _TILE_FIELDS:
        if field in found:
            found[field] = _plain_tile(found[field], field)
    return found


def _plain_tile(value: object, place: str) -> object:
    if isinstance(value, list | tuple):
        return [_plain_tile(item, f"{place}[{i}]") for i, item in enumerate(value)]
    if not isinstance(value, str) or value == HIDDEN:
        return value
    try:
        return tile_text(tile_index(value))
    except TileTextError as error:
        raise PositionError(f"{place}: {error}") from None
