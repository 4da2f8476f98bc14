"""Evaluating a view: the sums against rollouts played one by one, weights, limits, refusals."""

import copy
import json
import math
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from random import Random

import msgspec
import numpy as np
import pytest

import zhuoji_fast as zj
from slow_odds import (
    FIELDS,
    SCORE,
    TURNS,
    first_moments,
    imagined,
    outcome,
    played_out,
    slow_rollouts,
    slow_sums,
    sums_of,
    tells_all,
)
from table_play import random_table_rules
from zhuoji_fast._core.odds import N_OUTCOMES, POLICY_CHOICE, play_on, tell_table
from zhuoji_fast.rollouts import UNIT, _sums
from zhuoji_fast.view import View, seen_table

ANY = {"players": [2, 3, 4]}
WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]
MIX = ("useful", "random", "closed", "shanten")
TABLE = zj.Table("guiyang", seed=5)
VIEW = TABLE.view(0)


def useful(view, legal):
    """The policy `useful`, as a function of a view."""
    table = seen_table(View.from_dict(view))
    assert table.legal(view["seat"]) == legal
    return zj.policy_player("useful", view["seat"], 0)(table)


def lowest(view, legal):
    return legal[0]


class Switch:
    """Says to stop from the n-th time it is asked."""

    def __init__(self, times):
        self.times = times

    def is_set(self):
        self.times -= 1
        return self.times < 0


# ---------------------------------------------------------------- against slow rollouts


def check_moment(table, seat, seed, policies, number=10):
    """Every form of the question, and one action of the seat, against slow rollouts."""
    rng = Random(seed)
    options = {"policies": policies[: table.players], "n": number, "seed": seed}
    before = table.state()
    action = rng.choice(table.legal(seat))
    slow = [None, action], options["policies"], seed, range(number)
    rows = slow_rollouts(table, seat, *slow)
    for place, first in enumerate((None, action)):
        found = zj.evaluate(table, first, seat=seat, **options)
        assert sums_of(found) == slow_sums(rows, place)
        assert (found.seat, found.action, found.base) == (seat, first, table.base)
        mean = Fraction(found.first[SCORE] * table.base, number)
        assert found.score.value == pytest.approx(float(mean), rel=1e-12)
    document = table.view(seat)
    unchanged = copy.deepcopy(document)
    told = zj.evaluate(document, action, **options)
    assert document == unchanged
    assert told == zj.evaluate(json.dumps(document), action, **options)
    assert told == zj.evaluate(json.dumps(document).encode(), action, **options)
    assert told == zj.evaluate(View.from_dict(document), action, seat=seat, **options)
    if tells_all(table, seat):
        assert told == found
    else:
        rows = slow_rollouts(seen_table(View.from_dict(document)), seat, *slow)
        assert sums_of(told) == slow_sums(rows, 1)
    assert table.state() == before


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", zj.PRESETS)
def test_turns_claims_and_hard_declarations(preset, players):
    hard = zj.Rules.preset(preset).declare == "hard_soft"
    kinds = ("discard", "claim", "declare") if hard else ("discard", "claim")
    rules = ANY | {"preset": preset}
    seed = f"{preset} {players}"
    for k, moment in enumerate(first_moments(seed, rules, players, 4, kinds=kinds)):
        check_moment(*moment, k, ("useful",) * 4 if k % 2 else MIX)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", ["guiyang", "guiyang_classic", "guizhou", "platform"])
def test_kongs_that_can_be_robbed(preset, players):
    rules = ANY | {"preset": preset, "passport_waivers": WAIVERS}
    moments = first_moments(f"{preset}{players}", rules, players, 2, kinds=("rob",))
    for k, moment in enumerate(moments):
        check_moment(*moment, k, MIX)


@pytest.mark.slow
@pytest.mark.parametrize("case", range(150))
def test_any_rules(case):
    rng = Random(f"odds {case}")
    rules = random_table_rules(rng)
    players = rng.choice(zj.Rules.from_value(rules).players)
    for k, moment in enumerate(
        first_moments(f"any {case}", rules, players, 4, kinds=("discard", "claim"))
    ):
        check_moment(*moment, k, rng.sample(MIX, 4), 25)


def test_a_table_of_a_seat_that_is_not_asked():
    """The others go first; and of a table it need not be said which seat, if one is asked."""
    table = zj.Table("guiyang", seed=5)
    rows = slow_rollouts(table, 2, [None], MIX, 3, range(15))
    found = zj.evaluate(table, seat=2, policies=MIX, n=15, seed=3)
    assert sums_of(found) == slow_sums(rows)
    assert zj.evaluate(table, n=15, seed=3) == zj.evaluate(table, seat=0, n=15, seed=3)


def test_belief_progress_is_how_the_tiles_are_dealt():
    for table, seat in first_moments(1, "guiyang", 4, 3, kinds=("discard", "claim")):
        found = zj.evaluate(table, seat=seat, n=12, seed=4, belief="progress")
        rows = slow_rollouts(table, seat, [None], ("useful",) * 4, 4, range(12), belief=True)
        assert sums_of(found) == slow_sums(rows)
        assert found.belief == "progress"
        assert found.reproducible
        assert found.first != zj.evaluate(table, seat=seat, n=12, seed=4).first


@pytest.mark.parametrize("base", [1, 30, 1_000_000])
def test_the_base_multiplies(base):
    once = zj.evaluate(TABLE, n=60, seed=1)
    table = zj.Table("guiyang", seed=5, base=base)
    found = zj.evaluate(table, n=60, seed=1)
    assert sums_of(found) == sums_of(once)
    assert found.score == pytest.approx([base * x for x in once.score], rel=1e-12)
    assert found.items["kong"].value == pytest.approx(base * once.items["kong"].value)
    assert found.win == once.win


@pytest.mark.parametrize("most", [3, 10**5, 5 * 10**7])
@pytest.mark.parametrize("weighted", [False, True])
def test_no_amount_or_weight_overflows(most, weighted):
    """A block of rollouts, with amounts as large as 1s can be at 1,000 each and gold at 1,000."""
    rng = np.random.default_rng(most)
    outcomes = rng.integers(most - 3, most, (1024, 2, N_OUTCOMES), endpoint=True)
    outcomes[:, :, FIELDS] = rng.integers(-1, 40, (1024, 2))
    weights = rng.integers(2**30 - 9, 2**30, 1024, endpoint=True) if weighted else None
    found = _sums(outcomes, weights, SCORE)
    plain = [1] * 1024 if weights is None else weights.tolist()
    rows = outcomes.tolist()
    assert (found.weight, found.weight_squares) == (sum(plain), sum(w * w for w in plain))
    for a in range(2):
        for k in (0, SCORE, FIELDS - 1):
            pairs = [(w, row[a][k]) for w, row in zip(plain, rows, strict=True)]
            assert found.first[a, k] == sum(w * x for w, x in pairs)
            assert found.cross[a, k] == sum(w * w * x for w, x in pairs)
            assert found.second[a, k] == sum(w * w * x * x for w, x in pairs)
        for b in range(2):
            assert found.product[a, b] == sum(
                w * w * row[a][SCORE] * row[b][SCORE] for w, row in zip(plain, rows, strict=True)
            )
        turns = [min(row[a][FIELDS], TURNS - 1) for row in rows]
        for turn in (0, 7, TURNS - 1):
            won = [w for w, t in zip(plain, turns, strict=True) if t == turn]
            assert found.turns[a, turn] == sum(won)


# ---------------------------------------------------------------- what is hidden


def test_kept_tiles_give_the_true_result():
    for case, (table, seat) in enumerate(first_moments(2, "guiyang", 4, 6, kinds=("discard",))):
        found = zj.evaluate(table, seat=seat, hidden="keep", n=3, seed=case)
        played = played_out(table, seat, None, ("useful",) * 4, 0, 0)
        values, _ = outcome(played, seat, table.n_events)
        assert found.first == tuple(3 * value for value in values)
        assert found.score.value == played.settlement.totals[seat]
        assert found.score.error == 0
        rows = slow_rollouts(table, seat, [None], MIX, case, range(8), deal=False)
        mixed = zj.evaluate(table, seat=seat, hidden="keep", policies=MIX, n=8, seed=case)
        assert sums_of(mixed) == slow_sums(rows)


def test_kept_tiles_belong_to_the_question():
    other = TABLE.clone()
    other.resample(0, 1)
    one, two = (zj.evaluate(table, hidden="keep", n=2, seed=1) for table in (TABLE, other))
    assert one.question != two.question != zj.evaluate(TABLE, n=2, seed=1).question
    assert one == zj.evaluate(zj.Table("guiyang", seed=5), hidden="keep", n=2, seed=1)
    with pytest.raises(zj.ZhuojiError, match="question"):
        one.merge(two)


@pytest.mark.parametrize("case", range(30))
def test_an_estimate_does_not_depend_on_hidden_tiles(case):
    """Whatever is hidden from the seat: the same sums, asked or not, in any rules."""
    rng = Random(f"leak {case}")
    rules = random_table_rules(rng)
    players = rng.choice(zj.Rules.from_value(rules).players)
    belief = rng.choice((None, "progress"))
    ((table, _),) = first_moments(f"leak {case}", rules, players, 1, kinds=("discard", "claim"))
    if rng.random() < 0.2:
        table.mark_dead(rng.randrange(players), end=False)
    if table.done:
        return
    for seat in range(players):
        found = [
            zj.evaluate(other, seat=seat, n=6, seed=9, belief=belief)
            for other in (table, *(again(table, seat, seed) for seed in range(2)))
        ]
        assert found[0] == found[1] == found[2]


def again(table, seat, seed):
    """The table with other tiles where the seat does not see them."""
    other = table.clone()
    other.resample(seat, seed)
    return other


# ---------------------------------------------------------------- where it is played


def test_chunks_threads_and_processes_give_one_answer():
    for options in ({}, {"policies": MIX}, {"belief": "progress"}):
        options |= {"n": 130, "seed": 3}
        found = [zj.evaluate(VIEW, chunk=chunk, **options) for chunk in (None, 1, 7, 1000)]
        with ThreadPoolExecutor(3) as pool:
            found += [zj.evaluate(VIEW, executor=pool, chunk=chunk, **options) for chunk in (9, 50)]
        assert all(one == found[0] for one in found)
    with ProcessPoolExecutor(2) as pool:
        options = {"n": 300, "seed": 3, "policies": ("useful", useful_classic, "useful", "random")}
        options |= {"belief": by_hands}
        one = zj.evaluate(CLASSIC, **options)
        assert one == zj.evaluate(CLASSIC, executor=pool, chunk=60, **options)
    assert one == zj.evaluate(CLASSIC, executor=lambda: ThreadPoolExecutor(2), **options)


CLASSIC = zj.Table("guiyang_classic", seed=2)  # in which nothing is declared


def useful_classic(view, legal):
    return useful(view, legal)


def by_hands(view, hands):
    """A weight for each deal, by its tiles alone."""
    return (hands.astype(np.int64) @ np.arange(27)).sum(axis=1) % 7


def test_more_rollouts_than_are_played_at_a_time():
    """Whole blocks and chunks do not show, weighted or not."""
    for options in ({}, {"belief": by_hands}):
        options |= {"policies": "closed", "n": 2100, "seed": 3}
        found = [zj.evaluate(CLASSIC, chunk=chunk, **options) for chunk in (2100, 999)]
        assert found[0] == found[1]
        assert found[0].n == 2100


def test_functions_play_as_the_policy_they_wrap():
    for table, seat in first_moments(4, "guiyang_classic", 4, 4, kinds=("discard", "claim")):
        action = table.legal(seat)[-1]
        for first in (None, action):
            named = zj.evaluate(table, first, seat=seat, n=6, seed=2)
            for policies in (useful, ("useful", useful) * 2):
                found = zj.evaluate(table, first, seat=seat, policies=policies, n=6, seed=2)
                assert sums_of(found) == sums_of(named)
                assert not found.reproducible
                assert "useful" in found.policies
    rows = slow_rollouts(CLASSIC, 0, [None], (lowest, *MIX[1:]), 2, range(9))
    found = zj.evaluate(CLASSIC, policies=(lowest, *MIX[1:]), n=9, seed=2)
    assert sums_of(found) == slow_sums(rows)
    assert found.policies[0] == "lowest"


def test_functions_with_weights_and_kept_tiles():
    options = {"policies": (useful, "useful", "useful", "useful"), "n": 8, "seed": 2}
    for extra in ({"belief": by_hands}, {"belief": "progress"}, {"hidden": "keep"}):
        found = zj.evaluate(CLASSIC, **options | extra)
        named = zj.evaluate(CLASSIC, **options | extra | {"policies": "useful"})
        assert sums_of(found) == sums_of(named)


def test_a_function_that_plays_what_is_not_legal():
    with pytest.raises(zj.IllegalActionError):
        zj.evaluate(VIEW, policies=lambda view, legal: 84, n=2)

    def broken(view, legal):
        raise KeyError("its own fault")

    with pytest.raises(KeyError, match="own fault"):
        zj.evaluate(VIEW, policies=broken, n=2)
    with pytest.raises(KeyError, match="own fault"):
        zj.evaluate(VIEW, belief=broken, n=2)


# ---------------------------------------------------------------- weights


def test_a_belief_sees_the_view_and_the_deals():
    table, seat = first_moments(3, "guiyang", 4, 1, kinds=("claim",))[0]
    seen = []

    def belief(view, hands):
        assert view == table.view(seat)
        assert hands.dtype == np.uint8
        assert not hands.flags.writeable
        seen.extend(hands.tolist())
        return np.ones(len(hands))

    zj.evaluate(table, seat=seat, belief=belief, n=20, seed=6, chunk=8)
    assert seen == [
        [list(dealt.hand_counts(other)) for other in range(4)]
        for dealt in (imagined(table, seat, 6, number) for number in range(20))
    ]


@pytest.mark.parametrize("weight", [1, 1.0, True, np.float32(3), 1024, 2.0**-20])
def test_equal_weights_are_no_belief(weight):
    found = zj.evaluate(VIEW, n=300, seed=2, belief=lambda view, hands: [weight] * len(hands))
    plain = zj.evaluate(VIEW, n=300, seed=2)
    unit = round(float(weight) * UNIT)
    assert (found.weight, found.weight_squares) == (300 * unit, 300 * unit**2)
    assert found.first == tuple(unit * x for x in plain.first)
    assert found.second == tuple(unit**2 * x for x in plain.second)
    for name in ("win", "deal_in", "ting", "score"):
        assert getattr(found, name) == pytest.approx(getattr(plain, name), rel=1e-12, abs=1e-15)
    assert found.effective == 300
    assert found.win_by_turn == pytest.approx(plain.win_by_turn)


def holds(hands):
    """Whether the next seat holds a 5m: one may think that he does not."""
    return hands[:, 1, 4] > 0


def test_a_belief_of_noughts_and_ones_is_a_condition():
    found = zj.evaluate(VIEW, n=80, seed=2, belief=lambda view, hands: ~holds(hands))
    rows = [
        row
        for number in range(80)
        if not imagined(TABLE, 0, 2, number).hand_counts(1)[4]
        for row in slow_rollouts(TABLE, 0, [None], ("useful",) * 4, 2, [number])
    ]
    plain = slow_sums(rows)
    assert 20 < len(rows) < 70
    assert found.n == 80
    assert found.weight == len(rows) * UNIT
    assert found.first == tuple(UNIT * x for x in plain["first"])
    assert found.second == tuple(UNIT**2 * x for x in plain["second"])
    assert found.turns == tuple(UNIT * x for x in plain["turns"])
    assert found.effective == len(rows)
    assert found.win.value == pytest.approx(plain["first"][0] / len(rows))


def test_uneven_weights():
    """Sums of whole multiples of 2**-20, the nearest to what the function says."""
    rng = np.random.default_rng(3)
    weights = rng.choice([0.0, 1e-7, 0.3, 1.75, 1024.0], 60)
    weights[:2] = 1023.9999999, 2.0**-21
    numbers = {}
    for number in range(60):
        dealt = imagined(TABLE, 0, 8, number)
        numbers[b"".join(dealt.hand_counts(seat) for seat in range(4))] = weights[number]

    def belief(view, hands):
        return [numbers[row.tobytes()] for row in hands]

    def weigh(dealt):
        weight = numbers[b"".join(dealt.hand_counts(seat) for seat in range(4))]
        return round(Fraction(weight) * UNIT)

    found = zj.evaluate(VIEW, n=60, seed=8, belief=belief, chunk=13)
    rows = slow_rollouts(TABLE, 0, [None], ("useful",) * 4, 8, range(60), weigh=weigh)
    assert sums_of(found) == slow_sums(rows)
    total, squares = sum(w for w, *_ in rows), sum(w * w for w, *_ in rows)
    assert found.effective == pytest.approx(total**2 / squares, rel=1e-12)
    assert found.belief == "belief"
    assert not found.reproducible
    assert "of equal weight" in str(found)


BAD_WEIGHTS = {
    "one number": (lambda n: 1.0, r"shape \(\)"),
    "too few": (lambda n: np.ones(n - 1), r"shape \(19,\) returned, expected \(20,\)"),
    "too many": (lambda n: np.ones(n + 1), "shape"),
    "two columns": (lambda n: np.ones((n, 2)), "shape"),
    "NaN": (lambda n: [1.0] * 7 + [float("nan")] + [1.0] * (n - 8), "weight nan of rollout 7"),
    "negative": (lambda n: [-0.5, *[1.0] * (n - 1)], "weight -0.5 of rollout 0"),
    "infinite": (lambda n: np.full(n, np.inf), "weight inf of rollout 0"),
    "too large": (lambda n: [*[1.0] * (n - 1), 1024.5], "weight 1024.5 of rollout 19"),
    "all zero": (np.zeros, "all 20 weights are 0"),
    "too small": (lambda n: np.full(n, 1e-9), "all 20 weights are 0"),
}


@pytest.mark.parametrize(("weights", "message"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_weights_that_cannot_be(weights, message):
    options = {"n": 20, "chunk": 20, "belief": lambda view, hands: weights(20)}
    for policies in ("useful", useful):
        with pytest.raises(zj.ZhuojiError, match=f"belief: .*{message}"):
            zj.evaluate(CLASSIC, policies=policies, **options)


def test_a_weight_that_cannot_be_is_named_by_its_rollout():
    """Also behind the first piece, and behind the first block of a piece."""
    for options in ({"chunk": 20}, {"chunk": 5000, "policies": "closed"}):
        calls = iter(range(9))

        def belief(view, hands, calls=calls):
            weights = np.ones(len(hands))
            weights[7] -= 2 * (next(calls) == 2)
            return weights

        at = {20: 47, 5000: 2 * 1024 + 7}[options["chunk"]]
        with pytest.raises(zj.ZhuojiError, match=f"weight -1.0 of rollout {at},"):
            zj.evaluate(VIEW, n=4000, seed=1, belief=belief, **options)


@pytest.mark.parametrize(
    "weights", [None, "many", ["a"] * 20, ["1"], [None], {}, [[1], [2, 3]], 1j]
)
def test_weights_that_are_no_numbers(weights):
    with pytest.raises(zj.ZhuojiError, match="belief: "):
        zj.evaluate(VIEW, n=20, belief=lambda view, hands: weights)


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
