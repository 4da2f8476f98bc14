"""PettingZoo: every seat an agent; made by :func:`zhuoji_fast.envs.aec_env`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gymnasium import logger, spaces
from pettingzoo import AECEnv

from zhuoji_fast.envs.scene import RENDER_MODES, Observation, Scene, no_mask, table_text, whole_seed
from zhuoji_fast.errors import ZhuojiError

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.table import Table

__all__ = ["HandAECEnv"]


class HandAECEnv(AECEnv):
    """A hand with an agent in every seat; see :func:`zhuoji_fast.envs.aec_env`.

    Attributes
    ----------
    table : Table
        The hand as it stands. The answers that agents have given in an open window are not on it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "zhuoji_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

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
        super().__init__()
        self._scene = Scene(
            rules, players, base=base, planes=planes, penalty=penalty, render_mode=render_mode
        )
        self.table: Table = self._scene.table
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        made = {agent: self._scene.spaces() for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in made.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in made.items()}
        self.agents: list[str] = []
        self._left: list[int] = []
        self._answers = bytearray(4)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Space of what an agent observes."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Space of the actions of an agent."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise ZhuojiError(f"agent {agent!r}: expected one of {', '.join(self._seats)}")
        return seat

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal hand 0 of a seed, or without one the next hand of the same seed."""
        self._scene.deal(None if seed is None else whole_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def _ask(self) -> None:
        """Ask the pending seats one after the other, in playing order after the turn."""
        table = self.table
        pending = table.pending
        if len(pending) > 1:
            n, first = table.players, table.turn + 1
            pending = tuple(sorted(pending, key=lambda seat: (seat - first) % n))
        self._left = list(pending)
        self._select(pending[0])

    def _select(self, seat: int) -> None:
        agent = self.possible_agents[seat]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._scene.mask(seat)}

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is 0 unless it is the one that is asked."""
        seat = self._seat(agent)
        asked = bool(self._left) and seat == self._left[0]
        return self._scene.observe(seat, self._scene.mask(seat) if asked else no_mask())

    def step(self, action: Any) -> None:
        """Take the action of the agent that is asked; None of one whose hand is over."""
        if not self.agents:
            raise ZhuojiError("no hand is played: reset the environment")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._left[0]
        refused = self._scene.refusal(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if refused is not None:
            self._end({agent: -self._scene.penalty})
            self.infos[agent]["illegal"] = refused
            return
        self._answers[seat] = action
        del self._left[0]
        if self._left:
            self._select(self._left[0])
            return
        table = self.table
        table.play(bytes(self._answers))
        if table.done:
            self._end(dict(zip(self.possible_agents, table.totals(), strict=True)))
        else:
            self._ask()

    def _end(self, points: Mapping[str, float]) -> None:
        self._left = []
        self.rewards = {agent: float(points.get(agent, 0)) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """Text of the table as the selected agent sees it; None without a render mode."""
        if self.render_mode is None:
            logger.warn("render() without a render mode: make the environment with 'ansi'")
            return None
        if not self.agents:
            return table_text(self.table, 0)
        return table_text(self.table, self._seats[self.agent_selection])

    def close(self) -> None:
        """Release nothing: there is nothing to release."""
