"""Rollouts of one player: real draws, honest errors, and agreement with what is computed."""

import itertools
import math
import pickle
from collections import Counter

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj
from slow_solo import Slow
from solo_cases import CASES, IDS
from zhuoji_fast._core import solo_rollout
from zhuoji_fast._core.solo import solve_all

HANDS = ["46899m123678p222s", "3678m23556p34589s", "3344m123456p7899s"]


def walls():
    """Unseen tiles in falling numbers, dealt once and for all."""
    rng = np.random.default_rng(11)
    for hand in HANDS:
        rest = np.repeat(np.arange(27), 4 - zj.counts(hand))
        rng.shuffle(rest)
        for size in (94, 60, 40, 20):
            unseen = np.bincount(rest[:size], minlength=27).astype(np.uint8)
            yield pytest.param(hand, unseen, id=f"{hand}-{size}")


@pytest.mark.parametrize("extra", [0, 1, 2])
@pytest.mark.parametrize(("hand", "unseen"), list(walls()))
def test_the_wall_is_near_true_draws(hand, unseen, extra):
    # Four players draw in turn, so a quarter of the tiles is the most that one can draw.
    draws = min(18, int(unseen.sum()) // 4)
    exact = zj.solo_exact(hand, unseen, draws, extra=extra, arrays=("win",)).throws[0]
    sampled = zj.solo_rollouts(
        hand, unseen, draws, n=40_000, seed=3, extra=extra, throws=[exact.tile]
    ).samples[0]
    assert abs(exact.value - sampled.win.value) < 0.015


@pytest.mark.parametrize("objective", ["win", "ting", "score"])
@pytest.mark.parametrize("case", CASES[10:22], ids=IDS[10:22])
def test_no_policy_is_better_than_true_draws(case, objective):
    hand, unseen = case
    draws = 4
    best = zj.solo_exact(hand, unseen, draws, objective=objective, model="exact")
    for policy in ("solo", "useful"):
        sampled = zj.solo_rollouts(
            hand, unseen, draws, objective=objective, policy=policy, n=4000, extra=2
        )
        for sample in sampled.samples:
            values = getattr(best, objective)
            most = values[draws] if sample.tile is None else values[sample.tile, draws]
            found = getattr(sample, objective)
            assert found.value <= most + 4 * found.error + 1e-9


def test_the_search_without_a_limit_plays_short_draws_perfectly():
    # With one or two draws nothing can be forgotten, so the computed throws are the best.
    hand, unseen = "1233556m123344p", "3447m12p"
    for objective in ("win", "ting", "score"):
        exact = zj.solo_exact(hand, unseen, 2, objective=objective, model="exact")
        sampled = zj.solo_rollouts(hand, unseen, 2, objective=objective, extra=None, n=20_000)
        for sample in sampled.samples:
            found = getattr(sample, objective)
            most = getattr(exact, objective)[sample.tile, 2]
            assert abs(found.value - most) <= 4 * found.error + 1e-9


@pytest.mark.parametrize(
    ("hand", "unseen"), [("1233556m123344p", "3447m12p"), ("112278999m22345p", "237m34p")]
)
def test_rollouts_are_those_of_the_policy_played_slowly(hand, unseen):
    n, draws = 40, 3
    start = oracle.read(hand)
    orders = solo_rollout.draw_orders(bytes(oracle.read(unseen)), draws, 5, 0, n)
    seen_by = zj.solo_rollouts(hand, unseen, draws, policy="useful", n=n, seed=5)
    for sample in seen_by.samples:
        wins, tings, fans = Counter(), Counter(), []
        for order in orders.tolist():
            now, left = start, oracle.read(unseen)
            if sample.tile is not None:
                now = oracle.plus(start, sample.tile, -1)
            ting = oracle.shanten(now) == 0
            tings[0] += ting
            for made, drawn in enumerate(order, 1):
                now, left = oracle.plus(now, drawn), oracle.plus(left, drawn, -1)
                if oracle.is_win(now):
                    wins[made] += 1
                    fans.append(Slow(start, left).won(now, drawn, "score"))
                    break
                seen = tuple(4 - a - b for a, b in zip(now, left, strict=True))
                now = oracle.plus(now, oracle.best_discard(now, None, seen)[0], -1)
                if not ting and oracle.shanten(now) == 0:
                    ting = True
                    tings[made] += 1
        assert sample.wins == tuple(wins[d] for d in range(draws + 1))
        assert sample.tings == tuple(tings[d] for d in range(draws + 1))
        assert sample.score_sum == sum(fans)
        assert sample.score_squares == sum(fan * fan for fan in fans)


@pytest.mark.parametrize("hand", [HANDS[1], "4456m33p22s [999p] [-1111m]"])
def test_a_function_plays_as_the_same_policy_does(hand):
    melds = zj.Hand(hand).meld_counts if "[" in hand else np.zeros(27, np.uint8)

    def useful(own, unseen, draws):
        assert own.sum() + (melds > 0).sum() * 3 == 14
        assert 0 <= draws < 18
        seen = 4 - own - melds - unseen
        return zj.best_discard(own.tobytes(), melds.tobytes(), seen.tobytes())[0]

    compiled = zj.solo_rollouts(hand, policy="useful", n=200, seed=9)
    played = zj.solo_rollouts(hand, policy=useful, n=200, seed=9)
    assert played.policy == "useful"
    assert played.samples == compiled.samples


def test_draws_are_without_replacement_and_uniform():
    unseen = zj.counts("1112m3p")
    orders = solo_rollout.draw_orders(unseen.tobytes(), 5, 1, 0, 20_000)
    assert (np.sort(orders, axis=1) == [0, 0, 0, 1, 11]).all()
    found = Counter(map(tuple, orders[:, :2].tolist()))
    for first, second in itertools.product((0, 1, 11), repeat=2):
        chance = unseen[first] / 5 * (unseen[second] - (first == second)) / 4
        spread = math.sqrt(20_000 * chance * (1 - chance))
        assert abs(found[first, second] - 20_000 * chance) <= 4.5 * spread


def test_a_seed_is_one_stream_in_any_pieces():
    whole = zj.solo_rollouts(HANDS[1], n=500, seed=2**63)
    again = zj.solo_rollouts(HANDS[1], n=500, seed=2**63)
    assert whole == again
    parts = [
        zj.solo_rollouts(HANDS[1], n=n, start=start, seed=2**63)
        for start, n in ((0, 200), (200, 300))
    ]
    for sample in whole.samples:
        pieces = [x for part in parts for x in part.samples if x.tile == sample.tile]
        assert np.array_equal(sample.wins, np.sum([x.wins for x in pieces], axis=0))
        assert np.array_equal(sample.tings, np.sum([x.tings for x in pieces], axis=0))
        assert sample.score_sum == sum(x.score_sum for x in pieces)
    assert zj.solo_rollouts(HANDS[1], n=500, seed=7).samples != whole.samples


def test_a_throw_meets_the_same_walls_alone():
    together = zj.solo_rollouts(HANDS[1], n=300, seed=4).samples
    for sample in together[:3]:
        alone = zj.solo_rollouts(HANDS[1], n=300, seed=4, throws=[sample.tile]).samples
        assert alone == (sample,)


def test_errors_of_the_estimates():
    sample = zj.solo_rollouts(HANDS[0], n=1000, throws=["8m"]).samples[0]
    p = sum(sample.wins) / 1000
    assert sample.win == (p, math.sqrt(p * (1 - p) / 1000))
    assert sample.win_within(18) == sample.win
    assert sample.win_within(0) == (0, 0)
    assert sample.score.value == sample.score_sum / 1000
    assert sample.score.error > 0


def test_over_many_runs_the_errors_are_honest():
    hand, unseen = "3344m123456p789s", 4 - zj.counts("3344m123456p789s")
    truth = zj.solo_exact(hand, unseen, 10, extra=0, arrays=("win",)).value
    off = [
        (sample.win.value - truth) / sample.win.error
        for seed in range(300)
        for sample in zj.solo_rollouts(hand, unseen, 10, n=400, seed=seed, extra=0).samples
    ]
    assert abs(np.mean(off)) < 0.25
    assert 0.92 < np.mean(np.abs(off) < 1.96) < 0.98


def test_scores_pass_up_a_win():
    hand, unseen = "1112345678999m4p", "44p4m"
    exact = zj.solo_exact(hand, unseen, draws=3, objective="score", model="exact")
    assert exact.value == 11  # the wall ends with the 4m, and every 4p is passed
    best = exact.throws[0].text
    greedy = zj.solo_rollouts(hand, unseen, 3, n=500, throws=[best], policy="useful")
    assert greedy.samples[0].score.value < 9
    patient = zj.solo_rollouts(
        hand, unseen, 3, objective="score", extra=2, n=500, throws=[best], model="replace"
    )
    assert patient.samples[0].score.value > greedy.samples[0].score.value


def test_the_table_of_values_is_that_of_the_result():
    hand = HANDS[1]
    counts = zj.counts(hand)
    unseen = 4 - counts
    rules = zj.PRESETS["guiyang"].compiled()
    keys, values, problem = solve_all(
        counts.tobytes(), None, unseen.tobytes(), 2, 10**6, 0, 18, False, rules
    )
    assert problem == 0
    number = {int(key): i for i, key in enumerate(keys)}
    result = zj.solo_exact(hand, arrays=("win",), extra=1)
    start = sum(int(count) * 5**tile for tile, count in enumerate(counts))
    for throw in result.throws:
        assert values[0, number[start - 5**throw.tile]] == throw.value


def test_results_survive_pickling():
    result = zj.solo_rollouts(HANDS[2], n=50)
    assert pickle.loads(pickle.dumps(result)) == result
    assert str(result).count("\n") == 1 + len(result.samples)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"policy": "best"}, ["policy", "best", "solo, useful"]),
        ({"objective": "fan"}, ["objective", "fan"]),
        ({"model": "exact"}, ["model", "exact", "wall, replace"]),
        ({"n": 0}, ["n:", "0"]),
        ({"seed": -1}, ["seed", "-1"]),
        ({"seed": 2**64}, ["seed"]),
        ({"draws": 95}, ["draws", "95", "94"]),
        ({"throws": ["5p"]}, ["throws", "5p"]),
        ({"throws": []}, ["throws", "none given"]),
        ({"throws": ["2s"], "extra": 0}, ["throws", "2s", "outside"]),
        ({"max_hands": 3}, ["max_hands", "3"]),
        ({"policy": lambda hand, unseen, draws: "5s"}, ["policy", "5s"]),
    ],
)
def test_bad_values(options, words):
    with pytest.raises(zj.ZhuojiError) as caught:
        zj.solo_rollouts(HANDS[0], n=options.pop("n", 2000), **options)
    for word in words:
        assert word in str(caught.value)


def test_wrong_types_and_a_waiting_hand():
    for options in ({"policy": 3}, {"n": 1.0}, {"seed": None}, {"throws": [1.5]}):
        with pytest.raises(zj.WrongTypeError):
            zj.solo_rollouts(HANDS[0], **options)
    for throws in (7, "8m"):
        with pytest.raises(zj.WrongTypeError, match=r"throws: .*expected tiles"):
            zj.solo_rollouts(HANDS[0], throws=throws)
    for found in (None, 1.5):
        with pytest.raises(zj.WrongTypeError, match="policy: "):
            zj.solo_rollouts(HANDS[0], n=9, policy=lambda *seen, found=found: found)
    with pytest.raises(zj.ZhuojiError, match="waits"):
        zj.solo_rollouts("3344m123456p789s", throws=["3m"])
    waiting = zj.solo_rollouts("3344m123456p789s", n=100).samples
    assert [sample.text for sample in waiting] == ["wait"]
