"""pytest-benchmark suite: whole hands a second, settled; matches on threads and processes.

    pytest benchmarks/bench_play.py --benchmark-enable

``extra_info`` has the best hands a second. Nothing about time is asserted: the tests check only
that all hands were played.
"""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
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


@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_on_processes(benchmark: Any, processes: int) -> None:
    walls = _hands(benchmark) // 4
    with ProcessPoolExecutor(processes) as executor:
        zj.match("useful", "shanten", 50, executor=executor)  # the processes are there
        result = benchmark.pedantic(
            lambda: zj.match("useful", "shanten", walls, seed=1, executor=executor), rounds=ROUNDS
        )
    assert result.walls == walls


def test_a_short_match(benchmark: Any) -> None:
    """Eight hands: what a call costs beside them."""
    assert benchmark(zj.match, "useful", "shanten", 1).walls == 1
