"""规则: the C struct of a rule set, filled once per Rules value and copied from its bytes."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t
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
    # Rows rise, and ping is the lowest: of equal fans the later row wins.
    if best < 0 or rules.fan[row] >= rules.fan[best]:
        return row
    return best


cdef int valued_row(const RulesC *rules, int flags) noexcept nogil:
    # One-suit hands have the flush rows, others the plain ones: never both.
    cdef bint flush = (flags & ONE_SUIT) != 0
    cdef bint dragon
    cdef int best = -1
    cdef int single
    if flags & SETS and (not flags & TRIPLETS or flags & FLAGS_RUNS):
        best = more_valuable(rules, best, ROW_FLUSH if flush else ROW_PING)
    if flags & TRIPLETS:
        best = more_valuable(rules, best, ROW_FLUSH_TRIPLETS if flush else ROW_ALL_TRIPLETS)
    if flags & SEVEN_PAIRS:
        dragon = (flags & DRAGON) != 0
        if rules.dragon_needs_quad_tile and not flags & DRAGON_ON_WAIT:
            dragon = False
        if dragon:
            best = more_valuable(rules, best, ROW_FLUSH_DRAGON if flush else ROW_DRAGON_PAIRS)
        else:
            best = more_valuable(rules, best, ROW_FLUSH_PAIRS if flush else ROW_SEVEN_PAIRS)
    if flags & TRIPLETS and flags & LONE_PAIR:
        single = ROW_FLUSH_SINGLE_WAIT if flush else ROW_SINGLE_WAIT
        if rules.fan[single] > 0:
            best = more_valuable(rules, best, single)
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
    return out


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
