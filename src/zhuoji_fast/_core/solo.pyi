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
def solve_all(
    counts: bytes,
    melds: bytes | None,
    unseen: bytes,
    reach: int,
    most: int,
    objective: int,
    draws: int,
    replace: bool,
    rules: bytes,
) -> tuple[NDArray[np.uint64], NDArray[np.float64], int]: ...
