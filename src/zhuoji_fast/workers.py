"""执行: where pieces of a count are worked out, and what is done when one of them is lost there."""

from __future__ import annotations

import math
import pickle
import re
import signal
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeAlias

from zhuoji_fast.documents import show
from zhuoji_fast.errors import WrongTypeError, ZhuojiError

__all__ = ["ExecutorLike", "Lost", "Queue", "Workers"]

ExecutorLike: TypeAlias = "Executor | Callable[[], Executor]"
"""An executor, or a function without arguments that makes one."""

Found: TypeAlias = "tuple[int, int, Any, float]"
"""First number and the one after the last, the part, the seconds it took."""

SLOTS: Final = 8
"""Workers taken for granted where an executor does not say how many it has."""
ASK_AGAIN: Final = 2.0
"""Seconds after which a cluster is asked again how many it has."""
UNDER_WAY: Final = 16
"""The least number of pieces under way."""
LOSSES: Final = ("KilledWorker", "CommClosedError", "FutureCancelledError", "FuturesCancelledError")
"""What Dask calls it."""


class Workers:
    """执行器: an executor, or a function that makes one, and how large pieces for it should be.

    Parameters
    ----------
    executor : Executor or callable
        A :class:`concurrent.futures.Executor`, also ``Client.get_executor()`` of Dask; or a
        function without arguments that makes one: it is called at the first piece, and again when
        the executor broke.

    Attributes
    ----------
    generation : int
        How many executors there were before this one.
    slots : int
        Pieces that run at a time, as far as the executor says.
    first : int
        Numbers in a piece before it is known how long one takes.
    least, most : float
        Seconds that a piece should take.

    Raises
    ------
    WrongTypeError
        Neither of them.
    ZhuojiError
        A Dask cluster that does not answer.
    """

    def __init__(self, executor: ExecutorLike) -> None:
        self._make: Callable[[], Executor] | None = None
        self._executor: Executor | None = None
        self.generation = 0
        self._call = timed
        self._client: Any = None
        self._asked = -math.inf
        self.slots, self.first, self.least, self.most = SLOTS, 4, 0.01, 0.5
        if isinstance(executor, Executor):
            self._take(executor)
        elif callable(executor):
            self._make = executor
        else:
            raise _not_one(executor)
        self._tag = uuid.uuid4().hex
        self._number = 0

    def _take(self, executor: Executor) -> None:
        self._executor = executor
        self._call = timed_in_process if _is_process_pool(executor) else timed
        self._client = None
        if type(executor).__module__.startswith("distributed"):
            # A task costs Dask some 6 ms.
            self.first, self.least = 16, 0.1
            self._client = getattr(executor, "_client", None)
            self._count_slots()
        else:
            self.slots = getattr(executor, "_max_workers", SLOTS)

    def _count_slots(self) -> None:
        """Ask a Dask cluster how large it is, since it may grow and shrink.

        Raises
        ------
        ZhuojiError
            It does not answer.
        """
        if self._client is not None and time.monotonic() - self._asked > ASK_AGAIN:
            try:
                threads = self._client.nthreads()
            except (OSError, RuntimeError, AttributeError) as error:  # closed, or no scheduler
                raise ZhuojiError(
                    f"executor: the Dask cluster does not answer ({self._client.status}: {error})"
                ) from error
            self.slots = max(1, sum(threads.values()))
            self._asked = time.monotonic()

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Send a call.

        Raises
        ------
        BrokenExecutor
            The executor is broken.
        ZhuojiError
            It takes no calls any more, or does not answer.
        """
        if self._executor is None:
            assert self._make is not None
            made = self._make()
            if not isinstance(made, Executor):
                raise _not_one(made, "made by the function: ")
            self._take(made)
        assert self._executor is not None
        self._count_slots()
        self._number += 1
        # Dask answers a call that it knows from its memory, also with the loss of a worker.
        label = f"{self._tag}-{self._number}"
        try:
            with _no_ctrl_c_for_children(self._call is timed_in_process):
                return self._executor.submit(self._call, label, task, *arguments)
        except BrokenExecutor:
            raise
        except RuntimeError as error:
            raise ZhuojiError(f"executor: {error}") from error

    def renew(self, generation: int, error: BaseException) -> None:
        """Give up the executor of that generation, so that the next call goes to a new one.

        Raises
        ------
        ZhuojiError
            There is no function to make one.
        """
        if self._make is None:
            raise ZhuojiError(
                f"executor: broken ({error}); pass a function that makes an executor, and what was "
                "lost is counted by a new one"
            ) from error
        if generation == self.generation:
            self.close(wait=False)
            self.generation += 1

    def queue(self, task: Callable[[Any, int, int], Any], spec: object) -> Queue:
        """Begin to send pieces of one task."""
        return Queue(self, task, spec)

    def close(self, *, wait: bool = True) -> None:
        """Shut down what the function made; an executor that was handed in is left alone."""
        if self._make is None or self._executor is None:
            return
        executor, self._executor = self._executor, None
        executor.shutdown(wait=wait)


def _not_one(value: object, where: str = "") -> WrongTypeError:
    hint = ""
    if hasattr(value, "get_executor"):
        hint = "; of this one take .get_executor()"
    return WrongTypeError(
        f"executor: {where}{show(value)}, expected a concurrent.futures.Executor or a function "
        f"that makes one{hint}"
    )


def _is_process_pool(executor: Executor) -> bool:
    module = sys.modules.get("concurrent.futures.process")
    return module is not None and isinstance(executor, module.ProcessPoolExecutor)


class LostAnswerError(Exception):
    """An answer had arrived just when its worker was lost."""


class Answer:
    """A part, and the seconds that it took."""

    __slots__ = ("part", "seconds")

    def __init__(self, part: Any, seconds: float) -> None:
        self.part = part
        self.seconds = seconds

    def __iter__(self) -> NoReturn:
        # Dask takes an answer for an error, and apart, whose worker is lost as it arrives.
        raise LostAnswerError("arrived as its worker was lost")


def timed(
    label: str, task: Callable[[Any, int, int], Any], spec: object, start: int, stop: int
) -> Answer:
    """Work out a piece and say how long it took."""
    begun = time.perf_counter()
    part = task(spec, start, stop)
    return Answer(part, time.perf_counter() - begun)


def timed_in_process(
    label: str, task: Callable[[Any, int, int], Any], spec: object, start: int, stop: int
) -> Answer:
    """The same in a process of a pool, which leaves Ctrl-C to its parent from then on.

    A terminal sends it to all processes, and a pool may hang for ever of which one dies while it
    takes a piece or gives it back.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return timed(label, task, spec, start, stop)


@contextmanager
def _no_ctrl_c_for_children(wanted: bool) -> Iterator[None]:
    """Processes that a pool starts in here do not meet it before their first piece either."""
    if not wanted or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class Piece:
    """Numbers that are being counted, by the executor of a generation."""

    start: int
    stop: int
    future: Future[Any]
    generation: int


class Lost:
    """The first piece under way went with its worker."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __str__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}"


class Queue:
    """Pieces under way, in the order of their numbers."""

    def __init__(
        self, workers: Workers, task: Callable[[Any, int, int], Any], spec: object
    ) -> None:
        self._workers = workers
        self._task = task
        self._spec = spec
        self._pieces: deque[Piece] = deque()

    def _send(self, start: int, stop: int) -> Piece:
        """Send a piece, by a new executor if this one turns out to be broken."""
        for tries_left in (1, 0):
            try:
                future = self._workers.submit(self._task, self._spec, start, stop)
            except BrokenExecutor as error:
                self._workers.renew(self._workers.generation, error)
                if not tries_left:
                    raise
            except (AttributeError, TypeError, pickle.PicklingError) as error:
                raise_unfit(error)
                raise
            else:
                break
        return Piece(start, stop, future, self._workers.generation)

    def room(self, known: bool) -> bool:
        """Whether another piece may be sent, before or after it is known how large to make it."""
        slots = self._workers.slots
        return len(self._pieces) < (max(UNDER_WAY, 3 * slots) if known else slots)

    def put(self, start: int, stop: int) -> None:
        """Send a piece."""
        self._pieces.append(self._send(start, stop))

    def head(self, seconds: float) -> Found | Lost | None:
        """Wait for the first piece; None if it takes longer."""
        piece = self._pieces[0]
        try:
            error = piece.future.exception(seconds)
        except TimeoutError:
            return None
        except CancelledError as cancelled:
            return Lost(cancelled)
        if error is None:
            return _found(piece)
        if _is_loss(error):
            return Lost(error)
        raise_unfit(error)
        raise error

    def drop(self) -> None:
        """Forget the first piece, which has been counted."""
        self._pieces.popleft()

    def resend(self, lost: Lost) -> None:
        """Send again whatever was lost, by a new executor if the old one is broken."""
        if isinstance(lost.error, BrokenExecutor):
            self._workers.renew(self._pieces[0].generation, lost.error)
        for number, piece in enumerate(self._pieces):
            if _is_lost(piece.future):
                self._pieces[number] = self._send(piece.start, piece.stop)

    def give_up(self) -> Iterator[Found]:
        """Cancel what has not begun; give the pieces that are done, up to the first that is not."""
        for piece in self._pieces:
            if not piece.future.done():
                piece.future.cancel()
        for piece in self._pieces:
            future = piece.future
            if not future.done() or future.cancelled() or future.exception() is not None:
                break
            yield _found(piece)
        self._pieces.clear()


def _found(piece: Piece) -> Found:
    answer: Answer = piece.future.result()
    return piece.start, piece.stop, answer.part, answer.seconds


def _is_loss(error: BaseException | None) -> bool:
    return isinstance(error, BrokenExecutor | LostAnswerError) or type(error).__name__ in LOSSES


def _is_lost(future: Future[Any]) -> bool:
    if not future.done():
        return False
    return future.cancelled() or _is_loss(future.exception())


def raise_unfit(error: BaseException) -> None:
    """Raise a clear error in place of one by pickle, which Pythons word differently."""
    if isinstance(error, pickle.PicklingError) or (
        isinstance(error, AttributeError | TypeError)
        and re.search("pickle|serialize|local object", str(error))
    ):
        raise ZhuojiError(
            f"executor: what is to be counted cannot be sent to it ({error})"
        ) from error
