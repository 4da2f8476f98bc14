"""Tasks, switches and single hands for tests of counting; worker processes can import it."""

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import zhuoji_fast as zj
from zhuoji_fast._core.rollout import POLICY_NAMES, play_table
from zhuoji_fast.driver import Control, Tally


class Switch:
    """Says to stop from the n-th time it is asked."""

    def __init__(self, times: int) -> None:
        self.times = times

    def is_set(self) -> bool:
        self.times -= 1
        return self.times < 0


class Work(NamedTuple):
    """What a task does besides counting."""

    seconds: float = 0.0
    kill: str | None = None
    """A file: whoever removes it kills his process, once it is past number 100."""
    fail_at: int | None = None


NOTHING_ELSE = Work()


def hashed(start, stop):
    """A sum that shows each number left out or counted twice."""
    return sum(pow(number + 7, 5, 1_000_003) for number in range(start, stop))


def count(work, start, stop):
    time.sleep(work.seconds * (stop - start))
    if work.kill is not None and start > 100:
        try:
            Path(work.kill).unlink()
        except FileNotFoundError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    if work.fail_at is not None and start <= work.fail_at < stop:
        raise KeyError(f"number {work.fail_at}")
    return [(start, stop)], hashed(start, stop)


def merged(total, part):
    """Parts one after the other: they have to come in order, without a gap."""
    if total is None:
        return part
    (first, last), (start, stop) = total[0][-1], part[0][0]
    assert last == start
    return [(first, stop)], total[1] + part[1]


def check(tally, start, stop):
    """The tally holds just these numbers."""
    assert tally.count == stop - start
    assert tally.total == ([(start, stop)], hashed(start, stop))


def run(executor, *, work=NOTHING_ELSE, start=3, stops=(40, 1000), chunk=None, control=None):
    """Count up to each of the stops."""
    tally = Tally(
        count,
        work,
        start=start,
        chunk=chunk,
        executor=executor,
        control=control or Control(),
        merge=merged,
    )
    try:
        for stop in stops:
            if not tally.advance(stop):
                break
            check(tally, start, stop)
    finally:
        tally.close()
    return tally


def hand_scores(policies, seed, hands, rules="guiyang"):
    """What each seat gets in each hand, from tables that are settled singly, hands x players."""
    kinds = bytes([POLICY_NAMES.index(policy) for policy in policies])
    table = zj.Table(rules, len(policies), seed=seed)
    found = np.zeros((hands, len(policies)), np.int64)
    for hand in range(hands):
        table.reset(seed, hand % len(policies), hand=hand)
        play_table(table, kinds)
        found[hand] = table.totals()
    return found
