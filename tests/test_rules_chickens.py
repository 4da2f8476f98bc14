"""Kongs and chickens: each rule on small positions, worked out by hand."""

import pytest

from chicken_positions import (
    FIRST_BY_1,
    FOURTH,
    LOOSE,
    LOOSE_1S,
    LOOSE_13,
    PAIR_1S,
    PAIR_8P,
    PASSER,
    READY,
    READY_1S,
    READY_7,
    READY_10,
    ROB,
    RUN_1S,
    SHOT,
    TRIPLETS,
    WON,
    WUGU,
    beside,
    paid,
    robbed,
    shot,
    shown,
    won_on_1s,
)
from engines import ENGINES
from small_positions import each, first, ledger, position, rob, row, seat

KONGS_1P_9S = seat(READY_7, "concealed 1p, concealed 9s")
PAID_1P = paid(1, "2 kong 1p concealed_kong")
PAID_9S = paid(1, "2 kong 9s concealed_kong")
SEVENS_AND_1P = seat(READY_7, "pong 7p<2, concealed 1p")

KONGS = [
    row("R-KONG-1", beside({}, seat(READY_10, "concealed 1p")), WON + PAID_1P),
    row("R-KONG-1", beside({}, seat(LOOSE, "concealed 1p")), WON),
    row("R-KONG-1", beside({}, seat(LOOSE, "exposed 1p<0")), WON),
    row("R-KONG-1", beside({}, seat(READY_10, "concealed 1p", dead=True)), WON),
    row(
        "R-KONG-1",
        position({}, [seat(READY_10, "concealed 1p"), None, None, None], "exhausted"),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
    row(
        "R-KONG-1",
        beside({}, hand=seat("456789m23p55s", "concealed 7s")),
        WON + paid(0, "2 kong 7s concealed_kong"),
    ),
    row(
        "R-KONG-2", beside({}, seat(READY_10, "exposed 1p<2")), [*WON, "2>1 1 kong 1p exposed_kong"]
    ),
    row(
        "R-KONG-2", beside({}, seat(READY_10, "exposed 1p<0")), [*WON, "0>1 1 kong 1p exposed_kong"]
    ),
    row(
        "R-KONG-2",
        beside({"kong_exposed": 3}, seat(READY_10, "exposed 1p<2"), seat("147m", dead=True)),
        [*WON, "2>1 3 kong 1p exposed_kong"],
    ),
    row(
        "R-KONG-3",
        beside({"kong_concealed": 5}, seat(READY_10, "concealed 1p")),
        WON + paid(1, "5 kong 1p concealed_kong"),
    ),
    row("R-KONG-3", beside({"kong_concealed": 0}, seat(READY_10, "concealed 1p")), WON),
    row(
        "R-KONG-4", beside({}, seat(READY_10, "added 1p<2")), WON + paid(1, "3 kong 1p added_kong")
    ),
    row(
        "R-KONG-4",
        beside({"kong_added": 7}, seat(READY_10, "added 1p<0")),
        WON + paid(1, "7 kong 1p added_kong"),
    ),
    row("R-KONG-5", beside({}, seat(READY_10, "concealed 1p late")), WON),
    row("R-KONG-5", beside({}, seat(READY_10, "added 1p<2 late")), WON),
    row("R-KONG-9", shot("none", KONGS_1P_9S), SHOT + PAID_1P + PAID_9S),
    row("R-KONG-9", shot("kong", KONGS_1P_9S), SHOT + PAID_1P),
    row("R-KONG-9", shot("kong", KONGS_1P_9S, "1p"), SHOT + PAID_9S),
    row("R-KONG-9", shot("kong", seat(READY_7, "concealed 1p, concealed 9s late")), SHOT + PAID_1P),
    row("R-KONG-9", shot("kong", seat(READY_10, "exposed 9s<2")), SHOT),
    row("R-KONG-9", shot("all", KONGS_1P_9S), SHOT),
    row(
        "R-KONG-9",
        shot("kong", KONGS_1P_9S, flip="8s"),
        SHOT + PAID_1P + paid(1, "4 chicken 9s flip"),
    ),
    row("R-KONG-9", shot("all", KONGS_1P_9S, flip="8s"), SHOT),
    row("R-KONG-10", robbed("kong", seat(READY_10, "pong 7p<2")), ROB),
    row("R-KONG-10", robbed("kong", SEVENS_AND_1P), ROB + PAID_1P),
    row("R-KONG-11", robbed("all", SEVENS_AND_1P), ROB),
    row("R-KONG-11", robbed("kong", SEVENS_AND_1P), ROB + PAID_1P),
    row(
        "R-KONG-12",
        robbed("all", seat(READY_7, "pong 7p<2, concealed 1s"), flip="4s"),
        ROB + paid(0, "2 chicken 5s flip"),
    ),
    row(
        "R-KONG-12",
        robbed(
            "all",
            seat(READY_10, "pong 7p<2"),
            (shown("1147m136p236899s", "1s"), None),
            rules={"bao": "discards"},
            first_chicken=[first("1s", 2)],
        ),
        [*ROB, "2>0 2 bao 1s discards"],
    ),
    row(
        "R-KONG-12",
        robbed("all", seat(READY_10, "pong 7p<2", river="1s"), first_chicken=[first("1s", 1)]),
        ROB,
    ),
    row(
        "R-KONG-12",
        robbed("all", seat(READY_7, "pong 7p<2, pong 1s<0"), first_chicken=[first("1s", 0, 1)]),
        ROB,
    ),
    row(
        "R-KONG-12",
        robbed(
            "all",
            seat(READY_10, "pong 7p<2"),
            (seat(FOURTH, "pong 1s<1"), None),
            first_chicken=[first("1s", 1, 2)],
        ),
        [*ROB, *paid(2, "3 chicken 1s yaoji"), "1>2 1 responsibility 1s responsibility_yaoji"],
    ),
    row(
        "R-KONG-12",
        shot(
            "all",
            seat("147m26p23688s", "concealed 9s"),
            others=(PASSER, shown("1147m1366p22368s", "7p")),
            rules={"pass_fine": "own_fan"},
            passed=[{"seat": 2, "tile": "7p"}],
        ),
        [
            *SHOT,
            *each(
                "2", ">0 1 pass_fine 7p ping", ">1 1 pass_fine 7p ping", ">3 1 pass_fine 7p ping"
            ),
        ],
    ),
]

NO_CHARGE = {"charge_yaoji": 0}

CHICKENS = [
    row("R-CHK-1", beside({}, READY_1S, LOOSE_1S), WON + paid(1, "2 chicken 1s yaoji")),
    row("R-CHK-1", beside({}, seat(READY_1S, dead=True)), WON),
    row("R-CHK-1", beside({}, hand=PAIR_1S), WON + paid(0, "2 chicken 1s yaoji")),
    row(
        "R-CHK-1",
        position({}, [READY_1S, None, None, None], "exhausted"),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
    row("R-CHK-2", beside({"yaoji": 3}, READY_1S), WON + paid(1, "6 chicken 1s yaoji")),
    row("R-CHK-3", beside({"wugu": 2}, hand=PAIR_8P), WON + paid(0, "4 chicken 8p wugu")),
    row("R-CHK-3", beside({"wugu": 5}, hand=PAIR_8P), WON + paid(0, "10 chicken 8p wugu")),
    row("R-CHK-3", beside({"wugu": 0}, hand=PAIR_8P), WON),
    row("R-CHK-3", beside({"wugu": 0}, shown(READY, "8p")), WON),
    row("R-CHK-4", beside({}, flip="2m"), WON + paid(0, "1 chicken 3m flip")),
    row("R-CHK-4", beside({}, flip="9m"), WON + paid(0, "1 chicken 1m flip")),
    row("R-CHK-4", beside({"flip": 3}, flip="4s"), WON + paid(0, "6 chicken 5s flip")),
    row("R-CHK-4", beside({}, flip="3p"), WON + paid(0, "1 chicken 4p flip")),
    row(
        "R-CHK-4",
        beside({}, READY, flip="7m"),
        WON + paid(0, "1 chicken 8m flip") + paid(1, "3 chicken 8m flip"),
    ),
    row("R-CHK-4", beside({"flip": 0}, flip="4s"), WON),
    row("R-CHK-4", beside({}, flip=None), WON),
    row("R-CHK-5", beside({}, hand=PAIR_1S, flip="9s"), WON + paid(0, "4 chicken 1s gold")),
    row(
        "R-CHK-5",
        beside({"flip": 0}, hand=PAIR_1S, flip="9s"),
        WON + paid(0, "4 chicken 1s gold"),
    ),
    row(
        "R-CHK-5",
        beside({"gold": 3, "yaoji": 2}, hand=PAIR_1S, flip="9s"),
        WON + paid(0, "12 chicken 1s gold"),
    ),
    row(
        "R-CHK-5",
        beside({"wugu": 2}, hand=PAIR_8P, flip="7p"),
        WON + paid(0, "8 chicken 8p gold"),
    ),
    row("R-CHK-5", beside({}, hand=PAIR_8P, flip="7p"), WON + paid(0, "2 chicken 8p flip")),
    row(
        "R-CHK-5",
        beside(
            {**NO_CHARGE, "flip_scope": "hand_meld"},
            shown(READY, "1s"),
            chickens=FIRST_BY_1,
            flip="9s",
        ),
        WON + paid(1, "2 chicken 1s gold"),
    ),
    row(
        "R-CHK-5",
        beside(
            {**NO_CHARGE, "common_scope": "hand_meld", "flip_scope": "all"},
            shown(READY, "1s"),
            chickens=FIRST_BY_1,
            flip="9s",
        ),
        WON,
    ),
    row(
        "R-CHK-6",
        beside(NO_CHARGE, shown(READY, "1s"), chickens=FIRST_BY_1),
        WON + paid(1, "1 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-6",
        beside(
            {**NO_CHARGE, "common_scope": "hand_meld"}, shown(READY_1S, "1s"), chickens=FIRST_BY_1
        ),
        WON + paid(1, "2 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-6",
        beside({"common_scope": "hand_meld"}, seat(READY_10, "concealed 1s late")),
        WON + paid(1, "4 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-6",
        won_on_1s({"common_scope": "hand_meld"}, [0]),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji")],
    ),
    row(
        "R-CHK-7",
        beside({"flip_scope": "all", "common_scope": "hand_meld"}, shown(READY, "3s"), flip="2s"),
        WON + paid(1, "1 chicken 3s flip"),
    ),
    row("R-CHK-7", beside({"flip_scope": "hand_meld"}, shown(READY, "3s"), flip="2s"), WON),
    row(
        "R-CHK-7",
        beside({"flip_scope": "hand_meld"}, seat(READY_10, "pong 3s<2"), flip="2s"),
        WON + paid(1, "3 chicken 3s flip"),
    ),
    row(
        "R-CHK-8",
        beside({}, shown(READY, "1s"), chickens=FIRST_BY_1),
        WON + paid(1, "2 charge 1s charge_yaoji"),
    ),
    row(
        "R-CHK-8",
        beside({}, shown(READY, "11s"), chickens=FIRST_BY_1),
        WON + paid(1, "2 charge 1s charge_yaoji") + paid(1, "1 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-8",
        beside({"common_scope": "hand_meld"}, shown(READY, "11s"), chickens=FIRST_BY_1),
        WON + paid(1, "2 charge 1s charge_yaoji"),
    ),
    row(
        "R-CHK-8",
        beside({"charge_yaoji": 3}, shown(READY, "11s"), chickens=FIRST_BY_1, flip="9s"),
        WON + paid(1, "6 charge 1s charge_yaoji") + paid(1, "2 chicken 1s gold"),
    ),
    row("R-CHK-8", beside({}, shown(LOOSE_13, "1s"), chickens=FIRST_BY_1), WON),
    row(
        "R-CHK-8",
        beside({}, shown(READY, "1s"), shown(TRIPLETS, "1s"), chickens=[first("1s", 2)]),
        WON + paid(2, "2 charge 1s charge_yaoji") + paid(1, "1 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-8",
        beside(WUGU, shown(READY, "88p"), chickens=[first("8p", 1)]),
        WON + paid(1, "6 charge 8p charge_wugu") + paid(1, "2 chicken 8p wugu"),
    ),
    row(
        "R-CHK-9",
        beside({"charge_wugu": 0, "wugu": 2}, shown(READY, "8p"), chickens=[first("8p", 1)]),
        WON + paid(1, "2 chicken 8p wugu"),
    ),
    row(
        "R-CHK-9",
        beside(NO_CHARGE, shown(READY, "11s"), chickens=FIRST_BY_1),
        WON + paid(1, "2 chicken 1s yaoji"),
    ),
    row(
        "R-CHK-9",
        beside(NO_CHARGE, seat(READY_10, "pong 1s<0"), chickens=[first("1s", 0, 1)]),
        [*WON, *paid(1, "3 chicken 1s yaoji"), "0>1 1 responsibility 1s responsibility_yaoji"],
    ),
    row(
        "R-CHK-10",
        position(
            {"responsibility_on_win": True},
            [RUN_1S, seat(READY_10, "pong 1s<2"), None, None],
            rob(0, "1s", 1),
            first_chicken=[first("1s", 2, 1)],
        ),
        [
            "1>0 1 win 1s ping+1",
            *paid(0, "1 chicken 1s yaoji"),
            *paid(1, "3 chicken 1s yaoji"),
            "2>1 1 responsibility 1s responsibility_yaoji",
        ],
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("document", "expected"), [*KONGS, *CHICKENS])
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)
