"""pytest-benchmark suite: rollouts from a view against whole hands, one call, two processes.

    pytest benchmarks/bench_odds.py --benchmark-enable

Rollouts from the dealer's first turn of many hands have as many decisions as whole hands:
`whole_hands` and `rollouts` in the same run are to be compared. Nothing about time is asserted: the
tests check only that everything was played.
"""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import zhuoji_fast as zj

HANDS = 20_000
VIEWS = 40
ROUNDS = 7


def _view() -> dict[str, Any]:
    return zj.Table("guiyang", seed=5).view(0)


def _views() -> list[dict[str, Any]]:
    """What the dealers of many hands see first."""
    table = zj.Table("guiyang", seed=9)
    found = []
    for hand in range(VIEWS):
        table.reset(9, hand % 4, hand=hand)
        found.append(table.view(hand % 4))
    return found


def _hands(benchmark: Any) -> int:
    return HANDS if benchmark.enabled else 50


def _measure(benchmark: Any, call: Any, number: int = 1) -> Any:
    found = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["each_us"] = 1e6 * benchmark.stats.stats.min / number
    return found


def test_whole_hands(benchmark: Any) -> None:
    hands = _hands(benchmark)
    assert _measure(benchmark, lambda: zj.play_hands("useful", hands, 1), hands).hands == hands


@pytest.mark.parametrize("belief", [None, "progress"])
def test_rollouts(benchmark: Any, belief: str | None) -> None:
    views = _views()
    n = max(_hands(benchmark) // VIEWS, 1)

    def call() -> int:
        return sum(zj.evaluate(view, n=n, seed=1, belief=belief).n for view in views)

    assert _measure(benchmark, call, VIEWS * n) == VIEWS * n


def test_one_rollout(benchmark: Any) -> None:
    """What a call costs beside its rollouts."""
    view, calls = _view(), 200 if benchmark.enabled else 2

    def call() -> int:
        return sum(zj.evaluate(view, n=1, seed=1).n for _ in range(calls))

    assert _measure(benchmark, call, calls) == calls


def test_compare(benchmark: Any) -> None:
    """All first discards of a hand, an action of a deal."""
    view, n = _view(), max(_hands(benchmark) // 10, 5)
    found = _measure(benchmark, lambda: zj.compare(view, n=n, seed=1, drop=False), 13 * n)
    assert found.n == n


@pytest.mark.parametrize(
    ("kind", "workers"), [("threads", 1), ("threads", 2), ("processes", 1), ("processes", 2)]
)
def test_executors(benchmark: Any, kind: str, workers: int) -> None:
    view, n = _view(), 5 * _hands(benchmark)
    pool: type[Executor] = ThreadPoolExecutor if kind == "threads" else ProcessPoolExecutor
    with pool(workers) as executor:  # type: ignore[call-arg]
        found = _measure(benchmark, lambda: zj.evaluate(view, n=n, seed=1, executor=executor), n)
    assert found.n == n
