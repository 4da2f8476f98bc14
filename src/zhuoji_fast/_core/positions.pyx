"""局终: the compiled form of a position: packing, checking, settling and reading it back.

A compiled position is the bytes of one ``PositionC``, compiled rules those of one ``RulesC``.
Everything else about a document (its words, its types, its places) is Python's.
"""

import numpy as np

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
from libc.string cimport memcpy, memset

from zhuoji_fast._core.kernels cimport waits
from zhuoji_fast._core.rules cimport RulesC
from zhuoji_fast._core.settle cimport (
    ITEM_WIN,
    LineC,
    MAX_LINES,
    MELD_PONG,
    MELDS,
    PositionC,
    SEATS,
    SeatC,
    SettlementC,
    WinC,
    kong_kinds,
    next_dealer,
    settle_position,
    situation_of,
)
from zhuoji_fast._core.value cimport (
    STEPS,
    SituationC,
    win_permitted,
    win_value,
    winning_row,
)

cdef enum:
    LONGEST = 432  # characters of 108 tiles, each with its suit, and as many again


cdef extern from *:
    """
    #include "Python.h"
    static const char *zj_ascii(PyObject *text) {
        return PyUnicode_IS_ASCII(text) ? (const char *) PyUnicode_1BYTE_DATA(text) : NULL;
    }
    """
    const char *zj_ascii(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)


cdef struct ArrayLine:
    # One row of the structured array of `lines_of_many`: LINE_DTYPE.
    int64_t position
    int64_t amount
    uint8_t payer
    uint8_t payee
    uint8_t item
    uint8_t why
    signed char tile
    int32_t steps[13]


LINE_DTYPE = np.dtype(
    [
        ("position", np.int64),
        ("amount", np.int64),
        ("payer", np.uint8),
        ("payee", np.uint8),
        ("item", np.uint8),
        ("why", np.uint8),
        ("tile", np.int8),
        ("steps", np.int32, (STEPS,)),
    ],
    align=True,
)


cdef const RulesC *rules_of(bytes data) except NULL:
    if PyBytes_GET_SIZE(data) != sizeof(RulesC):
        raise ValueError(f"compiled rules of {len(data)} bytes, expected {sizeof(RulesC)}")
    return <const RulesC *> PyBytes_AS_STRING(data)


cdef const PositionC *position_of(bytes data) except NULL:
    if PyBytes_GET_SIZE(data) != sizeof(PositionC):
        raise ValueError(f"compiled position of {len(data)} bytes, expected {sizeof(PositionC)}")
    return <const PositionC *> PyBytes_AS_STRING(data)


cdef const SettlementC *settlement_of(bytes data) except NULL:
    if PyBytes_GET_SIZE(data) != sizeof(SettlementC):
        raise ValueError(f"settlement of {len(data)} bytes, expected {sizeof(SettlementC)}")
    return <const SettlementC *> PyBytes_AS_STRING(data)


cdef const uint8_t *counts_of(bytes data) except NULL:
    if PyBytes_GET_SIZE(data) != 27:
        raise ValueError(f"{len(data)} counts, expected 27")
    return <const uint8_t *> PyBytes_AS_STRING(data)


def count_keys(value):
    """Keys of all dicts in decoded JSON, which is no deeper than its decoder allows."""
    cdef Py_ssize_t number = 0
    if type(value) is dict:
        number = len(<dict> value)
        for item in (<dict> value).values():
            if type(item) is dict or type(item) is list:
                number += count_keys(item)
    elif type(value) is list:
        for item in <list> value:
            if type(item) is dict or type(item) is list:
                number += count_keys(item)
    return number


def read_tiles(str text):
    """Tile indices of plain tile text (``12m3p``), or None where a slower reader has to look."""
    cdef const char *chars = zj_ascii(text)
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
    cdef uint8_t tiles[LONGEST]
    cdef Py_ssize_t i
    cdef int done = 0, known = 0, suit
    cdef char c
    if chars == NULL or length > LONGEST:
        return None
    for i in range(length):
        c = chars[i]
        if 49 <= c <= 57:
            tiles[done] = <uint8_t> (c - 49)
            done += 1
            continue
        if c == 109:
            suit = 0
        elif c == 112:
            suit = 9
        elif c == 115:
            suit = 18
        else:
            return None
        if known == done:
            return None
        while known < done:
            tiles[known] += <uint8_t> suit
            known += 1
    if known < done:
        return None
    return PyBytes_FromStringAndSize(<char *> tiles, done)


def write_tiles(bytes tiles, bint ordered=False):
    """Canonical text of tile indices: sorted, or with `ordered` in the order given."""
    cdef Py_ssize_t length = PyBytes_GET_SIZE(tiles)
    cdef const uint8_t *given = <const uint8_t *> PyBytes_AS_STRING(tiles)
    cdef char text[2 * LONGEST]
    cdef int number[27]
    cdef Py_ssize_t i, done = 0
    cdef const char *suits = b"mps"
    cdef int tile = 0, suit = -1
    if length > LONGEST:
        raise ValueError(f"{length} tiles, expected at most {LONGEST}")
    memset(number, 0, sizeof(number))
    for i in range(length):
        if given[i] >= 27:
            raise ValueError(f"tile {given[i]}")
        number[given[i]] += 1
    for i in range(length):
        if ordered:
            tile = given[i]
        else:
            while tile < 26 and number[tile] == 0:
                tile += 1
            number[tile] -= 1
        if suit >= 0 and tile // 9 != suit:
            text[done] = suits[suit]
            done += 1
        suit = tile // 9
        text[done] = <char> (49 + tile % 9)
        done += 1
    if length:
        text[done] = suits[suit]
        done += 1
    return PyUnicode_DecodeASCII(text, done, NULL)


def pack(base, streak, dealer, end, dead_seat, flip, seats, wins, first_chicken, passed):
    """Compile a position.

    Parameters
    ----------
    base, streak, dealer, end, dead_seat, flip : int
        `end` 0 win, 1 exhausted, 2 dead hand; -1 for no flip.
    seats : sequence of tuple
        ``(hand, river, melds, declared, dead)``: tile indices as bytes; melds as
        ``(kind, tile, source, late)``.
    wins : sequence of tuple
        ``(seat, tile, by, source, kong, hot_shot, kong_bloom, first_draw, heavenly,
        first_discard)``.
    first_chicken : sequence of tuple
        Two pairs ``(seat, mask of claimers)``, for 1s and 8p; seat -1 for none.
    passed : sequence of tuple
        Pairs ``(seat, tile)``.
    """
    cdef PositionC p
    cdef SeatC *seat
    cdef WinC *win
    cdef bytes hand, river
    cdef int i, k
    if not 2 <= len(seats) <= SEATS or len(wins) > SEATS - 1:
        raise ValueError(f"{len(seats)} seats, {len(wins)} wins")
    memset(&p, 0, sizeof(PositionC))
    p.base = base
    p.streak = streak
    p.n = len(seats)
    p.dealer = dealer
    p.end = end
    p.dead_seat = dead_seat
    p.flip = flip
    for i, (hand, river, melds, declared, dead) in enumerate(seats):
        seat = &p.seat[i]
        if len(melds) > MELDS:
            raise ValueError(f"{len(melds)} melds")
        add_tiles(seat.hand, hand)
        add_tiles(seat.river, river)
        for k, (kind, tile, source, late) in enumerate(melds):
            seat.meld[k].kind = kind
            seat.meld[k].tile = tile
            seat.meld[k].source = source
            seat.meld[k].late = late
            if seat.meld[k].tile < 27:
                seat.melds[seat.meld[k].tile] += 3 if seat.meld[k].kind == MELD_PONG else 4
        seat.n_melds = len(melds)
        seat.declared = declared
        seat.dead = dead
        seat.passed = -1
    p.n_wins = len(wins)
    for i, facts in enumerate(wins):
        win = &p.win[i]
        (win.seat, win.tile, win.by, win.source, win.kong, win.hot_shot, win.kong_bloom,
         win.first_draw, win.heavenly, win.first_discard) = facts
    for i, (thrower, claimers) in enumerate(first_chicken):
        p.first_chicken[i & 1].seat = thrower
        p.first_chicken[i & 1].claimers = claimers
    for passer, tile in passed:
        k = passer
        if 0 <= k < SEATS:
            p.seat[k].passed = tile
    return PyBytes_FromStringAndSize(<char *> &p, sizeof(PositionC))


cdef void add_tiles(uint8_t *counts, bytes tiles) noexcept:
    # Counts stop at 100, which is too many anyway.
    cdef uint8_t tile
    for tile in tiles:
        if tile < 27 and counts[tile] < 100:
            counts[tile] += 1


def fifth_copy(bytes position):
    """Lowest tile kind that lies more than four times in a position, -1 if there is none."""
    cdef const PositionC *p = position_of(position)
    cdef int total[27]
    cdef int tile, seat
    for tile in range(27):
        total[tile] = 0
        for seat in range(p.n):
            total[tile] += (
                p.seat[seat].hand[tile] + p.seat[seat].melds[tile] + p.seat[seat].river[tile]
            )
    if p.n_wins:
        total[p.win[0].tile] += 1
    if p.flip >= 0:
        total[p.flip] += 1
    for tile in range(27):
        if total[tile] > 4:
            return tile
    return -1


def seat_waits(bytes position):
    """Waits of each seat as a bit mask, 0 for dead seats."""
    cdef const PositionC *p = position_of(position)
    cdef int i
    return [
        0 if p.seat[i].dead else waits(p.seat[i].hand, p.seat[i].melds) for i in range(p.n)
    ]


def permitted(bytes rules, bytes position, int number):
    """Whether win `number` of a position, a finished hand, is allowed by the rules."""
    cdef const PositionC *p = position_of(position)
    cdef const RulesC *r = rules_of(rules)
    cdef const WinC *win
    cdef const SeatC *seat
    cdef SituationC situation
    if not 0 <= number < p.n_wins:
        raise ValueError(f"win {number} of {p.n_wins}")
    win = &p.win[number]
    seat = &p.seat[win.seat]
    situation_of(p, win, win.source if win.source >= 0 else win.seat, &situation)
    return bool(win_permitted(r, winning_row(r, seat.hand, seat.melds, win.tile),
                              kong_kinds(seat), &situation))


def settle(bytes rules, bytes position):
    """Settle one position: the settlement as bytes, for the readers below."""
    cdef SettlementC out
    memset(&out, 0, sizeof(SettlementC))
    settle_position(position_of(position), rules_of(rules), &out)
    return PyBytes_FromStringAndSize(<char *> &out, sizeof(SettlementC))


def totals(bytes settlement, int players):
    """Totals by seat."""
    cdef const SettlementC *s = settlement_of(settlement)
    cdef int i
    return tuple([s.totals[i] for i in range(min(players, SEATS))])


def ting(bytes settlement):
    """Bit mask of the ting seats."""
    return settlement_of(settlement).ting


def wait_masks(bytes settlement, int players):
    """Waits by seat, as bit masks of tiles."""
    cdef const SettlementC *s = settlement_of(settlement)
    cdef int i
    return tuple([s.waits[i] for i in range(min(players, SEATS))])


def lines(bytes settlement):
    """Lines as tuples (payer, payee, amount, item, tile, why) of numbers; tile -1 for none."""
    cdef const SettlementC *s = settlement_of(settlement)
    cdef const LineC *line
    cdef int i
    found = []
    for i in range(min(s.n_lines, MAX_LINES)):
        line = &s.line[i]
        found.append((line.payer, line.payee, line.amount, line.item, line.tile, line.why))
    return found


def wins(bytes settlement, int number):
    """Wins as (seat, row, {payer: (value, steps)}), a step for each code, most of them 0."""
    cdef const SettlementC *s = settlement_of(settlement)
    cdef int i, payer, k
    found = []
    for i in range(min(number, SEATS - 1)):
        values = {}
        for payer in range(SEATS):
            if s.win[i].payers >> payer & 1:
                values[payer] = (
                    s.win[i].value[payer], [s.win[i].step[payer][k] for k in range(STEPS)]
                )
        found.append((s.win[i].seat, s.win[i].row, values))
    return found


cdef object pointers(list compiled):
    # Addresses of the compiled rules and positions; valid while the list holds them.
    found = np.empty((len(compiled), 2), np.uintp)
    cdef uintptr_t[:, ::1] address = found
    cdef Py_ssize_t i
    cdef bytes rules, position
    for i, (rules, position) in enumerate(compiled):
        address[i, 0] = <uintptr_t> rules_of(rules)
        address[i, 1] = <uintptr_t> position_of(position)
    return found


def settle_many(list compiled, int64_t[:, ::1] totals):
    """Settle pairs (rules, position) into rows of `totals`; return the number of lines."""
    cdef uintptr_t[:, ::1] address = pointers(compiled)
    cdef SettlementC out
    cdef Py_ssize_t i
    cdef int seat, width = <int> totals.shape[1]
    cdef int64_t number = 0
    if totals.shape[0] != address.shape[0] or width > SEATS:
        raise ValueError(f"totals of shape ({totals.shape[0]}, {width})")
    with nogil:
        for i in range(address.shape[0]):
            settle_position(<const PositionC *> address[i, 1], <const RulesC *> address[i, 0],
                            &out)
            for seat in range(width):
                totals[i, seat] = out.totals[seat]
            number += out.n_lines
    return number


def lines_of_many(list compiled, int64_t number):
    """Lines of pairs (rules, position) as an array of LINE_DTYPE; `number` of them in all."""
    found = np.zeros(number, LINE_DTYPE)
    if found.itemsize != sizeof(ArrayLine):
        raise ValueError(f"lines of {found.itemsize} bytes, expected {sizeof(ArrayLine)}")
    cdef uint8_t[::1] data = found.view(np.uint8)
    cdef uintptr_t[:, ::1] address = pointers(compiled)
    cdef ArrayLine *rows
    cdef SettlementC out
    cdef Py_ssize_t i
    cdef int64_t done = 0
    cdef int k
    if number == 0:
        return found
    rows = <ArrayLine *> &data[0]
    with nogil:
        for i in range(address.shape[0]):
            settle_position(<const PositionC *> address[i, 1], <const RulesC *> address[i, 0],
                            &out)
            for k in range(out.n_lines):
                if done < number:
                    fill_line(&rows[done], &out, k)
                    rows[done].position = i
                done += 1
    if done != number:
        raise ValueError(f"{done} lines, expected {number}")
    return found


cdef void fill_line(ArrayLine *row, const SettlementC *out, int k) noexcept nogil:
    cdef const LineC *line = &out.line[k]
    cdef int i
    row.amount = line.amount
    row.payer = line.payer
    row.payee = line.payee
    row.item = line.item
    row.why = line.why
    row.tile = line.tile
    if line.item == ITEM_WIN:
        for i in range(SEATS - 1):
            if out.win[i].seat == line.payee:
                memcpy(row.steps, out.win[i].step[line.payer], sizeof(row.steps))
                return


def settle_loop(list compiled, int rounds):
    """Settle pairs (rules, position) `rounds` times over without Python: for benchmarks."""
    cdef uintptr_t[:, ::1] address = pointers(compiled)
    cdef SettlementC out
    cdef Py_ssize_t i
    cdef int _round
    cdef int64_t number = 0
    with nogil:
        for _round in range(rounds):
            for i in range(address.shape[0]):
                settle_position(<const PositionC *> address[i, 1],
                                <const RulesC *> address[i, 0], &out)
                number += out.n_lines
    return number


def dealer_after(bytes rules, bytes position, unsigned int ting_seats):
    """Who deals next and the streak he then has."""
    cdef int64_t streak = 0
    cdef int dealer = next_dealer(position_of(position), rules_of(rules), ting_seats, &streak)
    return dealer, streak


def finished_row(bytes rules, bytes hand, bytes melds, int tile):
    """Row of the fan table that 13 tiles and `tile` make, -1 if they are not finished."""
    if not 0 <= tile < 27:
        raise ValueError(f"tile {tile}")
    return winning_row(rules_of(rules), counts_of(hand), counts_of(melds), tile)


def win_steps(bytes rules, int row, facts, int passport_kinds):
    """Value of a win to one payer, its step for each code, and whether it is allowed.

    `facts` are ``(by, kong_bloom, first_draw, heavenly, first_discard, hot_shot, declared,
    payer_declared, dealer_wins, dealer_pays, players, streak)`` as numbers, `passport_kinds`
    the bits of the winner's kongs.
    """
    cdef const RulesC *r = rules_of(rules)
    cdef SituationC s
    cdef int32_t steps[13]
    cdef int64_t value
    cdef int k
    if not 0 <= row < 10:
        raise ValueError(f"row {row}")
    (s.by, s.kong_bloom, s.first_draw, s.heavenly, s.first_discard, s.hot_shot, s.declared,
     s.payer_declared, s.dealer_wins, s.dealer_pays, s.players, s.streak) = facts
    value = win_value(r, row, &s, steps)
    return (value, [steps[k] for k in range(STEPS)],
            bool(win_permitted(r, row, passport_kinds, &s)))
