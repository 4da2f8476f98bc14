"""No memory growth and no lost references, over many calls, right ones and refused ones."""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj

READY = bytes(oracle.read("13m456p11789s"))
FULL = bytes(oracle.read("13m456p115789s"))
FINISHED = bytes(oracle.read("11112222333m"))
MELDS = bytes(oracle.read("9999p"))
WRONG = bytes(oracle.read("11112222333m")[:26]) + b"\x05"
SEEN = bytes(oracle.read("2222m99s"))
BATCH = np.frombuffer(FULL * 8, np.uint8).reshape(8, 27)
BAD_BATCH = np.frombuffer(FULL * 7 + WRONG, np.uint8).reshape(8, 27)
OUT = np.zeros(8, np.int8)
HAND = zj.Hand("13m456p115789s [9999p]")


def refused(function: Callable[..., Any], *arguments: Any) -> Callable[[], None]:
    def call() -> None:
        try:
            function(*arguments)
        except zj.ZhuojiError:
            return
        raise AssertionError("not refused")

    return call


CALLS: dict[str, Callable[[], Any]] = {
    "shanten": lambda: zj.shanten(READY),
    "shanten with melds": lambda: zj.shanten(READY, MELDS),
    "shanten_parts": lambda: zj.shanten_parts(FULL, MELDS),
    "is_win": lambda: zj.is_win(FINISHED, MELDS),
    "waits": lambda: zj.waits(READY, MELDS),
    "useful_tiles": lambda: zj.useful_tiles(READY, MELDS),
    "discard_shanten": lambda: zj.discard_shanten(FULL, MELDS),
    "best_discard": lambda: zj.best_discard(FULL, MELDS, SEEN),
    "pattern": lambda: zj.pattern(FINISHED, MELDS),
    "wait_patterns": lambda: zj.wait_patterns(READY, MELDS),
    "decompose": lambda: zj.decompose(FINISHED, MELDS),
    "count_decompositions": lambda: zj.count_decompositions(FINISHED, MELDS),
}
ARRAY_CALLS: dict[str, Callable[[], Any]] = {
    "batch": lambda: zj.shanten(BATCH),
    "batch with out": lambda: zj.shanten(BATCH, out=OUT),
    "batch of discards": lambda: zj.best_discard(BATCH, None, None),
    "batch of another type": lambda: zj.is_win(BATCH.astype("int32")),
    "list": lambda: zj.waits(list(READY)),
    "decompose a batch": lambda: zj.decompose(BATCH),
    "Hand": lambda: zj.Hand("13m456p115789s [9999p]"),
    "Hand questions": lambda: (HAND.shanten, HAND.discards(), HAND.text, hash(HAND)),
    "decompositions": lambda: zj.Hand("11112222333m [999p]").decompositions(),
    "counts": lambda: zj.counts("123m45p11s"),
    "text": lambda: zj.to_text(READY),
}
REFUSED_CALLS: dict[str, Callable[[], Any]] = {
    "wrong bytes": refused(zj.shanten, WRONG),
    "short bytes": refused(zj.waits, b"123"),
    "wrong melds": refused(zj.shanten, READY, WRONG),
    "wrong total": refused(zj.is_win, READY),
    "wrong seen": refused(zj.best_discard, FULL, MELDS, WRONG),
    "wrong batch": refused(zj.shanten, BAD_BATCH),
    "floats": refused(zj.shanten, np.zeros(27)),
    "shape": refused(zj.shanten, np.zeros((3, 26), np.uint8)),
    "text": refused(zj.parse_tiles, "12m3"),
    "Hand": refused(zj.Hand, "14668889m"),
}


@pytest.fixture(scope="module", autouse=True)
def _what_was_there_before() -> Iterator[None]:
    """Leave what other tests hold out of every collection here: it makes each take long."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def resident() -> int:
    """Bytes of memory that this process occupies now."""
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("needs /proc to read the memory in use")
    return int(status.read_text().split()[1]) * 4096


def repeat(call: Callable[[], Any], times: int) -> None:
    for _ in range(times):
        call()


def grown(call: Callable[[], Any], times: int) -> int:
    """Growth of the process over so many calls, after a tenth as many to warm up.

    Heaps settle in steps, so of three measurements the least counts: a leak shows in each.
    """
    repeat(call, times // 10)
    least = sys.maxsize
    for _ in range(3):
        gc.collect()
        before = resident()
        repeat(call, times // 3)
        gc.collect()
        least = min(least, resident() - before)
    return least


@pytest.mark.parametrize(
    "call", [*CALLS.values(), *ARRAY_CALLS.values()], ids=[*CALLS, *ARRAY_CALLS]
)
def test_calls_leave_no_blocks_behind(call: Callable[[], Any]) -> None:
    left_behind(call)


@pytest.mark.parametrize("call", REFUSED_CALLS.values(), ids=REFUSED_CALLS)
def test_refused_calls_leave_no_blocks_behind(call: Callable[[], Any]) -> None:
    left_behind(call)


def left_behind(call: Callable[[], Any]) -> None:
    """No block for every other call; free lists and caches may settle by some."""
    repeat(call, 50)
    gc.collect()
    tracemalloc.start()
    try:
        repeat(call, 200)
        gc.collect()
        before = tracemalloc.take_snapshot()
        repeat(call, 800)
        gc.collect()
        after = tracemalloc.take_snapshot()
    finally:
        tracemalloc.stop()
    own = [tracemalloc.Filter(False, tracemalloc.__file__)]
    blocks = [
        sum(trace.count for trace in snapshot.filter_traces(own).statistics("filename"))
        for snapshot in (before, after)
    ]
    assert blocks[1] - blocks[0] < 400


def test_no_growth_over_two_hundred_thousand_calls() -> None:
    def every() -> None:
        for call in CALLS.values():
            call()

    assert grown(every, 18_000) < 1 << 20


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_growth_over_two_million_calls(call: Callable[[], Any]) -> None:
    assert grown(call, 2_000_000) < 1 << 20


@pytest.mark.slow
@pytest.mark.parametrize("call", ARRAY_CALLS.values(), ids=ARRAY_CALLS)
def test_no_growth_over_many_slower_calls(call: Callable[[], Any]) -> None:
    assert grown(call, 200_000) < 1 << 20


@pytest.mark.slow
@pytest.mark.parametrize("call", REFUSED_CALLS.values(), ids=REFUSED_CALLS)
def test_no_growth_over_many_refusals(call: Callable[[], Any]) -> None:
    assert grown(call, 60_000) < 1 << 20


ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "shanten": (FULL, MELDS),
    "shanten_parts": (FULL, MELDS),
    "is_win": (FULL, MELDS),
    "waits": (READY, MELDS),
    "useful_tiles": (READY, MELDS),
    "discard_shanten": (FULL, MELDS),
    "best_discard": (FULL, MELDS, SEEN),
    "pattern": (FULL, MELDS),
    "wait_patterns": (READY, MELDS),
    "decompose": (FULL, MELDS),
    "count_decompositions": (FULL, MELDS),
}


@pytest.mark.parametrize("form", ["bytes", "arrays", "lists", "wrong bytes", "wrong arrays"])
@pytest.mark.parametrize("name", ARGUMENTS)
def test_reference_counts_of_arguments_do_not_change(name: str, form: str) -> None:
    """A fresh object for each argument, so that nobody else holds it."""
    function = getattr(zj, name)
    arguments: list[Any] = [bytearray(part) for part in ARGUMENTS[name]]
    if form.startswith("wrong"):
        arguments[0][26] = 9
    if form.endswith("bytes"):
        arguments = [bytes(part) for part in arguments]
    elif form.endswith("arrays"):
        arguments = [np.array(list(part), np.uint8) for part in arguments]
    else:
        arguments = [list(part) for part in arguments]
    before = [sys.getrefcount(part) for part in arguments]
    for _ in range(100):
        try:
            function(*arguments)
        except zj.CountsError:
            assert form.startswith("wrong")
        else:
            assert not form.startswith("wrong")
    assert [sys.getrefcount(part) for part in arguments] == before


def test_reference_count_of_out_does_not_change() -> None:
    out = np.zeros(8, np.int8)
    before = sys.getrefcount(out)
    for _ in range(100):
        zj.shanten(BATCH, out=out)
        with pytest.raises(zj.CountsError):
            zj.shanten(BAD_BATCH, out=out)
    assert sys.getrefcount(out) == before
