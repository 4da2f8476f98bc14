"""pytest-benchmark suite: writing pages of logged hands.

    pytest benchmarks/bench_viewer.py --benchmark-enable

The hands are the longest of each preset that one policy plays in every seat, from a fixed seed.
``extra_info`` has the events of the hand and the size of its page. That a page stays below 300 KB
is asserted, nothing about time is.
"""

from pathlib import Path
from typing import Any

import pytest

import zhuoji_fast as zj

HANDS = 40
SEED = 20_241_129
ROUNDS = 21
LIMIT = 300_000


def _longest(folder: Path, preset: str) -> zj.HandLog:
    path = folder / f"{preset}.jsonl"
    zj.play_hands(["closed"] * 4, HANDS, SEED, preset, log=path)
    return max(zj.read_log(path), key=len)


@pytest.mark.parametrize("preset", zj.PRESETS)
def test_page_of_a_hand(benchmark: Any, tmp_path: Path, preset: str) -> None:
    hand = _longest(tmp_path, preset)
    page = benchmark.pedantic(lambda: zj.log_page(hand), rounds=ROUNDS, warmup_rounds=1)
    size = len(page.encode())
    assert len(hand) >= 100
    assert size < LIMIT
    benchmark.extra_info.update(events=len(hand), kilobytes=round(size / 1000, 1))


def test_page_of_a_match(benchmark: Any, tmp_path: Path) -> None:
    hands = [_longest(tmp_path, preset) for preset in zj.PRESETS]
    page = benchmark.pedantic(lambda: zj.log_page(hands), rounds=ROUNDS // 3, warmup_rounds=1)
    benchmark.extra_info.update(hands=len(hands), kilobytes=round(len(page.encode()) / 1000, 1))


def test_notebook_form_of_a_settlement(benchmark: Any, tmp_path: Path) -> None:
    settlement = zj.Table.replay(_longest(tmp_path, "guiyang")).settlement
    assert "<svg" in benchmark(settlement._repr_html_)
