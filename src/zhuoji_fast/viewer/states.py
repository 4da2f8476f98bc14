"""牌面经过: what lies on the table after each event of a hand, hidden tiles of a masked log too.

Whether an event was legal is not asked here: a log without hidden tiles has been played again
before. Of a masked log only what could not be drawn is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias

from zhuoji_fast.analysis import discard_shanten, shanten, waits
from zhuoji_fast.errors import LogError, ZhuojiError
from zhuoji_fast.events import (
    HIDDEN,
    Ankan,
    Dahai,
    Daiminkan,
    Dead,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Pass,
    Pon,
    Reach,
    Ryukyoku,
    Tsumo,
)
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.tile_svg import called_place, meld_tiles
from zhuoji_fast.tiles import KINDS, parse_tiles, tile_text

if TYPE_CHECKING:
    from zhuoji_fast.logs import CheckedHand
    from zhuoji_fast.rules import Rules

__all__ = ["Step", "chicken_of", "lying", "steps_of"]

TILES: Final = 4 * KINDS
DEALT: Final = 13
COPIES: Final = 4
RULE: Final = "LOG-2"
_INDEX: Final = {tile_text(tile): tile for tile in range(KINDS)}
_TEXTS: Final = tuple(_INDEX)

Shown: TypeAlias = "dict[str, Any]"
"""What a page shows of a seat, as plain data."""


class Step(NamedTuple):
    """What an event has changed."""

    seat: int | None
    """Who did it."""
    wall: int
    """Tiles left in the wall."""
    open: int | None
    """Whose discard lies open."""
    seats: dict[int, Shown]
    """Of each seat what is shown otherwise than before; at the first step all of it."""


def chicken_of(flip: str) -> str:
    """Give the chicken that a turned tile points at: the next rank, 9 to 1.

    Examples
    --------
    >>> chicken_of("3s"), chicken_of("9m")
    ('4s', '1m')
    """
    return f"{int(flip[0]) % 9 + 1}{flip[1]}"


def lying(kind: str, tile: str, seat: int, source: int | None, players: int) -> str:
    """Write how the tiles of a meld lie: ``>`` turned, ``^`` on the turned one, ``??`` face down.

    Examples
    --------
    >>> lying("added_kong", "5m", 0, 1, 4), lying("concealed_kong", "5m", 0, None, 4)
    ('5m 5m 5m> 5m^', '?? 5m 5m ??')
    """
    place = None if source is None else called_place(seat, source, players)
    marks = ("", ">", "^")
    found = [
        (name if name != HIDDEN else "??") + marks[turned + stacked]
        for name, turned, stacked in meld_tiles(kind, tile, place)
    ]
    return " ".join(found)


class _Meld:
    """A meld on the table."""

    def __init__(self, kind: MeldKind, tile: str, source: int | None, first: bool) -> None:
        self.kind = kind
        self.tile = tile
        self.source = source
        self.late = False
        self.first = first

    def shown(self, seat: int, players: int) -> Shown:
        return {
            "kind": str(self.kind),
            "tile": self.tile,
            "tiles": lying(self.kind, self.tile, seat, self.source, players),
            "from": self.source,
            "late": self.late,
            "first": self.first,
        }


class _Seat:
    """What lies before a seat."""

    def __init__(self, number: int, tiles: Sequence[str]) -> None:
        self.number = number
        self.hand = sorted(tiles, key=_order)
        self.drawn: str | None = None
        self.won: str | None = None
        self.won_first = False
        self.shot: str | None = None
        self.robbed = False
        self.melds: list[_Meld] = []
        self.river: list[str] = []
        self.first: list[int] = []
        self.declared: str | None = None
        self.dead = False

    def draw(self, tile: str) -> None:
        self.keep()
        self.drawn = tile

    def keep(self) -> None:
        """Put the drawn tile among the others."""
        if self.drawn is not None:
            self.hand = sorted([*self.hand, self.drawn], key=_order)
            self.drawn = None

    def take(self, tile: str, times: int, just_drawn: bool = True) -> bool:
        """Take tiles from the hand; hidden ones will do. Tell whether they were there."""
        for _ in range(times):
            if just_drawn and tile == self.drawn:
                self.drawn = None
            elif tile in self.hand:
                self.hand.remove(tile)
            elif self.drawn in (tile, HIDDEN):
                self.drawn = None
            elif HIDDEN in self.hand:
                self.hand.remove(HIDDEN)
            else:
                return False
        self.keep()
        return True

    def vectors(self, drawn: bool) -> tuple[bytes, bytes] | None:
        """Counts of hand and melds; None where tiles are hidden."""
        hand, melds = bytearray(KINDS), bytearray(KINDS)
        for tile in self.hand:
            if tile == HIDDEN:
                return None
            hand[_INDEX[tile]] += 1
        if drawn and self.drawn is not None:
            if self.drawn == HIDDEN:
                return None
            hand[_INDEX[self.drawn]] += 1
        for meld in self.melds:
            melds[_INDEX[meld.tile]] += 3 if meld.kind is MeldKind.PONG else 4
        return bytes(hand), bytes(melds)

    def shown(self, players: int) -> Shown:
        return {
            "hand": "".join([_shown(tile) for tile in self.hand]),
            "drawn": None if self.drawn is None else _shown(self.drawn),
            "won": self.won,
            "wonFirst": self.won_first,
            "shot": self.shot,
            "robbed": self.robbed,
            "melds": [meld.shown(self.number, players) for meld in self.melds],
            "river": "".join(self.river),
            "first": [*self.first],
            "declared": self.declared,
            "dead": self.dead,
        }


def _order(tile: str) -> int:
    return _INDEX.get(tile, KINDS)


def _shown(tile: str) -> str:
    return "??" if tile == HIDDEN else tile


class _Table:
    """The seats on their way through the events of a hand."""

    def __init__(self, hand: CheckedHand, rules: Rules, told: Sequence[str] | None) -> None:
        self.lines = hand.lines
        self.kinds = [event["type"] for event in hand.plain]
        self.events = hand.events
        self.seats = [_Seat(number, tiles) for number, tiles in enumerate(hand.start.tehais)]
        self.players = len(self.seats)
        self.wall = TILES - DEALT * self.players
        self.open: int | None = None
        self.open_first = False
        self.added: tuple[_Seat, _Meld] | None = None
        self.chickens = {"1s", "8p"} if rules.wugu else {"1s"}
        self.thrown: set[str] = set()
        self.told = told
        self.ended = False
        self.at = 0
        self.apply: dict[type[Event], Callable[[Any], None]] = {
            Tsumo: self.tsumo,
            Reach: self.reach,
            Dahai: self.dahai,
            Pon: self.call,
            Daiminkan: self.call,
            Ankan: self.ankan,
            Kakan: self.kakan,
            Dead: self.dead,
            Hora: self.hora,
            Ryukyoku: self.ryukyoku,
            EndKyoku: self.end_kyoku,
        }

    def run(self) -> Iterator[Step]:
        analysis = _Analysis(self)
        self.count()
        before = [analysis.shown(seat) for seat in self.seats]
        yield Step(None, self.wall, None, dict(enumerate(before)))
        for at, event in enumerate(self.events, 1):
            self.at = at
            actor: int | None = getattr(event, "actor", None)
            if not isinstance(actor, int):
                actor = None
            elif actor >= self.players:
                self.fail(f"actor {actor}, there are {self.players} seats")
            if self.ended:
                self.fail("after end_kyoku")
            self.apply.get(type(event), self.other)(event)
            self.count()
            after = [analysis.shown(seat) for seat in self.seats]
            changes = {
                number: {key: value for key, value in new.items() if value != old[key]}
                for number, (old, new) in enumerate(zip(before, after, strict=True))
                if new != old
            }
            yield Step(actor, self.wall, self.open, changes)
            before = after

    def fail(self, reason: str) -> NoReturn:
        line = self.lines[self.at]
        text = f"line {line}: {self.kinds[self.at]}: {reason} ({RULE})"
        raise LogError(text, line=line, rule=RULE)

    def count(self) -> None:
        """Refuse a fifth tile of a kind among those that are shown."""
        found: Counter[str] = Counter({seat.won for seat in self.seats if seat.won is not None})
        for seat in self.seats:
            found.update(seat.hand)
            found.update(seat.river)
            if seat.drawn is not None:
                found[seat.drawn] += 1
            for meld in seat.melds:
                found[meld.tile] += 3 if meld.kind is MeldKind.PONG else 4
        del found[HIDDEN]
        tile, number = max(found.items(), key=itemgetter(1), default=("", 0))
        if number > COPIES:
            self.fail(f"a fifth {tile}")

    # ------------------------------------------------------------ events

    def other(self, event: Event) -> None:
        if not isinstance(event, Pass):
            self.fail("inside a hand")

    def tsumo(self, event: Tsumo) -> None:
        if self.wall == 0:
            self.fail("no tile is left in the wall")
        self.wall -= 1
        self.open = self.added = None
        self.seats[event.actor].draw(event.pai)

    def reach(self, event: Reach) -> None:
        self.seats[event.actor].declared = event.kind

    def dahai(self, event: Dahai) -> None:
        seat = self.seats[event.actor]
        self.take(seat, event.pai, 1, event.tsumogiri)
        self.open_first = event.pai in self.chickens and event.pai not in self.thrown
        if self.open_first:
            self.thrown.add(event.pai)
            seat.first.append(len(seat.river))
        seat.river.append(event.pai)
        self.open = event.actor

    def call(self, event: Pon | Daiminkan) -> None:
        self.take_open(event.target, event.pai)
        seat = self.seats[event.actor]
        self.take(seat, event.pai, len(event.consumed))
        kind = MeldKind.PONG if isinstance(event, Pon) else MeldKind.EXPOSED_KONG
        seat.melds.append(_Meld(kind, event.pai, event.target, self.open_first))
        self.open = None

    def ankan(self, event: Ankan) -> None:
        seat = self.seats[event.actor]
        self.take(seat, event.consumed[0], 4)
        meld = _Meld(MeldKind.CONCEALED_KONG, event.consumed[0], None, first=False)
        meld.late = event.late
        seat.melds.append(meld)

    def kakan(self, event: Kakan) -> None:
        seat = self.seats[event.actor]
        self.take(seat, event.pai, 1)
        for meld in seat.melds:
            if meld.tile == event.pai and meld.kind is MeldKind.PONG:
                meld.kind, meld.late = MeldKind.ADDED_KONG, event.late
                self.added = seat, meld
                return
        self.fail(f"no pong of {event.pai}")

    def dead(self, event: Dead) -> None:
        seat = self.seats[event.actor]
        seat.dead, seat.declared = True, None

    def hora(self, event: Hora) -> None:
        winner = self.seats[event.actor]
        if event.target == event.actor:
            if winner.drawn not in (event.pai, HIDDEN):
                self.fail(f"{event.pai} was not drawn")
            winner.drawn = None
        elif self.added is not None and self.added[1].tile == event.pai:
            owner, meld = self.added
            meld.kind, meld.late = MeldKind.PONG, False
            owner.shot, owner.robbed = event.pai, True
        else:
            self.lose_open(event.target, event.pai)
            winner.won_first = self.open_first
        winner.won = event.pai

    def ryukyoku(self, event: Ryukyoku) -> None:
        # The tile drawn last in a turn that a dead hand ends is nobody's.
        if event.reason == "dead_hand":
            for seat in self.seats:
                seat.drawn = None

    def end_kyoku(self, event: EndKyoku) -> None:
        self.open = None
        self.ended = True
        if event.flip is not None:
            self.wall -= 1
        for seat, text in zip(self.seats, self.told or (), strict=False):
            self.show(seat, [tile_text(tile) for tile in parse_tiles(text)])

    def show(self, seat: _Seat, tiles: list[str]) -> None:
        """Turn up the hidden tiles of a hand."""
        known = Counter(tile for tile in seat.hand if tile != HIDDEN)
        if len(tiles) != len(seat.hand) or known - Counter(tiles):
            self.fail(f"position: another hand than seat {seat.number} has")
        seat.hand = tiles

    # ------------------------------------------------------------ tiles that move

    def take(self, seat: _Seat, tile: str, times: int, just_drawn: bool = True) -> None:
        if not seat.take(tile, times, just_drawn):
            self.fail(f"seat {seat.number} holds too few {tile}")

    def take_open(self, number: int, tile: str) -> None:
        """Take the open discard from the river of its thrower."""
        if number != self.open or self.seats[number].river[-1] != tile:
            self.fail(f"{tile} of seat {number} does not lie open")
        seat = self.seats[number]
        seat.river.pop()
        if seat.first and seat.first[-1] == len(seat.river):
            seat.first.pop()

    def lose_open(self, number: int, tile: str) -> None:
        """Take the discard that is won on out of the river, once for all winners."""
        if number >= self.players or self.seats[number].shot != tile:
            self.take_open(number, tile)
            self.seats[number].shot = tile


class _Analysis:
    """Shanten and waits of the seats, found again only when a hand has changed."""

    def __init__(self, table: _Table) -> None:
        self.table = table
        self.known: dict[tuple[bytes, bytes], tuple[int, list[int], list[int]]] = {}

    def shown(self, seat: _Seat) -> Shown:
        """Give all that is shown of a seat."""
        return {**seat.shown(self.table.players), **self.answers(seat)}

    def answers(self, seat: _Seat) -> Shown:
        """Shanten; the waits of a ting hand with what is left of each; the throws that keep ting.

        A declared hand shows its waits while it holds the drawn tile, which it has to throw.
        """
        vectors = None if seat.dead else seat.vectors(drawn=not seat.declared)
        if vectors is None:
            return {"shanten": None, "waits": [], "throws": []}
        if vectors not in self.known:
            try:
                self.known[vectors] = self.find(*vectors)
            except ZhuojiError as error:
                self.table.fail(f"seat {seat.number}: {error}")
        number, found, throws = self.known[vectors]
        unseen = self.unseen(seat, vectors[0]) if found else []
        return {
            "shanten": number,
            "waits": [[_TEXTS[tile], unseen[tile]] for tile in found],
            "throws": [_TEXTS[tile] for tile in throws],
        }

    @staticmethod
    def find(hand: bytes, melds: bytes) -> tuple[int, list[int], list[int]]:
        number = shanten(hand, melds)
        if number != 0:
            return number, [], []
        if sum(hand) % 3 == 1:
            return number, waits(hand, melds).nonzero()[0].tolist(), []
        after = discard_shanten(hand, melds).tolist()
        return number, [], [tile for tile in range(KINDS) if hand[tile] and after[tile] == 0]

    def unseen(self, seat: _Seat, hand: bytes) -> list[int]:
        """Copies of each tile that a seat does not see; the tile it has just drawn counts too."""
        left = [COPIES - count for count in hand]
        if seat.declared and seat.drawn is not None and seat.drawn != HIDDEN:
            left[_INDEX[seat.drawn]] -= 1
        for other in self.table.seats:
            for tile in other.river:
                left[_INDEX[tile]] -= 1
            for meld in other.melds:
                left[_INDEX[meld.tile]] -= 3 if meld.kind is MeldKind.PONG else 4
        for tile in self.open_tiles():
            left[_INDEX[tile]] -= 1
        return [max(count, 0) for count in left]

    def open_tiles(self) -> set[str]:
        """Give the tile won on, which lies in no river."""
        return {seat.won for seat in self.table.seats if seat.won is not None}


def steps_of(hand: CheckedHand, rules: Rules, told: Sequence[str] | None = None) -> Iterator[Step]:
    """Follow a hand: a step for its deal and one for each event after it.

    `told` are the hands as they are shown in the end, where the events hide them.

    Raises
    ------
    LogError
        An event of a masked log that moves tiles which are not there.
    """
    return _Table(hand, rules, told).run()
