"""The table's own parts: deals, texts of actions, why an action is refused, compact doors."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

import zhuoji_fast as zj
from slow_hands import tiles_of
from table_play import wall_of
from zhuoji_fast._core.tabledoor import TableCore, dealt_places, seeded_copies, seeded_wall
from zhuoji_fast.actions import ACTIONS, Action, action_id, action_text
from zhuoji_fast.errors import IllegalActionError, WrongTypeError, ZhuojiError
from zhuoji_fast.refusals import MARK_REFUSALS, REFUSALS

RULES_DOC = Path(__file__).parent.parent / "docs" / "rules.md"


# ---------------------------------------------------------------- deals


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_places_of_the_deal(players, dealer):
    places = dealt_places(players, dealer)
    row = []
    for size in (4, 4, 4, 1):
        for step in range(players):
            row += [(dealer + step) % players] * size
    assert places == [[i for i, owner in enumerate(row) if owner == s] for s in range(players)]


def test_a_physical_wall_is_broken_by_the_dice():
    """Each stack of the wall is one kind or two: the stack where drawing starts shows."""
    wall = [tile for tile in range(27) for _ in range(4)]
    table = zj.Table(seed=1)
    table.reset(wall=wall, dice=(3, 4))
    start = 2 * zj.wall_break((3, 4), 0).stack
    broken = wall[start:] + wall[:start]
    hands = [sorted(broken[place] for place in places) for places in dealt_places(4, 0)]
    dealt = [[zj.tile_index(tile) for tile in hand] for hand in table.log[0]["tehais"]]
    assert dealt == hands
    assert table.log[0]["dice"] == [3, 4]
    assert table.log[1]["pai"] == zj.tile_text(broken[52])
    assert table.log[0]["seed"] is None


def test_hands_are_dealt_and_the_rest_keeps_the_order_of_the_seed():
    table = zj.Table("platform", 3, seed=5)
    fixed = "123456789m1123p"
    table.reset(hands=[None, fixed, "1111s222333s999p5s"], dealer=2)
    assert table.log[0]["tehais"][1] == text_of_each(zj.parse_tiles(fixed))
    table.step(dict.fromkeys(table.pending, Action.PASS))
    assert {"type": "tsumo", "actor": 2, "pai": "5s"} in table.log
    table.reset(seed=5, hands=[None, fixed, None], dealer=2)
    left = [4 - int(number) for number in zj.counts(fixed)]
    rest = iter([copy // 4 for copy in seeded_copies(5, 0) if copy % 4 < left[copy // 4]])
    wall = [None if place in dealt_places(3, 2)[1] else next(rest) for place in range(108)]
    dealt = sorted(wall[place] for place in dealt_places(3, 2)[0])
    assert table.log[0]["tehais"][0] == text_of_each(dealt)
    assert bytes([copy // 4 for copy in seeded_copies(5, 0)]) == seeded_wall(5, 0)


def test_the_rest_of_fixed_hands_is_shuffled_evenly():
    """With two of 1m taken, 1m and 2m follow one another in either order equally often."""
    table = zj.Table("platform", 2, seed=0)
    first, number = 0, 3000
    for seed in range(number):
        table.reset(seed, hands=["11m22m33m44m55m66m7m", None])
        table.place(0)
        tiles = table.hand_counts(1)
        first += tiles[0]
    # 95 tiles are left, 2 of them 1m, and 13 go to seat 1
    mean, variance = 26 / 95, 2 * 13 / 95 * (82 / 95) * (93 / 94)
    assert abs(first / number - mean) < 4 * (variance / number) ** 0.5


@pytest.mark.parametrize(
    ("more", "words_of_it"),
    [
        ({"wall": "1m"}, "wall: 1 tiles, expected 108"),
        ({"wall": [0] * 108}, "wall: 108 of 1m, expected 4"),
        ({"wall": "1z"}, "wall: "),
        ({"wall": 3}, "wall: expected tiles in order, not int"),
        ({"wall": [27] * 108}, "wall: tile 27"),
        ({"hands": [None]}, "hands: 1 hands, expected 4"),
        ({"hands": "123m"}, "hands must be a sequence of hands, not str"),
        ({"hands": ["1m", None, None, None]}, "hands[0]: 1 tiles, expected 13 or 14"),
        ({"hands": [None, "11112222333344m", None, None]}, "hands[1]: 14 tiles, expected 13"),
        ({"hands": ["1111222233334m", None, "1m111122223333p", None]}, "hands[2]: a fifth 1m"),
        ({"wall": [0] * 108, "hands": [None] * 4}, "wall and hands"),
        ({"dice": (1, 2)}, "dice: only with wall"),
        ({"dealer": 4}, "dealer 4: expected 0 to 3"),
        ({"dealer": True}, "dealer must be a whole number, not bool"),
        ({"streak": 1001}, "streak 1001: expected 0 to 1000"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "seed 18446744073709551616"),
        ({"seed": 1.0}, "seed must be a whole number, not float"),
        ({"hand": -1}, "hand -1"),
    ],
)
def test_what_cannot_be_dealt_says_why_and_changes_nothing(more, words_of_it):
    table = zj.Table(seed=3)
    table.reset()
    table.step(table.legal(0)[0])
    before = table.clone()
    with pytest.raises(ZhuojiError, match=re.escape(words_of_it)):
        table.reset(**more)
    assert table == before
    table.reset()
    assert (table.seed, table.hand) == (3, 1)


@pytest.mark.parametrize(
    ("arguments", "words_of_it"),
    [
        ({"rules": "guiyang", "players": 3}, "players 3: these rules are for 4"),
        ({"rules": "platform", "players": 5}, "players 5: expected 2 to 4"),
        ({"rules": "guiyan"}, "guiyan"),
        ({"base": 0}, "base 0: expected 1 to 1000000"),
        ({"players": "4"}, "players must be a whole number, not str"),
        ({"seed": "1"}, "seed must be a whole number, not str"),
        ({"seed": np.arange(3)}, "seed must be a whole number, not ndarray"),
    ],
)
def test_what_is_no_table(arguments, words_of_it):
    with pytest.raises(ZhuojiError, match=re.escape(words_of_it)):
        zj.Table(**arguments)


def test_walls_and_hands_in_every_form():
    text = "".join([zj.tile_text(tile) for tile in range(27) for _ in range(4)])
    indices = zj.parse_tiles(text)
    tables = []
    for wall in (text, indices, bytes(indices), np.array(indices, np.int8), text_of_each(indices)):
        table = zj.Table(seed=1)
        table.reset(wall=wall)
        tables.append(table)
    assert all(table == tables[0] for table in tables)


def text_of_each(tiles):
    return [zj.tile_text(tile) for tile in tiles]


# ---------------------------------------------------------------- actions and refusals


def test_every_action_has_its_text():
    texts = [action_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS == 86
    assert [action_id(text) for text in texts] == list(range(ACTIONS))
    assert action_text(Action.DECLARE) == "declare"
    for kind in ("discard", "concealed_kong", "added_kong"):
        assert action_text(Action[kind.upper()] + 17) == f"{kind} 9p"


@pytest.mark.parametrize(
    "bad", ["", "discard", "pong 1m", "throw 1m", "discard 0m", "discard 1m2m"]
)
def test_text_that_is_no_action(bad):
    with pytest.raises(ZhuojiError):
        action_id(bad)


@pytest.mark.parametrize(
    "bad", [-1, 86, True, None, 1.0, "pass", np.array([1]), np.True_], ids=repr
)
def test_numbers_that_are_no_action(bad):
    with pytest.raises(ZhuojiError):
        action_text(bad)
    table = zj.Table(seed=1)
    with pytest.raises(ZhuojiError):
        table.verify(0, bad)
    with pytest.raises(ZhuojiError):
        table.step(bad)
    if type(bad) is int:
        assert not table.can(0, bad)
    else:
        with pytest.raises(WrongTypeError):
            table.can(0, bad)


def test_every_refusal_names_a_rule():
    rules = set(re.findall(r"^### (R-[A-Z]+-\d+)", RULES_DOC.read_text("utf-8"), re.MULTILINE))
    assert {rule for rule, _ in (*REFUSALS[1:], *MARK_REFUSALS[1:])} <= rules


RUNS = "123456789m1123p"  # waits 1p, 4p
SPREAD = "246m13579p13579s"
OTHER = "1357m2468p2468s9m"
DUEL = {"preset": "guiyang_classic", "players": [2], "pass_lock": "any"}
SINGLE = DUEL | {"declare": "single"}
HARD = DUEL | {"declare": "hard_soft"}


def at(rules, hands, head, *actions):
    """A patient table of two after some steps: windows stay open until they are passed.

    Seat 0 draws the first tile of `head`; an action is for whoever may take it. "hard" comes first
    and declares before that draw.
    """
    table = zj.Table(rules, 2)
    deal = wall_of([tiles_of(hand) for hand in hands], tiles_of(head))
    table.deal(1, 0, 0, 0, wall=bytes([zj.tile_index(tile) for tile in deal]), patient=True)
    table.play(bytes([Action.DECLARE if "hard" in actions else Action.PASS] * 4))
    for action in actions:
        if action != "hard":
            table.play(bytes([action_id(action)] * 4))
    return table


PAIR = "88m1357m2468p246s"  # two of what seat 0 throws
PLAIN = "123456789m46p22s"  # waits 5p, without a passport
CALL = ("discard 8m", "pong", "discard 1m", "pass", "discard 9s", "pass")
KONG = "added_kong 8m"  # seat 1 has drawn the fourth

REFUSED = [
    ((DUEL, [RUNS, OTHER], "1p", "win"), 0, "discard 1m", "the hand is over"),
    ((DUEL, [SPREAD, OTHER], "8m"), 1, "discard 1m", "it is another seat's turn"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "discard 9m", "does not hold the tile"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "concealed_kong 2m", "does not hold all four"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "added_kong 2m", "no pong of the tile"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "pong", "no tile of another seat is open"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "pass", "no tile of another seat is open"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "win", "does not finish the hand"),
    ((DUEL, [SPREAD, OTHER], "8m"), 0, "declare", "know no declaring"),
    ((SINGLE, [SPREAD, OTHER], "8m"), 0, "declare", "cannot be made ting"),
    ((SINGLE, [RUNS, OTHER], "9s", "declare"), 0, "discard 1m", "not ting after that"),
    ((SINGLE, [RUNS, OTHER], "9s", "declare"), 0, "win", "followed by its discard"),
    ((SINGLE, [RUNS, OTHER], "9s", "declare"), 0, "declare", "followed by its discard"),
    ((HARD, [SPREAD, RUNS], "8m9s", "hard", "discard 8m", "pass"), 1, "discard 1m", "throws"),
    ((HARD, [SPREAD, RUNS], "8m9s", "hard", "discard 8m", "pass"), 1, "declare", "already"),
    (
        (SINGLE, [SPREAD, OTHER], "8m9s8s", "discard 8m", "pass", "discard 9s", "pass"),
        0,
        "declare",
        "only the first discard",
    ),
    ((SINGLE, [SPREAD, PAIR], "8m", "discard 8m", "pong"), 1, "declare", "called before"),
    ((DUEL, [SPREAD, PAIR], "8m", "discard 8m", "pong"), 1, "win", "a pong is followed"),
    ((DUEL, [SPREAD, PAIR], "8m", "discard 8m"), 1, "discard 1m", "answered first"),
    ((DUEL, [SPREAD, PAIR], "8m", "discard 8m"), 1, "declare", "answered first"),
    ((DUEL, [SPREAD, PAIR], "8m", "discard 8m"), 1, "exposed_kong", "not hold three"),
    ((DUEL, [SPREAD, PAIR], "8m", "discard 8m"), 0, "pong", "the tile is the seat's own"),
    ((DUEL, [SPREAD, OTHER], "8m", "discard 8m"), 1, "pong", "not hold two"),
    ((DUEL, [SPREAD, OTHER], "8m", "discard 8m"), 1, "pass", "the seat is not asked"),
    ((DUEL, [SPREAD, PLAIN], "8m", "discard 8m"), 1, "win", "does not finish the hand"),
    ((DUEL, [SPREAD, PLAIN], "8m", "discard 5p"), 1, "win", "without a passport or waiver"),
    ((HARD, [SPREAD, RUNS], "1p", "hard", "discard 1p"), 1, "pong", "wins, or throws"),
    ((DUEL, [SPREAD, PAIR], "8m9s8m", *CALL), 1, "added_kong 8p", "no pong of the tile"),
    ((DUEL, [SPREAD, PAIR], "8m9s7m", *CALL), 1, "added_kong 8m", "hold the fourth"),
    ((DUEL, [SPREAD, PAIR], "8m9s8m", *CALL, KONG), 0, "pong", "can be robbed, not called"),
    ((DUEL, [SPREAD, PAIR], "8m9s8m", *CALL, KONG), 0, "win", "does not finish the hand"),
    ((DUEL, [SPREAD, PAIR], "8m9s8m", *CALL, KONG), 0, "discard 1p", "answered first"),
]


@pytest.mark.parametrize(("deal", "seat", "action", "reason"), REFUSED)
def test_refusals(deal, seat, action, reason):
    table = at(*deal)
    before = table.clone()
    with pytest.raises(IllegalActionError, match=re.escape(reason)) as caught:
        table.verify(seat, action_id(action))
    error = caught.value
    assert (error.seat, error.action) == (seat, action_id(action))
    assert [rule for rule, text in REFUSALS if reason in text] == [error.rule]
    assert str(error).startswith(f"seat {seat}, {action}: ")
    assert not table.can(seat, action_id(action))
    assert action_id(action) not in table.legal(seat)
    with pytest.raises(IllegalActionError):
        table.step({seat: action_id(action)})
    assert table == before
    copied = pickle.loads(pickle.dumps(error))
    assert (str(copied), copied.rule) == (str(error), error.rule)


def refused(table, seat, action):
    """The reason for which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        table.verify(seat, action_id(action))
    (reason,) = [text for rule, text in REFUSALS if text in str(caught.value)]
    assert (caught.value.rule, reason) in REFUSALS
    return reason


def test_refusals_before_the_dealer_draws():
    table = zj.Table(HARD, 2)
    table.reset(hands=[SPREAD, RUNS])
    assert table.pending == (1,)
    assert refused(table, 1, "discard 1m").startswith("before the dealer draws")
    assert refused(table, 0, "pass") == "the seat is not asked"
    assert refused(table, 0, "declare") == "the dealer declares with his first discard"
    table = zj.Table("platform", 3)
    table.reset(hands=[None, RUNS, SPREAD])
    assert table.pending == (1,)
    assert refused(table, 2, "declare") == "the dealt hand is not ting"
    table.mark_dead(1)
    assert "tsumo" in [event["type"] for event in table.log]


def test_refusals_of_a_dead_seat():
    table = at(SINGLE, [RUNS, OTHER], "1p")
    table.mark_dead(0)
    assert refused(table, 0, "win") == "a dead hand never wins"
    assert refused(table, 0, "declare") == "a dead hand never declares"
    table = at(DUEL, [SPREAD, RUNS], "1p", "discard 1p")
    table.mark_dead(1)
    assert refused(table, 1, "win") == "a dead hand never wins"


def test_refusals_of_a_locked_seat():
    """Seat 1 pongs what it could have won on, and then waits for 2s, but has not drawn yet."""
    hands = [SPREAD, "111333555m66p22s"]
    called = at(DUEL, hands, "6p2s", "discard 6p")
    assert called.can(1, Action.WIN)
    for action in ("pong", "discard 2s", "pass", "discard 2s"):
        called.play(bytes([action_id(action)] * 4))
    assert refused(called, 1, "win") == "the seat has passed a win and is locked"


def test_refusals_at_the_end_of_the_wall():
    """Nobody calls or makes a kong once no tile is left."""
    hands = [tiles_of("1111m2468p13579s"), tiles_of("2222m1357p2468s9p")]
    deal = [zj.tile_index(tile) for tile in wall_of(hands)]
    table = zj.Table(DUEL, 2)
    table.deal(1, 0, 0, 0, wall=bytes(deal), patient=True)
    table.play(bytes(4))
    while table.wall_left:
        table.play(bytes([table.drawn] * 4))
        table.play(bytes([Action.PASS] * 4))
    last = table.turn
    assert refused(table, last, f"concealed_kong {last + 1}m") == "no replacement tile is left"
    table.play(bytes([last] * 4))
    assert refused(table, 1 - last, "pong").startswith("the last discard")


# ---------------------------------------------------------------- doors


def test_a_table_that_was_never_dealt_does_nothing():
    core = TableCore()
    assert core.done
    assert (core.pending, core.totals(), core.events(), core.compact_events()) == ((), (), [], b"")
    core.play(bytes(4))
    for call in (
        lambda: core.step(84),
        lambda: core.mark_dead(0),
        lambda: core.legal(0),
        lambda: core.deal(0, 0, 0, 0),
        lambda: core.restore(*core.state()),
        lambda: core.imagine(0, 1),
    ):
        with pytest.raises(ValueError, match=r"over|seat 0|dealer 0|pickled"):
            call()


def test_the_door_for_compact_answers():
    table = zj.Table(seed=4)
    with pytest.raises(ValueError, match="not legal"):
        table.play(bytes([Action.PASS] * 4))
    with pytest.raises(ValueError, match="1 actions"):
        table.play(b"T")
    while not table.done:
        answers = bytearray([Action.PASS] * 4)
        for seat in table.pending:
            masks = table.legal_masks(seat)
            ids = [
                27 * kind + bit for kind in range(4) for bit in range(27) if masks[kind] >> bit & 1
            ]
            assert tuple(ids) == table.legal(seat)
            answers[seat] = ids[-1] if Action.PASS not in ids else Action.PASS
        table.play(bytes(answers))
    assert len(table.compact_events()) == 4 * table.n_events
    assert table.totals() == table.settlement.totals


def test_patience():
    """Every window waits, and the tiles to come can be put in place before they are drawn."""
    quick = zj.Table("guiyang", seed=8)
    slow = zj.Table("guiyang", seed=8)
    slow.deal(8, 0, 0, 0, patient=True)
    assert (slow.phase, slow.pending_mask, slow.done) == (0, 0, False)
    assert not slow.place(27)
    first = quick.log[1]["pai"]
    assert slow.place(zj.tile_index(first))
    slow.play(bytes(4))
    rng = Random(1)
    while not quick.done:
        answers = bytearray(4)
        for seat in quick.pending:
            answers[seat] = rng.choice(quick.legal(seat))
        while slow.pending_mask == 0:
            slow.play(bytes(4))
        slow.play(bytes(answers))
        quick.step({seat: answers[seat] for seat in quick.pending})
    while not slow.done:
        slow.play(bytes(4))
    assert slow != quick
    slow.patient = False
    assert slow == quick
    assert slow.log == quick.log


def test_state_of_another_version_is_refused():
    table = zj.Table(seed=1)
    layout, state = table.state()
    for bad in (
        (layout + 1, state),
        (layout, state[:-1]),
        (layout, b""),
        (layout, state + b"0000"),
    ):
        with pytest.raises(ZhuojiError, match="another version"):
            table.restore(*bad)
    other = zj.Table("platform", 3, seed=1)
    with pytest.raises(ZhuojiError, match="another version"):
        other.restore(layout, state)
