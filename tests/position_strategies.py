"""Random Position documents that pass every check, built up tile by tile from one set of 108.

`random_position` makes one from a `random.Random`; `positions` is the Hypothesis strategy of them.
All six presets and any overrides occur, and what is rare in play is made frequent: chickens,
marks, several winners, claimed charge tiles, gold, late kongs, declared and dead seats, passes.
Every document is in the canonical form that the library writes.
"""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from random import Random

from hypothesis import strategies as st

from random_rules import random_rules, written_rules
from slow_hands import COMMON, KONGS, TILES, next_rank, permission, waits_of


def sorted_text(tiles) -> str:
    """Canonical text of a hand: `123m5p`."""
    return river_text(sorted(tiles, key=TILES.index))


def river_text(tiles) -> str:
    """Tile text in the order given: `1m6s8s4m` -> `1m68s4m`."""
    text = ""
    for i, tile in enumerate(tiles):
        last = i + 1 == len(tiles) or tiles[i + 1][1] != tile[1]
        text += tile if last else tile[0]
    return text


SAMPLE = 400


class _Maker:
    """One position under construction; `pool` counts the tiles that are nowhere yet."""

    def __init__(self, rng: Random, rules: dict):
        self.rng = rng
        self.rules = rules
        self.players = rng.choice(rules["players"])
        self.dealer = rng.randrange(self.players)
        self.pool = Counter(dict.fromkeys(TILES, 4))
        self.seats = [
            {"hand": [], "melds": [], "river": [], "declared": None, "dead": False}
            for _ in range(self.players)
        ]
        self.wins: list[dict] = []
        self.open_game = True  # melds are allowed
        self.flip = None

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def take(self, *tiles: str) -> None:
        self.pool.subtract(tiles)
        assert min(self.pool[tile] for tile in tiles) >= 0

    def weight(self, tile: str) -> float:
        return {"1s": 6, "8p": 3, "2s": 2, "3s": 2}.get(tile, 1)

    def pick(self, options: list) -> object:
        """One of the options, those with chickens rather than others."""
        weights = [max(self.weight(t) for t in o) if o else 1 for o in options]
        return self.rng.choices(options, weights)[0]

    def other(self, seat: int) -> int:
        return self.rng.choice([s for s in range(self.players) if s != seat])

    # ------------------------------------------------------------ hands

    def add_meld(self, seat: int, suit: str | None = None, kinds=("pong", *KONGS)) -> bool:
        """A pong or kong out of the pool; False where no tile is left for one."""
        kind = self.rng.choice(kinds)
        need = 3 if kind == "pong" else 4
        tiles = [t for t in TILES if self.pool[t] >= need and suit in (None, t[1])]
        if not tiles:
            return False
        tile = self.pick([(t,) for t in tiles])[0]
        self.take(*[tile] * need)
        meld = {"kind": kind, "tile": tile, "late": False}
        if kind != "concealed_kong":
            meld["from"] = self.other(seat)
        if kind in ("concealed_kong", "added_kong"):
            meld["late"] = self.chance(0.25)
        self.seats[seat]["melds"].append(meld)
        return True

    def _set_options(self, triplets_only: bool, suit: str | None, runs_only: bool) -> list:
        tiles = [t for t in TILES if suit in (None, t[1])]
        options = []
        if not runs_only:
            options += [(t, t, t) for t in tiles if self.pool[t] >= 3]
        if not triplets_only:
            for t in tiles:
                run = (t, next_rank(t), next_rank(next_rank(t)))
                if int(t[0]) <= 7 and all(self.pool[x] for x in run):
                    options.append(run)
        return options

    def _part_with(self, tile: str, style: str, melds: int) -> tuple | None:
        """A part of a finished hand that holds the winning tile (already out of the pool)."""
        rank, suit = int(tile[0]), tile[1]
        runs = []
        for low in range(max(1, rank - 2), min(7, rank) + 1):
            run = [f"{low + i}{suit}" for i in range(3)]
            rest = [t for t in run if t != tile]
            if all(self.pool[t] for t in rest):
                runs.append(tuple(run))
        options = [] if melds == 4 or style in ("triplets", "pairs", "dragon") else runs
        same = []
        if style in ("pairs", "dragon"):
            same = [(tile,) * n for n in (2, 4) if self.pool[tile] >= n - 1]
        elif style != "runs":
            sizes = (2,) if melds == 4 else (2, 3)
            same = [(tile,) * n for n in sizes if self.pool[tile] >= n - 1]
        return self.rng.choice(options + same) if options + same else None

    def finish(self, seat: int, won: str, style: str, suit: str | None, melds: int) -> bool:
        """Give a seat a hand that the tile ``won`` (already taken) finishes; False: cannot."""
        before, made = self.pool.copy(), list(self.seats[seat]["melds"])
        hand = self._finish(seat, won, style, suit, melds)
        if hand is None:
            self.pool, self.seats[seat]["melds"] = before, made
            return False
        self.seats[seat]["hand"] = hand
        return True

    def _finish(self, seat, won, style, suit, melds):
        part = self._part_with(won, style, melds)
        if part is None:
            return None
        rest = list(part)
        rest.remove(won)
        self.take(*rest)
        hand = rest
        if style in ("pairs", "dragon"):
            quads = 1 if style == "dragon" and len(part) == 2 else 0
            while len(hand) < 13:
                size = 4 if quads and len(hand) < 10 else 2
                tiles = [
                    t
                    for t in TILES
                    if self.pool[t] >= size and t not in hand and t != won and suit in (None, t[1])
                ]
                if not tiles:
                    return None
                tile = self.pick([(t,) for t in tiles])[0]
                self.take(*[tile] * size)
                hand += [tile] * size
                quads -= size == 4
            return hand
        for _ in range(melds):
            if not self.add_meld(seat, suit):
                return None
        sets = 4 - len(self.seats[seat]["melds"]) - (len(part) == 3)
        for _ in range(sets):
            options = self._set_options(style == "triplets", suit, False)
            if not options:
                return None
            chosen = self.pick(options)
            self.take(*chosen)
            hand += chosen
        if len(part) == 3:
            pairs = [(t, t) for t in TILES if self.pool[t] >= 2 and suit in (None, t[1])]
            if not pairs:
                return None
            pair = self.pick(pairs)
            self.take(*pair)
            hand += pair
        return hand

    def styles(self, tile: str, seat: int):
        """Shapes to try one after the other, the wanted one first."""
        made = self.seats[seat]["melds"]
        if made:
            suit = tile[1] if self.chance(0.5) and made[0]["tile"][1] == tile[1] else None
            style = self.rng.choice(("mixed", "triplets"))
            melds = self.rng.choice((0, 1, 2))
            return [(style, suit, melds), (style, None, melds), ("mixed", None, 0)]
        style = self.rng.choices(
            ("mixed", "triplets", "pairs", "dragon"), (5, 3, 1.5, 1.5 if self.chance(0.8) else 0)
        )[0]
        suit = tile[1] if self.chance(0.25) else None
        melds = self.rng.choice((0, 1, 1, 2, 3)) if self.open_game else 0
        if style == "triplets" and self.open_game and self.chance(0.4):
            melds = 4
        if style in ("pairs", "dragon"):
            melds = 0
        return [(style, suit, melds), (style, None, melds), ("mixed", None, min(melds, 3))]

    def make_winner(self, seat: int, won: str) -> bool:
        return any(self.finish(seat, won, *style) for style in self.styles(won, seat))

    def random_hand(self, seat: int, size: int) -> None:
        for _ in range(size):
            left = [(t,) for t in TILES if self.pool[t]]
            if not left:
                return
            tile = self.pick(left)[0]
            self.take(tile)
            self.seats[seat]["hand"].append(tile)

    def make_other(self, seat: int) -> None:
        """A seat that has not won: ting, not ting, or dead; it may have melds already."""
        own = self.seats[seat]
        if self.chance(0.45) and not own["melds"]:
            left = [t for t in TILES if self.pool[t]]
            won = self.rng.choice(left)
            self.take(won)
            ready = self.make_winner(seat, won)
            self.pool[won] += 1
            if ready:
                return
        if self.chance(0.25) and self._ready_behind_melds(seat):
            return
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            if self.open_game and len(own["melds"]) < 4:
                self.add_meld(seat, kinds=("pong", "pong", *KONGS))
        if self.chance(0.12):
            own["dead"] = True
        size = 13 - 3 * len(own["melds"])
        if own["dead"]:
            size = max(0, size + self.rng.choice((-2, -1, 0, 1, 2)))
        self.random_hand(seat, size)

    def _ready_behind_melds(self, seat: int) -> bool:
        """Sets and one loose tile for a seat that already has melds."""
        own = self.seats[seat]
        before = self.pool.copy()
        for _ in range(4 - len(own["melds"])):
            options = self._set_options(False, None, False)
            if not options:
                self.pool, own["hand"] = before, []
                return False
            chosen = self.pick(options)
            self.take(*chosen)
            own["hand"] += chosen
        self.random_hand(seat, 1)
        return True

    # ------------------------------------------------------------ ends

    def make_self_draw(self) -> None:
        mark = self.rng.choices((None, "heavenly", "first_draw", "kong_bloom"), (5, 1.5, 1.5, 3))[0]
        if mark == "kong_bloom":
            seat = self.rng.randrange(self.players)
        elif mark == "heavenly":
            seat = self.dealer
        elif mark == "first_draw":
            seat = self.other(self.dealer)
        else:
            seat = self.rng.randrange(self.players)
        self.open_game = mark not in ("heavenly", "first_draw")
        won = self.pick([(t,) for t in TILES])[0]
        self.take(won)
        if mark == "kong_bloom":
            self.add_meld(seat, won[1] if self.chance(0.4) else None, KONGS)
        assert self.make_winner(seat, won)
        win = {"seat": seat, "tile": won, "by": "self_draw"}
        if mark:
            win[mark] = True
        self.wins = [win]
        self.closed_rivers = {
            "heavenly": range(self.players),
            "first_draw": [seat],
        }.get(mark, [])

    def _upgrade_pong(self, seat: int) -> bool:
        """Make one pong of a seat a kong, if the fourth tile is free."""
        for meld in self.seats[seat]["melds"]:
            if meld["kind"] == "pong" and self.pool[meld["tile"]]:
                self.take(meld["tile"])
                meld["kind"] = self.rng.choice(("exposed_kong", "added_kong"))
                return True
        return False

    def _winners(self, thrower: int, won: str) -> list[int]:
        seats = [s for s in range(self.players) if s != thrower]
        self.rng.shuffle(seats)
        several = self.rng.choices((1, 2, 3), (5, 4, 2))[0]
        made = []
        for seat in seats:
            if len(made) < several and self.make_winner(seat, won):
                made.append(seat)
        return sorted(made)

    def make_discard(self) -> None:
        first = self.chance(0.15)
        hot = self.chance(0.3)
        thrower = self.dealer if first else self.rng.randrange(self.players)
        self.open_game = not first
        won = self.pick([(t,) for t in TILES])[0]
        self.take(won)
        if hot:
            kinds = ("concealed_kong",) if first else KONGS
            for _ in range(self.rng.choice((1, 1, 2))):
                self.add_meld(thrower, kinds=kinds)
        winners = self._winners(thrower, won)
        if not winners:  # the kong of the thrower stands in the way
            self.pool.update(m["tile"] for m in self.seats[thrower]["melds"] for _ in range(4))
            self.seats[thrower]["melds"], hot = [], False
            winners = self._winners(thrower, won)
        for seat in winners:
            win = {"seat": seat, "tile": won, "by": "discard", "from": thrower}
            if hot:
                win |= {"hot_shot": True, "kong": self.seats[thrower]["melds"][-1]["tile"]}
            if first:
                win["first_discard"] = True
            self.wins.append(win)
        self.closed_rivers = range(self.players) if first else []

    def make_robbed(self) -> None:
        thrower = self.rng.randrange(self.players)
        won = self.pick([(t,) for t in TILES])[0]
        self.take(won, won, won, won)
        pong = {"kind": "pong", "tile": won, "late": False, "from": self.other(thrower)}
        self.seats[thrower]["melds"].append(pong)
        seats = [s for s in range(self.players) if s != thrower]
        self.rng.shuffle(seats)
        for seat in seats[: self.rng.choices((1, 2, 3), (5, 4, 2))[0]]:
            suit = won[1] if self.chance(0.3) else None
            melds = self.rng.choice((0, 1, 2, 3))
            if self.finish(seat, won, "runs", suit, melds) or self.finish(
                seat, won, "runs", None, 0
            ):
                win = {"seat": seat, "tile": won, "by": "robbed_kong", "from": thrower}
                self.wins.append(win)
        self.wins.sort(key=lambda win: win["seat"])
        self.closed_rivers = []

    # ------------------------------------------------------------ what comes after the hands

    def declare(self) -> None:
        if self.rules["declare"] == "off":
            return
        for i, seat in enumerate(self.seats):
            heavenly = any(w.get("heavenly") and w["seat"] == i for w in self.wins)
            if seat["dead"] or seat["melds"] or heavenly or self.chance(0.45):
                continue
            if waits_of(seat):
                soft = self.rules["declare"] == "hard_soft" and i != self.dealer
                seat["declared"] = "soft" if soft and self.chance(0.5) else "hard"

    def permit(self) -> None:
        """Make every win one that the rules allow, by changing the rules or the win."""
        for win in list(self.wins):
            if permission(self.rules, self.seats, win):
                continue
            seat = self.seats[win["seat"]]
            ways = ["self_draw", "rules"]
            if self._upgradable(seat):
                ways += ["kong", "kong", "kong"]
            way = self.rng.choice(ways)
            if way == "kong" and self.open_game:
                self._upgrade_pong(win["seat"])
            if not permission(self.rules, self.seats, win):
                self._change_rules(win, seat)
            if permission(self.rules, self.seats, win):
                continue
            if len(self.wins) > 1:
                self.wins.remove(win)
            else:
                for field in ("from", "hot_shot", "kong", "first_discard"):
                    win.pop(field, None)
                win["by"] = "self_draw"

    def _upgradable(self, seat):
        return any(m["kind"] == "pong" and self.pool[m["tile"]] for m in seat["melds"])

    def _change_rules(self, win, seat) -> None:
        rules = self.rules
        if any(m["kind"] in KONGS for m in seat["melds"]):
            rules["passport_kinds"] = "all"
        waivers = set(rules["passport_waivers"])
        if seat["declared"]:
            waivers.add("declared")
        elif self.seats[win["from"]]["declared"]:
            waivers.add("declared_discarder")
        elif win.get("hot_shot"):
            waivers.add("hot_shot")
        elif win["by"] == "robbed_kong":
            waivers.add("robbed_kong")
        elif win.get("first_discard"):
            rules["earthly_when"] = "first_discard"
            rules["earthly"] = rules["earthly"] or 20
        order = ("declared", "declared_discarder", "hot_shot", "robbed_kong")
        rules["passport_waivers"] = [waiver for waiver in order if waiver in waivers]

    def fill_rivers(self) -> None:
        wanted = [
            (i, tile)
            for i, seat in enumerate(self.seats)
            for tile in waits_of(seat)[:3]
            if self.chance(0.4)
        ]
        for i, tile in wanted:
            seat = self.other(i)
            if self.pool[tile] and seat not in self.closed_rivers:
                self.take(tile)
                self.seats[seat]["river"].append(tile)
        for i, seat in enumerate(self.seats):
            if i in self.closed_rivers or self.chance(0.15):
                continue
            for _ in range(self.rng.choice((1, 3, 6, 10))):
                left = [(t,) for t in TILES if self.pool[t]]
                if left:
                    tile = self.pick(left)[0]
                    self.take(tile)
                    seat["river"].append(tile)
            self.rng.shuffle(seat["river"])

    def turn_flip(self) -> None:
        wanted = self.rng.choices((None, "9s", "7p", "any", "held"), (1, 2.5, 1.5, 2, 3))[0]
        if wanted == "any":
            wanted = self.rng.choice([t for t in TILES if self.pool[t]])
        if wanted == "held":
            near = [t for t in TILES if self.pool[t] and self._used(next_rank(t)) >= 2]
            wanted = self.rng.choice(near) if near else None
        if wanted and self.pool[wanted]:
            self.take(wanted)
            self.flip = wanted

    def _used(self, tile: str) -> int:
        return 4 - self.pool[tile]

    def first_chickens(self) -> list[dict]:
        entries = []
        for tile, name in COMMON:
            if not self.rules[name]:
                continue
            facts = [(i, []) for i, seat in enumerate(self.seats) if tile in seat["river"]]
            called = [
                (meld["from"], [i])
                for i, seat in enumerate(self.seats)
                for meld in seat["melds"]
                if meld["tile"] == tile and "from" in meld
            ]
            facts += called
            if self.wins and self.wins[0]["by"] == "discard" and self.wins[0]["tile"] == tile:
                winners = [win["seat"] for win in self.wins]
                thrower = self.wins[0]["from"]
                if len(winners) == 1 or all(who != thrower for who, _ in called):
                    facts.append((thrower, winners))
            if facts:
                seat, claimers = self.rng.choice(facts)
                entries.append({"tile": tile, "seat": seat, "claimed_by": claimers})
        if self.chance(0.3):
            entries.reverse()
        return entries

    def passes(self) -> list[dict]:
        if not self.wins or self.wins[0]["by"] != "discard":
            return []
        winners = [win["seat"] for win in self.wins]
        entries = []
        for i, seat in enumerate(self.seats):
            if i in winners:
                continue
            shown = {t for j, s in enumerate(self.seats) if j != i for t in s["river"]}
            shown |= {
                meld["tile"]
                for j, s in enumerate(self.seats)
                for meld in s["melds"]
                if j != i and meld.get("from", i) != i
            }
            passed = [t for t in waits_of(seat) if t in shown]
            if passed and self.chance(0.7):
                entries.append({"seat": i, "tile": self.rng.choice(passed)})
        return entries

    # ------------------------------------------------------------ the document

    def document(self) -> dict:
        kind = self.rng.choices(
            ("self_draw", "discard", "robbed", "exhausted", "dead_hand"), (5, 8, 3, 3, 3)
        )[0]
        self.closed_rivers = []
        end: dict = {"kind": "win"}
        if kind == "self_draw":
            self.make_self_draw()
        elif kind == "discard":
            self.make_discard()
        elif kind == "robbed":
            self.make_robbed()
        else:
            end["kind"] = kind
        winners = [win["seat"] for win in self.wins]
        order = [s for s in range(self.players) if s not in winners]
        self.rng.shuffle(order)
        if kind == "dead_hand":
            self.rules["dead_hand"] = "pay"
            if self.chance(0.5):
                self.rules["dead_hand_pays_all"] = True
            end["seat"] = order[0]
        for seat in order:
            self.make_other(seat)
            if kind in ("exhausted", "dead_hand") and seat == order[0] and self.chance(0.25):
                self._spoil(order)
                break
        if kind == "dead_hand":
            self.seats[end["seat"]]["dead"] = True
        self.declare()
        self.permit()
        if self.wins:
            end["wins"] = self.wins
            self.turn_flip()
        self.fill_rivers()
        return {
            "rules": written_rules(self.rules),
            "base": self.rng.choice((1, 1, 2, 5, 1000, 1_000_000)),
            "dealer": self.dealer,
            "streak": self.rng.choice((0, 0, 1, 2, 9, 1000)),
            "seats": [_written_seat(seat) for seat in self.seats],
            "end": end,
            "flip": self.flip,
            "first_chicken": self.first_chickens(),
            "passed": self.passes(),
        }

    def _spoil(self, order) -> None:
        """Nobody ting: loose tiles for the rest of the seats."""
        for seat in order[1:]:
            if self.chance(0.5):
                self.add_meld(seat)
            self.random_hand(seat, 13 - 3 * len(self.seats[seat]["melds"]))


def _written_seat(seat: dict) -> dict:
    melds = []
    for meld in seat["melds"]:
        written = {"kind": meld["kind"], "tile": meld["tile"]}
        if meld["kind"] != "concealed_kong":
            written["from"] = meld["from"]
        if meld["kind"] in ("concealed_kong", "added_kong"):
            written["late"] = meld["late"]
        melds.append(written)
    return {
        "hand": sorted_text(seat["hand"]),
        "melds": melds,
        "river": river_text(seat["river"]),
        "declared": seat["declared"],
        "dead": seat["dead"],
    }


def random_position(rng: Random) -> dict:
    """One consistent Position document, in canonical form."""
    return _Maker(rng, random_rules(rng)).document()


def positions() -> st.SearchStrategy[dict]:
    """Hypothesis strategy of consistent Position documents."""
    return st.integers(0, 2**40).map(lambda seed: random_position(Random(seed)))


@functools.cache
def sample() -> tuple[dict, ...]:
    """The same few hundred random positions for every law."""
    return tuple(random_position(Random(f"sample {i}")) for i in range(SAMPLE))


def on_sample(law):
    """Run a law on each position of `sample`; it returns False where it says nothing.

    The law takes ``document`` and ``rng``, a generator of its own, besides parameters of pytest.
    At least twenty positions have to fall under it.
    """

    @functools.wraps(law)
    def test(**parameters):
        spoken = 0
        for i, document in enumerate(sample()):
            try:
                spoken += law(document=document, rng=Random(i), **parameters) is not False
            except BaseException as error:
                error.add_note(f"position {i} of the sample: {document}")
                raise
        assert spoken >= 20

    signature = inspect.signature(law)
    others = [p for name, p in signature.parameters.items() if name not in ("document", "rng")]
    test.__signature__ = signature.replace(parameters=others)
    return test
