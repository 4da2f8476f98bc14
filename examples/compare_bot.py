"""A bot that plays by zj.compare: it tries each sensible action on deals of what it cannot see.

python examples/compare_bot.py [WALLS]

It leaves the choice that `useful` makes alone unless another is better by more than its standard
error, since what chance says of few rollouts is no reason. The walls are played in duplicate.
"""

import json
import sys
import zlib
from typing import Any

import zhuoji_fast as zj
from zhuoji_fast.view import View, seen_table


class CompareBot:
    """Plays by comparison: a function of a view and the legal actions to one of them."""

    def __init__(self, n: int = 300, margin: float = 1.0) -> None:
        self.n, self.margin = n, margin

    def __call__(self, view: dict[str, Any], legal: tuple[int, ...]) -> int:
        if zj.Action.WIN in legal:
            return zj.Action.WIN
        actions = sensible(view, legal)
        if len(actions) == 1:
            return actions[0]
        table = seen_table(View.from_dict(view))
        usual = zj.policy_player("useful", view["seat"], seed=0)(table)
        if usual not in legal:  # a view does not tell that this is the discard of a declaration
            usual = actions[0]
        elif usual not in actions:
            actions.append(usual)
        seed = zlib.crc32(json.dumps(view, sort_keys=True).encode())  # the same for the same view
        found = zj.compare(view, actions, n=self.n, seed=seed, belief="progress")
        behind = found[usual].difference
        return usual if behind.value >= -self.margin * behind.error else found.best


def sensible(view: dict[str, Any], legal: tuple[int, ...]) -> list[int]:
    """All calls, and the discards that leave the hand nearest to ting."""
    discards = [action for action in legal if action < 27]
    calls = [action for action in legal if action >= 27]
    if discards:
        after = zj.discard_shanten(zj.counts(view["hand"]))
        nearest = min(after[discards])
        discards = [tile for tile in discards if after[tile] == nearest]
    return discards + calls


if __name__ == "__main__":
    walls = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    print(zj.match(CompareBot(), "useful", walls, seed=1))
