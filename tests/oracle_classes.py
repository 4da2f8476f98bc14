"""Suits sorted by what they lack: those that lack the same are one class.

What a hand of a given number of tiles lacks depends on what each suit lacks for each number of
sets, with the pair or without, and on nothing else of the suit. There are few different rows of
such numbers, so that all hands can be covered: every three classes together, and every suit in
surroundings that tell its class from all others.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import oracle_suits as suits

KEYS = [(sets, pair) for sets in range(5) for pair in range(2)]


def lacks(vectors: np.ndarray, box: suits.Box) -> np.ndarray:
    """(n, 10): tiles lacking for each key, FAR where it is impossible or never asked."""
    tables = suits.suit_tables(box)
    at = suits.flat(vectors, box)
    rows = np.full((len(vectors), len(KEYS)), suits.FAR, np.int8)
    for column, wanted in enumerate(KEYS):
        if wanted in tables:
            rows[:, column] = tables[wanted][at]
    return rows


def together(first: np.ndarray, second: np.ndarray, third: np.ndarray, needed: int) -> np.ndarray:
    """What three suits lack for that many sets and a pair; their rows broadcast."""
    best = np.full(np.broadcast_shapes(first.shape, second.shape, third.shape)[:-1], 120, np.int8)
    for a, b in itertools.product(range(needed + 1), repeat=2):
        for x, y in ((0, 0), (0, 1), (1, 0)):
            if a + b <= needed:
                c = 2 * (needed - a - b) + 1 - x - y
                total = first[..., 2 * a + x] + second[..., 2 * b + y] + third[..., c]
                np.minimum(best, total, out=best)
    return best


class Suits(NamedTuple):
    """Suits in numbers: count vectors, the meld counts beside them, and what they lack."""

    vector: np.ndarray
    owned: np.ndarray
    lacks: np.ndarray

    @property
    def tiles(self) -> np.ndarray:
        return self.vector.sum(axis=1, dtype=np.int64)

    @property
    def melds(self) -> np.ndarray:
        return (self.owned > 0).sum(axis=1)

    def chosen(self, rows: np.ndarray) -> "Suits":
        return Suits(self.vector[rows], self.owned[rows], self.lacks[rows])


Composition = tuple[int, tuple[int, int, int]]
"""Concealed tiles of a hand, and the melds in its three suits."""


class Classes:
    """One example of each class, and for all suits the number of their class."""

    def __init__(self, every: Suits) -> None:
        self.every = every
        shifts = 6 * np.arange(len(KEYS), dtype=np.int64)
        _, row = np.unique(
            (every.lacks.astype(np.int64) << shifts).sum(axis=1), return_inverse=True
        )
        keys = (row.reshape(-1) * 16 + every.tiles) * 8 + every.melds
        _, rows, belongs = np.unique(keys, return_index=True, return_inverse=True)
        self.belongs = belongs.reshape(-1)
        self.example = every.chosen(rows)
        self._tiles, self._melds = self.example.tiles, self.example.melds

    def alike(self, tiles: int, melds: int) -> np.ndarray:
        """The classes of so many tiles and melds."""
        return np.flatnonzero((self._tiles == tiles) & (self._melds == melds))

    def groups(self, composition: Composition) -> Iterator[list[np.ndarray]]:
        """Classes for the three suits: any members of the groups together are such a hand."""
        tiles, melds = composition
        for first, second in itertools.product(range(tiles + 1), repeat=2):
            split = (first, second, tiles - first - second)
            found = [self.alike(t, m) for t, m in zip(split, melds, strict=True)]
            if all(map(len, found)):
                yield found

    def surroundings(
        self, own: np.ndarray, place: int, compositions: list[Composition]
    ) -> list[tuple[int, int, np.ndarray]]:
        """Two other classes each, and what the own ones lack between them.

        They are as few as tell apart what any two others tell apart. The suit stands at
        ``place`` among the three, the others fill the rest in order.
        """
        tiles, melds = self._tiles[own[0]], self._melds[own[0]]
        others, columns = [], []
        for composition in compositions:
            if composition[1][place] != melds:
                continue
            for groups in self.groups(composition):
                if self._tiles[groups[place][0]] != tiles:
                    continue
                b, c = crossed(*(group for i, group in enumerate(groups) if i != place))
                lacks = self.example.lacks
                columns.append(
                    together(lacks[own][:, None], lacks[b], lacks[c], composition[0] // 3)
                )
                others += zip(b.tolist(), c.tolist(), strict=True)
        if not columns:
            return []
        table = np.concatenate(columns, axis=1)
        return [(*others[column], table[:, column]) for column in telling(table)]


def crossed(*groups: np.ndarray) -> list[np.ndarray]:
    """Every member of each group with every one of the others."""
    return [part.ravel() for part in np.meshgrid(*groups, indexing="ij")]


def telling(table: np.ndarray) -> list[int]:
    """Columns that together tell apart all rows that the whole table tells apart."""
    labels = np.zeros(len(table), int)
    chosen: list[int] = []
    while True:
        scores = [
            len(np.unique(labels * 256 + table[:, column] + 128))
            for column in range(table.shape[1])
        ]
        best = int(np.argmax(scores))
        if scores[best] == len(np.unique(labels)):
            return chosen
        chosen.append(best)
        _, labels = np.unique(labels * 256 + table[:, best] + 128, return_inverse=True)


class Near:
    """What the examples lack with a tile more, a tile less, and after a throw and a draw.

    A tile that cannot be drawn or is not held leaves FAR everywhere.
    """

    def __init__(self, example: Suits) -> None:
        number = len(example.vector)
        self.more = np.full((number, 9, len(KEYS)), suits.FAR, np.int8)
        self.less = self.more.copy()
        self.after_throw = np.full((number, 9, 9, len(KEYS)), suits.FAR, np.int8)
        self.example = example
        owned, belongs = np.unique(example.owned, axis=0, return_inverse=True)
        for row, melds in enumerate(owned):
            self._fill(np.flatnonzero(belongs.reshape(-1) == row), melds)

    def _fill(self, rows: np.ndarray, owned: np.ndarray) -> None:
        box = tuple(4 - int(n) for n in owned)
        tile = np.eye(9, dtype=np.int8)
        start = self.example.vector[rows].astype(np.int8)
        for rank in range(9):
            self._put(self.more[:, rank], rows, start + tile[rank], box)
            self._put(self.less[:, rank], rows, start - tile[rank], box)
            held = start[:, rank] > 0
            for drawn in range(9):
                changed = start[held] - tile[rank] + tile[drawn]
                self._put(self.after_throw[:, rank, drawn], rows[held], changed, box)

    @staticmethod
    def _put(target: np.ndarray, rows: np.ndarray, vectors: np.ndarray, box: suits.Box) -> None:
        able = ((vectors >= 0) & (vectors <= np.array(box))).all(axis=1)
        lacking = lacks(vectors[able], box)
        target[rows[able]] = lacking
