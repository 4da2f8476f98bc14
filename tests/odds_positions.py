"""Moments of a hand for tests of odds: views written by hand, and tables in the middle of play."""

from __future__ import annotations

from collections import Counter
from random import Random

import zhuoji_fast as zj
from slow_hands import TILES, tiles_of

MELD_SIZE = {"pong": 3, "exposed_kong": 4, "concealed_kong": 4, "added_kong": 4}


def written_view(
    rules,
    hand: str,
    *,
    wall: int,
    drawn: str | None = None,
    turn: dict | None = None,
    shown: str = "",
    hidden: str = "",
    melds: dict[int, list[dict]] | None = None,
    declared: int | None = None,
    last: tuple[int, str] | None = None,
) -> dict:
    """What seat 0 of four, the dealer, sees with so many tiles left in the wall.

    The rivers hold the tiles `shown`, none of the kinds in `hidden`, and others as they come, as
    many for each seat as can be. A river ends with the tile of `last`, (seat, tile).
    """
    melds = melds or {}
    pool = Counter(dict.fromkeys(TILES, 4))
    pool.subtract(tiles_of(hand))
    if last is not None:
        pool[last[1]] -= 1
    for made in melds.values():
        for meld in made:
            pool[meld["tile"]] -= MELD_SIZE[meld["kind"]]
    others = sum(13 - 3 * len(melds.get(seat, [])) for seat in (1, 2, 3))
    number = sum(pool.values()) - wall - others
    seen = tiles_of(shown)
    pool.subtract(seen)
    assert min(pool.values()) >= 0, -pool
    kept = set(tiles_of(hidden)) | {"1s", "8p"}  # chickens would need more to be said
    loose = [tile for tile in pool.elements() if tile not in kept]
    Random(1).shuffle(loose)
    seen += loose[: number - len(seen)]
    assert len(seen) == number, (len(seen), number)
    rivers = [seen[seat::4] for seat in range(4)]
    if last is not None:
        rivers[last[0]].append(last[1])
    document = {
        "rules": rules,
        "dealer": 0,
        "seat": 0,
        "hand": hand,
        "drawn": drawn,
        "seats": [
            {
                "melds": melds.get(seat, []),
                "river": "".join(rivers[seat]),
                "declared": "hard" if seat == declared else None,
            }
            for seat in range(4)
        ],
        "wall": wall,
        "turn": turn or {"kind": "discard"},
    }
    if last is not None and last[1] == "1s":
        document["first_chicken"] = [{"tile": "1s", "seat": last[0], "claimed_by": []}]
    return zj.View.from_dict(document).to_dict()
