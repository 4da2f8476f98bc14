"""The hands of the exact solo search, numbered, and the moves between them."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.discard cimport end_row, pair_number, wanted_entries
from zhuoji_fast._core.kernels cimport pattern, tables
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.rules cimport RulesC, flags_for
from zhuoji_fast._core.shanten cimport (
    Facts, Faults, lacking, melded_facts, no_faults, pairs_lacking, plain_facts, sets_needed)
from zhuoji_fast._core.suits cimport (
    NO_SUIT, Suit9, suit_less, suit_more, suits_begin, suits_end)

zj_use_tables(<const zj_tables *> tables())

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define zj_prefetch(p) __builtin_prefetch(p)
    #else
    #define zj_prefetch(p) ((void)(p))
    #endif
    """
    void zj_prefetch(const void *p) noexcept nogil

cdef uint64_t POWER_9 = 5 ** 9  # one more than a suit's highest index

cdef enum:
    SUIT_BITS = 20  # a suit has 405,350 count vectors
    SUIT_MASK = (1 << SUIT_BITS) - 1
    PAIRS_NEEDED = 7
    WINDOW = 16  # hands whose look-ups overlap
    AHEAD = 16  # ... in filling
    CHUNK = 2048  # hands whose edges are grouped together; a multiple of WINDOW


ctypedef struct Layer:
    # Hands of one size with equally many tiles gained; those that gained the same are a block.
    int64_t n
    int64_t room
    uint64_t *key  # the numbers of its three suits
    uint8_t *lacks  # tiles it lacks, 0 if finished
    int64_t n_blocks
    int64_t block_room
    int64_t *block  # first hand of each, and n after the last
    uint32_t *moves  # tiles whose throw stays in the search, or whose draw makes a new hand
    uint32_t *useful  # of waiting hands


ctypedef struct Places:
    # Open addressing from a waiting hand's key to its number: the hashed key's first bits choose a
    # slot, the next 32 stand in it, above number + 1. Two hands of equal 32 bits that could be
    # taken for one another are found while filling, and another factor is tried.
    uint64_t *slot
    uint64_t factor
    int bits


ctypedef struct Look:
    # The three suits of a hand and what it shares with each.
    const Suit9 *a
    const Suit9 *b
    const Suit9 *c


ctypedef struct Wanted:
    # An edge that waits for the number of its hand: a look-up is begun well before its end.
    const Places *places
    uint64_t hashed
    uint32_t *edge
    uint32_t copies


cdef inline Look look(const Search *s, uint64_t key) noexcept nogil:
    cdef Look h
    h.a = s.suits[0].suit + (key & SUIT_MASK)
    h.b = s.suits[1].suit + (key >> SUIT_BITS & SUIT_MASK)
    h.c = s.suits[2].suit + (key >> 2 * SUIT_BITS)
    return h


cdef inline uint32_t join(uint32_t a, uint32_t b, uint32_t c) noexcept nogil:
    """The masks of three suits as one of 27 bits."""
    return a | b << 9 | c << 18


cdef inline uint32_t better(const Search *s, Look h, uint32_t lacks, bint more) noexcept nogil:
    """Tiles that lower the tiles lacking if drawn (more), or that leave them if thrown."""
    cdef uint32_t ab = pair_number(h.a.profile, h.b.profile, s.melded)
    cdef uint32_t bc, ac, found = 0
    cdef int lanes = 9 if more else 0
    if end_row(ab, s.sets, s.melded)[h.c.profile] == lacks:
        bc = pair_number(h.b.profile, h.c.profile, s.melded)
        ac = pair_number(h.a.profile, h.c.profile, s.melded)
        found = join(
            zj_meet16(h.a.entries + lanes,
                      wanted_entries(h.a.profile, bc, s.sets, lacks, s.melded)),
            zj_meet16(h.b.entries + lanes,
                      wanted_entries(h.b.profile, ac, s.sets, lacks, s.melded)),
            zj_meet16(h.c.entries + lanes,
                      wanted_entries(h.c.profile, ab, s.sets, lacks, s.melded)))
    if s.by_pairs and h.a.pairs + h.b.pairs + h.c.pairs + lacks == PAIRS_NEEDED:
        found |= join(h.a.odd, h.b.odd, h.c.odd)
    return found


cdef inline uint32_t from_highest(uint32_t bits) noexcept nogil:
    """The highest of 27 bits and all above it; all bits if there is none."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    return ~(bits >> 1) & 0x7FFFFFF


cdef inline int number_of(uint32_t bits) noexcept nogil:
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4) & 0x0F0F0F0F) * <uint32_t> 0x01010101) >> 24


cdef inline int suit_of(int tile) noexcept nogil:
    return (tile >= 9) + (tile >= 18)


cdef inline uint64_t changed(Search *s, uint64_t key, int tile, bint more) noexcept nogil:
    """Key with a tile more or less; all bits set without memory."""
    cdef int suit = suit_of(tile)
    cdef int shift = suit * SUIT_BITS
    cdef int32_t number = <int32_t> (key >> shift & SUIT_MASK)
    cdef int32_t other
    if more:
        other = suit_more(&s.suits[suit], number, tile - 9 * suit)
    else:
        other = suit_less(&s.suits[suit], number, tile - 9 * suit)
    if other == NO_SUIT:
        return ~<uint64_t> 0
    return key + (<uint64_t> <int64_t> (other - number) << shift)


cdef bint grow(void **array, int64_t items, size_t item) noexcept nogil:
    cdef void *bigger = realloc(array[0], <size_t> items * item)
    if bigger == NULL:
        return False
    array[0] = bigger
    return True


cdef inline bint layer_add(Layer *layer, uint64_t key, uint32_t lacks) noexcept nogil:
    cdef int64_t n = layer.n
    if key == ~<uint64_t> 0:
        return False
    if n == layer.room:
        layer.room = 2 * n if n else 64
        if not (grow(<void **> &layer.key, layer.room, sizeof(uint64_t))
                and grow(<void **> &layer.lacks, layer.room, 1)):
            return False
    layer.key[n] = key
    layer.lacks[n] = <uint8_t> lacks
    layer.n = n + 1
    return True


cdef inline bint layer_close(Layer *layer) noexcept nogil:
    """End a block with the last hand added."""
    if layer.n_blocks + 2 > layer.block_room:
        layer.block_room = 2 * layer.block_room + 16
        if not grow(<void **> &layer.block, layer.block_room, sizeof(int64_t)):
            return False
        layer.block[0] = 0
    if layer.n > layer.block[layer.n_blocks]:
        layer.n_blocks += 1
        layer.block[layer.n_blocks] = layer.n
    return True


cdef void layer_free(Layer *layer) noexcept nogil:
    free(layer.key)
    free(layer.lacks)
    free(layer.block)
    free(layer.moves)
    free(layer.useful)
    memset(layer, 0, sizeof(Layer))


# ------------------------------------------------------------------------ numbers of hands

cdef inline int32_t number_at(const Places *places, uint64_t hashed) noexcept nogil:
    """Number of a hand that is there."""
    cdef uint64_t at = hashed >> (64 - places.bits)
    cdef uint64_t mask = (<uint64_t> 1 << places.bits) - 1
    cdef uint32_t mark = <uint32_t> (hashed >> (32 - places.bits))
    while <uint32_t> (places.slot[at] >> 32) != mark:
        at = (at + 1) & mask
    return <int32_t> <uint32_t> places.slot[at] - 1


cdef bint places_try(Places *places, const Layer *layer, const int64_t *first) noexcept nogil:
    """Fill with the hands of a layer in the order of their numbers; False if two look alike."""
    cdef uint64_t mask = (<uint64_t> 1 << places.bits) - 1
    cdef uint64_t hashed, at
    cdef uint32_t mark
    cdef int64_t next_number[LACKING]
    cdef int64_t i
    memcpy(next_number, first, LACKING * sizeof(int64_t))
    memset(places.slot, 0, (mask + 1) * sizeof(uint64_t))
    for i in range(layer.n):
        if i + AHEAD < layer.n:
            zj_prefetch(places.slot + (layer.key[i + AHEAD] * places.factor
                                       >> (64 - places.bits)))
        hashed = layer.key[i] * places.factor
        at = hashed >> (64 - places.bits)
        mark = <uint32_t> (hashed >> (32 - places.bits))
        while places.slot[at] != 0:
            if <uint32_t> (places.slot[at] >> 32) == mark:
                return False
            at = (at + 1) & mask
        next_number[layer.lacks[i]] += 1
        places.slot[at] = <uint64_t> mark << 32 | <uint64_t> next_number[layer.lacks[i]]
    return True


cdef bint places_fill(Places *places, const Layer *layer, const int64_t *first) noexcept nogil:
    places.bits = 6
    while (<int64_t> 1 << places.bits) < 2 * layer.n:
        places.bits += 1
    places.slot = <uint64_t *> malloc((<size_t> 1 << places.bits) * sizeof(uint64_t))
    places.factor = <uint64_t> 0x9E3779B97F4A7C15
    if places.slot == NULL:
        return False
    while not places_try(places, layer, first):
        places.factor = places.factor * <uint64_t> 6364136223846793005 | 1
    return True


cdef void places_free(Places *places) noexcept nogil:
    free(places.slot)
    places.slot = NULL


cdef int number_waiting(Search *s, const Layer *waiting, int gained) noexcept nogil:
    """Number the waiting hands of a layer and make room for what is known of them."""
    cdef int64_t i, n
    cdef int64_t total = s.n_waiting + waiting.n
    cdef int64_t *first = s.first[gained]
    if waiting.n and not (grow(<void **> &s.useful, total, 1)
                          and grow(<void **> &s.copies, total, 1)):
        return SEARCH_NO_MEMORY
    if s.keep_keys and not grow(<void **> &s.keys, total + 1, sizeof(uint64_t)):
        return SEARCH_NO_MEMORY
    memset(first, 0, (LACKING + 1) * sizeof(int64_t))
    for i in range(waiting.n):
        first[waiting.lacks[i] + 1] += 1
    n = s.n_waiting
    for i in range(LACKING + 1):
        n += first[i]
        first[i] = n
    s.n_waiting = total
    if waiting.n:
        s.layers = gained + 1
    return SEARCH_OK


# ------------------------------------------------------------------------------ the layers

cdef int make_waiting(Search *s, Layer *throwing, Layer *waiting, int gained) noexcept nogil:
    """Which throws stay in the search, and the waiting hands that come of them."""
    cdef uint32_t lacks, held, gains, keep, children
    cdef uint32_t most = s.reach + 1 - gained  # of the tiles lacking
    cdef uint64_t key
    cdef int64_t block, i
    cdef int tile
    cdef Look h
    if not grow(<void **> &throwing.moves, throwing.n + 1, sizeof(uint32_t)):
        return SEARCH_NO_MEMORY
    for block in range(throwing.n_blocks):
        for i in range(throwing.block[block], throwing.block[block + 1]):
            key = throwing.key[i]
            lacks = throwing.lacks[i]
            h = look(s, key)
            held = join(h.a.held, h.b.held, h.c.held)
            gains = join(h.a.gained, h.b.gained, h.c.gained)
            keep = better(s, h, lacks, False)
            # Throwing a gained tile takes the gain back.
            throwing.moves[i] = held & (keep | gains) if lacks == most else held
            children = throwing.moves[i] & ~gains
            children &= from_highest(join(h.a.lost, h.b.lost, h.c.lost))
            while children:
                tile = zj_lowest_bit(children)
                children &= children - 1
                if not layer_add(waiting, changed(s, key, tile, False),
                                 lacks + 1 - (keep >> tile & 1)):
                    return SEARCH_NO_MEMORY
        if not layer_close(waiting):
            return SEARCH_NO_MEMORY
        if s.n_hands + waiting.n > s.most:
            return SEARCH_TOO_MANY
    s.n_hands += waiting.n
    return SEARCH_OK


cdef inline uint8_t copies_of(Look h, uint32_t tiles) noexcept nogil:
    """Unseen copies of some tiles."""
    cdef uint8_t copies[32]
    memcpy(copies, h.a.copies, 9)
    memcpy(copies + 9, h.b.copies, 9)
    memcpy(copies + 18, h.c.copies, 9)
    return <uint8_t> zj_sum27(zj_and27(zj_load27(copies), zj_expand27(tiles)))


cdef uint32_t look_ahead(Search *s, Layer *waiting, int64_t i, int gained,
                         int64_t *number) noexcept nogil:
    """What is known of a waiting hand from here on; the tiles whose draw makes a new hand."""
    cdef uint32_t lacks = waiting.lacks[i]
    cdef Look h = look(s, waiting.key[i])
    cdef uint32_t room = join(h.a.room, h.b.room, h.c.room)
    cdef uint32_t lost = join(h.a.lost, h.b.lost, h.c.lost)
    cdef uint32_t useful = better(s, h, lacks, True) & room
    cdef uint32_t stay = useful if lacks == <uint32_t> (s.reach + 1 - gained) else room
    waiting.useful[i] = useful
    s.useful[number[lacks]] = copies_of(h, useful) if lacks <= 2 else 0
    s.copies[number[lacks]] = copies_of(h, stay | room & lost)
    if s.keep_keys:
        s.keys[number[lacks]] = h.a.index + POWER_9 * (h.b.index + POWER_9 * h.c.index)
    number[lacks] += 1
    return stay & ~lost & from_highest(join(h.a.gained, h.b.gained, h.c.gained))


cdef int make_throwing(Search *s, Layer *waiting, Layer *throwing, int gained) noexcept nogil:
    """The throwing hands with one tile more gained."""
    cdef uint32_t children
    cdef int64_t number[LACKING]
    cdef int64_t block, i
    cdef int tile
    memcpy(number, s.first[gained], sizeof(number))
    if not (grow(<void **> &waiting.moves, waiting.n + 1, sizeof(uint32_t))
            and grow(<void **> &waiting.useful, waiting.n + 1, sizeof(uint32_t))):
        return SEARCH_NO_MEMORY
    for block in range(waiting.n_blocks):
        children = 0
        for i in range(waiting.block[block], waiting.block[block + 1]):
            waiting.moves[i] = look_ahead(s, waiting, i, gained, number)
            s.n_hands += number_of(waiting.moves[i])
            children |= waiting.moves[i]
        if s.n_hands > s.most:
            return SEARCH_TOO_MANY
        if gained == s.reach and not s.keep_finished:
            continue  # finished hands at the rim: the useful copies above say all
        while children:
            tile = zj_lowest_bit(children)
            children &= children - 1
            for i in range(waiting.block[block], waiting.block[block + 1]):
                if waiting.moves[i] >> tile & 1 and not layer_add(
                        throwing, changed(s, waiting.key[i], tile, True),
                        waiting.lacks[i] - (waiting.useful[i] >> tile & 1)):
                    return SEARCH_NO_MEMORY
            if not layer_close(throwing):
                return SEARCH_NO_MEMORY
    return SEARCH_OK


# ------------------------------------------------------------------------------- the moves

cdef void find_worth(Search *s, const RulesC *rules, Look h, double *worth) noexcept nogil:
    """What a finished hand is worth, self-drawn: without and with a quad made by the draw."""
    cdef uint8_t row[32]
    cdef uint32_t flags
    cdef int k
    cdef const uint8_t *melds = NULL
    if s.known:
        melds = s.melds
    memcpy(row, h.a.count, 9)
    memcpy(row + 9, h.b.count, 9)
    memcpy(row + 18, h.c.count, 9)
    flags = flags_for(rules, pattern(row, melds), row)
    for k in range(2):
        worth[k] = self_drawn_fan(rules, flags, k)


cdef int open_groups(Search *s, const Layer *throwing, int64_t first, int64_t end, int gained,
                     uint32_t **edges, double **worth) noexcept nogil:
    """Make the groups of some hands; `edges` and `worth` say where those of each begin."""
    cdef int64_t count[LACKING * DEGREES]
    cdef int64_t i, n_edges = 0, n_finished = 0
    cdef int which, degree
    cdef Group *group
    cdef double *next_worth
    cdef uint32_t *next_edges
    memset(count, 0, sizeof(count))
    for i in range(first, end):
        if throwing.lacks[i] or s.keep_finished:
            degree = number_of(throwing.moves[i])
            count[throwing.lacks[i] * DEGREES + degree] += 1
            n_edges += degree
            n_finished += throwing.lacks[i] == 0
    s.n_edges += n_edges
    if not (grow(<void **> &s.chunks, s.n_chunks + 1, sizeof(void *))
            and grow(<void **> &s.groups, s.n_groups + LACKING * DEGREES, sizeof(Group))):
        return SEARCH_NO_MEMORY
    next_worth = <double *> malloc(2 * n_finished * sizeof(double)
                                   + (n_edges + 1) * sizeof(uint32_t))
    if next_worth == NULL:
        return SEARCH_NO_MEMORY
    s.chunks[s.n_chunks] = next_worth
    s.n_chunks += 1
    next_edges = <uint32_t *> (next_worth + 2 * n_finished)
    for which in range(LACKING * DEGREES):
        if count[which] == 0:
            continue
        group = &s.groups[s.n_groups]
        s.n_groups += 1
        group.layer = gained
        group.lacking = which // DEGREES
        group.degree = which % DEGREES
        group.n = count[which]
        group.edges = edges[which] = next_edges
        next_edges += group.n * group.degree
        group.worth = NULL
        if group.lacking == 0:
            group.worth = worth[which] = next_worth
            next_worth += 2 * group.n
    return SEARCH_OK


cdef int want_throws(Search *s, const RulesC *rules, const Layer *throwing, int64_t i,
                     const Places *before, const Places *here, uint32_t **edges, double **worth,
                     Wanted *wanted) noexcept nogil:
    """The edges of one throwing hand, but for their numbers; how many."""
    cdef const Places *places
    cdef const Suit9 *suit
    cdef Look h = look(s, throwing.key[i])
    cdef uint32_t gains = join(h.a.gained, h.b.gained, h.c.gained)
    cdef uint32_t throws = throwing.moves[i]
    cdef int which = throwing.lacks[i] * DEGREES + number_of(throws)
    cdef int tile, rank, n = 0
    cdef bint quad_counts = False
    if throwing.lacks[i] == 0:
        find_worth(s, rules, h, worth[which])
        quad_counts = worth[which][0] != worth[which][1]
        worth[which] += 2
    while throws:
        tile = zj_lowest_bit(throws)
        throws &= throws - 1
        suit = h.a if tile < 9 else h.b if tile < 18 else h.c
        rank = tile - 9 * suit_of(tile)
        places = before if gains >> tile & 1 else here
        wanted[n].places = places
        # Its suits are known, being those of a hand in the search: nothing moves.
        wanted[n].hashed = changed(s, throwing.key[i], tile, False) * places.factor
        zj_prefetch(places.slot + (wanted[n].hashed >> (64 - places.bits)))
        wanted[n].edge = edges[which] + n
        wanted[n].copies = suit.copies_less[rank]
        if quad_counts and suit.count[rank] == 4:
            wanted[n].copies |= COMPLETES_QUAD
        n += 1
    edges[which] += n
    return n


cdef int make_moves(Search *s, const RulesC *rules, const Layer *throwing, int gained,
                    const Places *before, const Places *here) noexcept nogil:
    """The edges of a layer's throwing hands to waiting ones of this layer and the one before."""
    cdef uint32_t *edges[LACKING * DEGREES]
    cdef double *worth[LACKING * DEGREES]
    cdef Wanted wanted[WINDOW * DEGREES]
    cdef int64_t i, end, start = 0
    cdef int k, n
    while start < throwing.n:
        if start % CHUNK == 0:
            end = start + CHUNK if start + CHUNK < throwing.n else throwing.n
            if open_groups(s, throwing, start, end, gained, edges, worth) != SEARCH_OK:
                return SEARCH_NO_MEMORY
        end = start + WINDOW if start + WINDOW < throwing.n else throwing.n
        n = 0
        for i in range(start, end):
            if throwing.lacks[i] or s.keep_finished:
                n += want_throws(s, rules, throwing, i, before, here, edges, worth, wanted + n)
        for k in range(n):
            wanted[k].edge[0] = (<uint32_t> number_at(wanted[k].places, wanted[k].hashed)
                                 << NODE_SHIFT | wanted[k].copies)
        start = end
    return SEARCH_OK


cdef int begin(Search *s, Layer *first) noexcept nogil:
    """The start as a hand."""
    cdef Faults faults = no_faults()
    cdef Facts facts
    cdef uint8_t limit[27]
    cdef int32_t number
    cdef uint64_t key = 0
    cdef int tile, suit
    facts = melded_facts(s.start, s.melds, &faults) if s.known else plain_facts(s.start, &faults)
    s.melded = facts.melded
    s.sets = sets_needed(facts) & 3 if s.melded else sets_needed(facts)
    s.by_pairs = not s.melded and pairs_lacking(facts) <= PAIRS_NEEDED
    for tile in range(27):
        limit[tile] = s.start[tile] + s.unseen[tile]
        s.throw_to[tile] = -1
    for suit in range(3):
        number = suits_begin(&s.suits[suit], s.start + 9 * suit, limit + 9 * suit,
                             s.unseen + 9 * suit, s.melds + 9 * suit, s.melded)
        if number == NO_SUIT:
            return SEARCH_NO_MEMORY
        key |= <uint64_t> number << suit * SUIT_BITS
    s.n_hands = s.throws_first  # a waiting start is counted with its layer
    if not (layer_add(first, key, lacking(s.start, s.melds, facts)) and layer_close(first)):
        return SEARCH_NO_MEMORY
    return SEARCH_OK


cdef void find_starts(Search *s, const Layer *throwing, const Places *here) noexcept nogil:
    """The waiting hands after each throw of the start."""
    cdef uint32_t throws = throwing.moves[0]
    cdef int tile
    while throws:
        tile = zj_lowest_bit(throws)
        throws &= throws - 1
        s.throw_to[tile] = number_at(
            here, changed(s, throwing.key[0], tile, False) * here.factor)


cdef int search_build(Search *s, const RulesC *rules) noexcept nogil:
    """Find all hands and moves; free with search_free whatever comes back."""
    cdef Layer throwing, waiting, following
    cdef Places before, here
    cdef int gained, problem
    memset(&throwing, 0, sizeof(Layer))
    memset(&waiting, 0, sizeof(Layer))
    memset(&following, 0, sizeof(Layer))
    memset(&before, 0, sizeof(Places))
    memset(&here, 0, sizeof(Places))
    problem = begin(s, &throwing if s.throws_first else &waiting)
    for gained in range(LAYERS):
        if problem == SEARCH_OK:
            problem = make_waiting(s, &throwing, &waiting, gained)
        if problem == SEARCH_OK:
            problem = number_waiting(s, &waiting, gained)
        if problem == SEARCH_OK and not places_fill(&here, &waiting, s.first[gained]):
            problem = SEARCH_NO_MEMORY
        if problem == SEARCH_OK and gained == 0 and s.throws_first:
            find_starts(s, &throwing, &here)
        if problem == SEARCH_OK:
            problem = make_throwing(s, &waiting, &following, gained)
        if problem == SEARCH_OK:
            problem = make_moves(s, rules, &throwing, gained, &before, &here)
        layer_free(&throwing)
        layer_free(&waiting)
        places_free(&before)
        throwing, following = following, throwing
        before, here = here, before
        if problem != SEARCH_OK or throwing.n == 0:
            break
    layer_free(&throwing)
    layer_free(&following)
    places_free(&before)
    places_free(&here)
    for gained in range(3):
        suits_end(&s.suits[gained])
    return problem


cdef void search_free(Search *s) noexcept nogil:
    cdef int i
    for i in range(s.n_chunks):
        free(s.chunks[i])
    free(s.chunks)
    free(s.groups)
    free(s.useful)
    free(s.copies)
    free(s.keys)
    s.n_chunks = s.n_groups = 0
    s.chunks = NULL
    s.groups = NULL
    s.useful = NULL
    s.copies = NULL
    s.keys = NULL
