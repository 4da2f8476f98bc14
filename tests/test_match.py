"""Matches: first dealer, dealer and streak from hand to hand, scores, walls and dice, the log."""

import itertools
import pickle
from random import Random

import pytest

import zhuoji_fast as zj
from log_data import hands_of
from slow_settlement import slow_next_dealer, slow_wall_break
from slow_table import DECK
from table_play import random_wall
from zhuoji_fast.actions import Action


def play(table, rng):
    """Play that wins when it can, throws what keeps most open, and calls at times."""
    while not table.done:
        answers = {}
        for seat in table.pending:
            legal = table.legal(seat)
            if Action.WIN in legal:
                answers[seat] = Action.WIN
            elif Action.PASS in legal:
                answers[seat] = rng.choice((Action.PASS, Action.PASS, legal[0]))
            else:
                tile = zj.best_discard(bytes(zj.counts(table.view(seat)["hand"])))[0]
                answers[seat] = tile if tile in legal else legal[0]
        table.step(answers)


def played(*args, seed=0, **kwargs):
    match = zj.Match(*args, seed=seed, **kwargs)
    rng = Random(f"match {seed}")
    for table in match:
        play(table, rng)
    return match


# Rules with which hands often end by wins, by several at once too.
EASY = {"preset": "platform", "passport_waivers": ["declared", "hot_shot"]}
DEALERS = [
    {"double_win_dealer": one, "exhausted_dealer": two, "streak_counts_exhausted": three}
    for one in ("from_dealer", "from_discarder", "discarder")
    for two, three in (("stay", True), ("ting", True), ("stay", False))
]


@pytest.mark.parametrize("options", DEALERS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dealer_and_streak(options, players):
    match = played({**EASY, **options}, players, 12, seed=players)
    starts = [event for event in match.log if event["type"] == "start_kyoku"]
    ends = [event["position"] for event in match.log if event["type"] == "end_kyoku"]
    assert len(starts) == len(ends) == match.played == 12
    assert starts[0]["honba"] == 0
    for end, start in zip(ends, starts[1:], strict=False):
        assert (start["oya"], start["honba"]) == slow_next_dealer(end)
    assert (match.dealer, match.streak) == slow_next_dealer(ends[-1])
    assert [start["hand"] for start in starts] == list(range(12))
    assert len({start["seed"] for start in starts}) == 1
    assert sum(end["end"]["kind"] == "win" for end in ends) > 3


def test_the_dealers_of_a_given_match():
    hands = hands_of("match.jsonl")
    for before, after in itertools.pairwise(hands):
        start = after[0]
        assert zj.next_dealer(before[-1]["position"]) == (start["oya"], start["honba"])


def test_scores_are_the_sums_of_the_hands():
    match = zj.Match("guiyang", hands=5, seed=3)
    rng = Random(1)
    sums = [0] * 4
    for number, table in enumerate(match):
        assert match.table is table
        assert match.played == number
        assert match.scores == tuple(sums)
        assert not match.done
        play(table, rng)
        sums = [a + b for a, b in zip(sums, table.settlement.totals, strict=True)]
        assert match.scores == tuple(sums)
    assert match.done
    assert sum(match.scores) == 0
    assert any(match.scores)


def test_a_hand_has_the_wall_of_its_seed_and_number():
    match = zj.Match("guiyang", hands=3, seed=77)
    for number, table in enumerate(match):
        again = zj.Table("guiyang")
        again.reset(77, hand=number, dealer=match.dealer, streak=match.streak)
        assert table == again
        play(table, Random(number))


def test_the_same_seed_gives_the_same_match():
    assert played("guizhou", hands=4, seed=5).log == played("guizhou", hands=4, seed=5).log
    assert played("guizhou", hands=1, seed=5).log != played("guizhou", hands=1, seed=6).log


def test_without_a_seed_one_is_drawn():
    one, two = zj.Match(), zj.Match()
    assert one.seed != two.seed
    assert 0 <= one.seed < 2**64


# ---------------------------------------------------------------- the first dealer


@pytest.mark.rule("R-DEAL-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_first_dealer(players):
    dealers = [zj.Match("platform", players, seed=seed).dealer for seed in range(600)]
    for seat in range(players):
        # 600 draws: five standard deviations
        expected = 600 / players
        assert abs(dealers.count(seat) - expected) < 5 * (expected * (1 - 1 / players)) ** 0.5
    assert zj.Match("platform", players).dealer_dice is None


@pytest.mark.rule("R-DEAL-1")
@pytest.mark.parametrize("players", [3, 4])
def test_dice_for_the_first_dealer(players):
    seen = []
    for seed in range(2000):
        match = zj.Match("guizhou", players, seed=seed)
        one, two = match.dealer_dice
        assert match.dealer == (one + two - 1) % players
        assert match.log[0]["dealer_dice"] == [one, two]
        seen.append((one, two))
    for pair in itertools.product(range(1, 7), repeat=2):
        assert abs(seen.count(pair) - 2000 / 36) < 5 * (2000 / 36) ** 0.5


@pytest.mark.rule("R-DEAL-1")
@pytest.mark.parametrize(
    ("dice", "players", "dealer"),
    [
        ((1, 1), 4, 1),
        ((3, 4), 4, 2),
        ((6, 6), 4, 3),
        ((2, 2), 3, 0),
        ((6, 6), 3, 2),
        ((1, 2), 2, 0),
    ],
)
def test_thrown_dice(dice, players, dealer):
    rules = {"preset": "guizhou", "players": [2, 3, 4]}
    match = zj.Match(rules, players, dealer_dice=dice)
    assert (match.dealer, match.dealer_dice) == (dealer, dice)
    assert match.deal().dealer == dealer


def test_a_named_first_dealer():
    match = zj.Match("guizhou", dealer=2)
    assert (match.dealer, match.dealer_dice) == (2, None)
    assert "dealer_dice" not in match.log[0]


# ---------------------------------------------------------------- walls


def drawn_from(row, players, dealer):
    """Dealt hands, first draw and the two ends of a row, counted off by hand."""
    row = list(row)
    hands = [[] for _ in range(players)]
    for size in (4, 4, 4, 1):
        for step in range(players):
            for _ in range(size):
                hands[(dealer + step) % players].append(row.pop(0))
    return hands, row[0], row[-1]


def sides_of(wall):
    """Stacks of a physical wall by side, counter-clockwise from the dealer's, each from its right.

    Clockwise from the dealer's right end come the dealer's side, the side of the seat before him,
    the one opposite, and the side of the seat after him.
    """
    stacks = [tuple(wall[i : i + 2]) for i in range(0, 108, 2)]
    own, before, opposite, after = stacks[:14], stacks[14:27], stacks[27:41], stacks[41:]
    return [own, after, opposite, before]


def broken(wall, dice):
    """The row of a physical wall, side by side."""
    sides = sides_of(wall)
    side = (sum(dice) - 1) % 4
    clockwise = [sides[(side - step) % 4] for step in range(4)]
    stacks = [stack for part in clockwise for stack in part]
    skip = min(dice)
    return [tile for stack in (*stacks[skip:], *stacks[:skip]) for tile in stack]


@pytest.mark.rule("R-BREAK-1", "R-BREAK-2", "R-BREAK-3", "R-BREAK-4")
@pytest.mark.parametrize("dice", [(3, 4), (1, 1), (6, 6), (5, 1), (2, 6), (4, 5)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_physical_walls(dice, players):
    rng = Random(str(dice))
    wall = random_wall(rng)
    match = zj.Match("platform", players, dealer=players - 1)
    table = match.deal(wall, dice)
    row = broken(wall, dice)
    assert sorted(row) == sorted(DECK)
    assert row[0] == wall[2 * slow_wall_break(dice, 0)[3]]
    hands, first, last = drawn_from(row, players, players - 1)
    start, *events = table.log
    assert start["tehais"] == [sorted(hand, key=lambda t: (t[1], t[0])) for hand in hands]
    assert start["dice"] == list(dice)
    assert start["seed"] is None
    assert events[-1] == {"type": "tsumo", "actor": players - 1, "pai": first}
    for table in (match.table, zj.Table.replay(match.log, partial=True)):
        assert table.log[0]["dice"] == list(dice)
    assert last == wall[2 * slow_wall_break(dice, 0)[3] - 1]


def test_rows():
    rng = Random(4)
    wall = random_wall(rng)
    match = zj.Match("guiyang", dealer=1, hands=2)
    table = match.deal(wall)
    hands, first, _ = drawn_from(wall, 4, 1)
    assert table.log[0]["tehais"] == [sorted(hand, key=lambda t: (t[1], t[0])) for hand in hands]
    assert table.log[0]["dice"] is None
    assert table.log[1]["pai"] == first
    play(table, rng)
    assert match.deal().log[0]["seed"] == match.seed


@pytest.mark.parametrize(
    ("wall", "dice", "error", "match"),
    [
        (DECK[:107], None, zj.ZhuojiError, "wall: 107 tiles"),
        (["1m"] * 108, None, zj.ZhuojiError, "wall: 108 of 1m"),
        (None, (3, 4), zj.ZhuojiError, "dice: only with wall"),
        (DECK, (3, 7), zj.ZhuojiError, r"dice\[1\] 7"),
        (DECK, (3,), zj.ZhuojiError, "dice: 1 of them"),
        (7, None, zj.WrongTypeError, "wall"),
    ],
)
def test_impossible_walls(wall, dice, error, match):
    game = zj.Match()
    with pytest.raises(error, match=match):
        game.deal(wall, dice)
    assert game.table is None
    game.deal()


# ---------------------------------------------------------------- order of things


def test_a_hand_has_to_be_over():
    match = zj.Match(hands=1, seed=1)
    table = match.deal()
    with pytest.raises(zj.ZhuojiError, match="hand 1 is not over"):
        match.deal()
    play(table, Random(0))
    with pytest.raises(zj.ZhuojiError, match="all 1 hands are played"):
        match.deal()
    assert list(match) == []


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"hands": 0}, zj.ZhuojiError, "hands 0"),
        ({"hands": 2.0}, zj.WrongTypeError, "hands"),
        ({"players": 5}, zj.ZhuojiError, "players 5"),
        ({"players": 3}, zj.ZhuojiError, "players 3"),
        ({"rules": "beijing"}, zj.RulesError, "beijing"),
        ({"base": 0}, zj.ZhuojiError, "base 0"),
        ({"seed": -1}, zj.ZhuojiError, "seed -1"),
        ({"dealer": 4}, zj.ZhuojiError, "dealer 4"),
        ({"dealer": True}, zj.WrongTypeError, "dealer"),
        ({"dealer": 1, "dealer_dice": (1, 1)}, zj.ZhuojiError, "one of them"),
        ({"dealer_dice": (0, 1)}, zj.ZhuojiError, r"dice\[0\] 0"),
        ({"dealer_dice": 7}, zj.WrongTypeError, "dice"),
        ({"names": ["a"]}, zj.ZhuojiError, "names: 1 of them"),
        ({"names": "abcd"}, zj.WrongTypeError, "names"),
        ({"names": [1, 2, 3, 4]}, zj.WrongTypeError, "names"),
    ],
)
def test_wrong_arguments(arguments, error, text):
    with pytest.raises(error, match=text):
        zj.Match(**arguments)


# ---------------------------------------------------------------- the log


def test_the_log(tmp_path):
    match = played("duyun", hands=3, seed=9, base=5, names=["東", "南", "西", "北"])
    events = match.log
    kinds = [event["type"] for event in events]
    assert (kinds[0], kinds[-1]) == ("start_game", "end_game")
    assert kinds.count("start_kyoku") == kinds.count("end_kyoku") == 3
    assert events[0]["names"] == ["東", "南", "西", "北"]
    assert all(event["base"] == 5 for event in events if event["type"] == "start_kyoku")
    path = tmp_path / "match.jsonl.gz"
    assert match.write(path) == 3
    hands = list(zj.read_log(path))
    assert [event for hand in hands for event in hand] == events[1:-1]
    assert hands[0].game == events[0]
    tables = [zj.Table.replay(hand) for hand in hands]
    totals = [table.settlement.totals for table in tables]
    assert tuple(map(sum, zip(*totals, strict=True))) == match.scores


def test_the_log_of_an_unfinished_match():
    match = zj.Match(seed=2)
    assert [event["type"] for event in match.log] == ["start_game"]
    match.deal()
    assert [event["type"] for event in match.log] == ["start_game", "start_kyoku", "tsumo"]


def test_a_match_can_be_pickled():
    match = zj.Match(seed=2, hands=2)
    rng = Random(3)
    play(match.deal(), rng)
    table = match.deal()
    again = pickle.loads(pickle.dumps(match))
    assert (again.scores, again.dealer, again.log) == (match.scores, match.dealer, match.log)
    assert again.table == table
    assert again.table is not table


def test_text_of_a_match():
    match = played("guiyang", hands=1, seed=4)
    assert repr(match) == (
        f"<Match 'guiyang', 4 players, seed 4: 1 of 1 hands, scores {match.scores}>"
    )
