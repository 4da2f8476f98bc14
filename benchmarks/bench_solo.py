"""Exact one-player odds: 30 random 14-tile hands of each shanten, 94 tiles unseen, 18 draws.

    python benchmarks/bench_solo.py
    pytest benchmarks/bench_solo.py --benchmark-enable

The first prints the tables of ``docs/odds.md`` with their marks. Times are CPU seconds of the one
thread that works, the best of several calls through Python for each hand; then the median and
the 95th percentile over the hands of a class. Nothing about time is asserted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import zhuoji_fast as zj

HANDS = 30
CLASSES = (0, 1, 2, 3)
SEED = 20_241_129
BUDGET = 0.4
ARRAYS = ("win", "ting", "score")
MANY = 1000
MARKS = {
    (0, 0): (0.04, 0.06),
    (0, 1): (0.1, 0.15),
    (1, 0): (0.05, 0.08),
    (1, 1): (0.5, 1.5),
    (2, 0): (0.15, 0.4),
    (2, 1): (9, 25),
    (3, 0): (1.5, 4),
    (3, 1): (90, 220),
}
SINGLE = [
    (0, 2, 30), (1, 1, 30), (1, 2, 30), (2, 1, 30), (2, 2, 8), (3, 0, 30), (3, 1, 12), (3, 2, 3)
]  # fmt: skip
PEAK = """
import json, pathlib, sys
import numpy as np
import zhuoji_fast as zj

def peak():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024

hand, extra = json.loads(sys.argv[1])
zj.solo_exact("3344m123456p789s")
before = peak()
result = zj.solo_exact(np.array(hand, np.uint8), extra=extra)
print(json.dumps([result.hands, peak() - before]))
"""

Counts = NDArray[np.uint8]


@cache
def hands_of(shanten: int, n: int = HANDS) -> list[Counts]:
    """Random hands of 14 tiles of the 108 with that shanten."""
    rng = np.random.default_rng([SEED, shanten])
    found: list[Counts] = []
    while len(found) < n:
        rows = rng.multivariate_hypergeometric([4] * 27, 14, size=2000, method="marginals")
        rows = rows.astype(np.uint8)
        found += list(rows[zj.shanten(rows) == shanten])
    return found[:n]


def best(call: Callable[[], Any], budget: float = BUDGET) -> float:
    """CPU seconds of the best call; as many as go into the budget, three at least."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < budget and len(times) < 200):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def spread(values: list[float], form: str = ".2f") -> str:
    return f"{np.median(values):{form}} / {np.percentile(values, 95):{form}}"


def all_horizons(budget: float) -> Iterator[str]:
    yield "| shanten | extra | hands searched | ms, all horizons | mark |\n|---|---|---:|---:|---:|"
    for (shanten, extra), mark in MARKS.items():
        times, sizes = [], []
        for hand in hands_of(shanten):
            times.append(1e3 * best(partial(solve, hand, extra), budget))
            sizes.append(float(solve(hand, extra, horizons=[1]).hands))
        numbers = spread(sizes, ",.0f")
        yield (
            f"| {shanten} | {extra} | {numbers} | {spread(times, '.3f' if shanten < 2 else '.2f')} "
            f"| {mark[0]:g} / {mark[1]:g} |"
        )


def one_horizon(budget: float) -> Iterator[str]:
    yield (
        "| shanten | extra | hands of 1,000 and more | ms, one horizon | µs a searched hand, "
        "worst | mark |\n|---|---|---:|---:|---:|---:|"
    )
    for shanten, extra, n in SINGLE:
        times, each = [], []
        for hand in hands_of(shanten)[:n]:
            hands = solve(hand, extra, horizons=[1]).hands
            if hands < MANY:
                continue
            seconds = best(partial(solve, hand, extra, horizons=[18]), budget)
            times.append(1e3 * seconds)
            each.append(1e6 * seconds / hands)
        if times:
            yield (
                f"| {shanten} | {extra} | {len(times)} of {n} | {spread(times)} "
                f"| {np.median(each):.3f}, {max(each):.3f} | 0.4 |"
            )


def three_arrays(budget: float) -> Iterator[str]:
    yield (
        "| shanten | extra | three arrays / one, one horizon | mark | all horizons | mark |\n"
        "|---|---|---:|---:|---:|---:|"
    )
    for shanten, extra in MARKS:
        ratios: dict[bool, list[float]] = {True: [], False: []}
        for hand in hands_of(shanten)[: 12 if shanten < 3 else 6]:
            for single in (True, False):
                horizons = [18] if single else None
                one, three = (
                    best(partial(solve, hand, extra, arrays, horizons=horizons), budget)
                    for arrays in (("win",), ARRAYS)
                )
                ratios[single].append(three / one)
        yield (
            f"| {shanten} | {extra} | {spread(ratios[True])} | 1.5 | {spread(ratios[False])} | 3 |"
        )


def memory() -> Iterator[str]:
    yield "| 3-shanten, extra 2, three arrays: hands searched | peak MB | mark |\n|---:|---:|---:|"
    for hand in hands_of(3)[:3]:
        run = subprocess.run(
            [sys.executable, "-c", PEAK, json.dumps([hand.tolist(), 2])],
            check=True,
            capture_output=True,
            text=True,
        )
        hands, peak = json.loads(run.stdout)
        yield f"| {hands:,} | {peak:.0f} | 500 |"


def solve(
    hand: Counts, extra: int, arrays: tuple[str, ...] = ("win",), **options: Any
) -> zj.SoloResult:
    return zj.solo_exact(hand, extra=extra, arrays=arrays, max_hands=20_000_000, **options)


@pytest.mark.parametrize(("shanten", "extra"), MARKS)
def test_all_horizons(benchmark: Any, shanten: int, extra: int) -> None:
    some = hands_of(shanten)[: 30 if shanten < 3 else 3]
    results = benchmark.pedantic(
        lambda: [solve(hand, extra) for hand in some], rounds=3, warmup_rounds=1
    )
    assert all(0 <= result.value <= 1 for result in results)


@pytest.mark.parametrize("arrays", [("win",), ARRAYS], ids=["one", "three"])
def test_one_horizon(benchmark: Any, arrays: tuple[str, ...]) -> None:
    some = hands_of(2)
    results = benchmark.pedantic(
        lambda: [solve(hand, 1, arrays, horizons=[18]) for hand in some], rounds=3
    )
    assert all(result.hands > 0 for result in results)


def test_rollouts(benchmark: Any) -> None:
    hand = hands_of(2)[0]
    result = benchmark.pedantic(lambda: zj.solo_rollouts(hand, n=1000), rounds=3)
    assert all(sample.n == 1000 for sample in result.samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for each figure")
    budget = parser.parse_args().budget
    for table in (all_horizons(budget), one_horizon(budget), three_arrays(budget), memory()):
        for line in table:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
