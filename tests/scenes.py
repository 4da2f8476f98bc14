"""Scripted hands in short notation, and the many variants of each.

A `Deal` names the hands of some seats (up to 13 tiles; the dealer is seat 0), the tiles drawn from
the head and from the tail, and a script: for each seat the actions it takes, each as soon as it is
open to it (``"pass"`` lets a window go by). Whoever has nothing to do passes, or throws what he
drew. A variant has suits and ranks exchanged, seats turned and other rules around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

from random_rules import random_rules, written_rules
from slow_hands import TILES, tiles_of, waits_of
from table_play import wall_of

ALL_WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]


@dataclass(frozen=True)
class Deal:
    """One deal; ``shows(referee)`` says at the end whether the event has happened."""

    name: str
    rule: str
    hands: dict[int, str]
    script: dict[int, tuple[str, ...]]
    shows: Callable[..., bool]
    head: str = ""
    tail: str = ""
    rules: dict = field(default_factory=dict)
    players: int = 4
    turn_suits: bool = True  # False where the event is about chickens
    left: int | None = None  # tiles left in the wall after the named draws, then made the last ones
    marks: tuple[tuple[int, int, bool | None], ...] = ()  # (after so many events, seat, end)


@dataclass(frozen=True)
class Scene:
    """A deal made ready: rules, wall, dealer, and the scripts by seat."""

    rules: str | dict
    wall: list[str]
    players: int
    dealer: int
    streak: int
    script: dict[int, list[str]]
    marks: list[tuple[int, int, bool | None]]

    def chooser(self):
        """A function of (seat, legal, drawn) that plays the script of this scene."""
        scripts = {seat: list(actions) for seat, actions in self.script.items()}

        def choose(seat, legal, drawn):
            script = scripts.get(seat)
            if script and script[0] in legal:
                return script.pop(0)
            if "pass" in legal:
                return "pass"
            if f"discard {drawn}" in legal:
                return f"discard {drawn}"
            return min(action for action in legal if action.startswith("discard"))

        return choose


def _filled(hand: list[str], rng: Random, pool: Counter) -> list[str]:
    """The hand made up to 13 tiles with ones that fit nowhere: not ting, no new triplets."""
    while len(hand) < 13:
        tiles = list(pool.elements())
        rng.shuffle(tiles)
        whole = hand + tiles[: 13 - len(hand)]
        new = Counter(whole) - Counter(hand)
        if not waits_of({"hand": whole, "melds": [], "dead": False}) and all(
            whole.count(tile) < 3 for tile in new
        ):
            pool.subtract(new)
            return whole
    return hand


def _tile_map(suits: tuple[str, ...], mirrored: bool) -> dict[str, str]:
    to_suit = dict(zip("mps", suits, strict=True))
    return {t: f"{10 - int(t[0]) if mirrored else t[0]}{to_suit[t[1]]}" for t in TILES}


def _rules_for(deal: Deal, rng: Random) -> str | dict:
    """Random rules in which the deal's event is possible."""
    rules = random_rules(rng)
    rules |= {"players": [2, 3, 4], "pass_lock": "off", "declare": "off"}
    rules |= {"late_kong_can_be_robbed": True, "dealt_quad_is_late": rng.random() < 0.5}
    return written_rules(rules | deal.rules)


def make_scene(deal: Deal, seed: object) -> Scene:
    """One variant of a deal."""
    rng = Random(f"{deal.name} {seed}")
    mapping = _tile_map(("m", "p", "s"), mirrored=False)
    if deal.turn_suits:
        mapping = _tile_map(rng.choice(list(permutations("mps"))), rng.random() < 0.5)

    def mapped(text):
        return [mapping[tile] for tile in tiles_of(text)]

    head, tail = mapped(deal.head), mapped(deal.tail)
    named = {seat: mapped(text) for seat, text in deal.hands.items()}
    pool = Counter(tile for tile in TILES for _ in range(4))
    for tiles in (*named.values(), head, tail):
        pool.subtract(tiles)
    assert min(pool.values()) >= 0, deal.name
    hands = []
    for seat in range(deal.players):
        hands.append(_filled(named.get(seat, []), rng, pool))
        assert len(hands[seat]) == 13, (deal.name, seat, len(hands[seat]))
    turn = rng.randrange(deal.players)
    places = {seat: (seat + turn) % deal.players for seat in range(deal.players)}
    turned = [hands[(seat - turn) % deal.players] for seat in range(deal.players)]
    wall = wall_of(turned, head, tail, dealer=turn, rng=rng)
    if deal.left is not None:  # the named draws are the last ones before so many tiles
        start, named_end = 13 * deal.players, 13 * deal.players + len(head)
        rest = wall[named_end : len(wall) - len(tail)]
        gap = len(rest) - deal.left
        wall = wall[:start] + rest[:gap] + head + rest[gap:] + wall[len(wall) - len(tail) :]

    def action(text):
        name, _, tile = text.partition(" ")
        return f"{name} {mapping[tile]}" if tile else name

    script = {places[seat]: [action(a) for a in actions] for seat, actions in deal.script.items()}
    streak = rng.choice((0, 0, 2))
    marks = [(when, places[seat], end) for when, seat, end in deal.marks]
    return Scene(_rules_for(deal, rng), wall, deal.players, turn, streak, script, marks)


# ---------------------------------------------------------------- what happened


def won_by(how: str, winners: int = 1, **marks) -> Callable[..., bool]:
    """So many wins of that kind, each with those marks."""

    def shows(referee):
        return len(referee.wins) == winners and all(
            win["by"] == how and all(win.get(mark) == value for mark, value in marks.items())
            for win in referee.wins
        )

    return shows


def both(*tests: Callable[..., bool]) -> Callable[..., bool]:
    return lambda referee: all(test(referee) for test in tests)


def melded(kind: str, *, late: bool | None = None) -> Callable[..., bool]:
    """Somebody has such a meld."""
    return lambda referee: any(
        meld["kind"] == kind and (late is None or meld["late"] == late)
        for seat in referee.seats
        for meld in seat["melds"]
    )


def logged(event_type: str, **fields) -> Callable[..., bool]:
    """The log has such an event."""
    return lambda referee: any(
        event["type"] == event_type
        and all(event.get(name) == value for name, value in fields.items())
        for event in referee.events
    )
