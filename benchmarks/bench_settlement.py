"""pytest-benchmark suite: settling positions, from the compiled loop up to JSON text.

    pytest benchmarks/bench_settlement.py --benchmark-enable

Positions are those of the random comparison in ``tests`` (half of them with rules of their own),
from a fixed seed. ``extra_info`` has the best time a position in microseconds. Nothing about time
is asserted: the tests check only that every position was settled.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zhuoji_fast._core import positions as core
from zhuoji_fast.position import Position
from zhuoji_fast.settlement import settle, settle_many

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from position_strategies import random_position

PREPARED = 10_000
SINGLE = 500
ROUNDS = 11
SEED = 20_241_129


@pytest.fixture(scope="session")
def prepared() -> list[Position]:
    rng = Random(SEED)
    return [Position.from_dict(random_position(rng)) for _ in range(PREPARED)]


def _measure(benchmark: Any, call: Any, n: int) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["us_a_position"] = benchmark.stats.stats.min / n * 1e6
    return result


def test_compiled_loop(benchmark: Any, prepared: list[Position]) -> None:
    compiled = [position.compiled for position in prepared]
    lines = _measure(benchmark, lambda: core.settle_loop(compiled, 1), len(compiled))
    assert lines == sum([len(settle(position).lines) for position in prepared])


def test_settle_many(benchmark: Any, prepared: list[Position]) -> None:
    totals = _measure(benchmark, lambda: settle_many(prepared), len(prepared))
    assert totals.shape == (len(prepared), 4)


def test_settle_many_with_lines(benchmark: Any, prepared: list[Position]) -> None:
    _, lines = _measure(benchmark, lambda: settle_many(prepared, lines=True), len(prepared))
    assert lines["position"][-1] < len(prepared)


def test_settle_position(benchmark: Any, prepared: list[Position]) -> None:
    some = prepared[:SINGLE]
    ledgers = _measure(benchmark, lambda: [settle(position).lines for position in some], SINGLE)
    assert len(ledgers) == SINGLE


def test_settle_json(benchmark: Any, prepared: list[Position]) -> None:
    texts = [position.to_json() for position in prepared[:SINGLE]]
    ledgers = _measure(benchmark, lambda: [settle(text).lines for text in texts], SINGLE)
    assert len(ledgers) == SINGLE


def test_to_json(benchmark: Any, prepared: list[Position]) -> None:
    some = prepared[:SINGLE]
    texts = _measure(benchmark, lambda: [position.to_json() for position in some], SINGLE)
    assert Position.from_json(texts[-1]) == some[-1]
