"""叫牌的手: counting the ting hands of 13 concealed tiles in a pool, and drawing one evenly.

A suit's part of a hand matters by its size and by little else: whether it is complete, complete
with the pair, one tile short of either, and how many kinds are odd (for seven pairs). So each
suit is gone through once, the ways of taking each part are added up by class, and the classes
of three suits are multiplied. Tiles are told apart: a hand counts once for every set of tiles that
makes it. All numbers are exact; there are fewer than 2**54 hands of 13 tiles.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.deal cimport RandomC, random_word
from zhuoji_fast._core.kernels cimport tables
from zhuoji_fast._core.rows cimport zj_tables, zj_use_tables
from zhuoji_fast._core.waits cimport wait_record

zj_use_tables(<const zj_tables *> tables())

cdef enum:
    HAND = 13
    CLASSES = 12               # of one size: what it is good for (4) times odd kinds (0, 1, more)
    PARTS = 14 * CLASSES
    # What a part is good for: by its size it can be sets, sets and the pair, or neither yet.
    WHOLE = 1   # size 3n: sets; 3n+2: sets and the pair
    SHORT = 2   # size 3n+1: one tile short of sets and the pair; 3n+2: one short of sets
    WAITS_MASK = 511

cdef extern from *:
    """
    static const uint8_t zj_choose[5][5] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    """
    const uint8_t zj_choose[5][5]


cdef struct WalkC:
    uint8_t part[9]
    const uint8_t *pool
    uint64_t *ways
    int wanted          # class to stop in, -1 to go through all
    uint64_t left       # ways of that class still to pass by


cdef inline int class_of(const uint8_t *part, int size, uint32_t fours, int odd) noexcept nogil:
    cdef uint32_t record = wait_record(part)
    cdef uint32_t shift = record >> 27
    cdef uint32_t free = WAITS_MASK & ~fours
    cdef int rest = size % 3
    cdef int good
    if rest == 0:
        good = WHOLE * (shift == 0)
    elif rest == 1:
        good = SHORT * ((record & free) != 0)
    else:
        good = WHOLE * (shift == 9) + SHORT * ((record >> 9 & free) != 0)
    return CLASSES * size + 3 * good + min(odd, 2)


cdef bint walk(
    WalkC *w, int rank, int size, uint32_t fours, int odd, uint64_t ways
) noexcept nogil:
    # Go through the parts from `rank` on; True once the wanted one is in w.part. `fours` are the
    # ranks held four times so far, `odd` the number of ranks held once or three times.
    cdef int copies, kind
    if rank == 9:
        kind = class_of(w.part, size, fours, odd)
        if w.wanted < 0:
            w.ways[kind] += ways
            return False
        if kind != w.wanted:
            return False
        if w.left >= ways:
            w.left -= ways
            return False
        return True
    for copies in range(min(<int> w.pool[rank], HAND - size) + 1):
        w.part[rank] = <uint8_t> copies
        if walk(w, rank + 1, size + copies, fours | <uint32_t> (copies == 4) << rank,
                odd + (copies & 1), ways * zj_choose[w.pool[rank]][copies]):
            return True
    return False


cdef inline bint makes_ting(int a, int b, int c) noexcept nogil:
    # Whether parts of these classes, 13 tiles together, are a ting hand.
    cdef int good[3]
    cdef int rest[3]
    cdef int i, j, k
    if a % 3 + b % 3 + c % 3 == 1:
        return True
    good[0] = a % CLASSES // 3
    good[1] = b % CLASSES // 3
    good[2] = c % CLASSES // 3
    rest[0] = a // CLASSES % 3
    rest[1] = b // CLASSES % 3
    rest[2] = c // CLASSES % 3
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        if rest[i] == 1 and rest[j] == 0 and rest[k] == 0:
            return good[i] == SHORT and good[j] == WHOLE and good[k] == WHOLE
        if rest[i] == 0 and rest[j] == 2 and rest[k] == 2:
            return good[i] == WHOLE and (
                (good[j] & WHOLE and good[k] & SHORT) or (good[j] & SHORT and good[k] & WHOLE)
            )
    return False


cdef void ting_pool(const uint8_t *pool, TingPoolC *out) noexcept nogil:
    cdef WalkC w
    cdef int suit, a, b, c, size
    memset(out.ways, 0, sizeof(out.ways))
    memcpy(out.pool, pool, 27)
    w.wanted = -1
    w.left = 0
    for suit in range(3):
        w.pool = pool + 9 * suit
        w.ways = out.ways[suit]
        walk(&w, 0, 0, 0, 0, 1)
    out.total = 0
    for a in range(PARTS):
        if out.ways[0][a] == 0:
            continue
        for b in range(PARTS):
            size = a // CLASSES + b // CLASSES
            if size > HAND or out.ways[1][b] == 0:
                continue
            for c in range(CLASSES * (HAND - size), CLASSES * (HAND - size + 1)):
                if out.ways[2][c] and makes_ting(a, b, c):
                    out.total += out.ways[0][a] * out.ways[1][b] * out.ways[2][c]


cdef uint64_t random_under(RandomC *r, uint64_t n) noexcept nogil:
    # 0 to n - 1, n > 0, by refusing what lies above in the least number of bits.
    cdef uint64_t mask = n - 1
    cdef uint64_t x
    cdef int step
    for step in range(6):
        mask |= mask >> (1 << step)
    while True:
        x = <uint64_t> random_word(r)
        x = (x << 32 | random_word(r)) & mask
        if x < n:
            return x


cdef void ting_hand(const TingPoolC *ways, RandomC *r, uint8_t *hand) noexcept nogil:
    # 27 counts of one of the hands, each equally likely; there has to be one.
    cdef uint64_t at = random_under(r, ways.total)
    cdef uint64_t number
    cdef WalkC w
    cdef int chosen[3]
    cdef int a, b, c, size, suit
    cdef bint found = False
    for a in range(PARTS):
        if found or ways.ways[0][a] == 0:
            continue
        for b in range(PARTS):
            size = a // CLASSES + b // CLASSES
            if found or size > HAND or ways.ways[1][b] == 0:
                continue
            for c in range(CLASSES * (HAND - size), CLASSES * (HAND - size + 1)):
                if found or ways.ways[2][c] == 0 or not makes_ting(a, b, c):
                    continue
                number = ways.ways[0][a] * ways.ways[1][b] * ways.ways[2][c]
                if at >= number:
                    at -= number
                    continue
                chosen[0] = a
                chosen[1] = b
                chosen[2] = c
                found = True
    for suit in range(3):
        w.pool = ways.pool + 9 * suit
        w.ways = NULL
        w.wanted = chosen[suit]
        w.left = at % ways.ways[suit][chosen[suit]]
        at //= ways.ways[suit][chosen[suit]]
        walk(&w, 0, 0, 0, 0, 1)
        memcpy(hand + 9 * suit, w.part, 9)


def ting_hands(bytes pool):
    """How many ting hands of 13 a pool of 27 counts holds, its tiles told apart."""
    cdef TingPoolC ways
    cdef uint8_t counts[27]
    for tile in range(27):
        if pool[tile] > 4:
            raise ValueError(f"{pool[tile]} of tile {tile}")
        counts[tile] = pool[tile]
    with nogil:
        ting_pool(counts, &ways)
    return ways.total
