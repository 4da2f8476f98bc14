"""What is wrong with arrays that a ufunc refused: found afterwards, named in the caller's terms."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zhuoji_fast.errors import CountsError, MeldError, ShapeError, WrongTypeError, ZhuojiError

SIZES = {0: "3n+1 or 3n+2", 1: "3n+1", 2: "3n+2"}


def tile(kind: int) -> str:
    """Text of a tile index."""
    return f"{kind % 9 + 1}{'mps'[kind // 9]}"


def at(name: str, index: tuple[int, ...]) -> str:
    """Name of a place in the caller's array."""
    return f"{name}[{', '.join(map(str, index))}]" if index else name


def explain(
    error: Exception,
    remainder: int,
    counts: Any,
    melds: Any,
    *,
    seen: Any = None,
    axis: Any = -1,
    tables: bool = False,
) -> Exception:
    """Give the error to raise for input that made `error`; `tables` have seats before the 27."""
    operands = {"counts": counts, "melds": melds, "seen": seen}
    given = {name: x for name, x in operands.items() if x is not None or name == "counts"}
    if any(
        hasattr(x, "__array_ufunc__") and not isinstance(x, np.ndarray | np.generic)
        for x in given.values()
    ):
        return error
    try:
        rows = {name: as_rows(name, x, axis) for name, x in given.items()}
        whole = broadcast(rows)
        check_rows(rows, whole, remainder)
        if tables:
            check_tables(rows, whole)
    except ZhuojiError as found:
        return found
    # The operands are in order: what remains is the result array.
    if isinstance(error, TypeError):
        return WrongTypeError(f"out: {error}")
    return ShapeError(f"out: {error}")


def refuse(name: str, x: Any) -> None:
    """Raise for what is no array of counts at all."""
    if isinstance(x, str):
        raise WrongTypeError(f"{name}: text {x[:40]!r}, expected counts; counts(text) makes them")
    if x is None:
        raise WrongTypeError(f"{name}: None, expected an array of 27 counts")
    if isinstance(x, np.ma.MaskedArray):
        raise WrongTypeError(f"{name}: a masked array, expected a plain one")
    if hasattr(x, "concealed_bytes"):
        raise WrongTypeError(f"{name}: a Hand, expected counts; it has .counts and .meld_counts")


def as_rows(name: str, x: Any, axis: Any) -> NDArray[Any]:
    """Operand as an integer array with the 27 counts last."""
    refuse(name, x)
    if isinstance(x, bytes):
        array: NDArray[Any] = np.frombuffer(x, np.uint8)
    else:
        try:
            array = np.asarray(x)
        except (ValueError, OverflowError) as error:
            raise ShapeError(f"{name}: rows of different lengths ({error})") from None
        except TypeError as error:
            raise WrongTypeError(f"{name}: {error}") from None
    if array.size == 0 and not isinstance(x, np.ndarray):
        raise ShapeError(f"{name}: empty, expected a last axis of 27")
    if array.dtype.kind not in "iu":
        raise WrongTypeError(f"{name}: dtype {array.dtype}, expected integers from 0 to 4")
    if isinstance(axis, bool) or not isinstance(axis, int | np.integer):
        raise WrongTypeError(f"axis: {axis!r}, expected an integer")
    if not -array.ndim <= axis < array.ndim:
        raise ShapeError(f"{name}: shape {array.shape} has no axis {axis} of 27 counts")
    if array.shape[axis] != 27:
        raise ShapeError(
            f"{name}: axis {axis} of shape {array.shape} has length "
            f"{array.shape[axis]}, expected 27"
        )
    return np.moveaxis(array, int(axis), -1)


def broadcast(rows: dict[str, NDArray[Any]]) -> tuple[int, ...]:
    """Leading shape of all operands together."""
    try:
        return np.broadcast_shapes(*(a.shape[:-1] for a in rows.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in rows.items())
        raise ShapeError(f"shapes do not broadcast: {shapes}") from None


def owner(rows: dict[str, NDArray[Any]], whole: tuple[int, ...]) -> str:
    """Name of an operand that has all rows itself; the index of a row is one into it."""
    return next((name for name, a in rows.items() if a.shape[:-1] == whole), "row")


def first(mask: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Index of the first True."""
    if not mask.any():
        return None
    return tuple(int(i) for i in np.unravel_index(int(mask.argmax()), mask.shape))


def check_rows(rows: dict[str, NDArray[Any]], whole: tuple[int, ...], remainder: int) -> None:
    """Raise for the first impossible value, kind or total."""
    for name, a in rows.items():
        index = first((a < 0) | (a > 4))
        if index:
            raise CountsError(
                f"{at(name, index[:-1])}: {a[index]} of {tile(index[-1])}, expected 0 to 4"
            )
    if "melds" in rows:
        a = rows["melds"]
        index = first((a == 1) | (a == 2))
        if index:
            raise MeldError(
                f"{at('melds', index[:-1])}: {a[index]} of {tile(index[-1])}, "
                "expected 0, 3 (pong) or 4 (kong)"
            )
        index = first((a > 0).sum(axis=-1) > 4)
        if index is not None:
            raise MeldError(
                f"{at('melds', index)}: {int((a[index] > 0).sum())} melds, expected at most 4"
            )
    held = sum(
        (np.broadcast_to(a, (*whole, 27)).astype(np.int16) for a in rows.values()),
        np.zeros((*whole, 27), np.int16),
    )
    index = first(held > 4)
    if index:
        raise CountsError(
            f"{at(owner(rows, whole), index[:-1])}: {held[index]} of {tile(index[-1])} in "
            f"{' and '.join(rows)}, expected at most 4"
        )
    check_totals(rows, whole, remainder)


def check_tables(rows: dict[str, NDArray[Any]], whole: tuple[int, ...]) -> None:
    """Raise for the first kind that is there more than four times over the seats of a table."""
    held = np.zeros((*whole[:-1], 27), np.int16)
    for a in rows.values():
        held += np.broadcast_to(a, (*whole, 27)).sum(axis=-2, dtype=np.int16)
    index = first(held > 4)
    if index:
        raise CountsError(
            f"{at(owner(rows, whole), index[:-1])}: {held[index]} of {tile(index[-1])} over "
            "all seats, expected at most 4"
        )


def check_totals(rows: dict[str, NDArray[Any]], whole: tuple[int, ...], remainder: int) -> None:
    """Raise for the first row with a wrong number of tiles."""
    tiles = np.broadcast_to(rows["counts"].sum(axis=-1, dtype=np.int64), whole)
    melds = np.zeros(whole, np.int64)
    if "melds" in rows:
        melds = np.broadcast_to((rows["melds"] > 0).sum(axis=-1), whole)
        wrong = (tiles + 3 * melds != 13) & (tiles + 3 * melds != 14)
        wrong |= (remainder > 0) & (tiles % 3 != remainder)
    else:
        wrong = (tiles < 1) | (tiles > 14) | (tiles % 3 == 0)
        wrong |= (remainder > 0) & (tiles % 3 != remainder)
    index = first(wrong)
    if index is None:
        return
    place, number = at(owner(rows, whole), index), int(tiles[index])
    if "melds" in rows:
        k = int(melds[index])
        sizes = {0: f"{13 - 3 * k} or {14 - 3 * k}", 1: f"{13 - 3 * k}", 2: f"{14 - 3 * k}"}
        raise CountsError(
            f"{place}: {number} tiles with {k} meld{'s' * (k != 1)}, expected {sizes[remainder]}"
        )
    raise CountsError(f"{place}: {number} tiles, expected {SIZES[remainder]} from 1 to 14")
