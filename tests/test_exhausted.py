"""黄牌查叫 for arrays: against single settlements, fast and slow; types, layouts and errors."""

import functools
import threading
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import zhuoji_fast as zj
from array_calls import INTEGERS, batch
from position_strategies import random_position
from random_rules import written_rules
from slow_hands import highest_wait, merge_rules, tiles_of, waits_of
from slow_settlement import slow_settle

MELD_TILES = {"pong": 3, "exposed_kong": 4, "concealed_kong": 4, "added_kong": 4}
PRESETS = list(zj.PRESETS)


def exhausted_table(rng):
    """A position whose wall is empty, under `exhausted` = hand; None where none can be made."""
    document = random_position(rng)
    rules = {"preset": "guiyang", **merge_rules(document["rules"]), "exhausted": "hand"}
    won = [win["tile"] for win in document["end"].get("wins", [])]
    first = [entry for entry in document["first_chicken"] if entry["tile"] not in won]
    if len(first) < len(document["first_chicken"]) or any(s["dead"] for s in document["seats"]):
        return None
    end = {"kind": "exhausted"}
    rules["players"] = [len(document["seats"])]
    return {
        **document,
        "rules": written_rules(rules),
        "end": end,
        "flip": None,
        "passed": [],
        "first_chicken": first,
    }


def tables(rng, number):
    """So many of them."""
    found = []
    while len(found) < number:
        table = exhausted_table(rng)
        if table is not None:
            found.append(table)
    return found


def arrays(document):
    """Counts and melds of a position, both (n, 27)."""
    counts = np.zeros((len(document["seats"]), 27), np.uint8)
    melds = np.zeros_like(counts)
    for i, seat in enumerate(document["seats"]):
        for tile in zj.parse_tiles(seat["hand"]):
            counts[i, tile] += 1
        for meld in seat["melds"]:
            melds[i, zj.tile_index(meld["tile"])] = MELD_TILES[meld["kind"]]
    return counts, melds


def slow_fans(document):
    rules = merge_rules(document["rules"])
    fans = []
    for seat in document["seats"]:
        plain = {**seat, "hand": tiles_of(seat["hand"])}
        fans.append(highest_wait(plain, rules) if waits_of(plain) else 0)
    return fans


def check(document):
    counts, melds = arrays(document)
    rules = zj.Rules.from_value(document["rules"])
    told = zj.settle(document)
    fans = zj.best_fan(counts, melds, rules)
    assert fans.tolist() == slow_fans(document)
    assert (fans > 0).tolist() == list(told.ting)
    totals = zj.settle_exhausted(counts, melds, rules)
    assert (totals * document["base"]).tolist() == list(told.totals)
    assert list(told.totals) == slow_settle(document)["totals"]
    if not melds.any():
        assert zj.best_fan(counts, None, rules).tolist() == fans.tolist()
        assert zj.settle_exhausted(counts, None, rules).tolist() == totals.tolist()
    return totals


@pytest.mark.rule("R-EXH-1", "R-EXH-2", "R-EXH-3")
@given(st.integers(0, 2**40))
def test_any_table_is_settled_as_a_position(seed):
    document = exhausted_table(Random(seed))
    assume(document is not None)
    check(document)


@pytest.mark.parametrize("part", range(2))
def test_random_tables_are_settled_as_positions(part):
    documents = tables(Random(f"exhausted {part}"), 150)
    paid = [bool(check(document).any()) for document in documents]
    assert 30 < sum(paid) < len(paid)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_tables_at_once(name, players):
    rng = Random(f"{name} {players}")
    rules = zj.Rules.preset(name).replace(exhausted="hand", players=[players])
    documents = []
    while len(documents) < 25:
        table = exhausted_table(rng)
        if table is not None and len(table["seats"]) >= players:
            documents.append({**table, "seats": table["seats"][:players]})
    stacks = [np.stack(rows) for rows in zip(*map(arrays, documents), strict=True)]
    counts, melds = [stack.reshape(5, 5, players, 27) for stack in stacks]
    fans = zj.best_fan(counts, melds, rules)
    totals = zj.settle_exhausted(counts, melds, rules)
    assert (fans.shape, fans.dtype) == ((5, 5, players), np.int16)
    assert (totals.shape, totals.dtype) == ((5, 5, players), np.int64)
    assert not totals.sum(axis=-1).any()
    for i, document in enumerate(documents):
        place = divmod(i, 5)
        assert fans[place].tolist() == slow_fans({**document, "rules": rules.to_value()})
        ting = fans[place] > 0
        owed = int(fans[place].sum())
        expected = [int(fan) * int((~ting).sum()) if fan else -owed for fan in fans[place].tolist()]
        assert totals[place].tolist() == expected


@pytest.mark.rule("R-PAT-12")
def test_rules_that_tell_runs_from_triplets():
    """111222333m reads with runs too, 111333555m does not."""
    hands = np.stack([zj.counts("111222333m555p9s"), zj.counts("111333555m777p9s")])
    assert zj.best_fan(hands, None, "duyun").tolist() == [5, 5]
    assert zj.best_fan(hands, None, {"preset": "duyun", "fan": {"ping": 9}}).tolist() == [9, 5]


@pytest.mark.rule("R-PAT-13")
def test_rules_that_ask_for_the_quad_tile():
    hands = np.stack([zj.counts("1111m22334455p7s"), zj.counts("111m2233445577p")])
    rules = zj.Rules.preset("platform")
    assert zj.best_fan(hands, None, rules).tolist() == [
        rules.fan.seven_pairs,
        rules.fan.dragon_pairs,
    ]
    loose = rules.replace(dragon_needs_quad_tile=False)
    assert zj.best_fan(hands, None, loose).tolist() == [rules.fan.dragon_pairs] * 2


def test_the_largest_fan_fits():
    rules = {"preset": "duyun", "fan": {"flush": 1000}}
    table = np.stack([zj.counts("2345556667899m"), *[zj.counts("147m258p369s") for _ in "123"]])
    table[1:] += np.eye(27, dtype=np.uint8)[[[0, 10], [1, 11], [2, 12]]].sum(axis=1)
    table[1:] += np.eye(27, dtype=np.uint8)[[[19, 22], [20, 23], [18, 25]]].sum(axis=1)
    assert zj.best_fan(table, None, rules).tolist() == [1000, 0, 0, 0]
    assert zj.settle_exhausted(table, None, rules).tolist() == [3000, -1000, -1000, -1000]


def test_the_comparison_meets_every_pattern():
    fans = {
        name: 100 + i for i, name in enumerate(type(zj.Rules.preset("duyun").fan).__struct_fields__)
    }
    met = set()
    for table in tables(Random(5), 250):
        met |= set(zj.best_fan(*arrays(table), {"fan": fans}).tolist())
    assert met >= {0, *fans.values()}


# Arrays


@functools.cache
def some_tables(number=60, players=4):
    documents = [t for t in tables(Random("arrays"), 3 * number) if len(t["seats"]) == players]
    stacks = [np.stack(rows) for rows in zip(*map(arrays, documents[:number]), strict=True)]
    return stacks[0], stacks[1], zj.Rules.preset("duyun")


@pytest.mark.parametrize("dtype", INTEGERS)
def test_every_integer_type_gives_the_same(dtype):
    counts, melds, rules = some_tables()
    for function in (zj.best_fan, zj.settle_exhausted):
        expected = function(counts, melds, rules)
        assert expected.any()
        for given_counts in (counts, counts.astype(dtype)):
            got = function(given_counts, melds.astype(dtype), rules)
            np.testing.assert_array_equal(got, expected, strict=True)
        assert function(counts.astype(dtype)[0], melds[0], rules).tolist() == expected[0].tolist()


def test_every_layout_gives_the_same():
    counts, melds, rules = some_tables()
    layouts = {
        "backward": lambda a: a[::-1].copy()[::-1],
        "backward seats": lambda a: a[:, ::-1].copy()[:, ::-1],
        "backward tiles": lambda a: a[..., ::-1].copy()[..., ::-1],
        "fortran": np.asfortranarray,
        "every second": lambda a: np.repeat(a, 2, axis=0)[::2],
        "seats apart": lambda a: np.repeat(a, 2, axis=1)[:, ::2],
        "wide": lambda a: np.pad(a, ((0, 0), (0, 0), (3, 5)), constant_values=9)[..., 3:30],
        "list": lambda a: a.tolist(),
    }
    for function in (zj.best_fan, zj.settle_exhausted):
        expected = function(counts, melds, rules)
        for name, layout in layouts.items():
            for one, other in ((layout(counts), melds), (counts, layout(melds))):
                got = function(one, other, rules)
                np.testing.assert_array_equal(got, expected, strict=True, err_msg=name)


def test_axis_and_out():
    counts, melds, rules = some_tables()
    expected = zj.best_fan(counts, melds, rules)
    for axis in (0, 1, -3):
        moved = [np.moveaxis(a, -1, axis) for a in (counts, melds)]
        assert np.array_equal(zj.best_fan(*moved, rules, axis=axis), expected)
        assert (
            zj.best_fan(moved[0], None, rules, axis=axis).shape == expected.shape
            if (not melds.any())
            else True
        )
    out = np.zeros((60, 8), np.int16)[:, ::2]
    assert zj.best_fan(counts, melds, rules, out=out) is out
    assert np.array_equal(out, expected)
    wide = np.zeros((60, 8))
    for dtype, function in ((np.int16, zj.best_fan), (np.int64, zj.settle_exhausted)):
        out = wide.astype(dtype)[:, ::2]
        assert function(counts, melds, rules, out=out) is out
        assert np.array_equal(out, function(counts, melds, rules))
        with pytest.raises(zj.ZhuojiError, match="output"):
            function(counts, melds, rules, out=np.zeros((60, 4), np.int32))
        with pytest.raises(zj.ZhuojiError):
            function(counts, melds, rules, out=np.zeros((60, 3), dtype))


def test_leading_axes_broadcast():
    hands = batch("waits", 12, melds=True)
    free = np.zeros((27, 27), np.uint8)
    np.fill_diagonal(free, 3)
    fits = (hands[:, None, :] + free <= 4).all(axis=(0, 2))
    melds = free[fits]
    got = zj.best_fan(hands[:, None, :], melds, "guiyang")
    assert got.shape == (12, len(melds))
    for i, hand in enumerate(hands):
        assert np.array_equal(got[i], [zj.best_fan(hand, meld, "guiyang") for meld in melds])


def test_melds_of_one_row_hold_for_all_seats():
    counts = np.stack([zj.counts(t) for t in ("2345556667899m", "1234689m23499s7m")])
    table = np.stack([*counts, zj.counts("11128p457p45567s"), zj.counts("3m12466799p3457s")])
    expected = zj.settle_exhausted(table, None, "duyun")
    for none in (np.zeros(27, int), np.zeros((1, 27), np.uint8), np.zeros((4, 27), np.int8)):
        assert np.array_equal(zj.settle_exhausted(table, none, "duyun"), expected)
    pair = np.stack([table, table])
    assert np.array_equal(
        zj.settle_exhausted(pair, np.zeros((1, 27)).astype(int), "duyun")[1], expected
    )
    assert np.array_equal(
        zj.settle_exhausted(table, np.zeros((2, 1, 27), int), "duyun")[1], expected
    )


def test_no_hands_and_no_tables():
    assert zj.best_fan(np.zeros((0, 27), int), None, "duyun").shape == (0,)
    assert zj.settle_exhausted(np.zeros((0, 4, 27), int), None, "duyun").shape == (0, 4)


def test_one_hand_as_bytes():
    for text, fan in (("2345556667899m", 10), ("147m258p369s1234m", 0)):
        found = zj.best_fan(bytes(zj.counts(text)), None, "duyun")
        assert (found, type(found)) == (fan, int)
    found = zj.best_fan(bytes(zj.counts("5m")), bytes(zj.counts("1111m222p333s444s")), "platform")
    assert (found, type(found)) == (10, int)


@pytest.mark.parametrize("rules", ["duyun", {"charge_yaoji": 3}, zj.Rules.preset("platform")])
def test_every_form_of_rules(rules):
    hand = zj.counts("2345556667899m")
    assert zj.best_fan(hand, None, rules) == zj.Rules.from_value(rules).fan.flush


def test_threads_share_nothing():
    counts, melds, _ = some_tables()
    kinds = [zj.Rules.preset(name).replace(exhausted="hand", players=[4]) for name in PRESETS]
    expected = [zj.settle_exhausted(counts, melds, rules) for rules in kinds]
    wrong = []

    def work(number):
        for _ in range(50):
            if not np.array_equal(
                zj.settle_exhausted(counts, melds, kinds[number]), expected[number]
            ):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(kinds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# Errors


@pytest.mark.rule("R-EXH-2")
@pytest.mark.parametrize("word", ["none", "chickens"])
def test_only_rules_that_pay_the_hand(word):
    counts, melds, rules = some_tables(2)
    with pytest.raises(zj.RulesError, match=f"rules.exhausted: {word}, .* needs hand"):
        zj.settle_exhausted(counts, melds, rules.replace(exhausted=word))
    assert zj.best_fan(counts, melds, rules.replace(exhausted=word)).shape == (2, 4)


def test_as_many_seats_as_the_rules_allow():
    counts, melds, _ = some_tables(2)
    with pytest.raises(zj.ShapeError, match="counts: 2 seats, these rules are for 3 or 4 players"):
        zj.settle_exhausted(counts[:, :2], melds[:, :2], "guizhou")
    assert zj.settle_exhausted(counts[:, :3], melds[:, :3], "guizhou").shape == (2, 3)
    with pytest.raises(zj.ShapeError, match="expected a table"):
        zj.settle_exhausted(counts[0, 0], None, "guizhou")
    with pytest.raises(zj.ShapeError, match="5 seats"):
        zj.settle_exhausted(np.zeros((5, 27), int), None, "guizhou")


def test_a_fifth_copy_over_the_seats():
    counts, melds, rules = some_tables(5)
    counts, melds = counts.copy(), melds.copy()
    counts[3], melds[3] = 0, 0
    counts[3, :, :13] = 1
    counts[3, 3, :13], counts[3, 3, 0], counts[3, 3, 12:] = 0, 4, 0
    counts[3, 3, 18:27] = 1
    with pytest.raises(zj.CountsError, match=r"counts\[3\]: 7 of 1m over all seats"):
        zj.settle_exhausted(counts, melds, rules)
    assert zj.best_fan(counts, melds, rules).shape == (5, 4)
    counts[3, 3], melds[3, 3, 0] = 0, 3
    counts[3, 3, 17:27] = 1
    with pytest.raises(zj.CountsError, match=r"counts\[3\]: 6 of 1m over all seats"):
        zj.settle_exhausted(counts, melds, rules)


@pytest.mark.parametrize("function", [zj.best_fan, zj.settle_exhausted], ids=["fan", "tables"])
def test_errors_name_the_row(function):
    counts, _, rules = some_tables(5)
    good, melds = counts[:1].repeat(5, axis=0), some_tables(5)[1][:1].repeat(5, axis=0)
    for dtype, value in (("uint8", 5), ("int64", 2**40), ("int16", -1), ("int8", -128)):
        bad = good.astype(dtype)
        bad[2, 1, 7] = value
        with pytest.raises(zj.CountsError, match=rf"counts\[2, 1\]: {value} of 8m"):
            function(bad, melds, rules)
    bad = good.copy()
    bad[4, 3, bad[4, 3].argmax()] -= 1
    with pytest.raises(zj.CountsError, match=r"counts\[4, 3\]: \d+ tiles"):
        function(bad, melds, rules)
    wrong = melds.copy()
    wrong[0, 2, 2] = 2
    with pytest.raises(zj.MeldError, match=r"melds\[0, 2\]: 2 of 3m"):
        function(good, wrong, rules)
    with pytest.raises(zj.WrongTypeError, match="float64"):
        function(good.astype(float), melds, rules)
    with pytest.raises(zj.WrongTypeError, match="melds: dtype bool"):
        function(good, melds.astype(bool), rules)
    with pytest.raises(zj.ShapeError, match="length 26"):
        function(good[..., :26], melds, rules)
    with pytest.raises(zj.ShapeError, match="broadcast"):
        function(good, np.zeros((3, 4, 27), int), rules)
    for wrong in (None, "123m", 3, [], {1: 2}):
        with pytest.raises(zj.ZhuojiError):
            function(wrong, None, rules)
    for wrong in (3, "123m", [], np.zeros(()), np.zeros((), int)):
        with pytest.raises(zj.ZhuojiError):
            function(good, wrong, rules)


@pytest.mark.parametrize("rules", ["dujun", None, 3, {"fan": 1}, b"duyun"])
def test_wrong_rules(rules):
    for function in (zj.best_fan, zj.settle_exhausted):
        with pytest.raises(zj.RulesError, match="rules"):
            function(np.zeros((4, 27), int), None, rules)


@pytest.mark.parametrize("axis", [2, -3, 1.0, None, True, 10**20])
def test_wrong_axis(axis):
    with pytest.raises(zj.ZhuojiError):
        zj.best_fan(np.zeros((4, 27), int), None, "duyun", axis=axis)
