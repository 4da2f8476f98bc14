"""What is measured: each array function on the hand populations it is meant for, with its mark."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import zhuoji_fast as zj
from populations import Hands, population

__all__ = ["CASES", "ONE_HAND", "Case", "OneHand", "read_limit"]


class Case(NamedTuple):
    """One line of the report; ``mark`` is in ns a hand, ``ratio`` in times ``np.copyto``."""

    name: str
    hands: str
    mark: float | None = None
    ratio: float | None = None

    @property
    def label(self) -> str:
        return f"{self.name} · {self.hands}"

    def call(self, hands: Hands) -> Callable[[], Any]:
        """The call that a user would write, on the whole population."""
        function = getattr(zj, self.name)
        if hands.melds is None:
            return lambda: function(hands.counts)
        return lambda: function(hands.counts, hands.melds)


CASES = [
    Case("shanten", "random 14", 9, 3),
    Case("shanten", "near-ready 13", 9, 3),
    Case("shanten", "ting 13", 9, 3),
    Case("shanten", "one-suit 13", 9, 3),
    Case("shanten", "one-suit 14", 9, 3),
    Case("shanten", "no melds 13", 12, 4),
    Case("shanten", "melds 13", 28, 9),
    Case("shanten", "melds 14", 28, 9),
    Case("shanten", "ting melds 13", 28, 9),
    Case("is_win", "random 14", 8, 2.7),
    Case("is_win", "finished 14", 8, 2.7),
    Case("is_win", "one-suit 14", 8, 2.7),
    Case("is_win", "finished melds 14"),
    Case("pattern", "random 14", 12, 4),
    Case("pattern", "finished 14", 12, 4),
    Case("pattern", "one-suit 14", 12, 4),
    Case("pattern", "finished melds 14"),
    Case("waits", "ting 13", 14, 4.7),
    Case("waits", "near-ready 13", 14, 4.7),
    Case("waits", "one-suit 13", 14, 4.7),
    Case("waits", "ting melds 13", 16, 5.5),
    Case("wait_patterns", "ting 13", 35, 12),
    Case("wait_patterns", "one-suit 13", 35, 12),
    Case("wait_patterns", "ting melds 13"),
    Case("count_decompositions", "finished 14", 60, 20),
    Case("count_decompositions", "one-suit 14", 60, 20),
    Case("decompose", "finished 14"),
    Case("useful_tiles", "near-ready 13", 42, 14),
    Case("useful_tiles", "one-suit 13", 42, 14),
    Case("useful_tiles", "melds 13", 140, 47),
    Case("discard_shanten", "near-ready 14", 42, 14),
    Case("discard_shanten", "random 14", 42, 14),
    Case("discard_shanten", "one-suit 14", 42, 14),
    Case("discard_shanten", "melds 14", 140, 47),
    Case("best_discard", "near-ready 14", 330, 110),
    Case("best_discard", "random 14", 330, 110),
    Case("best_discard", "melds 14"),
]


class OneHand(NamedTuple):
    """A function called from Python on one hand after another; ``mark`` is in ns a call."""

    name: str
    mark: float
    function: Callable[[Any], Any]
    make: Callable[[int], list[Any]]

    def prepare(self, n: int) -> Callable[[], None]:
        """A loop over `n` fresh arguments, so that nothing a value remembers is timed twice."""
        function = self.function
        arguments = self.make(n)

        def loop() -> None:
            for argument in arguments:
                function(argument)

        return loop


def _bytes(n: int) -> list[bytes]:
    return [hand.tobytes() for hand in population("near-ready 13", n).counts]


def _hands(n: int) -> list[zj.Hand]:
    return [zj.Hand(zj.to_text(hand)) for hand in population("finished 14", n).counts]


ONE_HAND = [
    OneHand("shanten(bytes)", 60, zj.shanten, _bytes),
    OneHand("decompositions(Hand)", 1500, zj.decompositions, _hands),
]


@cache
def _target(n: int) -> NDArray[np.uint8]:
    return np.empty((n, 27), np.uint8)


def read_limit(hands: Hands) -> Callable[[], None]:
    """``np.copyto`` of the concealed counts: the time that reading the rows takes anyway."""
    target = _target(len(hands.counts))
    return lambda: np.copyto(target, hands.counts)
