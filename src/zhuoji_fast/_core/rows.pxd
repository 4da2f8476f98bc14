"""Rows of 27 counts: registers, what one sum over a row tells, and walks through the tables.

Kernels read exactly 27 bytes a pointer. The checks of a batch are collected without branches
and looked at once, so every table is padded until any byte is a safe index.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "simd.h" nogil:
    ctypedef struct zj_row:
        pass
    uint64_t zj_load64(const uint8_t *p)
    int zj_lowest_bit(uint32_t bits)
    zj_row zj_load27(const void *p)
    void zj_store27(void *p, zj_row r)
    zj_row zj_splat27(int x)
    zj_row zj_add27(zj_row a, zj_row b)
    zj_row zj_sub27(zj_row a, zj_row b)
    zj_row zj_subs27(zj_row a, zj_row b)
    zj_row zj_and27(zj_row a, zj_row b)
    zj_row zj_or27(zj_row a, zj_row b)
    zj_row zj_andnot27(zj_row a, zj_row b)
    zj_row zj_max27(zj_row a, zj_row b)
    zj_row zj_min27(zj_row a, zj_row b)
    zj_row zj_eq27(zj_row a, zj_row b)
    zj_row zj_shl27(zj_row a, int k)
    uint32_t zj_sum27(zj_row a)
    uint32_t zj_bits27(zj_row a)
    zj_row zj_expand27(uint32_t bits)
    uint32_t zj_odd27(zj_row a)
    uint32_t zj_equal27(zj_row a, int x)
    uint32_t zj_entries_at(const uint8_t *profile, const uint8_t *partner, int value)
    uint32_t zj_entries_lower(const uint8_t *before, const uint8_t *after)
    int zj_gain16(const uint16_t *improved, const uint16_t *weight, const uint16_t *chosen,
                  uint32_t entries, uint32_t wanted)

cdef extern from "tables_shanten.h" nogil:
    enum:
        ZJ_PLAIN_PROFILES
        ZJ_PLAIN_PAIRS
    const uint16_t zj_plain_middle[]
    const uint8_t zj_plain_last[]
    const uint8_t zj_plain_pair[]
    const uint8_t zj_plain_end[]
    const uint8_t zj_plain_profile[]
    const uint8_t zj_plain_partner[]
    const uint8_t zj_sum_size[]
    const uint8_t zj_sum_pairs[]

cdef extern from "tables_capped.h" nogil:
    enum:
        ZJ_CAPPED_PROFILES
        ZJ_CAPPED_PAIRS
        ZJ_CAPPED_WIDTH
    const uint16_t zj_capped_first[]
    const uint16_t zj_capped_second[]
    const uint16_t zj_capped_third[]
    const uint8_t zj_capped_last[]
    const uint8_t zj_capped_pair[]
    const uint8_t zj_capped_end[]
    const uint8_t zj_capped_profile[]
    const uint8_t zj_capped_partner[]

cdef extern from "tables_shapes.h" nogil:
    enum:
        ZJ_MAX_READINGS
    const uint8_t zj_win_middle[]
    const uint8_t zj_win_last[]
    const uint8_t zj_readings_middle[]
    const uint8_t zj_readings_last[]
    const uint8_t zj_readings_number[]

cdef extern from "tables_waits.h" nogil:
    const uint16_t zj_waits_middle[]
    const uint16_t zj_waits_last[]
    const uint32_t zj_waits_record[]

cdef enum:
    PLAIN_END = ZJ_PLAIN_PAIRS * 128  # one table of endings
    CAPPED_END = ZJ_CAPPED_PAIRS * ZJ_CAPPED_WIDTH
    ONE_MORE = 8  # size flag: 3n+1 tiles
    TWO_MORE = 16  # size flag: 3n+2 tiles
    ALL_PAIRS = 14 + 7 * 32  # tile and pair sum of seven pairs
    SIX_PAIRS = 13 + 6 * 32  # ... and of a hand one tile short of them

# base-5 indices of the tiles 3-5 and 6-8 of a suit appear in bytes 4 and 7, that of 1-2 in byte 1
cdef enum:
    GATHER = 25 + (5 << 8) + (1 << 16)


cdef inline uint32_t first_index(const uint8_t *suit, uint64_t gathered) noexcept nogil:
    return (<uint32_t> (gathered >> 8) + suit[0]) & 127


cdef inline uint32_t plain_profile(const uint8_t *suit) noexcept nogil:
    """Profile number of nine counts."""
    cdef uint64_t g = zj_load64(suit + 1) * <uint64_t> GATHER
    cdef uint32_t row = zj_plain_middle[first_index(suit, g) * 128 + (<uint32_t> (g >> 32) & 255)]
    return zj_plain_last[row * 128 + <uint32_t> (g >> 56)]


cdef inline zj_row pair_terms(zj_row counts) noexcept nogil:
    """Each count plus 32 for each pair in it; the sum tells tiles and pairs."""
    return zj_add27(counts, zj_shl27(zj_and27(counts, zj_splat27(14)), 4))


cdef inline zj_row count_faults(zj_row counts) noexcept nogil:
    """Nonzero bytes where a kind is held more than four times."""
    return zj_subs27(counts, zj_splat27(4))


cdef inline uint32_t meld_faults(zj_row counts, zj_row melds, zj_row *faults) noexcept nogil:
    """Collect melds that are not 0, 3 or 4 and kinds held more than four times; melds held."""
    cdef zj_row all_tiles = zj_add27(zj_min27(counts, zj_splat27(100)),
                                     zj_min27(melds, zj_splat27(100)))
    cdef zj_row odd_meld = zj_or27(zj_eq27(melds, zj_splat27(1)), zj_eq27(melds, zj_splat27(2)))
    faults[0] = zj_or27(faults[0], zj_or27(odd_meld, zj_subs27(all_tiles, zj_splat27(4))))
    return zj_sum27(zj_min27(melds, zj_splat27(1)))


cdef inline uint32_t any_fault(zj_row faults) noexcept nogil:
    return ~zj_equal27(faults, 0) & 0x7FFFFFF


ctypedef struct CappedSuit:
    # Octal index of the first three symbols, base-8 pairs of the others, and the rows reached.
    uint32_t first
    uint32_t second
    uint32_t third
    uint32_t fourth
    uint32_t row1
    uint32_t row2
    uint32_t row3
    uint32_t profile


cdef inline CappedSuit walk_capped(const uint8_t *suit, const uint8_t *melds) noexcept nogil:
    """Walk nine (count, meld) symbols: the count, 5 + count beside a pong, 7 beside a kong."""
    cdef CappedSuit s
    cdef uint64_t m = zj_load64(melds + 1)
    cdef uint64_t some = (m | m >> 1 | m >> 2) & <uint64_t> 0x0101010101010101
    cdef uint64_t symbols = zj_load64(suit + 1) + (m << 1) - some
    cdef uint64_t pairs = (symbols << 3) + (symbols << 8)
    cdef uint32_t zero = suit[0] + 2 * <uint32_t> melds[0] - (melds[0] != 0)
    s.first = (zero + ((<uint32_t> symbols & 255) << 3)
               + ((<uint32_t> symbols >> 8 & 255) << 6)) & 511
    s.second = <uint32_t> (pairs >> 24) & 255
    s.third = <uint32_t> (pairs >> 40) & 255
    s.fourth = <uint32_t> (pairs >> 56)
    s.row1 = zj_capped_first[s.first]
    s.row2 = zj_capped_second[s.row1 * 64 + s.second]
    s.row3 = zj_capped_third[s.row2 * 64 + s.third]
    s.profile = zj_capped_last[s.row3 * 64 + s.fourth]
    return s
