"""The logs of tests/data/logs, and ways to change them."""

from __future__ import annotations

import copy
import json
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "logs"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))
FILES = sorted(entry["file"] for entry in INDEX["logs"])


def lines_of(name: str) -> list[str]:
    return (FOLDER / name).read_text("utf-8").splitlines()


def events_of(name: str) -> list[dict]:
    return [json.loads(line) for line in lines_of(name)]


def hands_of(name: str) -> list[list[dict]]:
    """The hands of a log, split by what begins and ends them."""
    hands: list[list[dict]] = []
    for event in events_of(name):
        if event["type"] == "start_kyoku":
            hands.append([])
        if event["type"] not in ("start_game", "end_game"):
            hands[-1].append(event)
    return hands


def text_of(events: list[dict]) -> str:
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)


def edited(events: list[dict], place: int, **changes) -> list[dict]:
    """The events with some fields of one changed, or taken away where the value is ``...``."""
    found = copy.deepcopy(events)
    found[place] |= changes
    found[place] = {name: value for name, value in found[place].items() if value is not ...}
    return found
