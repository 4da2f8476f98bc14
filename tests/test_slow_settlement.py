"""The slow settlement against the given cases, and the random positions it is compared on."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from engines import line_key, slow
from position_strategies import positions, random_position
from slow_hands import KONGS, PRESETS, ROWS
from slow_position import slow_check
from slow_settlement import slow_next_dealer, slow_settle

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "settlement.json").read_text("utf-8"))
PLAYED = json.loads((DATA / "end_kyoku.json").read_text("utf-8"))


def without_why(line):
    return tuple(line[field] for field in ("payer", "payee", "amount", "item", "tile"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_given_cases(case):
    told, expected = slow_settle(case["position"]), case["expect"]
    assert told["totals"] == expected["totals"]
    assert told["ting"] == expected["ting"]
    lines = Counter(without_why(line) for line in told["lines"])
    assert lines == Counter(without_why(line) for line in expected["lines"])
    if "next" in expected:
        following = (expected["next"]["dealer"], expected["next"]["streak"])
        assert slow_next_dealer(case["position"]) == following


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["id"])
def test_hands_that_were_played(case):
    told = slow_settle(case["position"])
    assert told["totals"] == case["totals"]
    assert Counter(map(line_key, told["lines"])) == Counter(map(line_key, case["lines"]))


@given(positions())
def test_zero_sum_and_one_line_for_each_cause(document):
    told = slow_settle(document)
    assert sum(told["totals"]) == 0
    causes = Counter(
        (line["payer"], line["payee"], line["item"], line["tile"], line["why"])
        for line in told["lines"]
    )
    assert set(causes.values()) <= {1}
    assert all(line["amount"] > 0 and line["payer"] != line["payee"] for line in told["lines"])


def features(document):
    """What a random position shows, as words."""
    pos, told = slow_check(document), slow(document)
    end = pos["end"]
    wins = end.get("wins", [])
    found = {end["kind"], f"{len(pos['seats'])} players", f"{len(wins)} winners"}
    found.add(f"preset {document['rules'] if isinstance(document['rules'], str) else 'changed'}")
    for win in wins:
        found |= {win["by"], *(mark for mark, value in win.items() if value is True)}
    for _, pattern, values in told["wins"]:
        found |= {f"pattern {pattern}"}
        found |= {f"step {name}" for _, steps in values.values() for name, _ in steps[1:]}
    for _, _, item, tile, _, why in told["lines"]:
        found.add(item if item == "win" else f"{item} {why}")
        if item in ("bao", "responsibility", "charge"):
            found.add(f"{item} {tile}")
    for seat in pos["seats"]:
        found |= {f"declared {seat['declared']}", f"dead {seat['dead']}"}
        found |= {f"{m['kind']} late {m['late']}" for m in seat["melds"]}
    for entry in pos["first_chicken"]:
        found.add(f"first {entry['tile']} {len(entry['claimed_by'])} claimers")
    found.add(f"passes {len(pos['passed'])}")
    return found


MARKS = ("kong_bloom", "first_draw", "heavenly", "hot_shot", "first_discard")
STEPS = (
    "declared self_draw kong_bloom keeps_base heavenly earthly first_draw_win robbed_kong "
    "hot_shot declared_loss dealer streak"
)
LINES = (
    *(f"kong {kind}" for kind in KONGS),
    *(f"chicken {why}" for why in ("yaoji", "wugu", "flip", "gold")),
    *(
        f"{item} {item}_{name}"
        for item in ("charge", "responsibility")
        for name in ("yaoji", "wugu")
    ),
    *(f"{item} {tile}" for item in ("charge", "responsibility", "bao") for tile in ("1s", "8p")),
    "bao discards",
    "bao discards_melds",
    "exhausted highest_wait",
    "dead_hand highest_wait",
    "dead_hand nobody_ting",
    "pass_fine ping",
    "pass_fine all_triplets",
)
WANTED = {
    *("win", "exhausted", "dead_hand", "self_draw", "discard", "robbed_kong"),
    *(f"{n} players" for n in (2, 3, 4)),
    *(f"{n} winners" for n in (0, 1, 2, 3)),
    *(f"preset {name}" for name in (*PRESETS, "changed")),
    *MARKS,
    *(f"pattern {name}" for name in ROWS),
    *(f"step {name}" for name in STEPS.split()),
    *LINES,
    *("declared None", "declared hard", "declared soft", "dead True", "dead False"),
    *("concealed_kong late True", "added_kong late True", "exposed_kong late False"),
    *(f"first 1s {n} claimers" for n in (0, 1, 2)),
    *(f"first 8p {n} claimers" for n in (0, 1)),
    *("passes 0", "passes 1", "passes 2"),
}


def test_random_positions_show_everything():
    found = Counter()
    for seed in range(500):
        found.update(features(random_position(Random(f"features {seed}"))))
    assert set(found) >= WANTED, WANTED - set(found)
