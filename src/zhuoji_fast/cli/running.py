"""What subcommands share that count for a while: where they run, and how far they are."""

import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from zhuoji_fast.errors import MissingExtraError, ZhuojiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

__all__ = ["DaskOption", "JobsOption", "chosen_executor", "progress_bar"]

JobsOption = Annotated[int, typer.Option("--jobs", metavar="N", help="Threads on this machine.")]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Scheduler of a Dask cluster to run on, such as tcp://127.0.0.1:8786.",
        show_default=False,
    ),
]


@contextmanager
def chosen_executor(jobs: int, dask: str | None = None) -> "Iterator[Executor | None]":
    """Give the executor of ``--jobs`` and ``--dask``; None for this thread.

    Raises
    ------
    ZhuojiError
        Both of them, no jobs, or an address where there is no scheduler.
    MissingExtraError
        ``--dask`` without the extra ``dask``.
    """
    if jobs < 1:
        raise ZhuojiError(f"--jobs: {jobs}, expected at least 1")
    if dask is not None:
        if jobs > 1:
            raise ZhuojiError("--jobs and --dask: one of them says where to run")
        with _dask_executor(dask) as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

        with ThreadPoolExecutor(jobs) as executor:
            yield executor


@contextmanager
def _dask_executor(address: str) -> "Iterator[Executor]":
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise MissingExtraError("--dask needs Dask: pip install 'zhuoji_fast[dask]'") from error
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError, TypeError) as error:
        raise ZhuojiError(f"--dask: {address}: {error}") from error
    with client:
        yield client.get_executor()


@contextmanager
def progress_bar(
    total: int | None, what: str
) -> "Iterator[Callable[[int, int | None], object] | None]":
    """Show a bar on a terminal's error stream, nothing elsewhere; a count if `total` is None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def move(done: int, _: int | None) -> None:
            bar.update(task, completed=done)
            if total is None:
                bar.update(task, description=f"{done:,} {what}")

        yield move
