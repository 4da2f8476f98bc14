"""Deals, rules and players for tests of the table; nothing here knows the library.

Flat random play from flat random deals never shows the rare events, so deals are stacked (hands
with sets, pairs, whole quads and almost finished ones) and players want things: to win or never to,
to call everything, to collect triplets, pairs or one suit.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import slow_hands
from random_rules import random_rules, written_rules
from slow_hands import TILES
from slow_table import DECK, SlowTable

WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]
ROUNDS = (4, 4, 4, 1)
PLAY_OPTIONS = {
    "pass_lock": ("off", "same_tile", "any", "declared"),
    "late_kong_can_be_robbed": (True, False),
    "dealt_quad_is_late": (True, False),
    "declare": ("off", "single", "hard_soft"),
    "dead_hand": ("play_on", "pay"),
    "passport_waivers": (WAIVERS, WAIVERS, ["hot_shot"], ["robbed_kong"], []),
    "players": ([2], [3], [4], [2, 3, 4]),
}


def random_table_rules(rng: Random) -> str | dict:
    """A preset, or one with changes, those that act at the table among them."""
    rules = random_rules(rng)
    often = rng.choice((0, 0.3, 0.8))
    for option, values in PLAY_OPTIONS.items():
        if rng.random() < often:
            rules[option] = rng.choice(values)
    return written_rules(rules)


# ---------------------------------------------------------------- walls


def wall_of(hands, head=(), tail=(), dealer=0, rng=None):
    """A wall that deals these hands, then draws `head` in order, and `tail` from its other end.

    What is not named follows the head: in order, or shuffled by `rng`.
    """
    left = Counter(DECK)
    for tiles in (*hands, head, tail):
        left.subtract(tiles)
    assert not any(count < 0 for count in left.values()), -left
    rest = list(left.elements())
    if rng:
        rng.shuffle(rest)
    wall, dealt = [], [list(hand) for hand in hands]
    for size in ROUNDS:
        for step in range(len(hands)):
            hand = dealt[(dealer + step) % len(hands)]
            wall += hand[:size]
            del hand[:size]
    assert not any(dealt)
    return [*wall, *head, *rest, *reversed(tail)]


def random_wall(rng: Random) -> list[str]:
    wall = list(DECK)
    rng.shuffle(wall)
    return wall


def stacked_hands(rng: Random, players: int) -> list[list[str]]:
    """Hands with quads, triplets, runs and pairs in them, more or less finished."""
    pool = Counter(DECK)
    hands = []
    for _ in range(players):
        suits = rng.choice(("mps", "mps", "mp", "s", "p"))
        likes = rng.choice(("run", "triplet", "pair", "all"))
        hand, wanted = [], rng.randrange(14)
        for _ in range(20):
            if len(hand) >= wanted:
                break
            tile = f"{rng.randint(1, 9)}{rng.choice(suits)}"
            shape = rng.choice(("run", "triplet", "pair", "quad")) if likes == "all" else likes
            if shape == "run":
                tiles = [f"{min(int(tile[0]), 7) + step}{tile[1]}" for step in range(3)]
            else:
                tiles = [tile] * {"pair": 2, "triplet": 3, "quad": 4}[shape]
            need = Counter(tiles)
            if len(hand) + len(tiles) <= 13 and all(pool[t] >= c for t, c in need.items()):
                pool -= need
                hand += tiles
        hands.append(hand)
    loose = list(pool.elements())
    rng.shuffle(loose)
    for hand in hands:
        while len(hand) < 13:
            hand.append(loose.pop())
        rng.shuffle(hand)
    return hands


def _taken(pool: Counter, tiles: list[str]) -> bool:
    """Take the tiles out of the pool, if all are in it."""
    need = Counter(tiles)
    if any(pool[tile] < count for tile, count in need.items()):
        return False
    pool.subtract(need)
    return True


def _set_with(rng: Random, tile: str | None, suits: str, shape: str) -> list[str]:
    tile = tile or f"{rng.randint(1, 9)}{rng.choice(suits)}"
    if shape != "run":
        return [tile] * {"pair": 2, "triplet": 3}[shape]
    low = rng.randint(max(1, int(tile[0]) - 2), min(7, int(tile[0])))
    return [f"{low + step}{tile[1]}" for step in range(3)]


def _ready_hand(rng: Random, pool: Counter, wait: str) -> list[str] | None:
    """Thirteen tiles that wait for a tile, out of the pool; None if that did not come off."""
    suits = rng.choice(("mps", "mps", wait[1]))
    shapes = rng.choice((["run"] * 4, ["triplet"] * 4, ["run", "run", "triplet", "triplet"]))
    shapes = ["pair"] * 7 if rng.random() < 0.4 else [*shapes, "pair"]
    rng.shuffle(shapes)
    trial = Counter(pool)
    trial[wait] += 1  # the one that is waited for
    hand: list[str] = []
    for number, shape in enumerate(shapes):
        for _ in range(30):
            tiles = _set_with(rng, None if number else wait, suits, shape)
            if _taken(trial, tiles):
                hand += tiles
                break
        else:
            return None
    hand.remove(wait)
    pool.subtract(hand)
    return hand


def ready_wall(rng: Random, players: int, dealer: int) -> list[str]:
    """A wall with several hands that wait for the same tile, which then comes soon."""
    pool, wait = Counter(DECK), rng.choice(DECK)
    hands: list[list[str]] = [[] for _ in range(players)]
    robbed = rng.randrange(players)  # pongs the tile and draws the fourth, if all goes well
    if rng.random() < 0.5:
        hands[robbed] = [wait] * 2
        pool.subtract(hands[robbed])
    for seat in range(players):
        if not hands[seat] and rng.random() < 0.75:
            hands[seat] = _ready_hand(rng, pool, wait) or []
    waits = [wait] * pool[wait]
    loose = [tile for tile in pool.elements() if tile != wait]
    rng.shuffle(loose)
    for hand in hands:
        while len(hand) < 13:
            hand.append(loose.pop())
    soon = waits + loose[: rng.randrange(12)]
    rng.shuffle(soon)
    if len(waits) == 2 and hands[robbed].count(wait) == 2:
        first = rng.randrange(players)
        first += (dealer + first) % players == robbed
        soon = [*loose[:first], wait, *loose[first : first + players - 1], wait]
    return wall_of(hands, soon, dealer=dealer, rng=rng)


def any_wall(rng: Random, players: int, dealer: int) -> list[str]:
    """A flat wall, or one with stacked hands, or one with hands that wait for the same tile."""
    kind = rng.random()
    if kind < 0.2:
        return random_wall(rng)
    if kind < 0.6:
        return ready_wall(rng, players, dealer)
    return wall_of(stacked_hands(rng, players), dealer=dealer, rng=rng)


# ---------------------------------------------------------------- players


class Player:
    """Chooses among legal actions, seeing only its own hand."""

    def __init__(self, rng: Random, *, keen: bool = False):
        self.rng = rng
        self.flat = not keen and rng.random() < 0.2
        self.eager = {
            "win": rng.choice((0.1, 0.5, 1)),
            "pong": rng.choice((0, 0.5, 1)),
            "exposed_kong": rng.choice((0, 0.7, 1)),
            "concealed_kong": rng.choice((0.1, 0.7, 1)),
            "added_kong": rng.choice((0.1, 0.5, 1)),
            "declare": rng.choice((0.3, 1)),
        }
        self.likes = rng.choice(("run", "triplet", "suit", "drawn", "drawn"))
        if keen:
            self.eager |= dict.fromkeys(("pong", "exposed_kong", "concealed_kong", "added_kong"), 1)
            self.eager["win"] = rng.choice((0.3, 1))
            self.likes = "drawn"

    def choose(self, legal, hand) -> str:
        """One of the actions of a seat that is asked."""
        actions = sorted(legal)
        if self.flat or self.rng.random() < 0.05:
            return self.rng.choice(actions)
        self.rng.shuffle(actions)
        for action in actions:
            if self.rng.random() < self.eager.get(action.partition(" ")[0], 0):
                return action
        if "pass" in legal:
            return "pass"
        throws = [action for action in actions if action.startswith("discard")]
        return min(throws, key=lambda action: self._worth(action[-2:], hand))

    def _worth(self, tile, hand) -> float:
        same = hand.count(tile)
        if self.likes == "drawn":  # throws what it drew, so that a ready hand stays ready
            return tile != hand[-1]
        if self.likes == "triplet":
            return same
        if self.likes == "suit":
            return sum(other[1] == tile[1] for other in hand) + same / 4
        rank = int(tile[0])
        near = [f"{rank + step}{tile[1]}" for step in (-2, -1, 1, 2)]
        joins = [other for other in near if other in hand]
        return 3 * same + sum(1 + (abs(int(other[0]) - rank) == 1) for other in joins)


def new_players(rng: Random, players: int) -> list[Player]:
    """One player a seat, all of them keen on calling in some hands."""
    keen = rng.random() < 0.4
    return [Player(rng, keen=keen) for _ in range(players)]


def new_game(seed) -> tuple[SlowTable, Random, list[Player]]:
    """A slow table with random rules and wall, and its players."""
    rng = Random(f"table {seed}")
    rules = random_table_rules(rng)
    players = rng.choice(players_of(rules))
    dealer = rng.randrange(players)
    wall = any_wall(rng, players, dealer)
    streak, base = rng.choice((0, 0, 1, 3)), rng.choice((1, 1, 5))
    table = SlowTable(rules, wall, players, dealer, streak, base)
    return table, rng, new_players(rng, players)


def players_of(rules) -> list[int]:
    return slow_hands.merge_rules(rules)["players"]


def marks_of(rng: Random) -> float:
    """How often a seat is marked dead before a step."""
    return rng.choice((0, 0, 0, 0.01, 0.05))


def forget_hands() -> None:
    """Empty the memory of the slow hands: a long run fills gigabytes otherwise."""
    slow_hands._splits.cache_clear()
    slow_hands._completing.cache_clear()


def tiles_in(table) -> Counter:
    """Every tile of a slow table, the wall and an open discard included."""
    found = Counter(table.wall)
    found.update([table.tile] if table.phase == "claim" else [])
    for seat in table.seats:
        found.update(seat["hand"] + seat["river"])
        for meld in seat["melds"]:
            found[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
    return found


assert len(TILES) == 27
