"""牌型: the shapes that a finished hand can have, as a set of flags."""

import enum

__all__ = ["Pattern"]


class Pattern(enum.IntFlag):
    """牌型: shapes of a finished hand, over all its readings.

    Which shape is worth most depends on the rules, so all that hold are given.

    Examples
    --------
    >>> Pattern.SETS | Pattern.TRIPLETS
    <Pattern.SETS|TRIPLETS: 3>
    """

    SETS = 1
    """平胡: four sets and a pair in some reading."""
    TRIPLETS = 2
    """大对子: every set a triplet or a kong in some reading."""
    SEVEN_PAIRS = 4
    """七对: seven pairs, four equal tiles being two of them."""
    DRAGON = 8
    """龙七对: seven pairs with at least one kind held four times."""
    ONE_SUIT = 16
    """清一色: all tiles, melds included, of one suit."""
    LONE_PAIR = 32
    """单钓: four melds and a lone concealed pair (two tiles where the melds are unknown)."""
    DRAGON_ON_WAIT = 64
    """龙七对 whose four equal tiles the winning tile completes."""
