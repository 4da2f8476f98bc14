"""Laws that hold for every hand, whatever the answers are."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import zhuoji_fast as zj
from strategies import Tiles, hands, seen_counts

Arrays = tuple[np.ndarray, np.ndarray | None]


def arrays(hand: Tiles) -> Arrays:
    counts = np.array(hand.counts, np.uint8)
    return counts, None if hand.melds is None else np.array(hand.melds, np.uint8)


def owned(hand: Tiles) -> np.ndarray:
    return np.array(hand.counts) + np.array(hand.melds or (0,) * 27)


def drawn(hand: Tiles) -> tuple[np.ndarray, np.ndarray]:
    """The kinds that can be drawn, and the hand after each draw."""
    tiles = np.flatnonzero(owned(hand) < 4)
    counts = np.array(hand.counts, np.uint8)
    return tiles, counts + np.eye(27, dtype=np.uint8)[tiles]


@given(hands(2))
def test_finished_is_shanten_minus_one(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    finished = zj.shanten(counts, melds) == -1
    assert zj.is_win(counts, melds) == finished
    assert (zj.pattern(counts, melds) > 0) == finished
    assert (zj.count_decompositions(counts, melds) > 0) == finished


@given(hands())
def test_shanten_is_the_smaller_of_its_parts(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    assert zj.shanten(counts, melds) == min(zj.shanten_parts(counts, melds))


@given(hands(1))
def test_waits_are_the_draws_that_finish(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    tiles, after = drawn(hand)
    expected = np.zeros(27, bool)
    expected[tiles] = zj.is_win(after, melds)
    assert zj.waits(counts, melds).tolist() == expected.tolist()
    assert bool(expected.any()) == (zj.shanten(counts, melds) == 0)


@given(hands(1))
def test_wait_patterns_are_the_patterns_after_the_draw(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    tiles, after = drawn(hand)
    expected = np.zeros(27, np.uint8)
    expected[tiles] = zj.pattern(after, melds)
    fourth = (counts == 3) & (expected & zj.Pattern.SEVEN_PAIRS > 0)
    expected[fourth] |= np.uint8(zj.Pattern.DRAGON_ON_WAIT)
    assert zj.wait_patterns(counts, melds).tolist() == expected.tolist()


@given(hands(1))
def test_shanten_is_one_more_than_after_the_best_draw(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    _, after = drawn(hand)
    assert zj.shanten(counts, melds) == zj.shanten(after, melds).min() + 1


@given(hands(1))
def test_useful_tiles_are_the_draws_that_lower_shanten(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    tiles, after = drawn(hand)
    expected = np.zeros(27, bool)
    expected[tiles] = zj.shanten(after, melds) < zj.shanten(counts, melds)
    assert zj.useful_tiles(counts, melds).tolist() == expected.tolist()
    assert expected.any()


@given(hands(2))
def test_the_best_throw_of_an_unfinished_hand_keeps_its_shanten(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    now = zj.shanten(counts, melds)
    after = zj.discard_shanten(counts, melds)
    assert ((after == 127) == (counts == 0)).all()
    assert after.min() == max(now, 0)


@given(hands(2))
def test_discard_shanten_is_the_shanten_after_the_throw(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    held = np.flatnonzero(counts)
    thrown = counts - np.eye(27, dtype=np.uint8)[held]
    assert zj.discard_shanten(counts, melds)[held].tolist() == zj.shanten(thrown, melds).tolist()


def moved(places: list[int]) -> Callable[[np.ndarray], np.ndarray]:
    return lambda array: array[..., places]


SYMMETRIES = {
    "pms": [*range(9, 18), *range(9), *range(18, 27)],
    "psm": [*range(9, 27), *range(9)],
    "msp": [*range(9), *range(18, 27), *range(9, 18)],
    "mirror all": [9 * suit + 8 - rank for suit in range(3) for rank in range(9)],
    "mirror m": [*range(8, -1, -1), *range(9, 27)],
    "mirror p": [*range(9), *range(17, 8, -1), *range(18, 27)],
    "mirror s": [*range(18), *range(26, 17, -1)],
}


@pytest.mark.parametrize("places", SYMMETRIES.values(), ids=list(SYMMETRIES))
@given(hand=hands())
def test_suits_and_the_order_of_ranks_do_not_matter(places: list[int], hand: Tiles) -> None:
    move = moved(places)
    counts, melds = arrays(hand)
    other = (move(counts), None if melds is None else move(melds))
    assert zj.shanten(*other) == zj.shanten(counts, melds)
    if counts.sum() % 3 == 1:
        for ask in (zj.waits, zj.useful_tiles, zj.wait_patterns):
            assert ask(*other).tolist() == move(ask(counts, melds)).tolist()
    else:
        for ask in (zj.is_win, zj.pattern, zj.count_decompositions):
            assert ask(*other) == ask(counts, melds)
        after = move(zj.discard_shanten(counts, melds))
        assert zj.discard_shanten(*other).tolist() == after.tolist()
        assert zj.best_discard(*other)[1:] == zj.best_discard(counts, melds)[1:]


@given(st.data())
def test_a_tile_seen_never_raises_the_unseen_useful_tiles(data: st.DataObject) -> None:
    hand = data.draw(hands(2))
    counts, melds = arrays(hand)
    fewer = np.array(data.draw(seen_counts(hand)), np.uint8)
    room = np.flatnonzero(owned(hand) + fewer < 4)
    more = fewer.copy()
    more[data.draw(st.sampled_from(room.tolist()))] += 1
    before = zj.best_discard(counts, melds, fewer)
    after = zj.best_discard(counts, melds, more)
    assert after[1] == before[1]
    assert after[2] <= before[2]


@given(hands(2))
def test_no_seen_tiles_is_the_same_as_none(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    zeros = np.zeros(27, np.uint8)
    assert zj.best_discard(counts, melds, zeros) == zj.best_discard(counts, melds)


@given(hands())
def test_named_melds_never_bring_a_hand_nearer(hand: Tiles) -> None:
    """Melds take copies away and exclude seven pairs."""
    assume(hand.melds is not None)
    counts, melds = arrays(hand)
    assert zj.shanten(counts, melds) >= zj.shanten(counts)


@given(hands())
def test_unknown_and_no_melds_are_the_same_for_whole_hands(hand: Tiles) -> None:
    assume(sum(hand.counts) >= 13)
    counts, _ = arrays(hand)
    zeros = np.zeros(27, np.uint8)
    assert zj.shanten_parts(counts) == zj.shanten_parts(counts, zeros)
    if counts.sum() == 13:
        assert zj.wait_patterns(counts).tolist() == zj.wait_patterns(counts, zeros).tolist()
    else:
        assert zj.pattern(counts) == zj.pattern(counts, zeros)


@given(hands(2))
def test_readings_use_exactly_the_tiles(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    for codes in zj.decompose(counts, melds).tolist():
        used = np.zeros(27, np.uint8)
        for code in codes:
            if code == 75:
                used += counts
            elif code >= 48:
                used[code - 48] += 2
            elif code >= 21:
                used[code - 21] += 3
            elif code >= 0:
                low = code // 7 * 9 + code % 7
                used[low : low + 3] += 1
        assert used.tolist() in (counts.tolist(), [0] * 27)


@given(hands(2))
def test_flags_of_a_pattern_go_together(hand: Tiles) -> None:
    counts, melds = arrays(hand)
    flags = zj.Pattern(int(zj.pattern(counts, melds)))
    shapes = zj.Pattern
    if shapes.TRIPLETS in flags or shapes.LONE_PAIR in flags:
        assert shapes.SETS in flags
    if shapes.DRAGON in flags:
        assert shapes.SEVEN_PAIRS in flags
    assert shapes.DRAGON_ON_WAIT not in flags
    if flags:
        assert flags & (shapes.SETS | shapes.SEVEN_PAIRS)
    assert (shapes.LONE_PAIR in flags) == (bool(flags) and counts.sum() == 2)
