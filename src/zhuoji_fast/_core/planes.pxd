"""观察: what a seat sees as rows of 27 bytes, inline.

Only what is open and the seat's own tiles is read here, never the wall, another seat's hand, its
waits or its locks. ``zhuoji_fast.planes`` has the same groups in the same order, with their words.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.rows cimport zj_add27, zj_load27, zj_lowest_bit, zj_row, zj_store27
from zhuoji_fast._core.settle cimport (
    END_WIN,
    KINDS,
    MELD_ADDED_KONG,
    MELD_CONCEALED_KONG,
    WUGU,
    YAOJI,
    MeldC,
    SeatC,
)
from zhuoji_fast._core.state cimport (
    ACTIONS,
    ADDED_KONG,
    CONCEALED_KONG,
    DISCARD,
    LOCKED_ALL,
    LOCKED_FOREVER,
    LOCKED_TILES,
    PHASE_CLAIM,
    PHASE_HARD,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_TURN,
    PONG,
    RIVER,
    LegalC,
    TableC,
    wall_left,
)

# Groups of rows; those of several seats begin with the observer and go on in playing order.
cdef enum:
    GROUP_HAND = 0
    GROUP_DRAWN = 1
    GROUP_OPEN = 2
    GROUP_SEEN = 3
    GROUP_LOCKED = 4
    GROUP_MELDS = 5
    GROUP_MELD_KINDS = 6
    GROUP_MELD_SOURCES = 7
    GROUP_RIVERS = 8
    GROUP_WALL = 9
    GROUP_DEALER = 10
    GROUP_STREAK = 11
    GROUP_TURN = 12
    GROUP_ASKED = 13
    GROUP_DECLARED = 14
    GROUP_CHARGE = 15
    GROUP_CHARGE_CLAIMED = 16
    GROUPS = 17

cdef enum:
    RIVER_ROWS = 24

# Row of GROUP_ASKED.
cdef enum:
    ASKED_HARD = 0
    ASKED_TURN = 1
    ASKED_DISCARD = 2  # after a declaration
    ASKED_CLAIM = 3
    ASKED_ROB = 4


cdef struct PlanC:
    int rows
    int row[GROUPS]  # first row of each group, -1 for one that is left out


cdef inline uint8_t *rows_of(const PlanC *plan, int group, uint8_t *out) noexcept nogil:
    # Where the rows of a group begin, NULL if it is left out.
    if plan.row[group] < 0:
        return NULL
    return out + KINDS * plan.row[group]


cdef inline void set_tiles(uint8_t *row, uint32_t tiles) noexcept nogil:
    while tiles:
        row[zj_lowest_bit(tiles)] = 1
        tiles &= tiles - 1


cdef inline void fill_row(uint8_t *row, int value) noexcept nogil:
    memset(row, value, KINDS)


cdef inline void fill_seen(const TableC *t, int seat, uint8_t *row) noexcept nogil:
    # Own tiles, all melds and all rivers, where an open discard lies.
    cdef zj_row sum = zj_load27(t.p.seat[seat].hand)
    cdef int other
    for other in range(t.p.n):
        sum = zj_add27(sum, zj_load27(t.p.seat[other].melds))
        sum = zj_add27(sum, zj_load27(t.p.seat[other].river))
    zj_store27(row, sum)


cdef inline int meld_kind(const MeldC *meld) noexcept nogil:
    # 1 pong, 2 exposed, 3 concealed, 4 added kong; 5 and 6 the last two when late.
    if meld.late and meld.kind >= MELD_CONCEALED_KONG:
        return 5 + (meld.kind == MELD_ADDED_KONG)
    return 1 + meld.kind


cdef inline void fill_tiles(
    const TableC *t, int seat, const PlanC *plan, uint8_t *out
) noexcept nogil:
    # The observer's own tiles and the open one.
    cdef bint over = t.phase == PHASE_OVER
    cdef uint8_t *row = rows_of(plan, GROUP_HAND, out)
    if row:
        memcpy(row, t.p.seat[seat].hand, KINDS)
    row = rows_of(plan, GROUP_DRAWN, out)
    if row and t.phase == PHASE_TURN and t.turn == seat and t.drawn >= 0:
        row[t.drawn] = 1
    row = rows_of(plan, GROUP_OPEN, out)
    if row:
        if t.phase == PHASE_CLAIM or t.phase == PHASE_ROB:
            row[t.tile] = 1
        elif over and t.p.end == END_WIN:
            row[t.p.win[0].tile] = 1
    row = rows_of(plan, GROUP_SEEN, out)
    if row:
        fill_seen(t, seat, row)
    row = rows_of(plan, GROUP_LOCKED, out)
    if row and not over:
        if t.locked[seat] & (LOCKED_ALL | LOCKED_FOREVER):
            fill_row(row, 1)
        else:
            set_tiles(row, t.locked[seat] & LOCKED_TILES)


cdef inline void fill_melds(
    const TableC *t, int seat, const PlanC *plan, uint8_t *out
) noexcept nogil:
    cdef uint8_t *melds = rows_of(plan, GROUP_MELDS, out)
    cdef uint8_t *kinds = rows_of(plan, GROUP_MELD_KINDS, out)
    cdef uint8_t *sources = rows_of(plan, GROUP_MELD_SOURCES, out)
    cdef int n = t.p.n
    cdef int other = seat
    cdef const SeatC *own
    cdef const MeldC *meld
    cdef int step, i
    for step in range(n):
        own = &t.p.seat[other]
        if melds:
            memcpy(melds + KINDS * step, own.melds, KINDS)
        for i in range(own.n_melds):
            meld = &own.meld[i]
            if kinds:
                kinds[KINDS * step + meld.tile] = <uint8_t> meld_kind(meld)
            if sources and meld.source >= 0:
                sources[KINDS * step + meld.tile] = <uint8_t> (
                    1 + (meld.source - seat + n) % n
                )
        other = other + 1 if other + 1 < n else 0


cdef inline void fill_rivers(const TableC *t, int seat, uint8_t *row) noexcept nogil:
    # The last 24 of each seat, the oldest of them first.
    cdef int n = t.p.n
    cdef int other = seat
    cdef int i, first
    for _ in range(n):
        first = t.n_river[other] - RIVER_ROWS
        first = first if first > 0 else 0
        for i in range(first, t.n_river[other]):
            row[KINDS * (i - first) + t.river[other][i & (RIVER - 1)]] = 1
        row += KINDS * RIVER_ROWS
        other = other + 1 if other + 1 < n else 0


cdef inline int asked_row(const TableC *t) noexcept nogil:
    if t.phase == PHASE_HARD:
        return ASKED_HARD
    if t.phase == PHASE_TURN:
        return ASKED_DISCARD if t.declaring else ASKED_TURN
    return ASKED_CLAIM if t.phase == PHASE_CLAIM else ASKED_ROB


cdef inline void fill_facts(
    const TableC *t, int seat, const PlanC *plan, uint8_t *out
) noexcept nogil:
    # What has one value for the whole row.
    cdef int n = t.p.n
    cdef uint8_t *row = rows_of(plan, GROUP_WALL, out)
    cdef int step
    if row:
        fill_row(row, wall_left(t))
    row = rows_of(plan, GROUP_DEALER, out)
    if row:
        fill_row(row + KINDS * ((t.p.dealer - seat + n) % n), 1)
    row = rows_of(plan, GROUP_STREAK, out)
    if row:
        fill_row(row, <int> t.p.streak if t.p.streak < 255 else 255)
    row = rows_of(plan, GROUP_TURN, out)
    if row:
        fill_row(row + KINDS * ((t.turn - seat + n) % n), 1)
    row = rows_of(plan, GROUP_ASKED, out)
    if row and t.pending >> seat & 1:
        fill_row(row + KINDS * asked_row(t), 1)
    row = rows_of(plan, GROUP_DECLARED, out)
    if row:
        for step in range(n):
            fill_row(row + KINDS * step, t.p.seat[(seat + step) % n].declared)


cdef inline void fill_charge(
    const TableC *t, int seat, const PlanC *plan, uint8_t *out
) noexcept nogil:
    # The first 1s and 8p: who threw them, who claimed them.
    cdef uint8_t *thrown = rows_of(plan, GROUP_CHARGE, out)
    cdef uint8_t *claimed = rows_of(plan, GROUP_CHARGE_CLAIMED, out)
    cdef int n = t.p.n
    cdef int i, tile, step, thrower
    for i in range(2):
        thrower = t.p.first_chicken[i].seat
        if thrower < 0:
            continue
        tile = WUGU if i else YAOJI
        if thrown:
            thrown[KINDS * ((thrower - seat + n) % n) + tile] = 1
        if claimed:
            for step in range(n):
                if t.p.first_chicken[i].claimers >> ((seat + step) % n) & 1:
                    claimed[KINDS * step + tile] = 1


cdef inline void fill_observation(
    const TableC *t, int seat, const PlanC *plan, uint8_t *out
) noexcept nogil:
    # `plan.rows` rows of 27 bytes.
    cdef uint8_t *rivers = rows_of(plan, GROUP_RIVERS, out)
    memset(out, 0, KINDS * <size_t> plan.rows)
    fill_tiles(t, seat, plan, out)
    fill_melds(t, seat, plan, out)
    if rivers:
        fill_rivers(t, seat, rivers)
    fill_facts(t, seat, plan, out)
    fill_charge(t, seat, plan, out)


cdef inline void fill_mask(const LegalC *legal, uint8_t *out) noexcept nogil:
    # A byte an action id.
    memset(out, 0, ACTIONS)
    set_tiles(out + DISCARD, legal.discards)
    set_tiles(out + CONCEALED_KONG, legal.concealed)
    set_tiles(out + ADDED_KONG, legal.added)
    set_tiles(out + PONG, legal.other)
