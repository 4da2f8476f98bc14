"""What the ``zhuoji`` command answers, as text and as JSON."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import (
    CASES,
    FINISHED,
    MODULE,
    POSIX,
    ROOT,
    TING,
    check_case,
    environment,
    json_of,
    text_of,
    words_of,
    zhuoji,
)
from zhuoji_fast.cli import hand_json, hand_text, main
from zhuoji_fast.cli.app import COMMANDS, app

# Answers


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    if "expect" in case:
        run = CliRunner().invoke(app, ["analyze", "--json", words_of(case)])
        assert (run.exit_code, run.stdout) == (2, "")
        assert re.fullmatch(r"error: .+\n", run.stderr)
    else:
        check_case(case, json_of(words_of(case), "--seen", case["visible"]))


def test_json_of_a_ting_hand() -> None:
    assert json_of("1122334455667m", "--seen", "1m777m") == {
        "hand": "1122334455667m",
        "size": 13,
        "shanten": 0,
        "left": 3,
        "useful": {"1m": 1, "4m": 2, "7m": 0},
        "waits": [
            {"tile": "1m", "left": 1, "patterns": ["sets", "one_suit"]},
            {"tile": "4m", "left": 2, "patterns": ["sets", "one_suit"]},
            {"tile": "7m", "left": 0, "patterns": ["sets", "seven_pairs", "one_suit"]},
        ],
    }


def test_json_of_a_finished_hand() -> None:
    found = json_of("33p", "[1111m]", "[-5555m]", "[+6666p]", "[777s]")
    assert found == {
        "hand": "33p [1111m] [-5555m] [+6666p] [777s]",
        "size": 14,
        "shanten": -1,
        "patterns": ["sets", "triplets", "lone_pair"],
        "readings": [
            {"kind": "sets", "sets": ["[1111m]", "[-5555m]", "[+6666p]", "[777s]"], "pair": "33p"}
        ],
        "throws": [{"tile": "3p", "shanten": 0, "left": 2, "useful": {"3p": 2}}],
    }
    pairs = [one for one in json_of(FINISHED)["readings"] if one["kind"] == "seven_pairs"]
    assert pairs == [
        {
            "kind": "seven_pairs",
            "sets": ["11m", "11m", "22m", "22m", "33m", "33m", "44m"],
            "pair": None,
        }
    ]


def test_throws_come_best_first_and_count_what_is_seen() -> None:
    throws = json_of("5566m233799p1111s", "--seen", "77p")["throws"]
    assert [(throw["tile"], throw["shanten"], throw["left"]) for throw in throws[:2]] == [
        ("7p", 0, 3),
        ("2p", 0, 1),
    ]
    assert len(throws) == 7
    keys = [(throw["shanten"], -throw["left"], zj.tile_index(throw["tile"])) for throw in throws]
    assert keys == sorted(keys)
    by_tile = {throw["tile"]: throw for throw in throws}
    assert by_tile["1s"]["useful"]["1s"] == 0


def test_text_of_a_ting_hand_in_a_pipe() -> None:
    assert text_of(TING, "--seen", "333p") == (
        "hand     123m45p11s [999p] [-2222s]\n"
        "shanten  0 (ting)\n"
        "\n"
        "wait  left  patterns\n"
        "3p       1  ping\n"
        "6p       4  ping\n"
        "\n"
        "total 5 (kinds: 2)\n"
    )


def test_a_wait_of_which_none_is_left_is_shown() -> None:
    lines = text_of("13m456777p55789s", "--seen", "2222m").splitlines()
    assert "2m       0  ping" in lines
    assert lines[-1] == "total 0 (kinds: 1)"


def test_text_of_a_hand_that_is_not_ting() -> None:
    assert text_of("111124m1111p [999s]", "--seen", "3m") == (
        "hand     111124m1111p [999s]\nshanten  1\n\nuseful\n3m:3 4m:3\n\ntotal 6 (kinds: 2)\n"
    )


def test_text_of_a_finished_hand() -> None:
    found = text_of(FINISHED)
    assert found == (
        "hand      11112222333344m\n"
        "shanten   -1 (finished)\n"
        "patterns  flush, flush_dragon\n"
        "\n"
        "reading\n"
        "123m 123m 123m 123m 44m\n"
        "123m 123m 234m 234m 11m\n"
        "123m 111m 222m 333m 44m\n"
        "11m 11m 22m 22m 33m 33m 44m\n"
        "\n"
        "throw  shanten  left  useful\n"
        "1m           0     6  1m:0 4m:2 5m:4\n"
        "2m           0     6  2m:0 4m:2 5m:4\n"
        "3m           0     6  3m:0 4m:2 5m:4\n"
        "4m           0     6  4m:2 5m:4\n"
    )


def test_text_of_a_throw_table() -> None:
    lines = text_of("5566m233799p1111s").splitlines()
    assert lines[1:6] == [
        "shanten  0",
        "",
        "throw  shanten  left  useful",
        "2p           0     3  7p:3",
        "7p           0     3  2p:3",
    ]
    assert len(lines) == 11


def test_long_lines_are_not_broken_in_a_pipe() -> None:
    lines = text_of("123456789m1111p", COLUMNS="20").splitlines()
    assert max(map(len, lines)) == len(" ".join(["1m:3"] * 26))


def test_a_wait_that_makes_the_quad_of_a_dragon_says_so() -> None:
    assert "dragon_pairs (quad made by this tile)" in text_of("111m3355p779922s")
    assert "龙七对 (此张凑成四张)" in text_of("111m3355p779922s", "--lang", "zh")


FLAGS = zj.Pattern


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        (FLAGS(0), []),
        (FLAGS.SETS, ["ping"]),
        (FLAGS.SETS | FLAGS.ONE_SUIT, ["flush"]),
        (FLAGS.SETS | FLAGS.TRIPLETS, ["all_triplets"]),
        (FLAGS.SETS | FLAGS.TRIPLETS | FLAGS.ONE_SUIT, ["flush_triplets"]),
        (FLAGS.SETS | FLAGS.TRIPLETS | FLAGS.LONE_PAIR, ["all_triplets", "single_wait"]),
        (
            FLAGS.SETS | FLAGS.TRIPLETS | FLAGS.LONE_PAIR | FLAGS.ONE_SUIT,
            ["flush_triplets", "flush_single_wait"],
        ),
        (FLAGS.SEVEN_PAIRS, ["seven_pairs"]),
        (FLAGS.SEVEN_PAIRS | FLAGS.ONE_SUIT, ["flush_pairs"]),
        (FLAGS.SEVEN_PAIRS | FLAGS.DRAGON, ["dragon_pairs"]),
        (FLAGS.SETS | FLAGS.SEVEN_PAIRS, ["ping", "seven_pairs"]),
        (
            FLAGS.SETS | FLAGS.SEVEN_PAIRS | FLAGS.DRAGON | FLAGS.ONE_SUIT,
            ["flush", "flush_dragon"],
        ),
    ],
)
def test_pattern_names(pattern: zj.Pattern, names: list[str]) -> None:
    assert hand_text.pattern_names(pattern) == names


def test_flag_names_are_the_flags() -> None:
    for flag in zj.Pattern:
        assert hand_json.flag_names(flag) == [flag.name.lower()]
    assert hand_json.flag_names(~zj.Pattern(0)) == [flag.name.lower() for flag in zj.Pattern]


# Language


def test_language() -> None:
    chinese = text_of(FINISHED, "--lang", "zh")
    assert "牌型  清一色, 青龙背\n" in chinese
    assert not re.search(r"[a-ln-oq-rt-z]{3}", chinese)
    assert text_of(FINISHED, LANG="zh_CN.UTF-8") == chinese
    assert text_of(FINISHED, LANG="C", LC_ALL="zh_TW.UTF-8") == chinese
    assert text_of(FINISHED, LANG="zh_CN.UTF-8", LC_MESSAGES="de_DE.UTF-8") == text_of(FINISHED)
    assert text_of(FINISHED, "--lang", "en", LANG="zh_CN.UTF-8") == text_of(FINISHED)


def test_output_whose_encoding_lacks_chinese_is_no_crash() -> None:
    found = text_of(FINISHED, "--lang", "zh", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert found.splitlines()[0] == "??  11112222333344m"
    assert json_of(FINISHED, "--lang", "zh") == json_of(FINISHED)


# Words of a hand


@pytest.mark.parametrize(
    "words",
    [
        ["123m45p11s [999p] [-2222s]"],
        ["123m45p11s", "[999p]", "[-2222s]"],
        ["123m", "45p", "11s", "[999p]", "[-2222s]", "--seen", ""],
        ["--seen", " ", "54p321m11s[999p][-2222s]"],
        ["123m45p11s", "[999p]", "[", "-2222s]"],
        ["--", "123m45p11s", "[999p]", "[", "-2222s", "]"],
        ["一二三万45p", "幺鸡", "幺鸡", "[999p]", "[-2222s]"],
        ["🀇🀈🀉🀜🀝🀐🀐", "[999p]", "[-2222s]"],
    ],
)
def test_a_hand_in_several_words(words: list[str]) -> None:
    assert json_of(*words)["hand"] == TING


def test_a_meld_at_the_front_is_not_taken_for_an_option() -> None:
    run = zhuoji("analyze", "[-2222m]", "123m", code=2)
    assert run.stderr.startswith(b"error: tile text '[-2222m] 123m', position 10")


# Bad input


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["analyze"], "Missing argument 'HAND'"),
        (["analyze", "123m"], "3 concealed tiles with 0 melds, expected 13 or 14"),
        (["analyze", ""], "no concealed tiles"),
        (["analyze", "123m45z"], "position 7 (counted from 1): 'z'"),
        (["analyze", "22222448m123p678s"], "five of 2m"),
        (["analyze", "11234567m", "[111m]"], "1m"),
        (["analyze", "14668889m"], "8 concealed tiles"),
        (["analyze", "123m45p11s [99p]"], "2 tiles, a meld has three or four"),
        (["analyze", "１２m"], "full-width"),
        (["analyze", "123m\n\x1b[31m45z"], "\\x1b"),
        (["analyze", TING, "--seen", "9"], "'9' without a suit letter"),
        (["analyze", TING, "--seen", "22222m"], "--seen '22222m': five of 2m"),
        (["analyze", TING, "--seen", "2s"], "seen: 1 of 2s and 4 in"),
        (["analyze", TING, "--seen"], "Option '--seen' requires an argument"),
        (["analyze", TING, "--lang", "fr"], "'fr' is not one of 'zh', 'en'"),
        (["analyze", TING, "--sen", "1m"], "no such option: --sen"),
        (["analyze", TING, "-x"], "no such option: -x"),
        (["analyze", "-", TING], "'-' stands alone"),
        (["analyse", TING], "No such command 'analyse'"),
        (["--colour"], "--colour"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    args: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    found = capfd.readouterr()
    assert found.out == ""
    assert re.fullmatch(r"error: [^\n\x1b]+\n", found.err)
    assert message in found.err


def test_bad_input_in_a_process_of_its_own() -> None:
    run = zhuoji("analyze", "123m45z", "--json", code=2, process=True)
    assert run.stdout == b""
    assert re.fullmatch(
        r"error: [^\n]*position 7[^\n]*'z': unknown character\n", run.stderr.decode()
    )


@POSIX
def test_arguments_that_are_not_utf_8() -> None:
    run = subprocess.run(
        [*MODULE, "analyze", b"123m\xff"], capture_output=True, env=environment(), check=False
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert re.fullmatch(rb"error: [^\n]*position 5[^\n]*\n", run.stderr)


# The program around it


def test_version_and_help() -> None:
    assert zhuoji("--version").stdout.decode() == f"zhuoji_fast {zj.__version__}\n"
    found = zhuoji("--help").stdout.decode()
    assert found == zhuoji().stdout.decode()
    assert len(found.splitlines()) < 15 + len(COMMANDS)
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\w", found, re.MULTILINE)
        own = zhuoji(name, "--help").stdout.decode()
        assert own.startswith(f"Usage: zhuoji {name} ")
        assert max(map(len, own.splitlines())) <= 80


def test_the_installed_script_is_the_same_command() -> None:
    script = Path(sys.executable).with_name("zhuoji")
    if not script.exists():
        pytest.skip("the package is not installed with its script")
    run = subprocess.run(
        [script, "analyze", TING], capture_output=True, env=environment(), check=False
    )
    assert (run.returncode, run.stdout.decode()) == (0, text_of(TING))


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_the_command_names_it(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from zhuoji_fast.cli import main\n"
        "sys.exit(main(['analyze', '1m']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), check=False
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert re.fullmatch(rb"error: [^\n]*pip install 'zhuoji_fast\[cli\]'\n", run.stderr)


@pytest.mark.parametrize(
    ("args", "unwanted"),
    [
        (["--help"], {"numpy", "rich.table", "rich.console"}),
        (["analyze", TING, "--json"], {"rich.table", "rich.console"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(args: list[str], unwanted: set[str]) -> None:
    code = (
        "import sys, typer\nbefore = set(sys.modules)\nfrom zhuoji_fast.cli import main\n"
        f"code = main({args!r})\nprint(*set(sys.modules) - before, file=sys.stderr)\n"
        "sys.exit(code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), check=False
    )
    assert run.returncode == 0
    loaded = set(run.stderr.decode().split())
    assert "zhuoji_fast.cli.app" in loaded
    assert not loaded & unwanted


# The document


def documented_examples() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    return re.findall(r"^```sh\n(.*?)^```\n+^```text\n(.*?)^```$", text, re.M | re.S)


@POSIX
@pytest.mark.parametrize(("command", "output"), documented_examples())
def test_documented_examples(command: str, output: str) -> None:
    alias = f"zhuoji() {{ '{sys.executable}' -m zhuoji_fast \"$@\"; }}\n"
    run = subprocess.run(
        ["sh", "-c", alias + command], capture_output=True, env=environment(), check=False
    )
    assert (run.stdout.decode(), run.stderr) == (output, b"")


def test_documented_fields() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    table = text.partition("### Fields")[2].partition("### Streams")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("|")
    ]
    fields: dict[str, list[str]] = {}
    owner = ""
    for cells in rows:
        if len(cells) != 4 or (not cells[1].startswith("`") and not cells[0].startswith("`")):
            continue
        if cells[0].startswith("`"):
            for size in ("13", "14") if cells[1] == "both" else (cells[1],):
                fields.setdefault(size, []).append(cells[0].strip("`"))
        else:
            owner = cells[0] or owner
            fields.setdefault(owner, []).append(cells[1].strip("`"))
    structs = {
        "13": hand_json.WaitingAnswer,
        "14": hand_json.DrawnAnswer,
        "wait": hand_json.WaitAnswer,
        "reading": hand_json.ReadingAnswer,
        "throw": hand_json.ThrowAnswer,
    }
    streamed = {"13": ["line"], "14": ["line"]}
    assert fields == {
        name: [*streamed.get(name, []), *[field.name for field in msgspec.structs.fields(struct)]]
        for name, struct in structs.items()
    }
    flags = re.findall(
        r"`([a-z_]+)`", text.partition("A flag is the name")[2].partition("Flags")[0]
    )
    assert flags == hand_json.flag_names(~zj.Pattern(0))
