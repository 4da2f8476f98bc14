"""说账: a settlement as text that the players of a table can check line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from zhuoji_fast.explain_lines import CHICKENS, LineText, count_tile, steps_sum
from zhuoji_fast.explain_words import ITEMS, PRESETS
from zhuoji_fast.melds import MeldKind

if TYPE_CHECKING:
    from zhuoji_fast.position import WinRecord
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.settlement import Settlement, Steps

__all__ = ["Explained", "Lang", "explain", "explained", "line_texts", "steps_text"]

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
        A name for each seat in place of its number, written as given. Where names look alike the
        number stands behind them; a seat whose name is empty keeps its number.

    Returns
    -------
    str
        Lines of text, without a newline at the end.

    Raises
    ------
    ZhuojiError
        Another language, names for another number of seats, or one with a control character.
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
    Rules: classic Guiyang (guiyang_classic), base 5, Ann deals.
    Ann wins by self-draw of 4 of dots: plain hand.
    Ann waits for 1 or 4 of dots; Cai waits for 4 or 7 of bamboos; not ting: Bo, Deng.
    The wall is empty; no tile is turned.
    <BLANKLINE>
    Wins:
      Bo pays 10 to Ann: Ann draws 4 of dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
      Cai pays 10 to Ann: Ann draws 4 of dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
      Deng pays 10 to Ann: Ann draws 4 of dots; plain hand 1 + dealer 1 = 2, 2 × base 5 = 10
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


class Explained(NamedTuple):
    """说账: the parts of an explained settlement, for those who lay it out themselves."""

    names: tuple[str, ...]
    """What each seat is called."""
    story: tuple[str, ...]
    """What happened, sentence by sentence."""
    reasons: tuple[tuple[str, str], ...]
    """For each line of the settlement why it is paid, and its arithmetic."""
    notes: tuple[str, ...]
    """What is not paid, and why."""


def explained(
    settlement: Settlement, lang: Lang = "zh", *, names: Sequence[str] | None = None
) -> Explained:
    """说账: give what :func:`explain` says in parts.

    Parameters
    ----------
    settlement, lang, names
        As for :func:`explain`, with its errors.

    Returns
    -------
    Explained
        Names, story, reasons and notes.

    Examples
    --------
    >>> from zhuoji_fast.settlement import settle
    >>> settlement = settle({
    ...     "rules": "guiyang_classic", "base": 5, "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... })
    >>> explained(settlement, "en").reasons[0]
    ('seat 0 draws 4 of dots', 'plain hand 1 + dealer 1 = 2, 2 × base 5 = 10')
    """
    text = _Report(settlement, lang, names)
    return Explained(
        text.names,
        tuple(text.story()),
        tuple([text.reason(line) for line in settlement.lines]),
        tuple(text.notes()),
    )


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
    '2号位付0号位 10 分：2号位没叫，0号位叫牌最大的是五万、六万、七万、八万；清一色 10'
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
        template = self.words[key]
        text = template.format(comma=self.words["comma"], **values)
        first = template[1 : template.index("}")] if template.startswith("{") else ""
        # What is said of a claim begins with the claimer.
        start = values.get("claimer" if first == "claim" else first, "")
        return self.capital(text, str(start))

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
            if worth.pattern == "ping" and win.source is not None:
                yield from self._waived(win)
        yield self._ready()
        if position.end.kind == "win":
            yield self._turned()

    def _rules(self) -> str:
        value = self.rules.to_value()
        preset = value if isinstance(value, str) else str(value["preset"])
        name = PRESETS[self.lang][preset]
        return name if isinstance(value, str) else self.words["changed"].format(name)

    def _win_sentence(self, win: WinRecord, pattern: str) -> str:
        marks = [self.words[f"mark_{mark}"] for mark in MARKS if getattr(win, mark)]
        if win.kong is not None:
            marks.append(self.words["mark_hot_shot"].format(kong=self.tile(win.kong)))
        if self.position.seats[win.seat].declared:
            marks.append(self.declaration(win.seat))
        return self.sentence(
            f"won_{win.by}",
            winner=self.names[win.seat],
            thrower="" if win.source is None else self.names[win.source],
            tile=self.tile(win.tile),
            pattern=self.pattern(pattern)
            + (self.words["marks"].format(self.words["comma"].join(marks)) if marks else ""),
        )

    def _waived(self, win: WinRecord) -> Iterator[str]:
        """Say why a plain hand could win on another's tile without a kong."""
        seats, rules = self.position.seats, self.rules
        kinds, waivers = rules.passport_kinds, rules.passport_waivers
        for meld in seats[win.seat].melds:
            kind = meld.kind.removesuffix("_kong")
            if meld.kind is not MeldKind.PONG and (kinds == "all" or kind in kinds):
                return
        assert win.source is not None
        reasons = {
            "declared": bool(seats[win.seat].declared),
            "declared_discarder": bool(seats[win.source].declared),
            "hot_shot": win.hot_shot,
            "robbed_kong": win.by == "robbed_kong",
        }
        found = [reason for reason, holds in reasons.items() if holds and reason in waivers]
        names = {"winner": self.names[win.seat], "thrower": self.names[win.source]}
        waiver = self.words[f"waiver_{found[0] if found else 'first_discard'}"].format(**names)
        yield self.sentence("waived", waiver=waiver, **names)

    def _ready(self) -> str:
        """Say who waits for what."""
        parts = []
        start = ""
        for number, waits in enumerate(self.settlement.waits):
            if waits:
                values = {
                    "seat": self.names[number],
                    "declared": self.remark(self.declaration(number)),
                    "tiles": self.tiles(waits),
                }
                parts.append(self.words["ting"].format(**values))
                start = start or self.names[number]
        dead = [number for number, seat in enumerate(self.position.seats) if seat.dead]
        unready = [n for n, ting in enumerate(self.ting) if not ting and n not in dead]
        if unready:
            parts.append(self.words["unready"].format(seats=self.seats(unready)))
        if dead:
            parts.append(self.words["dead"].format(seats=self.seats(dead)))
        text = self.words["then"].join(parts) + self.words["stop"]
        return self.capital(text, start)

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
            yield from self._outside()
            yield from self._no_premium()
            unready = self._unready()
            if unready:
                yield self.sentence("not_ting_notes", seats=self.seats(unready))
        elif self.position.end.kind == "exhausted":
            yield from self._exhausted()
        else:
            yield from self._dead()

    def _unready(self) -> list[int]:
        return [number for number, ting in enumerate(self.ting) if not ting]

    def _exhausted(self) -> Iterator[str]:
        rule = self.rules.exhausted
        if not any(self.ting):
            yield self.sentence("nobody_ready")
        elif all(self.ting):
            yield self.sentence("everybody_ready")
        elif rule == "none":
            yield self.sentence("no_exhausted")
        elif rule == "hand":
            yield self.sentence("exhausted_hand")
            return
        else:
            yield self.sentence("exhausted_chickens")
            yield from self._outside()
            yield from self._no_premium()
        if any(meld.kind is not MeldKind.PONG for s in self.position.seats for meld in s.melds):
            yield self.sentence("no_kongs")

    def _dead(self) -> Iterator[str]:
        dead = self.position.end.seat
        assert dead is not None
        if not any(self.ting):
            yield self.sentence("dead_nobody")
            return
        if self.rules.dead_hand_pays_all:
            yield self.sentence("dead_others", seat=self.names[dead])
            yield from self._late()
            yield from self._outside()
        else:
            yield self.sentence("dead_hand_only")
        unready = [number for number in self._unready() if number != dead]
        if unready:
            yield self.sentence("dead_unready", seats=self.seats(unready))

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
        said: dict[str, None] = {}
        for win in self.position.end.wins:
            if win.source is None:
                continue
            values = {"seat": self.names[win.source]}
            if win.by == "robbed_kong":
                said[self.sentence("not_standing", tile=self.tile(win.tile), **values)] = None
            if win.by == "robbed_kong" and self.rules.robbed_kong_burns == "all":
                said[self.sentence("burnt_robbed", **values)] = None
            elif win.kong is not None and self.rules.hot_shot_burns == "all":
                said[self.sentence("burnt_hot_shot", **values)] = None
            elif win.kong is not None and self.rules.hot_shot_burns == "kong":
                said[self.sentence("burnt_kong", tile=self.tile(win.kong), **values)] = None
        yield from said

    def _loses_all(self) -> set[int]:
        """Give the seats that a robbery or a hot shot has cost all income (全烧)."""
        rules = self.rules
        return {
            win.source
            for win in self.position.end.wins
            if win.source is not None
            and (
                (win.by == "robbed_kong" and rules.robbed_kong_burns == "all")
                or (win.kong is not None and rules.hot_shot_burns == "all")
            )
        }

    def _outside(self) -> Iterator[str]:
        """Say which thrown chickens of collectors are outside the scope (手上鸡)."""
        rules, burnt = self.rules, self._loses_all()
        scopes = {tile: rules.common_scope for tile in CHICKENS if self.is_common(tile)}
        if self.chicken is not None and self.chicken not in scopes and rules.flip:
            scopes[self.chicken] = rules.flip_scope
        for tile, scope in scopes.items():
            for number, seat in enumerate(self.position.seats):
                if scope == "all" or not self.ting[number] or number in burnt:
                    continue
                charged = tile in CHICKENS and self.charger(tile) == number
                thrown = count_tile(seat.river, tile) - charged
                if thrown:
                    yield self.sentence(
                        "not_inside",
                        seat=self.names[number],
                        chicken=self.kind(tile),
                        n=self.pieces(thrown),
                    )

    def _no_premium(self) -> Iterator[str]:
        """Say why a claimed charge tile has no premium (责任鸡)."""
        rules = self.rules
        for tile, first in self.first.items():
            if not getattr(rules, f"responsibility_{CHICKENS[tile]}") or not self.is_common(tile):
                continue
            for claimer in first.claimed_by:
                how = self.claim(claimer, tile, first.seat)
                if how == "claimed_win" and not rules.responsibility_on_win:
                    key = "no_premium_win"
                elif self.ting[claimer]:
                    continue
                elif not self.ting[first.seat]:
                    key = "no_premium_both"
                elif rules.responsibility_unready == "none":
                    key = "no_premium_claimer"
                elif self.exempt(claimer, tile):
                    key = "no_premium_exempt"
                else:
                    continue
                names = {"claimer": self.names[claimer], "thrower": self.names[first.seat]}
                claim = self.claim_text(how, tile, **names)
                yield self.sentence(key, claim=claim, claimer=names["claimer"])

    def _late(self) -> Iterator[str]:
        for number, seat in enumerate(self.position.seats):
            for meld in seat.melds:
                if meld.late:
                    yield self.sentence(
                        "late_kong", seat=self.names[number], tile=self.tile(meld.tile)
                    )
