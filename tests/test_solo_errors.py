"""What the exact one-player play refuses, how its results read, and what it leaves behind."""

import resource
import sys

import numpy as np
import pytest

import zhuoji_fast as zj
from zhuoji_fast._core import exact, solo

HAND = "46899m123678p222s"


@pytest.mark.parametrize(
    ("hand", "options", "words"),
    [
        ("123m", {}, ["123m", "3 tiles"]),
        ("123456789m123456p", {}, ["15 tiles"]),
        ("11111m", {}, ["five of 1m"]),
        ("14668889m [111p]", {}, ["8 concealed tiles"]),
        ("46899m12x", {}, ["position 9", "x"]),
        (HAND, {"unseen": "222s"}, ["unseen", "2s", "6"]),
        ("46899m123678p [222s]", {"unseen": "22s"}, ["unseen", "2s", "5"]),
        (HAND, {"unseen": "579m", "draws": 4}, ["draws", "4", "3 tiles"]),
        (HAND, {"draws": 95}, ["draws", "95", "94"]),
        (HAND, {"draws": -1}, ["draws", "-1"]),
        (HAND, {"arrays": ("win", "loss")}, ["arrays", "loss", "win, ting, score"]),
        (HAND, {"arrays": ()}, ["objective", "win", "none"]),
        (HAND, {"objective": "fan"}, ["objective", "fan", "win, ting, score"]),
        (HAND, {"arrays": ("ting",)}, ["objective", "win", "ting"]),
        (HAND, {"model": "walls"}, ["model", "walls", "wall, replace, exact"]),
        (HAND, {"extra": -1}, ["extra", "-1"]),
        (HAND, {"max_hands": 0}, ["max_hands", "0"]),
        (HAND, {"horizons": []}, ["horizons"]),
        (HAND, {"horizons": [3, 19]}, ["horizons[1]", "19", "0 to 18"]),
        (HAND, {"rules": "guangdong"}, ["guangdong"]),
    ],
)
def test_bad_values(hand, options, words):
    with pytest.raises(zj.ZhuojiError) as caught:
        zj.solo_exact(hand, **options)
    assert not isinstance(caught.value, zj.WrongTypeError)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"unseen": 3},
        {"draws": 4.0},
        {"draws": True},
        {"draws": None},
        {"arrays": "win"},
        {"arrays": None},
        {"arrays": (1,)},
        {"objective": None},
        {"horizons": 5},
        {"horizons": "12"},
        {"horizons": [1.5]},
        {"model": 1},
        {"extra": "1"},
        {"max_hands": 1e6},
        {"rules": 3},
    ],
)
def test_wrong_types(options):
    with pytest.raises(zj.WrongTypeError):
        zj.solo_exact(HAND, **options)
    with pytest.raises(zj.WrongTypeError):
        zj.solo_exact(None)


def test_whole_numbers_of_any_type():
    plain = zj.solo_exact(HAND, draws=5, extra=1, horizons=[2, 5])
    other = zj.solo_exact(
        zj.counts(HAND), None, np.int64(5), extra=np.uint8(1), horizons=np.array([5, 2, 5])
    )
    assert plain == other


@pytest.mark.parametrize("extra", [1, 2, None])
def test_a_search_too_large_says_what_is_smaller(extra):
    needed = zj.solo_exact(HAND, draws=2, extra=extra, arrays=("win",)).hands
    with pytest.raises(zj.SearchTooLargeError) as caught:
        zj.solo_exact(HAND, draws=2, extra=extra, arrays=("win",), max_hands=needed - 1)
    assert f"{needed - 1:,}" in str(caught.value)
    assert f"extra={1 if extra is None else extra - 1}" in str(caught.value)
    assert zj.solo_exact(HAND, draws=2, extra=extra, arrays=("win",), max_hands=needed).hands


def test_a_search_too_large_without_extra():
    with pytest.raises(zj.SearchTooLargeError, match="raise max_hands"):
        zj.solo_exact("3678m23556p34589s", extra=0, max_hands=3)


def test_too_many_states_of_true_draws():
    needed = zj.solo_exact(HAND, draws=3, model="exact").hands
    with pytest.raises(zj.SearchTooLargeError, match=f"more than {needed - 1:,} states"):
        zj.solo_exact(HAND, draws=3, model="exact", max_hands=needed - 1)
    assert zj.solo_exact(HAND, draws=3, model="exact", max_hands=needed).hands == needed


def test_every_size_of_hand():
    for hand in (
        "1m",
        "12m",
        "1234m",
        "12345m",
        "1234567m",
        "12345678m",
        "1234567891m",
        "1m [222m]",
    ):
        if "[" in hand:
            with pytest.raises(zj.CountsError):
                zj.solo_exact(hand)
            continue
        result = zj.solo_exact(hand, draws=3)
        waits = len(hand) % 3 == 2
        assert result.win.shape == ((4,) if waits else (27, 4))


def test_no_draws():
    throwing = zj.solo_exact("33344m123456p789s", draws=0, unseen="")
    held = zj.counts("33344m123456p789s") > 0
    assert throwing.win.shape == (27, 1)
    assert np.array_equal(np.isnan(throwing.win[:, 0]), ~(held & ~np.isnan(throwing.ting[:, 0])))
    assert throwing.ting[2, 0] == 1
    assert throwing.win[2, 0] == throwing.score[2, 0] == 0
    assert zj.solo_exact("3344m123456p789s", draws=0, model="exact").ting.tolist() == [1]


def test_what_is_outside():
    result = zj.solo_exact(HAND, extra=0)
    inside = [zj.tile_index(tile) for tile in ("4m", "8m")]
    for values in (result.win, result.ting, result.score):
        assert np.array_equal(~np.isnan(values).any(axis=1), np.isin(np.arange(27), inside))
        assert np.array_equal(~np.isnan(values).all(axis=1), np.isin(np.arange(27), inside))
    assert [throw.text for throw in result.throws] == ["4m", "8m"]


def test_arrays_not_asked_for():
    result = zj.solo_exact(HAND, arrays=("score",), objective="score", draws=3)
    assert result.win is None
    assert result.ting is None
    assert list(result.to_dict()["throws"][0]) == ["tile", "shanten", "left", "useful", "score"]


def test_throws_are_in_order():
    result = zj.solo_exact("3344m123456p7899s", horizons=(4, 9))
    values = [throw.value for throw in result.throws]
    assert values == sorted(values, reverse=True)
    assert values[0] == result.value == result.win[26, 9]
    assert result.horizons == (4, 9)
    best = result.throws[0]
    hand = zj.Hand("3344m123456p789s")
    assert best.text == "9s"
    assert best.shanten == hand.shanten
    assert dict(best.useful) == dict(hand.useful_tiles(seen="9s"))
    assert best.tiles == sum(dict(best.useful).values())


def test_a_waiting_hand_has_useful_tiles_and_no_throws():
    result = zj.solo_exact("13m456777p55789s", "9p", draws=1)
    assert result.throws == ()
    assert result.useful == ((1, 0),)
    assert "2m" not in str(result)  # none is left
    assert "wait" in str(result)
    assert result.to_dict()["useful"] == {"2m": 0}


def test_results_are_frozen():
    result = zj.solo_exact(HAND, draws=2)
    with pytest.raises(AttributeError, match="frozen"):
        result.draws = 3
    with pytest.raises(ValueError, match="read-only"):
        result.win[0, 0] = 1
    with pytest.raises(TypeError):
        hash(result)
    assert result != zj.solo_exact(HAND, draws=3)
    assert result != 1


def test_inputs_are_left_alone():
    hand, unseen = zj.counts(HAND), 4 - zj.counts(HAND)
    before = hand.copy(), unseen.copy()
    result = zj.solo_exact(hand, unseen, draws=2)
    unseen[:] = 0
    assert np.array_equal(hand, before[0])
    assert np.array_equal(result.unseen, before[1])


def test_the_core_refuses_other_structs():
    counts = zj.counts(HAND).tobytes()
    with pytest.raises(ValueError, match="rules"):
        solo.solve(counts, None, counts, 1, 10, [0], [1], 2, False, b"")
    with pytest.raises(ValueError, match="rules"):
        exact.solve_exact(counts, None, counts, 10, [0], [1], 2, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss")
def test_nothing_leaks():
    def some():
        for model, options in (("wall", {}), ("replace", {"extra": 0}), ("exact", {"draws": 3})):
            zj.solo_exact("3678m23556p34589s", model=model, **options)
        with pytest.raises(zj.SearchTooLargeError):
            zj.solo_exact("3678m23556p34589s", extra=2, max_hands=20_000)

    for _ in range(3):
        some()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(30):
        some()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2048
