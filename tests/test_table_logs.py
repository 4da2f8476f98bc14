"""Logs on the library's table: the given ones, whole and made illegal, and random ones."""

from __future__ import annotations

import contextlib
import copy
import gzip
import itertools
import json
from pathlib import Path
from random import Random

import pytest

import zhuoji_fast as zj
from log_faults import with_fault
from log_play import answers_from, hands_of, mark_from, wall_from, without_end
from slow_hands import TILES
from slow_log import StoppedError, read_events, slow_replay, slow_replay_hand
from slow_referee import IllegalError
from table_engine import Lockstep, new_table
from table_play import forget_hands, marks_of, new_game
from zhuoji_fast.actions import action_id

LOGS = Path(__file__).parent / "data" / "logs"
INDEX = json.loads((LOGS / "index.json").read_text("utf-8"))
logs = pytest.mark.parametrize("log", INDEX["logs"], ids=lambda log: log["file"])


def as_text(events):
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)


def library_stop(events):
    """(line, rule) at which the library stops in a log, or None."""
    try:
        for hand in zj.read_log(as_text(events)):
            zj.Table.replay(hand)
    except zj.LogError as error:
        return error.line, error.rule
    return None


@logs
def test_given_logs(log, tmp_path):
    packed = tmp_path / "log.jsonl.gz"
    packed.write_bytes(gzip.compress((LOGS / log["file"]).read_bytes()))
    hands = list(zj.read_log(LOGS / log["file"]))
    assert [list(hand) for hand in zj.read_log(packed)] == [list(hand) for hand in hands]
    assert len(hands) == len(log["hands"])
    tables = [zj.Table.replay(hand) for hand in hands]
    for hand, table, expected in zip(hands, tables, log["hands"], strict=True):
        assert table.done
        assert table.position().to_dict() == expected["position"]
        assert list(table.settlement.totals) == expected["totals"]
        assert table.log == list(hand)
    if log["match"]:
        for before, after in itertools.pairwise(tables):
            following = zj.next_dealer(before.position())
            assert following == (after.dealer, after.streak)


@logs
def test_given_logs_played_again(log):
    """The answers of the log in, its events out."""
    for events in hands_of(read_events(LOGS / log["file"])):
        start = events[0]
        table = new_table(
            start["rules"], wall_from(events), len(start["tehais"]), start["oya"], start["honba"],
            start["base"],
        )  # fmt: skip
        while not table.done:
            mark = mark_from(events, len(table.log))
            if mark:
                table.mark_dead(*mark)
                continue
            answers = answers_from(events, len(table.log), table.pending)
            table.step({seat: action_id(action) for seat, action in answers.items()})
        assert without_end(table.log)[1:] == without_end(events)[1:]


@pytest.mark.parametrize("edit", INDEX["illegal"], ids=lambda e: f"{e['file']}:{e['event']}")
def test_illegal_edits(edit):
    events = read_events(LOGS / edit["file"])
    events[edit["event"]] = edit["replace"]
    line, rule = library_stop(events)
    assert line - 1 in edit["stops_at"]
    assert rule
    with pytest.raises(zj.LogError, match=rf"line {line}\b.*{rule}"):
        list(map(zj.Table.replay, zj.read_log(as_text(events))))


@logs
def test_a_log_that_is_cut_off_opens_up_to_its_last_whole_hand(log):
    text = (LOGS / log["file"]).read_text("utf-8")
    whole = [list(hand) for hand in zj.read_log(text)]
    ends = [n for n, line in enumerate(text.splitlines(), 1) if '"end_kyoku"' in line]
    lines = text.splitlines(keepends=True)
    for cut in {*range(1, len(lines), 7), *ends, *(n - 1 for n in ends)}:
        hands = [list(hand) for hand in zj.read_log("".join(lines[:cut]))]
        assert hands == whole[: sum(end <= cut for end in ends)]
    half = lines[-2][: len(lines[-2]) // 2]
    assert [list(h) for h in zj.read_log("".join(lines[:-2]) + half)] == whole[:-1]


@logs
def test_what_end_kyoku_claims_is_only_compared(log):
    for hand in zj.read_log(LOGS / log["file"]):
        end = hand[-1]
        for left_out in (("position",), ("totals", "lines"), ("position", "totals", "lines")):
            short = {key: value for key, value in end.items() if key not in left_out}
            assert zj.Table.replay([*hand[:-1], short]).log == list(hand)
        forged = copy.deepcopy(end)
        forged["totals"][0] += 1
        forged["totals"][1] -= 1
        position = copy.deepcopy(end)
        position["position"]["streak"] += 1
        lines = copy.deepcopy(end)
        lines["lines"].append(
            {"payer": 0, "payee": 1, "amount": 1, "item": "bao", "tile": "1s", "why": "discards"}
        )
        for lie in (forged, position, lines):
            with pytest.raises(zj.LogError):
                zj.Table.replay([*hand[:-1], lie])


def random_log(seed):
    """The events of one hand of random play on the slow table."""
    table, rng, players = new_game(f"log {seed}")
    often = marks_of(rng)
    while not table.done:
        if rng.random() < often:
            with contextlib.suppress(IllegalError):
                table.mark_dead(rng.randrange(table.n), rng.choice((None, True, False)))
            continue
        table.step({
            seat: players[seat].choose(table.legal(seat), table.seats[seat]["hand"])
            for seat in table.pending
        })  # fmt: skip
    return table.events


def slow_stop(events):
    try:
        slow_replay(events)
    except StoppedError as stopped:
        return stopped.index + 1
    return None


def compare_faults(seeds, faults):
    """Random logs with one fault each: both replays stop at the same line, or neither does."""
    stopped = 0
    for seed in seeds:
        if seed % 100 == 0:
            forget_hands()
        events = random_log(seed)
        assert library_stop(events) is None
        for number in range(faults):
            rng = Random(f"fault {seed} {number}")
            bad = with_fault(events, rng)
            if bad is None:
                continue
            expected, told = slow_stop(bad), library_stop(bad)
            assert (told and told[0]) == expected, (seed, number)
            stopped += expected is not None
    return stopped


def test_random_faults():
    assert compare_faults(range(12), 12) > 80


@pytest.mark.slow
def test_random_faults_for_long():
    assert compare_faults(range(1000, 1150), 25) > 3000


def test_passes_need_not_be_written():
    """Without its `none` events a log is the same hand."""
    found = 0
    for seed in range(200, 240):
        events = random_log(seed)
        short = [event for event in events if event["type"] != "none"]
        if short != events:
            found += 1
            assert zj.Table.replay(short).log == zj.Table.replay(events).log
            assert slow_replay_hand(short).position() == slow_replay_hand(events).position()
    assert found > 5


def test_five_of_a_tile_are_never_dealt_or_drawn():
    events = random_log(3)
    first = events[0]["tehais"][0][0]
    for seat in range(len(events[0]["tehais"])):
        bad = copy.deepcopy(events)
        bad[0]["tehais"][seat] = [first] * 5 + bad[0]["tehais"][seat][5:]
        assert library_stop(bad)[0] == 1


def test_a_masked_log_hides_what_the_seat_does_not_see():
    """Other hands and draws are unknown, and so is who could have won."""
    for seed in range(10):
        events = random_log(seed)
        for seat in range(len(events[0]["tehais"])):
            masked = zj.mask_log(events, seat)
            hidden = [hand for s, hand in enumerate(masked[0]["tehais"]) if s != seat]
            assert hidden == [["?"] * 13] * (len(events[0]["tehais"]) - 1)
            assert masked[0]["tehais"][seat] == events[0]["tehais"][seat]
            drawn = [e["pai"] for e in masked if e["type"] == "tsumo" and e["actor"] != seat]
            assert set(drawn) <= {"?"}
            assert all(e["actor"] == seat for e in masked if e["type"] == "none")
            kept = [e for e in events if e["type"] != "none" or e["actor"] == seat]
            assert [e["type"] for e in masked] == [e["type"] for e in kept]
            for shown, event in zip(masked, kept, strict=True):
                if event["type"] not in ("start_kyoku", "tsumo"):
                    assert shown == event


def test_lockstep_logs_are_what_the_slow_table_writes():
    both = Lockstep("guiyang", list(wall_of_order()), 4)
    while not both.done:
        both.step({seat: min(both.slow.legal(seat)) for seat in both.slow.pending})
    both.same_end()


def wall_of_order():
    """All tiles, kinds in turn: nobody is dealt a pair."""
    return (tile for _ in range(4) for tile in TILES)
