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
from oracle_classes import Classes, Composition, Suits, crossed, lacks, together

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


@pytest.mark.parametrize("place", [0, 1, 2])
def test_every_suit_in_surroundings_that_tell_its_class(place: int) -> None:
    assert check_every_suit(without_melds(), place, UNKNOWN) == 101


def some_melds() -> Classes:
    """Few meld rows, but at the edges and in the middle of a suit."""
    rows = [row for own in range(3) for row in suits.meld_rows(own) if not any(row[1:4] + row[5:8])]
    return with_melds(rows)


def test_some_classes_with_melds() -> None:
    classes = some_melds()
    assert check_every_three(classes, NAMED) == 77_223
    assert check_every_suit(classes, 1, NAMED) == 173


@pytest.mark.slow
def test_all_classes_with_melds() -> None:
    """All 3,312,977 suits with and without melds that a hand with melds can have."""
    classes = with_melds([row for own in range(5) for row in suits.meld_rows(own)])
    assert len(classes.every.vector) == 3_312_977
    assert len(np.unique(classes.example.lacks, axis=0)) == 161
    assert check_every_three(classes, NAMED) == 89_208
    for place in range(3):
        assert check_every_suit(classes, place, NAMED) == 215
