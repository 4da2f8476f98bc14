"""向听数: tiles a hand lacks, plain and under melds.

A suit's profile is the tiles it lacks for each number of sets, without and with the pair; two
profiles combine into a pair number, and the third suit's profile then gives the answer.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from zhuoji_fast._core.rows cimport *


cdef inline uint32_t plain_profile(const uint8_t *suit) noexcept nogil:
    """Profile number of nine counts."""
    cdef uint64_t g = gather(suit)
    return zj_plain_last[last_index(zj_plain_middle[middle_index(suit, g)], g)]


cdef inline const uint8_t *plain_end(uint32_t a, uint32_t b, uint32_t sets) noexcept nogil:
    """Endings of a hand by its third suit's profile."""
    return zj_plain_end + sets * PLAIN_END + (<uint32_t> zj_plain_pair[a * 128 + b]) * 128


cdef inline const uint8_t *capped_end(uint32_t a, uint32_t b, uint32_t sets) noexcept nogil:
    """The same for a hand with melds."""
    return (zj_capped_end + sets * CAPPED_END
            + (<uint32_t> zj_capped_pair[a * ZJ_CAPPED_WIDTH + b]) * ZJ_CAPPED_WIDTH)


cdef inline uint32_t plain_lacking(const uint8_t *counts, uint32_t sets) noexcept nogil:
    """Tiles that four sets and a pair lack."""
    return plain_end(plain_profile(counts), plain_profile(counts + 9), sets)[
        plain_profile(counts + 18)]


cdef inline uint32_t capped_lacking(const uint8_t *counts, const uint8_t *melds,
                                    uint32_t sets) noexcept nogil:
    """The same with at most 4 - meld tiles of a kind."""
    cdef uint32_t a = walk_capped(counts, melds).profile
    cdef uint32_t b = walk_capped(counts + 9, melds + 9).profile
    return capped_end(a, b, sets)[walk_capped(counts + 18, melds + 18).profile]


ctypedef struct Facts:
    # What the doors and kernels need to know of a row before they look at its suits.
    uint32_t sum  # tiles + 32 for each pair
    uint32_t info  # the entry of zj_sum, without its flags if the melds do not fit
    bint melded


cdef inline uint32_t sets_needed(Facts f) noexcept nogil:
    return f.info >> 20 & 7


cdef inline uint32_t pairs_lacking(Facts f) noexcept nogil:
    """Tiles that seven pairs lack, 60 if they are out of the question."""
    return f.info >> 24


cdef inline Facts plain_facts(const uint8_t *counts, Faults *faults) noexcept nogil:
    """Facts of a row whose melds are unknown."""
    cdef Facts f
    cdef zj_row c = zj_load27(counts)
    faults.most = zj_max27(faults.most, c)
    f.sum = zj_tiles_and_pairs(c)
    f.info = zj_sum[f.sum]
    f.melded = False
    faults.flags &= f.info
    return f


cdef inline Facts melded_facts(const uint8_t *counts, const uint8_t *melds,
                               Faults *faults) noexcept nogil:
    """Facts of a row whose melds are given: 13 or 14 tiles, a meld counted as three."""
    cdef Facts f
    cdef zj_row c = zj_load27(counts)
    cdef zj_row m = zj_load27(melds)
    cdef uint32_t held = zj_sum27(zj_min27(m, zj_splat27(1)))
    faults.most = zj_max27(faults.most, zj_adds27(c, m))
    faults.meld = zj_min27(faults.meld, zj_sub27(m, zj_splat27(1)))
    f.sum = zj_tiles_and_pairs(c)
    f.info = zj_sum[f.sum]
    f.melded = held != 0
    if sets_needed(f) + held != 4:
        f.info = 0
    faults.flags &= f.info
    return f


cdef inline uint32_t lacking(const uint8_t *counts, const uint8_t *melds,
                             Facts f) noexcept nogil:
    """Tiles that the nearer of the two shapes lacks."""
    cdef uint32_t standard, pairs, a, b
    if f.melded:
        return capped_lacking(counts, melds, sets_needed(f) & 3)
    a = plain_profile(counts)
    b = plain_profile(counts + 9)
    standard = zj_plain_end[(f.info & 0x1FFFF) + <uint32_t> zj_plain_pair[a * 128 + b] * 128
                            + plain_profile(counts + 18)]
    pairs = pairs_lacking(f)
    return standard if standard < pairs else pairs
