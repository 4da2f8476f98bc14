"""推演: hands played out from what one seat sees, one row of whole numbers a hand.

A rollout is a function of the table, the seed and its number alone: the hidden tiles come from one
stream of the generator, the choices of each seat from another. Every action that is compared is
played on from the same deal and with the same streams (common random numbers).
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from zhuoji_fast._core.deal cimport STREAM_SEAT, RandomC, random_start
from zhuoji_fast._core.policy cimport POLICIES, choose
from zhuoji_fast._core.resample cimport table_resample
from zhuoji_fast._core.rollout cimport discards_of, play_out
from zhuoji_fast._core.settle cimport (
    END_EXHAUSTED, END_WIN, PositionC, SettlementC, settle_position)
from zhuoji_fast._core.table cimport (
    ACTIONS, LegalC, TableC, legal_has, table_copy, table_legal,
    table_pending, table_position, table_step)
from zhuoji_fast._core.tabledoor cimport TableCore

cimport numpy as cnp

import numpy as np

cnp.import_array()

cdef enum:
    OUT_WIN = 0
    OUT_SELF_DRAW = 1
    OUT_DISCARD_WIN = 2   # robbed kongs too
    OUT_DEAL_IN = 3
    OUT_TING = 4          # at the end, a winner is
    OUT_EXHAUSTED = 5
    OUT_SCORE = 6         # units
    OUT_ITEMS = 7         # of the score, nine of them
    OUT_TURN = 16         # own discards from now to the win, -1 without
    OUTS = 17
    NO_ACTION = 255

OUTCOMES = ("win", "self_draw", "discard_win", "deal_in", "ting", "exhausted", "score")
ITEM_FIELD = OUT_ITEMS
TURN_FIELD = OUT_TURN
N_OUTCOMES = OUTS
POLICY_CHOICE = NO_ACTION


cdef void first_step(TableC *t, int seat, int action, const uint8_t *policy,
                     RandomC *random) noexcept nogil:
    """`seat` takes an action, all others who are asked choose."""
    cdef uint8_t actions[4]
    cdef int other
    for other in range(4):
        if other == seat:
            actions[other] = <uint8_t> action
        elif t.pending >> other & 1:
            actions[other] = <uint8_t> choose(policy[other], t, other, &random[other])
    table_step(t, actions)


cdef void tell(const TableC *t, int seat, int since, int64_t *out) noexcept nogil:
    """What came of a hand for `seat`; own discards are counted from event `since` on."""
    cdef PositionC p
    cdef SettlementC settled
    cdef int i
    for i in range(OUTS):
        out[i] = 0
    out[OUT_TURN] = -1
    table_position(t, &p)
    settle_position(&p, t.rules, &settled)
    out[OUT_TING] = settled.ting >> seat & 1
    out[OUT_EXHAUSTED] = p.end == END_EXHAUSTED
    out[OUT_SCORE] = settled.totals[seat]
    for i in range(settled.n_lines):
        if settled.line[i].payee == seat:
            out[OUT_ITEMS + settled.line[i].item] += settled.line[i].amount
        elif settled.line[i].payer == seat:
            out[OUT_ITEMS + settled.line[i].item] -= settled.line[i].amount
    if p.end != END_WIN:
        return
    out[OUT_DEAL_IN] = p.win[0].source == seat
    for i in range(p.n_wins):
        if p.win[i].seat == seat:
            out[OUT_WIN] = 1
            out[OUT_SELF_DRAW if p.win[i].source < 0 else OUT_DISCARD_WIN] = 1
    if out[OUT_WIN]:
        out[OUT_TURN] = discards_of(t, seat, since)


cdef bint known_actions(const LegalC *legal, const uint8_t *action, int number) noexcept nogil:
    cdef int a
    for a in range(number):
        if action[a] != NO_ACTION and (
            action[a] >= ACTIONS or not legal_has(legal, action[a])
        ):
            return False
    return True


def play_on(TableCore table, int seat, bytes actions, bytes policies, uint64_t seed,
            int64_t start, int64_t stop, bint deal, bint belief, bint show):
    """Rollouts `start` to `stop` of a question.

    Parameters
    ----------
    table : TableCore
        A hand that is not over; it stays as it is.
    seat : int
        Whose question it is.
    actions : bytes
        First actions of the seat, legal ones; POLICY_CHOICE lets its policy choose.
    policies : bytes
        Of each seat, by index in POLICY_NAMES.
    seed : int
    start, stop : int
    deal : bool
        Whether what the seat does not see is dealt anew.
    belief : bool
        Whether it is dealt as play has it rather than evenly.
    show : bool
        Whether the dealt hands are given.

    Returns
    -------
    outcomes : ndarray of int64, shape (rollouts, actions, N_OUTCOMES)
        Amounts in units, the base left out.
    hands : ndarray of uint8, shape (rollouts, players, 27), or None
        Concealed tiles before the first action.

    Raises
    ------
    RuntimeError
        No deal fits what has happened.
    """
    cdef int number = len(actions), a, s, players = table.players
    cdef int64_t i, rollouts = stop - start
    cdef const uint8_t *action = <const uint8_t *> <const char *> actions
    cdef const uint8_t *policy = <const uint8_t *> <const char *> policies
    cdef RandomC random[4]
    cdef LegalC legal
    cdef TableC *base
    cdef TableC *dealt
    cdef TableC *played
    cdef bint fits = True
    cdef int since = table.t.n_events
    cdef int64_t *out
    cdef uint8_t *hand = NULL
    cdef object outcomes, hands = None
    table_legal(&table.t, seat, &legal)
    if (
        not 0 <= seat < players or len(policies) != players or max(policies) >= POLICIES
        or not number or rollouts < 0 or not table_pending(&table.t)
        or not known_actions(&legal, action, number)
    ):
        raise ValueError("seat, actions or policies: not fit for the table")
    outcomes = np.empty((rollouts, number, OUTS), np.int64)
    out = <int64_t *> cnp.PyArray_DATA(outcomes)
    if show:
        hands = np.empty((rollouts, players, 27), np.uint8)
        hand = <uint8_t *> cnp.PyArray_DATA(hands)
    base = <TableC *> malloc(3 * sizeof(TableC))
    if base == NULL:
        raise MemoryError("tables")
    dealt = base + 1
    played = base + 2
    table_copy(base, &table.t)
    base.p.base = 1
    with nogil:
        for i in range(start, stop):
            table_copy(dealt, base)
            if deal and not table_resample(dealt, seat, seed, <uint64_t> i, belief):
                fits = False
                break
            if hand != NULL:
                for s in range(players):
                    memcpy(hand, dealt.p.seat[s].hand, 27)
                    hand += 27
            for a in range(number):
                for s in range(players):
                    random_start(&random[s], seed, <uint64_t> i, <uint32_t> (STREAM_SEAT + s))
                table_copy(played, dealt)
                if action[a] != NO_ACTION:
                    first_step(played, seat, action[a], policy, random)
                play_out(played, policy, random)
                tell(played, seat, since, out)
                out += OUTS
    free(base)
    if not fits:
        raise RuntimeError("no deal found that fits what has happened")
    return outcomes, hands


def tell_table(TableCore table, int seat, int since, cnp.ndarray out):
    """Write what came of a finished table for a seat into a row of N_OUTCOMES numbers."""
    if not (out.dtype == np.int64 and out.flags.c_contiguous and out.size == OUTS):
        raise ValueError("out: not a contiguous int64 row of the right size")
    if table_pending(&table.t) or not 0 <= seat < table.players:
        raise ValueError("table: the hand is not over, or there is no such seat")
    cdef TableC *t = &table.t
    cdef int64_t base = t.p.base
    t.p.base = 1
    tell(t, seat, since, <int64_t *> cnp.PyArray_DATA(out))
    t.p.base = base
