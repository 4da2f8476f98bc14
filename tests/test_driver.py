"""The driver: pieces counted once and in order wherever they run, limits, losses, Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import zhuoji_fast as zj
from cli_runs import POSIX
from driver_tasks import Work, check, count, merged, run
from zhuoji_fast.driver import Control, Tally, checkpoints
from zhuoji_fast.workers import Workers


@pytest.mark.parametrize("chunk", [1, 7, 300, 10**6, None])
def test_this_thread(chunk):
    run(None, chunk=chunk)


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("chunk", [7, None])
def test_threads(workers, chunk):
    with ThreadPoolExecutor(workers) as pool:
        run(pool, chunk=chunk, work=Work(seconds=1e-5))


def test_processes():
    for workers in (1, 2, 4):
        with ProcessPoolExecutor(workers) as pool:
            for chunk in (3, 61, None):
                run(pool, chunk=chunk)


def test_a_function_that_makes_an_executor_is_called_when_needed_and_cleared_away():
    made = []

    def make():
        made.append(ThreadPoolExecutor(2))
        return made[-1]

    Tally(count, Work(), chunk=9, executor=make, control=Control(), merge=merged).close()
    assert not made
    tally = run(make, chunk=100)
    assert len(made) == 1
    with pytest.raises(RuntimeError, match="shutdown"):
        made[0].submit(print)
    check(tally, 3, 1000)


def test_workers_are_shared_by_tallies_and_closed_by_their_owner():
    made = []

    def make():
        made.append(ThreadPoolExecutor(2))
        return made[-1]

    workers = Workers(make)
    control = Control()
    for _ in range(3):
        run(workers, control=control)
    assert len(made) == 1
    assert control.done == 3 * 997
    assert made[0].submit(int, "5").result() == 5
    workers.close()
    with pytest.raises(RuntimeError, match="shutdown"):
        made[0].submit(print)


def test_the_spec_may_change_between_two_calls():
    for pool in (None, ThreadPoolExecutor(2)):
        tally = Tally(
            lambda spec, start, stop: [(start, stop, spec)],
            "one",
            chunk=10,
            executor=pool,
            control=Control(),
            merge=lambda total, part: (total or []) + part,
        )
        assert tally.advance(15)
        assert tally.advance(20, "two")
        assert tally.total == [(0, 10, "one"), (10, 15, "one"), (15, 20, "two")]
        if pool is not None:
            pool.shutdown()


def test_an_error_of_the_task_comes_out_and_what_was_before_it_stays():
    for pool in (None, ThreadPoolExecutor(3)):
        tally = Tally(
            count, Work(fail_at=55), chunk=10, executor=pool, control=Control(), merge=merged
        )
        with pytest.raises(KeyError, match="number 55"):
            tally.advance(1000)
        check(tally, 0, 50)
        if pool is not None:
            pool.shutdown()


# Lost pieces


@POSIX
@pytest.mark.parametrize("chunk", [25, None])
def test_a_killed_process_is_replaced_where_a_function_makes_it(tmp_path, chunk):
    kill = tmp_path / "kill"
    kill.touch()
    work = Work(seconds=1e-4, kill=str(kill))
    run(lambda: ProcessPoolExecutor(2), work=work, chunk=chunk, stops=(40, 300, 1000))
    assert not kill.exists()


@POSIX
def test_a_killed_process_without_such_a_function_is_a_clear_error(tmp_path):
    kill = tmp_path / "kill"
    kill.touch()
    control = Control()
    work = Work(seconds=1e-4, kill=str(kill))
    with (
        ProcessPoolExecutor(2) as pool,
        pytest.raises(zj.ZhuojiError, match=r"executor: broken.*a function that makes"),
    ):
        run(pool, work=work, chunk=25, control=control)
    assert control.done >= 100


class Broken(ThreadPoolExecutor):
    """Loses every piece."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.cancel()
        return future


def test_pieces_that_are_lost_again_and_again_are_given_up():
    with pytest.raises(zj.ZhuojiError, match="lost 5 times"):
        run(Broken)


class Forgetful(ThreadPoolExecutor):
    """Takes the answers of some numbers apart, as Dask does when a worker goes at that moment."""

    asked = 0

    def submit(self, fn, /, *args, **kwargs):
        self.asked += 1
        return super().submit(self.taken_apart, self.asked % 3 == 0, fn, *args)

    @staticmethod
    def taken_apart(apart, fn, *args):
        answer = fn(*args)
        if apart:
            _, error, trace = answer
            raise error.with_traceback(trace)
        return answer


def test_an_answer_whose_worker_goes_as_it_arrives_is_worked_out_again():
    with Forgetful(2) as pool:
        run(pool, chunk=30)
        assert pool.asked > 40


def test_an_executor_that_is_shut_down():
    with ThreadPoolExecutor(1) as pool:
        pass
    with pytest.raises(zj.ZhuojiError, match="executor: cannot schedule"):
        run(pool)


def test_what_no_process_can_be_sent():
    with ProcessPoolExecutor(1) as pool:
        tally = Tally(count, lambda: 0, chunk=5, executor=pool, control=Control(), merge=merged)
        with pytest.raises(zj.ZhuojiError, match="executor: what is to be counted"):
            tally.advance(10)


# Limits


def test_seconds_end_it_and_nothing_counted_is_lost():
    for pool in (None, ThreadPoolExecutor(2)):
        control = Control(seconds=0.15)
        tally = run(pool, work=Work(seconds=1e-3), stops=(10**6,), control=control)
        assert control.stopped == "seconds"
        assert 0 < tally.count < 10**6
        check(tally, 3, 3 + tally.count)
        assert not tally.advance(10**6)
        control.require(tally.count)
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def test_seconds_leave_a_first_piece_in_this_thread():
    control = Control(seconds=1e-9)
    tally = run(None, stops=(1000,), chunk=10, control=control)
    assert tally.count == 10
    with pytest.raises(zj.ZhuojiError, match="seconds: stopped before any rollouts"):
        control.require(0)


def test_cancel_ends_it_while_it_waits():
    release, cancel = threading.Event(), threading.Event()
    told = []

    def tell(done, total):
        told.append((done, total))
        cancel.set()

    control = Control(cancel=cancel, progress=tell, total=50)
    tally = Tally(
        lambda spec, start, stop: start == 0 or release.wait(60),
        None,
        chunk=10,
        executor=ThreadPoolExecutor(2),
        control=control,
        merge=lambda total, part: (total or 0) + 1,
    )
    begun = time.monotonic()
    assert not tally.advance(50)
    assert time.monotonic() - begun < 30  # the pieces would wait for a minute
    release.set()
    assert control.stopped == "cancelled"
    assert (tally.count, tally.total, told) == (10, 1, [(10, 50)])
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped"):
        control.require(0)


def test_progress_is_told_of_all_tallies_together():
    told = []
    control = Control(progress=lambda done, total: told.append((done, total)), total=40)
    for _ in range(2):
        run(None, start=0, stops=(20,), chunk=10, control=control)
    assert told == [(10, 40), (20, 40), (30, 40), (40, 40)]


def test_a_bar(capsys):
    with Control(progress=True, total=997, what="walls") as control:
        run(None, control=control)
    assert "997/997" in capsys.readouterr().err


def test_without_tqdm_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(zj.MissingExtraError, match=r"zhuoji_fast\[cli\]"):
        Control(progress=True)


def test_checkpoints():
    assert list(checkpoints(1)) == [1]
    assert list(checkpoints(1000)) == [1000]
    assert list(checkpoints(5000)) == [1000, 2000, 4000, 5000]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": 0}, "seconds: 0, expected"),
        ({"seconds": -1.5}, "seconds: -1.5"),
        ({"seconds": float("nan")}, "seconds: nan"),
        ({"seconds": float("inf")}, "seconds: inf"),
        ({"seconds": "5"}, "seconds: '5', expected a number"),
        ({"seconds": True}, "seconds: True"),
        ({"seconds": 10**6000}, "seconds: a number of 19932 bits, expected a number above 0"),
        ({"seconds": np.ones(2)}, "seconds: array"),
        ({"seconds": 1j}, "seconds: 1j, expected a number"),
        ({"cancel": 1}, "cancel: 1, expected an object"),
        ({"cancel": threading.Event}, "cancel: .*Event.*, expected an object"),
        ({"progress": "bar"}, "progress: 'bar'"),
    ],
)
def test_bad_limits(arguments, message):
    with pytest.raises(zj.ZhuojiError, match=message):
        Control(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"chunk": 0}, "chunk: 0"),
        ({"chunk": 1.5}, "chunk: 1.5"),
        ({"chunk": np.ones(2)}, "chunk: array"),
        ({"chunk": 10**6000}, "chunk: a number of 19932 bits"),
        ({"executor": 4}, "executor: 4, expected"),
        ({"executor": "threads"}, "executor: 'threads', expected"),
        ({"executor": lambda: 3}, "executor: made by the function: 3"),
    ],
)
def test_bad_pieces(arguments, message):
    with pytest.raises(zj.ZhuojiError, match=message):
        run(arguments.pop("executor", None), **arguments)


# Ctrl-C


SCRIPT = """
    import sys
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
    import zhuoji_fast as zj

    def slow(view, legal):
        sum(range(20_000))
        return legal[0]

    def make(kind):
        return {{"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}}[kind](2)

    def tell(done, total):
        print(f"done {{done}}\\n", end="", flush=True)

    if __name__ == "__main__":
        kind = sys.argv[1]
        executor = None if kind == "here" else make(kind)
        {call}
        print("\\nwalls", part.walls, part.stopped, part.reproducible, flush=True)
        again = zj.match({players}, part.walls, 5)
        print(again.a_alone == part.a_alone and again.squares == part.squares)
        if executor is not None:
            executor.shutdown()
"""


def interrupted(kind, players="'useful', 'shanten'", group=False):
    """Interrupt a match as soon as it tells of its first walls; give what it prints after."""
    call = f"part = zj.match({players}, 10**9, 5, executor=executor, progress=tell)"
    code = textwrap.dedent(SCRIPT.format(call=call, players=players))
    run = subprocess.Popen(
        [sys.executable, "-c", code, kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout.readline().startswith("done")
    (os.killpg if group else os.kill)(run.pid, signal.SIGINT)
    begun = time.monotonic()
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert time.monotonic() - begun < 30  # to the end it would take weeks
    *_, walls, same = out.splitlines()
    return walls.split(), same


@POSIX
@pytest.mark.parametrize("kind", ["here", "threads", "processes"])
@pytest.mark.parametrize("group", [False, True])
def test_ctrl_c_gives_what_was_counted(kind, group):
    (_, walls, stopped, reproducible), same = interrupted(kind, group=group)
    assert int(walls) > 0
    assert (stopped, reproducible, same) == ("interrupted", "False", "True")


@POSIX
def test_ctrl_c_inside_a_function():
    (_, walls, stopped, _), same = interrupted("here", "slow, 'random'")
    assert (stopped, same, int(walls) > 0) == ("interrupted", "True", True)


OUTSIDE = ("__enter__", "__exit__", "close")
"""Before there is anything to interrupt, and after."""


class Interrupt:
    """A tracer that raises KeyboardInterrupt at the n-th line of the driver."""

    def __init__(self, at):
        self.at = at
        self.lines = 0

    def __call__(self, frame, event, arg):
        code = frame.f_code
        if not code.co_filename.endswith("driver.py") or code.co_name in OUTSIDE:
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self.at:
                raise KeyboardInterrupt
        return self


@pytest.mark.parametrize("threads", [False, True])
def test_ctrl_c_at_any_line_never_counts_half_a_piece(threads):
    at, tracer = 0, None
    while tracer is None or tracer.lines >= at:
        at += 1
        tracer = Interrupt(at)
        control = Control()
        pool = ThreadPoolExecutor(1) if threads else None
        tally = Tally(count, Work(), chunk=5, executor=pool, control=control, merge=merged)
        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            with control:
                tally.advance(20)
        finally:
            sys.settrace(before)
        assert control.stopped == ("interrupted" if tracer.lines >= at else None)
        assert tally.count % 5 == 0
        if tally.count:
            check(tally, 0, tally.count)
        if pool is not None:
            pool.shutdown()
    assert at > 30
    assert tally.count == 20
