"""驱动: long counts in pieces, on threads, processes or Dask, with limits, progress and Ctrl-C.

A count is a pure function ``task(spec, start, stop)`` of numbered hands, whose parts add up. Here
they are cut into pieces, spread over whatever executor there is, sent again where a worker was
lost, and added in the order of their numbers: so nothing of that shows in the answer.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from zhuoji_fast.documents import show
from zhuoji_fast.errors import MissingExtraError, WrongTypeError, ZhuojiError
from zhuoji_fast.workers import Lost, Workers

if TYPE_CHECKING:
    from types import TracebackType

    from zhuoji_fast.workers import ExecutorLike

__all__ = [
    "Cancel",
    "Control",
    "Progress",
    "Tally",
    "check_half_width",
    "check_number",
    "check_whole",
    "checkpoints",
]

Part = TypeVar("Part")

Progress: TypeAlias = "bool | Callable[[int, int | None], object] | None"
"""True for a bar by tqdm, or a function of the number done and the number asked for."""

Stop: TypeAlias = Literal["seconds", "cancelled", "interrupted"]

FIRST: Final = 1
"""Numbers in the first piece in this thread, before it is known how long one takes."""
GROWTH: Final = 4
HERE: Final = 0.05
"""Seconds a piece in this thread: what Ctrl-C may have to wait for."""
POLL: Final = 0.05
FIRST_LOOK: Final = 1000
TRIES: Final = 5
"""Losses in a row, without a piece counted between, after which it is given up."""


class Cancel(Protocol):
    """Anything that says whether to stop, such as :class:`threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Control:
    """限制: when a count stops before its end, and who is told how far it is.

    One control may serve several tallies; the time runs from its making. As a context manager it
    closes itself, and a ``KeyboardInterrupt`` inside only sets :attr:`stopped`.

    Parameters
    ----------
    seconds : float, optional
        Time after which to stop, above 0.
    cancel : object with ``is_set()``, optional
        Looked at between pieces, and all the time while waiting for an executor.
    progress : bool or callable, optional
        True: a bar by tqdm on standard error. A function is called with the number done and
        `total` after every piece.
    total : int, optional
        The number asked for, of all tallies together; None if it is not known.
    what : str
        What is counted, in the plural: the unit of the bar.

    Attributes
    ----------
    stopped : {"seconds", "cancelled", "interrupted"} or None
        Why it stopped. Once set, no tally counts any more.
    done : int
        Numbers counted by all tallies.

    Raises
    ------
    ZhuojiError, WrongTypeError
        An argument that is not as above.
    MissingExtraError
        ``progress=True`` without tqdm, of the extra ``cli``.

    Examples
    --------
    >>> control = Control(progress=lambda done, total: print(done, "of", total), total=6)
    >>> tally = Tally(lambda spec, a, b: sum(range(a, b)), None, chunk=3, control=control,
    ...               merge=lambda total, part: part + (total or 0))
    >>> tally.advance(6), tally.total, control.stopped
    3 of 6
    6 of 6
    (True, 15, None)
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        progress: Progress = None,
        total: int | None = None,
        what: str = "rollouts",
    ) -> None:
        if cancel is not None and (
            isinstance(cancel, type) or not callable(getattr(cancel, "is_set", None))
        ):
            raise WrongTypeError(f"cancel: {show(cancel)}, expected an object with is_set()")
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise WrongTypeError(f"progress: {show(progress)}, expected True or a function")
        self.seconds = _above_zero("seconds", seconds)
        self.total = total
        self.what = what
        self.stopped: Stop | None = None
        self._until = None if self.seconds is None else time.monotonic() + self.seconds
        self._cancel = cancel
        self._tallies: list[Tally[Any]] = []
        self._bar: Any = None
        self._tell: Callable[[int, int | None], object] | None = None
        if progress is True:
            self._bar = _bar(total, what)
            self._tell = self._move
        elif callable(progress):
            self._tell = progress

    @property
    def done(self) -> int:
        """Numbers counted by all tallies."""
        return sum([tally.count for tally in self._tallies])

    def check(self, *, late: bool = True) -> bool:
        """Whether to stop now; ``late=False`` leaves the time out of it."""
        if self.stopped is None:
            if self._cancel is not None and self._cancel.is_set():
                self.stopped = "cancelled"
            elif late and self._until is not None and time.monotonic() >= self._until:
                self.stopped = "seconds"
        return self.stopped is not None

    def tell(self) -> None:
        """Tell how far it is."""
        if self._tell is not None:
            self._tell(self.done, self.total)

    def _move(self, done: int, total: int | None) -> None:
        self._bar.update(done - self._bar.n)

    def require(self, count: int) -> None:
        """Raise what there is to raise where a count was stopped before it held anything.

        Raises
        ------
        KeyboardInterrupt
            `count` is 0, by Ctrl-C.
        ZhuojiError
            `count` is 0, by ``seconds`` or ``cancel``.
        """
        if count:
            return
        if self.stopped == "interrupted":
            raise KeyboardInterrupt
        name = "cancel" if self.stopped == "cancelled" else "seconds"
        raise ZhuojiError(f"{name}: stopped before any {self.what} were counted")

    def close(self) -> None:
        """End the bar, if there is one."""
        if self._bar is not None:
            self._bar.close()

    def __enter__(self) -> Control:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> bool:
        self.close()
        if isinstance(error, KeyboardInterrupt):
            self.stopped = "interrupted"
            return True
        return False


class Tally(Generic[Part]):
    """累计: the pieces of one question, each counted once, added in the order of their numbers.

    Parameters
    ----------
    task : callable
        ``task(spec, start, stop)`` gives the part of numbers `start` to `stop`: a function of its
        arguments alone, of a module's top level where the executor has processes.
    spec : object
        What it is given; picklable where the executor has processes.
    start : int
        The first number.
    chunk : int or None
        Numbers a piece; with None pieces take up to 0.5 s on an executor (0.05 s in this thread).
    executor : Executor, callable, Workers or None
        None: this thread. A :class:`concurrent.futures.Executor`, also that of a Dask client. A
        function without arguments that makes one: then a broken one is replaced and what it had
        not finished is sent again; what the function made is shut down by :meth:`close`.
        :class:`~zhuoji_fast.workers.Workers` may be shared by tallies and are left to their owner.
    control : Control
        When to stop, and who is told.
    merge : callable
        ``merge(total, part)`` gives the new total and changes neither; `total` is None at first.

    Attributes
    ----------
    total : object or None
        The parts that were counted, None while there is none.
    count : int
        Numbers counted: those from ``start`` to ``start + count``.

    Raises
    ------
    ZhuojiError, WrongTypeError
        An executor or chunk that is not as above.
    """

    def __init__(
        self,
        task: Callable[[Any, int, int], Part],
        spec: object,
        *,
        start: int = 0,
        chunk: int | None,
        executor: ExecutorLike | Workers | None = None,
        control: Control,
        merge: Callable[[Part | None, Part], Part],
    ) -> None:
        self.spec = spec
        self.start = start
        self.control = control
        self._task = task
        self._merge = merge
        self._chunk = None if chunk is None else check_whole("chunk", chunk, 1, 2**62)
        self._owned = not isinstance(executor, Workers)
        self._workers = (
            executor
            if isinstance(executor, Workers)
            else None
            if executor is None
            else Workers(executor)
        )
        # One value, put down at once: a Ctrl-C finds a piece counted or not, never half.
        self._state: tuple[int, Part | None] = (0, None)
        self._each: float | None = None
        self._largest = FIRST
        control._tallies.append(self)

    @property
    def total(self) -> Part | None:
        """The parts that were counted."""
        return self._state[1]

    @property
    def count(self) -> int:
        """Numbers counted."""
        return self._state[0]

    def advance(self, stop: int, spec: object = None) -> bool:
        """Count up to number `stop`, which no piece crosses.

        Parameters
        ----------
        stop : int
            The number after the last; nothing is done where it has been reached.
        spec : object, optional
            In place of the spec from here on.

        Returns
        -------
        bool
            Whether all of them are counted; False where :attr:`Control.stopped` says why not.

        Raises
        ------
        ZhuojiError
            The executor broke and there is no function that makes another; pieces were lost again
            and again; task or spec that the executor's pickle cannot take.
        Exception
            What the task raised.
        """
        if spec is not None:
            self.spec = spec
        try:
            if self._workers is None:
                self._count_here(stop)
            else:
                self._count_there(self._workers, stop)
        except KeyboardInterrupt:
            self.control.stopped = "interrupted"
        return self._at >= stop

    def close(self) -> None:
        """Shut down what a function made for this tally."""
        if self._workers is not None and self._owned:
            self._workers.close(wait=self.control.stopped is None)

    @property
    def _at(self) -> int:
        return self.start + self._state[0]

    def _add(self, start: int, stop: int, part: Part, seconds: float) -> None:
        """Count a part, unless it is not the next one."""
        if start == self._at:
            self._state = (self._state[0] + stop - start, self._merge(self._state[1], part))
            self._each = seconds / (stop - start)

    def _count_here(self, stop: int) -> None:
        control = self.control
        while self._at < stop:
            if control.check(late=self._state[0] > 0):
                return
            start = self._at
            end = min(start + self._size(FIRST, HERE, 0.0, stop - start), stop)
            begun = time.perf_counter()
            part = self._task(self.spec, start, end)
            self._add(start, end, part, time.perf_counter() - begun)
            control.tell()

    def _count_there(self, workers: Workers, stop: int) -> None:
        control = self.control
        queue = workers.queue(self._task, self.spec)
        at, lost = self._at, 0
        try:
            while self._at < stop and not control.check():
                known = self._chunk is not None or self._each is not None
                while at < stop and queue.room(known):
                    left = (stop - at) / (2 * workers.slots)
                    size = self._size(workers.first, workers.most, workers.least, left)
                    end = min(at + size, stop)
                    queue.put(at, end)
                    at = end
                found = queue.head(POLL)
                if isinstance(found, Lost):
                    lost += 1
                    if lost == TRIES:
                        raise ZhuojiError(f"executor: a piece was lost {TRIES} times ({found})")
                    queue.resend(found)
                elif found is not None:
                    self._add(*found)
                    queue.drop()
                    lost = 0
                    control.tell()
        except KeyboardInterrupt:
            control.stopped = "interrupted"
        finally:
            for piece in queue.give_up():
                self._add(*piece)

    def _size(self, first: int, most: float, least: float, left: float) -> int:
        """How many numbers the next piece has, `left` of them if that is time between the two."""
        if self._chunk is not None:
            return self._chunk
        if self._each is None:
            self._largest = first
            return first
        limit = self.control.seconds
        if limit is not None:
            most = min(most, limit / 20)
        each = max(self._each, 1e-9)
        size = min(max(left, least / each), most / each)
        self._largest = min(int(size) + 1, GROWTH * self._largest)
        return self._largest


def _above_zero(name: str, value: object) -> float | None:
    if value is None:
        return None
    number = check_number(name, value)
    if not (number > 0 and math.isfinite(number)):
        raise ZhuojiError(f"{name}: {show(value)}, expected a number above 0")
    return number


def _bar(total: int | None, what: str) -> Any:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError as error:
        raise MissingExtraError(
            "progress=True needs tqdm: pip install 'zhuoji_fast[cli]', or pass a function"
        ) from error
    return tqdm(total=total, unit=f" {what}")


def checkpoints(most: int) -> Iterator[int]:
    """Numbers after which a target is looked at, whatever the pieces: 1,000, 2,000, … `most`."""
    look = FIRST_LOOK
    while look < most:
        yield look
        look *= 2
    yield most


def check_half_width(value: object) -> float | None:
    """Give half a width as a number above 0, None for None.

    Raises
    ------
    WrongTypeError
        Not a number.
    ZhuojiError
        Not above 0.
    """
    return _above_zero("half_width", value)


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """Give a whole number of a range, or say by its name what is wrong.

    Raises
    ------
    WrongTypeError
        Not a whole number.
    ZhuojiError
        Outside the range.
    """
    try:
        number = operator.index(cast("int", value))
    except TypeError:
        number = None
    if number is None or type(value).__name__ == "bool":
        raise WrongTypeError(f"{name}: {show(value)}, expected a whole number")
    if not low <= number <= high:
        raise ZhuojiError(f"{name}: {show(number)}, expected {low} to {high}")
    return number


def check_number(name: str, value: object) -> float:
    """Give a number of any type as a float; infinite where it is too large for one.

    Raises
    ------
    WrongTypeError
        Not a number.
    """
    if type(value).__name__ != "bool" and not hasattr(value, "__len__"):
        try:
            return float(cast("float", value))
        except OverflowError:
            return math.inf
        except (TypeError, ValueError):
            pass
    raise WrongTypeError(f"{name}: {show(value)}, expected a number")
