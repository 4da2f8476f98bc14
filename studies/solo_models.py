"""What the search and the model of the exact one-player play leave out.

    python studies/solo_models.py

prints the tables of docs/odds.md: what each step of ``extra`` adds to the win, and what the best
throw of the smaller search costs in the larger one; and how far ``wall`` and ``replace`` are from
true draws, sampled by rollouts that follow their throws. Random hands of 14 tiles of each shanten,
from a seed.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import zhuoji_fast as zj

SEED = 7
DRAWS = 18
# Tiles unseen and draws: four stages of a hand, in which a player draws at most a quarter of the
# tiles; then a player who would draw nearly half of them.
STAGES = ((94, 18), (60, 15), (40, 10), (20, 5), (60, 18), (40, 18))

Counts = NDArray[np.uint8]


def deals(shanten: int, n: int) -> list[tuple[Counts, NDArray[np.int64]]]:
    """Hands of 14 tiles with that shanten, and the other 94 tiles in random order."""
    rng = np.random.default_rng([SEED, shanten])
    tiles = np.repeat(np.arange(27), 4)
    found: list[tuple[Counts, NDArray[np.int64]]] = []
    while len(found) < n:
        rng.shuffle(tiles)
        hand = np.bincount(tiles[:14], minlength=27).astype(np.uint8)
        if zj.shanten(hand) == shanten:
            found.append((hand, tiles[14:].copy()))
    return found


def steps_of_extra(n: int) -> None:
    """What each step of ``extra`` adds, and what the throw before it loses."""
    print(
        "| shanten | win, extra 0 | extra 1 adds | its throw adds | extra 2 adds | its throw adds |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for shanten in range(4):
        rows = []
        for hand, _ in deals(shanten, n if shanten < 3 else max(2, n // 5)):
            results = [
                zj.solo_exact(hand, arrays=("win",), extra=extra, horizons=[DRAWS])
                for extra in (0, 1, 2)
            ]
            row = [results[0].value]
            for smaller, larger in pairwise(results):
                values = larger.win
                assert values is not None
                throw = smaller.throws[0].tile
                row += [larger.value - smaller.value, larger.value - float(values[throw, DRAWS])]
            rows.append(row)
        cells = 100 * np.mean(rows, axis=0)
        numbers = " | ".join([f"{cells[0]:.1f} %", *[f"{cell:.1f}" for cell in cells[1:]]])
        print(f"| {shanten} | {numbers} |", flush=True)


def against_true_draws(n: int, rollouts: int) -> None:
    """How far the models are from rollouts that follow their throws, in points."""
    print("\n| unseen | draws | `wall` less true draws | of one hand, most | `replace` | most |")
    print("|---:|---:|---:|---:|---:|---:|")
    for total, draws in STAGES:
        off: dict[str, list[float]] = {"wall": [], "replace": []}
        for shanten in range(3):
            for number, (hand, rest) in enumerate(deals(shanten, n)):
                unseen = np.bincount(rest[:total], minlength=27).astype(np.uint8)
                for model, differences in off.items():
                    best = zj.solo_exact(
                        hand, unseen, draws, arrays=("win",), horizons=[draws], model=model
                    ).throws[0]
                    sampled = zj.solo_rollouts(
                        hand,
                        unseen,
                        draws,
                        model=model,
                        throws=[best.tile],
                        n=rollouts,
                        seed=number,
                    ).samples[0]
                    differences.append(100 * (best.value - sampled.win.value))
        cells = [
            f"{np.mean(values):+.2f} ± {np.std(values) / math.sqrt(len(values)):.2f} "
            f"| {max(values, key=abs):+.1f}"
            for values in off.values()
        ]
        print(f"| {total} | {draws} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=30, help="of each shanten")
    parser.add_argument("--rollouts", type=int, default=30_000, help="of each throw")
    options = parser.parse_args()
    steps_of_extra(options.hands)
    against_true_draws(options.hands, options.rollouts)


if __name__ == "__main__":
    main()
