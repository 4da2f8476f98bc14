"""One fault in the log of a hand: an event that is well formed and, mostly, may not be there."""

from __future__ import annotations

import copy
from random import Random

from slow_hands import TILES


def with_fault(events, rng: Random):
    """A copy of the events with one of them changed, dropped, doubled or moved; None if it cannot.

    What stands in `start_kyoku` and `end_kyoku` is left alone.
    """
    events = copy.deepcopy(events)
    place = rng.randrange(1, len(events) - 1) if len(events) > 2 else None
    if place is None:
        return None
    players = len(events[0]["tehais"])
    event = events[place]
    kind = rng.choice((*CHANGES, "other"))
    if kind == "drop":
        del events[place]
    elif kind == "double":
        events.insert(place, copy.deepcopy(event))
    elif kind == "swap" and place + 2 < len(events):
        events[place], events[place + 1] = events[place + 1], event
    elif kind == "actor" and "actor" in event:
        event["actor"] = (event["actor"] + rng.randrange(1, players)) % players
    elif kind == "pai" and "pai" in event:
        _set_tile(event, rng.choice(TILES))
    elif kind == "flag":
        return _flag(events, event)
    elif kind == "insert":
        events.insert(place, _any_event(rng, players, events))
    elif kind == "other":
        events[place] = _any_event(rng, players, events)
    else:
        return None
    return events


CHANGES = ("drop", "double", "swap", "actor", "pai", "flag", "insert")


def _set_tile(event, tile):
    event["pai"] = tile
    if event["type"] in ("pon", "daiminkan", "kakan"):
        event["consumed"] = [tile] * len(event["consumed"])


def _flag(events, event):
    """Turn over the one flag that an event has."""
    name = {"dahai": "tsumogiri", "tsumo": "rinshan", "ankan": "late", "kakan": "late"}.get(
        event["type"]
    )
    if name is None:
        return None
    if name == "tsumogiri":
        event[name] = not event[name]
    elif event.pop(name, False) is False:
        event[name] = True
    return events


def _any_event(rng, players, events):
    """Some event, with the tiles of one that is there."""
    tiles = [event["pai"] for event in events if "pai" in event] + events[0]["tehais"][0]
    tile, actor = rng.choice(tiles), rng.randrange(players)
    target = (actor + rng.randrange(1, players)) % players
    who = {"actor": actor}
    return rng.choice([
        {"type": "tsumo", **who, "pai": tile},
        {"type": "tsumo", **who, "pai": tile, "rinshan": True},
        {"type": "dahai", **who, "pai": tile, "tsumogiri": rng.random() < 0.5},
        {"type": "reach", **who, "kind": rng.choice(("hard", "soft"))},
        {"type": "pon", **who, "target": target, "pai": tile, "consumed": [tile] * 2},
        {"type": "daiminkan", **who, "target": target, "pai": tile, "consumed": [tile] * 3},
        {"type": "ankan", **who, "consumed": [tile] * 4},
        {"type": "kakan", **who, "pai": tile, "consumed": [tile] * 3},
        {"type": "hora", **who, "target": rng.choice((actor, target)), "pai": tile},
        {"type": "none", **who, "passed": "hora"},
        {"type": "dead", **who},
        {"type": "ryukyoku", "reason": "exhausted"},
        {"type": "ryukyoku", "reason": "dead_hand", **who},
    ])  # fmt: skip
