"""The oracle is checked against given answers, against search by definition, against itself."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import oracle
import oracle_suits as suits
from strategies import Tiles, hands

CASES = json.loads((Path(__file__).parent / "data" / "analysis.json").read_text("utf-8"))
ANSWERED = [case for case in CASES if "expect" not in case]
REFUSED = [case for case in CASES if "expect" in case]
ids = [case["id"] for case in ANSWERED]


@pytest.mark.parametrize("case", ANSWERED, ids=ids)
def test_shanten_of_cases(case: dict) -> None:
    hand = oracle.read_hand(case["concealed"], case["melds"])
    assert oracle.is_legal(*hand)
    standard, seven = oracle.shanten_parts(*hand)
    assert standard == case["shanten_standard"]
    assert (None if seven == oracle.IMPOSSIBLE else seven) == case["shanten_seven_pairs"]
    assert oracle.shanten(*hand) == case["shanten"]
    assert oracle.shanten(hand[0]) == case["shanten_if_own_melds_ignored"]


@pytest.mark.parametrize("case", [c for c in ANSWERED if "waits" in c], ids=lambda case: case["id"])
def test_waits_and_useful_tiles_of_cases(case: dict) -> None:
    counts, melds = oracle.read_hand(case["concealed"], case["melds"])
    seen = oracle.read(case["visible"])
    waits = [t for t, wait in enumerate(oracle.waits(counts, melds)) if wait]
    left = {oracle.name(t): 4 - counts[t] - melds[t] - seen[t] for t in waits}
    assert [oracle.name(t) for t in waits] == case["waits"]
    assert left == case["left"]
    useful = [t for t, use in enumerate(oracle.useful_tiles(counts, melds)) if use]
    assert len(useful) == case["ukeire_kinds"]
    assert sum(4 - counts[t] - melds[t] - seen[t] for t in useful) == case["ukeire_tiles"]


def reading_codes(reading: dict) -> tuple[int, ...]:
    """A reading of the cases in the codes of the library."""
    codes = [oracle.PAIR + oracle.read(reading["pair"]).index(1)]
    for meld in reading["melds"]:
        tiles = oracle.read(meld)
        tile = tiles.index(max(tiles))
        is_run = tiles[tile] == 1
        codes.append(tile // 9 * 7 + tile % 9 if is_run else oracle.TRIPLET + tile)
    return tuple(sorted(codes))


@pytest.mark.parametrize(
    "case", [c for c in ANSWERED if "standard_readings" in c], ids=lambda case: case["id"]
)
def test_readings_of_cases(case: dict) -> None:
    counts, melds = oracle.read_hand(case["concealed"], case["melds"])
    expected = {reading_codes(reading) for reading in case["standard_readings"]}
    assert oracle.set_readings(counts) == expected
    quads = counts.count(4) if oracle.is_seven_pairs(counts, melds) else None
    assert quads == case["seven_pairs_quads"]


@pytest.mark.parametrize(
    "case", [c for c in ANSWERED if "best_discards" in c], ids=lambda case: case["id"]
)
def test_discards_of_cases(case: dict) -> None:
    counts, melds = oracle.read_hand(case["concealed"], case["melds"])
    after = oracle.discard_shanten(counts, melds)
    best = [t for t in range(27) if after[t] == case["shanten"]]
    assert {oracle.name(t) for t in best} == set(case["best_discards"])
    totals = {}
    for tile in best:
        expected = case["best_discards"][oracle.name(tile)]
        useful = oracle.unseen_useful(counts, tile, melds)
        totals[tile] = sum(useful.values())
        assert (len(useful), totals[tile]) == (expected["kinds"], expected["tiles"])
        if expected["draws"] != "many":
            assert {oracle.name(t): n for t, n in useful.items()} == expected["draws"]
    tile, shanten, unseen = oracle.best_discard(counts, melds)
    assert (shanten, unseen) == (case["shanten"], max(totals.values()))
    assert totals[tile] == unseen
    assert all(totals[other] < unseen for other in totals if other < tile)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_refused_cases(case: dict) -> None:
    assert not oracle.is_legal(*oracle.read_hand(case["concealed"], case["melds"]))


def lacking_by_search(hand: Tiles, most: int) -> int | None:
    """Fewest tiles to add until some part of the tiles is finished, tried one after another."""
    counts, melds = hand
    size = sum(counts) // 3 * 3 + 2
    room = [4 - n for n in (melds or oracle.NO_MELDS)]
    for number in range(most + 1):
        for added in itertools.combinations_with_replacement(range(27), number):
            bigger = list(counts)
            for tile in added:
                bigger[tile] += 1
            allowed = all(n <= copies for n, copies in zip(bigger, room, strict=True))
            extra = sum(bigger) - size
            if allowed and extra >= 0 and contains_finished(tuple(bigger), extra):
                return number
    return None


def contains_finished(counts: tuple[int, ...], extra: int) -> bool:
    """Whether taking away ``extra`` tiles in some way leaves sets and a pair."""
    held = [t for t, n in enumerate(counts) if n]
    for taken in itertools.combinations_with_replacement(held, extra):
        rest = list(counts)
        for tile in taken:
            rest[tile] -= 1
        if min(rest) >= 0 and oracle.set_readings(tuple(rest)):
            return True
    return False


def small_hands(number: int) -> list[Tiles]:
    """Small hands of one suit, half of them with melds in the same suit."""
    rng = random.Random(20240607)
    found = []
    while len(found) < number:
        size = rng.choice([1, 2, 4, 4, 5, 5, 7])
        melds = [0] * 27
        if len(found) % 2:
            for tile in rng.sample(range(9), 4 - size // 3):
                melds[tile] = rng.choice([3, 3, 4])
        pool = [t for t in range(9) for _ in range(4 - melds[t])]
        counts = Counter(rng.sample(pool, size))
        named = tuple(melds) if len(found) % 2 else None
        found.append(Tiles(tuple(counts[t] for t in range(27)), named))
    return found


def test_standard_shanten_is_what_a_search_finds() -> None:
    settled = Counter()
    for hand in small_hands(600):
        lacking = lacking_by_search(hand, 2)
        got = oracle.standard_shanten(*hand)
        settled[got] += 1
        assert got >= 2 if lacking is None else got == lacking - 1
    assert min(settled[n] for n in (-1, 0, 1)) >= 10


@given(hands())
def test_finished_says_the_same_by_distance_and_by_recursion(hand: Tiles) -> None:
    if sum(hand.counts) % 3 == 2:
        assert (oracle.shanten(*hand) == -1) == oracle.is_win(*hand)
    else:
        assert oracle.shanten(*hand) >= 0
        if oracle.shanten(*hand) == 0 and hand.melds is None:
            assert any(oracle.useful_tiles(*hand)) == any(oracle.waits(*hand))


@given(hands())
def test_one_suit_tables_say_the_same_as_the_explicit_lists(hand: Tiles) -> None:
    tables = suits.suit_tables()
    array = np.array(hand.counts, np.uint8).reshape(3, 9)
    parts = [(tables, suits.flat(suit[None])) for suit in array]
    lacking = suits.whole_missing(parts, sum(hand.counts) // 3)
    assert lacking[0] - 1 == oracle.standard_shanten(hand.counts)


@given(hands())
@settings(max_examples=6)
def test_capped_tables_say_the_same_as_the_explicit_lists(hand: Tiles) -> None:
    counts, melds = hand
    needed = sum(counts) // 3
    parts = []
    for start in (0, 9, 18):
        box = tuple(4 - n for n in (melds or oracle.NO_MELDS)[start : start + 9])
        suit = np.array([counts[start : start + 9]], np.uint8)
        parts.append((suits.suit_tables(box), suits.flat(suit, box)))
    assert suits.whole_missing(parts, needed)[0] - 1 == oracle.standard_shanten(counts, melds)


def test_readings_of_one_suit_are_those_of_the_recursion() -> None:
    rng = random.Random(7)
    for sets in range(5):
        table = suits.suit_readings(sets, 1)
        for vector in rng.sample(sorted(table), min(len(table), 300)):
            assert oracle.set_readings(vector + (0,) * 18) == set(table[vector])
            assert len(table[vector]) == len(set(table[vector]))


def test_there_are_405350_one_suit_vectors() -> None:
    found = suits.vectors()
    assert len(found) == 405_350
    assert len(np.unique(suits.flat(found))) == len(found)
    assert found.max() == 4
    assert found.sum(axis=1).max() == 14


def test_strategies_have_the_shares_that_the_proof_asks_for() -> None:
    """All sizes; half with melds; a tenth with four copies split over hand and melds."""
    drawn: list[Tiles] = []

    @given(hands())
    @settings(max_examples=700, database=None)
    def collect(hand: Tiles) -> None:
        drawn.append(hand)

    collect()
    assert all(oracle.is_legal(*hand) for hand in drawn)
    sizes = Counter(sum(hand.counts) for hand in drawn)
    assert set(sizes) == {1, 2, 4, 5, 7, 8, 10, 11, 13, 14}
    assert min(sizes.values()) >= 15
    assert sum(any(hand.melds or ()) for hand in drawn) >= len(drawn) / 2
    assert sum(hand.splits for hand in drawn) >= len(drawn) / 10
    spread = Counter(oracle.shanten(*hand) for hand in drawn)
    assert min(spread[n] for n in (-1, 0, 1, 2, 3)) >= 10
