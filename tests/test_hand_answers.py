"""What a ``Hand`` answers, against the slow oracle and in known hands."""

import html.parser

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import zhuoji_fast as zj
from hand_strategies import whole_hands
from strategies import seen_counts
from zhuoji_fast.patterns import Pattern
from zhuoji_fast.readings import TileSet


def by_text(pairs):
    return {zj.tile_text(tile): value for tile, value in pairs}


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


# Notebook


class Page(html.parser.HTMLParser):
    """Checks that tags close and collects the text, the tiles drawn and the symbols there."""

    def __init__(self, page):
        super().__init__()
        self.open, self.words, self.attributes = [], [], {}
        self.drawn, self.symbols = [], []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.attributes.update(attrs)
        found = dict(attrs)
        if tag == "use":
            self.drawn.append(found["href"].removeprefix("#"))
        if tag == "symbol":
            self.symbols.append(found["id"])

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def drawn_tiles(hand):
    """The tiles of a hand as they should be drawn, a concealed kong with its ends face down."""
    for tile, count in enumerate(hand.concealed_bytes):
        yield from [f"zj-{zj.tile_text(tile)}"] * count
    for meld in hand.melds:
        tile = f"zj-{zj.tile_text(meld.tile)}"
        kong = [tile] * 4 if meld.kind != "concealed_kong" else ["zj-back", tile, tile, "zj-back"]
        yield from [tile] * 3 if meld.kind == "pong" else kong


@given(whole_hands())
def test_html_is_whole_and_needs_nothing(made):
    hand, _ = made
    page = Page(hand._repr_html_())
    assert page.attributes["title"] == hand.text
    drawn = [*drawn_tiles(hand)]
    assert page.drawn[: len(drawn)] == drawn
    assert set(page.drawn) <= set(page.symbols)
    assert not [name for name in page.attributes if name.startswith("on") or name == "src"]
    assert hand.text in page.words
    words = " ".join(page.words)
    if hand.shanten < 0:
        assert all(str(reading) in words for reading in hand.decompositions())
    elif hand.shanten == 0:
        assert "听 · ting" in words
    else:
        assert f"shanten {hand.shanten}" in words
