"""为什么不行: which rule forbids an action that is not legal, as a number that Python words.

Whether an action is legal is asked of ``legal.pxd``; only what is refused there is explained here.
"""

from libc.stdint cimport uint32_t

from zhuoji_fast._core.legal cimport has_bit, legal_actions, ponged_tiles
from zhuoji_fast._core.rules cimport DECLARE_OFF
from zhuoji_fast._core.settle cimport SeatC
from zhuoji_fast._core.state cimport (
    ACTIONS,
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    EXPOSED_KONG,
    LOCKED_ALL,
    LOCKED_FOREVER,
    PASS,
    PHASE_HARD,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_TURN,
    PONG,
    WIN,
    LegalC,
    TableC,
    legal_has,
    wall_left,
)

# In the order of zhuoji_fast.refusals.REFUSALS.
cdef enum:
    ALLOWED = 0
    HAND_OVER = 1
    NO_SUCH_ACTION = 2
    NOT_HIS_TURN = 3
    NOT_ASKED = 4
    BEFORE_THE_DRAW = 5
    NOT_HELD = 6
    FROZEN = 7
    NOT_TING_AFTER = 8
    DISCARD_FOLLOWS = 9
    AFTER_PONG = 10
    NO_REPLACEMENT = 11
    NO_QUAD = 12
    NO_PONG = 13
    NO_FOURTH = 14
    NOTHING_OPEN = 15
    NOT_FINISHED = 16
    DEAD_NEVER_WINS = 17
    DEAD_NEVER_DECLARES = 18
    NO_DECLARING = 19
    DECLARED_ALREADY = 20
    NOT_FIRST_DISCARD = 21
    CALLED_BEFORE = 22
    NO_TING_DISCARD = 23
    NO_ANSWER = 24
    ONLY_ROBBING = 25
    LAST_TILE = 26
    NOT_TWO = 27
    NOT_THREE = 28
    LOCKED = 29
    NO_PASSPORT = 30
    OWN_TILE = 31
    NOT_DEALT_TING = 32
    DEALER_LATER = 33


cdef inline int turn_refusal(const TableC *t, int action) noexcept nogil:
    cdef const SeatC *own = &t.p.seat[t.turn]
    cdef int tile
    if action == PONG or action == EXPOSED_KONG or action == PASS:
        return NOTHING_OPEN
    if action < CONCEALED_KONG:
        if own.hand[action] == 0:
            return NOT_HELD
        return NOT_TING_AFTER if t.declaring else FROZEN
    if t.declaring:
        return DISCARD_FOLLOWS
    if action == DECLARE:
        if t.rules.declare == DECLARE_OFF:
            return NO_DECLARING
        if own.dead:
            return DEAD_NEVER_DECLARES
        if own.declared:
            return DECLARED_ALREADY
        if has_bit(t.discarded, t.turn):
            return NOT_FIRST_DISCARD
        return CALLED_BEFORE if t.called else NO_TING_DISCARD
    if t.drawn < 0:
        return AFTER_PONG
    if action == WIN:
        return DEAD_NEVER_WINS if own.dead else NOT_FINISHED
    if own.declared:
        return FROZEN
    if action < ADDED_KONG:
        tile = action - CONCEALED_KONG
        return NO_QUAD if own.hand[tile] < 4 else NO_REPLACEMENT
    tile = action - ADDED_KONG
    if not has_bit(ponged_tiles(own), tile):
        return NO_PONG
    return NO_FOURTH if own.hand[tile] == 0 else NO_REPLACEMENT


cdef inline int answer_refusal(const TableC *t, int seat, int action) noexcept nogil:
    cdef const SeatC *own = &t.p.seat[seat]
    if action < PONG or action == DECLARE:
        return NO_ANSWER
    if seat == t.turn:
        return OWN_TILE
    if action == PASS:
        return NOT_ASKED
    if action == WIN:
        if own.dead:
            return DEAD_NEVER_WINS
        if not has_bit(t.waits[seat], t.tile):
            return NOT_FINISHED
        if t.locked[seat] & ((1u << t.tile) | LOCKED_ALL | LOCKED_FOREVER):
            return LOCKED
        return NO_PASSPORT
    if t.phase == PHASE_ROB:
        return ONLY_ROBBING
    if own.declared:
        return FROZEN
    if wall_left(t) == 0:
        return LAST_TILE
    return NOT_TWO if action == PONG else NOT_THREE


cdef inline int refusal(const TableC *t, int seat, int action) noexcept nogil:
    cdef LegalC legal
    if not 0 <= action < ACTIONS:
        return NO_SUCH_ACTION
    legal_actions(t, seat, &legal)
    if legal_has(&legal, action):
        return ALLOWED
    if t.phase == PHASE_OVER:
        return HAND_OVER
    if t.phase == PHASE_HARD:
        if action != DECLARE and action != PASS:
            return BEFORE_THE_DRAW
        if action == PASS:
            return NOT_ASKED
        if t.p.seat[seat].dead:
            return DEAD_NEVER_DECLARES
        return DEALER_LATER if seat == t.p.dealer else NOT_DEALT_TING
    if t.phase == PHASE_TURN:
        return turn_refusal(t, action) if seat == t.turn else NOT_HIS_TURN
    return answer_refusal(t, seat, action)
