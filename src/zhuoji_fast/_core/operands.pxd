"""Operands of the array functions, made from what callers give; for the modules of the doors."""

cimport numpy as cnp

import numpy as np


cdef inline object as_input(object x):
    """Arrays, and foreign arrays with ufuncs of their own, as they are; bytes as a row."""
    if cnp.PyArray_CheckExact(x):
        return x
    if cnp.PyArray_Check(x):
        if hasattr(x, "mask"):
            raise TypeError("a masked array")
        return np.asarray(x)
    if hasattr(x, "__array_ufunc__"):
        return x
    return cnp.PyArray_FROM_O(memoryview(x) if isinstance(x, bytes) else x)


cdef inline object as_type_of(object x, object counts):
    """A second operand in the integer type of the first, so that one loop serves both."""
    x = as_input(x)
    kind = getattr(counts, "dtype", None)
    # The loop goes by type number: on many systems two integer types are equal but not the same.
    if kind is None or x.dtype.num == kind.num or kind.kind not in "iu" or x.dtype.kind not in "iu":
        return x
    if cnp.PyArray_Check(x) and x.size and (x.min() < 0 or x.max() > 4):
        raise ValueError()
    return x.astype(kind)
