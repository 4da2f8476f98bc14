"""The slow table against the given logs, whole and with one event made illegal."""

import itertools
import json
from pathlib import Path

import pytest

from slow_log import StoppedError, read_events, slow_replay
from slow_settlement import slow_next_dealer, slow_settle

LOGS = Path(__file__).parent / "data" / "logs"
INDEX = json.loads((LOGS / "index.json").read_text("utf-8"))


@pytest.mark.parametrize("log", INDEX["logs"], ids=lambda log: log["file"])
def test_given_logs(log):
    hands = slow_replay(read_events(LOGS / log["file"]))
    assert len(hands) == len(log["hands"])
    for referee, expected in zip(hands, log["hands"], strict=True):
        assert referee.position() == expected["position"]
        assert slow_settle(referee.position())["totals"] == expected["totals"]
    if log["match"]:
        for before, after in itertools.pairwise(hands):
            assert slow_next_dealer(before.position()) == (after.dealer, after.streak)


@pytest.mark.parametrize("edit", INDEX["illegal"], ids=lambda e: f"{e['file']}:{e['event']}")
def test_illegal_edits(edit):
    events = read_events(LOGS / edit["file"])
    events[edit["event"]] = edit["replace"]
    with pytest.raises(StoppedError) as stopped:
        slow_replay(events)
    assert stopped.value.index == edit["stops_at"][0]
    assert stopped.value.section == edit["section"]
