"""Replaying a log event by event, slowly, up to the first event that the rules forbid.

Plays on the referee of `slow_referee` and the slow settlement. Shares no code with the library.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from slow_hands import SlowError
from slow_position import slow_check
from slow_referee import IllegalError, Referee
from slow_settlement import slow_settle


class StoppedError(Exception):
    """Replaying stopped: the event's index and the section of the rules that forbids it."""

    def __init__(self, index, section, message):
        super().__init__(f"event {index}: {message}")
        self.index, self.section = index, section


def read_events(path):
    """The events of a log file, one JSON object a line."""
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def line_key(line):
    """One ledger line, so that lines compare in any order."""
    why = line["why"] if isinstance(line["why"], str) else str([list(pair) for pair in line["why"]])
    return (line["payer"], line["payee"], line["amount"], line["item"], line["tile"], why)


def slow_replay_hand(events, first=0):
    """The referee at the end of one hand's events; `StoppedError` at the first that may not be."""
    referee, reach, passed = Referee(), None, None
    for index, event in enumerate(events, first):
        try:
            declaring = referee.phase == "turn" and referee.declaring
            held = declaring and event.get("pai") in referee.seats[referee.actor]["hand"]
            referee.apply(event)
        except IllegalError as illegal:
            # a declaration that its discard does not allow was wrong when it was made, and so
            # was a pass before a win
            if event["type"] == "dahai" and held and illegal.section == "7":
                index = reach
            elif illegal.section == "none":
                index = passed
            raise StoppedError(index, illegal.section, str(illegal)) from None
        if event["type"] == "reach":
            reach = index
        if event["type"] == "none" and len(referee.refused) == 1:
            passed = index
        if event["type"] == "end_kyoku":
            fault = _wrong_end(referee, event)
            if fault:
                raise StoppedError(index, None, fault)
    return referee


def _wrong_end(referee, event):
    """What an `end_kyoku` says that was not played, or None."""
    position = referee.position()
    told = slow_settle(position)
    if "position" in event:
        try:
            same = slow_check(event["position"]) == slow_check(position)
        except SlowError:
            same = False
        if not same:
            return "the position is not the one that was played"
    if "totals" in event and event["totals"] != told["totals"]:
        return "the totals are not those of the position"
    if "lines" in event and Counter(map(line_key, event["lines"])) != Counter(
        map(line_key, told["lines"])
    ):
        return "the lines are not those of the position"
    return None


def slow_replay(events):
    """The referees of all whole hands of a log; a hand cut off at the end is dropped."""
    hands, at = [], 0
    while at < len(events):
        kind = events[at]["type"]
        if kind == "start_game" and at:
            raise StoppedError(at, None, "start_game comes first")
        if kind == "start_kyoku":
            end = at + 1
            while end < len(events) and events[end]["type"] not in ("end_kyoku", "start_kyoku"):
                end += 1
            hand = events[at : end + 1]
            if end == len(events):
                slow_replay_hand(hand, at)
                break
            if hand[-1]["type"] == "start_kyoku":
                slow_replay_hand(hand[:-1], at)
                raise StoppedError(end, None, "the hand before has no end")
            hands.append(slow_replay_hand(hand, at))
            at = end
        elif kind not in ("start_game", "end_game"):
            raise StoppedError(at, None, f"{kind} outside a hand")
        at += 1
    return hands
