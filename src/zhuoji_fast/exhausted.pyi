"""Types of the array functions for an exhausted wall; the compiled module documents them."""

from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zhuoji_fast.rules import Rules

__all__ = ["best_fan", "settle_exhausted"]

@overload
def best_fan(  # type: ignore[overload-overlap]
    counts: bytes, melds: bytes | None, rules: Rules | str | dict[str, Any]
) -> int: ...
@overload
def best_fan(
    counts: ArrayLike,
    melds: ArrayLike | None,
    rules: Rules | str | dict[str, Any],
    *,
    out: Any = None,
    axis: int = -1,
) -> NDArray[np.int16]: ...
def settle_exhausted(
    counts: ArrayLike,
    melds: ArrayLike | None,
    rules: Rules | str | dict[str, Any],
    *,
    out: Any = None,
) -> NDArray[np.int64]: ...
