"""How the ``zhuoji`` command reads and writes: streams, pipes, terminals, signals."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import (
    CASES,
    FINISHED,
    MODULE,
    POSIX,
    TING,
    check_case,
    environment,
    json_of,
    stream,
    text_of,
    words_of,
)
from zhuoji_fast.cli import common
from zhuoji_fast.cli.app import app

# Streams


def test_a_stream_answers_every_line_in_order() -> None:
    cases = [case for case in CASES if not case["visible"]]
    code, found = stream("\n".join(map(words_of, cases)).encode())
    assert code == 1
    assert [one["line"] for one in found] == list(range(1, len(cases) + 1))
    for case, one in zip(cases, found, strict=True):
        assert next(iter(one)) == "line"
        if "expect" in case:
            assert set(one) == {"line", "error"}
        else:
            check_case(case, one)


def test_stream_and_single_answers_are_the_same() -> None:
    code, found = stream(f"{TING}\n".encode(), "--seen", "3p")
    assert (code, found) == (0, [{"line": 1, **json_of(TING, "--seen", "3p")}])


def test_bad_lines_are_numbered_and_the_rest_go_on() -> None:
    lines = f"{TING}\n\n123m\n \t \r\n{FINISHED}\r\n\xff{TING}\n".encode("latin-1") + b"1m\xe4\xb8"
    code, found = stream(lines)
    assert code == 1
    assert [one["line"] for one in found] == [1, 3, 5, 6, 7]
    assert list(found[1]) == ["line", "error"]
    assert "3 concealed tiles with 0 melds" in found[1]["error"]
    assert found[2]["patterns"]
    assert found[3]["error"] == "not UTF-8: byte 0xff at offset 0"
    assert found[4]["error"] == "not UTF-8: byte 0xe4 at offset 2"


@pytest.mark.parametrize("lines", [b"", b"\n\n", b"\xef\xbb\xbf\n", b" "])
def test_a_stream_of_nothing(lines: bytes) -> None:
    assert stream(lines) == (0, [])


def test_a_byte_order_mark_is_passed_over_once() -> None:
    mark = b"\xef\xbb\xbf"
    hand = TING.encode()
    code, found = stream(mark + hand + b"\n" + mark + hand)
    assert code == 1
    assert [("error" in one, one["line"]) for one in found] == [(False, 1), (True, 2)]


def test_control_characters_of_a_bad_line_do_not_reach_the_terminal() -> None:
    run = CliRunner().invoke(app, ["analyze", "-"], input=b"1m\x1b[31m\x00\x85\n")
    assert run.stdout.isascii()
    assert run.stdout[:-1].isprintable()


class Trickle(io.RawIOBase):
    """A raw stream that gives its pieces one a read."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self.pieces.pop(0) if self.pieces else b""
        buffer[: len(piece)] = piece
        return len(piece)


def test_lines_are_put_together_from_any_pieces() -> None:
    pieces = [b"a", b"b\nc", b"\n\n", b"d", b"", b"never read"]
    batches = list(common.line_batches(io.BufferedReader(Trickle(pieces))))
    assert batches == [[b"ab"], [b"c", b""], [b"d"]]
    text = b"x" * 200_000 + b"\n" + b"y\n" * 70_000
    joined = [line for batch in common.line_batches(io.BytesIO(text)) for line in batch]
    assert joined == text.split(b"\n")[:-1]


@contextlib.contextmanager
def running(*args: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [*MODULE, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(**env),
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_a_program_can_send_a_hand_and_wait_for_its_answer() -> None:
    with running("analyze", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(1, 4):
            process.stdin.write(f"{TING}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait() == 0


@POSIX
def test_a_reader_that_goes_away_ends_the_stream_quietly() -> None:
    with running("analyze", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{TING}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(f"{TING}\n".encode() * 2000)
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == common.BROKEN_PIPE


@POSIX
@pytest.mark.parametrize("args", [["analyze", TING], ["analyze", TING, "--json"], ["--help"]])
def test_a_closed_pipe_is_quiet_for_short_output_too(args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [*MODULE, *args], stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False
    )
    os.close(writer)
    assert (run.returncode, run.stderr) == (common.BROKEN_PIPE, b"")


@POSIX
def test_interrupting_a_stream_is_quiet() -> None:
    with running("analyze", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{TING}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == common.INTERRUPTED
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [["analyze", TING], ["analyze", TING, "--json"], ["analyze", "-"]])
def test_output_that_cannot_be_written(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [*MODULE, *args],
            input=f"{TING}\n".encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert (run.returncode, run.stderr) == (2, b"error: No space left on device\n")


@POSIX
@pytest.mark.parametrize(
    ("closed", "message"),
    [(0, b"error: standard input is closed\n"), (1, b"error: standard output is closed\n")],
)
def test_closed_streams(closed: int, message: bytes) -> None:
    code = (
        f"import os, sys; os.close({closed}); os.execv(sys.executable, {[*MODULE, 'analyze', '-']})"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, b"", message)


def test_a_stream_can_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(b"one\ntwo")
    with common.binary_input(str(path)) as source:
        assert list(common.line_batches(source)) == [[b"one"], [b"two"]]

    def command() -> None:
        with common.binary_input(str(tmp_path / "missing")):
            raise AssertionError

    made = typer.Typer()
    made.command()(common.guarded(command))
    run = CliRunner().invoke(made, [])
    assert run.exit_code == 2
    assert run.stderr == f"error: {tmp_path / 'missing'}: No such file or directory\n"


# Terminals


def on_a_terminal(*args: str, columns: int = 80, **env: str) -> str:
    """What the command writes on a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    fcntl = pytest.importorskip("fcntl")
    termios = pytest.importorskip("termios")
    master, slave = pty.openpty()
    fcntl.ioctl(
        slave,
        termios.TIOCSWINSZ,
        (40).to_bytes(2, sys.byteorder) + columns.to_bytes(2, sys.byteorder) + bytes(4),
    )
    process = subprocess.Popen(
        [*MODULE, *args], stdin=slave, stdout=slave, stderr=slave, env=environment(**env)
    )
    os.close(slave)
    written = b""
    with contextlib.suppress(OSError):
        while piece := os.read(master, 4096):
            written += piece
    os.close(master)
    assert process.wait() == 0
    return written.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_terminal_gets_colour_and_glyphs() -> None:
    found = on_a_terminal("analyze", "13m456777p55789s", "--seen", "2222m", TERM="xterm-256color")
    assert "\x1b[31m13m" in found
    assert "\x1b[32m55789s" in found
    assert zj.Hand("13m456777p55789s").glyphs in found
    assert "🀈 2m     0  ping" in plain(found)
    assert "13m456777p55789s" in plain(found)


@pytest.mark.parametrize(
    ("args", "env", "color", "glyphs"),
    [
        ([], {"TERM": "xterm"}, True, True),
        ([], {"TERM": "xterm", "NO_COLOR": "1"}, False, True),
        ([], {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ([], {"TERM": "dumb"}, False, False),
        (["--no-color"], {"TERM": "xterm"}, False, False),
        (["--color"], {"TERM": "xterm", "NO_COLOR": "1"}, True, True),
        ([], {"TERM": "xterm", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, True, False),
    ],
)
def test_looks_on_a_terminal(
    args: list[str], env: dict[str, str], color: bool, glyphs: bool
) -> None:
    found = on_a_terminal("analyze", TING, *args, **env)
    assert ("\x1b[" in found, "🀇" in found) == (color, glyphs)
    assert TING in plain(found)


@pytest.mark.parametrize(
    ("args", "env", "dressed"),
    [
        ([], {"TERM": "xterm"}, False),
        (["--color"], {}, True),
        (["--color"], {"TERM": "dumb", "NO_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--no-color"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_looks_in_a_pipe(args: list[str], env: dict[str, str], dressed: bool) -> None:
    found = text_of(TING, *args, **env)
    assert ("\x1b[" in found, "🀇" in found) == (dressed, dressed)
    if not dressed:
        assert found == text_of(TING)
        assert all(line == line.rstrip() for line in found.splitlines())


def test_a_narrow_terminal_breaks_lines_between_tiles() -> None:
    found = on_a_terminal("analyze", "123456789m1111p5s", columns=50, TERM="xterm", NO_COLOR="1")
    assert max(map(len, found.splitlines())) <= 50
    wide = json_of("123456789m1111p5s")["throws"]
    shown = re.findall(r"\d[mps]:\d", found)
    assert shown == [f"{tile}:{left}" for throw in wide for tile, left in throw["useful"].items()]


def test_a_terminal_shows_the_answer_to_each_line_at_once() -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*MODULE, "analyze", "-"], stdin=slave, stdout=slave, stderr=slave, env=environment()
    )
    os.close(slave)
    os.write(master, f"{TING}\n".encode())
    seen = b""
    while b'"shanten":0' not in seen:
        seen += os.read(master, 4096)
    assert process.poll() is None
    os.write(master, b"\x04")
    assert process.wait() == 0
    os.close(master)
