"""牌桌的状态: everything about one hand while it is played, its actions and its events."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport PositionC

# Action ids: the kinds that name a tile take 27 ids each.
cdef enum:
    DISCARD = 0
    CONCEALED_KONG = 27
    ADDED_KONG = 54
    PONG = 81
    EXPOSED_KONG = 82
    WIN = 83
    PASS = 84
    DECLARE = 85
    ACTIONS = 86

# The last five as bits, in their order.
cdef enum:
    MAY_PONG = 1
    MAY_KONG = 2
    MAY_WIN = 4
    MAY_PASS = 8
    MAY_DECLARE = 16

cdef enum:
    PHASE_HARD = 0   # hard declarations before the dealer draws
    PHASE_TURN = 1   # `turn` draws and discards
    PHASE_CLAIM = 2  # answers to the discard `tile` of `turn`
    PHASE_ROB = 3    # answers to the tile that `turn` has added to a pong
    PHASE_OVER = 4

cdef enum:
    EVENT_TSUMO = 0
    EVENT_REACH = 1
    EVENT_DAHAI = 2
    EVENT_PON = 3
    EVENT_DAIMINKAN = 4
    EVENT_ANKAN = 5
    EVENT_KAKAN = 6
    EVENT_NONE = 7
    EVENT_DEAD = 8
    EVENT_HORA = 9
    EVENT_RYUKYOKU = 10

# Locks of a seat (过胡): a bit a tile, and two that stand for all of them.
cdef enum:
    LOCKED_TILES = 0x7FFFFFF
    LOCKED_ALL = 1 << 27      # until his next draw
    LOCKED_FOREVER = 1 << 28  # until the end of the hand

# Room for a whole hand. Two players draw 82 tiles and call 8 times at most: 90 discards with as
# many passes, 8 calls, 8 kongs robbed in vain, and a few at both ends; more players have less.
cdef enum:
    EVENTS = 320
    RIVER = 64

# What table_mark_dead answers.
cdef enum:
    MARKED = 0
    MARK_OVER = 1         # the hand is over
    MARK_AGAIN = 2        # the seat is dead already
    MARK_PLAYS_ON = 3     # dead_hand is not pay, the mark cannot end the hand
    MARK_BETWEEN = 4      # another player has ponged and not yet discarded


cdef struct LegalC:
    uint32_t discards   # a bit a tile
    uint32_t concealed
    uint32_t added
    uint32_t other      # MAY_...


# `info`: tsumo: rinshan; reach: DECLARED_...; dahai: tsumogiri; calls, none, hora: the seat that
# the tile is from; ankan, kakan: late; ryukyoku: 1 after a dead hand.
cdef struct EventC:
    uint8_t kind
    uint8_t seat  # who; a mask of seats for EVENT_NONE and EVENT_HORA
    uint8_t tile
    uint8_t info


cdef struct TableC:
    const RulesC *rules  # belongs to the caller and has to stay
    # Hands (drawn tile included), melds, rivers, declarations, deaths and passes as they stand;
    # the position of the end once the hand is over. The open discard lies in the river and the
    # tile of an added kong in the meld until somebody takes it.
    PositionC p
    uint64_t seed
    uint64_t hand             # index under the seed
    uint32_t waits[4]         # of the 3n+1 tiles before the drawn one; 0 if dead
    uint32_t locked[4]
    uint32_t dealt_quads[4]   # a bit a kind, of the first thirteen
    uint32_t drawn_in_turn    # a bit a kind
    uint32_t ting_discards    # a bit a kind: discards with which `turn` could declare
    uint8_t phase
    uint8_t pending           # mask of the seats that have to answer
    uint8_t turn              # whose turn it is, or who threw or added `tile`
    int8_t drawn              # tile drawn last in this turn, -1 after a pong
    int8_t tile               # open to claims or robbery, else -1
    int8_t kong               # tile of the last kong in this turn, -1 for none
    uint8_t replacement       # `drawn` is a replacement tile
    uint8_t declaring         # `turn` has declared and not yet discarded
    uint8_t first_discard     # `tile` is the dealer's first discard
    uint8_t charge            # `tile` is the first 1s (1) or 8p (2) of the hand
    uint8_t called            # somebody has made a meld
    uint8_t discarded         # mask of the seats that have discarded
    uint8_t past_first        # mask of the seats that have ended a turn in which they drew
    uint8_t claims[4]         # MAY_... of each seat while a window is open
    uint8_t head              # next tile of the wall, and one past its last
    uint8_t tail
    uint8_t wall[108]         # as dealt, in drawing order
    uint8_t n_river[4]
    uint8_t river[4][RIVER]   # in order
    uint8_t seeded            # the whole wall came from the seed
    uint8_t patient           # windows in which nobody is asked wait for a step as well
    uint8_t dice[2]           # throw that broke a physical wall, else 0
    uint8_t deal_hidden       # mask of the seats whose dealt hands the log has not
    uint16_t known_from[4]    # first event at which a seat's tiles are those of the log
    uint16_t n_events
    EventC event[EVENTS]


cdef inline int wall_left(const TableC *t) noexcept nogil:
    return t.tail - t.head


cdef inline int seat_of_place(int place, int players, int dealer) noexcept nogil:
    """Who is dealt the tile at a place of the wall below 13 * players."""
    cdef int steps = place // 4 if place < 12 * players else place - 12 * players
    return (dealer + steps) % players


cdef inline uint32_t bits_of(uint32_t x) noexcept nogil:
    x -= (x >> 1) & 0x55555555u
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u)
    x = (x + (x >> 4)) & 0x0F0F0F0Fu
    return (x * 0x01010101u) >> 24


cdef inline int legal_number(const LegalC *legal) noexcept nogil:
    """How many actions there are."""
    return <int> (bits_of(legal.discards) + bits_of(legal.concealed) + bits_of(legal.added)
                  + bits_of(legal.other))


cdef inline bint legal_has(const LegalC *legal, int action) noexcept nogil:
    """Whether an action, 0 to ACTIONS - 1, is among them."""
    if action < CONCEALED_KONG:
        return legal.discards >> action & 1
    if action < ADDED_KONG:
        return legal.concealed >> (action - CONCEALED_KONG) & 1
    if action < PONG:
        return legal.added >> (action - ADDED_KONG) & 1
    return legal.other >> (action - PONG) & 1


cdef inline int nth_bit(uint32_t bits, int k) noexcept nogil:
    cdef int place = 0
    while k:
        bits &= bits - 1
        k -= 1
    while not bits >> place & 1:
        place += 1
    return place


cdef inline int legal_pick(const LegalC *legal, int k) noexcept nogil:
    """The action at place `k`, 0 to legal_number - 1, by rising id."""
    cdef int n = <int> bits_of(legal.discards)
    if k < n:
        return DISCARD + nth_bit(legal.discards, k)
    k -= n
    n = <int> bits_of(legal.concealed)
    if k < n:
        return CONCEALED_KONG + nth_bit(legal.concealed, k)
    k -= n
    n = <int> bits_of(legal.added)
    if k < n:
        return ADDED_KONG + nth_bit(legal.added, k)
    return PONG + nth_bit(legal.other, k - n)
