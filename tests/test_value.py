"""What a win is worth: the worked numbers of the texts, and the same answers as settling."""

from random import Random

import pytest

import zhuoji_fast as zj
from position_strategies import random_position
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.position import Position
from zhuoji_fast.rules import Rules
from zhuoji_fast.settlement import settle
from zhuoji_fast.valuation import value

PLAIN = "123m345m567p23p55s"  # waits 1p 4p
FLUSH = "34566m99m [-2222m] [777m]"  # 清一色 on 6m
TRIPLETS = "222m555p7p [888m] [+4444p]"  # 大对子 on 7p
PAIRS = "1133557799m22p5s"
BIG = "2222334455779m"  # 青龙背 on 9m
DUYUN_BASE = {"preset": "duyun", "kong_bloom_keeps_base": True}


@pytest.mark.parametrize(
    ("hand", "tile", "rules", "situation", "worth", "text"),
    [
        (FLUSH, "6m", "duyun", {"kong_bloom": True}, 12, "R1: 清一色开花, 减底"),
        (FLUSH, "6m", DUYUN_BASE, {"kong_bloom": True}, 13, "R1: 清一色开花, 不减底"),
        (FLUSH, "6m", "duyun", {}, 11, "R1: 自摸清一色"),
        (PLAIN, "4p", "duyun", {}, 2, "R1: 自摸 = 1底 + 1摸"),
        (PLAIN, "4p", "duyun", {"by": "discard", "payer_declared": "hard"}, 10, "R1: 杀报"),
        (PLAIN, "4p", "duyun", {"heavenly": True}, 20, "R1: 天和"),
        (PAIRS, "5s", "duyun", {"by": "discard", "first_discard": True}, 20, "R1: 地和"),
        (PLAIN, "4p", "duyun", {"first_draw": True}, 10, "R1: 接地"),
        (PLAIN, "4p", "guiyang_traditional", {"payer_declared": "hard"}, 12, "R2: 殺報 2 + 10"),
        (PLAIN, "4p", "guiyang_traditional", {"by": "robbed_kong"}, 10, "R2: 搶槓 as 清一色"),
        (
            PLAIN,
            "4p",
            "guiyang_traditional",
            {"by": "discard", "hot_shot": True},
            2,
            "R2: 熱炮 1 + 1",
        ),
        (BIG, "9m", "guiyang_traditional", {"by": "discard"}, 20, "R2: 青龍背"),
        (TRIPLETS, "7p", "guiyang_classic", {"dealer": "winner", "streak": 1}, 7, "R0b: 5 + 1 + 1"),
        (PLAIN, "4p", "guiyang_classic", {"dealer": "payer"}, 2, "R0b: 庄家 pays one more"),
        (PLAIN, "4p", "guizhou", {"declared": "soft", "by": "discard"}, 10, "R0c: 软听"),
        (PLAIN, "4p", "platform", {"by": "robbed_kong", "players": 3}, 7, "rooms: 1 + 2 x 3"),
    ],
)
def test_worked_numbers(hand, tile, rules, situation, worth, text):
    amount, steps = value(hand, tile, rules, **situation).values["payer"]
    assert amount == worth == sum([step for _, step in steps]), text


def test_steps_have_names():
    worth = value(FLUSH, "6m", DUYUN_BASE, kong_bloom=True)
    assert worth.pattern == "flush"
    assert worth.values == {
        "payer": (13, (("flush", 10), ("self_draw", 1), ("kong_bloom", 1), ("keeps_base", 1)))
    }
    assert worth.payers == {"payer": 3}
    assert worth.total == 39
    assert worth.to_dict()["values"]["payer"][1][0] == ["flush", 10]


def test_absorbing_may_lower():
    rules = Rules.preset("platform", declared_mode="absorb", declare_hard=0, self_draw="none")
    worth = value(PLAIN, "4p", rules, declared="hard")
    assert worth.values["payer"] == (0, (("ping", 1), ("declared", -1)))
    assert worth.total == 0


def test_kinds_of_payers():
    rules = "guiyang_traditional"
    assert value(PLAIN, "4p", rules).payers == {"payer": 3}
    assert value(PLAIN, "4p", rules, by="discard").payers == {"payer": 1}
    assert value(PLAIN, "4p", rules, payer_declared="hard").payers == {"payer": 1, "other": 2}
    assert value(PLAIN, "4p", rules, dealer="payer").payers == {"payer": 1, "other": 2}
    assert value(PLAIN, "4p", rules, dealer="winner").payers == {"payer": 3}
    assert value(PLAIN, "4p", "platform", players=2, dealer="payer").payers == {"payer": 1}
    assert value(PLAIN, "4p", rules, payer_declared="hard").total == 12 + 2 + 2


def test_marks_name_the_dealer():
    rules = Rules.preset("platform", dealer_bonus=5, earthly_when="first_discard")
    heavenly = value(PLAIN, "4p", rules, heavenly=True)
    assert heavenly == value(PLAIN, "4p", rules, heavenly=True, dealer="winner")
    assert ("dealer", 5) in heavenly.values["payer"][1]
    first = value(PLAIN, "4p", rules, by="discard", first_discard=True)
    assert ("dealer", 5) in first.values["payer"][1]


@pytest.mark.parametrize(
    ("hand", "rules", "situation", "permitted"),
    [
        (PLAIN, "guiyang_classic", {"by": "self_draw"}, True),
        (PLAIN, "guiyang_classic", {"by": "discard"}, False),
        (PLAIN, "guiyang_classic", {"by": "robbed_kong"}, False),
        ("345m567p23p55s [-9999m]", "guiyang_classic", {"by": "discard"}, True),
        ("345m567p23p55s [999m]", "guiyang_classic", {"by": "discard"}, False),
        (PLAIN, "guiyang", {"by": "discard", "declared": "hard"}, True),
        (PLAIN, "guiyang", {"by": "discard", "payer_declared": "hard"}, False),
        (PLAIN, "guizhou", {"by": "discard", "payer_declared": "hard"}, True),
        (PLAIN, "platform", {"by": "discard", "hot_shot": True}, True),
        (PLAIN, "platform", {"by": "robbed_kong"}, True),
        (PLAIN, "duyun", {"by": "discard", "first_discard": True}, True),
        (PLAIN, "guiyang", {"by": "discard", "first_discard": True}, False),
    ],
)
def test_permission(hand, rules, situation, permitted):
    assert value(hand, "4p", rules, **situation).permitted is permitted


def test_the_same_as_settling():
    rng = Random(4)
    compared = 0
    while compared < 300:
        position = Position.from_dict(random_position(rng))
        for record, win in zip(position.end.wins, settle(position).wins, strict=True):
            for payer, expected in win.values.items():
                seats = position.seats
                deals = {record.seat: "winner", payer: "payer"}.get(position.dealer)
                melds = " ".join(
                    zj.Meld(meld.kind, meld.tile).text for meld in seats[record.seat].melds
                )
                worth = value(
                    f"{seats[record.seat].hand} {melds}",
                    record.tile,
                    position.rules,
                    by=record.by,
                    kong_bloom=record.kong_bloom,
                    first_draw=record.first_draw,
                    heavenly=record.heavenly,
                    first_discard=record.first_discard,
                    hot_shot=record.hot_shot,
                    declared=seats[record.seat].declared,
                    payer_declared=seats[payer].declared,
                    dealer=deals,
                    streak=position.streak,
                    players=len(seats),
                )
                assert worth.pattern == win.pattern
                assert worth.permitted
                assert worth.values["payer"] == expected
                compared += 1


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        ({"by": "theft"}, "by 'theft': expected self_draw, discard, robbed_kong"),
        ({"hot_shot": True}, "hot_shot: only with by discard, not self_draw"),
        ({"by": "discard", "heavenly": True}, "heavenly: only with by self_draw"),
        ({"kong_bloom": True, "first_draw": True}, "kong_bloom, first_draw and heavenly"),
        ({"heavenly": True, "dealer": "payer"}, "heavenly: the winner deals"),
        ({"heavenly": True, "declared": "hard"}, "heavenly: the dealer has not declared"),
        ({"first_draw": True, "dealer": "winner"}, "first_draw: the winner does not deal"),
        (
            {"by": "discard", "first_discard": True, "dealer": "winner"},
            "first_discard: the payer deals",
        ),
        ({"declared": "loud"}, "declared 'loud': expected hard, soft or None"),
        ({"declared": "soft"}, "declared: soft, with declare single only hard"),
        ({"rules": "guiyang_classic", "declared": "hard"}, "declared: these rules know no"),
        (
            {"rules": "platform", "payer_declared": "soft", "dealer": "payer"},
            "payer_declared: soft, the dealer",
        ),
        ({"dealer": "me"}, "dealer 'me': expected winner, payer or None"),
        ({"streak": -1}, "streak -1: expected 0 to 1000"),
        ({"streak": 1001}, "streak 1001"),
        ({"players": 3}, "players 3: these rules are for 4"),
        ({"players": 5}, "players 5: expected 2 to 4"),
        ({"tile": "9s"}, "tile 9s does not finish 123345m23567p55s, which waits for 1p, 4p"),
        ({"tile": "12m"}, "tile '12m' holds 2 tiles"),
        ({"rules": "riichi"}, "rules: "),
        ({"hand": "123m"}, "hand 123m: 3 concealed tiles with 0 melds"),
    ],
)
def test_contradictions(situation, message):
    given = {"hand": PLAIN, "tile": "4p", "rules": "guiyang"} | situation
    with pytest.raises(ZhuojiError) as caught:
        value(**given)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "situation",
    [
        {"kong_bloom": 1},
        {"by": None},
        {"by": 0},
        {"declared": True},
        {"streak": True},
        {"streak": 1.0},
        {"players": "4"},
        {"dealer": 0},
        {"tile": None},
        {"tile": True},
        {"rules": 5},
        {"hand": None},
    ],
)
def test_wrong_types(situation):
    given = {"hand": PLAIN, "tile": "4p", "rules": "guiyang"} | situation
    with pytest.raises(WrongTypeError):
        value(**given)


def test_hands_and_tiles_in_any_form():
    expected = value(PLAIN, "4p", "guiyang")
    assert value(zj.Hand(PLAIN), 12, Rules.preset("guiyang")) == expected
    assert value("一二三万 三四五万 五六七筒 二三筒 五五条", "四筒") == expected
