"""``zhuoji analyze``: shanten, waits, useful tiles and throws of one hand or of many."""

from typing import Annotated

import typer

from zhuoji_fast.cli.common import (
    BAD_LINES,
    ColorOption,
    JsonOption,
    LangOption,
    binary_input,
    detect_lang,
    detect_look,
    join_words,
    print_json,
    stream_json_lines,
)
from zhuoji_fast.errors import ZhuojiError

__all__ = ["analyze"]


def analyze(
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND",
            help="Concealed tiles, then melds in brackets; or - to read hands from standard input.",
            show_default=False,
        ),
    ],
    seen: Annotated[
        str,
        typer.Option(
            "--seen",
            metavar="TILES",
            help="Tiles seen elsewhere: rivers and the melds of others.",
            show_default=False,
        ),
    ] = "",
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Shanten, waits, useful tiles and throws of a hand.

    13 tiles give the waits or the useful tiles, 14 the throws, best first, and a finished hand
    its readings and patterns too; a meld counts 3. Melds are quoted, since brackets mean
    something to the shell:

    \b
        zhuoji analyze '123m45p11s [999p] [-2222s]'

    With - as HAND each line of standard input is a hand, each answer a line of JSON.
    """
    text = join_words(hand)
    from zhuoji_fast.cli.hand_json import answer  # noqa: PLC0415
    from zhuoji_fast.hand import Hand  # noqa: PLC0415
    from zhuoji_fast.tiles import counts_bytes  # noqa: PLC0415

    elsewhere = counts_bytes(seen, "--seen", empty=True) if seen.strip() else None
    if "-" in hand:
        if len(hand) > 1:
            raise ZhuojiError(f"{text!r}: '-' stands alone, with the hands on standard input")
        with binary_input("-") as source:
            good = stream_json_lines(source, lambda line: answer(Hand(line), elsewhere))
        if not good:
            raise typer.Exit(BAD_LINES)
    elif as_json:
        print_json(answer(Hand(text), elsewhere))
    else:
        from zhuoji_fast.cli.hand_text import print_hand  # noqa: PLC0415

        print_hand(Hand(text), elsewhere, detect_lang(lang), detect_look(color))
