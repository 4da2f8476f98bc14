"""Small positions and their ledgers in short notation, for tables of rules written out by hand.

A seat is ``seat("456m234s789m2p", "pong 1s<1, concealed 5p late", river="12s")``; an end is a list
of `draw`, `off` and `rob`, ``"exhausted"``, or the number of the dead seat that ends the hand. A
ledger line is ``"1>0 2 win 4p ping+1 self_draw+1"`` or ``"1>0 3 chicken 1s yaoji"``; ``-`` stands
for no tile. A seat written as None is idle: not ting, no melds, no river and no chickens.
"""

from __future__ import annotations

from collections import Counter

import pytest

from slow_hands import TILES, next_rank, tiles_of

_rows = Counter()

MELDS = {
    "pong": "pong",
    "exposed": "exposed_kong",
    "concealed": "concealed_kong",
    "added": "added_kong",
}


def seat(hand, melds="", river="", declared=None, dead=False):
    """A seat object; melds as ``"pong 1s<1, added 5p<0 late"``."""
    written = []
    for text in filter(None, melds.split(", ")):
        kind, tile, *late = text.split(" ")
        tile, _, giver = tile.partition("<")
        meld = {"kind": MELDS[kind], "tile": tile}
        if giver:
            meld["from"] = int(giver)
        if late:
            meld["late"] = True
        written.append(meld)
    return {"hand": hand, "melds": written, "river": river, "declared": declared, "dead": dead}


def draw(winner, tile, **marks):
    """A self-draw."""
    return {"seat": winner, "tile": tile, "by": "self_draw", **marks}


def off(winner, tile, thrower, **marks):
    """A win on a discard; ``kong="5p"`` makes it a hot shot after that kong."""
    if "kong" in marks:
        marks["hot_shot"] = True
    return {"seat": winner, "tile": tile, "by": "discard", "from": thrower, **marks}


def rob(winner, tile, robbed):
    """A win on the tile of an added kong."""
    return {"seat": winner, "tile": tile, "by": "robbed_kong", "from": robbed}


def first(tile, thrower, *claimers):
    """An entry of ``first_chicken``."""
    return {"tile": tile, "seat": thrower, "claimed_by": list(claimers)}


def position(rules, seats, end, dealer=3, **more):
    """A Position document; ``rules`` are a preset's name or changes to the plainest preset."""
    if isinstance(rules, dict):
        rules = {"preset": "guiyang_classic", "dealer_bonus": 0, **rules}
    if end == "exhausted":
        end = {"kind": "exhausted"}
    elif isinstance(end, int):
        end = {"kind": "dead_hand", "seat": end}
    else:
        end = {"kind": "win", "wins": end if isinstance(end, list) else [end]}
    seats = [seat(s) if isinstance(s, str) else s for s in seats]
    document = {"rules": rules, "dealer": dealer, "seats": seats, "end": end, **more}
    _fill(document)
    return document


def _fill(document):
    """Give the idle seats loose tiles: kinds far apart, none of them a chicken."""
    used = Counter()
    for shown in filter(None, document["seats"]):
        used.update(tiles_of(shown["hand"]) + tiles_of(shown["river"]))
        used.update(meld["tile"] for meld in shown["melds"] for _ in range(4))
    used.update(win["tile"] for win in document["end"].get("wins", [])[:1])
    flip = document.get("flip")
    used.update([flip] if flip else [])
    never = {"1s", "8p", next_rank(flip)} if flip else {"1s", "8p"}
    spread = [t for step in range(3) for t in TILES if int(t[0]) % 3 == (step + 1) % 3]
    for i, shown in enumerate(document["seats"]):
        if shown is None:
            kinds = [t for t in spread if used[t] < 4 and t not in never]
            used.update(kinds[:13])
            document["seats"][i] = seat("".join(kinds[:13]))


def each(payers, *texts):
    """The same lines for several payers: ``each("123", ">0 2 win 4p ping+2")``."""
    return [payer + text for payer in payers for text in texts]


def ledger(told):
    """All lines of an answer of `engines`, sorted."""
    return sorted(
        f"{payer}>{payee} {amount} {item} {tile} "
        + (why if isinstance(why, str) else " ".join(f"{name}{step:+d}" for name, step in why))
        for payer, payee, item, tile, amount, why in told["lines"]
    )


def row(rule, document, expected):
    """A parameter set that names its rule: a document and its lines, or where it is refused."""
    _rows[rule] += 1
    mark = pytest.mark.rule(rule)
    return pytest.param(document, expected, marks=mark, id=f"{rule}:{_rows[rule]}")
