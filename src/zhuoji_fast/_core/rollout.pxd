"""Whole hands played by built-in policies, and what is counted of them."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from zhuoji_fast._core.deal cimport RandomC
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport SettlementC
from zhuoji_fast._core.table cimport EVENT_DAHAI, TableC

cdef enum:
    SUM_HANDS = 0
    SUM_WINS = 1
    SUM_SELF_DRAWS = 2
    SUM_DISCARD_WINS = 3  # robbed kongs too
    SUM_DEAL_INS = 4
    SUM_TING = 5          # ting at the end, winners too
    SUM_EXHAUSTED = 6
    SUM_SCORE = 7
    SUM_SCORE_SQUARES = 8
    SUM_ITEMS = 9         # score by item of the ledger, nine of them
    SUM_ITEM_SQUARES = 18
    SUM_TURNS = 27        # wins by the number of the winner's own discards before it
    TURNS = 32
    SUMS = SUM_TURNS + TURNS

# Play on to the end of the hand: `policy` and `random` of each seat.
cdef void play_out(TableC *t, const uint8_t *policy, RandomC *random) noexcept nogil
# Add a finished hand to the sums of all seats, `sums` 4 x SUMS; points for a base of 1.
cdef void add_hand(const TableC *t, SettlementC *settled, int64_t *sums) noexcept nogil


# Discards of a seat from event `since` on.
cdef inline int discards_of(const TableC *t, int seat, int since) noexcept nogil:
    cdef int i, number = 0
    for i in range(since, t.n_events):
        number += t.event[i].kind == EVENT_DAHAI and t.event[i].seat == seat
    return number
