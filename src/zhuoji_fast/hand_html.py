"""手牌 in a notebook: a small piece of HTML that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from zhuoji_fast.tiles import glyph, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.hand import Hand, UsefulTile
    from zhuoji_fast.patterns import Pattern

__all__ = ["hand_html"]

_CELL = "padding:0 .8em 0 0;text-align:left"


def hand_html(hand: Hand) -> str:
    """Show a hand in tiles, with its waits, its throws or its readings.

    Examples
    --------
    >>> from zhuoji_fast.hand import Hand
    >>> "听 · ting" in hand_html(Hand("123m45p11s [999p] [-8888m]"))
    True
    """
    text = escape(hand.text, quote=True)
    parts = [f'<div style="font-size:2em" title="{text}">{escape(hand.glyphs)}</div>']
    shanten = hand.shanten
    if shanten < 0:
        parts.append(_line(f"和 · finished: {_names(hand.patterns())}"))
        parts += [_line(str(reading)) for reading in hand.decompositions()]
    else:
        parts.append(_line("听 · ting" if shanten == 0 else f"向听 · shanten {shanten}"))
        if hand.size == 14:
            parts.append(_throws(hand))
        else:
            parts.append(_line(f"进张 · useful: {_tiles(hand.useful_tiles())}"))
    return f'<div style="line-height:1.6">{"".join(parts)}</div>'


def _line(text: str) -> str:
    return f"<div>{escape(text)}</div>"


def _names(patterns: Pattern) -> str:
    return ", ".join([str(flag.name) for flag in patterns])


def _tiles(useful: Iterable[UsefulTile]) -> str:
    return " ".join([f"{glyph(tile)} {tile_text(tile)}×{unseen}" for tile, unseen in useful])


def _throws(hand: Hand) -> str:
    rows = [("打 · throw", "向听 · shanten", "张 · tiles", "进张 · useful")]
    for throw in hand.discards():
        tile = f"{glyph(throw.tile)} {tile_text(throw.tile)}"
        rows.append((tile, str(throw.shanten), str(throw.tiles), _tiles(throw.useful)))
    return f"<table>{''.join([_row(row) for row in rows])}</table>"


def _row(cells: Iterable[str]) -> str:
    shown = [f'<td style="{_CELL}">{escape(cell)}</td>' for cell in cells]
    return f"<tr>{''.join(shown)}</tr>"
