"""手牌 in a notebook: a small piece of HTML that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from zhuoji_fast.tile_svg import TileRow, meld_tiles, tile_image, tile_symbols
from zhuoji_fast.tiles import KINDS, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.hand import Hand
    from zhuoji_fast.hand_forms import Discard, UsefulTile
    from zhuoji_fast.patterns import Pattern

__all__ = ["hand_html", "hand_row"]

_CELL = "padding:0 .8em 0 0;text-align:left"


def hand_html(hand: Hand) -> str:
    """Show a hand in tiles, with its waits, its throws or its readings.

    Examples
    --------
    >>> from zhuoji_fast.hand import Hand
    >>> "听 · ting" in hand_html(Hand("123m45p11s [999p] [-8888m]"))
    True
    """
    useful = () if hand.size == 14 or hand.shanten < 0 else hand.useful_tiles()
    throws = hand.discards() if hand.size == 14 and hand.shanten >= 0 else ()
    small = {tile for tile, _ in useful}
    small.update(*[{throw.tile, *dict(throw.useful)} for throw in throws])
    symbols = tile_symbols(map(tile_text, small)) if small else ""
    parts = [f'<div title="{escape(hand.text, quote=True)}">{hand_row(hand)}{symbols}</div>']
    parts.append(_line(hand.text))
    shanten = hand.shanten
    if shanten < 0:
        parts.append(_line(f"和 · finished: {_names(hand.patterns())}"))
        parts += [_line(str(reading)) for reading in hand.decompositions()]
    else:
        parts.append(_line("听 · ting" if shanten == 0 else f"向听 · shanten {shanten}"))
        if throws:
            parts.append(_throws(throws))
        else:
            parts.append(f"<div>进张 · useful: {_tiles(useful)}</div>")
    return f'<div style="line-height:1.6">{"".join(parts)}</div>'


def hand_row(hand: Hand) -> str:
    """Draw a hand: its concealed tiles, then its melds."""
    row = TileRow()
    for tile in range(KINDS):
        row.add(*[tile_text(tile)] * hand.concealed_bytes[tile])
    for meld in hand.melds:
        row.gap()
        row.lay(meld_tiles(meld.kind, tile_text(meld.tile)))
    return row.svg(hand.text, 0.9)


def _line(text: str) -> str:
    return f"<div>{escape(text)}</div>"


def _names(patterns: Pattern) -> str:
    return ", ".join([str(flag.name) for flag in patterns])


def _tile(tile: int) -> str:
    return f'<span style="white-space:nowrap">{tile_image(tile_text(tile), 26)}</span>'


def _tiles(useful: Iterable[UsefulTile]) -> str:
    return " ".join([f"{_tile(tile)} {tile_text(tile)}×{unseen}" for tile, unseen in useful])


def _throws(throws: Iterable[Discard]) -> str:
    rows = [("打 · throw", "向听 · shanten", "张 · tiles", "进张 · useful")]
    for throw in throws:
        tile = f"{_tile(throw.tile)} {tile_text(throw.tile)}"
        rows.append((tile, str(throw.shanten), str(throw.tiles), _tiles(throw.useful)))
    return f"<table>{''.join([_row(row) for row in rows])}</table>"


def _row(cells: Iterable[str]) -> str:
    shown = [f'<td style="{_CELL}">{cell}</td>' for cell in cells]
    return f"<tr>{''.join(shown)}</tr>"
