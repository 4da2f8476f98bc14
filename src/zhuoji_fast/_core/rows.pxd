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
    zj_row zj_adds27(zj_row a, zj_row b)
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
    uint32_t zj_tiles_and_pairs(zj_row a)
    uint32_t zj_bits27(zj_row a)
    zj_row zj_expand27(uint32_t bits)
    uint32_t zj_odd27(zj_row a)
    uint32_t zj_equal27(zj_row a, int x)
    uint32_t zj_entries_at(const uint8_t *profile, const uint8_t *partner, int value)
    uint32_t zj_entries_lower(const uint8_t *before, const uint8_t *after)
    uint32_t zj_meet16(const uint16_t *lanes, uint32_t entries)
    int zj_least27(zj_row a)

# The tables live in one extension, `kernels`. Another one that includes kernels inline has to
# call zj_use_tables(kernels.tables()) when it is loaded.
cdef extern from "tables.h" nogil:
    ctypedef struct zj_tables:
        pass
    const zj_tables *zj_own_tables()
    void zj_use_tables(const zj_tables *tables)

cdef extern from "tables.h" nogil:
    enum:
        ZJ_PLAIN_PROFILES
        ZJ_PLAIN_PAIRS
    const uint16_t *zj_plain_middle
    const uint8_t *zj_plain_last
    const uint8_t *zj_plain_pair
    const uint8_t *zj_plain_end
    const uint8_t *zj_plain_profile
    const uint8_t *zj_plain_partner
    const uint32_t *zj_sum

cdef extern from "tables.h" nogil:
    enum:
        ZJ_CAPPED_PROFILES
        ZJ_CAPPED_PAIRS
        ZJ_CAPPED_WIDTH
    const uint16_t *zj_capped_first
    const uint16_t *zj_capped_second
    const uint16_t *zj_capped_third
    const uint8_t *zj_capped_last
    const uint8_t *zj_capped_pair
    const uint8_t *zj_capped_end
    const uint8_t *zj_capped_profile
    const uint8_t *zj_capped_partner

cdef extern from "tables.h" nogil:
    enum:
        ZJ_MAX_READINGS
    const uint8_t *zj_win_middle
    const uint8_t *zj_win_last
    const uint8_t *zj_readings_middle
    const uint8_t *zj_readings_last
    const uint8_t *zj_readings_number

cdef extern from "tables.h" nogil:
    const uint16_t *zj_waits_middle
    const uint16_t *zj_waits_last
    const uint32_t *zj_waits_record

cdef enum:
    PLAIN_END = ZJ_PLAIN_PAIRS * 128  # one table of endings
    CAPPED_END = ZJ_CAPPED_PAIRS * ZJ_CAPPED_WIDTH
    ONE_MORE = 1 << 17  # flags of a row's sum: 3n+1 tiles, 3n+2 tiles, either
    TWO_MORE = 1 << 18
    EITHER = 1 << 19
    ALL_PAIRS = 14 + 7 * 32  # tile and pair sum of seven pairs
    SIX_PAIRS = 13 + 6 * 32  # ... and of a hand one tile short of them

# One multiplication gathers the base-5 indices of tiles 3-5 and 6-8 of a suit into bytes 4 and 7
# and that of tiles 1-2 into byte 1.
cdef enum:
    GATHER = 25 + (5 << 8) + (1 << 16)


cdef inline uint64_t gather(const uint8_t *suit) noexcept nogil:
    return zj_load64(suit + 1) * <uint64_t> GATHER


cdef inline uint32_t middle_index(const uint8_t *suit, uint64_t gathered) noexcept nogil:
    """Where the first six tiles of a suit lead: 128 columns for tiles 0-2, rows for 3-5."""
    return ((<uint32_t> (gathered >> 25) & 0x3F80)
            + ((<uint32_t> (gathered >> 8) + suit[0]) & 127))


cdef inline uint32_t last_index(uint32_t row, uint64_t gathered) noexcept nogil:
    return row * 128 + <uint32_t> (gathered >> 56)


ctypedef struct Faults:
    # What a batch is checked by, once at its end.
    zj_row most  # of any kind, melds included
    zj_row meld  # least meld less one, so that 0 and 1 are faults
    uint32_t flags  # that all rows have


cdef inline Faults no_faults() noexcept nogil:
    cdef Faults x
    x.most = zj_splat27(0)
    x.meld = zj_splat27(255)
    x.flags = 0xFFFFFFFF
    return x


cdef inline bint is_faulty(Faults x, uint32_t wanted) noexcept nogil:
    """Whether a kind was above four, a meld not 0, 3 or 4, or a row without a wanted flag."""
    cdef zj_row over = zj_or27(zj_subs27(x.most, zj_splat27(4)),
                               zj_subs27(zj_splat27(2), x.meld))
    return (zj_equal27(over, 0) != 0x7FFFFFF) | ((x.flags & wanted) == 0)


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
