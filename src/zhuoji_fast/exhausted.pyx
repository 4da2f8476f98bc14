# cython: wraparound=True, boundscheck=True
"""黄牌查叫 for arrays: the best fan of each hand, and what tables settle when the wall is empty.

The array law is that of :mod:`zhuoji_fast.analysis`: counts of 27 kinds last, leading axes
broadcast, any integer type, ``bytes`` of length 27 are one hand.
"""

from zhuoji_fast._core.operands cimport as_input, as_type_of

cimport numpy as cnp

import numpy as np

from zhuoji_fast import _diagnose
from zhuoji_fast._core.exhausted import BEST_FAN, SETTLE_EXHAUSTED
from zhuoji_fast.errors import RulesError, ShapeError
from zhuoji_fast.rules import Rules

cnp.import_array()

__all__ = ["best_fan", "settle_exhausted"]

FAULTS = (AttributeError, TypeError, ValueError, OverflowError)


cdef object operand_of(object rules):
    """Compiled rules as the last operand of a ufunc."""
    return np.frombuffer(rules.compiled(), np.int64)


def best_fan(counts, melds, rules, *, out=None, axis=-1):
    """查叫: the highest fan over the waits of each hand (rule R-EXH-3).

    The fan of the pattern alone counts: nothing for self-draw, dealer, declaring or passport.

    Parameters
    ----------
    counts : array_like of int, shape (..., 27), or bytes
        Concealed tiles of 3n+1.
    melds : array_like of int, shape (..., 27), bytes or None
        The owner's meld tiles. None where they are unknown: the pattern is then that of the
        concealed part.
    rules : Rules, str or dict
        Rules, a preset's name, or a preset with changes.
    out : ndarray of int16, optional
        Where to write the result.
    axis : int, default -1
        The axis of the 27 counts.

    Returns
    -------
    ndarray of int16, shape (...)
        0 for a hand that is not ting. An int for ``bytes``.

    Raises
    ------
    ZhuojiError
        Impossible input; the message names row and value.

    Examples
    --------
    >>> import zhuoji_fast as zj
    >>> hands = [zj.counts("2345556667899m"), zj.counts("12345689m23499s"),
    ...          zj.counts("11128m457p45567s")]
    >>> zj.best_fan(hands, None, "guiyang_classic")
    array([10,  1,  0], dtype=int16)
    >>> zj.best_fan(bytes(zj.counts("5m")), bytes(zj.counts("1111m222p333s444s")), "platform")
    10
    """
    rules = Rules.from_value(rules)
    try:
        rows = as_input(counts)
        operands = [rows]
        if melds is not None:
            operands.append(as_type_of(melds, rows))
        options = {}
        if axis != -1:
            options["axes"] = [axis] * len(operands) + [-1, ()]
        if out is not None:
            options["out"] = out
            options["casting"] = "equiv"  # a result is never cast into another type
        found = BEST_FAN[melds is not None](*operands, operand_of(rules), **options)
    except FAULTS as error:
        raise _diagnose.explain(error, 1, counts, melds, axis=axis) from None
    if type(counts) is bytes and out is None and isinstance(found, np.int16):
        return int(found)
    return found


def settle_exhausted(counts, melds, rules, *, out=None):
    """黄牌查叫: what each seat gets when the wall is empty (rules R-EXH-1 to R-EXH-3).

    Each seat that is not ting pays each that is the highest fan over its waits.

    Parameters
    ----------
    counts : array_like of int, shape (..., n, 27)
        Concealed tiles of the n seats of each table, 3n+1 each.
    melds : array_like of int, shape (..., n, 27) or None
        Their meld tiles; None where they are unknown, as for :func:`best_fan`.
    rules : Rules, str or dict
        Rules, a preset's name, or a preset with changes; ``exhausted`` has to be ``hand``.
    out : ndarray of int64, optional
        Where to write the result.

    Returns
    -------
    ndarray of int64, shape (..., n)
        In units, before the base; each table sums to 0.

    Raises
    ------
    RulesError
        Rules that settle an exhausted wall otherwise (``exhausted`` is not ``hand``).
    ZhuojiError
        Impossible input; the message names row and value.

    Notes
    -----
    Every hand has its full number of tiles, so dead hands (相公), which are not ting at all, are
    for :func:`~zhuoji_fast.settle`.

    Examples
    --------
    Seat 0 waits for a 清一色 and seat 1 for a plain hand.

    >>> import zhuoji_fast as zj
    >>> table = [zj.counts("2345556667899m"), zj.counts("1234689m23499s7m"),
    ...          zj.counts("11128p457p45567s"), zj.counts("3m12466799p3457s")]
    >>> zj.settle_exhausted(table, None, "guiyang_classic")
    array([ 20,   2, -11, -11])
    """
    rules = Rules.from_value(rules)
    if rules.exhausted != "hand":
        raise RulesError(
            f"rules.exhausted: {rules.exhausted}, settle_exhausted needs hand; settle and "
            "settle_many settle positions under any rules"
        )
    try:
        rows = as_input(counts)
        seats = seats_of(rows, rules)
        operands = [rows]
        if melds is not None:
            operands.append(seated(as_type_of(melds, rows), seats))
        options = {}
        if out is not None:
            options["out"] = out
            options["casting"] = "equiv"
        settle = SETTLE_EXHAUSTED[seats][melds is not None]
        return settle(*operands, operand_of(rules), **options)
    except ShapeError:
        raise
    except FAULTS as error:
        raise _diagnose.explain(error, 1, counts, melds, tables=True) from None


cdef int seats_of(object rows, object rules) except -1:
    """Seats of each table, as many as the rules are for."""
    shape = rows.shape
    if len(shape) < 2:
        raise ShapeError(f"counts: shape {tuple(shape)}, expected a table (..., seats, 27)")
    if shape[-2] not in rules.players:
        allowed = " or ".join([str(number) for number in rules.players])
        raise ShapeError(f"counts: {shape[-2]} seats, these rules are for {allowed} players")
    return shape[-2]


cdef object seated(object melds, int seats):
    """Melds with an axis of seats, for the axis of a ufunc's core does not broadcast."""
    if isinstance(melds, np.ndarray) and melds.ndim and (
        melds.ndim == 1 or melds.shape[-2] == 1
    ):
        return np.broadcast_to(melds, (*melds.shape[:-2], seats, melds.shape[-1]))
    return melds
