"""The ``zhuoji play`` command."""

import json

import pytest

import zhuoji_fast as zj
from cli_runs import zhuoji


def test_play_prints_a_table():
    done = zhuoji("play", "--policies", "useful,shanten,random,random", "-n", "60", "--seed", "3")
    assert b"60 hands" in done.stdout
    assert b"0 useful" in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_play_as_json_equals_the_library(jobs):
    done = zhuoji(
        "play", "--policies", "shanten", "-n", "90", "--jobs", jobs, "--rules", "duyun", "--json"
    )
    assert json.loads(done.stdout) == json.loads(
        json.dumps(zj.play_hands("shanten", 90, rules="duyun").to_dict())
    )


def test_three_players_and_a_log(tmp_path):
    path = tmp_path / "log.jsonl.gz"
    done = zhuoji(
        "play",
        "--policies",
        "useful",
        "--players",
        "3",
        "-n",
        "5",
        "--rules",
        "guizhou",
        "--log",
        str(path),
        "--json",
    )
    totals = [zj.Table.replay(hand).settlement.totals for hand in zj.read_log(path)]
    sums = [seat["score_sum"] for seat in json.loads(done.stdout)["seats"]]
    assert [sum(row) for row in zip(*totals, strict=True)] == sums


def test_jobs_do_not_change_a_log(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, jobs in ((one, "1"), (two, "2")):
        zhuoji("play", "-n", "6", "--seed", "4", "--jobs", jobs, "--log", str(path))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--policies", "best"], "best"),
        (["--policies", "useful,random"], "2 players"),
        (["--policies", "useful,random,random,random", "--players", "3"], "--players"),
        (["-n", "0"], "n: 0"),
        (["--jobs", "0"], "--jobs"),
        (["--rules", "nanjing"], "nanjing"),
    ],
)
def test_bad_arguments_are_one_line(arguments, message):
    done = zhuoji("play", *arguments, code=2)
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
