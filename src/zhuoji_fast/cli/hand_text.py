"""What text output says of a hand: coloured tables on a terminal, plain columns in a pipe."""

import re
from collections.abc import Iterable, Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zhuoji_fast.cli.common import Lang, Look, print_rich
from zhuoji_fast.hand import Hand, UsefulTile
from zhuoji_fast.options import FANS
from zhuoji_fast.patterns import Pattern
from zhuoji_fast.tiles import glyph, tile_text

__all__ = ["Printer", "pattern_names", "print_hand"]

_WORDS: dict[Lang, dict[str, str]] = {
    Lang.en: {
        "finished": "finished",
        "ting": "ting",
        "quad": "quad made by this tile",
        "total": "total {tiles} (kinds: {kinds})",
    },
    Lang.zh: {
        "hand": "手牌",
        "shanten": "向听",
        "finished": "已成牌",
        "ting": "听牌",
        "patterns": "牌型",
        "reading": "拆牌",
        "wait": "听张",
        "left": "余张",
        "useful": "进张",
        "throw": "打牌",
        "quad": "此张凑成四张",
        "total": "共 {tiles} 张 ({kinds} 种)",
    },
}
_SUIT_STYLES = {"m": "red", "p": "cyan", "s": "green"}
_TILES = re.compile(r"[-+]?[1-9]+([mps])")


def pattern_names(pattern: Pattern) -> list[str]:
    """Name the patterns of a hand as the rules do.

    Of each of the two shapes only the finer pattern is named: all triplets also are sets, a
    dragon also is seven pairs.

    Examples
    --------
    >>> pattern_names(Pattern.SETS | Pattern.SEVEN_PAIRS | Pattern.DRAGON | Pattern.ONE_SUIT)
    ['flush', 'flush_dragon']
    """
    flush = Pattern.ONE_SUIT in pattern
    names = []
    if Pattern.TRIPLETS in pattern:
        names.append("flush_triplets" if flush else "all_triplets")
    elif Pattern.SETS in pattern:
        names.append("flush" if flush else "ping")
    if Pattern.LONE_PAIR in pattern:
        names.append("flush_single_wait" if flush else "single_wait")
    if Pattern.DRAGON in pattern:
        names.append("flush_dragon" if flush else "dragon_pairs")
    elif Pattern.SEVEN_PAIRS in pattern:
        names.append("flush_pairs" if flush else "seven_pairs")
    return names


class Printer:
    """Words and looks of one answer."""

    def __init__(self, lang: Lang, look: Look) -> None:
        self.words: Mapping[str, str] = _WORDS[lang]
        self.glyphs = look.glyphs
        self.names = {fan.name: fan.zh for fan in FANS} if lang is Lang.zh else {}

    def word(self, key: str) -> str:
        """Translate one of the words; those that are missing stay as they are."""
        return self.words.get(key, key)

    def tiles(self, text: str) -> Text:
        """Colour tile text by suit."""
        styled = Text(text)
        for found in _TILES.finditer(text):
            styled.stylize(_SUIT_STYLES[found[1]], found.start(), found.end())
        return styled

    def tile(self, tile: int) -> Text:
        """Write one tile, with its glyph where there are glyphs."""
        text = tile_text(tile)
        return self.tiles(f"{glyph(tile)} {text}" if self.glyphs else text)

    def draws(self, draws: Iterable[UsefulTile]) -> Text:
        """Write useful tiles with their number left, such as ``3p:4 6p:2``."""
        parts = []
        for tile, unseen in draws:
            part = self.tiles(f"{tile_text(tile)}:{unseen}")
            if not unseen:
                part.stylize("dim")
            parts.append(part)
        return Text(" ").join(parts)

    def patterns(self, pattern: Pattern) -> Text:
        """Write the patterns by their names."""
        names = [self.names.get(name, name) for name in pattern_names(pattern)]
        if Pattern.DRAGON_ON_WAIT in pattern:
            names[-1] += f" ({self.word('quad')})"
        return Text(", ".join(names))

    def table(self, *columns: str) -> Table:
        """Make a table without lines; columns whose key is ``left`` or ``shanten`` are numbers."""
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for column in columns:
            number = column in {"left", "shanten"}
            table.add_column(
                self.word(column), justify="right" if number else "left", overflow="fold"
            )
        return table

    def head(self, hand: Hand) -> Table:
        """Write the hand, its shanten and, if it is finished, its patterns."""
        head = Table.grid(padding=(0, 2, 0, 0))
        head.add_row(Text(self.word("hand"), "bold"), self.tiles(hand.text))
        if self.glyphs:
            head.add_row("", Text(hand.glyphs))
        shanten = hand.shanten
        meaning = {-1: "finished", 0: "ting"}.get(shanten) if hand.size == 13 or shanten else None
        known = f" ({self.word(meaning)})" if meaning else ""
        head.add_row(Text(self.word("shanten"), "bold"), f"{shanten}{known}")
        if shanten < 0:
            head.add_row(Text(self.word("patterns"), "bold"), self.patterns(hand.patterns()))
        return head


def print_hand(hand: Hand, seen: bytes | None, lang: Lang, look: Look) -> None:
    """Print all of a hand; `seen` are the counts of tiles visible elsewhere."""
    printer = Printer(lang, look)
    parts: list[RenderableType] = [printer.head(hand), ""]
    if hand.size == 13:
        parts += (_useful if hand.shanten else _waits)(hand, seen, printer)
    else:
        if hand.shanten < 0:
            parts += [_readings(hand, printer), ""]
        parts.append(_throws(hand, seen, printer))
    print_rich(parts, look)


def _waits(hand: Hand, seen: bytes | None, printer: Printer) -> list[RenderableType]:
    table = printer.table("wait", "left", "patterns")
    patterns = dict(hand.wait_patterns)
    left = hand.left(seen)
    for tile, unseen in left:
        style = None if unseen else "dim"
        table.add_row(
            printer.tile(tile), str(unseen), printer.patterns(patterns[tile]), style=style
        )
    total = sum([wait.unseen for wait in left])
    return [table, "", printer.word("total").format(tiles=total, kinds=len(left))]


def _useful(hand: Hand, seen: bytes | None, printer: Printer) -> list[RenderableType]:
    useful = hand.useful_tiles(seen)
    table = printer.table("useful")
    table.add_row(printer.draws(useful))
    total = sum([draw.unseen for draw in useful])
    return [table, "", printer.word("total").format(tiles=total, kinds=len(useful))]


def _readings(hand: Hand, printer: Printer) -> Table:
    table = printer.table("reading")
    for reading in hand.decompositions():
        table.add_row(printer.tiles(reading.text))
    return table


def _throws(hand: Hand, seen: bytes | None, printer: Printer) -> Table:
    table = printer.table("throw", "shanten", "left", "useful")
    for throw in hand.discards(seen):
        table.add_row(
            printer.tile(throw.tile),
            str(throw.shanten),
            str(throw.tiles),
            printer.draws(throw.useful),
        )
    return table
