"""叫牌 and finished hands: which tiles finish a hand, whether it is finished, in what shapes."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.shanten cimport Facts, sets_needed

cdef enum:
    SETS = 1
    TRIPLETS = 2
    SEVEN_PAIRS = 4
    DRAGON = 8
    ONE_SUIT = 16
    LONE_PAIR = 32
    DRAGON_ON_WAIT = 64


cdef inline uint32_t wait_record(const uint8_t *suit) noexcept nogil:
    """Waits of one suit for both needs of the others, and its own shift."""
    cdef uint64_t g = gather(suit)
    return zj_waits_record[zj_waits_last[last_index(zj_waits_middle[middle_index(suit, g)], g)]]


cdef inline uint32_t set_waits(const uint8_t *counts) noexcept nogil:
    """Tiles that finish sets and a pair, no kind used more than four times."""
    cdef uint32_t a = wait_record(counts)
    cdef uint32_t b = wait_record(counts + 9)
    cdef uint32_t c = wait_record(counts + 18)
    cdef uint32_t tiles = (1 << 27) - 1
    cdef uint32_t x = <uint32_t> ((<uint64_t> (a & tiles)) >> ((b >> 27) + (c >> 27))) & 511
    cdef uint32_t y = <uint32_t> ((<uint64_t> (b & tiles)) >> ((a >> 27) + (c >> 27))) & 511
    cdef uint32_t z = <uint32_t> ((<uint64_t> (c & tiles)) >> ((a >> 27) + (b >> 27))) & 511
    return x | y << 9 | z << 18


cdef inline uint32_t held_four(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    """Kinds whose four copies are all in hand and melds."""
    return zj_equal27(zj_add27(zj_load27(counts), zj_load27(melds)), 4)


cdef inline uint32_t all_waits(const uint8_t *counts, const uint8_t *melds,
                               Facts f) noexcept nogil:
    """Tiles that finish the hand in either shape; `melds` may be NULL."""
    cdef uint32_t found = set_waits(counts)
    found |= zj_odd27(zj_load27(counts)) & (0 - <uint32_t> (f.sum == SIX_PAIRS))
    if melds != NULL:
        found &= ~held_four(counts, melds)
    return found


cdef inline uint32_t win_code(const uint8_t *suit) noexcept nogil:
    """0 for a suit of sets, 1 with the pair, 5 for neither; high four bits: triplets alone."""
    cdef uint64_t g = gather(suit)
    return zj_win_last[last_index(zj_win_middle[middle_index(suit, g)], g)]


cdef inline uint32_t win_codes(const uint8_t *counts) noexcept nogil:
    """Sum over the suits: low four bits 1 if sets and a pair, high four 1 if triplets."""
    return win_code(counts) + win_code(counts + 9) + win_code(counts + 18)


cdef inline bint finished(const uint8_t *counts, Facts f) noexcept nogil:
    return ((win_codes(counts) & 15) == 1) | (f.sum == ALL_PAIRS)


cdef inline uint32_t one_suit(uint32_t kinds) noexcept nogil:
    """Mask of the suit that holds all kinds, 0 if there is none."""
    cdef uint32_t suit = 511
    cdef uint32_t found = suit & (0 - <uint32_t> ((kinds & ~suit) == 0))
    found |= (suit << 9) & (0 - <uint32_t> ((kinds & ~(suit << 9)) == 0))
    found |= (suit << 18) & (0 - <uint32_t> ((kinds & ~(suit << 18)) == 0))
    return found


cdef inline uint32_t shapes(const uint8_t *counts, const uint8_t *melds,
                            Facts f) noexcept nogil:
    """Flags of a finished hand, 0 of any other."""
    cdef uint32_t codes = win_codes(counts)
    cdef uint32_t pairs = f.sum == ALL_PAIRS
    cdef uint32_t sets = (codes & 15) == 1
    cdef uint32_t flags
    cdef zj_row row
    if not (sets | pairs):
        return 0
    flags = sets * SETS | (codes >> 4 == 1) * TRIPLETS | (sets_needed(f) == 0) * LONE_PAIR
    row = zj_load27(counts)
    if pairs:
        flags |= SEVEN_PAIRS | (zj_equal27(row, 4) != 0) * DRAGON
    if melds != NULL:
        row = zj_add27(row, zj_load27(melds))
    return flags | (one_suit(~zj_equal27(row, 0) & 0x7FFFFFF) != 0) * ONE_SUIT


cdef inline zj_row flagged(zj_row row, uint32_t tiles, int flag) noexcept nogil:
    return zj_or27(row, zj_and27(zj_expand27(tiles), zj_splat27(flag)))


cdef inline zj_row shapes_on_waits(const uint8_t *counts, const uint8_t *melds,
                                   Facts f) noexcept nogil:
    """Flags of the hand that each wait finishes, 0 at other tiles."""
    cdef zj_row c = zj_load27(counts)
    cdef zj_row held = c if melds == NULL else zj_add27(c, zj_load27(melds))
    cdef uint32_t free = ~zj_equal27(held, 4)
    cdef uint32_t sets = set_waits(counts) & free
    cdef uint32_t ones = zj_equal27(c, 1)
    cdef uint32_t twos = zj_equal27(c, 2)
    cdef uint32_t fours = zj_equal27(c, 4)
    cdef uint32_t others = twos & (twos - 1)  # all but the lowest
    cdef uint32_t two_pairs = (ones == 0) & (others != 0) & ((others & (others - 1)) == 0)
    cdef uint32_t single = (twos == 0) & (ones != 0) & ((ones & (ones - 1)) == 0)
    cdef uint32_t triplets = ((twos & (0 - two_pairs)) | (ones & (0 - single)))
    cdef uint32_t suit = one_suit(~zj_equal27(held, 0) & 0x7FFFFFF)
    cdef uint32_t pairs, completed
    cdef zj_row out = zj_and27(zj_expand27(sets), zj_splat27(SETS))
    triplets &= sets & (0 - <uint32_t> (fours == 0))
    if triplets:
        out = flagged(out, triplets, TRIPLETS)
    if f.sum == SIX_PAIRS:
        pairs = (ones | zj_equal27(c, 3)) & free
        completed = pairs & ~ones
        out = flagged(out, pairs, SEVEN_PAIRS)
        out = flagged(out, pairs if fours else completed, DRAGON)
        out = flagged(out, completed, DRAGON_ON_WAIT)
        sets |= pairs
    if suit:
        out = flagged(out, sets & suit, ONE_SUIT)
    if sets_needed(f) == 0:
        out = flagged(out, sets, LONE_PAIR)
    return out
