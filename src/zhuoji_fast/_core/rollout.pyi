"""Types of the compiled hand player; see the module for its documentation."""

import numpy as np
from numpy.typing import NDArray

FIRST_ITEM: int
FIRST_ITEM_SQUARE: int
FIRST_TURN: int
N_SUMS: int
N_TURNS: int
POLICY_NAMES: tuple[str, ...]
SUM_FIELDS: tuple[str, ...]

def play_chunk(
    policies: bytes, seed: int, start: int, stop: int, rules: bytes, base: int
) -> tuple[NDArray[np.int64], int]: ...
