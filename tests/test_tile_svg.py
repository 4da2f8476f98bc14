"""Drawn tiles, and what notebooks show of hands, positions and settlements."""

import xml.etree.ElementTree as ET
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zhuoji_fast as zj
from log_data import FILES, FOLDER
from viewer_pages import Page
from zhuoji_fast.explain import explained
from zhuoji_fast.tile_svg import (
    BACK,
    HEIGHT,
    WIDTH,
    TileRow,
    called_place,
    meld_tiles,
    tile_image,
    tile_symbols,
    tiles_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
TILES = [zj.tile_text(tile) for tile in range(27)]
SETTLEMENTS = [
    zj.Table.replay(hand).settlement for name in FILES for hand in zj.read_log(FOLDER / name)
]


def drawn(svg):
    """(tiles, symbols) of a drawing that stands alone."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    symbols = {symbol.get("id"): symbol for symbol in root.iter(f"{SVG}symbol")}
    uses = [use.get("href").removeprefix("#") for use in root.iter(f"{SVG}use")]
    assert {*uses} == {*symbols}
    return [use.removeprefix("zj-") for use in uses], symbols


@given(st.lists(st.sampled_from(TILES), max_size=30))
def test_a_river_is_drawn_in_order(river):
    svg = tiles_svg("".join(river))
    tiles, _ = drawn(svg)
    assert tiles == river
    assert svg == tiles_svg(river) == tiles_svg([zj.tile_index(tile) for tile in river])
    assert svg._repr_svg_() == str(svg)
    assert f'aria-label="{"".join(river)}"' in svg


def test_every_tile_has_its_own_drawing():
    _, symbols = drawn(tiles_svg(TILES))
    arts = {ET.tostring(symbol).split(b">", 1)[1] for symbol in symbols.values()}
    assert len(arts) == 27
    circles = [len([*symbols[f"zj-{rank}p"].iter(f"{SVG}circle")]) for rank in range(1, 10)]
    assert circles == [2 * rank for rank in range(1, 10)]
    for rank in range(2, 10):
        strokes = "".join(path.get("d") for path in symbols[f"zj-{rank}s"].iter(f"{SVG}path"))
        assert strokes.count("M") == rank


def test_drawings_need_no_font_but_for_the_hidden_digits():
    for symbol in ET.fromstring(tile_symbols()).iter("symbol"):
        for text in symbol.iter("text"):
            assert (text.get("display"), text.get("class")) == ("none", "zj-digit")


def test_a_scaled_row_keeps_its_shape():
    row = TileRow()
    row.gap()
    row.add("1m", BACK)
    row.lay(meld_tiles("added_kong", "5p", 0))
    assert row.tiles == {"1m", "?", "5p"}
    root = ET.fromstring(row.svg("<&>", 0.5))
    assert root.get("aria-label") == "<&>"
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (float(root.get("width")), float(root.get("height"))) == (width / 2, height / 2)
    assert width == 4 * WIDTH + HEIGHT + 4
    assert height == 2 * WIDTH + 1
    assert "<symbol" not in row.svg("", symbols=False)


def test_nothing_but_tiles():
    assert drawn(tiles_svg("")) == ([], {})
    with pytest.raises(zj.TileTextError):
        tiles_svg("1x")
    with pytest.raises(zj.ZhuojiError):
        tiles_svg([27])


@pytest.mark.parametrize("tiles", [None, 5, zj.Hand("123m45p11s999p888m")])
def test_what_is_no_row(tiles):
    with pytest.raises(zj.WrongTypeError, match="tiles must be text or a row"):
        zj.tiles_svg(tiles)


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e300, 10**400])
def test_scales_out_of_range(scale):
    with pytest.raises(zj.ZhuojiError, match="expected a number above 0"):
        zj.tiles_svg("1m", scale=scale)


@pytest.mark.parametrize("scale", ["1", None, True, [1]])
def test_scales_that_are_no_numbers(scale):
    with pytest.raises(zj.WrongTypeError, match="scale must be a number"):
        zj.tiles_svg("1m", scale=scale)


def test_how_tiles_lie():
    assert [called_place(0, seat, 4) for seat in (1, 2, 3)] == [2, 1, 0]
    assert [called_place(2, seat, 3) for seat in (0, 1)] == [2, 0]
    assert [called_place(seat, 1 - seat, 2) for seat in (0, 1)] == [1, 1]
    for kind, number in (("pong", 3), ("exposed_kong", 4), ("added_kong", 4)):
        for place in (None, 0, 1, 2):
            lying = meld_tiles(kind, "1s", place)
            assert [tile.tile for tile in lying] == ["1s"] * number
            turned = [i for i, tile in enumerate(lying) if tile.turned and not tile.stacked]
            first_middle_last = {None: [], 0: [0], 1: [1], 2: [3 if kind == "exposed_kong" else 2]}
            assert turned == first_middle_last[place]
            assert sum(tile.stacked for tile in lying) == (
                kind == "added_kong" and place is not None
            )


def test_an_image_needs_the_symbol_of_its_page():
    assert 'href="#zj-5m"' in tile_image("5m")
    assert 'id="zj-5m"' in tile_symbols(["5m"])
    assert 'href="#zj-back"' in tile_image(BACK)


# Notebook


def shown(value):
    page = value._repr_html_()
    found = Page(page)
    used = {link.removeprefix("#") for link in found.links}
    assert used <= {*found.ids}
    assert not found.handlers
    return page


@pytest.mark.parametrize("settlement", SETTLEMENTS)
def test_positions(settlement):
    position = settlement.position
    page = shown(position)
    tiles = sum(len(zj.parse_tiles(seat.hand + seat.river)) for seat in position.seats)
    tiles += sum(3 if m.kind == "pong" else 4 for s in position.seats for m in s.melds)
    tiles += len(position.end.wins) + (position.flip is not None)
    assert page.count("<use ") == tiles
    assert f"庄 · dealer {position.dealer}" in page
    assert page.count("胡 · won") == len(position.end.wins)
    assert len(page) < 40_000


@pytest.mark.parametrize("log", [next(zj.read_log(FOLDER / name)) for name in FILES])
def test_views(log):
    """Only the own hand is drawn; the rest lies open."""
    for length in range(1, len(log) - 1, 9):
        try:
            table = zj.Table.replay(list(log[:length]), partial=True)
        except zj.LogError:  # between a kong and its draw, or a mark and the end
            continue
        for seat in range(table.players):
            view = zj.View.from_dict(table.view(seat))
            page = shown(view)
            tiles = len(zj.parse_tiles(view.hand + "".join(s.river for s in view.seats)))
            tiles += sum(3 if m.kind == "pong" else 4 for s in view.seats for m in s.melds)
            tiles += view.turn is not None and view.turn.tile is not None
            tiles += 0 if view.locked is True else len(view.locked)
            assert page.count("<use ") == tiles
            assert f"牌墙 · wall {view.wall}" in page
            assert page.count("自己 · own<") == 1


@pytest.mark.parametrize("settlement", SETTLEMENTS)
def test_settlements(settlement):
    page = shown(settlement)
    assert page.count("<use ") == page.count('href="#zj-')
    for lang in ("zh", "en"):
        for reason, formula in explained(settlement, lang).reasons:
            assert f"{escape(reason)}<br>{escape(formula)}" in page
    for number, total in enumerate(settlement.totals):
        assert f"{number}号位 {total:+d}" in page
        assert f"seat {number} {total:+d}" in page
