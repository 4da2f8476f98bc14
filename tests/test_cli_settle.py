"""``zhuoji settle``: one position as text or JSON, many as JSON Lines."""

import io
import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import MODULE, environment, zhuoji
from position_strategies import sample
from test_cli_output import Trickle, running
from zhuoji_fast.cli.app import app, run
from zhuoji_fast.cli.settle import _looked_into

EXPLAINED = Path(__file__).parent / "data" / "explained"
NAMES = sorted(path.stem for path in EXPLAINED.glob("*.json"))
ONE = json.loads((EXPLAINED / "duyun_responsibility.json").read_text("utf-8"))
LINE = json.dumps(ONE).encode()
PRETTY = json.dumps(ONE, indent=2).encode()
ENGLISH = {"LANG": "en_GB.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}


def answer(*args, stdin=b"", code=0, env=ENGLISH):
    found = CliRunner().invoke(app, ["settle", *args], input=stdin, env=env)
    assert (found.exit_code, found.stderr) == (code, "")
    return found.stdout


def answers(*args, stdin=b"", code=0):
    return [json.loads(line) for line in answer(*args, stdin=stdin, code=code).splitlines()]


def expected(document):
    told = zj.settle(document)
    found = {**told.to_dict(), "next": zj.next_dealer(document)._asdict()}
    return json.loads(json.dumps(found))


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "positions.jsonl"
    path.write_bytes(
        b"".join([json.dumps(document).encode() + b"\n" for document in sample()[:40]])
    )
    return path


# One position


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_explained(name, lang):
    text = (EXPLAINED / f"{name}.{lang}.txt").read_text("utf-8")
    assert answer(str(EXPLAINED / f"{name}.json"), "--lang", lang) == text


def test_the_language_is_that_of_the_locale():
    path = str(EXPLAINED / f"{NAMES[0]}.json")
    assert answer(path).startswith("Rules: ")
    assert answer(path, env={**ENGLISH, "LC_ALL": "zh_CN.UTF-8"}).startswith("规则：")


@pytest.mark.parametrize(
    "text", [LINE, LINE + b"\n", PRETTY, b"\xef\xbb\xbf" + PRETTY, b"\n\n" + PRETTY]
)
def test_one_position_in_every_form(text, tmp_path):
    path = tmp_path / "position.json"
    path.write_bytes(text)
    told = zj.settle(ONE).explain("en") + "\n"
    assert answer(str(path)) == told
    assert answer("-", stdin=text) == told
    assert answers(str(path), "--json") == [expected(ONE)]
    found = answers("-", "--json", stdin=text)
    assert [{**one, "line": 1} for one in found] == [{"line": 1, **expected(ONE)}]


def test_json_with_the_text():
    path = str(EXPLAINED / f"{NAMES[0]}.json")
    for lang in ("zh", "en"):
        (found,) = answers(path, "--json", "--lang", lang)
        assert found.pop("text") == zj.settle(Path(path).read_bytes()).explain(lang)
        assert "text" not in answers(path, "--json")[0]
        (streamed,) = answers("-", "--json", "--lang", lang, stdin=LINE)
        assert streamed["text"] == zj.settle(ONE).explain(lang)


# Rules


def test_other_rules(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "duyun"\nself_draw = "none"\n', "utf-8")
    house = {**ONE, "rules": {"preset": "duyun", "self_draw": "none"}}
    bare = {name: value for name, value in ONE.items() if name != "rules"}
    for document in (ONE, bare):
        text = json.dumps(document).encode()
        assert (
            answers("-", "--json", "--rules", str(path), stdin=text)[0]["totals"]
            == (expected(house)["totals"])
        )
        assert answer("-", "--rules", "duyun", stdin=text) == (
            zj.settle({**ONE, "rules": "duyun"}).explain("en") + "\n"
        )


def test_rules_that_do_not_fit_the_position():
    text = json.dumps({**ONE, "seats": ONE["seats"][:3]}).encode()
    found = answers("-", "--rules", "guiyang", "--json", stdin=text + b"\n" + LINE, code=1)
    assert found[0] == {"line": 1, "error": "seats: 3 seats, these rules are for 4 players"}
    assert found[1]["totals"] == expected({**ONE, "rules": "guiyang"})["totals"]


# Many positions


def test_many_positions_are_json_lines(lines):
    wanted = [{"line": i, **expected(document)} for i, document in enumerate(sample()[:40], 1)]
    assert answers(str(lines)) == wanted
    assert answers(str(lines), "--json") == wanted
    assert answers("-", stdin=lines.read_bytes()) == wanted
    assert answers("-", stdin=lines.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n")) == wanted
    texts = answers(str(lines), "--json", "--lang", "zh")
    assert [one["text"] for one in texts] == [zj.settle(d).explain("zh") for d in sample()[:40]]


def test_bad_lines_are_reported_and_the_rest_go_on():
    bad = b'{"rules": "duyun"}\n{"rules": \n\n\xff\n[1]\n"x"\n'
    found = answers("-", stdin=LINE + b"\n" + bad + LINE + b"\n", code=1)
    assert [one["line"] for one in found] == [1, 2, 3, 5, 6, 7, 8]
    good = [one["line"] for one in found if "error" not in one]
    assert good == [1, 8]
    errors = {one["line"]: one["error"] for one in found if "error" in one}
    assert errors[2] == "dealer: missing"
    assert errors[3].startswith("position: ")
    assert errors[5] == "not UTF-8: byte 0xff at offset 0"
    assert all(set(one) == {"line", "error"} for one in found if "error" in one)


@pytest.mark.parametrize("first", [b'{"rules": "duyun"}', b'{"rules": ', b"{", b"x", b"[1]"])
def test_a_bad_first_line(first):
    found = answers("-", stdin=first + b"\n" + LINE + b"\n" + LINE + b"\n", code=1)
    assert [("error" in one) for one in found] == [True, False, False]


def test_a_program_can_send_a_position_and_wait_for_its_answer():
    with running("settle", "-", "--json") as process:
        for number in range(1, 4):
            process.stdin.write(LINE + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("text", "eager", "many"),
    [
        (b"", False, False),
        (b"", True, False),
        (b"\n \n", True, False),
        (b"{}", False, False),
        (b"{}", True, True),
        (b"{}\n", True, True),
        (b"{}\n\n  \n", False, False),
        (b"{}\n{}", False, True),
        (b"{}\nx", False, True),
        (b"x\n{}", False, True),
        (b'{\n "a": 1}', True, False),
        (b'{\n "a": 1}\n', False, False),
        (b'\n{\n\n{"a": 1}\n', False, True),
    ],
)
def test_one_position_or_many(text, eager, many):
    streams = [io.BytesIO(text), io.BufferedReader(Trickle([bytes([c]) for c in text]))]
    for stream in streams:
        found, unread = _looked_into(stream, eager=eager)
        assert found is many
        assert unread.read() == text


def test_an_endless_line_is_read_once():
    text = b"9" * 3_000_000 + b"\n{}"
    many, unread = _looked_into(io.BytesIO(text), eager=False)
    assert many
    assert b"".join(iter(lambda: unread.read1(1 << 16), b"")) == text


# Errors


@pytest.mark.parametrize("stdin", [b"", b"\n\n"])
def test_no_position_on_standard_input(stdin):
    assert answer("-", stdin=stdin) == answer("-", "--json", stdin=stdin) == ""


def error_of(capfd, *args):
    assert run(["settle", *args]) == 2
    found = capfd.readouterr()
    assert found.out == ""
    assert found.err.startswith("error: ")
    assert found.err.count("\n") == 1
    return found.err


def test_errors(capfd, tmp_path):
    path = tmp_path / "bad.json"
    for text, part in (
        (b"", "bad.json: no position in it"),
        (b"{", "position: "),
        (b"[]", "position"),
        (b"\xff{}", "not UTF-8"),
        (json.dumps({**ONE, "dealer": 7}, indent=1).encode(), "dealer: 7"),
        (json.dumps({**ONE, "delaer": 1}).encode(), "delaer: unknown field"),
    ):
        path.write_bytes(text)
        assert part in error_of(capfd, str(path))
        assert part in error_of(capfd, str(path), "--json")
    assert "none.json: No such file" in error_of(capfd, str(tmp_path / "none.json"))
    assert "did you mean 'duyun'" in error_of(capfd, str(path), "--rules", "dujun")
    assert "Missing argument 'FILE'" in error_of(capfd)
    assert "'fr' is not one of" in error_of(capfd, str(path), "--lang", "fr")


def test_in_a_process_of_its_own(lines):
    found = zhuoji("settle", "-", stdin=lines.read_bytes(), process=True)
    assert found.stdout.count(b"\n") == 40
    found = zhuoji("settle", str(EXPLAINED / f"{NAMES[0]}.json"), "--lang", "zh", LC_ALL="C")
    assert found.stdout.decode().startswith("规则：")


def test_a_reader_that_goes_away_ends_quietly(lines):
    lines.write_bytes(lines.read_bytes() * 20)
    with subprocess.Popen(
        [*MODULE, "settle", str(lines)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
