"""环境: hands of Guiyang Zhuoji as PettingZoo and Gymnasium environments, the extra ``env``.

Nothing here needs either package until an environment is made, so that the base install can say
which extra is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zhuoji_fast.errors import MissingExtraError

if TYPE_CHECKING:
    from zhuoji_fast.envs.aec import HandAECEnv
    from zhuoji_fast.envs.single import HandEnv
    from zhuoji_fast.play import Policy
    from zhuoji_fast.rules import Rules

__all__ = ["aec_env", "gym_env", "raw_env"]


def raw_env(
    rules: Rules | str | Mapping[str, Any] = "guiyang",
    players: int = 4,
    *,
    base: int = 1,
    planes: str | Sequence[str] = "all",
    penalty: float = 100,
    render_mode: str | None = None,
) -> HandAECEnv:
    """Make the environment of :func:`aec_env` without the wrapper that watches the order of calls.

    Parameters and errors are the same; it is the faster of the two.

    Examples
    --------
    >>> import pettingzoo
    >>> env = raw_env("platform", players=2)
    >>> env.reset(seed=5)
    >>> env.agents, env.agent_selection
    (['player_0', 'player_1'], 'player_1')
    """
    _need("pettingzoo", "gymnasium")
    from zhuoji_fast.envs.aec import HandAECEnv  # noqa: PLC0415

    return HandAECEnv(
        rules, players, base=base, planes=planes, penalty=penalty, render_mode=render_mode
    )


def aec_env(
    rules: Rules | str | Mapping[str, Any] = "guiyang",
    players: int = 4,
    *,
    base: int = 1,
    planes: str | Sequence[str] = "all",
    penalty: float = 100,
    render_mode: str | None = None,
) -> Any:
    """PettingZoo: an AEC environment in which every seat is an agent.

    An episode is a hand. Agents are ``player_0`` and so on by seat; a turn asks its seat, and
    where several may answer an open tile they are asked one after the other, none seeing what the
    others have said. An observation is a dict of ``observation``, the chosen planes, and
    ``action_mask``, which is 0 everywhere but for the agent that is asked; that mask is in its info
    as well. Rewards are points, 0 until the hand is over.

    ``reset(seed)`` deals hand 0 of the seed, ``reset()`` the next hand of the same seed; seat
    ``(seed + hand) % players`` deals. Options are not used.

    Parameters
    ----------
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    players : int, default 4
        Seats, as many as the rules allow.
    base : int, default 1
        底分, 1 to 1,000,000: multiplies every amount.
    planes : str or sequence of str, default "all"
        What is observed: names of :data:`~zhuoji_fast.PLANES`.
    penalty : float, default 100
        What an illegal action costs. It ends the hand: the agent's reward is minus the penalty,
        the others get 0, and the agent's info has the reason under ``illegal``.
    render_mode : {"ansi"}, optional
        With ``"ansi"`` :meth:`render` gives the table as text, as the asked agent sees it.

    Returns
    -------
    pettingzoo.AECEnv

    Raises
    ------
    MissingExtraError
        PettingZoo or Gymnasium is not installed.
    ZhuojiError
        A number out of its range, an unknown plane; :class:`~zhuoji_fast.RulesError` for the
        rules.
    WrongTypeError
        A value of a wrong type; from ``step`` an action that is no whole number.

    Examples
    --------
    >>> import pettingzoo
    >>> env = aec_env("guiyang")
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     if terminated:
    ...         action = None
    ...     else:
    ...         action = int(info["action_mask"].argmax())
    ...     env.step(action)
    >>> env.agents
    []
    """
    env = raw_env(
        rules, players, base=base, planes=planes, penalty=penalty, render_mode=render_mode
    )
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: PLC0415

    return OrderEnforcingWrapper(env)


def gym_env(
    rules: Rules | str | Mapping[str, Any] = "guiyang",
    seat: int = 0,
    opponents: Policy | Sequence[Policy] = "useful",
    *,
    players: int = 4,
    base: int = 1,
    planes: str | Sequence[str] = "all",
    penalty: float = 100,
    render_mode: str | None = None,
) -> HandEnv:
    """Gymnasium: one seat against policies.

    An episode is a hand, a step what the seat is asked until it is asked again. Observations,
    masks and rewards are as in :func:`aec_env`. A hand that ends before the seat is asked anything
    is left out and the next one dealt. The info has the mask, the number of the hand, and at the
    end what every seat has won or lost, ``totals``.

    ``reset(seed=...)`` deals hand 0 of the seed, ``reset()`` the next hand of the same seed; seat
    ``(seed + hand) % players`` deals. Options are not used.

    Parameters
    ----------
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    seat : int, default 0
        The seat that learns.
    opponents : str, callable or sequence of them
        One of :data:`~zhuoji_fast.POLICIES`, or a function of the view of a seat and the legal
        actions to one of them; one for all, or one for each of the other seats by rising number.
    players, base, planes
        As in :func:`aec_env`.
    penalty : float, default 100
        What an illegal action costs. It ends the hand with minus the penalty as reward and the
        reason under ``illegal`` in the info.
    render_mode : {"ansi"}, optional
        With ``"ansi"`` :meth:`render` gives the table as text, as the seat sees it.

    Returns
    -------
    gymnasium.Env

    Raises
    ------
    MissingExtraError
        Gymnasium is not installed.
    ZhuojiError
        A number out of its range, an unknown plane or policy; :class:`~zhuoji_fast.RulesError` for
        the rules; from ``step`` a hand that is over.
    IllegalActionError
        From ``step`` and ``reset``: an opponent that is a function returned an action that is not
        legal.
    WrongTypeError
        A value of a wrong type; from ``step`` an action that is no whole number.

    Examples
    --------
    >>> import gymnasium
    >>> env = gym_env("guiyang", seat=1, opponents=["useful", "shanten", "random"])
    >>> observation, info = env.reset(seed=3)
    >>> terminated = False
    >>> while not terminated:
    ...     action = int(info["action_mask"].argmax())
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> reward == info["totals"][1], sum(info["totals"])
    (True, 0)
    """
    _need("gymnasium")
    from zhuoji_fast.envs.single import HandEnv  # noqa: PLC0415

    return HandEnv(
        rules,
        seat,
        opponents,
        players=players,
        base=base,
        planes=planes,
        penalty=penalty,
        render_mode=render_mode,
    )


def _need(*packages: str) -> None:
    try:
        for package in packages:
            import_module(package)
    except ImportError as exc:
        raise MissingExtraError(
            f"environments need the extra 'env' ({exc}): pip install 'zhuoji_fast[env]'"
        ) from None
