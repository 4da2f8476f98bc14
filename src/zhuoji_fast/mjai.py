"""mjai: players in other processes and languages, one JSON event a line.

A player is told every event of the log as its seat sees it, one a line on its standard input, and
answers each with one line on its standard output. Where it has a choice, the event carries
``possible_actions``, a list of events, and it answers with one of them; ``{"type": "none"}``
passes. Elsewhere an answer is expected too, but what it says is ignored.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from zhuoji_fast.actions import Action
from zhuoji_fast.documents import show
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.logs import mask_event
from zhuoji_fast.tiles import KINDS, tile_index, tile_text

if TYPE_CHECKING:
    from typing import Self

    from zhuoji_fast.match_play import Match
    from zhuoji_fast.table import Table

__all__ = ["MjaiPlayer", "play_hand", "play_match", "possible_actions", "read_action"]

Player: TypeAlias = "MjaiPlayer | Callable[[Table], int]"
"""A process, or a function of the table that gives an action id, as ``policy_player`` makes."""

PHASE_TURN = 1
_CLAIMS = {int(Action.PONG): ("pon", 2), int(Action.EXPOSED_KONG): ("daiminkan", 3)}
_TYPES = {
    "hora": Action.WIN,
    "pon": Action.PONG,
    "daiminkan": Action.EXPOSED_KONG,
    "reach": Action.DECLARE,
    "none": Action.PASS,
}
_TILE_TYPES = {
    "dahai": (Action.DISCARD, "pai"),
    "ankan": (Action.CONCEALED_KONG, "consumed"),
    "kakan": (Action.ADDED_KONG, "pai"),
}


def possible_actions(table: Table, seat: int) -> list[dict[str, Any]]:
    """能做什么: the legal actions of a seat as events, a pass as ``{"type": "none"}``.

    Parameters
    ----------
    table : Table
        Any table.
    seat : int
        Who is asked; empty if he is not pending.

    Returns
    -------
    list of dict
        In the order of the action ids. Kongs do not say whether they are late.

    Examples
    --------
    >>> from zhuoji_fast import Table
    >>> possible_actions(Table("guiyang", seed=1), 0)[0]
    {'type': 'dahai', 'actor': 0, 'pai': '1m', 'tsumogiri': False}
    """
    return [_event(table, seat, action) for action in table.legal(seat)]


def _event(table: Table, seat: int, action: int) -> dict[str, Any]:
    if action == Action.PASS:
        return {"type": "none"}
    own = {"actor": seat}
    if action < Action.PONG:
        pai = tile_text(action % KINDS)
        if action < Action.CONCEALED_KONG:
            return {"type": "dahai", **own, "pai": pai, "tsumogiri": action == table.drawn}
        if action < Action.ADDED_KONG:
            return {"type": "ankan", **own, "consumed": [pai] * 4}
        return {"type": "kakan", **own, "pai": pai, "consumed": [pai] * 3}
    if action == Action.DECLARE:
        soft = table.phase == PHASE_TURN and table.rules.declare == "hard_soft"
        return {"type": "reach", **own, "kind": "soft" if soft and seat != table.dealer else "hard"}
    return _claim(table, action, own)


def _claim(table: Table, action: int, own: dict[str, Any]) -> dict[str, Any]:
    tile = table.drawn if table.phase == PHASE_TURN else table.tile
    claim = {**own, "target": table.turn, "pai": tile_text(tile)}
    if action == Action.WIN:
        return {"type": "hora", **claim}
    kind, used = _CLAIMS[action]
    return {"type": kind, **claim, "consumed": [tile_text(tile)] * used}


def read_action(table: Table, seat: int, answer: Mapping[str, Any]) -> int:
    """读动作: the action id of an answer; only its type and its tile are looked at.

    Parameters
    ----------
    table : Table
        A table that waits for the seat.
    seat : int
        Who answers.
    answer : mapping
        An event as one of :func:`possible_actions`.

    Raises
    ------
    IllegalActionError
        An action that is not legal now.
    ZhuojiError
        No answer at all.

    Examples
    --------
    >>> from zhuoji_fast import Table
    >>> read_action(Table("guiyang", seed=1), 0, {"type": "dahai", "pai": "一万"})
    0
    """
    if not isinstance(answer, Mapping):
        raise WrongTypeError(f"answer: expected an object, not {show(answer)}")
    kind = answer.get("type")
    if isinstance(kind, str) and kind in _TYPES:
        action = int(_TYPES[kind])
    elif isinstance(kind, str) and kind in _TILE_TYPES:
        first, field = _TILE_TYPES[kind]
        tile = answer.get(field)
        if field == "consumed" and isinstance(tile, list | tuple) and tile:
            tile = tile[0]
        if not isinstance(tile, str):
            raise ZhuojiError(f"answer {kind}: {field} is {show(tile)}, expected a tile")
        action = first + tile_index(tile)
    else:
        known = ", ".join([*_TILE_TYPES, *_TYPES])
        raise ZhuojiError(f"answer: type {show(kind)}, expected one of {known}")
    table.verify(seat, action)
    return action


class MjaiPlayer:
    """外部玩家: a player in a process of its own; a context manager that ends it.

    Parameters
    ----------
    command : sequence of str
        Program and arguments.
    name : str, optional
        For errors and logs; the command by default.
    timeout : float, optional
        Seconds that an answer may take; without limit by default.

    Raises
    ------
    OSError
        The program cannot be started.
    ZhuojiError
        From :meth:`ask`: no answer in time, none at all, or one that is no JSON object.

    Examples
    --------
    >>> import sys
    >>> echo = "import sys\\nfor line in sys.stdin: print(line, end='', flush=True)"
    >>> with MjaiPlayer([sys.executable, "-c", echo]) as player:
    ...     player.ask({"type": "none"})
    {'type': 'none'}
    """

    def __init__(
        self, command: Sequence[str], *, name: str | None = None, timeout: float | None = None
    ) -> None:
        self.name = " ".join(command) if name is None else name
        self.timeout = timeout
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def ask(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Tell an event and give the answer to it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(event) + b"\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self.timeout)
        except queue.Empty:
            raise ZhuojiError(f"{self.name}: no answer in {self.timeout} s") from None
        except OSError:
            line = b""
        if not line:
            raise ZhuojiError(f"{self.name}: the player has ended, exit code {self._code()}")
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError) as error:
            raise ZhuojiError(f"{self.name}: not an answer ({error})") from None

    def _code(self) -> int | None:
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End the process: close its input, and after a second stop it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        if self._code() is None:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def play_hand(table: Table, players: Sequence[Player]) -> None:
    """打一局: play a hand to its end.

    Parameters
    ----------
    table : Table
        A hand that has just been dealt.
    players : sequence of MjaiPlayer or callable
        One for each seat.

    Raises
    ------
    ZhuojiError
        A player that does not answer; :class:`~zhuoji_fast.IllegalActionError` for an answer that
        is not legal.

    Examples
    --------
    >>> from zhuoji_fast import Table, policy_player
    >>> table = Table("guiyang", seed=1)
    >>> play_hand(table, [policy_player("useful", seat, 1) for seat in range(4)])
    >>> table.done
    True
    """
    if len(players) != table.players:
        raise ZhuojiError(f"players: {len(players)} of them, expected {table.players}")
    events = table.log
    while True:
        actions = {}
        for seat, player in enumerate(players):
            asked = seat in table.pending
            if isinstance(player, MjaiPlayer):
                answer = _tell(player, events, seat, possible_actions(table, seat))
                if asked:
                    actions[seat] = _action(player, table, seat, answer)
            elif asked:
                actions[seat] = player(table)
        if table.done:
            return
        _, _, events = table.step(actions)


def _tell(
    player: MjaiPlayer,
    events: Sequence[dict[str, Any]],
    seat: int,
    possible: list[dict[str, Any]],
) -> dict[str, Any]:
    """Tell a player what it sees of events, and give its answer to the last."""
    seen = [event for event in (mask_event(event, seat) for event in events) if event is not None]
    answer: dict[str, Any] = {}
    for number, event in enumerate(seen, 1):
        last = number == len(seen) and bool(possible)
        answer = player.ask({**event, "possible_actions": possible} if last else event)
    return answer


def _action(player: MjaiPlayer, table: Table, seat: int, answer: dict[str, Any]) -> int:
    try:
        return read_action(table, seat, answer)
    except ZhuojiError as error:
        error.args = (f"{player.name}: {error}", *error.args[1:])
        raise


def play_match(match: Match, players: Sequence[Player]) -> None:
    """打一场: play all hands of a match that are left.

    Processes are told ``start_game``, with their seat as ``id``, and ``end_game`` around them.

    Parameters
    ----------
    match : Match
        Hands, rules and seed.
    players : sequence of MjaiPlayer or callable
        One for each seat; a function is given the table of the hand.

    Raises
    ------
    ZhuojiError
        As :func:`play_hand`.

    Examples
    --------
    >>> from zhuoji_fast import Match, policy_player
    >>> match = Match("guiyang", hands=2, seed=1)
    >>> play_match(match, [policy_player("useful", seat, 1) for seat in range(4)])
    >>> match.done
    True
    """
    start = match.log[0]
    for seat, player in enumerate(players):
        if isinstance(player, MjaiPlayer):
            player.ask({**start, "id": seat})
    for table in match:
        play_hand(table, players)
    for player in players:
        if isinstance(player, MjaiPlayer):
            player.ask({"type": "end_game"})
