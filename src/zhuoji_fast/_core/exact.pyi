"""Types of the compiled solver of true draws; see the module for its documentation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

def solve_exact(
    counts: bytes,
    melds: bytes | None,
    unseen: bytes,
    most: int,
    objectives: Sequence[int],
    horizons: Sequence[int],
    columns: int,
    rules: bytes,
) -> tuple[NDArray[np.float64], int, int]: ...
