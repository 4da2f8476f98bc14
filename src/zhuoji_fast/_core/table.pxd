"""牌桌: one hand of play as a state machine, for compiled code that plays without Python.

A hand goes: ``table_deal``; while ``phase`` is not PHASE_OVER, ask ``table_legal`` of each seat in
the mask ``pending`` and give all their answers to one ``table_step``; then ``p`` is the position
that ``settle_position`` takes. Nothing here checks its arguments: an action has to be legal.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport PositionC
from zhuoji_fast._core.state cimport *


# One bit a seat that has to answer now; 0 once the hand is over.
cdef inline uint32_t table_pending(const TableC *t) noexcept nogil:
    return t.pending


# Deal hand `hand` of `seed`; `base` 1 or more, `streak` of the dealer before this hand.
cdef void table_deal(
    TableC *t, uint64_t seed, uint64_t hand, const RulesC *rules, int players, int dealer,
    int64_t streak, int64_t base
) noexcept nogil
# The same from 108 tiles in drawing order; `patient` has every window wait for a step, also where
# nobody is asked, which is what a reader of logs wants.
cdef void table_deal_wall(
    TableC *t, const uint8_t *wall, const RulesC *rules, int players, int dealer,
    int64_t streak, int64_t base, bint patient
) noexcept nogil
# Copy a table; of the events only those there are.
cdef void table_copy(TableC *to, const TableC *t) noexcept nogil
# What a seat may do now: nothing if it is not pending.
cdef void table_legal(const TableC *t, int seat, LegalC *out) noexcept nogil
# Take the answers of all pending seats, one byte a seat; others' are not read.
cdef void table_step(TableC *t, const uint8_t *actions) noexcept nogil
# Mark a seat dead; `end`: the hand ends with it. MARKED, or why not and nothing has changed.
cdef int table_mark_dead(TableC *t, int seat, bint end) noexcept nogil
# Why an action is not legal, as a number for actions and rules named in Python; 0 if it is.
cdef int table_refusal(const TableC *t, int seat, int action) noexcept nogil
# The end of the hand; only once it is over.
cdef void table_position(const TableC *t, PositionC *out) noexcept nogil
# The tile turned after a win, -1 for none.
cdef int table_flip(const TableC *t) noexcept nogil
# Bring a tile that is still in the wall to its head or tail; False if there is none.
cdef bint table_place(TableC *t, int tile, bint tail) noexcept nogil
