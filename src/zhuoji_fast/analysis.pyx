"""Hand analysis for arrays of hands and for single ones: the public array functions.

One law for all: the last axis has length 27 and counts concealed tiles (index 0-8 = 1-9m,
9-17 = 1-9p, 18-26 = 1-9s); leading axes broadcast. ``melds`` are the counts of the owner's own
meld tiles, 3 for a pong and 4 for a kong.

Without ``melds`` a hand's melds are *unknown*: any concealed total from 1 to 14 of the right
remainder is taken, four sets less one for each three tiles missing, and every kind is free. With
``melds`` the concealed tiles and three for each meld must be 13 or 14, an all-zero row is a hand
without melds, and a kind may be used no more than ``4 - melds`` times.

Any integer type is taken and range-checked; contiguous ``uint8`` is read in place. ``bytes`` of
length 27 are one hand, the fastest single call. The GIL is released. After an error ``out`` may
be partly written.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int8_t, uint8_t, uint32_t
from zhuoji_fast._core cimport kernels
from zhuoji_fast._core.operands cimport as_input, as_type_of

cimport numpy as cnp

import numpy as np

from zhuoji_fast._core.kernels import MAX_READINGS, UFUNCS

__all__ = [
    "MAX_READINGS",
    "best_discard",
    "count_decompositions",
    "decompose",
    "discard_shanten",
    "is_win",
    "pattern",
    "shanten",
    "shanten_parts",
    "useful_tiles",
    "wait_patterns",
    "waits",
]


cnp.import_array()

ctypedef const uint8_t *Row

cdef uint8_t NONE_SEEN[27]  # zero, as all static data


cdef object explained(object error, int remainder, object counts, object melds, seen, axis):
    """The error to raise for input that a ufunc refused."""
    from zhuoji_fast import _diagnose
    return _diagnose.explain(error, remainder, counts, melds, seen=seen, axis=axis)


cdef Row one_row(bytes row):
    """The 27 bytes of a row, NULL if it has another length."""
    return <const uint8_t *> PyBytes_AS_STRING(row) if PyBytes_GET_SIZE(row) == 27 else NULL


cdef inline bint is_one_hand(object counts, object melds, object out, object axis):
    return (type(counts) is bytes and (melds is None or type(melds) is bytes)
            and out is None and axis == -1)


cdef inline Row checked(object counts, object melds, int remainder) except NULL:
    """The counts of one valid hand."""
    cdef const uint8_t *c = one_row(counts)
    cdef const uint8_t *m = NULL
    if melds is not None:
        m = one_row(melds)
    if c == NULL or (m == NULL and melds is not None) or kernels.check(c, m, remainder):
        raise explained(ValueError(), remainder, counts, melds, None, -1)
    return c


cdef inline Row rows_of(object melds):
    if melds is None:
        return NULL
    return <Row> PyBytes_AS_STRING(melds)


cdef object batch(str name, int remainder, object counts, object melds, object out, object axis,
                  object seen=None, bint with_seen=False):
    """Call a ufunc, and explain what it refuses."""
    try:
        if name == "decompose" and axis != -1:
            # The result has axes of its own, so the ufunc has no single axis to move.
            counts, melds = [x if x is None else np.moveaxis(as_input(x), axis.__index__(), -1)
                             for x in (counts, melds)]
            axis = -1
        rows = as_input(counts)
        plain, melded = UFUNCS[name]
        options = {}
        if out is not None:
            options["out"] = out
            options["casting"] = "equiv"  # a result is never cast into another type
        if axis != -1:
            options["axis"] = axis
        operands = [rows]
        if melds is not None:
            operands.append(as_type_of(melds, rows))
        if with_seen:
            operands.append(unseen_like(rows, axis) if seen is None else as_type_of(seen, rows))
        return (plain if melds is None else melded)(*operands, **options)
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise explained(error, remainder, counts, melds, seen, axis) from None


cdef object unseen_like(object rows, object axis):
    """Zeros that broadcast with rows, the 27 at the same axis."""
    shape = [1] * rows.ndim
    if not -rows.ndim <= axis < rows.ndim:
        raise ValueError()
    shape[axis if axis >= 0 else axis + rows.ndim] = 27
    return np.zeros(shape, rows.dtype)


cdef object byte_array(int kind, uint8_t **to):
    """(27,) array of bytes to be filled."""
    cdef cnp.npy_intp n = 27
    cdef object array = cnp.PyArray_SimpleNew(1, &n, kind)
    to[0] = <uint8_t *> cnp.PyArray_BYTES(array)
    return array


cdef object tile_array(uint32_t tiles):
    """(27,) bool of a bit set."""
    cdef uint8_t *to
    cdef int i
    array = byte_array(cnp.NPY_BOOL, &to)
    for i in range(27):
        to[i] = tiles >> i & 1
    return array


def shanten(counts, melds=None, *, out=None, axis=-1):
    """向听数: how many tiles a hand is from ting; 0 ting (叫牌), -1 finished.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1 or 3n+2 (1 to 14), rows of different sizes in one array if need be.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of int8, shape (...)
        The smaller of four sets and, without melds, seven pairs (four equal tiles are two pairs).
        An int for ``bytes``.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Notes
    -----
    Tiles seen elsewhere never matter; the owner's own four copies do.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> int(zj.shanten(zj.counts("3344m123456p789s")))
    0
    >>> zj.shanten([zj.counts("147m258p369s1234m"), zj.counts("11122233344455m")])
    array([ 4, -1], dtype=int8)

    A fourth 4m cannot pair with a kind that a pong has used up:

    >>> int(zj.shanten(zj.counts("4m"), zj.counts("444m111555777p")))
    1
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 0)
        return kernels.shanten(c, rows_of(melds))
    return batch("shanten", 0, counts, melds, out, axis)


def shanten_parts(counts, melds=None, *, out=None, axis=-1):
    """向听数: the shanten of both shapes apart.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1 or 3n+2 (1 to 14).
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : tuple of two ndarrays, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    tuple of two ndarrays of int8, shape (...)
        Four sets and a pair; seven pairs, 127 where the hand cannot be seven pairs.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.shanten_parts(bytes(zj.counts("1133557799m11p2s")))
    (3, 0)
    """
    cdef const uint8_t *c
    cdef int standard, seven_pairs
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 0)
        kernels.shanten_parts(c, rows_of(melds), &standard, &seven_pairs)
        return standard, seven_pairs
    return batch("shanten_parts", 0, counts, melds, out, axis)


def is_win(counts, melds=None, *, out=None, axis=-1):
    """胡牌: whether a hand is finished.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of bool, shape (...)
        A bool for ``bytes``.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> bool(zj.is_win(zj.counts("11123m456p789s999p")))
    True
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 2)
        return bool(kernels.is_win(c, rows_of(melds)))
    return batch("is_win", 2, counts, melds, out, axis)


def waits(counts, melds=None, *, out=None, axis=-1):
    """叫牌: the tiles that finish a hand and of which the owner does not hold four.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of bool, shape (..., 27)
        True at each wait; all False for a hand that is not ting.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Notes
    -----
    A wait of which every copy is seen elsewhere is still a wait.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.to_text(zj.waits(zj.counts("1112345678999s")).astype("u1"))
    '123456789s'
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 1)
        return tile_array(kernels.waits(c, rows_of(melds)))
    return batch("waits", 1, counts, melds, out, axis)


def useful_tiles(counts, melds=None, *, out=None, axis=-1):
    """进张: the tiles that lower shanten and of which the owner does not hold four.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of bool, shape (..., 27)
        True at each useful tile; for a ting hand these are its waits.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.to_text(zj.useful_tiles(zj.counts("123456789m3467s")).astype("u1"))
    '2345678s'
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 1)
        return tile_array(kernels.useful_tiles(c, rows_of(melds)))
    return batch("useful_tiles", 1, counts, melds, out, axis)


def discard_shanten(counts, melds=None, *, out=None, axis=-1):
    """打牌: shanten after throwing each held tile.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of int8, shape (..., 27)
        Shanten after the throw, 127 where the tile is not held.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.discard_shanten(zj.counts("1112456788999m1p"))[:11].tolist()
    [1, 1, 127, 1, 1, 1, 1, 1, 1, 0, 127]
    """
    cdef Row c
    cdef uint8_t *to
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 2)
        answer = byte_array(cnp.NPY_BYTE, &to)
        kernels.discard_shanten(c, rows_of(melds), <int8_t *> to)
        return answer
    return batch("discard_shanten", 2, counts, melds, out, axis)


def best_discard(counts, melds=None, seen=None, *, out=None, axis=-1):
    """打牌: the best throw of each hand, the inner loop of a bot.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    seen : array_like of int, shape (..., 27), or bytes, optional
        Tiles seen elsewhere (rivers, others' melds); none by default. The thrown tile counts as
        seen.
    out : tuple of three ndarrays, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    tuple of three ndarrays, shape (...)
        Tile (int8), shanten after it (int8), unseen useful tiles (int16): the lowest shanten, then
        the most unseen useful tiles, then the lowest index. Three ints for ``bytes``.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.best_discard(bytes(zj.counts("1112456788999m1p")))
    (9, 0, 4)
    """
    cdef const uint8_t *c
    cdef const uint8_t *s = NONE_SEEN
    cdef int tile, shanten_after, unseen
    if is_one_hand(counts, melds, out, axis) and (seen is None or type(seen) is bytes):
        c = checked(counts, melds, 2)
        if seen is not None:
            s = one_row(seen)
            if s == NULL or not seen_fits(c, rows_of(melds), s):
                raise explained(ValueError(), 2, counts, melds, seen, -1)
        kernels.best_discard(c, rows_of(melds), s, &tile, &shanten_after, &unseen)
        return tile, shanten_after, unseen
    return batch("best_discard", 2, counts, melds, out, axis, seen, True)


cdef bint seen_fits(const uint8_t *counts, const uint8_t *melds, const uint8_t *seen):
    """Whether no kind is there more than four times."""
    cdef int i
    for i in range(27):
        if counts[i] + (0 if melds == NULL else melds[i]) + seen[i] > 4:
            return False
    return True


def pattern(counts, melds=None, *, out=None, axis=-1):
    """牌型: the shapes of a finished hand, over all its readings.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of uint8, shape (...)
        A set of :class:`Pattern` flags, 0 for a hand that is not finished. An int for ``bytes``.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Notes
    -----
    Without ``melds`` the flags speak of the concealed part alone.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.Pattern(int(zj.pattern(zj.counts("11122233344m"), zj.counts("666m"))))
    <Pattern.SETS|TRIPLETS|ONE_SUIT: 19>
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 2)
        return kernels.pattern(c, rows_of(melds))
    return batch("pattern", 2, counts, melds, out, axis)


def wait_patterns(counts, melds=None, *, out=None, axis=-1):
    """叫牌牌型: the shapes of the hand that each wait finishes.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of uint8, shape (..., 27)
        A set of :class:`Pattern` flags at each wait, 0 elsewhere; ``DRAGON_ON_WAIT`` marks a 龙七对
        whose four equal tiles the wait completes.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> flags = zj.wait_patterns(zj.counts("1112233445566m"))
    >>> zj.Pattern(int(flags[0]))
    <Pattern.SETS|SEVEN_PAIRS|DRAGON|ONE_SUIT|DRAGON_ON_WAIT: 93>
    """
    cdef Row c
    cdef uint8_t *to
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 1)
        answer = byte_array(cnp.NPY_UBYTE, &to)
        kernels.wait_patterns(c, rows_of(melds), to)
        return answer
    return batch("wait_patterns", 1, counts, melds, out, axis)


def count_decompositions(counts, melds=None, *, out=None, axis=-1):
    """拆牌: in how many ways the concealed part of a finished hand can be read.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of uint8, shape (...)
        Number of readings, seven pairs being one; 0 for a hand that is not finished.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> int(zj.count_decompositions(zj.counts("11112222333344m")))
    4
    """
    cdef const uint8_t *c
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 2)
        return kernels.count_decompositions(c, rows_of(melds))
    return batch("count_decompositions", 2, counts, melds, out, axis)


def decompose(counts, melds=None, *, out=None, axis=-1):
    """拆牌: every reading of the concealed part of a finished hand.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+2.
    melds : array_like of int, shape (..., 27), or bytes, optional
        The owner's meld tiles; None where they are unknown.
    out : ndarray, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of int8, shape (..., MAX_READINGS, 5)
        One code a set, ascending: 0-20 run (seven a suit, by its lowest tile), 21-47 triplet, 48-74
        pair, 75 seven pairs, -1 unused.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> zj.decompose(zj.counts("11122233344m"), zj.counts("666m"))[:3].tolist()
    [[0, 0, 0, 51, -1], [0, 1, 1, 48, -1], [21, 22, 23, 51, -1]]
    """
    cdef const uint8_t *c
    cdef cnp.npy_intp *shape = [MAX_READINGS, 5]
    if is_one_hand(counts, melds, out, axis):
        c = checked(counts, melds, 2)
        answer = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_BYTE)
        kernels.decompose(c, rows_of(melds), <int8_t *> cnp.PyArray_BYTES(answer))
        return answer
    return batch("decompose", 2, counts, melds, out, axis)
