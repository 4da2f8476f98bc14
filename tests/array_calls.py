"""What the tests of the array functions share: their names, hands of the right size, comparison."""

from typing import Any

import numpy as np
import pytest

import oracle
import populations
import zhuoji_fast as zj

B13 = oracle.read("3344m123456p789s")
FULL = ("is_win", "discard_shanten", "best_discard", "pattern", "decompose", "count_decompositions")
READY = ("waits", "useful_tiles", "wait_patterns")
EITHER = ("shanten", "shanten_parts")
NAMES = [*EITHER, *READY, *FULL]
TUPLES = ("shanten_parts", "best_discard")
RESULTS = {
    "shanten": ("int8", ()),
    "shanten_parts": ("int8", ()),
    "is_win": ("bool", ()),
    "waits": ("bool", (27,)),
    "useful_tiles": ("bool", (27,)),
    "discard_shanten": ("int8", (27,)),
    "pattern": ("uint8", ()),
    "wait_patterns": ("uint8", (27,)),
    "count_decompositions": ("uint8", ()),
}
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
INTEGERS += ["b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", ">i2", ">i4", ">u8"]

all_functions = pytest.mark.parametrize("name", NAMES)


def batch(name: str, number: int = 200, melds: bool = False) -> np.ndarray:
    """Hands of the right size for a function, uint8; 3n+1 with ``melds`` one short of a set."""
    rng = np.random.default_rng(17)
    sets = 3 if melds else 4
    hands = populations.swapped(rng, populations.finished(rng, number, sets), 1)
    return populations.without_one(rng, hands) if name in READY else hands


def parts(answer: Any) -> tuple[np.ndarray, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def same(got: Any, expected: Any) -> None:
    """Equal in values, dtype and shape."""
    assert isinstance(got, tuple) == isinstance(expected, tuple)
    for one, other in zip(parts(got), parts(expected), strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype
        np.testing.assert_array_equal(one, other, strict=True)


def row_by_row(name: str, hands: np.ndarray) -> Any:
    function = getattr(zj, name)
    rows = [function(np.ascontiguousarray(row, np.uint8).tobytes()) for row in hands]
    if name in TUPLES:
        return tuple(np.array(column) for column in zip(*rows, strict=True))
    return np.array(rows)


def equal_to_rows(name: str, got: Any, hands: np.ndarray) -> None:
    for one, other in zip(parts(got), parts(row_by_row(name, hands)), strict=True):
        np.testing.assert_array_equal(one, other)
