"""Every hand of data/analysis.json through the array functions, the bytes door and ``Hand``."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj

CASES = json.loads((Path(__file__).parent / "data" / "analysis.json").read_text("utf-8"))
ANSWERED = [case for case in CASES if "expect" not in case]
REFUSED = [case for case in CASES if "expect" in case]


def with_key(key: str) -> list[dict[str, Any]]:
    found = [case for case in ANSWERED if key in case]
    assert found
    return found


def of(key: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", with_key(key), ids=lambda case: case["id"])


def arrays(case: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    counts, melds = oracle.read_hand(case["concealed"], case["melds"])
    return np.array(counts, np.uint8), np.array(melds, np.uint8)


def hand(case: dict[str, Any]) -> zj.Hand:
    return zj.Hand(case["concealed"], case["melds"])


def names(mask: np.ndarray) -> list[str]:
    return [oracle.name(tile) for tile in np.flatnonzero(mask)]


def test_every_case_is_used() -> None:
    assert len(ANSWERED) + len(REFUSED) == len(CASES) == 45
    for case in ANSWERED:
        assert ("waits" in case) != ("is_win" in case)
        assert "waits" in case or "best_discards" in case or case["is_win"]


@of("shanten")
def test_shanten(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    assert zj.shanten(counts, melds) == case["shanten"]
    assert zj.shanten(counts.tobytes(), melds.tobytes()) == case["shanten"]
    assert zj.shanten(counts) == case["shanten_if_own_melds_ignored"]
    standard, seven = zj.shanten_parts(counts, melds)
    assert standard == case["shanten_standard"]
    assert (None if seven == 127 else seven) == case["shanten_seven_pairs"]
    assert hand(case).shanten == case["shanten"]
    assert tuple(hand(case).shanten_parts) == (
        case["shanten_standard"],
        case["shanten_seven_pairs"],
    )


@of("waits")
def test_waits(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    assert names(zj.waits(counts, melds)) == case["waits"]
    assert names(zj.wait_patterns(counts, melds) > 0) == case["waits"]
    assert [oracle.name(tile) for tile in hand(case).waits] == case["waits"]
    left = hand(case).left(seen=case["visible"])
    assert {oracle.name(tile): unseen for tile, unseen in left} == case["left"]


@of("ukeire_kinds")
def test_useful_tiles(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    assert zj.useful_tiles(counts, melds).sum() == case["ukeire_kinds"]
    useful = hand(case).useful_tiles(seen=case["visible"])
    assert len(useful) == case["ukeire_kinds"]
    assert sum(unseen for _, unseen in useful) == case["ukeire_tiles"]


@of("is_win")
def test_finished_or_not(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    assert zj.is_win(counts, melds) == case["is_win"]
    assert (zj.pattern(counts, melds) > 0) == case["is_win"]
    assert hand(case).is_win == case["is_win"]
    assert bool(hand(case).patterns()) == case["is_win"]


def reading(value: zj.Reading) -> tuple[str, tuple[str, ...]]:
    """A reading as the cases write it: the pair, and the concealed sets in order."""
    concealed = sorted(part.text for part in value.sets if not part.melded)
    assert value.pair is not None
    return zj.tile_text(value.pair), tuple(concealed)


@of("standard_readings")
def test_readings(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    expected = sorted(
        (one["pair"], tuple(sorted(one["melds"]))) for one in case["standard_readings"]
    )
    found = hand(case).decompositions()
    sets = [one for one in found if one.kind == "sets"]
    pairs = [one for one in found if one.kind == "seven_pairs"]
    assert sorted(map(reading, sets)) == expected
    assert len(found) == zj.count_decompositions(counts, melds)
    assert len(pairs) == (case["seven_pairs_quads"] is not None)
    assert all(len(one.sets) == 4 for one in sets)
    assert all(
        [str(part) for part in one.sets if part.melded] == [f"[{meld}]" for meld in case["melds"]]
        for one in sets
    )
    flags = zj.pattern(counts, melds)
    assert bool(flags & zj.Pattern.SEVEN_PAIRS) == bool(pairs)
    assert bool(flags & zj.Pattern.DRAGON) == bool(case["seven_pairs_quads"])


@of("best_discards")
def test_discards(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    after = zj.discard_shanten(counts, melds)
    assert set(names(after == case["shanten"])) == set(case["best_discards"])
    assert after.min() == case["shanten"]
    table = hand(case).discards(seen=case["visible"])
    assert [throw.tile for throw in sorted(table, key=lambda t: t.tile)] == np.flatnonzero(
        counts
    ).tolist()
    best = {oracle.name(throw.tile): throw for throw in table if throw.shanten == case["shanten"]}
    assert set(best) == set(case["best_discards"])
    for tile, expected in case["best_discards"].items():
        throw = best[tile]
        assert (throw.kinds, throw.tiles) == (expected["kinds"], expected["tiles"])
        if expected["draws"] != "many":
            assert {oracle.name(t): n for t, n in throw.useful} == expected["draws"]
    tile, shanten, unseen = zj.best_discard(counts, melds)
    assert (tile, shanten, unseen) == (table[0].tile, table[0].shanten, table[0].tiles)
    most = max(one["tiles"] for one in case["best_discards"].values())
    assert (shanten, unseen) == (case["shanten"], most)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_cases_without_answers_raise(case: dict[str, Any]) -> None:
    counts, melds = arrays(case)
    for function in (zj.shanten, zj.waits, zj.is_win, zj.pattern, zj.useful_tiles):
        with pytest.raises(zj.CountsError):
            function(counts, melds)
        with pytest.raises(zj.CountsError):
            function(counts.tobytes(), melds.tobytes())
    with pytest.raises(zj.CountsError):
        hand(case)
