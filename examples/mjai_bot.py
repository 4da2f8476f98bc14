"""A player that speaks mjai JSON Lines; it needs nothing but the standard library.

It sits at the table of examples/mjai_host.py, or of any host that sends events the same way: one
event a line on standard input, answered by one line on standard output. An event that asks
something carries "possible_actions"; one of them is the answer. Written in another language it
would do the same.
"""

import json
import sys
from collections import Counter


def keep(hand, tile):
    """How much a tile of the hand is worth keeping: its like first, then its neighbours."""
    rank, suit = int(tile[0]), tile[1]
    near = sum(hand[f"{rank + step}{suit}"] > 0 for step in (-2, -1, 1, 2))
    return 3 * hand[tile] + near + (2 < rank < 8) / 2


def choose(possible, hand):
    """Win if that can be; else declare, else throw the loosest tile; never claim."""
    kinds = {action["type"]: action for action in possible}
    for kind in ("hora", "reach"):
        if kind in kinds:
            return kinds[kind]
    throws = [action for action in possible if action["type"] == "dahai"]
    return min(throws, key=lambda action: keep(hand, action["pai"])) if throws else kinds["none"]


def main():
    seat, hand = 0, Counter()
    for line in sys.stdin:
        event = json.loads(line)
        kind = event["type"]
        mine = event.get("actor") == seat
        if kind == "start_game":
            seat = event["id"]
        elif kind == "start_kyoku":
            hand = Counter(event["tehais"][seat])
        elif kind == "tsumo" and mine:
            hand[event["pai"]] += 1
        elif kind == "dahai" and mine:
            hand[event["pai"]] -= 1
        possible = event.get("possible_actions")
        answer = choose(possible, hand) if possible else {"type": "none"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
