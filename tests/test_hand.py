"""``Hand``, ``Meld`` and what they answer, against the slow oracle."""

import copy
import gc
import html.parser
import itertools
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import zhuoji_fast as zj
from strategies import hands, seen_counts
from zhuoji_fast.melds import Meld, MeldKind, parse_melds
from zhuoji_fast.patterns import Pattern
from zhuoji_fast.readings import TileSet

KONGS = [MeldKind.EXPOSED_KONG, MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG]
FORMS = {
    MeldKind.PONG: "[{t}{t}{t}{s}]",
    MeldKind.EXPOSED_KONG: "[{t}{t}{t}{t}{s}]",
    MeldKind.CONCEALED_KONG: "[-{t}{t}{t}{t}{s}]",
    MeldKind.ADDED_KONG: "[+{t}{t}{t}{t}{s}]",
}
MELDS = [Meld(kind, tile) for kind in MeldKind for tile in range(27)]
READY = "123m45p11s [999p] [-8888m]"
FULL = "123m456p11s [999p] [-8888m]"


@st.composite
def whole_hands(draw, remainder=0):
    """A ``Hand`` with melds of random kinds in random order, and its counts for the oracle."""
    tiles = draw(hands(remainder).filter(lambda h: h.melds is not None))
    melds = [
        Meld(MeldKind.PONG if number == 3 else draw(st.sampled_from(KONGS)), tile)
        for tile, number in enumerate(tiles.melds)
        if number
    ]
    return zj.Hand(list(tiles.counts), draw(st.permutations(melds))), tiles


def by_text(pairs):
    return {zj.tile_text(tile): value for tile, value in pairs}


# Melds


@pytest.mark.parametrize("meld", MELDS, ids=str)
def test_every_meld_reads_back(meld):
    rank, suit = meld.tile % 9 + 1, "mps"[meld.tile // 9]
    assert meld.text == str(meld) == FORMS[meld.kind].format(t=rank, s=suit)
    for text in (meld.text, meld.text[1:-1], f"  {meld.text} ", meld.glyphs):
        assert Meld.parse(text) == meld
    assert parse_melds(f"{meld.text}{meld.glyphs}") == (meld, meld)
    assert eval(repr(meld)) == meld
    assert meld.size == (3 if meld.kind == "pong" else 4)
    assert meld.is_kong == (meld.kind != "pong")
    assert Meld(meld.kind.value, zj.tile_text(meld.tile)) == meld


def test_melds_in_other_notations():
    assert Meld.parse("[五万五萬5m]") == Meld("pong", "5m")
    assert Meld.parse("[- 幺鸡幺鸡 1s 么雞]") == Meld("concealed_kong", 18)


def test_melds_differ_by_kind_and_tile():
    assert len(set(MELDS)) == len(MELDS) == 108
    assert Meld("pong", 4) != "[555m]"
    match Meld("pong", 4):
        case Meld(kind, tile):
            assert (kind, tile) == ("pong", 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[123m]", r"'123m' at position 2 .*unequal"),
        ("[55m5p]", r"'55m5p' at position 2 .*unequal"),
        ("[55p]", r"'55p' at position 2 .*2 tiles"),
        ("[55555p]", r"5 tiles"),
        ("[]", r"0 tiles"),
        ("", r"0 tiles"),
        ("[+]", r"0 tiles"),
        ("[+555p]", r"'\+' marks a kong"),
        ("[-555p]", r"'-' marks a kong"),
        ("[555p] [555s]", r"2 melds, expected one"),
    ],
)
def test_impossible_melds(text, message):
    with pytest.raises(zj.MeldError, match=message):
        Meld.parse(text)


@pytest.mark.parametrize(
    ("text", "position", "named"),
    [
        ("[555p", 1, r"'\[' is never closed"),
        ("[[555p]]", 2, r"'\['"),
        ("[555]", 2, "'555' without a suit"),
        ("[555z]", 5, "'z': unknown"),
        ("[--5555p]", 3, "'-'"),
        ("[５55p]", 2, "'５': full-width"),
        ("[555p]x", 7, "'x' after a meld"),
    ],
)
def test_unreadable_melds(text, position, named):
    with pytest.raises(zj.TileTextError, match=rf"position {position} \(counted from 1\): {named}"):
        Meld.parse(text)
    hand = "1m45m" + text
    at = position + 5
    with pytest.raises(zj.TileTextError, match=rf"position {at} \(counted from 1\): {named}"):
        zj.Hand(hand)


@pytest.mark.parametrize(
    ("kind", "tile", "error"),
    [
        ("chi", 4, zj.MeldError),
        ("", 4, zj.MeldError),
        (None, 4, zj.WrongTypeError),
        (3, 4, zj.WrongTypeError),
        ("pong", 27, zj.TileTextError),
        ("pong", -1, zj.TileTextError),
        ("pong", "55m", zj.TileTextError),
        ("pong", True, zj.WrongTypeError),
        ("pong", 1.0, zj.WrongTypeError),
        ("pong", None, zj.WrongTypeError),
    ],
)
def test_meld_values_are_checked(kind, tile, error):
    with pytest.raises(error):
        Meld(kind, tile)


def test_an_unknown_kind_lists_the_four():
    with pytest.raises(zj.MeldError, match="pong, exposed_kong, concealed_kong, added_kong"):
        Meld("chi", 4)


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


# Answers


@given(st.data(), whole_hands(1))
@settings(max_examples=100)
def test_thirteen_tiles_against_the_oracle(data, made):
    hand, (counts, melds) = made
    seen = data.draw(seen_counts(made[1]))
    unseen = [4 - sum(n) for n in zip(counts, melds, seen, strict=True)]
    assert hand.shanten == oracle.shanten(counts, melds)
    waits = tuple(np.flatnonzero(oracle.waits(counts, melds)).tolist())
    assert hand.waits == waits
    assert hand.left(seen) == tuple((tile, unseen[tile]) for tile in waits)
    useful = np.flatnonzero(oracle.useful_tiles(counts, melds)).tolist()
    assert hand.useful_tiles(np.array(seen)) == tuple((tile, unseen[tile]) for tile in useful)
    if hand.shanten == 0:
        assert hand.useful_tiles(seen) == hand.left(seen)
    patterns = oracle.wait_patterns(counts, melds)
    assert dict(hand.wait_patterns) == {t: Pattern(p) for t, p in enumerate(patterns) if p}
    for tile in oracle.drawable(counts, melds):
        drawn = hand.with_tile(tile)
        assert drawn.without(tile) == hand
        assert hand.patterns(tile) == patterns[tile]
        assert drawn.patterns() == patterns[tile] & ~Pattern.DRAGON_ON_WAIT
        assert drawn.is_win == (tile in waits) == bool(patterns[tile])
        assert hand.decompositions(tile) == drawn.decompositions()


@given(st.data(), whole_hands(2))
@settings(max_examples=80)
def test_fourteen_tiles_against_the_oracle(data, made):
    hand, (counts, melds) = made
    seen = data.draw(seen_counts(made[1]))
    assert hand.shanten == oracle.shanten(counts, melds)
    assert hand.is_win == oracle.is_win(counts, melds)
    assert hand.patterns() == oracle.pattern(counts, melds)
    throws = hand.discards(seen)
    assert {throw.tile for throw in throws} == set(hand.concealed)
    after = oracle.discard_shanten(counts, melds)
    for throw in throws:
        useful = oracle.unseen_useful(counts, throw.tile, melds, seen)
        assert dict(throw.useful) == useful
        assert (throw.shanten, throw.kinds) == (after[throw.tile], len(useful))
        assert throw.tiles == sum(useful.values())
        left = hand.without(throw.tile)
        assert left.shanten == throw.shanten
        thrown = list(seen)
        thrown[throw.tile] += 1
        assert left.useful_tiles(thrown) == throw.useful
    order = [(throw.shanten, -throw.tiles, throw.tile) for throw in throws]
    assert order == sorted(order)
    best = (throws[0].tile, throws[0].shanten, throws[0].tiles)
    assert best == oracle.best_discard(counts, melds, seen)
    assert best == zj.best_discard(hand.concealed_bytes, hand.meld_bytes, bytes(seen))


@given(whole_hands())
def test_shanten_parts(made):
    hand, (counts, melds) = made
    standard, pairs = hand.shanten_parts
    assert (standard, 127 if pairs is None else pairs) == oracle.shanten_parts(counts, melds)
    assert (pairs is None) == bool(hand.melds)
    assert hand.shanten == min(x for x in (standard, pairs) if x is not None)


def code(part):
    suit, rank = divmod(part.tile, 9)
    return {"run": 7 * suit + rank, "triplet": 21 + part.tile, "pair": 48 + part.tile}[part.kind]


@given(whole_hands(2))
@settings(max_examples=300)
def test_readings_against_the_oracle(made):
    hand, (counts, melds) = made
    readings = zj.decompositions(hand)
    assert readings == hand.decompositions()
    assert len(set(readings)) == len(readings)
    assert len(readings) == zj.count_decompositions(hand.concealed_bytes, hand.meld_bytes)
    found = set()
    for reading in readings:
        concealed = [part for part in reading.sets if not part.melded]
        melded = reading.sets[len(concealed) :]
        assert [(part.kind, part.tile) for part in melded] == [(m.kind, m.tile) for m in hand.melds]
        assert all(part.melded for part in melded)
        tiles = [tile for part in concealed for tile in part.tiles]
        if reading.kind == "seven_pairs":
            assert reading.pair is None
            assert len(reading.sets) == 7
            found.add((75,))
        else:
            assert reading.kind == "sets"
            assert len(reading.sets) == 4
            tiles += [reading.pair] * 2
            found.add((*map(code, concealed), 48 + reading.pair))
        assert sorted(tiles) == list(hand.concealed)
        texts = str(reading).split(" ")
        assert zj.Hand("".join(texts)) == hand
    assert found == oracle.readings(counts, melds)


def test_a_set_knows_its_tiles_and_text():
    reading = zj.Hand("111p22s [+5555m] [333s] [-9999p]").decompositions()[0]
    assert [part.text for part in reading.sets] == ["111p", "[+5555m]", "[333s]", "[-9999p]"]
    assert [part.tiles for part in reading.sets] == [(9,) * 3, (4,) * 4, (20,) * 3, (17,) * 4]
    assert reading.text == str(reading) == "111p 22s [+5555m] [333s] [-9999p]"
    assert (reading.pair, reading.kind) == (19, zj.ReadingKind.SETS)
    assert TileSet(zj.SetKind.RUN, 6).tiles == (6, 7, 8)
    pairs = zj.Hand("11112222333344m").decompositions()[-1]
    assert str(pairs) == "11m 11m 22m 22m 33m 33m 44m"


def test_four_melds_and_a_lone_tile():
    hand = zj.Hand("3p [1111m][5555m][6666p][7777s]")
    assert by_text(hand.left()) == {"3p": 3}
    won = hand.with_tile("3p")
    assert won.is_win
    assert won.patterns() == Pattern.SETS | Pattern.TRIPLETS | Pattern.LONE_PAIR
    assert [str(r) for r in won.decompositions()] == ["33p [1111m] [5555m] [6666p] [7777s]"]


@pytest.mark.parametrize("text", ["4m [444m] [111p] [555p] [777p]", "123456789m1111p"])
def test_waiting_for_a_fifth_tile_is_not_ting(text):
    hand = zj.Hand(text)
    assert hand.shanten == 1
    assert hand.waits == hand.left() == hand.wait_patterns == ()


def test_a_wait_that_is_seen_four_times_stays_with_none_left():
    hand = zj.Hand("13m456777p55789s")
    assert by_text(hand.left("2222m")) == by_text(hand.useful_tiles("2222m")) == {"2m": 0}
    assert by_text(hand.left("222m")) == {"2m": 1}
    assert hand.waits == (1,)


def test_the_thrown_tile_counts_as_seen():
    throws = {throw.tile: throw for throw in zj.Hand("123456789m34677s").discards()}
    thrown = throws[0]
    assert (thrown.shanten, thrown.kinds, thrown.tiles) == (1, 5, 17)
    assert by_text(thrown.useful) == {"1m": 3, "4m": 3, "7m": 3, "2s": 4, "5s": 4}


def test_throwing_one_of_four():
    throws = zj.Hand("1111m234567p3399s").discards()
    assert [throw.tile for throw in throws if throw.shanten == 0] == [0]
    assert all(draw.tile != 0 for throw in throws for draw in throw.useful)


@pytest.mark.parametrize("loose", range(9, 27))
def test_a_far_loose_tile_does_not_matter(loose):
    best = zj.Hand("1112456788999m").with_tile(loose).discards()[0]
    assert (best.tile, best.shanten, by_text(best.useful)) == (loose, 0, {"3m": 4})


def test_a_robbed_kong_is_waited_for():
    assert by_text(zj.Hand("46m123p55789s [9999p]").left()) == {"5m": 4}
    assert by_text(zj.Hand("46m123p55789s [9999p]").left("5555m")) == {"5m": 0}


def test_dragons_know_the_tile_that_completes_the_quad():
    hand = zj.Hand("1112233445566m")
    flags = hand.patterns("1m")
    assert Pattern.DRAGON_ON_WAIT in flags
    assert Pattern.DRAGON_ON_WAIT not in hand.with_tile("1m").patterns()
    assert dict(hand.wait_patterns)[0] == flags


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


# Notebook


class Page(html.parser.HTMLParser):
    """Checks that tags close and collects the text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.words, self.attributes = [], [], {}
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.attributes.update(attrs)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@given(whole_hands())
def test_html_is_whole_and_needs_nothing(made):
    hand, _ = made
    page = Page(hand._repr_html_())
    assert page.attributes["title"] == hand.text
    assert page.words[0] == hand.glyphs
    assert set(page.attributes) <= {"style", "title"}
    words = " ".join(page.words)
    if hand.shanten < 0:
        assert all(str(reading) in words for reading in hand.decompositions())
    elif hand.shanten == 0:
        assert "听 · ting" in words
    else:
        assert f"shanten {hand.shanten}" in words
