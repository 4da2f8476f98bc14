"""The empty wall, passes, dead hands, the next dealer and sums: small positions, by hand."""

import pytest

import zhuoji_fast as zj
from chicken_positions import (
    KONG_HAND,
    LOOSE,
    LOOSE_13,
    PASSER,
    PING,
    READY,
    READY_1S,
    READY_7,
    READY_10,
    RUN_1S,
    SHOT,
    WON,
    beside,
    shown,
)
from engines import ENGINES, NEXT_DEALERS, REFUSALS
from slow_settlement import slow_wall_break
from small_positions import draw, each, first, ledger, off, position, rob, row, seat
from winning_positions import PAIRS, ROBBED, ROBBER

TRIPLETS = seat("222m555p7p", "pong 4p<1, pong 8m<2")  # 大对子 on 7p, 平胡 on 6p
LOOSE_137 = "1147m137p236899s"  # thirteen tiles, not ting, no 6p


def empty(rules, *seats, **more):
    """Nobody has won; the seats that are not given are idle."""
    rules = rules if isinstance(rules, str) else {"exhausted": "hand", **rules}
    seats = [*seats, None, None, None, None][: more.pop("players", 4)]
    return position(rules, seats, "exhausted", **more)


CHICKEN_WALL = {"exhausted": "chickens"}
TWO = {"players": [2]}
BONUSES = {
    "declare": "single",
    "declare_hard": 10,
    "self_draw": "all",
    "dealer_bonus": 2,
    "passport_kinds": [],
}

EXHAUSTED = [
    row("R-EXH-1", empty(TWO, PING, READY, players=2, dealer=0), []),
    row("R-EXH-1", empty({}), []),
    row(
        "R-EXH-1",
        empty({**TWO, **CHICKEN_WALL}, READY_1S, PAIRS, players=2, dealer=0),
        [],
    ),
    row(
        "R-EXH-1",
        empty(CHICKEN_WALL, shown(LOOSE_13, "1s"), first_chicken=[first("1s", 0)]),
        [],
    ),
    row("R-EXH-2", empty({}, TRIPLETS), each("123", ">0 5 exhausted - highest_wait")),
    row(
        "R-EXH-2",
        empty({}, PING, PAIRS.replace("5s", "6s")),
        [*each("23", ">0 1 exhausted - highest_wait", ">1 7 exhausted - highest_wait")],
    ),
    row(
        "R-EXH-2",
        empty(BONUSES, seat(PING, declared="hard"), dealer=0, streak=4),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
    row(
        "R-EXH-3",
        empty(
            CHICKEN_WALL,
            shown(READY_1S, "1s"),
            shown(LOOSE_13, "1s"),
            first_chicken=[first("1s", 0)],
        ),
        each("123", ">0 2 chicken 1s yaoji", ">0 2 charge 1s charge_yaoji"),
    ),
    row(
        "R-EXH-3",
        empty(
            {**CHICKEN_WALL, "bao": "discards"},
            READY_1S,
            shown(LOOSE_13, "1s"),
            PING,
            first_chicken=[first("1s", 1)],
        ),
        [
            *each("13", ">0 2 chicken 1s yaoji"),
            "1>0 2 bao 1s discards",
            "1>2 2 bao 1s discards",
        ],
    ),
    row(
        "R-EXH-3",
        empty(
            {**CHICKEN_WALL, "responsibility_unready": "pair"},
            seat(LOOSE, "pong 1s<1"),
            READY,
            first_chicken=[first("1s", 1, 0)],
        ),
        ["0>1 3 responsibility 1s responsibility_yaoji"],
    ),
    row(
        "R-EXH-3",
        empty(
            CHICKEN_WALL,
            seat(READY_10, "pong 1s<1"),
            None,
            PING,
            first_chicken=[first("1s", 1, 0)],
        ),
        [
            *each("13", ">0 3 chicken 1s yaoji"),
            "1>0 1 responsibility 1s responsibility_yaoji",
        ],
    ),
    row(
        "R-EXH-4",
        empty({}, seat(READY_7, "concealed 1p, exposed 9s<1")),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
    row(
        "R-EXH-4",
        empty(CHICKEN_WALL, seat(READY_7, "concealed 1p, added 9s<1")),
        [],
    ),
    row(
        "R-EXH-4",
        empty({}, PING, seat(READY, dead=True)),
        each("123", ">0 1 exhausted - highest_wait"),
    ),
    row("R-EXH-5", empty({"exhausted": "none"}, TRIPLETS), []),
]

FINE = {"pass_fine": "own_fan"}


def passed(rules, passer, tile, loose=LOOSE_13, **more):
    """Seat 2 passed a tile that lies before seat 3; then seat 0 wins on a discard of seat 1."""
    seats = [KONG_HAND, None, passer, shown(loose, tile)]
    more = {"passed": [{"seat": 2, "tile": tile}], **more}
    return position(rules, seats, off(0, "2p", 1), **more)


def fined(text):
    return SHOT + each("2", *(f">{payee} {text}" for payee in (0, 1, 3)))


PASSER_TRIPLETS = seat("222m666p7p", "pong 1p<1, pong 8s<0")  # 大对子 on 7p, 平胡 on 5p and 8p
PASSER_DRAGON = "1133m66668899p4s"  # 龙七对 on 4s, its four equal tiles already there

PASSED = [
    row("R-PASS-1", passed(FINE, PASSER, "7p"), fined("1 pass_fine 7p ping")),
    row("R-PASS-1", passed({}, PASSER, "7p"), SHOT),
    row("R-PASS-1", passed(FINE, PASSER, "7p", passed=[]), SHOT),
    row("R-PASS-2", passed(FINE, PASSER_TRIPLETS, "7p"), fined("5 pass_fine 7p all_triplets")),
    row("R-PASS-2", passed(FINE, PASSER_TRIPLETS, "8p"), fined("1 pass_fine 8p ping")),
    row(
        "R-PASS-2",
        passed({**FINE, "dragon_needs_quad_tile": True}, PASSER_DRAGON, "4s", LOOSE_137),
        fined("7 pass_fine 4s seven_pairs"),
    ),
    row(
        "R-PASS-2",
        passed(FINE, PASSER_DRAGON, "4s", LOOSE_137),
        fined("10 pass_fine 4s dragon_pairs"),
    ),
]

PAY = {"dead_hand": "pay"}
PAYS_ALL = {**PAY, "dead_hand_pays_all": True}
DEAD = seat("147m26p", dead=True)


def found(rules, *others, dead=DEAD, **more):
    """Seat 0 is found dead; the seats that are not given are idle."""
    return position(rules, [dead, *[*others, None, None, None][:3]], 0, **more)


TO_1 = ["0>1 1 dead_hand - highest_wait"]

DEAD_HANDS = [
    row(
        "R-DEAD-1",
        beside(
            {"bao": "discards", "dead_hand": "play_on"},
            seat(READY, river="1s", dead=True),
            chickens=[first("1s", 1)],
        ),
        [*WON, "1>0 2 bao 1s discards"],
    ),
    row("R-DEAD-1", beside({}, seat(READY_10, "concealed 1p", dead=True)), WON),
    row("R-DEAD-2", found(PAY), [f"0>{i} 2 dead_hand - nobody_ting" for i in (1, 2, 3)]),
    row(
        "R-DEAD-2",
        found({**PAY, "dead_hand_pay": 5}, seat(READY, dead=True)),
        [f"0>{i} 5 dead_hand - nobody_ting" for i in (1, 2, 3)],
    ),
    row("R-DEAD-2", found({**PAY, "dead_hand_pay": 0}), []),
    row("R-DEAD-3", found(PAY, READY, seat("123456789m1123p", dead=True)), TO_1),
    row(
        "R-DEAD-3",
        found(PAY, READY, seat("222m555p7p", "pong 4p<1, concealed 1p")),
        [*TO_1, "0>2 5 dead_hand - highest_wait"],
    ),
    row("R-DEAD-3", found(PAY, seat(READY_10, "concealed 1s")), TO_1),
    row(
        "R-DEAD-4",
        found(PAYS_ALL, seat(READY_7, "exposed 1p<2, concealed 1s")),
        [
            *TO_1,
            "0>1 1 kong 1p exposed_kong",
            "0>1 2 kong 1s concealed_kong",
            "0>1 4 chicken 1s yaoji",
        ],
    ),
    row(
        "R-DEAD-4",
        found(PAYS_ALL, seat(READY_7, "added 1p<0, concealed 9s late")),
        [*TO_1, "0>1 3 kong 1p added_kong"],
    ),
    row(
        "R-DEAD-4",
        found(PAYS_ALL, shown(READY_1S, "1s"), first_chicken=[first("1s", 1)]),
        [*TO_1, "0>1 2 charge 1s charge_yaoji", "0>1 2 chicken 1s yaoji"],
    ),
    row(
        "R-DEAD-4",
        found(PAYS_ALL, seat(READY_10, "pong 1s<0"), first_chicken=[first("1s", 0, 1)]),
        [
            *TO_1,
            "0>1 3 chicken 1s yaoji",
            "0>1 1 responsibility 1s responsibility_yaoji",
        ],
    ),
    row(
        "R-DEAD-4",
        found(PAYS_ALL, seat(READY_10, "pong 1s<2"), first_chicken=[first("1s", 2, 1)]),
        [*TO_1, "0>1 3 chicken 1s yaoji"],
    ),
    row(
        "R-DEAD-4",
        found(
            {**PAYS_ALL, "responsibility_unready": "pair", "bao": "discards_melds"},
            READY,
            dead=seat("147m", "pong 1s<1", dead=True),
            first_chicken=[first("1s", 1, 0)],
        ),
        [*TO_1, "0>1 3 responsibility 1s responsibility_yaoji"],
    ),
    row(
        "R-DEAD-4",
        found(
            {**PAYS_ALL, "bao": "discards"},
            READY,
            dead=seat("147m", river="1s", dead=True),
            first_chicken=[first("1s", 0)],
        ),
        TO_1,
    ),
    row("R-DEAD-4", found(PAYS_ALL), [f"0>{i} 2 dead_hand - nobody_ting" for i in (1, 2, 3)]),
]

SUMS = [
    row(
        "R-SUM-2",
        beside({"bao": "discards"}, shown(LOOSE_13, "1s"), chickens=[first("1s", 1)], base=7),
        [*each("123", ">0 7 win 4p ping+1"), "1>0 14 bao 1s discards"],
    ),
    row(
        "R-SUM-2",
        beside(
            {"dealer_bonus": 2},
            seat(READY_10, "added 1s<0"),
            chickens=[first("1s", 0, 1)],
            flip="9s",
            base=1000,
        ),
        [
            *each("12", ">0 1000 win 4p ping+1"),
            "3>0 3000 win 4p ping+1 dealer+2",
            *each("023", ">1 3000 kong 1s added_kong", ">1 8000 chicken 1s gold"),
            "0>1 1000 responsibility 1s responsibility_yaoji",
        ],
    ),
    row(
        "R-SUM-3",
        beside({"kong_concealed": 0, "flip": 0}, seat(READY_10, "concealed 1p"), flip="4s"),
        WON,
    ),
    row(
        "R-SUM-3",
        beside(
            {"bao": "discards_melds"},
            seat(LOOSE, "pong 1s<0", river="1s"),
            chickens=[first("1s", 0, 1)],
        ),
        [*WON, "1>0 4 bao 1s discards_melds"],
    ),
    row(
        "R-SUM-3",
        beside(
            {},
            seat(READY_10, "exposed 1p<0"),
            hand=seat("456789m23p55s", "exposed 7s<1"),
        ),
        [*WON, "0>1 1 kong 1p exposed_kong", "1>0 1 kong 7s exposed_kong"],
    ),
]

SECOND = seat("46s11345789p", "concealed 4m late")  # 平胡 on 5s
THIRD = seat("222888m3499s", "concealed 6p late")  # 平胡 on 5s
ROBBER_3 = "5699p345444777s"  # 平胡 on 7p


def several(rules, winners, dealer, **more):
    """Seat 1 throws 5s, and the given seats win on it."""
    hands = {0: PAIRS, 2: SECOND, 3: THIRD}
    seats = [hands[i] if i in winners else None for i in range(4)]
    return position(rules, seats, [off(i, "5s", 1) for i in winners], dealer, **more)


def both_rob(rules, dealer):
    seats = [ROBBER, ROBBED, None, ROBBER_3]
    rules = {"passport_waivers": ["robbed_kong"], **rules}
    return position(rules, seats, [rob(0, "7p", 1), rob(3, "7p", 1)], dealer, streak=2)


def double(word):
    return {"double_win_dealer": word}


STAY_IF_TING = {"exhausted_dealer": "ting"}
NO_COUNT = {"streak_counts_exhausted": False}

NEXT = [
    row("R-DEAL-2", position({}, [PING, None, None, None], draw(0, "4p"), 2, streak=3), (0, 0)),
    row("R-DEAL-2", position({}, [PING, None, None, None], draw(0, "4p"), 0, streak=3), (0, 4)),
    row("R-DEAL-2", several({}, [2], 1), (2, 0)),
    row("R-DEAL-3", several(double("from_dealer"), [0, 2], 1), (2, 0)),
    row("R-DEAL-3", several(double("from_dealer"), [0, 2], 0, streak=1), (0, 2)),
    row("R-DEAL-3", several(double("from_dealer"), [0, 2], 3), (0, 0)),
    row("R-DEAL-3", several(double("from_discarder"), [0, 2], 0, streak=5), (2, 0)),
    row("R-DEAL-3", several(double("from_discarder"), [0, 3], 0, streak=5), (3, 0)),
    row("R-DEAL-3", several(double("discarder"), [0, 2], 0), (1, 0)),
    row("R-DEAL-3", several(double("discarder"), [0, 2], 1, streak=1), (1, 2)),
    row("R-DEAL-3", both_rob(double("from_dealer"), 2), (3, 0)),
    row("R-DEAL-3", both_rob(double("from_discarder"), 0), (3, 0)),
    row("R-DEAL-3", both_rob(double("discarder"), 0), (1, 0)),
    row("R-DEAL-4", several({}, [0, 2, 3], 0), (1, 0)),
    row("R-DEAL-4", several(double("from_discarder"), [0, 2, 3], 1, streak=3), (1, 4)),
    row("R-DEAL-5", empty({}, None, PING, dealer=0, streak=2), (0, 3)),
    row("R-DEAL-5", empty(STAY_IF_TING, None, None, PING, READY, dealer=0), (2, 0)),
    row("R-DEAL-5", empty(STAY_IF_TING, PING, READY, dealer=1, streak=1), (1, 2)),
    row("R-DEAL-5", empty(STAY_IF_TING, PING, None, None, None, dealer=1), (0, 0)),
    row("R-DEAL-5", empty(STAY_IF_TING, dealer=1, streak=6), (1, 7)),
    row("R-DEAL-5", empty(STAY_IF_TING, PING, seat(READY, dead=True), dealer=1), (0, 0)),
    row("R-DEAL-5", found({**PAY, **STAY_IF_TING}, None, READY, dealer=0), (2, 0)),
    row("R-DEAL-5", found(PAY, None, READY, dealer=0, streak=1), (0, 2)),
    row("R-DEAL-6", empty(NO_COUNT, PING, dealer=2, streak=3), (2, 3)),
    row("R-DEAL-6", found({**PAY, **NO_COUNT}, dealer=0, streak=1), (0, 1)),
    row("R-DEAL-6", empty({**NO_COUNT, **STAY_IF_TING}, PING, dealer=2, streak=3), (0, 0)),
    row("R-DEAL-6", several(NO_COUNT, [0], 0, streak=3), (0, 4)),
    row("R-DEAL-6", several({"streak_counts": False}, [0], 0, streak=3), (0, 4)),
]

DECLARING = [
    row("R-DECL-1", beside({}, hand=seat(PING, declared="hard")), "seats[0].declared"),
    row(
        "R-DECL-1",
        beside({"declare": "single"}, seat(READY, declared="soft")),
        "seats[1].declared",
    ),
    row(
        "R-DECL-1",
        beside({"declare": "hard_soft"}, None, None, seat(READY, declared="soft")),
        "seats[3].declared",
    ),
    row(
        "R-DECL-1",
        beside({"declare": "single"}, seat(READY_10, "concealed 1p", declared="hard")),
        "seats[1].declared",
    ),
    row(
        "R-DECL-1",
        beside({"declare": "single"}, seat(LOOSE_13, declared="hard")),
        "seats[1].declared",
    ),
    row(
        "R-DECL-1",
        beside({"declare": "single"}, seat(READY, declared="hard", dead=True)),
        "seats[1].declared",
    ),
]
DECLARED = [
    row(
        "R-DECL-1",
        beside(
            {"declare": "hard_soft", "declared_mode": "add", "declare_soft": 4, "declare_hard": 9},
            None,
            None,
            seat(READY, declared="hard"),
            hand=seat(PING, declared="soft"),
        ),
        each("123", ">0 5 win 4p ping+1 declared+4"),
    ),
    row(
        "R-DECL-1",
        beside(
            {"declare": "hard_soft", "declared_mode": "add", "declare_soft": 4, "declare_hard": 9},
            hand=seat(PING, declared="hard"),
        ),
        each("123", ">0 10 win 4p ping+1 declared+9"),
    ),
]

TILES = [
    row("R-TILE-1", beside({}, shown(LOOSE_13, "1111m")), "seats"),
    row("R-TILE-1", beside({}, seat(READY_10, "concealed 5s")), "seats"),
    row("R-TILE-2", beside({}, "345888m99p5667s"), "seats[1].hand"),
    row("R-TILE-2", beside({}, "345888m99p556678s"), "seats[1].hand"),
    row("R-TILE-2", beside({}, seat("345888m99p566s", "pong 1p<2")), "seats[1].hand"),
    row(
        "R-TILE-3",
        beside({}, seat(READY_10) | {"melds": [{"kind": "chi", "tile": "1p", "from": 0}]}),
        "seats[1].melds[0].kind",
    ),
    row(
        "R-CHK-3",
        beside({"wugu": 0}, shown(LOOSE_13, "8p"), chickens=[first("8p", 1)]),
        "first_chicken[0].tile",
    ),
    row(
        "R-CHK-10",
        position(
            {},
            [RUN_1S, seat(READY_10, "pong 1s<2"), None, None],
            rob(0, "1s", 1),
            first_chicken=[first("1s", 1, 0)],
        ),
        "first_chicken[0].claimed_by",
    ),
    row("R-DEAD-1", found({"dead_hand": "play_on"}), "end.kind"),
    row("R-TILE-4", empty("guiyang_classic", PING, players=3, dealer=1), "seats"),
    row("R-TILE-4", empty({"players": [2, 3]}, PING, players=4), "seats"),
]
SEATED = [
    row(
        "R-TILE-4",
        empty({"players": [2, 4]}, PING, players=2, dealer=1),
        ["1>0 1 exhausted - highest_wait"],
    ),
    row(
        "R-TILE-4",
        empty("guizhou", PING, players=3, dealer=1),
        each("12", ">0 1 exhausted - highest_wait"),
    ),
    row("R-TILE-2", beside({}, seat("147m25p", dead=True)), WON),
    row("R-TILE-2", beside({}, seat("", dead=True)), WON),
    row("R-TILE-2", beside({}, seat("147m25p147s2589s11p3m", dead=True)), WON),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("document", "expected"), [*EXHAUSTED, *PASSED, *DEAD_HANDS, *SUMS, *DECLARED, *SEATED]
)
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)


@pytest.mark.parametrize("engine", REFUSALS)
@pytest.mark.parametrize(("document", "place"), [*DECLARING, *TILES])
def test_refused(engine, document, place):
    refusal = REFUSALS[engine](document)
    assert refusal is not None
    assert refusal.split(": ")[0] == place


@pytest.mark.parametrize("engine", NEXT_DEALERS)
@pytest.mark.parametrize(("document", "expected"), NEXT)
def test_next_dealer(engine, document, expected):
    assert NEXT_DEALERS[engine](document) == expected


BREAKS = [
    # dice, dealer -> side, seat, skip, stack: clockwise from the dealer's right end his own 14
    # stacks, then the previous seat's 13, the opposite 14, the next seat's 13
    ((3, 4), 0, (2, 2, 3, 30)),
    ((1, 1), 0, (1, 1, 1, 42)),
    ((1, 2), 0, (2, 2, 1, 28)),
    ((1, 3), 0, (3, 3, 1, 15)),
    ((2, 3), 0, (0, 0, 2, 2)),
    ((6, 3), 1, (0, 1, 3, 3)),
    ((6, 6), 1, (3, 0, 6, 20)),
    ((5, 6), 3, (2, 1, 5, 32)),
    ((4, 6), 2, (1, 3, 4, 45)),
]


@pytest.mark.rule("R-BREAK-1", "R-BREAK-2", "R-BREAK-3")
@pytest.mark.parametrize("break_", [slow_wall_break, zj.wall_break])
@pytest.mark.parametrize(("dice", "dealer", "expected"), BREAKS)
def test_wall_break(break_, dice, dealer, expected):
    assert tuple(break_(dice, dealer)) == expected


@pytest.mark.rule("R-BREAK-1", "R-BREAK-2", "R-BREAK-3")
def test_every_break_lies_on_its_side():
    for one in range(1, 7):
        for two in range(1, 7):
            for dealer in range(4):
                told = zj.wall_break((one, two), dealer)
                assert tuple(told) == slow_wall_break((one, two), dealer)
                assert told == zj.wall_break((two, one), dealer)
                assert 0 <= told.stack < 54
