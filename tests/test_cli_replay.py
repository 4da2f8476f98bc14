"""``zhuoji replay``."""

import gzip
import json
import re

import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import zhuoji
from log_data import FILES, FOLDER, edited, events_of, hands_of, text_of
from zhuoji_fast.cli.app import app
from zhuoji_fast.cli.common import Lang, Look
from zhuoji_fast.cli.log_text import event_text, seat_names
from zhuoji_fast.events import EVENTS

PLAIN = Look(color=False, glyphs=False)
DECLARED = FOLDER / "declarations.jsonl"
LINES = {Lang.en: re.compile(r"^ *(\d+)  (.*)$"), Lang.zh: re.compile(r"^ *(\d+)  (.*)$")}


def run(*args, code=0, stdin=b""):
    found = CliRunner().invoke(app, ["replay", *map(str, args)], input=stdin)
    assert found.exit_code == code, found
    return found


def test_the_text_of_a_hand():
    text = run(DECLARED, "--lang", "en").stdout
    settlement = zj.Table.replay(DECLARED).settlement
    assert text == (
        "Hand 1: rules guizhou, base 1, seat 0 deals, streak 0\n"
        "seat 0  123456789m23p55s\n"
        "seat 1  6799p123456789s\n"
        "seat 2  12224446668m77s\n"
        "seat 3  33445588p22456s\n"
        "\n"
        " 3  seat 1 declares hard\n"
        " 4  seat 0 draws 9s\n"
        " 5  seat 0 declares hard\n"
        " 6  seat 0 throws 9s, just drawn\n"
        " 7  seat 1 draws 3m\n"
        " 8  seat 1 throws 3m, just drawn\n"
        " 9  seat 2 draws 8m\n"
        "10  seat 2 declares soft\n"
        "11  seat 2 throws 1m\n"
        "12  seat 3 draws 9m\n"
        "13  seat 3 throws 9m, just drawn\n"
        "14  seat 0 draws 9p\n"
        "15  seat 0 throws 9p, just drawn\n"
        "16  seat 1 draws 2s\n"
        "17  seat 1 throws 2s, just drawn\n"
        "18  seat 3 wins on 2s of seat 1\n"
        "19  1s is turned\n"
        "\n" + settlement.explain("en") + "\n"
    )


def test_the_text_in_chinese():
    text = run(DECLARED, "--lang", "zh").stdout
    assert text.startswith(
        "第1局：规则 guizhou，底分 1，0号位坐庄，连庄 0\n0号位  123456789m23p55s\n"
    )
    assert "\n 6  0号位摸打九条\n" in text
    assert "\n18  3号位胡1号位的二条\n19  翻出幺鸡\n" in text
    assert text.endswith(zj.Table.replay(DECLARED).settlement.explain("zh") + "\n")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", FILES)
def test_every_event_has_its_line(name, lang):
    text = run(FOLDER / name, "--lang", lang).stdout
    lines = [LINES[Lang(lang)].match(line) for line in text.splitlines()]
    events = events_of(name)
    expected = [
        number
        for number, event in enumerate(events, 1)
        if event["type"] not in ("start_game", "start_kyoku", "end_game")
    ]
    assert [int(line[1]) for line in lines if line] == expected
    for hand in zj.read_log(FOLDER / name):
        names = seat_names(hand, Lang(lang))
        assert len({*names}) == len(names)
        given = None if names[0] in ("seat 0", "0号位") else names
        assert zj.Table.replay(hand).settlement.explain(lang, names=given) in text


def test_each_kind_of_event_has_its_words():
    seen = set()
    for name in FILES:
        for hand in zj.read_log(FOLDER / name):
            for event in hand[1:]:
                for lang in Lang:
                    text = event_text(event, list("甲乙丙丁"), lang, PLAIN)
                    shown = event.get("pai") or event.get("flip") or ""
                    assert (shown if lang is Lang.en else shown and zj.tile_name(shown)) in text
                    if "actor" in event:
                        assert "甲乙丙丁"[event["actor"]] in text
                    seen.add((event["type"], lang, text))
    kinds = set(EVENTS) - {"start_game", "start_kyoku", "end_game"}
    assert {(kind, lang) for kind, lang, _ in seen} == {(k, lang) for k in kinds for lang in Lang}


def test_late_kongs_and_replacements():
    late = {"type": "ankan", "actor": 1, "consumed": ["5m"] * 4, "late": True}
    names = ["a", "b"]
    assert event_text(late, names, Lang.en, PLAIN) == "b makes a concealed kong of 5m (late)"
    assert event_text(late, names, Lang.zh, PLAIN) == "b闷豆五万（憨包豆）"
    drawn = {"type": "tsumo", "actor": 0, "pai": "1s", "rinshan": True}
    assert event_text(drawn, names, Lang.en, PLAIN) == "a draws 1s from the tail"
    glyphs = Look(color=True, glyphs=True)
    assert event_text(drawn, names, Lang.zh, glyphs) == "a杠后摸🀐 幺鸡"


def test_names_of_the_log():
    text = run(FOLDER / "match.jsonl", "--lang", "en", "--hand", "1").stdout
    assert "東 deals" in text
    assert "  南 draws " in text
    three = text_of(events_of("flip-last-tile.jsonl"))
    assert "seat 2 " in run("-", stdin=three.encode(), code=0).stdout


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        (Lang.en, ["random (seat 0)", "seat 1", "python examples/mjai_bot.py", "random (seat 3)"]),
        (Lang.zh, ["random（0号位）", "1号位", "python examples/mjai_bot.py", "random（3号位）"]),
    ],
)
def test_names_of_the_log_that_look_alike(lang, shown):
    names = ["random", "", "python examples/mjai_bot.py", "random"]
    log = text_of(edited(events_of("match.jsonl"), 0, names=names))
    hand = next(zj.read_log(log))
    assert seat_names(hand, lang) == shown
    text = run("-", "--lang", lang.value, "--hand", 1, stdin=log.encode()).stdout
    for name, tiles in zip(shown, hand[0]["tehais"], strict=True):
        assert f"\n{name}  {zj.to_text(tiles)}\n" in text
    assert zj.Table.replay(hand).settlement.explain(lang.value, names=names) in text
    assert "Python" not in text


def test_names_of_the_log_stay_as_they_are():
    names = ["mcCoy", "éa", "python examples/mjai_bot.py", "only"]
    text = run(
        "-",
        "--lang",
        "en",
        stdin=text_of(edited(events_of("match.jsonl"), 0, names=names)).encode(),
    ).stdout
    for name in names[:3]:
        assert name in text
        assert name[:1].upper() + name[1:] not in text


def test_a_line_break_in_a_name_of_the_log():
    log = text_of(edited(events_of("match.jsonl"), 0, names=["a", "b\nc", "d", "e"])).encode()
    found = run("-", stdin=log, code=2)
    assert found.stderr == "error: names[1]: 'b\\nc' has a control character\n"
    assert found.stdout == ""
    assert json.loads(run("-", "--json", "--hand", 1, stdin=log).stdout)["names"][1] == "b\nc"


def test_one_hand_of_many():
    every = run(FOLDER / "match.jsonl").stdout
    parts = [run(FOLDER / "match.jsonl", "--hand", number).stdout for number in (1, 2, 3, 4)]
    assert every == "\n".join(parts)
    assert parts[1].startswith("Hand 2: ")
    with_fault = events_of("match.jsonl")
    with_fault[5]["pai"] = "9s"
    assert run("-", "--hand", 2, stdin=text_of(with_fault).encode()).stdout == parts[1]


def test_json():
    found = [json.loads(line) for line in run(FOLDER / "match.jsonl", "--json").stdout.splitlines()]
    hands = list(zj.read_log(FOLDER / "match.jsonl"))
    assert [one["hand"] for one in found] == [1, 2, 3, 4]
    for one, hand in zip(found, hands, strict=True):
        assert one["line"] == hand.lines[0]
        assert one["names"] == ["東", "南", "西", "北"]
        for field in ("position", "totals", "lines"):
            assert one[field] == hand[-1][field]
        assert one["next"] == dict(
            zip(("dealer", "streak"), zj.next_dealer(hand[-1]["position"]), strict=True)
        )
        assert {"ting", "waits", "wins"} <= set(one)


def test_standard_input_and_gzip(tmp_path):
    raw = DECLARED.read_bytes()
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(raw))
    expected = zhuoji("replay", str(DECLARED)).stdout
    assert zhuoji("replay", "-", stdin=raw).stdout == expected
    assert zhuoji("replay", str(path)).stdout == expected
    assert zhuoji("replay", str(path), NO_COLOR="1").stdout == expected


def test_a_log_cut_off():
    raw = (FOLDER / "match.jsonl").read_bytes()
    assert run("-", stdin=raw[:-3000]).stdout.count("Hand ") == 3


def test_what_came_before_a_fault_is_shown():
    hand = edited(events_of("declarations.jsonl"), 7, pai="9p", tsumogiri=False)
    run_ = zhuoji("replay", "-", "--lang", "en", stdin=text_of(hand).encode(), code=2)
    lines = run_.stdout.decode().splitlines()
    assert lines[-1] == " 7  seat 1 draws 3m"
    assert run_.stderr.decode() == (
        "error: line 8: dahai: seat 1, discard 9p: a declared hand wins, or throws the tile it "
        "has drawn (R-DECL-3)\n"
    )
    run_ = zhuoji("replay", "-", "--json", stdin=text_of(hand).encode(), code=2)
    assert run_.stdout == b""


def test_hands_before_a_fault_are_whole():
    events = events_of("match.jsonl")
    events[300] = {"type": "chi"}
    run_ = zhuoji("replay", "-", "--json", stdin=text_of(events).encode(), code=2)
    assert run_.stdout.count(b"\n") == 2
    assert run_.stderr.startswith(b"error: line 301: type: 'chi'")


def test_a_masked_log():
    masked = zj.mask_log(hands_of("declarations.jsonl")[0], 0)
    run_ = zhuoji("replay", "-", "--lang", "en", stdin=text_of(masked).encode(), code=2)
    assert run_.stdout.decode() == "Hand 1: rules guizhou, base 1, seat 0 deals, streak 0\n"
    assert b"masked" in run_.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere.jsonl"], "error: nowhere.jsonl: "),
        (["-"], "error: -: no whole hand in this log"),
        ([str(DECLARED), "--hand", "2"], "no hand 2 in this log"),
        ([str(DECLARED), "--hand", "0"], "error: "),
        ([], "error: "),
    ],
)
def test_what_cannot_be_replayed(args, message):
    run_ = zhuoji("replay", *args, code=2)
    assert message in run_.stderr.decode()
    assert run_.stderr.count(b"\n") == 1


def test_colour():
    text = zhuoji("replay", str(DECLARED), "--color", "--lang", "en").stdout.decode()
    assert "\x1b[32m9s\x1b[0m" in text
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "seat 0 draws 🀘 9s" in bare


def test_schema():
    found = CliRunner().invoke(app, ["schema", "log"])
    assert json.loads(found.stdout) == json.loads(json.dumps(zj.HandLog.schema()))
