"""The compiled table as other extensions see it."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from zhuoji_fast._core.state cimport TableC


cdef class TableCore:
    cdef TableC t
    cdef readonly object rules      # the Rules value
    cdef bytes rules_data           # what t.rules points into
    cdef readonly int players
    cdef readonly int64_t base
    cdef public bint fresh          # dealt by the constructor: the next reset deals hand 0
    cdef public object ended        # position and settlement of the end, once asked for
    cdef int _seat(self, seat) except -1
    cdef int _action(self, action) except -2
    cdef int _check(self, int seat, action) except -1
    cdef object _illegal(self, int seat, int number, action, int refused)
    cdef int _unanswered(self, uint32_t left) except -1
    cdef object _result(self, int before)
