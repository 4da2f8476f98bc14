"""``zhuoji value``: what finishing a hand with a tile is worth."""

import enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zhuoji_fast.cli.common import (
    ColorOption,
    JsonOption,
    Lang,
    LangOption,
    detect_lang,
    detect_look,
    join_words,
    print_json,
    print_rich,
)
from zhuoji_fast.cli.rules import read_rules

if TYPE_CHECKING:
    from rich.table import Table

    from zhuoji_fast.rules import Rules
    from zhuoji_fast.valuation import Value

__all__ = ["value"]

_HEADS = {
    "pattern": "牌型",
    "each payer": "每家",
    "payer": "付的",
    "other": "其他每家",
    "total": "合计",
    "not allowed": "不能胡",
}
_NEEDS = {
    Lang.zh: "平胡要有豆，或这种情形免豆，才能胡别人的牌",
    Lang.en: "a plain hand needs a kong of its own, or a waiver, to win on another's tile",
}


class By(enum.StrEnum):
    """How the tile is won."""

    self_draw = "self_draw"
    discard = "discard"
    robbed_kong = "robbed_kong"


class Declared(enum.StrEnum):
    """Kinds of declarations."""

    hard = "hard"
    soft = "soft"


class Dealer(enum.StrEnum):
    """Who deals."""

    winner = "winner"
    payer = "payer"


def _mark(name: str, text: str) -> Any:
    return typer.Option(name, help=text)


def value(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND",
            help="The 13 tiles before the win: concealed ones, then melds in brackets.",
            show_default=False,
        ),
    ],
    tile: Annotated[
        str, typer.Argument(metavar="TILE", help="The winning tile.", show_default=False)
    ],
    *,
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="RULES", help="A preset, or a .json or .toml file."),
    ] = "guiyang",
    by: Annotated[By, typer.Option("--by", help="How the tile is won.")] = By.self_draw,
    kong_bloom: Annotated[bool, _mark("--kong-bloom", "杠上开花: a replacement tile.")] = False,
    first_draw: Annotated[
        bool, _mark("--first-draw", "A non-dealer's first draw, before any call.")
    ] = False,
    heavenly: Annotated[bool, _mark("--heavenly", "天胡: the dealer's dealt 14.")] = False,
    first_discard: Annotated[bool, _mark("--first-discard", "The dealer's first discard.")] = False,
    hot_shot: Annotated[bool, _mark("--hot-shot", "热炮: right after the thrower's kong.")] = False,
    declared: Annotated[
        Declared | None, typer.Option("--declared", help="The winner has declared (报听).")
    ] = None,
    payer_declared: Annotated[
        Declared | None, typer.Option("--payer-declared", help="The payer has declared.")
    ] = None,
    dealer: Annotated[
        Dealer | None, typer.Option("--dealer", help="Which of them deals.", show_default=False)
    ] = None,
    streak: Annotated[
        int, typer.Option("--streak", help="Hands the dealer has held in a row before.")
    ] = 0,
    players: Annotated[
        int | None,
        typer.Option("--players", help="Players at the table. Default: four if the rules allow."),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Say what a win is worth, step by step.

    \b
        zhuoji value '34566m99m [-2222m] [777m]' 6m --rules duyun --kong-bloom
    """
    join_words([*hand, tile])  # a mistyped option may have come last
    text = join_words(hand)
    from zhuoji_fast.valuation import value as worth_of  # noqa: PLC0415

    chosen = read_rules(rules)
    worth = worth_of(
        text,
        tile,
        chosen,
        by=by.value,
        kong_bloom=kong_bloom,
        first_draw=first_draw,
        heavenly=heavenly,
        first_discard=first_discard,
        hot_shot=hot_shot,
        declared=None if declared is None else declared.value,
        payer_declared=None if payer_declared is None else payer_declared.value,
        dealer=None if dealer is None else dealer.value,
        streak=streak,
        players=players,
    )
    if as_json:
        print_json(worth.to_dict())
        return
    shown = _table(worth, chosen, declared, players, detect_lang(lang))
    print_rich([shown], detect_look(color))


def _table(
    worth: "Value", rules: "Rules", declared: Declared | None, players: int | None, lang: Lang
) -> "Table":
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from zhuoji_fast.explain import steps_text  # noqa: PLC0415
    from zhuoji_fast.explain_words import PATTERNS  # noqa: PLC0415

    table = Table.grid(padding=(0, 2, 0, 0))

    def add(head: str, body: str) -> None:
        table.add_row(Text(_HEADS[head] if lang is Lang.zh else head, "bold"), Text(body))

    number = players or (4 if 4 in rules.players else max(rules.players))
    add("pattern", PATTERNS[lang.value][worth.pattern])
    for kind, (_, steps) in worth.values.items():
        count = worth.payers[kind]
        times = (f"，{count} 家" if lang is Lang.zh else f", {count} players") if count > 1 else ""
        text = steps_text(steps, rules, lang.value, declared=declared, players=number)
        add("each payer" if kind == "payer" and count > 1 else kind, text + times)
    add("total", str(worth.total))
    if not worth.permitted:
        add("not allowed", _NEEDS[lang])
    return table
