"""The View document and the table made of it, beside tables that know what has happened."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import re
from collections import Counter
from random import Random

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import view_edits
import zhuoji_fast as zj
from scenes import make_scene
from slow_hands import PRESETS, TILES, tiles_of
from slow_referee import IllegalError
from small_positions import first
from small_views import READY, VIEWS, lies_open, view
from table_engine import Lockstep, new_table
from table_play import marks_of, wall_of
from test_settlement_errors import MISSING, edited
from test_table_clone import random_answers, random_table
from test_table_play import RARE, choices, mark_one, new_lockstep
from view_play import SeenLockstep, actions_of, with_declaration
from zhuoji_fast.actions import action_id
from zhuoji_fast.position import FirstChicken, SeatMeld
from zhuoji_fast.view import SeenSeat, SeenTurn, View, seen_table

SCHEMA = jsonschema.Draft202012Validator(View.schema())
PLACE = re.compile(
    r"(rules|base|dealer|streak|seat|hand|drawn|seats|wall|turn|first_chicken|locked)"
    r"(\.\w+|\[\d+\])*"
)


def same_documents(both):
    """What every seat sees is read and written unchanged."""
    for seat in range(both.slow.n):
        document = both.fast.view(seat)
        assert View.from_dict(document).to_dict() == document
        assert View.from_json(json.dumps(document)).to_dict() == document


def look(both, rng, choose, often):
    """Read what every seat sees; make tables of it and play some of them to the end."""
    same_documents(both)
    phases = Counter()
    for seat in both.slow.pending:
        if both.slow.phase == "turn" and rng.random() > 0.4:
            continue  # most moments are turns
        if not with_declaration(both.slow, seat):
            phases[both.slow.phase] += 1
            other = SeenLockstep(both.slow, seat, rng)
            if rng.random() < often:
                other.play_out(choose)
    return phases


def play(both, rng, players, often=0.05):
    """Play a hand to its end, and look at every state."""
    marked = marks_of(rng)

    def choose(table, seat):
        return players[seat].choose(table.legal(seat), table.seats[seat]["hand"])

    while not both.done:
        look(both, rng, choose, often)
        if rng.random() < marked:
            mark_one(both, rng)
        else:
            both.step(choices(both, players))
    same_documents(both)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    for seed in range(2):
        both, rng, players = new_lockstep(f"view {preset} {seed}", preset)
        play(both, rng, players)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_random_rules(seed):
    both, rng, players = new_lockstep(f"view {seed}")
    play(both, rng, players)


def play_scene(deal, seed, noise):
    """A deal of a rare event; all that is asked about an open tile is played to the end."""
    scene, rng = make_scene(deal, f"view {seed}"), Random(f"{deal.name} {seed}")
    both = Lockstep(scene.rules, scene.wall, scene.players, scene.dealer, scene.streak)
    script, marks, table = scene.chooser(), list(scene.marks), both.slow
    phases = Counter()

    def choose(table, seat):
        return rng.choice(sorted(table.legal(seat)))

    while not both.done:
        phases += look(both, rng, choose, 0.02 if table.phase == "turn" else 0.5)
        if marks and len(table.events) >= marks[0][0]:
            _, seat, end = marks.pop(0)
            with contextlib.suppress(IllegalError):
                both.mark_dead(seat, end)
            continue
        drawn = table.drawn[-1] if table.drawn else None
        both.step({
            seat: choose(table, seat)
            if rng.random() < noise
            else script(seat, table.legal(seat), drawn)
            for seat in table.pending
        })  # fmt: skip
    same_documents(both)
    return phases


def test_rare_deals():
    phases = Counter()
    for deal in RARE[::2]:
        phases += play_scene(deal, 0, 0)
    assert min(phases[phase] for phase in ("hard", "turn", "claim", "rob")) > 3


@pytest.mark.slow
def test_rare_deals_for_long():
    for number, deal in enumerate(RARE * 8):
        play_scene(deal, number, (0, 0.1, 0.3)[number % 3])


@pytest.mark.slow
def test_random_rules_for_long():
    for seed in range(400):
        both, rng, players = new_lockstep(f"view for long {seed}")
        play(both, rng, players)


# ---------------------------------------------------------------- what follows from a view


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


# ---------------------------------------------------------------- what cannot be


def refused(document, message):
    with pytest.raises(zj.PositionError) as error:
        View.from_dict(document)
    assert str(error.value).startswith(message), error.value


def test_a_river_without_end():
    """By turns nobody throws so many: such a table would have no room for what comes."""
    river = "".join([f"{rank}{suit}" for rank in range(1, 10) for suit in "mp"] * 3)
    seats = [lies_open(river=river), lies_open()]
    document = view("platform", "11122233344455s", seats, {"kind": "discard"}, drawn="5s")
    refused(document, "seats[0].river: 54 tiles, with 27 left in the wall at most 41")
    shorter = edited(document, ("seats[0].river", river[:54]), ("wall", document["wall"] + 27))
    table = seen_table(View.from_dict(shorter))
    assert table.imagine(0, 1)
    assert table.view(0) == shorter


def test_more_than_all_tiles():
    river = "".join([f"{rank}{suit}" for rank in range(1, 10) for suit in "mp"] * 3) + "123m"
    seats = [lies_open(river=river), *[lies_open() for _ in range(3)]]
    document = view("platform", "11122233344455s", seats, {"kind": "discard"}, drawn="5s", wall=0)
    refused(document, "seats: 71 tiles are seen and 39 in other hands, there are 108")


def test_a_frozen_hand_that_cannot_be():
    """The tiles that are left make no hand that is ting, so that nobody has declared."""
    hidden, own = "114477m1147p147s", "11122333555666s"
    left = Counter([tile for tile in TILES for _ in range(4)])
    left.subtract(tiles_of(hidden + own))
    thrown = list(left.elements())
    seats = [
        lies_open(river="".join(thrown[:40])),
        lies_open(river="".join(thrown[40:]), declared="hard"),
    ]
    document = view(
        {"preset": "platform", "declare": "single"},
        own,
        seats,
        {"kind": "discard"},
        drawn="6s",
    )
    assert document["wall"] == 0
    refused(document, "seats[1].declared: hard, but no hand of the tiles that are not seen is ting")
    document["seats"][1]["declared"] = None
    assert seen_table(View.from_dict(document)).imagine(0, 1)


@pytest.mark.parametrize(
    ("seats", "offered"),
    [
        ([lies_open("pong 7p<2"), lies_open(), lies_open()], True),
        ([lies_open("concealed 7p"), lies_open(), lies_open()], False),
        ([lies_open(), lies_open("pong 7p<2"), lies_open()], True),
        ([lies_open(), lies_open("pong 7p<0"), lies_open()], False),
        ([lies_open(), lies_open("added 7p<0"), lies_open()], True),
        ([lies_open("added 7p<2"), lies_open(), lies_open()], True),
        ([lies_open(), lies_open("concealed 7p"), lies_open()], False),
        ([lies_open(river="7p"), lies_open(), lies_open()], False),
        ([lies_open(), lies_open(), lies_open(river="7p")], True),
    ],
)
def test_what_can_have_been_passed(seats, offered):
    """A lock is on a tile that another has thrown or added to a pong."""
    seats = copy.deepcopy(seats)
    seats[0]["river"] = "9m" + seats[0]["river"]
    seats[2]["river"] = seats[2]["river"] + "5s"
    locked = view(
        {"preset": "platform", "players": [3], "pass_lock": "same_tile"},
        "4567m226p55s2m" if seats[0]["melds"] else READY,
        seats,
        {"kind": "claim", "tile": "5s", "from": 2},
        locked=["7p"],
    )
    if offered:
        assert View.from_dict(locked).locked == ("7p",)
    else:
        refused(locked, "locked[0]: 7p, which no other seat has thrown or added to a pong")


def test_random_edits():
    """Every document is read and played, or refused with one line that begins with its place."""
    told = Counter()
    for seed in range(60):
        table, rng = random_table(f"view edits {seed}")
        documents = [table.view(seat) for seat in table.pending] + list(VIEWS.values())
        for document in documents:
            told[try_edit(view_edits.edited(rng, document), rng)] += 1
    assert min(told[kind] for kind in ("refused", "idle", "played")) > 40, told


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_random_edits(part):
    for seed in range(400):
        table, rng = random_table(f"view edits {part} {seed}")
        for document in [table.view(seat) for seat in table.pending] + list(VIEWS.values()):
            try_edit(view_edits.edited(rng, document), rng)


def try_edit(document, rng):
    """Read an edited document and play on from it; tell what has become of it."""
    before = copy.deepcopy(document)
    try:
        seen = View.from_dict(document)
    except zj.PositionError as error:
        told = str(error)
        seen = None
    assert document == before
    if seen is None:
        place, _, reason = told.partition(": ")
        assert PLACE.fullmatch(place), told
        assert reason
        assert "\n" not in reason
        return "refused"
    written = seen.to_dict()
    assert View.from_dict(written) == seen
    assert View.from_dict(written).to_dict() == written
    assert SCHEMA.is_valid(document)
    if seen.turn is None:
        return "idle"
    table = seen_table(seen)
    assert table.view(seen.seat) == sorted_chickens(written)
    frozen = [number for number, seat in enumerate(seen.seats) if seat.declared is not None]
    if len({*frozen} - {seen.seat}) > 1 and seen.wall < 40:
        return "frozen"  # two hands that can hardly be are sought for long
    assert table.imagine(seen.seat, rng.getrandbits(64))
    while not table.done:
        table.step(random_answers(table, rng))
    assert sum(table.settlement.totals) == 0
    return "played"


def sorted_chickens(document):
    return {**document, "first_chicken": sorted(document["first_chicken"], key=lambda e: e["tile"])}


# ---------------------------------------------------------------- the value


def test_a_view_is_a_value():
    for document in VIEWS.values():
        seen = View.from_dict(document)
        for other in (
            copy.copy(seen),
            copy.deepcopy(seen),
            pickle.loads(pickle.dumps(seen)),
            eval(repr(seen), {"View": View}),
            View.from_value(seen),
            View.from_json(seen.to_json()),
            seen.replace(base=seen.base),
        ):
            assert other == seen
            assert hash(other) == hash(seen)
            assert other.to_dict() == document
        assert seen != seen.replace(streak=7)
        assert seen != document
        with pytest.raises(AttributeError):
            seen.hand = ""


def test_views_are_made_of_parts():
    seen = View(
        rules=zj.Rules.preset("guiyang"),
        dealer=0,
        seat=0,
        hand="3456m1278p224s",
        drawn="4s",
        seats=[
            SeenSeat(melds=(SeatMeld(kind="pong", tile="9p", source=2),), river="1m2s"),
            SeenSeat(river="1s7m"),
            VIEWS["turn"]["seats"][2],
            {"river": "99m"},
        ],
        wall=47,
        turn=SeenTurn(kind="discard"),
        base=3,
        streak=2,
        first_chicken=[FirstChicken(tile="1s", seat=1), first("8p", 3, 2)],
    )
    assert seen == View.from_dict(VIEWS["turn"])
    claim = View.from_dict(VIEWS["claim"])
    assert claim.replace(turn=SeenTurn(kind="claim", tile="5m", source=0)) == claim
    with pytest.raises(zj.PositionTypeError, match=r"^turn: not plain data"):
        claim.replace(turn=object())


def test_other_ways_of_writing():
    """Any notation of tiles, any order in a hand, and what may be left out."""
    document = copy.deepcopy(VIEWS["locked"])
    document |= {"hand": "五五条 123456789m 5p6p".replace(" ", ""), "locked": ["🀟"]}
    document["turn"]["tile"] = "5条"
    for name in ("base", "streak", "drawn", "first_chicken"):
        del document[name]
    document["seats"][1] = {"river": "三条"}
    assert View.from_dict(document).to_dict() == VIEWS["locked"]
    several = edited(VIEWS["locked"], ("locked", ["7p", "3s"]))
    assert View.from_dict(several).locked == ("7p", "3s")
    turned = edited(VIEWS["locked"], ("locked", ["3s", "7p"]))
    assert View.from_dict(turned) == View.from_dict(several)


def test_parts_check_their_own_fields():
    with pytest.raises(ValueError, match="from: missing"):
        SeenTurn(kind="claim", tile="1m")
    with pytest.raises(ValueError, match="tile: only with kind claim or rob"):
        SeenTurn(kind="declare", tile="1m")
    with pytest.raises(ValueError, match="declared: a dead seat"):
        SeenSeat(declared="hard", dead=True)


def test_the_schema():
    jsonschema.Draft202012Validator.check_schema(View.schema())
    for document in VIEWS.values():
        SCHEMA.validate(document)
    for name, path, value in [
        ("turn", "flip", None),
        ("turn", "wall", 109),
        ("turn", "turn", MISSING),
        ("turn", "turn.tile", "4s"),
        ("turn", "turn.kind", "draw"),
        ("claim", "turn.from", MISSING),
        ("rob", "turn.tile", MISSING),
        ("turn", "seats[0].hand", "1m"),
        ("turn", "seats[0].melds[0].from", MISSING),
        ("turn", "seats[0].melds[0].late", True),
        ("turn", "locked", False),
        ("turn", "locked", ["1m", "1m"]),
        ("turn", "rules.goldd", 1),
        ("turn", "first_chicken[1].claimed_by", [2, 2]),
    ]:
        document = VIEWS[name]
        if path.startswith("rules"):
            document = edited(document, ("rules", {"preset": "guiyang"}))
        assert not SCHEMA.is_valid(edited(document, (path, value))), path


def test_the_command_prints_the_schema():
    testing = pytest.importorskip("typer.testing")
    app = pytest.importorskip("zhuoji_fast.cli.app").app
    printed = testing.CliRunner().invoke(app, ["schema", "view"])
    assert json.loads(printed.stdout) == json.loads(json.dumps(View.schema()))


def test_ready_hands_are_ready():
    """What the small views rest on."""
    assert zj.Hand(READY).shanten == 0
