"""结算 in a notebook: totals and ledger with drawn tiles, in Chinese, and folded up in English."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from zhuoji_fast.ledger_rows import ledger_of
from zhuoji_fast.tile_svg import tile_image, tile_symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zhuoji_fast.explain import Lang
    from zhuoji_fast.ledger_rows import LedgerRow
    from zhuoji_fast.settlement import Settlement

__all__ = ["settlement_html"]

_CELL = 'style="padding:2px 10px 2px 0;text-align:left;vertical-align:top"'
_HEADS = {
    "zh": ("付", "收", "每家", "牌", "为什么"),
    "en": ("pays", "gets", "each", "tile", "why"),
}


def settlement_html(settlement: Settlement) -> str:
    """Show a settlement: what happened, the totals, every payment with its reason.

    Examples
    --------
    >>> from zhuoji_fast.settlement import settle
    >>> html = settlement_html(settle({
    ...     "rules": "guiyang_classic", "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... }))
    >>> "1号位、2号位、3号位" in html, "<summary>English</summary>" in html
    (True, True)
    """
    tiles = {line.tile for line in settlement.lines if line.tile is not None}
    symbols = tile_symbols(tiles) if tiles else ""
    chinese, english = _ledger(settlement, "zh"), _ledger(settlement, "en")
    folded = f"<details><summary>English</summary>{english}</details>"
    return f'<div style="line-height:1.6">{symbols}{chinese}{folded}</div>'


def _ledger(settlement: Settlement, lang: Lang) -> str:
    ledger = ledger_of(settlement, lang)
    parts = [f"<div>{escape(sentence)}</div>" for sentence in ledger.story]
    totals = zip(ledger.names, settlement.totals, strict=True)
    shown = ", ".join([f"{name} {total:+d}" for name, total in totals])
    parts.append(f"<div><b>{ledger.words['total']}: {escape(shown)}</b></div>")
    rows = [_row("th", [escape(head) for head in _HEADS[lang]])] if ledger.groups else []
    for group in ledger.groups:
        rows.append(f'<tr><th colspan="5" {_CELL}>{escape(group.title)}</th></tr>')
        rows += [_row("td", _cells(row, ledger.names, lang)) for row in group.rows]
    parts.append(f"<table><tbody>{''.join(rows)}</tbody></table>")
    parts += [f"<div><small>{escape(note)}</small></div>" for note in ledger.notes]
    return "".join(parts)


def _cells(row: LedgerRow, names: Sequence[str], lang: Lang) -> list[str]:
    payers = ("、" if lang == "zh" else ", ").join([names[payer] for payer in row.payers])
    tile = "" if row.tile is None else tile_image(row.tile, 28)
    why = f"{escape(row.reason)}<br>{escape(row.formula)}"
    return [escape(payers), escape(names[row.payee]), str(row.amount), tile, why]


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join([f'<{tag} {_CELL}>{cell}</{tag}>' for cell in cells])}</tr>"
