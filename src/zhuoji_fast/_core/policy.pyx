"""打法: built-in policies that see what their seat sees.

All take every win that is offered. ``random`` takes any legal action, each equally likely.
``shanten`` throws a tile that leaves the lowest shanten, ties at random, and never claims, kongs
or declares. ``useful`` plays to win: see `useful_turn` and `useful_claim`. ``closed`` does the
same without claims.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy
from zhuoji_fast._core.deal cimport RandomC, random_below
from zhuoji_fast._core.kernels cimport best_discard, discard_shanten, shanten, waits
from zhuoji_fast._core.rows cimport (
    zj_add27, zj_load27, zj_lowest_bit, zj_row, zj_splat27, zj_store27)
from zhuoji_fast._core.settle cimport SeatC
from zhuoji_fast._core.table cimport (
    ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD, EXPOSED_KONG, MAY_DECLARE, MAY_KONG,
    MAY_PONG, MAY_WIN, PASS, PHASE_HARD, PHASE_TURN, PONG, WIN, LegalC, TableC, bits_of,
    legal_number, legal_pick, nth_bit, table_legal)

cdef enum:
    NOT_HELD = 127


cdef inline void seen_by(const TableC *t, int seat, uint8_t *seen) noexcept nogil:
    """Counts that lie open beside a seat's own hand and melds: rivers and others' melds."""
    cdef zj_row row = zj_splat27(0)
    cdef int other
    for other in range(t.p.n):
        row = zj_add27(row, zj_load27(t.p.seat[other].river))
        if other != seat:
            row = zj_add27(row, zj_load27(t.p.seat[other].melds))
    zj_store27(seen, row)


cdef inline int unseen_waits(const uint8_t *hand, const uint8_t *melds,
                             const uint8_t *seen) noexcept nogil:
    """Unseen copies of the waits of 3n+1 tiles."""
    cdef uint32_t found = waits(hand, melds)
    cdef int tile, number = 0
    while found:
        tile = zj_lowest_bit(found)
        found &= found - 1
        number += 4 - hand[tile] - melds[tile] - seen[tile]
    return number


cdef int lowest_shanten(const TableC *t, int seat, uint32_t discards,
                        RandomC *random) noexcept nogil:
    """A discard that leaves the lowest shanten, ties at random."""
    cdef const SeatC *s = &t.p.seat[seat]
    cdef int8_t after[27]
    cdef uint32_t rest = discards, best = 0
    cdef int tile, least = NOT_HELD
    if discards & (discards - 1) == 0:
        return DISCARD + zj_lowest_bit(discards)
    discard_shanten(s.hand, s.melds, after)
    while rest:
        tile = zj_lowest_bit(rest)
        rest &= rest - 1
        if after[tile] < least:
            least = after[tile]
            best = 0
        if after[tile] == least:
            best |= <uint32_t> 1 << tile
    return DISCARD + nth_bit(best, <int> random_below(random, bits_of(best)))


cdef int best_of(const TableC *t, int seat, uint32_t discards, bint wide) noexcept nogil:
    """The discard with the lowest shanten, then most unseen useful tiles, among those allowed."""
    cdef const SeatC *s = &t.p.seat[seat]
    cdef uint8_t seen[27]
    cdef uint8_t hand[27]
    cdef int tile, after, unseen, most = -1000, best = 0
    if discards & (discards - 1) == 0:
        return zj_lowest_bit(discards)
    seen_by(t, seat, seen)
    if not wide:
        best_discard(s.hand, s.melds, seen, &tile, &after, &unseen)
        if discards >> tile & 1:
            return tile
    memcpy(hand, s.hand, 27)
    while discards:
        tile = zj_lowest_bit(discards)
        discards &= discards - 1
        hand[tile] -= 1
        unseen = unseen_waits(hand, s.melds, seen) - 100 * shanten(hand, s.melds)
        hand[tile] += 1
        if unseen > most:
            most = unseen
            best = tile
    return best


cdef inline int shanten_after_kong(const SeatC *s, int tile, int from_hand) noexcept nogil:
    """Shanten with `from_hand` copies of a tile moved into a kong."""
    cdef uint8_t hand[27]
    cdef uint8_t melds[27]
    memcpy(hand, s.hand, 27)
    memcpy(melds, s.melds, 27)
    hand[tile] -= <uint8_t> from_hand
    melds[tile] = 4
    return shanten(hand, melds)


cdef int useful_turn(const TableC *t, int seat, const LegalC *legal) noexcept nogil:
    """Declare when ting with tiles left to win on; kong when no further from ting for it, since a
    kong pays and is the passport; else the best throw."""
    cdef const SeatC *s = &t.p.seat[seat]
    cdef uint32_t kongs
    cdef int tile, now
    if legal.other & MAY_DECLARE:
        return DECLARE
    if legal.concealed | legal.added:
        now = shanten(s.hand, s.melds)  # of 3n+2 tiles: after the best throw
        kongs = legal.concealed
        while kongs:
            tile = zj_lowest_bit(kongs)
            kongs &= kongs - 1
            if shanten_after_kong(s, tile, 4) <= now:
                return CONCEALED_KONG + tile
        kongs = legal.added
        while kongs:
            tile = zj_lowest_bit(kongs)
            kongs &= kongs - 1
            if shanten_after_kong(s, tile, 1) <= now:
                return ADDED_KONG + tile
    return DISCARD + best_of(t, seat, legal.discards, t.declaring != 0)


cdef int useful_claim(const TableC *t, int seat, const LegalC *legal) noexcept nogil:
    """Kong when no further from ting for it; pong when nearer."""
    cdef const SeatC *s = &t.p.seat[seat]
    cdef uint8_t hand[27]
    cdef uint8_t melds[27]
    cdef int now = shanten(s.hand, s.melds)
    if legal.other & MAY_KONG and shanten_after_kong(s, t.tile, 3) <= now:
        return EXPOSED_KONG
    if legal.other & MAY_PONG:
        memcpy(hand, s.hand, 27)
        memcpy(melds, s.melds, 27)
        hand[t.tile] -= 2
        melds[t.tile] = 3
        if shanten(hand, melds) < now:
            return PONG
    return PASS


cdef int choose(int policy, const TableC *t, int seat, RandomC *random) noexcept nogil:
    """The action of a pending seat."""
    cdef LegalC legal
    table_legal(t, seat, &legal)
    if policy == POLICY_RANDOM:
        return legal_pick(&legal, <int> random_below(random, legal_number(&legal)))
    if legal.other & MAY_WIN:
        return WIN
    if policy == POLICY_SHANTEN:
        if t.phase == PHASE_TURN:
            return lowest_shanten(t, seat, legal.discards, random)
        return PASS
    if t.phase == PHASE_TURN:
        return useful_turn(t, seat, &legal)
    if t.phase == PHASE_HARD:
        return DECLARE
    if policy == POLICY_CLOSED:
        return PASS
    return useful_claim(t, seat, &legal)
