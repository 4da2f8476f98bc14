"""What the array functions refuse, and how they name it."""

from typing import Any

import numpy as np
import pytest

import oracle
import zhuoji_fast as zj
from array_calls import B13, FULL, READY, all_functions, batch

# Types


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "bool", "object"])
@all_functions
def test_other_types_are_refused(name: str, dtype: str) -> None:
    hands = batch(name, 4)
    function = getattr(zj, name)
    for wrong in (hands.astype(dtype), hands[0].astype(dtype), hands[:0].astype(dtype)):
        with pytest.raises(zj.WrongTypeError, match=dtype):
            function(wrong)
        with pytest.raises(TypeError):
            function(wrong)
    melds = np.zeros(27, dtype)
    with pytest.raises(zj.WrongTypeError, match=dtype):
        function(hands, melds)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "3344m123456p789s",
        3,
        3.0,
        True,
        object(),
        {1: 2},
        {1, 2},
        [1.0] * 27,
        [True] * 27,
        [None] * 27,
        ["1"] * 27,
        [float("nan")] * 27,
        np.full(27, np.nan),
        np.full(27, np.inf),
        np.zeros(27, "S1"),
        np.zeros(27, "M8[s]"),
        np.zeros(27, "m8[s]"),
        np.zeros(27, [("a", "u1")]),
    ],
    ids=repr,
)
@all_functions
def test_things_that_are_no_counts_are_refused(name: str, wrong: object) -> None:
    with pytest.raises(zj.ZhuojiError):
        getattr(zj, name)(wrong)


def test_wrong_types_are_type_errors_and_zhuoji_errors() -> None:
    for wrong in ([1.0] * 27, [True] * 27, np.full(27, np.nan), np.zeros(27, object), None):
        with pytest.raises(zj.WrongTypeError) as caught:
            zj.shanten(wrong)
        assert isinstance(caught.value, zj.ZhuojiError)
        assert isinstance(caught.value, TypeError)


# Range: nothing is wrapped


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("uint8", 5),
        ("uint8", 255),
        ("int8", -1),
        ("int8", -128),
        ("int16", 256),
        ("int16", 300),
        ("uint16", 257),
        ("int32", 65536),
        ("uint32", 2**32 - 1),
        ("int64", 2**40),
        ("int64", 2**32 + 1),
        ("int64", -(2**63)),
        ("int64", -1),
        ("uint64", 2**64 - 1),
        ("uint64", 2**63),
    ],
)
@all_functions
def test_values_out_of_range_are_refused_not_wrapped(name: str, dtype: str, value: int) -> None:
    hands = batch(name, 5).astype(dtype)
    hands[3, 7] = value
    function = getattr(zj, name)
    for wrong in (hands, hands[3]):
        with pytest.raises(zj.CountsError, match="8m") as caught:
            function(wrong)
        assert str(value) in str(caught.value)


@pytest.mark.parametrize("value", [300, -1, 2**40, 2**64, 10**30])
def test_huge_numbers_in_lists_are_refused(value: int) -> None:
    counts = list(B13)
    counts[4] = value
    for wrong in (counts, [list(B13), counts]):
        with pytest.raises(zj.ZhuojiError):
            zj.shanten(wrong)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int64"])
@pytest.mark.parametrize("value", [1, 2])
def test_melds_are_three_or_four_equal_tiles(dtype: str, value: int) -> None:
    hands = batch("shanten", 5, melds=True)
    melds = np.zeros(hands.shape, dtype)
    melds[np.arange(5), (hands == 0).argmax(axis=1)] = 3
    melds[2] = 0
    melds[2, (hands[2] == 0).argmax()] = value
    with pytest.raises(zj.MeldError, match=rf"\b2\b.*\b{value}\b"):
        zj.shanten(hands, melds)


def test_five_of_a_kind_over_hand_and_melds() -> None:
    counts, melds = oracle.read_hand("11234567m", ["111m"])
    with pytest.raises(zj.CountsError, match="1m"):
        zj.shanten(np.array(counts), np.array(melds))


def test_more_than_four_melds() -> None:
    melds = np.zeros(27, np.uint8)
    melds[:5] = 3
    counts = np.zeros(27, np.uint8)
    counts[10] = 1
    with pytest.raises(zj.MeldError, match="5"):
        zj.shanten(counts, melds)


@pytest.mark.parametrize("size", [0, 3, 6, 9, 12, 15, 16, 17, 20, 108])
@all_functions
def test_totals_that_are_no_hand(name: str, size: int) -> None:
    counts = np.zeros(27, np.uint8)
    for number in range(size):
        counts[number % 27] += 1
    with pytest.raises(zj.CountsError, match=str(size)):
        getattr(zj, name)(counts)


@pytest.mark.parametrize("name", [*READY, *FULL])
def test_the_other_total_is_refused(name: str) -> None:
    wrong = batch("is_win" if name in READY else "waits", 3)
    with pytest.raises(zj.CountsError, match=str(int(wrong[0].sum()))):
        getattr(zj, name)(wrong)


@pytest.mark.parametrize(("concealed", "melds"), [("14668889m", []), ("123m", ["111p"])])
def test_totals_that_do_not_go_with_the_melds(concealed: str, melds: list[str]) -> None:
    counts, owned = oracle.read_hand(concealed, melds)
    with pytest.raises(zj.ZhuojiError):
        zj.shanten(np.array(counts), np.array(owned))


# Errors name the place


@pytest.mark.parametrize("place", [0, 1, 63, 64, 150, 199])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
@all_functions
def test_the_first_bad_row_is_named(name: str, dtype: str, place: int) -> None:
    hands = batch(name).astype(dtype)
    hands[place, 20] = 7
    hands[place + 1 :, 3] = 6
    with pytest.raises(zj.CountsError, match=rf"\b{place}\b.*3s"):
        getattr(zj, name)(hands)


@all_functions
def test_a_bad_total_is_named_by_row(name: str) -> None:
    hands = batch(name)
    hands[137] = 0
    hands[137, :6] = 1
    with pytest.raises(zj.CountsError, match=r"\b137\b.*\b6\b"):
        getattr(zj, name)(hands)


@pytest.mark.parametrize("order", ["C", "F"])
def test_the_row_is_named_by_its_index_in_the_users_array(order: Any) -> None:
    hands = batch("shanten", 60).reshape(3, 4, 5, 27)
    hands = np.array(hands, order=order)
    hands[2, 1, 3, 20] = 7
    with pytest.raises(zj.CountsError, match=r"2, 1, 3.*3s"):
        zj.shanten(hands)
    with pytest.raises(zj.CountsError, match=r"1, 3.*3s"):
        zj.shanten(hands[2])
    with pytest.raises(zj.CountsError, match=r"0, 1, 1.*3s"):
        zj.shanten(hands[::-1, ::-1, ::-1][:, 1:])
    with pytest.raises(zj.CountsError, match=r"2, 1, 3.*3s"):
        zj.shanten(np.moveaxis(hands, -1, 1), axis=1)


def test_the_row_of_broadcast_melds_is_named() -> None:
    hands = batch("shanten", 4, melds=True)
    hands[:, 0] = 0
    hands = np.array([oracle.read("13m456p11789s")] * 4, np.uint8)
    melds = np.zeros((3, 1, 27), np.uint8)
    melds[:, :, 26] = 3
    melds[1, 0, 26] = 2
    with pytest.raises(zj.ZhuojiError, match=r"1.*9s"):
        zj.shanten(hands, melds)


def test_a_bad_seen_is_named() -> None:
    hands = batch("best_discard", 80)
    seen = np.zeros_like(hands)
    seen[70, 5] = 5
    with pytest.raises(zj.CountsError, match=r"\b70\b.*6m"):
        zj.best_discard(hands, None, seen)
    seen[70] = 0
    tile = int(hands[70].argmax())
    seen[70, tile] = 4
    with pytest.raises(zj.CountsError, match=rf"\b70\b.*{oracle.name(tile)}"):
        zj.best_discard(hands, None, seen)


@all_functions
def test_one_hand_is_named_without_a_row(name: str) -> None:
    hand = batch(name, 1)[0]
    hand[20] = 7
    for wrong in (hand, hand.tobytes(), hand.tolist()):
        with pytest.raises(zj.CountsError, match="3s") as caught:
            getattr(zj, name)(wrong)
        assert "row" not in str(caught.value)
