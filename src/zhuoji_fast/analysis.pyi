"""Types of the public array functions; see the compiled module for their documentation."""

from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MAX_READINGS",
    "best_discard",
    "count_decompositions",
    "decompose",
    "discard_shanten",
    "is_win",
    "pattern",
    "shanten",
    "shanten_parts",
    "useful_tiles",
    "wait_patterns",
    "waits",
]

MAX_READINGS: int

@overload
def shanten(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None
) -> int: ...
@overload
def shanten(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.int8]: ...
@overload
def shanten_parts(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None
) -> tuple[int, int]: ...
@overload
def shanten_parts(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> tuple[NDArray[np.int8], NDArray[np.int8]]: ...
@overload
def is_win(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None
) -> bool: ...
@overload
def is_win(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.bool_]: ...
def waits(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.bool_]: ...
def useful_tiles(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.bool_]: ...
def discard_shanten(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.int8]: ...
@overload
def best_discard(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None, seen: bytes | None = None
) -> tuple[int, int, int]: ...
@overload
def best_discard(
    counts: ArrayLike,
    melds: ArrayLike | None = None,
    seen: ArrayLike | None = None,
    *,
    out: Any = None,
    axis: int = -1,
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]: ...
@overload
def pattern(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None
) -> int: ...
@overload
def pattern(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.uint8]: ...
def wait_patterns(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.uint8]: ...
@overload
def count_decompositions(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None = None
) -> int: ...
@overload
def count_decompositions(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.uint8]: ...
def decompose(
    counts: ArrayLike, melds: ArrayLike | None = None, *, out: Any = None, axis: int = -1
) -> NDArray[np.int8]: ...
