"""Values of the presets, one line per option and one column per preset; pure data.

A preset is nothing but its column here. Which source text a column follows, and why, is told
in ``docs/rules.md`` under the rule ids of the options.
"""

from typing import Final

__all__ = [
    "DEFAULT_PRESET",
    "PRESET_FANS",
    "PRESET_NAMES",
    "PRESET_TEXTS",
    "PRESET_VALUES",
    "ROOM_SCALES",
]

PRESET_NAMES: Final = (
    "guiyang",
    "guiyang_classic",
    "guizhou",
    "duyun",
    "guiyang_traditional",
    "platform",
)
DEFAULT_PRESET: Final = "guiyang"

PRESET_TEXTS: Final = {
    "guiyang": "《贵阳捉鸡麻将制度和打法》",
    "guiyang_classic": "《贵阳捉鸡麻将制度》",
    "guizhou": "《贵州麻将的打法和算法》",
    "duyun": "《都匀捉鸡麻将结算规则》",
    "guiyang_traditional": "《貴陽捉雞麻將遊戲規則說明》",
    "platform": "online rooms, 2016–2018 (网络房间)",
}
"""The text that each preset is made from."""

# Order of the columns: PRESET_NAMES.
PRESET_FANS: Final[dict[str, tuple[int, ...]]] = {
    "ping": (1, 1, 1, 1, 1, 1),
    "all_triplets": (5, 5, 5, 5, 5, 5),
    "seven_pairs": (10, 7, 7, 8, 8, 10),
    "dragon_pairs": (20, 10, 10, 10, 10, 20),
    "flush": (10, 10, 10, 10, 10, 10),
    "flush_triplets": (15, 15, 15, 15, 15, 15),
    "flush_pairs": (20, 17, 17, 18, 18, 20),
    "flush_dragon": (30, 20, 20, 20, 20, 30),
    "single_wait": (10, 0, 0, 0, 0, 10),
    "flush_single_wait": (20, 0, 0, 0, 0, 20),
}

_ALL_WAIVERS = ("declared", "declared_discarder", "hot_shot", "robbed_kong")

PRESET_VALUES: Final[dict[str, tuple[object, ...]]] = {
    "players": ((4,), (4,), (3, 4), (4,), (4,), (2, 3, 4)),
    "first_dealer": ("random", "random", "dice", "dice", "dice", "random"),
    "double_win_dealer": ("from_dealer",) * 6,
    "exhausted_dealer": ("stay",) * 6,
    "dealer_bonus": (0, 1, 0, 0, 0, 0),
    "dealer_bonus_both": (True,) * 6,
    "streak_counts": (True, True, False, False, False, False),
    "streak_counts_exhausted": (True,) * 6,
    "dragon_needs_quad_tile": (False, False, False, False, False, True),
    "passport_kinds": ("all",) * 6,
    "passport_waivers": (
        ("declared",),
        (),
        ("declared", "declared_discarder"),
        ("declared",),
        _ALL_WAIVERS,
        _ALL_WAIVERS,
    ),
    "pass_lock": ("off", "off", "off", "declared", "off", "same_tile"),
    "self_draw": ("all", "none", "plain", "all", "plain", "all"),
    "kong_bloom": (1, 1, 1, 1, 1, 1),
    "kong_bloom_keeps_base": (False,) * 6,
    "heavenly": (20, 0, 0, 20, 0, 20),
    "earthly": (10, 0, 0, 20, 0, 20),
    "opening_mode": ("add", "floor", "floor", "floor", "floor", "add"),
    "earthly_when": (
        "first_draw",
        "first_draw",
        "first_draw",
        "first_discard",
        "first_draw",
        "first_draw",
    ),
    "first_draw_win": (0, 0, 0, 10, 0, 0),
    "declare": ("single", "off", "hard_soft", "single", "single", "hard_soft"),
    "declare_hard": (10, 10, 20, 10, 10, 20),
    "declare_soft": (10, 10, 10, 10, 10, 10),
    "declared_mode": ("add", "set", "set", "set", "set", "add"),
    "declared_loss": ("add", "none", "set", "set", "add", "add"),
    "declared_loss_on_self_draw": (False, False, False, False, True, False),
    "robbed_kong": ("hand", "hand", "hand", "hand", "flush", "kong_fee"),
    "robbed_kong_burns": ("all", "kong", "kong", "kong", "kong", "all"),
    "hot_shot": (1, 0, 0, 0, 1, 3),
    "hot_shot_burns": ("kong", "none", "none", "none", "kong", "all"),
    "kong_exposed": (1, 1, 1, 1, 1, 3),
    "kong_concealed": (2, 2, 2, 2, 2, 3),
    "kong_added": (3, 3, 3, 3, 3, 3),
    "late_kong_can_be_robbed": (True,) * 6,
    "dealt_quad_is_late": (False,) * 6,
    "yaoji": (1, 1, 1, 1, 1, 1),
    "wugu": (2, 0, 0, 0, 0, 0),
    "flip": (1, 1, 1, 1, 1, 1),
    "gold": (2, 2, 2, 2, 2, 2),
    "common_scope": ("all", "all", "all", "all", "hand_meld", "all"),
    "flip_scope": ("hand_meld", "hand_meld", "hand_meld", "hand_meld", "hand_meld", "all"),
    "charge_yaoji": (3, 2, 2, 2, 0, 2),
    "charge_wugu": (6, 0, 0, 0, 0, 0),
    "responsibility_yaoji": (2, 1, 1, 1, 0, 1),
    "responsibility_wugu": (4, 0, 0, 0, 0, 0),
    "responsibility_gold": (False, False, False, True, False, False),
    "responsibility_on_win": (False, False, False, True, False, False),
    "responsibility_unready": ("none", "none", "none", "pair", "none", "reverse"),
    "kong_claim_exempt": (False, False, False, True, False, False),
    "bao": ("discards_melds", "none", "none", "discards_melds", "none", "discards"),
    "exhausted": ("chickens", "hand", "hand", "hand", "hand", "hand"),
    "pass_fine": ("off", "off", "own_fan", "off", "own_fan", "off"),
    "dead_hand": ("play_on", "play_on", "pay", "pay", "play_on", "play_on"),
    "dead_hand_pay": (2, 2, 2, 2, 2, 2),
    "dead_hand_pays_all": (False, False, False, True, False, False),
}

ROOM_SCALES: Final[dict[str, tuple[int, int]]] = {
    "5/10": (5, 10),
    "8/15": (8, 15),
    "10/20": (10, 20),
}
"""混5清10 and its sisters: worth of the mixed-suit big hand and of the flush."""
