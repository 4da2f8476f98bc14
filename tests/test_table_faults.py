"""Mistakes that users of other tables met, each put into this game with its right answer."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import zhuoji_fast as zj
from slow_hands import tiles_of
from table_engine import any_illegal, new_table, texts_of
from table_play import any_wall, players_of, random_table_rules, wall_of
from zhuoji_fast.actions import ACTIONS, action_id
from zhuoji_fast.errors import IllegalActionError, ZhuojiError

WIN = action_id("win")
BARE = {"preset": "guiyang_classic", "passport_waivers": []}


def table_of(hands, head="", tail="", rules=BARE):
    return new_table(rules, wall_of(list(map(tiles_of, hands)), tiles_of(head), tiles_of(tail)), 4)


def step(table, answers):
    return table.step({seat: action_id(text) for seat, text in answers.items()})


def test_answers_in_any_order():
    """One seat passes, one pongs, one wins: in all six orders the winner is the same."""
    table = table_of(
        ["1479m2558p1369s1p", "1133557799s44m4p", "44p258m1478s269p1m", "222333888m66s36p"], "4p"
    )
    step(table, {0: "discard 4p"})
    assert list(table.pending) == [1, 2]
    assert texts_of(table, 1) == {"win", "pass"}
    assert texts_of(table, 2) == {"pong", "pass"}
    told = []
    for order in permutations([(1, "win"), (2, "pong")]):
        other = table.clone()
        told.append((step(other, dict(order)), other.log))
    assert all(one == told[0] for one in told)
    (rewards, done, events), _ = told[0]
    assert done
    assert [e["actor"] for e in events if e["type"] == "hora"] == [1]
    assert sum(rewards) == 0
    with pytest.raises(ZhuojiError):
        step(table, {1: "win"})  # seat 2 has not answered
    with pytest.raises(ZhuojiError):
        step(table, {1: "win", 2: "pong", 3: "pass"})  # seat 3 is not asked


def test_who_could_win_and_pongs_leaves_the_win_to_another():
    table = table_of(
        ["1379m1668p1368s1p", "1133557799s44m4p", "555888m44p77s222p", "1246m138p2468s69p"], "4p"
    )  # seat 2 waits for 4p and 7s, and holds two of each
    step(table, {0: "discard 4p"})
    assert texts_of(table, 1) == {"win", "pass"}
    assert texts_of(table, 2) == {"win", "pong", "pass"}
    step(table, {2: "pong", 1: "win"})
    assert table.done
    seats = table.position().to_dict()["seats"]
    assert all(not seat["melds"] for seat in seats)
    assert table.position().to_dict()["passed"] == []  # passed on the very tile


def test_an_added_kong_is_offered_on_every_later_turn():
    hands = ["55m147p258p369s9p9s", "1469m1247p1478s9m", "2368m36p25s3689p1s", "1478m12p2468s69p4s"]
    table = new_table(
        BARE, wall_of(list(map(tiles_of, hands)), tiles_of("1p3m5m8s7s9p5m4p6s7p")), 4
    )
    step(table, {0: "discard 1p"})
    step(table, {1: "discard 3m"})
    step(table, {2: "discard 5m"})
    step(table, {0: "pong"})
    assert all(text.startswith("discard") for text in texts_of(table, 0))
    assert table.view(0)["drawn"] is None
    step(table, {0: "discard 9s"})
    for seat, tile in ((1, "8s"), (2, "7s"), (3, "9p")):
        pass_all(table)
        step(table, {seat: f"discard {tile}"})
    pass_all(table)
    assert "added_kong 5m" in texts_of(table, 0)
    step(table, {0: "discard 1p"})
    for seat, tile in ((1, "4p"), (2, "6s"), (3, "7p")):
        pass_all(table)
        step(table, {seat: f"discard {tile}"})
    pass_all(table)
    assert "added_kong 5m" in texts_of(table, 0)
    step(table, {0: "added_kong 5m"})
    kong = table.view(0)["seats"][0]["melds"]
    assert kong == [{"kind": "added_kong", "tile": "5m", "from": 2, "late": True}]
    assert table.log[-1]["rinshan"]


def pass_all(table):
    while "pass" in texts_of(table, table.pending[0]):
        step(table, dict.fromkeys(table.pending, "pass"))


def test_a_concealed_kong_asks_nobody():
    table = table_of(
        ["9999m147p258s36s1p", "1468m1247p1478s9s", "2368m36p25s3689p1s", "147m1278p2468s69p"],
        "4p",
        "7s",
    )
    step(table, {0: "concealed_kong 9m"})
    assert list(table.pending) == [0]
    assert table.log[-1]["rinshan"]


def test_a_ponged_chicken_lies_in_the_meld_alone():
    table = table_of(
        ["1479m147p258s36s1p", "1469m1247p478s99s", "2368m36p5s3689p11s", "147m1278p2468s69p"],
        "1s",
        rules="guiyang",
    )
    step(table, {0: "discard 1s"})
    step(table, {2: "pong"})
    view = table.view(3)
    assert view["seats"][0]["river"] == ""
    assert view["seats"][2]["melds"] == [{"kind": "pong", "tile": "1s", "from": 0}]
    assert view["first_chicken"] == [{"tile": "1s", "seat": 0, "claimed_by": [2]}]


def played(seed):
    rng = Random(f"faults {seed}")
    rules = random_table_rules(rng)
    players = rng.choice(players_of(rules))
    table = new_table(rules, any_wall(rng, players, 0), players)
    return table, rng


def eager(legal, rng):
    return WIN if WIN in legal else rng.choice(legal)


def test_no_copy_is_held_five_times_and_the_flip_was_never_drawn():
    flips = 0
    for seed in range(40):
        table, rng = played(seed)
        rewards = [0] * len(table.view(0)["seats"])
        while not table.done:
            told, _, _ = table.step({seat: eager(table.legal(seat), rng) for seat in table.pending})
            assert sum(told) == 0
            rewards = [a + b for a, b in zip(rewards, told, strict=True)]
        position = table.position().to_dict()
        assert rewards == list(table.settlement.totals)
        count = Counter([position["flip"]] if position["flip"] else [])
        count.update(win["tile"] for win in position["end"].get("wins", [])[:1])
        for seat in position["seats"]:
            count.update(tiles_of(seat["hand"]) + tiles_of(seat["river"]))
            for meld in seat["melds"]:
                count[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
        assert max(count.values()) <= 4
        flips += position["flip"] is not None
        assert (position["flip"] is None) == (
            position["end"]["kind"] != "win" or table.view(0)["wall"] == 0
        )
    assert flips > 5


@pytest.mark.parametrize(
    "bad", [-1, ACTIONS, 1 << 20_000, True, None, 3.0, "win", b"1", [0]], ids=type
)
def test_what_is_no_action(bad):
    table = zj.Table("guiyang", seed=2)
    before = table.log
    (seat,) = table.pending
    for call in (
        lambda: table.step(bad),
        lambda: table.step({seat: bad}),
        lambda: table.verify(seat, bad),
    ):
        with pytest.raises(ZhuojiError):
            call()
    assert table.log == before


@pytest.mark.parametrize("bad", [-1, 4, 1 << 20_000, None, 1.0, "0"], ids=type)
def test_what_is_no_seat(bad):
    table = zj.Table("guiyang", seed=2)
    for call in (table.legal, table.view, table.mark_dead, lambda seat: table.verify(seat, 0)):
        with pytest.raises(ZhuojiError):
            call(bad)
    with pytest.raises(ZhuojiError):
        table.step({bad: 0})


def test_numpy_numbers_are_actions_and_seats():
    np = pytest.importorskip("numpy")
    one, other = zj.Table("guiyang", seed=2), zj.Table("guiyang", seed=2)
    action = one.legal(0)[1]
    assert one.step({np.int64(0): np.int64(action)}) == other.step(action)
    assert one == other


def test_every_refusal_names_a_rule():
    """`verify` says which rule of docs/rules.md forbids an action, of every kind of state."""
    page = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
    text = page.read_text("utf-8") if page.exists() else ""
    named = set()
    for seed in range(25):
        table, rng = played(f"refusal {seed}")
        while not table.done:
            for seat in table.pending:
                with pytest.raises(IllegalActionError) as refused:
                    table.verify(seat, any_illegal(table, seat, rng))
                named.add(re.search(r"\((R-[A-Z]+-\d+)\)$", str(refused.value))[1])
            table.step({seat: rng.choice(table.legal(seat)) for seat in table.pending})
    assert len(named) > 6
    if text:
        assert named <= set(re.findall(r"^### (R-[A-Z]+-\d+) ", text, re.MULTILINE))
