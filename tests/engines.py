"""The library's settlement and the slow one behind the same small interface, for tests of both."""

from __future__ import annotations

import json

import zhuoji_fast as zj
from slow_hands import SlowError
from slow_settlement import slow_next_dealer, slow_settle


def line_key(line):
    """One ledger line, with ``why`` as nested tuples, so that lines sort and compare."""
    why = line["why"]
    if not isinstance(why, str):
        why = tuple((str(name), int(amount)) for name, amount in why)
    return (
        int(line["payer"]),
        int(line["payee"]),
        str(line["item"]),
        line["tile"] or "-",
        int(line["amount"]),
        why if isinstance(why, tuple) else str(why),
    )


def _by_text(key):
    return repr(key)


def slow(document):
    """What the slow settlement says, in the form in which both are compared."""
    told = slow_settle(document)
    return {
        "totals": told["totals"],
        "ting": told["ting"],
        "waits": told["waits"],
        "wins": [
            (
                win["seat"],
                win["pattern"],
                {payer: (value, tuple(steps)) for payer, (value, steps) in win["values"].items()},
            )
            for win in told["wins"]
        ],
        "lines": sorted((line_key(line) for line in told["lines"]), key=_by_text),
    }


def library(document):
    """What the library says, in the same form."""
    told = zj.settle(document)
    lines = [
        {
            field: getattr(line, field)
            for field in ("payer", "payee", "amount", "item", "tile", "why")
        }
        for line in told.lines
    ]
    return {
        "totals": [int(total) for total in told.totals],
        "ting": [bool(ting) for ting in told.ting],
        "waits": [list(waits) for waits in told.waits],
        "wins": [
            (
                win.seat,
                str(win.pattern),
                {
                    payer: (value, tuple((str(name), amount) for name, amount in steps))
                    for payer, (value, steps) in win.values.items()
                },
            )
            for win in told.wins
        ],
        "lines": sorted((line_key(line) for line in lines), key=_by_text),
    }


def slow_refusal(document):
    """The place at which the slow reader stops, or None."""
    try:
        slow_settle(document)
    except SlowError as error:
        return error.place
    return None


def library_refusal(document):
    """The library's message on a document it refuses, or None."""
    try:
        zj.settle(document)
    except zj.ZhuojiError as error:
        return str(error)
    return None


def library_next_dealer(document):
    """(dealer, streak) by the library."""
    return tuple(zj.next_dealer(document))


ENGINES = {"slow": slow, "library": library}
REFUSALS = {"slow": slow_refusal, "library": library_refusal}
NEXT_DEALERS = {"slow": slow_next_dealer, "library": library_next_dealer}


def text_of(document):
    """JSON text of a document."""
    return json.dumps(document, ensure_ascii=False)
