"""How often the intervals of `zj.evaluate` and `zj.compare` hold the long-run value.

    python studies/coverage.py [--runs 1000] [--n 500] [--long 200000] [--seed 1]

For a few positions of self-play a long run gives the value; many small runs with other seeds each
give an interval. Counted are the intervals that hold the value, for shares, the score and paired
differences: with a fixed number of rollouts; stopped at a half width; and with actions dropped
early, each compared with what it is in the long run.
"""

from __future__ import annotations

import argparse
import math

import zhuoji_fast as zj

POSITIONS = ((3, 0), (8, 3), (21, 6))  # hand, own discards
SHARES = ("win", "deal_in", "ting", "exhausted")


def position(seed: int, hand: int, turn: int) -> zj.Table:
    """A table of self-play whose turn's seat has thrown `turn` tiles, or the next such hand."""
    table = zj.Table("guiyang", seed=seed)
    while True:
        table.reset(seed, hand % 4, hand=hand)
        players = [zj.policy_player("useful", seat, seed, hand) for seat in range(4)]
        thrown = [0] * 4
        while not table.done:
            if table.phase == 1 and thrown[table.turn] == turn and len(table.legal(table.turn)) > 5:
                return table
            answers = {seat: players[seat](table) for seat in table.pending}
            for seat, action in answers.items():
                thrown[seat] += action < 27
            table.step(answers)
        hand += 1


class Tally:
    """Intervals that hold their value, by what they are about."""

    def __init__(self) -> None:
        self.seen: dict[str, list[int]] = {}

    def add(self, name: str, interval: zj.Interval, value: float) -> None:
        """Count one."""
        held = self.seen.setdefault(name, [0, 0])
        held[0] += interval.low <= value <= interval.high
        held[1] += 1

    def rows(self, what: str) -> None:
        """Print what was counted."""
        for name, (held, of) in self.seen.items():
            share = held / of
            error = math.sqrt(share * (1 - share) / of)
            print(f"| {what} | {name} | {100 * share:.1f} ± {100 * error:.1f} % | {of:,} |")


def run(table: zj.Table, number: int, options: argparse.Namespace) -> None:
    """Print the rows of one position."""
    seat = table.turn
    view = table.view(seat)
    legal = [action for action in table.legal(seat) if action < 27]
    long = zj.compare(view, legal, n=options.long, seed=options.seed, drop=False)
    best, second, worst = (long.actions[k].action for k in (0, 1, -1))
    three = [best, second, worst]
    score = {one.action: one.estimate.score.value for one in long.actions}
    lost = 0
    fixed, widths, dropped = Tally(), Tally(), Tally()
    half = 0.9 * long[best].estimate.score.half * math.sqrt(options.long / (3 * options.n))
    for repeat in range(options.runs):
        seed = options.seed + 1 + repeat + number * options.runs
        small = zj.evaluate(view, best, n=options.n, seed=seed)
        for name in (*SHARES, "score"):
            fixed.add(name, getattr(small, name), getattr(long[best].estimate, name).value)
        for name, one in (("second", second), ("worst", worst)):
            pair = zj.compare(view, [best, one], n=options.n, seed=seed).actions[1]
            value = score[one] - score[best] if pair.action == one else score[best] - score[one]
            fixed.add(f"difference, best and {name}", pair.difference, value)
        stopped = zj.evaluate(view, best, half_width=half, seed=seed)
        widths.add("score", stopped.score, score[best])
        race = zj.compare(view, three, n=8 * options.n, seed=seed)
        for one in race.actions:
            dropped.add("score", one.estimate.score, score[one.action])
            if one.action != race.best:
                what = "difference, dropped" if one.dropped else "difference, not dropped"
                dropped.add(what, one.difference, score[one.action] - score[race.best])
        lost += race[best].dropped
    ratio = long[second].variance_ratio
    fixed.rows(f"{number}, n={options.n}")
    widths.rows(f"{number}, half width {half:.2f}")
    dropped.rows(f"{number}, dropping, n={8 * options.n}")
    print(
        f"| {number} | best dropped in {lost} of {options.runs:,} runs; "
        f"variance ratio {ratio:.2f} | | |"
    )


def main() -> None:
    """Print the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--n", type=int, default=500)
    parser.add_argument("--long", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.runs:,} runs, long run {options.long:,}, seed {options.seed}")
    print("| position, run | interval of | holds the value | intervals |")
    print("|---|---|---:|---:|")
    for number, (hand, turn) in enumerate(POSITIONS):
        run(position(options.seed, hand, turn), number, options)


if __name__ == "__main__":
    main()
