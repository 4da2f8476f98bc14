"""Whole hands played by built-in policies, and what is counted of them.

Sums are whole numbers, so that chunks of hands can be added in any order to the same result.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from zhuoji_fast._core.deal cimport STREAM_SEAT, RandomC, random_start
from zhuoji_fast._core.policy cimport POLICIES, choose
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport (
    END_EXHAUSTED, END_WIN, PositionC, SettlementC, settle_position)
from zhuoji_fast._core.tabledoor cimport TableCore
from zhuoji_fast._core.table cimport (
    TableC, table_deal, table_pending, table_position, table_step)

cimport numpy as cnp

import numpy as np

cnp.import_array()

SUM_FIELDS = ("hands", "wins", "self_draws", "discard_wins", "deal_ins", "ting", "exhausted",
              "score", "score_squares")
N_SUMS = SUMS
N_TURNS = TURNS
FIRST_ITEM = SUM_ITEMS
FIRST_ITEM_SQUARE = SUM_ITEM_SQUARES
FIRST_TURN = SUM_TURNS
POLICY_NAMES = ("random", "shanten", "useful", "closed")


cdef void play_out(TableC *t, const uint8_t *policy, RandomC *random) noexcept nogil:
    cdef uint8_t actions[4]
    cdef uint32_t pending = table_pending(t)
    cdef int seat
    while pending:
        for seat in range(4):
            if pending >> seat & 1:
                actions[seat] = <uint8_t> choose(policy[seat], t, seat, &random[seat])
        table_step(t, actions)
        pending = table_pending(t)


cdef void add_hand(const TableC *t, SettlementC *settled, int64_t *sums) noexcept nogil:
    cdef PositionC p
    cdef int64_t item[4][9]
    cdef int64_t *of_seat
    cdef int seat, i, turn
    table_position(t, &p)
    p.base = 1  # squares of larger amounts would not fit; whoever reads the sums multiplies
    settle_position(&p, t.rules, settled)
    for seat in range(4):
        for i in range(9):
            item[seat][i] = 0
    for i in range(settled.n_lines):
        item[settled.line[i].payee][settled.line[i].item] += settled.line[i].amount
        item[settled.line[i].payer][settled.line[i].item] -= settled.line[i].amount
    for seat in range(p.n):
        of_seat = sums + seat * SUMS
        of_seat[SUM_HANDS] += 1
        of_seat[SUM_TING] += settled.ting >> seat & 1
        of_seat[SUM_EXHAUSTED] += p.end == END_EXHAUSTED
        of_seat[SUM_SCORE] += settled.totals[seat]
        of_seat[SUM_SCORE_SQUARES] += settled.totals[seat] * settled.totals[seat]
        for i in range(9):
            of_seat[SUM_ITEMS + i] += item[seat][i]
            of_seat[SUM_ITEM_SQUARES + i] += item[seat][i] * item[seat][i]
    if p.end != END_WIN:
        return
    for i in range(p.n_wins):
        of_seat = sums + p.win[i].seat * SUMS
        of_seat[SUM_WINS] += 1
        if p.win[i].source < 0:
            of_seat[SUM_SELF_DRAWS] += 1
        else:
            of_seat[SUM_DISCARD_WINS] += 1
        turn = discards_of(t, p.win[i].seat, 0)
        of_seat[SUM_TURNS + (turn if turn < TURNS else TURNS - 1)] += 1
    if p.win[0].source >= 0:
        sums[p.win[0].source * SUMS + SUM_DEAL_INS] += 1


def play_chunk(bytes policies, uint64_t seed, int64_t start, int64_t stop, bytes rules):
    """Play hands `start` to `stop` of a seed, the deal going round with the hand's number.

    Parameters
    ----------
    policies : bytes
        One of POLICY_NAMES by index for each seat, 2 to 4 of them.
    seed : int
    start, stop : int
    rules : bytes
        A compiled rules struct that allows that many players.

    Returns
    -------
    sums : ndarray of int64, shape (4, N_SUMS)
        Of each seat: SUM_FIELDS, then score and its squares by ledger item, then wins by turn;
        points for a base of 1.
    won : int
        Hands with a winner.
    """
    cdef TableC *t
    cdef SettlementC settled
    cdef RandomC random[4]
    cdef RulesC own
    cdef int players = len(policies)
    cdef int64_t hand, won = 0
    cdef const uint8_t *policy = <const uint8_t *> <const char *> policies
    cdef object array = np.zeros((4, SUMS), np.int64)
    cdef int64_t *sums = <int64_t *> cnp.PyArray_DATA(array)
    if not 2 <= players <= 4 or max(policies) >= POLICIES or len(rules) != sizeof(RulesC):
        raise ValueError("policies or rules: not of a known form")
    own = (<const RulesC *> <const char *> rules)[0]
    t = <TableC *> malloc(sizeof(TableC))
    if t == NULL:
        raise MemoryError("table")
    with nogil:
        for hand in range(start, stop):
            play_hand(t, policy, players, seed, hand, &own, random)
            add_hand(t, &settled, sums)
            won += settled_won(t)
    free(t)
    return array, won


def play_blocks(bytes kinds, int players, uint64_t seed, int64_t start, int64_t stop,
                bytes rules):
    """Play each wall by either policy in every seat once, the other one in all other seats.

    Parameters
    ----------
    kinds : bytes
        Two of POLICY_NAMES by index.
    players : int
    seed : int
    start, stop : int
        Numbers of the walls, the deal going round with them.
    rules : bytes
        A compiled rules struct that allows that many players.

    Returns
    -------
    ndarray of int64, shape (3, 6)
        Over the walls the sums and sums of squares of what a wall gives: points, wins, deal-ins
        of the first policy alone; of the second; of the first less the second. For a base of 1.
    """
    cdef TableC *t
    cdef PositionC p
    cdef SettlementC settled
    cdef RandomC random[4]
    cdef RulesC own
    cdef uint8_t policy[4]
    cdef int64_t block[3][3]
    cdef int64_t wall
    cdef int seat, side, i
    cdef object array = np.zeros((3, 6), np.int64)
    cdef int64_t *sums = <int64_t *> cnp.PyArray_DATA(array)
    if not (2 <= players <= 4 and len(kinds) == 2 and max(kinds) < POLICIES
            and len(rules) == sizeof(RulesC)):
        raise ValueError("policies or rules: not of a known form")
    own = (<const RulesC *> <const char *> rules)[0]
    cdef const uint8_t *kind = <const uint8_t *> <const char *> kinds
    t = <TableC *> malloc(sizeof(TableC))
    if t == NULL:
        raise MemoryError("table")
    with nogil:
        for wall in range(start, stop):
            for side in range(2):
                for i in range(3):
                    block[side][i] = 0
                for seat in range(players):
                    for i in range(4):
                        policy[i] = kind[side if i == seat else 1 - side]
                    play_hand(t, policy, players, seed, wall, &own, random)
                    table_position(t, &p)
                    settle_position(&p, &own, &settled)
                    block[side][0] += settled.totals[seat]
                    if p.end == END_WIN:
                        for i in range(p.n_wins):
                            block[side][1] += p.win[i].seat == seat
                        block[side][2] += p.win[0].source == seat
            for i in range(3):
                block[2][i] = block[0][i] - block[1][i]
                for side in range(3):
                    sums[side * 6 + 2 * i] += block[side][i]
                    sums[side * 6 + 2 * i + 1] += block[side][i] * block[side][i]
    free(t)
    return array


cdef void play_hand(TableC *t, const uint8_t *policy, int players, uint64_t seed, int64_t hand,
                    const RulesC *rules, RandomC *random) noexcept nogil:
    """Deal and play a hand for a base of 1; the deal goes round with the hand's number."""
    cdef int seat
    table_deal(t, seed, <uint64_t> hand, rules, players, <int> (hand % players), 0, 1)
    for seat in range(players):
        random_start(&random[seat], seed, <uint64_t> hand, <uint32_t> (STREAM_SEAT + seat))
    play_out(t, policy, random)


cdef inline bint settled_won(const TableC *t) noexcept nogil:
    return t.p.end == END_WIN


def play_table(TableCore table, bytes policies):
    """Play a table on to its end, the random streams of the policies at their beginning."""
    cdef RandomC random[4]
    cdef const uint8_t *policy = <const uint8_t *> <const char *> policies
    cdef int seat
    if len(policies) != table.players or max(policies) >= POLICIES:
        raise ValueError("policies: not one of a known kind for each seat")
    for seat in range(table.players):
        random_start(&random[seat], table.t.seed, table.t.hand, <uint32_t> (STREAM_SEAT + seat))
    with nogil:
        play_out(&table.t, policy, random)


def count_table(TableCore table, cnp.ndarray sums):
    """Add a finished table, for a base of 1, to sums of shape (4, N_SUMS); whether somebody won."""
    cdef SettlementC settled
    if not (sums.dtype == np.int64 and sums.flags.c_contiguous and sums.size == 4 * SUMS):
        raise ValueError("sums: not a contiguous int64 array of the right size")
    if table_pending(&table.t):
        raise ValueError("table: the hand is not over")
    add_hand(&table.t, &settled, <int64_t *> cnp.PyArray_DATA(sums))
    return bool(settled_won(&table.t))


cdef class Player:
    """A built-in policy in one seat of one hand, choice after choice."""

    cdef int policy
    cdef readonly int seat
    cdef RandomC random

    def __init__(self, int policy, int seat, uint64_t seed, uint64_t hand):
        if not (0 <= policy < POLICIES and 0 <= seat < 4):
            raise ValueError("policy or seat: there is no such one")
        self.policy = policy
        self.seat = seat
        random_start(&self.random, seed, hand, <uint32_t> (STREAM_SEAT + seat))

    def __call__(self, TableCore table):
        """The action of the seat, which has to be pending."""
        if not table_pending(&table.t) >> self.seat & 1:
            raise ValueError(f"seat {self.seat} is not asked")
        return choose(self.policy, &table.t, self.seat, &self.random)

    def __reduce__(self):
        drawn = PyBytes_FromStringAndSize(<char *> &self.random, sizeof(RandomC))
        return restored_player, (self.policy, self.seat, drawn)


def restored_player(int policy, int seat, bytes drawn):
    """A player as it was, its stream where it stood."""
    cdef Player player = Player(policy, seat, 0, 0)
    cdef RandomC random
    if PyBytes_GET_SIZE(drawn) != sizeof(RandomC):
        raise ValueError(f"{len(drawn)} bytes of a stream")
    memcpy(&random, PyBytes_AS_STRING(drawn), sizeof(RandomC))
    if random.used > 4:
        raise ValueError(f"{random.used} words of a block of 4")
    player.random = random
    return player
