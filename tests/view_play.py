"""A table made from a view, beside the slow table that the view was taken of.

The slow table knows what has really happened. Its copy is dealt the same hidden tiles and told to
forget what no view tells; then both are played on and have to agree at every state.
"""

from __future__ import annotations

import copy
from collections import Counter
from random import Random

from slow_hands import TILES
from slow_table import DECK
from table_engine import INDEX, ids_of, slow_view, texts_of
from zhuoji_fast.actions import action_id
from zhuoji_fast.view import View, seen_table


def with_declaration(table, seat) -> bool:
    """Whether the seat has declared and not yet thrown, which its view does not tell."""
    return bool(table.phase == "turn" and table.actor == seat and table.declaring)


class SeenLockstep:
    """A table made from what a seat sees, and the slow table with the same hidden tiles."""

    def __init__(self, slow, seat, rng: Random):
        self.seat, self.rng = seat, rng
        view = View.from_dict(slow_view(slow, seat))
        self.fast = seen_table(view)
        assert self.fast.view(seat) == view.to_dict()
        assert texts_of(self.fast, seat) == slow.legal(seat)
        assert self.fast.imagine(seat, rng.getrandbits(64))
        self.slow = copy.deepcopy(slow)
        self.forget()
        self.same_state()

    def forget(self):
        """Deal the slow table the imagined tiles and let it forget what a view does not tell."""
        table, fast = self.slow, self.fast
        hidden = Counter(table.wall)
        for seat, own in enumerate(table.seats):
            if seat != self.seat:
                hidden.update(own["hand"])
                counts = fast.hand_counts(seat)
                own["hand"] = [tile for tile in TILES for _ in range(counts[INDEX[tile]])]
                hidden.subtract(own["hand"])
                table.quads[seat] = {tile for tile in TILES if counts[INDEX[tile]] == 4}
                table.locked_tiles[seat], table.locked_all[seat] = set(), False
                table.locked_for_good[seat] = False
            table.passes[seat] = []
        assert min(hidden.values(), default=0) >= 0
        table.wall = list(hidden.elements())
        self.rng.shuffle(table.wall)
        assert len(table.wall) == fast.wall_left
        table.seen = Counter(DECK) - Counter(table.wall)
        if table.phase == "turn":
            self.forget_turn()
        elif table.phase == "claim":
            kongs = table.kongs
            table.kongs = []
            if self.seat not in table.pending:  # only a hot shot explains that it is asked
                assert kongs
                melds = table.seats[table.actor]["melds"]
                table.kongs = [meld["tile"] for meld in melds if meld["kind"] != "pong"][-1:]
        elif table.phase == "rob":
            table.kongs, table.drawn = [table.tile], [table.tile]

    def forget_turn(self):
        table = self.slow
        hand = table.seats[self.seat]["hand"]
        if len(table.drawn) > 1:  # what was drawn before a kong is as if it had been dealt
            before = Counter(hand)
            before[table.drawn[-1]] -= 1
            table.quads[self.seat] = {tile for tile in TILES if before[tile] == 4}
        table.kongs, table.drawn = [], table.drawn[-1:]

    def same_state(self):
        assert self.fast.done == self.slow.done
        assert list(self.fast.pending) == self.slow.pending
        for seat in range(self.slow.n):
            assert texts_of(self.fast, seat) == (
                self.slow.legal(seat) if seat in self.slow.pending else set()
            )
            assert self.slow.done or self.fast.view(seat) == slow_view(self.slow, seat)

    def lay_wall(self):
        """Have the fast table draw what the slow one will."""
        if self.slow.wall:
            for tail in (False, True, False):
                tile = self.slow.wall[-1 if tail else 0]
                assert self.fast.place(INDEX[tile], tail)

    def play_out(self, choose):
        """Play to the end; `choose` gives the answer of a seat of the slow table."""
        while not self.slow.done:
            self.lay_wall()
            answers = {seat: choose(self.slow, seat) for seat in self.slow.pending}
            self.slow.step(answers)
            self.fast.step({seat: action_id(action) for seat, action in answers.items()})
            self.same_state()
        assert self.fast.position().to_dict() == self.slow.position()


def actions_of(view) -> set[int]:
    """What the seat of a view may do, by the table made of it."""
    return set(seen_table(view).legal(view.seat))


__all__ = ["SeenLockstep", "actions_of", "ids_of", "with_declaration"]
