"""局终 in a notebook: the seats of a position with hands, melds and rivers in drawn tiles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from zhuoji_fast.melds import MeldKind
from zhuoji_fast.tile_svg import TileRow, called_place, meld_tiles, tile_symbols
from zhuoji_fast.tiles import parse_tiles, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.position import Position, Seat

__all__ = ["position_html"]

_CELL = 'style="padding:2px 10px 2px 0;text-align:left;vertical-align:top"'
_KINDS = {
    MeldKind.PONG: "碰 · pong",
    MeldKind.EXPOSED_KONG: "点豆 · exposed kong",
    MeldKind.CONCEALED_KONG: "闷豆 · concealed kong",
    MeldKind.ADDED_KONG: "转弯豆 · added kong",
}
_ENDS = {
    "win": "胡牌 · won",
    "exhausted": "黄牌 · exhausted",
    "dead_hand": "相公 · dead hand",
}


def position_html(position: Position) -> str:
    """Show the end of a hand, seat by seat.

    Examples
    --------
    >>> from zhuoji_fast.position import Position
    >>> position = Position(
    ...     rules="platform", dealer=0, end={"kind": "exhausted"},
    ...     seats=[{"hand": "2224446999m777p", "river": "1s"}, {"hand": "13588m249p45568s"}],
    ...     first_chicken=[{"tile": "1s", "seat": 0}],
    ... )
    >>> html = position_html(position)
    >>> html.count("<svg"), "黄牌 · exhausted" in html
    (4, True)
    """
    rules = position.rules.to_value()
    preset = rules if isinstance(rules, str) else f"{rules['preset']} …"
    facts = [
        escape(str(preset)),
        f"底分 · base {position.base}",
        f"庄 · dealer {position.dealer}",
        f"连庄 · streak {position.streak}" if position.streak else "",
        _ENDS[position.end.kind],
    ]
    tiles: set[str] = set()
    parts = [f"<div>{' | '.join([fact for fact in facts if fact])}</div>"]
    if position.flip is not None:
        parts.append(f"<div>翻牌 · flip {_tiles(position.flip, tiles)}</div>")
    rows = [_seat(position, number, tiles) for number in range(len(position.seats))]
    parts.append(f"<table><tbody>{''.join(rows)}</tbody></table>")
    return f'<div style="line-height:1.6">{tile_symbols(tiles)}{"".join(parts)}</div>'


def _tiles(text: str, tiles: set[str]) -> str:
    row = TileRow()
    row.add(*[tile_text(tile) for tile in parse_tiles(text)])
    tiles |= row.tiles
    return row.svg(text, 0.6, symbols=False)


def _seat(position: Position, number: int, tiles: set[str]) -> str:
    seat = position.seats[number]
    marks = [f"座 · seat {number}"]
    if number == position.dealer:
        marks.append("庄 · dealer")
    if seat.declared:
        marks.append(f"报听 · {seat.declared}")
    if seat.dead or position.end.seat == number:
        marks.append("相公 · dead")
    won = [win for win in position.end.wins if win.seat == number]
    for win in won:
        source = "自摸 · self-draw" if win.source is None else f"← {win.source}"
        marks.append(f"胡 · won {source}")
    for first in position.first_chicken:
        if first.seat == number:
            marks.append(f"头一只 · first {first.tile}")
    melds = [f"{_KINDS[meld.kind]}{_origin(meld.source, meld.late)}" for meld in seat.melds]
    river = f"<div>{_tiles(seat.river, tiles)}</div>" if seat.river else ""
    words = f"<div><small>{'; '.join(melds)}</small></div>" if melds else ""
    row = _hand(position, number, [win.tile for win in won])
    tiles |= row.tiles
    hand = row.svg(seat.hand, 0.8, symbols=False)
    shown = f"<div>{hand}</div>{words}{river}"
    return f"<tr><th {_CELL}>{'<br>'.join(marks)}</th><td {_CELL}>{shown}</td></tr>"


def _origin(source: int | None, late: bool) -> str:
    return ("" if source is None else f" ← {source}") + (" (憨包豆 · late)" if late else "")


def _hand(position: Position, number: int, won: list[str]) -> TileRow:
    seat: Seat = position.seats[number]
    row = TileRow()
    row.add(*[tile_text(tile) for tile in parse_tiles(seat.hand)])
    for tile in won:
        row.gap()
        row.add(tile)
    for meld in seat.melds:
        row.gap()
        source, players = meld.source, len(position.seats)
        place = None if source is None else called_place(number, source, players)
        row.lay(meld_tiles(meld.kind, meld.tile, place))
    return row
