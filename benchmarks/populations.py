"""Hand populations for the benchmarks: seeded, vectorised, the same on every machine.

Every function takes a number of hands and a seed and gives C-contiguous uint8 arrays of shape
``(n, 27)``, counts of the tiles 1–9 万, 1–9 筒, 1–9 条. No kind ever appears more than four times
over concealed tiles and melds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["POPULATIONS", "Hands", "population"]

Counts = NDArray[np.uint8]

SEED = 20_240_229
SEVEN_PAIRS_SHARE = 0.05
KONG_SHARE = 0.25


class Hands(NamedTuple):
    """A population: concealed tiles, and melds where the population has any."""

    counts: Counts
    melds: Counts | None = None


def _shapes() -> Counts:
    """Counts of the 48 sets: 21 runs, then 27 triplets."""
    rows = np.zeros((48, 27), np.uint8)
    for run in range(21):
        first = run // 7 * 9 + run % 7
        rows[run, first : first + 3] = 1
    for tile in range(27):
        rows[21 + tile, tile] = 3
    return rows


SHAPES = _shapes()


def _sets_and_pair(n: int, sets: int, rng: np.random.Generator) -> Counts:
    """`n` times `sets` sets and a pair, each uniform over all choices, four of a kind or less."""
    parts: list[Counts] = []
    missing = n
    while missing > 0:
        m = missing + missing // 4 + 64
        hands = SHAPES[rng.integers(0, 48, (m, sets))].sum(axis=1, dtype=np.uint8)
        hands[np.arange(m), rng.integers(0, 27, m)] += 2
        parts.append(hands[(hands <= 4).all(axis=1)])
        missing -= len(parts[-1])
    return np.concatenate(parts)[:n]


def _seven_pairs(n: int, rng: np.random.Generator) -> Counts:
    """`n` times seven pairs, a kind held four times being two of them."""
    pairs = rng.multivariate_hypergeometric([2] * 27, 7, size=n, method="marginals")
    return (2 * pairs).astype(np.uint8)


def _pick(weights: Counts, rng: np.random.Generator) -> NDArray[np.intp]:
    """One tile a row, in proportion to the row's weights."""
    steps = weights.cumsum(axis=1, dtype=np.uint8)
    threshold = rng.random(len(weights), np.float32) * steps[:, -1]
    picked: NDArray[np.intp] = (steps > threshold[:, None]).argmax(axis=1)
    return picked


def _drop(hands: Counts, rng: np.random.Generator) -> Counts:
    """The hands with one held tile less."""
    hands = hands.copy()
    hands[np.arange(len(hands)), _pick(hands, rng)] -= 1
    return hands


def _swap(hands: Counts, melds: Counts | None, rng: np.random.Generator) -> Counts:
    """The hands after one to three exchanges of a held tile for one from the wall."""
    hands = hands.copy()
    rounds = rng.integers(1, 4, len(hands))
    for done in range(3):
        rows = np.flatnonzero(rounds > done)
        some = hands[rows]
        held = some if melds is None else some + melds[rows]
        drawn = _pick(np.uint8(4) - held, rng)
        some[np.arange(len(rows)), _pick(some, rng)] -= 1
        some[np.arange(len(rows)), drawn] += 1
        hands[rows] = some
    return hands


def _finished(n: int, rng: np.random.Generator) -> Counts:
    pairs = int(n * SEVEN_PAIRS_SHARE)
    hands = np.concatenate([_sets_and_pair(n - pairs, 4, rng), _seven_pairs(pairs, rng)])
    return rng.permutation(hands)


def _finished_melds(n: int, rng: np.random.Generator) -> Hands:
    """Finished hands with one to three melds, a quarter of which are kongs."""
    counts: list[Counts] = []
    owned: list[Counts] = []
    for number in (1, 2, 3):
        missing = n // 3 + (number <= n % 3)
        while missing > 0:
            m = missing + missing // 2 + 64
            hands = _sets_and_pair(m, 4 - number, rng)
            melds = np.zeros((m, 27), np.uint8)
            for _ in range(number):
                size = np.where(rng.random(m) < KONG_SHARE, 4, 3).astype(np.uint8)
                melds[np.arange(m), rng.integers(0, 27, m)] += size
            good = (hands + melds <= 4).all(axis=1)
            counts.append(hands[good][:missing])
            owned.append(melds[good][:missing])
            missing -= len(counts[-1])
    order = rng.permutation(n)
    return Hands(np.concatenate(counts)[order], np.concatenate(owned)[order])


def _one_suit(n: int, tiles: int, rng: np.random.Generator) -> Counts:
    hands = np.zeros((n, 3, 9), np.uint8)
    suit = rng.multivariate_hypergeometric([4] * 9, tiles, size=n, method="marginals")
    hands[np.arange(n), rng.integers(0, 3, n)] = suit
    return hands.reshape(n, 27)


def _random14(n: int, rng: np.random.Generator) -> Hands:
    hands = rng.multivariate_hypergeometric([4] * 27, 14, size=n, method="marginals")
    return Hands(hands.astype(np.uint8))


def _near14(n: int, rng: np.random.Generator) -> Hands:
    return Hands(_swap(_finished(n, rng), None, rng))


def _near13(n: int, rng: np.random.Generator) -> Hands:
    return Hands(_drop(_near14(n, rng).counts, rng))


def _ting13(n: int, rng: np.random.Generator) -> Hands:
    return Hands(_drop(_finished(n, rng), rng))


def _melds14(n: int, rng: np.random.Generator) -> Hands:
    counts, melds = _finished_melds(n, rng)
    return Hands(_swap(counts, melds, rng), melds)


def _melds13(n: int, rng: np.random.Generator) -> Hands:
    counts, melds = _melds14(n, rng)
    return Hands(_drop(counts, rng), melds)


def _ting_melds13(n: int, rng: np.random.Generator) -> Hands:
    counts, melds = _finished_melds(n, rng)
    return Hands(_drop(counts, rng), melds)


POPULATIONS: dict[str, tuple[str, Callable[[int, np.random.Generator], Hands]]] = {
    "random 14": ("14 tiles of the 108", _random14),
    "near-ready 14": ("finished hands after 1–3 swaps", _near14),
    "near-ready 13": ("finished hands after 1–3 swaps, one tile dropped", _near13),
    "finished 14": (
        "four sets and a pair, 5 % of them seven pairs",
        lambda n, rng: Hands(_finished(n, rng)),
    ),
    "ting 13": ("finished hands, one tile dropped", _ting13),
    "one-suit 13": ("13 tiles of one suit", lambda n, rng: Hands(_one_suit(n, 13, rng))),
    "one-suit 14": ("14 tiles of one suit", lambda n, rng: Hands(_one_suit(n, 14, rng))),
    "no melds 13": (
        "near-ready 13 with melds given, all rows zero",
        lambda n, rng: Hands(_near13(n, rng).counts, np.zeros((n, 27), np.uint8)),
    ),
    "melds 14": ("finished hands with 1–3 melds after 1–3 swaps", _melds14),
    "melds 13": ("finished hands with 1–3 melds after 1–3 swaps, one dropped", _melds13),
    "finished melds 14": ("finished hands with 1–3 melds", _finished_melds),
    "ting melds 13": ("finished hands with 1–3 melds, one tile dropped", _ting_melds13),
}
"""Name of each population: what it holds and the function that draws it."""


@cache
def population(name: str, n: int, seed: int = SEED) -> Hands:
    """The `n` hands of a named population; drawn once a process, then read-only.

    Examples
    --------
    >>> hands = population("ting 13", 5)
    >>> hands.counts.sum(axis=1).tolist()
    [13, 13, 13, 13, 13]
    """
    _, draw = POPULATIONS[name]
    rng = np.random.default_rng([seed, *name.encode()])
    hands = draw(n, rng)
    for rows in hands:
        if rows is not None:
            assert rows.shape == (n, 27)
            assert rows.dtype == np.uint8
            assert rows.flags.c_contiguous
            rows.flags.writeable = False
    return hands
