"""洗牌: the counter-based generator, bounded integers, the shuffle of the wall.

The generator is Philox4x32-10 (Salmon et al., 2011): a pure function of a key and a counter, so
any number of any stream can be had without those before it. The key is the seed; the counter is,
from its lowest word, the number of the block, the stream, and the hand's two halves. A block
gives four 32-bit words, used in order.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    TILES = 108

# Streams of one hand of one seed.
cdef enum:
    STREAM_WALL = 0
    STREAM_DICE = 1      # who deals first
    STREAM_RESAMPLE = 2  # seed and hand are those given to the resampling
    STREAM_SEAT = 16     # + seat: choices of the policy in that seat

cdef enum:
    PHILOX_M0 = 0xD2511F53
    PHILOX_M1 = 0xCD9E8D57
    PHILOX_W0 = 0x9E3779B9
    PHILOX_W1 = 0xBB67AE85


cdef struct RandomC:
    uint32_t key[2]
    uint32_t counter[4]
    uint32_t word[4]
    uint32_t used  # words of the block that are spent


cdef inline void random_block(
    const uint32_t *key, const uint32_t *counter, uint32_t *out
) noexcept nogil:
    cdef uint32_t c0 = counter[0]
    cdef uint32_t c1 = counter[1]
    cdef uint32_t c2 = counter[2]
    cdef uint32_t c3 = counter[3]
    cdef uint32_t k0 = key[0]
    cdef uint32_t k1 = key[1]
    cdef uint64_t p0, p1
    cdef int _round
    for _round in range(10):
        p0 = <uint64_t> <uint32_t> PHILOX_M0 * c0
        p1 = <uint64_t> <uint32_t> PHILOX_M1 * c2
        c0 = <uint32_t> (p1 >> 32) ^ c1 ^ k0
        c1 = <uint32_t> p1
        c2 = <uint32_t> (p0 >> 32) ^ c3 ^ k1
        c3 = <uint32_t> p0
        k0 += <uint32_t> PHILOX_W0
        k1 += <uint32_t> PHILOX_W1
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


cdef inline void random_start(
    RandomC *r, uint64_t seed, uint64_t hand, uint32_t stream
) noexcept nogil:
    r.key[0] = <uint32_t> seed
    r.key[1] = <uint32_t> (seed >> 32)
    r.counter[0] = 0
    r.counter[1] = stream
    r.counter[2] = <uint32_t> hand
    r.counter[3] = <uint32_t> (hand >> 32)
    r.used = 4


cdef inline uint32_t random_word(RandomC *r) noexcept nogil:
    cdef uint32_t word
    if r.used == 4:
        random_block(r.key, r.counter, r.word)
        r.counter[0] += 1
        r.used = 0
    word = r.word[r.used]
    r.used += 1
    return word


cdef inline uint32_t random_below(RandomC *r, uint32_t n) noexcept nogil:
    """Whole number 0 to n - 1, n > 0, each equally likely (Lemire's multiplication)."""
    cdef uint64_t product = <uint64_t> random_word(r) * n
    cdef uint32_t spare
    if <uint32_t> product < n:
        spare = (0 - n) % n
        while <uint32_t> product < spare:
            product = <uint64_t> random_word(r) * n
    return <uint32_t> (product >> 32)


cdef inline void shuffle(RandomC *r, uint8_t *tiles, int number) noexcept nogil:
    """Fisher and Yates, from the last place down."""
    cdef int i, j
    cdef uint8_t tile
    for i in range(number - 1, 0, -1):
        j = <int> random_below(r, <uint32_t> i + 1)
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


cdef inline void shuffled_copies(uint64_t seed, uint64_t hand, uint8_t *copies) noexcept nogil:
    """The wall of a hand as numbers 0 to 107: four times the tile, and which of its copies."""
    cdef RandomC r
    cdef int i
    for i in range(TILES):
        copies[i] = <uint8_t> i
    random_start(&r, seed, hand, STREAM_WALL)
    shuffle(&r, copies, TILES)


cdef inline void shuffled_wall(uint64_t seed, uint64_t hand, uint8_t *wall) noexcept nogil:
    """The 108 tiles of a hand in drawing order: a function of seed and hand alone."""
    cdef int i
    shuffled_copies(seed, hand, wall)
    for i in range(TILES):
        wall[i] >>= 2
