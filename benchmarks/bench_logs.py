"""pytest-benchmark suite: reading, replaying, writing and masking logs.

    pytest benchmarks/bench_logs.py --benchmark-enable

The logs are hands of three policies at one table from a fixed seed, as the library writes them,
with position, totals and lines. ``extra_info`` has hands a second, by the best round. Nothing about
time is asserted.
"""

from pathlib import Path
from typing import Any

import pytest

import zhuoji_fast as zj

POLICIES = ["useful", "shanten", "useful", "random"]
RULES = ("guiyang", "guizhou")
HANDS = 200
SEED = 20_241_129
ROUNDS = 11


@pytest.fixture(scope="session", params=RULES)
def path(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("logs") / f"{request.param}.jsonl"
    zj.play_hands(POLICIES, HANDS, SEED, request.param, log=found)
    return found


@pytest.fixture(scope="session")
def hands(path: Path) -> list[zj.HandLog]:
    return list(zj.read_log(path))


def _measure(benchmark: Any, call: Any) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["hands_a_second"] = HANDS / benchmark.stats.stats.min
    return result


def test_read(benchmark: Any, path: Path) -> None:
    assert _measure(benchmark, lambda: sum(1 for _ in zj.read_log(path))) == HANDS


def test_read_and_replay(benchmark: Any, path: Path) -> None:
    tables = _measure(benchmark, lambda: [zj.Table.replay(hand) for hand in zj.read_log(path)])
    assert all(table.done for table in tables)


def test_replay(benchmark: Any, hands: list[zj.HandLog]) -> None:
    tables = _measure(benchmark, lambda: [zj.Table.replay(hand) for hand in hands])
    assert tables[-1].log == hands[-1]


def test_replay_without_what_is_compared(benchmark: Any, hands: list[zj.HandLog]) -> None:
    bare = [[*hand[:-1], {"type": "end_kyoku", "flip": hand[-1]["flip"]}] for hand in hands]
    tables = _measure(benchmark, lambda: [zj.Table.replay(hand) for hand in bare])
    assert tables[-1].log == hands[-1]


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_write(benchmark: Any, hands: list[zj.HandLog], tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"log{suffix}"
    assert _measure(benchmark, lambda: zj.write_log(target, hands)) == HANDS


def test_mask(benchmark: Any, hands: list[zj.HandLog]) -> None:
    masked = _measure(benchmark, lambda: [zj.mask_log(hand, 1) for hand in hands])
    assert masked[0][0]["tehais"][0] == ["?"] * 13
