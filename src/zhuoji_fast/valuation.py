"""胡牌分: what a finished hand is worth in a given situation, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from zhuoji_fast._core import positions
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.hand import Hand
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.rules import Rules
from zhuoji_fast.settlement import PATTERNS, Steps, named_steps
from zhuoji_fast.tiles import tile_index, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.tiles import Tile

__all__ = ["Value", "value"]

By = Literal["self_draw", "discard", "robbed_kong"]
Declared = Literal["hard", "soft"]

_BY = ("self_draw", "discard", "robbed_kong")
_DECLARED = ("hard", "soft")
_DEALER = ("winner", "payer")
_MARKS = {
    "kong_bloom": "self_draw",
    "first_draw": "self_draw",
    "heavenly": "self_draw",
    "first_discard": "discard",
    "hot_shot": "discard",
}
_PASSPORTS = {MeldKind.EXPOSED_KONG: 1, MeldKind.CONCEALED_KONG: 2, MeldKind.ADDED_KONG: 4}
_STREAK = 1000


class Value(msgspec.Struct, frozen=True):
    """胡牌分: what a win is worth, a frozen value; in units, before the base.

    Attributes
    ----------
    pattern : str
        The pattern that counts.
    permitted : bool
        Whether the rules let the hand win so; a plain hand may need a passport or a waiver.
    values : dict of str to tuple
        Value and steps for each kind of payer. ``"payer"`` is the one that the situation
        describes: the discarder, the robbed player, or on a self-draw the loser who has declared
        or deals. ``"other"`` is each further payer of a self-draw, who does neither.
    payers : dict of str to int
        How many players of each kind pay.
    total : int
        What the winner gets from all of them.

    Examples
    --------
    >>> worth = value("123m345m567p23p55s", "4p", "guiyang_classic", dealer="payer")
    >>> worth.values["payer"], worth.values["other"]
    ((2, (('ping', 1), ('dealer', 1))), (1, (('ping', 1),)))
    >>> worth.payers, worth.total
    ({'payer': 1, 'other': 2}, 4)
    """

    pattern: str
    permitted: bool
    values: dict[str, tuple[int, Steps]]
    payers: dict[str, int]
    total: int

    def to_dict(self) -> dict[str, Any]:
        """Give the value as plain data for JSON."""
        values = {
            kind: [amount, [list(step) for step in steps]]
            for kind, (amount, steps) in self.values.items()
        }
        return {
            "pattern": self.pattern,
            "permitted": self.permitted,
            "values": values,
            "payers": dict(self.payers),
            "total": self.total,
        }


def _word(name: str, given: object, allowed: tuple[str, ...], optional: bool = True) -> int:
    """Code of a word: 0 for None where that is allowed, else its place counted from 1."""
    if given is None and optional:
        return 0
    if not isinstance(given, str):
        raise WrongTypeError(f"{name} must be text, not {type(given).__name__}")
    if given not in allowed:
        none = " or None" if optional else ""
        raise ZhuojiError(f"{name} {given!r}: expected {', '.join(allowed)}{none}")
    return allowed.index(given) + 1


def _number(name: str, given: object, low: int, high: int) -> int:
    if type(given) is not int:
        raise WrongTypeError(f"{name} must be a whole number, not {type(given).__name__}")
    if not low <= given <= high:
        raise ZhuojiError(f"{name} {given}: expected {low} to {high}")
    return given


def _marks(by: str, marks: dict[str, bool]) -> None:
    for mark, given in marks.items():
        if not isinstance(given, bool):
            raise WrongTypeError(f"{mark} must be True or False, not {type(given).__name__}")
        if given and by != _MARKS[mark]:
            raise ZhuojiError(f"{mark}: only with by {_MARKS[mark]}, not {by}")
    opening = marks["heavenly"] + marks["first_draw"]
    if opening + marks["kong_bloom"] > 1:
        raise ZhuojiError("kong_bloom, first_draw and heavenly: only one of them at a time")


def _dealer(given: int, marks: dict[str, bool]) -> int:
    """Fill in whom a mark makes the dealer; the code is 1 for the winner, 2 for the payer."""
    if marks["heavenly"]:
        if given == 2:
            raise ZhuojiError("heavenly: the winner deals, dealer must be winner or None")
        return 1
    if marks["first_discard"]:
        if given == 1:
            raise ZhuojiError("first_discard: the payer deals, dealer must be payer or None")
        return 2
    if marks["first_draw"] and given == 1:
        raise ZhuojiError("first_draw: the winner does not deal")
    return given


def _payers(players: int, by: str, same: bool) -> dict[str, int]:
    others = players - 2
    if by != "self_draw" or others == 0:
        return {"payer": 1}
    return {"payer": 1 + others} if same else {"payer": 1, "other": others}


def value(
    hand: Hand | str,
    tile: Tile,
    rules: Rules | str | dict[str, Any] = "guiyang",
    *,
    by: By = "self_draw",
    kong_bloom: bool = False,
    first_draw: bool = False,
    heavenly: bool = False,
    first_discard: bool = False,
    hot_shot: bool = False,
    declared: Declared | None = None,
    payer_declared: Declared | None = None,
    dealer: Literal["winner", "payer"] | None = None,
    streak: int = 0,
    players: int | None = None,
) -> Value:
    """胡牌分: what finishing a hand with a tile is worth (rules R-VAL-1 to R-VAL-16).

    The situation is taken as given: whether the hand could have come into it is not asked.

    Parameters
    ----------
    hand : Hand or str
        The 13 tiles before the win, melds included: ``"123m45p11s [999p] [-2222m]"``.
    tile : str or int
        The winning tile, text or index.
    rules : Rules, str or dict
        Rules, a preset's name, or a preset with changes.
    by : {"self_draw", "discard", "robbed_kong"}
        自摸, 点炮 or 抢杠.
    kong_bloom, first_draw, heavenly : bool
        Marks of a self-draw: 杠上开花; a non-dealer's first draw before any call; 天胡.
    first_discard, hot_shot : bool
        Marks of a discard: the dealer's first; right after the thrower's kong (热炮).
    declared, payer_declared : {"hard", "soft"} or None
        Whether the winner, and the payer, have declared (报听).
    dealer : {"winner", "payer"} or None
        Who of them deals; filled in where a mark says it.
    streak : int
        Hands the dealer has already held in a row, 0 to 1,000.
    players : int, optional
        Players at the table; four, or the most that the rules allow.

    Returns
    -------
    Value
        Pattern, and value and steps for each kind of payer.

    Raises
    ------
    ZhuojiError
        A hand that the tile does not finish, marks that contradict each other or the rules,
        values that are not allowed.
    WrongTypeError
        Values of the wrong type.

    Examples
    --------
    清一色 in 杠上开花, by the first of R1's two methods (减底):

    >>> worth = value("34566m99m [-2222m] [777m]", "6m", "duyun", kong_bloom=True)
    >>> worth.values["payer"]
    (12, (('flush', 10), ('self_draw', 1), ('kong_bloom', 1)))
    >>> worth.total, worth.payers
    (36, {'payer': 3})

    A self-draw while one loser has declared and pays for that:

    >>> value("123m345m567p23p55s", "4p", "guiyang_traditional", payer_declared="hard").values
    {'payer': (12, (('ping', 1), ('self_draw', 1), ('declared_loss', 10))), \
'other': (2, (('ping', 1), ('self_draw', 1)))}
    """
    rules = Rules.from_value(rules)
    if not isinstance(hand, Hand):
        hand = Hand(hand)
    index = tile_index(tile)
    marks = {
        "kong_bloom": kong_bloom,
        "first_draw": first_draw,
        "heavenly": heavenly,
        "first_discard": first_discard,
        "hot_shot": hot_shot,
    }
    by_code = _word("by", by, _BY, optional=False) - 1
    _marks(by, marks)
    winner = _word("declared", declared, _DECLARED)
    payer = _word("payer_declared", payer_declared, _DECLARED)
    deals = _dealer(_word("dealer", dealer, _DEALER), marks)
    _number("streak", streak, 0, _STREAK)
    number = _seats(rules, players)
    _declaring(rules, "declared", declared, deals == 1)
    _declaring(rules, "payer_declared", payer_declared, deals == 2)
    if heavenly and winner:
        raise ZhuojiError("heavenly: the dealer has not declared")
    row = _row(rules, hand, index)
    kongs = sum([_PASSPORTS.get(kind, 0) for kind in {meld.kind for meld in hand.melds}])

    def worth(payer_code: int, pays_as_dealer: bool) -> tuple[tuple[int, Steps], bool]:
        facts = (
            by_code,
            kong_bloom,
            first_draw,
            heavenly,
            first_discard,
            hot_shot,
            winner,
            payer_code,
            deals == 1,
            pays_as_dealer,
            number,
            streak,
        )
        amount, steps, permitted = positions.win_steps(rules.compiled(), row, facts, kongs)
        return (amount, named_steps(row, steps)), permitted

    described, permitted = worth(payer, deals == 2)
    payers = _payers(number, by, not payer and deals != 2)
    values = {"payer": described}
    if "other" in payers:
        values["other"] = worth(0, False)[0]
    total = sum([values[kind][0] * count for kind, count in payers.items()])
    return Value(PATTERNS[row], permitted, values, payers, total)


def _seats(rules: Rules, players: int | None) -> int:
    if players is None:
        return 4 if 4 in rules.players else max(rules.players)
    if _number("players", players, 2, 4) not in rules.players:
        allowed = " or ".join([str(number) for number in rules.players])
        raise ZhuojiError(f"players {players}: these rules are for {allowed}")
    return players


def _declaring(rules: Rules, name: str, kind: str | None, deals: bool) -> None:
    if kind is None:
        return
    if rules.declare == "off":
        raise ZhuojiError(f"{name}: these rules know no declaring (declare is off)")
    if kind == "soft" and rules.declare != "hard_soft":
        raise ZhuojiError(f"{name}: soft, with declare {rules.declare} only hard")
    if kind == "soft" and deals:
        raise ZhuojiError(f"{name}: soft, the dealer declares hard or not at all")


def _row(rules: Rules, hand: Hand, tile: int) -> int:
    waits = hand.waits
    if tile not in waits:
        found = ", ".join([tile_text(wait) for wait in waits]) or "nothing"
        raise ZhuojiError(
            f"tile {tile_text(tile)} does not finish {hand.text}, which waits for {found}"
        )
    return positions.finished_row(rules.compiled(), hand.concealed_bytes, hand.meld_bytes, tile)
