"""Copies of tables, deals of the hidden tiles, and seeds."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import permutations
from math import comb
from random import Random

import pytest

import zhuoji_fast as zj
from slow_hands import TILES, tiles_of, waits_of
from slow_table import DECK
from table_engine import new_table
from table_play import any_wall, players_of, random_table_rules, wall_of
from zhuoji_fast.actions import action_id
from zhuoji_fast.errors import ZhuojiError

PASS = action_id("pass")


def random_answers(table, rng):
    return {seat: rng.choice(table.legal(seat)) for seat in table.pending}


def random_table(seed, steps=None):
    """A table somewhere in a hand of random play."""
    rng = Random(f"clone {seed}")
    rules = random_table_rules(rng)
    players = rng.choice(players_of(rules))
    dealer = rng.randrange(players)
    while True:
        table = new_table(rules, any_wall(rng, players, dealer), players, dealer, rng.randrange(3))
        for _ in range(rng.randrange(80) if steps is None else steps):
            if table.done:
                break
            table.step(random_answers(table, rng))
        if not table.done:
            return table, rng


def facts(table):
    """Everything that can be asked of a table."""
    seats = range(len(table.view(0)["seats"]))
    return (
        table.log,
        table.pending,
        [table.legal(seat) for seat in table.pending],
        [table.view(seat) for seat in seats],
        table.done,
        table.position().to_json() if table.done else None,
    )


def to_the_end(table, rng):
    while not table.done:
        table.step(random_answers(table, rng))
    return table


WAYS = {
    "clone": lambda table: table.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda table, protocol=protocol: pickle.loads(
            pickle.dumps(table, protocol)
        )
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_is_equal_and_free(way):
    for seed in range(12):
        table, _ = random_table(f"{way} {seed}")
        before = facts(table)
        other = WAYS[way](table)
        assert type(other) is type(table)
        assert other == table
        assert facts(other) == before
        to_the_end(other, Random(seed))
        assert facts(table) == before
        assert other != table
        again = to_the_end(WAYS[way](table), Random(seed))
        assert again == other
        assert facts(again) == facts(other)
        assert facts(WAYS[way](again)) == facts(again)


def test_a_marked_copy_leaves_the_other_alone():
    table = zj.Table("guizhou", seed=3)
    other = table.clone()
    other.mark_dead(2, end=False)
    assert not table.view(0)["seats"][2]["dead"]
    assert other.view(0)["seats"][2]["dead"]


# ---------------------------------------------------------------- hidden tiles dealt anew


def shown(table):
    """What lies open, from any view."""
    view = table.view(0)
    return view["seats"], view["wall"], view["first_chicken"]


def held(table):
    """The concealed tiles of every seat."""
    return [tiles_of(table.view(seat)["hand"]) for seat in range(len(table.view(0)["seats"]))]


def test_resampling_keeps_what_is_seen():
    """Own view, open tiles and all numbers stay; the rest is dealt from the tiles that are left."""
    moved = 0
    for seed in range(60):
        table, rng = random_table(f"resample {seed}")
        hands = held(table)
        for seat in range(len(hands)):
            other = table.clone()
            try:
                other.resample(seat, rng.getrandbits(64))
            except ZhuojiError:
                assert seat not in table.pending  # a window that few deals leave open
                continue
            assert other.view(seat) == table.view(seat)
            assert other.pending
            assert shown(other) == shown(table)
            now = held(other)
            assert now[seat] == hands[seat]
            assert [len(hand) for hand in now] == [len(hand) for hand in hands]
            moved += now != hands
            all_tiles = Counter(tile for hand in now for tile in hand)
            for shown_seat in other.view(0)["seats"]:
                all_tiles.update(tiles_of(shown_seat["river"]))
                for meld in shown_seat["melds"]:
                    all_tiles[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
            assert max(all_tiles.values()) <= 4
            to_the_end(other, rng)
            assert sum(other.settlement.totals) == 0
    assert moved > 100


def test_the_same_seed_deals_the_same():
    table, _ = random_table("same", 9)
    one, two, three = table.clone(), table.clone(), table.clone()
    one.resample(0, 5)
    two.resample(0, 5)
    three.resample(0, 6)
    assert facts(one) == facts(two)
    assert held(one) != held(three)
    for bad in (-1, 2**64):
        with pytest.raises(ZhuojiError):
            table.resample(0, bad)
    with pytest.raises(ZhuojiError):
        table.resample(4, 1)


def all_throw(table, left):
    """Draw and throw until so many tiles are left in the wall, and it is seat 0's turn."""
    while table.view(0)["wall"] > left or list(table.pending) != [0] or PASS in table.legal(0):
        table.step({
            seat: PASS if PASS in table.legal(seat) else thrown(table, seat)
            for seat in table.pending
        })  # fmt: skip


def thrown(table, seat):
    """What the seat drew, or if that may not be thrown, something else."""
    drawn = action_id(f"discard {table.view(seat)['drawn']}")
    return drawn if drawn in table.legal(seat) else table.legal(seat)[0]


def chi_square(found, expected):
    """The statistic of a table of counts; `expected` are weights."""
    total, weight = sum(found.values()), sum(expected.values())
    assert set(found) <= set(expected)
    return sum(
        (found[key] - total * share / weight) ** 2 / (total * share / weight)
        for key, share in expected.items()
    )


def limit(outcomes):
    """What chi-square stays under but for one time in 10,000 (Wilson and Hilferty)."""
    df = outcomes - 1
    return df * (1 - 2 / (9 * df) + 3.72 * (2 / (9 * df)) ** 0.5) ** 3


DUEL = {"preset": "guiyang_classic", "players": [2]}


def test_every_deal_is_equally_likely():
    """Seat 1 has four pongs and one tile, three tiles are left: four hidden tiles in any order."""
    hands = [tiles_of("1155m1155p1155s9m"), tiles_of("2233m2233p4477s8p")]
    calls = tiles_of("2m3m2p3p")
    table = new_table(DUEL, wall_of(hands, calls), 2)
    for _ in calls:  # seat 0 draws and throws it, seat 1 pongs
        drawn = table.view(0)["drawn"]
        table.step(action_id(f"discard {drawn}"))
        table.step({1: action_id("pong")})
        table.step(max(table.legal(1)))  # one of 4s, 7s, 8p
    all_throw(table, 3)
    hidden = hidden_from_0(table)
    assert len(hidden) == 4
    found = Counter()
    for seed in range(3000):
        other = table.clone()
        other.resample(0, seed)
        (tile,) = held(other)[1]
        drawn = other.view(0)["drawn"]
        other.step(action_id(f"discard {drawn}"))
        while PASS in other.legal(other.pending[0]):
            other.step(dict.fromkeys(other.pending, PASS))
        found[tile, other.view(1)["drawn"]] += 1
    expected = Counter(order[:2] for order in permutations(hidden))
    assert chi_square(found, expected) < limit(len(expected))


def hidden_from_0(table):
    """The tiles that seat 0 of a duel does not see."""
    left = Counter(DECK)
    view = table.view(0)
    left.subtract(tiles_of(view["hand"]))
    for seat in view["seats"]:
        left.subtract(tiles_of(seat["river"]))
        for meld in seat["melds"]:
            left[meld["tile"]] -= 3 if meld["kind"] == "pong" else 4
    return list(left.elements())


def test_marginals_of_a_whole_hand():
    """How many 5m each of two others holds, against counting; and who holds the next tile."""
    hands = [tiles_of("19m19p19s28m28p28s5m"), None, None]
    table = zj.Table({"preset": "platform", "declare": "off"}, 3, seed=9)
    table.reset(hands=hands)
    unseen = 108 - 14
    drawn = table.view(0)["drawn"]
    others = 4 - 1 - (drawn == "5m")
    found = Counter()
    for seed in range(2000):
        other = table.clone()
        other.resample(0, seed)
        found[tuple(hand.count("5m") for hand in held(other)[1:])] += 1
    expected = {
        (a, b): comb(13, a) * comb(13, b) * comb(unseen - 26, others - a - b)
        for a in range(others + 1)
        for b in range(others + 1 - a)
    }
    expected = {key: share for key, share in expected.items() if share * 2000 > 8 * total(expected)}
    kept = Counter({key: number for key, number in found.items() if key in expected})
    assert sum(kept.values()) > 1900
    assert chi_square(kept, expected) < limit(len(expected))


def total(weights):
    return sum(weights.values())


def test_declared_hands_are_ting_and_equally_likely():
    """One hidden tile is in the wall, thirteen in the hand of seat 1, who has declared."""
    rules = {"preset": "guiyang_classic", "players": [2], "declare": "hard_soft"}
    hands = [tiles_of("19m19p19s147m28p258s")[:13], tiles_of("123456789m1123p")]
    table = new_table(rules, wall_of(hands, rng=Random(4)), 2)
    assert list(table.pending) == [1]
    table.step(action_id("declare"))
    all_throw(table, 1)
    hidden = hidden_from_0(table)
    assert len(hidden) == 14
    expected = Counter()
    for place, tile in enumerate(hidden):
        rest = hidden[:place] + hidden[place + 1 :]
        if waits_of({"hand": rest, "melds": [], "dead": False}):
            expected[tile] += 1
    assert len(expected) > 2
    found = Counter()
    for seed in range(1500):
        other = table.clone()
        other.resample(0, seed)
        left = Counter(hidden)
        left.subtract(held(other)[1])
        (tile,) = left.elements()
        found[tile] += 1
    assert chi_square(found, expected) < limit(len(expected))


@pytest.mark.parametrize("seed", range(3))
def test_declared_seats_stay_ting(seed):
    """Two seats have declared; every deal leaves each of them ting."""
    hands = ["123456789m23p55s", "6799p123456789s", "222444666m88m77s"]
    hands = [*map(tiles_of, hands), None]
    table = zj.Table("guizhou", seed=seed)
    table.reset(seed=seed, hands=hands)
    table.step(dict.fromkeys(table.pending, action_id("declare")))
    for number in range(3):
        other = table.clone()
        other.resample(3, number)
        for seat, view in enumerate(other.view(3)["seats"]):
            if view["declared"]:
                hand = {"hand": held(other)[seat], "melds": [], "dead": False}
                assert waits_of(hand), (seat, hand)
    assert sum(seat["declared"] == "hard" for seat in table.view(3)["seats"]) == 2


@pytest.mark.parametrize("way", ["clone", "pickle 5"])
def test_the_log_forgets_what_was_dealt_anew(way):
    """Dealt hands of the others are hidden, also before the dealer draws and there is an event."""
    for table in (zj.Table("guizhou", seed=1110), random_table("log", 20)[0]):
        seat = table.pending[0]
        own = table.log[0]["tehais"][seat]
        other = table.clone()
        other.resample(seat, 1)
        other = WAYS[way](other)
        hands = other.log[0]["tehais"]
        assert hands.pop(seat) == own
        assert hands == [["?"] * 13] * len(hands)
        assert other.log[0]["seed"] is None
        assert [event["type"] for event in other.log] == [event["type"] for event in table.log]
        assert other != table
    table = zj.Table("guizhou", seed=1110)
    assert table.n_events == 0
    assert table.log[0]["tehais"][0] != ["?"] * 13


# ---------------------------------------------------------------- seeds


def dealt(table):
    return table.log[0]["tehais"], table.view(table.log[0]["oya"])["drawn"]


def test_a_seed_starts_at_hand_0_and_none_goes_on():
    table = zj.Table("guiyang", seed=5)
    first = dealt(table)
    table.reset()
    assert dealt(table) == first  # the first reset of a new table
    table.reset()
    second = dealt(table)
    assert second != first
    assert table.log[0]["hand"] == 1
    table.reset(seed=5)
    assert dealt(table) == first
    assert table == zj.Table("guiyang", seed=5)
    table.reset()
    assert dealt(table) == second
    table.reset(seed=6)
    assert dealt(table) != first
    assert table.log[0]["seed"] == 6


def test_the_wall_is_a_function_of_seed_and_hand_alone():
    """Neither rules, dealer, streak nor what was played before has a say in it."""
    one = zj.Table("guiyang", seed=11)
    one.reset()
    to_the_end(one, Random(1))
    one.reset()
    other = zj.Table("duyun", seed=11)
    other.reset()
    other.reset(dealer=2, streak=3)
    order = [(2 + step) % 4 for step in range(4)]
    hands = one.log[0]["tehais"]
    assert [other.log[0]["tehais"][seat] for seat in order] == hands
    assert [event["pai"] for event in (one.log[1], other.log[1])] == [one.log[1]["pai"]] * 2


def test_rules_stay_when_a_table_is_dealt_again():
    rules = zj.Rules.preset("guiyang").replace(fan={"seven_pairs": 17})
    table = zj.Table(rules, seed=1)
    table.reset(seed=5)
    assert table == zj.Table(rules, seed=5)
    assert table.log[0]["rules"] == {"preset": "guiyang", "fan": {"seven_pairs": 17}}


def test_walls_are_shuffled_evenly():
    """The first draw of the dealer is each kind equally often."""
    table = zj.Table("guiyang", seed=0)
    found = Counter()
    for seed in range(2700):
        table.reset(seed=seed)
        found[table.view(0)["drawn"]] += 1
    assert chi_square(found, dict.fromkeys(TILES, 1)) < limit(27)


def test_without_a_seed_tables_differ():
    assert len({str(dealt(zj.Table("guiyang"))) for _ in range(5)}) == 5


@pytest.mark.parametrize(
    "bad",
    [
        {"wall": DECK[:-1]},
        {"wall": [*DECK[:-1], "1m"]},
        {"hands": [tiles_of("11111m")]},
        {"hands": ["123m", None, None, None]},
        {"hands": ["1111222233334m", "11122223333444m"[:13] + "", None, None]},
        {"dealer": 4},
        {"dealer": -1},
        {"streak": -1},
        {"seed": -1},
        {"seed": 2**64},
    ],
    ids=str,
)
def test_what_cannot_be_dealt(bad):
    table = zj.Table("guiyang", seed=1)
    before = facts(table)
    with pytest.raises(ZhuojiError):
        table.reset(**bad)
    assert facts(table) == before
