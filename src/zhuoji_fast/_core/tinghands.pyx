"""叫牌的手: counting the ting hands of 13 concealed tiles in a pool, and drawing some of them.

A suit's part of a hand matters by its kind alone: its size, whether it is complete, complete with
the pair, one tile short of either, and how many tiles are odd (for seven pairs). So each suit
is gone through once, rank by rank, along the smallest automaton that tells the kinds
(``tables_ting.h``), adding up the ways to come to each state; then the kinds of three suits that
make a ting hand are multiplied. Tiles are told apart: a hand counts once for every set of tiles
that makes it. All numbers are exact; there are fewer than 2**54 hands of 13 tiles.

One hand is drawn exactly evenly. For several hands of one pool, every choice of them without a
tile in common should be equally likely. They are drawn one after the other, each evenly from what
is left, which favours first hands that leave few to the others. A chain of steps (Metropolis and
Hastings) mends that: of two hands, the third staying, one is drawn anew and taken with the
probability new / old of the number of hands that it leaves, then the other is drawn of those. A
step for each hand is a cycle. What is left of the first draw fades with every cycle:

- SPACIOUS tiles or more besides the hands: to a quarter or less, by the largest correlation found
  between what the hands hold before and after. After CYCLES of them the probabilities of all deals
  are off by less than a thousandth together (total variation).
- fewer: the slower, the scarcer the first draws that leave something to all. So they are counted
  until PILOT are found, and SLOWNESS steps, each trying TRIES hands, are added for every draw that
  one took, MOST_STEPS in all. How many draws it took says nothing about the hands drawn, so this
  favours none. Where one draw in a hundred is enough, the same thousandth was kept in nearly all
  pools that were measured, and a hundredth in all.

Two hands that are all of the pool need no chain, the first draw is even.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.deal cimport STREAM_RESAMPLE, RandomC, random_start, random_word

cdef extern from "tables_ting.h" nogil:
    enum:
        ZJ_TING_STATES
        ZJ_TING_KINDS
    const uint16_t zj_ting_level[]     # first state of each rank, then of the kinds, and the end
    const uint16_t zj_ting_next[]      # five links of each state, for 0 to 4 copies
    const uint16_t zj_ting_first[]     # where the ways back from each state begin, and the end
    const uint16_t zj_ting_back[]      # eight times the state before, plus the copies taken
    const uint16_t zj_ting_pairs_of[]  # where the pairs of a kind begin, and the end
    const uint8_t zj_ting_pairs[]      # kinds of the second and third suit

cdef enum:
    KINDS = STATES - ZJ_TING_KINDS  # the first of them
    HAND = 13
    SPACIOUS = 13
    CYCLES = 6
    PILOT = 4
    PILOT_DRAWS = 200   # after which one success will do
    MOST_DRAWS = 20_000
    SLOWNESS = 8
    MOST_STEPS = 900
    TRIES = 4

cdef extern from *:
    """
    static const uint64_t zj_choose[5][5] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    """
    const uint64_t zj_choose[5][5]


cdef void count_suit(const uint8_t *pool, uint64_t *ways) noexcept nogil:
    cdef int rank, state, copies
    cdef const uint64_t *choose
    cdef const uint16_t *links
    memset(ways, 0, (STATES + 1) * sizeof(uint64_t))
    ways[0] = 1
    for rank in range(9):
        choose = zj_choose[pool[rank]]
        for state in range(zj_ting_level[rank], zj_ting_level[rank + 1]):
            if ways[state]:
                links = zj_ting_next + 5 * state
                for copies in range(pool[rank] + 1):
                    ways[links[copies]] += ways[state] * choose[copies]


cdef uint64_t ways_with(const TingPoolC *pool, int kind) noexcept nogil:
    # Ways to take the rest of a ting hand from the second and third suit.
    cdef const uint64_t *second = pool.ways[1] + KINDS
    cdef const uint64_t *third = pool.ways[2] + KINDS
    cdef uint64_t found = 0
    cdef int i
    for i in range(zj_ting_pairs_of[kind], zj_ting_pairs_of[kind + 1]):
        found += second[zj_ting_pairs[2 * i]] * third[zj_ting_pairs[2 * i + 1]]
    return found


cdef void ting_pool(const uint8_t *pool, TingPoolC *out) noexcept nogil:
    cdef int suit, kind
    memcpy(out.pool, pool, 27)
    for suit in range(3):
        count_suit(pool + 9 * suit, out.ways[suit])
    out.total = 0
    for kind in range(ZJ_TING_KINDS):
        if out.ways[0][KINDS + kind]:
            out.total += out.ways[0][KINDS + kind] * ways_with(out, kind)


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


cdef void find_part(const TingPoolC *ways, int suit, int kind, uint64_t at,
                    uint8_t *hand) noexcept nogil:
    # Number `at` of the parts of a kind.
    cdef const uint8_t *pool = ways.pool + 9 * suit
    cdef int state = KINDS + kind
    cdef int rank, i
    cdef uint64_t before, number
    for rank in range(8, -1, -1):
        i = zj_ting_first[state]
        while True:
            before = ways.ways[suit][zj_ting_back[i] >> 3]
            number = before * zj_choose[pool[rank]][zj_ting_back[i] & 7]
            if at < number:
                break
            at -= number
            i += 1
        hand[9 * suit + rank] = zj_ting_back[i] & 7
        state = zj_ting_back[i] >> 3
        at %= before


cdef bint ting_hand(const TingPoolC *ways, RandomC *r, uint8_t *hand) noexcept nogil:
    cdef const uint64_t *first = ways.ways[0] + KINDS
    cdef const uint64_t *second = ways.ways[1] + KINDS
    cdef const uint64_t *third = ways.ways[2] + KINDS
    cdef uint64_t at, number
    cdef const uint8_t *pair
    cdef int kind = 0
    if ways.total == 0:
        return False
    at = random_under(r, ways.total)
    while True:
        number = first[kind] * ways_with(ways, kind) if first[kind] else 0
        if at < number:
            break
        at -= number
        kind += 1
    find_part(ways, 0, kind, at % first[kind], hand)
    at //= first[kind]
    pair = zj_ting_pairs + 2 * zj_ting_pairs_of[kind]
    while True:
        number = second[pair[0]] * third[pair[1]]
        if at < number:
            break
        at -= number
        pair += 2
    find_part(ways, 1, pair[0], at % second[pair[0]], hand)
    find_part(ways, 2, pair[1], at // second[pair[0]], hand)
    return True


cdef void without(const uint8_t *pool, const uint8_t *hand, uint8_t *out) noexcept nogil:
    cdef int tile
    for tile in range(27):
        out[tile] = pool[tile] - hand[tile]


cdef bint first_draw(TingDealC *d, RandomC *r, uint8_t (*hand)[27]) noexcept nogil:
    # One hand after the other, each of what is left; False if that is not enough.
    cdef uint8_t left[27]
    cdef const TingPoolC *ways = &d.all
    cdef int i
    memcpy(left, d.pool, 27)
    for i in range(d.hands):
        if i:
            without(left, hand[i - 1], left)
            ting_pool(left, &d.ways[i])
            ways = &d.ways[i]
        if not ting_hand(ways, r, hand[i]):
            return False
    return True


cdef void move_pair(TingDealC *d, RandomC *r, int one, int other, int tries) noexcept nogil:
    # Draw two hands anew, the third staying.
    cdef uint8_t pool[27]
    cdef uint8_t left[27]
    cdef uint8_t hand[27]
    cdef const TingPoolC *both = &d.all
    cdef TingPoolC *now = &d.ways[1]
    cdef TingPoolC *new = &d.ways[2]
    cdef TingPoolC *old
    memcpy(pool, d.pool, 27)
    if d.hands == 3:
        without(pool, d.hand[3 - one - other], pool)
        ting_pool(pool, &d.ways[0])
        both = &d.ways[0]
    without(pool, d.hand[one], left)
    ting_pool(left, now)
    for _ in range(tries):
        ting_hand(both, r, hand)
        without(pool, hand, left)
        ting_pool(left, new)
        if <double> new.total > <double> now.total * (random_word(r) * 2.3283064365386963e-10):
            memcpy(d.hand[one], hand, 27)
            old = now
            now = new
            new = old
    ting_hand(now, r, d.hand[other])


cdef bint ting_deal(TingDealC *d, RandomC *r) noexcept nogil:
    cdef uint8_t drawn[3][27]
    cdef int spare = -HAND * d.hands
    cdef int tile, step, steps, wanted, found = 0, draws = 0
    if not d.counted:
        ting_pool(d.pool, &d.all)
        d.counted = True
    if d.hands == 1:
        return ting_hand(&d.all, r, d.hand[0])
    if d.all.total == 0:
        return False
    for tile in range(27):
        spare += d.pool[tile]
    wanted = 1 if spare >= SPACIOUS or spare == 0 and d.hands == 2 else PILOT
    while found < wanted and not (found and draws >= PILOT_DRAWS):
        if draws == MOST_DRAWS:
            return False
        draws += 1
        if first_draw(d, r, drawn):
            found += 1
            memcpy(d.hand, drawn, sizeof(drawn))
    if spare == 0 and d.hands == 2:
        return True
    steps = CYCLES * d.hands
    if spare < SPACIOUS:
        steps = min(steps + SLOWNESS * draws // found, MOST_STEPS)
    for step in range(steps):
        move_pair(d, r, step % d.hands, (step + 1) % d.hands, 1 if spare >= SPACIOUS else TRIES)
    return True


cdef int fill_pool(bytes pool, uint8_t *counts) except -1:
    for tile in range(27):
        if pool[tile] > 4:
            raise ValueError(f"{pool[tile]} of tile {tile}")
        counts[tile] = pool[tile]
    return 0


def ting_hands(bytes pool):
    """How many ting hands of 13 a pool of 27 counts holds, its tiles told apart."""
    cdef TingPoolC ways
    cdef uint8_t counts[27]
    fill_pool(pool, counts)
    with nogil:
        ting_pool(counts, &ways)
    return ways.total


def some_ting_hands(bytes pool, int hands, uint64_t seed, uint64_t number):
    """One to three ting hands of a pool, each as 27 counts, or None where none were found."""
    cdef TingDealC deal
    cdef RandomC r
    cdef bint found
    cdef int i
    if not 1 <= hands <= 3:
        raise ValueError(f"{hands} hands")
    fill_pool(pool, deal.pool)
    deal.hands = hands
    deal.counted = False
    random_start(&r, seed, number, STREAM_RESAMPLE)
    with nogil:
        found = ting_deal(&deal, &r)
    if not found:
        return None
    return [PyBytes_FromStringAndSize(<char *> deal.hand[i], 27) for i in range(hands)]


if <int> ZJ_TING_STATES != <int> STATES:
    raise ImportError(f"tables_ting.h has {ZJ_TING_STATES} states, tinghands.pxd {STATES}")
