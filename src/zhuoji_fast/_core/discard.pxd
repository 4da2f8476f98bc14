"""The best throw: least shanten, then most unseen useful tiles, then lowest index.

One tile more or less moves each entry of a suit's profile by at most one. So a drawn tile of
another suit helps after a throw if and only if it lowers an entry that attains the minimum there:
one AND of two bit sets. Only the thrown tile's own suit is walked again.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport Facts, pairs_lacking, sets_needed
from zhuoji_fast._core.useful cimport (
    Suit, capped_neighbours, plain_at, plain_neighbours, throw_row, walk_plain)


cdef extern from *:
    """
    /* What one tile of a rank is in the indices of a walk: groups at bits 0, 7 and 14 of a plain
       suit, at bits 0, 9, 13 and 17 of a capped one. */
    static const uint32_t zj_plain_unit[9] = {
        1, 5, 25, 1 << 7, 5 << 7, 25 << 7, 1 << 14, 5 << 14, 25 << 14};
    static const uint32_t zj_capped_unit[9] = {
        1, 8, 64, 1 << 9, 8 << 9, 1 << 13, 8 << 13, 1 << 17, 8 << 17};
    """
    const uint32_t PLAIN_UNIT "zj_plain_unit"[9]
    const uint32_t CAPPED_UNIT "zj_capped_unit"[9]


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


cdef inline uint32_t plain_suit_useful(Suit s, int rank, const uint8_t *ending,
                                       uint32_t least) noexcept nogil:
    """Bits of the thrown tile's own suit that bring the hand nearer than `least`."""
    cdef uint32_t unit = PLAIN_UNIT[rank]
    cdef const uint16_t *middle = zj_plain_middle + <int> (s.second + s.first - (unit & 0x3FFF))
    cdef const uint8_t *last = zj_plain_last + <int> (s.third - (unit >> 14))
    cdef const uint8_t *end = last + <uint32_t> middle[0] * 128
    cdef uint32_t useful = 0
    useful += ending[end[25]] < least
    useful += useful + (ending[end[5]] < least)
    useful += useful + (ending[end[1]] < least)
    useful += useful + (ending[last[<uint32_t> middle[25 * 128] * 128]] < least)
    useful += useful + (ending[last[<uint32_t> middle[5 * 128] * 128]] < least)
    useful += useful + (ending[last[<uint32_t> middle[128] * 128]] < least)
    useful += useful + (ending[last[<uint32_t> middle[25] * 128]] < least)
    useful += useful + (ending[last[<uint32_t> middle[5] * 128]] < least)
    useful += useful + (ending[last[<uint32_t> middle[1] * 128]] < least)
    return useful


cdef inline uint32_t capped_suit_useful(CappedSuit s, int rank, const uint8_t *ending,
                                        uint32_t least) noexcept nogil:
    """The same under melds."""
    cdef uint32_t unit = CAPPED_UNIT[rank]
    cdef uint32_t useful = 0
    cdef uint8_t near[9]
    cdef int k
    s.first -= unit & 511
    s.second -= unit >> 9 & 15
    s.third -= unit >> 13 & 15
    s.fourth -= unit >> 17
    s.row1 = zj_capped_first[s.first]
    s.row2 = zj_capped_second[s.row1 * 64 + s.second]
    s.row3 = zj_capped_third[s.row2 * 64 + s.third]
    capped_neighbours(s, 1, near)
    for k in range(8, -1, -1):
        useful += useful + (ending[near[k]] < least)
    return useful


cdef inline Best best_throw(const uint8_t *counts, const uint8_t *melds, const uint8_t *seen,
                            Facts f, bint melded) noexcept nogil:
    """Best throw of a hand of 3n+2 tiles; `melds` may be NULL if `melded` is false."""
    cdef Walks w
    cdef uint8_t more[27]
    cdef uint8_t near[27]
    cdef uint32_t sets = sets_needed(f)
    cdef uint32_t candidates, odd, useful, by_pairs, a, b, c, entries
    cdef int suit, next_suit, last_suit, rank, k, least, gain
    cdef const uint8_t *end
    cdef const uint8_t *profiles = &zj_capped_profile[0] if melded else &zj_plain_profile[0]
    cdef Best best
    cdef zj_row row = zj_load27(counts)
    cdef zj_row after, unseen
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
        for k in range(9):
            w.improved[16 * suit + k] = <uint16_t> zj_entries_lower(
                profiles + w.profile[suit] * 16, profiles + <uint32_t> more[9 * suit + k] * 16)
    for suit in range(3):
        end = end_row(pair_number(w.profile[(suit + 1) % 3], w.profile[(suit + 2) % 3], melded),
                      sets, melded)
        for k in range(9):
            near[9 * suit + k] = end[w.less[9 * suit + k]]
    odd = zj_odd27(row)
    unseen = zj_sub27(zj_sub27(zj_splat27(4), row), zj_load27(seen))
    if melded:
        unseen = zj_sub27(unseen, zj_load27(melds))
    after = zj_or27(throw_row(zj_load27(near), row, pairs_lacking(f)),
                    zj_eq27(row, zj_splat27(0)))
    least = zj_least27(after)
    candidates = zj_equal27(after, least)
    # Where an odd kind is thrown seven pairs lack as many tiles as before, else one more.
    by_pairs = odd if pairs_lacking(f) == <uint32_t> least else 0
    by_pairs |= ~odd if pairs_lacking(f) + 1 == <uint32_t> least else 0
    best.tile = -1
    best.unseen = -1
    best.shanten = least - 1
    while candidates:
        k = zj_lowest_bit(candidates)
        candidates &= candidates - 1
        suit = (k >= 9) + (k >= 18)
        rank = k - 9 * suit
        next_suit = suit + 1 if suit < 2 else 0
        last_suit = suit - 1 if suit else 2
        a = w.less[k]
        b = w.profile[next_suit]
        c = w.profile[last_suit]
        end = end_row(pair_number(b, c, melded), sets, melded)
        if melded:
            useful = capped_suit_useful(w.capped[suit], rank, end, least) << (9 * suit)
        else:
            useful = plain_suit_useful(w.plain[suit], rank, end, least) << (9 * suit)
        entries = wanted_entries(b, pair_number(a, c, melded), sets, least, melded)
        useful |= zj_meet16(w.improved + 16 * next_suit, entries) << (9 * next_suit)
        entries = wanted_entries(c, pair_number(a, b, melded), sets, least, melded)
        useful |= zj_meet16(w.improved + 16 * last_suit, entries) << (9 * last_suit)
        # With seven pairs in reach every odd kind helps, the thrown one having changed sides.
        useful |= (odd ^ <uint32_t> 1 << k) & (0 - (by_pairs >> k & 1))
        gain = zj_sum27(zj_and27(zj_expand27(useful), unseen))
        if gain > best.unseen:
            best.unseen = gain
            best.tile = k
    return best
