"""Several ting hands of one pool: every choice without a common tile as likely as any other."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import numpy as np
import pytest

import zhuoji_fast as zj
from slow_hands import tiles_of
from test_table_clone import held, limit
from zhuoji_fast._core.tinghands import some_ting_hands, ting_hands
from zhuoji_fast.actions import action_id
from zhuoji_fast.errors import ZhuojiError
from zhuoji_fast.view import View, seen_table

CELLS = 20
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)])
# Kinds of which no three, or but a few, make a run: there are fewest deals of them.
TWO = {0: 4, 3: 4, 6: 4, 9: 4, 12: 4, 18: 4, 19: 3}
THREE = {0: 4, 2: 4, 4: 4, 9: 4, 11: 4, 13: 4, 18: 4, 20: 4, 22: 4, 24: 3}


def pool_of(counts):
    return bytes([counts.get(tile, 0) for tile in range(27)])


def without(pool, hand):
    return bytes([a - b for a, b in zip(pool, hand, strict=True)])


def ting_rows(pool):
    """The kinds of a pool, all ting hands as counts of these, rising by code, and the codes."""
    kinds = [tile for tile in range(27) if pool[tile]]
    axes = np.meshgrid(*[np.arange(pool[k] + 1, dtype=np.uint8) for k in kinds], indexing="ij")
    rows = np.stack(axes, -1).reshape(-1, len(kinds))
    rows = rows[rows.sum(1) == 13]
    hands = np.zeros((len(rows), 27), np.uint8)
    hands[:, kinds] = rows
    rows = rows[zj.waits(hands, np.zeros_like(hands)).any(axis=1)]
    codes = rows @ 5 ** np.arange(len(kinds))
    return kinds, rows[np.argsort(codes)], np.sort(codes)


def joint_deals(pool, hands):
    """All deals of two or three hands as rows of numbers of ting hands, and how many ways each.

    Three hands have to be all of the pool.
    """
    kinds, rows, codes = ting_rows(pool)
    held_in_pool = np.array([pool[k] for k in kinds])
    deals, ways = [], []
    for first, row in enumerate(rows):
        seconds = np.flatnonzero((rows <= (held_in_pool - row)).all(axis=1))
        chosen = [np.full(len(seconds), first), seconds]
        if hands == 3:
            rest = int(held_in_pool @ 5 ** np.arange(len(kinds))) - codes[first] - codes[seconds]
            third = np.minimum(np.searchsorted(codes, rest), len(codes) - 1)
            chosen = [part[codes[third] == rest] for part in (*chosen, third)]
        found = np.stack(chosen, axis=1).astype(np.int32)
        # One block at a time: there are millions of deals.
        many = np.ones(len(found))
        left = np.broadcast_to(held_in_pool, (len(found), len(kinds))).copy()
        for place in range(hands):
            many *= CHOOSE[left, rows[found[:, place]]].prod(axis=1)
            left -= rows[found[:, place]]
        deals.append(found)
        ways.append(many)
    share = np.concatenate(ways)
    return kinds, rows, np.concatenate(deals), share / share.sum()


def check_against_all_deals(pool, hands, number):
    """Chi-square of each hand and of all, in cells that drawing one after the other gets wrong."""
    kinds, rows, deals, share = joint_deals(pool, hands)
    held_in_pool = np.array([pool[k] for k in kinds])
    first = np.bincount(deals[:, 0], share, len(rows))
    alone = CHOOSE[held_in_pool, rows].prod(axis=1).astype(float)
    alone /= alone.sum()
    order = np.argsort(first / alone)
    cell = np.empty(len(rows), int)
    cell[order] = np.minimum(np.cumsum(first[order]) * CELLS, CELLS - 1).astype(int)
    place = {bytes(row): n for n, row in enumerate(rows)}
    drawn = []
    for deal in range(number):
        found = some_ting_hands(pool, hands, 20_241_130, deal)
        drawn.append([cell[place[bytes([hand[k] for k in kinds])]] for hand in found])
    drawn = np.array(drawn)
    expected = number * np.bincount(cell, first, CELLS)
    wrong = number * np.bincount(cell, alone, CELLS)
    used = expected > 0
    assert ((wrong - expected)[used] ** 2 / expected[used]).sum() > 4 * limit(CELLS)
    for seat in range(hands):
        counts = np.bincount(drawn[:, seat], minlength=CELLS)
        assert not counts[~used].any()
        statistic = ((counts - expected)[used] ** 2 / expected[used]).sum()
        assert statistic < limit(used.sum()), seat
    # Cells of the first two hands together, those with few expected as one.
    both = cell[deals[:, 0]] * CELLS + cell[deals[:, 1]]
    expected = number * np.bincount(both, share, CELLS**2)
    counts = np.bincount(drawn[:, 0] * CELLS + drawn[:, 1], minlength=CELLS**2)
    assert not counts[expected == 0].any()
    rare = expected < 8
    expected = np.append(expected[~rare], max(expected[rare].sum(), 1e-9))
    counts = np.append(counts[~rare], counts[rare].sum())
    assert ((counts - expected) ** 2 / expected).sum() < limit(len(expected))


def test_two_hands_of_a_pool_of_27():
    check_against_all_deals(pool_of(TWO), 2, 4000)


@pytest.mark.slow
def test_three_hands_that_are_all_of_a_pool():
    check_against_all_deals(pool_of(THREE), 3, 1500)


def random_pool(rng, hands, spare):
    """A pool that holds so many ting hands, and other tiles."""
    left, pool = bytes([4] * 27), Counter()
    for _ in range(hands):
        (hand,) = some_ting_hands(left, 1, rng.getrandbits(60), 0)
        left = without(left, hand)
        pool.update({tile: hand[tile] for tile in range(27)})
    rest = [tile for tile in range(27) for _ in range(left[tile])]
    pool.update(rng.sample(rest, spare))
    return pool_of(pool)


def features(hands):
    """(deals, ...): suits and pairs of each hand, and products of suits of two."""
    hands = np.array(hands, float)
    suits = hands.reshape(*hands.shape[:2], 3, 9).sum(-1)
    pairs = (hands >= 2).sum(-1)
    products = [
        suits[:, a, s] * suits[:, b, t]
        for a in range(hands.shape[1])
        for b in range(a)
        for s in range(3)
        for t in range(3)
    ]
    return np.concatenate(
        [suits.reshape(len(hands), -1), pairs, suits.max(-1) >= 8, np.array(products).T], axis=1
    )


@pytest.mark.parametrize(("hands", "spare"), [(2, 14), (2, 5), (3, 20), (3, 14), (3, 7)])
def test_means_are_those_of_weighted_first_draws(hands, spare):
    """One after the other, each deal weighted by how many choices the later hands had."""
    rng = Random(f"frozen {hands} {spare}")
    pool = random_pool(rng, hands, spare)
    deals, weights = [], []
    while len(deals) < 12_000:
        left, ways, deal = pool, 1.0, []
        while len(deal) < hands and ways:
            ways *= ting_hands(left) if deal else 1
            if ways:
                deal += some_ting_hands(left, 1, rng.getrandbits(60), 0)
                left = without(left, deal[-1])
        if ways:
            deals.append([list(hand) for hand in deal])
            weights.append(ways)
    weights = np.array(weights) / np.mean(weights)
    rows = features(deals)
    mean = (weights[:, None] * rows).mean(axis=0)
    spread = (weights[:, None] * (rows - mean)).var(axis=0) / len(rows)
    found = features(
        [[list(hand) for hand in some_ting_hands(pool, hands, 7, n)] for n in range(3000)]
    )
    varies = found.var(axis=0) > 0
    errors = np.sqrt(found.var(axis=0) / len(found) + spread)[varies]
    off = (found.mean(axis=0) - mean)[varies] / errors
    assert np.abs(off).max() < 4.5
    plain = (rows.mean(axis=0) - mean)[varies] / errors
    assert np.abs(plain).max() > 5  # the first draws alone would be found out


def test_hands_are_ting_and_fit_the_pool():
    rng = Random(3)
    for hands, spare in [(1, 0), (1, 30), (2, 0), (2, 1), (2, 60), (3, 4), (3, 12), (3, 55)]:
        pool = random_pool(rng, hands, spare)
        for number in range(20):
            found = some_ting_hands(pool, hands, 1, number)
            assert found == some_ting_hands(pool, hands, 1, number)
            counts = np.array([list(hand) for hand in found], np.uint8)
            assert (counts.sum(axis=1) == 13).all()
            assert (counts.sum(axis=0) <= np.array(list(pool))).all()
            assert (zj.shanten(counts) == 0).all()


# ---------------------------------------------------------------- nothing fits


def test_a_pool_without_a_ting_hand():
    pool = pool_of(Counter([zj.tile_index(tile) for tile in tiles_of("1245m1245p12457s")]))
    assert ting_hands(pool) == 0
    assert some_ting_hands(pool, 1, 1, 0) is None
    assert some_ting_hands(pool_of({0: 4}), 3, 1, 0) is None


def one_of_two():
    """Six pairs make one seat ting with any other tile, and nothing does for two."""
    pool = Counter([zj.tile_index(tile) for tile in tiles_of("114477m114477p")])
    pool.update([zj.tile_index(tile) for tile in tiles_of("2589m2589p124578s")])
    return pool


def test_two_seats_that_can_be_ting_but_not_both():
    pool = pool_of(one_of_two())
    assert sum(pool) == 26
    assert ting_hands(pool) > 0
    assert some_ting_hands(pool, 2, 1, 0) is None


def test_a_view_of_two_seats_that_cannot_both_be_ting():
    seen = Counter(dict.fromkeys(range(27), 4))
    seen.subtract(one_of_two())
    shown = list(seen.elements())
    hand, rest = [], []
    for tile in shown:
        (hand if len(hand) < 14 and tile >= 18 else rest).append(tile)
    rivers = [rest[seat::3] for seat in range(3)]
    view = {
        "rules": "guizhou",
        "dealer": 0,
        "seat": 0,
        "hand": "".join(map(zj.tile_text, hand)),
        "seats": [
            {
                "melds": [],
                "river": "".join(map(zj.tile_text, rivers[seat])),
                "declared": "hard" if seat else None,
                "dead": False,
            }
            for seat in range(3)
        ],
        "drawn": zj.tile_text(hand[-1]),
        "wall": 0,
        "turn": {"kind": "discard"},
    }
    table = seen_table(View.from_dict(view))
    with pytest.raises(ZhuojiError, match="no deal found"):
        table.resample(0, 1)
    with pytest.raises(ZhuojiError, match="no deal found"):
        zj.evaluate(view, n=10, seed=1)


# ---------------------------------------------------------------- at the table


def frozen_table():
    """Three others have declared hard before the dealer, seat 0, draws."""
    hands = [None, *map(tiles_of, ["123456789m1123p", "6799p123456789s", "222444666m88m77s"])]
    table = zj.Table("guizhou", seed=4)
    table.reset(hands=hands)
    table.step(dict.fromkeys(table.pending, action_id("declare")))
    return table


def test_three_frozen_hands_at_the_table():
    table = frozen_table()
    assert [seat["declared"] for seat in table.view(0)["seats"]] == [None, *["hard"] * 3]
    dealt = set()
    for seed in range(30):
        other = table.clone()
        other.resample(0, seed)
        assert other.view(0) == table.view(0)
        hands = held(other)
        counts = np.array([zj.counts("".join(hand)) for hand in hands[1:]])
        assert (zj.shanten(counts) == 0).all()
        dealt.add(tuple(map(tuple, hands)))
    assert len(dealt) == 30
