"""One hand of play, slowly: a referee that reads events and knows what each seat may do.

`Referee` takes the events of a log one by one and refuses the first that the rules forbid.
Everything is worked out anew from the whole state each time. Tiles are text (``"5p"``), actions
are words (``"discard 5p"``). Shares no code with the library.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from slow_hands import (
    COMMON,
    TILES,
    SlowError,
    merge_rules,
    permission,
    reading_names,
    wait_fan,
    waits_of,
    whole,
)


class IllegalError(ValueError):
    """What the rules forbid; ``section`` says where they do."""

    def __init__(self, section, message):
        super().__init__(f"{section}: {message}")
        self.section = section


def demand(allowed, section, message):
    if not allowed:
        raise IllegalError(section, message)


def in_order(tiles):
    return sorted(tiles, key=TILES.index)


def text_of(tiles):
    """Tile text in the order given: 1m 6s 8s 4m -> "1m68s4m"."""
    text = ""
    for i, tile in enumerate(tiles):
        last = i + 1 == len(tiles) or tiles[i + 1][1] != tile[1]
        text += tile if last else tile[0]
    return text


@lru_cache(100_000)
def _finished(tiles, melds):
    loose = {"fan": {"single_wait": 0, "flush_single_wait": 0}, "dragon_needs_quad_tile": False}
    return bool(reading_names(tiles, [("pong", "1m")] * melds, tiles[0], loose))


def finished(seat, tile):
    """Whether the tile finishes the hand of a seat, in whatever pattern."""
    return _finished(tuple(sorted([*seat["hand"], tile])), len(seat["melds"]))


def without(hand, tile):
    rest = list(hand)
    rest.remove(tile)
    return rest


class Referee:
    """The state of one hand. ``phase`` says what the table waits for:

    ``start``, ``hard`` (blind declarations before the dealer's fourteenth), ``turn``, ``claim`` (an
    open discard), ``rob`` (an open added kong), ``replace`` (a replacement tile), ``won``,
    ``drawn`` (no winner) and ``over``.
    """

    def __init__(self):
        self.phase = "start"
        self.events = []
        self.open_phase = None

    # ------------------------------------------------------------ what may be done

    def after(self, seat):
        """The other seats in playing order from a seat on."""
        return [(seat + step) % self.n for step in range(1, self.n)]

    def legal(self, seat):
        """The actions of a seat, none if it is not its moment at all."""
        if self.phase == "hard":
            return {"pass", "declare"} if self._may_declare_hard(seat) else set()
        if self.phase == "turn" and seat == self.actor:
            return self._legal_turn()
        if self.phase in ("claim", "rob") and seat != self.actor:
            return self._legal_answer(seat)
        return set()

    @property
    def pending(self):
        return [seat for seat in range(self.n) if self.legal(seat) - {"pass"}]

    def _may_declare_hard(self, number):
        seat = self.seats[number]
        return (
            self.rules["declare"] == "hard_soft"
            and number != self.dealer
            and not seat["dead"]
            and not seat["declared"]
            and bool(waits_of(seat))
        )

    def _ting_discards(self, seat):
        return [
            tile
            for tile in set(seat["hand"])
            if waits_of({**seat, "hand": without(seat["hand"], tile)})
        ]

    def _legal_turn(self):
        seat = self.seats[self.actor]
        if self.declaring:
            return {f"discard {tile}" for tile in self._ting_discards(seat)}
        actions = {f"discard {tile}" for tile in seat["hand"]}
        if seat["declared"]:
            actions = {f"discard {self.drawn[-1]}"}
        if not self.drawn:  # after a pong
            return actions
        last = self.drawn[-1]
        if not seat["dead"] and finished({**seat, "hand": without(seat["hand"], last)}, last):
            actions.add("win")
        if not seat["declared"] and self.left:
            for tile in set(seat["hand"]):
                if seat["hand"].count(tile) == 4:
                    actions.add(f"concealed_kong {tile}")
                if {"kind": "pong", "tile": tile} in [
                    {"kind": meld["kind"], "tile": meld["tile"]} for meld in seat["melds"]
                ]:
                    actions.add(f"added_kong {tile}")
        if self._declaration() and self._ting_discards(seat):
            actions.add("declare")
        return actions

    def _declaration(self):
        """The kind of declaration open to the seat in turn, if its hand is ting after a discard."""
        seat = self.seats[self.actor]
        if (
            self.rules["declare"] == "off"
            or seat["dead"]
            or seat["declared"]
            or self.discards[self.actor]
            or self.called
        ):
            return None
        if self.rules["declare"] == "hard_soft" and self.actor != self.dealer:
            return "soft"
        return "hard"

    def _legal_answer(self, number):
        seat, tile = self.seats[number], self.tile
        actions = {"pass"}
        if self._may_win_on(number):
            actions.add("win")
        if self.phase == "claim" and self.left and not seat["declared"]:
            if seat["hand"].count(tile) >= 2:
                actions.add("pong")
            if seat["hand"].count(tile) == 3:
                actions.add("exposed_kong")
        return actions

    def _may_win_on(self, number):
        """Whether a seat may win on the open tile."""
        seat = self.seats[number]
        if seat["dead"] or not finished(seat, self.tile):
            return False
        if self.phase == "rob" and self.late and not self.rules["late_kong_can_be_robbed"]:
            return False
        if self.locked_for_good[number] or self.locked_all[number]:
            return False
        if self.tile in self.locked_tiles[number]:
            return False
        return permission(self.rules, self.seats, self._win_entry(number)) is not None

    def _win_entry(self, number):
        """A win as the position writes it."""
        win = {"seat": number, "tile": self.tile}
        if self.phase == "turn":
            win |= {"tile": self.drawn[-1], "by": "self_draw"}
            first = len(self.draws[number]) == 1 and not self.called
            if self.kongs:
                win["kong_bloom"] = True
            elif first and number == self.dealer:
                win["heavenly"] = True
            elif first:
                win["first_draw"] = True
        elif self.phase == "claim":
            win |= {"by": "discard", "from": self.actor}
            if self.kongs:
                win |= {"hot_shot": True, "kong": self.kongs[-1]}
            if self.actor == self.dealer and self.discards[self.actor] == 1:
                win["first_discard"] = True
        else:
            win |= {"by": "robbed_kong", "from": self.actor}
        return win

    # ------------------------------------------------------------ events

    def apply(self, event):
        """Take one event, or raise `IllegalError` and change nothing that matters afterwards."""
        kind = event["type"]
        handler = getattr(self, f"_on_{kind}", None)
        demand(handler is not None, "record 2", f"no event {kind!r} in a hand")
        demand(self.phase == "start" or kind != "start_kyoku", "record 2", "a hand has begun")
        demand(self.phase != "start" or kind == "start_kyoku", "record 2", "no hand has begun")
        demand(self.phase != "over", "record 2", "the hand is over")
        if kind not in ("start_kyoku", "none", "dead", "end_kyoku"):
            demand(kind == "hora" or self.phase != "won", "14.4", "a win stands, nothing else does")
            demand(self.phase != "drawn", "14.6", "the hand has ended")
        handler(event)
        self.just_dead = event["actor"] if kind == "dead" else None
        self.events.append(event)

    def _on_start_kyoku(self, event):
        try:
            self.rules = merge_rules(event["rules"])
        except SlowError as error:
            raise IllegalError("12", str(error)) from None
        hands = event["tehais"]
        self.n = len(hands)
        demand(self.n in self.rules["players"], "12", f"{self.n} players")
        demand(whole(event["base"], 1, 1_000_000), "12", "base")
        demand(whole(event["oya"], 0, self.n - 1), "1", "the dealer is no seat")
        demand(whole(event["honba"], 0, 1000), "12", "streak")
        self.seen = Counter()
        for hand in hands:
            demand(len(hand) == 13, "14.1", f"{len(hand)} tiles dealt")
            for tile in hand:
                self._see(tile)
        self.written_rules = event["rules"]
        self.base, self.dealer, self.streak = event["base"], event["oya"], event["honba"]
        self.seats = [
            {"hand": list(hand), "melds": [], "river": [], "declared": None, "dead": False}
            for hand in hands
        ]
        self.left = 108 - 13 * self.n
        self.quads = [{tile for tile in hand if hand.count(tile) == 4} for hand in hands]
        self.draws = [[] for _ in hands]
        self.turns_with_draw = [0] * self.n
        self.discards = [0] * self.n
        self.called = False
        self.first_chicken = []
        self.passes = [[] for _ in hands]
        self.locked_tiles = [set() for _ in hands]
        self.locked_all = [False] * self.n
        self.locked_for_good = [False] * self.n
        self.wins = []
        self.end = None
        self.flip = None
        self.tile, self.actor, self.late = None, None, False
        self._new_turn(None)
        self.phase = "hard"

    def _see(self, tile):
        demand(tile in TILES, "1", f"{tile!r} is no tile")
        self.seen[tile] += 1
        demand(self.seen[tile] <= 4, "14.1", f"a fifth {tile}")

    def _new_turn(self, actor):
        self.actor, self.drawn, self.kongs, self.declaring = actor, [], [], None

    def _on_reach(self, event):
        number, kind = event["actor"], event["kind"]
        if self.phase == "hard":
            demand(number != self.dealer, "7", "the dealer declares with his first discard")
            demand(kind == "hard", "7", "before the dealer's draw one declares hard")
            demand(self._may_declare_hard(number), "7", "the dealt hand may not be declared")
            self.seats[number]["declared"] = "hard"
            return
        demand(self.phase == "turn" and number == self.actor, "7", "with one's own first discard")
        demand(not self.declaring and "declare" in self.legal(number), "7", "may not declare")
        demand(kind == self._declaration(), "7", f"this declaration is {self._declaration()}")
        self.declaring = kind

    def _on_tsumo(self, event):
        number, tile, tail = event["actor"], event["pai"], event.get("rinshan", False)
        if self.phase == "hard":
            demand(number == self.dealer and not tail, "14.1", "the dealer's fourteenth is next")
        elif self.phase == "replace" or self.phase == "rob":
            demand(number == self.actor, "14.3", "the replacement tile belongs to the konger")
            demand(tail, "14.1", "a replacement tile comes from the tail")
        elif self.phase == "claim":
            demand(number == self.after(self.actor)[0], "14.4", "the next seat draws")
            demand(not tail, "14.1", "draws come from the head")
            demand(self.left > 0, "14.6", "no tile is left")
        else:
            raise IllegalError("14.3", "nobody draws now")
        demand(self.left > 0, "14.3", "no tile is left")
        self._see(tile)
        self._close_window()
        if not tail:
            self._new_turn(number)
        self.left -= 1
        if not self.drawn:
            self.turns_with_draw[number] += 1
        self.drawn.append(tile)
        self.draws[number].append(tile)
        self.seats[number]["hand"].append(tile)
        self.passes[number] = []
        self.locked_tiles[number] = set()
        self.locked_all[number] = False
        self.phase = "turn"

    def _close_window(self, claimed=False):
        """Nobody won: note who could have, and put an unclaimed discard into the river."""
        if self.phase not in ("claim", "rob"):
            return
        for number in [s for s in self.after(self.actor) if "win" in self.legal(s)]:
            if self.phase == "claim":
                self.passes[number].append(self.tile)
            lock = self.rules["pass_lock"]
            if lock == "same_tile":
                self.locked_tiles[number].add(self.tile)
            elif lock == "any":
                self.locked_all[number] = True
            elif lock == "declared" and self.seats[number]["declared"]:
                self.locked_for_good[number] = True
        if self.phase == "claim" and not claimed:
            self.seats[self.actor]["river"].append(self.tile)

    def _in_turn(self, number):
        demand(self.phase == "turn" and number == self.actor, "14.3", "it is not his turn")

    def _on_dahai(self, event):
        number, tile = event["actor"], event["pai"]
        self._in_turn(number)
        seat = self.seats[number]
        demand(tile in seat["hand"], "14.3", f"he does not hold {tile}")
        if seat["declared"]:
            demand(tile == self.drawn[-1], "7", "a declared hand throws what it drew")
        if self.declaring:
            demand(tile in self._ting_discards(seat), "7", "not ting after that discard")
        if event["tsumogiri"]:
            demand(self.drawn and self.drawn[-1] == tile, "14.3", "not the tile drawn last")
        elif self.drawn and self.drawn[-1] == tile:
            demand(seat["hand"].count(tile) > 1, "14.3", "it is the tile drawn last")
        if self.declaring:
            seat["declared"], self.declaring = self.declaring, None
        seat["hand"].remove(tile)
        self.discards[number] += 1
        self.tile, self.refused = tile, []
        for common, option in COMMON:
            known = [entry["tile"] for entry in self.first_chicken]
            if tile == common and self.rules[option] and tile not in known:
                self.first_chicken.append({"tile": tile, "seat": number, "claimed_by": []})
                self.charge = self.first_chicken[-1]
                break
        else:
            self.charge = None
        self.phase = "claim"

    def _answer(self, event, section):
        """Checks that pongs and exposed kongs share."""
        number, tile = event["actor"], event["pai"]
        demand(self.phase == "claim", section, "there is no open discard")
        demand(event["target"] == self.actor and tile == self.tile, section, "not that discard")
        demand(number in self.after(self.actor), section, "his own discard")
        demand(self.left > 0, "14.6", "the last discard is only won on")
        seat = self.seats[number]
        demand(not seat["declared"], "7", "a declared hand calls nothing")
        need = len(event["consumed"])
        demand(event["consumed"] == [tile] * need, section, "not that tile")
        demand(seat["hand"].count(tile) >= need, section, f"he does not hold {need} of the tile")
        return number, seat, tile

    def _claim(self, number, seat, tile, kind, used):
        thrower = self.actor
        self._close_window(claimed=True)
        if self.charge:
            self.charge["claimed_by"] = [number]
        for _ in range(used):
            seat["hand"].remove(tile)
        seat["melds"].append({"kind": kind, "tile": tile, "from": thrower})
        self.called = True
        self.passes[number] = []
        self._new_turn(number)

    def _on_pon(self, event):
        demand(len(event["consumed"]) == 2, "14.4", "a pong takes two from the hand")
        number, seat, tile = self._answer(event, "14.4")
        self._claim(number, seat, tile, "pong", 2)
        self.phase = "turn"

    def _on_daiminkan(self, event):
        demand(len(event["consumed"]) == 3, "14.4", "an exposed kong takes three from the hand")
        number, seat, tile = self._answer(event, "14.4")
        self._claim(number, seat, tile, "exposed_kong", 3)
        self.kongs = [tile]
        self.phase = "replace"

    def _before_own_kong(self, number):
        self._in_turn(number)
        demand(bool(self.drawn), "14.4", "a pong is followed by a discard")
        demand(not self.seats[number]["declared"], "7", "a declared hand calls nothing")
        demand(not self.declaring, "7", "a declaration is followed by its discard")
        demand(self.left > 0, "14.3", "no replacement tile is left")
        return self.seats[number]

    def _own_kong(self, event, tile, late):
        demand(event.get("late", False) == late, "5", f"late: {late}")
        self.called = True
        self.kongs.append(tile)

    def _on_ankan(self, event):
        number, tile = event["actor"], event["consumed"][0]
        seat = self._before_own_kong(number)
        held = event["consumed"] == [tile] * 4 and seat["hand"].count(tile) == 4
        demand(held, "14.3", "he does not hold four")
        late = tile not in self.drawn
        if late and tile in self.quads[number] and self.turns_with_draw[number] == 1:
            late = self.rules["dealt_quad_is_late"]
        self._own_kong(event, tile, late)
        seat["hand"] = [other for other in seat["hand"] if other != tile]
        seat["melds"].append({"kind": "concealed_kong", "tile": tile, "late": late})
        self.phase = "replace"

    def _on_kakan(self, event):
        number, tile = event["actor"], event["pai"]
        seat = self._before_own_kong(number)
        demand(tile in seat["hand"], "14.3", "he does not hold the tile")
        pongs = [m for m in seat["melds"] if m["kind"] == "pong" and m["tile"] == tile]
        demand(pongs and event["consumed"] == [tile] * 3, "14.3", "he has no pong of it")
        late = tile not in self.drawn
        self._own_kong(event, tile, late)
        seat["hand"].remove(tile)
        pongs[0] |= {"kind": "added_kong", "late": late}
        self.tile, self.late, self.refused, self.charge = tile, late, [], None
        self.phase = "rob"

    def _on_none(self, event):
        number = event["actor"]
        demand(self.phase in ("claim", "rob"), "record 2", "nothing can be passed")
        demand("win" in self.legal(number), "record 2", "he was not allowed to win")
        order = self.after(self.actor)
        told = [order.index(other) for other in self.refused]
        demand(all(place < order.index(number) for place in told), "record 2", "seat order")
        self.refused.append(number)

    def _on_hora(self, event):
        number, tile = event["actor"], event["pai"]
        demand(not self.seats[number]["dead"], "3", "a dead hand never wins")
        if self.phase == "turn":
            self._in_turn(number)
            demand(bool(self.drawn), "14.4", "a pong is followed by a discard")
            demand(event["target"] == number and tile == self.drawn[-1], "14.3", "a self-draw")
            demand("win" in self.legal(number), "2", "the hand is not finished")
            self.wins.append(self._win_entry(number))
            self.seats[number]["hand"].remove(tile)
            self.phase = "won"
            return
        if self.phase == "won":
            demand(self.open_phase is not None, "14.3", "a self-draw has one winner")
            self.phase = self.open_phase
            try:
                self._on_open_hora(event)
            finally:
                self.phase = "won"
            return
        demand(self.phase in ("claim", "rob"), "14.4", "nothing can be won on")
        self._on_open_hora(event)
        self.open_phase, self.phase = self.phase, "won"
        if self.open_phase == "rob":
            robbed = [m for m in self.seats[self.actor]["melds"] if m["tile"] == tile]
            robbed[0]["kind"] = "pong"
            del robbed[0]["late"]

    def _on_open_hora(self, event):
        number, tile = event["actor"], event["pai"]
        demand(event["target"] == self.actor and tile == self.tile, "14.4", "not that tile")
        demand(number in self.after(self.actor), "14.4", "his own tile")
        demand(not self.refused, "none", "a pass is not written when somebody wins on the tile")
        earlier = [win["seat"] for win in self.wins]
        order = self.after(self.actor)
        demand(number not in earlier, "14.4", "he has won")
        demand(
            all(order.index(other) < order.index(number) for other in earlier),
            "record 2",
            "winners come in seat order from the thrower",
        )
        demand(finished(self.seats[number], tile), "2", "the hand is not finished")
        demand("win" in self.legal(number), "3", "he may not win on it")
        self.wins.append(self._win_entry(number))
        if self.charge:
            self.charge["claimed_by"] = sorted([*self.charge["claimed_by"], number])

    def _on_dead(self, event):
        number = event["actor"]
        demand(0 <= number < self.n, "14.8", "no such seat")
        demand(self.phase not in ("won", "drawn"), "14.8", "the hand has ended")
        seat = self.seats[number]
        demand(not seat["dead"], "14.8", "he is dead already")
        seat["dead"], seat["declared"] = True, None
        if number == self.actor:
            self.declaring = None
        self.passes[number], self.locked_tiles[number] = [], set()
        self.locked_all[number] = self.locked_for_good[number] = False

    def _on_ryukyoku(self, event):
        if event["reason"] == "exhausted":
            demand(self.phase == "claim", "14.6", "a discard is awaited")
            demand(self.left == 0, "14.6", "a tile is left: the hand is not exhausted")
            self._close_window()
            self.end = {"kind": "exhausted"}
        else:
            demand(event["reason"] == "dead_hand", "record 2", "no such end")
            number = event["actor"]
            demand(number == self.just_dead, "14.8", "he has not been marked just now")
            demand(self.rules["dead_hand"] == "pay", "14.8", "a dead hand plays on")
            if self.phase == "turn" and not self.drawn:
                demand(number == self.actor, "14.8", "another has ponged and not yet thrown")
            elif self.phase == "turn":
                self.seats[self.actor]["hand"].remove(self.drawn[-1])
                self.seen[self.drawn[-1]] -= 1
            elif self.phase == "claim":
                self.seats[self.actor]["river"].append(self.tile)
            self.end = {"kind": "dead_hand", "seat": number}
        self.phase = "drawn"

    def _on_end_kyoku(self, event):
        demand(self.phase in ("won", "drawn"), "14.6", "the hand has not ended")
        flip = event["flip"]
        if self.phase == "won" and self.left:
            demand(flip is not None, "14.7", "the next tile is turned")
            self._see(flip)
            self.flip = flip
        else:
            demand(flip is None, "14.7", "nothing is turned")
        self.phase = "over"

    # ------------------------------------------------------------ the end

    def position(self):
        """The Position document of a hand that is over."""
        assert self.phase == "over"
        winners = [win["seat"] for win in self.wins]
        passed = []
        for number, tiles in enumerate(self.passes):
            if self.wins and self.wins[0]["by"] == "discard" and number not in winners and tiles:
                best = max(tiles, key=lambda t, s=self.seats[number]: wait_fan(s, t, self.rules)[0])
                passed.append({"seat": number, "tile": best})
        return {
            "rules": self.written_rules,
            "base": self.base,
            "dealer": self.dealer,
            "streak": self.streak,
            "seats": [
                {
                    **seat,
                    "hand": text_of(in_order(seat["hand"])),
                    "river": text_of(seat["river"]),
                }
                for seat in self.seats
            ],
            "end": self.end or {"kind": "win", "wins": self.wins},
            "flip": self.flip,
            "first_chicken": sorted(self.first_chicken, key=lambda entry: entry["tile"]),
            "passed": passed,
        }
