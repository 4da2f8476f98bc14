"""规则: the C struct of a rule set, filled once per Rules value and copied from its bytes."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

# The bits of patterns.Pattern, as C constants.
cdef enum:
    SETS = 1
    TRIPLETS = 2
    SEVEN_PAIRS = 4
    DRAGON = 8
    ONE_SUIT = 16
    LONE_PAIR = 32
    DRAGON_ON_WAIT = 64


cdef inline int more_valuable(const RulesC *rules, int best, int row) noexcept nogil:
    # Of equal fans the later row; ping being the first row, every big pattern goes before it.
    if best < 0 or rules.fan[row] > rules.fan[best]:
        return row
    if rules.fan[row] == rules.fan[best] and row > best:
        return row
    return best


cdef int valued_row(const RulesC *rules, int flags) noexcept nogil:
    # One row a reading: runs, triplets, pairs; a one-suit hand has the flush rows alone.
    cdef bint flush = (flags & ONE_SUIT) != 0
    cdef int best = -1
    cdef int row
    if flags & SETS and (not flags & TRIPLETS or flags & FLAGS_RUNS):
        best = ROW_FLUSH if flush else ROW_PING
    if flags & TRIPLETS:
        row = ROW_FLUSH_SINGLE_WAIT if flush else ROW_SINGLE_WAIT
        if not flags & LONE_PAIR or rules.fan[row] == 0:
            row = ROW_FLUSH_TRIPLETS if flush else ROW_ALL_TRIPLETS
        best = more_valuable(rules, best, row)
    if flags & SEVEN_PAIRS:
        row = ROW_FLUSH_PAIRS if flush else ROW_SEVEN_PAIRS
        if flags & DRAGON and (flags & DRAGON_ON_WAIT or not rules.dragon_needs_quad_tile):
            row = ROW_FLUSH_DRAGON if flush else ROW_DRAGON_PAIRS
        best = more_valuable(rules, best, row)
    return best


def compile_rules(values):
    """Bytes of the C struct for the values of all fans and options, in the order of the list."""
    cdef RulesC rules
    cdef int64_t *fields = <int64_t *> &rules
    cdef int i
    if len(values) != RULES_FIELDS:
        raise ValueError(f"{len(values)} values, expected {RULES_FIELDS}")
    memset(&rules, 0, sizeof(RulesC))
    for i in range(RULES_FIELDS):
        fields[i] = values[i]
    for i in range(256):
        rules.row[i] = <int8_t> valued_row(&rules, i)
    return PyBytes_FromStringAndSize(<char *> &rules, sizeof(RulesC))


cdef int rules_fill(object rules, RulesC *out) except -1:
    # From a Rules value (anything with ``compiled()``).
    cdef bytes data = rules.compiled()
    if PyBytes_GET_SIZE(data) != sizeof(RulesC):
        raise ValueError(f"compiled rules of {len(data)} bytes, expected {sizeof(RulesC)}")
    memcpy(out, PyBytes_AS_STRING(data), sizeof(RulesC))
    return 0


def fields(rules):
    """The C struct that compiled code sees for a Rules value, field by field."""
    cdef RulesC out
    rules_fill(rules, &out)
    view = <dict> out
    del view["row"]
    return view


def pattern_row(rules, unsigned int flags, bint dragon_on_wait=False):
    """Row of the fan table for a set of Pattern bits, -1 if the hand is not finished."""
    cdef RulesC out
    rules_fill(rules, &out)
    return best_row(&out, flags, dragon_on_wait)


def pattern_fan(rules, unsigned int flags, bint dragon_on_wait=False):
    """Fan of :func:`pattern_row`, 0 if the hand is not finished."""
    cdef RulesC out
    rules_fill(rules, &out)
    return fan_of(&out, flags, dragon_on_wait)


def pattern_flags(rules, unsigned int flags, bytes concealed):
    """Pattern bits, with that for runs beside triplets where the rules can tell them apart."""
    cdef RulesC out
    if len(concealed) != 27:
        raise ValueError(f"{len(concealed)} counts, expected 27")
    rules_fill(rules, &out)
    return flags_for(&out, flags, <const uint8_t *> PyBytes_AS_STRING(concealed))
