"""Kongs, chickens, responsibility and bao: each rule on small positions, worked out by hand."""

import pytest

from engines import ENGINES
from small_positions import draw, each, first, ledger, off, position, rob, row, seat

PING = "123456789m23p55s"  # waits 1p 4p
PAIR_1S = "123456789m23p11s"  # the same with two 1s
PAIR_8P = "123456789m2388p"  # the same with two 8p
READY = "345888m99p56678s"  # thirteen tiles, waits 4s 7s
READY_1S = "345888m99p11567s"  # waits 9p 1s, two 1s in hand
READY_10 = "345888m99p56s"  # the same beside one meld
READY_7 = "345m99p56s"  # beside two melds
TRIPLETS = "222333444p77p66s"  # waits 7p 6s
FOURTH = "222m33344p99p"  # ten tiles, waits 4p 9p
LOOSE = "147m26p23689s"  # ten tiles, not ting
LOOSE_13 = "1147m136p236899s"
LOOSE_1S = "1147m136p123689s"
KONG_HAND = seat("456789m2p234s", "concealed 5p late")  # 平胡 on 2p with a kong that earns nothing
RUN_1S = seat("456789m22p23s", "concealed 5p late")  # 平胡 on 1s and 4s
SECOND_1S = seat("66677799p23s", "concealed 1p late")
ROBBER = "123456789m56p55s"  # 平胡 on 4p and 7p
PASSER = "345888m7799p567s"  # 平胡 on 7p and 9p
WON = each("123", ">0 1 win 4p ping+1")
SHOT = ["1>0 1 win 2p ping+1"]
ROB = ["1>0 1 win 7p ping+1"]
WUGU = {"wugu": 2, "charge_wugu": 6, "responsibility_wugu": 4}


def beside(rules, *seats, hand=PING, chickens=(), **more):
    """Seat 0 wins a plain hand by self-draw; the other seats as given, idle where not."""
    others = [*seats, None, None, None][:3]
    return position(rules, [hand, *others], draw(0, "4p"), first_chicken=list(chickens), **more)


def shot(burns, thrower, kong="9s", others=(None, None), **more):
    """Seat 0 wins a plain hand on the discard that follows a kong of seat 1."""
    rules = {"hot_shot_burns": burns, **more.pop("rules", {})}
    return position(rules, [KONG_HAND, thrower, *others], off(0, "2p", 1, kong=kong), **more)


def robbed(burns, robbed_seat, others=(None, None), **more):
    """Seat 0 robs seat 1 of 7p."""
    rules = {"robbed_kong_burns": burns, "passport_waivers": ["robbed_kong"]}
    rules |= more.pop("rules", {})
    return position(rules, [ROBBER, robbed_seat, *others], rob(0, "7p", 1), **more)


def won_on_1s(rules, winners, thrower=READY):
    """Seat 1 throws the first 1s, and the given seats win on it."""
    hands = [RUN_1S, thrower, SECOND_1S if 2 in winners else None, None]
    wins = [off(winner, "1s", 1) for winner in winners]
    return position(rules, hands, wins, first_chicken=[first("1s", 1, *winners)])


def paid(owner, text):
    """Every other seat pays the owner."""
    return each("0123".replace(str(owner), ""), f">{owner} {text}")


def shown(hand, tiles):
    """A seat with these tiles in its river."""
    return seat(hand, river=tiles)


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

FIRST_BY_1 = [first("1s", 1)]
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
@pytest.mark.parametrize(("document", "expected"), [*KONGS, *CHICKENS, *RESPONSIBILITY, *BAO])
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)
