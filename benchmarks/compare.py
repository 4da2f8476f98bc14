"""Print the table of figures: ns a hand, best and median, and the ratio to ``np.copyto``.

    python benchmarks/compare.py [--n 1000000] [--rounds 11] [--only shanten]

In every round each call is timed once, right after ``np.copyto`` of the same array, so that both
meet the same neighbours; the ratio is that of the two best times.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import zhuoji_fast as zj
from cases import CASES, ONE_HAND, Case, OneHand, read_limit
from footprint import import_times, table_sizes
from populations import population

ONE_HAND_CALLS = 20_000


def timed(call: Callable[[], Any]) -> float:
    """Seconds of one call; the result is freed after the clock has stopped."""
    start = time.perf_counter()
    result = call()
    seconds = time.perf_counter() - start
    del result
    return seconds


def measure(cases: list[Case], n: int, rounds: int) -> dict[Case, tuple[list[float], list[float]]]:
    """Nanoseconds a hand of each case and of its ``np.copyto``, one figure a round."""
    times: dict[Case, tuple[list[float], list[float]]] = {case: ([], []) for case in cases}
    for done in range(rounds + 1):
        for case in cases:
            hands = population(case.hands, n)
            copy = timed(read_limit(hands)) / n * 1e9
            call = timed(case.call(hands)) / n * 1e9
            if done:  # the first round only warms up
                times[case][0].append(call)
                times[case][1].append(copy)
    return times


def measure_one_hand(calls: list[OneHand], n: int, rounds: int) -> dict[OneHand, list[float]]:
    """Nanoseconds a call of each function on one hand after another, one figure a round."""
    times: dict[OneHand, list[float]] = {call: [] for call in calls}
    for done in range(rounds + 1):
        for call in calls:
            seconds = timed(call.prepare(n))
            if done:
                times[call].append(seconds / n * 1e9)
    return times


def machine() -> str:
    """The machine and the versions that the figures belong to, in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, {sys.platform}"
    return f"{model}; {versions}, zhuoji_fast {zj.__version__}"


def mark(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def report(n: int, rounds: int, only: str) -> None:
    """Print the whole report as Markdown."""
    cases = [case for case in CASES if only in case.label]
    calls = [call for call in ONE_HAND if only in call.name]
    print(f"{machine()}\n{n:,} hands, {rounds} rounds, one thread\n")
    print("| call | hands | best ns | median ns | mark ns | × copyto | mark × |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for case, (call_times, copies) in measure(cases, n, rounds).items():
        best, median = min(call_times), statistics.median(call_times)
        ratio = best / min(copies)
        print(
            f"| `{case.name}` | {case.hands} | {best:.1f} | {median:.1f} | {mark(case.mark)} "
            f"| {ratio:.1f} | {mark(case.ratio)} |"
        )
    for call, loops in measure_one_hand(calls, min(n, ONE_HAND_CALLS), rounds).items():
        best, median = min(loops), statistics.median(loops)
        print(f"| `{call.name}` | one a call | {best:.0f} | {median:.0f} | {call.mark:g} | | |")


def report_footprint(rounds: int) -> None:
    """Print import times and table sizes as Markdown."""
    print("\n| over NumPy's import | best ms | median ms | mark ms |\n|---|---:|---:|---:|")
    for name, (best, median) in import_times(rounds).items():
        print(f"| `{name}` | {best * 1e3:.1f} | {median * 1e3:.1f} | 20 |")
    print("\n| read-only data | MiB | mark MiB |\n|---|---:|---:|")
    sizes = table_sizes()
    for name, size in sizes.items():
        print(f"| `{name}` | {size / 2**20:.2f} | |")
    print(f"| in all | {sum(sizes.values()) / 2**20:.2f} | 2 |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--n", type=int, default=1_000_000, help="hands in each population")
    parser.add_argument("--rounds", type=int, default=11, help="timed rounds")
    parser.add_argument("--only", default="", help="measure only lines that contain this text")
    options = parser.parse_args()
    report(options.n, options.rounds, options.only)
    if not options.only:
        report_footprint(options.rounds)


if __name__ == "__main__":
    main()
