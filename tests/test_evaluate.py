"""Evaluating a view: the sums against rollouts played one by one, weights."""

import copy
import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import zhuoji_fast as zj
from evaluate_scenes import CLASSIC, MIX, TABLE, VIEW, lowest, useful
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
from zhuoji_fast._core.odds import N_OUTCOMES
from zhuoji_fast.rollouts import UNIT, _sums
from zhuoji_fast.view import View, seen_table

ANY = {"players": [2, 3, 4]}
WAIVERS = ["declared", "declared_discarder", "hot_shot", "robbed_kong"]


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
