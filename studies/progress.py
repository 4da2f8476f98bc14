"""How far from ting the hidden hands are in play, against even deals of the hidden tiles.

    python studies/progress.py [--hands 30000] [--deals 8] [--seed 1] [--write] [--again]

Plays hands of `useful`. Whenever a seat is asked for a discard, the shanten of every other seat
that has not declared is noted by the tiles in its river and its melds, once as it is and a few
times as the asking seat could imagine it. What `belief="progress"` weighs a hand with is the ratio
of the two shares, and never rises with the shanten. `--write` writes it to `_core/progress.h`. The
chain that moves the deals is short and the hands share the tiles, so the shares it gives are not
quite those of play: after a build, `--again` compares with what `belief="progress"` deals and
multiplies the weights by what is missing. The header is the outcome of `--write`, twice followed by
a build and `--again --write`.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zhuoji_fast as zj

TURNS, MELDS, SHANTEN = 24, 5, 8
HEADER = Path(__file__).parent.parent / "src" / "zhuoji_fast" / "_core" / "progress.h"
FEW = 200  # hands that a cell needs to stand by itself
PRIOR = 0.02  # hands of each shanten that every cell is given
TOP = """\
/* Written by studies/progress.py ({what}):
   how much more often a shanten is met in self-play than among even deals, by tiles in the river,
   melds and shanten. */
#ifndef ZJ_PROGRESS_H
#define ZJ_PROGRESS_H
#define PROGRESS_TURNS {turns}
#define PROGRESS_SHANTEN {shanten}
static const float zj_progress[PROGRESS_TURNS * 5 * PROGRESS_SHANTEN] = {{
"""

Counts = NDArray[np.int64]


class Hands:
    """Hands noted for counting, worked off many at a time."""

    def __init__(self) -> None:
        self.seen = np.zeros((TURNS, MELDS, SHANTEN), np.int64)
        self.rows: list[bytes] = []
        self.cells: list[tuple[int, int]] = []

    def note(self, table: zj.Table, turns: list[int], melds: list[int], seats: list[int]) -> None:
        """Note hands as they lie on a table."""
        for seat in seats:
            self.rows.append(table.hand_counts(seat))
            self.cells.append((min(turns[seat], TURNS - 1), melds[seat]))
        if len(self.rows) > 100_000:
            self.count()

    def count(self) -> None:
        """Work off what has been noted."""
        counts = np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, 27)
        # Which melds they are makes no difference here: so few tiles are held four times.
        lacks = np.clip(zj.shanten(counts), 0, SHANTEN - 1)
        turns, melds = np.array(self.cells).T
        np.add.at(self.seen, (turns, melds, lacks), 1)
        self.rows, self.cells = [], []


def observe(hands: int, deals: int, seed: int, belief: bool) -> tuple[Counts, Counts]:
    """How often each shanten is met in play, and among hands that are dealt."""
    played, dealt = Hands(), Hands()
    table = zj.Table("guiyang", seed=seed)
    for hand in range(hands):
        table.reset(seed, hand % 4, hand=hand)
        players = [zj.policy_player("useful", seat, seed, hand) for seat in range(4)]
        number = 0
        while not table.done:
            if table.phase == 1 and (number := number + 1) % 3 == hand % 3:
                seat = table.turn
                view = table.view(seat)["seats"]
                others = [
                    other for other in range(4) if other != seat and not view[other]["declared"]
                ]
                turns = [len([c for c in one["river"] if c.isdigit()]) for one in view]
                melds = [len(one["melds"]) for one in view]
                played.note(table, turns, melds, others)
                imagined = table.clone()
                for deal in range(deals):
                    imagined.imagine(seat, seed, 10_000 * hand + 10 * number + deal, belief)
                    dealt.note(imagined, turns, melds, others)
            table.step({seat: players[seat](table) for seat in table.pending})
    played.count()
    dealt.count()
    return played.seen, dealt.seen


def filled(seen: Counts) -> NDArray[np.float64]:
    """Shares by cell; one with few hands takes those of the nearest turns as well."""
    found = np.empty(seen.shape)
    for melds in range(MELDS):
        for turn in range(TURNS):
            reach = 0
            while True:
                rows = seen[max(0, turn - reach) : turn + reach + 1, melds].sum(axis=0)
                if rows.sum() >= FEW or reach == TURNS:
                    break
                reach += 1
            found[turn, melds] = (rows + PRIOR) / (rows.sum() + SHANTEN * PRIOR)
    return found


def written() -> NDArray[np.float64]:
    """The weights in the header."""
    numbers = re.findall(r"\d[\d.e+-]*(?=f)", HEADER.read_text("ascii"))
    return np.array([float(number) for number in numbers]).reshape(TURNS, MELDS, SHANTEN)


def ratios(played: Counts, dealt: Counts, before: NDArray[np.float64] | float) -> Any:
    """Weights, falling with the shanten, the largest of each turn and number of melds 1."""
    found = np.minimum.accumulate(before * filled(played) / filled(dealt), axis=2)
    return found / found[:, :, :1]


def main() -> None:
    """Print or write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=30_000)
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    played, dealt = observe(options.hands, options.deals, options.seed, options.again)
    weights = ratios(played, dealt, written() if options.again else 1.0)
    for turn in (0, 4, 8, 12, 16):
        for melds in range(3):
            a, b = played[turn, melds], dealt[turn, melds]
            mean = [float(x @ np.arange(SHANTEN) / max(x.sum(), 1)) for x in (a, b)]
            row = " ".join(f"{x:.4f}" for x in weights[turn, melds])
            print(f"river {turn:2} melds {melds}: {a.sum():6} hands, mean shanten", end=" ")
            print(f"{mean[0]:.2f} in play, {mean[1]:.2f} as dealt; weights {row}")
    if options.write:
        what = f"--hands {options.hands} --deals {options.deals} --seed {options.seed}"
        top = TOP.format(what=what, turns=TURNS, shanten=SHANTEN)
        rows = ",\n".join(
            ", ".join(f"{x:.6e}f" for x in row) for row in weights.reshape(-1, SHANTEN)
        )
        HEADER.write_text(f"{top}{rows}\n}};\n#endif\n", "ascii")


if __name__ == "__main__":
    main()
