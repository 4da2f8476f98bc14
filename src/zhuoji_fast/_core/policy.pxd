"""打法: the built-in policies, for compiled code that plays whole hands."""

from zhuoji_fast._core.deal cimport RandomC
from zhuoji_fast._core.table cimport TableC

cdef enum:
    POLICY_RANDOM = 0
    POLICY_SHANTEN = 1
    POLICY_USEFUL = 2
    POLICY_CLOSED = 3
    POLICIES = 4

# The action of a pending seat. `random` belongs to the seat for the whole hand, so that a choice
# depends on seed, hand and seat alone.
cdef int choose(int policy, const TableC *t, int seat, RandomC *random) noexcept nogil
