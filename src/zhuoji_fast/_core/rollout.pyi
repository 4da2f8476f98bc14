"""Types of the compiled hand player; see the module for its documentation."""

import numpy as np
from numpy.typing import NDArray

from zhuoji_fast._core.tabledoor import TableCore

FIRST_ITEM: int
FIRST_ITEM_SQUARE: int
FIRST_TURN: int
N_SUMS: int
N_TURNS: int
POLICY_NAMES: tuple[str, ...]
SUM_FIELDS: tuple[str, ...]

def play_chunk(
    policies: bytes, seed: int, start: int, stop: int, rules: bytes
) -> tuple[NDArray[np.int64], int]: ...
def play_blocks(
    kinds: bytes, players: int, seed: int, start: int, stop: int, rules: bytes
) -> NDArray[np.int64]: ...
def play_table(table: TableCore, policies: bytes) -> None: ...
def count_table(table: TableCore, sums: NDArray[np.int64]) -> bool: ...

class Player:
    @property
    def seat(self) -> int: ...
    def __init__(self, policy: int, seat: int, seed: int, hand: int) -> None: ...
    def __call__(self, table: TableCore) -> int: ...

def restored_player(policy: int, seat: int, drawn: bytes) -> Player: ...
