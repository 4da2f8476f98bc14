"""C interface of the hand analysis, which other extensions cimport.

``counts`` are 27 concealed tiles, ``melds`` the 27 counts of the owner's meld tiles (0, 3 or 4)
or NULL where they are unknown. All functions but ``check`` expect input that ``check`` accepts.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t

cdef int check(const uint8_t *counts, const uint8_t *melds, int remainder) noexcept nogil
cdef int shanten(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef bint is_win(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef uint32_t waits(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef uint32_t useful_tiles(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef void discard_shanten(const uint8_t *counts, const uint8_t *melds,
                          int8_t *out) noexcept nogil
cdef void best_discard(const uint8_t *counts, const uint8_t *melds, const uint8_t *seen,
                       int *tile, int *shanten_after, int *unseen) noexcept nogil
cdef uint32_t pattern(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef void wait_patterns(const uint8_t *counts, const uint8_t *melds, uint8_t *out) noexcept nogil
cdef int decompose(const uint8_t *counts, const uint8_t *melds, int8_t *out) noexcept nogil
cdef int count_decompositions(const uint8_t *counts, const uint8_t *melds) noexcept nogil
cdef void shanten_parts(const uint8_t *counts, const uint8_t *melds, int *standard,
                        int *seven_pairs) noexcept nogil
# Of n rows, `step` bytes apart, into n rows of 27; nonzero if any of them is impossible.
cdef int wait_patterns_of_rows(const uint8_t *counts, Py_ssize_t step, const uint8_t *melds,
                               Py_ssize_t melds_step, Py_ssize_t n, uint8_t *out) noexcept nogil
# The tables, for extensions that include kernels inline; see rows.pxd.
cdef const void *tables() noexcept nogil
