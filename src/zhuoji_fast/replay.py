"""复盘: playing a logged hand again on the table, up to the first event that may not be.

The table says what is legal, and draws what the log says was drawn. So a hand ends as it was
played, and what its ``end_kyoku`` claims is only compared with that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

import msgspec

from zhuoji_fast._core.follow import follow
from zhuoji_fast._core.tabledoor import TableCore, dealt_places, seeded_wall
from zhuoji_fast.actions import ACTIONS, Action
from zhuoji_fast.errors import IllegalActionError, LogError, PositionError, RulesError, ZhuojiError
from zhuoji_fast.events import (
    Ankan,
    Dahai,
    Daiminkan,
    Dead,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pass,
    Pon,
    Reach,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from zhuoji_fast.logs import one_hand
from zhuoji_fast.position import Position
from zhuoji_fast.rules import Rules
from zhuoji_fast.settlement import compiled_lines
from zhuoji_fast.tiles import KINDS, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.events import Event
    from zhuoji_fast.log_source import LogSource
    from zhuoji_fast.logs import CheckedHand, EventDict

__all__ = ["replay_hand"]

COPIES: Final = 4
TILES: Final = KINDS * COPIES
MAX_SEED: Final = 2**64 - 1
PHASE_HARD, PHASE_TURN, PHASE_CLAIM, PHASE_ROB, PHASE_OVER = range(5)
MAY_WIN: Final = 1 << (Action.WIN - Action.PONG)
LATE: Final = 3
"""Where the last byte of a compact event stands, which tells a late kong."""

_INDEX: Final = {tile_text(tile): tile for tile in range(KINDS)}
_TEXTS: Final = tuple(_INDEX)
_PASSES: Final = bytes([Action.PASS] * 4)
_ALONE: Final = tuple(
    tuple(_PASSES[:seat] + bytes([action]) + _PASSES[seat + 1 :] for action in range(ACTIONS))
    for seat in range(4)
)
"""Answers in which one seat does something and the others pass."""
_PLACES: Final = {
    (players, dealer): dealt_places(players, dealer)
    for players in (2, 3, 4)
    for dealer in range(players)
}


T = TypeVar("T", bound=TableCore)


def replay_hand(
    make: Callable[[Rules, int, int], T],
    log: LogSource | Iterable[EventDict],
    *,
    partial: bool = False,
) -> T:
    """Play the hand of a log again.

    Parameters
    ----------
    make : callable
        Makes a table of rules, number of players and base.
    log
        Path, text, binary file, or list of events; of one hand.
    partial : bool
        Whether a list may stop in mid-hand.

    Returns
    -------
    table
        What `make` made, at the end of the events.

    Raises
    ------
    LogError
        The first event that cannot be, with its line and the rule.
    """
    return _Replay(make, one_hand(log)).run(partial)


class _Replay(Generic[T]):
    """One hand on its way through its events; `at` is the next of them."""

    def __init__(self, make: Callable[[Rules, int, int], T], hand: CheckedHand) -> None:
        self.lines = hand.lines
        self.plain = hand.plain
        self.events = hand.events
        self.at = 0
        self.passed: dict[int, Pass] = {}
        self.ended = False
        self.table = self._deal(make, hand.start)

    def run(self, partial: bool) -> T:
        """Go through all events."""
        table, events = self.table, self.events
        number = len(events)
        self._declare_blind()
        while self.at < number:
            self._follow()
            if self.at == number:
                break
            event = events[self.at]
            phase = table.phase
            if isinstance(event, Dead):
                self._mark(event)
            elif phase == PHASE_TURN:
                self._take_turn(event)
            elif phase != PHASE_OVER:
                self._answer(event)
            elif isinstance(event, EndKyoku) and not self.ended:
                self._compare(event)
                self.ended = True
                self.at += 1
            else:
                self._refuse(event)
        if not self.ended and (table.phase == PHASE_OVER or not partial):
            self._fail(number - 1, "LOG-1", "the hand has no end_kyoku")
        self._stop_waiting()
        return table

    def _follow(self) -> None:
        """Leave draws and discards that are as they should be to compiled code."""
        place = follow(self.table, self.plain, self.at + 1) - 1
        if place > self.at:
            self.at = place
            self.passed.clear()

    def _stop_waiting(self) -> None:
        """Let the table go on by itself where nobody is asked."""
        table = self.table
        table.patient = False
        if table.phase != PHASE_OVER and not table.pending_mask:
            table.play(_PASSES)

    # ------------------------------------------------------------ errors

    def _fail(self, at: int, rule: str | None, reason: str) -> NoReturn:
        """Raise the error for the event at a place; -1 is the start of the hand."""
        line = self.lines[at + 1]
        text = f"line {line}: {self.plain[at + 1]['type']}: {reason}"
        raise LogError(text if rule is None else f"{text} ({rule})", line=line, rule=rule) from None

    def _verify(self, seat: int, action: int) -> None:
        try:
            self.table.verify(seat, action)
        except IllegalActionError as error:
            reason = str(error).removesuffix(f" ({error.rule})")
            self._fail(self.at, error.rule, reason)
        except ZhuojiError as error:
            self._fail(self.at, "R-PLAY-1", str(error))

    def _refuse(self, event: Event) -> NoReturn:
        """Say why an event cannot come now."""
        table = self.table
        if isinstance(event, StartGame | StartKyoku | EndGame):
            self._fail(self.at, "LOG-1", "inside a hand")
        if self.ended:
            self._fail(self.at, "LOG-1", "after end_kyoku")
        if table.phase == PHASE_OVER:
            if isinstance(event, Hora | Pon | Daiminkan):
                self._fail(self.at, "R-PLAY-4", "a win stands, nothing else can be done")
            if isinstance(event, Pass):
                self._fail(self.at, "LOG-4", "the hand is over, no pass is written any more")
            self._fail(self.at, "R-PLAY-6", "the hand is over")
        if isinstance(event, Dahai | Reach | Ankan | Kakan) and table.tile >= 0:
            rob = table.phase == PHASE_ROB
            seat = table.turn if rob else (table.turn + 1) % table.players
            self._fail(self.at, "R-PLAY-3", f"seat {seat} draws first")
        if (wanted := _wanted(event)) is not None:
            self._verify(*wanted)
        if isinstance(event, Tsumo):
            self._fail(self.at, "R-PLAY-3", f"seat {table.turn} is to act, nobody draws")
        if isinstance(event, Pass):
            self._fail(self.at, "LOG-4", "no tile is open that could be passed")
        if isinstance(event, Ryukyoku) and event.reason == "dead_hand":
            self._fail(self.at, "R-PLAY-8", "the hand ends right after a seat is marked dead")
        self._fail(self.at, "R-PLAY-6", "the hand goes on")

    def _index(self, pai: str, at: int) -> int:
        tile = _INDEX.get(pai)
        if tile is None:
            self._fail(at, "LOG-2", "a masked log hides tiles and cannot be replayed")
        return tile

    # ------------------------------------------------------------ the deal

    def _deal(self, make: Callable[[Rules, int, int], T], start: StartKyoku) -> T:
        try:
            rules = Rules.from_value(start.rules)
        except RulesError as error:
            self._fail(-1, None, str(error))
        players = len(start.tehais)
        if players not in rules.players:
            allowed = " or ".join(map(str, rules.players))
            self._fail(-1, None, f"{players} hands, these rules are for {allowed} players")
        table = make(rules, players, start.base)
        row: list[int] = [-1] * TILES
        left = [COPIES] * KINDS
        hands = []
        for hand, places in zip(start.tehais, _PLACES[players, start.oya], strict=True):
            tiles = [self._index(pai, -1) for pai in hand]
            hands.append(sorted(tiles))
            for place, tile in zip(places, tiles, strict=True):
                row[place] = tile
                left[tile] -= 1
        if min(left) < 0:
            self._fail(-1, "R-PLAY-1", f"a fifth {_TEXTS[left.index(min(left))]}")
        seed, number, seeded = start.seed, start.hand, False
        if seed is not None and max(seed, number) <= MAX_SEED:
            wall = seeded_wall(seed, number)
            dealt = _PLACES[players, start.oya]
            seeded = hands == [sorted([wall[place] for place in of]) for of in dealt]
        if not seeded:
            rest = [tile for tile in range(KINDS) for _ in range(left[tile])]
            row[13 * players :] = rest
            wall = bytes(row)
        table.deal(
            (seed or 0) if seeded else 0,
            min(number, MAX_SEED),
            start.oya,
            start.honba,
            wall,
            seeded,
            start.dice,
            True,
        )
        return table

    def _declare_blind(self) -> None:
        """Collect the hard declarations, up to the dealer's fourteenth."""
        table, events = self.table, self.events
        answers = bytearray(_PASSES)
        while self.at < len(events):
            event = events[self.at]
            if isinstance(event, Dead):
                if self._ends(event) and Action.DECLARE in answers:
                    table.play(bytes(answers))  # the tile drawn with it is nobody's in the end
                elif event.actor < table.players:
                    answers[event.actor] = Action.PASS
                self._mark(event)
                if table.phase == PHASE_OVER:
                    return
                continue
            if not isinstance(event, Reach):
                self._draw(event, bytes(answers), table.dealer, tail=False)
                return
            if event.kind != "hard":
                self._fail(self.at, "R-DECL-2", "before the dealer's draw one declares hard")
            if table.rules.declare == "off":
                self._fail(self.at, "R-DECL-1", "these rules know no declaring")
            if table.rules.declare != "hard_soft":
                self._fail(self.at, "R-DECL-2", "these rules know no declaring before the draw")
            if event.actor == table.dealer:
                self._fail(self.at, "R-DECL-2", "the dealer declares with his first discard")
            if answers[event.actor] == Action.DECLARE:
                self._fail(self.at, "R-DECL-2", f"seat {event.actor} has declared already")
            self._verify(event.actor, Action.DECLARE)
            answers[event.actor] = Action.DECLARE
            self.at += 1
        if Action.DECLARE in answers:
            table.play(bytes(answers))

    # ------------------------------------------------------------ draws and marks

    def _draw(self, event: Event, answers: bytes, seat: int, *, tail: bool) -> None:
        """Let the table draw what the log says; `answers` lead to the draw."""
        if not isinstance(event, Tsumo):
            self._refuse(event)
        self._check_draw(event, seat, tail)
        if not self.table.place(self._index(event.pai, self.at), tail):
            self._no_such_tile(event.pai)
        self.table.play(answers)
        self.passed.clear()
        self.at += 1

    def _check_draw(self, event: Tsumo, seat: int, tail: bool) -> None:
        if event.actor != seat:
            rule = "R-PLAY-3" if tail else "R-PLAY-4"
            if self.table.phase == PHASE_HARD:
                rule = "R-PLAY-1"
            self._fail(self.at, rule, f"seat {seat} draws next")
        if event.rinshan != tail:
            ends = ("a replacement tile comes from the tail", "this draw comes from the head")
            self._fail(self.at, "R-BREAK-4", ends[not tail])

    def _no_such_tile(self, pai: str) -> NoReturn:
        if self.table.wall_left == 0:
            self._fail(self.at, "R-PLAY-6", "no tile is left in the wall")
        self._fail(self.at, "R-PLAY-1", f"a fifth {pai}")

    def _play_kong(self, answers: bytes) -> int:
        """Let the table make a kong and draw; give the last byte of its compact event."""
        table, events = self.table, self.events
        at = self.at + 1
        while at < len(events) and type(events[at]) is Dead:
            at += 1
        drawn = events[at] if at < len(events) else None
        if isinstance(drawn, Tsumo):
            table.place(_INDEX.get(drawn.pai, -1), True)
        before = table.n_events
        table.play(answers)
        self.passed.clear()
        return table.compact_events(before)[LATE]

    def _replaced(self, actor: int) -> None:
        """Hold the replacement tile that the table has drawn against the log."""
        table, events = self.table, self.events
        while self.at < len(events):
            event = events[self.at]
            if isinstance(event, Dead):
                self._mark(event)
                if table.phase == PHASE_OVER:
                    return
                continue
            if not isinstance(event, Tsumo):
                self._fail(self.at, "R-PLAY-3", f"seat {actor} draws a replacement tile first")
            self._check_draw(event, actor, True)
            if self._index(event.pai, self.at) != table.drawn:
                self._no_such_tile(event.pai)
            self.at += 1
            return

    def _mark(self, event: Dead) -> None:
        end = self._ends(event)
        try:
            self.table.mark_dead(event.actor, end)
        except IllegalActionError as error:
            # What forbids only that the hand ends is wrong with the end, not with the mark.
            ends_wrongly = end and self._may_mark(event.actor)
            reason = str(error).removesuffix(f" ({error.rule})")
            self._fail(self.at + ends_wrongly, error.rule, reason)
        except ZhuojiError as error:
            self._fail(self.at, "R-PLAY-8", str(error))
        self.at += 1 + end

    def _ends(self, event: Dead) -> bool:
        """Whether the hand ends with the mark that comes next."""
        after = self.events[self.at + 1] if self.at + 1 < len(self.events) else None
        return (
            isinstance(after, Ryukyoku)
            and after.reason == "dead_hand"
            and after.actor == event.actor
        )

    def _may_mark(self, seat: int) -> bool:
        try:
            self.table.mark_dead(seat, False)
        except IllegalActionError:
            return False
        return True

    # ------------------------------------------------------------ a turn

    def _take_turn(self, event: Event) -> None:
        table = self.table
        if isinstance(event, Dahai):
            tile = _INDEX[event.pai]
            if event.actor != table.turn or not table.legal_masks(event.actor)[0] >> tile & 1:
                self._verify(event.actor, tile)
            if event.tsumogiri != (tile == table.drawn) and (
                event.tsumogiri or table.hand_counts(event.actor)[tile] < 2
            ):
                told = "the tile drawn last was another" if event.tsumogiri else "it was just drawn"
                self._fail(self.at, "LOG-3", f"tsumogiri: {told}")
            table.play(_ALONE[event.actor][tile])
            self.at += 1
        elif isinstance(event, Reach):
            self._declare(event)
        elif isinstance(event, Ankan | Kakan):
            self._own_kong(event)
        elif isinstance(event, Hora):
            self._verify(event.actor, Action.WIN)
            if event.target != event.actor or _INDEX[event.pai] != table.drawn:
                self._fail(self.at, "R-WIN-1", f"a self-draw of {_TEXTS[table.drawn]}")
            self._win([event.actor])
        else:
            self._refuse(event)

    def _declare(self, event: Reach) -> None:
        table, actor = self.table, event.actor
        self._verify(actor, Action.DECLARE)
        soft = table.rules.declare == "hard_soft" and actor != table.dealer
        if (event.kind == "soft") != soft:
            kind = "soft" if soft else "hard"
            self._fail(self.at, "R-DECL-2", f"seat {actor} declares {kind} with his first discard")
        table.play(_ALONE[actor][Action.DECLARE])
        discard = self.events[self.at + 1] if self.at + 1 < len(self.events) else None
        if isinstance(discard, Dahai) and discard.actor == actor:
            tile = _INDEX[discard.pai]
            held = table.hand_counts(actor)[tile] > 0
            if held and not table.legal_masks(actor)[0] >> tile & 1:
                self._fail(
                    self.at, "R-DECL-2", f"the hand is not ting after the discard of {discard.pai}"
                )
        self.at += 1

    def _own_kong(self, event: Ankan | Kakan) -> None:
        table, actor = self.table, event.actor
        tile = _INDEX[event.consumed[0]]
        first = Action.ADDED_KONG if isinstance(event, Kakan) else Action.CONCEALED_KONG
        self._verify(actor, first + tile)
        late = self._play_kong(_ALONE[actor][first + tile])
        if late != event.late:
            told = "not late: it came in this turn" if event.late else "late, and not said to be"
            self._fail(self.at, "R-KONG-6", f"the kong is {told}")
        self.at += 1
        if table.phase == PHASE_TURN:
            follows = self.events[self.at] if self.at < len(self.events) else None
            if isinstance(follows, Hora) and follows.target == actor != follows.actor:
                if isinstance(event, Ankan):
                    self._fail(self.at, "R-PLAY-5", "a concealed kong is not robbed")
                self._fail(self.at, "R-KONG-7", "a late kong is not robbed")
            self._replaced(actor)

    # ------------------------------------------------------------ answers to an open tile

    def _answer(self, event: Event) -> None:
        table = self.table
        if isinstance(event, Tsumo):
            if table.phase == PHASE_ROB:
                self._draw(event, _PASSES, table.turn, tail=True)
            else:
                self._draw(event, _PASSES, (table.turn + 1) % table.players, tail=False)
        elif isinstance(event, Pass):
            self._pass(event)
        elif isinstance(event, Hora):
            self._win_open()
        elif isinstance(event, Pon | Daiminkan):
            action = _PLAIN[type(event)]
            self._verify(event.actor, action)
            self._check_open(event)
            answers = _ALONE[event.actor][action]
            if isinstance(event, Daiminkan):
                self._play_kong(answers)
                self.at += 1
                self._replaced(event.actor)
            else:
                table.play(answers)
                self.passed.clear()
                self.at += 1
        elif (
            isinstance(event, Ryukyoku)
            and event.reason == "exhausted"
            and table.phase == PHASE_CLAIM
        ):
            if table.wall_left:
                self._fail(self.at, "R-PLAY-6", "a tile is left, the hand is not exhausted")
            table.play(_PASSES)
            self.at += 1
        else:
            self._refuse(event)

    def _check_open(self, event: Pon | Daiminkan | Hora) -> None:
        table = self.table
        if event.target != table.turn or _INDEX[event.pai] != table.tile:
            self._fail(
                self.at, "R-PLAY-4", f"the open tile is {_TEXTS[table.tile]} of seat {table.turn}"
            )

    def _pass(self, event: Pass) -> None:
        """Take note that a seat let a win go by; the table knows without."""
        seat = event.actor
        self._verify(seat, Action.WIN)
        told = [before.actor for before in self.passed.values()]
        if told and self._distance(seat) <= self._distance(told[-1]):
            self._fail(self.at, "LOG-4", "each seat once, in seat order from the thrower")
        self.passed[self.at] = event
        self.at += 1

    def _distance(self, seat: int) -> int:
        return (seat - self.table.turn) % self.table.players

    def _win_open(self) -> None:
        """Take all wins on the open tile at once."""
        start = self.at
        winners: list[int] = []
        for event in self.events[start:]:
            if not isinstance(event, Hora):
                break
            self._check_open(event)
            if self.passed:
                told = "passes are not written where somebody wins on the tile"
                self._fail(min(self.passed), "LOG-4", told)
            self._verify(event.actor, Action.WIN)
            if winners and self._distance(event.actor) <= self._distance(winners[-1]):
                self._fail(self.at, "LOG-5", "winners stand in seat order from the thrower")
            winners.append(event.actor)
            self.at += 1
        self.at = start
        self._win(winners)

    def _win(self, winners: list[int]) -> None:
        table, events = self.table, self.events
        answers = bytearray(_PASSES)
        for seat in winners:
            answers[seat] = Action.WIN
        self.at += len(winners)
        end = events[self.at] if self.at < len(events) else None
        if isinstance(end, EndKyoku) and end.flip is not None:
            table.place(_INDEX[end.flip])
        table.play(bytes(answers))

    # ------------------------------------------------------------ the end

    def _compare(self, event: EndKyoku) -> None:
        """Hold what the log says of the end against what was played."""
        table, at = self.table, self.at
        flip = None if event.flip is None else _INDEX[event.flip]
        if flip is None and table.flip >= 0:
            self._fail(at, "R-PLAY-7", "flip: a tile is left after the win, it is turned")
        if flip is not None and table.flip < 0:
            why = "the wall is empty" if table.wall_left == 0 else "nobody has won"
            self._fail(at, "R-PLAY-7", f"flip: {why}, nothing is turned")
        if flip is not None and table.flip != flip:
            self._fail(at, "R-PLAY-1", f"flip: a fifth {event.flip}")
        if event.totals is not msgspec.UNSET and tuple(event.totals) != table.totals():
            told = f"totals: {event.totals}, the position gives {list(table.totals())}"
            self._fail(at, "LOG-6", told)
        if event.position is not msgspec.UNSET:
            self._compare_position(event.position)
        if event.lines is not msgspec.UNSET:
            self._compare_lines(event.lines)

    def _compare_position(self, document: dict[str, Any]) -> None:
        table = self.table
        told = {"rules": table.rules.to_value(), **table.position_fields()}
        if document == told:
            return
        played = Position.from_dict(told)
        try:
            position = Position.from_dict(document)
        except PositionError as error:
            self._fail(self.at, "LOG-6", f"position.{error}")
        for field in told:
            if getattr(position, field) != getattr(played, field):
                self._fail(self.at, "LOG-6", f"position.{field}: not what was played")

    def _compare_lines(self, lines: list[dict[str, Any]]) -> None:
        table = self.table
        wins = len(table.position_fields()["end"].get("wins", ()))
        due = compiled_lines(table.rules.compiled(), table.packed_position(), wins)
        told = [line.to_dict() for line in due]
        if lines == told:
            return
        found, rest = list(lines), []
        for line in told:
            if line in found:
                found.remove(line)
            else:
                rest.append(line)
        if found or rest:
            odd = f"{found[0]} is not due" if found else f"{rest[0]} is missing"
            self._fail(self.at, "LOG-6", f"lines: {odd}")


def _wanted(event: Event) -> tuple[int, int] | None:
    """Seat and action of an event that is an action."""
    action: int | None = None
    if isinstance(event, Dahai):
        action = _INDEX[event.pai]
    elif isinstance(event, Ankan):
        action = Action.CONCEALED_KONG + _INDEX[event.consumed[0]]
    elif isinstance(event, Kakan):
        action = Action.ADDED_KONG + _INDEX[event.pai]
    elif isinstance(event, Reach | Pon | Daiminkan | Hora):
        action = _PLAIN[type(event)]
    else:
        return None
    return event.actor, action


_PLAIN: Final[dict[type[Event], Action]] = {
    Reach: Action.DECLARE,
    Pon: Action.PONG,
    Daiminkan: Action.EXPOSED_KONG,
    Hora: Action.WIN,
}
