"""Random edits of View documents: most make them impossible, some leave them possible."""

from __future__ import annotations

import contextlib
import copy
from random import Random

from random_edits import (
    _text_edit,
    drop_meld,
    edit_dead,
    edit_dealer,
    edit_declared,
    edit_first_chicken,
    edit_meld,
    edit_river,
    edit_rules,
)
from slow_hands import TILES, tiles_of

# What an edit of a document raises that an earlier edit has spoilt.
SPOILT = (AttributeError, IndexError, KeyError, TypeError, ValueError)
JUNK = (None, True, False, 0, -1, 3, 4, 2**70, 1.5, "", "1s", "x", "東", [], {}, ["1s"], [[]])


def edit_hand(rng, document):
    document["hand"] = _text_edit(rng, document["hand"])


def edit_one_river(rng, document):
    seat = rng.choice(document["seats"])
    seat["river"] = _text_edit(rng, seat["river"])


def edit_drawn(rng, document):
    document["drawn"] = rng.choice((None, rng.choice(TILES), *tiles_of(document["hand"])))


def edit_seat(rng, document):
    document["seat"] = rng.randint(-1, len(document["seats"]))


def edit_wall(rng, document):
    document["wall"] = rng.choice((0, document["wall"] + rng.choice((-1, 1)), rng.randint(0, 108)))


def edit_turn(rng, document):
    kind = rng.choice(("discard", "claim", "rob", "declare", None))
    turn = document["turn"] or {}
    if kind is None:
        document["turn"] = None
    elif kind in ("discard", "declare"):
        document["turn"] = {"kind": kind}
    else:
        tile = turn.get("tile", rng.choice(TILES))
        document["turn"] = {"kind": kind, "tile": tile, "from": rng.randint(0, 3)}
    if rng.random() < 0.3:
        document["drawn"] = None


def edit_locked(rng, document):
    document["locked"] = rng.choice((True, [], [rng.choice(TILES)], rng.sample(TILES, 2)))


def add_kong(rng, document):
    rng.choice(document["seats"])["melds"].append(
        {"kind": "concealed_kong", "tile": rng.choice(TILES)}
    )


def move_tiles(rng, document):
    """Tiles of the wall into a river: no number is wrong, but the river is long."""
    left = [tile for tile in TILES for _ in range(4)]
    for seat in document["seats"]:
        melds = [m["tile"] for m in seat["melds"] for _ in range(3 + (m["kind"] != "pong"))]
        for tile in (*tiles_of(seat["river"]), *melds):
            left.remove(tile)
    for tile in tiles_of(document["hand"]):
        left.remove(tile)
    rng.shuffle(left)
    seat = rng.choice(document["seats"])
    moved = rng.randint(0, document["wall"])
    seat["river"] = "".join([*left[:moved], seat["river"]])
    document["wall"] -= moved


def put_junk(rng, document):
    """Any value in any place."""
    holder = document
    while True:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        if not keys:
            return
        key = rng.choice(list(keys))
        if isinstance(holder[key], dict | list) and rng.random() < 0.8:
            holder = holder[key]
            continue
        holder[key] = copy.deepcopy(rng.choice(JUNK))
        return


EDITS = (
    edit_hand,
    edit_one_river,
    edit_drawn,
    edit_seat,
    edit_wall,
    edit_turn,
    edit_locked,
    add_kong,
    put_junk,
    edit_meld,
    drop_meld,
    edit_dead,
    edit_dealer,
    edit_declared,
    edit_first_chicken,
    edit_river,
    edit_rules,
)


def count_wall(document) -> None:
    """Have the wall hold the tiles that are neither seen nor in other hands, if that can be."""
    try:
        left = 108 - len(tiles_of(document["hand"]))
        for number, seat in enumerate(document["seats"]):
            left -= len(tiles_of(seat["river"]))
            left -= sum(3 if meld["kind"] == "pong" else 4 for meld in seat["melds"])
            left -= 0 if number == document["seat"] else 13 - 3 * len(seat["melds"])
    except SPOILT:
        return
    document["wall"] = left


def edited(rng: Random, document: dict) -> dict:
    """A copy of the document with one to three random edits."""
    new = copy.deepcopy(document)
    if rng.random() < 0.1:
        move_tiles(rng, new)
    for _ in range(rng.choice((1, 1, 2, 3))):
        with contextlib.suppress(*SPOILT):
            rng.choice(EDITS)(rng, new)
    if rng.random() < 0.7:
        count_wall(new)
    return new
