"""What a table says in Python: events, views and positions as plain data."""

from zhuoji_fast._core.state cimport TableC

cdef list events_of(const TableC *t, int start)
cdef list dealt_hands(const TableC *t)
cdef dict view_of(const TableC *t, int seat)
cdef dict position_of_table(const TableC *t)
