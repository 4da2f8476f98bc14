"""Hands and ends for tables of kongs and chickens."""

from __future__ import annotations

from small_positions import draw, each, first, off, position, rob, seat

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


FIRST_BY_1 = [first("1s", 1)]
