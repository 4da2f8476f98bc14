"""Tiles, hands and rules of the slow settlement.

Tiles are their text (``"5p"``), hands are lists of them and are taken apart by plain recursion.
Only the tile text that the library writes is read, no aliases. Shares no code with the library.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

PRESETS = json.loads((Path(__file__).parent / "data" / "presets.json").read_text("utf-8"))
SUITS = "mps"
TILES = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
ROWS = list(PRESETS["guiyang"]["fan"])
KONGS = ("exposed_kong", "concealed_kong", "added_kong")
COMMON = (("1s", "yaoji"), ("8p", "wugu"))


class SlowError(ValueError):
    """A document that cannot be: ``place`` says where."""

    def __init__(self, place, message):
        super().__init__(f"{place}: {message}")
        self.place = place


# ---------------------------------------------------------------- tiles and hands


def tiles_of(text):
    """`"13m5p"` -> ["1m", "3m", "5p"]."""
    found, digits = [], ""
    for char in text:
        if char in "123456789":
            digits += char
        elif char in SUITS and digits:
            found += [digit + char for digit in digits]
            digits = ""
        else:
            raise ValueError(f"{char!r} in {text!r}")
    if digits:
        raise ValueError(f"no suit after {digits!r}")
    return found


def next_rank(tile):
    """The chicken a turned tile points at: the next rank of its suit, 9 -> 1."""
    return f"{int(tile[0]) % 9 + 1}{tile[1]}"


@cache
def _splits(tiles, pair_found):
    """Ways to split sorted tiles into sets and one pair, each as 'all sets are triplets'."""
    if not tiles:
        return frozenset([True]) if pair_found else frozenset()
    first, rest = tiles[0], tiles[1:]
    ways = set()
    if rest[:1] == (first,) and not pair_found:
        ways |= _splits(rest[1:], True)
    if rest[:2] == (first, first):
        ways |= _splits(rest[2:], pair_found)
    run = [first, f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"]
    if run[1] in rest and run[2] in rest:
        left = list(rest)
        left.remove(run[1])
        left.remove(run[2])
        if _splits(tuple(left), pair_found):
            ways.add(False)
    return frozenset(ways)


def _in_order(tiles):
    return tuple(sorted(tiles, key=TILES.index))


def reading_names(concealed, melds, won, rules):
    """The pattern of each reading of a finished hand (empty: not finished).

    ``concealed`` holds the winning tile ``won``; ``melds`` are (kind, tile) pairs.
    """
    concealed = _in_order(concealed)
    one_suit = len({tile[1] for tile in concealed} | {tile[1] for _, tile in melds}) == 1
    names = set()
    if len(concealed) + 3 * len(melds) != 14:
        return names
    for triplets in _splits(concealed, False):
        if not triplets:
            names.add("flush" if one_suit else "ping")
        elif len(melds) == 4 and rules["fan"]["flush_single_wait" if one_suit else "single_wait"]:
            names.add("flush_single_wait" if one_suit else "single_wait")
        else:
            names.add("flush_triplets" if one_suit else "all_triplets")
    counts = Counter(concealed)
    if not melds and all(count in (2, 4) for count in counts.values()):
        quads = {tile for tile, count in counts.items() if count == 4}
        dragon = won in quads if rules["dragon_needs_quad_tile"] else bool(quads)
        if dragon:
            names.add("flush_dragon" if one_suit else "dragon_pairs")
        else:
            names.add("flush_pairs" if one_suit else "seven_pairs")
    return names


def pattern_of(concealed, melds, won, rules):
    """The reading that counts: most fan, then big before ping, then the later row."""
    names = reading_names(concealed, melds, won, rules)
    if not names:
        return None
    return max(names, key=lambda name: (rules["fan"][name], name != "ping", ROWS.index(name)))


def owned_tiles(seat):
    """Hand and melds of a seat, each kong four tiles."""
    owned = Counter(seat["hand"])
    for meld in seat["melds"]:
        owned[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
    return owned


def meld_pairs(seat):
    return [(meld["kind"], meld["tile"]) for meld in seat["melds"]]


@cache
def _completing(hand, melds):
    """The tiles that finish a hand of so many melds, whoever holds them."""
    found = []
    for tile in TILES:
        tiles = _in_order([*hand, tile])
        pairs = melds == 0 and all(tiles.count(kind) in (2, 4) for kind in set(tiles))
        if len(tiles) + 3 * melds == 14 and (pairs or _splits(tiles, False)):
            found.append(tile)
    return found


def waits_of(seat):
    """The tiles a seat waits for, in order; none for a dead seat."""
    if seat["dead"]:
        return []
    owned = owned_tiles(seat)
    found = _completing(_in_order(seat["hand"]), len(seat["melds"]))
    return [tile for tile in found if owned[tile] < 4]


def wait_fan(seat, tile, rules):
    """(fan, pattern) of the hand as that tile would finish it."""
    name = pattern_of([*seat["hand"], tile], meld_pairs(seat), tile, rules)
    return rules["fan"][name], name


def highest_wait(seat, rules):
    return max(wait_fan(seat, tile, rules)[0] for tile in waits_of(seat))


# ---------------------------------------------------------------- rules


WORDS = {
    "first_dealer": ("random", "dice"),
    "double_win_dealer": ("from_dealer", "from_discarder", "discarder"),
    "exhausted_dealer": ("stay", "ting"),
    "pass_lock": ("off", "same_tile", "any", "declared"),
    "self_draw": ("none", "plain", "all"),
    "opening_mode": ("floor", "add"),
    "earthly_when": ("first_discard", "first_draw"),
    "declare": ("off", "single", "hard_soft"),
    "declared_mode": ("set", "absorb", "add"),
    "declared_loss": ("none", "set", "add"),
    "robbed_kong": ("hand", "flush", "kong_fee"),
    "robbed_kong_burns": ("kong", "all"),
    "hot_shot_burns": ("none", "kong", "all"),
    "common_scope": ("hand_meld", "all"),
    "flip_scope": ("hand_meld", "all"),
    "responsibility_unready": ("none", "reverse", "pair"),
    "bao": ("none", "discards", "discards_melds"),
    "exhausted": ("hand", "chickens", "none"),
    "pass_fine": ("off", "own_fan"),
    "dead_hand": ("play_on", "pay"),
}
WAIVERS = ("declared", "declared_discarder", "hot_shot", "robbed_kong")
AT_LEAST_ONE = ("yaoji", "gold")


def whole(value, least, most):
    return type(value) is int and least <= value <= most


def _items_allowed(value, place, allowed):
    if not isinstance(value, list):
        raise SlowError(place, f"{value!r} is not allowed")
    for i, item in enumerate(value):
        if item not in allowed or isinstance(item, bool):
            raise SlowError(f"{place}[{i}]", f"{item!r} is not allowed")


def _check_option(name, value, preset):
    """Raise for a value that the option does not allow."""
    place = f"rules.{name}"
    if name == "passport_waivers":
        return _items_allowed(value, place, WAIVERS)
    if name == "passport_kinds" and value != "all":
        return _items_allowed(value, place, ("exposed", "concealed", "added"))
    if name == "players":
        _items_allowed(value, place, (2, 3, 4))
        ok = bool(value)
    elif name == "passport_kinds":
        ok = True
    elif name in WORDS:
        ok = value in WORDS[name]
    elif isinstance(preset[name], bool):
        ok = isinstance(value, bool)
    else:
        ok = whole(value, 1 if name in AT_LEAST_ONE else 0, 1000)
    if not ok:
        raise SlowError(place, f"{value!r} is not allowed")
    return None


def merge_rules(written):
    """A preset name, or a preset with changes, as one flat dict."""
    place = "rules" if isinstance(written, str) else "rules.preset"
    if isinstance(written, str):
        written = {"preset": written}
    if not isinstance(written, dict):
        raise SlowError("rules", "a preset name or an object")
    name = written.get("preset", "guiyang")
    if not isinstance(name, str) or name not in PRESETS:
        raise SlowError(place, f"no preset {name!r}")
    rules = json.loads(json.dumps(PRESETS[name]))
    for option, value in written.items():
        if option == "preset":
            continue
        if option not in rules:
            raise SlowError("rules", f"no option {option!r}")
        if option == "fan":
            if not isinstance(value, dict):
                raise SlowError("rules.fan", "an object")
            for pattern, fan in value.items():
                if pattern not in ROWS:
                    raise SlowError("rules.fan", f"no pattern {pattern!r}")
                if not whole(fan, 0 if "single" in pattern else 1, 1000):
                    raise SlowError(f"rules.fan.{pattern}", f"{fan!r} is not allowed")
                rules["fan"][pattern] = fan
            continue
        _check_option(option, value, rules)
        rules[option] = value
    return rules


def permission(rules, seats, win):
    """Why a win is allowed, as one word, or None when it is not."""
    winner = seats[win["seat"]]
    if winner["dead"]:
        return None
    if win["by"] == "self_draw":
        return "self_draw"
    if pattern_of([*winner["hand"], win["tile"]], meld_pairs(winner), win["tile"], rules) != "ping":
        return "big"
    for meld in winner["melds"]:
        kind = meld["kind"].removesuffix("_kong")
        if meld["kind"] in KONGS and (
            rules["passport_kinds"] == "all" or kind in rules["passport_kinds"]
        ):
            return "passport"
    waivers = rules["passport_waivers"]
    if "declared" in waivers and winner["declared"]:
        return "declared"
    if "declared_discarder" in waivers and seats[win["from"]]["declared"]:
        return "declared_discarder"
    if "hot_shot" in waivers and win.get("hot_shot"):
        return "hot_shot"
    if "robbed_kong" in waivers and win["by"] == "robbed_kong":
        return "robbed_kong"
    if rules["earthly_when"] == "first_discard" and rules["earthly"] and win.get("first_discard"):
        return "earthly"
    return None
