"""The array functions as NumPy users call them: types, layouts, broadcasting, axis=, out=."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj
from array_calls import (
    B13,
    EITHER,
    INTEGERS,
    RESULTS,
    TUPLES,
    all_functions,
    batch,
    equal_to_rows,
    parts,
    same,
)

# Types


@pytest.mark.parametrize("dtype", INTEGERS)
@all_functions
def test_every_integer_type_gives_the_same(name: str, dtype: str) -> None:
    hands = batch(name)
    function = getattr(zj, name)
    same(function(hands.astype(dtype)), function(hands))
    same(function(hands[0].astype(dtype)), function(hands[0]))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_counts_and_melds_may_differ_in_type(dtype: str) -> None:
    hands = batch("shanten", melds=True)
    melds = np.zeros_like(hands)
    melds[np.arange(len(hands)), (hands == 0).argmax(axis=1)] = 3
    expected = zj.shanten(hands, melds)
    same(zj.shanten(hands, melds.astype(dtype)), expected)
    same(zj.shanten(hands.astype(dtype), melds), expected)
    same(zj.shanten(hands.astype(dtype), melds.astype("int64")), expected)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_seen_of_any_integer_type(dtype: str) -> None:
    hands = batch("best_discard")
    seen = np.minimum(4 - hands, 1)
    same(
        zj.best_discard(hands, None, seen.astype(dtype)),
        zj.best_discard(hands, None, seen),
    )


def test_one_hand_is_the_same_from_every_container() -> None:
    counts = np.array(B13, np.uint8)
    expected = np.flatnonzero(zj.waits(counts)).tolist()
    assert expected == [2, 3]
    for given in (
        list(B13),
        tuple(B13),
        [np.int64(n) for n in B13],
        bytes(B13),
        np.frombuffer(bytes(B13), np.uint8),
        np.frombuffer(bytes(B13), np.int8),
        counts.astype(np.int_),
        counts.astype("long"),
    ):
        assert np.flatnonzero(zj.waits(given)).tolist() == expected
        assert zj.shanten(given) == 0


@all_functions
def test_nested_lists(name: str) -> None:
    hands = batch(name, 6)
    function = getattr(zj, name)
    same(function(hands.tolist()), function(hands))
    same(function([tuple(row) for row in hands.tolist()]), function(hands))
    same(function(hands.reshape(2, 3, 27).tolist()), function(hands.reshape(2, 3, 27)))


# Layouts


def layouts(hands: np.ndarray, tmp_path: Path) -> dict[str, np.ndarray]:
    wide = np.full((len(hands), 40), 9, hands.dtype)
    wide[:, 5:32] = hands
    every = np.full((len(hands), 54), 9, hands.dtype)
    every[:, ::2] = hands
    double = np.repeat(hands, 2, axis=0)
    mapped = np.memmap(tmp_path / "hands", hands.dtype, "w+", shape=hands.shape)
    mapped[:] = hands
    mapped.flush()
    read_only = hands.copy()
    read_only.setflags(write=False)
    raw = np.zeros(hands.nbytes + 1, np.uint8)
    shifted = raw[1:].view(hands.dtype).reshape(hands.shape)
    shifted[:] = hands
    return {
        "contiguous": hands.copy(),
        "every second row": double[::2],
        "backward": hands[::-1].copy()[::-1],
        "transposed": np.ascontiguousarray(hands.T).T,
        "fortran": np.asfortranarray(hands),
        "columns of a wider array": wide[:, 5:32],
        "every second column": every[:, ::2],
        "backward columns": hands[:, ::-1].copy()[:, ::-1],
        "both backward": hands[::-1, ::-1].copy()[::-1, ::-1],
        "read-only": read_only,
        "memory-mapped": np.memmap(tmp_path / "hands", hands.dtype, "r", shape=hands.shape),
        "frombuffer": np.frombuffer(hands.tobytes(), hands.dtype).reshape(hands.shape),
        "unaligned": shifted,
        "subclass": hands.view(np.memmap),
    }


@pytest.mark.parametrize("dtype", ["uint8", "int64"])
@all_functions
def test_every_layout_gives_the_same(name: str, dtype: str, tmp_path: Path) -> None:
    hands = batch(name).astype(dtype)
    function = getattr(zj, name)
    expected = function(hands)
    equal_to_rows(name, expected, hands)
    for layout, array in layouts(hands, tmp_path).items():
        before = array.copy()
        got = function(array)
        for one, other in zip(parts(got), parts(expected), strict=True):
            np.testing.assert_array_equal(one, other, err_msg=layout)
        np.testing.assert_array_equal(array, before, err_msg=layout)


@all_functions
def test_a_hand_in_the_middle_of_foreign_bytes(name: str) -> None:
    """Rows that begin and end anywhere: neighbours are neither read as counts nor written."""
    hands = batch(name, 8)
    for start in range(9):
        raw = np.full(hands.size + 64, 255, np.uint8)
        view = raw[start : start + hands.size].reshape(hands.shape)
        view[:] = hands
        same(getattr(zj, name)(view), getattr(zj, name)(hands))
        assert (raw[:start] == 255).all()
        assert (raw[start + hands.size :] == 255).all()


@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 3), (1, 2, 3), (2, 1, 1, 3)])
@all_functions
def test_leading_axes_are_kept(name: str, shape: tuple[int, ...]) -> None:
    number = int(np.prod(shape))
    hands = batch(name, number).reshape(*shape, 27)
    got = parts(getattr(zj, name)(hands))
    flat = parts(getattr(zj, name)(hands.reshape(-1, 27)))
    for one, other in zip(got, flat, strict=True):
        assert np.asarray(one).shape == shape + other.shape[1:]
        np.testing.assert_array_equal(np.reshape(one, other.shape), other)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0, 2)])
@all_functions
def test_empty_arrays(name: str, shape: tuple[int, ...]) -> None:
    hands = np.zeros((*shape, 27), np.uint8)
    full = parts(getattr(zj, name)(batch(name, 1)))
    for part, other in zip(parts(getattr(zj, name)(hands)), full, strict=True):
        assert part.shape == shape + other.shape[1:]
        assert part.dtype == other.dtype


@pytest.mark.parametrize("name", list(RESULTS))
def test_types_and_shapes_of_results(name: str) -> None:
    dtype, core = RESULTS[name]
    for part in parts(getattr(zj, name)(batch(name, 3))):
        assert part.dtype == dtype
        assert part.shape == (3, *core)


def test_types_and_shapes_of_best_discard_and_decompose() -> None:
    tile, shanten, unseen = zj.best_discard(batch("best_discard", 3))
    assert (tile.dtype, shanten.dtype, unseen.dtype) == ("int8", "int8", "int16")
    assert tile.shape == shanten.shape == unseen.shape == (3,)
    codes = zj.decompose(batch("decompose", 3))
    assert codes.dtype == np.int8
    assert codes.shape == (3, zj.MAX_READINGS, 5)


def test_one_hand_gives_scalars() -> None:
    full = bytes(batch("is_win", 1)[0])
    assert type(zj.shanten(full)) is int
    assert type(zj.is_win(full)) is bool
    assert type(zj.pattern(full)) is int
    assert type(zj.count_decompositions(full)) is int
    assert [type(part) for part in zj.best_discard(full)] == [int] * 3
    assert [type(part) for part in zj.shanten_parts(full)] == [int] * 2
    assert zj.waits(bytes(B13)).shape == (27,)
    array = np.frombuffer(full, np.uint8)
    assert np.ndim(zj.shanten(array)) == 0
    assert isinstance(zj.shanten(array), np.integer)
    assert isinstance(zj.is_win(array), np.bool_)


# bytes


@pytest.mark.parametrize("length", [0, 1, 26, 28, 54])
@all_functions
def test_bytes_of_another_length(name: str, length: int) -> None:
    with pytest.raises(zj.ShapeError, match="27"):
        getattr(zj, name)(bytes(length))


def test_bytes_with_melds() -> None:
    counts, melds = oracle.read_hand("13m456p11789s", ["2222m"])
    assert zj.shanten(bytes(counts), bytes(melds)) == 1
    assert zj.shanten(bytes(counts)) == 0
    assert not zj.waits(bytes(counts), bytes(melds)).any()
    with pytest.raises(zj.ZhuojiError, match="26"):
        zj.shanten(bytes(counts), bytes(melds)[:26])
    assert zj.shanten(bytes(counts), np.array(melds)) == 1
    assert zj.shanten(np.array(counts), bytes(melds)) == 1


def test_bytes_answers_are_fresh_arrays() -> None:
    first = zj.waits(bytes(B13))
    first[:] = True
    assert zj.waits(bytes(B13)).sum() == 2


# Broadcasting, axis, out


def test_counts_broadcast_against_melds() -> None:
    counts, melds = oracle.read_hand("13m456p11789s", ["2222m"])
    hands = np.array([counts, oracle.read("13m456p11999s")], np.uint8)
    owned = np.zeros((3, 1, 27), np.uint8)
    owned[0, 0] = melds
    owned[1, 0, 17] = 3
    owned[2, 0, 17] = 4
    got = zj.shanten(hands, owned)
    assert got.shape == (3, 2)
    for i in range(3):
        for j in range(2):
            one = tuple(hands[j].tolist()), tuple(owned[i, 0].tolist())
            assert got[i, j] == oracle.shanten(*one)
    assert zj.waits(hands, owned).shape == (3, 2, 27)
    same(zj.shanten(hands[0], owned), got[:, :1])
    same(zj.shanten(hands, np.array(melds)), got[0])


def test_seen_broadcasts() -> None:
    hands = batch("best_discard", 6).reshape(2, 3, 27)
    hands[:, :, 26] = np.minimum(hands[:, :, 26], 3)
    seen = np.zeros((3, 27), np.uint8)
    seen[1, 26] = 1
    got = zj.best_discard(hands, None, seen)
    same(got, zj.best_discard(hands, None, np.broadcast_to(seen, hands.shape)))
    assert got[0].shape == (2, 3)


def test_shapes_that_do_not_go_together() -> None:
    hands = batch("shanten", 4)
    with pytest.raises(zj.ShapeError, match=r"\(4, ?27\).*\(3, ?27\)|\(4,?\).*\(3,?\)"):
        zj.shanten(hands, np.zeros((3, 27), np.uint8))


@pytest.mark.parametrize("shape", [(), (26,), (28,), (0,), (3, 26), (27, 3), (27, 27, 1), (4, 0)])
@all_functions
def test_a_last_axis_that_is_not_27(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(zj.ShapeError, match="27"):
        getattr(zj, name)(np.zeros(shape, np.uint8))
    if shape:
        with pytest.raises(zj.ShapeError, match="27"):
            getattr(zj, name)(batch(name, 1), np.zeros(shape, np.uint8))


@pytest.mark.parametrize("ragged", [[[1] * 27, [1] * 26], [[1] * 27, 3], [[]], []])
@all_functions
def test_ragged_and_empty_lists(name: str, ragged: list[Any]) -> None:
    with pytest.raises(zj.ZhuojiError):
        getattr(zj, name)(ragged)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
@all_functions
def test_axis(name: str, axis: int) -> None:
    hands = batch(name, 6).reshape(2, 3, 27)
    turned = np.moveaxis(hands, -1, axis)
    got = getattr(zj, name)(turned, axis=axis)
    for one, other in zip(parts(got), parts(getattr(zj, name)(hands)), strict=True):
        wide = other.ndim == 3
        np.testing.assert_array_equal(one, np.moveaxis(other, -1, axis) if wide else other)


@all_functions
def test_an_axis_that_does_not_exist(name: str) -> None:
    for axis in (2, -3, 10**20):
        with pytest.raises(zj.ZhuojiError):
            getattr(zj, name)(batch(name, 2), axis=axis)
    for wrong in (1.0, "0", (0,)):
        with pytest.raises(zj.WrongTypeError):
            getattr(zj, name)(batch(name, 2), axis=wrong)


def outputs(name: str, hands: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(np.full_like(part, 99) for part in parts(getattr(zj, name)(hands)))


@all_functions
def test_out_is_filled_and_returned(name: str) -> None:
    hands = batch(name)
    expected = getattr(zj, name)(hands)
    out = outputs(name, hands)
    given = out if name in TUPLES else out[0]
    got = getattr(zj, name)(hands, out=given)
    for one, target in zip(parts(got), out, strict=True):
        assert one is target
    same(got, expected)


@all_functions
def test_out_may_be_strided(name: str) -> None:
    hands = batch(name, 70)
    expected = parts(getattr(zj, name)(hands))
    wide = [np.full((*part.shape, 3), 99, part.dtype) for part in expected]
    out = tuple(part[..., 1] for part in wide)
    getattr(zj, name)(hands, out=out if name in TUPLES else out[0])
    for part, one, other in zip(wide, out, expected, strict=True):
        np.testing.assert_array_equal(one, other)
        filler = np.full(1, 99).astype(part.dtype)[0]
        assert (part[..., [0, 2]] == filler).all()


@all_functions
def test_out_rows_do_not_spill(name: str) -> None:
    """Only the bytes of the result are written, whatever stands around them."""
    hands = batch(name, 5)
    expected = parts(getattr(zj, name)(hands))
    raw = [np.full(part.nbytes + 64, 0x5A, np.uint8) for part in expected]
    out = tuple(
        memory[32 : 32 + part.nbytes].view(part.dtype).reshape(part.shape)
        for memory, part in zip(raw, expected, strict=True)
    )
    getattr(zj, name)(hands, out=out if name in TUPLES else out[0])
    for memory, one, other in zip(raw, out, expected, strict=True):
        np.testing.assert_array_equal(one, other)
        assert (memory[:32] == 0x5A).all()
        assert (memory[-32:] == 0x5A).all()


def spoilt(kind: str, part: np.ndarray) -> Any:
    """A result array made unfit."""
    if kind == "shorter":
        return part[:-1].copy()
    if kind == "longer":
        return np.concatenate([part, part])
    if kind == "list":
        return part.tolist()
    if kind == "read-only":
        copy = part.copy()
        copy.setflags(write=False)
        return copy
    return part.astype(kind)


@pytest.mark.parametrize(
    "kind",
    ["shorter", "longer", "list", "read-only", "float64", "int64", "uint16", "object", "complex"],
)
@all_functions
def test_an_unfit_out_is_refused(name: str, kind: str) -> None:
    hands = batch(name, 5)
    out = tuple(spoilt(kind, part) for part in outputs(name, hands))
    with pytest.raises(zj.ZhuojiError):
        getattr(zj, name)(hands, out=out if name in TUPLES else out[0])


@all_functions
def test_a_wrong_number_of_outs_is_refused(name: str) -> None:
    hands = batch(name, 5)
    out = outputs(name, hands)
    for wrong in ((), (*out, out[0]), out[0] if name in TUPLES else (out[0], None)):
        with pytest.raises(zj.ZhuojiError):
            getattr(zj, name)(hands, out=wrong)


def test_one_out_for_one_hand() -> None:
    counts = np.array(B13, np.uint8)
    out = np.zeros(27, bool)
    assert zj.waits(counts, out=out) is out
    assert out.sum() == 2
    scalar = np.zeros((), np.int8)
    assert zj.shanten(np.array(oracle.read("344569m59p12479s")), out=scalar) == 3
    assert scalar == 3


# Inputs stay as they are


@all_functions
def test_inputs_are_not_changed_also_on_error(name: str) -> None:
    hands = batch(name, 100, melds=True)
    melds = np.zeros_like(hands)
    melds[np.arange(100), (hands == 0).argmax(axis=1)] = 3
    function = getattr(zj, name)
    for wrong in (False, True):
        if wrong:
            hands[77, 2] = 250
        copies = hands.copy(), melds.copy()
        lists = hands.tolist()
        if wrong:
            with pytest.raises(zj.ZhuojiError):
                function(hands, melds)
            with pytest.raises(zj.ZhuojiError):
                function(lists)
        else:
            function(hands, melds)
            function(lists)
        assert hands.tobytes() == copies[0].tobytes()
        assert melds.tobytes() == copies[1].tobytes()
        assert lists == hands.tolist()


def test_after_an_error_the_next_call_is_right() -> None:
    """out= may be partly written then; the inputs and later answers are untouched."""
    hands = batch("shanten")
    expected = zj.shanten(hands)
    broken = hands.copy()
    broken[150, 4] = 9
    out = np.full(len(hands), 99, np.int8)
    with pytest.raises(zj.CountsError):
        zj.shanten(broken, out=out)
    assert ((out == 99) | (out == expected) | (np.arange(len(out)) == 150)).all()
    same(zj.shanten(hands, out=out), expected)


def test_a_big_array() -> None:
    hands = batch("shanten", 1000)
    big = np.tile(hands, (1000, 1))
    for name in EITHER:
        got = parts(getattr(zj, name)(big))
        expected = parts(getattr(zj, name)(hands))
        for one, other in zip(got, expected, strict=True):
            assert (one.reshape(1000, 1000) == other).all()
    big[999_999, 26] = 5
    with pytest.raises(zj.CountsError, match=r"999,?999.*9s"):
        zj.shanten(big)


@pytest.mark.parametrize(("name", "dtype"), [("discard_shanten", "int8"), ("wait_patterns", "u1")])
def test_out_may_be_the_input_itself(name: str, dtype: str) -> None:
    """As with other ufuncs, memory that overlaps is read before it is overwritten."""
    hands = batch(name, 300).astype(dtype)
    expected = getattr(zj, name)(hands)
    moving = np.concatenate([hands, hands[:1]])
    same(getattr(zj, name)(moving[:-1], out=moving[1:]), expected)
    same(getattr(zj, name)(hands, out=hands), expected)


def test_zero_strides() -> None:
    hands = np.broadcast_to(np.array(B13, np.uint8), (100, 27))
    assert (zj.shanten(hands) == 0).all()
    assert (zj.waits(hands).sum(axis=1) == 2).all()


@pytest.mark.parametrize(
    "name", ["shanten", "waits", "useful_tiles", "discard_shanten", "wait_patterns", "is_win"]
)
def test_dask_map_blocks(name: str) -> None:
    array = pytest.importorskip("dask.array", reason="needs dask, the extra 'dask'")
    hands = batch(name, 90)
    blocks = array.from_array(hands, chunks=(25, 27))
    dtype, core = RESULTS[name]
    function: Callable[..., Any] = getattr(zj, name)
    dropped = {} if core else {"drop_axis": 1}
    got = blocks.map_blocks(function, dtype=dtype, **dropped).compute(scheduler="threads")
    same(got, function(hands))
