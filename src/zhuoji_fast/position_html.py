"""局终 in a notebook: the seats of a position with hands, melds and rivers in drawn tiles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from zhuoji_fast.melds import MeldKind
from zhuoji_fast.tile_svg import TileRow, called_place, meld_tiles, tile_symbols
from zhuoji_fast.tiles import parse_tiles, tile_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from zhuoji_fast.position import FirstChicken, Position, SeatMeld
    from zhuoji_fast.rules import Rules

__all__ = ["SeatsTable", "position_html", "seat_marks", "texts"]

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


class SeatsTable:
    """A table of seats with drawn tiles: a line of facts, and a row for each seat."""

    def __init__(self, rules: Rules, base: int, dealer: int, streak: int, players: int) -> None:
        value = rules.to_value()
        self.facts = [escape(value if isinstance(value, str) else f"{value['preset']} …")]
        self.facts += [f"底分 · base {base}", f"庄 · dealer {dealer}"]
        if streak:
            self.facts.append(f"连庄 · streak {streak}")
        self.dealer = dealer
        self.players = players
        self.rows: list[str] = []
        self._tiles: set[str] = set()

    def draw(self, row: TileRow, label: str, scale: float) -> str:
        """Give a drawing whose symbols the table brings."""
        self._tiles |= row.tiles
        return row.svg(label, scale, symbols=False)

    def small(self, text: str) -> str:
        """Draw a few tiles."""
        row = TileRow()
        row.add(*texts(text))
        return self.draw(row, text, 0.6)

    def seat(
        self,
        number: int,
        marks: Iterable[str],
        hand: Sequence[str],
        melds: Sequence[SeatMeld],
        river: str,
    ) -> None:
        """Add a seat: `hand` are groups of its tiles, which stand apart."""
        row = TileRow()
        for group in hand:
            row.gap()
            row.add(*texts(group))
        for meld in melds:
            row.gap()
            source = meld.source
            place = None if source is None else called_place(number, source, self.players)
            row.lay(meld_tiles(meld.kind, meld.tile, place))
        parts = [f"<div>{self.draw(row, ' '.join(hand), 0.8)}</div>"] if row.tiles else []
        if melds:
            words = "; ".join([_meld_words(meld) for meld in melds])
            parts.append(f"<div><small>{words}</small></div>")
        if river:
            parts.append(f"<div>{self.small(river)}</div>")
        dealer = ["庄 · dealer"] if number == self.dealer else []
        head = "<br>".join([f"座 · seat {number}", *dealer, *marks])
        self.rows.append(f"<tr><th {_CELL}>{head}</th><td {_CELL}>{''.join(parts)}</td></tr>")

    def html(self) -> str:
        """Give the whole of it."""
        symbols = tile_symbols(self._tiles) if self._tiles else ""
        facts = f"<div>{' | '.join(self.facts)}</div>"
        table = f"<table><tbody>{''.join(self.rows)}</tbody></table>"
        return f'<div style="line-height:1.6">{symbols}{facts}{table}</div>'


def texts(text: str) -> list[str]:
    """Take tile text apart, tile by tile."""
    return [tile_text(tile) for tile in parse_tiles(text)]


def _meld_words(meld: SeatMeld) -> str:
    source = "" if meld.source is None else f" ← {meld.source}"
    return f"{_KINDS[meld.kind]}{source}{' (憨包豆 · late)' if meld.late else ''}"


def seat_marks(
    number: int, declared: str | None, dead: bool, first_chicken: Iterable[FirstChicken]
) -> list[str]:
    """Say what a seat has declared, whether it is dead, and which first chickens it threw."""
    marks = [f"报听 · {declared}"] if declared else []
    if dead:
        marks.append("相公 · dead")
    firsts = [first for first in first_chicken if first.seat == number]
    return marks + [f"头一只 · first {first.tile}" for first in firsts]


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
    end, players = position.end, len(position.seats)
    table = SeatsTable(position.rules, position.base, position.dealer, position.streak, players)
    table.facts.append(_ENDS[end.kind])
    if position.flip is not None:
        table.facts.append(f"翻牌 · flip {table.small(position.flip)}")
    for number, seat in enumerate(position.seats):
        dead = seat.dead or end.seat == number
        marks = seat_marks(number, seat.declared, dead, position.first_chicken)
        won = [win for win in end.wins if win.seat == number]
        for win in won:
            source = "自摸 · self-draw" if win.source is None else f"← {win.source}"
            marks.append(f"胡 · won {source}")
        hand = [seat.hand, *[win.tile for win in won]]
        table.seat(number, marks, hand, seat.melds, seat.river)
    return table.html()
