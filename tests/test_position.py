"""The Position document: what is read, what is written, and one clear error for all the rest."""

import copy
import json
import pickle
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from zhuoji_fast.errors import PositionError, PositionTypeError
from zhuoji_fast.position import End, FirstChicken, Passed, Position, Seat, SeatMeld, WinRecord
from zhuoji_fast.rules import Rules

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "settlement.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.Draft202012Validator(Position.schema())
PONG = {"kind": "pong", "tile": "1s", "from": 1}


def document() -> dict:
    """Seat 0, with a pong of the first 1s and a late kong, wins on a hot shot of seat 1."""
    return {
        "rules": {"preset": "platform", "pass_fine": "own_fan"},
        "base": 2,
        "dealer": 1,
        "streak": 3,
        "seats": [
            {
                "hand": "456m2p234s",
                "melds": [
                    {"kind": "pong", "tile": "1s", "from": 1},
                    {"kind": "concealed_kong", "tile": "5p", "late": True},
                ],
                "river": "6m8p",
                "declared": None,
                "dead": False,
            },
            {
                "hand": "12355m99p234s",
                "melds": [{"kind": "added_kong", "tile": "7p", "from": 3, "late": False}],
                "river": "8m9p8s4p",
                "declared": None,
                "dead": False,
            },
            {
                "hand": "1133447799m22p5s",
                "melds": [],
                "river": "5m",
                "declared": None,
                "dead": False,
            },
            {
                "hand": "147m134p2278899s",
                "melds": [],
                "river": "6p5s4p",
                "declared": None,
                "dead": False,
            },
        ],
        "end": {
            "kind": "win",
            "wins": [
                {
                    "seat": 0,
                    "tile": "2p",
                    "by": "discard",
                    "from": 1,
                    "hot_shot": True,
                    "kong": "7p",
                }
            ],
        },
        "flip": "3p",
        "first_chicken": [{"tile": "1s", "seat": 1, "claimed_by": [0]}],
        "passed": [{"seat": 2, "tile": "5s"}],
    }


def self_drawn() -> dict:
    """The dealer, seat 0, wins with the fourteen tiles dealt."""
    hands = ["123456789m23p55s", "235669m27p33448s", "33678m556677p56s", "1147m1359999p35s"]
    return {
        "rules": "platform",
        "dealer": 0,
        "seats": [{"hand": hand} for hand in hands],
        "end": {
            "kind": "win",
            "wins": [{"seat": 0, "tile": "4p", "by": "self_draw", "heavenly": True}],
        },
    }


def three_winners() -> dict:
    """Seats 0, 2 and 3 win on the dealer's first discard, a charge tile."""
    return {
        "rules": {"preset": "duyun", "pass_fine": "own_fan"},
        "dealer": 1,
        "seats": [
            {"hand": "234567m345678p1s"},
            {"hand": "13569m1478p2559s"},
            {"hand": "222888999m99p11s"},
            {"hand": "345678m34522p23s"},
        ],
        "end": {
            "kind": "win",
            "wins": [
                {"seat": 0, "tile": "1s", "by": "discard", "from": 1, "first_discard": True},
                {"seat": 2, "tile": "1s", "by": "discard", "from": 1, "first_discard": True},
                {"seat": 3, "tile": "1s", "by": "discard", "from": 1, "first_discard": True},
            ],
        },
        "first_chicken": [{"tile": "1s", "seat": 1, "claimed_by": [0, 2, 3]}],
    }


def exhausted() -> dict:
    return self_drawn() | {"end": {"kind": "exhausted"}}


BASES = {
    "document": document,
    "self_drawn": self_drawn,
    "three_winners": three_winners,
    "exhausted": exhausted,
}
GONE = object()


def changed(base: dict, path: str, value: object) -> dict:
    """The document with the value at a dotted path set, appended (``+``) or taken away."""
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = base
    for part in parents:
        place = place[part]
    if value is GONE:
        del place[last]
    elif last == "+":
        place.append(value)
    else:
        place[last] = value
    return base


# Base, what is changed, and how the message begins.
FAULTS = [
    # rules
    ("document", {"rules": "riichi"}, "rules: "),
    ("document", {"rules": None}, "rules: "),
    ("document", {"rules": {"preset": "platform", "goldd": 1}}, "rules"),
    ("document", {"rules.gold": 0}, "rules.gold: "),
    ("document", {"rules.gold": True}, "rules.gold: "),
    ("document", {"rules.fan": {"ping": -1}}, "rules.fan.ping: "),
    # numbers
    ("document", {"base": 0}, "base: 0"),
    ("document", {"base": 1_000_001}, "base: 1000001"),
    ("document", {"base": True}, "base: expected a whole number, not True"),
    ("document", {"base": 2.0}, "base: expected a whole number, not 2.0"),
    ("document", {"base": "2"}, "base: expected a whole number, not '2'"),
    ("document", {"base": None}, "base: expected a whole number, not None"),
    ("document", {"base": 10**40}, "base: a number of 133 bits"),
    ("document", {"streak": -1}, "streak: -1"),
    ("document", {"streak": 1001}, "streak: 1001"),
    ("document", {"dealer": 4}, "dealer: 4"),
    ("document", {"dealer": -1}, "dealer: -1"),
    ("document", {"dealer": GONE}, "dealer: missing"),
    # the form of the document
    ("document", {"honba": 1}, "honba: unknown field, there are rules, base, dealer"),
    ("document", {"seats": GONE}, "seats: missing"),
    ("document", {"end": GONE}, "end: missing"),
    ("document", {"rules": GONE}, "rules: missing"),
    ("document", {"seats": "1m"}, "seats: expected a list, not '1m'"),
    ("document", {"seats": []}, "seats: "),
    ("document", {"seats.+": {"hand": ""}}, "seats: "),
    ("document", {"rules": "guiyang", "seats.3": GONE}, "seats: 3 seats, these rules are for 4"),
    ("document", {"seats.1": None}, "seats[1]: expected an object, not None"),
    ("document", {"seats.1.name": "x"}, "seats[1].name: unknown field, there are hand, melds"),
    ("document", {"seats.1.hand": GONE}, "seats[1].hand: missing"),
    # tiles
    ("document", {"seats.1.hand": 5}, "seats[1].hand: expected text, not 5"),
    ("document", {"seats.1.hand": "12x"}, "seats[1].hand: tile text '12x', position 3"),
    ("document", {"seats.1.hand": "12m3"}, "seats[1].hand: tile text '12m3', position 4"),
    ("document", {"seats.1.hand": "123m"}, "seats[1].hand: 3 tiles, expected 10 with 1 meld"),
    ("document", {"seats.3.hand": "1m" * 300}, "seats[3].hand: 300 tiles, there are 108"),
    ("document", {"seats.3.river": "1m" * 300}, "seats[3].river: 300 tiles, there are 108"),
    ("document", {"seats.3.river": "0m"}, "seats[3].river: tile text '0m', position 1"),
    ("document", {"seats.3.river": None}, "seats[3].river: expected text, not None"),
    ("document", {"seats.1.river": "5p"}, "seats: 5 of 5p, there are 4 (seats[0].melds[1] 4, "),
    ("document", {"flip": "7p"}, "seats: 5 of 7p, there are 4 (seats[1].melds[0] 4, flip 1)"),
    ("document", {"seats.1.river": "222p"}, "seats: 7 of 2p, there are 4 (seats[0].hand 1, "),
    ("document", {"flip": "3z"}, "flip: "),
    ("document", {"flip": ""}, "flip: "),
    ("document", {"flip": "12m"}, "flip: "),
    ("document", {"flip": 3}, "flip: expected text or null, not 3"),
    # melds
    ("document", {"seats.0.melds.0.kind": "chi"}, "seats[0].melds[0].kind: 'chi', expected one"),
    ("document", {"seats.0.melds.0.kind": 3}, "seats[0].melds[0].kind: expected text, not 3"),
    ("document", {"seats.0.melds.0.tile": "10s"}, "seats[0].melds[0].tile: "),
    ("document", {"seats.0.melds.0.tile": GONE}, "seats[0].melds[0].tile: missing"),
    ("document", {"seats.0.melds.0.from": GONE}, "seats[0].melds[0].from: missing"),
    ("document", {"seats.0.melds.0.from": 0}, "seats[0].melds[0].from: seat 0 cannot"),
    ("document", {"seats.0.melds.0.from": 4}, "seats[0].melds[0].from: 4"),
    ("document", {"seats.0.melds.0.late": True}, "seats[0].melds[0].late: "),
    (
        "document",
        {"seats.0.melds.1.late": 1},
        "seats[0].melds[1].late: expected true or false, not 1",
    ),
    ("document", {"seats.0.melds.1.from": 1}, "seats[0].melds[1].from: a concealed kong"),
    ("document", {"seats.0.melds.1.on": 1}, "seats[0].melds[1].on: unknown field"),
    ("exhausted", {"seats.0.melds": [PONG] * 5}, "seats[0].melds: 5 melds"),
    ("document", {"seats.0.melds": {"kind": "pong"}}, "seats[0].melds: expected a list"),
    # declared and dead
    ("document", {"seats.2.declared": "loud"}, "seats[2].declared: 'loud', expected one of hard"),
    ("document", {"seats.2.declared": False}, "seats[2].declared: expected text or null, not"),
    ("document", {"seats.1.declared": "hard"}, "seats[1].declared: a declared seat has no melds"),
    ("document", {"seats.3.declared": "hard"}, "seats[3].declared: hard, but the hand is not"),
    (
        "document",
        {"seats.2.declared": "hard", "seats.2.dead": True},
        "seats[2].declared: a dead seat",
    ),
    ("exhausted", {"seats.0.declared": "soft"}, "seats[0].declared: soft, the dealer"),
    (
        "exhausted",
        {"rules": "guiyang", "seats.2.declared": "soft"},
        "seats[2].declared: soft, with",
    ),
    (
        "exhausted",
        {"rules": "guiyang_classic", "seats.2.declared": "hard"},
        "seats[2].declared: these rules know no declaring",
    ),
    ("document", {"seats.2.dead": "no"}, "seats[2].dead: expected true or false, not 'no'"),
    # end
    ("document", {"end.kind": "draw"}, "end.kind: 'draw', expected one of"),
    ("document", {"end.kind": "exhausted"}, "end.wins: none with kind exhausted"),
    ("document", {"end.wins": []}, "end.wins: missing"),
    ("document", {"end.seat": 1}, "end.seat: only with kind dead_hand"),
    ("exhausted", {"end.wind": 1}, "end.wind: unknown field, there are kind, wins, seat"),
    ("exhausted", {"flip": "1m"}, "flip: 1m, nothing is turned"),
    ("exhausted", {"end": {"kind": "dead_hand"}}, "end.seat: missing"),
    ("exhausted", {"end": {"kind": "dead_hand", "seat": 1}}, "end.kind: dead_hand, these rules"),
    (
        "exhausted",
        {"rules": "duyun", "end": {"kind": "dead_hand", "seat": 1}},
        "end.seat: 1, that seat is not dead",
    ),
    ("exhausted", {"end": {"kind": "dead_hand", "seat": 7}}, "end.seat: 7"),
    # wins
    ("document", {"end.wins.0.seat": 4}, "end.wins[0].seat: 4"),
    ("document", {"end.wins.0.from": 0}, "end.wins[0].from: seat 0 cannot win on its own"),
    ("document", {"end.wins.0.from": GONE}, "end.wins[0].from: missing"),
    ("document", {"end.wins.0.by": "chance"}, "end.wins[0].by: 'chance', expected one of disc"),
    ("document", {"end.wins.0.by": "self_draw"}, "end.wins[0].from: a self-drawn tile"),
    ("document", {"end.wins.0.by": "robbed_kong"}, "end.wins[0].hot_shot: only with by discard"),
    ("document", {"end.wins.0.tile": "3p"}, "end.wins[0].tile: 3p does not finish"),
    ("document", {"end.wins.0.kong": "9p"}, "end.wins[0].kong: 9p, seat 1 has no such kong"),
    ("document", {"end.wins.0.kong": GONE}, "end.wins[0].kong: missing"),
    ("document", {"end.wins.0.hot_shot": False}, "end.wins[0].kong: only with hot_shot"),
    ("document", {"end.wins.0.hot_shot": 1}, "end.wins[0].hot_shot: expected true or false, not 1"),
    ("document", {"end.wins.0.kong_bloom": True}, "end.wins[0].kong_bloom: only with by self"),
    ("document", {"end.wins.0.first_discard": True}, "end.wins[0].first_discard: a river"),
    ("document", {"seats.0.dead": True}, "end.wins[0].seat: 0, a dead seat never wins"),
    (
        "document",
        {"rules.passport_kinds": ["added"], "rules.passport_waivers": []},
        "end.wins[0]: ",
    ),
    ("self_drawn", {"end.wins.0.seat": 1}, "end.wins[0].heavenly: seat 1 is not the dealer"),
    ("self_drawn", {"seats.2.river": "1m"}, "end.wins[0].heavenly: a river or a meld"),
    ("self_drawn", {"seats.0.declared": "hard"}, "end.wins[0].heavenly: the dealer has declared"),
    (
        "self_drawn",
        {"end.wins.0.first_draw": True, "end.wins.0.heavenly": False},
        "end.wins[0].first_draw: seat 0 is the dealer",
    ),
    ("self_drawn", {"end.wins.0.kong_bloom": True}, "end.wins[0].kong_bloom: seat 0 has no kong"),
    (
        "self_drawn",
        {"dealer": 1, "end.wins.0.heavenly": False, "end.wins.0.first_draw": True}
        | {"seats.0.river": "1s", "first_chicken": [{"tile": "1s", "seat": 0}]},
        "end.wins[0].first_draw: the own river",
    ),
    (
        "self_drawn",
        {"end.wins.+": {"seat": 1, "tile": "4p", "by": "self_draw"}},
        "end.wins: 2 wins",
    ),
    ("three_winners", {"end.wins.1.seat": 0}, "end.wins[1].seat: 0 wins twice"),
    ("three_winners", {"end.wins.1.tile": "4s"}, "end.wins[1].tile: 4s, the first win is on 1s"),
    ("three_winners", {"end.wins.1.from": 3}, "end.wins[1].from: 3, the first win is from 1"),
    (
        "three_winners",
        {"end.wins.1.by": "robbed_kong", "end.wins.1.first_discard": False},
        "end.wins[1].by: robbed_kong, the first win is by discard",
    ),
    ("three_winners", {"dealer": 2}, "end.wins[0].first_discard: seat 1 is not the dealer"),
    (
        "three_winners",
        {f"end.wins.{i}.first_discard": False for i in range(3)}
        | {f"end.wins.{i}.by": "robbed_kong" for i in range(3)},
        "end.wins[0].from: 1, that seat has no pong of 1s",
    ),
    # first_chicken
    ("document", {"first_chicken": []}, "first_chicken: no entry for 1s, which has been"),
    ("document", {"first_chicken.0.tile": "2s"}, "first_chicken[0].tile: 2s, expected 1s or 8p"),
    ("document", {"first_chicken.0.seat": 2}, "first_chicken[0].claimed_by: 0: neither"),
    ("document", {"first_chicken.0.seat": 0}, "first_chicken[0].claimed_by[0]: 0, the thrower"),
    ("document", {"first_chicken.0.claimed_by": []}, "first_chicken[0]: unclaimed, but no 1s"),
    ("document", {"first_chicken.0.claimed_by": [0, 2]}, "first_chicken[0].claimed_by: 0, 2: "),
    ("document", {"first_chicken.0.claimed_by": [9]}, "first_chicken[0].claimed_by[0]: 9"),
    (
        "document",
        {"first_chicken.+": {"tile": "1s", "seat": 1, "claimed_by": [0]}},
        "first_chicken[1]",
    ),
    ("document", {"first_chicken.+": {"tile": "8p", "seat": 0}}, "first_chicken[1].tile: 8p is no"),
    ("document", {"rules.wugu": 2}, "first_chicken: no entry for 8p, which has been discarded"),
    ("three_winners", {"first_chicken.0.claimed_by": [0, 2]}, "first_chicken[0].claimed_by: 0, 2:"),
    ("three_winners", {"first_chicken.0.claimed_by": [0, 2, 2]}, "first_chicken[0].claimed_by[2]"),
    # passed
    ("document", {"passed.0.seat": 0}, "passed[0].seat: 0 is a winner"),
    ("document", {"passed.0.tile": "7m"}, "passed[0].tile: 7m lies neither in another river"),
    ("document", {"passed.0.tile": "9p"}, "passed[0].tile: 9p is no wait of seat 2"),
    ("document", {"passed.+": {"seat": 2, "tile": "5s"}}, "passed[1].seat: a second entry"),
    (
        "self_drawn",
        {"passed": [{"seat": 2, "tile": "5s"}]},
        "passed[0]: only with a win on a discard",
    ),
    ("document", {"passed": [5]}, "passed[0]: expected an object, not 5"),
    ("document", {"seats.2.dead": True}, "passed[0].tile: 5s is no wait of seat 2"),
]


@pytest.mark.parametrize(("base", "changes", "message"), FAULTS)
def test_one_clear_error(base, changes, message):
    fault = BASES[base]()
    Position.from_dict(copy.deepcopy(fault))
    for path, value in changes.items():
        fault = changed(fault, path, value)
    with pytest.raises(PositionError) as caught:
        Position.from_dict(fault)
    assert str(caught.value).startswith(message)
    with pytest.raises(PositionError) as again:
        Position.from_json(json.dumps(fault))
    assert str(again.value) == str(caught.value)
    wrong_type = ": expected" in message and ", not " in message
    assert not wrong_type or isinstance(caught.value, TypeError)


def test_there_are_many_kinds_of_faults():
    assert len({message for _, _, message in FAULTS}) >= 100


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position: "),
        ("{", "position: "),
        ("[1, 2", "position: "),
        ("null", "position: expected an object, not None"),
        ("[]", "position: expected an object, not list of 0"),
        ("{} {}", "position: JSON is malformed"),
        ('{"base": NaN}', "position: JSON is malformed"),
        ('{"base": 1e999}', "position: "),
        ('{"base": ' + "9" * 5000 + "}", "position: "),
        ("[" * 100_000, "position: nested too deeply"),
        ('{"rules":' * 100_000, "position: nested too deeply"),
        (b"\xff\xfe", "position: "),
        ('{"rules": "\ud800"}', "position: not valid UTF-8"),
        ('{"dealer": 1, "dealer": 2}', "position: key 'dealer' stands twice"),
        ('{"seats": [{"hand": "1m", "hand": "2m"}]}', "position: key 'hand' stands twice"),
        ('{"rules": "a:b", "rules": "c"}', "position: key 'rules' stands twice"),
    ],
)
def test_hostile_json(text, message):
    with pytest.raises(PositionError) as caught:
        Position.from_json(text)
    assert str(caught.value).startswith(message)


def test_colons_in_text_are_no_keys():
    with pytest.raises(PositionError, match=r"^seats\[1\]\.hand: tile text '1:2m', position 2"):
        Position.from_json(json.dumps(changed(document(), "seats.1.hand", "1:2m")))


@pytest.mark.parametrize("place", ["rules", "seats.1.hand", "seats.2.declared", "end.kind", "flip"])
def test_text_that_is_no_unicode(place):
    with pytest.raises(PositionError) as caught:
        Position.from_dict(changed(document(), place, "\ud800"))
    where = re.sub(r"\.(\d)", r"[\1]", place)
    assert str(caught.value).startswith(where + ": ")


@pytest.mark.parametrize("wrong", [None, 5, "guiyang", [], {1: 2}, {("a",): 1}])
def test_not_a_document(wrong):
    with pytest.raises(PositionTypeError):
        Position.from_dict(wrong)


def test_a_document_that_holds_itself():
    loop = document()
    loop["rules"] = {"fan": loop}
    with pytest.raises(PositionError, match=r"^rules"):
        Position.from_dict(loop)
    loop = []
    loop.append(loop)
    with pytest.raises(PositionError, match=r"^passed"):
        Position(**document() | {"passed": loop})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_reading_and_writing(case):
    position = Position.from_dict(case["position"])
    written = position.to_dict()
    assert Position.from_dict(written) == position
    assert Position.from_dict(written).to_dict() == written
    assert Position.from_json(position.to_json()).to_json() == position.to_json()
    assert json.loads(position.to_json()) == written
    assert SCHEMA.is_valid(written)
    assert SCHEMA.is_valid(case["position"])


@pytest.mark.parametrize("base", BASES)
def test_canonical_documents_stay_as_they_are(base):
    written = Position.from_dict(BASES[base]()).to_dict()
    assert list(written) == [
        "rules",
        "base",
        "dealer",
        "streak",
        "seats",
        "end",
        "flip",
        "first_chicken",
        "passed",
    ]
    assert Position.from_dict(copy.deepcopy(written)).to_dict() == written


def test_canonical_form():
    loose = document()
    loose["seats"][0]["hand"] = "二筒 四条 3s2s 6m 五万 4m"
    loose["seats"][0]["melds"][0] |= {"tile": "幺鸡", "late": False}
    loose["seats"][0]["river"] = "六万 8p"
    loose["seats"][1]["river"] = "8m 九筒 8s🀜"
    del loose["seats"][3]["melds"], loose["seats"][3]["declared"], loose["seats"][3]["dead"]
    loose["end"]["wins"][0] |= {"first_draw": False, "kong": "七筒", "tile": "🀚"}
    loose["flip"] = "🀛"
    loose["passed"][0]["tile"] = "五條"
    assert Position.from_dict(loose).to_dict() == Position.from_dict(document()).to_dict()
    assert Position.from_dict(loose) == Position.from_dict(document())


def test_written_fields_follow_the_kinds():
    written = Position.from_dict(document()).to_dict()
    pong, concealed = written["seats"][0]["melds"]
    assert list(pong) == ["kind", "tile", "from"]
    assert concealed == {"kind": "concealed_kong", "tile": "5p", "late": True}
    assert list(written["seats"][1]["melds"][0]) == ["kind", "tile", "from", "late"]
    assert list(written["end"]["wins"][0]) == ["seat", "tile", "by", "from", "hot_shot", "kong"]
    assert written["rules"] == {"preset": "platform", "pass_fine": "own_fan"}
    drawn = Position.from_dict(self_drawn()).to_dict()
    assert drawn["rules"] == "platform"
    assert drawn["end"]["wins"][0] == self_drawn()["end"]["wins"][0]
    assert Position.from_dict(exhausted()).to_dict()["end"] == {"kind": "exhausted"}


def test_a_dead_seat_may_hold_any_number():
    for hand in ("", "1m", "1188p11224466778s"):
        seats = exhausted()["seats"]
        seats[1] = {"hand": hand, "dead": True}
        position = Position.from_dict(exhausted() | {"seats": seats})
        assert position.seats[1].hand == hand


def test_positions_from_parts():
    position = Position.from_dict(document())
    parts = Position(
        rules=Rules.preset("platform", pass_fine="own_fan"),
        base=2,
        dealer=1,
        streak=3,
        seats=list(position.seats),
        end=position.end,
        flip="3p",
        first_chicken=[FirstChicken(tile="1s", seat=1, claimed_by=(0,))],
        passed=[Passed(seat=2, tile="5s")],
    )
    assert parts == position
    wrong = Seat(hand="", dead=True)
    msgspec.structs.force_setattr(wrong, "hand", 5)
    with pytest.raises(PositionTypeError, match=r"^seats\[0\]\.hand: expected text, not 5"):
        Position(rules="platform", dealer=0, seats=[wrong] * 4, end=position.end)
    with pytest.raises(PositionTypeError, match=r"^end: not plain data"):
        Position(rules="platform", dealer=0, seats=[], end=object())


def test_parts_check_their_own_fields():
    with pytest.raises(ValueError, match="from: missing"):
        SeatMeld(kind="pong", tile="1m")
    with pytest.raises(ValueError, match="from: a self-drawn tile"):
        WinRecord(seat=0, tile="1m", by="self_draw", source=1)
    with pytest.raises(ValueError, match="wins: missing"):
        End(kind="win")


def test_replacing_checks_anew():
    position = Position.from_dict(document())
    assert position.replace(base=7).base == 7
    assert position.replace(base=2) == position
    with pytest.raises(PositionError, match=r"^flip: "):
        position.replace(flip="x")


def test_a_position_is_a_value():
    position = Position.from_dict(document())
    for other in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        eval(repr(position), {"Position": Position}),
    ):
        assert other == position
        assert hash(other) == hash(position)
        assert other.compiled == position.compiled
    assert position != position.replace(streak=4)
    assert position != document()
    with pytest.raises(AttributeError):
        position.base = 3
    with pytest.raises(AttributeError):
        position.seats[0].hand = ""


def test_the_document_is_not_touched():
    given = document()
    Position.from_dict(given)
    assert given == document()


def test_schema_refuses_what_it_can_see():
    jsonschema.Draft202012Validator.check_schema(Position.schema())
    for base, path, value in [
        ("document", "honba", 1),
        ("document", "base", 0),
        ("document", "rules.goldd", 1),
        ("document", "seats.0.melds.0.late", True),
        ("document", "seats.0.melds.0.from", GONE),
        ("document", "seats.0.melds.1.from", 1),
        ("document", "end.wins.0.kong", GONE),
        ("document", "end.wins.0.kong_bloom", True),
        ("document", "end.kind", "exhausted"),
        ("exhausted", "end.seat", 1),
        ("self_drawn", "end.wins.0.from", 1),
        ("three_winners", "first_chicken.0.claimed_by", [0, 0]),
    ]:
        good = BASES[base]()
        assert SCHEMA.is_valid(good)
        assert not SCHEMA.is_valid(changed(good, path, value)), path
