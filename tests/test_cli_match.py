"""The ``zhuoji match`` command."""

import json
import signal
import subprocess
import sys

import pytest

import zhuoji_fast as zj
from cli_runs import MODULE, POSIX, environment, zhuoji
from zhuoji_fast.cli.app import run


def test_match_prints_the_result():
    done = zhuoji("match", "useful", "shanten", "-n", "60", "--seed", "3")
    assert done.stdout.decode() == f"{zj.match('useful', 'shanten', 60, 3)}\n"
    assert done.stderr == b""


def test_match_as_json_equals_the_library():
    arguments = ["-n", "4000", "--half-width", "0.5", "--rules", "guizhou", "--players", "3"]
    done = zhuoji("match", "useful", "closed", *arguments, "--jobs", "2", "--json")
    found = json.loads(done.stdout)
    result = zj.match("useful", "closed", 4000, 0, "guizhou", 3, half_width=0.5)
    assert found == json.loads(json.dumps(result.to_dict()))
    assert found["stopped"] == "half_width"


def test_seconds():
    done = zhuoji("match", "random", "random", "-n", "1000000000", "--seconds", "0.2")
    assert b"stopped by seconds" in done.stdout


@POSIX
def test_ctrl_c_prints_what_was_counted():
    process = subprocess.Popen(
        [*MODULE, "match", "random", "random", "-n", "1000000000", "--seconds", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert b"stopped by interrupted" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["best", "useful"], "a: 'best'"),
        (["useful", "best"], "b: 'best'"),
        (["useful"], "'B'"),
        (["useful", "shanten", "-n", "0"], "hands: 0"),
        (["useful", "shanten", "--seed", "-1"], "seed: -1"),
        (["useful", "shanten", "--players", "3"], "players: 3"),
        (["useful", "shanten", "--half-width", "0"], "half_width: 0"),
        (["useful", "shanten", "--seconds", "-2"], "seconds: -2"),
        (["useful", "shanten", "--jobs", "0"], "--jobs: 0"),
        (["useful", "shanten", "--jobs", "2", "--dask", "tcp://127.0.0.1:1"], "--jobs and --dask"),
        (["useful", "shanten", "--rules", "nanjing"], "nanjing"),
    ],
)
def test_bad_arguments_are_one_line(arguments, message, capsys):
    assert run(["match", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_wrong_address_is_one_line():
    pytest.importorskip("distributed", reason="needs Dask, the extra 'dask'")
    done = zhuoji("match", "useful", "shanten", "--dask", "here", code=2)
    assert done.stderr.startswith(b"error: --dask: here: ")
    assert done.stderr.count(b"\n") == 1


def test_without_dask_the_extra_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["match", "useful", "shanten", "--dask", "tcp://127.0.0.1:1"]) == 2
    assert "zhuoji_fast[dask]" in capsys.readouterr().err
