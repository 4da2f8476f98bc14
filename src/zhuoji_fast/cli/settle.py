"""``zhuoji settle``: the ledger of one position as text or JSON, of many as JSON Lines."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, cast

import typer

from zhuoji_fast.cli.common import (
    BAD_LINES,
    JsonOption,
    Lang,
    LangOption,
    binary_input,
    decode,
    detect_lang,
    print_json,
    stream_json_lines,
)
from zhuoji_fast.cli.rules import read_rules
from zhuoji_fast.errors import PositionError

if TYPE_CHECKING:
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.settlement import Settlement

__all__ = ["settle"]

_CHUNK = 1 << 16
_LOOKED_AT = 1000  # lines, most of them blank
_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def settle(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="One position as JSON, or one a line; - is standard input.",
            show_default=False,
        ),
    ],
    *,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help="Settle under these rules instead of the position's own: a preset, or a .json "
            "or .toml file.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Settle the end of a hand, and explain every line of the ledger.

    One position gives text, or with --json an object. Several, one a line, give JSON Lines; a bad
    line is reported in its place and the rest go on. With --json --lang the objects have the text
    too.
    """
    chosen = None if rules is None else read_rules(rules)
    told = lang if as_json else None
    with binary_input(file) as source:
        many, unread = _looked_into(source, eager=as_json and file == "-")
        if many:
            if not stream_json_lines(unread, lambda line: _answer(_settled(line, chosen), told)):
                raise typer.Exit(BAD_LINES)
            return
        text = decode(unread.read()).removeprefix(_BOM)
    if not text.strip():
        if file != "-":
            raise PositionError(f"{file}: no position in it")
        return
    settlement = _settled(text, chosen)
    if as_json:
        print_json(_answer(settlement, told))
    else:
        sys.stdout.write(settlement.explain(detect_lang(lang).value) + "\n")


class _PutBack:
    """A stream with what has been read from it put back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def read1(self, size: int) -> bytes:
        """Read what is there, or at most `size` bytes of the rest."""
        head, self._head = self._head, b""
        return head or getattr(self._rest, "read1", self._rest.read)(size)

    def read(self) -> bytes:
        """Read everything."""
        head, self._head = self._head, b""
        return head + self._rest.read()


def _looked_into(source: BinaryIO, *, eager: bool) -> tuple[bool, BinaryIO]:
    """Tell whether a stream has one position a line, and give it back unread.

    It does if it has a second line and that begins an object, or the first line ends one; else it
    is one position, on one line or on several. `eager`: a first line that ends an object is enough,
    since whoever sent it may wait for the answer.
    """
    read = getattr(source, "read1", source.read)
    pieces: list[bytes] = []
    lines: list[bytes] = []
    seen_end = False
    while len(lines) < 2 and not (eager and lines and lines[0].endswith(b"}")):
        chunk = read(_CHUNK)
        pieces.append(chunk)
        seen_end = seen_end or b"\n" in chunk or not chunk
        if seen_end:
            split = b"".join(pieces).split(b"\n", _LOOKED_AT)
            lines = [stripped for line in split if (stripped := line.strip())]
        if not chunk:
            break
    ends = bool(lines) and lines[0].endswith(b"}")
    many = ends and eager if len(lines) < 2 else ends or lines[1].startswith(b"{")
    return many, cast("BinaryIO", _PutBack(b"".join(pieces), source))


def _settled(text: str, rules: "Rules | None") -> "Settlement":
    """Settle a position given as JSON text, under other rules if there are any."""
    from zhuoji_fast.documents import read_json  # noqa: PLC0415
    from zhuoji_fast.settlement import settle as settle_position  # noqa: PLC0415

    if rules is None:
        return settle_position(text)
    document = read_json(text, "position")
    if isinstance(document, dict):
        document["rules"] = rules
    return settle_position(cast("dict[str, Any]", document))


def _answer(settlement: "Settlement", lang: Lang | None) -> dict[str, object]:
    """Give the fields of the JSON object; msgspec writes wins and lines as they are."""
    from zhuoji_fast.dealing import next_dealer  # noqa: PLC0415

    found: dict[str, object] = {
        "totals": settlement.totals,
        "ting": settlement.ting,
        "waits": settlement.waits,
        "wins": settlement.wins,
        "lines": settlement.lines,
        "next": next_dealer(settlement.position)._asdict(),
    }
    if lang is not None:
        found["text"] = settlement.explain(lang.value)
    return found
