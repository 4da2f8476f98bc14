"""牌谱来源: the bytes of a log in blocks of whole lines, plain or gzip, and writing them safely."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Protocol, TypeAlias, cast

from zhuoji_fast.errors import LogError, WrongTypeError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

__all__ = ["LogSource", "blocks_of", "is_source", "replacing"]

_CHUNK = 1 << 16
_BOM = b"\xef\xbb\xbf"
_GZIP = zlib.MAX_WBITS | 16
_LEVEL = 6


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


LogSource: TypeAlias = "str | bytes | bytearray | os.PathLike[str] | _Readable"
"""A path, the text of a log, or a binary file."""


def is_source(log: object) -> TypeIs[LogSource]:
    """Whether a value can be read as a log, as against a list of events."""
    return isinstance(log, str | bytes | bytearray | os.PathLike) or hasattr(log, "read")


def _text_of(log: object) -> bytes | None:
    """Bytes of the text of a log; None for a path, which has neither ``{`` nor line ends."""
    if isinstance(log, bytes | bytearray):
        return bytes(log)
    if not isinstance(log, str):
        return None
    if log and "\n" not in log and not log.lstrip("\ufeff \t\r").startswith("{"):
        return None
    try:
        return log.encode()
    except UnicodeEncodeError:
        raise LogError("log: not valid text") from None


def blocks_of(log: LogSource) -> Iterator[bytes]:
    """Give the bytes of a log in blocks of whole lines; only the last may lack its line end.

    Raises
    ------
    WrongTypeError
        Neither path, text nor binary file.
    LogError
        Compressed data that are damaged; where they only stop too early, so does the log.
    OSError
        The file cannot be read.
    """
    if not is_source(log):
        raise WrongTypeError(
            f"log: expected a path, the text of a log or a binary file, not {type(log).__name__}"
        )
    text = _text_of(log)
    if text is not None:
        return _whole_lines(iter([text]))
    if isinstance(log, str | os.PathLike):
        return _whole_lines(_chunks_of_file(Path(log)))
    return _whole_lines(_chunks(cast("_Readable", log)))


def _whole_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    rest: list[bytes] = []
    first = True
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            block = b"".join([*rest, chunk[:end]])
            rest = [chunk[end:]]
            yield block.removeprefix(_BOM) if first else block
            first = False
        else:
            rest.append(chunk)
    if last := b"".join(rest):
        yield last.removeprefix(_BOM) if first else last


def _chunks(file: _Readable) -> Iterator[bytes]:
    read = getattr(file, "read1", file.read)
    while chunk := read(_CHUNK):
        if not isinstance(chunk, bytes | bytearray):
            raise WrongTypeError("log: the file has to be opened in binary mode")
        yield bytes(chunk)


def _chunks_of_file(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from _unzipped(file, path) if path.suffix == ".gz" else _chunks(file)


def _unzipped(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """Decompress as far as the data go; the gzip module would drop the end of a cut file."""
    unzip = zlib.decompressobj(_GZIP)
    try:
        while data := file.read(_CHUNK):
            while data:
                if unzip.eof:
                    if not data.strip(b"\0"):
                        break
                    unzip = zlib.decompressobj(_GZIP)
                if chunk := unzip.decompress(data, _CHUNK):
                    yield chunk
                data = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
                data = data.lstrip(b"\0") if unzip.eof else data
    except zlib.error as error:
        raise LogError(f"{path}: not what gzip wrote ({error})") from None


@contextmanager
def _naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors name the path that the caller gave, not the one that is written to."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of `path` only when all has been written.

    Until then what stood there stays; after an error, too. A name that ends in ``.gz`` is
    compressed, the same bytes for the same log. Devices and pipes are written to directly.

    Raises
    ------
    OSError
        The file cannot be written; the error names `path`.
    """
    with _naming(path):
        target = Path(os.path.realpath(path))
        direct = target.open("wb") if target.exists() and not target.is_file() else None
    if direct is not None:
        with direct:
            yield direct
        return
    part = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    with _naming(path):
        opened = part.open("xb")
    with opened as raw:
        try:
            if target.suffix == ".gz":
                with gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as zipped:
                    yield cast("IO[bytes]", zipped)
            else:
                yield raw
            with _naming(path):
                raw.flush()
                os.fsync(raw.fileno())
        except BaseException:
            raw.close()
            part.unlink()
            raise
    with _naming(path):
        part.replace(target)
