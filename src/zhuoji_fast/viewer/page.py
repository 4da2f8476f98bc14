"""看牌: writing the page, one file that loads nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.explain_words import LANGUAGES, WORDS
from zhuoji_fast.tile_svg import tile_symbols
from zhuoji_fast.tiles import KINDS, tile_text
from zhuoji_fast.viewer.document import hand_document, hands_of, shown_name
from zhuoji_fast.viewer.words import UI

if TYPE_CHECKING:
    from zhuoji_fast.explain import Lang
    from zhuoji_fast.log_source import LogSource
    from zhuoji_fast.logs import EventDict

__all__ = ["log_page"]


def log_page(
    log: LogSource | Iterable[EventDict] | Iterable[Iterable[EventDict]],
    *,
    hand: int | None = None,
    lang: Lang = "zh",
    seat: int | None = None,
) -> str:
    """看牌: a web page on which logged hands can be watched step by step.

    The table from above with hands, melds and rivers, shanten and waits beside each hand, and in
    the end the ledger in words. The page needs nothing from elsewhere, and has both languages.

    Parameters
    ----------
    log : path, text, binary file, or list of dict
        A log as :func:`~zhuoji_fast.read_log` takes it, or the events of one hand, also of one
        that is not over, or a list of hands. A masked log shows its hidden tiles face down.
    hand : int, optional
        Only this hand of the log, counted from 1; otherwise all of them, 100 at the most.
    lang : {"zh", "en"}
        Language in which the page opens.
    seat : int, optional
        Whose view the page opens with: the hands of the others are face down until the end. All
        hands are in the page all the same; :func:`~zhuoji_fast.mask_log` takes them out of a log.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    LogError
        A log that breaks a rule, with the line.
    ZhuojiError
        No such hand, seat or language; too many hands.
    WrongTypeError
        Something that is no log.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> from zhuoji_fast.table import Table
    >>> table = Table("platform", players=2, seed=3)
    >>> page = log_page(table.log, lang="en")
    >>> page.startswith("<!DOCTYPE html>"), "https:" in page
    (True, False)
    """
    _check(hand, lang, seat)
    hands = [hand_document(number, events) for number, events in hands_of(log, hand)]
    players = min([document["players"] for document in hands])
    if seat is not None and seat >= players:
        raise ZhuojiError(f"seat {seat}: expected 0 to {players - 1}")
    data = {
        "lang": lang,
        "seat": seat,
        "words": UI,
        "base": {lang: WORDS[lang]["base"] for lang in LANGUAGES},
        "tiles": {lang: _tile_names(lang) for lang in LANGUAGES},
        "hands": hands,
    }
    style, script = _file("page.css"), _file("page.js")
    parts = {
        "LANG": lang,
        "TITLE": escape(UI[lang]["title"]),
        "STYLE_HASH": _hash(style),
        "SCRIPT_HASH": _hash(script),
        "STYLE": style,
        "SYMBOLS": tile_symbols(),
        "NOSCRIPT": _plain_ledgers(hands, lang),
        "DATA": _json(data),
        "SCRIPT": script,
    }
    # In one go: what is put in is not searched for marks.
    return re.sub(r"@@(\w+)@@", lambda mark: parts[mark[1]], _file("page.html"))


def _tile_names(lang: str) -> dict[str, str]:
    return {tile: shown_name(tile, lang) for tile in map(tile_text, range(KINDS))}


def _check(hand: object, lang: object, seat: object) -> None:
    for name, value in (("hand", hand), ("seat", seat)):
        if value is not None and type(value) is not int:
            raise WrongTypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if isinstance(hand, int) and hand < 1:
        raise ZhuojiError(f"hand {hand}: hands are counted from 1")
    if isinstance(seat, int) and seat < 0:
        raise ZhuojiError(f"seat {seat}: seats are counted from 0")
    if not isinstance(lang, str):
        raise WrongTypeError(f"lang must be text, not {type(lang).__name__}")
    if lang not in LANGUAGES:
        raise ZhuojiError(f"lang {lang!r}: expected 'zh' or 'en'")


@cache
def _file(name: str) -> str:
    return files("zhuoji_fast.viewer").joinpath(name).read_text("utf-8")


@cache
def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _json(data: object) -> str:
    """Write JSON that ends no element of a page, whatever the texts in it."""
    text = msgspec.json.encode(data).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _plain_ledgers(hands: list[dict[str, Any]], lang: str) -> str:
    """Write the ledgers for a browser that runs no script."""
    words = UI[lang]
    found = [f"<p>{escape(words['noscript'])}</p>"]
    for hand in hands:
        names = hand["names"][lang]
        lines = [words["hand"].format(n=hand["number"])]
        end = hand["end"]
        if end and end["ledger"]:
            ledger = end["ledger"][lang]
            lines += ledger["story"]
            lines += [
                f"{_pays(row, names, words)}: {row['reason']}; {row['formula']}"
                for group in ledger["groups"]
                for row in group["rows"]
            ]
            lines += [
                f"{name} {total:+d}" for name, total in zip(names, end["totals"], strict=True)
            ]
            lines += ledger["notes"]
        found.append(f"<pre>{escape(chr(10).join(lines))}</pre>")
    return "".join(found)


def _pays(row: dict[str, Any], names: list[str], words: Mapping[str, str]) -> str:
    several = len(row["payers"]) > 1
    payers = words["and"].join([names[payer] for payer in row["payers"]])
    pays = words["pay" if several else "pays"].format(payers=payers, payee=names[row["payee"]])
    return f"{pays} {words['each' if several else 'amount'].format(n=row['amount'])}"
