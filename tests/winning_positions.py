"""Hands and ends for tables of wins: one hand of each pattern, and short ways to end a hand."""

from __future__ import annotations

from small_positions import draw, each, off, position, rob, seat

PING = "123456789m23p55s"  # waits 1p 4p, no kong
PAIRS = "1133557799m22p5s"  # 七对 on 5s
DRAGON = "11335577m2222p5s"  # 龙七对 on 5s, its four equal tiles already there
DRAGON_WAIT = "11335577m222p55s"  # 龙七对 on 2p, the fourth of them
TRIPLETS = seat("222m555p7p", "pong 4p<1, pong 8m<2")  # 大对子 on 7p, 平胡 on 6p
FLUSH = seat("2345566m", "pong 9m<1, pong 8m<2")  # 清一色 on 5m and 6m
FLUSH_TRIPLETS = seat("2224446m", "pong 9m<1, pong 7m<2")  # 清大对 on 6m, 清一色 on 5m
FLUSH_PAIRS = "1133557799228m"  # 清七对 on 8m, the same with 2222m 青龙背
FLUSH_DRAGON = "1133557722228m"
LONE = seat("5p", "pong 3m<1, pong 6p<2, concealed 9s late, pong 2m<1")  # 单钓 on 5p
FLUSH_LONE = seat("5m", "pong 3m<1, pong 6m<2, concealed 9m late, pong 2m<1")
TWO_WAYS = "112233m445566p7s"  # 七对 and four sets and a pair on 7s
THREE_RUNS = "111222333m55p99s"  # 大对子 and 平胡 on 9s
FLUSH_TWO_WAYS = "1122334455667m"  # 清七对 and 清一色 on 7m
LOOSE = "147m26p23689s"  # ten tiles, not ting
READY = "345777m99p56678s"  # thirteen tiles, waits 4s 7s
ROBBER = "123456789m56p55s"  # 平胡 on 4p and 7p, no kong
FLUSH_ROBBER = seat("2345568p", "pong 1p<2, pong 9p<3")  # 清一色 on 7p
ROBBED = seat(LOOSE, "pong 7p<2")
HOT = seat(LOOSE, "concealed 9p")
PLAIN_KONG = seat("456789m2p234s", "concealed 5p late")  # 平胡 on 2p, its kong earns nothing
FLUSH_KONG = seat("2345566m", "pong 9m<1, concealed 8m late")  # 清一色 on 5m


def hard(hand):
    return seat(hand, declared="hard")


def soft(hand):
    return seat(hand, declared="soft")


def drawn(rules, hand, tile, players=4, **marks):
    """Seat 0 wins by self-draw; the last seat deals and nobody else is ting."""
    seats = [hand] + [None] * (players - 1)
    return position(rules, seats, draw(0, tile, **marks), dealer=players - 1)


def thrown(rules, hand, tile, thrower=None, **marks):
    """Seat 0 wins on a discard of seat 1."""
    return position(rules, [hand, thrower, None, None], off(0, tile, 1, **marks))


def opened(rules, hand, tile):
    """Seat 0 wins on the first discard of the dealer, seat 1."""
    win = off(0, tile, 1, first_discard=True)
    return position(rules, [hand, None, None, None], win, dealer=1)


def robbed(rules, hand=ROBBER, players=4):
    """Seat 0 robs seat 1 of 7p."""
    seats = [hand, ROBBED] + [None] * (players - 2)
    return position(rules, seats, rob(0, "7p", 1), dealer=players - 1)


def dealt(rules, hand=PING, tile="4p", dealer=0, **marks):
    """Seat 0 wins by self-draw at a table with any dealer."""
    streak = marks.pop("streak", 0)
    return position(rules, [hand] + [None] * 3, draw(0, tile, **marks), dealer, streak=streak)


def all_pay(text):
    return each("123", f">0 {text}")


def fans(**changes):
    return {"fan": changes}


LONE_FANS = fans(single_wait=10, flush_single_wait=20)
QUAD = {"dragon_needs_quad_tile": True}

DECLARED = {"declare": "single", "declared_mode": "set", "declare_hard": 10}
EARTHLY = {"earthly": 20, "earthly_when": "first_discard", "opening_mode": "floor"}


def waive(*names, **rules):
    return {"passport_waivers": list(names), **rules}
