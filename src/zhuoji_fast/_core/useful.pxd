"""进张 and throws: how far a hand is after one tile more or less, for all 27 tiles at once.

A suit is walked once; each of its nine neighbours then branches off where the walk meets the
changed tile. Digits that run over or under land in other rows or in padding, and are masked
afterwards.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport capped_end, plain_end


ctypedef struct Suit:
    # Base-5 indices of the three groups of three tiles (the second times 128), and the row two of
    # them lead to.
    uint32_t first
    uint32_t second
    uint32_t third
    uint32_t row


cdef inline Suit walk_plain(const uint8_t *suit) noexcept nogil:
    cdef Suit s
    cdef uint64_t g = gather(suit)
    s.first = (<uint32_t> (g >> 8) + suit[0]) & 127
    s.second = <uint32_t> (g >> 25) & 0x3F80
    s.third = <uint32_t> (g >> 56)
    s.row = zj_plain_middle[s.second + s.first]
    return s


cdef inline uint32_t plain_at(Suit s) noexcept nogil:
    return zj_plain_last[s.row * 128 + s.third]


cdef inline void plain_neighbours(Suit s, int sign, uint8_t *profiles) noexcept nogil:
    """Profile numbers of the suit with one tile more (sign 1) or less (-1), for nine tiles."""
    cdef const uint16_t *middle = zj_plain_middle + <int> (s.second + s.first)
    cdef const uint8_t *last = zj_plain_last + s.third
    cdef const uint8_t *end = last + s.row * 128
    cdef int d, k
    for k in range(3):
        d = sign * (1 if k == 0 else 5 if k == 1 else 25)
        profiles[k] = last[<uint32_t> middle[d] * 128]
        profiles[3 + k] = last[<uint32_t> middle[d * 128] * 128]
        profiles[6 + k] = end[d]


cdef inline void capped_neighbours(CappedSuit s, int sign, uint8_t *profiles) noexcept nogil:
    """The same for a suit of a hand with melds."""
    cdef uint32_t row
    cdef int d, k
    for k in range(3):
        d = sign * (1 if k == 0 else 8 if k == 1 else 64)
        row = zj_capped_first[<int> s.first + d]
        row = zj_capped_second[row * 64 + s.second]
        row = zj_capped_third[row * 64 + s.third]
        profiles[k] = zj_capped_last[row * 64 + s.fourth]
    for k in range(2):
        d = sign * (1 if k == 0 else 8)
        row = zj_capped_second[<int> (s.row1 * 64 + s.second) + d]
        row = zj_capped_third[row * 64 + s.third]
        profiles[3 + k] = zj_capped_last[row * 64 + s.fourth]
        row = zj_capped_third[<int> (s.row2 * 64 + s.third) + d]
        profiles[5 + k] = zj_capped_last[row * 64 + s.fourth]
        profiles[7 + k] = zj_capped_last[<int> (s.row3 * 64 + s.fourth) + d]


cdef inline uint32_t plain_near(const uint8_t *counts, uint32_t sets, int sign,
                                uint8_t *near) noexcept nogil:
    """Tiles lacking after one tile more or less of each kind (27 bytes); those lacking now."""
    cdef Suit a = walk_plain(counts)
    cdef Suit b = walk_plain(counts + 9)
    cdef Suit c = walk_plain(counts + 18)
    cdef const uint8_t *of_a = plain_end(plain_at(b), plain_at(c), sets)
    cdef const uint8_t *of_b = plain_end(plain_at(a), plain_at(c), sets)
    cdef const uint8_t *of_c = plain_end(plain_at(a), plain_at(b), sets)
    cdef uint8_t p[27]
    cdef int k
    plain_neighbours(a, sign, p)
    plain_neighbours(b, sign, p + 9)
    plain_neighbours(c, sign, p + 18)
    for k in range(9):
        near[k] = of_a[p[k]]
        near[9 + k] = of_b[p[9 + k]]
        near[18 + k] = of_c[p[18 + k]]
    return of_a[plain_at(a)]


cdef inline uint32_t capped_near(const uint8_t *counts, const uint8_t *melds, uint32_t sets,
                                 int sign, uint8_t *near) noexcept nogil:
    """The same under melds."""
    cdef CappedSuit a = walk_capped(counts, melds)
    cdef CappedSuit b = walk_capped(counts + 9, melds + 9)
    cdef CappedSuit c = walk_capped(counts + 18, melds + 18)
    cdef const uint8_t *of_a = capped_end(b.profile, c.profile, sets)
    cdef const uint8_t *of_b = capped_end(a.profile, c.profile, sets)
    cdef const uint8_t *of_c = capped_end(a.profile, b.profile, sets)
    cdef uint8_t p[27]
    cdef int k
    capped_neighbours(a, sign, p)
    capped_neighbours(b, sign, p + 9)
    capped_neighbours(c, sign, p + 18)
    for k in range(9):
        near[k] = of_a[p[k]]
        near[9 + k] = of_b[p[9 + k]]
        near[18 + k] = of_c[p[18 + k]]
    return of_a[a.profile]


cdef inline zj_row useful_row(zj_row near, zj_row counts, zj_row held, uint32_t now,
                              uint32_t pairs_lacking) noexcept nogil:
    """1 where a tile brings the hand nearer and the owner does not hold four of it."""
    cdef zj_row odd = zj_and27(counts, zj_splat27(1))
    cdef zj_row best = zj_min27(near, zj_subs27(zj_splat27(pairs_lacking), odd))
    cdef uint32_t least = now if now < pairs_lacking else pairs_lacking
    cdef zj_row nearer = zj_min27(zj_subs27(zj_splat27(least), best), zj_splat27(1))
    return zj_andnot27(zj_eq27(held, zj_splat27(4)), nearer)


cdef inline zj_row throw_row(zj_row near, zj_row counts,
                             uint32_t pairs_lacking) noexcept nogil:
    """Tiles lacking after each throw; nonsense where the tile is not held."""
    cdef zj_row even = zj_sub27(zj_splat27(1), zj_and27(counts, zj_splat27(1)))
    return zj_min27(near, zj_add27(zj_splat27(pairs_lacking), even))


cdef inline zj_row throw_shanten(zj_row lacking_after, zj_row counts) noexcept nogil:
    """Shanten after each throw, 127 where the tile is not held."""
    cdef zj_row none = zj_eq27(counts, zj_splat27(0))
    return zj_or27(zj_and27(none, zj_splat27(127)),
                   zj_andnot27(none, zj_sub27(lacking_after, zj_splat27(1))))
