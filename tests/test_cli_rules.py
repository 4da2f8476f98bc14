"""``zhuoji rules`` and ``zhuoji schema``."""

import json

import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from rule_strategies import PRESETS, toml
from zhuoji_fast.cli.app import app, run
from zhuoji_fast.options import FANS, OPTIONS

HOUSE = {"preset": "duyun", "charge_yaoji": 3, "fan": {"seven_pairs": 9}}
ENGLISH = {"LANG": "en_GB.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "300"}


def output_of(*args):
    result = CliRunner().invoke(app, list(args), env=ENGLISH)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def error_of(capsys, *args):
    assert run(list(args)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def house(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(toml(HOUSE), encoding="utf-8")
    return str(path)


def test_presets_are_listed():
    head, *lines = output_of("rules").splitlines()
    assert head.split() == ["preset", "players", "from"]
    assert [line.split()[0] for line in lines] == list(PRESETS)
    assert "都匀" in output_of("rules", "--lang", "zh")
    assert json.loads(output_of("rules", "--json")) == PRESETS


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_option_is_shown(name, lang):
    _, *lines = output_of("rules", name, "--lang", lang).splitlines()
    assert len(lines) == len(FANS) + len(OPTIONS)
    rows = {line.split()[0]: line for line in lines}
    for option in OPTIONS:
        assert rows[option.name].endswith(option.rule)
        assert (option.zh in rows[option.name]) == (lang == "zh" or option.zh in option.doc)
    assert f" {PRESETS[name]['fan']['flush_pairs']} " in rows["fan.flush_pairs"]
    assert f" {PRESETS[name]['bao']} " in rows["bao"]
    assert f" {str(PRESETS[name]['streak_counts']).lower()} " in rows["streak_counts"]


def test_meaning_of_a_word():
    rows = {line.split()[0]: line for line in output_of("rules", "duyun").splitlines()}
    assert "premium and charge" in rows["responsibility_unready"]
    waivers = output_of("rules", "guiyang_classic").splitlines()
    assert any(line.startswith("passport_waivers") and " – " in line for line in waivers)


def test_json_is_read_back(house):
    for name in PRESETS:
        assert json.loads(output_of("rules", name, "--json")) == PRESETS[name]
    assert zj.Rules.from_json(output_of("rules", house, "--json")) == zj.Rules.from_dict(HOUSE)


def test_diff(house):
    rows = [line.split() for line in output_of("rules", house, "--diff", "duyun").splitlines()]
    assert rows == [
        ["option", "name", house, "duyun"],
        ["fan.seven_pairs", "七对", "9", "8"],
        ["charge_yaoji", "冲锋鸡", "3", "2"],
    ]
    found = json.loads(output_of("rules", house, "--diff", "duyun", "--json"))
    assert found == {"fan.seven_pairs": [9, 8], "charge_yaoji": [3, 2]}
    assert output_of("rules", "duyun", "--diff", "duyun") == "no difference\n"
    assert output_of("rules", "duyun", "--diff", "duyun", "--lang", "zh") == "没有不同\n"


def test_scale():
    found = json.loads(output_of("rules", "guiyang_traditional", "--scale", "8/15", "--json"))
    assert found == zj.Rules.preset("guiyang_traditional", scale="8/15").to_dict(full=True)
    shown = output_of("rules", "duyun", "--scale", "8/15", "--diff", "duyun")
    assert "duyun 8/15" in shown.splitlines()[0]
    assert len(shown.splitlines()) == 6


def test_notes_follow_the_options(tmp_path):
    path = tmp_path / "odd.json"
    path.write_text('{"preset": "duyun", "charge_yaoji": 0}', encoding="utf-8")
    english, chinese = (output_of("rules", str(path), "--lang", lang) for lang in ("en", "zh"))
    assert english.splitlines()[-2] == ""
    assert english.splitlines()[-1].startswith("note: responsibility_yaoji is paid")
    assert chinese.splitlines()[-1].startswith("注意: 没有冲锋鸡")


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["rules", "dujun"], "did you mean 'duyun'"),
        (["rules", "duyun", "--diff", "x"], "guiyang_traditional"),
        (["rules", "duyun", "--scale", "3/4"], "8/15"),
        (["rules", "--diff", "duyun"], "RULES is missing"),
        (["rules", "--scale", "8/15"], "RULES is missing"),
        (["rules", "none.toml"], "none.toml: No such file"),
        (["schema", "rule"], "rules"),
        (["schema"], "Missing argument 'DOCUMENT'. Choose from: log, position, rules, "),
    ],
)
def test_bad_arguments(capsys, args, part):
    assert part in error_of(capsys, *args)


def test_a_bad_file(capsys, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("charge = 3", encoding="utf-8")
    message = error_of(capsys, "rules", str(path))
    assert "bad.toml: rules: unknown option 'charge', did you mean 'charge_" in message


def test_schema():
    assert json.loads(output_of("schema", "rules")) == zj.Rules.schema()
