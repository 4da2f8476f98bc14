"""What text output says of a logged hand: its deal, its events line by line, its settlement."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from zhuoji_fast.cli.common import Lang, Look
from zhuoji_fast.explain_lines import seat_names as told_apart
from zhuoji_fast.logs import HandLog
from zhuoji_fast.table import Table
from zhuoji_fast.tiles import glyph, tile_name, tile_text, to_text

__all__ = ["event_text", "hand_parts", "seat_names"]

_EVENTS: Mapping[Lang, Mapping[str, str]] = {
    Lang.en: {
        "tsumo": "{actor} draws {pai}",
        "rinshan": "{actor} draws {pai} from the tail",
        "hard": "{actor} declares hard",
        "soft": "{actor} declares soft",
        "dahai": "{actor} throws {pai}",
        "tsumogiri": "{actor} throws {pai}, just drawn",
        "pon": "{actor} pongs {pai} of {target}",
        "daiminkan": "{actor} makes an exposed kong of {pai} of {target}",
        "ankan": "{actor} makes a concealed kong of {pai}",
        "kakan": "{actor} adds {pai} to the pong",
        "late": " (late)",
        "none": "{actor} lets the win go by",
        "dead": "{actor} is dead",
        "hora": "{actor} wins on {pai} of {target}",
        "self_draw": "{actor} wins by self-draw of {pai}",
        "exhausted": "the wall is exhausted",
        "dead_hand": "the hand ends: {actor} is dead",
        "flip": "{pai} is turned",
        "no_flip": "no tile is turned",
        "head": "Hand {number}: rules {rules}, base {base}, {dealer} deals, streak {streak}",
        "changed": "{preset} with changes",
    },
    Lang.zh: {
        "tsumo": "{actor}摸{pai}",
        "rinshan": "{actor}杠后摸{pai}",
        "hard": "{actor}硬报",
        "soft": "{actor}软听",
        "dahai": "{actor}打{pai}",
        "tsumogiri": "{actor}摸打{pai}",
        "pon": "{actor}碰{target}的{pai}",
        "daiminkan": "{actor}点豆{target}的{pai}",
        "ankan": "{actor}闷豆{pai}",
        "kakan": "{actor}转弯豆{pai}",
        "late": "（憨包豆）",
        "none": "{actor}过胡",
        "dead": "{actor}相公",
        "hora": "{actor}胡{target}的{pai}",
        "self_draw": "{actor}自摸{pai}",
        "exhausted": "黄牌",
        "dead_hand": "{actor}相公，本局结束",
        "flip": "翻出{pai}",
        "no_flip": "不翻牌",
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
    return list(told_apart(_given_names(hand), len(hand[0]["tehais"]), lang.value))


def _given_names(hand: HandLog) -> list[str] | None:
    players = len(hand[0]["tehais"])
    told: Sequence[str] = hand.game["names"] if hand.game else []
    if len(told) >= players and any(name != f"seat{i}" for i, name in enumerate(told)):
        return list(told[:players])
    return None


def event_text(event: Mapping[str, Any], names: Sequence[str], lang: Lang, look: Look) -> str:
    """Write one event of a hand as text."""

    def tile(pai: str) -> str:
        name = tile_name(pai) if lang is Lang.zh else tile_text(pai)
        return f"{glyph(pai)} {name}" if look.glyphs else name

    words = _EVENTS[lang]
    kind = str(event["type"])
    key = {
        "tsumo": "rinshan" if event.get("rinshan") else kind,
        "reach": event.get("kind"),
        "dahai": "tsumogiri" if event.get("tsumogiri") else kind,
        "hora": "self_draw" if event.get("target") == event.get("actor") else kind,
        "ryukyoku": event.get("reason"),
        "end_kyoku": "flip" if event.get("flip") else "no_flip",
    }.get(kind, kind)
    pai = event.get("pai") or event.get("flip") or (event.get("consumed") or [None])[0]
    text = words[str(key)].format(
        actor=names[event["actor"]] if "actor" in event else "",
        target=names[event["target"]] if "target" in event else "",
        pai=tile(pai) if pai else "",
    )
    if event.get("late"):
        text += words["late"]
    return text


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
        rules = _EVENTS[lang]["changed"].format(preset=rules.get("preset", "guiyang"))
    head = _EVENTS[lang]["head"].format(
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
        parts += ["", Text(table.settlement.explain(lang.value, names=_given_names(hand)))]
    return parts


def _styled(text: str) -> Text:
    styled = Text(text)
    for found in _TILES.finditer(text):
        suit = found[found.lastindex or 0]
        styled.stylize(_STYLES[suit], found.start(), found.end())
    return styled
