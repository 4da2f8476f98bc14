"""One hand of play, slowly: a table with a wall, answers in and events out.

Plays on the referee of `slow_referee`. Shares no code with the library.
"""

from __future__ import annotations

from slow_hands import TILES
from slow_referee import Referee, demand, in_order

DECK = [tile for tile in TILES for _ in range(4)]


class SlowTable(Referee):
    """A referee with a wall: answers in, events out."""

    def __init__(self, rules, wall, players, dealer=0, streak=0, base=1, hand=0):
        super().__init__()
        self.wall = list(wall)
        assert sorted(self.wall) == sorted(DECK)
        start = {"type": "start_kyoku", "rules": rules, "base": base, "oya": dealer}
        start |= {"honba": streak, "hand": hand, "dice": None, "seed": None}
        start["tehais"] = [in_order(dealt) for dealt in self._deal(players, dealer)]
        self.apply(start)
        self.advance()

    def _deal(self, players, dealer):
        dealt = [[] for _ in range(players)]
        for size in (4, 4, 4, 1):
            for step in range(players):
                for _ in range(size):
                    dealt[(dealer + step) % players].append(self.wall.pop(0))
        return dealt

    @property
    def done(self):
        return self.phase == "over"

    def _draw(self, seat, tail=False):
        event = {"type": "tsumo", "actor": seat, "pai": self.wall.pop(-1 if tail else 0)}
        self.apply(event | ({"rinshan": True} if tail else {}))

    def advance(self):
        """Everything that happens by itself until somebody is asked or the hand is over."""
        while self.phase != "over" and not self.pending:
            if self.phase == "hard":
                self._draw(self.dealer)
            elif self.phase in ("rob", "replace"):
                self._draw(self.actor, tail=True)
            elif self.phase == "claim" and self.left:
                self._draw(self.after(self.actor)[0])
            elif self.phase == "claim":
                self.apply({"type": "ryukyoku", "reason": "exhausted"})
            else:
                turned = self.phase == "won" and self.wall
                self.apply({"type": "end_kyoku", "flip": self.wall[0] if turned else None})

    def step(self, answers):
        """The answers of all pending seats."""
        assert sorted(answers) == self.pending
        for seat, action in answers.items():
            demand(action in self.legal(seat), "14", f"{action} is not open to seat {seat}")
        if self.phase == "hard":
            for seat in [s for s in self.after(self.dealer) if answers.get(s) == "declare"]:
                self.apply({"type": "reach", "actor": seat, "kind": "hard"})
            # what is left is passes
            self._draw(self.dealer)
        elif self.phase == "turn":
            self._act(self.actor, *answers[self.actor].partition(" ")[::2])
        else:
            self._resolve(answers)
        self.advance()

    def _act(self, seat, action, tile):
        who = {"actor": seat}
        if action == "discard":
            drawn = bool(self.drawn) and self.drawn[-1] == tile
            self.apply({"type": "dahai", **who, "pai": tile, "tsumogiri": drawn})
        elif action == "declare":
            self.apply({"type": "reach", **who, "kind": self._declaration()})
        elif action == "win":
            self.apply({"type": "hora", **who, "target": seat, "pai": self.drawn[-1]})
        elif action == "concealed_kong":
            late = tile not in self.drawn
            if tile in self.quads[seat] and self.turns_with_draw[seat] == 1:
                late = self.rules["dealt_quad_is_late"]
            event = {"type": "ankan", **who, "consumed": [tile] * 4}
            self.apply(event | ({"late": True} if late else {}))
        else:
            event = {"type": "kakan", **who, "pai": tile, "consumed": [tile] * 3}
            self.apply(event | ({} if tile in self.drawn else {"late": True}))

    def _resolve(self, answers):
        """All answers to an open tile at once: wins, else the call, else on."""
        thrower, tile = self.actor, self.tile
        order = [seat for seat in self.after(thrower) if seat in answers]
        winners = [seat for seat in order if answers[seat] == "win"]
        claim = {"target": thrower, "pai": tile}
        for seat in winners:
            self.apply({"type": "hora", "actor": seat, **claim})
        if winners:
            return
        for seat in order:
            if "win" in self.legal(seat):
                self.apply({"type": "none", "actor": seat, "passed": "hora"})
        calls = {"pong": ("pon", 2), "exposed_kong": ("daiminkan", 3)}
        for seat in order:
            if answers[seat] in calls:
                name, used = calls[answers[seat]]
                self.apply({"type": name, "actor": seat, **claim, "consumed": [tile] * used})
                return
        if self.phase == "rob":
            self._draw(thrower, tail=True)
        elif self.left:
            self._draw(self.after(thrower)[0])
        else:
            self.apply({"type": "ryukyoku", "reason": "exhausted"})

    def mark_dead(self, seat, end=None):
        """相公: ``end`` as the caller says; by default the hand ends where dead hands pay."""
        if end is None:
            end = self.rules["dead_hand"] == "pay"
        if end:
            demand(self.rules["dead_hand"] == "pay", "14.8", "a dead hand plays on")
            ponged = self.phase == "turn" and not self.drawn and seat != self.actor
            demand(not ponged, "14.8", "another has ponged and not yet thrown")
        self.apply({"type": "dead", "actor": seat})
        if end:
            self.apply({"type": "ryukyoku", "reason": "dead_hand", "actor": seat})
        self.advance()
