"""Gymnasium: one seat against policies; made by :func:`zhuoji_fast.envs.gym_env`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium import logger

from zhuoji_fast.envs.scene import RENDER_MODES, Observation, Scene, no_mask, table_text, whole_seed
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.play import Policy, check_policy, policy_player

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.table import Table

__all__ = ["HandEnv"]


class HandEnv(gymnasium.Env[Observation, Any]):
    """A hand played from one seat; see :func:`zhuoji_fast.envs.gym_env`.

    Attributes
    ----------
    table : Table
        The hand as it stands.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any],
        seat: int,
        opponents: Policy | Sequence[Policy],
        *,
        players: int,
        base: int,
        planes: str | Sequence[str],
        penalty: float,
        render_mode: str | None,
    ) -> None:
        self._scene = Scene(
            rules, players, base=base, planes=planes, penalty=penalty, render_mode=render_mode
        )
        self.table: Table = self._scene.table
        self.table.legal(seat)  # refuses what is no seat
        self.seat = int(seat)
        self._policies = _policies(opponents, self.seat, self.table.players)
        self._players: dict[int, Callable[[Table], int]] = {}
        self.render_mode = render_mode
        self.observation_space, self.action_space = self._scene.spaces()
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal hand 0 of a seed, or without one the next hand of the same seed."""
        if seed is not None:
            seed = whole_seed(seed)
        super().reset(seed=seed)
        if seed is None and self.table.fresh:
            seed = int(self.np_random.integers(2**63))
        self._playing = False
        self._deal(seed)
        while self.table.done:
            self._deal(None)
        self._playing = True
        return self._told()

    def _deal(self, seed: int | None) -> None:
        """Deal a hand and play it until the seat is asked, or it is over."""
        self._scene.deal(seed)
        table = self.table
        self._players = {
            seat: policy_player(policy, seat, table.seed, table.hand)
            for seat, policy in self._policies.items()
            if isinstance(policy, str)
        }
        self._play_on()

    def _choice(self, seat: int) -> int:
        """What an opponent does."""
        policy = self._policies[seat]
        if isinstance(policy, str):
            return self._players[seat](self.table)
        return policy(self.table.view(seat), self.table.legal(seat))

    def _play_on(self) -> None:
        table = self.table
        while not table.done and self.seat not in table.pending:
            table.step({seat: self._choice(seat) for seat in table.pending})

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        mask = self._scene.mask(self.seat) if self._playing else no_mask()
        info = {"action_mask": mask.copy(), "hand": self.table.hand}
        return self._scene.observe(self.seat, mask), info

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action of the seat, and play until it is asked again or the hand is over."""
        if not self._playing:
            raise ZhuojiError("no hand is played: reset the environment")
        table = self.table
        refused = self._scene.refusal(self.seat, action)
        if refused is not None:
            self._playing = False
            seen, info = self._told()
            info["illegal"] = refused
            return seen, -self._scene.penalty, True, False, info
        answers = {self.seat: int(action)}
        for seat in table.pending:
            if seat != self.seat:
                answers[seat] = self._choice(seat)
        self._playing = False  # should a function fail, the hand is not played on
        table.step(answers)
        self._play_on()
        self._playing = not table.done
        seen, info = self._told()
        if table.done:
            info["totals"] = table.totals()
        return seen, float(table.totals()[self.seat]), table.done, False, info

    def render(self) -> Any:
        """Text of the table as the seat sees it; None without a render mode."""
        if self.render_mode is None:
            logger.warn("render() without a render mode: make the environment with 'ansi'")
            return None
        return table_text(self.table, self.seat)


def _policies(opponents: Any, seat: int, players: int) -> dict[int, Policy]:
    """Policies of the other seats."""
    others = [other for other in range(players) if other != seat]
    given = (opponents,) * len(others) if isinstance(opponents, str) else opponents
    if callable(opponents):
        given = (opponents,) * len(others)
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        raise WrongTypeError(f"opponents: {opponents!r}, expected names or functions")
    if len(given) != len(others):
        raise ZhuojiError(f"opponents: {len(given)} of them, expected 1 or {len(others)}")
    for number, policy in enumerate(given):
        check_policy(f"opponents[{number}]", policy)
    return dict(zip(others, given, strict=True))
