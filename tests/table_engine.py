"""The library's table and the slow one side by side, compared at every state."""

from __future__ import annotations

import json
from random import Random

import zhuoji_fast as zj
from engines import library, slow
from slow_hands import TILES
from slow_referee import text_of
from slow_table import SlowTable
from zhuoji_fast.actions import ACTIONS, action_id, action_text

INDEX = {tile: number for number, tile in enumerate(TILES)}


def new_table(rules, wall, players, dealer=0, streak=0, base=1):
    """A table of the library that deals a given wall (tile texts, in drawing order)."""
    table = zj.Table(rules, players=players, base=base)
    table.reset(dealer=dealer, streak=streak, wall=wall)
    return table


def ids_of(texts):
    return {action_id(text) for text in texts}


def texts_of(table, seat):
    return {action_text(action) for action in table.legal(seat)}


def slow_view(table, seat):
    """What one seat sees, from the slow table."""
    turn = None
    if table.phase in ("claim", "rob"):
        turn = {"kind": table.phase, "tile": table.tile, "from": table.actor}
    elif table.phase in ("turn", "hard"):
        turn = {"kind": "discard" if table.phase == "turn" else "declare"}
    if seat not in table.pending:
        turn = None
    rivers = [list(other["river"]) for other in table.seats]
    if table.phase == "claim":
        rivers[table.actor].append(table.tile)
    locked = table.locked_all[seat] or table.locked_for_good[seat] or None
    return {
        "rules": table.written_rules,
        "base": table.base,
        "dealer": table.dealer,
        "streak": table.streak,
        "seat": seat,
        "hand": text_of(sorted(table.seats[seat]["hand"], key=TILES.index)),
        "drawn": table.drawn[-1] if turn == {"kind": "discard"} and table.drawn else None,
        "seats": [
            {
                "melds": other["melds"],
                "river": text_of(river),
                "declared": other["declared"],
                "dead": other["dead"],
            }
            for other, river in zip(table.seats, rivers, strict=True)
        ],
        "wall": table.left,
        "turn": turn,
        "first_chicken": sorted(table.first_chicken, key=lambda entry: entry["tile"]),
        "locked": locked or sorted(table.locked_tiles[seat], key=TILES.index),
    }


class Lockstep:
    """Both tables of one hand. Every method asserts that they agree."""

    def __init__(self, rules, wall, players, dealer=0, streak=0, base=1):
        self.slow = SlowTable(rules, wall, players, dealer, streak, base)
        self.fast = new_table(rules, wall, players, dealer, streak, base)
        self.rewards = [0] * players
        self.told = len(self.slow.events)
        self.same_state()

    @property
    def done(self):
        return self.slow.done

    def same_state(self):
        """Pending seats, legal actions and events so far."""
        assert self.fast.done == self.slow.done
        assert list(self.fast.pending) == self.slow.pending
        for seat in self.slow.pending:
            assert texts_of(self.fast, seat) == self.slow.legal(seat), seat
            assert list(self.fast.legal(seat)) == sorted(self.fast.legal(seat))

    def same_refusals(self):
        """`can` and `verify` know the same actions of every seat, of all there are."""
        for seat in range(self.slow.n):
            legal = ids_of(self.slow.legal(seat)) if seat in self.slow.pending else set()
            allowed = {action for action in range(ACTIONS) if self.fast.can(seat, action)}
            assert allowed == legal, seat

    def same_views(self):
        for seat in range(self.slow.n):
            assert self.fast.view(seat) == slow_view(self.slow, seat)

    def step(self, answers):
        """The same answers on both sides."""
        self.slow.step(answers)
        rewards, done, events = self.fast.step(
            {seat: action_id(action) for seat, action in answers.items()}
        )
        self._same_news(rewards, done, events)

    def mark_dead(self, seat, end):
        """The same mark on both sides; raises what the slow table raises."""
        self.slow.mark_dead(seat, end)
        rewards, done, events = self.fast.mark_dead(seat, end)
        self._same_news(rewards, done, events)

    def _same_news(self, rewards, done, events):
        news = self.slow.events[self.told :]
        self.told = len(self.slow.events)
        assert done == self.slow.done
        assert [reduced(event) for event in events] == news
        self.rewards = [a + b for a, b in zip(self.rewards, rewards, strict=True)]
        assert done or not any(rewards)
        self.same_state()

    def same_end(self):
        """Log, position, settlement, rewards and replay of a hand that is over."""
        log, position = self.fast.log, self.slow.position()
        assert [reduced(event) for event in log] == self.slow.events
        written = self.fast.position().to_dict()
        assert written == position
        told = slow(position)
        assert told == library(position)
        assert list(self.fast.settlement.totals) == told["totals"] == self.rewards
        assert log[-1]["position"] == position
        assert log[-1]["totals"] == told["totals"]
        assert self.fast.settlement == zj.settle(self.fast.position())
        again = zj.Table.replay(log)
        assert again.position() == self.fast.position()
        assert again.log == log
        assert json.loads(json.dumps(log)) == log


def reduced(event):
    """An event without what the end of the hand adds to it."""
    return {k: v for k, v in event.items() if k not in ("position", "totals", "lines")}


def any_illegal(table, seat, rng: Random):
    """An action id that a seat may not take now."""
    legal = set(table.legal(seat))
    return rng.choice([action for action in range(ACTIONS) if action not in legal])
