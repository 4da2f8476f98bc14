"""Exact one-player play against plain recursions of each model, and what has to hold anyway."""

import concurrent.futures
import itertools
import math
import pickle

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj
from solo_cases import AIMS, CASES, IDS, by_throw, fast, has_scores, slow
from zhuoji_fast.presets import PRESET_NAMES

REFERENCE = [
    ("46899m123678p222s", 1, "8m", 0.71171256),
    ("3678m23556p34589s", 1, "9s", 0.61395379),
    ("3678m23556p34589s", 2, "9s", 0.65371766),
    ("6779m346788p2348s", 0, "9m", 0.60101517),
    ("6779m346788p2348s", 1, "9m", 0.64313848),
    ("157m146899p12245s", 1, "1p", 0.33505708),
]
EXTRAS = (0, 1, 2, None)
DRAWS = 4


def aims_of(case):
    return AIMS if has_scores(case) else AIMS[:2]


def assert_same(fast_values, slow_values):
    assert fast_values.keys() == slow_values.keys()
    for throw, value in slow_values.items():
        assert abs(fast_values[throw] - value) < 1e-12


# Against the recursions


@pytest.mark.parametrize("model", ["wall", "replace"])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_search_equals_the_recursion(case, model):
    reference = slow(case)
    for extra in EXTRAS:
        result = fast(case, draws=DRAWS, extra=extra, model=model, arrays=aims_of(case))
        assert result.hands == len(reference.hands(reference.reach(extra, DRAWS)))
        for aim in aims_of(case):
            for draws in range(DRAWS + 1):
                got = by_throw(getattr(result, aim), draws)
                want = reference.answer(draws, aim, extra, replace=model == "replace")
                if extra is None:  # the recursion reaches less far for a shorter horizon
                    got = {throw: value for throw, value in got.items() if throw in want}
                assert_same(got, want)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_true_draws_equal_the_recursion(case):
    reference = slow(case)
    result = fast(case, draws=3, model="exact", arrays=aims_of(case))
    for aim in aims_of(case):
        for draws in range(4):
            assert_same(by_throw(getattr(result, aim), draws), reference.exact(draws, aim))


@pytest.mark.parametrize(("hand", "extra", "throw", "win"), REFERENCE)
def test_reference_values(hand, extra, throw, win):
    best = zj.solo_exact(hand, extra=extra, arrays=("win",)).throws[0]
    assert best.text == throw
    assert abs(best.value - win) < 5e-9


def test_without_its_cap_a_value_leaves_the_range():
    reference = slow(("1122m4p", "1122m"))
    hands = reference.starts().values()
    assert any(
        reference.values(4, "win", extra, capped=False).get(hand, 0) > 1.001
        for extra in EXTRAS
        for hand in hands
    )
    for extra in EXTRAS:
        win = zj.solo_exact("1122m4p", "1122m", draws=4, extra=extra, arrays=("win",)).win
        assert np.nanmax(win) <= 1


# Scores


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_scores_under_each_preset(preset):
    for case in [("1233556m123344p", "377m1p"), ("2233366889m2334p", "128m2p")]:
        reference = slow(case, preset=preset)
        result = fast(case, draws=3, rules=preset, objective="score")
        assert_same(by_throw(result.score, 3), reference.answer(3, "score"))


@pytest.mark.parametrize("quad_tile", [False, True])
@pytest.mark.parametrize("model", ["wall", "replace", "exact"])
def test_a_dragon_that_needs_its_quad_tile(model, quad_tile):
    # 1m draws a quad and finishes seven pairs; 9p finishes them with a quad held before.
    case = ("1113344557788m9p", "1m99p25s")
    rules = {"preset": "guiyang", "dragon_needs_quad_tile": quad_tile}
    result = fast(case, draws=3, rules=rules, model=model, objective="score", extra=2)
    reference = slow(case, quad_tile=quad_tile)
    if model == "exact":
        want = reference.exact(3, "score")
    else:
        want = reference.answer(3, "score", 2, replace=model == "replace")
    assert_same(by_throw(result.score, 3), want)


def test_the_quad_tile_option_matters_in_that_test():
    case = ("1113344557788m9p", "1m99p25s")
    plain, strict = [slow(case, quad_tile=value).exact(3, "score") for value in (False, True)]
    assert plain != strict


def test_a_win_is_passed_up_for_a_better_one():
    # A plain win with 4p, all one suit with 4m; both can still come after passing the 4p.
    hand, unseen = "1112345678999m4p", "44p4m"
    score = zj.solo_exact(hand, unseen, draws=3, model="exact", objective="score", extra=2)
    assert score.value == 11  # every order brings the 4m
    assert zj.solo_exact(hand, unseen, draws=1, model="exact", objective="score").value < 11


# What has to hold

PROPERTIES = ["46899m123678p222s", "3678m23556p34589s", "3344m123456p789s", "1111222233334m5p"]


@pytest.mark.parametrize("model", ["wall", "replace"])
@pytest.mark.parametrize("hand", PROPERTIES)
def test_probabilities_grow_with_draws_and_extra(hand, model):
    before = None
    for extra in (0, 1, 2) if hand != PROPERTIES[1] else (0, 1):
        result = zj.solo_exact(hand, extra=extra, model=model)
        for values in (result.win, result.ting):
            known = ~np.isnan(values)
            assert (values[known] >= 0).all()
            assert (values[known] <= 1).all()
        for values in (result.win, result.ting, result.score):
            assert (np.nan_to_num(np.diff(values, axis=-1)) >= -1e-12).all()
        if before is not None:
            for name in AIMS:
                old, new = getattr(before, name), getattr(result, name)
                assert not np.isnan(new[~np.isnan(old)]).any()
                assert (np.nan_to_num(new - old) >= -1e-12).all()
        before = result


@pytest.mark.parametrize("arrays", [("win",), ("ting", "win"), AIMS])
@pytest.mark.parametrize("model", ["wall", "replace"])
def test_a_horizon_is_its_own(model, arrays):
    hand = "46899m123678p222s"
    full = zj.solo_exact(hand, arrays=arrays, model=model)
    for draws in (0, 1, 5, 17):
        short = zj.solo_exact(hand, draws=draws, arrays=arrays, model=model)
        one = zj.solo_exact(hand, horizons=[draws], arrays=arrays, model=model)
        for name in arrays:
            values = getattr(full, name)[:, draws]
            assert np.array_equal(values, getattr(short, name)[:, draws], equal_nan=True)
            assert np.array_equal(values, getattr(one, name)[:, draws], equal_nan=True)
            assert np.isnan(np.delete(getattr(one, name), draws, axis=1)).all()


def test_some_horizons_near_the_end_of_the_wall():
    hand, unseen = "46899m123678p222s", "57m45m47m13p9s"
    full = zj.solo_exact(hand, unseen, draws=8)
    some = zj.solo_exact(hand, unseen, draws=8, horizons=(2, 7, 8))
    for name in AIMS:
        columns = getattr(full, name)[:, [2, 7, 8]]
        assert np.array_equal(columns, getattr(some, name)[:, [2, 7, 8]], equal_nan=True)


@pytest.mark.parametrize("name", AIMS)
def test_an_array_does_not_depend_on_the_others(name):
    hand = "3678m23556p34589s"
    alone = getattr(zj.solo_exact(hand, arrays=(name,), objective=name), name)
    for arrays in itertools.permutations(AIMS):
        assert np.array_equal(alone, getattr(zj.solo_exact(hand, arrays=arrays), name), True)


def lowest(hand, unseen, draws):
    return next(tile for tile in range(27) if hand[tile])


def nearest(hand, unseen, draws):
    after = oracle.discard_shanten(hand)
    return after.index(min(after))


def searched(hand, unseen, draws):
    return zj.solo_exact(hand, unseen, draws=draws, extra=2, arrays=("win",)).throws[0].tile


@pytest.mark.parametrize("policy", [lowest, nearest, searched])
@pytest.mark.parametrize(
    ("hand", "unseen"),
    [
        ("1122m4p", "1122m3p"),
        ("23568m", "1478m14p2s"),
        ("24468m", "1357m59p"),
        ("112278999m2234p", "237m34p"),
        ("1233556m123344p", "3447m12p"),
    ],
)
def test_true_draws_lie_between_policies_and_foresight(hand, unseen, policy):
    case = (hand, unseen)
    reference, draws = slow(case), 3
    best = by_throw(fast(case, draws=draws, model="exact", arrays=("win",)).win, draws)
    assert max(best.values()) > 0
    for throw, waiting in reference.starts().items():
        assert best[throw] <= reference.foreseen(waiting, draws) + 1e-12
        assert reference.with_policy(waiting, draws, policy) <= best[throw] + 1e-12


def test_waiting_for_two_kinds_is_hypergeometric():
    waiting = zj.solo_exact("3344m123456p789s", extra=0, arrays=("win",))
    assert waiting.win.shape == (19,)
    for draws in range(19):
        none = math.comb(91, draws) / math.comb(95, draws)
        assert abs(waiting.win[draws] - (1 - none)) < 1e-14
    assert waiting.win.round(6)[[1, 2, 10]].tolist() == [0.042105, 0.082867, 0.363984]


def test_a_throw_is_worth_what_waiting_after_it_is():
    throwing = zj.solo_exact("33344m123456p789s", arrays=("win",), extra=0)
    unseen = 4 - zj.counts("33344m123456p789s")
    waiting = zj.solo_exact("3344m123456p789s", unseen, arrays=("win",), extra=0)
    assert np.array_equal(throwing.win[2], waiting.win)


def test_threads_agree():
    hands = ["46899m123678p222s", "3678m23556p34589s", "6779m346788p2348s"] * 4
    serial = [zj.solo_exact(hand) for hand in hands]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(zj.solo_exact, hands)) == serial


def test_too_few_draws_for_the_shanten():
    hand = "157m146899p12245s"
    assert zj.shanten(zj.counts(hand)) == 3
    result = zj.solo_exact(hand, draws=6)
    assert not np.nan_to_num(result.win[:, :4]).any()
    assert np.nan_to_num(result.win[:, 4]).any()
    assert not np.nan_to_num(result.ting[:, :3]).any()
    assert np.nan_to_num(result.ting[:, 3]).any()


def test_draws_to_the_end_of_a_small_wall():
    hand, unseen = "1223m [4444m] [7777p] [5555s]", "11233355m"
    result = zj.solo_exact(hand, unseen, draws=8, extra=None)
    true = zj.solo_exact(hand, unseen, draws=8, model="exact")
    assert result.win[8] == pytest.approx(1, abs=1e-12)
    assert true.win[8] == pytest.approx(1, abs=1e-12)
    assert max(result.win[8], true.win[8]) <= 1


def test_it_survives_pickling():
    for result in (
        zj.solo_exact("46899m123678p222s", rules="duyun", objective="score"),
        zj.solo_exact("3344m123p789s [555p]", draws=3, arrays=("win",)),
    ):
        copy = pickle.loads(pickle.dumps(result))
        assert copy == result
        assert copy.throws == result.throws
        assert not copy.win.flags.writeable
