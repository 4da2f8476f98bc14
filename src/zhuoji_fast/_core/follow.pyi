from typing import Any

from zhuoji_fast._core.tabledoor import TableCore

def follow(table: TableCore, events: list[Any], at: int) -> int: ...
