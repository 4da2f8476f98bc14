"""Turning a log back into what was played: the wall, the answers of each step, the marks.

For playing a given log again on a table and comparing what that table writes.
"""

from __future__ import annotations

from table_play import wall_of

END_ONLY = ("position", "totals", "lines")


def hands_of(events):
    """The events of each hand of a log, start_kyoku to end_kyoku."""
    hand = []
    for event in events:
        if event["type"] == "start_kyoku":
            hand = []
        hand.append(event)
        if event["type"] == "end_kyoku":
            yield hand


def wall_from(events):
    """A wall that deals and draws as the log does; what the log does not show is in any order."""
    start = events[0]
    head = [e["pai"] for e in events if e["type"] == "tsumo" and not e.get("rinshan")]
    tail = [e["pai"] for e in events if e["type"] == "tsumo" and e.get("rinshan")]
    if events[-1]["flip"]:
        head.append(events[-1]["flip"])
    return wall_of(start["tehais"], head, tail, start["oya"])


def _as_action(event):
    kind = event["type"]
    if kind == "dahai":
        return f"discard {event['pai']}"
    if kind == "ankan":
        return f"concealed_kong {event['consumed'][0]}"
    if kind == "kakan":
        return f"added_kong {event['pai']}"
    words = {"pon": "pong", "daiminkan": "exposed_kong", "hora": "win", "reach": "declare"}
    return words.get(kind)


def mark_from(events, at):
    """(seat, end) of a mark that comes when so many events have been written, or None."""
    if events[at]["type"] != "dead":
        return None
    after = events[at + 1]
    return events[at]["actor"], after["type"] == "ryukyoku" and after["reason"] == "dead_hand"


def answers_from(events, at, pending):
    """The answers of the seats that are asked then: what the next events say, else a pass."""
    found = {}
    for event in events[at:]:
        if event["type"] == "none":
            continue
        action = _as_action(event)
        if action is None or event["actor"] in found or event["actor"] not in pending:
            break
        found[event["actor"]] = action
        if action not in ("win", "declare"):
            break
    return {seat: found.get(seat, "pass") for seat in pending}


def without_end(events):
    """The events, the last one reduced to its flip: for comparing what was written on the way."""
    return [
        {field: value for field, value in event.items() if field not in END_ONLY}
        for event in events
    ]
