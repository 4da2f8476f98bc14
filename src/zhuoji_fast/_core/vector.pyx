"""多桌: many tables stepped together, and tables as numbers.

A table asks one seat at a time: in a window the answers are kept until the last of the pending
seats has given his, and until then nothing on the table changes.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from zhuoji_fast._core.deal cimport STREAM_SEAT, TILES, RandomC, random_start
from zhuoji_fast._core.planes cimport (
    GROUPS,
    PlanC,
    fill_mask,
    fill_observation,
)
from zhuoji_fast._core.policy cimport POLICIES, choose
from zhuoji_fast._core.rules cimport RulesC, rules_fill
from zhuoji_fast._core.settle cimport KINDS, PositionC, SettlementC, settle_position
from zhuoji_fast._core.table cimport (
    ACTIONS,
    EVENTS,
    PASS,
    PHASE_OVER,
    RIVER,
    EventC,
    LegalC,
    TableC,
    legal_has,
    table_copy,
    table_deal,
    table_legal,
    table_position,
    table_refusal,
    table_step,
)
from zhuoji_fast._core.tabledoor cimport TableCore

from threading import Lock

cimport numpy as cnp

import numpy as np

from zhuoji_fast.actions import action_text
from zhuoji_fast.errors import IllegalActionError, ZhuojiError
from zhuoji_fast.refusals import REFUSALS

cnp.import_array()

cdef enum:
    LAYOUT = 2  # of the bytes of a pickle; goes up whenever PlaceC or what it holds changes
    NUMBER_BITS = 32

MAX_TABLES = 1 << 20
GROUP_ROWS = (1, 1, 1, 1, 1, 4, 4, 4, 96, 1, 4, 1, 4, 5, 4, 4, 4)

cdef str FOREIGN = "tables pickled by another version or on another machine"


cdef struct PlaceC:
    TableC t
    RandomC random[4]   # of the policy in each seat
    LegalC legal        # of `seat`
    uint64_t number     # of the hand at this table
    uint8_t seat        # who is asked
    uint8_t left        # pending seats that have not answered, `seat` among them
    uint8_t answers[4]


cdef int plan_fill(tuple rows, PlanC *plan) except -1:
    """Groups to their first rows; gives the number of rows."""
    cdef int group
    if len(rows) != GROUPS:
        raise ValueError(f"{len(rows)} groups, expected {GROUPS}")
    plan.rows = 0
    for group in range(GROUPS):
        plan.row[group] = rows[group]
        if plan.row[group] >= 0:
            plan.rows = max(plan.rows, plan.row[group] + <int> GROUP_ROWS[group])
    return plan.rows


def observation_of(TableCore table, seat, tuple plan):
    """What a seat sees, a row of 27 bytes after the other."""
    cdef PlanC rows
    cdef int number = table._seat(seat)
    cdef cnp.npy_intp shape[2]
    shape[0] = plan_fill(plan, &rows)
    shape[1] = KINDS
    out = cnp.PyArray_EMPTY(2, shape, cnp.NPY_UINT8, 0)
    fill_observation(&table.t, number, &rows, <uint8_t *> cnp.PyArray_DATA(out))
    return out


def mask_of(TableCore table, seat):
    """The legal actions of a seat, a byte an id."""
    cdef LegalC legal
    cdef cnp.npy_intp shape[1]
    shape[0] = ACTIONS
    table_legal(&table.t, table._seat(seat), &legal)
    out = cnp.PyArray_EMPTY(1, shape, cnp.NPY_INT8, 0)
    fill_mask(&legal, <uint8_t *> cnp.PyArray_DATA(out))
    return out


cdef inline void ask_next(PlaceC *place) noexcept nogil:
    # The first of those left in playing order after the turn, who comes last himself.
    cdef int seat = place.t.turn
    while True:
        seat = seat + 1 if seat + 1 < place.t.p.n else 0
        if place.left >> seat & 1 or seat == place.t.turn:
            break
    place.seat = <uint8_t> seat
    table_legal(&place.t, seat, &place.legal)


cdef inline void ask(PlaceC *place) noexcept nogil:
    place.left = place.t.pending
    memset(place.answers, PASS, sizeof(place.answers))
    ask_next(place)


cdef inline bint answer(PlaceC *place, int action) noexcept nogil:
    # Take the answer of the seat that is asked; whether the hand is over.
    place.answers[place.seat] = <uint8_t> action
    place.left &= <uint8_t> ~(1 << place.seat)
    if place.left:
        ask_next(place)
        return False
    table_step(&place.t, place.answers)
    if place.t.phase == PHASE_OVER:
        return True
    ask(place)
    return False


cdef char *data_of(array, int kind, Py_ssize_t size) except NULL:
    """The contents of an array that has to be of this type and size."""
    if (
        not cnp.PyArray_CheckExact(array)
        or cnp.PyArray_TYPE(array) != kind
        or cnp.PyArray_SIZE(array) != size
        or not cnp.PyArray_IS_C_CONTIGUOUS(array)
    ):
        raise ValueError(f"not a row-major array of {size} numbers of the right type")
    return <char *> cnp.PyArray_DATA(array)


cdef class VectorCore:
    """The state of many tables; see :class:`zhuoji_fast.VectorTable`."""

    cdef PlaceC *place
    cdef RulesC rules_data
    cdef PlanC plan
    cdef object lock
    cdef readonly Py_ssize_t n
    cdef readonly int players
    cdef readonly int64_t base
    cdef readonly uint64_t seed
    cdef readonly object rules

    def __cinit__(self):
        self.lock = Lock()

    def __dealloc__(self):
        free(self.place)

    def prepare(self, Py_ssize_t n, rules, int players, int64_t base, tuple plan):
        """Make room; the tables have to be dealt before anything is asked."""
        if self.place != NULL or n < 1 or not 2 <= players <= 4:
            raise ValueError(f"{n} tables, {players} players")
        rules_fill(rules, &self.rules_data)
        if plan is not None:
            plan_fill(plan, &self.plan)
        self.place = <PlaceC *> calloc(n, sizeof(PlaceC))
        if self.place == NULL:
            raise MemoryError(f"{n} tables")
        self.n = n
        self.rules = rules
        self.players = players
        self.base = base

    cdef void deal(self, Py_ssize_t i) noexcept nogil:
        cdef PlaceC *place = &self.place[i]
        cdef uint64_t hand = <uint64_t> i + (place.number << NUMBER_BITS)
        # Each remainder apart: the sum may not fit.
        cdef uint64_t n = <uint64_t> self.players
        cdef int dealer = <int> ((self.seed % n + <uint64_t> i % n + place.number % n) % n)
        cdef int seat
        table_deal(
            &place.t, self.seed, hand, &self.rules_data, self.players, dealer, 0, self.base
        )
        for seat in range(self.players):
            random_start(&place.random[seat], self.seed, hand, <uint32_t> (STREAM_SEAT + seat))
        ask(place)

    def deal_all(self, seed):
        """Deal hand 0 of a seed at every table, or with None the next hand."""
        cdef Py_ssize_t i
        cdef uint64_t number = 0
        cdef bint anew = seed is not None
        with self.lock:
            if anew:
                self.seed = seed
            with nogil:
                for i in range(self.n):
                    number = 0 if anew else self.place[i].number + 1
                    self.place[i].number = number & <uint64_t> 0xFFFFFFFF
                    self.deal(i)

    # ------------------------------------------------------------------ asking

    def seats_into(self, out):
        """Seat that each table asks."""
        cdef int64_t *seats = <int64_t *> data_of(out, cnp.NPY_INT64, self.n)
        cdef Py_ssize_t i
        with self.lock:
            for i in range(self.n):
                seats[i] = self.place[i].seat

    def numbers_into(self, out):
        """Number of the hand at each table."""
        cdef int64_t *numbers = <int64_t *> data_of(out, cnp.NPY_INT64, self.n)
        cdef Py_ssize_t i
        with self.lock:
            for i in range(self.n):
                numbers[i] = <int64_t> self.place[i].number

    cdef void show(self, uint8_t *observations, uint8_t *masks) noexcept nogil:
        cdef Py_ssize_t i
        cdef PlaceC *place
        for i in range(self.n):
            place = &self.place[i]
            fill_mask(&place.legal, masks + i * ACTIONS)
            if observations:
                fill_observation(
                    &place.t, place.seat, &self.plan, observations + i * KINDS * self.plan.rows
                )

    cdef uint8_t *rows_in(self, observations) except? NULL:
        # Where the observations go, NULL for none.
        if observations is None:
            return NULL
        return <uint8_t *> data_of(
            observations, cnp.NPY_UINT8, self.n * KINDS * self.plan.rows
        )

    def show_into(self, observations, masks):
        """Observations (or None) and masks of the seats that are asked."""
        cdef uint8_t *seen = self.rows_in(observations)
        cdef uint8_t *mask = <uint8_t *> data_of(masks, cnp.NPY_BOOL, self.n * ACTIONS)
        with self.lock, nogil:
            self.show(seen, mask)

    def choose_into(self, bytes policies, out):
        """What a policy does for each seat that is asked; 255 for a policy leaves it at -1."""
        cdef const uint8_t *policy = <const uint8_t *> PyBytes_AS_STRING(policies)
        cdef int64_t *actions = <int64_t *> data_of(out, cnp.NPY_INT64, self.n)
        cdef PlaceC *place
        cdef Py_ssize_t i
        if PyBytes_GET_SIZE(policies) != self.players:
            raise ValueError(f"{len(policies)} policies")
        with self.lock, nogil:
            for i in range(self.n):
                place = &self.place[i]
                actions[i] = -1
                if policy[place.seat] < POLICIES:
                    actions[i] = choose(
                        policy[place.seat], &place.t, place.seat, &place.random[place.seat]
                    )

    def copy_into(self, Py_ssize_t i, TableCore table):
        """The hand at a table, into one that is prepared for the same rules and seats."""
        cdef const RulesC *rules = table.t.rules
        if not 0 <= i < self.n or table.players != self.players:
            raise ValueError(f"table {i}")
        with self.lock:
            table_copy(&table.t, &self.place[i].t)
        table.t.rules = rules
        table.fresh = False
        table.ended = None

    # ------------------------------------------------------------------ playing

    cdef Py_ssize_t first_illegal(self, const int64_t *actions) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(self.n):
            if not 0 <= actions[i] < ACTIONS or not legal_has(
                &self.place[i].legal, <int> actions[i]
            ):
                return i
        return self.n

    cdef object illegal(self, Py_ssize_t i, given):
        cdef PlaceC *place = &self.place[i]
        cdef int action = <int> given if 0 <= given < ACTIONS else -1
        rule, reason = REFUSALS[table_refusal(&place.t, place.seat, action)]
        text = f"action {given}" if action < 0 else action_text(action)
        return IllegalActionError(
            f"table {i}, seat {place.seat}, {text}: {reason} ({rule})", place.seat, action, rule
        )

    cdef Py_ssize_t take(
        self, const int64_t *actions, int64_t *rewards, uint8_t *done
    ) noexcept nogil:
        # Answer everywhere; how many hands are over.
        cdef PositionC position
        cdef SettlementC settled
        cdef Py_ssize_t i, ended = 0
        cdef int seat
        memset(rewards, 0, self.n * self.players * sizeof(int64_t))
        for i in range(self.n):
            done[i] = answer(&self.place[i], <int> actions[i])
            if done[i]:
                ended += 1
                table_position(&self.place[i].t, &position)
                settle_position(&position, &self.rules_data, &settled)
                for seat in range(self.players):
                    rewards[i * self.players + seat] = settled.totals[seat]
        return ended

    cdef void renew(self, const uint8_t *done, uint8_t *last) noexcept nogil:
        # Deal the next hand where one is over; `last`, if any, is what each seat sees at its end.
        cdef Py_ssize_t i
        cdef int seat
        for i in range(self.n):
            if not done[i]:
                continue
            if last:
                for seat in range(self.players):
                    fill_observation(&self.place[i].t, seat, &self.plan, last)
                    last += KINDS * self.plan.rows
            self.place[i].number = (self.place[i].number + 1) & <uint64_t> 0xFFFFFFFF
            self.deal(i)

    def play(self, actions, given, rewards, done, observations, masks):
        """Step every table; the last observations of the hands that are over, or None.

        `actions` are int64, `given` the same as they came, for messages.
        """
        cdef Py_ssize_t n = self.n
        cdef const int64_t *action = <const int64_t *> data_of(actions, cnp.NPY_INT64, n)
        cdef int64_t *reward = <int64_t *> data_of(rewards, cnp.NPY_INT64, n * self.players)
        cdef uint8_t *over = <uint8_t *> data_of(done, cnp.NPY_BOOL, n)
        cdef uint8_t *mask = <uint8_t *> data_of(masks, cnp.NPY_BOOL, n * ACTIONS)
        cdef uint8_t *seen = self.rows_in(observations)
        cdef uint8_t *end = NULL
        cdef Py_ssize_t bad, ended
        cdef object last = None
        with self.lock:
            with nogil:
                bad = self.first_illegal(action)
                ended = self.take(action, reward, over) if bad == self.n else 0
            if bad < self.n:
                raise self.illegal(bad, int(given[bad]))
            try:
                if seen != NULL:
                    last = np.empty((ended, self.players, self.plan.rows, KINDS), np.uint8)
                    end = <uint8_t *> cnp.PyArray_DATA(last)
            finally:  # also when there is no memory for it
                with nogil:
                    self.renew(over, end)
            with nogil:
                self.show(seen, mask)
        return last

    # ------------------------------------------------------------------ copies

    def state(self):
        """Everything as bytes, for :meth:`restore` of the same version on the same machine."""
        cdef Py_ssize_t i
        cdef TableC *t
        with self.lock:
            data = PyBytes_FromStringAndSize(
                <char *> self.place, self.n * <Py_ssize_t> sizeof(PlaceC)
            )
        for i in range(self.n):
            # Pointers and what earlier hands have left behind say nothing.
            t = &(<PlaceC *> PyBytes_AS_STRING(data))[i].t
            t.rules = NULL
            memset(&t.event[t.n_events], 0, (EVENTS - t.n_events) * sizeof(EventC))
        return LAYOUT, self.seed, data

    def restore(self, int layout, uint64_t seed, bytes data):
        """Take over a state; rules, seats and base have been prepared."""
        cdef Py_ssize_t i
        cdef PlaceC *place
        if (
            layout != LAYOUT
            or self.place == NULL
            or PyBytes_GET_SIZE(data) != self.n * <Py_ssize_t> sizeof(PlaceC)
        ):
            raise ZhuojiError(FOREIGN)
        memcpy(self.place, PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))
        self.seed = seed
        for i in range(self.n):
            place = &self.place[i]
            place.t.rules = &self.rules_data
            if not sound(&place.t, self.players) or place.seat >= self.players:
                # Nothing of it may be played on.
                memset(self.place, 0, self.n * sizeof(PlaceC))
                self.deal_all(seed)
                raise ZhuojiError(FOREIGN)
            table_legal(&place.t, place.seat, &place.legal)


cdef bint sound(const TableC *t, int players) noexcept:
    # Whether a restored table can be stepped without leaving its arrays.
    cdef int seat
    if (
        t.p.n != players
        or t.tail > TILES
        or t.head > t.tail
        or t.turn >= players
        or t.p.dealer >= players
        or t.n_events > EVENTS
        or t.phase >= PHASE_OVER
        or not t.pending
        or t.pending >> players
        or not -1 <= t.drawn < KINDS
        or not -1 <= t.tile < KINDS
    ):
        return False
    for seat in range(players):
        if t.n_river[seat] > RIVER or t.p.seat[seat].n_melds > 4:
            return False
    return True
