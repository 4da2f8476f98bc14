"""所见: a table made from what one seat sees of it.

What the seat cannot see is put down in any order that has the right numbers of tiles; dealing it
anew (``_core.resample``) makes a table that can be played on. What follows from the view is worked
out here: who has discarded, whether a first chicken is open, what the seat may do. Where it is
asked about a tile that it could only win after the thrower's kong, there was one (热炮).
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.deal cimport TILES
from zhuoji_fast._core.kernels cimport waits
from zhuoji_fast._core.legal cimport (
    ask_hard,
    has_bit,
    held_quads,
    may_declare_with_discard,
    open_window,
    ting_after,
)
from zhuoji_fast._core.rules cimport PASS_LOCK_DECLARED, RulesC
from zhuoji_fast._core.settle cimport (
    MELD_ADDED_KONG,
    MELD_PONG,
    WUGU,
    YAOJI,
    PositionC,
    SeatC,
)
from zhuoji_fast._core.state cimport (
    LOCKED_ALL,
    LOCKED_FOREVER,
    LOCKED_TILES,
    PHASE_CLAIM,
    PHASE_HARD,
    PHASE_ROB,
    PHASE_TURN,
    RIVER,
    TableC,
)
from zhuoji_fast._core.tabledoor cimport TableCore

cdef enum:
    COPIES = 4
    DEALT = 13


cdef void lay_hidden(TableC *t, int seat, uint8_t *left) noexcept nogil:
    # Put the tiles that are not seen into the other hands and the wall.
    cdef int other, tile = 0
    cdef int i
    for other in range(t.p.n):
        if other == seat:
            continue
        for _ in range(DEALT - 3 * t.p.seat[other].n_melds):
            while tile < 27 and left[tile] == 0:
                tile += 1
            if tile == 27:
                return
            left[tile] -= 1
            t.p.seat[other].hand[tile] += 1
    for i in range(t.head, t.tail):
        while tile < 27 and left[tile] == 0:
            tile += 1
        if tile == 27:
            return
        left[tile] -= 1
        t.wall[i] = <uint8_t> tile


cdef bint find_wall(TableC *t, int seat, int wall) noexcept nogil:
    # Lay the hidden tiles; False unless there are as many as wall and hands have room for.
    cdef uint8_t left[27]
    cdef int other, tile, copies
    cdef int number = 0
    for tile in range(27):
        copies = COPIES - t.p.seat[seat].hand[tile]
        for other in range(t.p.n):
            copies -= t.p.seat[other].melds[tile] + t.p.seat[other].river[tile]
        if copies < 0:
            return False
        left[tile] = <uint8_t> copies
        number += copies
    number -= wall
    for other in range(t.p.n):
        if other != seat:
            number -= DEALT - 3 * t.p.seat[other].n_melds
    if number:
        return False
    t.tail = TILES
    t.head = <uint8_t> (TILES - wall)
    lay_hidden(t, seat, left)
    return True


cdef int find_throws(TableC *t, int *claimed) noexcept nogil:
    # Who has discarded, who has ended a turn in which he drew; the number of all discards, and of
    # each kind those that were called.
    cdef int throws[4]
    cdef int pongs[4]
    cdef int seat, i, total = 0
    cdef const SeatC *own
    memset(throws, 0, sizeof(throws))
    memset(pongs, 0, sizeof(pongs))
    for i in range(27):
        claimed[i] = 0
    for seat in range(t.p.n):
        own = &t.p.seat[seat]
        throws[seat] += t.n_river[seat]
        for i in range(own.n_melds):
            t.called = 1
            if own.meld[i].source >= 0:
                throws[own.meld[i].source & 3] += 1
                claimed[own.meld[i].tile] += 1
                pongs[seat] += own.meld[i].kind in (MELD_PONG, MELD_ADDED_KONG)
    if t.phase == PHASE_TURN and t.drawn < 0:
        pongs[t.turn] -= 1
    for seat in range(t.p.n):
        total += throws[seat]
        t.discarded |= <uint8_t> ((throws[seat] > 0) << seat)
        t.past_first |= <uint8_t> ((throws[seat] > pongs[seat]) << seat)
    return total


cdef void find_open(TableC *t, int throws, const int *claimed) noexcept nogil:
    # What is known of the open discard: the dealer's first, the first chicken of its kind.
    cdef int seat, same = claimed[t.tile]
    t.first_discard = throws == 1 and t.turn == t.p.dealer
    for seat in range(t.p.n):
        same += t.p.seat[seat].river[t.tile]
    if same == 1:
        if t.tile == YAOJI:
            t.charge = 1
        elif t.tile == WUGU and t.rules.wugu > 0:
            t.charge = 2


cdef void find_hands(TableC *t) noexcept nogil:
    # Waits and dealt quads of the hands as they are before the drawn tile.
    cdef uint8_t before[27]
    cdef SeatC *own
    cdef bint in_turn
    cdef int seat
    for seat in range(t.p.n):
        own = &t.p.seat[seat]
        in_turn = t.phase == PHASE_TURN and t.turn == seat
        memcpy(before, own.hand, 27)
        if in_turn and t.drawn >= 0:
            before[t.drawn] -= 1
        if not (own.dead or in_turn and t.drawn < 0):
            t.waits[seat] = waits(before, own.melds)
        t.dealt_quads[seat] = held_quads(before)  # if he has not ended a turn in which he drew


cdef int last_kong(const SeatC *seat) noexcept nogil:
    cdef int i
    for i in range(seat.n_melds - 1, -1, -1):
        if seat.meld[i].kind != MELD_PONG:
            return seat.meld[i].tile
    return -1


cdef void ask(TableC *t, int seat) noexcept nogil:
    # Who has to answer, and what `seat` may declare with.
    cdef int other
    if t.phase == PHASE_TURN:
        t.pending = <uint8_t> (1 << seat)
        if t.drawn >= 0 and may_declare_with_discard(t):
            t.ting_discards = ting_after(&t.p.seat[seat])
    elif t.phase == PHASE_HARD:
        for other in range(t.p.n):
            ask_hard(t, other)
    else:
        open_window(t, t.phase)
        if t.phase == PHASE_CLAIM and not has_bit(t.pending, seat):
            t.kong = <int8_t> last_kong(&t.p.seat[t.turn])
            open_window(t, t.phase)


def seen_state(
    bytes rules, bytes position, int seat, int phase, int drawn, int tile, int source, int wall,
    locked, list rivers
):
    """State of a table that a view is of, for :func:`load`.

    Parameters
    ----------
    rules, position : bytes
        Compiled rules; a compiled position in which only `seat` has a hand, its drawn tile
        included.
    seat, phase, drawn, tile, source, wall : int
        Who looks; the phase as ``TableCore.phase``, 0 to 3; the drawn tile, the open tile and
        whose it is, -1 for none; the number of tiles in the wall.
    locked : int or True
        Mask of locked tiles; True for all.
    rivers : list of bytes
        Discards of each seat in order.

    Returns
    -------
    bytes
        The state.

    Raises
    ------
    ValueError
        What would not be a table: numbers out of range, tiles that do not add up.
    """
    cdef TableC t
    cdef bytes river
    cdef int claimed[27]
    cdef int other, throws
    if PyBytes_GET_SIZE(rules) != sizeof(RulesC) or PyBytes_GET_SIZE(position) != sizeof(PositionC):
        raise ValueError(f"compiled rules of {len(rules)}, position of {len(position)} bytes")
    memset(&t, 0, sizeof(TableC))
    t.rules = <const RulesC *> PyBytes_AS_STRING(rules)
    memcpy(&t.p, PyBytes_AS_STRING(position), sizeof(PositionC))
    if not (
        2 <= t.p.n <= 4
        and 0 <= seat < t.p.n
        and PHASE_HARD <= phase <= PHASE_ROB
        and -1 <= drawn < 27
        and 0 <= wall <= TILES
        and len(rivers) == t.p.n
        and (phase < PHASE_CLAIM or 0 <= tile < 27 and 0 <= source < t.p.n)
    ):
        raise ValueError(f"seat {seat}, phase {phase}, drawn {drawn}, tile {tile}, from {source}")
    t.phase = <uint8_t> phase
    t.turn = <uint8_t> (t.p.dealer if phase == PHASE_HARD else seat if phase == PHASE_TURN
                        else source)
    t.drawn = <int8_t> (drawn if phase == PHASE_TURN else -1)
    t.tile = <int8_t> (tile if phase >= PHASE_CLAIM else -1)
    t.kong = -1
    for other, river in enumerate(rivers):
        if PyBytes_GET_SIZE(river) > RIVER:
            raise ValueError(f"river of {len(river)} tiles")
        memcpy(t.river[other], PyBytes_AS_STRING(river), PyBytes_GET_SIZE(river))
        t.n_river[other] = <uint8_t> PyBytes_GET_SIZE(river)
    if not find_wall(&t, seat, wall):
        raise ValueError(f"wall {wall}")
    throws = find_throws(&t, claimed)
    if phase == PHASE_CLAIM:
        find_open(&t, throws, claimed)
    elif phase == PHASE_ROB:
        t.kong = t.tile
    elif t.drawn >= 0:
        t.drawn_in_turn = 1u << t.drawn
    if locked is True:
        t.locked[seat] = (
            LOCKED_FOREVER if t.rules.pass_lock == PASS_LOCK_DECLARED else LOCKED_ALL
        )
    else:
        t.locked[seat] = <uint32_t> locked & LOCKED_TILES
    find_hands(&t)
    ask(&t, seat)
    t.deal_hidden = <uint8_t> ((1 << t.p.n) - 1)
    t.rules = NULL
    return PyBytes_FromStringAndSize(
        <char *> &t, <char *> &t.event[t.n_events] - <char *> &t
    )


def asked(bytes state, int seat):
    """Whether a seat has to answer in a state of :func:`seen_state`."""
    return bool((<const TableC *> PyBytes_AS_STRING(state)).pending >> seat & 1)


def load(TableCore table, bytes state):
    """Give a table that has been prepared a state of :func:`seen_state`."""
    cdef Py_ssize_t size = PyBytes_GET_SIZE(state)
    cdef const RulesC *rules = table.t.rules
    if not 0 < size <= <Py_ssize_t> sizeof(TableC) or rules == NULL:
        raise ValueError(f"state of {size} bytes")
    memcpy(&table.t, PyBytes_AS_STRING(state), size)
    table.t.rules = rules
    table.ended = None


def is_ting(bytes hand):
    """Whether thirteen tiles without melds are ting; at most four of a kind."""
    cdef uint8_t counts[27]
    cdef uint8_t tile
    if PyBytes_GET_SIZE(hand) != DEALT:
        raise ValueError(f"{len(hand)} tiles")
    memset(counts, 0, sizeof(counts))
    for tile in hand:
        if tile >= 27 or counts[tile] == COPIES:
            raise ValueError(f"tile {tile}")
        counts[tile] += 1
    return waits(counts, NULL) != 0
