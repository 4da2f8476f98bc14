"""账目表: a ledger laid out for reading: what several pay alike stands in one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from zhuoji_fast.explain import explained
from zhuoji_fast.explain_words import ITEMS, WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zhuoji_fast.explain import Lang
    from zhuoji_fast.settlement import Settlement

__all__ = ["Ledger", "LedgerGroup", "LedgerRow", "ledger_of"]


class LedgerRow(NamedTuple):
    """Lines that differ in their payer alone."""

    payers: tuple[int, ...]
    """Seats, each of which pays the amount."""
    payee: int
    """The seat that gets it from each of them."""
    amount: int
    """What each of them pays, base included."""
    tile: str | None
    """The tile it is paid for."""
    why: str
    """The rule, as the settlement names it; for a win the pattern."""
    reason: str
    """Why, in words."""
    formula: str
    """The arithmetic, up to the amount."""


class LedgerGroup(NamedTuple):
    """The rows of one item."""

    item: str
    """As the lines of the settlement have it."""
    title: str
    """What it is called."""
    rows: tuple[LedgerRow, ...]
    """In the order of the settlement."""


class Ledger(NamedTuple):
    """An explained settlement, laid out."""

    names: tuple[str, ...]
    """What each seat is called."""
    story: tuple[str, ...]
    """What happened."""
    groups: tuple[LedgerGroup, ...]
    """What is paid, item by item."""
    notes: tuple[str, ...]
    """What is not paid, and why."""
    words: dict[str, str]
    """Headings: ``total`` and ``notes``."""


def ledger_of(
    settlement: Settlement, lang: Lang = "zh", names: Sequence[str] | None = None
) -> Ledger:
    """Lay out a settlement.

    Parameters
    ----------
    settlement, lang, names
        As for :func:`~zhuoji_fast.explain.explain`, with its errors.

    Examples
    --------
    >>> from zhuoji_fast.settlement import settle
    >>> ledger = ledger_of(settle({
    ...     "rules": "guiyang_classic", "base": 5, "dealer": 0,
    ...     "seats": [{"hand": "123m456m789m23p55s"}, {"hand": "235669m27p33448s"},
    ...               {"hand": "33678m556677p56s"}, {"hand": "1147m1359999p35s"}],
    ...     "end": {"kind": "win", "wins": [{"seat": 0, "tile": "4p", "by": "self_draw"}]},
    ... }), "en")
    >>> [(group.title, len(group.rows)) for group in ledger.groups]
    [('Wins', 1)]
    >>> ledger.groups[0].rows[0].payers, ledger.groups[0].rows[0].amount
    ((1, 2, 3), 10)
    """
    told = explained(settlement, lang, names=names)
    rows: dict[str, dict[tuple[object, ...], LedgerRow]] = {}
    for line, (reason, formula) in zip(settlement.lines, told.reasons, strict=True):
        why = line.why if isinstance(line.why, str) else line.why[0][0]
        row = LedgerRow(
            (line.payer,), line.payee, line.amount, line.tile, str(why), reason, formula
        )
        alike = rows.setdefault(str(line.item), {})
        before = alike.get(row[1:])
        alike[row[1:]] = row if before is None else row._replace(payers=before.payers + row.payers)
    groups = [
        LedgerGroup(item, title, tuple(rows[item].values()))
        for item, title in ITEMS[lang].items()
        if item in rows
    ]
    words = {key: WORDS[lang][key] for key in ("total", "notes")}
    return Ledger(told.names, told.story, tuple(groups), told.notes, words)
