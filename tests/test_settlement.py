"""The settlement against the given cases and, on random positions, against the slow one."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

import zhuoji_fast as zj
from engines import library, library_next_dealer, line_key, slow
from position_strategies import on_sample, positions, random_position, sample
from slow_settlement import slow_next_dealer
from zhuoji_fast.settlement import ITEMS, STEPS, WHYS

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "settlement.json").read_text("utf-8"))
PLAYED = json.loads((DATA / "end_kyoku.json").read_text("utf-8"))


def written(line):
    return {field: getattr(line, field) for field in ("payer", "payee", "amount", "item", "tile")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_given_cases(case):
    told, expected = zj.settle(case["position"]), case["expect"]
    assert list(told.totals) == expected["totals"]
    assert list(told.ting) == expected["ting"]
    lines = Counter(tuple(written(line).values()) for line in told.lines)
    assert lines == Counter(tuple(line.values()) for line in expected["lines"])
    if "next" in expected:
        following = (expected["next"]["dealer"], expected["next"]["streak"])
        assert library_next_dealer(case["position"]) == following


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["id"])
def test_hands_that_were_played(case):
    told = zj.settle(case["position"])
    assert list(told.totals) == case["totals"]
    lines = [{**written(line), "why": line.why} for line in told.lines]
    assert Counter(map(line_key, lines)) == Counter(map(line_key, case["lines"]))


def agree(document):
    assert library(document) == slow(document)
    assert library_next_dealer(document) == slow_next_dealer(document)


@pytest.mark.parametrize("part", range(6))
def test_random_positions(part):
    for seed in range(200):
        agree(random_position(Random(f"part {part} {seed}")))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_random_positions(part):
    for seed in range(1500):
        agree(random_position(Random(f"many {part} {seed}")))


@given(positions())
def test_any_position(document):
    agree(document)


@pytest.mark.rule("R-SUM-1", "R-SUM-3", "R-SET-5")
@on_sample
def test_sums(document, rng):
    told = zj.settle(document)
    totals = [0] * len(document["seats"])
    for line in told.lines:
        assert line.amount > 0
        assert line.payer != line.payee
        assert line.item in ITEMS
        assert isinstance(line.why, tuple) == (line.item == "win")
        totals[line.payer] -= line.amount
        totals[line.payee] += line.amount
        if line.item == "win":
            assert sum(amount for _, amount in line.why) * document["base"] == line.amount
    assert list(told.totals) == totals
    assert sum(totals) == 0
    causes = [(line.payer, line.payee, line.item, line.tile, line.why) for line in told.lines]
    assert len(set(causes)) == len(causes)


@on_sample
def test_a_canonical_document_is_written_as_it_was_read(document, rng):
    position = zj.Position.from_dict(document)
    assert position.to_dict() == document
    text = position.to_json()
    assert json.loads(text) == document
    assert zj.Position.from_json(text).to_json() == text
    assert zj.Position.from_dict(json.loads(text)) == position


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["id"])
def test_a_written_document_keeps_the_order_of_its_fields(case):
    assert json.dumps(zj.Position.from_dict(case["position"]).to_dict()) == json.dumps(
        case["position"]
    )


@on_sample
def test_every_form_of_a_position_is_taken(document, rng):
    text = json.dumps(document)
    told = zj.settle(zj.Position.from_dict(document))
    for form in (document, text, text.encode()):
        again = zj.settle(form)
        assert (again.totals, again.ting, again.waits) == (told.totals, told.ting, told.waits)
        assert (again.wins, again.lines) == (told.wins, told.lines)


@on_sample
def test_leaving_out_defaults_changes_nothing(document, rng):
    short = {**document, "seats": [dict(seat) for seat in document["seats"]]}
    defaults = {"base": 1, "streak": 0, "flip": None, "first_chicken": [], "passed": []}
    for field, value in defaults.items():
        if short[field] == value:
            del short[field]
    for seat in short["seats"]:
        for field, value in {"melds": [], "river": "", "declared": None, "dead": False}.items():
            if seat[field] == value:
                del seat[field]
    assert zj.Position.from_dict(short).to_dict() == document
    assert library(short) == library(document)


def test_settle_many():
    documents = sample()
    told = [zj.settle(document) for document in documents]
    totals, lines = zj.settle_many(documents, lines=True)
    assert totals.shape == (len(documents), 4)
    assert np.array_equal(totals, zj.settle_many(map(zj.Position.from_dict, documents)))
    for i, settlement in enumerate(told):
        seats = len(settlement.totals)
        assert totals[i].tolist() == [*settlement.totals, *[0] * (4 - seats)]
        rows = lines[lines["position"] == i]
        assert len(rows) == len(settlement.lines)
        for row, line in zip(rows, settlement.lines, strict=True):
            assert (row["payer"], row["payee"], row["amount"]) == (
                line.payer,
                line.payee,
                line.amount,
            )
            assert ITEMS[row["item"]] == line.item
            assert (None if row["tile"] < 0 else zj.tile_text(int(row["tile"]))) == line.tile
            names = (WHYS[row["why"]], *STEPS[1:])  # the first step of a win is its pattern
            pairs = zip(names, row["steps"].tolist(), strict=True)
            steps = tuple((name, amount) for name, amount in pairs if amount)
            assert (steps or names[0]) == line.why


def test_settle_many_of_nothing():
    totals, lines = zj.settle_many([], lines=True)
    assert totals.shape == (0, 4)
    assert lines.shape == (0,)


BRACKETS = {
    "pong": "[{0}{0}{0}{1}]",
    "exposed_kong": "[{0}{0}{0}{0}{1}]",
    "concealed_kong": "[-{0}{0}{0}{0}{1}]",
    "added_kong": "[+{0}{0}{0}{0}{1}]",
}


@on_sample
def test_the_value_of_a_hand_alone_is_what_a_win_with_it_is_worth(document, rng):
    wins = document["end"].get("wins")
    if not wins:
        return False
    told = zj.settle(document)
    seats, dealer = document["seats"], document["dealer"]
    for win, record in zip(told.wins, wins, strict=True):
        own = seats[win.seat]
        melds = [BRACKETS[meld["kind"]].format(*meld["tile"]) for meld in own["melds"]]
        marks = {k: v for k, v in record.items() if k not in ("seat", "tile", "from", "kong")}
        for payer, value in win.values.items():
            worth = zj.value(
                " ".join([own["hand"], *melds]),
                record["tile"],
                document["rules"],
                **marks,
                declared=own["declared"],
                payer_declared=seats[payer]["declared"],
                dealer={win.seat: "winner", payer: "payer"}.get(dealer),
                streak=document["streak"],
                players=len(seats),
            )
            assert worth.permitted
            assert worth.pattern == win.pattern
            assert worth.values["payer"] == value
    return None
