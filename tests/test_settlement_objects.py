"""Settlements, lines and arrays of many: their form, not the rules behind them."""

import copy
import json
import pickle
import threading
from pathlib import Path
from random import Random

import numpy as np
import pytest

from position_strategies import random_position
from zhuoji_fast.errors import PositionError, PositionTypeError
from zhuoji_fast.position import Position
from zhuoji_fast.settlement import ITEMS, STEPS, WHYS, Line, settle, settle_many
from zhuoji_fast.tiles import tile_text

DATA = Path(__file__).parent / "data"
CASES = [case["position"] for case in json.loads((DATA / "settlement.json").read_text("utf-8"))]
PLAYED = json.loads((DATA / "end_kyoku.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def positions():
    rng = Random(8)
    return [Position.from_dict(random_position(rng)) for _ in range(400)]


@pytest.mark.parametrize("end", PLAYED, ids=lambda end: str(end["position"]["rules"])[:24])
def test_lines_stand_in_the_order_of_played_hands(end):
    settlement = settle(end["position"])
    assert [line.to_dict() for line in settlement.lines] == end["lines"]
    assert list(settlement.totals) == end["totals"]
    assert settlement.position.to_dict() == end["position"]


def test_settling_takes_positions_data_and_text():
    document = CASES[0]
    expected = settle(Position.from_dict(document))
    text = json.dumps(document)
    for given in (document, text, text.encode(), bytearray(text.encode())):
        assert settle(given) == expected
        assert settle(given).lines == expected.lines


@pytest.mark.parametrize("wrong", [None, 5, [], ("rules",), Path("x"), np.zeros(3)])
def test_settling_refuses_the_rest(wrong):
    with pytest.raises(PositionTypeError, match=r"^position: expected"):
        settle(wrong)
    with pytest.raises(PositionTypeError, match=r"^positions"):
        settle_many(wrong if wrong is None or isinstance(wrong, int | Path) else [wrong])


def test_a_settlement_is_a_value():
    settlement = settle(CASES[0])
    for other in (
        copy.copy(settlement),
        copy.deepcopy(settlement),
        pickle.loads(pickle.dumps(settlement)),
    ):
        assert other == settlement
        assert hash(other) == hash(settlement)
        assert other.lines == settlement.lines
    assert settlement != settle(CASES[1])
    assert settlement.lines is settlement.lines
    with pytest.raises(AttributeError):
        settlement.totals = (0, 0, 0, 0)
    line = settlement.lines[0]
    assert pickle.loads(pickle.dumps(line)) == line == copy.copy(line)
    with pytest.raises(AttributeError):
        line.amount = 0


def test_a_settlement_as_plain_data():
    for document in CASES:
        settlement = settle(document)
        data = json.loads(json.dumps(settlement.to_dict()))
        assert data["totals"] == list(settlement.totals)
        assert data["ting"] == list(settlement.ting)
        assert len(data["wins"]) == len(settlement.wins)
        assert len(data["lines"]) == len(settlement.lines)
        for line, plain in zip(settlement.lines, data["lines"], strict=True):
            assert isinstance(line, Line)
            assert line.item in ITEMS
            if line.item == "win":
                assert plain["why"] == [list(step) for step in line.why]
                assert all(name in STEPS[1:] or name in WHYS for name, _ in line.why)
            else:
                assert plain["why"] == line.why
                assert line.why in WHYS


def test_every_ledger_adds_up(positions):
    for position in positions:
        settlement = settle(position)
        totals = [0] * len(position.seats)
        for line in settlement.lines:
            assert line.amount > 0
            assert line.amount % position.base == 0
            assert line.payer != line.payee
            totals[line.payer] -= line.amount
            totals[line.payee] += line.amount
        assert tuple(totals) == settlement.totals
        assert sum(totals) == 0
        keys = [(x.payer, x.payee, x.item, x.tile, x.why) for x in settlement.lines]
        assert len(set(keys)) == len(keys)
        for win in settlement.wins:
            for value, steps in win.values.values():
                assert value == sum([step for _, step in steps])


def test_many_at_once(positions):
    totals, lines = settle_many(positions, lines=True)
    assert totals.dtype == np.int64
    assert totals.shape == (len(positions), 4)
    assert not totals.sum(axis=1).any()
    assert (totals == settle_many(iter(positions))).all()
    row = 0
    for number, position in enumerate(positions):
        settlement = settle(position)
        assert tuple(totals[number, : len(position.seats)]) == settlement.totals
        assert not totals[number, len(position.seats) :].any()
        for line in settlement.lines:
            found = lines[row]
            row += 1
            assert found["position"] == number
            assert (found["payer"], found["payee"]) == (line.payer, line.payee)
            assert found["amount"] == line.amount
            assert ITEMS[found["item"]] == line.item
            assert (tile_text(found["tile"]) if found["tile"] >= 0 else None) == line.tile
            if line.item == "win":
                first, *others = line.why
                assert WHYS[found["why"]] == first[0]
                named = {STEPS[i]: n for i, n in enumerate(found["steps"].tolist()) if i and n}
                assert named == dict(others)
                assert found["steps"][0] == first[1]
            else:
                assert WHYS[found["why"]] == line.why
                assert not found["steps"].any()
    assert row == len(lines)


def test_many_of_any_form():
    texts = [json.dumps(document) for document in CASES]
    mixed = [
        text if i % 3 == 0 else document if i % 3 == 1 else Position.from_dict(document)
        for i, (text, document) in enumerate(zip(texts, CASES, strict=True))
    ]
    assert (settle_many(mixed) == settle_many(CASES)).all()


def test_none_at_all():
    totals, lines = settle_many([], lines=True)
    assert totals.shape == (0, 4)
    assert lines.shape == (0,)
    assert settle_many([]).shape == (0, 4)


def test_the_bad_one_of_many_is_named():
    with pytest.raises(PositionError, match=r"^positions\[2\]\.dealer: 9"):
        settle_many([CASES[0], CASES[1], CASES[2] | {"dealer": 9}])
    with pytest.raises(PositionError, match=r"^positions\[1\]: JSON is malformed"):
        settle_many([CASES[0], '{"rules": x}'])
    with pytest.raises(PositionTypeError, match=r"^positions\[1\]: expected a Position"):
        settle_many([CASES[0], None])
    with pytest.raises(PositionTypeError, match=r"^positions: expected an iterable"):
        settle_many(CASES[0])


def test_the_largest_amounts():
    most = dict.fromkeys(("dealer_bonus", "declare_hard", "hot_shot", "heavenly"), 1000)
    document = {
        "rules": {"preset": "platform", "streak_counts": True, "gold": 1000, "yaoji": 1000, **most},
        "base": 1_000_000,
        "dealer": 0,
        "streak": 1000,
        "seats": [
            {"hand": "123456789m11123s"},
            {"hand": "235669m27p33448s"},
            {"hand": "33678m556677p56s"},
            {"hand": "1147m1359999p35s"},
        ],
        "end": {"kind": "win", "wins": [{"seat": 0, "tile": "1s", "by": "self_draw"}]},
        "flip": "9s",
    }
    document["seats"][0]["hand"] = "123456789m1123s"
    settlement = settle(document)
    chicken = [line.amount for line in settlement.lines if line.item == "chicken"]
    assert chicken == [3 * 1000 * 1000 * 1_000_000] * 3
    assert settlement.totals[0] == 3 * (3 * 10**12 + (1 + 1 + 1000 + 1000) * 10**6)
    assert sum(settlement.totals) == 0
    assert settle_many([document])[0].tolist() == list(settlement.totals)


def test_threads_agree(positions):
    expected = settle_many(positions)
    found = []

    def work():
        found.append(np.array([settle(p).totals + (0,) * (4 - len(p.seats)) for p in positions]))
        found.append(settle_many(positions))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    for totals in found:
        assert (totals == expected).all()
