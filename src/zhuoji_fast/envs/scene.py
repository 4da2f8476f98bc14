"""What both environments share: a table that asks one seat at a time, spaces, and text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces

from zhuoji_fast._core.vector import mask_of, observation_of
from zhuoji_fast.actions import ACTIONS
from zhuoji_fast.errors import IllegalActionError, WrongTypeError, ZhuojiError
from zhuoji_fast.melds import Meld
from zhuoji_fast.planes import chosen_planes, highest, plan_of
from zhuoji_fast.rules import Rules
from zhuoji_fast.table import MAX_SEED, Table
from zhuoji_fast.tiles import tile_index, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RENDER_MODES", "Observation", "Scene", "table_text", "whole_seed"]

Observation: TypeAlias = "dict[str, NDArray[Any]]"

RENDER_MODES: Final = ["ansi"]


class Scene:
    """A table with the settings of an environment."""

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any],
        players: int,
        *,
        base: int,
        planes: str | Sequence[str],
        penalty: float,
        render_mode: str | None,
    ) -> None:
        self.table = Table(rules, players, base=base)
        rows = chosen_planes(planes)
        self._plan = plan_of(rows)
        self._high = highest(rows)
        self.penalty = _penalty(penalty)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ZhuojiError(f"render_mode: {render_mode!r}, expected 'ansi' or None")

    def spaces(self) -> tuple[spaces.Space[Observation], spaces.Discrete[Any]]:
        """Observation and action space of one agent."""
        seen = spaces.Box(np.zeros_like(self._high), self._high, dtype=np.uint8)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        both: spaces.Space[Any] = spaces.Dict({"observation": seen, "action_mask": mask})
        return both, spaces.Discrete(ACTIONS)

    def deal(self, seed: int | None) -> None:
        """Deal hand 0 of a seed, or without one the next hand."""
        table, hand = self.table, 0
        if seed is None:
            seed, hand = table.seed, 0 if table.fresh else table.hand + 1
        table.reset(seed, (seed + hand) % table.players, hand=hand)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Legal actions of a seat, in the type that spaces sample with."""
        return mask_of(self.table, seat)

    def observe(self, seat: int, mask: NDArray[np.int8]) -> Observation:
        """What a seat sees."""
        return {"observation": observation_of(self.table, seat, self._plan), "action_mask": mask}

    def refusal(self, seat: int, action: Any) -> str | None:
        """Why an action is illegal; None if it is not."""
        number = whole_number(action, "action")
        if self.table.can(seat, number):
            return None
        try:
            self.table.verify(seat, number)
        except IllegalActionError as error:
            return str(error)
        raise AssertionError(number)


def whole_seed(seed: Any) -> int:
    """Check the seed of a reset."""
    number = whole_number(seed, "seed")
    if not 0 <= number <= MAX_SEED:
        raise ZhuojiError(f"seed {number}: expected 0 to {MAX_SEED}")
    return number


def no_mask() -> NDArray[np.int8]:
    """Give the mask of an agent that is not asked."""
    return np.zeros(ACTIONS, np.int8)


def table_text(table: Table, seat: int) -> str:
    """Give the table as text, as one seat sees it.

    Examples
    --------
    >>> print(table_text(Table("guiyang", seed=5), 0))
    guiyang, hand 0 of seed 5, 55 tiles left
    > player_0 (dealer)  hand 356689m2457p2468s  drawn 8s
      player_1
      player_2
      player_3
    asked: discard
    """
    view = table.view(seat)
    rules = view["rules"]
    name = rules if isinstance(rules, str) else f"{rules.get('preset')} with changes"
    lines = [f"{name}, hand {table.hand} of seed {table.seed}, {view['wall']} tiles left"]
    for number, player in enumerate(view["seats"]):
        words = [f"{'>' if number == seat else ' '} player_{number}"]
        if number == view["dealer"]:
            words[0] += " (dealer)"
        if number == seat:
            words.append(f"hand {view['hand']}")
            if view["drawn"]:
                words.append(f"drawn {view['drawn']}")
        if player["melds"]:
            melds = [str(Meld(meld["kind"], tile_index(meld["tile"]))) for meld in player["melds"]]
            words.append(f"melds {' '.join(melds)}")
        if player["river"]:
            words.append(f"river {player['river']}")
        if player["declared"]:
            words.append(f"declared {player['declared']}")
        lines.append("  ".join(words))
    if turn := view["turn"]:
        tile = f" {turn['tile']} of player_{turn['from']}" if "tile" in turn else ""
        lines.append(f"asked: {turn['kind']}{tile}")
    return "\n".join(lines)


def _penalty(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise WrongTypeError(f"penalty must be a number, not {type(value).__name__}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not (math.isfinite(number) and number >= 0):
        raise ZhuojiError(f"penalty {value}: expected 0 or more")
    return number
