"""牌谱: reading, writing and masking logs of whole hands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from zhuoji_fast._core.positions import count_keys
from zhuoji_fast.documents import read_json
from zhuoji_fast.errors import LogError, PositionError, WrongTypeError, ZhuojiError
from zhuoji_fast.events import (
    FORMAT,
    HIDDEN,
    VERSION,
    EndGame,
    Event,
    StartGame,
    StartKyoku,
    checked_event,
    checked_events,
)
from zhuoji_fast.log_source import LogSource, blocks_of, is_source, replacing
from zhuoji_fast.tiles import whole_number

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType

__all__ = ["HandLog", "LogWriter", "mask_log", "read_log", "write_log"]

ORDER: Final = "LOG-1"
"""The rule of docs/log.md on what stands where in a log."""

EventDict: TypeAlias = "dict[str, Any]"
"""An event as plain data."""


class HandLog(list[EventDict]):
    """一局牌谱: the events of one hand, ``start_kyoku`` to ``end_kyoku``; a list.

    Attributes
    ----------
    lines : sequence of int
        Line of each event in its log, counted from 1.
    game : dict or None
        The ``start_game`` that the log began with: names, and the dice for the first dealer.

    Examples
    --------
    >>> import json
    >>> start = {"type": "start_kyoku", "rules": "platform", "base": 1, "oya": 0, "honba": 0,
    ...          "hand": 0, "tehais": [["?"] * 13] * 2}
    >>> text = "\\n".join(map(json.dumps, [start, {"type": "end_kyoku", "flip": None}]))
    >>> hand = next(read_log(text))
    >>> [event["type"] for event in hand], list(hand.lines)
    (['start_kyoku', 'end_kyoku'], [1, 2])
    """

    __slots__ = ("game", "lines")

    def __init__(
        self, events: Iterable[EventDict], lines: Sequence[int], game: EventDict | None = None
    ) -> None:
        super().__init__(events)
        self.lines = lines
        self.game = game

    @staticmethod
    def schema() -> dict[str, Any]:
        """JSON Schema (2020-12) of the form of one event, a line of a log."""
        from zhuoji_fast.log_schema import log_schema  # noqa: PLC0415

        return log_schema()


def read_log(log: LogSource) -> Iterator[HandLog]:
    """读牌谱: the hands of a log one by one.

    The log is read as the hands are asked for, never as a whole. One that was cut off opens up to
    its last whole hand.

    Parameters
    ----------
    log : str, path, bytes or binary file
        A path, compressed if it ends in ``.gz``; or the text of a log. Text is told by a ``{`` in
        front or by line ends.

    Yields
    ------
    HandLog
        A list of the events of one hand, plain dicts as :meth:`Table.replay` takes them.

    Raises
    ------
    LogError
        A line that is no event, events that cannot stand where they do, a hand without
        ``end_kyoku`` that is not the last one; the message begins with the line.
    WrongTypeError
        Neither path, text nor binary file.
    OSError
        The file cannot be read.

    Examples
    --------
    A log that was cut off in its first hand has no whole one:

    >>> text = '''{"type":"start_game","format":"zhuoji-mjai","version":1,"names":["甲","乙"]}
    ... {"type":"start_kyoku","rules":"guizhou","base":1,"oy'''
    >>> list(read_log(text))
    []
    """
    return _hands(_events(blocks_of(log)))


def _hands(numbered: Iterable[tuple[int, EventDict]]) -> Iterator[HandLog]:
    game: EventDict | None = None
    events: list[EventDict] = []
    numbers: list[int] = []
    first, over = True, False
    for number, event in numbered:
        kind = event["type"]
        if over:
            raise _misplaced(number, f"{kind} after end_game, which is last")
        if events:
            if kind in _OUTSIDE:
                raise _misplaced(
                    number, f"{kind}, but the hand of line {numbers[0]} has no end_kyoku"
                )
            events.append(event)
            numbers.append(number)
            if kind == "end_kyoku":
                yield HandLog(events, _as_range(numbers), game)
                events, numbers = [], []
        elif kind == "start_kyoku":
            events, numbers = [event], [number]
        elif kind == "end_game":
            over = True
        elif kind != "start_game":
            raise _misplaced(number, f"{kind} outside a hand, which begins with start_kyoku")
        elif not first:
            raise _misplaced(number, "start_game, which stands once and first")
        else:
            game = event
        first = False


_OUTSIDE = frozenset({"start_game", "start_kyoku", "end_game"})


def _misplaced(line: int, reason: str) -> LogError:
    return LogError(f"line {line}: {reason} ({ORDER})", line=line, rule=ORDER)


def _as_range(numbers: list[int]) -> Sequence[int]:
    lines = range(numbers[0], numbers[-1] + 1)
    return lines if len(lines) == len(numbers) else numbers


def _events(blocks: Iterator[bytes]) -> Iterator[tuple[int, EventDict]]:
    """Decode and check; a block that is not plain sailing is gone through line by line."""
    decode = msgspec.json.Decoder().decode_lines
    line = 1
    for block in blocks:
        lines = block.count(b"\n") + (not block.endswith(b"\n"))
        try:
            found = decode(block)
            plain = len(found) == lines and count_keys(found) == block.count(b":")
            if plain:
                msgspec.convert(found, list[Event])
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            plain = False
        yield from enumerate(found, line) if plain else _line_by_line(block, line)
        line += lines


def _line_by_line(block: bytes, line: int) -> Iterator[tuple[int, EventDict]]:
    lines = block.split(b"\n")
    for number, raw in enumerate(lines, line):
        if not raw or raw.isspace():
            continue
        if number - line == len(lines) - 1 and _is_cut_off(raw):
            return
        try:
            event = read_json(raw, "event")
        except PositionError as error:
            raise LogError(f"line {number}: {error}", line=number) from None
        checked_event(event, number)
        yield number, event  # type: ignore[misc]


def _is_cut_off(raw: bytes) -> bool:
    """Whether a line without its end may be the front of an event."""
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return raw.lstrip().startswith(b"{")
    return False


_NO_JSON: Final = (UnicodeError, TypeError, OverflowError, RecursionError)
"""What text and values raise that cannot be written."""


class LogWriter:
    """写牌谱: writes a log hand by hand; a context manager.

    The file takes its name only when the block ends without an error: until then, and after an
    error, what stood there stays as it was. One hand is held in memory at a time.

    Parameters
    ----------
    path : path
        Compressed if it ends in ``.gz``, without name and time, so that the same hands give the
        same bytes (from the same zlib).
    names : sequence of str, optional
        Names of the players; ``seat0``, ``seat1``, … by default, or those of the log that the
        first hand was read from.
    dealer_dice : (int, int), optional
        The dice thrown for the first dealer.

    Raises
    ------
    LogError
        From :meth:`write`: events that are no whole hand.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> start = {"type": "start_kyoku", "rules": "platform", "base": 1, "oya": 0, "honba": 0,
    ...          "hand": 0, "tehais": [["?"] * 13] * 2}
    >>> hand = [start, {"type": "end_kyoku", "flip": None}]
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "log.jsonl.gz"
    ...     with LogWriter(path) as log:
    ...         for _ in range(3):
    ...             log.write(hand)
    ...         before = path.exists()
    ...     before, log.hands, list(read_log(path)) == [hand] * 3
    (False, 3, True)
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        names: Sequence[str] | None = None,
        dealer_dice: tuple[int, int] | None = None,
    ) -> None:
        self._path = path
        self._names = None if names is None else list(names)
        self._dealer_dice = dealer_dice
        self._context: AbstractContextManager[IO[bytes]] | None = None
        self._file: IO[bytes] | None = None
        self._encode = msgspec.json.Encoder().encode_lines
        self.hands = 0

    def __enter__(self) -> LogWriter:
        context = replacing(self._path)
        self._file = context.__enter__()
        self._context = context
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        context, file = self._context, self._file
        self._context = self._file = None
        if context is None or file is None:
            return
        try:
            if kind is None:
                if self.hands == 0:
                    file.write(self._encode([self._start(4, None)]))
                file.write(self._encode([{"type": "end_game"}]))
        except BaseException as fault:
            context.__exit__(type(fault), fault, fault.__traceback__)
            raise
        context.__exit__(kind, error, trace)

    def write(self, hand: Iterable[EventDict]) -> None:
        """Write one hand, ``start_kyoku`` to ``end_kyoku``; a ``start_game`` before it counts only
        for the names, and an ``end_game`` after it for nothing."""
        if self._file is None:
            raise ZhuojiError("the log is not open: write inside the with block")
        checked = checked_hand(hand)
        _check_whole(checked)
        text = self._text_of(checked)
        if self.hands == 0:
            players = len(checked.start.tehais)
            self._file.write(self._encode([self._start(players, checked.game)]))
        self._file.write(text)
        self.hands += 1

    def _text_of(self, hand: CheckedHand) -> bytes:
        try:
            return self._encode(hand.plain)
        except _NO_JSON:
            for event, line in zip(hand.plain, hand.lines, strict=True):
                try:
                    self._encode([event])
                except _NO_JSON as error:
                    reason = f"line {line}: {event['type']}: no JSON ({error})"
                    raise LogError(reason, line=line) from None
            raise

    def _start(self, players: int, game: EventDict | None) -> EventDict:
        game = game or {}
        names = self._names or game.get("names") or [f"seat{seat}" for seat in range(players)]
        if self._dealer_dice is None:
            self._dealer_dice = game.get("dealer_dice")
        self._names = list(names)
        return start_game(self._names, self._dealer_dice)


def start_game(names: Sequence[str], dealer_dice: Sequence[int] | None = None) -> EventDict:
    """Make the event that a log begins with.

    Raises
    ------
    LogError
        Names or dice that cannot be.
    """
    event = {"type": "start_game", "format": FORMAT, "version": VERSION, "names": list(names)}
    if dealer_dice is not None:
        event["dealer_dice"] = list(dealer_dice)
    checked_event(event, 1)
    return event


class CheckedHand(NamedTuple):
    """One hand: its events are checked, what they say is not."""

    start: StartKyoku
    events: list[Event]
    """Those after it."""
    lines: Sequence[int]
    """Line of the start, then of each of these."""
    plain: list[EventDict]
    """All as they came."""
    game: EventDict | None


def one_hand(log: LogSource | Iterable[EventDict]) -> CheckedHand:
    """Give the only hand of a log: a path, text, or a list of events.

    Raises
    ------
    LogError
        As :func:`read_log`; also if there is not exactly one hand. A list is searched only for its
        start: what comes after it is told best by playing.
    WrongTypeError
        Anything else.
    """
    if not is_source(log):
        return checked_hand(log)
    hands = read_log(log)
    hand = next(hands, None)
    if hand is None:
        raise LogError(f"no whole hand in the log ({ORDER})", rule=ORDER)
    if another := next(hands, None):
        raise _misplaced(another.lines[0], "a second hand; read_log gives them one by one")
    return checked_hand(hand)


def checked_hand(hand: Iterable[EventDict]) -> CheckedHand:
    """Check the events of one hand; ``start_game`` and ``end_game`` may stand around it.

    Raises
    ------
    LogError
        An event that is none, or no start of a hand.
    WrongTypeError
        No list of events.
    """
    if isinstance(hand, Mapping) or not isinstance(hand, Iterable):
        raise WrongTypeError(f"log: expected a list of events, not {type(hand).__name__}")
    plain = list(hand)
    game = hand.game if isinstance(hand, HandLog) else None
    lines: Sequence[int] = range(1, len(plain) + 1)
    if isinstance(hand, HandLog) and len(hand.lines) == len(plain):
        lines = hand.lines
    events = checked_events(plain, lines)
    first, last = 0, len(events)
    if events and isinstance(events[0], StartGame):
        first, game = 1, plain[0]
    if last > first and isinstance(events[-1], EndGame):
        last -= 1
    if first == last:
        raise LogError(f"no hand in the log ({ORDER})", rule=ORDER)
    start = events[first]
    if not isinstance(start, StartKyoku):
        raise _misplaced(lines[first], f"{plain[first]['type']}, a hand begins with start_kyoku")
    return CheckedHand(start, events[first + 1 : last], lines[first:last], plain[first:last], game)


def _check_whole(hand: CheckedHand) -> None:
    """Check that a hand ends where its events do, and nowhere else."""
    kinds = [event["type"] for event in hand.plain]
    for line, kind, before in zip(hand.lines[1:], kinds[1:], kinds, strict=False):
        if before == "end_kyoku":
            raise _misplaced(line, f"{kind} after end_kyoku")
        if kind in _OUTSIDE:
            raise _misplaced(line, f"{kind} inside a hand")
    if kinds[-1] != "end_kyoku":
        raise _misplaced(hand.lines[-1], "the hand has no end_kyoku")


def mask_event(event: EventDict, seat: int) -> EventDict | None:
    """Give an event as a seat sees it, None if it sees nothing; ``seed`` would tell the wall."""
    kind = event.get("type")
    if kind == "tsumo" and event["actor"] != seat:
        return {**event, "pai": HIDDEN}
    if kind == "none" and event["actor"] != seat:
        return None
    if kind == "start_kyoku":
        tehais = [
            list(tiles) if of == seat else [HIDDEN] * len(tiles)
            for of, tiles in enumerate(event["tehais"])
        ]
        return {**event, "tehais": tehais, "seed": None}
    return event


def mask_log(events: Iterable[EventDict], seat: int) -> list[EventDict]:
    """遮牌谱: a log as one seat sees it while it is played.

    Hands and draws of the others are ``"?"``, their ``none`` are left out, and so is the seed, from
    which the wall could be dealt again. The end of a hand stays: hands are shown then.

    Parameters
    ----------
    events : iterable of dict
        Events of a hand or of a whole log.
    seat : int
        0 to 3.

    Returns
    -------
    list of dict
        New events; those that are not changed are shared.

    Raises
    ------
    LogError
        Something that is no event.
    ZhuojiError
        A seat that is not in the log.

    Examples
    --------
    >>> mask_log([{"type": "tsumo", "actor": 1, "pai": "5m"}], 0)
    [{'type': 'tsumo', 'actor': 1, 'pai': '?'}]
    """
    seat = whole_number(seat, "seat")
    if isinstance(events, Mapping) or not isinstance(events, Iterable):
        raise WrongTypeError(f"events: expected a list of them, not {type(events).__name__}")
    plain = list(events)
    players = [
        len(event.tehais)
        for event in checked_events(plain, range(1, len(plain) + 1))
        if isinstance(event, StartKyoku)
    ]
    if not 0 <= seat < min(players, default=4):
        raise ZhuojiError(f"seat {seat}: expected 0 to {min(players, default=4) - 1}")
    masked = [mask_event(event, seat) for event in plain]
    return [event for event in masked if event is not None]


def write_log(
    path: str | os.PathLike[str],
    hands: Iterable[Iterable[EventDict]],
    *,
    names: Sequence[str] | None = None,
    dealer_dice: tuple[int, int] | None = None,
) -> int:
    """写牌谱: write whole hands to a file, which appears only when all are written.

    Parameters
    ----------
    path : path
        Compressed if it ends in ``.gz``.
    hands : iterable of lists of dict
        Hands as :attr:`Table.log` and :func:`read_log` give them; taken one by one.
    names, dealer_dice
        As :class:`LogWriter`.

    Returns
    -------
    int
        Number of hands written.

    Raises
    ------
    LogError
        Events that are no whole hand; nothing is written then.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> start = {"type": "start_kyoku", "rules": "platform", "base": 1, "oya": 0, "honba": 0,
    ...          "hand": 0, "tehais": [["?"] * 13] * 2}
    >>> hand = [start, {"type": "end_kyoku", "flip": None}]
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "log.jsonl.gz"
    ...     write_log(path, [hand, hand], names=["甲", "乙"]), next(read_log(path)).game["names"]
    (2, ['甲', '乙'])
    """
    with LogWriter(path, names=names, dealer_dice=dealer_dice) as log:
        for hand in hands:
            log.write(hand)
    return log.hands
