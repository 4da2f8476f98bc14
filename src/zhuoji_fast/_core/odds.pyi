"""Types of the compiled rollouts; see the module for its documentation."""

import numpy as np
from numpy.typing import NDArray

from zhuoji_fast._core.tabledoor import TableCore

ITEM_FIELD: int
N_OUTCOMES: int
OUTCOMES: tuple[str, ...]
POLICY_CHOICE: int
TURN_FIELD: int

def play_on(
    table: TableCore,
    seat: int,
    actions: bytes,
    policies: bytes,
    seed: int,
    start: int,
    stop: int,
    deal: bool,
    belief: bool,
    show: bool,
) -> tuple[NDArray[np.int64], NDArray[np.uint8] | None]: ...
def tell_table(table: TableCore, seat: int, since: int, out: NDArray[np.int64]) -> None: ...
