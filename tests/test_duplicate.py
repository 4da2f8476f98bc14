"""zj.match: the same walls for both, whole-number sums, the same answer wherever it is played."""

import json
import math
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from random import Random

import msgspec
import numpy as np
import pytest

import zhuoji_fast as zj
from cli_runs import POSIX
from driver_tasks import Switch, hand_scores
from random_rules import random_rules
from zhuoji_fast._core.rollout import POLICY_NAMES
from zhuoji_fast.estimates import quantile


def first_legal(view, legal):
    return legal[0]


def shanten_bot(view, legal):
    """Wins, and else throws for the lowest shanten: no randomness."""
    if zj.Action.WIN in legal:
        return zj.Action.WIN
    if zj.Action.PASS in legal:
        return zj.Action.PASS
    tile = zj.best_discard(bytes(zj.counts(view["hand"])))[0]
    return tile if tile in legal else legal[0]


def blocks(a, b, walls, seed=0, rules="guiyang", players=4):
    """What a gets alone, and b alone, of each wall: from the scores of single hands."""
    found = []
    for one, other in ((a, b), (b, a)):
        total = np.zeros(walls, np.int64)
        for seat in range(players):
            policies = [other] * players
            policies[seat] = one
            total += hand_scores(policies, seed, walls, rules)[:, seat]
        found.append(total)
    return found


def close_to(interval, per_wall):
    """An interval is the mean, error and normal interval of independent walls."""
    error = per_wall.std(ddof=1) / np.sqrt(len(per_wall))
    assert interval.value == pytest.approx(per_wall.mean(), abs=1e-12)
    assert interval.error == pytest.approx(error)
    assert interval.low == pytest.approx(interval.value - 1.959964 * error, abs=1e-6)
    assert interval.high == pytest.approx(interval.value + 1.959964 * error, abs=1e-6)


@pytest.mark.parametrize(("rules", "players"), [("guiyang", 4), ("guizhou", 3), ("duyun", 4)])
def test_points_and_errors_are_those_of_the_walls(rules, players):
    result = zj.match("useful", "random", 300, 9, rules, players)
    a, b = blocks("useful", "random", 300, 9, rules, players)
    close_to(result.a_alone.score, a / players)
    close_to(result.b_alone.score, b / players)
    close_to(result.advantage, (a - b) / (2 * players))
    assert (result.walls, result.hands, result.players) == (300, 600 * players, players)
    assert quantile(0.95) == pytest.approx(1.959964)


def test_wins_and_deal_ins_are_those_of_play_hands():
    hands = 200
    result = zj.match("closed", "shanten", hands, 3)
    for side, one, other in (
        (result.a_alone, "closed", "shanten"),
        (result.b_alone, "shanten", "closed"),
    ):
        alone = []
        for seat in range(4):
            seats = [other] * 4
            seats[seat] = one
            alone.append(zj.play_hands(seats, hands, 3).seats[seat])
        assert side.policy == one
        assert side.sums == (
            sum(seat.score_sum for seat in alone),
            sum(seat.wins for seat in alone),
            sum(seat.deal_ins for seat in alone),
        )
        assert side.win.value == sum(seat.wins for seat in alone) / (4 * hands)
        assert 0 <= side.deal_in.low <= side.deal_in.value <= side.deal_in.high <= 1
    ahead = result.a_alone.win.value - result.b_alone.win.value
    assert result.win_ahead.value == pytest.approx(ahead / 2)
    ahead = result.a_alone.deal_in.value - result.b_alone.deal_in.value
    assert result.deal_in_ahead.value == pytest.approx(ahead / 2)


def test_the_table_and_the_compiled_play_count_alike(monkeypatch):
    rng = Random(8)
    cases = []
    for _ in range(12):
        players = rng.choice((2, 3, 4))
        rules = random_rules(rng) | {"players": [2, 3, 4]}
        a, b = rng.choice(POLICY_NAMES), rng.choice(POLICY_NAMES)
        cases.append((a, b, 4, rng.randrange(2**64), rules, players))
    compiled = [zj.match(*case) for case in cases]
    monkeypatch.setattr("zhuoji_fast.duplicate.policy_kinds", lambda policies: b"")
    for case, one in zip(cases, compiled, strict=True):
        other = zj.match(*case)
        assert msgspec.structs.replace(other, reproducible=True) == one, case


def test_a_policy_against_itself_is_level():
    for policy in (*POLICY_NAMES, shanten_bot):
        result = zj.match(policy, policy, 5, 7)
        # Its hands alone are those of the other alone, wall by wall.
        assert result.advantage == (0, 0, 0, 0)
        assert result.a_alone.sums == result.b_alone.sums


def test_exchanged_policies_have_the_opposite_advantage():
    one, other = zj.match("useful", "closed", 80, 7), zj.match("closed", "useful", 80, 7)
    assert one.advantage.value == -other.advantage.value
    assert one.advantage.error == other.advantage.error
    assert (one.a_alone, one.b_alone) == (other.b_alone, other.a_alone)


def test_functions_play_too():
    result = zj.match(shanten_bot, "random", 12, 2)
    assert result.a_alone.policy == "shanten_bot"
    assert result.advantage.low > 0
    assert not result.reproducible
    assert result.stopped == "n"
    with pytest.raises(zj.IllegalActionError):
        zj.match(lambda view, legal: -1, "random", 1)


# The same answer everywhere


WHOLE = ("useful", "shanten", 401, 6)


@pytest.fixture(scope="module")
def whole():
    return zj.match(*WHOLE)


@pytest.mark.parametrize("chunk", [1, 7, 100, 10**6, None])
def test_chunks_do_not_matter(chunk, whole):
    assert zj.match(*WHOLE, chunk=chunk) == whole


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_workers_do_not_matter(pool, workers, whole):
    with pool(workers) as executor:
        for chunk in (13, None):
            assert zj.match(*WHOLE, executor=executor, chunk=chunk) == whole
        bots = zj.match(first_legal, shanten_bot, 3, executor=executor, chunk=1)
    assert bots == zj.match(first_legal, shanten_bot, 3)


@POSIX
def test_a_process_killed_in_the_middle(whole):
    pools = []

    def make():
        pools.append(ProcessPoolExecutor(2))
        return pools[-1]

    def kill(done, total):
        if done == 1:  # while most pieces have not been sent yet
            next(iter(pools[0]._processes.values())).kill()

    assert zj.match(*WHOLE, executor=make, chunk=1, progress=kill) == whole
    assert len(pools) == 2


def test_parts_merge_to_the_whole(whole):
    a, b, hands, seed = WHOLE
    cuts = [0, 100, 250, hands]
    parts = [zj.match(a, b, stop - start, seed, start=start) for start, stop in pairwise(cuts)]
    assert parts[2].merge(parts[0]).merge(parts[1]) == whole
    assert parts[2].merge(parts[0]).pieces == ((6, 0, 100), (6, 250, 401))
    other = zj.match(a, b, 10, 99).merge(parts[0])
    assert (other.seed, other.walls) == (None, 110)
    for wrong, message in (
        (parts[0], "both hold wall 0 of seed 6"),
        (zj.match(a, b, 30, seed, start=90), "both hold wall 90"),
        (zj.match(a, "closed", 5, 1), "closed"),
        (zj.match(a, b, 5, 1, "duyun"), "merge"),
    ):
        with pytest.raises(zj.ZhuojiError, match=message):
            parts[0].merge(wrong)
    with pytest.raises(TypeError, match="dict"):
        parts[0].merge({})


# Limits


def test_half_width_is_looked_at_after_the_same_walls_always():
    width = zj.match("useful", "random", 2000, 4).advantage.half
    found = [
        zj.match("useful", "random", 2100, 4, half_width=width, chunk=chunk)
        for chunk in (300, None)
    ]
    with ThreadPoolExecutor(3) as executor:
        found.append(zj.match("useful", "random", 2100, 4, half_width=width, executor=executor))
    for result in found:
        assert (result.walls, result.stopped, result.reproducible) == (2000, "half_width", True)
    never = zj.match("useful", "random", 1100, 4, half_width=1e-6)
    assert never == zj.match("useful", "random", 1100, 4)
    assert (never.stopped, never.walls) == ("n", 1100)


def test_cancelled():
    result = zj.match(*WHOLE, chunk=10, cancel=Switch(4))
    assert (result.walls, result.stopped, result.reproducible) == (40, "cancelled", False)
    fewer = zj.match("useful", "shanten", 40, 6)
    assert (result.a_alone, result.squares) == (fewer.a_alone, fewer.squares)
    rest = zj.match("useful", "shanten", 361, 6, start=40)
    merged = result.merge(rest)
    assert (merged.stopped, merged.reproducible, merged.walls) == ("merged", False, 401)
    event = threading.Event()
    event.set()
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped before any walls"):
        zj.match(*WHOLE, cancel=event)


def test_seconds():
    result = zj.match("useful", "shanten", 10**9, seconds=0.1)
    assert (result.stopped, result.reproducible) == ("seconds", False)
    assert 0 < result.walls < 10**9


def test_progress():
    told = []
    zj.match(
        "random", "random", 25, chunk=10, progress=lambda done, total: told.append((done, total))
    )
    assert told == [(10, 25), (20, 25), (25, 25)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"a": "best"}, "a: 'best', expected one of random"),
        ({"b": 7}, "b: 7, expected a name or a function"),
        ({"hands": 0}, "hands: 0"),
        ({"hands": 2.5}, "hands: 2.5, expected a whole number"),
        ({"seed": -1}, "seed: -1"),
        ({"start": -1}, "start: -1"),
        ({"players": 5}, "players: 5, expected 2 to 4"),
        ({"players": 3}, "players: 3, the rules allow 4"),
        ({"rules": "nanjing"}, "nanjing"),
        ({"half_width": 0}, "half_width: 0"),
        ({"half_width": "1"}, "half_width: '1', expected a number"),
        ({"seconds": -1}, "seconds: -1"),
        ({"chunk": 0}, "chunk: 0"),
        ({"executor": 3}, "executor: 3"),
        ({"cancel": 3}, "cancel: 3"),
        ({"progress": 3}, "progress: 3"),
    ],
)
def test_impossible_arguments(arguments, message):
    with pytest.raises(zj.ZhuojiError, match=message):
        zj.match(**({"a": "random", "b": "random", "hands": 1} | arguments))


# As text and data


def test_as_data(whole):
    data = json.loads(json.dumps(whole.to_dict()))
    assert zj.MatchResult.from_dict(data) == whole
    assert data["values"]["advantage"]["value"] == whole.advantage.value
    assert data["values"]["a_alone"]["win"]["value"] == whole.a_alone.win.value
    assert data["values"]["walls"] == whole.walls == 401


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda data: data.pop("squares"), "squares"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data["a_alone"].update(walls=0), "walls"),
        (lambda data: data["a_alone"].update(walls=400), "not of the same walls"),
        (lambda data: data.update(pieces=[[6, 0, 400]]), "401 walls"),
        (lambda data: data["b_alone"].update(sums=[1, 2]), "length"),
        (lambda data: data.update(stopped=4), "stopped"),
    ],
)
def test_data_of_another_form(edit, message, whole):
    data = json.loads(json.dumps(whole.to_dict()))
    edit(data)
    with pytest.raises(zj.ZhuojiError, match=message):
        zj.MatchResult.from_dict(data)
    with pytest.raises(TypeError, match="expected a dict"):
        zj.MatchResult.from_dict([data])


def test_as_text(whole):
    text = str(whole)
    assert "useful against shanten: 401 walls, 3,208 hands, 4 players, seed 6" in text
    assert f"useful is ahead by {whole.advantage.value:+.3f}" in text
    assert len(text.splitlines()) == 5


def test_one_wall_tells_nothing_of_its_error():
    found = zj.match("useful", "random", 1, seed=3)
    for interval in (found.advantage, found.win_ahead, found.a_alone.score):
        assert interval[1:] == (math.inf, -math.inf, math.inf)
    assert found.b_alone.win[1:] == (math.inf, 0, 1)
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["values"]["advantage"]["error"] is None
    assert zj.MatchResult.from_dict(data) == found
