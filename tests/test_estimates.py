"""Estimates as values: intervals against plain formulas, merging, plain data, text."""

import json
import math
from fractions import Fraction
from itertools import permutations
from random import Random
from statistics import NormalDist, fmean, variance

import msgspec
import pytest

import zhuoji_fast as zj
from zhuoji_fast.estimates import FIELDS, RATES, SCORE, TURNS, Weights, mean_interval
from zhuoji_fast.play_stats import ITEMS

CLOSE = 1e-12
RARE = 0.15


def random_rollouts(rng, number, weights=(1,)):
    """What came of hands, as (weight, the 16 values of an estimate, own discards to the win)."""
    rows = []
    for _ in range(number):
        win = rng.random() < 0.3
        drawn = win and rng.random() < 0.5
        shares = [win, drawn, win and not drawn, not win and rng.random() < RARE]
        shares += [win or rng.random() < 0.5, not win and rng.random() < RARE]
        items = [rng.choice((0, 0, rng.randint(-30, 30))) for _ in ITEMS]
        values = [*map(int, shares), sum(items), *items]
        rows.append((rng.choice(weights), values, rng.randrange(TURNS) if win else None))
    return rows


def estimate_of(rows, *, seed=1, start=0, **fields):
    """The estimate of rollouts, summed plainly."""
    sums = {
        "first": [sum(w * x[k] for w, x, _ in rows) for k in range(FIELDS)],
        "cross": [sum(w * w * x[k] for w, x, _ in rows) for k in range(FIELDS)],
        "second": [sum(w * w * x[k] ** 2 for w, x, _ in rows) for k in range(FIELDS)],
        "turns": [sum(w for w, _, turn in rows if turn == k) for k in range(TURNS)],
    }
    taken = {
        "seat": 2,
        "action": None,
        "policies": ("useful",) * 4,
        "belief": None,
        "base": 1,
        "n": len(rows),
        "weight": sum(w for w, _, _ in rows),
        "weight_squares": sum(w * w for w, _, _ in rows),
        **{name: tuple(values) for name, values in sums.items()},
        "pieces": ((seed, start, start + len(rows)),),
        "confidence": 0.95,
        "question": "q",
        "rules_digest": "r",
        "version": "1",
        "stopped": "n",
        "reproducible": True,
    }
    return zj.Estimate(**taken | fields)


def plain_error(rows, k):
    """Standard error of a weighted mean: e/(e-1) times the sum of w² (x - mean)² / W²."""
    whole = sum(w for w, _, _ in rows)
    effective = Fraction(whole**2, sum(w * w for w, _, _ in rows))
    if effective - 1 < 1e-9:
        return float(Fraction(sum(w * x[k] for w, x, _ in rows), whole)), math.inf
    mean = Fraction(sum(w * x[k] for w, x, _ in rows), whole)
    spread = sum(w * w * (x[k] - mean) ** 2 for w, x, _ in rows) / whole**2
    return float(mean), math.sqrt(spread * effective / (effective - 1))


WEIGHTS = {"even": (1,), "large": (2**20,), "uneven": (0, 1, 5, 9), "wide": (1, 2**10, 2**30)}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("number", [2, 3, 150])
@pytest.mark.parametrize("confidence", [0.95, 0.999])
def test_errors_and_intervals_are_those_of_plain_formulas(weights, number, confidence):
    rows = random_rollouts(Random(f"{weights} {number}"), number, weights)
    rows[0] = (max(weights), *rows[0][1:])
    found = estimate_of(rows, confidence=confidence, base=3)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    effective = sum(w for w, _, _ in rows) ** 2 / sum(w * w for w, _, _ in rows)
    assert found.effective == pytest.approx(effective, rel=CLOSE)
    for k, name in enumerate(RATES):
        share = getattr(found, name)
        mean, error = plain_error(rows, k)
        assert share[:2] == pytest.approx((mean, error), rel=CLOSE, abs=1e-15)
        for end in share[2:]:  # the ends are where a share lies z of its own errors away
            assert (mean - end) ** 2 == pytest.approx(
                z * z * end * (1 - end) / effective, abs=CLOSE
            )
        assert 0 <= share.low <= mean <= share.high <= 1
        assert share.low < share.high
    for k, (name, value) in enumerate([("score", found.score), *found.items.items()], SCORE):
        mean, error = plain_error(rows, k)
        assert value[:2] == pytest.approx((3 * mean, 3 * error), rel=CLOSE, abs=1e-15), name
        assert value.half == pytest.approx(3 * z * error, rel=CLOSE, abs=1e-12)
        assert value.value - value.low == pytest.approx(value.half, rel=1e-9, abs=1e-12)


def test_even_weights_give_the_textbook_error():
    rows = random_rollouts(Random(3), 300)
    scores = [values[SCORE] for _, values, _ in rows]
    for weight in (1, 7, 2**30):
        found = estimate_of([(weight, *row[1:]) for row in rows])
        assert found.score.value == pytest.approx(fmean(scores), rel=CLOSE)
        assert found.score.error == pytest.approx(math.sqrt(variance(scores) / 300), rel=CLOSE)
        assert found.effective == pytest.approx(300)


@pytest.mark.parametrize(
    ("wins", "number", "low", "high"),
    [(10, 100, 0.05523, 0.17437), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0)],
)
def test_wilson_intervals_of_the_tables(wins, number, low, high):
    won = [1, 1, 0, 0, 1, 0, *[0] * 10]
    rows = [(1, won, 4)] * wins + [(1, [0] * 16, None)] * (number - wins)
    share = estimate_of(rows).win
    assert (share.low, share.high) == pytest.approx((low, high), abs=6e-6)
    assert (share.low == 0) == (wins == 0)
    assert (share.high == 1) == (wins == number)


def test_no_digits_cancel_in_large_sums():
    """Scores of 10^6 and one more, a million of them: the spread is that of a coin."""
    n, mean = 10**6, 10**6
    first = n // 2 * mean + n // 2 * (mean + 1)
    second = n // 2 * mean**2 + n // 2 * (mean + 1) ** 2
    found = mean_interval(Weights(n, n, n), (first, first, second), 0.95)
    assert found.value == mean + 0.5
    assert found.error == pytest.approx(math.sqrt(0.25 / (n - 1)), rel=CLOSE)


def test_the_items_sum_to_the_score_and_the_parts_to_the_wins():
    rows = random_rollouts(Random(4), 200, (1, 3, 8))
    found = estimate_of(rows, base=7)
    assert tuple(found.items) == ITEMS
    assert found.first[SCORE] == sum(found.first[SCORE + 1 :])
    assert sum(item.value for item in found.items.values()) == pytest.approx(found.score.value)
    assert found.win.value == pytest.approx(found.self_draw.value + found.discard_win.value)
    assert sum(found.win_by_turn) == pytest.approx(found.win.value)
    assert len(found.win_by_turn) == TURNS


# ---------------------------------------------------------------- merging


def parts(rng, number, sizes=(1, 60)):
    """An estimate of many rollouts of three seeds, and the estimates of pieces of them."""
    rows = {seed: random_rollouts(rng, number, (1, 2, 9)) for seed in (3, 1, 2**64 - 1)}
    found = []
    for seed, own in rows.items():
        at = 0
        while at < number:
            end = min(number, at + rng.randint(*sizes))
            found.append(estimate_of(own[at:end], seed=seed, start=at))
            at = end
    whole = estimate_of(
        [row for own in rows.values() for row in own],
        pieces=tuple((seed, 0, number) for seed in sorted(rows)),
    )
    return found, whole


@pytest.mark.parametrize("case", range(20))
def test_merged_in_any_order_and_grouping_it_is_the_whole(case):
    rng = Random(case)
    left, whole = parts(rng, 100)
    while len(left) > 1:
        one, other = (left.pop(rng.randrange(len(left))) for _ in range(2))
        assert one.merge(other) == other.merge(one)
        left.append(one.merge(other))
    assert left == [whole]
    assert whole.seed is None


def test_merging_is_associative():
    pieces, _ = parts(Random(1), 30, (30, 30))
    pieces[1] = msgspec.structs.replace(pieces[1], stopped="seconds", reproducible=False)
    found = {a.merge(b).merge(c) for a, b, c in permutations(pieces)}
    found |= {a.merge(b.merge(c)) for a, b, c in permutations(pieces)}
    (one,) = found
    assert (one.stopped, one.reproducible) == ("merged", False)
    assert one.n == 90


def test_pieces_of_one_seed_join():
    rows = random_rollouts(Random(2), 90)
    first, middle, last = (estimate_of(rows[k : k + 30], start=k, seed=8) for k in (0, 30, 60))
    assert first.merge(last).pieces == ((8, 0, 30), (8, 60, 90))
    assert first.merge(last).seed == 8
    assert first.merge(last).merge(middle) == estimate_of(rows, seed=8)


def test_rollouts_are_never_counted_twice():
    rows = random_rollouts(Random(2), 90)
    one = estimate_of(rows[:50], start=0)
    for start, stop in ((0, 50), (0, 1), (49, 60), (10, 20), (0, 90)):
        other = estimate_of(rows[start:stop], start=start)
        for a, b in ((one, other), (other, one)):
            with pytest.raises(zj.ZhuojiError, match="both hold rollout"):
                a.merge(b)
    assert one.merge(estimate_of(rows[50:], start=50)).n == 90
    assert one.merge(estimate_of(rows[:50], seed=2)).n == 100


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("question", "other"),
        ("seat", 1),
        ("action", 5),
        ("policies", ("useful", "closed", "useful", "useful")),
        ("belief", "progress"),
        ("base", 2),
        ("rules_digest", "other"),
        ("version", "2"),
        ("confidence", 0.9),
    ],
)
def test_another_question_is_not_merged(field, value):
    rows = random_rollouts(Random(2), 20)
    one, other = estimate_of(rows), estimate_of(rows, seed=2, **{field: value})
    for a, b in ((one, other), (other, one)):
        with pytest.raises(zj.ZhuojiError, match=f"merge: {field} .* not the same question"):
            a.merge(b)


def test_only_estimates_are_merged():
    one = estimate_of(random_rollouts(Random(2), 20))
    for other in (None, 3, one.to_dict()):
        with pytest.raises(TypeError, match="expected an Estimate"):
            one.merge(other)


# ---------------------------------------------------------------- plain data


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
def test_plain_data_and_back(weights):
    rows = random_rollouts(Random(6), 60, weights)
    one = estimate_of(rows, seed=2**64 - 1, action=85, belief="b", stopped="seconds")
    huge = estimate_of([(w << 70, *rest) for w, *rest in rows], seed=2**64 - 1)
    assert huge.weight > 2**64
    for found in (one, huge):
        data = found.to_dict()
        assert zj.Estimate.from_dict(data) == found
        for read in (json.loads, msgspec.json.decode):
            again = zj.Estimate.from_dict(read(json.dumps(data)))
            assert again == found
            assert hash(again) == hash(found)
            assert again.to_dict() == data


def test_plain_data_say_the_values():
    one = estimate_of(random_rollouts(Random(6), 60))
    values = one.to_dict()["values"]
    assert set(values) == {*RATES, "score", "items", "win_by_turn", "effective", "seed"}
    assert values["win"] == one.win._asdict() == dict(zip(one.win._fields, one.win, strict=True))
    assert values["items"]["bao"]["value"] == one.items["bao"].value
    assert values["win_by_turn"] == list(one.win_by_turn)
    assert (values["effective"], values["seed"]) == (one.effective, 1)
    lying = one.to_dict()
    lying["values"]["win"]["value"] = 0.9
    assert zj.Estimate.from_dict(lying) == one


def changed(values, place, by):
    """The sums with one of them changed."""
    return [x + by * (k == place) for k, x in enumerate(values)]


BAD = {
    "no seat": (lambda d: d.pop("seat"), "seat"),
    "unknown field": (lambda d: d.update(extra=1), "extra"),
    "seat 4": (lambda d: d.update(seat=4), "seat"),
    "seat without a policy": (lambda d: d.update(policies=["useful"] * 2), "seat: 2"),
    "action 86": (lambda d: d.update(action=86), "action"),
    "action as text": (lambda d: d.update(action="pass"), "action"),
    "no rollouts": (lambda d: d.update(n=0), "n"),
    "half a rollout": (lambda d: d.update(n=1.5), "n"),
    "other number": (lambda d: d.update(n=61), "pieces"),
    "no weight": (lambda d: d.update(weight=0), "weight"),
    "too much weight": (lambda d: d.update(weight=200), "weight_squares"),
    "too few squares": (lambda d: d.update(weight_squares=59), "weight_squares"),
    "base 0": (lambda d: d.update(base=0), "base"),
    "certain": (lambda d: d.update(confidence=1.0), "confidence"),
    "not confident": (lambda d: d.update(confidence=0.0), "confidence"),
    "one sum less": (lambda d: d.update(first=d["first"][:-1]), "first: 15 sums"),
    "one sum more": (lambda d: d.update(second=[*d["second"], 0]), "second: 17 sums"),
    "cross sums": (lambda d: d.update(cross=[1]), "cross: 1 sums"),
    "turns": (lambda d: d.update(turns=[]), "turns: 0 sums"),
    "wins by turn": (lambda d: d.update(turns=changed(d["turns"], 3, 1)), "turns"),
    "negative turn": (
        lambda d: d.update(turns=changed(changed(d["turns"], 3, -100), 4, 100)),
        "turns",
    ),
    "share above 1": (lambda d: d.update(first=changed(d["first"], 3, 60)), "first"),
    "share below 0": (lambda d: d.update(cross=changed(d["cross"], 3, -60)), "cross"),
    "more wins": (lambda d: d.update(first=changed(d["first"], 0, 1)), "first"),
    "score": (lambda d: d.update(first=changed(d["first"], SCORE, 1)), "first: the items"),
    "square": (lambda d: d.update(second=changed(d["second"], SCORE, -(10**9))), "second"),
    "float sum": (lambda d: d.update(first=[0.5, *d["first"][1:]]), "first"),
    "no pieces": (lambda d: d.update(pieces=[]), "pieces"),
    "negative seed": (lambda d: d.update(pieces=[[-1, 0, 60]]), "pieces"),
    "piece of two": (lambda d: d.update(pieces=[[0, 60]]), "pieces"),
    "overlap": (lambda d: d.update(pieces=[[1, 0, 40], [1, 20, 40]]), "pieces: 20 to 40"),
    "backwards": (lambda d: d.update(pieces=[[1, 40, 20], [1, 40, 120]]), "pieces: 40 to 20"),
    "policies": (lambda d: d.update(policies="useful"), "policies"),
    "reproducible": (lambda d: d.update(reproducible=1), "reproducible"),
    "version": (lambda d: d.update(version=None), "version"),
}


@pytest.mark.parametrize(("edit", "message"), BAD.values(), ids=BAD)
def test_bad_data_are_one_clear_error(edit, message):
    data = estimate_of(random_rollouts(Random(6), 60)).to_dict()
    edit(data)
    with pytest.raises(zj.ZhuojiError, match=message):
        zj.Estimate.from_dict(data)


@pytest.mark.parametrize("data", [None, [], "{}", 3])
def test_data_of_a_wrong_type(data):
    with pytest.raises(TypeError, match="expected a dict"):
        zj.Estimate.from_dict(data)


def test_estimates_are_frozen():
    one = estimate_of(random_rollouts(Random(6), 60))
    with pytest.raises(AttributeError):
        one.n = 3


# ---------------------------------------------------------------- text


def test_text():
    rows = random_rollouts(Random(7), 1200, (0, 1, 4))
    one = estimate_of(rows, belief="mine", action=zj.action_id("discard 5m"), seed=9)
    lines = str(one).splitlines()
    assert lines[0] == (
        f"seat 2, discard 5m: 1,200 rollouts, seed 9, stopped by n, "
        f"worth {one.effective:,.0f} of equal weight"
    )
    assert [line[:16].strip().replace(" ", "_") for line in lines[1:]] == [*RATES, "score", *ITEMS]
    win = one.win
    assert lines[1].split() == [
        "win",
        f"{100 * win.value:.2f}",
        "%",
        f"[{100 * win.low:.2f},",
        f"{100 * win.high:.2f}]",
    ]
    score = one.score
    assert lines[7].split() == [
        "score",
        f"{score.value:+.3f}",
        f"[{score.low:+.3f},",
        f"{score.high:+.3f}]",
    ]
    assert len({line.index("[") for line in lines[1:7]}) == 1
    assert len({line.index("[") for line in lines[7:]}) == 1


def test_text_leaves_out_what_never_happens():
    rows = [(1, [0] * 16, None), (1, [1, 1, 0, 0, 1, 0, 5, 5, *[0] * 8], 2)]
    text = str(estimate_of(rows).merge(estimate_of(rows, seed=2)))
    assert text.startswith("seat 2, his policy's choice: 4 rollouts, several seeds, stopped by n\n")
    assert [line.split()[0] for line in text.splitlines()[7:]] == ["score", "win"]


def test_intervals_as_text():
    assert str(zj.Interval(0.25, 0.01, 0.2, 0.3)) == "0.2500 [0.2000, 0.3000]"
