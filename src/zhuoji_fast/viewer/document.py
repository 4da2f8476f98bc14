"""看牌的数据: all that a page shows of hands, as plain data that it has only to draw."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from zhuoji_fast.errors import LogError, PositionError, RulesError, WrongTypeError, ZhuojiError
from zhuoji_fast.events import HIDDEN, EndKyoku
from zhuoji_fast.explain_lines import seat_names
from zhuoji_fast.explain_words import LANGUAGES, PRESETS, SUITS, WORDS
from zhuoji_fast.ledger_rows import ledger_of
from zhuoji_fast.log_source import is_source
from zhuoji_fast.log_words import event_text, given_names
from zhuoji_fast.logs import checked_hand, read_log
from zhuoji_fast.position import Position
from zhuoji_fast.rules import Rules
from zhuoji_fast.settlement import settle
from zhuoji_fast.table import Table
from zhuoji_fast.tiles import tile_name
from zhuoji_fast.viewer.states import chicken_of, steps_of
from zhuoji_fast.viewer.words import UI

if TYPE_CHECKING:
    from zhuoji_fast.events import Event
    from zhuoji_fast.explain import Lang
    from zhuoji_fast.log_source import LogSource
    from zhuoji_fast.logs import CheckedHand, EventDict
    from zhuoji_fast.settlement import Settlement

__all__ = ["MAX_HANDS", "hand_document", "hands_of", "plain_names", "shown_name"]

MAX_HANDS: Final = 100
"""Hands that a page holds."""
NAME: Final = 24
"""Characters of a name that a page shows."""
_UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"})
_JOINERS: Final = "\u200d\ufe0f"


def plain_names(names: Sequence[str]) -> list[str]:
    """Make names fit to be shown: short, without controls that would turn the text around them.

    Examples
    --------
    >>> plain_names(["Ann", "\u202eevil\\n", "x" * 30])
    ['Ann', '�evil�', 'xxxxxxxxxxxxxxxxxxxxxxxx…']
    """
    return [_plain(name) for name in names]


def _plain(name: str) -> str:
    shown = "".join(
        [
            "\ufffd" if unicodedata.category(c) in _UNSEEN and c not in _JOINERS else c
            for c in name[: NAME + 1]
        ]
    )
    return shown[:NAME] + "…" if len(name) > NAME else shown


def hands_of(
    log: LogSource | Iterable[EventDict] | Iterable[Iterable[EventDict]], wanted: int | None
) -> Iterator[tuple[int, list[EventDict]]]:
    """Give the hands of a log with their numbers from 1: all of them, or one.

    Raises
    ------
    ZhuojiError
        No hand, not the one wanted, or too many for a page.
    LogError, WrongTypeError, OSError
        As :func:`~zhuoji_fast.read_log`.
    """
    found = 0
    for number, hand in enumerate(_hands(log), 1):
        if wanted not in (None, number):
            continue
        found += 1
        if found > MAX_HANDS:
            raise ZhuojiError(f"more than {MAX_HANDS} hands in this log: choose one of them")
        yield number, hand
        if number == wanted:
            return
    if not found:
        what = "no whole hand" if wanted is None else f"no hand {wanted}"
        raise ZhuojiError(f"{what} in this log")


def _hands(log: Any) -> Iterator[list[EventDict]]:
    if is_source(log):
        yield from read_log(log)
        return
    if isinstance(log, Mapping) or not isinstance(log, Iterable):
        raise WrongTypeError(f"log: expected a log or its events, not {type(log).__name__}")
    given = log if isinstance(log, list) else list(log)
    if given and not isinstance(given[0], Iterable):
        raise WrongTypeError(f"log: expected events, not {type(given[0]).__name__}")
    if not given or isinstance(given[0], Mapping):
        yield given
        return
    for hand in given:
        if not isinstance(hand, Iterable) or isinstance(hand, Mapping):
            raise WrongTypeError(f"log: expected lists of events, not {type(hand).__name__}")
        yield hand if isinstance(hand, list) else list(hand)


def hand_document(number: int, log: list[EventDict]) -> dict[str, Any]:
    """Gather what a page shows of one hand.

    Parameters
    ----------
    number : int
        Of the hand in its log, from 1.
    log : list of dict
        Its events; they may stop in the middle.

    Returns
    -------
    dict
        Plain data for JSON.

    Raises
    ------
    LogError
        An event that may not be. Of a masked log only what cannot be shown, or a position at its
        end that does not hold.

    Examples
    --------
    >>> table = Table("platform", players=2, seed=3)
    >>> document = hand_document(1, table.log)
    >>> document["end"], len(document["steps"]), document["steps"][0]["seats"][1]["shanten"]
    (None, 2, 2)
    """
    hand = checked_hand(log)
    start = hand.start
    players = len(start.tehais)
    rules = _rules(hand)
    masked = _is_masked(hand)
    given = given_names(hand.game, players)
    given = None if given is None else plain_names(given)
    names = {lang: list(seat_names(given, players, lang)) for lang in LANGUAGES}
    settlement = _settled_position(hand) if masked else _played(log)
    last = hand.events[-1] if hand.events else None
    return {
        "number": number,
        "players": players,
        "names": names,
        "rules": {lang: _rules_text(rules, lang) for lang in LANGUAGES},
        "base": start.base,
        "dealer": start.oya,
        "streak": start.honba,
        "single": rules.declare == "single",
        "masked": masked,
        "chickens": ["1s", "8p"] if rules.wugu else ["1s"],
        "charge": _worth(rules, "charge"),
        "claimed": _worth(rules, "responsibility"),
        "claimed_by_win": _worth(rules, "responsibility") if rules.responsibility_on_win else [],
        "steps": [*_steps(hand, rules, names, settlement if masked else None)],
        "end": _end(last, settlement, given) if isinstance(last, EndKyoku) else None,
    }


def _rules(hand: CheckedHand) -> Rules:
    try:
        return Rules.from_value(hand.start.rules)
    except RulesError as error:
        line = hand.lines[0]
        raise LogError(f"line {line}: start_kyoku: {error}", line=line) from None


def _is_masked(hand: CheckedHand) -> bool:
    return any(HIDDEN in tiles for tiles in hand.start.tehais) or any(
        getattr(event, "pai", None) == HIDDEN for event in hand.events
    )


def _rules_text(rules: Rules, lang: str) -> str:
    value = rules.to_value()
    name = PRESETS[lang][value if isinstance(value, str) else str(value["preset"])]
    return name if isinstance(value, str) else WORDS[lang]["changed"].format(name)


def _worth(rules: Rules, what: str) -> list[str]:
    """Give the tiles of which the first one thrown is worth something."""
    tiles = {"1s": f"{what}_yaoji", "8p": f"{what}_wugu"}
    return [
        tile
        for tile, option in tiles.items()
        if getattr(rules, option) and (tile == "1s" or rules.wugu)
    ]


def _played(log: list[EventDict]) -> Settlement | None:
    """Play a hand again; None where it stops in the middle."""
    table = Table.replay(log, partial=True)
    return table.settlement if table.done else None


def _settled_position(hand: CheckedHand) -> Settlement | None:
    """Settle what a masked log says of its end, if it does."""
    last = hand.events[-1] if hand.events else None
    if not isinstance(last, EndKyoku) or last.position is msgspec.UNSET:
        return None
    line = hand.lines[-1]
    try:
        position = Position.from_dict(last.position)
    except PositionError as error:
        raise LogError(f"line {line}: end_kyoku: position.{error}", line=line) from None
    told = len(position.seats), position.dealer, position.base, position.flip
    start = hand.start
    if told != (len(start.tehais), start.oya, start.base, last.flip):
        raise LogError(f"line {line}: end_kyoku: position: that of another hand", line=line)
    return settle(position)


# ---------------------------------------------------------------- steps


def _steps(
    hand: CheckedHand, rules: Rules, names: dict[str, list[str]], told: Settlement | None
) -> Iterator[dict[str, Any]]:
    shown = None if told is None else [seat.hand for seat in told.position.seats]
    events: list[Event | None] = [None, *hand.events]
    for event, step in zip(events, steps_of(hand, rules, shown), strict=True):
        if event is None:
            dealer = hand.start.oya
            say = {lang: UI[lang]["dealt"].format(name=names[lang][dealer]) for lang in LANGUAGES}
        else:
            plain = msgspec.to_builtins(event)
            say = {
                lang: event_text(plain, names[lang], lang, partial(shown_name, lang=lang))
                for lang in LANGUAGES
            }
        yield {
            "say": say,
            "seat": step.seat,
            "wall": step.wall,
            "open": step.open,
            "seats": step.seats,
        }


def shown_name(tile: str, lang: str) -> str:
    """Name a tile as the ledger does; a hidden one too.

    Examples
    --------
    >>> shown_name("1s", "zh"), shown_name("1s", "en"), shown_name("?", "en")
    ('幺鸡', '1 of bamboos', 'a hidden tile')
    """
    if tile == HIDDEN:
        return UI[lang]["hidden"]
    return tile_name(tile) if lang == "zh" else f"{tile[0]} of {SUITS[tile[1]]}"


# ---------------------------------------------------------------- the end


def _end(
    event: EndKyoku, settlement: Settlement | None, given: Sequence[str] | None
) -> dict[str, Any]:
    flip = event.flip
    found: dict[str, Any] = {"flip": flip, "chicken": None, "gold": False, "kind": None}
    if flip is not None:
        found["chicken"] = chicken_of(flip)
    if settlement is None:
        return found | {"totals": None, "ledger": None}
    position = settlement.position
    common = {"1s", "8p"} if position.rules.wugu else {"1s"}
    ledger = {lang: _ledger(settlement, lang, given) for lang in ("zh", "en")}
    return found | {
        "kind": position.end.kind,
        "gold": found["chicken"] in common,
        "totals": list(settlement.totals),
        "ledger": ledger,
    }


def _ledger(settlement: Settlement, lang: Lang, given: Sequence[str] | None) -> dict[str, Any]:
    ledger = ledger_of(settlement, lang, given)
    return {
        "story": ledger.story,
        "groups": [
            {
                "item": group.item,
                "title": group.title,
                "rows": [row._asdict() for row in group.rows],
            }
            for group in ledger.groups
        ],
        "notes": ledger.notes,
    }
