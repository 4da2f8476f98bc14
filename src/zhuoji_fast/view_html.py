"""所见 in a notebook: the own hand, and what lies open of every seat, in drawn tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zhuoji_fast.position_html import SeatsTable, seat_marks, texts

if TYPE_CHECKING:
    from zhuoji_fast.view import View

__all__ = ["view_html"]

_TURNS = {
    "discard": "轮到自己 · own turn",
    "claim": "要不要 · claim",
    "rob": "抢不抢杠 · rob",
    "declare": "报不报听 · declare",
}


def view_html(view: View) -> str:
    """Show what one seat sees.

    Examples
    --------
    >>> from zhuoji_fast.table import Table
    >>> from zhuoji_fast.view import View
    >>> html = view_html(View.from_dict(Table("guiyang", seed=5).view(0)))
    >>> "轮到自己 · own turn" in html, html.count("<tr>")
    (True, 4)
    """
    table = SeatsTable(view.rules, view.base, view.dealer, view.streak, len(view.seats))
    table.facts.append(f"牌墙 · wall {view.wall}")
    turn = view.turn
    if turn is not None:
        asked = _TURNS[turn.kind]
        if turn.tile is not None:
            asked = f"{asked} {table.small(turn.tile)} ← {turn.source}"
        table.facts.append(asked)
    if view.locked:
        locked = "全部 · all" if view.locked is True else table.small("".join(view.locked))
        table.facts.append(f"过胡 · locked {locked}")
    for number, seat in enumerate(view.seats):
        own = number == view.seat
        marks = ["自己 · own"] if own else []
        marks += seat_marks(number, seat.declared, seat.dead, view.first_chicken)
        table.seat(number, marks, _hand(view) if own else [], seat.melds, seat.river)
    return table.html()


def _hand(view: View) -> list[str]:
    """Give the own tiles, the drawn one apart."""
    if view.drawn is None:
        return [view.hand]
    tiles = texts(view.hand)
    tiles.remove(view.drawn)
    return ["".join(tiles), view.drawn]
