"""The array doors, for other array functions of the library; no public interface."""

cdef object as_input(object x)
cdef object as_type_of(object x, object counts)
