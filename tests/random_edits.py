"""Random edits of Position documents: most make them impossible, some leave them possible."""

from __future__ import annotations

import copy
from random import Random

from random_rules import CHOICES
from slow_hands import PRESETS, TILES
from slow_position import MARKS

KINDS = ("pong", "exposed_kong", "concealed_kong", "added_kong")
RULE_EDITS = (
    "declare",
    "passport_kinds",
    "passport_waivers",
    "wugu",
    "players",
    "dead_hand",
    "earthly",
    "earthly_when",
    "fan",
)


def _seat(rng, document):
    return rng.choice(document["seats"])


def _number(rng, document):
    return rng.randint(-1, len(document["seats"]))


def _text_edit(rng, text):
    """Another tile, one tile more or one tile less."""
    tiles = [text[i] for i in range(len(text))]
    kind = rng.randrange(3)
    digits = [i for i, char in enumerate(tiles) if char.isdigit()]
    if kind == 0 or not digits:
        return text + rng.choice(TILES)
    at = rng.choice(digits)
    if kind == 1:
        return text[:at] + str(rng.randint(1, 9)) + text[at + 1 :]
    return text[:at] + text[at + 1 :]


def edit_hand(rng, document):
    seat = _seat(rng, document)
    field = rng.choice(("hand", "river"))
    seat[field] = _text_edit(rng, seat[field])


def edit_river(rng, document):
    _seat(rng, document)["river"] = rng.choice(("", "1s", "8p", "1s8p", "11s", rng.choice(TILES)))


def swap_hands(rng, document):
    one, two = _seat(rng, document), _seat(rng, document)
    one["hand"], two["hand"] = two["hand"], one["hand"]


def edit_meld(rng, document):
    melds = [meld for seat in document["seats"] for meld in seat["melds"]]
    if not melds:
        return
    meld = rng.choice(melds)
    field = rng.choice(("kind", "tile", "from", "late", "both"))
    if field == "kind":
        meld["kind"] = rng.choice(KINDS)
    elif field == "tile":
        meld["tile"] = rng.choice(TILES)
    elif field == "from":
        meld["from"] = _number(rng, document)
    elif field == "late":
        meld["late"] = rng.random() < 0.5
    else:
        meld["kind"] = rng.choice(KINDS)
        meld.pop("late", None)
        meld["from"] = _number(rng, document)
        if meld["kind"] == "concealed_kong":
            del meld["from"]


def drop_meld(rng, document):
    seat = _seat(rng, document)
    if seat["melds"]:
        seat["melds"].pop(rng.randrange(len(seat["melds"])))


def edit_declared(rng, document):
    _seat(rng, document)["declared"] = rng.choice((None, "hard", "soft"))


def edit_dead(rng, document):
    seat = _seat(rng, document)
    seat["dead"] = not seat["dead"]


def edit_win(rng, document):
    wins = document["end"].get("wins")
    if not wins:
        return
    win = rng.choice(wins)
    field = rng.choice(("seat", "tile", "from", "by", "mark", "mark", "kong", "drop"))
    if field in ("seat", "from"):
        win[field] = _number(rng, document)
    elif field in ("tile", "kong"):
        win[field] = rng.choice(TILES)
    elif field == "by":
        win["by"] = rng.choice(tuple(MARKS))
    elif field == "mark":
        mark = rng.choice(sum(MARKS.values(), ()))
        win[mark] = not win.get(mark, False)
    elif len(wins) > 1:
        wins.remove(win)


def edit_end(rng, document):
    kind = rng.choice(("exhausted", "dead_hand"))
    document["end"] = {"kind": kind}
    if kind == "dead_hand":
        document["end"]["seat"] = rng.randrange(len(document["seats"]))
    if rng.random() < 0.7:
        document["flip"] = None
        document["passed"] = []


def edit_flip(rng, document):
    document["flip"] = rng.choice((None, rng.choice(TILES)))


def edit_dealer(rng, document):
    document["dealer"] = _number(rng, document)


def edit_first_chicken(rng, document):
    entries = document["first_chicken"]
    kind = rng.choice(("add", "drop", "seat", "claimers", "tile"))
    if kind == "add" or not entries:
        claimed = [rng.randrange(len(document["seats"]))] if rng.random() < 0.5 else []
        tile = rng.choice(("1s", "8p", "2s"))
        entries.append({"tile": tile, "seat": _number(rng, document), "claimed_by": claimed})
        return
    entry = rng.choice(entries)
    if kind == "drop":
        entries.remove(entry)
    elif kind == "seat":
        entry["seat"] = _number(rng, document)
    elif kind == "tile":
        entry["tile"] = rng.choice(("1s", "8p", "9s"))
    else:
        seats = range(len(document["seats"]))
        entry["claimed_by"] = [seat for seat in seats if rng.random() < 0.4]


def edit_passed(rng, document):
    tile = rng.choice(TILES)
    river = "".join(seat["river"] for seat in document["seats"])
    if river and rng.random() < 0.5:
        tile = rng.choice([t for t in TILES if t[0] in river])
    document["passed"].append({"seat": _number(rng, document), "tile": tile})


def edit_rules(rng, document):
    rules = document["rules"]
    rules = {"preset": rules} if isinstance(rules, str) else rules
    option = rng.choice(RULE_EDITS)
    if option == "fan":
        rules["fan"] = rng.choice(({"ping": 20}, {"single_wait": 0}, {"all_triplets": 1}))
    else:
        off = {"declare": ("off",)}.get(option, ())
        rules[option] = rng.choice((*CHOICES[option], *off, PRESETS["platform"][option]))
    document["rules"] = rules


EDITS = (
    edit_hand,
    edit_river,
    swap_hands,
    edit_meld,
    drop_meld,
    edit_declared,
    edit_dead,
    edit_win,
    edit_win,
    edit_end,
    edit_flip,
    edit_dealer,
    edit_first_chicken,
    edit_passed,
    edit_rules,
)


def edited(rng: Random, document: dict) -> dict:
    """A copy of the document with one or two random edits."""
    new = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2))):
        rng.choice(EDITS)(rng, new)
    return new
