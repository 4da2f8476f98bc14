"""The worked numbers of the texts that the rules come from, under the preset made from each.

The texts are named as in docs/rules.md: R0a, R0b, R0c, R1 (都匀) and R2.
"""

import pytest

from chicken_positions import LOOSE, PASSER, PING, READY, READY_10, beside
from engines import ENGINES
from small_positions import draw, first, off, position, rob, seat
from winning_positions import (
    DRAGON_WAIT,
    FLUSH,
    FLUSH_DRAGON,
    FLUSH_KONG,
    FLUSH_LONE,
    FLUSH_PAIRS,
    FLUSH_TRIPLETS,
    HOT,
    LONE,
    PAIRS,
    PLAIN_KONG,
    ROBBED,
    ROBBER,
    TRIPLETS,
    hard,
    soft,
)

CHICKENS = ("chicken", "charge", "responsibility", "bao")
KONG_10 = "345888m99p56s"


def owed(answer, payer, payee, *items):
    """What one seat owes another for these items."""
    return sum(
        amount
        for who, to, item, _, amount, _ in answer["lines"]
        if (who, to) == (payer, payee) and item in items
    )


def alone(preset, hand, end, *others, **more):
    """A position in which seat 0 holds the hand; seat 3 deals, seats not given are idle."""
    return position(preset, [hand, *[*others, None, None, None][:3]], end, **more)


@pytest.fixture(params=ENGINES)
def told(request):
    """Each engine in turn."""
    return ENGINES[request.param]


# ------------------------------------------------------------ fan tables

TABLES = {
    # 平胡 大对子 七对 龙七对 清一色 清大对 清七对 青龙背
    "guiyang_classic": (1, 5, 7, 10, 10, 15, 17, 20),
    "guiyang_traditional": (1, 5, 8, 10, 10, 15, 18, 20),
}
SHAPES = (
    (PLAIN_KONG, "2p"),
    (TRIPLETS, "7p"),
    (PAIRS, "5s"),
    (DRAGON_WAIT, "2p"),
    (FLUSH, "5m"),
    (FLUSH_TRIPLETS, "6m"),
    (FLUSH_PAIRS, "8m"),
    (FLUSH_DRAGON, "8m"),
)


@pytest.mark.rule("R-PAT-2", "R-PAT-3", "R-PAT-4", "R-PAT-5", "R-VAL-1", "R-VAL-16")
@pytest.mark.rule("R-PAT-6", "R-PAT-7", "R-PAT-8", "R-PAT-9")
@pytest.mark.parametrize("preset", TABLES)
@pytest.mark.parametrize("row", range(8))
def test_fan_tables_of_r0b_and_r2(told, preset, row):
    fan, (hand, tile) = TABLES[preset][row], SHAPES[row]
    assert told(alone(preset, hand, off(0, tile, 1)))["totals"] == [fan, -fan, 0, 0]


@pytest.mark.rule("R-PAT-10", "R-PAT-11")
def test_the_order_in_which_r0a_lists_its_fans(told):
    """清龙背, 清七对, 龙七对, 清单钓, 清大对, 单钓, 清一色, 七对, 大对子, 平胡: never rising."""
    listed = [*(SHAPES[i] for i in (7, 6, 3)), (FLUSH_LONE, "5m"), SHAPES[5], (LONE, "5p")]
    listed += [SHAPES[i] for i in (4, 2, 1, 0)]
    worth = [told(alone("guiyang", hand, off(0, tile, 1)))["totals"][0] for hand, tile in listed]
    assert worth == [30, 20, 20, 20, 15, 10, 10, 10, 5, 1]


# ------------------------------------------------------------ R0a

HELD_3M = "123345m56723p55s"  # two 3m
HELD_1S = "456789m56723p11s"  # two 1s, waits 1p 4p
HELD_8P = "456789m2388p567s"  # two 8p, waits 1p 4p


@pytest.mark.rule("R-CHK-2", "R-CHK-3", "R-CHK-4", "R-CHK-5")
@pytest.mark.parametrize(
    ("hand", "flip", "each"),
    [
        (HELD_3M, "2m", 2),  # 翻出二万，则三万为捉鸡牌
        (HELD_1S, None, 2),  # 幺鸡每只+1倍
        (HELD_8P, None, 4),  # 乌骨鸡每只+2倍
        (HELD_1S, "9s", 4),  # 金幺鸡每只+2倍
        (HELD_8P, "7p", 8),  # 金乌骨鸡每只+4倍
    ],
)
def test_chickens_of_r0a(told, hand, flip, each):
    answer = told(beside("guiyang", hand=hand, flip=flip))
    assert [owed(answer, payer, 0, *CHICKENS) for payer in (1, 2, 3)] == [each] * 3


@pytest.mark.rule("R-CHK-8", "R-RESP-2")
@pytest.mark.parametrize(("tile", "charge", "extra"), [("1s", 3, 2), ("8p", 6, 4)])
def test_charge_and_responsibility_of_r0a(told, tile, charge, extra):
    thrown = told(beside("guiyang", hand=seat(PING, river=tile), chickens=[first(tile, 0)]))
    assert owed(thrown, 1, 0, "charge") == charge
    claimed = [first(tile, 0, 1)]
    for call in ("pong", "exposed"):
        answer = told(beside("guiyang", seat(READY_10, f"{call} {tile}<0"), chickens=claimed))
        assert owed(answer, 0, 1, *CHICKENS) - owed(answer, 2, 1, *CHICKENS) == extra


@pytest.mark.rule("R-BAO-1", "R-BAO-2", "R-BAO-3")
def test_bao_of_r0a(told):
    """打出、碰、杠 of a player not ting, to every ting player."""
    shown = seat(LOOSE, "pong 1s<0", river="8p")
    chickens = [first("1s", 0, 2), first("8p", 2)]
    answer = told(beside("guiyang", READY, shown, chickens=chickens))
    assert [owed(answer, 2, payee, "bao") for payee in (0, 1, 3)] == [9, 9, 0]
    kong = told(beside("guiyang", READY, seat(LOOSE, "concealed 8p")))
    assert [owed(kong, 2, payee, "bao") for payee in (0, 1, 3)] == [8, 8, 0]


@pytest.mark.rule("R-KONG-2", "R-KONG-3", "R-KONG-4", "R-KONG-5")
@pytest.mark.parametrize("preset", ["guiyang", "guizhou", "guiyang_traditional"])
@pytest.mark.parametrize(
    ("meld", "due"),
    [
        ("exposed 1p<2", (0, 1, 0)),  # 点豆 1, 放杠者
        ("concealed 1p", (2, 2, 2)),  # 闷豆 2
        ("added 1p<2", (3, 3, 3)),  # 转弯豆 3
        ("concealed 1p late", (0, 0, 0)),  # 憨包豆 不赢分
        ("added 1p<2 late", (0, 0, 0)),
    ],
)
def test_kongs_of_r0a_r0c_and_r2(told, preset, meld, due):
    answer = told(beside(preset, seat(KONG_10, meld)))
    assert tuple(owed(answer, payer, 1, "kong") for payer in (0, 2, 3)) == due


@pytest.mark.rule("R-KONG-2", "R-KONG-3", "R-KONG-4")
@pytest.mark.parametrize(
    ("meld", "due"),
    [("exposed 1p<2", (0, 3, 0)), ("concealed 1p", (3, 3, 3)), ("added 1p<2", (3, 3, 3))],
)
def test_three_for_every_kong_of_r0c(told, meld, due):
    """见豆三."""
    rules = {"preset": "guizhou", "kong_exposed": 3, "kong_concealed": 3, "kong_added": 3}
    answer = told(beside(rules, seat(KONG_10, meld)))
    assert tuple(owed(answer, payer, 1, "kong") for payer in (0, 2, 3)) == due


@pytest.mark.rule("R-VAL-11")
def test_hot_shot_of_r0a(told):
    """额外输1倍底分."""
    plain = told(alone("guiyang", PLAIN_KONG, off(0, "2p", 1), HOT))
    shot = told(alone("guiyang", PLAIN_KONG, off(0, "2p", 1, kong="9p"), HOT))
    assert owed(shot, 1, 0, "win") == owed(plain, 1, 0, "win") + 1 == 2


# ------------------------------------------------------------ R0b and R0c


@pytest.mark.rule("R-VAL-14", "R-VAL-15")
def test_dealer_and_streak_of_r0b(told):
    """坐庄，多计1番；连庄，按连庄盘数."""
    for streak in range(4):
        won = told(alone("guiyang_classic", PING, draw(0, "4p"), dealer=0, streak=streak))
        assert won["totals"] == [3 * (2 + streak), *[-2 - streak] * 3]


@pytest.mark.rule("R-VAL-2", "R-VAL-12")
@pytest.mark.parametrize(("say", "worth"), [(hard, 20), (soft, 10)])
def test_declarations_of_r0c(told, say, worth):
    """报听者胡牌点炮都是20倍 (10倍)."""
    assert told(alone("guizhou", say(PING), draw(0, "4p")))["totals"] == [3 * worth] + [-worth] * 3
    lost = told(alone("guizhou", PING, off(0, "4p", 1), say(READY)))
    assert lost["totals"] == [worth, -worth, 0, 0]


@pytest.mark.rule("R-PASS-1", "R-PASS-2")
def test_pass_fine_of_r0c_and_r2(told):
    """根据自己胡牌倍数付3家的钱."""
    for preset in ("guizhou", "guiyang_traditional"):
        seats = [PLAIN_KONG, None, PASSER, seat("1147m136p236899s", river="7p")]
        more = {"passed": [{"seat": 2, "tile": "7p"}]}
        answer = told(position(preset, seats, off(0, "2p", 1), **more))
        assert answer["totals"] == [1 + 1, 1 - 1, -3, 1]


@pytest.mark.rule("R-WIN-9", "R-VAL-16")
def test_three_winners_of_r0c_and_r2(told):
    """每家按照自己的胡牌番数, from the discarder."""
    others = (
        None,
        seat("46s11345789p", "concealed 4m late"),
        seat("222888m3499s", "concealed 6p late"),
    )
    wins = [off(winner, "5s", 1) for winner in (0, 2, 3)]
    for preset, fan in (("guizhou", 7), ("guiyang_traditional", 8)):
        assert told(alone(preset, PAIRS, wins, *others))["totals"] == [fan, -fan - 2, 1, 1]


@pytest.mark.rule("R-DEAD-2", "R-DEAD-3")
@pytest.mark.parametrize("preset", ["guizhou", "duyun"])
def test_dead_hands_of_r0c_and_r1(told, preset):
    """没有听牌: 2 to each, 6 in all; 如果听牌: by the ting hand."""
    dead = seat("147m26p", dead=True)
    assert told(alone(preset, dead, 0))["totals"] == [-6, 2, 2, 2]
    ready = seat("222m555p7p", "pong 4p<2, pong 8m<3")
    assert told(alone(preset, dead, 0, ready))["totals"] == [-5, 5, 0, 0]


# ------------------------------------------------------------ R1


@pytest.mark.rule("R-VAL-6", "R-VAL-7", "R-VAL-8", "R-VAL-9")
def test_opening_hands_of_r1(told):
    """天和 and 地和 算双清20个码子; 接地自摸按照清一色10个码子."""
    heavenly = alone("duyun", PING, draw(0, "4p", heavenly=True), dealer=0)
    assert told(heavenly)["totals"] == [60, -20, -20, -20]
    earthly = alone("duyun", PING, off(0, "4p", 1, first_discard=True), dealer=1)
    assert told(earthly)["totals"] == [20, -20, 0, 0]
    first_draw = alone("duyun", PING, draw(0, "4p", first_draw=True))
    assert told(first_draw)["totals"] == [30, -10, -10, -10]


@pytest.mark.rule("R-VAL-2", "R-VAL-12")
def test_declarations_of_r1(told):
    """算清一色10个码子，被杀报也是清一色."""
    assert told(alone("duyun", hard(PING), off(0, "4p", 1)))["totals"] == [10, -10, 0, 0]
    triplets = seat("222m555p7p", "pong 4p<1, pong 1m<2")
    killed = alone("duyun", triplets, off(0, "7p", 1), hard(READY))
    assert told(killed)["totals"] == [10, -10, 0, 0]


@pytest.mark.rule("R-VAL-3", "R-VAL-4", "R-VAL-5")
@pytest.mark.parametrize(
    ("hand", "tile", "bloom", "keeps", "each"),
    [
        (PING, "4p", False, False, 2),  # 自摸就是1个底+1个摸
        (FLUSH, "5m", False, False, 11),  # 自摸清一色
        (PLAIN_KONG, "2p", True, False, 3),  # 杠牌开花
        (FLUSH_KONG, "5m", True, False, 12),  # 清一色开花, 减底
        (FLUSH_KONG, "5m", True, True, 13),  # 清一色开花, 不减底
        (PLAIN_KONG, "2p", True, True, 3),
    ],
)
def test_kong_bloom_of_r1(told, hand, tile, bloom, keeps, each):
    rules = {"preset": "duyun", "kong_bloom_keeps_base": keeps}
    end = draw(0, tile, **({"kong_bloom": True} if bloom else {}))
    assert told(alone(rules, hand, end))["totals"] == [3 * each, -each, -each, -each]


CALLED = "456789m2p234s"  # 平胡 on 2p beside one meld
CLAIMS = {
    # how the first 1s of seat 1 is taken: seat 0, its end, chickens in its hand at the end
    "pong": (seat(CALLED, "pong 1s<1"), draw(0, "2p"), 3),
    "kong": (seat(CALLED, "exposed 1s<1"), draw(0, "2p"), 4),
    "pong, then kong": (seat(CALLED, "added 1s<1"), draw(0, "2p"), 4),
    "14两头": (seat("456789m22p23s", "concealed 5p late"), off(0, "1s", 1), 1),
    "独钓": (seat("456789m234p1s", "concealed 5p late"), off(0, "1s", 1), 2),
    "对对碰": (seat("456789m22p11s", "concealed 5p late"), off(0, "1s", 1), 3),
    "龙七对": ("2266m3377p11144s", off(0, "1s", 1), 4),
}
PAID = {
    # charge 2: the discarder's sums in the text; charge 3 by analogy (类推), one more each
    "pong": 4,
    "kong": 5,
    "pong, then kong": 5,
    "14两头": 2,
    "独钓": 3,
    "对对碰": 4,
    "龙七对": 5,
}
CHARGES = {2: {}, 3: {"charge_yaoji": 3, "responsibility_yaoji": 2}}


@pytest.mark.rule("R-RESP-1", "R-RESP-2", "R-RESP-3", "R-RESP-4")
@pytest.mark.parametrize("flip", [None, "9s"])
@pytest.mark.parametrize("charge", CHARGES)
@pytest.mark.parametrize("how", CLAIMS)
def test_responsibility_of_r1_with_both_ting(told, how, charge, flip):
    """冲二 costs one 幺鸡 more than a bystander pays, 冲三 two; gold doubles all."""
    hand, end, held = CLAIMS[how]
    rules = {"preset": "duyun", **CHARGES[charge]}
    answer = told(alone(rules, hand, end, READY, first_chicken=[first("1s", 1, 0)], flip=flip))
    times = 2 if flip else 1
    assert owed(answer, 1, 0, *CHICKENS) == (PAID[how] + charge - 2) * times
    assert owed(answer, 2, 0, *CHICKENS) == held * times


@pytest.mark.rule("R-RESP-3")
def test_gold_sums_of_r1(told):
    """冲2被碰翻金鸡 8, 冲3 10, 闲家 6."""
    hand, end, _ = CLAIMS["pong"]
    sums = []
    for options in CHARGES.values():
        rules = {"preset": "duyun", **options}
        more = {"first_chicken": [first("1s", 1, 0)], "flip": "9s"}
        answer = told(alone(rules, hand, end, READY, **more))
        sums.append([owed(answer, payer, 0, *CHICKENS) for payer in (1, 2)])
    assert sums == [[8, 6], [10, 6]]


@pytest.mark.rule("R-RESP-7", "R-RESP-8", "R-BAO-2")
@pytest.mark.parametrize(("charge", "pair"), [(2, 6), (3, 8)])
def test_responsibility_of_r1_with_one_not_ting(told, charge, pair):
    """谁不叫牌谁承担: 6 with 冲2, 8 with 冲3; 开杠就不承担包牌."""
    rules = {"preset": "duyun", **CHARGES[charge]}
    claimer = told(beside(rules, seat(LOOSE, "pong 1s<0"), READY, chickens=[first("1s", 0, 1)]))
    assert owed(claimer, 1, 0, *CHICKENS) == pair
    assert owed(claimer, 1, 2, *CHICKENS) == 3
    thrower = told(beside(rules, seat(READY_10, "pong 1s<2"), chickens=[first("1s", 2, 1)]))
    assert owed(thrower, 2, 1, *CHICKENS) == pair
    konger = told(beside(rules, seat(LOOSE, "exposed 1s<0"), READY, chickens=[first("1s", 0, 1)]))
    assert [owed(konger, 1, payee, *CHICKENS) for payee in (0, 2)] == [0, 0]


@pytest.mark.rule("R-DEAD-4")
def test_the_dead_hand_of_r1_pays_chickens_and_kongs_of_others(told):
    """加幺鸡、加杠包牌: 1 + 4 + 2, and 1 as 别人打的明杠也替别人包."""
    ready = seat("345m99p56s", "exposed 1p<2, concealed 1s")
    assert told(alone("duyun", seat("147m26p", dead=True), 0, ready))["totals"] == [-8, 8, 0, 0]


# ------------------------------------------------------------ R2


@pytest.mark.rule("R-VAL-3", "R-VAL-4")
@pytest.mark.parametrize(
    ("hand", "end", "each"),
    [
        (PING, draw(0, "4p"), 2),
        (PLAIN_KONG, draw(0, "2p", kong_bloom=True), 3),
        (FLUSH, draw(0, "5m"), 10),
        (FLUSH_KONG, draw(0, "5m", kong_bloom=True), 11),
        (hard(PING), draw(0, "4p"), 10),
    ],
)
def test_self_draws_of_r2(told, hand, end, each):
    """3家都要付: 2番, 槓開總番數加1番, 報聽10番."""
    answer = told(alone("guiyang_traditional", hand, end))
    assert answer["totals"] == [3 * each, -each, -each, -each]


@pytest.mark.rule("R-WIN-4", "R-WIN-5", "R-VAL-12", "R-VAL-13")
def test_declarations_of_r2(told):
    """報聽 wins without 豆, 10番; 殺報 10 beside the hand; 其他玩家只需付 the hand."""
    rules = "guiyang_traditional"
    assert told(alone(rules, hard(PING), off(0, "4p", 1)))["totals"] == [10, -10, 0, 0]
    assert told(alone(rules, PING, off(0, "4p", 1), hard(READY)))["totals"] == [11, -11, 0, 0]
    assert told(alone(rules, PING, draw(0, "4p"), hard(READY)))["totals"] == [16, -12, -2, -2]


@pytest.mark.rule("R-WIN-6", "R-WIN-7", "R-VAL-10", "R-VAL-11", "R-KONG-9", "R-KONG-10")
def test_hot_shot_and_robbed_kong_of_r2(told):
    """熱炮: that 豆 is void, one more; 搶槓: 胡牌算清一色，被搶槓者計10番."""
    rules = "guiyang_traditional"
    thrower = seat("345888m99p56s", "concealed 1p")
    shot = told(alone(rules, PING, off(0, "4p", 1, kong="1p"), thrower))
    assert shot["totals"] == [2, -2, 0, 0]
    assert told(alone(rules, ROBBER, rob(0, "7p", 1), ROBBED))["totals"] == [10, -10, 0, 0]


@pytest.mark.rule("R-EXH-1", "R-EXH-2", "R-EXH-4")
def test_the_empty_wall_of_r0b_and_r2(told):
    """叫牌者 are paid by each who is not; three ting and one not; 豆 count for nothing."""
    hands = [PING, seat("345m99p56s", "concealed 1p, added 6p<0"), "222333444p66s88m"]
    for preset in ("guiyang_classic", "guiyang_traditional"):
        answer = told(alone(preset, hands[0], "exhausted", *hands[1:]))
        assert answer["totals"] == [1, 1, 5, -7]
        assert told(alone(preset, None, "exhausted"))["totals"] == [0, 0, 0, 0]


@pytest.mark.rule("R-CHK-1", "R-CHK-4", "R-CHK-5", "R-CHK-6")
@pytest.mark.parametrize(
    ("hand", "flip", "each"),
    [
        ("123666m23p55567s", "5m", 3),  # 翻到五萬則六萬為雞
        (HELD_1S, "9s", 4),  # 翻到九條則一條為雞, 每只「么雞」按照2番
        (HELD_1S, "4s", 2),  # 無論翻出的雞為任意牌
    ],
)
def test_chickens_of_r2(told, hand, flip, each):
    answer = told(beside("guiyang_traditional", hand=hand, flip=flip))
    assert [owed(answer, payer, 0, *CHICKENS) for payer in (1, 2, 3)] == [each] * 3
