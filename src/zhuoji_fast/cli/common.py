"""What the subcommands share: options, look of the output, streams, errors.

Importing this module loads typer but neither NumPy nor rich: a subcommand imports what it needs
inside its function, which keeps ``zhuoji --help`` quick.
"""

import enum
import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple

import msgspec
import typer

from zhuoji_fast.errors import TileTextError, ZhuojiError

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "BAD_INPUT",
    "BAD_LINES",
    "BROKEN_PIPE",
    "INTERRUPTED",
    "ColorOption",
    "JsonOption",
    "Lang",
    "LangOption",
    "Look",
    "binary_input",
    "binary_output",
    "decode",
    "detect_lang",
    "detect_look",
    "guarded",
    "join_words",
    "line_batches",
    "one_line",
    "print_error",
    "print_json",
    "print_rich",
    "stream_json_lines",
]

BAD_LINES = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

_CHUNK = 1 << 16
_BOM = b"\xef\xbb\xbf"


class Lang(enum.StrEnum):
    """Language of the text output."""

    zh = "zh"
    en = "en"


ColorOption = Annotated[
    bool | None,
    typer.Option(
        "--color/--no-color",
        help="Colour and tile glyphs, or plain text. Default: as the output is a terminal or not.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON, one object a line.")]
HandOption = Annotated[
    int | None,
    typer.Option(
        "--hand",
        metavar="N",
        min=1,
        help="Only hand N of the log, counted from 1.",
        show_default=False,
    ),
]
LogArgument = Annotated[
    str,
    typer.Argument(
        metavar="LOG",
        help="A .jsonl or .jsonl.gz file, or - for standard input.",
        show_default=False,
    ),
]
LangOption = Annotated[
    Lang | None,
    typer.Option("--lang", help="Language of the text. Default: from LC_ALL, LC_MESSAGES or LANG."),
]


def detect_lang(lang: Lang | None) -> Lang:
    """Give the language asked for, else Chinese in a Chinese locale and English elsewhere."""
    if lang is not None:
        return lang
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return Lang.zh if value.lower().startswith("zh") else Lang.en
    return Lang.en


class Look(NamedTuple):
    """How text output is dressed."""

    color: bool
    glyphs: bool


def detect_look(color: bool | None) -> Look:
    """Decide on colour and tile glyphs.

    An explicit ``--color`` or ``--no-color`` decides both. Otherwise both need a terminal that is
    not ``dumb``; ``NO_COLOR`` (not empty) takes the colour away and ``FORCE_COLOR`` stands for
    ``--color``. Glyphs also need an output encoding that has them.
    """
    if color is None and os.environ.get("FORCE_COLOR") and not os.environ.get("NO_COLOR"):
        color = True
    if color is None:
        rich_output = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    else:
        rich_output = color
    colored = rich_output and (color is True or not os.environ.get("NO_COLOR"))
    return Look(color=colored, glyphs=rich_output and _has_glyphs())


def _has_glyphs() -> bool:
    try:
        "\N{MAHJONG TILE ONE OF BAMBOOS}".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_rich(parts: Iterable["RenderableType"], look: Look) -> None:
    """Print rich tables and texts on standard output.

    A terminal's width is respected; in a pipe lines are never wrapped and have no blanks at
    their ends.
    """
    from rich.console import Console  # noqa: PLC0415

    terminal = sys.stdout.isatty()
    console = Console(
        force_terminal=terminal or look.color,
        color_system="standard" if look.color else None,
        no_color=not look.color,
        width=None if terminal else 10_000,
        highlight=False,
        markup=False,
        emoji=False,
    )
    if terminal:
        for part in parts:
            console.print(part)
        return
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    lines = captured.get().splitlines()
    sys.stdout.write("".join([line.rstrip() + "\n" for line in lines]))


def one_line(error: object) -> str:
    """Turn an error into one printable line."""
    text = " ".join(str(error).splitlines())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def print_error(error: object) -> None:
    """Print one line ``error: …`` on standard error."""
    if sys.stderr is not None:
        print(f"error: {one_line(error)}", file=sys.stderr)


def guarded(function: Callable[..., None]) -> Callable[..., None]:
    """Wrap a subcommand: bad input becomes one line on standard error and exit code 2."""

    @functools.wraps(function)
    def run(*args: object, **kwargs: object) -> None:
        try:
            function(*args, **kwargs)
        except ZhuojiError as exc:
            print_error(exc)
            raise typer.Exit(BAD_INPUT) from None
        except BrokenPipeError:
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except OSError as exc:
            print_error(f"{exc.filename}: {exc.strerror}" if exc.filename else exc.strerror or exc)
            raise typer.Exit(BAD_INPUT) from None

    return run


def join_words(words: Sequence[str]) -> str:
    """Join the words of a hand; a mistyped option among them is an error, a tile text is not.

    For commands registered with ``hand_words``, to which typer passes unknown options as words,
    because ``-2222m]`` may be part of a hand.
    """
    for word in words:
        if word.startswith("--") or (word.startswith("-") and word[1:2].isalpha()):
            raise ZhuojiError(f"no such option: {word}")
    return " ".join(words)


@contextmanager
def binary_input(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading bytes, ``-`` being standard input."""
    if path == "-":
        if sys.stdin is None:
            raise ZhuojiError("standard input is closed")
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as file:
            yield file


def binary_output() -> BinaryIO:
    """Give standard output for bytes: JSON is UTF-8 whatever the locale."""
    if sys.stdout is None:
        raise ZhuojiError("standard output is closed")
    sys.stdout.flush()
    return sys.stdout.buffer


def print_json(value: object) -> None:
    """Write one value as one line of JSON."""
    binary_output().write(msgspec.json.encode(value) + b"\n")


def decode(raw: bytes) -> str:
    """Decode UTF-8 or raise an error that names the byte."""
    try:
        return raw.decode()
    except UnicodeDecodeError as exc:
        where = f"byte 0x{raw[exc.start]:02x} at offset {exc.start}"
        raise TileTextError(f"not UTF-8: {where}") from None


def line_batches(source: BinaryIO) -> Iterator[list[bytes]]:
    r"""Yield the complete lines of a stream as they become available, without ``\n``.

    Each batch is what one read gave, so that whoever answers a batch and then flushes serves a
    person typing, a program waiting for each answer, and a big file alike.
    """
    read = getattr(source, "read1", source.read)
    rest: list[bytes] = []
    while chunk := read(_CHUNK):
        *lines, tail = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*rest, lines[0]])
            rest = [tail]
            yield lines
        else:
            rest.append(tail)
    if last := b"".join(rest):
        yield [last]


def stream_json_lines(source: BinaryIO, answer: Callable[[str], object]) -> bool:
    """Answer each line of a stream with one line of JSON on standard output.

    Parameters
    ----------
    source : binary file
        UTF-8 text, one question a line. Blank lines are counted and passed over.
    answer : callable
        Takes the text of a line, gives a value that msgspec encodes as a JSON object with at
        least one field; raises :class:`ZhuojiError` for a bad line.

    Returns
    -------
    bool
        Whether all lines were good.

    Notes
    -----
    Answers keep the order of the lines and begin with the field ``line``, counted from 1; a bad
    line gives ``{"line": n, "error": "…"}`` in its place.
    """
    output = binary_output()
    encode = msgspec.json.Encoder().encode
    good = True
    number = 0
    for batch in line_batches(source):
        for raw in batch:
            number += 1
            line = raw.removeprefix(_BOM) if number == 1 else raw
            if not line or line.isspace():
                continue
            try:
                body = encode(answer(decode(line).strip()))
            except ZhuojiError as exc:
                good = False
                body = encode({"error": one_line(exc)})
            output.write(b'{"line":%d,%b\n' % (number, body[1:]))
        output.flush()
    return good
