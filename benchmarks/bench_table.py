"""pytest-benchmark suite: the table, stepped from Python.

    pytest benchmarks/bench_table.py --benchmark-enable

Whole hands of one seed with random choices, the choices included; ``extra_info`` has steps and
hands a second of the best round, or the best time a call in microseconds. Nothing about time is
asserted: the tests check only what was played.
"""

import copy
import pickle
from random import Random
from typing import Any

import pytest

import zhuoji_fast as zj

ROUNDS = 11
SEED = 20_241_129
DRAWS = 20


@pytest.fixture(scope="session")
def hands(request: pytest.FixtureRequest) -> int:
    """Hands a round: few where only running is checked."""
    return max(int(request.config.getoption("--hands")) // 5_000, 5)


@pytest.fixture
def table() -> zj.Table:
    """A table in the middle of a hand."""
    table = zj.Table("guiyang", seed=SEED)
    rng = Random(SEED)
    for _ in range(DRAWS):
        table.step({seat: rng.choice(table.legal(seat)) for seat in table.pending})
    return table


def _play(hands: int, step: Any) -> tuple[int, int]:
    """Play hands with random choices; the steps, and the sum of all rewards, which is 0."""
    table = zj.Table("guiyang", seed=SEED)
    random = Random(SEED).random
    steps = money = 0
    for _ in range(hands):
        table.reset()
        while not table.done:
            answers = {}
            for seat in table.pending:
                legal = table.legal(seat)
                answers[seat] = legal[int(random() * len(legal))]
            money += step(table, answers)
            steps += 1
    return steps, money


def _step(table: zj.Table, answers: dict[int, int]) -> int:
    return sum(table.step(answers)[0])


def _compact(table: zj.Table, answers: dict[int, int]) -> int:
    table.play(bytes([answers.get(seat, 84) for seat in range(4)]))
    return sum(table.totals()) if table.done else 0


def _measure(benchmark: Any, call: Any, n: int = 1) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["us_a_call"] = benchmark.stats.stats.min / n * 1e6
    return result


@pytest.mark.parametrize("step", [_step, _compact])
def test_steps(benchmark: Any, hands: int, step: Any) -> None:
    steps, money = benchmark.pedantic(_play, args=(hands, step), rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        best = benchmark.stats.stats.min
        benchmark.extra_info["steps_a_second"] = steps / best
        benchmark.extra_info["hands_a_second"] = hands / best
    assert steps > 50 * hands
    assert money == 0


def test_view(benchmark: Any, table: zj.Table) -> None:
    view = _measure(benchmark, lambda: [table.view(0) for _ in range(100)], 100)[0]
    assert view["wall"] == table.wall_left


def test_clone(benchmark: Any, table: zj.Table) -> None:
    assert _measure(benchmark, lambda: [table.clone() for _ in range(1000)], 1000)[0] == table


def test_deepcopy(benchmark: Any, table: zj.Table) -> None:
    assert (
        _measure(benchmark, lambda: [copy.deepcopy(table) for _ in range(1000)], 1000)[0] == table
    )


def test_pickle(benchmark: Any, table: zj.Table) -> None:
    made = _measure(benchmark, lambda: [pickle.loads(pickle.dumps(table)) for _ in range(100)], 100)
    assert made[0] == table


def test_resample(benchmark: Any, table: zj.Table) -> None:
    view = table.view(0)

    def resample() -> None:
        for seed in range(1000):
            table.resample(0, seed)

    _measure(benchmark, resample, 1000)
    assert table.view(0) == view


FROZEN = ["123456789m1123p", "6799p123456789s", "222444666m88m77s"]


def _frozen(number: int, wall: int) -> zj.Table:
    """Seat 0 is asked, `number` others have declared, everybody throws what he draws."""
    players = max(number + 1, 3)
    table = zj.Table("guizhou", players, seed=SEED)
    table.reset(hands=[None, *FROZEN[:number], *[None] * (players - number - 1)])
    table.step(dict.fromkeys(table.pending, zj.Action.DECLARE))
    while table.wall_left > wall or table.phase != 1 or table.turn:
        drawn = table.drawn
        table.step(
            {
                seat: zj.Action.PASS if zj.Action.PASS in table.legal(seat) else drawn
                for seat in table.pending
            }
        )
    return table


@pytest.mark.parametrize(
    ("number", "wall"), [(1, 69), (2, 68), (2, 8), (3, 55), (3, 36), (3, 19), (3, 8), (3, 4)]
)
def test_resample_with_frozen_hands(benchmark: Any, number: int, wall: int) -> None:
    table = _frozen(number, wall)

    def resample() -> None:
        for seed in range(20):
            table.imagine(0, seed)

    _measure(benchmark, resample, 20)
    seats = table.view(0)["seats"]
    assert sum(seat["declared"] == "hard" for seat in seats) == number


def test_log(benchmark: Any, table: zj.Table) -> None:
    log = _measure(benchmark, lambda: [table.log for _ in range(100)], 100)[0]
    assert log[0]["type"] == "start_kyoku"
