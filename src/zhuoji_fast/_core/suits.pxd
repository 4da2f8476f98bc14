"""One suit of the hands that the solo search meets: each is looked up once and linked to its
neighbours.

A hand is three suits, so its key is three numbers, and its shanten and useful tiles come from what
the three records say.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.useful cimport (
    Suit, capped_neighbours, plain_at, plain_neighbours, walk_plain)

cdef enum:
    NO_SUIT = -1
    ENTRIES = 0x3FF  # of a profile


ctypedef struct Suit9:
    # Nine counts and all that is asked of them. Bit masks over the nine ranks.
    uint16_t entries[18]  # of the profile: those that a tile less leaves, a tile more lowers
    int32_t more[9]  # the suit with a tile more or less, NO_SUIT until asked for
    int32_t less[9]
    uint16_t held
    uint16_t gained  # more than at the start
    uint16_t lost    # fewer than at the start
    uint16_t room    # may be drawn
    uint16_t odd
    uint8_t pairs
    uint8_t profile
    uint8_t count[9]
    uint8_t copies[9]       # unseen copies of each tile
    uint8_t copies_less[9]  # the same once a tile is thrown
    uint32_t index          # the counts in base 5


ctypedef struct Suits:
    # All suits met so far in the place of one suit, and a hash table from index to number.
    Suit9 *suit
    int32_t *slot
    int64_t n
    int64_t room
    int bits  # of the number of slots
    bint melded
    uint8_t start[9]
    uint8_t limit[9]
    uint8_t unseen[9]
    uint8_t melds[16]


cdef inline void describe(const Suits *suits, Suit9 *s) noexcept nogil:
    """Fill in everything that follows from the counts."""
    cdef const uint8_t *profiles = &zj_capped_profile[0] if suits.melded else &zj_plain_profile[0]
    cdef CappedSuit capped
    cdef Suit plain
    cdef uint8_t more[9]
    cdef uint8_t less[9]
    cdef const uint8_t *now
    cdef int k, count, gained
    if suits.melded:
        capped = walk_capped(s.count, suits.melds)
        s.profile = <uint8_t> capped.profile
        capped_neighbours(capped, 1, more)
        capped_neighbours(capped, -1, less)
    else:
        plain = walk_plain(s.count)
        s.profile = <uint8_t> plain_at(plain)
        plain_neighbours(plain, 1, more)
        plain_neighbours(plain, -1, less)
    now = profiles + <uint32_t> s.profile * 16
    s.held = s.gained = s.lost = s.room = s.odd = 0
    s.pairs = 0
    for k in range(9):
        # Where there is no such neighbour the masks below keep its entries out of sight.
        s.entries[k] = <uint16_t> (ENTRIES & ~zj_entries_lower(
            profiles + <uint32_t> less[k] * 16, now))
        s.entries[9 + k] = <uint16_t> zj_entries_lower(now, profiles + <uint32_t> more[k] * 16)
        s.more[k] = s.less[k] = NO_SUIT
        count = s.count[k]
        gained = count - suits.start[k]
        s.held |= <uint16_t> ((count > 0) << k)
        s.gained |= <uint16_t> ((gained > 0) << k)
        s.lost |= <uint16_t> ((gained < 0) << k)
        s.room |= <uint16_t> ((count < suits.limit[k]) << k)
        s.odd |= <uint16_t> ((count & 1) << k)
        s.pairs += <uint8_t> (count >> 1)
        s.copies[k] = <uint8_t> (suits.unseen[k] - (gained if gained > 0 else 0))
        s.copies_less[k] = <uint8_t> (suits.unseen[k] - (gained - 1 if gained > 1 else 0))


cdef inline uint32_t suit_slot(const Suits *suits, uint32_t index) noexcept nogil:
    return (index * <uint32_t> 0x9E3779B9) >> (32 - suits.bits)


cdef inline bint suits_grow(Suits *suits) noexcept nogil:
    """Room for more; numbers stay, addresses do not."""
    cdef int64_t room = 2 * suits.room if suits.room else 32
    cdef Suit9 *suit = <Suit9 *> realloc(suits.suit, room * sizeof(Suit9))
    cdef int32_t *slot
    cdef uint32_t at, mask
    cdef int64_t i
    if suit == NULL:
        return False
    suits.suit = suit
    slot = <int32_t *> malloc(2 * room * sizeof(int32_t))
    if slot == NULL:
        return False
    free(suits.slot)
    suits.slot = slot
    suits.room = room
    suits.bits = suits.bits + 1 if suits.bits else 6
    mask = <uint32_t> (2 * room - 1)
    memset(slot, 255, 2 * room * sizeof(int32_t))
    for i in range(suits.n):
        at = suit_slot(suits, suit[i].index)
        while slot[at] != NO_SUIT:
            at = (at + 1) & mask
        slot[at] = <int32_t> i
    return True


cdef inline int32_t suit_number(Suits *suits, const uint8_t *counts,
                                uint32_t index) noexcept nogil:
    """Number of nine counts, described if they are new; NO_SUIT without memory."""
    cdef uint32_t mask = <uint32_t> (2 * suits.room - 1)
    cdef uint32_t at = suit_slot(suits, index)
    cdef Suit9 *s
    while suits.slot[at] != NO_SUIT:
        if suits.suit[suits.slot[at]].index == index:
            return suits.slot[at]
        at = (at + 1) & mask
    suits.slot[at] = <int32_t> suits.n
    s = &suits.suit[suits.n]
    memcpy(s.count, counts, 9)
    s.index = index
    describe(suits, s)
    suits.n += 1
    if suits.n == suits.room and not suits_grow(suits):
        return NO_SUIT
    return <int32_t> (suits.n - 1)


cdef inline int32_t suit_changed(Suits *suits, int32_t number, int rank, int by) noexcept nogil:
    """Number of the suit with a tile more (1) or less (-1), linked from then on."""
    cdef uint8_t counts[9]
    cdef uint32_t index = suits.suit[number].index
    cdef int32_t other
    cdef int _k, unit = by
    for _k in range(rank):
        unit *= 5
    memcpy(counts, suits.suit[number].count, 9)
    counts[rank] += <uint8_t> by
    other = suit_number(suits, counts, index + <uint32_t> unit)
    if by > 0:
        suits.suit[number].more[rank] = other
    else:
        suits.suit[number].less[rank] = other
    return other


cdef inline int32_t suit_more(Suits *suits, int32_t number, int rank) noexcept nogil:
    cdef int32_t other = suits.suit[number].more[rank]
    return other if other != NO_SUIT else suit_changed(suits, number, rank, 1)


cdef inline int32_t suit_less(Suits *suits, int32_t number, int rank) noexcept nogil:
    cdef int32_t other = suits.suit[number].less[rank]
    return other if other != NO_SUIT else suit_changed(suits, number, rank, -1)


cdef inline int32_t suits_begin(Suits *suits, const uint8_t *start, const uint8_t *limit,
                                const uint8_t *unseen, const uint8_t *melds,
                                bint melded) noexcept nogil:
    """Begin with the nine counts of the start; its number 0, NO_SUIT without memory."""
    cdef uint32_t index = 0
    cdef int k
    memset(suits, 0, sizeof(Suits))
    memcpy(suits.start, start, 9)
    memcpy(suits.limit, limit, 9)
    memcpy(suits.unseen, unseen, 9)
    memcpy(suits.melds, melds, 9)
    suits.melded = melded
    for k in range(8, -1, -1):
        index = 5 * index + start[k]
    if not suits_grow(suits):
        return NO_SUIT
    return suit_number(suits, start, index)


cdef inline void suits_end(Suits *suits) noexcept nogil:
    free(suits.suit)
    free(suits.slot)
    suits.suit = NULL
    suits.slot = NULL
