"""docs/log.md: the example has every event and is a right log."""

import json
import re
from pathlib import Path

import pytest

import zhuoji_fast as zj
from zhuoji_fast.events import EVENTS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "log.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not here")


def page():
    return PAGE.read_text("utf-8")


def example():
    (block,) = re.findall(r"^```jsonl\n(.*?)^```$", page(), re.M | re.S)
    return block


def test_the_example_has_every_event():
    events = [json.loads(line) for line in example().splitlines()]
    kinds = [event["type"] for event in events]
    assert set(kinds) == set(EVENTS)
    first = kinds[: kinds.index("end_kyoku") + 1]
    assert {*first, "ryukyoku", "end_game"} == set(EVENTS)
    assert any(event.get("late") for event in events)
    assert any(event.get("rinshan") for event in events)


def test_the_example_replays():
    hands = list(zj.read_log(example()))
    assert len(hands) == 2
    tables = [zj.Table.replay(hand) for hand in hands]
    assert tables[0].log == hands[0]
    assert tables[1].log[:-1] == hands[1][:-1]
    assert zj.next_dealer(tables[0].position()) == (tables[1].dealer, tables[1].streak)
    dice = hands[0].game["dealer_dice"]
    assert (sum(dice) - 1) % 4 == tables[0].dealer


def test_the_table_names_every_event_and_field():
    rows = page().partition("## Events")[2].partition("\n## ")[0]
    for kind, struct in EVENTS.items():
        (row,) = [
            line
            for line in rows.splitlines()
            if line.startswith("| `") and f"`{kind}`" in line.split("|")[1]
        ]
        for field in struct.__struct_fields__:
            assert f"`{field}" in row or f"{field}:" in row, (kind, field)


def test_the_rules_are_those_of_errors():
    source = "".join(path.read_text("utf-8") for path in Path(zj.__file__).parent.glob("*.py"))
    assert set(re.findall(r"\*\*(LOG-\d)\*\*", page())) == set(re.findall(r"LOG-\d", source))
