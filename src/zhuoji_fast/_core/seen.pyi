from typing import Literal

from zhuoji_fast._core.tabledoor import TableCore

def seen_state(
    rules: bytes,
    position: bytes,
    seat: int,
    phase: int,
    drawn: int,
    tile: int,
    source: int,
    wall: int,
    locked: int | Literal[True],
    rivers: list[bytes],
) -> bytes: ...
def asked(state: bytes, seat: int) -> bool: ...
def load(table: TableCore, state: bytes) -> None: ...
def is_ting(hand: bytes) -> bool: ...
