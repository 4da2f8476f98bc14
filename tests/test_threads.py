"""The same answers from many threads at once, and from forked and spawned processes."""

import itertools
import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

import populations
import zhuoji_fast as zj

THREADS = 16
ROWS = 4000


def hands(remainder: int, seed: int = 23) -> np.ndarray:
    rng = np.random.default_rng(seed)
    full = populations.mixed(rng, ROWS // 25)
    return full if remainder == 2 else populations.without_one(rng, full)


def melded(remainder: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(29)
    full = populations.swapped(rng, populations.finished(rng, ROWS, 3), 1)
    counts = full if remainder == 2 else populations.without_one(rng, full)
    melds = np.zeros_like(counts)
    melds[np.arange(ROWS), (counts == 0).argmax(axis=1)] = rng.choice([3, 4], ROWS)
    return counts, melds


QUESTIONS = {
    "shanten": 2,
    "is_win": 2,
    "waits": 1,
    "useful_tiles": 1,
    "discard_shanten": 2,
    "best_discard": 2,
    "pattern": 2,
    "wait_patterns": 1,
    "decompose": 2,
    "count_decompositions": 2,
}


def together(jobs: list) -> list:
    """Run all jobs in as many threads, none before all are ready."""
    ready = threading.Barrier(len(jobs))

    def run(job):
        ready.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def raw(answer: object) -> bytes:
    parts = answer if isinstance(answer, tuple) else (answer,)
    return b"".join(np.asarray(part).tobytes() for part in parts)


def ask(name: str, arguments: tuple[np.ndarray, ...]) -> bytes:
    return raw(getattr(zj, name)(*arguments))


@pytest.mark.parametrize(("name", "remainder"), QUESTIONS.items())
def test_the_same_array_from_sixteen_threads(name: str, remainder: int) -> None:
    for arguments in ((hands(remainder),), melded(remainder)):
        expected = ask(name, arguments)
        found = together([partial(ask, name, arguments)] * THREADS)
        assert found == [expected] * THREADS


@pytest.mark.parametrize(("name", "remainder"), QUESTIONS.items())
def test_slices_from_sixteen_threads_into_one_array(name: str, remainder: int) -> None:
    """Slices have odd borders, so that neighbours share cache lines."""
    counts = hands(remainder)
    function = getattr(zj, name)
    expected = function(counts)
    parts = expected if isinstance(expected, tuple) else (expected,)
    out = tuple(np.full_like(part, 99) for part in parts)
    borders = np.linspace(0, len(counts), THREADS + 1).astype(int) | 1
    borders[0], borders[-1] = 0, len(counts)

    def job(part: slice):
        target = tuple(one[part] for one in out)
        return lambda: function(counts[part], out=target if len(out) > 1 else target[0])

    together([job(slice(a, b)) for a, b in itertools.pairwise(borders)])
    for one, other in zip(out, parts, strict=True):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", ["shanten", "pattern", "count_decompositions"])
def test_other_threads_run_during_a_call(name: str) -> None:
    """A result seen half written was written while this thread could look: the GIL was free."""
    counts = np.tile(hands(2), (200, 1))
    out = np.empty(len(counts), result_type(name))
    for _ in range(100):
        out[:] = 99
        with ThreadPoolExecutor(1) as pool:
            call = pool.submit(getattr(zj, name), counts, out=out)
            while out[0] == 99 and not call.done():
                pass
            if out[-1] == 99 and out[0] != 99:
                return
            call.result()
    pytest.fail("never saw a half-written result")


def result_type(name: str) -> np.dtype:
    return getattr(zj, name)(hands(2)[:1]).dtype


def test_bytes_calls_from_sixteen_threads() -> None:
    rows = [row.tobytes() for row in hands(1)[:500]]
    expected = [(zj.shanten(row), zj.waits(row).tobytes()) for row in rows]

    def job() -> list:
        return [(zj.shanten(row), zj.waits(row).tobytes()) for row in rows]

    assert together([job] * THREADS) == [expected] * THREADS


def test_errors_from_sixteen_threads_name_their_own_row() -> None:
    counts = hands(2)

    def job(place: int):
        broken = counts.copy()
        broken[place, 9] = 200

        def run() -> str:
            with pytest.raises(zj.CountsError) as caught:
                zj.shanten(broken)
            return str(caught.value)

        return run

    places = [100 * n + 7 for n in range(THREADS)]
    for place, message in zip(places, together([job(p) for p in places]), strict=True):
        assert str(place) in message
        assert "1p" in message


def answers(rows: bytes) -> bytes:
    """What a worker process says about some hands."""
    counts = np.frombuffer(rows, np.uint8).reshape(-1, 27)
    return raw(zj.waits(counts)) + raw(zj.useful_tiles(counts)) + raw(zj.shanten(counts))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    counts = hands(1)
    jobs = [part.tobytes() for part in np.array_split(counts, 4)]
    expected = [answers(job) for job in jobs]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(answers, jobs) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("name", "remainder"), QUESTIONS.items())
def test_a_hundred_thousand_hands_in_each_of_sixteen_threads(name: str, remainder: int) -> None:
    rng = np.random.default_rng(31)
    full = populations.mixed(rng, 4000)
    counts = full if remainder == 2 else populations.without_one(rng, full)
    function = getattr(zj, name)
    expected = raw(function(counts))
    found = together([lambda: raw(function(counts)) == expected] * THREADS)
    assert found == [True] * THREADS
