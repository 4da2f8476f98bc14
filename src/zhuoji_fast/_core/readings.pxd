"""拆牌: every way to read the concealed part of a finished hand.

Codes: 0-20 run (seven a suit, by its lowest tile), 21-47 triplet, 48-74 pair, 75 seven pairs,
-1 unused. The codes of a reading ascend, so the pair stands last.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport Facts

cdef enum:
    RUN = 0
    TRIPLET = 21
    PAIR = 48
    PAIRS = 75
    CODES = 5


cdef inline const uint8_t *suit_readings(const uint8_t *suit) noexcept nogil:
    """How many readings a suit has as sets alone (0) and as sets with the pair (1)."""
    cdef uint64_t g = gather(suit)
    cdef uint32_t row = zj_readings_middle[middle_index(suit, g)]
    return zj_readings_number + 2 * <uint32_t> zj_readings_last[last_index(row, g)]


cdef inline uint32_t readings_number(const uint8_t *counts, Facts f) noexcept nogil:
    """Number of readings, seven pairs being one."""
    cdef const uint8_t *a = suit_readings(counts)
    cdef const uint8_t *b = suit_readings(counts + 9)
    cdef const uint8_t *c = suit_readings(counts + 18)
    return (a[1] * b[0] * c[0] + a[0] * b[1] * c[0] + a[0] * b[0] * c[1]
            + <uint32_t> (f.sum == ALL_PAIRS))


ctypedef struct Reader:
    # Remaining counts of a suit under reading and the readings found so far.
    uint8_t left[9]
    int8_t chosen[CODES]
    int8_t found[ZJ_MAX_READINGS][CODES]
    int size[ZJ_MAX_READINGS]
    int number
    int suit


cdef inline void sort_codes(int8_t *codes, int n) noexcept nogil:
    cdef int i, j
    cdef int8_t x
    for i in range(1, n):
        x = codes[i]
        j = i
        while j > 0 and codes[j - 1] > x:
            codes[j] = codes[j - 1]
            j -= 1
        codes[j] = x
