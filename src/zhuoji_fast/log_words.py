"""牌谱的话: what each event of a log is called, in Chinese and in English."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

__all__ = ["event_text", "given_names"]

EVENT_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
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
    },
    "zh": {
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
    },
}


def given_names(game: Mapping[str, Any] | None, players: int) -> list[str] | None:
    """Give the names that the start of a log has for the seats; None where it only numbers them.

    Examples
    --------
    >>> given_names({"names": ["Ann", "Bo"]}, 2), given_names({"names": ["seat0", "seat1"]}, 2)
    (['Ann', 'Bo'], None)
    """
    told: Sequence[str] = game["names"] if game else []
    if len(told) >= players and any(name != f"seat{i}" for i, name in enumerate(told)):
        return list(told[:players])
    return None


def event_text(
    event: Mapping[str, Any], names: Sequence[str], lang: str, tile: Callable[[str], str]
) -> str:
    """Write one event of a hand as text.

    Parameters
    ----------
    event : mapping
        An event of a hand, but not its start.
    names : sequence of str
        What each seat is called.
    lang : {"zh", "en"}
        Language of the text.
    tile : callable
        Names a tile, given its text.

    Examples
    --------
    >>> drawn = {"type": "tsumo", "actor": 1, "pai": "5m"}
    >>> event_text(drawn, ["Ann", "Bo"], "en", str)
    'Bo draws 5m'
    """
    words = EVENT_WORDS[lang]
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
