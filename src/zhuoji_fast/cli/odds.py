"""``zhuoji odds``: exact odds of one player alone, throw by throw."""

import enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zhuoji_fast.cli.common import (
    ColorOption,
    JsonOption,
    LangOption,
    detect_lang,
    detect_look,
    join_words,
    print_json,
)
from zhuoji_fast.cli.rules import read_rules
from zhuoji_fast.errors import CountsError, SearchTooLargeError

if TYPE_CHECKING:
    from zhuoji_fast.hand import Hand
    from zhuoji_fast.solo_result import SoloResult

__all__ = ["odds"]

_DRAWS = 18


class Objective(enum.StrEnum):
    """What orders the throws."""

    win = "win"
    ting = "ting"
    score = "score"


class Model(enum.StrEnum):
    """Models of the draws."""

    wall = "wall"
    put_back = "replace"
    exact = "exact"


def odds(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND",
            help="Concealed tiles, 14 or 13, then melds in brackets.",
            show_default=False,
        ),
    ],
    *,
    seen: Annotated[
        str,
        typer.Option(
            "--seen",
            metavar="TILES",
            help="Tiles seen elsewhere: rivers and the melds of others.",
            show_default=False,
        ),
    ] = "",
    draws: Annotated[
        int | None,
        typer.Option(
            "--draws", metavar="N", help=f"Draws to come. Default: {_DRAWS}, or all tiles unseen."
        ),
    ] = None,
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="RULES", help="A preset, or a .json or .toml file."),
    ] = "guiyang",
    extra: Annotated[
        int,
        typer.Option("--extra", metavar="N", help="Tiles gained beyond the shanten."),
    ] = 1,
    objective: Annotated[
        Objective, typer.Option("--objective", help="What orders the throws.")
    ] = Objective.win,
    model: Annotated[Model, typer.Option("--model", help="How tiles are drawn.")] = Model.wall,
    max_hands: Annotated[
        int,
        typer.Option("--max-hands", metavar="N", help="Hands that may be searched."),
    ] = 6_000_000,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the odds over the draws as well, a .png or .svg file.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Exact odds of winning alone, with own draws only, after each throw.

    Where the search would be too large, a smaller --extra is taken, and the output says so.

    \b
        zhuoji odds 46899m123678p222s --seen 5m5m7m --plot odds.svg
    """
    join_words(hand)
    from zhuoji_fast.hand import Hand  # noqa: PLC0415

    chosen = read_rules(rules)
    value = Hand(join_words(hand))
    unseen = _unseen(value, seen)
    if plot is not None:
        from zhuoji_fast.plots import check_path  # noqa: PLC0415

        check_path(plot)
    options: dict[str, Any] = {
        "rules": chosen,
        "objective": objective.value,
        "model": model.value,
        "max_hands": max_hands,
    }
    number = min(_DRAWS, sum(unseen)) if draws is None else draws
    result = _searched(value, unseen, number, extra, options)
    lowered = None if result.extra in {extra, None} else (extra, max_hands)
    if plot is not None:
        from zhuoji_fast.plots import save_figure, solo_figure  # noqa: PLC0415

        save_figure(solo_figure(result), plot)
    if as_json:
        print_json(result.to_dict() | {"extra_asked": extra})
        return
    from zhuoji_fast.cli.odds_text import print_odds  # noqa: PLC0415

    print_odds(value, result, lowered, detect_lang(lang), detect_look(color))


def _unseen(hand: "Hand", seen: str) -> bytes:
    """The tiles that are neither in the hand nor seen elsewhere."""
    from zhuoji_fast.tiles import COPIES, counts_bytes, tile_text  # noqa: PLC0415

    elsewhere = counts_bytes(seen, "--seen", empty=True)
    left = bytearray()
    for tile, counted in enumerate(
        zip(hand.concealed_bytes, hand.meld_bytes, elsewhere, strict=True)
    ):
        if sum(counted) > COPIES:
            raise CountsError(
                f"--seen: {counted[2]} of {tile_text(tile)} beside {counted[0] + counted[1]} in "
                f"the hand make {sum(counted)}, there are {COPIES}"
            )
        left.append(COPIES - sum(counted))
    return bytes(left)


def _searched(
    hand: "Hand", unseen: bytes, draws: int, extra: int, options: dict[str, Any]
) -> "SoloResult":
    """The result with the largest `extra` that is not too large."""
    from zhuoji_fast.solo import solo_exact  # noqa: PLC0415

    while True:
        try:
            return solo_exact(hand, unseen, draws, extra=extra, **options)
        except SearchTooLargeError:
            if extra == 0 or options["model"] == "exact":
                raise
            extra -= 1
