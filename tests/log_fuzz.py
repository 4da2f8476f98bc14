"""Logs with one random change, most of them illegal."""

from __future__ import annotations

import copy

from slow_hands import TILES

FLAGS = {"tsumo": "rinshan", "ankan": "late", "kakan": "late"}


def mutated(log, rng):
    """A hand's events with one changed, left out, repeated, moved or put in."""
    events = copy.deepcopy(log)
    place = rng.randrange(1, len(events))
    way = rng.randrange(6)
    if way == 0:
        del events[place]
    elif way == 1:
        events.insert(place, copy.deepcopy(rng.choice(events[1:])))
    elif way == 2:
        other = rng.randrange(1, len(events))
        events[place], events[other] = events[other], events[place]
    elif way == 3:
        _another_seat(events[place], rng, len(events[0]["tehais"]))
    elif way == 4:
        _another_tile(events[place], rng)
    elif not _another_flag(events[place], rng, len(events[0]["tehais"])):
        events[place : place + rng.randrange(2)] = [_new_event(events, place, rng)]
    return events


def _another_seat(event, rng, players):
    if "actor" in event:
        event["actor"] = rng.randrange(players)
        if event.get("target") == event["actor"] and event["type"] in ("pon", "daiminkan"):
            event["target"] = (event["actor"] + 1) % players
    elif "flip" in event:
        event["flip"] = rng.choice([None, rng.choice(TILES)])


def _another_tile(event, rng):
    tile = rng.choice(TILES)
    if "pai" in event:
        event["pai"] = tile
    if "consumed" in event:
        event["consumed"] = [tile] * len(event["consumed"])


def _another_flag(event, rng, players):
    """Whether there was one to change."""
    kind = event["type"]
    flag = FLAGS.get(kind)
    if flag and event.pop(flag, None) is None:
        event[flag] = True
    elif kind == "dahai":
        event["tsumogiri"] = not event["tsumogiri"]
    elif kind == "reach":
        event["kind"] = "soft" if event["kind"] == "hard" else "hard"
    elif "target" in event:
        others = [seat for seat in range(players) if seat != event["actor"] or kind == "hora"]
        event["target"] = rng.choice(others)
    return bool(flag) or kind in ("dahai", "reach") or "target" in event


def _new_event(events, place, rng):
    """What somebody might have done about the last open tile."""
    players = len(events[0]["tehais"])
    thrown = next((e for e in reversed(events[:place]) if "pai" in e), None) or {}
    tile, target = thrown.get("pai", "1m"), thrown.get("actor", 0)
    claim = {"actor": rng.randrange(players), "target": target, "pai": tile}
    caller = {**claim, "actor": (target + rng.randrange(1, players)) % players}
    seat = {"actor": claim["actor"]}
    return rng.choice(
        [
            {"type": "hora", **claim},
            {"type": "pon", **caller, "consumed": [tile] * 2},
            {"type": "daiminkan", **caller, "consumed": [tile] * 3},
            {"type": "none", **seat, "passed": "hora"},
            {"type": "dead", **seat},
            {"type": "reach", **seat, "kind": "hard"},
            {"type": "ryukyoku", "reason": "exhausted"},
            {"type": "ryukyoku", "reason": "dead_hand", **seat},
        ]
    )
