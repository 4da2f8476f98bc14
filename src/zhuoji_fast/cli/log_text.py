"""What text output says of a logged hand: its deal, its events line by line, its settlement."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from zhuoji_fast.cli.common import Lang, Look
from zhuoji_fast.explain_lines import seat_names as told_apart
from zhuoji_fast.log_words import event_text as written
from zhuoji_fast.log_words import given_names
from zhuoji_fast.logs import HandLog
from zhuoji_fast.table import Table
from zhuoji_fast.tiles import glyph, tile_name, tile_text, to_text

__all__ = ["event_text", "hand_parts", "seat_names"]

_HEADS: Mapping[Lang, Mapping[str, str]] = {
    Lang.en: {
        "head": "Hand {number}: rules {rules}, base {base}, {dealer} deals, streak {streak}",
        "changed": "{preset} with changes",
    },
    Lang.zh: {
        "head": "第{number}局：规则 {rules}，底分 {base}，{dealer}坐庄，连庄 {streak}",
        "changed": "{preset}（有改动）",
    },
}
_STYLES = (
    dict.fromkeys("m万", "red") | dict.fromkeys("p筒", "cyan") | dict.fromkeys("s条鸡", "green")
)
_TILES = re.compile(r"[1-9]+([mps])(?![a-z])|[一二三四五六七八九]([万筒条])|幺(鸡)")


def seat_names(hand: HandLog, lang: Lang) -> list[str]:
    """Give the names of the seats: those of the log where it has real ones, else numbers.

    Raises
    ------
    ZhuojiError
        A name with a control character.
    """
    return list(told_apart(_given(hand), len(hand[0]["tehais"]), lang.value))


def _given(hand: HandLog) -> list[str] | None:
    return given_names(hand.game, len(hand[0]["tehais"]))


def event_text(event: Mapping[str, Any], names: Sequence[str], lang: Lang, look: Look) -> str:
    """Write one event of a hand as text."""

    def tile(pai: str) -> str:
        name = tile_name(pai) if lang is Lang.zh else tile_text(pai)
        return f"{glyph(pai)} {name}" if look.glyphs else name

    return written(event, names, lang.value, tile)


def hand_parts(
    number: int,
    hand: HandLog,
    table: Table | None,
    lang: Lang,
    look: Look,
    *,
    before: int | None = None,
) -> list[RenderableType]:
    """Write a hand: `before` is the line that cannot be played, None where all of it was."""
    names = seat_names(hand, lang)
    start = hand[0]
    rules = start["rules"]
    if not isinstance(rules, str):
        rules = _HEADS[lang]["changed"].format(preset=rules.get("preset", "guiyang"))
    head = _HEADS[lang]["head"].format(
        number=number,
        rules=rules,
        base=start["base"],
        dealer=names[start["oya"]],
        streak=start["honba"],
    )
    parts: list[RenderableType] = [Text(head, style="bold")]
    if before == hand.lines[0]:
        return parts
    for name, tiles in zip(names, start["tehais"], strict=True):
        parts.append(_styled(f"{name}  {to_text(tiles)}"))
    parts.append("")
    width = len(str(hand.lines[-1]))
    for line, event in zip(hand.lines[1:], hand[1:], strict=True):
        if before is not None and line >= before:
            return parts
        parts.append(_styled(f"{line:>{width}}  {event_text(event, names, lang, look)}"))
    if table is not None:
        parts += ["", Text(table.settlement.explain(lang.value, names=_given(hand)))]
    return parts


def _styled(text: str) -> Text:
    styled = Text(text)
    for found in _TILES.finditer(text):
        suit = found[found.lastindex or 0]
        styled.stylize(_STYLES[suit], found.start(), found.end())
    return styled
