"""重发暗牌: what one seat does not see, dealt anew."""

from libc.stdint cimport uint64_t

from zhuoji_fast._core.state cimport TableC

# Deal what `seat` does not see anew, from number `number` of `seed`; `belief`: with hands as far
# from ting as self-play has them (see belief.pxd), else every deal equally likely. False, and
# nothing has changed, if the hand is over or no deal has been found (see resample.pyx).
cdef bint table_resample(
    TableC *t, int seat, uint64_t seed, uint64_t number, bint belief
) noexcept nogil
