"""Shanten of all hands: every three classes of suits, and every suit where its class shows.

If a kernel looks at the suits one by one and then puts what it found together, these tests leave
no hand out: the second finds any suit taken for one of another class, the first any three classes
put together wrongly.
"""

import itertools
from functools import cache

import numpy as np
import pytest

import oracle_suits as suits
import zhuoji_fast as zj
from oracle_classes import Classes, Composition, Near, Suits, crossed, lacks, together
from oracle_whole import WholeHands

UNKNOWN: list[Composition] = [(size, (0, 0, 0)) for size in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)]
NAMED: list[Composition] = [
    (whole - 3 * sum(melds), melds)
    for melds in itertools.product(range(5), repeat=3)
    if 1 <= sum(melds) <= 4
    for whole in (13, 14)
]


@cache
def without_melds() -> Classes:
    vectors = suits.vectors()
    return Classes(Suits(vectors, np.zeros_like(vectors), lacks(vectors, suits.FREE)))


def with_melds(rows: list[tuple[int, ...]]) -> Classes:
    """Classes of all suits beside those melds, in hands that have one meld at least."""
    parts = []
    for owned in rows:
        own = sum(n > 0 for n in owned)
        box = tuple(4 - n for n in owned)
        vectors = suits.vectors(box, 14 - 3 * max(own, 1))
        lacking = lacks(vectors, box)
        lacking[:, 8:] = suits.FAR
        parts.append(Suits(vectors, np.tile(np.array(owned, np.uint8), (len(vectors), 1)), lacking))
    return Classes(Suits(*(np.concatenate(part) for part in zip(*parts, strict=True))))


def compare(counts: np.ndarray, melds: np.ndarray, lacking: np.ndarray) -> None:
    """Shanten of the standard shape as given, of pairs by counting them, and the smaller."""
    standard = lacking - np.int8(1)
    seven = 6 - (counts // 2).sum(axis=1).astype(np.int8)
    if melds.any() or counts[0].sum() < 13:
        seven[:] = 127
    owned = melds if melds.any() else None
    found = zj.shanten_parts(counts, owned)
    np.testing.assert_array_equal(found[0], standard)
    np.testing.assert_array_equal(found[1], seven)
    np.testing.assert_array_equal(zj.shanten(counts, owned), np.minimum(standard, seven))


def check_every_three(classes: Classes, compositions: list[Composition]) -> int:
    """All hands made of examples of the classes; how many there are."""
    number = 0
    for composition in compositions:
        for groups in classes.groups(composition):
            parts = [classes.example.chosen(rows) for rows in crossed(*groups)]
            counts = np.concatenate([part.vector for part in parts], axis=1)
            owned = np.concatenate([part.owned for part in parts], axis=1)
            lacking = together(*(part.lacks for part in parts), composition[0] // 3)
            compare(counts, owned, lacking)
            number += len(counts)
    return number


def check_every_suit(classes: Classes, place: int, compositions: list[Composition]) -> int:
    """All suits in surroundings that tell their class; how many classes can be told."""
    told = 0
    example = classes.example
    kinds = np.column_stack([example.tiles, example.melds])
    for tiles, melds in np.unique(kinds, axis=0).tolist():
        own = classes.alike(tiles, melds)
        around = classes.surroundings(own, place, compositions)
        if not around:
            continue
        rows = np.flatnonzero(np.isin(classes.belongs, own))
        where = np.searchsorted(own, classes.belongs[rows])
        suit = classes.every.chosen(rows)
        for b, c, lacking in around:
            counts = in_place(place, suit.vector, example.vector[b], example.vector[c])
            owned = in_place(place, suit.owned, example.owned[b], example.owned[c])
            compare(counts, owned, lacking[where])
        told += len(np.unique(np.stack([lacking for _, _, lacking in around], axis=1), axis=0))
    return told


def in_place(place: int, own: np.ndarray, second: np.ndarray, third: np.ndarray) -> np.ndarray:
    """Rows of 27 with the suits in order."""
    others = [np.broadcast_to(part, own.shape) for part in (second, third)]
    return np.concatenate([*others[:place], own, *others[place:]], axis=1)


def test_what_suits_lack_takes_126_forms() -> None:
    assert len(np.unique(without_melds().example.lacks, axis=0)) == 126


def test_every_three_classes() -> None:
    assert check_every_three(without_melds(), UNKNOWN) == 65_214


def examples(classes: Classes, compositions: list[Composition]) -> np.ndarray:
    """The hands of :func:`check_every_three`, in one array."""
    parts = [
        np.concatenate([classes.example.vector[rows] for rows in crossed(*groups)], axis=1)
        for composition in compositions
        for groups in classes.groups(composition)
    ]
    return np.concatenate(parts)


def test_every_three_classes_one_tile_on_or_back() -> None:
    """Useful tiles and throws look at each tile more and less; the best throw at both."""
    equal = np.testing.assert_array_equal
    hands = examples(without_melds(), UNKNOWN)
    totals = hands.sum(axis=1)
    ready, full = hands[totals % 3 == 1], hands[totals % 3 == 2]
    assert len(ready) + len(full) == 65_214
    equal(zj.useful_tiles(ready), WholeHands(ready).useful_tiles())
    equal(zj.discard_shanten(full), WholeHands(full).discard_shanten())
    seen = np.minimum(4 - full, np.random.default_rng(1).integers(0, 5, full.shape))
    seen = seen.astype(np.uint8)
    for got, right in zip(
        zj.best_discard(full, None, seen), WholeHands(full).best_discard(seen), strict=True
    ):
        equal(got, right)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_every_suit_in_surroundings_that_tell_its_class(place: int) -> None:
    assert check_every_suit(without_melds(), place, UNKNOWN) == 101


@cache
def some_melds() -> Classes:
    """Few meld rows; all of them come in the slow proof."""
    pong, kong = (3, *[0] * 8), (0, 0, 0, 0, 4, 0, 0, 0, 0)
    return with_melds([(0,) * 9, pong, kong, (3, 0, 0, 0, 4, 0, 0, 0, 0)])


def test_some_classes_with_melds() -> None:
    classes = some_melds()
    assert check_every_three(classes, NAMED) == 76_074
    assert check_every_suit(classes, 1, NAMED) == 171


class Neighbours:
    """Right answers one tile on and back for the hands of three groups of classes."""

    def __init__(self, near: Near, picked: list[np.ndarray], needed: int) -> None:
        self.near, self.picked, self.needed = near, picked, needed
        parts = [near.example.chosen(rows) for rows in picked]
        self.counts = np.concatenate([part.vector for part in parts], axis=1)
        self.melds = np.concatenate([part.owned for part in parts], axis=1)
        self.own = [part.lacks for part in parts]

    def lacking(self, **changed: np.ndarray) -> np.ndarray:
        """What the hands lack with some of the suits' rows replaced."""
        rows = [changed.get(f"suit{suit}", self.own[suit]) for suit in range(3)]
        return together(rows[0], rows[1], rows[2], self.needed)

    def of(self, table: np.ndarray, tile: int) -> np.ndarray:
        """Rows of the tile's suit out of the tables of neighbours."""
        return table[self.picked[tile // 9], tile % 9]

    def useful_tiles(self) -> np.ndarray:
        now = self.lacking()
        after = [self.lacking(**{f"suit{t // 9}": self.of(self.near.more, t)}) for t in range(27)]
        return np.stack(after, axis=1) < now[:, None]

    def discard_shanten(self) -> np.ndarray:
        after = [self.lacking(**{f"suit{t // 9}": self.of(self.near.less, t)}) for t in range(27)]
        return np.where(self.counts > 0, np.stack(after, axis=1) - np.int8(1), np.int8(127))

    def unseen_after(self, thrown: int) -> np.ndarray:
        """Unseen useful tiles after one throw, where the tile is held."""
        suit = f"suit{thrown // 9}"
        without = self.of(self.near.less, thrown)
        now = self.lacking(**{suit: without})
        unseen = np.zeros(len(now), np.int16)
        for drawn in range(27):
            if drawn // 9 == thrown // 9:
                both = self.near.after_throw[self.picked[thrown // 9], thrown % 9, drawn % 9]
                after = self.lacking(**{suit: both})
            else:
                more = self.of(self.near.more, drawn)
                after = self.lacking(**{suit: without, f"suit{drawn // 9}": more})
            left = 4 - self.counts[:, drawn] - self.melds[:, drawn].astype(np.int16)
            unseen += np.where(after < now, left, 0).astype(np.int16)
        return unseen

    def best_discard(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        after = self.discard_shanten()
        least = after.min(axis=1)
        unseen = np.stack([self.unseen_after(tile) for tile in range(27)], axis=1)
        unseen[after != least[:, None]] = -1
        tile = unseen.argmax(axis=1)
        return tile, least, unseen[np.arange(len(tile)), tile]


def check_neighbours(classes: Classes, compositions: list[Composition]) -> None:
    equal = np.testing.assert_array_equal
    near = Near(classes.example)
    for composition in compositions:
        groups = [crossed(*group) for group in classes.groups(composition)]
        if not groups:
            continue
        picked = [np.concatenate(part) for part in zip(*groups, strict=True)]
        right = Neighbours(near, picked, composition[0] // 3)
        if composition[0] % 3 == 1:
            equal(zj.useful_tiles(right.counts, right.melds), right.useful_tiles())
            continue
        equal(zj.discard_shanten(right.counts, right.melds), right.discard_shanten())
        found = zj.best_discard(right.counts, right.melds)
        for got, expected in zip(found, right.best_discard(), strict=True):
            equal(got, expected)


def test_some_classes_with_melds_one_tile_on_or_back() -> None:
    check_neighbours(some_melds(), [part for part in NAMED if sum(part[1]) in (1, 3)][::5])


@pytest.mark.slow
def test_all_classes_with_melds_one_tile_on_or_back() -> None:
    check_neighbours(all_melds(), NAMED)


@cache
def all_melds() -> Classes:
    return with_melds([row for own in range(5) for row in suits.meld_rows(own)])


@pytest.mark.slow
def test_all_classes_with_melds() -> None:
    """All 3,312,977 suits with and without melds that a hand with melds can have."""
    classes = all_melds()
    assert len(classes.every.vector) == 3_312_977
    assert len(np.unique(classes.example.lacks, axis=0)) == 161
    assert check_every_three(classes, NAMED) == 89_208
    for place in range(3):
        assert check_every_suit(classes, place, NAMED) == 215
