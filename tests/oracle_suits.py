"""Answers for every count vector of one suit at once, layer by layer.

The 5^9 ways to hold zero to four of each of nine tiles are the points of a nine-dimensional
array. The vectors that contain so many sets (and a pair) form layer 0; a vector belongs to layer
r if adding some one tile to it gives a vector of layer r - 1 and it is in no lower one. The
number of its layer is the number of tiles it lacks. Nothing is looked up, encoded or shared with
the library; under melds the array is cut down to the copies that they leave.
"""

import itertools
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

Box = tuple[int, ...]
Tables = dict[tuple[int, int], np.ndarray]

FREE: Box = (4,) * 9
FAR = 40
"""More than any hand can lack; three of them still fit in int8."""


def pieces() -> list[tuple[tuple[int, ...], int]]:
    """The sixteen sets of one suit as count vectors, with their codes in suit 0."""
    runs = [(tuple(int(low <= i <= low + 2) for i in range(9)), low) for low in range(7)]
    triplets = [(tuple(3 * (i == rank) for i in range(9)), 21 + rank) for rank in range(9)]
    return runs + triplets


@cache
def suit_readings(sets: int, pair: int) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Count vector -> all ways to read exactly that many sets and pairs in it."""
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    eyes = [(tuple(2 * (i == rank) for i in range(9)), (48 + rank,)) for rank in range(9)]
    for chosen in itertools.combinations_with_replacement(pieces(), sets):
        for start, code in eyes if pair else [((0,) * 9, ())]:
            vector = tuple(map(sum, zip(start, *(piece for piece, _ in chosen), strict=True)))
            if max(vector) <= 4:
                reading = tuple(sorted([*(code for _, code in chosen), *code]))
                found.setdefault(vector, []).append(reading)
    return found


def meld_rows(in_suit: int) -> Iterator[tuple[int, ...]]:
    """Every way to own that many pongs and kongs in the first suit."""
    for ranks in itertools.combinations(range(9), in_suit):
        for sizes in itertools.product((3, 4), repeat=in_suit):
            melds = dict(zip(ranks, sizes, strict=True))
            yield tuple(melds.get(rank, 0) for rank in range(9))


def _shifted_down(reached: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Views (target, source): the point one tile short, and the point with that tile."""
    index: list[slice] = [slice(None)] * reached.ndim
    index[axis] = slice(0, -1)
    target = reached[tuple(index)]
    index[axis] = slice(1, None)
    return target, reached[tuple(index)]


def missing(sets: int, pair: int, box: Box = FREE) -> np.ndarray:
    """int8 array of the box: tiles lacking for that many sets and pairs, FAR if impossible."""
    reached = np.zeros([most + 1 for most in box], bool)
    for vector in suit_readings(sets, pair):
        if all(n <= most for n, most in zip(vector, box, strict=True)):
            reached[vector] = True
    for axis in range(9):
        np.logical_or.accumulate(reached, axis=axis, out=reached)
    layer = np.where(reached, np.int8(0), np.int8(FAR))
    number = 0
    while not reached.all() and reached.any():
        number += 1
        before = reached.copy()
        for axis in range(9):
            target, _ = _shifted_down(reached, axis)
            _, source = _shifted_down(before, axis)
            target |= source
        layer[reached & ~before] = number
    return layer


@lru_cache(maxsize=24)
def suit_tables(box: Box = FREE) -> Tables:
    """(sets, pairs) -> tiles lacking, for every vector of the box, as flat arrays.

    The melds that cut the box down are sets already, so that fewer can be asked for.
    """
    most_sets = 4 - sum(copies < 4 for copies in box)
    keys = itertools.product(range(most_sets + 1), range(2))
    return {(sets, pair): missing(sets, pair, box).ravel() for sets, pair in keys}


def vectors(box: Box = FREE, most: int = 14) -> np.ndarray:
    """Every count vector of the box with at most ``most`` tiles, (n, 9) uint8, in order."""
    grid = np.indices([n + 1 for n in box], np.uint8).reshape(9, -1).T
    return grid[grid.sum(axis=1) <= most]


def flat(suit: np.ndarray, box: Box = FREE) -> np.ndarray:
    """Position of each vector in the flat tables of the box."""
    return np.ravel_multi_index(tuple(np.moveaxis(suit, -1, 0)), [n + 1 for n in box])


def strides(box: Box = FREE) -> np.ndarray:
    """How far one more tile of each rank moves the position."""
    sizes = np.array([n + 1 for n in box])
    return np.array([sizes[i + 1 :].prod() for i in range(9)], np.int64)


def whole_missing(parts: list[tuple[Tables, np.ndarray]], needed: int) -> np.ndarray:
    """Tiles lacking for ``needed`` sets and a pair, over three suits (tables, positions)."""
    (first, i), (second, j), (third, k) = parts
    best = np.full(np.broadcast_shapes(i.shape, j.shape, k.shape), 3 * FAR, np.int8)
    for a in range(needed + 1):
        for b in range(needed - a + 1):
            for x, y in ((0, 0), (0, 1), (1, 0)):
                rest = (needed - a - b, 1 - x - y)
                np.minimum(best, first[a, x][i] + second[b, y][j] + third[rest][k], out=best)
    return best


SETS, TRIPLETS, SEVEN_PAIRS, DRAGON, ONE_SUIT, LONE_PAIR, DRAGON_ON_WAIT = 1, 2, 4, 8, 16, 32, 64
NONE = 127


def key(reading: tuple[int, ...]) -> int:
    """One number for a reading, whatever the order of its codes; never 0."""
    number = 0
    for code in sorted(reading, reverse=True):
        number = 128 * number + code + 1
    return number


class OneSuit:
    """Answers for all hands whose concealed tiles are in the first suit, of one meld row.

    Every answer is an array over the positions of the box; ``needed`` is the number of sets that
    the concealed part is to give. ``melds`` are 27 counts, or None where they are unknown.
    """

    def __init__(self, needed: int, melds: Box | None = None) -> None:
        self.needed = needed
        self.melds = np.array(melds or (0,) * 27)
        boxes = [tuple(4 - int(n) for n in self.melds[s : s + 9]) for s in (0, 9, 18)]
        self.box = boxes[0]
        tables = [suit_tables(box) for box in boxes]
        self.steps = strides(self.box)
        self.grid = np.indices([n + 1 for n in self.box], np.int8).reshape(9, -1)
        within = np.flatnonzero(self.grid.sum(axis=0) <= 14)
        pairs = (self.grid // 2).sum(axis=0)
        self.able_pairs = needed == 4 and not self.melds.any()
        self.seven = (6 - pairs if self.able_pairs else np.full_like(pairs, NONE)).astype(np.int8)

        def distance(second: int, third: int) -> np.ndarray:
            positions = (within, np.array([second]), np.array([third]))
            answer = np.full(self.grid.shape[1], NONE, np.int8)
            parts = list(zip(tables, positions, strict=True))
            answer[within] = whole_missing(parts, needed) - np.int8(1)
            return answer

        self.standard = distance(0, 0)
        self.shanten = np.minimum(self.standard, self.seven)
        self.outside: dict[int, np.ndarray] = {}
        alike: dict[tuple[int, ...], np.ndarray] = {}
        for suit in (1, 2):
            steps = strides(boxes[suit])
            for rank in range(9):
                if boxes[suit][rank] == 0:
                    continue
                at = int(steps[rank])
                same = (suit, *(int(table[at]) for table in tables[suit].values()))
                if same not in alike:
                    lacking = distance(*((at, 0) if suit == 1 else (0, at)))
                    alike[same] = np.minimum(lacking, self.seven)
                self.outside[9 * suit + rank] = alike[same]
        self.readings = self._readings()
        self.pattern = self._pattern()

    def _readings(self) -> dict[int, list[int]]:
        """Position -> keys of all readings."""
        fitting = {
            vector: readings
            for vector, readings in suit_readings(self.needed, 1).items()
            if all(n <= most for n, most in zip(vector, self.box, strict=True))
        }
        positions = flat(np.array(list(fitting) or np.zeros((0, 9), int)), self.box)
        found = {
            int(at): [key(reading) for reading in readings]
            for at, readings in zip(positions, fitting.values(), strict=True)
        }
        self.triplet_positions = [
            int(at)
            for at, readings in zip(positions, fitting.values(), strict=True)
            if any(min(reading) >= 21 for reading in readings)
        ]
        for at in self._seven_pairs():
            found.setdefault(int(at), []).append(key((75,)))
        return found

    def _seven_pairs(self) -> np.ndarray:
        if not self.able_pairs:
            return np.zeros(0, int)
        even = (self.grid % 2 == 0).all(axis=0)
        return np.flatnonzero(even & (self.grid.sum(axis=0) == 14))

    def _pattern(self) -> np.ndarray:
        flags = np.zeros(self.grid.shape[1], np.uint8)
        only_sets = [at for at, keys in self.readings.items() if set(keys) != {key((75,))}]
        flags[only_sets] |= SETS | (LONE_PAIR if self.needed == 0 else 0)
        flags[self.triplet_positions] |= TRIPLETS
        seven = self._seven_pairs()
        flags[seven] |= SEVEN_PAIRS
        flags[seven[(self.grid[:, seven] == 4).any(axis=0)]] |= DRAGON
        if not self.melds[9:].any():
            flags[flags > 0] |= ONE_SUIT
        return flags

    def rows(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """All hands of so many tiles, (n, 27), and their positions."""
        chosen = np.flatnonzero(self.grid.sum(axis=0) == size)
        hands = np.zeros((len(chosen), 27), np.uint8)
        hands[:, :9] = self.grid[:, chosen].T
        return hands, chosen

    def _draw(self, table: np.ndarray, at: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the tile can be drawn, and the table's value with it (0 elsewhere)."""
        able = self.grid[rank, at] < self.box[rank]
        value = np.zeros(at.shape, table.dtype)
        value[able] = table[at[able] + self.steps[rank]]
        return able, value

    def useful_tiles(self, at: np.ndarray) -> np.ndarray:
        answer = np.zeros((len(at), 27), bool)
        now = self.shanten[at]
        for rank in range(9):
            able, after = self._draw(self.shanten, at, rank)
            answer[:, rank] = able & (after < now)
        for tile, table in self.outside.items():
            answer[:, tile] = table[at] < now
        return answer

    def wait_patterns(self, at: np.ndarray) -> np.ndarray:
        answer = np.zeros((len(at), 27), np.uint8)
        for rank in range(9):
            _, flags = self._draw(self.pattern, at, rank)
            fourth = (flags & SEVEN_PAIRS > 0) & (self.grid[rank, at] == 3)
            answer[:, rank] = flags | np.where(fourth, DRAGON_ON_WAIT, 0).astype(np.uint8)
        return answer

    def discard_shanten(self, at: np.ndarray) -> np.ndarray:
        answer = np.full((len(at), 27), NONE, np.int8)
        for rank in range(9):
            held = self.grid[rank, at] > 0
            answer[held, rank] = self.shanten[at[held] - self.steps[rank]]
        return answer

    def best_discard(self, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        after = self.discard_shanten(at)
        least = after.min(axis=1)
        unseen = np.full((len(at), 27), -1, np.int16)
        copies = 4 - self.melds
        for rank in range(9):
            rows = np.flatnonzero(after[:, rank] == least)
            thrown = at[rows] - self.steps[rank]
            useful = self.useful_tiles(thrown)
            left = copies - np.zeros((len(rows), 27), int)
            left[:, :9] -= self.grid[:, at[rows]].T
            unseen[rows, rank] = (useful * left).sum(axis=1)
        tile = unseen.argmax(axis=1)
        return tile, least, unseen[np.arange(len(at)), tile]

    def reading_keys(self, at: np.ndarray, width: int) -> np.ndarray:
        """Keys of all readings of each hand, ascending, after zeros."""
        answer = np.zeros((len(at), width), np.int64)
        for row in np.flatnonzero(self.pattern[at]):
            keys = sorted(self.readings[int(at[row])])
            answer[row, width - len(keys) :] = keys
        return answer
