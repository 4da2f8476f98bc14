"""Hand analysis on counts: the kernels as C functions for one hand, as ufuncs for arrays."""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset
from zhuoji_fast._core.discard cimport Best, best_throw
from zhuoji_fast._core.readings cimport (
    CODES, PAIR, PAIRS, RUN, TRIPLET, Reader, readings_number, sort_codes, suit_readings)
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport (
    Facts, capped_lacking, lacking, melded_facts, pairs_lacking, plain_facts, plain_lacking,
    sets_needed)
from zhuoji_fast._core.useful cimport capped_near, plain_near, throw_row, throw_shanten, useful_row
from zhuoji_fast._core.waits cimport all_waits, finished, shapes, shapes_on_waits

cimport numpy as cnp

cnp.import_array()
cnp.import_ufunc()

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
    object zj_gufunc(const char *, const char *, const char *, void **, const int *)

ctypedef const uint8_t *Row
ctypedef const uint8_t *const *Inputs
ctypedef char *const *Outputs
ctypedef const cnp.npy_intp *Steps

cdef enum:
    BLOCK = 32  # rows whose intermediate bytes are finished together
    FAR = 60  # what seven pairs lack where they are out of the question


# ------------------------------------------------------------------------------ one hand

cdef inline Facts facts(Row counts, Row melds, Faults *faults) noexcept nogil:
    if melds == NULL:
        return plain_facts(counts, faults)
    return melded_facts(counts, melds, faults)


cdef inline Facts trusted(Row counts, Row melds) noexcept nogil:
    cdef Faults faults = no_faults()
    return facts(counts, melds, &faults)


cdef int check(const uint8_t *counts, const uint8_t *melds, int remainder) noexcept nogil:
    """0 if the row is possible; `remainder` 1: 3n+1 tiles, 2: 3n+2 tiles, 0: either."""
    cdef Faults faults = no_faults()
    facts(counts, melds, &faults)
    return is_faulty(faults, ONE_MORE if remainder == 1 else TWO_MORE if remainder == 2
                     else EITHER)


cdef int shanten(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    return <int> lacking(counts, melds, trusted(counts, melds)) - 1


cdef void shanten_parts(const uint8_t *counts, const uint8_t *melds, int *standard,
                        int *seven_pairs) noexcept nogil:
    cdef Facts f = trusted(counts, melds)
    cdef uint32_t sets = (capped_lacking(counts, melds, sets_needed(f) & 3) if f.melded
                          else plain_lacking(counts, sets_needed(f)))
    standard[0] = <int> sets - 1
    seven_pairs[0] = 127 if pairs_lacking(f) == FAR else <int> pairs_lacking(f) - 1


cdef bint is_win(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    return finished(counts, trusted(counts, melds))


cdef uint32_t waits(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    return all_waits(counts, melds, trusted(counts, melds))


cdef uint32_t pattern(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    return shapes(counts, melds, trusted(counts, melds))


cdef void wait_patterns(const uint8_t *counts, const uint8_t *melds,
                        uint8_t *out) noexcept nogil:
    zj_store27(out, shapes_on_waits(counts, melds, trusted(counts, melds)))


cdef inline uint32_t near_row(Row counts, Row melds, Facts f, int sign,
                              uint8_t *near) noexcept nogil:
    if f.melded:
        return capped_near(counts, melds, sets_needed(f) & 3, sign, near)
    return plain_near(counts, sets_needed(f), sign, near)


cdef inline zj_row held_row(Row counts, Row melds) noexcept nogil:
    cdef zj_row c = zj_load27(counts)
    return c if melds == NULL else zj_add27(c, zj_load27(melds))


cdef uint32_t useful_tiles(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    cdef uint8_t near[27]
    cdef Facts f = trusted(counts, melds)
    cdef uint32_t now = near_row(counts, melds, f, 1, near)
    return zj_odd27(useful_row(zj_load27(near), zj_load27(counts), held_row(counts, melds),
                               now, pairs_lacking(f)))


cdef void discard_shanten(const uint8_t *counts, const uint8_t *melds,
                          int8_t *out) noexcept nogil:
    cdef uint8_t near[27]
    cdef Facts f = trusted(counts, melds)
    cdef zj_row row = zj_load27(counts)
    near_row(counts, melds, f, -1, near)
    zj_store27(out, throw_shanten(throw_row(zj_load27(near), row, pairs_lacking(f)), row))


cdef void best_discard(const uint8_t *counts, const uint8_t *melds, const uint8_t *seen,
                       int *tile, int *shanten_after, int *unseen) noexcept nogil:
    cdef Facts f = trusted(counts, melds)
    cdef Best best
    if f.melded:
        best = best_throw(counts, melds, seen, f, True)
    else:
        best = best_throw(counts, NULL, seen, f, False)
    tile[0] = best.tile
    shanten_after[0] = best.shanten
    unseen[0] = best.unseen


cdef int count_decompositions(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    return readings_number(counts, trusted(counts, melds))


cdef int decompose(const uint8_t *counts, const uint8_t *melds, int8_t *out) noexcept nogil:
    return read_hand(counts, trusted(counts, melds), out)


cdef const void *tables() noexcept nogil:
    return zj_own_tables()


# ------------------------------------------------------------------------------ readings

cdef void read_suit(Reader *r, int rank, int depth, bint pair_open) noexcept nogil:
    """Split the remaining tiles from `rank` on, the lowest kind first."""
    cdef uint8_t *left = r.left
    cdef int triplet, pair, runs, code, d, _k
    while rank < 9 and left[rank] == 0:
        rank += 1
    if rank == 9:
        if not pair_open:
            memcpy(r.found[r.number], r.chosen, CODES)
            r.size[r.number] = depth
            r.number += 1
        return
    for triplet in range(2):
        for pair in range(1 + pair_open):
            runs = left[rank] - 3 * triplet - 2 * pair
            if runs < 0 or runs and (rank > 6 or left[rank + 1] < runs or left[rank + 2] < runs):
                continue
            d = depth
            if triplet:
                r.chosen[d] = <int8_t> (TRIPLET + 9 * r.suit + rank)
                d += 1
            if pair:
                r.chosen[d] = <int8_t> (PAIR + 9 * r.suit + rank)
                d += 1
            for _k in range(runs):
                r.chosen[d] = <int8_t> (RUN + 7 * r.suit + rank)
                d += 1
            code = left[rank]
            left[rank] = 0
            if runs:
                left[rank + 1] -= <uint8_t> runs
                left[rank + 2] -= <uint8_t> runs
            read_suit(r, rank + 1, d, pair_open and not pair)
            left[rank] = <uint8_t> code
            if runs:
                left[rank + 1] += <uint8_t> runs
                left[rank + 2] += <uint8_t> runs


cdef int read_hand(const uint8_t *counts, Facts f, int8_t *out) noexcept nogil:
    """Write all readings, unused rows and codes as -1; their number."""
    cdef Reader readers[3]
    cdef const uint8_t *ways[3]
    cdef int suit, with_pair, i, j, k, n, number = 0
    cdef int8_t *row
    memset(out, -1, ZJ_MAX_READINGS * CODES)
    for suit in range(3):
        ways[suit] = suit_readings(counts + 9 * suit)
    for with_pair in range(3):
        if not (ways[with_pair][1] and ways[(with_pair + 1) % 3][0]
                and ways[(with_pair + 2) % 3][0]):
            continue
        for suit in range(3):
            memcpy(readers[suit].left, counts + 9 * suit, 9)
            readers[suit].number = 0
            readers[suit].suit = suit
            read_suit(&readers[suit], 0, 0, suit == with_pair)
        for i in range(readers[0].number):
            for j in range(readers[1].number):
                for k in range(readers[2].number):
                    row = out + CODES * number
                    n = readers[0].size[i]
                    memcpy(row, readers[0].found[i], n)
                    memcpy(row + n, readers[1].found[j], readers[1].size[j])
                    n += readers[1].size[j]
                    memcpy(row + n, readers[2].found[k], readers[2].size[k])
                    sort_codes(row, n + readers[2].size[k])
                    number += 1
        break  # a finished hand has its pair in one suit: the one with 3n+2 tiles
    if f.sum == ALL_PAIRS:
        out[CODES * number] = PAIRS
        number += 1
    return number


# ------------------------------------------------------------------------------ batches
# Each handles n rows and returns nonzero if any is impossible. Rows are read and written with
# 16-byte accesses that stay inside the row; what a bad row computes is nonsense, never a crash.

ctypedef enum Answer:
    SHANTEN
    IS_WIN
    PATTERN
    READINGS
    WAITS
    WAIT_PATTERNS
    USEFUL
    THROWS


cdef inline int rows_to_one(Inputs in_, Steps step, Outputs out, Steps out_step,
                            cnp.npy_intp n, bint melds, Answer answer) noexcept nogil:
    """Rows to a byte each."""
    cdef Faults faults = no_faults()
    cdef uint32_t value
    cdef Row c = in_[0]
    cdef Row m = in_[1] if melds else NULL
    cdef char *to = out[0]
    cdef cnp.npy_intp _i
    cdef Facts f
    for _i in range(n):
        f = facts(c, m, &faults)
        if answer == SHANTEN:
            value = lacking(c, m, f) - 1
        elif answer == IS_WIN:
            value = finished(c, f)
        elif answer == PATTERN:
            value = shapes(c, m, f)
        else:
            value = readings_number(c, f)
        to[0] = <char> value
        c += step[0]
        to += out_step[0]
        if melds:
            m += step[1]
    return is_faulty(faults, EITHER if answer == SHANTEN else TWO_MORE)


cdef inline int rows_to_tiles(Inputs in_, Steps step, Outputs out, Steps out_step,
                              cnp.npy_intp n, bint melds, Answer answer) noexcept nogil:
    """Rows of 3n+1 tiles to a byte a tile."""
    cdef Faults faults = no_faults()
    cdef Row c = in_[0]
    cdef Row m = in_[1] if melds else NULL
    cdef char *to = out[0]
    cdef cnp.npy_intp _i
    cdef Facts f
    for _i in range(n):
        f = facts(c, m, &faults)
        if answer == WAITS:
            zj_store27(to, zj_and27(zj_expand27(all_waits(c, m, f)), zj_splat27(1)))
        else:
            zj_store27(to, shapes_on_waits(c, m, f))
        c += step[0]
        to += out_step[0]
        if melds:
            m += step[1]
    return is_faulty(faults, ONE_MORE)


cdef inline int rows_to_near(Inputs in_, Steps step, Outputs out, Steps out_step,
                             cnp.npy_intp n, bint melds, Answer answer) noexcept nogil:
    """Useful tiles or shanten after throws; a block's bytes are stored, then finished, since
    a register loaded over bytes just stored would wait for them."""
    cdef Faults faults = no_faults()
    cdef uint8_t near[BLOCK * 32]
    cdef uint32_t now[BLOCK]
    cdef uint32_t pairs[BLOCK]
    cdef Row c = in_[0]
    cdef Row m = in_[1] if melds else NULL
    cdef char *to = out[0]
    cdef cnp.npy_intp k, size
    cdef Facts f
    cdef zj_row row
    while n > 0:
        size = n if n < BLOCK else BLOCK
        n -= size
        for k in range(size):
            f = facts(c + k * step[0], m + k * step[1] if melds else NULL, &faults)
            pairs[k] = pairs_lacking(f)
            now[k] = near_row(c + k * step[0], m + k * step[1] if melds else NULL, f,
                              1 if answer == USEFUL else -1, near + 32 * k)
        for k in range(size):
            row = zj_load27(c)
            if answer == USEFUL:
                row = useful_row(zj_load27(near + 32 * k), row, held_row(c, m), now[k], pairs[k])
            else:
                row = throw_shanten(throw_row(zj_load27(near + 32 * k), row, pairs[k]), row)
            zj_store27(to, row)
            c += step[0]
            to += out_step[0]
            if melds:
                m += step[1]
    return is_faulty(faults, ONE_MORE if answer == USEFUL else TWO_MORE)


cdef inline int rows_to_parts(Inputs in_, Steps step, Outputs out, Steps out_step,
                              cnp.npy_intp n, bint melds) noexcept nogil:
    """Rows to the shanten of both shapes."""
    cdef Faults faults = no_faults()
    cdef int standard, seven_pairs
    cdef Row c, m
    cdef cnp.npy_intp i
    for i in range(n):
        c = in_[0] + i * step[0]
        m = in_[1] + i * step[1] if melds else NULL
        facts(c, m, &faults)
        shanten_parts(c, m, &standard, &seven_pairs)
        out[0][i * out_step[0]] = <char> standard
        out[1][i * out_step[1]] = <char> seven_pairs
    return is_faulty(faults, EITHER)


cdef inline int rows_to_readings(Inputs in_, Steps step, Outputs out, Steps out_step,
                                 cnp.npy_intp n, bint melds) noexcept nogil:
    """Rows to all their readings."""
    cdef cnp.npy_intp i
    cdef Row c, m
    for i in range(n):
        c = in_[0] + i * step[0]
        m = in_[1] + i * step[1] if melds else NULL
        if check(c, m, 2):
            return 1
        decompose(c, m, <int8_t *> out[0] + i * out_step[0])
    return 0


cdef inline int rows_to_best(Inputs in_, Steps step, Outputs out, Steps out_step,
                             cnp.npy_intp n, bint melds) noexcept nogil:
    """Rows to their best throw. A choice costs far more than a check: stop at a bad row."""
    cdef Faults faults = no_faults()
    cdef cnp.npy_intp i
    cdef Row c, m, s
    cdef Best best
    cdef Facts f
    for i in range(n):
        c = in_[0] + i * step[0]
        m = in_[1] + i * step[1] if melds else NULL
        s = in_[1 + melds] + i * step[1 + melds]
        f = facts(c, m, &faults)
        faults.most = zj_max27(faults.most, zj_adds27(held_row(c, m), zj_load27(s)))
        if is_faulty(faults, TWO_MORE):
            return 1
        if f.melded:
            best = best_throw(c, m, s, f, True)
        else:
            best = best_throw(c, NULL, s, f, False)
        out[0][i * out_step[0]] = <char> best.tile
        out[1][i * out_step[1]] = <char> best.shanten
        (<cnp.int16_t *> (out[2] + i * out_step[2]))[0] = <cnp.int16_t> best.unseen
    return 0


cdef int shanten_rows(Inputs a, Steps b, Outputs c, Steps d,
                      cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, False, SHANTEN)


cdef int shanten_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                            cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, True, SHANTEN)


cdef int is_win_rows(Inputs a, Steps b, Outputs c, Steps d,
                     cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, False, IS_WIN)


cdef int is_win_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                           cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, True, IS_WIN)


cdef int pattern_rows(Inputs a, Steps b, Outputs c, Steps d,
                      cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, False, PATTERN)


cdef int pattern_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                            cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, True, PATTERN)


cdef int count_decompositions_rows(Inputs a, Steps b, Outputs c, Steps d,
                                   cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, False, READINGS)


cdef int count_decompositions_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                         cnp.npy_intp n) noexcept nogil:
    return rows_to_one(a, b, c, d, n, True, READINGS)


cdef int waits_rows(Inputs a, Steps b, Outputs c, Steps d,
                    cnp.npy_intp n) noexcept nogil:
    return rows_to_tiles(a, b, c, d, n, False, WAITS)


cdef int waits_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                          cnp.npy_intp n) noexcept nogil:
    return rows_to_tiles(a, b, c, d, n, True, WAITS)


cdef int wait_patterns_rows(Inputs a, Steps b, Outputs c, Steps d,
                            cnp.npy_intp n) noexcept nogil:
    return rows_to_tiles(a, b, c, d, n, False, WAIT_PATTERNS)


cdef int wait_patterns_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                  cnp.npy_intp n) noexcept nogil:
    return rows_to_tiles(a, b, c, d, n, True, WAIT_PATTERNS)


cdef int useful_tiles_rows(Inputs a, Steps b, Outputs c, Steps d,
                           cnp.npy_intp n) noexcept nogil:
    return rows_to_near(a, b, c, d, n, False, USEFUL)


cdef int useful_tiles_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                 cnp.npy_intp n) noexcept nogil:
    return rows_to_near(a, b, c, d, n, True, USEFUL)


cdef int discard_shanten_rows(Inputs a, Steps b, Outputs c, Steps d,
                              cnp.npy_intp n) noexcept nogil:
    return rows_to_near(a, b, c, d, n, False, THROWS)


cdef int discard_shanten_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                    cnp.npy_intp n) noexcept nogil:
    return rows_to_near(a, b, c, d, n, True, THROWS)


cdef int shanten_parts_rows(Inputs a, Steps b, Outputs c, Steps d,
                            cnp.npy_intp n) noexcept nogil:
    return rows_to_parts(a, b, c, d, n, False)


cdef int shanten_parts_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                  cnp.npy_intp n) noexcept nogil:
    return rows_to_parts(a, b, c, d, n, True)


cdef int decompose_rows(Inputs a, Steps b, Outputs c, Steps d,
                        cnp.npy_intp n) noexcept nogil:
    return rows_to_readings(a, b, c, d, n, False)


cdef int decompose_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                              cnp.npy_intp n) noexcept nogil:
    return rows_to_readings(a, b, c, d, n, True)


cdef int best_discard_rows(Inputs a, Steps b, Outputs c, Steps d,
                           cnp.npy_intp n) noexcept nogil:
    return rows_to_best(a, b, c, d, n, False)


cdef int best_discard_melds_rows(Inputs a, Steps b, Outputs c, Steps d,
                                 cnp.npy_intp n) noexcept nogil:
    return rows_to_best(a, b, c, d, n, True)


cdef int wait_patterns_of_rows(const uint8_t *counts, Py_ssize_t step, const uint8_t *melds,
                               Py_ssize_t melds_step, Py_ssize_t n, uint8_t *out) noexcept nogil:
    cdef const uint8_t *rows[2]
    cdef cnp.npy_intp steps[2]
    cdef char *to = <char *> out
    cdef cnp.npy_intp out_step = 27
    rows[0] = counts
    rows[1] = melds
    steps[0] = step
    steps[1] = melds_step
    if melds == NULL:
        return wait_patterns_rows(rows, steps, &to, &out_step, n)
    return wait_patterns_melds_rows(rows, steps, &to, &out_step, n)


# ------------------------------------------------------------------------------ ufuncs

cdef struct Entry:
    zj_kernel kernel
    void *data[1]

cdef enum:
    NUMBER = 11

cdef Entry entries[2 * NUMBER]  # read by the ufuncs for as long as they live
cdef int entries_used = 0

# core dimensions, items, last dimension, type of each output
OUTPUTS = {
    "one int8": [("()", 0, 1, 1, cnp.NPY_BYTE)],
    "one uint8": [("()", 0, 1, 1, cnp.NPY_UBYTE)],
    "one bool": [("()", 0, 1, 1, cnp.NPY_BOOL)],
    "tiles bool": [("(27)", 1, 27, 27, cnp.NPY_BOOL)],
    "tiles int8": [("(27)", 1, 27, 27, cnp.NPY_BYTE)],
    "tiles uint8": [("(27)", 1, 27, 27, cnp.NPY_UBYTE)],
    "readings": [(f"({ZJ_MAX_READINGS},{CODES})", 2, ZJ_MAX_READINGS * CODES, CODES,
                  cnp.NPY_BYTE)],
    "parts": [("()", 0, 1, 1, cnp.NPY_BYTE)] * 2,
    "best": [("()", 0, 1, 1, cnp.NPY_BYTE)] * 2 + [("()", 0, 1, 1, cnp.NPY_SHORT)],
}


cdef object make(str name, str kind, zj_rows rows, int inputs):
    """One generalized ufunc over a kernel."""
    global entries_used
    cdef Entry *entry = &entries[entries_used]
    cdef int types[3]
    cdef int j
    entries_used += 1
    outputs = OUTPUTS[kind]
    entry.kernel.rows = rows
    entry.kernel.nin = inputs
    entry.kernel.nout = len(outputs)
    for j, (_, dims, width, minor, kind_of_type) in enumerate(outputs):
        entry.kernel.dims[j] = dims
        entry.kernel.width[j] = width
        entry.kernel.minor[j] = minor
        entry.kernel.item[j] = 2 if kind_of_type == cnp.NPY_SHORT else 1
        types[j] = kind_of_type
    entry.data[0] = &entry.kernel
    signature = ",".join(["(27)"] * inputs) + "->" + ",".join(o[0] for o in outputs)
    # NumPy keeps the pointers of name and signature.
    kept = (name.encode(), signature.encode())
    KEPT.append(kept)
    return zj_gufunc(kept[0], kept[1], b"Rows of 27 counts.", entry.data, types)


KEPT = []
MAX_READINGS = ZJ_MAX_READINGS
# name: (ufunc of counts alone, ufunc of counts and melds); best_discard takes `seen` last
UFUNCS = {
    "shanten": (make("shanten", "one int8", shanten_rows, 1),
                make("shanten_melds", "one int8", shanten_melds_rows, 2)),
    "is_win": (make("is_win", "one bool", is_win_rows, 1),
               make("is_win_melds", "one bool", is_win_melds_rows, 2)),
    "pattern": (make("pattern", "one uint8", pattern_rows, 1),
                make("pattern_melds", "one uint8", pattern_melds_rows, 2)),
    "count_decompositions": (
        make("count_decompositions", "one uint8", count_decompositions_rows, 1),
        make("count_decompositions_melds", "one uint8", count_decompositions_melds_rows, 2)),
    "waits": (make("waits", "tiles bool", waits_rows, 1),
              make("waits_melds", "tiles bool", waits_melds_rows, 2)),
    "wait_patterns": (make("wait_patterns", "tiles uint8", wait_patterns_rows, 1),
                      make("wait_patterns_melds", "tiles uint8", wait_patterns_melds_rows, 2)),
    "useful_tiles": (make("useful_tiles", "tiles bool", useful_tiles_rows, 1),
                     make("useful_tiles_melds", "tiles bool", useful_tiles_melds_rows, 2)),
    "discard_shanten": (make("discard_shanten", "tiles int8", discard_shanten_rows, 1),
                        make("discard_shanten_melds", "tiles int8", discard_shanten_melds_rows, 2)),
    "shanten_parts": (make("shanten_parts", "parts", shanten_parts_rows, 1),
                      make("shanten_parts_melds", "parts", shanten_parts_melds_rows, 2)),
    "decompose": (make("decompose", "readings", decompose_rows, 1),
                  make("decompose_melds", "readings", decompose_melds_rows, 2)),
    "best_discard": (make("best_discard", "best", best_discard_rows, 2),
                     make("best_discard_melds", "best", best_discard_melds_rows, 3)),
}
