"""pytest-benchmark suite: every array function beside ``np.copyto`` of the same array.

    pytest benchmarks/bench_analysis.py --benchmark-enable

Times are of the whole population (``--hands``, 1,000,000 by default); ``extra_info`` has the best
time a hand in nanoseconds. Nothing about time is asserted: the tests check only that each call
answers for every hand.
"""

from typing import Any

import numpy as np
import pytest

from cases import CASES, ONE_HAND, Case, OneHand, read_limit
from populations import population

ROUNDS = 11


def _measure(benchmark: Any, call: Any, n: int) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["ns_a_hand"] = benchmark.stats.stats.min / n * 1e9
    return result


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_array(benchmark: Any, case: Case, hands: int) -> None:
    benchmark.group = case.label
    result = _measure(benchmark, case.call(population(case.hands, hands)), hands)
    first = result[0] if isinstance(result, tuple) else result
    assert len(first) == hands


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_copyto(benchmark: Any, case: Case, hands: int) -> None:
    benchmark.group = case.label
    _measure(benchmark, read_limit(population(case.hands, hands)), hands)


@pytest.mark.parametrize("call", ONE_HAND, ids=lambda call: call.name)
def test_one_hand(benchmark: Any, call: OneHand, hands: int) -> None:
    n = min(hands, 20_000)
    benchmark.group = call.name
    benchmark.pedantic(lambda loop: loop(), setup=lambda: ((call.prepare(n),), {}), rounds=ROUNDS)
    if benchmark.enabled:
        benchmark.extra_info["ns_a_hand"] = benchmark.stats.stats.min / n * 1e9
    assert np.size(call.function(call.make(1)[0])) > 0
