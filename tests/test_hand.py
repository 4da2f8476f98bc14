"""``Hand`` as a value: making it, what it refuses, copies, what its calls ask for."""

import copy
import gc
import itertools
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings

import zhuoji_fast as zj
from hand_strategies import whole_hands
from zhuoji_fast.melds import Meld

READY = "123m45p11s [999p] [-8888m]"
FULL = "123m456p11s [999p] [-8888m]"


# Making hands


@pytest.mark.parametrize(
    "text", [READY, FULL, "123456789m1111p", "3p [1111m][+5555m][-6666p][777s]"]
)
def test_text_and_repr_round_trip(text):
    hand = zj.Hand(text)
    assert zj.Hand(hand.text) == zj.Hand(hand.glyphs) == zj.Hand(hand) == eval(repr(hand), vars(zj))
    assert repr(hand) == f"Hand('{hand.text}')"
    assert str(hand) == hand.text == f"{hand}"
    assert hand.text.replace(" ", "") == text.replace(" ", "")


@given(whole_hands())
def test_every_way_to_make_a_hand_gives_the_same(made):
    hand, tiles = made
    assert tuple(hand.counts) == tiles.counts
    assert tuple(hand.meld_counts) == tiles.melds
    assert hand.size == sum(tiles.counts) + 3 * len(hand.melds)
    assert zj.counts(hand.concealed).tolist() == list(tiles.counts)
    assert list(hand.concealed) == sorted(hand.concealed)
    assert zj.to_text(hand) == hand.text.split(" ")[0]
    texts = [meld.text for meld in hand.melds]
    for concealed in (
        zj.to_text(hand),
        hand.concealed_bytes,
        hand.counts,
        hand.counts.astype(np.int64),
        list(tiles.counts),
        list(hand.concealed),
        iter(hand.concealed),
        hand,
    ):
        assert zj.Hand(concealed, iter(texts)) == hand
    assert zj.Hand(zj.to_text(hand), " ".join(texts)) == hand
    assert zj.Hand(hand.text) == zj.Hand(hand.glyphs) == hand
    assert zj.Hand(" \n".join(hand.text.split())) == hand


@pytest.mark.parametrize(
    ("text", "concealed", "melds"),
    [
        ("14668889m", 8, 0),
        ("123s", 3, 0),
        ("111122233344455s", 15, 0),
        ("123456789m123p", 12, 0),
        ("123m [111p] [222p]", 3, 2),
        ("123456789m1234p [111s]", 13, 1),
        ("123m [111p] [222p] [333p] [444p]", 3, 4),
        ("1m", 1, 0),
    ],
)
def test_totals_that_are_no_hand(text, concealed, melds):
    more = f"{concealed} concealed tiles with {melds} melds"
    with pytest.raises(zj.CountsError, match=rf"{more}, expected {13 - 3 * melds} or"):
        zj.Hand(text)
    tiles, *rest = text.split()
    with pytest.raises(zj.CountsError, match=more):
        zj.Hand(zj.counts(tiles), rest)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("22222448m123p678s", "five of 2m"),
        ("11234567m [111m]", "2 of 1m concealed and 3 in melds"),
        ("123m45p11s [999p] [-2222m]", "1 of 2m concealed and 4 in melds"),
        ("4444m [444m] [111p] [555p]", "4 of 4m concealed and 3 in melds"),
        ("1234m123p [555p] [-5555p]", "0 of 5p concealed and 7 in melds"),
        ("1234m123p [555p] [555p]", "0 of 5p concealed and 6 in melds"),
        ("幺鸡幺鸡幺鸡幺鸡1s12345678m", "five of 1s"),
    ],
)
def test_five_of_a_kind_over_hand_and_melds(text, named):
    with pytest.raises(zj.CountsError, match=named):
        zj.Hand(text)


@pytest.mark.parametrize("melds", [5, 6, 4000])
def test_more_than_four_melds(melds):
    texts = [f"[{i % 9 + 1}{i % 9 + 1}{i % 9 + 1}s]" for i in range(melds)]
    message = r"melds\[4\] \[555s\]: a hand has at most 4 melds"
    with pytest.raises(zj.MeldError, match=message):
        zj.Hand("1m" + "".join(texts))
    with pytest.raises(zj.MeldError, match=message):
        zj.Hand("1m", texts)
    with pytest.raises(zj.MeldError, match="at most 4"):
        zj.Hand("1m", itertools.repeat("111p"))


@pytest.mark.parametrize(
    ("text", "position", "named"),
    [
        ("123m45z", 7, "'z': unknown"),
        ("123456789m10p", 12, "'0'"),
        ("1234567891234", 1, "'1234567891234' without a suit"),
        ("m123", 1, "'m' without digits"),
        ("１23m", 1, "'１': full-width"),
        ("123m45p11s [999p] 5m", 19, "'5' after a meld"),
        ("123m45p11s 999p]", 16, r"'\]'"),
    ],
)
def test_unreadable_hands_name_the_place(text, position, named):
    with pytest.raises(zj.TileTextError, match=rf"position {position} \(counted from 1\): {named}"):
        zj.Hand(text)


@pytest.mark.parametrize("text", ["", "  ", "[111m][222m][333m][444m]"])
def test_a_hand_needs_tiles(text):
    with pytest.raises(zj.TileTextError, match="no concealed tiles"):
        zj.Hand(text)


@pytest.mark.parametrize(
    "wrong", [None, 5, 1.5, True, {}, [1.0] * 27, np.zeros(27), np.zeros(27, bool), [None] * 13]
)
def test_wrong_types_of_concealed(wrong):
    with pytest.raises(zj.WrongTypeError):
        zj.Hand(wrong)


@pytest.mark.parametrize("wrong", [5, [None], [18], [b"[111m]"], [[0, 0, 0]], True])
def test_wrong_types_of_melds(wrong):
    with pytest.raises(zj.WrongTypeError, match=r"melds"):
        zj.Hand("1234m56p77s", wrong)


def test_counts_out_of_range_are_refused():
    for value in (-1, 5, 256):
        vector = [0] * 27
        vector[3], vector[20] = value, 4
        kept = list(vector)
        with pytest.raises(zj.CountsError, match=f"4m is {value}"):
            zj.Hand(vector)
        assert vector == kept
    with pytest.raises(zj.ShapeError):
        zj.Hand(np.zeros((1, 27), int))
    with pytest.raises(zj.CountsError, match="0 concealed tiles"):
        zj.Hand([0] * 27)


def test_melds_stand_in_one_place_only():
    with pytest.raises(zj.MeldError, match=r"both in the text, \[999p\], and in melds="):
        zj.Hand(READY, ["999p", "-8888m"])


# A frozen value


@pytest.mark.parametrize(
    "copier", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_are_equal(copier):
    hand = zj.Hand(FULL)
    reading = zj.Hand("111123m44p [999p] [-8888m]").decompositions()[0]
    values = [hand, hand.melds[1], *hand.discards()[:2], reading, reading.sets[0]]
    values += [*zj.Hand(READY).wait_patterns, *zj.Hand(READY).left(), hand.shanten_parts]
    for value in [*values, values]:
        again = copier(value)
        assert again == value
        assert type(again) is type(value)
        if value is not values:
            assert hash(again) == hash(value)
            assert repr(again) == repr(value)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@given(made=whole_hands())
@settings(max_examples=20)
def test_pickles_of_every_protocol(protocol, made):
    hand, _ = made
    again = pickle.loads(pickle.dumps(hand, protocol))
    assert again == hand
    assert hash(again) == hash(hand)
    assert again.text == hand.text
    if hand.size == 14:
        assert again.decompositions() == hand.decompositions()


def test_equality_and_hash():
    hand = zj.Hand(READY)
    assert hand == zj.Hand("11s54p321m [999p] [-8888m]")
    assert hash(hand) == hash(zj.Hand("11s54p321m [999p] [-8888m]"))
    others = [
        "123m45p11s [999p] [8888m]",
        "123m45p11s [-8888m] [999p]",
        "123m46p11s [999p] [-8888m]",
    ]
    assert len({hand, zj.Hand(READY), *map(zj.Hand, others)}) == 4
    assert hand != READY
    assert hand != hand.concealed_bytes


@pytest.mark.parametrize("name", ["melds", "size", "concealed_bytes", "text", "_melded", "new"])
def test_hands_cannot_be_changed(name):
    hand = zj.Hand(READY)
    with pytest.raises(AttributeError):
        setattr(hand, name, 3)
    with pytest.raises(AttributeError):
        delattr(hand, name)
    assert hand == zj.Hand(READY)


def test_answers_cannot_be_changed():
    hand = zj.Hand(FULL)
    reading = zj.Hand("111123m44p [999p] [-8888m]").decompositions()[0]
    for value, name in [
        (hand.melds[0], "tile"),
        (hand.discards()[0], "tile"),
        (hand.discards()[0].useful[0], "unseen"),
        (reading, "pair"),
        (reading.sets[0], "tile"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, name, 3)
    for array in (hand.counts, hand.meld_counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    fresh = zj.counts(hand)
    fresh[:] = 0
    assert zj.Hand(FULL) == hand


# What the calls ask for


@pytest.mark.parametrize(
    "call",
    [
        lambda hand: hand.waits,
        lambda hand: hand.left(),
        lambda hand: hand.useful_tiles(),
        lambda hand: hand.wait_patterns,
        lambda hand: hand.with_tile(20),
        lambda hand: hand.patterns(20),
        lambda hand: hand.decompositions(20),
    ],
)
def test_calls_that_need_thirteen(call):
    with pytest.raises(zj.CountsError, match=r"needs a hand of 13 tiles, .* has 14"):
        call(zj.Hand(FULL))
    call(zj.Hand(READY))


@pytest.mark.parametrize(
    "call",
    [
        lambda hand: hand.discards(),
        lambda hand: hand.is_win,
        lambda hand: hand.patterns(),
        lambda hand: hand.decompositions(),
        zj.decompositions,
        lambda hand: hand.without(0),
    ],
)
def test_calls_that_need_fourteen(call):
    with pytest.raises(zj.CountsError, match=r"needs a hand of 14 tiles, .* has 13"):
        call(zj.Hand(READY))
    call(zj.Hand(FULL))


@pytest.mark.parametrize(
    ("tile", "error"),
    [
        (-1, zj.TileTextError),
        (27, zj.TileTextError),
        ("0m", zj.TileTextError),
        ("12m", zj.TileTextError),
        ("", zj.TileTextError),
        (3.0, zj.WrongTypeError),
        (True, zj.WrongTypeError),
        ([3], zj.WrongTypeError),
    ],
)
def test_tiles_given_to_a_hand_are_checked(tile, error):
    ready, full = zj.Hand(READY), zj.Hand(FULL)
    for call in (ready.with_tile, ready.patterns, ready.decompositions, full.without):
        with pytest.raises(error):
            call(tile)
    assert (ready, full) == (zj.Hand(READY), zj.Hand(FULL))


def test_numpy_integers_are_tiles():
    assert zj.Hand(READY).with_tile(np.int64(14)) == zj.Hand(FULL)
    assert zj.Hand(FULL).without(np.uint8(14)) == zj.Hand(READY)


@pytest.mark.parametrize(
    ("text", "tile"), [(READY, "8m"), ("4m [444m] [111p] [555p] [777p]", "4m")]
)
def test_a_fifth_tile_cannot_be_drawn(text, tile):
    hand = zj.Hand(text)
    for call in (hand.with_tile, hand.patterns, hand.decompositions):
        with pytest.raises(zj.CountsError, match=f"holds 4 of {tile} already"):
            call(tile)


@pytest.mark.parametrize("tile", ["9m", "8m", "9p"])
def test_only_concealed_tiles_can_be_thrown(tile):
    with pytest.raises(zj.CountsError, match=f"holds no concealed {tile}"):
        zj.Hand(FULL).without(tile)


@pytest.mark.parametrize("call", [zj.Hand.left, zj.Hand.useful_tiles, zj.Hand.discards])
def test_seen_tiles(call):
    hand = zj.Hand(FULL if call is zj.Hand.discards else READY)
    nothing = call(hand)
    for seen in (None, "", " ", [], [0] * 27, bytes(27), np.zeros(27, int)):
        assert call(hand, seen) == nothing
    text = call(hand, seen="3p666p 幺鸡")
    assert text == call(hand, zj.counts("3666p1s")) == call(hand, ["3p", 14, 14, 14, 18])
    assert text != nothing
    vector = [0] * 27
    vector[18] = 3
    kept = list(vector)
    with pytest.raises(zj.CountsError, match=r"seen: 3 of 1s and 2 in .*there are 4"):
        call(hand, vector)
    assert vector == kept
    for seen, error, message in [
        ("8m", zj.CountsError, "seen: 1 of 8m and 4 in"),
        ("99p", zj.CountsError, "seen: 2 of 9p and 3 in"),
        ("11111p", zj.CountsError, "seen '11111p': five of 1p"),
        ([5] + [0] * 26, zj.CountsError, r"seen\[0\]: .*1m is 5"),
        ("1z", zj.TileTextError, "position 2"),
        (5, zj.WrongTypeError, "seen must be"),
        (np.zeros(27), zj.WrongTypeError, "seen: array of float64"),
    ]:
        with pytest.raises(error, match=message):
            call(hand, seen)


@pytest.mark.parametrize("wrong", [None, FULL, 5, zj.counts("123m")])
def test_decompositions_take_a_hand(wrong):
    with pytest.raises(zj.WrongTypeError, match="takes a Hand"):
        zj.decompositions(wrong)


def test_no_reference_is_kept():
    vector, seen = zj.counts("123m45p11s"), zj.counts("7p")
    melds = ["999p", Meld("concealed_kong", "8m")]
    bad = [0] * 26 + [7]
    watched = [vector, seen, melds, bad, melds[1]]
    kept = copy.deepcopy(watched)
    before = [sys.getrefcount(x) for x in watched]
    for _ in range(100):
        hand = zj.Hand(vector, melds)
        hand.left(seen), hand.useful_tiles(seen), hand.with_tile(14).discards(seen)
        hand.with_tile(14).decompositions(), hand.patterns(14), hand.wait_patterns, hash(hand)
        with pytest.raises(zj.CountsError):
            zj.Hand(bad, melds)
    del hand
    gc.collect()
    assert [sys.getrefcount(x) for x in watched] == before
    assert all(map(np.array_equal, watched, kept))
