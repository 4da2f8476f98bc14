"""The hands of the exact solo search, numbered, and the moves between them."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset
from zhuoji_fast._core.kernels cimport pattern
from zhuoji_fast._core.rows cimport *
from zhuoji_fast._core.rules cimport (
    ROW_PING, SELF_DRAW_ALL, SELF_DRAW_PLAIN, RulesC, best_row, flags_for)
from zhuoji_fast._core.shanten cimport (
    Facts, Faults, lacking, melded_facts, no_faults, pairs_lacking, plain_facts, sets_needed)
from zhuoji_fast._core.useful cimport capped_near, plain_near, throw_row

cdef enum:
    WIDTH = 32  # bytes a row
    DRAGON = 8

# 27 counts in base 5 fit a word, and a tile more or less is a constant more or less.
cdef uint64_t power[27]
cdef int power_index
power[0] = 1
for power_index in range(1, 27):
    power[power_index] = power[power_index - 1] * 5


cdef inline Facts facts_of(const Search *s, const uint8_t *row) noexcept nogil:
    cdef Faults faults = no_faults()
    if s.known:
        return melded_facts(row, s.melds, &faults)
    return plain_facts(row, &faults)


cdef inline void near_of(const Search *s, const uint8_t *row, Facts f, int sign,
                         uint8_t *near) noexcept nogil:
    """Tiles lacking after a tile more (1) or less (-1) of each kind, both shapes considered."""
    cdef zj_row counts = zj_load27(row)
    if f.melded:
        capped_near(row, s.melds, sets_needed(f) & 3, sign, near)
    else:
        plain_near(row, sets_needed(f), sign, near)
    if sign < 0:
        zj_store27(near, throw_row(zj_load27(near), counts, pairs_lacking(f)))
    else:
        zj_store27(near, zj_min27(zj_load27(near), zj_subs27(
            zj_splat27(pairs_lacking(f)), zj_and27(counts, zj_splat27(1)))))


cdef inline uint32_t above(const uint8_t *row, const uint8_t *other) noexcept nogil:
    """Kinds of which a row has more than another."""
    return ~zj_equal27(zj_subs27(zj_load27(row), zj_load27(other)), 0) & 0x7FFFFFF


cdef inline uint32_t from_highest(uint32_t bits) noexcept nogil:
    """The highest of 27 bits and all above it; all bits if there is none."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    return ~(bits >> 1) & 0x7FFFFFF


cdef inline uint8_t copies_left(const Search *s, int tile, int held) noexcept nogil:
    """Unseen copies of a tile when `held` of it are in hand."""
    cdef int gained = held - s.start[tile]
    return <uint8_t> (s.unseen[tile] - (gained if gained > 0 else 0))


cdef bint grow(void **array, int64_t items, size_t item) noexcept nogil:
    cdef void *bigger = realloc(array[0], <size_t> items * item)
    if bigger == NULL:
        return False
    array[0] = bigger
    return True


cdef bint layer_add(Layer *layer, const uint8_t *row, int tile, int change, uint64_t key,
                    uint8_t lacks) noexcept nogil:
    """Append a row with one count changed."""
    cdef int64_t n = layer.n
    if n == layer.room:
        layer.room = 2 * n if n else 64
        if not (grow(<void **> &layer.row, layer.room * WIDTH, 1)
                and grow(<void **> &layer.key, layer.room, sizeof(uint64_t))
                and grow(<void **> &layer.throws, layer.room, sizeof(uint32_t))
                and grow(<void **> &layer.lacking, layer.room, 1)):
            return False
    memcpy(layer.row + n * WIDTH, row, WIDTH)
    layer.row[n * WIDTH + tile] += <uint8_t> change
    layer.key[n] = key
    layer.lacking[n] = lacks
    layer.n = n + 1
    return True


cdef void layer_free(Layer *layer) noexcept nogil:
    free(layer.row)
    free(layer.key)
    free(layer.throws)
    free(layer.lacking)
    memset(layer, 0, sizeof(Layer))


cdef inline int64_t place_of(const Places *places, uint64_t key) noexcept nogil:
    """Where a key is or belongs."""
    cdef int64_t at = <int64_t> ((key * <uint64_t> 0x9E3779B97F4A7C15) >> 32) & (places.size - 1)
    while places.key[at] != key and places.key[at] != 0:
        at = (at + 1) & (places.size - 1)
    return at


cdef bint places_fill(Places *places, const Layer *layer, int64_t first) noexcept nogil:
    """Number the hands of a layer from `first` on."""
    cdef int64_t i, at
    places.size = 64
    while places.size < 2 * layer.n:
        places.size *= 2
    places.key = <uint64_t *> calloc(places.size, sizeof(uint64_t))
    places.number = NULL
    if places.key == NULL or not grow(<void **> &places.number, places.size, sizeof(int32_t)):
        return False
    for i in range(layer.n):
        at = place_of(places, layer.key[i])
        places.key[at] = layer.key[i]
        places.number[at] = <int32_t> (first + i)
    return True


cdef void places_free(Places *places) noexcept nogil:
    free(places.key)
    free(places.number)
    memset(places, 0, sizeof(Places))


cdef void find_throws(const Search *s, Layer *throwing, int64_t i, int gained,
                      uint8_t *near) noexcept nogil:
    """Which throws of hand i stay in the search."""
    cdef const uint8_t *row = throwing.row + i * WIDTH
    cdef int room = s.reach + 1 - gained
    cdef zj_row counts = zj_load27(row)
    cdef zj_row allowed
    near_of(s, row, facts_of(s, row), -1, near)
    # Throwing a gained tile takes the gain back.
    allowed = zj_add27(zj_splat27(room), zj_min27(
        zj_subs27(counts, zj_load27(s.start)), zj_splat27(1)))
    throwing.throws[i] = (zj_equal27(zj_subs27(zj_load27(near), allowed), 0)
                          & ~zj_equal27(counts, 0))


cdef int make_waiting(Search *s, Layer *throwing, Layer *waiting, int gained) noexcept nogil:
    """The waiting hands of a layer from its throwing ones."""
    cdef uint8_t near[WIDTH]
    cdef uint32_t children
    cdef int64_t i
    cdef int tile
    for i in range(throwing.n):
        find_throws(s, throwing, i, gained, near)
        if gained > s.reach:
            continue  # finished rim: whoever waits for it has one tile less gained
        children = throwing.throws[i] & ~above(throwing.row + i * WIDTH, s.start)
        children &= from_highest(above(s.start, throwing.row + i * WIDTH))
        while children:
            tile = zj_lowest_bit(children)
            children &= children - 1
            if not layer_add(waiting, throwing.row + i * WIDTH, tile, -1,
                             throwing.key[i] - power[tile], near[tile]):
                return SEARCH_NO_MEMORY
        if s.n_hands + waiting.n > s.most:
            return SEARCH_TOO_MANY
    s.n_hands += waiting.n
    return SEARCH_OK


cdef int number_waiting(Search *s, const Layer *waiting) noexcept nogil:
    """Room for the waiting hands of a layer and what is known of them already."""
    cdef int64_t i
    cdef int64_t total = s.n_waiting + waiting.n
    if total > s.waiting_room:
        s.waiting_room = 2 * total
        if not (grow(<void **> &s.wins, s.waiting_room, 1)
                and grow(<void **> &s.ting, s.waiting_room, 1)):
            return SEARCH_NO_MEMORY
    for i in range(waiting.n):
        s.wins[s.n_waiting + i] = 0
        s.ting[s.n_waiting + i] = waiting.lacking[i] == 1
    s.n_waiting = total
    return SEARCH_OK


cdef void find_worth(Search *s, const RulesC *rules, const uint8_t *row, int64_t node,
                     bint finished) noexcept nogil:
    """What a finished throwing hand is worth, self-drawn."""
    cdef uint32_t flags
    cdef int row_with, row_without
    s.worth[node] = -1
    s.worth_no_quad[node] = -1
    if not finished:
        return
    if rules == NULL:
        s.worth[node] = 1
        s.worth_no_quad[node] = 1
        return
    flags = flags_for(rules, pattern(row, s.melds if s.known else NULL), row)
    row_with = best_row(rules, flags, True)
    row_without = best_row(rules, flags, False)
    s.worth[node] = <int32_t> (rules.fan[row_with] + self_draw_bonus(rules, row_with))
    s.worth_no_quad[node] = <int32_t> (rules.fan[row_without]
                                       + self_draw_bonus(rules, row_without))


cdef inline int self_draw_bonus(const RulesC *rules, int row) noexcept nogil:
    return (rules.self_draw == SELF_DRAW_ALL
            or (rules.self_draw == SELF_DRAW_PLAIN and row == ROW_PING))


cdef int make_moves(Search *s, const RulesC *rules, const Layer *throwing, int gained,
                    const Places *before, const Places *here) noexcept nogil:
    """The edges of a layer's throwing hands to waiting ones of this layer and the one before."""
    cdef int64_t i, node
    cdef uint32_t throws, gains
    cdef int tile
    cdef uint64_t key
    cdef const uint8_t *row
    cdef const Places *places
    for i in range(throwing.n):
        if throwing.lacking[i] == 0 and not s.keep_finished and not (gained == 0 and i == 0
                                                                     and s.throws_first):
            continue
        node = s.n_throwing
        if node + 2 > s.throwing_room:
            s.throwing_room = 2 * node + 64
            if not (grow(<void **> &s.first, s.throwing_room, sizeof(int64_t))
                    and grow(<void **> &s.worth, s.throwing_room, sizeof(int32_t))
                    and grow(<void **> &s.worth_no_quad, s.throwing_room, sizeof(int32_t))):
                return SEARCH_NO_MEMORY
        if s.n_edges + 27 > s.edge_room:
            s.edge_room = 2 * s.n_edges + 512
            if not (grow(<void **> &s.to, s.edge_room, sizeof(int32_t))
                    and grow(<void **> &s.copies, s.edge_room, 1)):
                return SEARCH_NO_MEMORY
        row = throwing.row + i * WIDTH
        find_worth(s, rules, row, node, throwing.lacking[i] == 0)
        gains = above(row, s.start)
        throws = throwing.throws[i]
        s.first[node] = s.n_edges
        while throws:
            tile = zj_lowest_bit(throws)
            throws &= throws - 1
            places = before if gains >> tile & 1 else here
            key = throwing.key[i] - power[tile]
            s.to[s.n_edges] = places.number[place_of(places, key)]
            if gained == 0 and s.throws_first and i == 0:
                s.throw_to[tile] = s.to[s.n_edges]
            s.copies[s.n_edges] = copies_left(s, tile, row[tile] - 1)
            if throwing.lacking[i] == 0 and not s.keep_finished:
                s.copies[s.n_edges] = 0  # counted among the wins
            # A copy count has three bits; the fourth says that the draw completes a quad.
            if row[tile] == 4 and s.worth[node] != s.worth_no_quad[node]:
                s.copies[s.n_edges] |= COMPLETES_QUAD
            s.n_edges += 1
        s.n_throwing = node + 1
        s.first[node + 1] = s.n_edges
    return SEARCH_OK


cdef int make_throwing(Search *s, const Layer *waiting, int64_t first, Layer *throwing,
                       int gained) noexcept nogil:
    """The throwing hands with one tile more gained, and the waits of this layer."""
    cdef uint8_t near[WIDTH]
    cdef int64_t i
    cdef uint32_t allowed, reached, children, won
    cdef int tile, wins
    cdef const uint8_t *row
    cdef zj_row lacks
    for i in range(waiting.n):
        row = waiting.row + i * WIDTH
        near_of(s, row, facts_of(s, row), 1, near)
        lacks = zj_load27(near)
        allowed = above(s.limit, row)
        won = zj_equal27(lacks, 0) & allowed
        reached = zj_equal27(zj_subs27(lacks, zj_splat27(s.reach - gained)), 0) & allowed
        children = (reached & ~above(s.start, row)
                    & from_highest(above(row, s.start)))
        wins = 0
        while won:
            tile = zj_lowest_bit(won)
            won &= won - 1
            wins += copies_left(s, tile, row[tile])
        s.wins[first + i] = <uint8_t> wins
        while children:
            tile = zj_lowest_bit(children)
            children &= children - 1
            s.n_hands += 1
            if gained == s.reach and not s.keep_finished:
                continue  # a finished hand at the rim: the wins above say all
            if not layer_add(throwing, row, tile, 1, waiting.key[i] + power[tile], near[tile]):
                return SEARCH_NO_MEMORY
        if s.n_hands > s.most:
            return SEARCH_TOO_MANY
    return SEARCH_OK


cdef int search_build(Search *s, const RulesC *rules) noexcept nogil:
    """Find all hands and moves; free with search_free whatever comes back."""
    cdef Layer throwing, waiting, following
    cdef Places before, here
    cdef int gained, tile, problem = SEARCH_OK
    cdef int64_t first
    cdef uint64_t key = 0
    memset(&throwing, 0, sizeof(Layer))
    memset(&waiting, 0, sizeof(Layer))
    memset(&following, 0, sizeof(Layer))
    memset(&before, 0, sizeof(Places))
    memset(&here, 0, sizeof(Places))
    for tile in range(27):
        key += power[tile] * s.start[tile]
        s.throw_to[tile] = -1
    tile = <int> lacking(s.start, s.melds, facts_of(s, s.start))
    if not layer_add(&throwing if s.throws_first else &waiting, s.start, 0, 0, key,
                     <uint8_t> tile):
        problem = SEARCH_NO_MEMORY
    s.n_hands = 1
    for gained in range(s.reach + 2):
        if problem != SEARCH_OK:
            break
        first = s.n_waiting
        if gained or s.throws_first:
            problem = make_waiting(s, &throwing, &waiting, gained)
        if problem == SEARCH_OK:
            problem = number_waiting(s, &waiting)
        if problem == SEARCH_OK and not places_fill(&here, &waiting, first):
            problem = SEARCH_NO_MEMORY
        if problem == SEARCH_OK:
            problem = make_moves(s, rules, &throwing, gained, &before, &here)
        if problem == SEARCH_OK:
            problem = make_throwing(s, &waiting, first, &following, gained)
        layer_free(&throwing)
        layer_free(&waiting)
        places_free(&before)
        throwing, following = following, throwing
        before, here = here, before
    layer_free(&throwing)
    layer_free(&waiting)
    layer_free(&following)
    places_free(&before)
    places_free(&here)
    return problem


cdef void search_free(Search *s) noexcept nogil:
    free(s.first)
    free(s.to)
    free(s.copies)
    free(s.wins)
    free(s.ting)
    free(s.worth)
    free(s.worth_no_quad)
    s.first = NULL
    s.to = NULL
    s.copies = NULL
    s.wins = NULL
    s.ting = NULL
    s.worth = NULL
    s.worth_no_quad = NULL
