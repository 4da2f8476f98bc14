"""说账: a settlement as text that the players of a table can check line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from zhuoji_fast.explain_lines import LineText, steps_sum
from zhuoji_fast.explain_words import ITEMS, PRESETS
from zhuoji_fast.melds import MeldKind

if TYPE_CHECKING:
    from zhuoji_fast.position import WinRecord
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.settlement import Settlement, Steps

__all__ = ["Lang", "explain", "line_texts", "steps_text"]

Lang = Literal["zh", "en"]
"""Languages of the texts."""

MARKS = ("heavenly", "first_draw", "kong_bloom", "first_discard")


def explain(
    settlement: Settlement, lang: Lang = "zh", *, names: Sequence[str] | None = None
) -> str:
    """说账: write a settlement as text.

    What happened, then the lines of the ledger by item, the totals, and what is not paid and why.
    Each line names payer, payee, tile and rule, and shows the arithmetic up to the amount.

    Parameters
    ----------
    settlement : Settlement
        What :func:`~zhuoji_fast.settle` gives.
    lang : {"zh", "en"}
        Language of the text.
    names : sequence of str, optional
        A name for each seat in place of its number.

    Returns
    -------
    str
        Lines of text, without a newline at the end.

    Raises
    ------
    ZhuojiError
        Another language, or names for another number of seats.
    WrongTypeError
        Values of the wrong type.

    Examples
    --------
    >>> from zhuoji_fast.settlement import settle
    >>> settlement = settle({
    ...     "rules": "guiyang_classic", "base": 5, "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... })
    >>> print(explain(settlement, "en", names=["Ann", "Bo", "Cai", "Deng"]))
    Rules: guiyang_classic, base 5, Ann deals.
    Ann wins by self-draw of 4 dots: plain hand.
    Ann waits for 1 dots, 4 dots; Cai waits for 4 bamboo, 7 bamboo; not ting: Bo, Deng.
    The wall is empty, no tile is turned.
    <BLANKLINE>
    Wins:
      Bo pays 10 to Ann: Ann draws 4 dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
      Cai pays 10 to Ann: Ann draws 4 dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
      Deng pays 10 to Ann: Ann draws 4 dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
    <BLANKLINE>
    Totals:
      Ann +30
      Bo −10
      Cai −10
      Deng −10
    <BLANKLINE>
    Not paid:
      Not ting, so nothing for kongs and chickens: Bo, Deng.
    """
    text = _Report(settlement, lang, names)
    sections = [[*text.story()], *text.groups(), text.totals()]
    notes = [f"  {note}" for note in text.notes()]
    if notes:
        sections.append([text.head(text.words["notes"]), *notes])
    return "\n\n".join(["\n".join(section) for section in sections])


def line_texts(
    settlement: Settlement, lang: Lang = "zh", *, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """说账: write each line of a settlement as one line of text.

    Parameters
    ----------
    settlement, lang, names
        As for :func:`explain`, with its errors.

    Returns
    -------
    tuple of str
        One for each of :attr:`Settlement.lines`, in their order.

    Examples
    --------
    >>> from zhuoji_fast.settlement import settle
    >>> settlement = settle({
    ...     "rules": "duyun", "dealer": 0,
    ...     "seats": [{"hand": "2345675566m999m"}, {"hand": "12345689m23499s"},
    ...               {"hand": "11128m457p45567s"}, {"hand": "3m12456679p3457s"}],
    ...     "end": {"kind": "exhausted"},
    ... })
    >>> line_texts(settlement)[0]
    '2号位付0号位 10 分：2号位没叫，0号位叫牌最大的是五万；清一色 10'
    """
    text = LineText(settlement, lang, names)
    return tuple([text.line(line) for line in settlement.lines])


def steps_text(
    steps: Steps,
    rules: Rules,
    lang: Lang = "zh",
    *,
    declared: str | None = None,
    players: int = 4,
) -> str:
    """说账: write the steps of a win's value as a sum.

    Parameters
    ----------
    steps : tuple of (str, int)
        As a win's line and :func:`~zhuoji_fast.value` have them.
    rules : Rules
        Those under which it was valued.
    lang : {"zh", "en"}
        Language of the text.
    declared : {"hard", "soft"} or None
        How the winner has declared.
    players : int
        Players at the table.

    Returns
    -------
    str
        The sum; where a step lifts the value to a floor, with that in brackets.

    Examples
    --------
    >>> from zhuoji_fast.rules import Rules
    >>> steps_text((("flush", 10), ("self_draw", 1), ("kong_bloom", 1)), Rules.preset("duyun"))
    '清一色 10 + 自摸 1 + 杠上开花 1 = 12'
    """
    return steps_sum(steps, rules, lang, declared, players)


class _Report(LineText):
    """The whole text of a settlement, section by section."""

    def head(self, title: str) -> str:
        return self.words["head"].format(title)

    def sentence(self, key: str, **values: object) -> str:
        """Fill a template of a whole sentence; English ones begin with a capital."""
        text = self.words[key].format(comma=self.words["comma"], **values)
        return text[:1].upper() + text[1:]

    # ------------------------------------------------------------ what happened

    def story(self) -> Iterator[str]:
        position = self.position
        streak = self.words["streak"].format(position.streak) if position.streak else ""
        yield self.sentence(
            "title",
            rules=self._rules(),
            base=position.base,
            dealer=self.names[position.dealer],
            streak=streak,
        )
        if position.end.kind == "exhausted":
            yield self.sentence("end_exhausted")
        elif position.end.seat is not None:
            yield self.sentence("end_dead_hand", seat=self.names[position.end.seat])
        for win, worth in zip(position.end.wins, self.settlement.wins, strict=True):
            yield self._win_sentence(win, worth.pattern)
        yield self._ready()
        if position.end.kind == "win":
            yield self._turned()

    def _rules(self) -> str:
        value = self.rules.to_value()
        preset = value if isinstance(value, str) else str(value["preset"])
        name = PRESETS[preset] if self.lang == "zh" else preset
        return name if isinstance(value, str) else self.words["changed"].format(name)

    def _win_sentence(self, win: WinRecord, pattern: str) -> str:
        marks = [self.words[f"mark_{mark}"] for mark in MARKS if getattr(win, mark)]
        if win.kong is not None:
            marks.append(self.words["mark_hot_shot"].format(kong=self.tile(win.kong)))
        if self.position.seats[win.seat].declared:
            marks.append(self.words["declared"])
        return self.sentence(
            f"won_{win.by}",
            winner=self.names[win.seat],
            thrower="" if win.source is None else self.names[win.source],
            tile=self.tile(win.tile),
            pattern=self.pattern(pattern) + self.remark(self.words["comma"].join(marks)),
        )

    def _ready(self) -> str:
        """Say who waits for what."""
        parts = []
        for number, waits in enumerate(self.settlement.waits):
            if waits:
                tiles = self.words["list"].join([self.tile(tile) for tile in waits])
                parts.append(self.words["ting"].format(seat=self.names[number], tiles=tiles))
        dead = [number for number, seat in enumerate(self.position.seats) if seat.dead]
        unready = [n for n, ting in enumerate(self.ting) if not ting and n not in dead]
        if unready:
            parts.append(self.words["unready"].format(seats=self.seats(unready)))
        if dead:
            parts.append(self.words["dead"].format(seats=self.seats(dead)))
        text = self.words["then"].join(parts) + self.words["stop"]
        return text[:1].upper() + text[1:]

    def _turned(self) -> str:
        flip, chicken = self.position.flip, self.chicken
        if flip is None or chicken is None:
            return self.sentence("no_flip")
        if self.is_common(chicken):
            return self.sentence("turned_gold", turned=self.tile(flip), chicken=self.kind(chicken))
        return self.sentence("turned", turned=self.tile(flip), chicken=self.tile(chicken))

    # ------------------------------------------------------------ money

    def groups(self) -> Iterator[list[str]]:
        """Give the lines of each item that has any, below its title."""
        for item, title in ITEMS[self.lang].items():
            lines = [f"  {self.line(line)}" for line in self.settlement.lines if line.item == item]
            if lines:
                yield [self.head(title), *lines]

    def totals(self) -> list[str]:
        found = [self.head(self.words["total"])]
        for number, total in enumerate(self.settlement.totals):
            sign = "+" if total > 0 else "−" if total < 0 else ""
            found.append(f"  {self.names[number]} {sign}{abs(total)}")
        return found

    # ------------------------------------------------------------ what is not paid

    def notes(self) -> Iterator[str]:
        if self.position.end.kind == "win":
            yield from self._unpaid_wins()
            yield from self._burnt()
            yield from self._late()
            unready = [number for number, ting in enumerate(self.ting) if not ting]
            if unready:
                yield self.sentence("not_ting_notes", seats=self.seats(unready))
        elif self.position.end.kind == "exhausted":
            if not any(self.ting):
                yield self.sentence("nobody_ready")
            elif all(self.ting):
                yield self.sentence("everybody_ready")
            elif self.rules.exhausted == "none":
                yield self.sentence("no_exhausted")
            if any(meld.kind is not MeldKind.PONG for s in self.position.seats for meld in s.melds):
                yield self.sentence("no_kongs")

    def _unpaid_wins(self) -> Iterator[str]:
        for win, worth in zip(self.position.end.wins, self.settlement.wins, strict=True):
            for payer, (value, steps) in worth.values.items():
                if not value:
                    yield self.sentence(
                        "worth_nothing",
                        payer=self.names[payer],
                        payee=self.names[win.seat],
                        formula=self.formula(self.steps(win, steps)),
                    )

    def _burnt(self) -> Iterator[str]:
        """Say what robbed players and throwers of hot shots lose."""
        said = set()
        for win in self.position.end.wins:
            if win.source is None:
                continue
            values = {"seat": self.names[win.source]}
            if win.by == "robbed_kong" and self.rules.robbed_kong_burns == "all":
                said.add(self.sentence("burnt_robbed", **values))
            elif win.kong is not None and self.rules.hot_shot_burns == "all":
                said.add(self.sentence("burnt_hot_shot", **values))
            elif win.kong is not None and self.rules.hot_shot_burns == "kong":
                said.add(self.sentence("burnt_kong", tile=self.tile(win.kong), **values))
        yield from sorted(said)

    def _late(self) -> Iterator[str]:
        for number, seat in enumerate(self.position.seats):
            for meld in seat.melds:
                if meld.late:
                    yield self.sentence(
                        "late_kong", seat=self.names[number], tile=self.tile(meld.tile)
                    )
