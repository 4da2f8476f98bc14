"""pytest-benchmark suite: ``zhuoji settle -`` as a process of its own, start included.

    pytest benchmarks/bench_cli.py --benchmark-enable

``extra_info`` has the best number of positions a second; the mark is 5,000 of them with 10,000
positions (``--hands`` when that is less). Nothing about time is asserted: the test checks only
that every position was answered.
"""

import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zhuoji_fast.position import Position

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from position_strategies import random_position

POSITIONS = 10_000
DISTINCT = 500
ROUNDS = 5
SEED = 20_241_129


@pytest.fixture(scope="module")
def stream(hands: int) -> bytes:
    rng = Random(SEED)
    number = min(hands, POSITIONS)
    made = [random_position(rng) for _ in range(min(number, DISTINCT))]
    texts = [Position.from_dict(document).to_json() for document in made]
    return "".join([text + "\n" for text in islice(cycle(texts), number)]).encode()


def test_settle_a_stream(benchmark: Any, stream: bytes) -> None:
    command = [sys.executable, "-m", "zhuoji_fast", "settle", "-"]

    def run() -> bytes:
        return subprocess.run(command, input=stream, stdout=subprocess.PIPE, check=True).stdout

    answers = benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    number = stream.count(b"\n")
    if benchmark.enabled:
        benchmark.extra_info["positions_a_second"] = number / benchmark.stats.stats.min
    assert answers.count(b"\n") == number
    assert b'"error"' not in answers
