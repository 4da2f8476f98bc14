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
from table_engine import Lockstep
from table_play import marks_of
from test_settlement_errors import MISSING, edited
from test_table_clone import random_answers, random_table
from test_table_play import RARE, choices, mark_one, new_lockstep
from view_play import SeenLockstep, with_declaration
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
