"""Patterns and who may win: each rule on small positions, worked out by hand."""

import pytest

from engines import ENGINES, REFUSALS
from small_positions import each, ledger, off, position, rob, row, seat
from winning_positions import (
    DECLARED,
    DRAGON,
    DRAGON_WAIT,
    EARTHLY,
    FLUSH,
    FLUSH_DRAGON,
    FLUSH_LONE,
    FLUSH_PAIRS,
    FLUSH_ROBBER,
    FLUSH_TRIPLETS,
    FLUSH_TWO_WAYS,
    HOT,
    LONE,
    LONE_FANS,
    PAIRS,
    PING,
    QUAD,
    READY,
    ROBBED,
    ROBBER,
    THREE_RUNS,
    TRIPLETS,
    TWO_WAYS,
    all_pay,
    dealt,
    drawn,
    fans,
    hard,
    opened,
    robbed,
    thrown,
    waive,
)

PATTERNS = [
    row("R-PAT-1", drawn({}, "123m456p789s22m13p", "2p"), all_pay("1 win 2p ping+1")),
    row(
        "R-PAT-1",
        drawn({}, seat("6s", "pong 4m<1, pong 7p<2, added 1m<1 late, concealed 3s late"), "6s"),
        all_pay("5 win 6s all_triplets+5"),
    ),
    row("R-PAT-1", drawn({}, "1133557799m2p55s", "2p"), all_pay("7 win 2p seven_pairs+7")),
    row("R-PAT-2", drawn({}, PING, "4p"), all_pay("1 win 4p ping+1")),
    row("R-PAT-2", drawn(fans(ping=3), TRIPLETS, "6p"), all_pay("3 win 6p ping+3")),
    row("R-PAT-3", drawn({}, TRIPLETS, "7p"), all_pay("5 win 7p all_triplets+5")),
    row("R-PAT-3", drawn({}, "222m555p777s88m99m", "9m"), all_pay("5 win 9m all_triplets+5")),
    row("R-PAT-3", drawn(fans(all_triplets=6), TRIPLETS, "7p"), all_pay("6 win 7p all_triplets+6")),
    row("R-PAT-4", drawn({}, PAIRS, "5s"), all_pay("7 win 5s seven_pairs+7")),
    row("R-PAT-4", drawn("guizhou", PAIRS, "5s"), all_pay("7 win 5s seven_pairs+7")),
    row("R-PAT-4", drawn("guiyang_traditional", PAIRS, "5s"), all_pay("8 win 5s seven_pairs+8")),
    row("R-PAT-5", drawn({}, DRAGON, "5s"), all_pay("10 win 5s dragon_pairs+10")),
    row("R-PAT-5", drawn({}, DRAGON_WAIT, "2p"), all_pay("10 win 2p dragon_pairs+10")),
    row("R-PAT-5", drawn({}, "1111m3333p55s77s9s", "9s"), all_pay("10 win 9s dragon_pairs+10")),
    row("R-PAT-6", drawn({}, FLUSH, "5m"), all_pay("10 win 5m flush+10")),
    row("R-PAT-6", drawn(fans(ping=30), FLUSH, "5m"), all_pay("10 win 5m flush+10")),
    row(
        "R-PAT-6",
        drawn({}, seat("2345566m", "pong 9m<1, pong 8s<2"), "5m"),
        all_pay("1 win 5m ping+1"),
    ),
    row("R-PAT-7", drawn({}, FLUSH_TRIPLETS, "6m"), all_pay("15 win 6m flush_triplets+15")),
    row("R-PAT-7", drawn({}, FLUSH_TRIPLETS, "5m"), all_pay("10 win 5m flush+10")),
    row("R-PAT-8", drawn({}, FLUSH_PAIRS, "8m"), all_pay("17 win 8m flush_pairs+17")),
    row("R-PAT-9", drawn({}, FLUSH_DRAGON, "8m"), all_pay("20 win 8m flush_dragon+20")),
    row("R-PAT-10", drawn(LONE_FANS, LONE, "5p"), all_pay("10 win 5p single_wait+10")),
    row("R-PAT-10", drawn({}, LONE, "5p"), all_pay("5 win 5p all_triplets+5")),
    row(
        "R-PAT-10",
        drawn(LONE_FANS, seat("444m5p", "pong 3m<1, pong 6p<2, pong 2m<1"), "5p"),
        all_pay("5 win 5p all_triplets+5"),
    ),
    row(
        "R-PAT-10", drawn(fans(flush_single_wait=9), LONE, "5p"), all_pay("5 win 5p all_triplets+5")
    ),
    row("R-PAT-10", drawn(fans(single_wait=3), LONE, "5p"), all_pay("3 win 5p single_wait+3")),
    row("R-PAT-11", drawn(LONE_FANS, FLUSH_LONE, "5m"), all_pay("20 win 5m flush_single_wait+20")),
    row("R-PAT-11", drawn({}, FLUSH_LONE, "5m"), all_pay("15 win 5m flush_triplets+15")),
    row(
        "R-PAT-11",
        drawn(fans(single_wait=10), FLUSH_LONE, "5m"),
        all_pay("15 win 5m flush_triplets+15"),
    ),
    row("R-PAT-12", drawn({}, TWO_WAYS, "7s"), all_pay("7 win 7s seven_pairs+7")),
    row("R-PAT-12", drawn(fans(ping=9), TWO_WAYS, "7s"), all_pay("9 win 7s ping+9")),
    row("R-PAT-12", drawn(fans(ping=7), TWO_WAYS, "7s"), all_pay("7 win 7s seven_pairs+7")),
    row("R-PAT-12", drawn({}, THREE_RUNS, "9s"), all_pay("5 win 9s all_triplets+5")),
    row("R-PAT-12", drawn(fans(ping=6), THREE_RUNS, "9s"), all_pay("6 win 9s ping+6")),
    row("R-PAT-12", thrown(fans(ping=5), THREE_RUNS, "9s"), ["1>0 5 win 9s all_triplets+5"]),
    row(
        "R-PAT-12",
        drawn(fans(flush_pairs=10), FLUSH_TWO_WAYS, "7m"),
        all_pay("10 win 7m flush_pairs+10"),
    ),
    row("R-PAT-12", drawn(fans(flush=18), FLUSH_TWO_WAYS, "7m"), all_pay("18 win 7m flush+18")),
    row("R-PAT-13", drawn(QUAD, DRAGON, "5s"), all_pay("7 win 5s seven_pairs+7")),
    row("R-PAT-13", drawn(QUAD, DRAGON_WAIT, "2p"), all_pay("10 win 2p dragon_pairs+10")),
    row("R-PAT-13", drawn(QUAD, FLUSH_DRAGON, "8m"), all_pay("17 win 8m flush_pairs+17")),
    row(
        "R-PAT-13",
        dealt({**QUAD, "heavenly": 1}, DRAGON, "5s", heavenly=True),
        all_pay("7 win 5s seven_pairs+7"),
    ),
    row(
        "R-PAT-13",
        position(QUAD, [DRAGON, None, "44668899m333s66p", None], "exhausted"),
        [
            *each("13", ">0 7 exhausted - highest_wait"),
            *each("13", ">2 10 exhausted - highest_wait"),
        ],
    ),
]

BY_DECLARED = {**DECLARED, "passport_waivers": ["declared_discarder"]}


def with_kong(kind):
    """A plain hand on 2p with one kong: ``"concealed"``, ``"exposed"``, ``"added late"``."""
    name, _, late = kind.partition(" ")
    giver = "" if name == "concealed" else "<1"
    return seat("456789m2p234s", f"{name} 5p{giver} {late}".rstrip())


def kinds(*names):
    return {"passport_kinds": list(names), "kong_exposed": 0}


SECOND = seat("46s11345789p", "concealed 4m late")  # 平胡 on 5s with a kong that earns nothing
THIRD = seat("222888m3499s", "concealed 6p late")  # 平胡 on 2s and 5s

PERMITTED = [
    row("R-WIN-1", drawn({}, PING, "4p"), all_pay("1 win 4p ping+1")),
    row("R-WIN-1", drawn(kinds(), PING, "1p"), all_pay("1 win 1p ping+1")),
    row("R-WIN-2", thrown({}, PAIRS, "5s"), ["1>0 7 win 5s seven_pairs+7"]),
    row("R-WIN-2", thrown({}, TRIPLETS, "7p"), ["1>0 5 win 7p all_triplets+5"]),
    row("R-WIN-2", thrown({}, FLUSH, "6m"), ["1>0 10 win 6m flush+10"]),
    row("R-WIN-2", robbed({}, FLUSH_ROBBER), ["1>0 10 win 7p flush+10"]),
    row("R-WIN-3", thrown({}, with_kong("concealed late"), "2p"), ["1>0 1 win 2p ping+1"]),
    row("R-WIN-3", thrown({}, with_kong("added late"), "2p"), ["1>0 1 win 2p ping+1"]),
    row(
        "R-WIN-3",
        thrown(kinds("exposed"), with_kong("exposed"), "2p"),
        ["1>0 1 win 2p ping+1"],
    ),
    row(
        "R-WIN-3",
        thrown(kinds("concealed"), with_kong("concealed late"), "2p"),
        ["1>0 1 win 2p ping+1"],
    ),
    row("R-WIN-3", thrown(kinds("added"), with_kong("added late"), "2p"), ["1>0 1 win 2p ping+1"]),
    row(
        "R-WIN-3",
        robbed(kinds("concealed"), seat("12345699m56p", "concealed 1p late")),
        ["1>0 1 win 7p ping+1"],
    ),
    row(
        "R-WIN-4",
        thrown(waive("declared", **DECLARED), hard(PING), "4p"),
        ["1>0 10 win 4p ping+1 declared+9"],
    ),
    row(
        "R-WIN-4",
        thrown({**waive("declared", **DECLARED), "declare_hard": 0}, hard(PING), "4p"),
        ["1>0 1 win 4p ping+1"],
    ),
    row("R-WIN-5", thrown(BY_DECLARED, PING, "4p", hard(READY)), ["1>0 1 win 4p ping+1"]),
    row(
        "R-WIN-6",
        thrown(waive("hot_shot"), PING, "4p", HOT, kong="9p"),
        ["1>0 1 win 4p ping+1"],
    ),
    row("R-WIN-7", robbed(waive("robbed_kong")), ["1>0 1 win 7p ping+1"]),
    row("R-WIN-8", opened(EARTHLY, PING, "4p"), ["1>0 20 win 4p ping+1 earthly+19"]),
    row(
        "R-WIN-9",
        position({}, [PAIRS, None, SECOND, None], [off(0, "5s", 1), off(2, "5s", 1)], flip="4s"),
        [
            "1>0 7 win 5s seven_pairs+7",
            "1>2 1 win 5s ping+1",
            *each("123", ">0 2 chicken 5s flip"),
            *each("013", ">2 1 chicken 5s flip"),
        ],
    ),
    row(
        "R-WIN-9",
        position(
            {"hot_shot": 3, "hot_shot_burns": "all"},
            [PAIRS, seat("138m37p68889s", "concealed 2s"), SECOND, THIRD],
            [off(winner, "5s", 1, kong="2s") for winner in (0, 2, 3)],
        ),
        [
            "1>0 10 win 5s seven_pairs+7 hot_shot+3",
            "1>2 4 win 5s ping+1 hot_shot+3",
            "1>3 4 win 5s ping+1 hot_shot+3",
        ],
    ),
    row(
        "R-WIN-9",
        position(
            waive("robbed_kong", robbed_kong="kong_fee"),
            [ROBBER, ROBBED, None, seat("5699p345444777s")],
            [rob(0, "7p", 1), rob(3, "7p", 1)],
        ),
        ["1>0 10 win 7p ping+1 robbed_kong+9", "1>3 10 win 7p ping+1 robbed_kong+9"],
    ),
    row(
        "R-WIN-11",
        position({}, [PING, seat(READY, dead=True), None, None], "exhausted"),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
]

PLAIN = "end.wins[0]"  # the place of a plain hand that may only be won by self-draw
FINISH = "end.wins[0].tile"
FORBIDDEN = [
    row("R-PAT-1", drawn({}, "123456789m123p4s", "5s"), FINISH),
    row("R-PAT-1", drawn({}, "1133557799m2p55s", "3p"), FINISH),
    row("R-PAT-1", drawn({}, "12389m12389p557s", "7p"), FINISH),
    row("R-PAT-12", thrown(fans(ping=9), TWO_WAYS, "7s"), PLAIN),
    row("R-PAT-12", thrown(fans(ping=6), THREE_RUNS, "9s"), PLAIN),
    row("R-WIN-1", thrown({}, PING, "4p"), PLAIN),
    row("R-WIN-2", thrown({}, TRIPLETS, "6p"), PLAIN),
    row("R-WIN-2", robbed({}), PLAIN),
    row("R-WIN-3", thrown(kinds(), with_kong("concealed late"), "2p"), PLAIN),
    row("R-WIN-3", thrown(kinds("concealed", "added"), with_kong("exposed"), "2p"), PLAIN),
    row("R-WIN-3", thrown(kinds("exposed", "added"), with_kong("concealed"), "2p"), PLAIN),
    row("R-WIN-3", thrown(kinds("exposed", "concealed"), with_kong("added"), "2p"), PLAIN),
    row(
        "R-WIN-3",
        thrown({}, with_kong("exposed") | {"melds": seat("", "pong 5p<1")["melds"]}, "2p"),
        PLAIN,
    ),
    row("R-WIN-4", thrown(DECLARED, hard(PING), "4p"), PLAIN),
    row("R-WIN-4", thrown(waive("declared", **DECLARED), PING, "4p"), PLAIN),
    row("R-WIN-5", thrown(DECLARED, PING, "4p", hard(READY)), PLAIN),
    row("R-WIN-5", thrown(BY_DECLARED, PING, "4p", READY), PLAIN),
    row("R-WIN-5", thrown(BY_DECLARED, hard(PING), "4p", READY), PLAIN),
    row("R-WIN-6", thrown({"hot_shot": 3}, PING, "4p", HOT, kong="9p"), PLAIN),
    row("R-WIN-6", thrown(waive("hot_shot"), PING, "4p", HOT), PLAIN),
    row("R-WIN-7", robbed({"robbed_kong": "flush"}), PLAIN),
    row("R-WIN-7", thrown(waive("robbed_kong"), PING, "4p"), PLAIN),
    row("R-WIN-8", opened({**EARTHLY, "earthly": 0}, PING, "4p"), PLAIN),
    row("R-WIN-8", opened({**EARTHLY, "earthly_when": "first_draw"}, PING, "4p"), PLAIN),
    row("R-WIN-8", thrown(EARTHLY, PING, "4p"), PLAIN),
    row("R-WIN-11", drawn({}, seat(PING, dead=True), "4p"), "end.wins[0].seat"),
]

WAITING = [
    ("123456789m1111p", "", []),
    ("13m456p789s11s", "concealed 2m", []),
    ("13m456777p55789s", "", ["2m"]),
    ("46m123p789s22s", "pong 5m<2", ["5m"]),
    ("46m123p789s22s", "added 5m<2", []),
    ("1113456666788s", "", ["2s", "5s", "7s", "8s"]),
    ("77789m11888p", "pong 9s<2", ["7m", "1p"]),
    ("1133557799m22p5s", "", ["5s"]),
    ("11335577m2222p5s", "", ["5s"]),
    ("1111335577m222p", "", ["2p"]),
    ("1111m33335555p2s", "", ["2s"]),
    ("3p", "concealed 1m, added 5m<2, exposed 6p<3, concealed 7s", ["3p"]),
    ("123456789m13p55s", "", ["2p"]),
    ("147m258p369s1478p", "", []),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("document", "expected"), PATTERNS + PERMITTED)
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)


@pytest.mark.parametrize("engine", REFUSALS)
@pytest.mark.parametrize(("document", "place"), FORBIDDEN)
def test_refused(engine, document, place):
    refusal = REFUSALS[engine](document)
    assert refusal is not None
    assert refusal.split(": ")[0] == place


@pytest.mark.rule("R-PAT-14")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("hand", "melds", "waits"), WAITING)
def test_waits(engine, hand, melds, waits):
    told = ENGINES[engine](position({}, [None, seat(hand, melds), None, None], "exhausted"))
    assert told["waits"][1] == waits
    assert told["ting"] == [False, bool(waits), False, False]


@pytest.mark.rule("R-PAT-14")
@pytest.mark.parametrize("engine", ENGINES)
def test_a_wait_with_no_tile_left_is_a_wait(engine):
    shown = [seat("13m456777p55789s"), seat("14789m134p14789s"), None, None]
    shown[1]["river"] = "2222m"
    told = ENGINES[engine](position({}, shown, "exhausted"))
    assert told["waits"][0] == ["2m"]
    assert told["totals"] == [3, -1, -1, -1]
