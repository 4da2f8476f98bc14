"""Which policy plays better, and by how much: the same walls in every seat.

    python studies/policies.py [--walls 20000] [--seed 1] [--rules guiyang]

`zj.match` plays each wall eight times by two policies a and b: a in every seat once against b in
the others, and the same with a and b exchanged. What a wins as the odd one out, less what b wins
so, is one figure a wall (per hand of the odd one, halved, so that it is the advantage of a over
b); the walls are independent, so its spread over them gives the interval.

Afterwards `useful` plays itself with and without passports: without them plain hands win only by
self-draw, so more hands end with an empty wall.
"""

from __future__ import annotations

import argparse
import math

import zhuoji_fast as zj

PAIRS = (("shanten", "random"), ("useful", "shanten"), ("useful", "closed"))
WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]


def exhausted(walls: int, seed: int, rules: zj.Rules) -> zj.Mean:
    """Share of hands without a winner when `useful` plays itself."""
    return zj.play_hands("useful", walls, seed, rules).exhausted


def main() -> None:
    """Print the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--walls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    options = parser.parse_args()
    rules = zj.Rules.preset(options.rules)
    print(f"{options.rules}, {options.walls:,} walls, seed {options.seed}")
    print("| a | b | points a hand that a is ahead, 95 % | clear of zero |")
    print("|---|---|---:|---|")
    for a, b in PAIRS:
        ahead = zj.match(a, b, options.walls, options.seed, rules).advantage
        clear = "yes" if abs(ahead.value) > ahead.half else "no"
        print(f"| `{a}` | `{b}` | {ahead.value:+.3f} ± {ahead.half:.3f} | {clear} |")
    free = exhausted(
        options.walls, options.seed, rules.replace(passport_kinds="all", passport_waivers=WAIVERS)
    )
    bound = exhausted(
        options.walls, options.seed, rules.replace(passport_kinds=[], passport_waivers=[])
    )
    more = bound.value - free.value
    half = 1.96 * math.hypot(bound.error, free.error)
    print()
    print(f"exhausted with every passport and waiver {free}, with none {bound}:")
    print(f"{more:+.4f} ± {half:.4f} (95 %), {'clear of zero' if more > half else 'not clear'}")


if __name__ == "__main__":
    main()
