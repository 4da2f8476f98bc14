"""Tile text, tile indices and counts."""

import itertools
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhuoji_fast.errors import (
    CountsError,
    ShapeError,
    TileTextError,
    WrongTypeError,
    ZhuojiError,
)
from zhuoji_fast.tiles import (
    counts,
    glyph,
    parse_tiles,
    tile_index,
    tile_name,
    tile_text,
    tiles_text,
    to_text,
)

TILES = st.integers(0, 26)
RIVERS = st.lists(TILES, max_size=40)
VECTORS = st.lists(st.integers(0, 4), min_size=27, max_size=27)

NUMERALS = "一二三四五六七八九"
SUIT_SIGNS = ["m万萬", "p筒餅饼", "s条條索"]
GLYPHS = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘"
WORDS = {
    18: [a + b for a in "幺么" for b in "鸡雞"],
    16: [a + "骨" + b for a in "乌烏" for b in "鸡雞"],
}


def notations(tile):
    suit, rank = divmod(tile, 9)
    found = [r + s for r in (str(rank + 1), NUMERALS[rank]) for s in SUIT_SIGNS[suit]]
    found += [GLYPHS[tile], GLYPHS[tile] + "\ufe0e", GLYPHS[tile] + "\ufe0f"]
    return found + WORDS.get(tile, [])


@pytest.mark.parametrize("tile", range(27))
def test_every_notation_of_every_tile(tile):
    for text in notations(tile):
        assert parse_tiles(text) == [tile]
        assert tile_index(text) == tile
        assert tile_text(text) == tile_text(tile) == "123456789"[tile % 9] + "mps"[tile // 9]
    assert glyph(tile) == GLYPHS[tile]
    assert parse_tiles(tile_name(tile)) == [tile]


@given(st.data(), RIVERS)
def test_mixed_notations_read_like_the_first_form(data, tiles):
    space = st.sampled_from(["", " ", "\n", "\u3000", "  \t"])
    text = "".join(data.draw(st.sampled_from(notations(tile))) + data.draw(space) for tile in tiles)
    assert parse_tiles(text) == tiles


@given(RIVERS)
def test_text_in_order_is_a_fixed_point(tiles):
    text = tiles_text(tiles)
    assert parse_tiles(text) == tiles
    assert tiles_text(parse_tiles(text)) == text == tiles_text(text)
    assert tiles_text(iter(tiles)) == tiles_text([tile_text(t) for t in tiles]) == text
    letters = [char for char in text if char in "mps"]
    assert all(a != b for a, b in itertools.pairwise(letters))


@given(VECTORS)
def test_sorted_text_is_a_fixed_point(vector):
    text = to_text(vector)
    expected = "".join(
        "".join(str(rank + 1) * vector[9 * suit + rank] for rank in range(9)) + letter
        for suit, letter in enumerate("mps")
        if any(vector[9 * suit : 9 * suit + 9])
    )
    assert text == expected
    if text:
        assert counts(text).tolist() == vector
        assert to_text(text) == to_text(counts(text)) == text


@given(VECTORS)
def test_counts_take_every_form_of_a_vector(vector):
    expected = np.array(vector, np.uint8)
    forms = [vector, tuple(vector), bytes(vector), bytearray(vector), memoryview(bytes(vector))]
    forms += [np.array(vector, dtype) for dtype in "bBhHiIlLqQ"]
    forms += [expected[::-1][::-1], np.repeat(expected, 2)[::2], np.array(vector, ">i4")]
    tiles = [tile for tile, count in enumerate(vector) for _ in range(count)]
    forms.append(expected)
    if len(tiles) != 27:
        forms += [tiles, tuple(tiles), iter(tiles), [tile_text(t) for t in tiles]]
        forms.append(np.array(tiles, np.int64))
    for form in forms:
        found = counts(form)
        assert found.dtype == np.uint8
        assert found.shape == (27,)
        assert np.array_equal(found, expected)


def test_counts_are_fresh_and_their_input_unchanged():
    vector = counts("123m11s")
    kept = vector.copy()
    fresh = counts(vector)
    fresh[:] = 9
    assert np.array_equal(vector, kept)
    assert counts(bytes(vector)).flags.writeable
    listed = vector.tolist()
    counts(listed)[0] = 7
    assert listed == kept.tolist()


@pytest.mark.parametrize(("a", "b"), [("1m2m", "12m"), (" 1m 2m ", "12m"), ("12 m", None)])
def test_spaces_between_groups(a, b):
    if b is None:
        with pytest.raises(TileTextError, match=r"position 1 .*'12' without a suit"):
            parse_tiles(a)
    else:
        assert parse_tiles(a) == parse_tiles(b)


def test_chinese_runs():
    assert parse_tiles("一二三万4五筒") == parse_tiles("123m45p")


@pytest.mark.parametrize("text", ["", "  ", "\n\u3000"])
def test_no_tiles_are_an_empty_river_but_not_a_hand(text):
    assert parse_tiles(text) == []
    assert tiles_text(text) == ""
    with pytest.raises(TileTextError, match="no tiles"):
        counts(text)
    with pytest.raises(TileTextError, match="no tiles"):
        to_text(text)
    with pytest.raises(TileTextError, match="0 tiles"):
        tile_index(text)
    assert counts([]).sum() == 0
    assert to_text([]) == tiles_text([]) == ""


@pytest.mark.parametrize(
    ("text", "position", "named"),
    [
        ("123m45z", 7, "'z'"),
        ("777h", 4, "'h'"),
        ("10m", 2, "'0'.*no 0 or 10"),
        ("0m", 1, "'0'.*no 0 or 10"),
        ("十万", 1, "'十'.*no 0 or 10"),
        ("〇筒", 1, "'〇'.*no 0 or 10"),
        ("12m3", 4, "'3' without a suit"),
        ("12m345", 4, "'345' without a suit"),
        ("3 m", 1, "'3' without a suit"),
        ("1🀇", 1, "'1' without a suit"),
        ("2幺鸡", 1, "'2' without a suit"),
        ("m12", 1, "'m' without digits"),
        ("12mp", 4, "'p' without digits"),
        ("1m万", 3, "'万' without digits"),
        ("１２m", 1, "'１'.*write '1'"),
        ("1ｍ", 2, "'ｍ'.*write 'm'"),
        ("1M", 2, "'M'"),
        ("1m,2m", 3, "','"),
        ("1m-2m", 3, "'-'"),
        ("[555p]", 1, r"'\['"),
        ("555p]", 5, r"'\]'"),
        ("🀀", 1, "'🀀'.*not a tile of this game"),
        ("1m🀄", 3, "'🀄'.*not a tile of this game"),
        ("幺", 1, "'幺'"),
        ("幺万", 1, "'幺'"),
        ("乌鸡", 1, "'乌'"),
        ("乌骨", 1, "'乌'"),
        ("鸡", 1, "'鸡'"),
        ("1m\x00", 3, r"'\\x00'"),
        ("1m\ufe0f", 3, r"'\\ufe0f'"),
        ("🀇\ufe0f\ufe0f", 3, r"'\\ufe0f'"),
        ("\ud800", 1, r"'\\ud800'"),
        ("-1m", 1, "'-'"),
        ("5", 1, "'5' without a suit"),
    ],
)
def test_unreadable_text_names_position_and_character(text, position, named):
    for read in (parse_tiles, counts, to_text, tiles_text, tile_index, tile_text, glyph):
        with pytest.raises(
            TileTextError, match=rf"position {position} \(counted from 1\): {named}"
        ):
            read(text)


@given(st.text(alphabet="123456789０mps万条鸡幺乌骨🀇\ufe0f x[]+-0", max_size=12))
def test_any_text_is_read_or_refused_and_reading_again_agrees(text):
    try:
        tiles = parse_tiles(text)
    except TileTextError:
        return
    assert parse_tiles(tiles_text(tiles)) == tiles


@pytest.mark.parametrize("tiles", ["22222448m123p678s", "2m2m2m2m2m", "22m222m", [1] * 5])
def test_five_of_a_kind(tiles):
    with pytest.raises(CountsError, match="five of 2m"):
        counts(tiles)
    with pytest.raises(CountsError, match="five of 2m"):
        to_text(tiles)
    assert len(parse_tiles("22222m")) == 5


@pytest.mark.parametrize("dtype", [None, np.int8, np.int16, np.int64])
@pytest.mark.parametrize(("value", "tile"), [(5, 4), (-1, 13), (100, 26)])
def test_counts_out_of_range(dtype, value, tile):
    vector = [0] * 27
    vector[tile] = value
    given_counts = vector if dtype is None else np.array(vector, dtype)
    with pytest.raises(CountsError, match=rf"counts\[{tile}\].*{tile_text(tile)} is {value}"):
        counts(given_counts)
    assert vector[tile] == value


def test_counts_do_not_wrap():
    with pytest.raises(CountsError, match="1m is 256"):
        counts(np.array([256] + [0] * 26))
    with pytest.raises(CountsError, match="1m is 5"):
        counts(bytes([5] + [0] * 26))
    with pytest.raises(CountsError, match="1m is 255"):
        counts(np.array([255] + [0] * 26, np.uint8))


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        5,
        5.0,
        True,
        object(),
        {0: 1},
        [1.0] * 27,
        [True] * 27,
        [np.True_] * 27,
        [None] * 27,
        [0, 1, 2.0],
        [0, 1, True],
        [0, None],
        np.zeros(27),
        np.zeros(27, bool),
        np.zeros(27, object),
        np.zeros(27, complex),
        np.zeros(27, "m8[s]"),
        np.array([]),
    ],
)
def test_wrong_types_of_counts(wrong):
    with pytest.raises(WrongTypeError):
        counts(wrong)
    with pytest.raises(TypeError):
        to_text(wrong)


@pytest.mark.parametrize("array", [np.zeros((2, 27), int), np.zeros((27, 1), int), np.array(3)])
def test_arrays_that_are_not_one_dimensional(array):
    with pytest.raises(ShapeError, match="shape"):
        counts(array)


@pytest.mark.parametrize("length", [0, 1, 26, 28])
def test_bytes_of_another_length(length):
    with pytest.raises(CountsError, match=f"{length} bytes"):
        counts(bytes(length))


@pytest.mark.parametrize("wrong", [None, True, np.True_, 3.0, np.float64(3), b"5m", [3], object()])
def test_wrong_types_of_tiles(wrong):
    for call in (tile_index, tile_text, glyph, tile_name):
        with pytest.raises(WrongTypeError, match="whole number"):
            call(wrong)


@pytest.mark.parametrize(
    "wrong", [-1, 27, 2**70, -(2**70), pytest.param(10**5000, id="huge"), np.int8(-1), np.int64(27)]
)
def test_tile_indices_out_of_range(wrong):
    for call in (tile_index, tile_text, glyph, tile_name):
        with pytest.raises(TileTextError, match=r"0 \(1m\) to 26 \(9s\)") as caught:
            call(wrong)
        assert len(str(caught.value)) < 200
    for call in (counts, tiles_text):
        with pytest.raises(TileTextError, match=r"\w+\[1\] "):
            call([3, wrong])


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.uint64, np.intp])
def test_integers_of_every_kind_are_tiles(kind):
    assert tile_index(kind(5)) == 5
    assert type(tile_index(kind(5))) is int
    assert tile_text(kind(5)) == "6m"
    assert tiles_text([kind(5), kind(18)]) == "6m1s"


@pytest.mark.parametrize("text", ["12m", "5m5m", "1m 2s"])
def test_a_tile_is_one_tile(text):
    with pytest.raises(TileTextError, match="2 tiles, expected exactly one"):
        tile_index(text)


@pytest.mark.parametrize("wrong", [None, b"1m", bytearray(b"1m"), 5, ["1m"], np.array(["1m"])])
def test_wrong_types_of_text(wrong):
    with pytest.raises(WrongTypeError, match="must be str"):
        parse_tiles(wrong)


@pytest.mark.parametrize("wrong", [None, 5, b"1m", {1: 2}, [1.0], [True]])
def test_wrong_types_of_tile_rows(wrong):
    with pytest.raises(WrongTypeError):
        tiles_text(wrong)


def test_names():
    assert tile_name("1s") == "幺鸡"
    assert tile_name("8p") == "八筒"
    assert tile_name(0, "en") == "1 characters"
    assert len({tile_name(t, "en") for t in range(27)}) == 27
    with pytest.raises(ZhuojiError, match=r"'fr'.*'zh' or 'en'"):
        tile_name(0, "fr")


@pytest.mark.parametrize(("unit", "tiles"), [("123456789m", 9), ("🀇\ufe0f", 1), (" ", 0)])
def test_huge_text_is_read(unit, tiles):
    text = unit * 200_000
    assert len(parse_tiles(text)) == tiles * 200_000
    with pytest.raises(ZhuojiError) as caught:
        counts(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("unit", ["1", "乌", "m", "[", "\ufe0f"])
def test_huge_text_is_refused_with_a_short_message(unit):
    with pytest.raises(TileTextError) as caught:
        parse_tiles("1m" + unit * 200_000)
    assert len(str(caught.value)) < 400


def test_endless_iterables_are_refused():
    with pytest.raises(CountsError, match="five of 1m"):
        counts(itertools.repeat(0))
    with pytest.raises(CountsError, match="five of 1m"):
        counts(itertools.cycle(range(27)))


def test_no_reference_is_kept():
    text, vector = "".join(["123m", "11s"]), np.array([0] * 26 + [3])
    listed, bad = vector.tolist(), [0] * 26 + [7]
    before = [sys.getrefcount(x) for x in (text, vector, listed, bad)]
    for _ in range(200):
        parse_tiles(text), counts(text), counts(vector), counts(listed), to_text(vector)
        with pytest.raises(CountsError):
            counts(bad)
    assert [sys.getrefcount(x) for x in (text, vector, listed, bad)] == before


def test_errors_are_value_errors_and_pickle():
    for call, value in ((parse_tiles, "1z"), (parse_tiles, None), (counts, [9] * 27)):
        with pytest.raises(ValueError, match=r".") as caught:
            call(value)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
