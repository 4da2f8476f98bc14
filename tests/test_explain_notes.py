"""What an explained settlement says is not paid, and why a win was allowed."""

import pytest

import zhuoji_fast as zj
from position_strategies import sample
from slow_hands import permission, tiles_of
from small_positions import draw, first, off, position, rob, seat
from zhuoji_fast.explain_words import WORDS

PLAIN = "123m456m789m23p55s"


def notes_of(document, lang="zh"):
    """The lines of what is not paid."""
    head = WORDS[lang]["head"].format(WORDS[lang]["notes"])
    *_, notes = zj.settle(document).explain(lang).partition(f"{head}\n")
    return [note.strip() for note in notes.splitlines()]


WAIVERS = {
    "declared": "但{winner}号位报了听",
    "declared_discarder": "但{thrower}号位报了听（杀报）",
    "hot_shot": "但这是热炮",
    "robbed_kong": "但这是抢杠",
    "earthly": "但这是庄家打的头一张（地胡）",
}


def waiver_sentences(document):
    """What is said of each win that needs a waiver, after the plain search of `permission`."""
    told = zj.settle(document)
    seats = [{**seat, "hand": tiles_of(seat["hand"])} for seat in told.position.to_dict()["seats"]]
    rules = told.position.rules.to_dict(full=True)
    for win in told.position.to_dict()["end"].get("wins", []):
        reason = permission(rules, seats, win)
        if reason in WAIVERS:
            said = WAIVERS[reason].format(winner=win["seat"], thrower=win.get("from"))
            yield reason, f"{win['seat']}号位没有豆作通行证，{said}，所以平胡也能胡。"


def test_why_a_plain_hand_may_win_on_the_tile_of_another():
    met = set()
    for document in sample():
        found = list(waiver_sentences(document))
        text = zj.settle(document).explain()
        assert [line for line in text.splitlines() if "通行证，但" in line] == [s for _, s in found]
        met |= {reason for reason, _ in found}
    assert met == set(WAIVERS)


def test_who_has_declared():
    hands = [{**seat(PLAIN), "declared": "soft"}, None, None, None]
    text = zj.settle(position("guizhou", hands, draw(0, "4p"))).explain
    assert "0号位自摸四筒，平胡（软听）。\n0号位（软听）叫一筒、四筒；" in text()
    assert "Seat 0 (declared soft) waits for 1 or 4 of dots; " in text("en")
    hands[0]["declared"] = "hard"
    assert (
        "0号位（报听）叫一筒、四筒；"
        in zj.settle(position("duyun", hands, draw(0, "4p"))).explain()
    )


def test_thrown_chickens_outside_the_scope():
    rules = {"common_scope": "hand_meld", "flip_scope": "hand_meld", "charge_yaoji": 0}
    hands = [seat(PLAIN, river="1s1s8s"), None, seat("369m258p147s3699p", river="8s"), None]
    document = position(rules, hands, draw(0, "4p"), first_chicken=[first("1s", 0)], flip="7s")
    said = [
        "0号位打出的幺鸡 2 只不算：手上鸡只算手上和碰杠的。",
        "0号位打出的翻鸡八条 1 只不算：手上鸡只算手上和碰杠的。",
    ]
    assert notes_of(document)[:-1] == said
    document["rules"]["charge_yaoji"] = 2
    assert notes_of(document)[0] == said[0].replace("2", "1")
    document["rules"]["common_scope"] = "all"
    assert notes_of(document)[:-1] == said[1:]


@pytest.mark.parametrize(
    ("rules", "melds", "said"),
    [
        ({}, "pong 1s<2", "1号位碰走2号位打的头一只幺鸡，两家都没叫，没有责任鸡。"),
        ({}, "pong 1s<0", "1号位碰走0号位打的头一只幺鸡，1号位没叫，没有责任鸡。"),
        ({"responsibility_unready": "reverse"}, "pong 1s<0", None),
        (
            {"responsibility_unready": "reverse", "kong_claim_exempt": True},
            "exposed 1s<0",
            "1号位杠走0号位打的头一只幺鸡，1号位没叫，但开杠不包，不付责任鸡。",
        ),
        ({"responsibility_yaoji": 0}, "pong 1s<0", None),
    ],
)
def test_why_a_claimed_charge_tile_has_no_premium(rules, melds, said):
    claimed = [first("1s", int(melds[-1]), 1)]
    hands = [PLAIN, seat("147m258p369s4p", melds), None, None]
    document = position(rules, hands, draw(0, "4p"), first_chicken=claimed)
    assert notes_of(document)[:-1] == ([said] if said else [])
    premiums = [line for line in zj.settle(document).lines if line.item == "responsibility"]
    assert bool(premiums) == (said is None and "responsibility_yaoji" not in rules)


def test_a_charge_tile_that_is_won_on_has_no_premium():
    document = position(
        {},
        ["11335577m99p22s1s", None, None, None],
        off(0, "1s", 1),
        first_chicken=[first("1s", 1, 0)],
    )
    assert notes_of(document)[0] == "0号位胡走1号位打的头一只幺鸡，这套规则胡走的不算责任鸡。"
    document["rules"]["responsibility_on_win"] = True
    assert "责任鸡" not in "".join(notes_of(document))


def test_kongs_that_a_dead_hand_pays_for_another():
    document = position(
        "duyun",
        [
            {**seat("147m258p369s147s2m"), "dead": True},
            seat("456m78p55s", "exposed 3p<2, concealed 8s late"),
            None,
            None,
        ],
        0,
    )
    text = zj.settle(document).explain()
    assert "0号位付1号位 1 分：1号位杠2号位打的三筒，相公替他包；点豆 1" in text
    assert "0号位相公，1号位叫牌最大的是六筒、九筒；平胡 1" in text
    assert "0号位成了相公，当场结算。" in text
    assert notes_of(document) == [
        "只有0号位付：别家互相不付，没有翻鸡。",
        "1号位的八条是憨包豆，只作通行证，不算分。",
        "2号位、3号位没叫，什么也收不到。",
    ]
    assert "kong of 3 of dots thrown by seat 2; the dead hand pays; exposed kong 1" in (
        zj.settle(document).explain("en")
    )


DEAD = {**seat("147m258p369s147s2m"), "dead": True}


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (
            [DEAD, seat("456m78p55s", "exposed 3p<2, concealed 8s"), None, None],
            ["相公只赔牌型，豆和鸡都不算。", "2号位、3号位没叫，什么也收不到。"],
        ),
        ([DEAD, None, None, None], ["没有人叫牌，豆和鸡都不算。"]),
    ],
)
def test_what_a_dead_hand_does_not_pay(hands, said):
    assert notes_of(position({"dead_hand": "pay"}, hands, 0)) == said


@pytest.mark.parametrize(
    ("burns", "said"),
    [
        ("none", set()),
        ("kong", {"1号位点热炮，先前杠的一筒不算。"}),
        ("all", {"1号位点热炮，全烧：豆和鸡都收不到。"}),
    ],
)
def test_what_a_hot_shot_burns(burns, said):
    document = position(
        {"hot_shot_burns": burns, "passport_waivers": ["hot_shot"]},
        [PLAIN, seat("456m78p55s", "exposed 1p<2, concealed 8s late"), None, None],
        off(0, "4p", 1, kong="1p"),
    )
    notes = set(notes_of(document))
    late = "1号位的八条是憨包豆，只作通行证，不算分。"
    assert notes == said | {late, "2号位、3号位没叫，豆和鸡都收不到。"}


def test_a_robbed_kong_that_burns_all():
    document = position(
        "guiyang",
        [seat("123m456m789m23p55s"), seat("456m78p55s999s", "pong 4p<2"), None, None],
        rob(0, "4p", 1),
    )
    document["rules"] = {"preset": "guiyang", "passport_waivers": ["robbed_kong"]}
    text = zj.settle(document).explain()
    assert "0号位抢1号位补杠的四筒胡牌，平胡。" in text
    assert "1号位被抢杠，全烧：豆和鸡都收不到。" in text
    assert "1号位付0号位 1 分：1号位的四筒被抢杠；平胡 1" in text
    assert "1号位补杠的四筒被抢，不成转弯豆，不算豆。" in text


@pytest.mark.parametrize(
    ("word", "hands", "said"),
    [
        ("hand", [None] * 4, "没有人叫牌，不赔。"),
        (
            "hand",
            [PLAIN, "123p456p789p23s55m", "123s456s789s66m78p", "11m22m33m44p66p77s8s"],
            "家家都叫牌，不赔。",
        ),
        ("none", [PLAIN, None, None, None], "这套规则黄牌不赔。"),
    ],
)
def test_why_an_exhausted_wall_pays_nothing(word, hands, said):
    told = zj.settle(position({"exhausted": word}, hands, "exhausted"))
    assert told.lines == ()
    assert told.explain().endswith(f"【不算的】\n  {said}")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("hand", ["黄牌查叫只赔牌型，豆和鸡都不算。"]),
        ("chickens", ["黄牌不赔牌型，只由没叫的付鸡给有叫的；没有翻鸡。", "黄牌不算豆。"]),
        ("none", ["这套规则黄牌不赔。", "黄牌不算豆。"]),
    ],
)
def test_kongs_of_an_exhausted_wall(word, said):
    hands = ["123m456m789m23p44s", seat("147m258p369s1p", "concealed 5s"), None, None]
    assert notes_of(position({"exhausted": word}, hands, "exhausted")) == said
