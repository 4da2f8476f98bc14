"""向听数: tiles a hand lacks, plain and under melds.

A suit's profile is the tiles it lacks for each number of sets, without and with the pair; two
profiles combine into a pair number, and the third suit's profile then gives the answer.
"""

from libc.stdint cimport uint8_t, uint32_t
from zhuoji_fast._core.rows cimport *


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
    uint32_t size  # sets needed and remainder flags; 0 if impossible
    uint32_t sets
    uint32_t pairs_lacking  # tiles that seven pairs lack, 60 if they are out of the question
    bint melded


cdef inline Facts plain_facts(const uint8_t *counts, zj_row *faults) noexcept nogil:
    """Facts of a row whose melds are unknown."""
    cdef Facts f
    cdef zj_row c = zj_load27(counts)
    faults[0] = zj_or27(faults[0], count_faults(c))
    f.sum = zj_sum27(pair_terms(c))
    f.size = zj_sum_size[f.sum & 255] if f.sum < 256 else 0
    f.sets = f.size & 7
    f.pairs_lacking = zj_sum_pairs[f.sum & 255]
    f.melded = False
    return f


cdef inline Facts melded_facts(const uint8_t *counts, const uint8_t *melds,
                               zj_row *faults) noexcept nogil:
    """Facts of a row whose melds are given: 13 or 14 tiles, a meld counted as three."""
    cdef Facts f = plain_facts(counts, faults)
    cdef uint32_t held = meld_faults(zj_load27(counts), zj_load27(melds), faults)
    f.melded = held != 0
    if f.sets + held != 4:
        f.size = 0
        f.sets = 0
    f.sets &= 7
    return f


cdef inline uint32_t lacking(const uint8_t *counts, const uint8_t *melds,
                             Facts f) noexcept nogil:
    """Tiles that the nearer of the two shapes lacks."""
    cdef uint32_t standard
    if f.melded:
        return capped_lacking(counts, melds, f.sets & 3)
    standard = plain_lacking(counts, f.sets)
    return standard if standard < f.pairs_lacking else f.pairs_lacking
