"""Names of players in explained settlements: as given, told apart, never over two lines."""

import re
from itertools import product

import pytest

import zhuoji_fast as zj
from position_strategies import sample
from small_positions import draw, position
from zhuoji_fast.explain import line_texts

PLAIN = "123m456m789m23p55s"
AS_GIVEN = ["mcCoy", "éa", "python examples/mjai_bot.py", "ßtar"]


def told():
    return zj.settle(position({}, [PLAIN, None, None, None], draw(0, "4p")))


def totals_of(names, lang="en"):
    """The names that stand before the totals."""
    lines = told().explain(lang, names=names).split("\n\n")[2].splitlines()[1:]
    return [re.fullmatch(r"  (.*) [+−]?\d+", line)[1] for line in lines]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_names_stay_as_they_are_wherever_they_stand(lang):
    begun = set()
    for document in sample():
        settlement = zj.settle(document)
        players = len(settlement.totals)
        names = AS_GIVEN[:players]
        text = settlement.explain(lang, names=names)
        plain = settlement.explain(lang).splitlines()
        for name in names:
            assert name[:1].upper() + name[1:] not in text
        seat = "{}号位" if lang == "zh" else "seat {}"
        for with_names, line in zip(text.splitlines(), plain, strict=True):
            back = with_names
            for number, name in enumerate(names):
                back = back.replace(name, seat.format(number))
            assert back in (line, line.replace("Seat ", "seat ", 1))
            if with_names.lstrip().startswith(tuple(names)) and line.lstrip()[:5] == "Seat ":
                begun.add(re.sub(r"\d", "", line))
    assert len(begun) > 20 or lang == "zh"


def test_own_words_begin_with_a_capital():
    first, *_ = told().explain("en").split("\n\n")
    assert "\nSeat 0 wins by self-draw" in first
    assert "\nSeat 0 waits for" in first
    unnamed = told().explain("en", names=["", "b", "c", "d"])
    assert "\nSeat 0 wins by self-draw" in unnamed
    assert "\nSeat 0 waits for" in unnamed
    assert "b pays 1 to seat 0: seat 0 draws" in unnamed
    named = told().explain("en", names=["seat 0", "b", "c", "d"])
    assert "\nseat 0 wins by self-draw" in named
    assert "  Not ting, so nothing for kongs and chickens: only, c, d." in told().explain(
        "en", names=["not", "only", "c", "d"]
    )


@pytest.mark.parametrize(
    ("names", "en", "zh"),
    [
        (
            ["a", "random", "b", "random"],
            ["a", "random (seat 1)", "b", "random (seat 3)"],
            ["a", "random（1号位）", "b", "random（3号位）"],
        ),
        (["a", "", " ", "\u200b"], ["a", "seat 1", "seat 2", "seat 3"], None),
        (["", "", "", ""], ["seat 0", "seat 1", "seat 2", "seat 3"], None),
        (["seat 1", "", "b", "c"], ["seat 1 (seat 0)", "seat 1", "b", "c"], None),
        (["a", "a ", "b", "B"], ["a (seat 0)", "a  (seat 1)", "b", "B"], None),
        (["é", "e\u0301", "b", "c"], ["é (seat 0)", "e\u0301 (seat 1)", "b", "c"], None),
        (
            ["a", "a", "a (seat 1)", "b"],
            ["a (seat 0)", "a (seat 1)", "a (seat 1) (seat 2)", "b"],
            None,
        ),
    ],
)
def test_names_that_look_alike(names, en, zh):
    assert totals_of(names) == en
    if zh is not None:
        assert totals_of(names, "zh") == zh
    assert len({*totals_of(names, "zh")}) == 4
    payers = [text.split(" pays ")[0] for text in line_texts(told(), "en", names=names)]
    assert payers == en[1:]


def test_whatever_the_names_they_differ():
    pool = ["", "a", "seat 1", "a (seat 1)", "a (seat 1) (seat 2)"]
    for names in product(pool, repeat=4):
        assert len({*totals_of(names)}) == 4


@pytest.mark.parametrize("name", ["b\nc", "\r", "b\x85", "\u2028c", "\tb", "\x1b[1m", "\0"])
def test_names_that_would_break_a_line(name):
    names = ["a", name, "c", "d"]
    for write in (told().explain, lambda **given: line_texts(told(), **given)):
        with pytest.raises(
            zj.ZhuojiError, match=r"^names\[1\]: .* has a control character$"
        ) as bad:
            write(names=names)
        assert str(bad.value).isprintable()
