"""The C struct of a rule set, the rows of the fan table it finds, and the files written from it."""

import importlib.util
import itertools
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zhuoji_fast as zj
from rule_strategies import FAN_NAMES, KINDS, PRESETS, WAIVERS, WORDS, amounts, documents, merged
from slow_hands import pattern_of, reading_names, tiles_of
from zhuoji_fast._core import rules as core

ROOT = Path(__file__).resolve().parent.parent
PXD = Path(core.__file__).with_name("rules.pxd")
CONSTANTS = {
    name: int(value)
    for name, value in re.findall(r"^    ([A-Z_0-9]+) = (\d+)", PXD.read_text(), re.M)
}
RUNS = CONSTANTS["FLAGS_RUNS"]
Pattern = zj.Pattern


def expected_fields(whole):
    """The C fields of a whole document, by the constants that C code is written with."""
    fields = {}
    for name, value in whole.items():
        if name == "fan":
            fields[name] = [value[row] for row in FAN_NAMES]
        elif name == "players":
            fields[name] = sum(2**number for number in value)
        elif isinstance(value, list | str) and name.startswith("passport"):
            words = KINDS if value == "all" else value
            fields[name] = sum(CONSTANTS[f"{name}_{word}".upper()] for word in words)
        elif isinstance(value, str):
            fields[name] = CONSTANTS[f"{name}_{value}".upper()]
        else:
            fields[name] = int(value)
    return fields


@given(documents)
def test_the_struct_holds_the_rules(document):
    assert core.fields(zj.Rules.from_dict(document)) == expected_fields(merged(document))


def test_constants_tell_words_apart():
    for name, words in WORDS.items():
        codes = [CONSTANTS[f"{name}_{word}".upper()] for word in words]
        assert sorted(codes) == list(range(len(words)))
    for name, words in {"passport_kinds": KINDS, "passport_waivers": WAIVERS}.items():
        codes = [CONSTANTS[f"{name}_{word}".upper()] for word in words]
        assert sorted(codes) == [2**i for i in range(len(words))]
    assert [CONSTANTS[f"ROW_{name}".upper()] for name in FAN_NAMES] == list(range(10))


def test_compiled_bytes_are_checked():
    with pytest.raises(ValueError, match="65"):
        core.compile_rules([1] * 64)

    class Short:
        def compiled(self):
            return b"short"

    with pytest.raises(ValueError, match="5 bytes"):
        core.fields(Short())
    with pytest.raises(ValueError, match="26 counts"):
        core.pattern_flags(zj.Rules(), 0, bytes(26))


# ---------------------------------------------------------------- the row that counts


def slow_row(fan, flags, needs_quad):
    """Best (fan, row) over one name for each way to read the hand."""
    flush = "flush_" if flags & Pattern.ONE_SUIT else ""
    rows = []
    if flags & Pattern.SETS and (not flags & Pattern.TRIPLETS or flags & RUNS):
        rows.append("flush" if flush else "ping")
    if flags & Pattern.TRIPLETS:
        lone = flags & Pattern.LONE_PAIR and fan[f"{flush}single_wait"] > 0
        rows.append(
            f"{flush}single_wait" if lone else "flush_triplets" if flush else "all_triplets"
        )
    if flags & Pattern.SEVEN_PAIRS:
        quad = flags & Pattern.DRAGON_ON_WAIT or not needs_quad
        dragon = flags & Pattern.DRAGON and quad
        plain = "dragon_pairs" if dragon else "seven_pairs"
        rows.append(
            {"dragon_pairs": "flush_dragon", "seven_pairs": "flush_pairs"}[plain]
            if flush
            else plain
        )
    order = FAN_NAMES.index
    return max(rows, key=lambda row: (fan[row], row != "ping", order(row)), default=None)


@pytest.mark.rule("R-PAT-12")
@given(st.fixed_dictionaries({name: amounts(name) for name in FAN_NAMES}), st.booleans())
def test_every_set_of_flags_has_its_row(fan, needs_quad):
    rules = zj.Rules(fan=fan, dragon_needs_quad_tile=needs_quad)
    for flags in range(256):
        row = slow_row(fan, flags, needs_quad)
        number = -1 if row is None else FAN_NAMES.index(row)
        on_wait = bool(flags & Pattern.DRAGON_ON_WAIT)
        assert core.pattern_row(rules, flags, on_wait) == number
        assert core.pattern_fan(rules, flags, on_wait) == (0 if row is None else fan[row])
        assert core.pattern_row(rules, flags & ~64, on_wait) == number


def row_of_hand(rules, concealed, melds, won):
    """The row by the library's own flags."""
    counts = zj.counts("".join(concealed))
    owned = np.zeros(27, np.uint8)
    for kind, tile in melds:
        owned[zj.tile_index(tile)] = 3 if kind == "pong" else 4
    flags = core.pattern_flags(rules, int(zj.pattern(counts, owned)), bytes(counts))
    row = core.pattern_row(rules, flags, bool(counts[zj.tile_index(won)] == 4))
    return None if row < 0 else FAN_NAMES[row]


HANDS = {
    "a triplet hand with runs": ("111222333m55p99s9s", []),
    "the same in one suit": ("111222333m55m999m", []),
    "four triplets of which three neighbour": ("222333444888p11s", []),
    "four in a row": ("22233344455566s", []),
    "two neighbours": ("111222m444p777s99s", []),
    "neighbours over a meld": ("111333m444p99s", [("pong", "2m")]),
    "neighbours across suits": ("888999m111p22p333s", []),
    "seven pairs and runs": ("112233m445566p77s", []),
    "dragon pairs": ("1122334455m7777s", []),
    "dragon pairs and runs": ("22223344m223344p", []),
    "lone pair": ("5p5p", [("pong", "3m"), ("added", "6p"), ("pong", "9s"), ("pong", "2m")]),
    "lone pair in one suit": (
        "5m5m",
        [("pong", "3m"), ("pong", "6m"), ("pong", "9m"), ("pong", "2m")],
    ),
}


@pytest.mark.rule("R-PAT-12")
@pytest.mark.parametrize("hand", HANDS)
@given(
    fan=st.fixed_dictionaries({name: st.integers(1, 4) for name in FAN_NAMES}), quad=st.booleans()
)
def test_the_row_of_a_hand(hand, fan, quad):
    text, melds = HANDS[hand]
    concealed = tiles_of(text)
    rules = zj.Rules(fan=fan, dragon_needs_quad_tile=quad)
    plain = rules.to_dict(full=True)
    for won in set(concealed):
        expected = pattern_of(concealed, melds, won, plain)
        assert row_of_hand(rules, concealed, melds, won) == expected


@pytest.mark.rule("R-PAT-12")
def test_triplets_read_as_runs_exactly_when_three_neighbour():
    rules = zj.Rules(fan={"ping": 30, "flush": 40})
    plain = rules.to_dict(full=True)
    kinds = [*range(9), 11, 20]
    names = {kind: zj.tile_text(kind) for kind in kinds}
    with_runs = 0
    for sets in range(5):
        melds = [("pong", tile) for tile in ("9p", "8p", "7p", "6p")[sets:]]
        for triplets in itertools.combinations(kinds, sets):
            for pair in set(kinds) - set(triplets):
                concealed = [names[kind] for kind in triplets for _ in range(3)] + [names[pair]] * 2
                found = reading_names(concealed, melds, names[pair], plain)
                with_runs += bool(found & {"ping", "flush"})
                expected = pattern_of(concealed, melds, names[pair], plain)
                assert row_of_hand(rules, concealed, melds, names[pair]) == expected
    assert with_runs > 300


def test_flags_are_left_alone_where_runs_cannot_be_worth_more():
    hand = bytes(zj.counts("111222333m55p999s"))
    flags = int(Pattern.SETS | Pattern.TRIPLETS)
    for name in PRESETS:
        assert core.pattern_flags(zj.PRESETS[name], flags, hand) == flags
    assert core.pattern_flags(zj.Rules(fan={"ping": 6}), flags, hand) == flags | RUNS
    assert core.pattern_flags(zj.Rules(fan={"ping": 6}), int(Pattern.SETS), hand) == Pattern.SETS


# ---------------------------------------------------------------- generated files


def test_generated_files_follow_the_list(monkeypatch):
    tool = ROOT / "tools" / "gen_rules.py"
    if not tool.exists():
        pytest.skip("the tools are not here")
    monkeypatch.syspath_prepend(str(tool.parent))
    spec = importlib.util.spec_from_file_location("gen_rules", tool)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        for path, text in module.generated().items():
            assert path.read_text(encoding="utf-8") == text, f"run tools/gen_rules.py ({path.name})"
    finally:
        sys.modules.pop("rules_doc", None)
