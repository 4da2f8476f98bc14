"""The ``zhuoji`` command: its table of subcommands and the way it ends."""

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Annotated, NamedTuple, cast

import typer

from zhuoji_fast.cli.analyze import analyze
from zhuoji_fast.cli.common import (
    BAD_INPUT,
    BROKEN_PIPE,
    INTERRUPTED,
    guarded,
    print_error,
)
from zhuoji_fast.cli.compare import compare
from zhuoji_fast.cli.match import match
from zhuoji_fast.cli.odds import odds
from zhuoji_fast.cli.play import play
from zhuoji_fast.cli.replay import replay
from zhuoji_fast.cli.rules import rules
from zhuoji_fast.cli.schema import schema
from zhuoji_fast.cli.settle import settle
from zhuoji_fast.cli.value import value
from zhuoji_fast.cli.view import view

__all__ = ["app", "run"]


class Command(NamedTuple):
    """One subcommand; ``hand_words``: words such as ``-2222m]`` are part of a hand, not options."""

    function: Callable[..., None]
    hand_words: bool = False


# One line a subcommand, in the order of the help. A module of a subcommand imports nothing heavier
# than typer and cli.common at its top.
COMMANDS = {
    "analyze": Command(analyze, hand_words=True),
    "odds": Command(odds, hand_words=True),
    "compare": Command(compare),
    "play": Command(play),
    "match": Command(match),
    "replay": Command(replay),
    "view": Command(view),
    "settle": Command(settle),
    "value": Command(value, hand_words=True),
    "rules": Command(rules),
    "schema": Command(schema),
}

app = typer.Typer(
    name="zhuoji",
    help="Guiyang Zhuoji mahjong (贵阳捉鸡麻将): hands and what they are worth.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

for _name, _command in COMMANDS.items():
    app.command(_name, context_settings={"ignore_unknown_options": _command.hand_words})(
        guarded(_command.function)
    )


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"zhuoji_fast {version('zhuoji_fast')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    pass


# The base class of typer's usage errors has no public name, and is click's in older releases.
_UsageError = typer.BadParameter.__mro__[1]


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command on `argv`, by default the arguments of the process; give the exit code."""
    args = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    if sys.stdout is None:
        print_error("standard output is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = BROKEN_PIPE
    except OSError as exc:
        print_error(exc.strerror or exc)
        code = BAD_INPUT
    if code in {BAD_INPUT, INTERRUPTED, BROKEN_PIPE}:
        _give_up_output()
    return code


def _run(args: list[str]) -> int:
    try:
        return app(args, prog_name="zhuoji", standalone_mode=False) or 0
    except typer.Abort:
        return INTERRUPTED
    except SystemExit:  # typer's way out when its own output meets a closed pipe
        return BROKEN_PIPE
    except Exception as exc:
        if not isinstance(exc, _UsageError):
            raise
        context = getattr(exc, "ctx", None)
        hint = f" (see '{context.command_path} --help')" if context is not None else ""
        told = " ".join(cast("typer.BadParameter", exc).format_message().split())
        print_error(told.rstrip(".") + hint)
        return BAD_INPUT


def _give_up_output() -> None:
    """Write what can still be written; Python complains at exit about the rest."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
