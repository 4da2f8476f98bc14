"""Ways to run the ``zhuoji`` command in tests."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast
from unittest import mock

import pytest
from typer.testing import CliRunner

from zhuoji_fast.cli import main
from zhuoji_fast.cli.app import app

Run: TypeAlias = "subprocess.CompletedProcess[bytes]"
ROOT = Path(__file__).resolve().parent.parent
CASES = json.loads((ROOT / "tests" / "data" / "analysis.json").read_text("utf-8"))
MODULE = [sys.executable, "-m", "zhuoji_fast"]
LOOK = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "COLORTERM", "LC_ALL", "LC_MESSAGES", "LANG")
TING = "123m45p11s [999p] [-2222s]"
FINISHED = "11112222333344m"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX pipes and signals")


def environment(**more: str) -> dict[str, str]:
    """The environment without what changes the look of output."""
    kept = {name: value for name, value in os.environ.items() if name not in LOOK}
    return {**kept, "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1", **more}


def in_this_process(args: Sequence[str], stdin: bytes | None, env: dict[str, str]) -> Run:
    """The command as its entry point runs it, with streams and environment of its own."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO((stdin or b"") if name == "stdin" else b""), "utf-8")
        for name in ("stdin", "stdout", "stderr")
    }
    before = {name: getattr(sys, name) for name in streams}
    try:
        for name, stream in streams.items():
            setattr(sys, name, stream)
        with mock.patch.dict(os.environ, env, clear=True):
            code = main(args)
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)
    out, err = (cast("io.BytesIO", streams[name].detach()) for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess([*args], code, out.getvalue(), err.getvalue())


def in_its_own_process(args: Sequence[str], stdin: bytes | None, env: dict[str, str]) -> Run:
    return subprocess.run([*MODULE, *args], input=stdin, capture_output=True, env=env, check=False)


def zhuoji(
    *args: str, stdin: bytes | None = b"", code: int = 0, process: bool = False, **env: str
) -> Run:
    """Run the command; as a process also where Python is set up otherwise or starts others."""
    process = process or stdin is None or "--jobs" in args or any("PYTHON" in name for name in env)
    run = (in_its_own_process if process else in_this_process)(args, stdin, environment(**env))
    assert run.returncode == code, run
    assert b"Traceback" not in run.stderr
    return run


def text_of(*args: str, **env: str) -> str:
    run = zhuoji("analyze", *args, **env)
    assert run.stderr == b""
    return run.stdout.decode()


def json_of(*args: str) -> dict[str, Any]:
    """Through typer's own runner, which spares a process."""
    run = CliRunner().invoke(app, ["analyze", "--json", *args])
    assert (run.exit_code, run.stderr) == (0, "")
    assert run.stdout.count("\n") == 1
    found = json.loads(run.stdout)
    assert isinstance(found, dict)
    return found


def stream(lines: bytes, *args: str) -> tuple[int, list[dict[str, Any]]]:
    run = CliRunner().invoke(app, ["analyze", "-", *args], input=lines)
    assert run.stderr == ""
    assert run.exception is None or isinstance(run.exception, SystemExit)
    return run.exit_code, [json.loads(line) for line in run.stdout.splitlines()]


def words_of(case: dict[str, Any]) -> str:
    return " ".join([case["concealed"], *[f"[{meld}]" for meld in case["melds"]]])


def check_case(case: dict[str, Any], found: dict[str, Any]) -> None:
    assert found["hand"] == words_of(case)
    assert found["shanten"] == case["shanten"]
    if "waits" in case:
        assert found["size"] == 13
        assert [wait["tile"] for wait in found["waits"]] == case["waits"]
        assert {wait["tile"]: wait["left"] for wait in found["waits"]} == case["left"]
        assert all(wait["patterns"] for wait in found["waits"])
        assert len(found["useful"]) == case["ukeire_kinds"]
        assert sum(found["useful"].values()) == found["left"] == case["ukeire_tiles"]
        return
    assert found["size"] == 14
    assert bool(found["patterns"]) == case["is_win"]
    if "standard_readings" in case:
        concealed = [
            (one["pair"], sorted(part for part in one["sets"] if part[0] != "["))
            for one in found["readings"]
            if one["kind"] == "sets"
        ]
        expected = [
            (f"{one['pair'][0]}{one['pair']}", sorted(one["melds"]))
            for one in case["standard_readings"]
        ]
        assert sorted(concealed) == sorted(expected)
    throws = {throw["tile"]: throw for throw in found["throws"]}
    for tile, expected in case.get("best_discards", {}).items():
        assert throws[tile]["shanten"] == found["throws"][0]["shanten"]
        assert len(throws[tile]["useful"]) == expected["kinds"]
        assert sum(throws[tile]["useful"].values()) == throws[tile]["left"] == expected["tiles"]
        if expected["draws"] != "many":
            assert throws[tile]["useful"] == expected["draws"]
