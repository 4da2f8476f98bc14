"""Slow answers to every question of hand analysis, for comparison with the compiled ones.

Nothing here is shared with the library. A hand is a tuple of 27 concealed counts and, where its
melds are known, a tuple of 27 meld counts. Whether a hand is finished, and in which ways, is
found by plain recursion: the lowest tile left has to be part of a pair, of a triplet, or the
bottom of a run. How far a hand is from being finished is found from an explicit list of every
way to lay up to four sets, with or without a pair, in one suit: the tiles that a way asks for and
the hand lacks are counted, ways that ask for more copies than the melds leave are struck out, and
the sets and the pair are dealt out over the three suits in every possible manner. Everything else
is said in terms of these two by its definition: add each tile, throw each tile, compare.
"""

import itertools
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

Counts = tuple[int, ...]
Reading = tuple[int, ...]

KINDS = 27
RUN, TRIPLET, PAIR, SEVEN_PAIRS_CODE = 0, 21, 48, 75
IMPOSSIBLE = 127
NO_MELDS: Counts = (0,) * KINDS

SETS, TRIPLETS, SEVEN_PAIRS, DRAGON, ONE_SUIT, LONE_PAIR, DRAGON_ON_WAIT = 1, 2, 4, 8, 16, 32, 64


# Text, only what the cases need.


def read(text: str) -> Counts:
    """27 counts of plain tile text such as ``123m45p``."""
    counts = [0] * KINDS
    digits = ""
    for character in text:
        if character.isdigit():
            digits += character
        else:
            for digit in digits:
                counts["mps".index(character) * 9 + int(digit) - 1] += 1
            digits = ""
    assert not digits, text
    return tuple(counts)


def name(tile: int) -> str:
    """``5m`` for tile 4."""
    return f"{tile % 9 + 1}{'mps'[tile // 9]}"


def read_hand(concealed: str, melds: list[str]) -> tuple[Counts, Counts]:
    """Concealed and meld counts of a case."""
    return read(concealed), tuple(map(sum, zip(NO_MELDS, *map(read, melds), strict=True)))


def plus(counts: Counts, tile: int, number: int = 1) -> Counts:
    return (*counts[:tile], counts[tile] + number, *counts[tile + 1 :])


# What the doors must refuse.


def wrong_tiles(counts: Counts, melds: Counts | None) -> set[int]:
    """Tiles with an impossible count or meld, or held more than four times in all."""
    wrong = set()
    for tile, (count, meld) in enumerate(zip(counts, melds or NO_MELDS, strict=True)):
        if not 0 <= count <= 4 or meld not in (0, 3, 4) or count + meld > 4:
            wrong.add(tile)
    return wrong


def is_legal(counts: Counts, melds: Counts | None, remainder: int = 0) -> bool:
    """Whether it is a hand at all; ``remainder`` 1 or 2 asks for 3n+1 or 3n+2 tiles."""
    held = sum(counts)
    if wrong_tiles(counts, melds) or not 1 <= held <= 14:
        return False
    if melds is not None and held + 3 * sum(n > 0 for n in melds) not in (13, 14):
        return False
    return held % 3 == remainder if remainder else held % 3 != 0


# Finished hands, by recursion.


def _ways(counts: Counts, need_pair: bool) -> Iterator[Reading]:
    lowest = next((tile for tile, count in enumerate(counts) if count), None)
    if lowest is None:
        if not need_pair:
            yield ()
        return
    if need_pair and counts[lowest] >= 2:
        for rest in _ways(plus(counts, lowest, -2), False):
            yield (PAIR + lowest, *rest)
    if counts[lowest] >= 3:
        for rest in _ways(plus(counts, lowest, -3), need_pair):
            yield (TRIPLET + lowest, *rest)
    rank = lowest % 9
    if rank <= 6 and counts[lowest + 1] and counts[lowest + 2]:
        left = plus(plus(plus(counts, lowest, -1), lowest + 1, -1), lowest + 2, -1)
        for rest in _ways(left, need_pair):
            yield (RUN + lowest // 9 * 7 + rank, *rest)


@lru_cache(maxsize=100_000)
def set_readings(counts: Counts) -> frozenset[Reading]:
    """Every way to read the concealed tiles as sets and a pair; codes of a reading ascend."""
    return frozenset(tuple(sorted(way)) for way in _ways(counts, True))


def is_seven_pairs(counts: Counts, melds: Counts | None) -> bool:
    """Fourteen concealed tiles, every kind held twice or four times, and no meld."""
    return not any(melds or ()) and sum(counts) == 14 and all(n % 2 == 0 for n in counts)


def readings(counts: Counts, melds: Counts | None = None) -> frozenset[Reading]:
    """All readings, seven pairs being one of them."""
    seven = {(SEVEN_PAIRS_CODE,)} if is_seven_pairs(counts, melds) else set()
    return set_readings(counts) | seven


def is_win(counts: Counts, melds: Counts | None = None) -> bool:
    return bool(readings(counts, melds))


def pattern(counts: Counts, melds: Counts | None = None) -> int:
    """Flags of all shapes that a finished hand has in some reading; 0 = not finished."""
    if not is_win(counts, melds):
        return 0
    flags = 0
    sets = set_readings(counts)
    if sets:
        flags |= SETS
        if any(all(code >= TRIPLET for code in reading) for reading in sets):
            flags |= TRIPLETS
        if sum(counts) == 2:
            flags |= LONE_PAIR
    if is_seven_pairs(counts, melds):
        flags |= SEVEN_PAIRS
        if 4 in counts:
            flags |= DRAGON
    owned = [a + b for a, b in zip(counts, melds or NO_MELDS, strict=True)]
    if sum(any(owned[9 * suit : 9 * suit + 9]) for suit in range(3)) == 1:
        flags |= ONE_SUIT
    return flags


# Distance to a finished hand, from explicit lists.


@cache
def suit_shapes() -> dict[tuple[int, int], np.ndarray]:
    """(sets, pairs) -> every count vector of one suit that is exactly that many of them, (9, n)."""
    pieces = [tuple(3 * (i == rank) for i in range(9)) for rank in range(9)]
    pieces += [tuple(int(low <= i <= low + 2) for i in range(9)) for low in range(7)]
    pairs = [tuple(2 * (i == rank) for i in range(9)) for rank in range(9)]
    shapes = {}
    for sets in range(5):
        for pair in range(2):
            found = set()
            for chosen in itertools.combinations_with_replacement(pieces, sets):
                for eyes in pairs if pair else [(0,) * 9]:
                    total = tuple(map(sum, zip(eyes, *chosen, strict=True)))
                    if max(total) <= 4:
                        found.add(total)
            shapes[sets, pair] = np.array(sorted(found), np.int8).T.copy()
    return shapes


def column(numbers: Counts) -> np.ndarray:
    return np.array(numbers, np.int8)[:, None]


@lru_cache(maxsize=100_000)
def suit_missing(suit: Counts, caps: Counts) -> dict[tuple[int, int], int]:
    """(sets, pairs) -> fewest tiles to add to one suit so that it contains them."""
    missing = {}
    for key, shapes in suit_shapes().items():
        lacking = np.maximum(shapes - column(suit), 0).sum(axis=0, dtype=np.int8)
        allowed = lacking[(shapes <= column(caps)).all(axis=0)]
        if len(allowed):
            missing[key] = int(allowed.min())
    return missing


def _suit_terms(counts: Counts, melds: Counts) -> list[dict[tuple[int, int], int]]:
    caps = tuple(4 - count for count in melds)
    return [suit_missing(counts[s : s + 9], caps[s : s + 9]) for s in (0, 9, 18)]


def standard_shanten(counts: Counts, melds: Counts | None = None) -> int:
    """Shanten toward sets and a pair: a third of the tiles in sets, rounded down."""
    needed = sum(counts) // 3
    first, second, third = _suit_terms(counts, melds or NO_MELDS)
    best = IMPOSSIBLE
    for (a, x), (b, y) in itertools.product(first, second):
        rest = (needed - a - b, 1 - x - y)
        if rest in third:
            best = min(best, first[a, x] + second[b, y] + third[rest])
    return best - 1


def seven_pairs_shanten(counts: Counts, melds: Counts | None = None) -> int:
    """Shanten toward seven pairs, four equal tiles being two; 127 where it is impossible."""
    if any(melds or ()) or sum(counts) < 13:
        return IMPOSSIBLE
    return 6 - sum(count // 2 for count in counts)


def shanten_parts(counts: Counts, melds: Counts | None = None) -> tuple[int, int]:
    return standard_shanten(counts, melds), seven_pairs_shanten(counts, melds)


def shanten(counts: Counts, melds: Counts | None = None) -> int:
    return min(shanten_parts(counts, melds))


# Questions in terms of the above.


def drawable(counts: Counts, melds: Counts | None = None) -> list[int]:
    """Kinds of which the owner does not hold all four in hand and melds."""
    return [t for t, (a, b) in enumerate(zip(counts, melds or NO_MELDS, strict=True)) if a + b < 4]


def waits(counts: Counts, melds: Counts | None = None) -> list[bool]:
    able = drawable(counts, melds)
    return [t in able and is_win(plus(counts, t), melds) for t in range(KINDS)]


def wait_patterns(counts: Counts, melds: Counts | None = None) -> list[int]:
    answer = [0] * KINDS
    for tile in drawable(counts, melds):
        flags = pattern(plus(counts, tile), melds)
        if flags & SEVEN_PAIRS and counts[tile] == 3:
            flags |= DRAGON_ON_WAIT
        answer[tile] = flags
    return answer


def useful_tiles(counts: Counts, melds: Counts | None = None) -> list[bool]:
    now = shanten(counts, melds)
    able = drawable(counts, melds)
    return [t in able and shanten(plus(counts, t), melds) < now for t in range(KINDS)]


def discard_shanten(counts: Counts, melds: Counts | None = None) -> list[int]:
    return [shanten(plus(counts, t, -1), melds) if counts[t] else IMPOSSIBLE for t in range(KINDS)]


def unseen_useful(
    counts: Counts, throw: int, melds: Counts | None = None, seen: Counts | None = None
) -> dict[int, int]:
    """Useful tiles after a throw and how many of each nobody has seen; the throw is seen."""
    useful = useful_tiles(plus(counts, throw, -1), melds)
    visible = [sum(n) for n in zip(counts, melds or NO_MELDS, seen or NO_MELDS, strict=True)]
    return {tile: 4 - visible[tile] for tile in range(KINDS) if useful[tile]}


def best_discard(
    counts: Counts, melds: Counts | None = None, seen: Counts | None = None
) -> tuple[int, int, int]:
    """Lowest shanten, then most unseen useful tiles, then the lowest tile."""
    after = discard_shanten(counts, melds)
    least = min(after)
    total = {
        tile: sum(unseen_useful(counts, tile, melds, seen).values())
        for tile in range(KINDS)
        if after[tile] == least
    }
    tile = min(total, key=lambda t: (-total[t], t))
    return tile, least, total[tile]
