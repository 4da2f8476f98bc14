"""``zhuoji view``."""

import gzip
import os

import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import POSIX, zhuoji
from log_data import FOLDER, events_of, text_of
from viewer_pages import data_of
from zhuoji_fast.cli.app import app

MATCH = FOLDER / "match.jsonl"


def run(*args, code=0, stdin=b""):
    found = CliRunner().invoke(app, ["view", *map(str, args)], input=stdin)
    assert found.exit_code == code, found
    return found


def test_a_page_in_a_file(tmp_path):
    target = tmp_path / "hand.html"
    found = run(MATCH, "-o", target, "--lang", "zh")
    assert (found.stdout, found.stderr) == ("", "")
    assert target.read_text("utf-8") == zj.log_page(MATCH)
    run(MATCH, "--output", target, "--lang", "en", "--hand", 2, "--seat", 3)
    assert target.read_text("utf-8") == zj.log_page(MATCH, hand=2, lang="en", seat=3)
    assert [*tmp_path.iterdir()] == [target]


def test_standard_input_and_output(tmp_path):
    page = zj.log_page(MATCH, lang="en").encode()
    assert zhuoji("view", "-", "-o", "-", stdin=MATCH.read_bytes()).stdout == page
    packed = tmp_path / "match.jsonl.gz"
    packed.write_bytes(gzip.compress(MATCH.read_bytes()))
    assert zhuoji("view", str(packed), "-o", "-").stdout == page


def test_the_language_is_that_of_the_locale():
    page = zhuoji("view", str(MATCH), "-o", "-", LANG="zh_CN.UTF-8").stdout.decode()
    assert data_of(page)["lang"] == "zh"
    page = zhuoji("view", str(MATCH), "-o", "-", LANG="zh_CN.UTF-8", LC_ALL="C").stdout.decode()
    assert data_of(page)["lang"] == "en"


def test_a_masked_log_is_seen_as_its_seat_sees_it(tmp_path):
    path = tmp_path / "masked.jsonl"
    path.write_text(text_of(zj.mask_log(events_of("match.jsonl"), 2)), "utf-8")
    page = zhuoji("view", str(path), "-o", "-", "--seat", "2").stdout.decode()
    assert all(hand["masked"] for hand in data_of(page)["hands"])
    assert data_of(page)["seat"] == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((MATCH, "--hand", 9), "match.jsonl: no hand 9 in this log"),
        ((FOLDER / "flip-last-tile.jsonl", "--seat", 3), "seat 3: expected 0 to 2"),
        ((FOLDER / "none.jsonl",), "none.jsonl: No such file or directory"),
    ],
)
def test_an_error_leaves_the_file_as_it_was(tmp_path, args, message):
    target = tmp_path / "hand.html"
    target.write_text("before", "utf-8")
    error = run(*args, "-o", target, code=2).stderr
    assert error.startswith("error: ")
    assert error.endswith(f"{message}\n")
    assert error.count("\n") == 1
    assert target.read_text("utf-8") == "before"
    assert [*tmp_path.iterdir()] == [target]


def test_other_errors(tmp_path):
    assert b"Missing option '-o'" in zhuoji("view", str(MATCH), code=2).stderr
    broken = tmp_path / "broken.jsonl"
    events = events_of("charge-ponged.jsonl")
    events[3]["actor"] = 2
    broken.write_text(text_of(events), "utf-8")
    error = run(broken, "-o", tmp_path / "x.html", code=2).stderr
    assert error.startswith("error: line 4: ")
    assert not (tmp_path / "x.html").exists()
    empty = run("-", "-o", "-", code=2, stdin=b"").stderr
    assert empty == "error: -: no whole hand in this log\n"
    assert run(MATCH, "-o", tmp_path / "no" / "x.html", code=2).stderr.startswith("error: ")


@POSIX
def test_the_log_is_not_replaced(tmp_path):
    log, link = tmp_path / "log.jsonl", tmp_path / "page.html"
    log.write_bytes(MATCH.read_bytes())
    link.symlink_to(log)
    for target in (log, link):
        error = run(log, "-o", target, code=2).stderr
        assert error == f"error: {target}: the page would take the place of its log\n"
        assert log.read_bytes() == MATCH.read_bytes()


@POSIX
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    if os.geteuid() == 0:
        target = "/proc/hand.html"
    else:
        tmp_path.chmod(0o500)
        target = str(tmp_path / "hand.html")
    assert zhuoji("view", str(MATCH), "-o", target, code=2).stderr.startswith(b"error: /")
