"""Hypothesis strategy for ``Hand`` values."""

from hypothesis import strategies as st

import zhuoji_fast as zj
from strategies import hands
from zhuoji_fast.melds import Meld, MeldKind

KONGS = [MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG]


@st.composite
def whole_hands(draw, remainder=0):
    """A ``Hand`` with melds of random kinds in random order, and its counts for the oracle."""
    tiles = draw(hands(remainder).filter(lambda h: h.melds is not None))
    melds = [
        Meld(MeldKind.PONG if number == 3 else draw(st.sampled_from(KONGS)), tile)
        for tile, number in enumerate(tiles.melds)
        if number
    ]
    return zj.Hand(list(tiles.counts), draw(st.permutations(melds))), tiles
