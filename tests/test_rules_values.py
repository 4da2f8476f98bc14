"""What a win is worth: each step on small positions, worked out by hand."""

import pytest

from engines import ENGINES
from small_positions import draw, each, ledger, off, position, row
from winning_positions import (
    EARTHLY,
    FLUSH,
    FLUSH_KONG,
    HOT,
    PAIRS,
    PING,
    PLAIN_KONG,
    READY,
    TRIPLETS,
    all_pay,
    dealt,
    drawn,
    fans,
    hard,
    opened,
    robbed,
    soft,
    thrown,
    waive,
)

BLOOM = {"kong_bloom": True}
BOTH = {"declare": "hard_soft", "declare_hard": 20, "declare_soft": 6, "declared_mode": "set"}


def declared(worth, mode, **rules):
    return {"declare": "single", "declare_hard": worth, "declared_mode": mode, **rules}


def loss(worth, mode, **rules):
    """Rules under which a declared payer owes something; anybody may win on his tile."""
    rules = {"passport_waivers": ["declared_discarder"], **rules}
    return {"declare": "single", "declare_hard": worth, "declared_loss": mode, **rules}


def opening(mode, **rules):
    return {"opening_mode": mode, **rules}


def loser(rules):
    """Seat 1 is ting and has declared, seat 0 wins by self-draw."""
    return position(rules, [PING, hard(READY), None, None], draw(0, "4p"))


VALUES = [
    row("R-VAL-1", drawn(fans(flush=11), FLUSH, "6m"), all_pay("11 win 6m flush+11")),
    row("R-VAL-1", thrown(fans(ping=4), PLAIN_KONG, "2p"), ["1>0 4 win 2p ping+4"]),
    row(
        "R-VAL-2",
        drawn(declared(10, "set"), hard(PING), "4p"),
        all_pay("10 win 4p ping+1 declared+9"),
    ),
    row("R-VAL-2", drawn(declared(5, "set"), hard(PAIRS), "5s"), all_pay("7 win 5s seven_pairs+7")),
    row(
        "R-VAL-2",
        drawn(declared(10, "absorb"), hard(PING), "4p"),
        all_pay("10 win 4p ping+1 declared+9"),
    ),
    row(
        "R-VAL-2",
        drawn(declared(10, "absorb"), hard(PAIRS), "5s"),
        all_pay("17 win 5s seven_pairs+7 declared+10"),
    ),
    row(
        "R-VAL-2",
        drawn(declared(2, "absorb", **fans(ping=3)), hard(PING), "4p"),
        all_pay("2 win 4p ping+3 declared-1"),
    ),
    row("R-VAL-2", drawn(declared(0, "absorb"), hard(PING), "4p"), []),
    row(
        "R-VAL-2",
        drawn(declared(10, "add"), hard(PING), "4p"),
        all_pay("11 win 4p ping+1 declared+10"),
    ),
    row("R-VAL-2", drawn(BOTH, hard(PING), "4p"), all_pay("20 win 4p ping+1 declared+19")),
    row("R-VAL-2", drawn(BOTH, soft(PING), "4p"), all_pay("6 win 4p ping+1 declared+5")),
    row("R-VAL-3", drawn({"self_draw": "all"}, PING, "4p"), all_pay("2 win 4p ping+1 self_draw+1")),
    row(
        "R-VAL-3",
        drawn({"self_draw": "all"}, FLUSH, "5m"),
        all_pay("11 win 5m flush+10 self_draw+1"),
    ),
    row(
        "R-VAL-3",
        drawn({"self_draw": "plain"}, PING, "4p"),
        all_pay("2 win 4p ping+1 self_draw+1"),
    ),
    row("R-VAL-3", drawn({"self_draw": "plain"}, FLUSH, "5m"), all_pay("10 win 5m flush+10")),
    row("R-VAL-3", drawn({"self_draw": "none"}, PING, "4p"), all_pay("1 win 4p ping+1")),
    row(
        "R-VAL-3",
        drawn(declared(10, "set", self_draw="plain"), hard(PING), "4p"),
        all_pay("10 win 4p ping+1 declared+9"),
    ),
    row(
        "R-VAL-3",
        drawn(declared(1, "set", self_draw="plain"), hard(PING), "4p"),
        all_pay("2 win 4p ping+1 self_draw+1"),
    ),
    row(
        "R-VAL-3",
        drawn(declared(2, "absorb", self_draw="plain", **fans(ping=3)), hard(PING), "4p"),
        all_pay("3 win 4p ping+3 declared-1 self_draw+1"),
    ),
    row(
        "R-VAL-3",
        drawn(declared(10, "set", self_draw="all"), hard(PING), "4p"),
        all_pay("11 win 4p ping+1 declared+9 self_draw+1"),
    ),
    row("R-VAL-3", thrown({"self_draw": "all"}, PLAIN_KONG, "2p"), ["1>0 1 win 2p ping+1"]),
    row(
        "R-VAL-4",
        drawn({"kong_bloom": 1}, PLAIN_KONG, "2p", **BLOOM),
        all_pay("2 win 2p ping+1 kong_bloom+1"),
    ),
    row(
        "R-VAL-4",
        drawn({"kong_bloom": 4}, PLAIN_KONG, "2p", **BLOOM),
        all_pay("5 win 2p ping+1 kong_bloom+4"),
    ),
    row("R-VAL-4", drawn({"kong_bloom": 0}, PLAIN_KONG, "2p", **BLOOM), all_pay("1 win 2p ping+1")),
    row("R-VAL-4", drawn({"kong_bloom": 4}, PLAIN_KONG, "2p"), all_pay("1 win 2p ping+1")),
    row(
        "R-VAL-4",
        drawn({"self_draw": "all"}, FLUSH_KONG, "5m", **BLOOM),
        all_pay("12 win 5m flush+10 self_draw+1 kong_bloom+1"),
    ),
    row(
        "R-VAL-4",
        drawn({"self_draw": "plain"}, FLUSH_KONG, "5m", **BLOOM),
        all_pay("11 win 5m flush+10 kong_bloom+1"),
    ),
    row(
        "R-VAL-5",
        drawn({"self_draw": "all", "kong_bloom_keeps_base": True}, FLUSH_KONG, "5m", **BLOOM),
        all_pay("13 win 5m flush+10 self_draw+1 kong_bloom+1 keeps_base+1"),
    ),
    row(
        "R-VAL-5",
        drawn({"kong_bloom": 0, "kong_bloom_keeps_base": True}, FLUSH_KONG, "5m", **BLOOM),
        all_pay("11 win 5m flush+10 keeps_base+1"),
    ),
    row(
        "R-VAL-5",
        drawn({"kong_bloom_keeps_base": True}, PLAIN_KONG, "2p", **BLOOM),
        all_pay("2 win 2p ping+1 kong_bloom+1"),
    ),
    row(
        "R-VAL-5",
        drawn({"kong_bloom_keeps_base": True}, FLUSH_KONG, "5m"),
        all_pay("10 win 5m flush+10"),
    ),
    row(
        "R-VAL-6",
        dealt(opening("add", heavenly=20), heavenly=True),
        all_pay("21 win 4p ping+1 heavenly+20"),
    ),
    row(
        "R-VAL-6",
        dealt(opening("add", heavenly=0, earthly=30, first_draw_win=40), heavenly=True),
        all_pay("1 win 4p ping+1"),
    ),
    row(
        "R-VAL-6",
        dealt(opening("floor", heavenly=5, earthly=30, first_draw_win=40), heavenly=True),
        all_pay("5 win 4p ping+1 heavenly+4"),
    ),
    row("R-VAL-6", dealt(opening("add", heavenly=20)), all_pay("1 win 4p ping+1")),
    row(
        "R-VAL-7",
        drawn(opening("add", earthly=20), PING, "4p", first_draw=True),
        all_pay("21 win 4p ping+1 earthly+20"),
    ),
    row(
        "R-VAL-7",
        drawn(declared(10, "set", **opening("add", earthly=20)), hard(PING), "4p", first_draw=True),
        all_pay("30 win 4p ping+1 declared+9 earthly+20"),
    ),
    row(
        "R-VAL-7",
        drawn(opening("add", earthly=20, first_draw_win=7), PING, "4p", first_draw=True),
        all_pay("21 win 4p ping+1 earthly+20"),
    ),
    row(
        "R-VAL-7",
        drawn(
            opening("add", earthly=20, earthly_when="first_discard"), PING, "4p", first_draw=True
        ),
        all_pay("1 win 4p ping+1"),
    ),
    row("R-VAL-7", opened(EARTHLY, PAIRS, "5s"), ["1>0 20 win 5s seven_pairs+7 earthly+13"]),
    row(
        "R-VAL-7",
        opened({**EARTHLY, "earthly_when": "first_draw"}, PAIRS, "5s"),
        ["1>0 7 win 5s seven_pairs+7"],
    ),
    row("R-VAL-7", thrown(EARTHLY, PAIRS, "5s"), ["1>0 7 win 5s seven_pairs+7"]),
    row(
        "R-VAL-8",
        drawn(opening("floor", first_draw_win=10), PING, "4p", first_draw=True),
        all_pay("10 win 4p ping+1 first_draw_win+9"),
    ),
    row(
        "R-VAL-8",
        drawn({**EARTHLY, "first_draw_win": 10}, PING, "4p", first_draw=True),
        all_pay("10 win 4p ping+1 first_draw_win+9"),
    ),
    row(
        "R-VAL-8",
        drawn(declared(3, "set", first_draw_win=10), hard(PING), "4p", first_draw=True),
        all_pay("3 win 4p ping+1 declared+2"),
    ),
    row("R-VAL-8", drawn({"first_draw_win": 10}, PING, "4p"), all_pay("1 win 4p ping+1")),
    row("R-VAL-8", opened({"first_draw_win": 10}, PAIRS, "5s"), ["1>0 7 win 5s seven_pairs+7"]),
    row(
        "R-VAL-9",
        drawn(opening("floor", earthly=20, self_draw="all"), PING, "4p", first_draw=True),
        all_pay("20 win 4p ping+1 self_draw+1 earthly+18"),
    ),
    row(
        "R-VAL-9",
        drawn(opening("floor", earthly=5), PAIRS, "5s", first_draw=True),
        all_pay("7 win 5s seven_pairs+7"),
    ),
    row(
        "R-VAL-9",
        drawn(opening("add", first_draw_win=5), PAIRS, "5s", first_draw=True),
        all_pay("12 win 5s seven_pairs+7 first_draw_win+5"),
    ),
    row(
        "R-VAL-9",
        dealt(opening("floor", heavenly=20), heavenly=True),
        all_pay("20 win 4p ping+1 heavenly+19"),
    ),
    row("R-VAL-10", robbed(waive("robbed_kong", robbed_kong="hand")), ["1>0 1 win 7p ping+1"]),
    row(
        "R-VAL-10",
        robbed(waive("robbed_kong", robbed_kong="flush", **fans(flush=12))),
        ["1>0 12 win 7p ping+1 robbed_kong+11"],
    ),
    row(
        "R-VAL-10",
        robbed(waive("robbed_kong", robbed_kong="flush", **fans(flush=12, ping=13))),
        ["1>0 13 win 7p ping+13"],
    ),
    row(
        "R-VAL-10",
        robbed(waive("robbed_kong", robbed_kong="kong_fee")),
        ["1>0 10 win 7p ping+1 robbed_kong+9"],
    ),
    row(
        "R-VAL-10",
        robbed(waive("robbed_kong", robbed_kong="kong_fee", kong_added=4, players=[3]), players=3),
        ["1>0 9 win 7p ping+1 robbed_kong+8"],
    ),
    row("R-VAL-10", thrown({"robbed_kong": "flush"}, PLAIN_KONG, "2p"), ["1>0 1 win 2p ping+1"]),
    row(
        "R-VAL-11",
        thrown({"hot_shot": 3}, PLAIN_KONG, "2p", HOT, kong="9p"),
        ["1>0 4 win 2p ping+1 hot_shot+3"],
    ),
    row("R-VAL-11", thrown({"hot_shot": 3}, PLAIN_KONG, "2p", HOT), ["1>0 1 win 2p ping+1"]),
    row(
        "R-VAL-12",
        thrown(loss(10, "set"), PING, "4p", hard(READY)),
        ["1>0 10 win 4p ping+1 declared_loss+9"],
    ),
    row(
        "R-VAL-12",
        thrown(loss(10, "add"), PING, "4p", hard(READY)),
        ["1>0 11 win 4p ping+1 declared_loss+10"],
    ),
    row("R-VAL-12", thrown(loss(10, "none"), PING, "4p", hard(READY)), ["1>0 1 win 4p ping+1"]),
    row(
        "R-VAL-12",
        thrown(loss(3, "set"), TRIPLETS, "7p", hard(READY)),
        ["1>0 5 win 7p all_triplets+5"],
    ),
    row(
        "R-VAL-12",
        thrown(loss(20, "set", declare="hard_soft", declare_soft=4), PING, "4p", soft(READY)),
        ["1>0 4 win 4p ping+1 declared_loss+3"],
    ),
    row("R-VAL-12", thrown(loss(10, "add"), TRIPLETS, "7p"), ["1>0 5 win 7p all_triplets+5"]),
    row(
        "R-VAL-13",
        loser(loss(10, "add", declared_loss_on_self_draw=True)),
        ["1>0 11 win 4p ping+1 declared_loss+10", *each("23", ">0 1 win 4p ping+1")],
    ),
    row(
        "R-VAL-13",
        loser(loss(10, "set", declared_loss_on_self_draw=True)),
        ["1>0 10 win 4p ping+1 declared_loss+9", *each("23", ">0 1 win 4p ping+1")],
    ),
    row("R-VAL-13", loser(loss(10, "add")), all_pay("1 win 4p ping+1")),
    row("R-VAL-14", dealt({"dealer_bonus": 2}), all_pay("3 win 4p ping+1 dealer+2")),
    row(
        "R-VAL-14",
        dealt({"dealer_bonus": 2}, dealer=1),
        ["1>0 3 win 4p ping+1 dealer+2", *each("23", ">0 1 win 4p ping+1")],
    ),
    row(
        "R-VAL-14",
        dealt({"dealer_bonus": 2, "dealer_bonus_both": False}, dealer=1),
        all_pay("1 win 4p ping+1"),
    ),
    row(
        "R-VAL-14",
        dealt({"dealer_bonus": 2, "dealer_bonus_both": False}),
        all_pay("3 win 4p ping+1 dealer+2"),
    ),
    row(
        "R-VAL-14",
        thrown({"dealer_bonus": 2}, PLAIN_KONG, "2p"),
        ["1>0 1 win 2p ping+1"],
    ),
    row(
        "R-VAL-15",
        dealt({"dealer_bonus": 1}, streak=4),
        all_pay("6 win 4p ping+1 dealer+1 streak+4"),
    ),
    row(
        "R-VAL-15",
        dealt({}, dealer=2, streak=3),
        ["2>0 4 win 4p ping+1 streak+3", *each("13", ">0 1 win 4p ping+1")],
    ),
    row(
        "R-VAL-15",
        dealt({"dealer_bonus_both": False}, dealer=2, streak=3),
        all_pay("1 win 4p ping+1"),
    ),
    row(
        "R-VAL-15",
        dealt({"streak_counts": False, "dealer_bonus": 1}, streak=4),
        all_pay("2 win 4p ping+1 dealer+1"),
    ),
    row("R-VAL-16", drawn({"players": [2]}, PING, "4p", players=2), ["1>0 1 win 4p ping+1"]),
    row("R-VAL-16", drawn({}, PING, "4p"), all_pay("1 win 4p ping+1")),
    row(
        "R-VAL-16",
        position({}, [None, None, PAIRS, None], off(2, "5s", 3), dealer=0),
        ["3>2 7 win 5s seven_pairs+7"],
    ),
    row("R-VAL-16", robbed(waive("robbed_kong")), ["1>0 1 win 7p ping+1"]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("document", "expected"), VALUES)
def test_ledger(engine, document, expected):
    told = ENGINES[engine](document)
    assert ledger(told) == sorted(expected)
