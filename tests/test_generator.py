"""The generator behind every wall, against its paper; and the counted ting hands of a pool."""

from __future__ import annotations

import hashlib
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

import zhuoji_fast as zj
from zhuoji_fast._core.tabledoor import seeded_wall, stream_below, stream_words
from zhuoji_fast._core.tinghands import ting_hands

MOST = 2**64 - 1


# ---------------------------------------------------------------- the generator


def philox(key, counter):
    """Philox4x32-10 as its paper has it."""
    (k0, k1), (c0, c1, c2, c3) = key, counter
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * c0, 2**32)
        high1, low1 = divmod(0xCD9E8D57 * c2, 2**32)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + 0x9E3779B9) % 2**32, (k1 + 0xBB67AE85) % 2**32
    return [c0, c1, c2, c3]


def words(seed, hand, stream):
    """All words of a stream, one after the other."""
    block = 0
    while True:
        yield from philox((seed % 2**32, seed >> 32), (block, stream, hand % 2**32, hand >> 32))
        block += 1


def below(stream, bound):
    """Lemire's multiplication with the refusal that makes it even."""
    while True:
        high, low = divmod(next(stream) * bound, 2**32)
        if low >= 2**32 % bound:
            return high


@pytest.mark.parametrize(
    ("seed", "hand", "stream", "block", "answer"),
    [
        (0, 0, 0, 0, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        (MOST, MOST, 2**32 - 1, 2**32 - 1, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            0x299F31D0A4093822,
            0x0370734413198A2E,
            0x85A308D3,
            0x243F6A88,
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_known_answers_of_the_generator(seed, hand, stream, block, answer):
    assert (
        " ".join([f"{word:08x}" for word in stream_words(seed, hand, stream, 4, block)]) == answer
    )


@pytest.mark.parametrize(("seed", "hand", "stream"), [(1, 0, 0), (2**40 + 5, 7, 2), (9, 2**33, 19)])
def test_streams_are_those_of_the_paper(seed, hand, stream):
    slow = words(seed, hand, stream)
    assert stream_words(seed, hand, stream, 11) == [next(slow) for _ in range(11)]
    slow = words(seed, hand, stream)
    bounds = [1, 2, 3, 7, 108, 2**31 + 1, 3 * 2**30, 2**32 - 1] * 20
    assert stream_below(seed, hand, stream, bounds) == [below(slow, bound) for bound in bounds]


@pytest.mark.parametrize(("seed", "hand"), [(0, 0), (1, 0), (1, 1), (MOST, 2**32)])
def test_a_wall_is_a_shuffle_from_the_last_place_down(seed, hand):
    slow = words(seed, hand, 0)
    wall = [tile for tile in range(27) for _ in range(4)]
    for place in range(107, 0, -1):
        other = below(slow, place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    assert list(seeded_wall(seed, hand)) == wall


def test_walls_stay_what_they_are():
    """Changing them would break every seed that somebody has noted."""
    walls = b"".join([seeded_wall(seed, hand) for seed in range(20) for hand in range(20)])
    digest = hashlib.sha256(walls).hexdigest()
    assert digest == "b0d4a65054646f0dba2cd896bed3da54f4301fb13c84fae4ab93f751afd0afc3"
    assert zj.tiles_text(list(seeded_wall(1, 0)[:20])) == "24s5m2s72m44p8m3p29s8m4p9m8s5m7s7p8m"


# ---------------------------------------------------------------- ting hands


def brute_force(pool):
    """Ting hands of 13 among all sets of 13 tiles of a small pool."""
    tiles = [tile for tile in range(27) for _ in range(pool[tile])]
    chosen = np.array(list(combinations(tiles, 13)), np.int64)
    counts = np.zeros((len(chosen), 27), np.uint8)
    for column in range(13):
        np.add.at(counts, (np.arange(len(chosen)), chosen[:, column]), 1)
    return int(zj.waits(counts, np.zeros_like(counts)).any(axis=1).sum())


@pytest.mark.parametrize("seed", range(12))
def test_counted_ting_hands(seed):
    rng = Random(seed)
    kinds = list(range(9)) if seed % 3 == 0 else rng.sample(range(27), rng.choice([5, 6, 7]))
    pool = [0] * 27
    while sum(pool) < min(18, 4 * len(kinds)):
        tile = rng.choice(kinds)
        pool[tile] = min(pool[tile] + 1, 4)
    assert ting_hands(bytes(pool)) == brute_force(pool) > 0


def test_a_thousandth_of_all_hands_is_ting():
    number = ting_hands(bytes([4] * 27))
    assert 0.001 < number / comb(108, 13) < 0.00105
    with pytest.raises(ValueError, match="5 of tile 0"):
        ting_hands(bytes([5] + [0] * 26))
