"""``zhuoji view``: the hands of a log as a web page."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from zhuoji_fast.cli.common import (
    HandOption,
    Lang,
    LangOption,
    LogArgument,
    binary_input,
    binary_output,
    detect_lang,
)

__all__ = ["view"]


def view(
    log: LogArgument,
    *,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where to write the page, or - for standard output.",
            show_default=False,
        ),
    ],
    hand: HandOption = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="N",
            min=0,
            max=3,
            help="Open with the view of seat N, the others' tiles face down.",
            show_default=False,
        ),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Write a page on which the hands of a log can be watched step by step.

    One file that loads nothing: table, melds, rivers, waits, and in the end the ledger in words.
    """
    from zhuoji_fast.log_source import replacing  # noqa: PLC0415

    _not_the_same(log, output)
    page = _page(log, hand, detect_lang(lang), seat).encode()
    if output == "-":
        binary_output().write(page)
        sys.stdout.flush()
        return
    with replacing(output) as file:
        file.write(page)


def _not_the_same(log: str, output: str) -> None:
    """Refuse to put the page in the place of its log."""
    from zhuoji_fast.errors import ZhuojiError  # noqa: PLC0415

    if "-" in (log, output):
        return
    try:
        same = Path(output).is_file() and Path(output).samefile(log)
    except (OSError, ValueError):
        return  # whoever opens them says why
    if same:
        raise ZhuojiError(f"{output}: the page would take the place of its log")


def _page(log: str, hand: int | None, lang: Lang, seat: int | None) -> str:
    from zhuoji_fast.errors import LogError, ZhuojiError  # noqa: PLC0415
    from zhuoji_fast.viewer.page import log_page  # noqa: PLC0415

    try:
        if log != "-":
            return log_page(Path(log), hand=hand, lang=lang.value, seat=seat)
        with binary_input(log) as source:
            return log_page(source, hand=hand, lang=lang.value, seat=seat)
    except LogError:
        raise
    except ZhuojiError as error:
        raise ZhuojiError(f"{log}: {error}") from None
