"""为什么不行: rule and words for the numbers of ``_core/refusals.pxd`` and of marks."""

from typing import Final

__all__ = ["MARK_REFUSALS", "REFUSALS"]

REFUSALS: Final = (
    ("", "allowed"),
    ("R-PLAY-6", "the hand is over"),
    ("R-PLAY-3", "there is no such action"),
    ("R-PLAY-3", "it is another seat's turn"),
    ("R-PLAY-4", "the seat is not asked"),
    ("R-PLAY-2", "before the dealer draws a seat declares or passes"),
    ("R-PLAY-3", "the seat does not hold the tile"),
    ("R-DECL-3", "a declared hand wins, or throws the tile it has drawn"),
    ("R-DECL-2", "the hand is not ting after that discard"),
    ("R-DECL-2", "a declaration is followed by its discard"),
    ("R-PLAY-4", "a pong is followed by a discard"),
    ("R-PLAY-3", "no replacement tile is left"),
    ("R-KONG-3", "the seat does not hold all four"),
    ("R-KONG-4", "the seat has no pong of the tile"),
    ("R-KONG-4", "the seat does not hold the fourth tile"),
    ("R-PLAY-4", "no tile of another seat is open"),
    ("R-PAT-1", "the tile does not finish the hand"),
    ("R-WIN-11", "a dead hand never wins"),
    ("R-PLAY-8", "a dead hand never declares"),
    ("R-DECL-1", "these rules know no declaring"),
    ("R-DECL-2", "the seat has declared already"),
    ("R-DECL-2", "only the first discard can be declared with"),
    ("R-DECL-2", "somebody has called before"),
    ("R-DECL-2", "the hand cannot be made ting"),
    ("R-PLAY-4", "an open tile is answered first"),
    ("R-PLAY-5", "an added kong can be robbed, not called"),
    ("R-PLAY-6", "the last discard can be won on, not called"),
    ("R-PLAY-4", "the seat does not hold two of the tile"),
    ("R-PLAY-4", "the seat does not hold three of the tile"),
    ("R-WIN-10", "the seat has passed a win and is locked"),
    ("R-WIN-3", "a plain hand without a passport or waiver wins by self-draw only"),
    ("R-PLAY-4", "the tile is the seat's own"),
    ("R-DECL-2", "the dealt hand is not ting"),
    ("R-DECL-2", "the dealer declares with his first discard"),
)
"""(rule id, reason) by number."""

MARK_REFUSALS: Final = (
    ("", "marked"),
    ("R-PLAY-6", "the hand is over"),
    ("R-PLAY-8", "the seat is dead already"),
    ("R-DEAD-1", "these rules play on (dead_hand is not pay)"),
    ("R-PLAY-8", "between another's pong and his discard a mark ends no hand"),
)
"""The same for the answers of ``table_mark_dead``."""
