"""Random rules: a preset, or one with a few or many changes to any of its options."""

from __future__ import annotations

from random import Random

from slow_hands import PRESETS, merge_rules

AMOUNTS = (0, 1, 2, 3, 5, 7, 10, 20)
CHOICES = {
    "players": ([2], [3], [4], [2, 3], [2, 3, 4]),
    "double_win_dealer": ("from_dealer", "from_discarder", "discarder"),
    "exhausted_dealer": ("stay", "ting"),
    "dealer_bonus": AMOUNTS,
    "passport_kinds": ("all", [], ["exposed"], ["concealed"], ["added"], ["exposed", "added"]),
    "passport_waivers": (
        [],
        ["declared"],
        ["declared_discarder"],
        ["hot_shot"],
        ["robbed_kong"],
        ["declared", "declared_discarder", "hot_shot", "robbed_kong"],
    ),
    "self_draw": ("none", "plain", "all"),
    "kong_bloom": AMOUNTS,
    "heavenly": AMOUNTS,
    "earthly": AMOUNTS,
    "opening_mode": ("floor", "add"),
    "earthly_when": ("first_discard", "first_draw"),
    "first_draw_win": AMOUNTS,
    "declare": ("single", "hard_soft", "hard_soft"),
    "declare_hard": AMOUNTS,
    "declare_soft": AMOUNTS,
    "declared_mode": ("set", "absorb", "add"),
    "declared_loss": ("none", "set", "add"),
    "robbed_kong": ("hand", "flush", "kong_fee"),
    "robbed_kong_burns": ("kong", "all"),
    "hot_shot": AMOUNTS,
    "hot_shot_burns": ("none", "kong", "all"),
    "kong_exposed": AMOUNTS,
    "kong_concealed": AMOUNTS,
    "kong_added": AMOUNTS,
    "yaoji": (1, 2, 3, 1000),
    "wugu": (0, 1, 2, 5),
    "flip": (0, 1, 2, 7),
    "gold": (1, 2, 3),
    "common_scope": ("hand_meld", "all"),
    "flip_scope": ("hand_meld", "all"),
    "charge_yaoji": (0, 1, 2, 3, 5),
    "charge_wugu": (0, 2, 4, 6),
    "responsibility_yaoji": (0, 1, 2, 3),
    "responsibility_wugu": (0, 1, 4),
    "responsibility_unready": ("none", "reverse", "pair"),
    "bao": ("none", "discards", "discards_melds"),
    "exhausted": ("hand", "chickens", "none"),
    "pass_fine": ("off", "own_fan"),
    "dead_hand": ("play_on", "pay"),
    "dead_hand_pay": AMOUNTS,
}
SCALES = (
    {"all_triplets": 8, "flush": 15, "flush_triplets": 23, "flush_pairs": 23, "flush_dragon": 25},
    {"single_wait": 10, "flush_single_wait": 20},
    {"single_wait": 3, "flush_single_wait": 11},
    {"ping": 7, "all_triplets": 7, "seven_pairs": 7, "dragon_pairs": 7},
    {"ping": 12, "flush": 9},
    {"seven_pairs": 10, "flush": 10, "flush_pairs": 10},
    {"flush_dragon": 1000},
)


def random_rules(rng: Random) -> dict:
    """A preset with changes, as a flat dict with the preset's name under ``preset``."""
    name = rng.choice(list(PRESETS))
    rules = {"preset": name, **merge_rules(name)}
    often = rng.choice((0, 0, 0.08, 0.4))
    if rng.random() < 0.4:  # what claimed chickens and shown ones cost has the most to go wrong
        for option in ("bao", "responsibility_unready", "charge_yaoji", "responsibility_yaoji"):
            rules[option] = rng.choice(CHOICES[option])
        for option in ("responsibility_gold", "responsibility_on_win", "kong_claim_exempt"):
            rules[option] = rng.random() < 0.5
    for option, value in PRESETS[name].items():
        if rng.random() < often and option != "fan":
            if isinstance(value, bool):
                rules[option] = rng.random() < 0.5
            elif option in CHOICES:
                rules[option] = rng.choice(CHOICES[option])
    if rng.random() < often:
        rules["fan"] = {**rules["fan"], **rng.choice(SCALES)}
    return rules


def written_rules(rules: dict) -> str | dict:
    """The canonical form: the preset's name, or the name and what differs from it."""
    preset = PRESETS[rules["preset"]]
    changes = {
        option: rules[option]
        for option in preset
        if option != "fan" and rules[option] != preset[option]
    }
    fans = {name: fan for name, fan in rules["fan"].items() if fan != preset["fan"][name]}
    if fans:
        changes["fan"] = fans
    return {"preset": rules["preset"], **changes} if changes else rules["preset"]
