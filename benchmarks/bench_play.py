"""pytest-benchmark suite: whole hands a second, settled, one thread and two.

    pytest benchmarks/bench_play.py --benchmark-enable

``extra_info`` has the best hands a second. Nothing about time is asserted: the tests check only
that all hands were played.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import zhuoji_fast as zj

HANDS = 20_000
ROUNDS = 5


def _measure(benchmark: Any, call: Any) -> zj.PlayStats:
    stats: zj.PlayStats = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["hands_a_second"] = stats.hands / benchmark.stats.stats.min
    return stats


def _hands(benchmark: Any) -> int:
    return HANDS if benchmark.enabled else 50


@pytest.mark.parametrize("policy", ["random", "shanten", "useful"])
def test_whole_hands(benchmark: Any, policy: str) -> None:
    hands = _hands(benchmark)
    assert _measure(benchmark, lambda: zj.play_hands(policy, hands, seed=1)).hands == hands


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: Any, threads: int) -> None:
    hands = 2 * _hands(benchmark)
    with ThreadPoolExecutor(threads) as executor:
        stats = _measure(
            benchmark, lambda: zj.play_hands("useful", hands, seed=1, executor=executor)
        )
    assert stats.hands == hands
