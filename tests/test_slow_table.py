"""The slow table against the given logs, and the laws it has to keep before it may judge others."""

import contextlib
import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from log_play import answers_from, hands_of, mark_from, wall_from, without_end
from slow_log import StoppedError, read_events, slow_replay, slow_replay_hand
from slow_referee import IllegalError
from slow_settlement import slow_next_dealer, slow_settle
from slow_table import DECK, SlowTable
from table_play import marks_of, new_game, tiles_in

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


@pytest.mark.parametrize("log", INDEX["logs"], ids=lambda log: log["file"])
def test_given_logs_played_again(log):
    """Answers in, the same events out, written in the same way."""
    for events in hands_of(read_events(LOGS / log["file"])):
        start = events[0]
        table = SlowTable(
            start["rules"], wall_from(events), len(start["tehais"]), start["oya"], start["honba"],
            start["base"], start["hand"],
        )  # fmt: skip
        while not table.done:
            mark = mark_from(events, len(table.events))
            if mark:
                table.mark_dead(*mark)
            else:
                table.step(answers_from(events, len(table.events), table.pending))
        assert table.events == without_end(events)


def test_random_play_keeps_the_laws():
    ends = Counter()
    for seed in range(60):
        table, rng, players = new_game(seed)
        often = marks_of(rng)
        while not table.done:
            assert tiles_in(table) == Counter(DECK)
            assert table.pending
            if rng.random() < often:
                with contextlib.suppress(IllegalError):
                    table.mark_dead(rng.randrange(table.n), rng.choice((None, True, False)))
                continue
            table.step(
                {
                    seat: players[seat].choose(table.legal(seat), table.seats[seat]["hand"])
                    for seat in table.pending
                }
            )
        told = slow_settle(table.position())
        assert sum(told["totals"]) == 0
        assert slow_replay_hand(table.events).position() == table.position()
        ends[table.position()["end"]["kind"]] += 1
    assert set(ends) == {"win", "exhausted", "dead_hand"}
