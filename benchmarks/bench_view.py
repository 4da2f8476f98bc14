"""pytest-benchmark suite: views read, and tables made of them.

    pytest benchmarks/bench_view.py --benchmark-enable

Views are those of the seats that are asked in random hands of `guiyang`, from a fixed seed.
``extra_info`` has the best time a view in microseconds. Nothing about time is asserted: the tests
check only that every view was read.
"""

from random import Random
from typing import Any

import pytest

from zhuoji_fast.table import Table
from zhuoji_fast.view import View, seen_table

HANDS = 40
ROUNDS = 11
SEED = 20_241_129


@pytest.fixture(scope="session")
def documents() -> list[dict[str, Any]]:
    rng = Random(SEED)
    table = Table("guiyang", seed=SEED)
    found = []
    for _ in range(HANDS):
        table.reset()
        while not table.done:
            found += [table.view(seat) for seat in table.pending]
            table.step({seat: rng.choice(table.legal(seat)) for seat in table.pending})
    return found


def _measure(benchmark: Any, call: Any, n: int) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["us_a_view"] = benchmark.stats.stats.min / n * 1e6
    return result


def test_from_dict(benchmark: Any, documents: list[dict[str, Any]]) -> None:
    views = _measure(benchmark, lambda: [View.from_dict(d) for d in documents], len(documents))
    assert [view.to_dict() for view in views] == documents


def test_from_json(benchmark: Any, documents: list[dict[str, Any]]) -> None:
    texts = [View.from_dict(document).to_json() for document in documents]
    views = _measure(benchmark, lambda: [View.from_json(text) for text in texts], len(texts))
    assert [view.to_dict() for view in views] == documents


def test_seen_table(benchmark: Any, documents: list[dict[str, Any]]) -> None:
    views = [View.from_dict(document) for document in documents]
    tables = _measure(benchmark, lambda: [seen_table(view) for view in views], len(views))
    assert [t.view(v.seat) for t, v in zip(tables, views, strict=True)] == documents


def test_from_dict_to_table(benchmark: Any, documents: list[dict[str, Any]]) -> None:
    tables = _measure(
        benchmark, lambda: [seen_table(View.from_dict(d)) for d in documents], len(documents)
    )
    assert len(tables) == len(documents)
