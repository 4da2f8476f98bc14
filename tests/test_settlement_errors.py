"""Documents that cannot be: each is refused with one error that names the place."""

import copy
import json
import re

import pytest

import zhuoji_fast as zj
from engines import REFUSALS, library
from small_positions import draw, first, off, position, rob, seat

PING = "123456789m23p55s"
READY = "345888m99p56678s"
READY_10 = "345888m99p56s"
LOOSE = "147m26p23689s"
KONG_HAND = seat("456789m2p234s", "concealed 5p")
MISSING = object()

# Seat 0 wins by self-draw; seat 1 has claimed the first 1s, seat 2 threw some tiles.
DRAWN = position(
    {"wugu": 2, "declare": "hard_soft"},
    [
        seat(PING, river="9s", declared="hard"),
        seat(READY_10, "pong 1s<2"),
        seat("1147m136p236899s", river="8p4s"),
        None,
    ],
    draw(0, "4p"),
    flip="2s",
    first_chicken=[first("1s", 2, 1), first("8p", 2)],
)
# Seat 0 wins on a discard of seat 1; seat 2 passed the 7p that lies before seat 3.
THROWN = position(
    {"passport_kinds": ["concealed"]},
    [
        KONG_HAND,
        seat(LOOSE, "concealed 2m"),
        "345888m7799p567s",
        seat("1147m136p236899s", river="7p"),
    ],
    off(0, "2p", 1, kong="2m"),
    passed=[{"seat": 2, "tile": "7p"}],
)
ROBBED = position(
    {"passport_waivers": ["robbed_kong"]},
    ["123456789m56p55s", seat(LOOSE, "pong 7p<2"), None, None],
    rob(0, "7p", 1),
)
OPENED = position(
    {"earthly": 20, "earthly_when": "first_discard"},
    [PING, seat(LOOSE, "concealed 9p"), None, None],
    off(0, "4p", 1, first_discard=True),
    dealer=1,
)
HEAVENLY = position(
    {"declare": "single"}, [PING, None, None, None], draw(0, "4p", heavenly=True), 0
)
FIRST_DRAW = position({}, [PING, None, None, None], draw(0, "4p", first_draw=True), 3)
BLOOM = position({}, [KONG_HAND, None, None, None], draw(0, "2p", kong_bloom=True), 3)
EMPTY = position({}, [PING, None, None, None], "exhausted")
FOUND = position({"dead_hand": "pay"}, [seat("147m", dead=True), PING, None, None], 0)
SEVERAL = position(
    {},
    ["1133557799m22p5s", None, seat("46s11345789p", "concealed 4m late"), None],
    [off(0, "5s", 1), off(2, "5s", 1)],
)


def edited(document, *edits):
    """A copy with each (path, value) set; the value MISSING takes the field out."""
    new = copy.deepcopy(document)
    for path, value in edits:
        *way, last = [int(p) if p.isdigit() else p for p in re.findall(r"\w+", path)]
        holder = new
        for step in way:
            holder = holder[step]
        if value is MISSING:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return new


def bad(document, path, value, place=None):
    """One edit, refused at that place, or at `place` where another field is to blame."""
    return pytest.param(edited(document, (path, value)), place or path, id=f"{path}={value!r}"[:60])


def worse(document, place, *edits):
    """Several edits that together are refused at one place."""
    return pytest.param(edited(document, *edits), place, id=f"{place} " + edits[0][0])


WIN = "end.wins[0]"
HAND = {"hand": PING}
BAD = [
    # fields and types
    bad(DRAWN, "rules", MISSING),
    bad(DRAWN, "dealer", MISSING),
    bad(DRAWN, "seats", MISSING),
    bad(DRAWN, "end", MISSING),
    bad(DRAWN, "wall", 20),
    bad(DRAWN, "seats[1].name", "East"),
    bad(DRAWN, "seats[1].hand", MISSING),
    bad(DRAWN, "seats[1].melds[0].open", True),
    bad(DRAWN, "seats[1].melds[0].kind", MISSING),
    bad(DRAWN, "seats[1].melds[0].tile", MISSING),
    bad(DRAWN, "seats[1].melds[0].from", MISSING),
    bad(DRAWN, "end.kind", MISSING),
    bad(DRAWN, "end.wins", MISSING),
    bad(DRAWN, "end.seat", 1),
    bad(EMPTY, "end.wins", []),
    bad(FOUND, "end.seat", MISSING),
    bad(FOUND, "end.wins", []),
    bad(DRAWN, "end.seat", None),
    bad(EMPTY, "end.seat", None),
    bad(DRAWN, "end.wins[0].from", None),
    bad(SEVERAL, "end.wins[0].kong", None),
    bad(BLOOM, "seats[0].melds[0].from", None),
    bad(DRAWN, "base", None),
    bad(DRAWN, "streak", None),
    bad(DRAWN, "first_chicken[1].claimed_by", None),
    bad(THROWN, "end.wins[0].hot_shot", None),
    bad(BLOOM, "seats[0].melds[0].late", None),
    bad(DRAWN, "end.wins[0].seat", MISSING),
    bad(DRAWN, "end.wins[0].tile", MISSING),
    bad(DRAWN, "end.wins[0].by", MISSING),
    bad(THROWN, "end.wins[0].from", MISSING),
    bad(ROBBED, "end.wins[0].from", MISSING),
    bad(DRAWN, "end.wins[0].robbed", True),
    bad(DRAWN, "first_chicken[0].tile", MISSING),
    bad(DRAWN, "first_chicken[0].seat", MISSING),
    bad(DRAWN, "first_chicken[0].from", 1),
    bad(THROWN, "passed[0].tile", MISSING),
    bad(THROWN, "passed[0].seat", MISSING),
    bad(THROWN, "passed[0].by", 1),
    bad(DRAWN, "seats", {}),
    bad(DRAWN, "seats[2]", "147m"),
    bad(DRAWN, "seats[1].melds", None),
    bad(DRAWN, "seats[1].melds[0]", "1s"),
    bad(DRAWN, "seats[1].hand", 5),
    bad(DRAWN, "seats[1].river", None),
    bad(DRAWN, "seats[1].dead", 0),
    bad(DRAWN, "seats[1].dead", None),
    bad(DRAWN, "end", "exhausted"),
    bad(DRAWN, "end", None),
    bad(DRAWN, "end.wins", {}),
    bad(DRAWN, "end.wins[0]", 0),
    bad(DRAWN, "first_chicken", None),
    bad(DRAWN, "first_chicken[0]", "1s"),
    bad(DRAWN, "first_chicken[0].claimed_by", 1),
    bad(THROWN, "passed", {}),
    bad(THROWN, "passed[0]", 2),
    # numbers
    bad(DRAWN, "base", 0),
    bad(DRAWN, "base", -3),
    bad(DRAWN, "base", 1_000_001),
    bad(DRAWN, "base", 1.5),
    bad(DRAWN, "base", True),
    bad(DRAWN, "base", "1"),
    bad(DRAWN, "streak", -1),
    bad(DRAWN, "streak", 1001),
    bad(DRAWN, "streak", 0.0),
    bad(DRAWN, "dealer", 4),
    bad(DRAWN, "dealer", -1),
    bad(DRAWN, "dealer", None),
    bad(DRAWN, "dealer", True),
    bad(DRAWN, "end.wins[0].seat", 4),
    bad(DRAWN, "seats[1].melds[0].from", 4),
    bad(DRAWN, "seats[1].melds[0].from", -1),
    bad(DRAWN, "seats[1].melds[0].from", None),
    bad(THROWN, "end.wins[0].from", 7),
    bad(FOUND, "end.seat", 4),
    bad(DRAWN, "first_chicken[0].seat", 9),
    bad(DRAWN, "first_chicken[0].claimed_by[0]", 9),
    bad(THROWN, "passed[0].seat", 4),
    # rules
    bad(DRAWN, "rules", "beijing"),
    bad(DRAWN, "rules", 3),
    bad(DRAWN, "rules.preset", "beijing"),
    bad(DRAWN, "rules.yao_ji", 1, "rules"),
    bad(DRAWN, "rules.yaoji", 0),
    bad(DRAWN, "rules.charge_yaoji", 1001),
    bad(DRAWN, "rules.charge_yaoji", -1),
    bad(DRAWN, "rules.charge_yaoji", 1.0),
    bad(DRAWN, "rules.charge_yaoji", True),
    bad(DRAWN, "rules.streak_counts", 1),
    bad(DRAWN, "rules.self_draw", "always"),
    bad(DRAWN, "rules.passport_kinds", "none"),
    bad(DRAWN, "rules.passport_kinds", ["late"], "rules.passport_kinds[0]"),
    bad(DRAWN, "rules.passport_waivers", ["declared", "always"], "rules.passport_waivers[1]"),
    bad(DRAWN, "rules.players", [5], "rules.players[0]"),
    bad(DRAWN, "rules.players", []),
    bad(DRAWN, "rules.fan", 5),
    bad(DRAWN, "rules.fan", {"pure": 5}, "rules.fan"),
    bad(DRAWN, "rules.fan", {"flush": 0}, "rules.fan.flush"),
    bad(DRAWN, "rules.fan", {"single_wait": -1}, "rules.fan.single_wait"),
    # players
    bad(DRAWN, "seats", DRAWN["seats"][:1]),
    bad(DRAWN, "seats", []),
    bad(DRAWN, "seats", [*DRAWN["seats"], {"hand": "147m258p369s1111p"}]),
    bad(EMPTY, "rules.players", [2, 3], "seats"),
    # tiles
    bad(DRAWN, "seats[1].hand", "345888m99p5z"),
    bad(DRAWN, "seats[1].hand", "345888m99p056s"),
    bad(DRAWN, "seats[1].hand", "345888m99p56"),
    bad(DRAWN, "seats[1].river", "1m5"),
    bad(DRAWN, "seats[1].melds[0].tile", "1z"),
    bad(DRAWN, "seats[1].melds[0].tile", "11s"),
    bad(DRAWN, "seats[1].melds[0].tile", ""),
    bad(DRAWN, "seats[1].melds[0].tile", None),
    bad(DRAWN, "end.wins[0].tile", "4x"),
    bad(DRAWN, "end.wins[0].tile", "45p"),
    bad(DRAWN, "flip", "0s"),
    bad(DRAWN, "flip", 19),
    bad(DRAWN, "flip", ""),
    bad(THROWN, "end.wins[0].kong", "9z"),
    bad(DRAWN, "first_chicken[0].tile", "1"),
    bad(THROWN, "passed[0].tile", "77p"),
    # five of a kind
    bad(DRAWN, "seats[2].river", "8p4s2222p", "seats"),
    bad(DRAWN, "seats[2].hand", "1147m136p236889s"[:-4] + "111s", "seats"),
    worse(DRAWN, "seats", ("seats[2].river", "8p4s5s"), ("flip", "5s")),
    worse(EMPTY, "seats", ("seats[1].river", "111m"), ("seats[2].river", "1m")),
    worse(
        DRAWN,
        "seats",
        ("seats[2].river", "8p4s44p"),
        ("seats[3].river", "4p"),
        ("seats[3].hand", "1258m1457p22458s"),
        ("flip", "4p"),
    ),
    # hands and melds
    bad(DRAWN, "seats[1].hand", "345888m99p5s"),
    bad(DRAWN, "seats[1].hand", "345888m99p566s"),
    bad(DRAWN, "seats[1].hand", ""),
    bad(DRAWN, "seats[2].hand", "1147m136p23689s"),
    worse(
        DRAWN,
        "seats[1].melds",
        *[
            (f"seats[1].melds[{i}]", {"kind": "concealed_kong", "tile": f"{i}p"})
            for i in (1, 2, 3, 4)
        ],
        ("seats[1].hand", "5s"),
    ),
    bad(DRAWN, "seats[1].melds[0].kind", "chow"),
    bad(DRAWN, "seats[1].melds[0].kind", "kong"),
    bad(DRAWN, "seats[1].melds[0].kind", "concealed_kong", "seats[1].melds[0].from"),
    bad(DRAWN, "seats[1].melds[0].from", 1),
    bad(DRAWN, "seats[1].melds[0].late", True),
    bad(DRAWN, "seats[1].melds[0].late", "no"),
    bad(THROWN, "seats[0].melds[0].from", 1),
    worse(
        DRAWN,
        "seats[1].melds[0].late",
        ("seats[1].melds[0].kind", "exposed_kong"),
        ("seats[1].melds[0].late", True),
    ),
    # declared and dead
    bad(DRAWN, "seats[0].declared", "loud"),
    bad(DRAWN, "seats[0].declared", True),
    bad(DRAWN, "rules.declare", "off", "seats[0].declared"),
    worse(DRAWN, "seats[0].declared", ("rules.declare", "single"), ("seats[0].declared", "soft")),
    worse(DRAWN, "seats[0].declared", ("dealer", 0), ("seats[0].declared", "soft")),
    bad(DRAWN, "seats[1].declared", "hard"),
    bad(DRAWN, "seats[2].declared", "soft"),
    worse(DRAWN, "seats[2].declared", ("seats[2].declared", "hard"), ("seats[2].dead", True)),
    bad(DRAWN, "seats[0].dead", True, "seats[0].declared"),
    worse(DRAWN, "end.wins[0].seat", ("seats[0].dead", True), ("seats[0].declared", None)),
    bad(FOUND, "end.seat", 1),
    bad(FOUND, "rules.dead_hand", "play_on", "end.kind"),
    # the end
    bad(DRAWN, "end.kind", "draw"),
    bad(DRAWN, "end.wins", []),
    bad(DRAWN, "end.wins[0].by", "ron"),
    bad(DRAWN, "end.wins[0].tile", "5p"),
    bad(DRAWN, "end.wins[0].from", 1),
    bad(THROWN, "end.wins[0].from", 0),
    bad(ROBBED, "end.wins[0].from", 0),
    bad(ROBBED, "end.wins[0].from", 2),
    bad(ROBBED, "seats[1].melds[0]", {"kind": "pong", "tile": "9p", "from": 2}, "end.wins[0].from"),
    bad(THROWN, "end.wins[0].kong", MISSING),
    bad(THROWN, "end.wins[0].kong", "5p"),
    bad(THROWN, "end.wins[0].hot_shot", MISSING, "end.wins[0].kong"),
    bad(THROWN, "rules.passport_kinds", ["added", "exposed"], "end.wins[0]"),
    bad(ROBBED, "rules.passport_waivers", ["hot_shot"], "end.wins[0]"),
    bad(THROWN, "seats[0].melds[0]", {"kind": "pong", "tile": "5p", "from": 1}, "end.wins[0]"),
    # several winners
    bad(SEVERAL, "end.wins[1].seat", 0),
    bad(SEVERAL, "end.wins[1].from", 3),
    bad(SEVERAL, "end.wins[1].tile", "4s"),
    bad(SEVERAL, "end.wins[1].by", "robbed_kong"),
    worse(
        SEVERAL, "end.wins[1].by", ("end.wins[1].by", "self_draw"), ("end.wins[1].from", MISSING)
    ),
    worse(
        SEVERAL,
        "end.wins",
        *[
            (f"end.wins[{i}].{field}", value)
            for i in (0, 1)
            for field, value in (("by", "self_draw"), ("from", MISSING))
        ],
    ),
    # marks
    bad(DRAWN, "end.wins[0].hot_shot", True),
    bad(DRAWN, "end.wins[0].first_discard", True),
    bad(DRAWN, "end.wins[0].kong_bloom", True),
    bad(DRAWN, "end.wins[0].kong_bloom", 1),
    bad(THROWN, "end.wins[0].kong_bloom", True),
    bad(THROWN, "end.wins[0].heavenly", True),
    bad(THROWN, "end.wins[0].first_discard", True),
    bad(ROBBED, "end.wins[0].hot_shot", True),
    bad(ROBBED, "end.wins[0].kong", "7p"),
    bad(HEAVENLY, "dealer", 1, "end.wins[0].heavenly"),
    bad(HEAVENLY, "seats[2].river", "9s", "end.wins[0].heavenly"),
    bad(HEAVENLY, "seats[0].declared", "hard", "end.wins[0].heavenly"),
    worse(
        HEAVENLY,
        "end.wins[0].heavenly",
        ("seats[3].hand", LOOSE),
        ("seats[3].melds[0]", {"kind": "concealed_kong", "tile": "9p"}),
    ),
    bad(FIRST_DRAW, "dealer", 0, "end.wins[0].first_draw"),
    bad(FIRST_DRAW, "seats[0].river", "9s", "end.wins[0].first_draw"),
    worse(
        FIRST_DRAW,
        "end.wins[0].first_draw",
        ("seats[3].hand", LOOSE),
        ("seats[3].melds[0]", {"kind": "concealed_kong", "tile": "9p"}),
    ),
    bad(OPENED, "dealer", 2, "end.wins[0].first_discard"),
    bad(OPENED, "seats[3].river", "9s", "end.wins[0].first_discard"),
    bad(
        OPENED,
        "seats[1].melds[0]",
        {"kind": "exposed_kong", "tile": "9p", "from": 0},
        "end.wins[0].first_discard",
    ),
    worse(
        OPENED,
        "end.wins[0].first_discard",
        ("seats[3].hand", "1258m14p2258s"),
        ("seats[3].melds[0]", {"kind": "concealed_kong", "tile": "8p"}),
    ),
    worse(
        BLOOM,
        "end.wins[0].kong_bloom",
        ("seats[0].melds[0].kind", "pong"),
        ("seats[0].melds[0].from", 1),
    ),
    worse(HEAVENLY, "end.wins[0].kong_bloom", ("end.wins[0].kong_bloom", True)),
    # the flip
    bad(EMPTY, "flip", "2s"),
    bad(FOUND, "flip", "2s"),
    # the first chicken
    bad(DRAWN, "first_chicken", []),
    bad(DRAWN, "first_chicken[1]", MISSING, "first_chicken"),
    bad(DRAWN, "first_chicken[1]", first("1s", 2, 1), "first_chicken[1].tile"),
    bad(DRAWN, "first_chicken[0].tile", "2s"),
    bad(DRAWN, "rules.wugu", 0, "first_chicken[1].tile"),
    bad(DRAWN, "first_chicken[1].seat", 0, "first_chicken[1]"),
    bad(DRAWN, "first_chicken[0].seat", 3, "first_chicken[0].claimed_by"),
    bad(DRAWN, "first_chicken[0].claimed_by", [3]),
    bad(DRAWN, "first_chicken[0].claimed_by", [2], "first_chicken[0].claimed_by[0]"),
    bad(DRAWN, "first_chicken[0].claimed_by", [], "first_chicken[0]"),
    bad(DRAWN, "first_chicken[0].claimed_by", MISSING, "first_chicken[0]"),
    bad(DRAWN, "first_chicken[1].claimed_by", [0]),
    # passes
    bad(THROWN, "passed[0].tile", "8p"),
    bad(THROWN, "passed[0].tile", "9p"),
    bad(THROWN, "passed[0].seat", 0),
    bad(THROWN, "passed[0].seat", 3, "passed[0].tile"),
    bad(THROWN, "passed[1]", {"seat": 2, "tile": "7p"}, "passed[1].seat"),
    bad(THROWN, "seats[3].river", "", "passed[0].tile"),
    worse(THROWN, "passed[0].tile", ("seats[3].river", ""), ("seats[2].river", "7p")),
    bad(EMPTY, "passed", [{"seat": 1, "tile": "4p"}], "passed[0]"),
    bad(DRAWN, "passed", [{"seat": 1, "tile": "4s"}], "passed[0]"),
    bad(ROBBED, "passed", [{"seat": 1, "tile": "4s"}], "passed[0]"),
]
GOOD = [DRAWN, THROWN, ROBBED, OPENED, HEAVENLY, FIRST_DRAW, BLOOM, EMPTY, FOUND, SEVERAL]


@pytest.mark.parametrize("document", GOOD)
def test_what_the_bad_documents_are_made_from_is_good(document):
    assert sum(library(document)["totals"]) == 0


@pytest.mark.parametrize("engine", REFUSALS)
@pytest.mark.parametrize(("document", "place"), BAD)
def test_the_error_names_the_place(engine, document, place):
    refusal = REFUSALS[engine](document)
    assert refusal is not None
    assert refusal.split(": ")[0] == place


@pytest.mark.parametrize(("document", "place"), BAD)
def test_every_form_is_refused_alike(document, place):
    messages = set()
    for read in (zj.settle, zj.Position.from_dict, lambda d: zj.Position.from_json(json.dumps(d))):
        with pytest.raises(zj.PositionError) as error:
            read(document)
        messages.add(str(error.value))
    assert len(messages) == 1
    message = messages.pop()
    assert "\n" not in message
    assert len(message) > len(place) + 4
