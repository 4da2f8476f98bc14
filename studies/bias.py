"""How far the estimates of `zj.evaluate` are from what happens, at several turns of self-play.

    python studies/bias.py [--positions 20000] [--rollouts 100] [--seed 1] [--turns 0 6 12]

Hands of `useful` are played up to one seat's own turn after so many of its discards; an estimate is
made from what that seat sees, and the hand is played to its end. The mean of estimate less outcome
over the positions is the bias, its standard error that of the mean. `as dealt` ends the hand from
hidden tiles that were dealt by `resample` in place of those of play: then nothing is biased but by
chance. With `progress` the estimate believes the others to be as near to ting as in play.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np

import zhuoji_fast as zj

FIELDS = ("win", "deal_in", "score")
BELIEFS = (None, "progress")


def positions(turn: int, number: int, seed: int, rules: str) -> Iterator[tuple[zj.Table, int, int]]:
    """Tables that wait for the discard of a seat that has thrown `turn` tiles, and their hands."""
    table = zj.Table(rules, seed=seed)
    found = hand = 0
    while found < number:
        table.reset(seed, hand % 4, hand=hand)
        # At the first turn the dealer, before whom nothing has happened; else each seat in turn.
        seat = hand % 4 if turn == 0 else hand // 4 % 4
        players = [zj.policy_player("useful", one, seed, hand) for one in range(4)]
        thrown = 0
        while not table.done:
            own = table.phase == 1 and table.turn == seat
            if own and thrown == turn:
                found += 1
                yield table.clone(), seat, hand
                break
            answers = {one: players[one](table) for one in table.pending}
            thrown += own and answers[seat] < 27
            table.step(answers)
        hand += 1


def outcome(table: zj.Table, seat: int, seed: int, hand: int) -> tuple[float, float, float]:
    """Play a table to its end: whether the seat wins, deals in, and its points."""
    players = [zj.policy_player("useful", one, seed, hand) for one in range(4)]
    while not table.done:
        table.step({one: players[one](table) for one in table.pending})
    end = table.position().end
    wins = end.wins or ()
    won = any(win.seat == seat for win in wins)
    dealt = any(win.source == seat for win in wins)
    return float(won), float(dealt), float(table.settlement.totals[seat])


def study(turn: int, options: argparse.Namespace) -> None:
    """Print the rows of one turn."""
    rows: dict[str, list[list[float]]] = {
        "even": [],
        "progress": [],
        "even, as dealt": [],
    }
    worth = []
    for table, seat, hand in positions(turn, options.positions, options.seed, options.rules):
        view = table.view(seat)
        dealt = table.clone()
        dealt.imagine(seat, options.seed + 1, hand)
        truth = outcome(table, seat, options.seed, hand)
        for belief in BELIEFS:
            estimate = zj.evaluate(view, n=options.rollouts, seed=hand, belief=belief)
            values = [getattr(estimate, field).value for field in FIELDS]
            ends = {belief or "even": truth}
            if belief is None:
                ends["even, as dealt"] = outcome(dealt, seat, options.seed, hand)
            for name, came in ends.items():
                rows[name].append([a - b for a, b in zip(values, came, strict=True)])
        worth.append(truth)
    mean = np.mean(worth, axis=0)
    for name, differences in rows.items():
        array = np.array(differences)
        bias = array.mean(axis=0)
        error = array.std(axis=0, ddof=1) / math.sqrt(len(array))
        cells = [
            f"{100 * bias[k]:+.2f} ± {100 * error[k]:.2f} %"
            if k < 2
            else f"{bias[k]:+.3f} ± {error[k]:.3f}"
            for k in range(3)
        ]
        what = f"{100 * mean[0]:.1f} %, {100 * mean[1]:.1f} %, {mean[2]:+.2f}"
        print(f"| {turn} | {what} | {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    parser.add_argument("--turns", type=int, nargs="+", default=[0, 6, 12])
    options = parser.parse_args()
    print(
        f"{options.rules}, {options.positions:,} positions a turn, {options.rollouts} rollouts "
        f"each, seed {options.seed}"
    )
    print("| own discards | outcome: win, deal-in, score | deals | win | deal-in | score |")
    print("|---:|---|---|---:|---:|---:|")
    for turn in options.turns:
        study(turn, options)


if __name__ == "__main__":
    main()
