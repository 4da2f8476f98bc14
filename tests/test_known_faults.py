"""Mistakes that libraries of this kind are known for, each with its right answer here."""

import copy
import itertools
import multiprocessing
import pickle

import numpy as np
import pytest
from hypothesis import given

import oracle
import zhuoji_fast as zj
from strategies import Tiles, hands

FLAGS = zj.Pattern


def texts(tiles: object) -> list[str]:
    return [oracle.name(int(tile)) for tile in np.asarray(tiles).tolist()]


def left(hand: zj.Hand, seen: str | None = None) -> dict[str, int]:
    return {oracle.name(tile): unseen for tile, unseen in hand.left(seen=seen)}


def test_a_fifth_copy_is_no_wait() -> None:
    """Only a fifth 1p would finish it, so it is not ting, and all that can be drawn helps."""
    hand = zj.Hand("123456789m1111p")
    assert (hand.shanten, hand.waits) == (1, ())
    useful = hand.useful_tiles()
    assert (len(useful), sum(unseen for _, unseen in useful)) == (26, 95)
    assert "1p" not in texts([tile for tile, _ in useful])


def test_all_readings_are_offered_seven_pairs_among_them() -> None:
    found = [str(one) for one in zj.Hand("11112222333344m").decompositions()]
    assert len(found) == len(set(found)) == 4
    kinds = [one.kind for one in zj.Hand("11112222333344m").decompositions()]
    assert sorted(kinds) == ["sets", "sets", "sets", "seven_pairs"]
    flags = zj.Hand("11112222333344m").patterns()
    assert flags == FLAGS.SETS | FLAGS.SEVEN_PAIRS | FLAGS.DRAGON | FLAGS.ONE_SUIT


@pytest.mark.parametrize("tile", range(9, 27))
def test_the_name_of_a_far_loose_tile_does_not_matter(tile: int) -> None:
    loose = oracle.name(tile)
    best = zj.Hand("1112456788999m" + loose).discards()[0]
    assert (oracle.name(best.tile), best.shanten, best.tiles) == (loose, 0, 4)
    assert texts([draw for draw, _ in best.useful]) == ["3m"]


def test_four_equal_tiles_are_two_pairs() -> None:
    """Rules that forbid it would say 1."""
    hand = zj.Hand("5566m233799p1111s")
    assert hand.shanten == 0
    best = {oracle.name(one.tile): one for one in hand.discards() if one.shanten == 0}
    assert {tile: texts([t for t, _ in one.useful]) for tile, one in best.items()} == {
        "2p": ["7p"],
        "7p": ["2p"],
    }


@pytest.mark.parametrize(
    ("text", "right", "ignoring"),
    [
        ("13m456p11789s [2222m]", 1, 0),
        ("4m [444m] [111p] [555p] [777p]", 1, 0),
        ("9999m9p569s [999p] [999s]", 2, 1),
    ],
)
def test_own_melds_count_towards_the_four_copies(text: str, right: int, ignoring: int) -> None:
    hand = zj.Hand(text)
    assert hand.shanten == right
    assert zj.shanten(hand.concealed_bytes) == ignoring
    if hand.size == 13:
        assert hand.waits == ()


def test_two_quads_and_a_meld() -> None:
    hand = zj.Hand("111124m1111p [999s]")
    useful = dict(hand.useful_tiles())
    assert (hand.shanten, len(useful), sum(useful.values())) == (1, 2, 7)


def test_a_kind_partly_melded_has_fewer_left() -> None:
    assert left(zj.Hand("77789m11888p [999s]")) == {"7m": 1, "1p": 2}


def test_waits_of_a_long_one_suit_shape() -> None:
    assert left(zj.Hand("1113456666788s")) == {"2s": 4, "5s": 3, "7s": 3, "8s": 2}


def test_throwing_from_a_quad() -> None:
    """No draw list names the quad's tile: a drawn one would be the fifth."""
    throws = zj.Hand("1111m234567p3399s").discards()
    assert [oracle.name(one.tile) for one in throws if one.shanten == 0] == ["1m"]
    assert left(zj.Hand("111m234567p3399s")) == {"3s": 2, "9s": 2}
    assert all("1m" not in texts([t for t, _ in one.useful]) for one in throws)


def test_copies_in_the_hand_are_not_left() -> None:
    assert left(zj.Hand("3344m123456p789s")) == {"3m": 2, "4m": 2}


def test_the_thrown_tile_is_seen() -> None:
    throws = {oracle.name(one.tile): one for one in zj.Hand("123456789m34677s").discards()}
    assert {oracle.name(tile): unseen for tile, unseen in throws["1m"].useful} == {
        "1m": 3, "4m": 3, "7m": 3, "2s": 4, "5s": 4,
    }  # fmt: skip
    assert (throws["1m"].shanten, throws["1m"].kinds, throws["1m"].tiles) == (1, 5, 17)


def test_eight_tiles_need_two_melds_named() -> None:
    with pytest.raises(zj.CountsError, match=r"8.*0 melds"):
        zj.Hand("14668889m")
    assert zj.Hand("14668889m [111p] [999s]").shanten == 1
    assert zj.shanten(zj.counts("14668889m")) == 1


def test_eighteen_tiles_with_four_kongs() -> None:
    assert zj.Hand("33p [1111m] [5555m] [6666p] [7777s]").is_win
    hand = zj.Hand("3p [1111m] [5555m] [6666p] [7777s]")
    assert left(hand) == {"3p": 3}
    assert hand.patterns("3p") == FLAGS.SETS | FLAGS.TRIPLETS | FLAGS.LONE_PAIR


def test_five_pairs_beside_a_meld_are_no_seven_pairs() -> None:
    hand = zj.Hand("1133557799m [222p]")
    assert tuple(hand.shanten_parts) == (2, None)
    assert hand.shanten == 2


@pytest.mark.parametrize("text", ["123s", "123456s", "123456789s"])
def test_3n_tiles_are_no_hand(text: str) -> None:
    for refuse in (zj.Hand, lambda t: zj.is_win(zj.counts(t)), lambda t: zj.waits(zj.counts(t))):
        with pytest.raises(zj.CountsError):
            refuse(text)


def test_no_tiles_are_no_hand() -> None:
    for refuse in (zj.Hand, zj.counts):
        with pytest.raises(zj.ZhuojiError):
            refuse("")
    with pytest.raises(zj.CountsError):
        zj.shanten(bytes(27))


def test_thirteen_tiles_are_asked_for_waits_not_for_a_win() -> None:
    hand = zj.Hand("1234567789m444p")
    with pytest.raises(zj.CountsError, match="13"):
        _ = hand.is_win
    with pytest.raises(zj.CountsError, match="13"):
        zj.is_win(hand.counts)
    assert left(hand) == {"1m": 3, "4m": 3, "7m": 2}


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("123456789p55s [444s]", 1),
        ("222234m444p555s99s", 1),
        ("33345678m123p999s", 1),
        ("123456789m123p45s", 0),
        ("11112222333m [999p]", 1),
    ],
)
def test_number_of_readings(text: str, readings: int) -> None:
    hand = zj.Hand(text)
    assert hand.is_win == (readings > 0)
    assert len(hand.decompositions()) == readings


@pytest.mark.parametrize("text", ["22222448m123p678s", "11234567m [111m]", "1m [1111m] [2222m]"])
def test_five_of_a_kind_is_the_same_error_everywhere(text: str) -> None:
    kind = "2m" if text.startswith("2") else "1m"
    with pytest.raises(zj.CountsError, match=kind):
        zj.Hand(text)


@pytest.mark.parametrize(
    ("text", "position", "character"),
    [
        ("123m45z", 7, "z"),
        ("777h", 4, "h"),
        ("10m", 2, "0"),
        ("0m", 1, "0"),
        ("12m3", 4, "3"),
        ("m12", 1, "m"),
        ("\uff11\uff12m", 1, "\uff11"),
    ],
)
def test_unreadable_text_is_refused_with_its_place(
    text: str, position: int, character: str
) -> None:
    """Never a part of the hand."""
    for refuse in (zj.parse_tiles, zj.counts, zj.Hand):
        with pytest.raises(zj.TileTextError, match=f"position {position}") as caught:
            refuse(text)
        assert f"'{character}'" in str(caught.value)
        assert isinstance(caught.value, ValueError)


def test_split_and_spaced_text_reads_the_same() -> None:
    whole = zj.counts("123m45p").tolist()
    for text in ("1m2m3m4p5p", " 123m 45p ", "45p123m", "321m54p", "123m\t45p\n"):
        assert zj.counts(text).tolist() == whole


def test_the_suit_of_melds_counts() -> None:
    """All triplets beside a meld of another suit, and of the same suit."""
    mixed, pure = zj.Hand("11122233344m [555p]"), zj.Hand("11122233344m [666m]")
    assert mixed.patterns() == FLAGS.SETS | FLAGS.TRIPLETS
    assert pure.patterns() == FLAGS.SETS | FLAGS.TRIPLETS | FLAGS.ONE_SUIT
    assert zj.pattern(mixed.counts) == pure.patterns()


def test_a_wait_seen_four_times_is_still_a_wait() -> None:
    hand = zj.Hand("13m456777p55789s")
    assert left(hand, "2222m") == {"2m": 0}
    assert (hand.shanten, texts(hand.waits)) == (0, ["2m"])


def test_equal_throws_are_all_listed_lowest_first() -> None:
    throws = zj.Hand("2379m3456p123778s").discards()[:3]
    assert texts([one.tile for one in throws]) == ["3p", "6p", "8s"]
    for one in throws:
        assert (one.shanten, one.kinds, one.tiles) == (1, 3, 12)
        assert texts([tile for tile, _ in one.useful]) == ["1m", "4m", "8m"]
    assert zj.best_discard(zj.counts("2379m3456p123778s").tobytes()) == (11, 1, 12)


@pytest.mark.parametrize("tile", [-1, 27, 2**70, None, 3.0, True, "", "12m", b"1m", [3]])
def test_what_is_no_tile_is_refused_and_the_hand_stays(tile: object) -> None:
    hand = zj.Hand("1234567789m444p")
    before = pickle.dumps(hand)
    for ask in (hand.with_tile, hand.patterns, zj.tile_text, zj.glyph, zj.tile_index):
        if tile is None and ask == hand.patterns:
            continue
        with pytest.raises(zj.ZhuojiError):
            ask(tile)
    assert pickle.dumps(hand) == before


@pytest.mark.parametrize("tile", [np.int64(3), np.uint8(3), np.array(3), 3, "4m", "\U0001f00a"])
def test_numpy_integers_are_tiles(tile: object) -> None:
    assert zj.tile_index(tile) == 3
    assert zj.Hand("1234567789m444p").with_tile(tile).size == 14


@pytest.mark.parametrize("value", [-1, 5, 255, 2**40, 1.0, True, None])
def test_impossible_counts_are_refused(value: object) -> None:
    counts = [0] * 27
    counts[:13] = [1] * 13
    counts[4] = value  # type: ignore[call-overload]
    for refuse in (zj.counts, zj.Hand, zj.to_text, zj.shanten):
        if refuse is zj.shanten and value is True:
            continue  # NumPy reads a list of ints and bools as ints
        with pytest.raises(zj.ZhuojiError):
            refuse(counts)


@given(hands(1))
def test_a_wait_of_which_none_is_held_completes_a_run(hand: Tiles) -> None:
    """So a robbed kong, all of whose tiles are elsewhere, never ends pairs or triplets."""
    counts = np.array(hand.counts, np.uint8)
    melds = None if hand.melds is None else np.array(hand.melds, np.uint8)
    flags = zj.wait_patterns(counts, melds)
    for tile in np.flatnonzero(flags):
        if counts[tile] == 0:
            assert int(flags[tile]) & ~int(FLAGS.ONE_SUIT) == FLAGS.SETS


def test_a_robbed_tile_of_which_all_are_elsewhere() -> None:
    hand = zj.Hand("46m123p55789s [9999p]")
    assert left(hand, "5555m") == {"5m": 0}
    assert hand.patterns("5m") == FLAGS.SETS


def size(hand: zj.Hand) -> tuple[str, int]:
    return hand.text, hand.shanten


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_hands_travel_to_other_processes() -> None:
    found = [zj.Hand("123m45p11s [999p] [-5555m]"), zj.Hand("123456789m1111p")]
    for hand in found:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(hand, protocol))
            assert again == hand
            assert hash(again) == hash(hand)
        assert copy.copy(hand) == copy.deepcopy(hand) == hand
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(size, found) == [size(hand) for hand in found]


def test_numbers_mean_what_they_always_mean() -> None:
    """-1 finished, 0 ting, then one more for each tile that is needed."""
    chain = ["33344m123456p789s", "3344m123456p789s", "3344m123456p179s", "3344m12346p1579s"]
    assert [zj.Hand(text).shanten for text in chain] == [-1, 0, 1, 2]
    for first, second in itertools.pairwise(chain):
        assert zj.Hand(first).shanten < zj.Hand(second).shanten
