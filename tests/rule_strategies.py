"""Hypothesis strategies for documents of rules, good ones and ones with a single fault.

Written from the presets' file and the words of the game, not from the library's own list.
"""

import json
from pathlib import Path

from hypothesis import strategies as st

PRESETS = json.loads((Path(__file__).parent / "data" / "presets.json").read_text("utf-8"))
OPTIONAL_FANS = ("single_wait", "flush_single_wait")
AT_LEAST_ONE = ("yaoji", "gold")
WORDS = {
    "first_dealer": ["random", "dice"],
    "double_win_dealer": ["from_dealer", "from_discarder", "discarder"],
    "exhausted_dealer": ["stay", "ting"],
    "pass_lock": ["off", "same_tile", "any", "declared"],
    "self_draw": ["none", "plain", "all"],
    "opening_mode": ["floor", "add"],
    "earthly_when": ["first_discard", "first_draw"],
    "declare": ["off", "single", "hard_soft"],
    "declared_mode": ["set", "absorb", "add"],
    "declared_loss": ["none", "set", "add"],
    "robbed_kong": ["hand", "flush", "kong_fee"],
    "robbed_kong_burns": ["kong", "all"],
    "hot_shot_burns": ["none", "kong", "all"],
    "common_scope": ["hand_meld", "all"],
    "flip_scope": ["hand_meld", "all"],
    "responsibility_unready": ["none", "reverse", "pair"],
    "bao": ["none", "discards", "discards_melds"],
    "exhausted": ["none", "hand", "chickens"],
    "pass_fine": ["off", "own_fan"],
    "dead_hand": ["play_on", "pay"],
}
KINDS = ["exposed", "concealed", "added"]
WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]
FLAGS = [name for name, value in PRESETS["guiyang"].items() if isinstance(value, bool)]
NUMBERS = [name for name, value in PRESETS["guiyang"].items() if type(value) is int]
FAN_NAMES = list(PRESETS["guiyang"]["fan"])


def lists_of(words):
    return st.lists(st.sampled_from(words), unique=True)


def lowest(name):
    """Least amount of a number or fan."""
    return 1 if name in AT_LEAST_ONE or (name in FAN_NAMES and name not in OPTIONAL_FANS) else 0


def amounts(name):
    low = lowest(name)
    return st.one_of(st.integers(low, 30), st.integers(low, 1000), st.sampled_from([low, 1000]))


def values(name):
    """Allowed values of an option."""
    if name in WORDS:
        return st.sampled_from(WORDS[name])
    if name in FLAGS:
        return st.booleans()
    if name in NUMBERS:
        return amounts(name)
    if name == "players":
        return st.lists(st.sampled_from([2, 3, 4]), unique=True, min_size=1)
    if name == "passport_kinds":
        return st.one_of(st.just("all"), lists_of(KINDS))
    return lists_of(WAIVERS)


OPTION_VALUES = {name: values(name) for name in PRESETS["guiyang"] if name != "fan"}
fans = st.fixed_dictionaries({}, optional={name: amounts(name) for name in FAN_NAMES})
changes = st.fixed_dictionaries({}, optional={**OPTION_VALUES, "fan": fans})
documents = st.builds(
    lambda preset, options: {"preset": preset, **options}, st.sampled_from(list(PRESETS)), changes
)
whole_documents = st.fixed_dictionaries(
    {**OPTION_VALUES, "fan": st.fixed_dictionaries({name: amounts(name) for name in FAN_NAMES})}
)

# A place and a value that it never has.
faults = st.one_of(
    st.tuples(
        st.sampled_from(NUMBERS + FAN_NAMES),
        st.sampled_from([-1, 1001, 2**70, True, None, "3", 2.5, [], {}]),
    ),
    st.tuples(st.sampled_from(FLAGS), st.sampled_from([0, 1, None, "true", [True]])),
    st.tuples(
        st.sampled_from(list(WORDS)), st.sampled_from(["", "some", "ALL", 0, None, True, []])
    ),
    st.tuples(
        st.sampled_from(["passport_kinds", "passport_waivers"]),
        st.sampled_from(["", "declared", ["pong"], ["added", "x"], None, 1, [1], [["added"]], {}]),
    ),
    st.tuples(st.just("passport_waivers"), st.sampled_from(["all", ["hot_shot"] * 2])),
    st.tuples(
        st.just("players"), st.sampled_from([[], 4, [1], [5], [3, 3], ["4"], [True], None, "4"])
    ),
    st.tuples(st.just("preset"), st.sampled_from(["", "Duyun", 3, None, []])),
    st.tuples(st.just("fan"), st.sampled_from([None, 3, [], "ping", {"pin": 1}, {"ping": None}])),
    st.tuples(st.sampled_from(["charge", "scale", "Flip", ""]), st.just(1)),
)


def with_fault(document, fault):
    """The document with the fault put in its place."""
    name, value = fault
    if name in FAN_NAMES:
        return {**document, "fan": {**document.get("fan", {}), name: value}}
    return {**document, name: value}


def normal(name, value):
    """A value as the library writes it: lists in the order of the game, all kinds as a word."""
    if isinstance(value, list):
        order = {"players": [2, 3, 4], "passport_kinds": KINDS, "passport_waivers": WAIVERS}[name]
        value = [item for item in order if item in value]
    return "all" if value == KINDS else value


def merged(document):
    """Every option of a document."""
    whole = {**PRESETS[document.get("preset", "guiyang")]}
    for name, value in document.items():
        if name == "fan":
            whole["fan"] = {**whole["fan"], **value}
        elif name != "preset":
            whole[name] = normal(name, value)
    return whole


def toml(document):
    """The document as TOML text."""

    def text(value):
        return json.dumps(value, ensure_ascii=False)

    lines = [f"{name} = {text(value)}" for name, value in document.items() if name != "fan"]
    if "fan" in document:
        lines += ["[fan]", *(f"{name} = {text(fan)}" for name, fan in document["fan"].items())]
    return "\n".join(lines) + "\n"
