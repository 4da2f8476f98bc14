"""Views that cannot be: each is refused with one error that names the place and the value."""

from __future__ import annotations

import copy
import json

import pytest

import zhuoji_fast as zj
from small_positions import first
from small_views import VIEWS
from test_settlement_errors import MISSING, edited

CONCEALED = {"kind": "concealed_kong", "tile": "1m", "late": False}


def bad(name, reason, *edits, place=None):
    """Edits that are refused at the path of the first, or at `place`, for a reason."""
    place = edits[0][0] if place is None else place
    document = edited(VIEWS[name], *edits)
    return pytest.param(document, place, reason, id=f"{name} {edits[0][0]} {place} {reason}"[:60])


BAD = [
    # fields and types
    bad("turn", "missing", ("rules", MISSING)),
    bad("turn", "missing", ("dealer", MISSING)),
    bad("turn", "missing", ("seat", MISSING)),
    bad("turn", "missing", ("hand", MISSING)),
    bad("turn", "missing", ("seats", MISSING)),
    bad("turn", "missing", ("wall", MISSING)),
    bad("turn", "missing", ("turn", MISSING)),
    bad("turn", "unknown field", ("flip", None)),
    bad("turn", "unknown field", ("seats[1].hand", "1m")),
    bad("turn", "unknown field", ("turn.seat", 0)),
    bad("turn", "a whole number", ("wall", "47")),
    bad("turn", "a whole number", ("seat", None)),
    bad("turn", "a whole number", ("base", 1.5)),
    bad("turn", "text", ("hand", 13)),
    bad("turn", "text", ("drawn", 20)),
    bad("turn", "a list", ("seats", {})),
    bad("turn", "an object", ("seats[2]", "6m")),
    bad("turn", "an object", ("turn", "discard")),
    bad("turn", "true or false", ("seats[1].dead", 1)),
    bad("turn", "a list", ("locked", "7p")),
    bad("turn", "false", ("locked", False)),
    bad("turn", "text", ("locked", [7]), place="locked[0]"),
    # numbers
    bad("turn", "0", ("base", 0)),
    bad("turn", "1001", ("streak", 1001)),
    bad("turn", "4", ("dealer", 4)),
    bad("dead", "3, there are 3 seats", ("dealer", 3)),
    bad("dead", "3, there are 3 seats", ("seat", 3)),
    bad("turn", "109", ("wall", 109)),
    bad("turn", "-1", ("wall", -1)),
    # rules
    bad("turn", "beijing", ("rules", "beijing")),
    bad("turn", "sometimes", ("rules", {"preset": "guiyang", "pass_lock": "sometimes"}),
        place="rules.pass_lock"),
    bad("dead", "3 seats, these rules are for 4", ("rules", "guiyang"), place="seats"),
    # tiles
    bad("turn", "'x'", ("hand", "3456m1278p22x4s")),
    bad("turn", "'0'", ("seats[1].river", "0s")),
    bad("turn", "45s", ("drawn", "45s")),
    bad("turn", "7z", ("seats[2].melds[0].tile", "7z")),
    bad("claim", "5x", ("turn.tile", "5x")),
    bad("locked", "7", ("locked", ["7"]), place="locked[0]"),
    bad("locked", "7p is there already", ("locked", ["7p", "7p"]), place="locked[1]"),
    bad("turn", "109 tiles", ("seats[1].river", "123456789m" * 12 + "1s")),
    bad("turn", "5 of 9m, there are 4 (seats[1].river 3, seats[3].river 2)",
        ("seats[1].river", "1s999m"), place="seats"),
    bad("turn", "5 of 9p, there are 4 (hand 2, seats[0].melds[0] 3)",
        ("hand", "3456m1299p224s"), place="hand"),
    # sizes
    bad("turn", "10 tiles, expected 11 with 1 meld and turn discard", ("hand", "3456m1278p24s")),
    bad("claim", "14 tiles, expected 13 with 0 melds and turn claim",
        ("hand", "12555m123p456789s")),
    bad("rob", "12 tiles, expected 13", ("hand", "123456789m56p5s")),
    bad("declare", "14 tiles, expected 13", ("hand", "123456789m567p55s")),
    bad("idle", "14 tiles, expected 13 with 0 melds and turn null", ("hand", "123456789m56p333s")),
    bad("turn", "0 tiles", ("hand", "")),
    bad("turn", "14 tiles, expected 11 with 1 meld", ("hand", "3456m1278p224s777m")),
    bad("turn", "5 melds", ("seats[1].melds", [CONCEALED] * 5)),
    # melds
    bad("turn", "chow", ("seats[0].melds[0].kind", "chow")),
    bad("turn", "missing", ("seats[0].melds[0].from", MISSING)),
    bad("turn", "seat 0 cannot call its own discard", ("seats[0].melds[0].from", 0)),
    bad("dead", "3, there are 3 seats", ("seats[1].melds", [
        {"kind": "pong", "tile": "9p", "from": 3}]), place="seats[1].melds[0].from"),
    bad("turn", "only a concealed or added kong", ("seats[0].melds[0].late", True)),
    # the wall and the rivers
    bad("turn", "46, expected 47: 80 tiles are not seen, 33 of them in other hands", ("wall", 46)),
    bad("turn", "47, expected 46", ("seats[3].river", "999m"), place="wall"),
    bad("turn", "47, expected 48", ("seats[3].river", "9m"), place="wall"),
    bad("turn", "47, expected 48", ("seats[2].melds[0]", MISSING), place="wall"),
    bad("idle", "49, expected 47 or 48", ("wall", 49)),
    bad("idle", "46, expected 47 or 48", ("wall", 46)),
    bad("claim", "0, expected 51", ("wall", 0)),
    # the turn
    bad("turn", "'throw', expected one of claim, declare, discard, rob", ("turn.kind", "throw")),
    bad("turn", "missing", ("turn.kind", MISSING)),
    bad("turn", "only with kind claim or rob, not discard", ("turn.tile", "4s")),
    bad("turn", "only with kind claim or rob, not discard", ("turn.from", 1)),
    bad("claim", "missing", ("turn.tile", MISSING)),
    bad("claim", "missing", ("turn.from", MISSING)),
    bad("rob", "missing", ("turn.from", MISSING)),
    bad("claim", "1, nobody is asked about a tile of his own", ("turn.from", 1)),
    bad("dead", "3, there are 3 seats", ("turn.from", 3)),
    bad("claim", "5m, but seats[2].river ends with 7p", ("turn.from", 2), place="turn.tile"),
    bad("claim", "9p, but seats[0].river ends with 5m", ("turn.tile", "9p")),
    bad("rob", "2s, but seats[1].melds has no added kong of it", ("turn.tile", "2s")),
    bad("rob", "no added kong", ("seats[1].melds[0]", {"kind": "exposed_kong", "tile": "7p",
        "from": 3}), place="turn.tile"),
    bad("rob", "late_kong_can_be_robbed", ("seats[1].melds[0].late", True),
        ("rules", {"preset": "platform", "late_kong_can_be_robbed": False})),
    bad("rob", "7p, seat 2 would not be asked: it cannot win on it",
        ("rules", {"preset": "platform", "passport_waivers": []}), place="turn.tile"),
    bad("rob", "7p, seat 2 would not be asked: it cannot win on it",
        ("hand", "123456789m59p55s"), place="turn.tile"),
    bad("claim", "5m, seat 1 would not be asked: it cannot win on it nor call it",
        ("hand", "1256m123p456789s"), place="turn.tile"),
    bad("claim", "3 seats", ("seats[3]", MISSING), place="seats"),
    # the dealer begins
    bad("turn", "7m1s, but the dealer has not thrown yet", ("seats[0].river", ""),
        ("seats[1].river", "7m1s"), place="seats[1].river"),
    bad("rob", "1, but the dealer has not thrown yet", ("dealer", 2), ("seats[1].river", ""),
        ("seats[0].river", ""), ("seats[3].river", ""), place="seats[1].melds"),
    bad("frozen", "discard, but the dealer has not thrown yet", ("dealer", 2),
        *[(f"seats[{i}].river", "") for i in range(4)], place="turn.kind"),
    bad("claim", "1, but the dealer throws for the first time",
        ("seats", [{"river": "5m"}, {}, {"melds": [CONCEALED]}, {}]), place="seats[2].melds"),
    # the drawn tile
    bad("turn", "5s is not in the hand", ("drawn", "5s")),
    bad("frozen", "null, a turn begins with a drawn tile or a pong", ("drawn", None)),
    bad("claim", "5m, only with turn discard", ("drawn", "5m")),
    bad("idle", "3s, only with turn discard", ("drawn", "3s")),
    # before the dealer draws
    bad("declare", "declare, only with declare hard_soft, not single", ("rules", "duyun"),
        place="turn.kind"),
    bad("declare", "the dealer declares with a discard", ("dealer", 1), place="turn.kind"),
    bad("declare", "the hand of seat 1 is not ting", ("hand", "123456789m19p55s"),
        place="turn.kind"),
    bad("declare", "not ting", ("seats[1].dead", True), place="turn.kind"),
    bad("declare", "2s, with turn declare nobody has discarded", ("seats[2].river", "2s")),
    bad("declare", "1, with turn declare nobody has called", ("seats[3].melds", [CONCEALED])),
    bad("declare", "hard, with turn declare nobody has declared", ("seats[2].declared", "hard")),
    bad("declare", "56", ("wall", 55), place="wall"),
    # declared and dead
    bad("frozen", "loud", ("seats[1].declared", "loud")),
    bad("frozen", "soft, with declare single only hard", ("seats[1].declared", "soft")),
    bad("frozen", "declare is off", ("rules", "guiyang_classic"), place="seats[0].declared"),
    bad("dead", "soft, the dealer declares hard", ("seats[0].declared", "soft"),
        ("seats[0].dead", False)),
    bad("frozen", "a dead seat has not declared", ("seats[1].dead", True),
        place="seats[1].declared"),
    bad("turn", "a declared seat has no melds", ("seats[0].declared", "hard")),
    bad("frozen", "hard, but the hand is not ting", ("hand", "123456789m159p55s"),
        place="seats[0].declared"),
    # locks
    bad("claim", "these rules lock nothing", ("locked", ["7p"])),
    bad("claim", "these rules lock nothing", ("locked", True)),
    bad("locked", "expected a list of tiles", ("locked", True)),
    bad("locked all", "with pass_lock any expected true", ("locked", ["7p"])),
    bad("locked", "4p, which no other seat has thrown", ("locked", ["7p", "4p"]),
        place="locked[0]"),
    bad("locked", "9p, which no other seat has thrown", ("locked", ["9p"]), place="locked[0]"),
    bad("locked", "seat 0 is dead", ("seats[0].dead", True), place="locked"),
    bad("frozen", "seat 0 has not declared", ("seats[0].declared", None), place="locked"),
    bad("frozen", "the own draw has ended it", ("rules", {"preset": "duyun", "pass_lock": "any"}),
        place="locked"),
    bad("declare", "nothing has been passed", ("locked", True),
        ("rules", {"preset": "guizhou", "pass_lock": "any"})),
    # the first chicken
    bad("turn", "no entry for 1s, which has been discarded (seats[1].river)",
        ("first_chicken[0]", MISSING), place="first_chicken"),
    bad("turn", "no entry for 8p, which has been discarded (seats[2].melds[1])",
        ("first_chicken[1]", MISSING), place="first_chicken"),
    bad("turn", "2s, expected 1s or 8p", ("first_chicken[0].tile", "2s")),
    bad("turn", "a second entry for 1s", ("first_chicken[1]", first("1s", 1)),
        place="first_chicken[1].tile"),
    bad("rob", "8p is no chicken under these rules", ("first_chicken", [first("8p", 1)]),
        place="first_chicken[0].tile"),
    bad("turn", "unclaimed, but no 1s in seats[2].river", ("first_chicken[0].seat", 2),
        place="first_chicken[0]"),
    bad("turn", "1: neither one seat with a meld", ("first_chicken[1].claimed_by", [1])),
    bad("turn", "3, the thrower", ("first_chicken[1].claimed_by", [3]),
        place="first_chicken[1].claimed_by[0]"),
    bad("dead", "3, there are 3 seats", ("first_chicken", [first("1s", 3)]),
        place="first_chicken[0].seat"),
    bad("won", "unclaimed, but no 1s", ("first_chicken[0].claimed_by", []),
        place="first_chicken[0]"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "place", "reason"), BAD)
def test_the_error_names_place_and_value(document, place, reason):
    before = copy.deepcopy(document)
    messages = set()
    for read in (
        zj.View.from_dict,
        zj.View.from_value,
        lambda value: zj.View.from_json(json.dumps(value)),
        lambda value: zj.View.from_value(json.dumps(value).encode()),
    ):
        with pytest.raises(zj.PositionError) as error:
            read(document)
        messages.add(str(error.value))
    (message,) = messages
    assert message.split(": ")[0] == place
    assert reason in message
    assert "\n" not in message
    assert document == before


@pytest.mark.parametrize("name", VIEWS)
def test_what_the_bad_documents_are_made_from_is_good(name):
    assert zj.View.from_dict(VIEWS[name]).to_dict() == VIEWS[name]


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (None, TypeError, "view: expected a View, a document or its JSON text, not NoneType"),
        (5, TypeError, "view: expected a View"),
        ([], TypeError, "view: expected a View"),
        ("", ValueError, "view: "),
        ("[]", TypeError, "view: expected an object"),
        ("{", ValueError, "view: "),
        (b"\xff", ValueError, "view: "),
        ("[" * 100_000, ValueError, "view: nested too deeply"),
        ('{"wall": 1, "wall": 2}', ValueError, "view: key 'wall' stands twice"),
        ({}, ValueError, "rules: missing"),
        ({1: 2}, TypeError, "view: keys must be text"),
    ],
)
def test_what_is_no_document(value, kind, message):
    with pytest.raises(kind, match=f"^{message}") as error:
        zj.View.from_value(value)
    assert isinstance(error.value, zj.PositionError)
