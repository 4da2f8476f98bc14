"""``Meld``: its text, its checks."""

import pytest

import zhuoji_fast as zj
from zhuoji_fast.melds import Meld, MeldKind, parse_melds

FORMS = {
    MeldKind.PONG: "[{t}{t}{t}{s}]",
    MeldKind.EXPOSED_KONG: "[{t}{t}{t}{t}{s}]",
    MeldKind.CONCEALED_KONG: "[-{t}{t}{t}{t}{s}]",
    MeldKind.ADDED_KONG: "[+{t}{t}{t}{t}{s}]",
}
MELDS = [Meld(kind, tile) for kind in MeldKind for tile in range(27)]


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
