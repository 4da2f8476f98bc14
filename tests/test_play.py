"""play_hands: the same hands whoever plays them, and statistics that add up."""

import gc
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from random import Random

import msgspec
import numpy as np
import pytest

import zhuoji_fast as zj
from driver_tasks import Switch, hand_scores
from random_rules import random_rules
from zhuoji_fast._core.rollout import POLICY_NAMES
from zhuoji_fast.play import play_part

MIX = ("useful", "shanten", "closed", "random")


def first_legal(view: dict, legal: tuple[int, ...]) -> int:
    assert view["seat"] in range(4)
    return legal[0]


def illegal(view: dict, legal: tuple[int, ...]) -> int:
    return next(action for action in range(zj.ACTIONS) if action not in legal)


def failing(view: dict, legal: tuple[int, ...]) -> int:
    raise KeyError("own fault")


def scores(policies, hands: int, seed: int, rules="guiyang") -> np.ndarray:
    return hand_scores(policies, seed, hands, rules)


@pytest.mark.parametrize("chunk", [1, 7, 300, 10**6])
def test_chunks_do_not_matter(chunk):
    assert zj.play_hands(MIX, 300, seed=4, chunk=chunk) == zj.play_hands(MIX, 300, seed=4)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_workers_do_not_matter(pool):
    with pool(2) as executor:
        spread = zj.play_hands(MIX, 500, seed=4, executor=executor, chunk=61)
        with_bot = zj.play_hands((first_legal, *MIX[1:]), 6, seed=4, executor=executor, chunk=2)
    assert spread == zj.play_hands(MIX, 500, seed=4)
    assert with_bot == zj.play_hands((first_legal, *MIX[1:]), 6, seed=4)


def test_parts_merge_to_the_whole():
    parts = [zj.play_hands(MIX, 100, seed=9, start=start) for start in (0, 100, 200)]
    assert parts[0].merge(parts[2]).merge(parts[1]) == zj.play_hands(MIX, 300, seed=9)
    for other in (
        zj.play_hands(MIX, 5, seed=8),
        zj.play_hands(MIX, 5, seed=9, rules="duyun"),
        zj.play_hands("random", 5, seed=9),
    ):
        with pytest.raises(zj.ZhuojiError):
            parts[0].merge(other)


def scaled(stats: zj.PlayStats, base: int) -> zj.PlayStats:
    """What the same hands give for another base."""
    seats = [
        msgspec.structs.replace(
            seat,
            score_sum=seat.score_sum * base,
            score_squares=seat.score_squares * base**2,
            item_sums=tuple(points * base for points in seat.item_sums),
            item_squares=tuple(points * base**2 for points in seat.item_squares),
        )
        for seat in stats.seats
    ]
    return msgspec.structs.replace(stats, seats=tuple(seats))


@pytest.mark.parametrize("preset", ["guiyang", "duyun"])
def test_a_large_base_overflows_nothing(preset, tmp_path):
    base = 1_000_000
    rules = zj.Rules.preset(preset).replace(fan={"ping": 1000})
    once = zj.play_hands("useful", 500, seed=2, rules=rules)
    many = zj.play_hands("useful", 500, seed=2, rules=rules, base=base)
    assert max(seat.score_squares for seat in many.seats) > 2**63
    assert many == scaled(once, base)
    few = scaled(zj.play_hands("useful", 20, seed=2, rules=rules), base)
    log = tmp_path / "hands.jsonl"
    assert zj.play_hands("useful", 20, seed=2, rules=rules, base=base, log=log) == few
    totals = [zj.Table.replay(hand).settlement.totals for hand in zj.read_log(log)]
    sums = tuple(seat.score_sum for seat in few.seats)
    assert tuple(map(sum, zip(*totals, strict=True))) == sums


def test_a_function_sees_the_base(tmp_path):
    bases = set()

    def look(view, legal):
        bases.add(view["base"])
        return legal[0]

    stats = zj.play_hands((look, *MIX[1:]), 3, seed=2, base=50)
    assert bases == {50}
    assert stats == scaled(zj.play_hands((look, *MIX[1:]), 3, seed=2), 50)


def test_cancelled_play_is_that_of_fewer_hands(tmp_path):
    log = tmp_path / "hands.jsonl"
    assert zj.play_hands(MIX, 100, seed=3, chunk=10, cancel=Switch(4)) == zj.play_hands(
        MIX, 40, seed=3
    )
    stats = zj.play_hands(MIX, 100, seed=3, chunk=10, cancel=Switch(2), log=log)
    assert stats.hands == 20 == len(list(zj.read_log(log)))
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped before any hands"):
        zj.play_hands(MIX, 100, cancel=Switch(0))
    with pytest.raises(zj.ZhuojiError, match="cancel: stopped"):
        zj.play_hands(MIX, 100, cancel=Switch(0), log=tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()


def test_progress_is_told():
    told = []
    zj.play_hands(MIX, 25, chunk=10, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 25), (20, 25), (25, 25)]


def test_seeds_and_hands_differ():
    assert len({zj.play_hands("shanten", 50, seed=seed).seats for seed in range(5)}) == 5
    assert zj.play_hands("shanten", 50, start=50) != zj.play_hands("shanten", 50)


@pytest.mark.parametrize("preset", zj.PRESETS)
def test_statistics_add_up(preset):
    hands = 400
    stats = zj.play_hands(MIX, hands, seed=3, rules=preset)
    assert stats.hands == hands == stats.won_hands + stats.exhausted_hands
    assert sum(seat.score_sum for seat in stats.seats) == 0
    winners = sum(seat.wins for seat in stats.seats)
    assert winners >= stats.won_hands
    # Four win rates plus the exhausted rate, less the winners beyond the first, are 1.
    shared = (winners - stats.won_hands) / hands
    rates = sum(seat.win.value for seat in stats.seats) + stats.exhausted.value - shared
    assert rates == pytest.approx(1, abs=1e-12)
    for seat in stats.seats:
        assert sum(seat.item_sums) == seat.score_sum
        assert sum(mean.value for mean in seat.items.values()) == pytest.approx(seat.score.value)
        assert seat.wins == seat.self_draws + seat.discard_wins == sum(seat.turns)
        assert seat.tings >= seat.wins
    assert sum(seat.deal_ins for seat in stats.seats) <= sum(
        seat.discard_wins for seat in stats.seats
    )


def test_errors_are_those_of_the_single_hands():
    hands = 500
    found = scores(MIX, hands, seed=12)
    assert (found.sum(axis=1) == 0).all()
    for seat, row in zip(zj.play_hands(MIX, hands, seed=12).seats, found.T, strict=True):
        assert seat.score.value == pytest.approx(row.mean())
        assert seat.spread == pytest.approx(row.std(ddof=1))
        assert seat.score.error == pytest.approx(row.std(ddof=1) / np.sqrt(hands))
        p = seat.wins / hands
        assert seat.win == (p, pytest.approx(np.sqrt(p * (1 - p) / hands)))


def play_by_hand(policies, seed: int, hand: int, rules) -> zj.Table:
    table = zj.Table(rules, len(policies), seed=seed)
    table.reset(seed, hand % len(policies), hand=hand)
    players = [zj.policy_player(policy, seat, seed, hand) for seat, policy in enumerate(policies)]
    while not table.done:
        actions = {seat: players[seat](table) for seat in table.pending}
        for seat, action in actions.items():
            assert table.can(seat, action)
        table.step(actions)
    return table


def test_compiled_play_is_play_at_the_table():
    rng = Random(5)
    for case in range(60):
        players = rng.choice((2, 3, 4))
        rules = random_rules(rng) | {"players": [2, 3, 4]}
        policies = [rng.choice(POLICY_NAMES) for _ in range(players)]
        seed = rng.randrange(2**64)
        hands = 4
        found = scores(policies, hands, seed, rules)
        for hand in range(hands):
            table = play_by_hand(policies, seed, hand, rules)
            assert table.settlement.totals == tuple(found[hand]), (case, rules, policies, seed)


def test_logged_hands_replay_to_the_same_totals(tmp_path):
    path = tmp_path / "hands.jsonl.gz"
    stats = zj.play_hands(MIX, 40, seed=6, log=path, chunk=9)
    assert stats == zj.play_hands(MIX, 40, seed=6)
    found = scores(MIX, 40, seed=6)
    totals = [zj.Table.replay(hand).settlement.totals for hand in zj.read_log(path)]
    assert totals == [tuple(row) for row in found.tolist()]


def test_a_log_is_whole_or_not_there(tmp_path):
    path = tmp_path / "hands.jsonl"
    with pytest.raises(KeyError, match="own fault"):
        zj.play_hands((failing, *MIX[1:]), 5, log=path)
    assert list(tmp_path.iterdir()) == []


def test_functions_play():
    stats = zj.play_hands((first_legal, "random", "random", "random"), 20, seed=2)
    assert [seat.policy for seat in stats.seats] == ["first_legal", "random", "random", "random"]
    with pytest.raises(zj.IllegalActionError):
        zj.play_hands((illegal, *MIX[1:]), 1)
    with pytest.raises(KeyError, match="own fault"):
        zj.play_hands((failing, *MIX[1:]), 1)


def test_a_function_that_no_process_can_have():
    with ProcessPoolExecutor(1) as executor, pytest.raises(zj.ZhuojiError, match="executor"):
        zj.play_hands((lambda view, legal: legal[0], *MIX[1:]), 2, executor=executor)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policies": "best"}, "policies"),
        ({"policies": ["useful", "best"]}, r"policies\[1\].*best"),
        ({"policies": ["useful"] * 5}, "5 players"),
        ({"policies": ["useful"] * 3}, "3 players"),
        ({"policies": []}, "0 players"),
        ({"n": 0}, "n: 0"),
        ({"n": -3}, "n: -3"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"base": 0}, "base"),
        ({"chunk": 0}, "chunk"),
        ({"start": -1}, "start"),
        ({"rules": "nanjing"}, "nanjing"),
    ],
)
def test_impossible_arguments(arguments, message):
    with pytest.raises(zj.ZhuojiError, match=message):
        zj.play_hands(**({"policies": "random", "n": 1} | arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        {"executor": 2},
        {"cancel": True},
        {"progress": "yes"},
        {"chunk": 2.5},
        {"n": 1.5},
        {"n": True},
        {"n": None},
        {"seed": "1"},
        {"policies": 7},
        {"policies": [1] * 4},
    ],
)
def test_wrong_types(arguments):
    with pytest.raises(TypeError) as caught:
        zj.play_hands(**({"policies": "random", "n": 1} | arguments))
    assert isinstance(caught.value, zj.ZhuojiError)


def test_a_player_that_is_not_asked():
    table = zj.Table("guiyang", seed=1)
    seat = next(seat for seat in range(4) if seat not in table.pending)
    with pytest.raises(ValueError, match="not asked"):
        zj.policy_player("random", seat, 1)(table)
    with pytest.raises(zj.ZhuojiError, match="best"):
        zj.policy_player("best", 0, 1)


def test_statistics_as_text_and_data():
    stats = zj.play_hands(MIX, 50, seed=1)
    assert "50 hands" in str(stats)
    assert "useful" in str(stats)
    data = stats.to_dict()
    assert data["seats"][0]["win"]["value"] == stats.seats[0].win.value
    assert set(data["seats"][0]["items"]) == set(stats.seats[0].items)


def test_memory_does_not_grow_with_the_hands():
    part = play_part  # loaded before the count begins
    assert part is not None
    zj.play_hands("useful", 50)
    sizes = []
    for hands in (200, 2000):
        gc.collect()
        tracemalloc.start()
        zj.play_hands("useful", hands, chunk=50)
        sizes.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert sizes[1] < 2 * sizes[0] + 50_000


@pytest.mark.parametrize("preset", zj.PRESETS)
def test_better_policies_win_more(preset):
    random, shanten, useful = (
        scores([name, "shanten", "shanten", "shanten"], 1500, seed=1, rules=preset)[:, 0].mean()
        for name in ("random", "shanten", "useful")
    )
    assert random < shanten < useful
