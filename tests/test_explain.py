"""Explained settlements: every number is read back and held against the ledger."""

import re
from itertools import product
from math import prod
from pathlib import Path

import pytest

import zhuoji_fast as zj
from position_strategies import on_sample, sample
from small_positions import draw, first, off, position, seat
from zhuoji_fast.explain import line_texts, steps_text
from zhuoji_fast.explain_words import PATTERNS, PRESETS, STEPS, WORDS
from zhuoji_fast.options import FANS
from zhuoji_fast.settlement import ITEMS

LANGS = ("zh", "en")
SUITS = {"m": "characters", "p": "dots", "s": "bamboos"}
LINE = {
    "zh": re.compile(r"(\d)号位付(\d)号位 (\d+) 分：(.+)；(.+)"),
    "en": re.compile(r"seat (\d) pays (\d+) to seat (\d): (.+); (.+)"),
}
REMARK = {"zh": re.compile(r"（[^）]*）"), "en": re.compile(r" \([^)]*\)")}
COMMA = {"zh": "，", "en": ", "}
BASE = {"zh": "底分", "en": "base"}
GOLD = {"zh": "金鸡", "en": "gold"}
PIECES = {"zh": re.compile(r"(\d+) 只"), "en": re.compile(r"(\d+) tiles?")}
FEE = {
    "zh": re.compile(r"（代付 (\d) 家的转弯豆，每家 (\d+)）"),
    "en": re.compile(r" \(the added kong, (\d+) from each of (\d) players\)"),
}
TOTAL = {
    "zh": re.compile(r"  (\d)号位 ([+−]?)(\d+)"),
    "en": re.compile(r"  seat (\d) ([+−]?)(\d+)"),
}
HEADS = {
    "zh": dict(
        zip(
            ITEMS,
            ["胡牌", "豆", "鸡", "冲锋鸡", "责任鸡", "包鸡", "黄牌查叫", "包牌", "相公"],
            strict=True,
        )
    ),
    "en": dict(
        zip(
            ITEMS,
            (
                "Wins",
                "Kongs",
                "Chickens",
                "Charge chickens",
                "Responsibility",
                "Chickens of players not ting (bao)",
                "Exhausted wall",
                "Passed wins",
                "Dead hand",
            ),
            strict=True,
        )
    ),
}
# What a line has to say for its rule, by `why` and step.
RULES = {
    "zh": {
        "yaoji": "幺鸡",
        "wugu": "乌骨鸡",
        "flip": "翻鸡",
        "gold": "鸡",
        "charge_yaoji": "冲锋",
        "charge_wugu": "冲锋",
        "responsibility_yaoji": "责任",
        "responsibility_wugu": "责任",
        "discards": "亮出",
        "discards_melds": "亮出",
        "exposed_kong": "点豆",
        "concealed_kong": "闷豆",
        "added_kong": "转弯豆",
        "highest_wait": "叫牌最大",
        "nobody_ting": "没有人叫牌",
        "self_draw": "自摸",
        "kong_bloom": "杠上开花",
        "keeps_base": "不减底",
        "heavenly": "天胡",
        "earthly": "地胡",
        "first_draw_win": "接地",
        "robbed_kong": "抢杠",
        "hot_shot": "热炮",
        "declared_loss": "杀报",
        "dealer": "坐庄",
        "streak": "连庄",
    },
    "en": {
        "yaoji": "yaoji",
        "wugu": "wugu",
        "flip": "flipped chicken",
        "gold": "has",
        "charge_yaoji": "charge",
        "charge_wugu": "charge",
        "responsibility_yaoji": "premium",
        "responsibility_wugu": "premium",
        "discards": "has shown",
        "discards_melds": "has shown",
        "exposed_kong": "exposed kong",
        "concealed_kong": "concealed kong",
        "added_kong": "added kong",
        "highest_wait": "best wait",
        "nobody_ting": "nobody is ting",
        "self_draw": "self-draw",
        "kong_bloom": "kong bloom",
        "keeps_base": "keeps the base",
        "heavenly": "heavenly win",
        "earthly": "earthly win",
        "first_draw_win": "first-draw win",
        "robbed_kong": "robbed kong",
        "hot_shot": "hot shot",
        "declared_loss": "payer declared",
        "dealer": "dealer",
        "streak": "streak",
    },
}
PLAIN = "123m456m789m23p55s"
EXPLAINED = Path(__file__).parent / "data" / "explained"
GOLDEN = sorted(path.stem for path in EXPLAINED.glob("*.json"))
CHICKEN_ITEMS = ("chicken", "charge", "responsibility", "bao")


def sum_of(text):
    """Work out ``平胡 1 + 自摸 1``, ``3 只 × 幺鸡 1 × 金鸡 2 + 冲锋 3``."""
    total = 0
    for sign, term in re.findall(r"(^|[+−])([^+−]*)", text):
        factors = [re.findall(r"\d+", factor) for factor in term.split("×")]
        assert all(len(numbers) == 1 for numbers in factors), text
        value = prod(int(numbers[0]) for numbers in factors)
        total += -value if sign == "−" else value
    return total


def amount_of(formula, lang):
    """What a formula comes to; each of its equations has to be right."""
    value = None
    for part in REMARK[lang].sub("", formula).split(COMMA[lang]):
        left, *right = part.split(" = ")
        if value is not None:
            assert left.startswith(f"{value} × {BASE[lang]} ")
        value = sum_of(left)
        assert [str(value)] * len(right) == right, formula
    return value


def read_line(text, lang):
    """(payer, payee, amount, reason, formula) of a line."""
    found = LINE[lang].fullmatch(text)
    assert found, text
    if lang == "zh":
        payer, payee, amount, reason, formula = found.groups()
    else:
        payer, amount, payee, reason, formula = found.groups()
    return int(payer), int(payee), int(amount), reason, formula


def check_line(settlement, line, text, lang):
    payer, payee, amount, reason, formula = read_line(text, lang)
    rules, base = settlement.position.rules, settlement.position.base
    assert (payer, payee, amount) == (line.payer, line.payee, line.amount)
    assert amount_of(formula, lang) == line.amount
    assert (f"× {BASE[lang]} {base} = {line.amount}" in formula) == (base > 1)
    if line.tile is not None:
        rank, suit = line.tile
        name = zj.tile_name(line.tile) if lang == "zh" else f"{rank} of {SUITS[suit]}"
        common = line.tile == "8p" and line.item in CHICKEN_ITEMS and rules.wugu
        assert ("乌骨鸡" if common and lang == "zh" else name) in reason
    words = RULES[lang]
    if line.item == "win":
        assert len(re.findall(r"[+−]", REMARK[lang].sub("", formula))) == len(line.why) - 1
        pattern, *steps = (name for name, _ in line.why)
        declared = {"zh": ("报听", "硬报", "软听"), "en": ("declared",)}[lang]
        for step in steps:
            if step == "declared":
                assert any(word in formula for word in declared)
            else:
                assert words[step] in formula
        fee = dict(line.why).get("robbed_kong", 0) if rules.robbed_kong == "kong_fee" else 0
        shown = [int(n) * int(m) for n, m in FEE[lang].findall(formula)]
        assert shown == ([fee] if fee else [])
        if lang == "zh":
            assert formula.startswith({fan.name: fan.zh for fan in FANS}[pattern])
    elif line.item == "pass_fine":
        if lang == "zh":
            assert formula.startswith({fan.name: fan.zh for fan in FANS}[line.why])
    else:
        assert words[line.why] in reason + formula
    if line.why == "gold" and rules.gold > 1:
        assert f"× {GOLD[lang]} {rules.gold}" in formula
    if line.item in ("chicken", "bao"):
        places = sum(map(int, PIECES[lang].findall(reason)))
        charged = line.item == "bao" and RULES[lang]["charge_yaoji"] in formula
        counted = PIECES[lang].findall(formula)
        assert places == sum(map(int, counted)) + charged


def check(settlement, lang):
    texts = line_texts(settlement, lang)
    assert len(texts) == len(settlement.lines)
    for line, text in zip(settlement.lines, texts, strict=True):
        check_line(settlement, line, text, lang)
    whole = settlement.explain(lang)
    check_sections(settlement, whole, texts, lang)
    return texts


def check_sections(settlement, whole, texts, lang):
    """Each line stands once, below the head of its item; then come the totals."""
    story, *sections = [section.splitlines() for section in whole.split("\n\n")]
    expected = [
        [
            HEADS[lang][item],
            *[t for t, line in zip(texts, settlement.lines, strict=True) if line.item == item],
        ]
        for item in ITEMS
        if any(line.item == item for line in settlement.lines)
    ]
    shown = [[head.strip("【】:"), *[line[2:] for line in lines]] for head, *lines in sections]
    assert shown[: len(expected)] == expected
    head, *lines = shown[len(expected)]
    assert head == {"zh": "合计", "en": "Totals"}[lang]
    found = [TOTAL[lang].fullmatch(f"  {line}").groups() for line in lines]
    signed = tuple(int(n) * (-1 if sign == "−" else 1) for _, sign, n in found)
    assert [int(number) for number, _, _ in found] == list(range(len(settlement.totals)))
    assert signed == settlement.totals
    rest = shown[len(expected) + 1 :]
    assert [head for head, *_ in rest] in ([], [{"zh": "不算的", "en": "Not paid"}[lang]])
    assert len(story) >= 3
    assert not re.search(r"\d (character|dot|bamboo)", whole)
    assert "{" not in whole
    assert "}" not in whole


@pytest.mark.parametrize("lang", LANGS)
@on_sample
def test_every_number_of_a_text_is_in_the_ledger(document, rng, lang):
    settlement = zj.settle(document)
    check(settlement, lang)
    return bool(settlement.lines)


# What is too rare for the sample.
RARE = (
    position("duyun", [PLAIN, None, None, None], draw(0, "4p", first_draw=True)),
    position(
        "platform",
        [seat("5m", "pong 1m<1, pong 2m<2, pong 3m<3, concealed 9m"), None, None, None],
        off(0, "5m", 1),
    ),
)


def test_every_rule_is_among_them():
    for document, lang in product(RARE, LANGS):
        check(zj.settle(document), lang)
    met = set()
    for document in (*sample(), *RARE):
        for line in zj.settle(document).lines:
            met |= {line.why} if isinstance(line.why, str) else {name for name, _ in line.why}
    patterns = {fan.name for fan in FANS}
    assert met == set(RULES["zh"]) | patterns | {"declared"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_texts(name, lang):
    settlement = zj.settle((EXPLAINED / f"{name}.json").read_text("utf-8"))
    check(settlement, lang)
    assert settlement.explain(lang) + "\n" == (EXPLAINED / f"{name}.{lang}.txt").read_text("utf-8")


def test_golden_texts_are_of_every_preset():
    presets = [
        zj.Position.from_json(p.read_text("utf-8")).rules.origin for p in EXPLAINED.glob("*.json")
    ]
    assert {presets.count(preset) for preset in zj.PRESETS} == {2}
    assert len(presets) == 2 * len(zj.PRESETS)


# Words that depend on the position


def lines_of(document, lang="zh"):
    return line_texts(zj.settle(document), lang)


def test_steps_that_set_a_value():
    rules = zj.Rules.preset("duyun")
    steps = (("ping", 1), ("declared", 9), ("self_draw", 1), ("declared_loss", 0))
    assert steps_text(steps[:3], rules) == "平胡 1 + 报听 9（报听按 10 算） + 自摸 1 = 11"
    assert steps_text(steps[:3], rules, "en") == (
        "plain hand 1 + declared 9 (declared counts as 10) + self-draw 1 = 11"
    )
    assert steps_text(steps[:1], rules) == "平胡 1"
    floor = (("seven_pairs", 8), ("heavenly", 12))
    assert steps_text(floor, rules) == "七对 8 + 天胡 12（天胡按 20 算） = 20"
    assert steps_text(floor, rules.replace(opening_mode="add")) == "七对 8 + 天胡 12 = 20"


def test_a_step_that_lowers_the_value():
    rules = zj.Rules.preset("platform").replace(declared_mode="absorb", fan={"ping": 15})
    steps = (("ping", 15), ("declared", -5))
    assert steps_text(steps, rules, declared="soft") == "平胡 15 − 软听 5（软听按 10 算） = 10"
    big = (("flush", 10), ("declared", 20))
    assert steps_text(big, rules, declared="hard") == "清一色 10 + 硬报 20 = 30"
    assert steps_text(big, rules, "en", declared="hard") == "flush 10 + declared hard 20 = 30"


def test_the_fee_of_a_robbed_kong():
    rules = zj.Rules.preset("platform")
    steps = (("ping", 1), ("robbed_kong", 6))
    assert steps_text(steps, rules, players=3) == (
        "平胡 1 + 抢杠 6（代付 2 家的转弯豆，每家 3） = 7"
    )
    assert steps_text(steps, rules, "en", players=3) == (
        "plain hand 1 + robbed kong 6 (the added kong, 3 from each of 2 players) = 7"
    )


def test_a_robbed_kong_that_counts_as_a_flush():
    rules = zj.Rules.preset("guiyang_traditional")
    steps = (("all_triplets", 5), ("robbed_kong", 5), ("declared_loss", 10))
    assert steps_text(steps, rules) == (
        "大对子 5 + 抢杠 5（抢杠按清一色算，加到 10） + 杀报 10 = 20"
    )
    assert steps_text(steps[:2], rules, "en") == (
        "all triplets 5 + robbed kong 5 (a robbed kong counts as a flush: raised to 10) = 10"
    )


def test_a_win_worth_nothing_is_said():
    rules = {"declare": "single", "declared_mode": "absorb", "declare_hard": 0}
    hands = [{**seat(PLAIN), "declared": "hard"}, None, None, None]
    told = zj.settle(position(rules, hands, draw(0, "4p"), base=5))
    assert told.lines == ()
    assert (
        told.explain().count("不付0号位：平胡 1 − 报听 1（报听按 0 算） = 0，0 × 底分 5 = 0。") == 3
    )


def test_a_charge_tile_owed_for_by_the_one_not_ting():
    document = position(
        {"preset": "duyun", "charge_yaoji": 3, "responsibility_yaoji": 2},
        [PLAIN, seat("147m258p369s4p", "pong 1s<0"), None, None],
        draw(0, "4p"),
        first_chicken=[first("1s", 0, 1)],
        flip="9s",
        base=2,
    )
    texts = lines_of(document)
    assert (
        "1号位付0号位 20 分：1号位碰走0号位打的头一只幺鸡，1号位没叫；"
        "责任 2 × 金鸡 2 + 冲锋 3 × 金鸡 2 = 10，10 × 底分 2 = 20"
    ) in texts
    assert (
        "1号位付0号位 12 分：1号位没叫，亮出幺鸡：碰杠 3 只；"
        "3 只 × 幺鸡 1 × 金鸡 2 = 6，6 × 底分 2 = 12"
    ) in texts
    assert (
        "seat 1 pays 20 to seat 0: seat 1 pongs the first 1 of bamboos (yaoji), thrown by seat 0; "
        "seat 1 is not ting; premium 2 × gold 2 + charge 3 × gold 2 = 10, 10 × base 2 = 20"
    ) in lines_of(document, "en")


@pytest.mark.parametrize(
    ("rules", "hand", "waits", "worth"),
    [
        (
            {},
            "2345556667999m",
            ("五万、六万、七万、八万", "5, 6, 7 or 8 of characters"),
            "清一色 10",
        ),
        (
            {"fan": {"all_triplets": 7, "flush": 7}},
            seat("11m22p", "pong 4m<1, pong 6s<1, pong 9p<1"),
            ("一万、二筒", "1 of characters or 2 of dots"),
            "大对子 7",
        ),
    ],
)
def test_all_waits_that_are_worth_most(rules, hand, waits, worth):
    document = position(rules, [hand, None, None, None], "exhausted")
    zh, en = waits
    assert lines_of(document)[0].endswith(f"1号位没叫，0号位叫牌最大的是{zh}；{worth}")
    assert f"; the best wait of seat 0 is {en}; " in lines_of(document, "en")[0]


def test_seats_go_by_names():
    document = position({}, [PLAIN, None, None, None], draw(0, "4p"))
    told = zj.settle(document)
    names = ["老周", "小王", "李姐", "阿强"]
    assert "  小王付老周 1 分：老周自摸四筒；平胡 1" in told.explain(names=names)
    assert "号位" not in told.explain(names=names)
    assert told.explain("en", names=tuple(names)).startswith(
        "Rules: classic Guiyang (guiyang_classic) with changes, "
    )
    assert line_texts(told, "zh", names=names)[0].startswith("小王付老周")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ({"lang": "fr"}, "expected 'zh' or 'en'"),
        ({"lang": None}, "lang must be text"),
        ({"names": "abcd"}, "a text for each seat"),
        ({"names": ["a", "b", "c", 4]}, "a text for each seat"),
        ({"names": 4}, "a text for each seat"),
        ({"names": ["a", "b", "c"]}, "3 of them, there are 4 seats"),
    ],
)
def test_wrong_arguments(arguments, part):
    told = zj.settle(position({}, [PLAIN, None, None, None], draw(0, "4p")))
    with pytest.raises(zj.ZhuojiError, match=part):
        told.explain(**arguments)
    with pytest.raises(zj.ZhuojiError, match=part):
        line_texts(told, **arguments)


def test_both_languages_have_the_same_words():
    assert WORDS["zh"].keys() == WORDS["en"].keys()
    fields = {
        lang: {key: set(re.findall(r"{(\w*)}", text)) for key, text in WORDS[lang].items()}
        for lang in LANGS
    }
    assert fields["zh"] == fields["en"]
    assert STEPS["zh"].keys() == STEPS["en"].keys()
    assert PATTERNS["zh"].keys() == PATTERNS["en"].keys() == {fan.name for fan in FANS}
    assert PRESETS["zh"].keys() == PRESETS["en"].keys() == zj.PRESETS.keys()
