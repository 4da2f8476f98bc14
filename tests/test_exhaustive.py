"""Every one-suit hand of at most fourteen tiles, in each suit, against layer-by-layer answers."""

import itertools
import random

import numpy as np
import pytest

import oracle
import oracle_suits as suits
import populations
import zhuoji_fast as zj
from oracle_whole import WholeHands, melded_shanten

SIZES = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]
CLASS_SIZES = {
    1: 9, 2: 45, 3: 165, 4: 495, 5: 1278, 6: 2922, 7: 6030, 8: 11385,
    9: 19855, 10: 32211, 11: 48879, 12: 69675, 13: 93600, 14: 118800,
}  # fmt: skip


def turned(array: np.ndarray, suit: int) -> np.ndarray:
    """The same hand or answer with the first suit's place taken by another one."""
    return np.roll(array, 9 * suit, axis=-1)


def reading_keys(codes: np.ndarray, suit: int) -> np.ndarray:
    """Keys of decoded readings as of the first suit, after checks of the layout."""
    assert codes.dtype == np.int8
    unused = codes == -1
    assert (unused[..., :-1] <= unused[..., 1:]).all()
    assert (unused[:, :-1, 0] <= unused[:, 1:, 0]).all()
    back = np.full(77, 127, np.int64)
    back[-1] = -1
    back[7 * suit : 7 * suit + 7] = np.arange(7)
    back[21 + 9 * suit : 30 + 9 * suit] = 21 + np.arange(9)
    back[48 + 9 * suit : 57 + 9 * suit] = 48 + np.arange(9)
    back[75] = 75
    plain = back[codes]
    assert plain.max(initial=-1) < 127
    plain = np.sort(plain, axis=-1)[..., ::-1]
    weights = 128 ** np.arange(5)[::-1]
    keys = np.zeros(plain.shape[:-1], np.int64)
    for place in range(5):
        code = plain[..., place]
        keys = np.where(code >= 0, 128 * keys + code + 1, keys)
    assert weights.max() * 128 < 2**63
    return np.sort(keys, axis=-1)


def check_all(one: suits.OneSuit, size: int, melds: np.ndarray | None, suit: int) -> int:
    """Compare every answer for every hand of the size; the number of hands."""
    hands, at = one.rows(size)
    counts = turned(hands, suit)
    if melds is not None:
        melds = turned(melds, suit)
    equal = np.testing.assert_array_equal
    equal(zj.shanten(counts, melds), one.shanten[at])
    standard, seven = zj.shanten_parts(counts, melds)
    equal(standard, one.standard[at])
    equal(seven, one.seven[at])
    if size % 3 == 1:
        patterns = one.wait_patterns(at)
        equal(zj.wait_patterns(counts, melds), turned(patterns, suit))
        equal(zj.waits(counts, melds), turned(patterns > 0, suit))
        equal(zj.useful_tiles(counts, melds), turned(one.useful_tiles(at), suit))
    else:
        equal(zj.pattern(counts, melds), one.pattern[at])
        equal(zj.is_win(counts, melds), one.pattern[at] > 0)
        equal(zj.discard_shanten(counts, melds), discards(one, at, suit))
        codes = zj.decompose(counts, melds)
        assert codes.shape == (len(at), zj.MAX_READINGS, 5)
        keys = one.reading_keys(at, zj.MAX_READINGS)
        equal(reading_keys(codes, suit), keys)
        equal(zj.count_decompositions(counts, melds), (keys > 0).sum(axis=1))
        tile, least, unseen = one.best_discard(at)
        for got, right in zip(
            zj.best_discard(counts, melds), (tile + 9 * suit, least, unseen), strict=True
        ):
            equal(got, right)
    return len(at)


def discards(one: suits.OneSuit, at: np.ndarray, suit: int) -> np.ndarray:
    return turned(one.discard_shanten(at), suit)


@pytest.fixture(scope="module")
def unknown() -> list[suits.OneSuit]:
    """Answers with the melds unknown, for zero to four sets."""
    return [suits.OneSuit(needed) for needed in range(5)]


@pytest.mark.parametrize("size", SIZES)
def test_every_one_suit_hand(unknown: list[suits.OneSuit], size: int) -> None:
    for suit in range(3):
        assert check_all(unknown[size // 3], size, None, suit) == CLASS_SIZES[size]


@pytest.mark.parametrize("size", [13, 14])
def test_every_one_suit_hand_without_melds(unknown: list[suits.OneSuit], size: int) -> None:
    """A meld row of zeros says that there are no melds: the same as fourteen bare tiles."""
    assert check_all(unknown[4], size, np.zeros(27, np.uint8), 0) == CLASS_SIZES[size]


def accepted(size: int, step: int) -> list[list[int]]:
    """Which of every so many vectors of 3n tiles are taken for a hand."""
    found = []
    vectors = suits.vectors()
    vectors = vectors[vectors.sum(axis=1) == size]
    assert len(vectors) == CLASS_SIZES[size]
    for number, vector in enumerate(vectors[::step]):
        hand = turned(np.pad(vector, (0, 18)), number % 3).tobytes()
        try:
            zj.shanten(hand)
        except zj.CountsError:
            continue
        found.append(vector.tolist())
    return found


@pytest.mark.parametrize(("size", "step"), [(3, 1), (6, 1), (9, 7), (12, 23)])
def test_one_suit_hands_of_3n_tiles_are_refused(size: int, step: int) -> None:
    assert accepted(size, step) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [9, 12])
def test_every_one_suit_hand_of_3n_tiles_is_refused(size: int) -> None:
    assert accepted(size, 1) == []


def test_size_classes_add_up() -> None:
    """With the empty vector, the classes are all 405,350 vectors."""
    sizes, numbers = np.unique(suits.vectors().sum(axis=1), return_counts=True)
    assert dict(zip(sizes.tolist(), numbers.tolist(), strict=True)) == {0: 1, **CLASS_SIZES}
    assert 1 + sum(CLASS_SIZES.values()) == 405_350


OUTSIDE = [{}, {13: 3}, {13: 3, 19: 4}, {13: 3, 19: 4, 26: 3}]
"""Melds in the other suits, as many as there may be beside those of the suit in question."""


def check_capped(in_suit: tuple[int, ...], turn: int) -> int:
    """All hands beside those melds, with zero and more melds elsewhere."""
    own = sum(n > 0 for n in in_suit)
    number = 0
    for elsewhere in OUTSIDE[: 5 - own]:
        melds = np.zeros(27, np.uint8)
        melds[:9] = in_suit
        melds[list(elsewhere)] = list(elsewhere.values())
        needed = 4 - own - len(elsewhere)
        one = suits.OneSuit(needed, tuple(melds.tolist()))
        for size in (3 * needed + 1, 3 * needed + 2):
            number += check_all(one, size, melds, turn % 3)
    return number


@pytest.mark.parametrize("own", [0, 1, 2, 3, 4])
def test_one_suit_hands_with_melds_in_the_suit(own: int) -> None:
    """A sample of the meld rows, but every hand beside each of them."""
    rows = list(suits.meld_rows(own))
    number = {0: 1, 1: 3, 2: 6, 3: 12, 4: 40}[own]
    for turn, in_suit in enumerate(random.Random(4).sample(rows, number)):
        assert check_capped(in_suit, turn) > 0


@pytest.mark.slow
@pytest.mark.parametrize("own", [1, 2, 3, 4])
def test_every_one_suit_hand_with_melds_in_the_suit(own: int) -> None:
    """All 2,850 meld rows of a suit and every hand beside each, as the slow proof."""
    hands = sum(check_capped(row, turn) for turn, row in enumerate(suits.meld_rows(own)))
    assert hands == sum(capped_hands(row) for row in suits.meld_rows(own))


def capped_hands(in_suit: tuple[int, ...]) -> int:
    """How many hands there are beside those melds, counted by polynomial multiplication."""
    ways = np.ones(1, np.int64)
    for melded in in_suit:
        ways = np.convolve(ways, np.ones(5 - melded, np.int64))
    own = sum(n > 0 for n in in_suit)
    sizes = [3 * needed + rest for needed in range(5 - own) for rest in (1, 2)]
    return int(sum(ways[size] for size in sizes if size < len(ways)))


def with_others(rng: np.random.Generator, suit: int) -> np.ndarray:
    """Every vector in that suit, each with random tiles in the others up to some whole size."""
    vectors = suits.vectors()
    totals = vectors.sum(axis=1)
    sizes = np.array(SIZES)[rng.integers(np.searchsorted(SIZES, totals), len(SIZES))]
    hands = turned(np.pad(vectors, ((0, 0), (0, 18))), suit)
    room = turned(np.array([0] * 9 + [4] * 18), suit)
    for missing in np.unique(sizes - totals):
        rows = np.flatnonzero(sizes - totals == missing)
        if missing:
            hands[rows] += populations.filled(rng, room, int(missing), len(rows))
    return hands


def check_with_others(seed: int, everything: bool) -> None:
    hands = with_others(np.random.default_rng(seed), seed % 3)
    right = WholeHands(hands)
    equal = np.testing.assert_array_equal
    equal(zj.shanten(hands), right.shanten())
    full, ready = hands[right.total % 3 == 2], hands[right.total % 3 == 1]
    equal(zj.pattern(full), WholeHands(full).pattern())
    if everything:
        equal(zj.wait_patterns(ready), WholeHands(ready).wait_patterns())
        equal(zj.useful_tiles(ready), WholeHands(ready).useful_tiles())
        equal(zj.discard_shanten(full), WholeHands(full).discard_shanten())


def test_every_suit_vector_beside_random_others() -> None:
    """What a suit lacks shows fully only beside other suits that hold sets and pairs."""
    check_with_others(0, everything=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_every_suit_vector_beside_many_others(seed: int) -> None:
    check_with_others(seed, everything=seed <= 2)


OTHERS = [
    oracle.read(second + third)
    for second in ("", "1p", "11p", "12p", "123p", "444p", "12399p", "1112p", "123456p")
    for third in ("", "55s", "79s")
]
"""Other suits complete, with the pair, or waiting, so that the vector decides."""


def test_every_suit_vector_beside_complete_and_waiting_others() -> None:
    """Finished or not, the shapes and the waits, in every such whole."""
    equal = np.testing.assert_array_equal
    for number, other in enumerate(OTHERS):
        vectors = suits.vectors(most=14 - sum(other))
        hands = np.pad(vectors, ((0, 0), (0, 18))) + np.array(other, np.uint8)
        hands = turned(hands, number % 3)
        totals = hands.sum(axis=1)
        full, ready = hands[totals % 3 == 2], hands[totals % 3 == 1]
        patterns = WholeHands(full).pattern()
        equal(zj.pattern(full), patterns)
        equal(zj.is_win(full), patterns > 0)
        equal(zj.count_decompositions(full) > 0, patterns > 0)
        on_waits = WholeHands(ready).wait_patterns()
        equal(zj.wait_patterns(ready), on_waits)
        equal(zj.waits(ready), on_waits > 0)


def check_melded_with_others(rng: np.random.Generator, own: int, number: int) -> None:
    """All hands of a suit beside melds in it, with melds and tiles in the others too."""
    rows = list(suits.meld_rows(own))
    for _ in range(number):
        in_suit = rows[rng.integers(len(rows))]
        melds = np.zeros(27, np.uint8)
        melds[:9] = in_suit
        others = rng.permutation(np.arange(9, 27))[: rng.integers(0, 5 - own)]
        melds[others] = rng.choice([3, 4], len(others))
        needed = 4 - own - len(others)
        suit = rng.integers(3)
        vectors = suits.vectors(tuple(4 - n for n in in_suit), 3 * needed + 2)
        for size in (3 * needed + 1, 3 * needed + 2):
            some = vectors[vectors.sum(axis=1) <= size]
            hands = np.pad(some, ((0, 0), (0, 18)))
            room = np.where(np.arange(27) < 9, 0, 4 - melds)
            for missing in range(1, size + 1):
                chosen = np.flatnonzero(some.sum(axis=1) == size - missing)
                hands[chosen] += populations.filled(rng, room, missing, len(chosen))
            moved, owned = turned(hands, suit), turned(melds, suit)
            right = melded_shanten(moved, tuple(owned.tolist()))
            np.testing.assert_array_equal(zj.shanten(moved, owned), right)


@pytest.mark.parametrize(("own", "number"), [(1, 1), (2, 3), (3, 6)])
def test_suits_with_melds_beside_random_others(own: int, number: int) -> None:
    check_melded_with_others(np.random.default_rng(own), own, number)


@pytest.mark.slow
@pytest.mark.parametrize(("own", "number"), [(1, 10), (2, 30), (3, 100), (4, 200)])
def test_many_suits_with_melds_beside_random_others(own: int, number: int) -> None:
    check_melded_with_others(np.random.default_rng(10 + own), own, number)


def most_readings(even: bool) -> dict[tuple[int, int], int]:
    """(sets, pairs) -> most readings of one suit, or of one suit with even counts only."""
    return {
        (sets, pair): max(
            (
                len(readings)
                for vector, readings in suits.suit_readings(sets, pair).items()
                if not even or all(n % 2 == 0 for n in vector)
            ),
            default=0,
        )
        for sets in range(5)
        for pair in range(2)
    }


def test_max_readings_is_enough() -> None:
    """No hand has more readings than the suits' greatest numbers multiplied allow.

    In a finished hand one suit has 3n+2 tiles, the pair among them, and the others 3n; the
    readings of the hand are the products of the suits' readings. Seven pairs, which need even
    counts in all suits, may be one more.
    """
    splits = [split for split in itertools.product(range(5), repeat=3) if sum(split) <= 4]
    any_counts, even_counts = most_readings(False), most_readings(True)

    def bound(most: dict[tuple[int, int], int]) -> int:
        return max(most[a, 1] * most[b, 0] * most[c, 0] for a, b, c in splits)

    enough = max(bound(any_counts), bound(even_counts) + 1)
    assert enough <= zj.MAX_READINGS
    found = zj.decompose(bytes([4, 4, 4, 2, *[0] * 23]))
    assert (found[:, 0] >= 0).sum() == enough == 4
