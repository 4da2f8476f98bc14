"""Answers for many whole hands without named melds at once, from the one-suit layers.

A suit of a hand is a position in the nine-dimensional arrays of :mod:`oracle_suits`; the lack of
the hand is the least sum over all ways to deal the sets and the pair out over the three suits.
"""

from functools import cache

import numpy as np

import oracle_suits as suits


@cache
def exact_tables() -> dict[tuple[bool, bool], np.ndarray]:
    """(with pair, triplets only) -> whether the vector is exactly sets, and a pair."""
    size = 5**9
    tables = {}
    for pair in (False, True):
        for triplets in (False, True):
            table = np.zeros(size, bool)
            for sets in range(5):
                found = suits.suit_readings(sets, int(pair))
                chosen = [
                    vector
                    for vector, readings in found.items()
                    if not triplets or any(not r or min(r) >= 21 for r in readings)
                ]
                table[suits.flat(np.array(chosen))] = True
            tables[pair, triplets] = table
    return tables


class WholeHands:
    """Answers for (n, 27) counts, melds unknown, every row of a right total."""

    steps = np.tile(suits.strides(), 3)

    def __init__(self, counts: np.ndarray, at: np.ndarray | None = None) -> None:
        self.counts = counts.astype(np.int8, copy=False)
        self.at = suits.flat(counts.reshape(-1, 3, 9)) if at is None else at
        self.total = self.counts.sum(axis=1)

    def changed(self, rows: np.ndarray, tile: int, number: int) -> "WholeHands":
        """Some of the hands with so many tiles more."""
        counts, at = self.counts[rows], self.at[rows]
        counts[:, tile] += number
        at[:, tile // 9] += number * self.steps[tile]
        return WholeHands(counts, at)

    def standard(self) -> np.ndarray:
        answer = np.zeros(len(self.at), np.int8)
        for needed in range(5):
            rows = np.flatnonzero(self.total // 3 == needed)
            parts = [(suits.suit_tables(), self.at[rows, suit]) for suit in range(3)]
            answer[rows] = suits.whole_missing(parts, needed) - 1
        return answer

    def seven(self) -> np.ndarray:
        pairs = (self.counts // 2).sum(axis=1)
        return np.where(self.total >= 13, 6 - pairs, suits.NONE).astype(np.int8)

    def shanten(self) -> np.ndarray:
        return np.minimum(self.standard(), self.seven())

    def _in_sets(self, triplets: bool) -> np.ndarray:
        tables = exact_tables()
        whole = np.zeros(len(self.at), bool)
        for eyes in range(3):
            parts = [tables[suit == eyes, triplets][self.at[:, suit]] for suit in range(3)]
            whole |= parts[0] & parts[1] & parts[2]
        return whole

    def pattern(self) -> np.ndarray:
        flags = np.zeros(len(self.at), np.uint8)
        sets = self._in_sets(False)
        flags[sets] |= suits.SETS
        flags[sets & (self.total == 2)] |= suits.LONE_PAIR
        flags[self._in_sets(True)] |= suits.TRIPLETS
        seven = (self.total == 14) & (self.counts % 2 == 0).all(axis=1)
        flags[seven] |= suits.SEVEN_PAIRS
        flags[seven & (self.counts == 4).any(axis=1)] |= suits.DRAGON
        one_suit = (self.at > 0).sum(axis=1) == 1
        flags[one_suit & (flags > 0)] |= suits.ONE_SUIT
        return flags

    def _drawn(self, tile: int) -> tuple[np.ndarray, "WholeHands"]:
        rows = np.flatnonzero(self.counts[:, tile] < 4)
        return rows, self.changed(rows, tile, 1)

    def wait_patterns(self) -> np.ndarray:
        answer = np.zeros((len(self.at), 27), np.uint8)
        for tile in range(27):
            rows, drawn = self._drawn(tile)
            flags = drawn.pattern()
            fourth = (flags & suits.SEVEN_PAIRS > 0) & (self.counts[rows, tile] == 3)
            flags[fourth] |= suits.DRAGON_ON_WAIT
            answer[rows, tile] = flags
        return answer

    def useful_tiles(self) -> np.ndarray:
        answer = np.zeros((len(self.at), 27), bool)
        now = self.shanten()
        for tile in range(27):
            rows, drawn = self._drawn(tile)
            answer[rows, tile] = drawn.shanten() < now[rows]
        return answer

    def _thrown(self, tile: int) -> tuple[np.ndarray, "WholeHands"]:
        rows = np.flatnonzero(self.counts[:, tile] > 0)
        return rows, self.changed(rows, tile, -1)

    def discard_shanten(self) -> np.ndarray:
        answer = np.full((len(self.at), 27), suits.NONE, np.int8)
        for tile in range(27):
            rows, thrown = self._thrown(tile)
            answer[rows, tile] = thrown.shanten()
        return answer

    def best_discard(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        after = self.discard_shanten()
        least = after.min(axis=1)
        unseen = np.full(after.shape, -1, np.int16)
        for tile in range(27):
            rows = np.flatnonzero(after[:, tile] == least)
            useful = self.changed(rows, tile, -1).useful_tiles()
            left = 4 - self.counts[rows] - seen[rows]
            unseen[rows, tile] = (useful * left).sum(axis=1)
        tile = unseen.argmax(axis=1)
        return tile, least, unseen[np.arange(len(tile)), tile]


def melded_shanten(counts: np.ndarray, melds: tuple[int, ...]) -> np.ndarray:
    """Shanten of (n, 27) counts of one total beside one row of melds."""
    boxes = [tuple(4 - n for n in melds[start : start + 9]) for start in (0, 9, 18)]
    parts = [
        (suits.suit_tables(box), suits.flat(counts[:, start : start + 9], box))
        for box, start in zip(boxes, (0, 9, 18), strict=True)
    ]
    return suits.whole_missing(parts, int(counts[0].sum()) // 3) - np.int8(1)
