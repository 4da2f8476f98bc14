"""Whole hands of all sizes against the slow oracle, one by one and in numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import oracle
import populations
import zhuoji_fast as zj
from oracle_whole import WholeHands
from strategies import Tiles, broken_hands, hands, seen_counts

QUESTIONS = [
    # name, remainder asked for, right answer
    ("shanten", 0, oracle.shanten),
    ("shanten_parts", 0, oracle.shanten_parts),
    ("is_win", 2, oracle.is_win),
    ("waits", 1, oracle.waits),
    ("useful_tiles", 1, oracle.useful_tiles),
    ("discard_shanten", 2, oracle.discard_shanten),
    ("best_discard", 2, oracle.best_discard),
    ("pattern", 2, oracle.pattern),
    ("wait_patterns", 1, oracle.wait_patterns),
    ("count_decompositions", 2, lambda counts, melds: len(oracle.readings(counts, melds))),
]
NAMES = [name for name, _, _ in QUESTIONS]
TUPLES = ("shanten_parts", "best_discard")
DOORS = ("array", "bytes", "batch")


def rows(hand: Tiles) -> tuple[np.ndarray, np.ndarray | None]:
    counts = np.array(hand.counts, np.uint8)
    return counts, None if hand.melds is None else np.array(hand.melds, np.uint8)


def plain(answer: Any) -> Any:
    """Numbers and lists out of NumPy's."""
    if isinstance(answer, tuple):
        return tuple(plain(part) for part in answer)
    return np.asarray(answer).tolist()


def ask(name: str, hand: Tiles, door: str) -> Any:
    """One hand through the array door, the bytes door, or as the middle row of a batch."""
    function = getattr(zj, name)
    counts, melds = rows(hand)
    if door == "bytes":
        return plain(function(counts.tobytes(), None if melds is None else melds.tobytes()))
    if door == "array":
        return plain(function(counts, melds))
    batch = np.repeat(counts[None], 70, axis=0)
    many = function(batch, None if melds is None else np.repeat(melds[None], 70, axis=0))
    parts = many if name in TUPLES else (many,)
    for part in parts:
        assert (part == part[0]).all()
    picked = tuple(plain(part[33]) for part in parts)
    return picked if name in TUPLES else picked[0]


@pytest.mark.parametrize(("name", "remainder", "answer"), QUESTIONS, ids=NAMES)
def test_whole_hands(name: str, remainder: int, answer: Callable[..., Any]) -> None:
    @seed(NAMES.index(name))
    @given(hands(remainder))
    @settings(max_examples=120)
    def agrees(hand: Tiles) -> None:
        expected = answer(*hand)
        for door in DOORS:
            assert ask(name, hand, door) == expected, door

    agrees()


def check_readings(hand: Tiles) -> None:
    expected = oracle.readings(*hand)
    counts, melds = rows(hand)
    batch = zj.decompose(np.stack([counts, counts]), melds)
    single = zj.decompose(counts.tobytes(), None if melds is None else melds.tobytes())
    assert batch.tobytes() == np.stack([single, single]).tobytes()
    found = [tuple(code for code in row if code >= 0) for row in single.tolist()]
    used = [codes for codes in found if codes]
    assert single.tolist() == [[*codes, *[-1] * (5 - len(codes))] for codes in found]
    assert all(list(codes) == sorted(codes) for codes in used)
    assert all(not codes for codes in found[len(used) :])
    assert len(used) == len(set(used))
    assert set(used) == expected


@given(hands(2))
@settings(max_examples=200)
def test_readings_of_whole_hands(hand: Tiles) -> None:
    check_readings(hand)


@given(st.data())
@settings(max_examples=100)
def test_best_discard_with_seen_tiles(data: st.DataObject) -> None:
    hand = data.draw(hands(2))
    seen = data.draw(seen_counts(hand))
    counts, melds = rows(hand)
    expected = oracle.best_discard(*hand, seen)
    elsewhere = np.array(seen, np.uint8)
    assert plain(zj.best_discard(counts, melds, elsewhere)) == expected
    assert (
        plain(
            zj.best_discard(
                counts.tobytes(), None if melds is None else melds.tobytes(), elsewhere.tobytes()
            )
        )
        == expected
    )


@given(st.lists(hands(), min_size=2, max_size=80))
@settings(max_examples=30)
def test_rows_of_different_sizes_stand_in_one_array(drawn: list[Tiles]) -> None:
    counts = np.array([hand.counts for hand in drawn], np.uint8)
    singly = [zj.shanten(row.tobytes()) for row in counts]
    assert zj.shanten(counts).tolist() == singly


@pytest.mark.parametrize(("name", "remainder", "_answer"), QUESTIONS, ids=NAMES)
def test_a_batch_gives_the_bytes_of_single_calls(name: str, remainder: int, _answer: Any) -> None:
    """Also around the block sizes of the batches, and with one meld row each."""
    function = getattr(zj, name)
    rng = np.random.default_rng(11)
    full = populations.swapped(rng, populations.finished(rng, 133, 3), 1)
    counts = populations.without_one(rng, full) if remainder == 1 else full
    melds = np.zeros_like(counts)
    rows = np.arange(len(counts))
    melds[rows, (counts == 0).argmax(axis=1)] = rng.choice([3, 4], len(counts))
    for number in (1, 2, 31, 32, 33, 63, 64, 65, 96, 133):
        for owned in (None, melds):
            many = function(counts[:number], None if owned is None else owned[:number])
            singly = [
                function(counts[i].tobytes(), None if owned is None else owned[i].tobytes())
                for i in range(number)
            ]
            parts = many if name in TUPLES else (many,)
            columns = zip(*singly, strict=True) if name in TUPLES else (singly,)
            for part, column in zip(parts, columns, strict=True):
                assert part.tobytes() == np.array(column, part.dtype).tobytes()


def check_mass(part: int, number: int) -> None:
    """Each question on 25 times as many hands of every size and kind, all sizes in one array."""
    rng = np.random.default_rng(part)
    full = populations.mixed(rng, number)
    one = populations.without_one(rng, full)
    equal = np.testing.assert_array_equal
    for counts in (full, one):
        right = WholeHands(counts)
        equal(zj.shanten(counts), right.shanten())
        standard, seven = zj.shanten_parts(counts)
        equal(standard, right.standard())
        equal(seven, right.seven())
    right = WholeHands(one)
    patterns = right.wait_patterns()
    equal(zj.wait_patterns(one), patterns)
    equal(zj.waits(one), patterns > 0)
    equal(zj.useful_tiles(one), right.useful_tiles())
    right = WholeHands(full)
    equal(zj.pattern(full), right.pattern())
    equal(zj.is_win(full), right.pattern() > 0)
    equal(zj.discard_shanten(full), right.discard_shanten())
    seen = (rng.integers(0, 5, full.shape) * (rng.random(full.shape) < 0.2)).astype(np.uint8)
    seen = np.minimum(seen, 4 - full)
    for elsewhere in (np.zeros_like(seen), seen):
        for got, expected in zip(
            zj.best_discard(full, None, elsewhere), right.best_discard(elsewhere), strict=True
        ):
            equal(got, expected)


def test_thousands_of_whole_hands() -> None:
    check_mass(0, 120)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 9))
def test_a_million_whole_hands(part: int) -> None:
    """Eight parts of 62,500 hands of 3n+1 and as many of 3n+2 tiles."""
    check_mass(part, 2500)


def melded_hands(number: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Hands of 3n+2 tiles with one to four melds, every second one sharing a kind with a meld."""
    rng = np.random.default_rng(seed)
    counts, melds = [], []
    for own in range(1, 5):
        full = populations.swapped(rng, populations.finished(rng, number, 4 - own), own % 2 + 1)
        for row, hand in enumerate(full):
            order = rng.permutation(27)
            if row % 2:
                order = order[np.argsort(hand[order] != 1, kind="stable")]
            taken = [t for t in order if hand[t] <= 1][:own]
            owned = np.zeros(27, np.uint8)
            for tile in taken:
                owned[tile] = 3 if hand[tile] else rng.choice([3, 4])
            counts.append(hand)
            melds.append(owned)
    return np.array(counts), np.array(melds)


def check_melded(number: int) -> None:
    counts, melds = melded_hands(number, 5)
    one = populations.without_one(np.random.default_rng(6), counts)
    for array, names in ((counts, NAMES), (one, NAMES)):
        for name, remainder, answer in QUESTIONS:
            if name not in names or remainder not in (0, array[0].sum() % 3):
                continue
            got = getattr(zj, name)(array, melds)
            parts = got if name in TUPLES else (got,)
            for row, (hand, owned) in enumerate(zip(array.tolist(), melds.tolist(), strict=True)):
                expected = answer(tuple(hand), tuple(owned))
                found = tuple(plain(part[row]) for part in parts)
                assert (found if name in TUPLES else found[0]) == expected, (name, hand, owned)


def test_hands_with_melds() -> None:
    check_melded(25)


@pytest.mark.slow
def test_many_hands_with_melds() -> None:
    check_melded(1000)


@given(hands(), st.data())
def test_seen_tiles_of_a_kind_owned_four_times_are_refused(
    hand: Tiles, data: st.DataObject
) -> None:
    if sum(hand.counts) % 3 != 2:
        return
    counts, melds = rows(hand)
    owned = counts if melds is None else counts + melds
    tile = data.draw(st.integers(0, 26))
    seen = np.zeros(27, np.uint8)
    seen[tile] = 5 - owned[tile]
    with pytest.raises(zj.CountsError, match=oracle.name(tile)):
        zj.best_discard(counts, melds, seen)


@pytest.mark.parametrize(("name", "remainder", "answer"), QUESTIONS, ids=NAMES)
def test_impossible_hands_are_refused_and_only_they(
    name: str, remainder: int, answer: Callable[..., Any]
) -> None:
    """The oracle says which; the message names a wrong tile where there is one."""

    @seed(100 + NAMES.index(name))
    @given(broken_hands())
    @settings(max_examples=100)
    def agrees(hand: Tiles) -> None:
        for door in DOORS:
            if oracle.is_legal(*hand, remainder):
                assert ask(name, hand, door) == answer(*hand)
                continue
            with pytest.raises((zj.CountsError, zj.MeldError)) as caught:
                ask(name, hand, door)
            message = str(caught.value)
            if sum(n > 0 for n in hand.melds or ()) > 4 and "5 melds" in message:
                continue
            wrong = oracle.wrong_tiles(*hand)
            assert not wrong or any(oracle.name(tile) in message for tile in wrong), message

    agrees()
