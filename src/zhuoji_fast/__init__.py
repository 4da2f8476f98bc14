"""贵阳捉鸡麻将: fast, exact analysis and scoring of Guiyang Zhuoji mahjong.

>>> import zhuoji_fast as zj
>>> hand = zj.Hand("123m45p11s [999p] [-8888m]")
>>> hand.shanten, [zj.tile_text(tile) for tile in hand.waits]
(0, ['3p', '6p'])
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zhuoji_fast.actions import ACTIONS, Action, action_id, action_text
    from zhuoji_fast.analysis import (
        MAX_READINGS,
        best_discard,
        count_decompositions,
        decompose,
        discard_shanten,
        is_win,
        pattern,
        shanten,
        shanten_parts,
        useful_tiles,
        wait_patterns,
        waits,
    )
    from zhuoji_fast.comparison import Compared, Comparison, compare
    from zhuoji_fast.dealing import NextDealer, WallBreak, next_dealer, wall_break
    from zhuoji_fast.duplicate import MatchResult, MatchSide, match
    from zhuoji_fast.errors import (
        CountsError,
        IllegalActionError,
        LogError,
        MeldError,
        MissingExtraError,
        PositionError,
        PositionTypeError,
        RulesError,
        RulesTypeError,
        SearchTooLargeError,
        ShapeError,
        TileTextError,
        WrongTypeError,
        ZhuojiError,
    )
    from zhuoji_fast.estimates import Estimate, Interval
    from zhuoji_fast.evaluation import evaluate
    from zhuoji_fast.exhausted import best_fan, settle_exhausted
    from zhuoji_fast.hand import Hand, decompositions
    from zhuoji_fast.hand_forms import Discard, ShantenParts, UsefulTile, WaitPattern
    from zhuoji_fast.logs import HandLog, LogWriter, mask_log, read_log, write_log
    from zhuoji_fast.match_play import Match
    from zhuoji_fast.melds import Meld, MeldKind, parse_melds
    from zhuoji_fast.patterns import Pattern
    from zhuoji_fast.planes import PLANES, action_mask, observation
    from zhuoji_fast.play import POLICIES, play_hands, policy_player
    from zhuoji_fast.play_stats import Mean, PlayStats, SeatStats
    from zhuoji_fast.position import Position
    from zhuoji_fast.readings import Reading, ReadingKind, SetKind, TileSet
    from zhuoji_fast.rules import PRESETS, Fans, Rules
    from zhuoji_fast.settlement import Line, Settlement, Win, settle, settle_many
    from zhuoji_fast.solo import solo_exact
    from zhuoji_fast.solo_result import SoloResult, SoloThrow
    from zhuoji_fast.solo_sampling import SoloRollouts, SoloSample, solo_rollouts
    from zhuoji_fast.table import Table
    from zhuoji_fast.tile_svg import tiles_svg
    from zhuoji_fast.tiles import (
        counts,
        glyph,
        parse_tiles,
        tile_index,
        tile_name,
        tile_text,
        tiles_text,
        to_text,
    )
    from zhuoji_fast.valuation import Value, value
    from zhuoji_fast.vector_table import VectorTable
    from zhuoji_fast.view import View
    from zhuoji_fast.viewer.page import log_page

__version__ = "0.1.0"

# Module by module the public names, loaded when first asked for. A new name stands here,
# in __all__ and in the import above; a test keeps the three equal.
_NAMES = {
    "actions": "ACTIONS Action action_id action_text",
    "analysis": (
        "MAX_READINGS best_discard count_decompositions decompose discard_shanten is_win "
        "pattern shanten shanten_parts useful_tiles wait_patterns waits"
    ),
    "comparison": "Compared Comparison compare",
    "dealing": "NextDealer WallBreak next_dealer wall_break",
    "duplicate": "MatchResult MatchSide match",
    "errors": (
        "CountsError IllegalActionError LogError MeldError MissingExtraError PositionError "
        "PositionTypeError RulesError RulesTypeError SearchTooLargeError ShapeError TileTextError "
        "WrongTypeError ZhuojiError"
    ),
    "estimates": "Estimate Interval",
    "evaluation": "evaluate",
    "exhausted": "best_fan settle_exhausted",
    "hand": "Hand decompositions",
    "hand_forms": "Discard ShantenParts UsefulTile WaitPattern",
    "logs": "HandLog LogWriter mask_log read_log write_log",
    "match_play": "Match",
    "melds": "Meld MeldKind parse_melds",
    "patterns": "Pattern",
    "planes": "PLANES action_mask observation",
    "play": "POLICIES play_hands policy_player",
    "play_stats": "Mean PlayStats SeatStats",
    "position": "Position",
    "readings": "Reading ReadingKind SetKind TileSet",
    "rules": "PRESETS Fans Rules",
    "settlement": "Line Settlement Win settle settle_many",
    "solo": "solo_exact",
    "solo_result": "SoloResult SoloThrow",
    "solo_sampling": "SoloRollouts SoloSample solo_rollouts",
    "table": "Table",
    "tile_svg": "tiles_svg",
    "tiles": ("counts glyph parse_tiles tile_index tile_name tile_text tiles_text to_text"),
    "valuation": "Value value",
    "viewer.page": "log_page",
    "vector_table": "VectorTable",
    "view": "View",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "ACTIONS",
    "MAX_READINGS",
    "PLANES",
    "POLICIES",
    "PRESETS",
    "Action",
    "Compared",
    "Comparison",
    "CountsError",
    "Discard",
    "Estimate",
    "Fans",
    "Hand",
    "HandLog",
    "IllegalActionError",
    "Interval",
    "Line",
    "LogError",
    "LogWriter",
    "Match",
    "MatchResult",
    "MatchSide",
    "Mean",
    "Meld",
    "MeldError",
    "MeldKind",
    "MissingExtraError",
    "NextDealer",
    "Pattern",
    "PlayStats",
    "Position",
    "PositionError",
    "PositionTypeError",
    "Reading",
    "ReadingKind",
    "Rules",
    "RulesError",
    "RulesTypeError",
    "SearchTooLargeError",
    "SeatStats",
    "SetKind",
    "Settlement",
    "ShantenParts",
    "ShapeError",
    "SoloResult",
    "SoloRollouts",
    "SoloSample",
    "SoloThrow",
    "Table",
    "TileSet",
    "TileTextError",
    "UsefulTile",
    "Value",
    "VectorTable",
    "View",
    "WaitPattern",
    "WallBreak",
    "Win",
    "WrongTypeError",
    "ZhuojiError",
    "__version__",
    "action_id",
    "action_mask",
    "action_text",
    "best_discard",
    "best_fan",
    "compare",
    "count_decompositions",
    "counts",
    "decompose",
    "decompositions",
    "discard_shanten",
    "evaluate",
    "glyph",
    "is_win",
    "log_page",
    "mask_log",
    "match",
    "next_dealer",
    "observation",
    "parse_melds",
    "parse_tiles",
    "pattern",
    "play_hands",
    "policy_player",
    "read_log",
    "settle",
    "settle_exhausted",
    "settle_many",
    "shanten",
    "shanten_parts",
    "solo_exact",
    "solo_rollouts",
    "tile_index",
    "tile_name",
    "tile_text",
    "tiles_svg",
    "tiles_text",
    "to_text",
    "useful_tiles",
    "value",
    "wait_patterns",
    "waits",
    "wall_break",
    "write_log",
]


if not TYPE_CHECKING:  # seen by a type checker it would accept any misspelt name

    def __getattr__(name):
        """Load a public name from its module."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
