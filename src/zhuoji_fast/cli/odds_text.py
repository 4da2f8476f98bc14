"""What text output says of exact odds."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zhuoji_fast.cli.common import Lang, Look, print_rich
from zhuoji_fast.cli.hand_text import Printer
from zhuoji_fast.hand import Hand, UsefulTile
from zhuoji_fast.solo_result import ARRAYS, SoloResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["print_odds"]

_WORDS: dict[Lang, dict[str, str]] = {
    Lang.en: {
        "search": "{draws} draws, {unseen} tiles unseen; model {model}{extra}, {hands} {what}",
        "extra": ", extra {extra}",
        "hands": "hands",
        "states": "states",
        "lowered": "extra {asked} would search more than {most} hands, so extra {extra} is shown",
        "alone": "own draws and self-drawn wins only",
    },
    Lang.zh: {
        "throw": "打牌",
        "win": "胡牌",
        "ting": "听牌",
        "score": "期望番",
        "left": "余张",
        "useful": "进张",
        "search": "摸 {draws} 张，未见 {unseen} 张；模型 {model}{extra}，{hands} {what}",
        "extra": "，多进 {extra} 张",
        "hands": "手",
        "states": "种状态",
        "lowered": "多进 {asked} 张要搜索 {most} 手以上，改为多进 {extra} 张",
        "alone": "只算自己摸牌和自摸",
    },
}


def print_odds(
    hand: Hand, result: SoloResult, lowered: tuple[int, int] | None, lang: Lang, look: Look
) -> None:
    """Print the odds of each throw; `lowered`: the extra asked for, and the hands allowed."""
    printer = Printer(lang, look)
    words = _WORDS[lang]
    exact = result.model == "exact"
    extra = "" if exact else words["extra"].format(extra=result.extra)
    search = words["search"].format(
        draws=result.horizons[-1],
        unseen=int(result.unseen.sum()),
        model=result.model,
        extra=extra,
        hands=f"{result.hands:,}",
        what=words["states" if exact else "hands"],
    )
    parts: list[RenderableType] = [printer.head(hand), "", _table(result, printer, words), ""]
    parts.append(Text(search))
    parts.append(Text(words["alone"]))
    if lowered is not None:
        asked, most = lowered
        text = words["lowered"].format(asked=asked, most=f"{most:,}", extra=result.extra)
        parts.append(Text(text, "yellow" if look.color else ""))
    print_rich(parts, look)


def _table(result: SoloResult, printer: Printer, words: dict[str, str]) -> Table:
    """One row a throw, best first, or one for waiting."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    if result.throws:
        table.add_column(words.get("throw", "throw"))
    for name in (*ARRAYS, "left"):
        table.add_column(words.get(name, name), justify="right")
    table.add_column(words.get("useful", "useful"), overflow="fold")
    if not result.throws:
        table.add_row(*_values(result, None), *_useful(result.useful, printer))
    for throw in result.throws:
        table.add_row(
            printer.tile(throw.tile),
            *_values(result, throw.tile),
            *_useful(throw.useful, printer),
        )
    return table


def _values(result: SoloResult, tile: int | None) -> list[Text]:
    texts = []
    for name in ARRAYS:
        array: NDArray[np.float64] = getattr(result, name)
        value = float((array if tile is None else array[tile])[result.horizons[-1]])
        texts.append(
            Text(
                f"{value:.3f}" if name == "score" else f"{100 * value:.2f} %",
                "bold" if name == result.objective else "",
            )
        )
    return texts


def _useful(useful: tuple[UsefulTile, ...], printer: Printer) -> tuple[str, Text]:
    return str(sum([draw.unseen for draw in useful])), printer.draws(useful)
