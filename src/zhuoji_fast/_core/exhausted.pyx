"""黄牌查叫 for arrays: the highest fan over the waits, and what the hands of a table are paid.

Ufuncs over counts, melds and one compiled ``RulesC``, which comes as 64-bit words so that NumPy
keeps it aligned.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t

from zhuoji_fast._core.kernels cimport wait_patterns_of_rows
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.value cimport highest_fan

cimport numpy as cnp

cnp.import_array()
cnp.import_ufunc()

cdef extern from "simd.h" nogil:
    ctypedef struct zj_row:
        pass
    zj_row zj_load27(const void *p)
    zj_row zj_splat27(int x)
    zj_row zj_add27(zj_row a, zj_row b)
    zj_row zj_subs27(zj_row a, zj_row b)
    uint32_t zj_equal27(zj_row a, int x)
    int zj_lowest_bit(uint32_t bits)

cdef extern from "gufunc.h":
    ctypedef int (*zj_rows)(const uint8_t *const *, const cnp.npy_intp *, char *const *,
                            const cnp.npy_intp *, cnp.npy_intp) noexcept nogil
    ctypedef struct zj_kernel:
        zj_rows rows
        int nin
        int nout
        int dims[3]
        int width[3]
        int item[3]
        int minor[3]
        int seats
        int words
    object zj_gufunc(const char *, const char *, const char *, void **, const int *)

ctypedef const uint8_t *Row
ctypedef const uint8_t *const *Inputs
ctypedef char *const *Outputs
ctypedef const cnp.npy_intp *Steps

cdef enum:
    BLOCK = 64  # rows whose patterns are found together
    SEATS = 4
    ALL_TILES = 0x7FFFFFF
    TRIPLETS = 2  # bit of patterns.Pattern
    WORDS = sizeof(RulesC) / 8


cdef inline int block_fans(
    const RulesC *rules, Row counts, Py_ssize_t step, Row melds, Py_ssize_t melds_step,
    Py_ssize_t n, int64_t *fans
) noexcept nogil:
    # Highest fans of at most BLOCK rows, 0 without a wait; nonzero if any row is impossible.
    cdef uint8_t flags[BLOCK * 27]
    cdef const uint8_t *found
    cdef zj_row row
    cdef uint32_t waits, alike
    cdef int first
    cdef Py_ssize_t i
    if wait_patterns_of_rows(counts, step, melds, melds_step, n, flags):
        return 1
    for i in range(n):
        found = flags + 27 * i
        row = zj_load27(found)
        waits = ~zj_equal27(row, 0) & ALL_TILES
        # Mostly all waits make the same pattern, and one of them stands for all.
        first = found[zj_lowest_bit(waits | 1 << 26)]
        alike = (waits == zj_equal27(row, first)) & (first & TRIPLETS == 0)
        waits &= (0 - waits) | (alike - 1)
        fans[i] = highest_fan(rules, counts + i * step, found, waits)
    return 0


cdef inline int fan_rows(
    Inputs in_, Steps step, Outputs out, Steps out_step, cnp.npy_intp n, bint melds
) noexcept nogil:
    cdef int64_t fans[BLOCK]
    cdef Row c = in_[0]
    cdef Row m = in_[1] if melds else NULL
    cdef Py_ssize_t melds_step = step[1] if melds else 0
    cdef const uint8_t *rules = in_[1 + melds]
    cdef char *to = out[0]
    cdef cnp.npy_intp i, size
    while n > 0:
        # Under rules of its own a row is a block; otherwise the step is 0.
        size = 1 if step[1 + melds] else n if n < BLOCK else BLOCK
        if block_fans(<const RulesC *> rules, c, step[0], m, melds_step, size, fans):
            return 1
        for i in range(size):
            (<int16_t *> to)[0] = <int16_t> fans[i]
            to += out_step[0]
        n -= size
        c += size * step[0]
        rules += size * step[1 + melds]
        if melds:
            m += size * melds_step
    return 0


cdef inline bint too_many(Row counts, Row melds, int seats) noexcept nogil:
    # Whether a kind is there more than four times at a table of possible hands.
    cdef zj_row held = zj_load27(counts)
    cdef int seat
    for seat in range(1, seats):
        held = zj_add27(held, zj_load27(counts + 27 * seat))
    if melds != NULL:
        for seat in range(seats):
            held = zj_add27(held, zj_load27(melds + 27 * seat))
    return zj_equal27(zj_subs27(held, zj_splat27(4)), 0) != ALL_TILES


cdef inline int table_rows(
    Inputs in_, Steps step, Outputs out, Steps out_step, cnp.npy_intp n, int seats, bint melds
) noexcept nogil:
    # Each seat that is not ting pays each that is (R-EXH-3).
    cdef int64_t fans[SEATS]
    cdef int64_t *totals
    cdef int64_t paid
    cdef Row c = in_[0]
    cdef Row m = in_[1] if melds else NULL
    cdef const uint8_t *rules = in_[1 + melds]
    cdef char *to = out[0]
    cdef cnp.npy_intp _i
    cdef int seat, payers
    for _i in range(n):
        if block_fans(<const RulesC *> rules, c, 27, m, 27, seats, fans):
            return 1
        if too_many(c, m, seats):
            return 1
        paid = payers = 0
        for seat in range(seats):
            paid += fans[seat]
            payers += fans[seat] == 0
        totals = <int64_t *> to
        for seat in range(seats):
            totals[seat] = fans[seat] * payers if fans[seat] else -paid
        to += out_step[0]
        c += step[0]
        rules += step[1 + melds]
        if melds:
            m += step[1]
    return 0


cdef int fans(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return fan_rows(a, b, c, d, n, False)


cdef int fans_melds(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return fan_rows(a, b, c, d, n, True)


cdef int two(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 2, False)


cdef int two_melds(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 2, True)


cdef int three(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 3, False)


cdef int three_melds(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 3, True)


cdef int four(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 4, False)


cdef int four_melds(Inputs a, Steps b, Outputs c, Steps d, cnp.npy_intp n) noexcept nogil:
    return table_rows(a, b, c, d, n, 4, True)


cdef struct Entry:
    zj_kernel kernel
    void *data[1]

cdef Entry entries[8]  # read by the ufuncs for as long as they live
cdef int entries_used = 0
KEPT = []


cdef object make(str name, zj_rows rows, int seats, bint melds):
    # One ufunc: of hands for seats 0, else of tables.
    global entries_used
    cdef Entry *entry = &entries[entries_used]
    cdef int kind = cnp.NPY_INT64 if seats else cnp.NPY_SHORT
    entries_used += 1
    entry.kernel.rows = rows
    entry.kernel.nin = 2 + melds
    entry.kernel.nout = 1
    entry.kernel.dims[0] = seats > 0
    entry.kernel.width[0] = seats if seats else 1
    entry.kernel.item[0] = 8 if seats else 2
    entry.kernel.minor[0] = entry.kernel.width[0]
    entry.kernel.seats = seats
    entry.kernel.words = WORDS
    entry.data[0] = &entry.kernel
    operand = f"({seats},27)" if seats else "(27)"
    operands = [operand] * (1 + melds) + [f"({WORDS})"]
    signature = ",".join(operands) + (f"->({seats})" if seats else "->()")
    kept = (name.encode(), signature.encode())  # NumPy keeps the pointers
    KEPT.append(kept)
    return zj_gufunc(kept[0], kept[1], b"Rows of 27 counts under rules.", entry.data, &kind)


# Pairs (without melds, with melds); the last operand is the rules. Tables go by their seats.
BEST_FAN = (make("best_fan", fans, 0, False), make("best_fan_melds", fans_melds, 0, True))
SETTLE_EXHAUSTED = {
    2: (make("settle_exhausted_2", two, 2, False),
        make("settle_exhausted_2_melds", two_melds, 2, True)),
    3: (make("settle_exhausted_3", three, 3, False),
        make("settle_exhausted_3_melds", three_melds, 3, True)),
    4: (make("settle_exhausted_4", four, 4, False),
        make("settle_exhausted_4_melds", four_melds, 4, True)),
}
