"""Types of the compiled solo solver; see the module for its documentation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OBJECTIVES: tuple[str, ...]

def solve(
    counts: bytes,
    melds: bytes | None,
    unseen: bytes,
    reach: int,
    most: int,
    objectives: Sequence[int],
    horizons: Sequence[int],
    columns: int,
    replace: bool,
    rules: bytes | None,
) -> tuple[NDArray[np.float64], int, int, int, int]: ...
