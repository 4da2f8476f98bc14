"""Hypothesis strategies for whole hands, right and wrong ones.

Hands come in every size, bare counts (melds unknown) and with named melds. They are random, of
one suit, built of pairs, or finished hands with a few tiles exchanged; melds often are triplets
whose fourth tile is in the hand.
"""

from typing import NamedTuple

from hypothesis import strategies as st

Counts = tuple[int, ...]

KINDS = 27
PIECES = [(t, t, t) for t in range(KINDS)] + [
    (9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2)
    for suit in range(3)
    for low in range(7)
]


class Tiles(NamedTuple):
    """Concealed counts, and meld counts or None where the melds are unknown."""

    counts: Counts
    melds: Counts | None

    @property
    def splits(self) -> bool:
        """Whether all four copies of a kind are owned, some concealed and some in a meld."""
        melds = self.melds or (0,) * KINDS
        return any(a and b and a + b == 4 for a, b in zip(self.counts, melds, strict=True))


class _Builder:
    """Concealed tiles under construction; never more copies than the melds leave."""

    def __init__(self, melds: list[int], size: int) -> None:
        self.room = [4 - n for n in melds]
        self.counts = [0] * KINDS
        self.size = size

    @property
    def missing(self) -> int:
        return self.size - sum(self.counts)

    def add(self, tiles: tuple[int, ...]) -> bool:
        fits = len(tiles) <= self.missing
        if fits and all(self.counts[t] + tiles.count(t) <= self.room[t] for t in tiles):
            for tile in tiles:
                self.counts[tile] += 1
            return True
        return False


@st.composite
def meld_counts(draw: st.DrawFn, number: int) -> list[int]:
    """Counts of that many pongs and kongs, sometimes all in one suit."""
    low, high = draw(st.sampled_from([(0, 26), (0, 26), (0, 8), (9, 17), (18, 26)]))
    tiles = draw(st.lists(st.integers(low, high), min_size=number, max_size=number, unique=True))
    melds = [0] * KINDS
    for tile in tiles:
        melds[tile] = draw(st.sampled_from([3, 3, 4]))
    return melds


@st.composite
def hands(draw: st.DrawFn, remainder: int = 0) -> Tiles:
    """A legal hand; ``remainder`` 1 or 2 for 3n+1 or 3n+2 concealed tiles only."""
    rest = remainder or draw(st.sampled_from([1, 2]))
    number = draw(st.sampled_from([1, 0, 1, 0, 2, 0, 3, 1, 2, 0, 4, 0]))
    melds = draw(meld_counts(number))
    known = number > 0 or draw(st.booleans())
    sets = 4 - number if known else draw(st.sampled_from([4, 3, 2, 1, 0, 4]))
    builder = _Builder(melds, 3 * sets + rest)
    pongs = [t for t in range(KINDS) if melds[t] == 3]
    if pongs and draw(st.booleans()):
        builder.add((draw(st.sampled_from(pongs)),))
    style = draw(st.sampled_from(["near", "random", "suit", "near", "pairs", "random"]))
    low, high = (0, 26)
    if style == "suit" or (style == "near" and draw(st.booleans())):
        suit = draw(st.integers(0, 2))
        low, high = 9 * suit, 9 * suit + 8
    if style == "near":
        choice = [piece for piece in PIECES if low <= piece[0] <= high]
        for _ in range(sets):
            builder.add(draw(st.sampled_from(choice)))
    if style in ("near", "pairs"):
        for _ in range(7 if style == "pairs" else 1):
            builder.add((draw(st.integers(low, high)),) * 2)
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2, 3]))):
        held = [t for t in range(KINDS) if builder.counts[t]]
        if held:
            builder.counts[draw(st.sampled_from(held))] -= 1
    while builder.missing:
        able = [t for t in range(low, high + 1) if builder.counts[t] < builder.room[t]]
        builder.add((draw(st.sampled_from(able or list(range(KINDS)))),))
    return Tiles(tuple(builder.counts), tuple(melds) if known else None)


@st.composite
def seen_counts(draw: st.DrawFn, hand: Tiles) -> Counts:
    """Tiles that lie elsewhere: what the hand leaves, or less."""
    owned = [a + b for a, b in zip(hand.counts, hand.melds or (0,) * KINDS, strict=True)]
    full = draw(st.sets(st.integers(0, KINDS - 1), max_size=12))
    return tuple(draw(st.integers(0, 4 - n)) if t in full else 0 for t, n in enumerate(owned))


@st.composite
def broken_hands(draw: st.DrawFn) -> Tiles:
    """A legal hand with one or two entries replaced; most often no longer a legal hand."""
    counts, melds = draw(hands())
    wrong = list(counts)
    named = None if melds is None else list(melds)
    for _ in range(draw(st.integers(1, 2))):
        tile = draw(st.integers(0, KINDS - 1))
        if named is not None and draw(st.booleans()):
            named[tile] = draw(st.sampled_from([0, 1, 2, 3, 4, 5, 255]))
        else:
            wrong[tile] = draw(st.sampled_from([0, 1, 2, 3, 4, 5, 6, 8, 16, 128, 252, 255]))
    return Tiles(tuple(wrong), None if named is None else tuple(named))
