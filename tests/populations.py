"""Seeded random hands in numbers, as count arrays."""

import numpy as np


def deal(rng: np.random.Generator, number: int, size: int, kinds: int = 27) -> np.ndarray:
    """Hands of so many tiles out of four of each of the first kinds."""
    tiles = rng.random((number, 4 * kinds)).argpartition(size, axis=1)[:, :size] // 4
    counts = np.zeros((number, 27), np.uint8)
    for column in tiles.T:
        counts[np.arange(number), column] += 1
    return counts


def finished(rng: np.random.Generator, number: int, sets: int = 4) -> np.ndarray:
    """Hands of so many sets and a pair, drawn set by set."""
    counts = np.zeros((0, 27), np.uint8)
    while len(counts) < number:
        hands = np.zeros((2 * number, 27), np.uint8)
        rows = np.arange(len(hands))
        for _ in range(sets):
            suit, low, tile = (rng.integers(0, n, len(rows)) for n in (3, 7, 27))
            run = rng.random(len(rows)) < 0.6
            for step in range(3):
                hands[rows, np.where(run, 9 * suit + low + step, tile)] += 1
        hands[rows, rng.integers(0, 27, len(rows))] += 2
        counts = np.concatenate([counts, hands[hands.max(axis=1) <= 4]])
    return counts[:number]


def swapped(rng: np.random.Generator, counts: np.ndarray, number: int) -> np.ndarray:
    """The hands with a tile thrown and another drawn, so many times."""
    counts = counts.copy()
    rows = np.arange(len(counts))
    for _ in range(number):
        counts = without_one(rng, counts)
        counts[rows, (rng.random(counts.shape) * (counts < 4)).argmax(axis=1)] += 1
    return counts


def without_one(rng: np.random.Generator, counts: np.ndarray) -> np.ndarray:
    """The hands with one held kind thrown."""
    counts = counts.copy()
    rows = np.arange(len(counts))
    counts[rows, (rng.random(counts.shape) * (counts > 0)).argmax(axis=1)] -= 1
    return counts


def pairs(rng: np.random.Generator, number: int) -> np.ndarray:
    """Seven pairs, a kind may give two of them."""
    chosen = rng.random((number, 54)).argpartition(7, axis=1)[:, :7] // 2
    counts = np.zeros((number, 27), np.uint8)
    for column in chosen.T:
        counts[np.arange(number), column] += 2
    return counts


def mixed(rng: np.random.Generator, number: int) -> np.ndarray:
    """Hands of 3n+2 tiles of every size: random, near finished, of one suit, of pairs."""
    parts = [
        deal(rng, number, 14),
        deal(rng, number, 14, kinds=9),
        deal(rng, number, 14, kinds=18),
        swapped(rng, pairs(rng, number), 1),
        pairs(rng, number),
    ]
    for swaps in range(4):
        parts += [swapped(rng, finished(rng, number, sets), swaps) for sets in range(5)]
    return rng.permutation(np.concatenate(parts))


def filled(rng: np.random.Generator, room: np.ndarray, size: int, number: int) -> np.ndarray:
    """Hands of so many tiles, no more of a kind than there is room; half of them crowded.

    The crowded ones come in groups out of a few neighbouring ranks, so that they hold sets.
    """
    hands = np.zeros((number, 27), np.uint8)
    for start in range(0, number, 400):
        part = hands[start : start + 400]
        able = room.copy()
        if rng.random() < 0.5:
            low = rng.integers(0, 6)
            able = np.where((np.arange(27) % 9 >= low) & (np.arange(27) % 9 < low + 4), room, 0)
        if able.sum() < size:
            able = room
        pool = np.repeat(np.arange(27), able)
        chosen = rng.random((len(part), len(pool))).argpartition(size - 1, axis=1)[:, :size]
        for column in pool[chosen].T:
            part[np.arange(len(part)), column] += 1
    return hands
