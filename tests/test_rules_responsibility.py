"""Responsibility and bao: each rule on small positions, worked out by hand."""

import pytest

from chicken_positions import (
    FIRST_BY_1,
    LOOSE,
    LOOSE_1S,
    LOOSE_13,
    PING,
    READY,
    READY_10,
    WON,
    WUGU,
    beside,
    paid,
    shown,
    won_on_1s,
)
from engines import ENGINES
from small_positions import first, ledger, off, position, row, seat

PONG = seat(READY_10, "pong 1s<0")  # seat 1 takes the first 1s of the winner
TAKEN = [first("1s", 0, 1)]
UNREADY_PONG = seat(LOOSE, "pong 1s<0")
FROM_IDLE = seat(READY_10, "pong 1s<2")  # of seat 2, which is not ting
TAKEN_IDLE = [first("1s", 2, 1)]
THREE = paid(1, "3 chicken 1s yaoji")
FOUR = paid(1, "4 chicken 1s yaoji")


def premium(text):
    return [f"{text} responsibility 1s responsibility_yaoji"]


def unready(mode, **rules):
    return {"responsibility_unready": mode, **rules}


PAIR_3 = unready("pair", charge_yaoji=3, responsibility_yaoji=2)
EXEMPT = unready("pair", kong_claim_exempt=True, bao="discards_melds")

RESPONSIBILITY = [
    row("R-RESP-1", beside({}, PONG, chickens=TAKEN), WON + THREE + premium("0>1 1")),
    row(
        "R-RESP-1",
        beside({"bao": "discards_melds"}, FROM_IDLE, chickens=TAKEN_IDLE),
        WON + THREE + premium("2>1 1"),
    ),
    row(
        "R-RESP-1",
        beside({}, PONG, hand=shown(PING, "1s"), chickens=TAKEN),
        WON + THREE + paid(0, "1 chicken 1s yaoji") + premium("0>1 1"),
    ),
    row(
        "R-RESP-1",
        won_on_1s({}, [0]),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji")],
    ),
    row(
        "R-RESP-2",
        beside({}, seat(READY_10, "exposed 1s<0"), chickens=TAKEN),
        WON + FOUR + premium("0>1 1") + ["0>1 1 kong 1s exposed_kong"],
    ),
    row(
        "R-RESP-2",
        beside({"responsibility_yaoji": 5}, seat(READY_10, "added 1s<0"), chickens=TAKEN),
        WON + FOUR + premium("0>1 5") + paid(1, "3 kong 1s added_kong"),
    ),
    row(
        "R-RESP-2",
        beside(WUGU, seat(READY_10, "pong 8p<0"), chickens=[first("8p", 0, 1)]),
        [*WON, *paid(1, "6 chicken 8p wugu"), "0>1 4 responsibility 8p responsibility_wugu"],
    ),
    row("R-RESP-2", beside({"responsibility_yaoji": 0}, PONG, chickens=TAKEN), WON + THREE),
    row("R-RESP-2", beside(PAIR_3, PONG, chickens=TAKEN), WON + THREE + premium("0>1 2")),
    row(
        "R-RESP-3",
        beside({"responsibility_gold": True, "gold": 3}, PONG, chickens=TAKEN, flip="9s"),
        WON + paid(1, "9 chicken 1s gold") + premium("0>1 3"),
    ),
    row(
        "R-RESP-3",
        beside({"responsibility_gold": False}, PONG, chickens=TAKEN, flip="9s"),
        WON + paid(1, "6 chicken 1s gold") + premium("0>1 1"),
    ),
    row(
        "R-RESP-3",
        beside({"responsibility_gold": True}, PONG, chickens=TAKEN, flip="5s"),
        WON + THREE + premium("0>1 1") + paid(1, "1 chicken 6s flip"),
    ),
    row(
        "R-RESP-4",
        won_on_1s({"responsibility_on_win": True}, [0]),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji"), *premium("1>0 1")],
    ),
    row(
        "R-RESP-4",
        won_on_1s({"responsibility_on_win": False}, [0]),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji")],
    ),
    row(
        "R-RESP-4",
        position(
            {"responsibility_on_win": False},
            [seat("456789m22p23s", "exposed 5p<1"), READY, None, None],
            off(0, "1s", 1),
            first_chicken=[first("1s", 1, 0)],
        ),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji"), "1>0 1 kong 5p exposed_kong"],
    ),
    row(
        "R-RESP-4",
        won_on_1s({"responsibility_on_win": True}, [0, 2]),
        [
            "1>0 1 win 1s ping+1",
            "1>2 1 win 1s ping+1",
            *paid(0, "1 chicken 1s yaoji"),
            *paid(2, "1 chicken 1s yaoji"),
            *premium("1>0 1"),
            *premium("1>2 1"),
        ],
    ),
    row(
        "R-RESP-4",
        won_on_1s({**PAIR_3, "responsibility_on_win": True}, [0], thrower=None),
        ["1>0 1 win 1s ping+1", *paid(0, "1 chicken 1s yaoji"), *premium("1>0 5")],
    ),
    row("R-RESP-5", beside(unready("none"), UNREADY_PONG, chickens=TAKEN), WON),
    row(
        "R-RESP-5",
        beside(unready("none"), FROM_IDLE, chickens=TAKEN_IDLE),
        WON + THREE + premium("2>1 1"),
    ),
    row(
        "R-RESP-6",
        beside(unready("reverse", responsibility_yaoji=2), UNREADY_PONG, chickens=TAKEN),
        WON + premium("1>0 2"),
    ),
    row(
        "R-RESP-6",
        beside(unready("reverse"), FROM_IDLE, chickens=TAKEN_IDLE),
        WON + THREE + premium("2>1 1"),
    ),
    row(
        "R-RESP-7",
        beside(unready("pair"), UNREADY_PONG, chickens=TAKEN),
        WON + premium("1>0 3"),
    ),
    row(
        "R-RESP-7",
        beside({**PAIR_3, "bao": "discards_melds"}, UNREADY_PONG, chickens=TAKEN),
        [*WON, *premium("1>0 5"), "1>0 3 bao 1s discards_melds"],
    ),
    row(
        "R-RESP-7",
        beside(PAIR_3, FROM_IDLE, chickens=TAKEN_IDLE),
        WON + THREE + premium("2>1 5"),
    ),
    row(
        "R-RESP-7",
        beside(unready("pair"), UNREADY_PONG, chickens=TAKEN, flip="9s"),
        WON + premium("1>0 5"),
    ),
    row(
        "R-RESP-7",
        beside(unready("pair", responsibility_gold=True), UNREADY_PONG, chickens=TAKEN, flip="9s"),
        WON + premium("1>0 6"),
    ),
    row(
        "R-RESP-7",
        beside(unready("pair", charge_yaoji=0), UNREADY_PONG, chickens=TAKEN),
        WON + premium("1>0 1"),
    ),
    row(
        "R-RESP-7",
        beside(unready("pair", responsibility_yaoji=0), UNREADY_PONG, chickens=TAKEN),
        WON,
    ),
    row(
        "R-RESP-7",
        beside(unready("pair", **WUGU), seat(LOOSE, "pong 8p<0"), chickens=[first("8p", 0, 1)]),
        [*WON, "1>0 10 responsibility 8p responsibility_wugu"],
    ),
    row(
        "R-RESP-7",
        beside(unready("pair"), PONG, chickens=TAKEN),
        WON + THREE + premium("0>1 1"),
    ),
    row("R-RESP-8", beside(EXEMPT, seat(LOOSE, "exposed 1s<0"), chickens=TAKEN), WON),
    row(
        "R-RESP-8",
        beside({**EXEMPT, **unready("reverse")}, seat(LOOSE, "exposed 1s<0"), chickens=TAKEN),
        WON,
    ),
    row(
        "R-RESP-8",
        beside({**EXEMPT, "kong_claim_exempt": False}, seat(LOOSE, "exposed 1s<0"), chickens=TAKEN),
        [*WON, *premium("1>0 3"), "1>0 4 bao 1s discards_melds"],
    ),
    row(
        "R-RESP-8",
        beside(EXEMPT, seat(LOOSE, "added 1s<0"), chickens=TAKEN),
        [*WON, *premium("1>0 3"), "1>0 4 bao 1s discards_melds"],
    ),
    row(
        "R-RESP-8",
        beside(EXEMPT, UNREADY_PONG, chickens=TAKEN),
        [*WON, *premium("1>0 3"), "1>0 3 bao 1s discards_melds"],
    ),
    row(
        "R-RESP-8",
        beside(EXEMPT, seat(READY_10, "exposed 1s<2"), chickens=TAKEN_IDLE),
        [*WON, *FOUR, *premium("2>1 3"), "2>1 1 kong 1s exposed_kong"],
    ),
    row("R-RESP-9", beside(unready("pair"), seat(LOOSE, "pong 1s<2"), chickens=TAKEN_IDLE), WON),
    row("R-RESP-9", beside(unready("reverse"), seat(LOOSE, "pong 1s<2"), chickens=TAKEN_IDLE), WON),
]


def bao(what, **rules):
    return {"bao": what, **rules}


CHARGED = paid(1, "2 charge 1s charge_yaoji")
OWES_2 = [*WON, "1>0 2 bao 1s discards"]

BAO = [
    row(
        "R-BAO-1",
        beside(bao("discards"), shown(READY, "1s"), shown(LOOSE_13, "11s"), chickens=FIRST_BY_1),
        [*WON, *CHARGED, "2>0 2 bao 1s discards", "2>1 2 bao 1s discards"],
    ),
    row(
        "R-BAO-1",
        beside(bao("none"), shown(READY, "1s"), shown(LOOSE_13, "11s"), chickens=FIRST_BY_1),
        WON + CHARGED,
    ),
    row("R-BAO-1", beside(bao("discards"), UNREADY_PONG, chickens=TAKEN), WON),
    row("R-BAO-1", beside(bao("discards"), seat(LOOSE, "concealed 1s late")), WON),
    row(
        "R-BAO-2",
        beside(bao("discards_melds"), UNREADY_PONG, chickens=TAKEN),
        [*WON, "1>0 3 bao 1s discards_melds"],
    ),
    row(
        "R-BAO-2",
        beside(bao("discards_melds"), seat(LOOSE, "concealed 1s")),
        [*WON, "1>0 4 bao 1s discards_melds"],
    ),
    row("R-BAO-2", beside(bao("discards_melds"), LOOSE_1S), WON),
    row("R-BAO-2", beside(bao("discards"), UNREADY_PONG, chickens=TAKEN), WON),
    row(
        "R-BAO-2",
        beside(bao("discards_melds"), seat(LOOSE, "pong 1s<0", river="1s"), chickens=TAKEN),
        [*WON, "1>0 4 bao 1s discards_melds"],
    ),
    row("R-BAO-3", beside(bao("discards"), shown(LOOSE_13, "1s"), chickens=FIRST_BY_1), OWES_2),
    row(
        "R-BAO-3",
        beside(bao("discards", charge_yaoji=3), shown(LOOSE_13, "11s"), chickens=FIRST_BY_1),
        [*WON, "1>0 4 bao 1s discards"],
    ),
    row(
        "R-BAO-3",
        beside(bao("discards"), shown(LOOSE_13, "11s"), chickens=FIRST_BY_1, flip="9s"),
        [*WON, "1>0 6 bao 1s discards"],
    ),
    row(
        "R-BAO-3",
        beside(bao("discards", charge_yaoji=0), shown(LOOSE_13, "1s"), chickens=FIRST_BY_1),
        [*WON, "1>0 1 bao 1s discards"],
    ),
    row(
        "R-BAO-3",
        beside(
            bao("discards", common_scope="hand_meld"), shown(LOOSE_13, "1s"), chickens=FIRST_BY_1
        ),
        OWES_2,
    ),
    row(
        "R-BAO-3", beside(bao("discards", flip_scope="all"), shown(LOOSE_13, "4s"), flip="3s"), WON
    ),
    row(
        "R-BAO-3",
        beside(bao("discards_melds", **WUGU), shown(LOOSE_13, "88p"), chickens=[first("8p", 1)]),
        [*WON, "1>0 8 bao 8p discards_melds"],
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("document", "expected"), [*RESPONSIBILITY, *BAO])
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)
