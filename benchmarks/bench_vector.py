"""pytest-benchmark suite: many tables at once, and the PettingZoo environment.

    pytest benchmarks/bench_vector.py --benchmark-enable

Steps a second of the best round, one for each table and call, choices and settlements included:
random choices of the library (``policy``) or of NumPy from the masks (``numpy``), with all planes,
a few, or none. Nothing about time is asserted: the tests check only what was played.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import zhuoji_fast as zj

ROUNDS = 11
SEED = 20_241_129
TABLES = 256
PLANES = {"none": None, "few": ["hand", "melds", "seen", "wall"], "all": "all"}


@pytest.fixture(scope="session")
def steps(request: pytest.FixtureRequest) -> int:
    """Calls a round: few where only running is checked."""
    return max(int(request.config.getoption("--hands")) // 2_500, 120)


def _measure(benchmark: Any, call: Any, number: int) -> Any:
    result = benchmark.pedantic(call, rounds=ROUNDS, warmup_rounds=1)
    if benchmark.enabled:
        benchmark.extra_info["steps_a_second"] = number / benchmark.stats.stats.min
    return result


def _numpy_actions(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action of each row, each equally likely."""
    legal = mask.cumsum(axis=1, dtype=np.uint8)
    picked = (rng.random(len(mask), np.float32) * legal[:, -1]).astype(np.uint8)
    return (legal > picked[:, None]).argmax(axis=1)


@pytest.mark.parametrize("copy", [True, False], ids=["new", "same"])
@pytest.mark.parametrize("planes", PLANES)
@pytest.mark.parametrize("choice", ["policy", "numpy"])
def test_vector_table(benchmark: Any, steps: int, choice: str, planes: str, copy: bool) -> None:
    tables = zj.VectorTable(TABLES, "guiyang", SEED, planes=PLANES[planes], copy=copy)
    rng = np.random.default_rng(SEED)

    def play() -> tuple[int, int]:
        ended = money = 0
        _, mask = tables.reset()
        for _ in range(steps):
            if choice == "policy":
                actions = tables.policy_actions("random")
            else:
                actions = _numpy_actions(mask, rng)
            _, mask, rewards, done, _ = tables.step(actions)
            ended += int(done.sum())
            money += int(rewards.sum())
        return ended, money

    ended, money = _measure(benchmark, play, steps * TABLES)
    assert ended > 0
    assert money == 0


@pytest.mark.parametrize("observe", [True, False])
def test_pettingzoo(benchmark: Any, steps: int, observe: bool) -> None:
    envs = pytest.importorskip("zhuoji_fast.envs")
    pytest.importorskip("pettingzoo")
    env = envs.raw_env("guiyang")

    def play() -> int:
        random = Random(SEED).random
        env.reset(seed=SEED)
        played = 0
        while played < 20 * steps:
            _, _, terminated, _, info = env.last(observe)
            if terminated:
                env.reset()
                continue
            legal = np.flatnonzero(info["action_mask"])
            env.step(legal[int(random() * len(legal))])
            played += 1
        return played

    assert _measure(benchmark, play, 20 * steps) == 20 * steps
