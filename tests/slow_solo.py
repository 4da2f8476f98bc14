"""The one-player models written down as they are defined, hand by hand, to compare with.

Nothing here is shared with the library. A hand is a tuple of 27 concealed counts; how far it is
from a finished hand and what it is worth then come from the other slow files. Every value is a
plain recursion over the draws left.
"""

import itertools
from functools import cache

import oracle
from slow_hands import PRESETS, ROWS, reading_names

KINDS = 27


@cache
def shanten(hand, melds):
    """Shanten of 3n+1 tiles; of 3n+2 the least over the throws, -1 if finished."""
    if sum(hand) % 3 == 1:
        return oracle.shanten(hand, melds)
    if oracle.is_win(hand, melds):
        return -1
    return min(shanten(oracle.plus(hand, tile, -1), melds) for tile in held(hand))


def held(hand):
    return [tile for tile in range(KINDS) if hand[tile]]


@cache
def fan(hand, melds, drawn, preset, quad_tile):
    """Fan of a finished hand whose last tile was drawn, with the self-draw bonus."""
    rules = dict(PRESETS[preset])
    if quad_tile is not None:
        rules["dragon_needs_quad_tile"] = quad_tile
    tiles = [oracle.name(tile) for tile in range(KINDS) for _ in range(hand[tile])]
    owned = [("pong", oracle.name(tile)) for tile in range(KINDS) if melds and melds[tile]]
    names = reading_names(tiles, owned, oracle.name(drawn), rules)
    name = max(names, key=lambda name: (rules["fan"][name], name != "ping", ROWS.index(name)))
    plain = rules["self_draw"] == "plain" and name == "ping"
    return rules["fan"][name] + (rules["self_draw"] == "all" or plain)


class Slow:
    """One start and what is asked of it.

    ``melds`` may be None; ``quad_tile`` overrides that option of the preset.
    """

    def __init__(self, start, unseen, melds=None, *, preset="guiyang", quad_tile=None):
        self.start = start
        self.unseen = unseen
        self.melds = melds
        self.preset = preset
        self.quad_tile = quad_tile
        self.total = sum(unseen)

    def shanten(self, hand):
        return shanten(hand, self.melds)

    def won(self, hand, drawn, aim):
        """What a finished hand is worth."""
        if aim != "score":
            return 1.0
        return float(fan(hand, self.melds, drawn, self.preset, self.quad_tile))

    # The search

    def reach(self, extra, draws):
        now = self.shanten(self.start)
        return max(now + 1, draws) if extra is None else max(now, 0) + extra

    def searched(self, hand, reach):
        if any(
            not 0 <= count <= min(4, self.start[tile] + self.unseen[tile])
            for tile, count in enumerate(hand)
        ):
            return False
        gained = sum(max(0, a - b) for a, b in zip(hand, self.start, strict=True))
        return gained + self.shanten(hand) <= reach

    @cache  # noqa: B019  (a test's solver does not live long)
    def hands(self, reach):
        """Every searched hand, of both sizes, found by drawing and throwing."""
        found, new = set(), [self.start]
        while new:
            hand = new.pop()
            if hand in found or not self.searched(hand, reach):
                continue
            found.add(hand)
            by = 1 if sum(hand) % 3 == 1 else -1
            changed = [t for t in range(KINDS) if 0 <= hand[t] + by <= 4]
            new += [oracle.plus(hand, tile, by) for tile in changed]
        return found

    @cache  # noqa: B019
    def draws_of(self, reach):
        """(hand that waits, [(tile drawn, copies unseen, hand, throws to choose from)])."""
        found = self.hands(reach)
        rows = []
        for hand in found:
            if sum(hand) % 3 != 1:
                continue
            drawn = [(tile, oracle.plus(hand, tile)) for tile in range(KINDS)]
            rows.append(
                (
                    hand,
                    [
                        (
                            tile,
                            self.copies(hand, tile),
                            full,
                            [
                                after
                                for after in (oracle.plus(full, throw, -1) for throw in held(full))
                                if after in found
                            ],
                        )
                        for tile, full in drawn
                        if full in found
                    ],
                )
            )
        return rows

    # Models wall and replace

    def copies(self, hand, tile):
        return self.unseen[tile] - max(0, hand[tile] - self.start[tile])

    @cache  # noqa: B019
    def values(self, draws, aim, extra=1, *, replace=False, capped=True):
        """hand -> value with all of so many draws to come, for every searched hand that waits."""
        rows = self.draws_of(self.reach(extra, draws))
        later = {hand: float(aim == "ting" and self.shanten(hand) == 0) for hand, _ in rows}
        for t in range(draws - 1, -1, -1):
            size = self.total if replace else self.total - t
            now = {}
            for hand, drawn in rows:
                value = later[hand]
                if aim == "ting" and self.shanten(hand) == 0:
                    now[hand] = 1.0
                    continue
                most, gain = value, 0.0
                for tile, copies, full, throws in drawn:
                    best = self.best(full, tile, aim, [later[after] for after in throws])
                    gain += copies / size * max(0.0, best - value)
                    if copies > 0:
                        most = max(most, best)
                now[hand] = min(value + gain, most) if capped else value + gain
            later = now
        return later

    def best(self, full, tile, aim, throws):
        """The value of a hand that has drawn a tile, from those of its throws."""
        if self.shanten(full) > -1:
            return max(throws)
        return max([self.won(full, tile, aim), *throws]) if aim == "score" else 1.0

    def starts(self):
        """throw -> hand that waits after it; of a start that waits None -> itself."""
        if sum(self.start) % 3 == 1:
            return {None: self.start}
        return {tile: oracle.plus(self.start, tile, -1) for tile in held(self.start)}

    def answer(self, draws, aim, extra=1, *, replace=False):
        """throw -> value; throws outside the search are missing."""
        values = self.values(draws, aim, extra, replace=replace)
        return {throw: values[hand] for throw, hand in self.starts().items() if hand in values}

    # Model exact

    def exact(self, draws, aim):
        """throw -> value of true draws without replacement, over all throws."""

        @cache
        def value(hand, unseen, left):
            if aim == "ting" and self.shanten(hand) == 0:
                return 1.0
            if left == 0:
                return 0.0
            total = 0.0
            for tile in held(unseen):
                full, rest = oracle.plus(hand, tile), oracle.plus(unseen, tile, -1)
                throws = [
                    value(oracle.plus(full, throw, -1), rest, left - 1) for throw in held(full)
                ]
                total += unseen[tile] * self.best(full, tile, aim, throws)
            return total / sum(unseen)

        return {throw: value(hand, self.unseen, draws) for throw, hand in self.starts().items()}

    # Bounds on it

    def with_policy(self, hand, draws, policy):
        """Probability of winning if ``policy(hand, unseen, draws left)`` says what is thrown."""

        @cache
        def value(hand, unseen, left):
            if left == 0:
                return 0.0
            total = 0.0
            for tile in held(unseen):
                drawn = oracle.plus(hand, tile)
                if self.shanten(drawn) == -1:
                    total += unseen[tile]
                    continue
                rest = oracle.plus(unseen, tile, -1)
                after = oracle.plus(drawn, policy(drawn, rest, left - 1), -1)
                total += unseen[tile] * value(after, rest, left - 1)
            return total / sum(unseen)

        return value(hand, self.unseen, draws)

    def foreseen(self, hand, draws):
        """Probability of winning for a player who knows the order of the wall."""
        tiles = [tile for tile in range(KINDS) for _ in range(self.unseen[tile])]
        orders = list(itertools.permutations(tiles, draws))

        @cache
        def wins(hand, order):
            if not order:
                return False
            drawn = oracle.plus(hand, order[0])
            if self.shanten(drawn) == -1:
                return True
            return any(wins(oracle.plus(drawn, throw, -1), order[1:]) for throw in held(drawn))

        return sum(wins(hand, order) for order in orders) / len(orders)
