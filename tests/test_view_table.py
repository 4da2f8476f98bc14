"""What follows from a view, one thing at a time, by the table made of it."""

from __future__ import annotations

import pickle

import pytest

import zhuoji_fast as zj
from slow_hands import TILES, tiles_of
from small_positions import first
from small_views import VIEWS, lies_open, view
from table_engine import new_table
from table_play import wall_of
from test_settlement_errors import edited
from view_play import actions_of
from zhuoji_fast.actions import action_id
from zhuoji_fast.view import View, seen_table


def test_a_seat_that_is_asked_nothing():
    for name in ("idle", "won"):
        idle = View.from_dict(VIEWS[name])
        with pytest.raises(zj.ZhuojiError, match=f"^turn: null, seat {idle.seat} is not asked"):
            seen_table(idle)


def test_a_hot_shot_explains_what_is_asked():
    """Without passport the plain hand may only win on a discard after a kong."""
    rules = {"preset": "platform", "passport_waivers": ["hot_shot"]}
    kong = lies_open("concealed 2s, pong 9p<2, exposed 3s<2, pong 1p<0", "7p")
    seats = [lies_open(river="6m"), kong, lies_open(river="5s")]
    asked = {"kind": "claim", "tile": "7p", "from": 1}
    hot = view(rules, "123456789m56p77s", seats, asked)
    hot["seats"][1]["melds"][0]["late"] = False
    table = seen_table(View.from_dict(hot))
    table.step({seat: action_id("win" if seat == 0 else "pass") for seat in table.pending})
    (won,) = table.position().end.wins
    assert (won.hot_shot, won.kong) == (True, "3s")
    cold = edited(
        hot,
        ("seats[1].melds[0]", {"kind": "pong", "tile": "2s", "from": 0}),
        ("seats[1].melds[2].kind", "pong"),
        ("wall", hot["wall"] + 2),
    )
    with pytest.raises(zj.PositionError, match=r"^turn\.tile: 7p, seat 0 would not be asked"):
        View.from_dict(cold)
    waived = edited(cold, ("rules.passport_waivers", ["declared"]))
    with pytest.raises(zj.PositionError, match=r"^turn\.tile: 7p, seat 0 would not be asked"):
        View.from_dict(waived)


@pytest.mark.parametrize(
    ("tile", "rivers", "claimers"),
    [("1s", "9m1s", [1]), ("1s", "1s9m1s", []), ("8p", "9m8p", [1]), ("8p", "8p9m8p", [])],
)
def test_a_first_chicken_that_is_claimed(tile, rivers, claimers):
    document = view(
        {"preset": "guizhou", "charge_yaoji": 2, "wugu": 2},
        "1479m2588p11369s",
        [lies_open(river=rivers), lies_open(river="2m"), lies_open(river="3m")],
        {"kind": "claim", "tile": tile, "from": 0},
        looks=1,
        first_chicken=[first(tile, 0)],
    )
    table = seen_table(View.from_dict(document))
    table.step({seat: action_id("pong" if seat == 1 else "pass") for seat in table.pending})
    assert table.view(1)["first_chicken"] == [first(tile, 0, *claimers)]


def test_a_chicken_after_one_that_was_ponged():
    """The last 1s is won on; the first had been ponged."""
    document = view(
        "platform",
        "2345556778899s",
        [
            lies_open(river="1s"),
            lies_open(),
            lies_open("pong 1s<0", "6m"),
            lies_open(river="7m"),
        ],
        {"kind": "claim", "tile": "1s", "from": 0},
        looks=1,
        first_chicken=[first("1s", 0, 2)],
    )
    table = seen_table(View.from_dict(document))
    table.step({seat: action_id("win" if seat == 1 else "pass") for seat in table.pending})
    assert [entry.claimed_by for entry in table.position().first_chicken] == [(2,)]


LATE = [
    # seat 1 has ended no turn in which it drew: it has not discarded, or only after pongs
    (["5m", "", "", ""], "", False),
    (["5m", "2m", "", ""], "pong 9p<0", False),
    (["5m", "2m", "", ""], "added 9p<0", False),
    # it has: it threw what lies there, or what was claimed
    (["59m", "2m", "6s", "7s"], "", True),
    (["5m", "27m", "", ""], "pong 9p<0", True),
    (["5m", "2m", "", ""], "exposed 9p<0", True),
    (["5m", "2m", "", "4s"], "concealed 9p", True),
]


@pytest.mark.parametrize(("rivers", "melds", "late"), LATE)
def test_late_kongs(rivers, melds, late):
    """A quad that was dealt is on time before the seat has ended a turn in which it drew."""
    seats = [lies_open(melds if seat == 1 else "", rivers[seat]) for seat in range(4)]
    hand = "1111m258p369s4s" if melds else "1111m258p369s1479s"
    assert kong_of(hand, seats, "4s" if melds else "9s")["late"] is late
    assert not kong_of(hand, seats, "1m")["late"]


def test_a_discard_that_was_claimed_is_one():
    seats = [
        lies_open(river="5m"),
        lies_open(),
        lies_open("pong 3p<1", "7m"),
        lies_open(river="8m"),
    ]
    assert kong_of("1111m258p369s1479s", seats, "9s")["late"]
    seats[2] = lies_open("pong 3p<0", "7m")
    assert not kong_of("1111m258p369s1479s", seats, "9s")["late"]


def kong_of(hand, seats, drawn):
    """The concealed kong of 1m that seat 1 makes in its turn."""
    document = view("guiyang", hand, seats, {"kind": "discard"}, looks=1, drawn=drawn)
    table = seen_table(View.from_dict(document))
    table.step(action_id("concealed_kong 1m"))
    return table.view(1)["seats"][1]["melds"][-1]


def until_turn_of(table, seat):
    """Everybody passes, or throws the first tile that is allowed, until a seat has drawn."""
    while table.turn != seat or table.phase != 1:
        answers = {}
        for other in table.pending:
            legal = table.legal(other)
            answers[other] = action_id("pass") if action_id("pass") in legal else legal[0]
        table.step(answers)


@pytest.mark.parametrize(("river", "late"), [("", False), ("2m", True)])
def test_a_kong_in_the_turn_after_a_pong(river, late):
    """The pong that opens the own turn is not yet followed by its discard."""
    seats = [lies_open(river="5m"), lies_open("pong 9p<0", river), lies_open(), lies_open()]
    document = view("guiyang", "1111m258p369s4s", seats, {"kind": "discard"}, looks=1)
    table = seen_table(View.from_dict(document))
    assert table.imagine(1, 3)
    table.step(action_id("discard 4s"))
    until_turn_of(table, 1)
    table.step(action_id("concealed_kong 1m"))
    assert table.view(1)["seats"][1]["melds"][-1]["late"] is late


def test_the_lock_of_a_declared_seat_stays():
    """Under pass_lock declared its own draw does not end it."""
    table = seen_table(View.from_dict(VIEWS["frozen"]))
    assert table.imagine(0, 1)
    table.step(action_id("discard 9p"))
    until_turn_of(table, 0)
    assert table.view(0)["locked"] is True


@pytest.mark.parametrize("name", ["locked", "locked all"])
def test_other_locks_end_with_the_own_draw(name):
    table = seen_table(View.from_dict(VIEWS[name]))
    assert table.imagine(0, 1)
    table.step({seat: action_id("pass") for seat in table.pending})
    until_turn_of(table, 0)
    assert table.view(0)["locked"] == []


def test_a_robbed_kong_makes_a_hot_shot():
    """It is passed; what its owner then throws follows that kong."""
    table = seen_table(View.from_dict(VIEWS["rob"]))
    assert table.imagine(2, 5)
    assert table.place(zj.tile_index("4p"), tail=True)
    table.step({seat: action_id("pass") for seat in table.pending})
    table.step(action_id("discard 4p"))
    table.step({seat: action_id("win" if seat == 2 else "pass") for seat in table.pending})
    (won,) = table.position().end.wins
    assert (won.hot_shot, won.kong) == (True, "7p")


def test_what_no_view_tells():
    """A replacement tile, and a declaration before its discard, are forgotten."""
    hand = ["2m"] * 4 + tiles_of("345678m555p")
    rest = [tile for tile in TILES for _ in range(4) if tile not in (*hand, "9p")]
    others = [rest[i * 13 : i * 13 + 13] for i in range(3)]
    table = new_table("guiyang", wall_of([hand, *others], ["9p"], ["9p"]), 4)
    table.step(action_id("concealed_kong 2m"))
    assert action_id("win") in table.legal(0)
    other = seen_table(View.from_dict(table.view(0)))
    assert other.legal(0) == table.legal(0)
    marks = []
    for each in (table, other):
        each.step(action_id("win"))
        marks.append(each.position().end.wins[0].kong_bloom)
    assert marks == [True, False]
    ready = tiles_of("123456789m55p11s")
    rest = [tile for tile in TILES for _ in range(4) if tile not in ready]
    others = [rest[i * 13 : i * 13 + 13] for i in range(3)]
    table = new_table("duyun", wall_of([ready, *others], ["9s"]), 4)
    before = set(table.legal(0))
    table.step(action_id("declare"))
    assert set(table.legal(0)) < before
    assert actions_of(View.from_dict(table.view(0))) == before


def test_the_log_begins_with_the_view():
    table = zj.Table("guiyang", seed=5)
    other = seen_table(View.from_dict(table.view(0)))
    assert [event["type"] for event in other.log] == ["start_kyoku"]
    assert other.log[0]["tehais"] == [["?"] * 13] * 4
    other.resample(0, 1)
    discard = other.legal(0)[0]
    other.step(discard)
    assert other.log[1]["pai"] == zj.tile_text(discard)
    assert "?" not in [event.get("pai") for event in other.log]


def test_the_table_is_free():
    """What is done at one table of a view touches neither the view nor another table of it."""
    seen = View.from_dict(VIEWS["turn"])
    before = seen.to_dict()
    one, other = seen_table(seen), seen_table(seen)
    assert one == other
    one.step(one.legal(0)[0])
    assert one != other
    assert seen_table(seen) == other
    assert seen.to_dict() == before == VIEWS["turn"]
    again = pickle.loads(pickle.dumps(other))
    assert again == other
    other.reset()
    assert other.wall_left == 55
