"""牌桌: one hand of play, from the deal to the settlement."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from zhuoji_fast._core.tabledoor import TableCore, dealt_places, seeded_copies
from zhuoji_fast.actions import action_text
from zhuoji_fast.dealing import wall_break
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.position import Position
from zhuoji_fast.replay import replay_hand
from zhuoji_fast.rules import Rules
from zhuoji_fast.settlement import Settlement, settle
from zhuoji_fast.tiles import KINDS, parse_tiles, shown, tile_index, tile_text, whole_number

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Table"]

TilesLike: TypeAlias = "str | bytes | Sequence[int | str]"
"""Tiles in order: tile text, or one tile after the other by index or text."""

COPIES: Final = 4
TILES: Final = KINDS * COPIES
DEALT: Final = 13
MAX_SEED: Final = 2**64 - 1
RANDOM_BITS: Final = 53  # which every reader of JSON keeps
MAX_STREAK: Final = 1000
MAX_BASE: Final = 1_000_000


class Table(TableCore):
    """牌桌: one hand of play as a state machine.

    A table is dealt by :meth:`reset`; a new one holds hand 0 of its seed already. While it is not
    :attr:`done`, every seat in :attr:`pending` has more than one choice or has to discard; give the
    answers of all of them to one :meth:`step`, each from the seat's :meth:`legal`. Answers to an
    open tile are given blind: a win outranks a kong or pong, and several may win.

    Tables can be copied and pickled, and are equal when the same hand has been played to the same
    point under the same rules. They are not safe to be stepped by two threads at once.

    Parameters
    ----------
    rules : Rules, str or mapping
        Rules, a preset's name, or a preset with changes.
    players : int, default 4
        Seats, as many as the rules allow.
    seed : int, optional
        0 to 2**64 - 1. The wall is a function of the seed and the number of the hand alone.
        Without one a seed is drawn from the system.
    base : int, default 1
        底分, 1 to 1,000,000: multiplies every amount.

    Attributes
    ----------
    pending : tuple of int
        Seats that have to answer now; empty once the hand is over.
    done : bool
        Whether the hand is over.
    rules, players, base
        As given.
    seed, hand : int
        Of the wall; `seeded` is false where a wall or hands were given.
    dealer, streak : int
        Who deals, and how many hands in a row before this one.
    turn : int
        Whose turn it is; in a claim window, whose tile is open.
    wall_left : int
        Tiles left in the wall.

    Raises
    ------
    ZhuojiError
        A number out of its range; :class:`~zhuoji_fast.RulesError` for the rules.
    WrongTypeError
        A value of a wrong type.

    Examples
    --------
    A hand in which everybody passes, and throws the first tile that is allowed:

    >>> from zhuoji_fast import Action, action_text
    >>> table = Table("guiyang", seed=1)
    >>> table.pending, [action_text(action) for action in table.legal(0)[:3]]
    ((0,), ['discard 1m', 'discard 5m', 'discard 6m'])
    >>> while not table.done:
    ...     answers = {}
    ...     for seat in table.pending:
    ...         legal = table.legal(seat)
    ...         answers[seat] = Action.PASS if Action.PASS in legal else legal[0]
    ...     rewards, done, events = table.step(answers)
    >>> sum(rewards), table.position().end.kind
    (0, 'exhausted')

    What is not allowed says why:

    >>> table.reset(seed=1)
    >>> table.step(Action.WIN)
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.IllegalActionError: seat 0, win: the tile does not finish the hand (R-PAT-1)
    """

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "guiyang",
        players: int = 4,
        seed: int | None = None,
        *,
        base: int = 1,
    ) -> None:
        chosen = Rules.from_value(rules)
        _whole("players", players, 2, 4)
        _whole("base", base, 1, MAX_BASE)
        if players not in chosen.players:
            allowed = " or ".join([str(number) for number in chosen.players])
            raise ZhuojiError(f"players {players}: these rules are for {allowed}")
        first = _seed(secrets.randbits(RANDOM_BITS) if seed is None else seed)
        self.prepare(chosen, players, base)
        self.deal(first, 0, 0, 0)
        self.fresh = True

    # ------------------------------------------------------------ dealing

    def reset(
        self,
        seed: int | None = None,
        dealer: int = 0,
        streak: int = 0,
        wall: TilesLike | None = None,
        hands: Sequence[TilesLike | None] | None = None,
        *,
        hand: int | None = None,
        dice: Sequence[int] | None = None,
    ) -> None:
        """发牌: deal a hand.

        Parameters
        ----------
        seed : int, optional
            Starts hand 0 of that seed. Without one the next hand of the same seed is dealt; the
            first reset of a new table deals hand 0.
        dealer : int, default 0
            Seat of the dealer.
        streak : int, default 0
            连庄: hands he has already held in a row, 0 to 1,000.
        wall : tiles, optional
            The 108 tiles in drawing order in place of those of the seed: four at a time three
            times round from the dealer on, then one each, then draws; replacement tiles come
            from the end.
        hands : sequence of tiles or None, optional
            Thirteen tiles for each seat, or None where the seed deals; for the dealer fourteen
            will do, the last being his first draw. The rest is shuffled from the seed.
        hand : int, optional
            Number of the hand under its seed, in place of the one that is next.
        dice : sequence of int, optional
            开牌: two dice, with `wall` only. The wall is then a physical one, stacks clockwise from
            the dealer's right end, the upper tile first, and is broken where they say.

        Raises
        ------
        ZhuojiError
            Tiles that are no wall, hands that cannot be dealt together, a number out of range.
            The table is as before.
        WrongTypeError
            A value of a wrong type.

        Examples
        --------
        >>> from zhuoji_fast import Action
        >>> table = Table("platform", players=2, seed=7)
        >>> table.reset(hands=["123456789m11123p", None])
        >>> table.can(0, Action.WIN)
        True
        """
        _whole("dealer", dealer, 0, self.players - 1)
        _whole("streak", streak, 0, MAX_STREAK)
        if seed is None:
            seed, number = self.seed, 0 if self.fresh else self.hand + 1
        else:
            _seed(seed)
            number = 0
        if hand is not None:
            number = _whole("hand", hand, 0, MAX_SEED)
        row = None
        if wall is not None:
            if hands is not None:
                raise ZhuojiError("wall and hands: one of them fixes the dealt tiles, not both")
            row = _wall(wall)
        if dice is not None:
            if row is None:
                raise ZhuojiError("dice: only with wall, a shuffled wall needs no break")
            start = 2 * wall_break(dice, 0).stack
            row = row[start:] + row[:start]
        if hands is not None:
            row = _wall_with(hands, seeded_copies(seed, number), self.players, dealer)
        self.deal(seed, number, dealer, streak, row, dice=dice)
        self.fresh = False

    @classmethod
    def replay(cls, log: Any, *, partial: bool = False) -> Self:
        """复盘: play one hand of a log again.

        Parameters
        ----------
        log : list of dict, str, path, bytes or binary file
            The events of a hand as :func:`~zhuoji_fast.read_log` gives them, the text of a log of
            one hand, or its path.
        partial : bool, default False
            Whether the events may stop in the middle of the hand.

        Returns
        -------
        Table
            The table at the end of the events.

        Raises
        ------
        LogError
            The first event that cannot be: the message has its line and the rule.
        """
        return replay_hand(
            lambda rules, players, base: cls(rules, players, 0, base=base), log, partial=partial
        )

    def resample(self, seat: int, seed: int) -> None:
        """重发暗牌: deal the tiles that a seat does not see anew.

        Every deal of the hidden tiles that gives each hand and the wall their number of tiles is
        equally likely, among those in which the frozen hand of every declared seat is ting, and
        somebody is asked while a window is open. The seat's view stays what it was. What the
        others drew and passed before is unknown from then on: their locks are forgotten, and the
        log shows their earlier tiles as ``?``. With two or three frozen hands the law is even but
        for a small bound, see ``docs/table.md``.

        Parameters
        ----------
        seat : int
            Who looks at the table; his tiles stay.
        seed : int
            0 to 2**64 - 1; the same seed deals the same tiles.

        Raises
        ------
        ZhuojiError
            No such seat or seed, or the hand is over; or no deal is found that fits: the hidden
            tiles do not make all frozen hands ting, or, where a seat has declared and not yet
            thrown or a window is open to others, none of 200,000 deals in a row does (2,000 with
            several frozen hands).
        """
        if not self.imagine(seat, _seed(seed)):
            if self.done:
                raise ZhuojiError("resample: the hand is over, nothing is hidden")
            raise ZhuojiError("resample: no deal found that fits what has happened")

    # ------------------------------------------------------------ telling

    def action_text(self, action: int) -> str:
        """Text of an action id, as :func:`~zhuoji_fast.action_text`."""
        return action_text(action)

    def view(self, seat: int) -> dict[str, Any]:
        """所见: what one seat sees, as a View document.

        Nothing that is hidden from the seat has any influence on it. ``hand`` holds all concealed
        tiles, the drawn one included; an open discard lies in the river of its thrower, an added
        kong that can be robbed among his melds; ``turn`` is what the seat is asked, None if
        nothing. A declaration shows once its discard is thrown.

        Parameters
        ----------
        seat : int
            Who looks.

        Raises
        ------
        ZhuojiError
            No such seat.
        """
        return {"rules": self.rules.to_value(), **self.view_fields(seat)}

    def position(self) -> Position:
        """局终: the end of the hand, what :func:`~zhuoji_fast.settle` takes.

        Raises
        ------
        ZhuojiError
            The hand is not over.
        """
        return self._end().position

    @property
    def settlement(self) -> Settlement:
        """结算: what every seat gets and pays; the same as settling :meth:`position`.

        Raises
        ------
        ZhuojiError
            The hand is not over.
        """
        return self._end()

    def _end(self) -> Settlement:
        if not self.done:
            raise ZhuojiError("the hand is not over, there is no position to settle")
        if self.ended is None:
            document = {"rules": self.rules, **self.position_fields()}
            self.ended = settle(Position.from_dict(document))
        return self.ended  # type: ignore[no-any-return]

    @property
    def log(self) -> list[dict[str, Any]]:
        """牌谱: the events of the hand so far, ``start_kyoku`` to ``end_kyoku``."""
        events = [self.start_event(), *self.events()]
        if self.done:
            events.append(self.end_event())
        return events

    def start_event(self) -> dict[str, Any]:
        """Give the ``start_kyoku`` of the hand."""
        hands, dice = self.facts()
        return {
            "type": "start_kyoku",
            "rules": self.rules.to_value(),
            "base": self.base,
            "oya": self.dealer,
            "honba": self.streak,
            "hand": self.hand,
            "tehais": hands,
            "dice": dice,
            "seed": self.seed if self.seeded else None,
        }

    def end_event(self) -> dict[str, Any]:
        """Give the ``end_kyoku`` of the hand, which is over."""
        settlement = self._end()
        position = settlement.position.to_dict()
        return {
            "type": "end_kyoku",
            "flip": position["flip"],
            "position": position,
            "totals": list(settlement.totals),
            "lines": [line.to_dict() for line in settlement.lines],
        }

    def __repr__(self) -> str:
        where = "over" if self.done else f"pending {', '.join(map(str, self.pending))}"
        return (
            f"<Table {self.rules.to_value()!r}, {self.players} players, "
            f"hand {self.hand} of seed {self.seed}: {where}>"
        )

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        made = (self.rules.to_value(), self.players, self.base)
        return _restored, (type(self), made, self.fresh, self.state())


def _restored(
    kind: type[Table], made: tuple[Any, int, int], fresh: bool, state: tuple[int, bytes]
) -> Table:
    table = kind.__new__(kind)
    rules, players, base = made
    table.prepare(Rules.from_value(rules), players, base)
    table.restore(*state)
    table.fresh = fresh
    return table


# ---------------------------------------------------------------- what people give


def _whole(name: str, value: object, low: int, high: int) -> int:
    number = whole_number(value, name)
    if not low <= number <= high:
        raise ZhuojiError(f"{name} {shown(number)}: expected {low} to {high}")
    return number


def _seed(seed: object) -> int:
    return _whole("seed", seed, 0, MAX_SEED)


def _tiles(value: object, place: str) -> bytes:
    """Tiles in the order given."""
    try:
        if isinstance(value, str):
            return bytes(parse_tiles(value))
        if not hasattr(value, "__iter__") or isinstance(value, Mapping | set | frozenset):
            raise WrongTypeError(f"expected tiles in order, not {type(value).__name__}")
        return bytes([tile_index(tile) for tile in value])
    except ZhuojiError as error:
        raise type(error)(f"{place}: {error}") from None


def _wall(value: object) -> bytes:
    wall = _tiles(value, "wall")
    if len(wall) != TILES:
        raise ZhuojiError(f"wall: {len(wall)} tiles, expected {TILES}")
    for tile in range(KINDS):
        if wall.count(tile) != COPIES:
            raise ZhuojiError(f"wall: {wall.count(tile)} of {tile_text(tile)}, expected {COPIES}")
    return wall


def _wall_with(hands: object, copies: bytes, players: int, dealer: int) -> bytes:
    """Lay a wall that deals these hands; the other copies of the tiles keep their order."""
    if isinstance(hands, str | bytes) or not isinstance(hands, Sequence):
        raise WrongTypeError(f"hands must be a sequence of hands, not {type(hands).__name__}")
    if len(hands) != players:
        raise ZhuojiError(f"hands: {len(hands)} hands, expected {players}")
    row: list[int | None] = [None] * TILES
    left = [COPIES] * KINDS
    for seat, given in enumerate(hands):
        if given is None:
            continue
        tiles = _tiles(given, f"hands[{seat}]")
        places = dealt_places(players, dealer)[seat]
        if seat == dealer and len(tiles) == DEALT + 1:
            places = [*places, DEALT * players]
        if len(tiles) != len(places):
            more = f" or {DEALT + 1}" if seat == dealer else ""
            raise ZhuojiError(f"hands[{seat}]: {len(tiles)} tiles, expected {DEALT}{more}")
        for place, tile in zip(places, tiles, strict=True):
            row[place] = tile
            left[tile] -= 1
            if left[tile] < 0:
                raise ZhuojiError(f"hands[{seat}]: a fifth {tile_text(tile)}, there are {COPIES}")
    rest = iter([copy // COPIES for copy in copies if copy % COPIES < left[copy // COPIES]])
    return bytes([next(rest) if tile is None else tile for tile in row])
