"""What text output says of compared actions."""

from collections.abc import Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zhuoji_fast.actions import Action
from zhuoji_fast.cli.common import Lang, Look, print_rich
from zhuoji_fast.cli.hand_text import Printer
from zhuoji_fast.comparison import Compared, Comparison
from zhuoji_fast.estimates import Interval
from zhuoji_fast.hand import Hand
from zhuoji_fast.melds import Meld
from zhuoji_fast.tiles import tile_name
from zhuoji_fast.view import View

__all__ = ["action_words", "print_comparison"]

_WORDS: Mapping[Lang, Mapping[str, str]] = {
    Lang.en: {
        "head": "seat {seat}, {wall} tiles in the wall: {asked}",
        "discard": "own turn",
        "claim": "{tile} of seat {source}",
        "rob": "{tile} added to a pong by seat {source}",
        "declare": "before the dealer draws",
        "action": "action",
        "score": "score",
        "win": "win",
        "deal_in": "deal-in",
        "ting": "ting",
        "difference": "difference",
        "rollouts": "rollouts",
        "best": "best",
        "dropped": "× dropped early: clearly worse than the best",
        "one": "1 action, {n} rollouts, seed {seed}",
        "many": "{actions} actions, {n} rollouts of each, seed {seed}",
        "policies": "played on by {policies}; {belief}",
        "belief": "deals by the belief {belief}",
        "effective": "deals by the belief {belief}, worth {effective} of equal weight",
        "even": "all deals of the hidden tiles equally likely",
        "unit_score": "score and difference in points a hand, ± to {confidence} %; "
        "win, deal-in, ting in %",
        "unit_win": "win and difference, ± to {confidence} %, deal-in, ting in %; "
        "score in points a hand",
        "half_width": "stopped at the half width asked for",
        "seconds": "stopped by the time: not reproducible",
        "interrupted": "interrupted: not reproducible",
    },
    Lang.zh: {
        "head": "座位 {seat}，牌墙余 {wall} 张：{asked}",
        "discard": "自己出牌",
        "claim": "座位 {source} 打 {tile}",
        "rob": "座位 {source} 转弯豆 {tile}",
        "declare": "庄家摸牌之前",
        "action": "动作",
        "score": "得分",
        "win": "胡牌",
        "deal_in": "点炮",
        "ting": "听牌",
        "difference": "与最好之差",
        "rollouts": "局数",
        "best": "最好",
        "dropped": "× 中途放弃：明显不如最好的",
        "one": "1 个动作，推演 {n} 局，种子 {seed}",
        "many": "{actions} 个动作，各推演 {n} 局，种子 {seed}",
        "policies": "由 {policies} 打到局终；{belief}",
        "belief": "暗牌按 {belief} 推测",
        "effective": "暗牌按 {belief} 推测，合等权 {effective} 局",
        "even": "暗牌各种分法机会均等",
        "unit_score": "得分与差为每局分数，± 为 {confidence} % 区间；胡牌、点炮、听牌为 %",
        "unit_win": "胡牌与差（± 为 {confidence} % 区间）、点炮、听牌为 %；得分为每局分数",
        "half_width": "已达所求的区间宽度",
        "seconds": "到时停止：不能重现",
        "interrupted": "中断：不能重现",
    },
}
_ZH_ACTIONS: Mapping[Action, str] = {
    Action.DISCARD: "打",
    Action.CONCEALED_KONG: "闷豆",
    Action.ADDED_KONG: "转弯豆",
    Action.PONG: "碰",
    Action.EXPOSED_KONG: "点豆",
    Action.WIN: "胡",
    Action.PASS: "过",
    Action.DECLARE: "报听",
}
_DROPPED = "×"
_MOST_DIGITS = 6


def action_words(action: int, text: str, lang: Lang) -> str:
    """Name an action; `text` is its text in English.

    Examples
    --------
    >>> action_words(4, "discard 5m", Lang.zh), action_words(84, "pass", Lang.zh)
    ('打五万', '过')
    """
    if lang is Lang.en:
        return text.replace("_", " ")
    kind = max([one for one in Action if one <= action])
    return _ZH_ACTIONS[kind] + (tile_name(action - kind) if action < Action.PONG else "")


def print_comparison(view: View, result: Comparison, lang: Lang, look: Look) -> None:
    """Print the actions, best first, and what they were played with."""
    words = _WORDS[lang]
    parts: list[RenderableType] = [
        Text(_head(view, words, lang), "bold"),
        _hand(view, Printer(lang, look)),
        "",
        _table(result, words, lang, look),
        "",
    ]
    notes = _notes(result, words)
    late = words.get(result.stopped)
    parts += [Text(note) for note in notes]
    if late is not None:
        parts.append(Text(late, "yellow" if look.color and not result.reproducible else ""))
    print_rich(parts, look)


def _head(view: View, words: Mapping[str, str], lang: Lang) -> str:
    turn = view.turn
    assert turn is not None
    tile = "" if turn.tile is None else tile_name(turn.tile) if lang is Lang.zh else turn.tile
    asked = words[turn.kind].format(tile=tile, source=turn.source)
    return words["head"].format(seat=view.seat, wall=view.wall, asked=asked)


def _hand(view: View, printer: Printer) -> Text:
    """The concealed tiles and melds of the seat."""
    melds = "".join([f" {Meld(meld.kind, meld.tile)}" for meld in view.seats[view.seat].melds])
    hand = Hand(view.hand + melds)
    text = printer.tiles(hand.text)
    return text.append(f"  {hand.glyphs}") if printer.glyphs else text


def _table(result: Comparison, words: Mapping[str, str], lang: Lang, look: Look) -> Table:
    """One row an action. Numbers are never cut short; in a narrow terminal the actions wrap."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(words["action"], overflow="fold")
    for name in ("score", "win", "deal_in", "ting", "difference", "rollouts"):
        table.add_column(words[name], justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    digits = _digits(result)
    for place, one in enumerate(result.actions):
        table.add_row(
            action_words(one.action, one.text, lang),
            *_numbers(one, result.objective, digits, words["best"] if place == 0 else None),
            _DROPPED if one.dropped else "",
            style="bold" if place == 0 else "dim" if one.dropped and look.color else "",
        )
    return table


def _digits(result: Comparison) -> int:
    """Decimals that show the narrowest interval with two digits."""
    factor = 100 if result.objective == "win" else 1
    halves = [factor * one.difference.half for one in result.actions if one.difference.half]
    halves.append(factor * getattr(result.actions[0].estimate, result.objective).half)
    digits = 2
    while digits < _MOST_DIGITS and min(halves) < 10 ** (1 - digits):
        digits += 1
    return digits


def _numbers(one: Compared, objective: str, digits: int, best: str | None) -> list[str]:
    """The cells of a row; what is compared has its interval."""
    estimate = one.estimate
    share = objective == "win"
    score, win = estimate.score, estimate.win
    return [
        f"{score.value:+.2f}" if share else _around(score, 1, digits, "+"),
        _around(win, 100, digits, "") if share else f"{100 * win.value:.2f}",
        f"{100 * estimate.deal_in.value:.2f}",
        f"{100 * estimate.ting.value:.2f}",
        best or _around(one.difference, 100 if share else 1, digits, "+"),
        f"{estimate.n:,}",
    ]


def _around(interval: Interval, factor: int, digits: int, sign: str) -> str:
    return f"{factor * interval.value:{sign}.{digits}f} ± {factor * interval.half:.{digits}f}"


def _notes(result: Comparison, words: Mapping[str, str]) -> list[str]:
    best = result.actions[0].estimate
    number = len(result.actions)
    head = words["one" if number == 1 else "many"]
    names = best.policies if len(set(best.policies)) > 1 else best.policies[:1]
    belief = words["even"]
    if best.belief is not None:
        even = best.weight == best.n
        belief = words["belief" if even else "effective"].format(
            belief=best.belief, effective=f"{best.effective:,.0f}"
        )
    notes = [
        head.format(actions=number, n=f"{result.n:,}", seed=result.seed),
        words["policies"].format(policies=", ".join(names), belief=belief),
        words[f"unit_{result.objective}"].format(confidence=f"{100 * best.confidence:g}"),
    ]
    if any(one.dropped for one in result.actions):
        notes.append(words["dropped"])
    return notes
