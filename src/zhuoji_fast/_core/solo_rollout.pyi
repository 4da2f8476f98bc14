"""Types of the compiled solo rollouts; see the module for its documentation."""

from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class SoloPolicy:
    def __init__(
        self,
        counts: bytes,
        melds: bytes | None,
        unseen: bytes,
        reach: int,
        objective: int,
        keys: NDArray[np.uint64],
        values: NDArray[np.float64],
        rules: bytes,
    ) -> None: ...
    def knows(self, counts: bytes) -> bool: ...

def draw_orders(unseen: bytes, draws: int, seed: int, first: int, n: int) -> NDArray[np.uint8]: ...
def roll_out(
    policy: SoloPolicy | None,
    counts: bytes,
    melds: bytes | None,
    unseen: bytes,
    draws: int,
    rules: bytes,
    seed: int,
    first: int,
    n: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], int, int]: ...
def worth(counts: bytes, melds: bytes | None, drawn: int, rules: bytes) -> int: ...
