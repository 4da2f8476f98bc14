"""pytest-benchmark suite: 黄牌查叫 for arrays of hands and of tables.

    pytest benchmarks/bench_exhausted.py --benchmark-enable

Times are of the whole population (``--hands``, 1,000,000 by default, and a quarter as many tables
of four); ``extra_info`` has the best time a hand in nanoseconds. The mark for ``best_fan`` is 40 ns
on "ting 13". Nothing about time is asserted: the tests check only that each call answers for every
hand.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import zhuoji_fast as zj
from populations import population

ROUNDS = 11
SEATS = 4
RULES = zj.Rules.preset("guiyang_classic")
HANDS = ("ting 13", "near-ready 13", "one-suit 13", "no melds 13", "ting melds 13")


@cache
def dealt_tables(n: int) -> NDArray[np.uint8]:
    """Counts (n, 4, 27) of four hands of 13 dealt from one set of tiles."""
    wall = np.broadcast_to(np.repeat(np.arange(27, dtype=np.uint8), 4), (n, 108)).copy()
    shuffled = np.random.default_rng(20_241_129).permuted(wall, axis=1)
    dealt = shuffled[:, : 13 * SEATS].reshape(n, SEATS, 13)
    return np.stack([(dealt == tile).sum(axis=-1, dtype=np.uint8) for tile in range(27)], axis=-1)


def _measure(benchmark: Any, call: Any, n: int) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["ns_a_hand"] = benchmark.stats.stats.min / n * 1e9
    return result


@pytest.mark.parametrize("name", HANDS)
def test_best_fan(benchmark: Any, name: str, hands: int) -> None:
    counts, melds = population(name, hands)
    benchmark.group = name
    fans = _measure(benchmark, lambda: zj.best_fan(counts, melds, RULES), hands)
    assert fans.shape == (hands,)


@pytest.mark.parametrize("name", HANDS)
def test_wait_patterns(benchmark: Any, name: str, hands: int) -> None:
    """What the fans are found from, for comparison."""
    counts, melds = population(name, hands)
    benchmark.group = name
    assert len(_measure(benchmark, lambda: zj.wait_patterns(counts, melds), hands)) == hands


def test_settle_exhausted(benchmark: Any, hands: int) -> None:
    """Fresh deals: hardly a hand of them is ting."""
    tables = dealt_tables(hands // SEATS)
    benchmark.group = "tables of four"
    totals = _measure(benchmark, lambda: zj.settle_exhausted(tables, None, RULES), hands)
    assert totals.shape == (hands // SEATS, SEATS)
    assert not totals.sum(axis=1).any()
