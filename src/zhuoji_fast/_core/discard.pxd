"""The best throw: least shanten, then most unseen useful tiles, then lowest index.

One tile more or less moves each entry of a suit's profile by at most one. So a drawn tile of
another suit helps after a throw if and only if it lowers an entry that attains the minimum there:
one AND of two bit sets. Only the thrown tile's own suit is walked again.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport Facts
from zhuoji_fast._core.useful cimport (
    Suit, capped_neighbours, plain_at, plain_neighbours, throw_row, walk_plain)


ctypedef struct Best:
    int tile
    int shanten
    int unseen


ctypedef struct Walks:
    # Everything about a hand's suits that one choice needs. Lanes: 16 a suit, nine used.
    Suit plain[3]
    CappedSuit capped[3]
    uint32_t profile[3]
    uint8_t less[27]  # profile numbers with one tile less
    uint16_t improved[48]  # entries that a drawn tile lowers
    uint16_t odd[48]
    uint16_t weight[48]  # unseen copies


cdef inline uint32_t pair_number(uint32_t a, uint32_t b, bint melded) noexcept nogil:
    if melded:
        return zj_capped_pair[a * ZJ_CAPPED_WIDTH + b]
    return zj_plain_pair[a * 128 + b]


cdef inline const uint8_t *end_row(uint32_t pair, uint32_t sets, bint melded) noexcept nogil:
    if melded:
        return zj_capped_end + sets * CAPPED_END + pair * ZJ_CAPPED_WIDTH
    return zj_plain_end + sets * PLAIN_END + pair * 128


cdef inline uint32_t wanted_entries(uint32_t profile, uint32_t pair, uint32_t sets, int value,
                                    bint melded) noexcept nogil:
    """Entries of a suit that attain `value` together with the pair of the others."""
    if melded:
        return zj_entries_at(zj_capped_profile + profile * 16,
                             zj_capped_partner + (sets * ZJ_CAPPED_PAIRS + pair) * 16, value)
    return zj_entries_at(zj_plain_profile + profile * 16,
                         zj_plain_partner + (sets * ZJ_PLAIN_PAIRS + pair) * 16, value)


cdef inline int own_suit_gain(const Walks *w, int suit, int rank, const uint8_t *end, int least,
                              bint pairs_count, bint melded) noexcept nogil:
    """Unseen useful tiles of the thrown tile's own suit."""
    cdef uint8_t near[9]
    cdef Suit s
    cdef CappedSuit t
    cdef uint32_t d
    cdef int k, gain = 0
    cdef uint32_t chosen
    if melded:
        t = w.capped[suit]
        if rank < 3:
            t.first = (t.first - <uint32_t> (1 << 3 * rank)) & 511
            t.row1 = zj_capped_first[t.first]
        elif rank < 5:
            t.second -= 1 if rank == 3 else 8
        elif rank < 7:
            t.third -= 1 if rank == 5 else 8
        else:
            t.fourth -= 1 if rank == 7 else 8
        t.row2 = zj_capped_second[t.row1 * 64 + t.second]
        t.row3 = zj_capped_third[t.row2 * 64 + t.third]
        capped_neighbours(t, 1, near)
    else:
        s = w.plain[suit]
        d = 1 if rank % 3 == 0 else 5 if rank % 3 == 1 else 25
        if rank < 3:
            s.first -= d
        elif rank < 6:
            s.second -= d
        else:
            s.third -= d
        s.row = zj_plain_middle[s.first * 128 + s.second]
        plain_neighbours(s, 1, near)
    for k in range(9):
        # Throwing a tile turns its kind from odd to even or back.
        chosen = (end[near[k]] < least) | (pairs_count
                                           & ((w.odd[16 * suit + k] != 0) ^ (k == rank)))
        gain += w.weight[16 * suit + k] & (0 - chosen)
    return gain


cdef inline Best best_throw(const uint8_t *counts, const uint8_t *melds, const uint8_t *seen,
                            Facts f, bint melded) noexcept nogil:
    """Best throw of a hand of 3n+2 tiles; `melds` may be NULL if `melded` is false."""
    cdef Walks w
    cdef uint8_t more[27]
    cdef uint8_t near[27]
    cdef uint32_t a, b, c, pair, candidates, entries
    cdef int suit, other, k, tile, least, gain
    cdef bint pairs_count
    cdef const uint8_t *end
    cdef const uint8_t *profiles = &zj_capped_profile[0] if melded else &zj_plain_profile[0]
    cdef Best best
    cdef zj_row row, after
    for suit in range(3):
        if melded:
            w.capped[suit] = walk_capped(counts + 9 * suit, melds + 9 * suit)
            w.profile[suit] = w.capped[suit].profile
            capped_neighbours(w.capped[suit], -1, w.less + 9 * suit)
            capped_neighbours(w.capped[suit], 1, more + 9 * suit)
        else:
            w.plain[suit] = walk_plain(counts + 9 * suit)
            w.profile[suit] = plain_at(w.plain[suit])
            plain_neighbours(w.plain[suit], -1, w.less + 9 * suit)
            plain_neighbours(w.plain[suit], 1, more + 9 * suit)
    for suit in range(3):
        a = w.profile[(suit + 1) % 3]
        b = w.profile[(suit + 2) % 3]
        end = end_row(pair_number(a, b, melded), f.sets, melded)
        for k in range(9):
            tile = 9 * suit + k
            near[tile] = end[w.less[tile]]
            w.improved[16 * suit + k] = <uint16_t> zj_entries_lower(
                profiles + w.profile[suit] * 16, profiles + more[tile] * 16)
            w.odd[16 * suit + k] = 0xFFFF if counts[tile] & 1 else 0
            w.weight[16 * suit + k] = 4 - counts[tile] - seen[tile] - (
                melds[tile] if melded else 0)
        for k in range(9, 16):
            w.improved[16 * suit + k] = 0
            w.odd[16 * suit + k] = 0
            w.weight[16 * suit + k] = 0
    row = zj_load27(counts)
    after = zj_or27(throw_row(zj_load27(near), row, f.pairs_lacking),
                    zj_eq27(row, zj_splat27(0)))
    zj_store27(near, after)
    least = 255
    for k in range(27):
        least = near[k] if near[k] < least else least
    candidates = zj_equal27(after, least)
    best.tile = -1
    best.unseen = -1
    best.shanten = least - 1
    while candidates:
        tile = zj_lowest_bit(candidates)
        candidates &= candidates - 1
        suit = tile // 9
        pairs_count = f.pairs_lacking + (1 - (counts[tile] & 1)) == <uint32_t> least
        b = w.profile[(suit + 1) % 3]
        c = w.profile[(suit + 2) % 3]
        end = end_row(pair_number(b, c, melded), f.sets, melded)
        gain = own_suit_gain(&w, suit, tile - 9 * suit, end, least, pairs_count, melded)
        a = w.less[tile]
        entries = wanted_entries(b, pair_number(a, c, melded), f.sets, least, melded)
        other = 16 * ((suit + 1) % 3)
        gain += zj_gain16(w.improved + other, w.weight + other, w.odd + other, entries,
                          0xFFFF if pairs_count else 0)
        entries = wanted_entries(c, pair_number(a, b, melded), f.sets, least, melded)
        other = 16 * ((suit + 2) % 3)
        gain += zj_gain16(w.improved + other, w.weight + other, w.odd + other, entries,
                          0xFFFF if pairs_count else 0)
        if gain > best.unseen:
            best.unseen = gain
            best.tile = tile
    return best
