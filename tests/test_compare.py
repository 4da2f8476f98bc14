"""Comparing actions: estimates, paired differences and what is dropped, against single rollouts."""

import json
import math
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from random import Random
from statistics import NormalDist, fmean, variance

import msgspec
import numpy as np
import pytest

import zhuoji_fast as zj
from driver_tasks import Switch
from slow_odds import KINDS, SCORE, first_moments, slow_rollouts, slow_sums, sums_of
from zhuoji_fast._core.odds import play_on
from zhuoji_fast._core.rollout import POLICY_NAMES
from zhuoji_fast.rollouts import UNIT
from zhuoji_fast.view import View, seen_table

ANY = {"players": [2, 3, 4]}
MIX = ("useful", "random", "closed", "shanten")
PLACES = {"score": SCORE, "win": 0}
TABLE = zj.Table("guiyang", seed=5)
VIEW = TABLE.view(0)
LEGAL = TABLE.legal(0)


def outcomes(table, seat, actions, seed, n, policies=("useful",) * 4):
    """What came of each action in each rollout, shape (n, actions, values)."""
    kinds = bytes([POLICY_NAMES.index(policy) for policy in policies[: table.players]])
    found, _ = play_on(table, seat, bytes(actions), kinds, seed, 0, n, True, False, False)
    return found


def check_paired(found, values, actions, *, base=1, confidence=0.95):
    """Order, differences and ratios, by the textbook; values of shape (n, actions)."""
    values = values.astype(float) * base
    n = len(values)
    best = actions.index(found.best)
    means = values.mean(axis=0)
    assert means[best] == means.max()
    kept = [one for one in found.actions if not one.dropped]
    assert [one.action for one in kept] == [
        actions[k]
        for k in sorted(range(len(actions)), key=lambda k: (-means[k], k != best))
        if actions[k] in [one.action for one in kept]
    ]
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    for one in kept:
        own = values[:, actions.index(one.action)]
        apart = own - values[:, best]
        error = math.sqrt(variance(apart.tolist()) / n)
        assert one.text == zj.action_text(one.action)
        assert one.difference[:2] == pytest.approx((fmean(apart), error), rel=1e-9, abs=1e-12)
        assert one.difference.low == pytest.approx(fmean(apart) - z * error, rel=1e-9, abs=1e-12)
        assert one.difference.high == pytest.approx(fmean(apart) + z * error, rel=1e-9, abs=1e-12)
        if one.action == found.best:
            assert (*one.difference, one.variance_ratio) == (0, 0, 0, 0, 1)
        elif error == 0:
            assert one.variance_ratio == math.inf
        else:
            both = variance(own.tolist()) + variance(values[:, best].tolist())
            assert one.variance_ratio == pytest.approx(both / variance(apart.tolist()), rel=1e-9)


# ---------------------------------------------------------------- against single rollouts


def check_moment(table, seat, seed, objective, number=40):
    before = table.state()
    policies = MIX[: table.players]
    legal = list(table.legal(seat))
    options = {"policies": policies, "seed": seed, "n": number}
    found = zj.compare(table, seat=seat, objective=objective, **options)
    assert sorted(one.action for one in found.actions) == sorted(legal)
    for one in found.actions:
        assert not one.dropped  # which is looked at after 1,000
        assert one.estimate == zj.evaluate(table, one.action, seat=seat, **options)
        assert found[one.action] is one
    assert (found.seat, found.objective, found.n, found.seed) == (seat, objective, number, seed)
    assert (found.stopped, found.reproducible) == ("n", True)
    values = outcomes(table, seat, legal, seed, number, policies)
    base = table.base if objective == "score" else 1
    check_paired(found, values[:, :, PLACES[objective]], legal, base=base)
    chosen = Random(seed).sample(legal, min(3, len(legal)))
    few = zj.compare(table, chosen, seat=seat, objective=objective, confidence=0.8, **options)
    values = values[:, [legal.index(action) for action in chosen], PLACES[objective]]
    check_paired(few, values, chosen, base=base, confidence=0.8)
    document = table.view(seat)
    told = [zj.compare(view, chosen, **options) for view in (document, json.dumps(document))]
    assert told[0] == told[1] == zj.compare(View.from_dict(document), chosen, **options)
    for one in told[0].actions:
        assert one.estimate == zj.evaluate(document, one.action, **options)
    assert table.state() == before
    return legal


@pytest.mark.parametrize("preset", zj.PRESETS)
def test_estimates_and_differences(preset):
    hard = zj.Rules.preset(preset).declare == "hard_soft"
    kinds = ("discard", "claim", "declare") if hard else ("discard", "claim")
    for players in (2, 3, 4):
        seed = f"compare {preset} {players}"
        moments = first_moments(seed, ANY | {"preset": preset}, players, 3, kinds=kinds)
        for k, moment in enumerate(moments):
            check_moment(*moment, k, ("score", "win")[k % 2])


def test_robberies():
    rules = ANY | {"preset": "platform"}
    for k, (table, seat) in enumerate(first_moments("rob", rules, 3, 3, kinds=("rob",))):
        legal = check_moment(table, seat, k, "score")
        assert zj.Action.WIN in legal


def test_each_action_is_played_on_the_same_deals():
    """Against rollouts one by one at a table: also with functions, weights and kept tiles."""
    table, seat = first_moments(8, "guiyang_classic", 4, 1, kinds=("discard",))[0]
    actions = list(table.legal(seat)[:3])
    options = {"seat": seat, "n": 12, "seed": 4}
    rows = slow_rollouts(table, seat, actions, MIX, 4, range(12))
    found = zj.compare(table, actions, policies=MIX, **options)
    for place, action in enumerate(actions):
        assert sums_of(found[action].estimate) == slow_sums(rows, place)

    def first(view, legal):
        return legal[0]

    policies = (*MIX[:seat], first, *MIX[seat + 1 :])
    rows = slow_rollouts(table, seat, actions, policies, 4, range(12))
    found = zj.compare(table, actions, policies=policies, **options)
    for place, action in enumerate(actions):
        assert sums_of(found[action].estimate) == slow_sums(rows, place)
    assert not found.reproducible
    rows = slow_rollouts(table, seat, actions, MIX, 4, range(12), deal=False)
    found = zj.compare(table, actions, policies=MIX, hidden="keep", **options)
    for place, action in enumerate(actions):
        assert sums_of(found[action].estimate) == slow_sums(rows, place)
    found = zj.compare(table, actions, belief="progress", **options)
    for action in actions:
        alone = zj.evaluate(table, action, belief="progress", **options)
        assert found[action].estimate == alone


def test_weights():
    """Errors of weighted differences, by e/(e-1) times the sum of w² (d - mean)² / W²."""
    n = 200
    weights = np.random.default_rng(2).integers(0, 5, n)
    actions = list(LEGAL[:3])

    def belief(view, hands):
        return weights

    found = zj.compare(VIEW, actions, n=n, seed=2, belief=belief, chunk=n)
    values = outcomes(TABLE, 0, actions, 2, n)[:, :, SCORE].astype(float)
    best = actions.index(found.best)
    means = weights @ values / weights.sum()
    assert means[best] == means.max()
    effective = weights.sum() ** 2 / (weights**2).sum()

    def spread(x):
        mean = weights @ x / weights.sum()
        biased = (weights**2 @ (x - mean) ** 2) / weights.sum() ** 2
        return biased * effective / (effective - 1)

    for place, action in enumerate(actions):
        apart = values[:, place] - values[:, best]
        one = found[action]
        assert one.estimate.score.value == pytest.approx(means[place])
        assert one.estimate.weight == weights.sum() * UNIT
        assert one.difference.value == pytest.approx(means[place] - means[best], abs=1e-12)
        assert one.difference.error == pytest.approx(math.sqrt(spread(apart)), abs=1e-12)
        if place != best:
            ratio = (spread(values[:, place]) + spread(values[:, best])) / spread(apart)
            assert one.variance_ratio == pytest.approx(ratio)


def test_equal_weights_are_no_belief():
    actions = LEGAL[:4]
    found = zj.compare(
        VIEW, actions, n=1500, seed=2, belief=lambda view, hands: np.ones(len(hands))
    )
    plain = zj.compare(VIEW, actions, n=1500, seed=2)
    for one, other in zip(found.actions, plain.actions, strict=True):
        assert (one.action, one.dropped) == (other.action, other.dropped)
        assert one.difference == pytest.approx(other.difference, rel=1e-9)
        assert one.variance_ratio == pytest.approx(other.variance_ratio)


def test_no_weight_at_all():
    with pytest.raises(zj.ZhuojiError, match="belief: all 50 weights are 0"):
        zj.compare(VIEW, n=50, seed=2, belief=lambda view, hands: np.zeros(len(hands)))


def test_actions_that_come_to_the_same():
    """Of the last throws of a hand all but one come to nothing: the first of them is the best."""
    table = zj.Table("guiyang_classic", seed=16)
    players = [zj.policy_player("closed", seat, 16) for seat in range(4)]
    while table.wall_left or table.phase != KINDS["discard"]:
        table.step({seat: players[seat](table) for seat in table.pending})
    seat = table.turn
    actions = list(table.legal(seat))
    for order in (actions, actions[::-1]):
        found = zj.compare(table, order, seat=seat, hidden="keep", n=2500, seed=1)
        scores = {one.action: one.estimate.score.value for one in found.actions}
        top = [action for action in order if scores[action] == max(scores.values())]
        assert 1 < len(top) < len(order)
        assert found.best == top[0]
        assert [one.action for one in found.actions][: len(top)] == top
        for one in found.actions:
            assert one.dropped == (one.action not in top)
            assert one.difference.error == 0
            assert one.variance_ratio == (1 if one.action == found.best else math.inf)
            assert found.to_dict()  # where an infinite ratio is None
    ratios = [row["variance_ratio"] for row in found.to_dict()["actions"]]
    assert ratios == [1.0] + [None] * (len(ratios) - 1)


# ---------------------------------------------------------------- dropping


def raced(values, looks, confidence=0.95):
    """Which actions are dropped at which of the looks, by the rule as it is written down.

    The risk, a quarter of 1 less the confidence, is shared out over the actions but one, and over
    the looks as 1/2, 1/6, 1/12, ...; an action goes when it is below the best by more standard
    errors than the one-sided normal quantile of its share.
    """
    left, gone = list(range(values.shape[1])), {}
    for number, look in enumerate(looks[:-1], 1):
        seen = values[:look].astype(float)
        best = max(left, key=lambda k: seen[:, k].sum())
        risk = (1 - confidence) / 4 / (values.shape[1] - 1) / (number * (number + 1))
        bound = NormalDist().inv_cdf(1 - risk)
        for k in [k for k in left if k != best]:
            apart = seen[:, k] - seen[:, best]
            if apart.mean() < -bound * math.sqrt(apart.var(ddof=1) / look):
                gone[k] = look, bound
                left.remove(k)
    return left, gone


@pytest.mark.parametrize(
    ("objective", "confidence", "looks"),
    [("score", 0.95, {1000, 2000, 4000}), ("score", 0.5, {1000, 2000}), ("win", 0.95, {4000})],
)
def test_what_is_dropped_and_when(objective, confidence, looks):
    n, actions = 4100, list(LEGAL[3:])
    options = {"n": n, "seed": 7, "objective": objective, "confidence": confidence}
    found = zj.compare(VIEW, actions, **options)
    values = outcomes(TABLE, 0, actions, 7, n)[:, :, PLACES[objective]]
    left, gone = raced(values, [1000, 2000, 4000, n], confidence)
    assert len(left) > 1
    assert {look for look, _ in gone.values()} == looks
    dropped = {one.action: one.estimate.n for one in found.actions if one.dropped}
    assert dropped == {actions[k]: look for k, (look, _) in gone.items()}
    assert found.n == n
    best = actions.index(found.best)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    for one in found.actions:
        place = actions.index(one.action)
        look, bound = gone.get(place, (n, 0))
        alone = zj.evaluate(VIEW, one.action, n=look, seed=7, confidence=confidence)
        stopped = "dropped" if one.dropped else "n"
        assert one.estimate == msgspec.structs.replace(alone, stopped=stopped)
        apart = (values[:look, place] - values[:look, best]).astype(float)
        error = math.sqrt(apart.var(ddof=1) / look)
        half = max(bound, z) * error  # of what was dropped, the bound that it fell below
        assert one.difference == pytest.approx(
            (apart.mean(), error, apart.mean() - half, apart.mean() + half), rel=1e-9, abs=1e-12
        )
    order = [one.dropped for one in found.actions]
    assert order == sorted(order)


def test_nothing_is_dropped_unasked():
    actions = list(LEGAL[3:])
    found = zj.compare(VIEW, actions, n=2100, seed=7, drop=False)
    assert not any(one.dropped for one in found.actions)
    assert {one.estimate.n for one in found.actions} == {2100}
    check_paired(found, outcomes(TABLE, 0, actions, 7, 2100)[:, :, SCORE], actions)


def test_what_is_dropped_stands_last():
    """Also where it had a higher mean when it went than another has at the end."""
    found = zj.compare(VIEW, LEGAL[3:], n=2001, seed=9, confidence=0.5)
    means = [one.estimate.score.value for one in found.actions]
    first = [one.dropped for one in found.actions].index(True)
    assert max(means[first:]) > means[first - 1]
    assert means[:first] == sorted(means[:first], reverse=True)
    assert means[first:] == sorted(means[first:], reverse=True)
    assert all(one.dropped for one in found.actions[first:])


def test_the_best_is_not_dropped():
    """Small races of openings, against the means of many more rollouts."""
    dropped = 0
    for seed in (6, 7):
        table = zj.Table("guiyang", seed=seed)
        actions = list(table.legal(0)[::2])
        means = outcomes(table, 0, actions, 99, 3000)[:, :, SCORE].mean(axis=0)
        best = actions[int(means.argmax())]
        for race in range(6):
            found = zj.compare(table, actions, n=1001, seed=race)
            dropped += sum(one.dropped for one in found.actions)
            assert not found[best].dropped
            assert not found[found.best].dropped
    assert dropped > 12


def test_one_action_alone():
    found = zj.compare(VIEW, LEGAL[:1], n=3000, seed=1, half_width=1e-9)
    assert [one.action for one in found.actions] == [LEGAL[0]]
    assert (found.n, found.stopped) == (1000, "half_width")
    assert found.actions[0].difference == (0, 0, 0, 0)


# ---------------------------------------------------------------- where it is played


def test_chunks_threads_and_processes_give_one_answer():
    options = {"actions": LEGAL[:7], "n": 2100, "seed": 3}
    found = zj.compare(VIEW, **options)
    assert any(one.dropped for one in found.actions)
    for chunk in (70, 999, 5000):
        assert zj.compare(VIEW, chunk=chunk, **options) == found
    with ThreadPoolExecutor(3) as pool:
        assert zj.compare(VIEW, executor=pool, chunk=190, **options) == found
        assert zj.compare(VIEW, executor=pool, **options) == found
    with ProcessPoolExecutor(2) as pool:
        assert zj.compare(VIEW, executor=pool, chunk=400, **options) == found
    assert zj.compare(VIEW, executor=lambda: ThreadPoolExecutor(2), **options) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_an_answer_does_not_depend_on_hidden_tiles():
    for table, seat in first_moments(5, "guiyang", 4, 3, kinds=("discard", "claim")):
        other = table.clone()
        other.resample(seat, 1)
        options = {"seat": seat, "n": 30, "seed": 2}
        assert zj.compare(table, **options) == zj.compare(other, **options)


# ---------------------------------------------------------------- limits


def widest(found):
    return max(one.difference.half for one in found.actions if not one.dropped)


@pytest.mark.parametrize(("drop", "width"), [(True, 0.5), (False, 0.9), (True, 50)])
def test_half_a_width(drop, width):
    """It stops at the first look at which all differences that are left are known so well."""
    options = {"drop": drop, "seed": 4}
    actions = LEGAL[:7]
    found = zj.compare(VIEW, actions, half_width=width, **options)
    assert widest(found) <= width
    assert found.stopped == "half_width"
    assert found.n in (1000 * 2**k for k in range(10))
    if found.n > 1000:
        assert widest(zj.compare(VIEW, actions, n=found.n // 2, **options)) > width
    assert zj.compare(VIEW, actions, half_width=width, chunk=330, **options) == found
    with ThreadPoolExecutor(2) as pool:
        again = zj.compare(VIEW, actions, half_width=width, executor=pool, chunk=90, **options)
        assert again == found
    whys = {one.estimate.stopped for one in found.actions}
    assert whys == ({"half_width", "dropped"} if drop else {"half_width"})


def test_half_a_width_and_a_number():
    found = zj.compare(VIEW, LEGAL[:3], half_width=1e-9, n=1500, seed=1)
    assert (found.n, found.stopped) == (1500, "n")
    assert found == zj.compare(VIEW, LEGAL[:3], n=1500, seed=1)


def test_seconds():
    found = zj.compare(VIEW, seconds=0.03, seed=3)
    assert (found.stopped, found.reproducible) == ("seconds", False)
    assert found.n > 0
    for one in found.actions:
        n, why = one.estimate.n, one.estimate.stopped
        assert sums_of(one.estimate) == sums_of(zj.evaluate(VIEW, one.action, n=n, seed=3))
        assert why == ("dropped" if one.dropped else "seconds")


def test_cancel():
    found = zj.compare(VIEW, n=1000, seed=3, chunk=10, cancel=Switch(4))
    assert (found.n, found.stopped, found.reproducible) == (40, "cancelled", False)
    whole = zj.compare(VIEW, n=40, seed=3)
    assert [one.difference for one in found.actions] == [one.difference for one in whole.actions]
    # After the first look, what was dropped there stays so.
    found = zj.compare(VIEW, n=5000, seed=3, chunk=250, cancel=Switch(6))
    assert found.n == 1500
    assert {one.estimate.n for one in found.actions} == {1000, 1500}
    event = threading.Event()
    event.set()
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped before any rollouts"):
        zj.compare(VIEW, n=10, cancel=event)


def test_ctrl_c_keeps_what_is_counted():
    calls = iter(range(150))

    def play(view, legal):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return legal[0]

    policies = (play, "useful", "useful", "useful")
    found = zj.compare(VIEW, LEGAL[:2], n=10**6, seed=3, policies=policies, chunk=1)
    assert (found.stopped, found.reproducible) == ("interrupted", False)
    assert found.n >= 1

    def stop(view, legal):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zj.compare(VIEW, n=10**6, policies=stop)


def test_progress():
    told = []
    zj.compare(VIEW, n=25, chunk=10, progress=lambda *done: told.append(done))
    assert told == [(10, 25), (20, 25), (25, 25)]


def test_seeds():
    found = zj.compare(VIEW, LEGAL[:2], n=30)
    assert found == zj.compare(VIEW, LEGAL[:2], n=30, seed=found.seed)
    assert found.seed != zj.compare(VIEW, LEGAL[:2], n=30).seed


# ---------------------------------------------------------------- what it says


def test_text_and_data():
    found = zj.compare(VIEW, n=1200, seed=7)
    lines = str(found).splitlines()
    assert lines[0] == "seat 0, 1,200 rollouts, seed 7, stopped by n"
    assert len(lines) == 2 + len(LEGAL)
    assert lines[2].startswith(found.actions[0].text)
    assert lines[2].endswith("best")
    for line, one in zip(lines[3:], found.actions[1:], strict=True):
        estimate, difference = one.estimate, one.difference
        values = [
            f"{estimate.score.value:+.3f}",
            f"{100 * estimate.win.value:.2f}",
            f"{100 * estimate.deal_in.value:.2f}",
            f"{100 * estimate.ting.value:.2f}",
            f"{difference.value:+.3f}",
            f"[{difference.low:+.3f},",
        ]
        assert line.startswith(one.text)
        assert line.split()[2:8] == values
        assert ("dropped after 1,000" in line) == one.dropped
    data = json.loads(json.dumps(found.to_dict()))
    assert [row["action"] for row in data["actions"]] == [one.action for one in found.actions]
    for row, one in zip(data["actions"], found.actions, strict=True):
        assert zj.Estimate.from_dict(row["estimate"]) == one.estimate
        assert row["difference"] == one.difference._asdict()
        assert (row["text"], row["dropped"]) == (one.text, one.dropped)
    assert (data["n"], data["seed"], data["objective"]) == (1200, 7, "score")


def test_text_of_wins_is_in_percent():
    found = zj.compare(VIEW, LEGAL[:3], n=300, seed=7, objective="win")
    last = found.actions[-1]
    assert "difference (%)" in str(found)
    assert f"{100 * last.difference.value:+.3f}" in str(found).splitlines()[-1]
    with pytest.raises(KeyError):
        found[85]


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"actions": []}, "actions: none given"),
        ({"actions": [LEGAL[0], LEGAL[1], LEGAL[0]]}, r"actions\[2\]: .* is there already"),
        ({"actions": [83]}, "win"),
        ({"actions": [LEGAL[0], 86]}, "86"),
        ({"actions": [-1]}, "-1"),
        ({"view": TABLE, "seat": 1}, "view: seat 1 is not asked"),
        ({"view": TABLE, "seat": 1, "actions": [0]}, "seat 1"),
        ({"view": TABLE.view(1)}, "turn: null"),
        ({"n": 0}, "n: 0"),
        ({"half_width": -1}, "half_width: -1"),
        ({"objective": "money"}, "objective"),
        ({"objective": []}, "objective"),
        ({"confidence": 1.5}, "confidence: 1.5"),
        ({"seed": 2**64}, "seed"),
        ({"policies": "best"}, "policies"),
        ({"belief": "hope"}, "belief"),
        ({"hidden": "keep"}, "hidden"),
        ({"chunk": 0}, "chunk"),
    ],
)
def test_arguments_that_cannot_be(arguments, message):
    given = {"view": VIEW, "n": 5, "seed": 1} | arguments
    with pytest.raises(zj.ZhuojiError, match=message):
        zj.compare(given.pop("view"), **given)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"actions": 3}, "actions"),
        ({"actions": "discard 3m"}, "actions"),
        ({"actions": ["discard 3m"]}, "action"),
        ({"actions": [None]}, "action"),
        ({"actions": [2.0]}, "action"),
        ({"drop": 1}, "drop"),
        ({"drop": None}, "drop"),
        ({"n": 1.5}, "n: 1.5"),
        ({"executor": 3}, "executor"),
        ({"confidence": None}, "confidence"),
    ],
)
def test_arguments_of_a_wrong_type(arguments, message):
    with pytest.raises(TypeError, match=message) as caught:
        zj.compare(VIEW, **{"n": 5, "seed": 1} | arguments)
    assert isinstance(caught.value, zj.ZhuojiError)


def test_actions_in_any_form():
    found = zj.compare(VIEW, LEGAL[:3], n=20, seed=1)
    for actions in (list(LEGAL[:3]), iter(LEGAL[:3]), np.array(LEGAL[:3]), set(LEGAL[:3])):
        again = zj.compare(VIEW, actions, n=20, seed=1)
        assert again == found
        assert json.dumps(again.to_dict())
    table, seat = first_moments(5, "guiyang", 4, 1, kinds=("claim",))[0]
    one = zj.compare(table, [zj.Action.PASS], seat=seat, n=20, seed=1)
    assert type(one.best) is int
    assert one == zj.compare(table, [84], seat=seat, n=20, seed=1)
    assert seen_table(View.from_dict(VIEW)).legal(0) == LEGAL
