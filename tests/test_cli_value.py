"""``zhuoji value``: what a win is worth, as text and as JSON."""

import json

import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from zhuoji_fast.cli.app import app, run

BLOOM = ("34566m99m", "[-2222m]", "[777m]", "6m", "--rules", "duyun", "--kong-bloom")
PLAIN = "123m345m567p23p55s"


def answer(*args, lang="en"):
    found = CliRunner().invoke(app, ["value", *args, "--lang", lang])
    assert (found.exit_code, found.stderr) == (0, "")
    return found.stdout


def rows(*args, lang="en"):
    return [tuple(line.split("  ", 1)) for line in answer(*args, lang=lang).splitlines()]


def test_text():
    assert answer(*BLOOM) == (
        "pattern     flush\n"
        "each payer  flush 10 + self-draw 1 + kong bloom 1 = 12, 3 players\n"
        "total       36\n"
    )
    assert answer(*BLOOM, lang="zh") == (
        "牌型  清一色\n每家  清一色 10 + 自摸 1 + 杠上开花 1 = 12，3 家\n合计  36\n"
    )


def test_two_kinds_of_payers():
    options = ("--rules", "guiyang_traditional", "--payer-declared", "hard")
    assert answer(PLAIN, "4p", *options) == (
        "pattern  plain hand\n"
        "payer    plain hand 1 + self-draw 1 + payer declared 10 = 12\n"
        "other    plain hand 1 + self-draw 1 = 2, 2 players\n"
        "total    16\n"
    )


def test_one_payer_and_no_passport():
    assert answer(PLAIN, "4p", "--by", "discard") == (
        "pattern      plain hand\n"
        "payer        plain hand 1\n"
        "total        1\n"
        "not allowed  a plain hand needs a kong of its own, or a waiver, to win on another's tile\n"
    )
    assert "不能胡  平胡要有豆" in answer(PLAIN, "4p", "--by", "discard", lang="zh")
    allowed = answer(PLAIN, "4p", "--by", "discard", "--declared", "hard")
    assert "not allowed" not in allowed
    assert "plain hand 1 + declared 10 = 11" in allowed


def test_steps_that_set_a_value():
    options = ("--rules", "guizhou", "--declared", "soft", "--by", "discard")
    assert "软听 9（软听按 10 算） = 10" in answer(PLAIN, "4p", *options, lang="zh")
    fee = ("--rules", "platform", "--by", "robbed_kong", "--players", "3")
    assert "抢杠 6（代付 2 家的转弯豆，每家 3） = 7" in answer(PLAIN, "4p", *fee, lang="zh")


@pytest.mark.parametrize(
    ("args", "situation"),
    [
        ((), {}),
        (("--rules", "duyun"), {"rules": "duyun"}),
        (("--heavenly",), {"heavenly": True}),
        (("--first-draw",), {"first_draw": True}),
        (("--kong-bloom",), {"kong_bloom": True}),
        (("--by", "discard", "--hot-shot"), {"by": "discard", "hot_shot": True}),
        (("--by", "discard", "--first-discard"), {"by": "discard", "first_discard": True}),
        (("--by", "robbed_kong"), {"by": "robbed_kong"}),
        (("--declared", "hard", "--payer-declared", "hard"),
         {"declared": "hard", "payer_declared": "hard"}),
        (("--dealer", "winner", "--streak", "3"), {"dealer": "winner", "streak": 3}),
        (("--dealer", "payer", "--streak", "3"), {"dealer": "payer", "streak": 3}),
        (("--rules", "platform", "--players", "2"), {"rules": "platform", "players": 2}),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_option(args, situation):
    found = json.loads(answer(PLAIN, "4p", "--json", *args))
    assert found == json.loads(json.dumps(zj.value(PLAIN, "4p", **situation).to_dict()))


def test_rules_of_a_file(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "duyun"\n[fan]\nflush = 17\n', "utf-8")
    assert "flush 17" in answer(*BLOOM[:4], "--rules", str(path))


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["123m", "4p"], "3 concealed tiles"),
        ([PLAIN, "9s"], "9s does not finish"),
        ([PLAIN, "45p"], "tile"),
        ([PLAIN], "Missing argument"),
        ([], "Missing argument"),
        ([PLAIN, "4p", "--rules", "dujun"], "did you mean 'duyun'"),
        ([PLAIN, "4p", "--by", "luck"], "'luck' is not one of"),
        ([PLAIN, "4p", "--hot-shot"], "hot_shot: only with by discard"),
        ([PLAIN, "4p", "--streak", "1001"], "streak 1001"),
        ([PLAIN, "4p", "--players", "3"], "players 3"),
        ([PLAIN, "4p", "--declared", "soft"], "soft, with declare single only hard"),
        ([PLAIN, "4p", "--blom"], "no such option: --blom"),
        (["--blom", PLAIN, "4p"], "no such option: --blom"),
    ],
)
def test_bad_arguments(capfd, args, part):
    assert run(["value", *args]) == 2
    found = capfd.readouterr()
    assert found.out == ""
    assert found.err.startswith("error: ")
    assert found.err.count("\n") == 1
    assert part in found.err


def test_schema_of_a_position():
    found = CliRunner().invoke(app, ["schema", "position"])
    assert json.loads(found.stdout) == json.loads(json.dumps(zj.Position.schema()))
