"""牌桌的门: the compiled table as the base class of ``zhuoji_fast.Table``.

Here are the parts that are called often or touch the C struct; arguments that come from people
are read in ``table.py``, words for refusals are in ``refusals.py``.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from zhuoji_fast._core.deal cimport (
    TILES,
    RandomC,
    random_below,
    random_start,
    random_word,
    shuffled_copies,
    shuffled_wall,
)
from zhuoji_fast._core.resample cimport table_resample
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport END_EXHAUSTED, PositionC, SettlementC, settle_position
from zhuoji_fast._core.table cimport (
    ACTIONS,
    MARKED,
    PASS,
    PHASE_OVER,
    EventC,
    LegalC,
    TableC,
    legal_has,
    seat_of_place,
    table_copy,
    table_deal_wall,
    table_legal,
    table_mark_dead,
    table_place,
    table_refusal,
    table_step,
    wall_left,
)
from zhuoji_fast._core.tablewords cimport dealt_hands, events_of, position_of_table, view_of

from zhuoji_fast.errors import IllegalActionError, WrongTypeError, ZhuojiError
from zhuoji_fast.refusals import MARK_REFUSALS, REFUSALS
from zhuoji_fast.tiles import shown, whole_number

cdef enum:
    LAYOUT = 2  # of the bytes of a pickled table; goes up whenever TableC changes

cdef tuple NOTHING = (0, 0, 0, 0)
cdef tuple SEATS_OF = tuple(
    [tuple([seat for seat in range(4) if mask >> seat & 1]) for mask in range(16)]
)


def seeded_wall(uint64_t seed, uint64_t hand):
    """The wall of a hand of a seed, 108 tile indices in drawing order."""
    cdef uint8_t wall[TILES]
    shuffled_wall(seed, hand, wall)
    return PyBytes_FromStringAndSize(<char *> wall, TILES)


def seeded_copies(uint64_t seed, uint64_t hand):
    """The same wall as copies of tiles: 4 * tile + 0 to 3."""
    cdef uint8_t wall[TILES]
    shuffled_copies(seed, hand, wall)
    return PyBytes_FromStringAndSize(<char *> wall, TILES)


def dealt_places(int players, int dealer):
    """For each seat the thirteen places of the wall that it is dealt."""
    cdef int place
    places = [[] for _ in range(players)]
    for place in range(13 * players):
        (<list> places[seat_of_place(place, players, dealer)]).append(place)
    return places


def stream_words(uint64_t seed, uint64_t hand, uint32_t stream, int number, uint32_t block=0):
    """Words of a stream of the generator, from a block of four on."""
    cdef RandomC r
    random_start(&r, seed, hand, stream)
    r.counter[0] = block
    return [random_word(&r) for _ in range(number)]


def stream_below(uint64_t seed, uint64_t hand, uint32_t stream, list bounds):
    """Whole numbers below each bound, drawn in turn from one stream."""
    cdef RandomC r
    cdef uint32_t bound
    random_start(&r, seed, hand, stream)
    numbers = []
    for bound in bounds:
        if bound == 0:
            raise ValueError("bound 0")
        numbers.append(random_below(&r, bound))
    return numbers


cdef class TableCore:
    """The state of one table; see :class:`zhuoji_fast.Table`."""

    def __cinit__(self):
        # Over and without seats, so that nothing can be done before `prepare` and `deal`.
        self.t.phase = PHASE_OVER
        self.t.p.end = END_EXHAUSTED

    def prepare(self, rules, int players, int64_t base):
        """Fix rules, seats and base; the table has to be dealt before it is asked anything."""
        data = rules.compiled()
        if PyBytes_GET_SIZE(data) != sizeof(RulesC) or not 2 <= players <= 4:
            raise ValueError(f"compiled rules of {len(data)} bytes, {players} players")
        self.rules = rules
        self.rules_data = data
        self.players = players
        self.base = base
        memset(&self.t, 0, sizeof(TableC))
        self.t.phase = PHASE_OVER
        self.t.p.end = END_EXHAUSTED
        self.t.p.n = <uint8_t> players
        self.t.rules = <const RulesC *> PyBytes_AS_STRING(data)

    def deal(
        self, uint64_t seed, uint64_t hand, int dealer, int64_t streak, bytes wall=None,
        bint seeded=False, dice=None, bint patient=False
    ):
        """Deal a hand, from the seed or from 108 tiles in drawing order, which make a wall.

        With a wall `seeded` tells whether the log is to say that it came from the seed.
        `patient`: every window waits for :meth:`play`, also where nobody has a choice.
        """
        cdef uint8_t tiles[TILES]
        cdef int i
        if not 0 <= dealer < self.players:
            raise ValueError(f"dealer {dealer}")
        if wall is None:
            shuffled_wall(seed, hand, tiles)
            seeded = True
        elif PyBytes_GET_SIZE(wall) != TILES:
            raise ValueError(f"{len(wall)} tiles")
        else:
            memcpy(tiles, PyBytes_AS_STRING(wall), TILES)
            for i in range(TILES):
                if tiles[i] >= 27:
                    raise ValueError(f"tile {tiles[i]}")
        table_deal_wall(&self.t, tiles, <const RulesC *> PyBytes_AS_STRING(self.rules_data),
                        self.players, dealer, streak, self.base, patient)
        self.t.seed = seed
        self.t.hand = hand
        self.t.seeded = seeded
        if dice is not None:
            self.t.dice[0], self.t.dice[1] = dice
        self.ended = None

    # ------------------------------------------------------------------ what is so

    @property
    def pending(self):
        """Seats that have to answer now, lowest first; empty once the hand is over."""
        return SEATS_OF[self.t.pending & 15]

    @property
    def done(self):
        """Whether the hand is over."""
        return self.t.phase == PHASE_OVER

    @property
    def seed(self):
        """The seed."""
        return self.t.seed

    @property
    def hand(self):
        """Number of the hand under its seed, from 0."""
        return self.t.hand

    @property
    def seeded(self):
        """Whether the whole wall came from the seed."""
        return self.t.seeded != 0

    @property
    def dealer(self):
        """庄家: the seat that deals."""
        return self.t.p.dealer

    @property
    def streak(self):
        """连庄: hands the dealer has held in a row before this one."""
        return self.t.p.streak

    @property
    def wall_left(self):
        """Tiles left in the wall."""
        return wall_left(&self.t)

    @property
    def turn(self):
        """Whose turn it is; in a claim window, who threw or added the open tile."""
        return self.t.turn

    @property
    def phase(self):
        """0 hard declarations, 1 a turn, 2 claims, 3 robbing, 4 over."""
        return self.t.phase

    @property
    def pending_mask(self):
        """The pending seats as a bit mask."""
        return self.t.pending

    @property
    def drawn(self):
        """Tile drawn last in this turn, -1 for none."""
        return self.t.drawn

    @property
    def tile(self):
        """The open tile, -1 for none."""
        return self.t.tile

    def untold(self, int seat):
        """What goes on in the turn that a view of a seat does not tell, as numbers."""
        cdef bint own = self.t.turn == seat
        drawn = self.t.drawn_in_turn if own else 0
        return (self.t.kong, self.t.replacement, own and self.t.declaring, drawn,
                self.t.p.seat[seat & 3].passed)

    @property
    def flip(self):
        """Tile turned after a win, -1 for none."""
        return self.t.p.flip

    @property
    def patient(self):
        """Whether windows in which nobody is asked wait for :meth:`play`."""
        return self.t.patient != 0

    @patient.setter
    def patient(self, bint value):
        self.t.patient = value

    @property
    def n_events(self):
        """Number of noted events, some of which stand for several seats."""
        return self.t.n_events

    def hand_counts(self, int seat):
        """Concealed tiles of a seat as 27 counts, its drawn tile included."""
        return PyBytes_FromStringAndSize(<char *> self.t.p.seat[seat & 3].hand, 27)

    def legal(self, seat):
        """能做什么: the actions a seat may answer with.

        Parameters
        ----------
        seat : int
            0 to players - 1.

        Returns
        -------
        tuple of int
            Action ids, rising; exactly what :meth:`step` takes from the seat, so empty if the
            seat is not pending.

        Raises
        ------
        ZhuojiError
            No such seat.
        """
        cdef LegalC legal
        cdef uint32_t masks[4]
        cdef uint32_t bits
        cdef int place, k
        cdef list found = []
        table_legal(&self.t, self._seat(seat), &legal)
        masks[0] = legal.discards
        masks[1] = legal.concealed
        masks[2] = legal.added
        masks[3] = legal.other
        for k in range(4):
            bits = masks[k]
            place = 27 * k
            while bits:
                if bits & 1:
                    found.append(place)
                bits >>= 1
                place += 1
        return tuple(found)

    def legal_masks(self, int seat):
        """The same as bit masks: discards, concealed kongs, added kongs, ids from 81 on."""
        cdef LegalC legal
        table_legal(&self.t, seat & 3, &legal)
        return legal.discards, legal.concealed, legal.added, legal.other

    # ------------------------------------------------------------------ asking

    cdef int _seat(self, seat) except -1:
        cdef int number
        if type(seat) is not int:
            seat = whole_number(seat, "seat")
        if not 0 <= seat < self.players:
            raise ZhuojiError(f"seat {shown(seat)}: expected 0 to {self.players - 1}")
        number = seat
        return number

    cdef int _action(self, action) except -2:
        # -1 for a number that is no action at all.
        if type(action) is not int:
            action = whole_number(action, "action")
        return action if 0 <= action < ACTIONS else -1

    cdef int _check(self, int seat, action) except -1:
        cdef int number = self._action(action)
        cdef int refused = table_refusal(&self.t, seat, number)
        if refused:
            raise self._illegal(seat, number, action, refused)
        return number

    cdef object _illegal(self, int seat, int number, action, int refused):
        rule, reason = REFUSALS[refused]
        text = f"action {shown(action)}" if number < 0 else self.action_text(number)
        return IllegalActionError(f"seat {seat}, {text}: {reason} ({rule})", seat, number, rule)

    def verify(self, seat, action):
        """查: raise if an action is not legal now.

        Parameters
        ----------
        seat : int
            Who wants it.
        action : int
            Action id.

        Raises
        ------
        IllegalActionError
            The message and ``rule`` say which rule forbids it.
        ZhuojiError
            No such seat.
        """
        self._check(self._seat(seat), action)

    def can(self, seat, action):
        """可否: whether an action is legal now; parameters as :meth:`verify`."""
        cdef int number = self._seat(seat)
        return table_refusal(&self.t, number, self._action(action)) == 0

    # ------------------------------------------------------------------ playing

    def step(self, actions):
        """走一步: take the answers of all pending seats at once.

        Parameters
        ----------
        actions : dict of int to int, or int
            An action id for each pending seat; with one seat pending the bare id will do.

        Returns
        -------
        rewards : tuple of int
            What each seat has won or lost in this step: 0 until the hand ends.
        done : bool
            Whether the hand is over.
        events : list of dict
            What has happened, in the form of the log.

        Raises
        ------
        IllegalActionError
            An action that the rules forbid, a pending seat without an answer, an answer of a
            seat that is not pending. The table is as before.
        WrongTypeError
            Seats or actions that are no whole numbers.
        """
        cdef uint8_t answers[4]
        cdef uint32_t left = self.t.pending
        cdef int seat, before
        memset(answers, PASS, sizeof(answers))
        if isinstance(actions, dict):
            for key, action in (<dict> actions).items():
                seat = self._seat(key)
                answers[seat] = <uint8_t> self._check(seat, action)
                left &= ~(1u << seat)
            if left or not self.t.pending:
                self._unanswered(left)
        else:
            if left == 0 or left & (left - 1):
                self._action(actions)
                self._unanswered(left)
            seat = SEATS_OF[left][0]
            answers[seat] = <uint8_t> self._check(seat, actions)
        before = self.t.n_events
        table_step(&self.t, answers)
        return self._result(before)

    cdef int _unanswered(self, uint32_t left) except -1:
        if self.t.phase == PHASE_OVER:
            raise IllegalActionError("the hand is over (R-PLAY-6)", rule="R-PLAY-6")
        seats = SEATS_OF[left]
        raise IllegalActionError(
            f"no answer of seat {', '.join(map(str, seats))}: all pending seats answer at once "
            "(R-PLAY-4)",
            seats[0],
            rule="R-PLAY-4",
        )

    cdef object _result(self, int before):
        cdef bint over = self.t.phase == PHASE_OVER
        cdef list events = events_of(&self.t, before)
        if not over:
            return (NOTHING[: self.players], False, events)
        events.append(self.end_event())
        return (self.totals(), True, events)

    def play(self, bytes actions):
        """Take the answers as four bytes, one a seat; those of seats not pending are not read."""
        cdef const uint8_t *answers = <const uint8_t *> PyBytes_AS_STRING(actions)
        cdef LegalC legal
        cdef int seat
        if PyBytes_GET_SIZE(actions) < 4:
            raise ValueError(f"{len(actions)} actions, expected 4")
        for seat in range(self.players):
            if self.t.pending >> seat & 1:
                table_legal(&self.t, seat, &legal)
                if answers[seat] >= ACTIONS or not legal_has(&legal, answers[seat]):
                    raise ValueError(f"seat {seat}: action {answers[seat]} is not legal")
        table_step(&self.t, answers)

    def mark_dead(self, seat, end=None):
        """相公: mark a seat dead, at any moment of the hand.

        Parameters
        ----------
        seat : int
            Who holds too many or too few tiles.
        end : bool or None
            Whether the hand ends with it: only under ``dead_hand = pay``, where it does unless
            False is given; elsewhere it is played on.

        Returns
        -------
        tuple
            Rewards, done and events as :meth:`step`.

        Raises
        ------
        IllegalActionError
            The hand is over, the seat is dead already, or the hand cannot end now.
        WrongTypeError
            `end` is neither bool nor None.
        """
        cdef int number = self._seat(seat)
        cdef int before = self.t.n_events
        cdef int answer
        if end is not None and not isinstance(end, bool):
            raise WrongTypeError(f"end must be true, false or None, not {type(end).__name__}")
        answer = table_mark_dead(&self.t, number, self.t.rules.dead_hand if end is None else end)
        if answer != MARKED:
            rule, reason = MARK_REFUSALS[answer]
            raise IllegalActionError(
                f"seat {number}, dead: {reason} ({rule})", number, rule=rule
            )
        return self._result(before)

    def place(self, int tile, bint tail=False):
        """Bring a tile of the wall to its head or tail; False if none is left there."""
        return bool(0 <= tile < 27 and table_place(&self.t, tile, tail))

    def imagine(self, seat, uint64_t seed, uint64_t number=0, bint belief=False):
        """Deal what a seat does not see anew; False if that cannot be."""
        return bool(table_resample(&self.t, self._seat(seat), seed, number, belief))

    # ------------------------------------------------------------------ telling

    def totals(self):
        """What each seat has won or lost in this hand; its end is settled."""
        cdef SettlementC out
        cdef int seat
        if self.t.phase != PHASE_OVER or self.t.rules == NULL:
            return NOTHING[: self.players]
        settle_position(&self.t.p, self.t.rules, &out)
        return tuple([out.totals[seat] for seat in range(self.players)])

    def events(self, int start=0):
        """Events noted from number `start` on, in the form of the log."""
        return events_of(&self.t, max(start, 0))

    def compact_events(self, int start=0):
        """Four bytes an event from number `start` on: kind, seat or mask, tile, more."""
        start = min(max(start, 0), self.t.n_events)
        return PyBytes_FromStringAndSize(
            <char *> &self.t.event[start], (self.t.n_events - start) * sizeof(EventC)
        )

    def facts(self):
        """Dealt hands and dice of the hand."""
        dice = [self.t.dice[0], self.t.dice[1]] if self.t.dice[0] else None
        return dealt_hands(&self.t), dice

    def view_fields(self, seat):
        """All of a seat's view but the rules."""
        return view_of(&self.t, self._seat(seat))

    def position_fields(self):
        """All of the position of the end but the rules."""
        return position_of_table(&self.t)

    def packed_position(self):
        """The compiled position of the end."""
        return PyBytes_FromStringAndSize(<char *> &self.t.p, sizeof(PositionC))

    # ------------------------------------------------------------------ copies

    def clone(self):
        """复制: an independent copy in the same state."""
        cdef TableCore other = type(self).__new__(type(self))
        other.rules = self.rules
        other.rules_data = self.rules_data
        other.players = self.players
        other.base = self.base
        other.fresh = self.fresh
        other.ended = self.ended
        table_copy(&other.t, &self.t)
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def state(self):
        """The whole state as bytes, for :meth:`restore` of the same version on the same kind of
        machine."""
        cdef TableC copy
        table_copy(&copy, &self.t)
        copy.rules = NULL
        size = <char *> &copy.event[copy.n_events] - <char *> &copy
        return LAYOUT, PyBytes_FromStringAndSize(<char *> &copy, size)

    def restore(self, int layout, bytes state):
        """Take over a state; rules, seats and base have been prepared."""
        cdef Py_ssize_t size = PyBytes_GET_SIZE(state)
        cdef Py_ssize_t head = <char *> self.t.event - <char *> &self.t
        cdef TableC copy
        memset(&copy, 0, sizeof(TableC))
        if layout == LAYOUT and head <= size <= <Py_ssize_t> sizeof(TableC):
            memcpy(&copy, PyBytes_AS_STRING(state), size)
        if (
            self.rules_data is None
            or layout != LAYOUT
            or size != head + copy.n_events * <Py_ssize_t> sizeof(EventC)
            or copy.p.n != self.players
            or copy.tail > TILES
            or copy.head > copy.tail
            or copy.turn >= self.players
            or copy.p.dealer >= self.players
        ):
            raise ZhuojiError("a table pickled by another version or on another machine")
        copy.rules = self.t.rules
        self.t = copy
        self.ended = None

    def __eq__(self, other):
        cdef TableC a, b
        if type(other) is not type(self):
            return NotImplemented
        if self.rules_data != (<TableCore> other).rules_data:
            return False
        compared(&a, &self.t)
        compared(&b, &(<TableCore> other).t)
        return memcmp(&a, &b, <char *> &a.event[a.n_events] - <char *> &a) == 0

    __hash__ = None


cdef void compared(TableC *out, const TableC *t) noexcept:
    # What makes tables equal: all but the order in which known tiles once lay in the wall, tiles
    # that nobody will draw, and a seed that the wall did not come from.
    cdef int i
    memset(out, 0, sizeof(TableC))
    table_copy(out, t)
    out.rules = NULL
    if not t.seeded:
        out.seed = 0
    for i in range(TILES):
        if t.phase == PHASE_OVER or not t.head <= i < t.tail:
            out.wall[i] = 0
