"""Evaluating a view: when it ends, what is refused, the doors of the compiled rollouts."""

import json
import math
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import msgspec
import numpy as np
import pytest

import zhuoji_fast as zj
from driver_tasks import Switch
from evaluate_scenes import CLASSIC, TABLE, VIEW, useful
from slow_odds import (
    FIELDS,
    first_moments,
    outcome,
    played_out,
    sums_of,
)
from zhuoji_fast._core.odds import N_OUTCOMES, POLICY_CHOICE, play_on, tell_table

# ---------------------------------------------------------------- limits


def first_that_is_as_narrow(width, objective, **options):
    """The answer of 1,000 times 2^k rollouts that has it."""
    n = 1000
    while True:
        found = zj.evaluate(VIEW, n=n, **options)
        if (getattr(found, objective).high - getattr(found, objective).low) / 2 <= width:
            return found
        n *= 2


@pytest.mark.parametrize(("width", "objective"), [(9, "score"), (0.4, "score"), (0.008, "win")])
def test_half_a_width(width, objective):
    options = {"seed": 3, "belief": None, "confidence": 0.9}
    expected = first_that_is_as_narrow(width, objective, **options)
    expected = msgspec.structs.replace(expected, stopped="half_width")
    target = {"half_width": width, "objective": objective}
    assert zj.evaluate(VIEW, **target, **options) == expected
    assert zj.evaluate(VIEW, chunk=300, **target, **options) == expected
    with ThreadPoolExecutor(2) as pool:
        assert zj.evaluate(VIEW, executor=pool, chunk=130, **target, **options) == expected
    assert expected.reproducible
    assert expected.n == {9: 1000, 0.4: 4000, 0.008: 8000}[width]


def test_half_a_width_and_a_number():
    for n in (500, 1500):
        found = zj.evaluate(VIEW, half_width=1e-9, n=n, seed=1)
        assert found == zj.evaluate(VIEW, n=n, seed=1)
        assert (found.n, found.stopped) == (n, "n")
    assert zj.evaluate(VIEW, half_width=100, n=500, seed=1).stopped == "half_width"
    assert zj.evaluate(VIEW, half_width=100, n=5000, seed=1).n == 1000


def test_the_usual_number():
    found = zj.evaluate(VIEW, seed=1, policies="closed")
    assert (found.n, found.stopped) == (10_000, "n")


def partial(found, stopped, seed=3):
    """It is the answer of fewer rollouts, but for why it stopped."""
    assert (found.stopped, found.reproducible) == (stopped, False)
    whole = zj.evaluate(VIEW, n=found.n, seed=seed)
    assert found == msgspec.structs.replace(whole, stopped=stopped, reproducible=False)


def test_seconds():
    for options in ({}, {"n": 10**9}, {"half_width": 1e-9}):
        found = zj.evaluate(VIEW, seconds=0.02, seed=3, **options)
        assert found.n > 0
        partial(found, "seconds")
    assert zj.evaluate(VIEW, seconds=1e-9, seed=3, chunk=5).n == 5
    assert zj.evaluate(VIEW, seconds=1e9, n=20, seed=3) == zj.evaluate(VIEW, n=20, seed=3)


def test_cancel():
    found = zj.evaluate(VIEW, n=1000, seed=3, chunk=10, cancel=Switch(4))
    assert found.n == 40
    partial(found, "cancelled")
    event = threading.Event()
    event.set()
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped before any rollouts"):
        zj.evaluate(VIEW, n=10, cancel=event)
    with ThreadPoolExecutor(2) as pool, pytest.raises(zj.ZhuojiError, match="cancel: stopped"):
        zj.evaluate(VIEW, n=10, cancel=event, executor=pool)


def interrupting(after):
    """The policy `useful` and Ctrl-C at a call."""
    calls = iter(range(after))

    def play(view, legal):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return useful(view, legal)

    return play


def test_ctrl_c_keeps_what_is_counted():
    policies = (interrupting(120), "useful", "useful", "useful")
    found = zj.evaluate(CLASSIC, n=10**6, seed=3, policies=policies, chunk=2)
    assert (found.stopped, found.reproducible) == ("interrupted", False)
    assert found.n >= 2
    assert sums_of(found) == sums_of(zj.evaluate(CLASSIC, n=found.n, seed=3))
    with pytest.raises(KeyboardInterrupt):
        zj.evaluate(CLASSIC, n=10**6, policies=interrupting(0))


def test_progress():
    told = []
    zj.evaluate(VIEW, n=25, chunk=10, progress=lambda *done: told.append(done))
    assert told == [(10, 25), (20, 25), (25, 25)]
    told = []
    zj.evaluate(VIEW, half_width=100, chunk=600, progress=lambda *done: told.append(done))
    assert told == [(600, None), (1000, None)]
    told = []
    zj.evaluate(VIEW, chunk=5000, progress=lambda *done: told.append(done))
    assert told == [(5000, 10_000), (10_000, 10_000)]


def test_a_table_may_be_played_on_meanwhile():
    table = TABLE.clone()

    def step(done, total):
        if not table.done:
            table.step({seat: table.legal(seat)[-1] for seat in table.pending})

    found = zj.evaluate(table, n=40, seed=3, chunk=10, progress=step)
    assert table != TABLE
    assert found == zj.evaluate(TABLE, n=40, seed=3)


def test_a_bar(capsys):
    pytest.importorskip("tqdm")
    zj.evaluate(VIEW, n=25, progress=True)
    told = capsys.readouterr().err
    assert "25/25" in told
    assert "rollouts" in told


def test_seeds():
    found = zj.evaluate(VIEW, n=30)
    assert found == zj.evaluate(VIEW, n=30, seed=found.seed)
    assert found.seed != zj.evaluate(VIEW, n=30).seed
    assert zj.evaluate(VIEW, n=30, seed=1).first != zj.evaluate(VIEW, n=30, seed=2).first
    last = zj.evaluate(VIEW, n=30, seed=2**64 - 1)
    assert last.merge(found).n == 60
    assert pickle.loads(pickle.dumps(last)) == last


def test_questions():
    one = zj.evaluate(VIEW, n=5, seed=1)
    assert one.question == zj.evaluate(TABLE, n=5, seed=2).question
    assert one.rules_digest == zj.Rules.preset("guiyang").digest()
    assert one.version == zj.__version__
    others = [zj.Table("guiyang", seed=6), zj.Table("guiyang", seed=5, base=2)]
    assert len({zj.evaluate(t, n=5, seed=1).question for t in (TABLE, *others)}) == 3


def test_a_table_after_a_kong_is_another_question_than_its_view():
    table = zj.Table("guiyang", seed=1)
    table.reset(hands=["1111m234567p339s1p", None, None, None])
    table.step(zj.action_id("concealed_kong 1m"))
    assert table.drawn >= 0
    after = zj.evaluate(table, n=5, seed=1)
    seen = zj.evaluate(table.view(0), n=5, seed=1)
    assert after.question != seen.question
    with pytest.raises(zj.ZhuojiError, match="merge: question"):
        after.merge(zj.evaluate(table.view(0), n=5, seed=2))


# ---------------------------------------------------------------- refusals


def over():
    table = zj.Table("guiyang", seed=5)
    return played_out(table, 0, None, ("useful",) * 4, 1, 1)


def asked_two():
    for table, _ in first_moments(11, "guiyang", 4, 400, kinds=("claim",)):
        if len(table.pending) > 1:
            return table
    raise AssertionError


OFF_TURN = TABLE.view(1)
HUGE = 10**6000
REFUSED = {
    "a finished table": ({"view": over}, "view: the hand is over"),
    "several seats": ({"view": asked_two}, r"seat: seats \d, \d are asked, say for which one"),
    "seat 4": ({"view": TABLE, "seat": 4}, "seat 4"),
    "seat of a view": ({"seat": 1}, "seat: 1, the view is of seat 0"),
    "a view without a question": ({"view": OFF_TURN}, "turn: null, seat 1 is not asked"),
    "a view that cannot be": ({"view": VIEW | {"wall": 3}}, "wall|seats|hand"),
    "no JSON": ({"view": "{"}, "view"),
    "action 86": ({"action": 86}, "86"),
    "an action that is not legal": ({"action": 83}, "win"),
    "another seat's action": ({"view": TABLE, "seat": 1, "action": 0}, "seat 1"),
    "no policy": ({"policies": "best"}, r"policies\[0\]: 'best'"),
    "three policies": ({"policies": ["useful"] * 3}, "policies: 3 of them for 4 players"),
    "no policies": ({"policies": []}, "policies: 0 of them"),
    "n 0": ({"n": 0}, "n: 0"),
    "n too large": ({"n": 2**41}, "n: "),
    "width 0": ({"half_width": 0}, "half_width: 0"),
    "no width": ({"half_width": float("nan")}, "half_width: nan"),
    "any width": ({"half_width": float("inf")}, "half_width: inf"),
    "objective": ({"objective": "money"}, "objective: 'money', expected one of score, win"),
    "seconds": ({"seconds": 0}, "seconds: 0"),
    "seed": ({"seed": -1}, "seed: -1"),
    "seed too large": ({"seed": 2**64}, "seed"),
    "belief": ({"belief": "hope"}, "belief: 'hope'"),
    "hidden": ({"hidden": "show"}, "hidden: 'show', expected 'deal' or 'keep'"),
    "hidden of a view": ({"hidden": "keep"}, "hidden: 'keep' needs a Table"),
    "belief of what is kept": (
        {"view": TABLE, "hidden": "keep", "belief": "progress"},
        "belief: the hidden tiles are kept",
    ),
    "confidence 1": ({"confidence": 1}, "confidence: 1"),
    "confidence 0": ({"confidence": 0}, "confidence: 0"),
    "no confidence": ({"confidence": float("nan")}, "confidence: nan"),
    "chunk": ({"chunk": 0}, "chunk: 0"),
} | {
    f"{name} beyond what Python prints": ({"view": TABLE, name: HUGE}, f"{name}.* 19932 bits")
    for name in ("action", "seat", "n", "half_width", "seconds", "seed", "confidence", "chunk")
}
WRONG_TYPES = {
    "view": ({"view": 3}, "view"),
    "no view": ({"view": None}, "view"),
    "seat": ({"view": TABLE, "seat": "1"}, "seat"),
    "seat of a view": ({"seat": False}, "seat: False"),
    "action": ({"action": "discard 3m"}, "action"),
    "policies": ({"policies": 7}, "policies"),
    "policy": ({"policies": [1] * 4}, r"policies\[0\]"),
    "n": ({"n": 2.5}, "n: 2.5"),
    "n true": ({"n": True}, "n: True"),
    "width": ({"half_width": "1"}, "half_width"),
    "seconds": ({"seconds": "1"}, "seconds"),
    "seed": ({"seed": 1.0}, "seed"),
    "confidence": ({"confidence": "0.9"}, "confidence"),
    "confidences": ({"confidence": np.array([0.9, 0.8])}, "confidence: array"),
    "executor": ({"executor": 4}, "executor"),
    "chunk": ({"chunk": 2.0}, "chunk"),
    "progress": ({"progress": "yes"}, "progress"),
    "cancel": ({"cancel": True}, "cancel"),
}


def call(arguments):
    arguments = {"view": VIEW, "n": 3, "seed": 1} | arguments
    view = arguments.pop("view")
    return zj.evaluate(view() if callable(view) else view, **arguments)


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_arguments_that_cannot_be(arguments, message):
    with pytest.raises(zj.ZhuojiError, match=message):
        call(arguments)


@pytest.mark.parametrize(("arguments", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_arguments_of_a_wrong_type(arguments, message):
    with pytest.raises(TypeError, match=message) as caught:
        call(arguments)
    assert isinstance(caught.value, zj.ZhuojiError)


@pytest.mark.parametrize("confidence", [0.95, 5e-324])
@pytest.mark.parametrize("objective", ["score", "win"])
def test_one_rollout_tells_nothing_of_its_error(objective, confidence):
    found = zj.compare(VIEW, n=1, seed=1, confidence=confidence, objective=objective)
    assert found == zj.compare(VIEW, n=1, seed=1, confidence=confidence, objective=objective)
    best, *others = found.actions
    assert best.difference == (0, 0, 0, 0)
    for one in others:
        assert one.difference[1:] == (math.inf, -math.inf, math.inf)
        assert one.variance_ratio == math.inf
        assert one.estimate.score[1:] == (math.inf, -math.inf, math.inf)
        assert 0 <= one.estimate.win.low <= one.estimate.win.high <= 1
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    values = data["actions"][1]["estimate"]["values"]
    assert values["score"]["error"] is values["score"]["low"] is values["win"]["error"] is None
    assert "inf" in str(found)
    assert found.actions[1].estimate == zj.Estimate.from_dict(data["actions"][1]["estimate"])


@pytest.mark.parametrize(("confidence", "wide"), [(1 - 2**-53, True), (5e-324, False)])
def test_confidences_at_the_ends(confidence, wide):
    found = zj.compare(VIEW, n=1500, seed=1, confidence=confidence)
    second = found.actions[1]
    assert not second.dropped
    for one in (second.difference, second.estimate.score):
        half = pytest.approx(8.2 * one.error, rel=0.02) if wide else 0
        assert one.half == half
    assert zj.Estimate.from_dict(second.estimate.to_dict()) == second.estimate


@pytest.mark.parametrize("value", [[], {}, None, 0, b"score", np.array(["deal", "keep"])])
def test_no_names(value):
    for name in ("objective", "hidden", "belief")[: 2 if value is None else 3]:
        with pytest.raises(zj.ZhuojiError, match=name):
            call({"view": TABLE, name: value})


class Nameless:
    __name__ = 5

    def __call__(self, view, last):
        return np.ones(len(last)) if isinstance(last, np.ndarray) else last[0]


def test_functions_without_a_name():
    found = zj.evaluate(VIEW, n=3, seed=1, policies=Nameless(), belief=Nameless())
    assert found.policies == ("bot",) * 4
    assert found.belief == "function"
    assert zj.Estimate.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert "bot against useful" in str(zj.match(Nameless(), "useful", 1))


def test_a_function_that_no_process_can_have():
    with ProcessPoolExecutor(1) as pool, pytest.raises(zj.ZhuojiError, match="executor"):
        zj.evaluate(VIEW, n=3, policies=lambda view, legal: legal[0], executor=pool)


# ---------------------------------------------------------------- the compiled doors


@pytest.mark.parametrize(
    "arguments",
    [
        (4, bytes([POLICY_CHOICE]), bytes([2] * 4)),
        (-1, bytes([POLICY_CHOICE]), bytes([2] * 4)),
        (0, b"", bytes([2] * 4)),
        (0, bytes([86]), bytes([2] * 4)),
        (0, bytes([83]), bytes([2] * 4)),
        (0, bytes([POLICY_CHOICE]), bytes([2] * 3)),
        (0, bytes([POLICY_CHOICE]), bytes([2, 2, 2, 4])),
    ],
)
def test_the_compiled_rollouts_refuse(arguments):
    with pytest.raises(ValueError, match=r"seat|fit"):
        play_on(TABLE, *arguments, 1, 0, 2, True, False, False)
    with pytest.raises(ValueError, match="fit"):
        play_on(over(), 0, bytes([POLICY_CHOICE]), bytes([2] * 4), 1, 0, 2, True, False, False)


def test_telling_a_table():
    table = over()
    row = np.zeros(N_OUTCOMES, np.int64)
    for seat in range(4):
        tell_table(table, seat, 0, row)
        values, turn = outcome(table, seat, 0)
        assert row.tolist() == [*values, -1 if turn is None else turn]
    assert len(row) == FIELDS + 1
    for bad in (np.zeros(N_OUTCOMES), np.zeros(N_OUTCOMES - 1, np.int64), np.zeros(34, int)[::2]):
        with pytest.raises(ValueError, match="out"):
            tell_table(table, 0, 0, bad)
    for other, seat in ((TABLE, 0), (table, 4), (table, -1)):
        with pytest.raises(ValueError, match="table"):
            tell_table(other, seat, 0, row)
