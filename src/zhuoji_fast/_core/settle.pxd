"""结算: the end of one hand as a C struct, and the ledger it is settled into."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.value cimport STEPS, SituationC

cdef enum:
    SEATS = 4
    KINDS = 27
    MELDS = 4
    YAOJI = 18
    WUGU = 16

cdef enum:
    MELD_PONG = 0
    MELD_EXPOSED_KONG = 1
    MELD_CONCEALED_KONG = 2
    MELD_ADDED_KONG = 3

cdef enum:
    END_WIN = 0
    END_EXHAUSTED = 1
    END_DEAD_HAND = 2

cdef enum:
    ITEM_WIN = 0
    ITEM_KONG = 1
    ITEM_CHICKEN = 2
    ITEM_CHARGE = 3
    ITEM_RESPONSIBILITY = 4
    ITEM_BAO = 5
    ITEM_EXHAUSTED = 6
    ITEM_PASS_FINE = 7
    ITEM_DEAD_HAND = 8

# A win, whose reasons are its steps, and a pass fine have WHY_PATTERN + the row of the fan table.
cdef enum:
    WHY_YAOJI = 0
    WHY_WUGU = 1
    WHY_FLIP = 2
    WHY_GOLD = 3
    WHY_CHARGE_YAOJI = 4
    WHY_CHARGE_WUGU = 5
    WHY_RESPONSIBILITY_YAOJI = 6
    WHY_RESPONSIBILITY_WUGU = 7
    WHY_DISCARDS = 8
    WHY_DISCARDS_MELDS = 9
    WHY_EXPOSED_KONG = 10
    WHY_CONCEALED_KONG = 11
    WHY_ADDED_KONG = 12
    WHY_HIGHEST_WAIT = 13
    WHY_NOBODY_TING = 14
    WHY_PATTERN = 15

# Most lines of one settlement, four seats: 3 for wins, 3 for each of 4 x 4 kongs, for both common
# chickens 12 units, 3 of a charge, 3 premiums and 2 x 2 bao, 12 flipped, 3 x 3 pass fines.
cdef enum:
    MAX_LINES = 3 + 48 + 2 * (12 + 3 + 3 + 4) + 12 + 9


cdef struct MeldC:
    uint8_t kind
    uint8_t tile
    int8_t source  # seat that threw the called tile, -1 for a concealed kong
    uint8_t late


cdef struct SeatC:
    uint8_t hand[27]   # concealed tiles without the winning tile
    uint8_t melds[27]  # 0, 3 or 4 of each kind, the same melds as `meld`
    uint8_t river[27]  # own discards that nobody claimed
    uint8_t n_melds
    MeldC meld[4]
    uint8_t declared   # NOT_DECLARED, DECLARED_HARD or DECLARED_SOFT
    uint8_t dead
    int8_t passed      # tile of a passed win (包牌), -1 for none


cdef struct WinC:
    uint8_t seat
    uint8_t tile
    uint8_t by
    int8_t source  # seat that threw or added the tile, -1 for a self-draw
    int8_t kong    # tile of the kong before a hot shot, else -1
    uint8_t hot_shot
    uint8_t kong_bloom
    uint8_t first_draw
    uint8_t heavenly
    uint8_t first_discard


cdef struct ChickenC:
    int8_t seat       # who threw the first chicken of the kind, -1 if nobody has
    uint8_t claimers  # bit mask of the seats that claimed it, 0 while it lies in the river


cdef struct PositionC:
    int64_t base
    int64_t streak
    uint8_t n
    uint8_t dealer
    uint8_t end
    uint8_t dead_seat  # of a dead-hand end
    uint8_t n_wins
    int8_t flip        # the turned tile, -1 for none
    ChickenC first_chicken[2]  # of 1s, of 8p
    WinC win[3]
    SeatC seat[4]


cdef struct WinValueC:
    int64_t value[4]     # by payer, in units; 0 for a seat that does not pay
    int32_t step[4][13]  # by payer: STEP_... increments
    uint8_t payers       # bit mask
    uint8_t seat         # of the winner
    int8_t row           # of the fan table


cdef struct LineC:
    int64_t amount
    uint8_t payer
    uint8_t payee
    uint8_t item
    uint8_t why
    int8_t tile  # -1 for none


cdef struct SettlementC:
    int64_t totals[4]
    uint32_t waits[4]
    uint8_t ting    # bit masks of seats
    uint8_t burnt
    uint8_t n_lines
    WinValueC win[3]
    LineC line[MAX_LINES]


cdef void situation_of(
    const PositionC *p, const WinC *win, int payer, SituationC *out
) noexcept nogil
cdef int kong_kinds(const SeatC *seat) noexcept nogil
cdef void settle_position(
    const PositionC *p, const RulesC *rules, SettlementC *out
) noexcept nogil
cdef int next_dealer(
    const PositionC *p, const RulesC *rules, uint32_t ting, int64_t *streak
) noexcept nogil
