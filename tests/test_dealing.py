"""Who deals next, and where the wall is broken."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from position_strategies import random_position
from slow_settlement import slow_next_dealer, slow_wall_break
from zhuoji_fast.dealing import NextDealer, WallBreak, next_dealer, wall_break
from zhuoji_fast.errors import PositionError, WrongTypeError, ZhuojiError
from zhuoji_fast.position import Position

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "settlement.json").read_text(encoding="utf-8"))
# Seats 1 and 3 wait for 4p with a late kong each, seat 2 throws it, seat 0 is not ting.
HANDS = ("235669m27p33448s", "789m23p55s123s", "33678m55667p568s", "456m23p99s789s")
KONGS = ({"kind": "concealed_kong", "late": True},)


def two_winners(dealer, rules, by="discard"):
    seats = [{"hand": hand} for hand in HANDS]
    for seat, tile in ((1, "1m"), (3, "8p")):
        seats[seat]["melds"] = [KONGS[0] | {"tile": tile}]
    if by == "robbed_kong":
        seats[2]["hand"] = "33678m55667s"
        seats[2]["melds"] = [{"kind": "pong", "tile": "4p", "from": 0}]
    wins = [{"seat": seat, "tile": "4p", "by": by, "from": 2} for seat in (1, 3)]
    return {
        "rules": rules,
        "dealer": dealer,
        "streak": 4,
        "seats": seats,
        "end": {"kind": "win", "wins": wins},
    }


@pytest.mark.parametrize("case", [case for case in CASES if "next" in case["expect"]])
def test_cases(case):
    expected = case["expect"]["next"]
    assert next_dealer(case["position"]) == (expected["dealer"], expected["streak"])


@pytest.mark.rule("R-DEAL-3")
@pytest.mark.parametrize("by", ["discard", "robbed_kong"])
@pytest.mark.parametrize(
    ("dealer", "option", "expected"),
    [
        (0, "from_dealer", (1, 0)),
        (1, "from_dealer", (1, 5)),
        (2, "from_dealer", (3, 0)),
        (3, "from_dealer", (3, 5)),
        (0, "from_discarder", (3, 0)),
        (3, "from_discarder", (3, 5)),
        (0, "discarder", (2, 0)),
        (2, "discarder", (2, 5)),
    ],
)
def test_two_winners(dealer, option, expected, by):
    rules = {"preset": "platform", "double_win_dealer": option}
    assert next_dealer(two_winners(dealer, rules, by)) == NextDealer(*expected)


@pytest.mark.rule("R-DEAL-5", "R-DEAL-6")
@pytest.mark.parametrize(
    ("dealer", "option", "counts", "ting", "expected"),
    [
        (0, "stay", True, (1, 3), (0, 5)),
        (0, "stay", False, (1, 3), (0, 4)),
        (0, "ting", True, (1, 3), (1, 0)),
        (0, "ting", False, (1, 3), (1, 0)),
        (2, "ting", True, (1, 3), (3, 0)),
        (3, "ting", True, (1, 3), (3, 5)),
        (3, "ting", False, (1, 3), (3, 4)),
        (2, "ting", True, (), (2, 5)),
    ],
)
def test_nobody_won(dealer, option, counts, ting, expected):
    rules = {
        "preset": "platform",
        "exhausted_dealer": option,
        "streak_counts_exhausted": counts,
    }
    document = two_winners(dealer, rules) | {"end": {"kind": "exhausted"}}
    for seat in {1, 3} - set(ting):
        document["seats"][seat]["dead"] = True
    assert next_dealer(document) == expected


def test_the_same_as_the_slow_one():
    rng = Random(6)
    for _ in range(400):
        document = random_position(rng)
        assert tuple(next_dealer(Position.from_dict(document))) == slow_next_dealer(document)


def test_bad_positions():
    with pytest.raises(PositionError, match=r"^dealer: 9"):
        next_dealer(two_winners(9, "platform"))


@pytest.mark.rule("R-BREAK-1", "R-BREAK-2", "R-BREAK-3")
def test_the_example_of_the_text():
    # R2: the dealer sits South, 3 and 4 are thrown: the North wall, three stacks skipped.
    assert wall_break((3, 4), 0) == WallBreak(side=2, seat=2, skip=3, stack=30)
    assert wall_break([3, 4], dealer=3).seat == 1


@pytest.mark.rule("R-BREAK-1", "R-BREAK-2", "R-BREAK-3")
def test_the_wall_stack_by_stack():
    # Lay the wall out: each side's stacks from its right end, sides clockwise from the dealer's.
    clockwise = [
        (side, stack)
        for side, size in ((0, 14), (3, 13), (2, 14), (1, 13))
        for stack in range(size)
    ]
    for dealer in range(4):
        for first in range(1, 7):
            for second in range(1, 7):
                found = wall_break((first, second), dealer)
                assert clockwise[found.stack] == (found.side, found.skip)
                side = 0
                for _ in range(first + second - 1):
                    side = 0 if side == 3 else side + 1
                assert found[:3] == (side, (dealer + side) % 4, min(first, second))
                assert tuple(found) == tuple(slow_wall_break((first, second), dealer))


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3), (0, 3), (3, 7), (-1, 2), (10**30, 1)])
def test_bad_dice(dice):
    with pytest.raises(ZhuojiError, match=r"^dice"):
        wall_break(dice, 0)


@pytest.mark.parametrize("dice", ["34", b"34", None, 7, {3, 4}, (3.0, 4), (True, 2), ("3", 4)])
def test_dice_of_wrong_types(dice):
    with pytest.raises(WrongTypeError, match=r"^dice"):
        wall_break(dice, 0)


@pytest.mark.parametrize("dealer", [-1, 4, True, None, 1.0, np.float64(1)])
def test_bad_dealers(dealer):
    with pytest.raises(ZhuojiError, match=r"^dealer"):
        wall_break((1, 2), dealer)
