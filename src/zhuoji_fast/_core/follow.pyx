"""跟牌: the ordinary events of a log played on a table: draws and discards as they should be.

Nothing is refused here: this stops at the first event that is anything else, and the reader of
logs looks at it.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from zhuoji_fast._core.state cimport DISCARD, PASS, PHASE_CLAIM, PHASE_TURN, LegalC, wall_left
from zhuoji_fast._core.table cimport table_legal, table_place, table_step
from zhuoji_fast._core.tabledoor cimport TableCore

cdef dict INDEX = {
    f"{rank}{suit}": 9 * place + rank - 1
    for place, suit in enumerate("mps")
    for rank in range(1, 10)
}


cdef int number_of(object value) except? -2:
    # A whole number from 0 on, -1 for anything else.
    if type(value) is not int:
        return -1
    return value if 0 <= value < 1000 else -1


cdef int tile_of(dict event) except? -2:
    pai = event.get("pai")
    if type(pai) is not str:
        return -1
    return INDEX.get(pai, -1)


cdef bint discards(TableCore table, dict event) except -1:
    cdef LegalC legal
    cdef uint8_t answers[4]
    cdef int tile = tile_of(event)
    cdef int seat = table.t.turn
    if tile < 0 or number_of(event.get("actor")) != seat:
        return False
    if event.get("tsumogiri") is not (tile == table.t.drawn):
        return False
    table_legal(&table.t, seat, &legal)
    if not legal.discards >> tile & 1:
        return False
    memset(answers, PASS, sizeof(answers))
    answers[seat] = <uint8_t> (DISCARD + tile)
    table_step(&table.t, answers)
    return True


cdef bint draws(TableCore table, dict event) except -1:
    cdef uint8_t answers[4]
    cdef int seat = (table.t.turn + 1) % table.t.p.n
    cdef int tile = tile_of(event)
    if tile < 0 or number_of(event.get("actor")) != seat:
        return False
    if event.get("rinshan", False) is not False:
        return False
    if wall_left(&table.t) == 0 or not table_place(&table.t, tile, False):
        return False
    memset(answers, PASS, sizeof(answers))
    table_step(&table.t, answers)
    return True


def follow(TableCore table, list events, Py_ssize_t at):
    """Play events from place `at` on; give the place of the first that is not an ordinary one.

    The table is patient. An event that is not played has left it as it was.
    """
    cdef bint played
    while at < len(events):
        event = events[at]
        if type(event) is not dict:
            break
        kind = (<dict> event).get("type")
        if table.t.phase == PHASE_TURN:
            played = kind == "dahai" and discards(table, <dict> event)
        elif table.t.phase == PHASE_CLAIM:
            played = kind == "tsumo" and draws(table, <dict> event)
        else:
            break
        if not played:
            break
        at += 1
    return at
