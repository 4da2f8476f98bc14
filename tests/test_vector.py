"""Many tables at once: the same as one table, hand by hand and step by step."""

from __future__ import annotations

import copy
import pickle
import re
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import zhuoji_fast as zj
from slow_planes import slow_planes, stacked
from test_table_clone import random_table
from zhuoji_fast._core.vector import GROUP_ROWS
from zhuoji_fast.errors import IllegalActionError, RulesError, ShapeError, ZhuojiError

HIGH = np.repeat([plane.high for plane in zj.PLANES.values()], GROUP_ROWS)[:, None]
PAGE = Path(__file__).parent.parent / "docs" / "envs.md"
CALLING = {"preset": "guizhou", "pass_lock": "declared"}
LOCKING = {"preset": "platform", "declare": "single", "pass_lock": "any"}
RULES = [
    ("guiyang", 4),
    ("guiyang_classic", 4),
    ("guizhou", 3),
    (CALLING, 4),
    ("duyun", 4),
    ("guiyang_traditional", 4),
    ("platform", 2),
    (LOCKING, 3),
]


def deal(tables: zj.VectorTable, i: int, k: int) -> zj.Table:
    """Hand `k` of table `i` on a table of its own, as the documentation says."""
    table = zj.Table(tables.rules, tables.players, 99, base=tables.base)
    dealer = (tables.seed + i + k) % tables.players
    table.reset(tables.seed, dealer, hand=i + k * 2**32)
    return table


def in_order(table: zj.Table) -> list[int]:
    """Pending seats in playing order, the one whose turn it is last."""
    seats = [(table.turn + step) % table.players for step in range(1, table.players + 1)]
    return [seat for seat in seats if seat in table.pending]


def mixed_actions(tables: zj.VectorTable, rng: np.random.Generator) -> np.ndarray:
    """Actions of players who want to win, with some random ones among them, and wins passed."""
    _, mask = tables.observe()
    actions = tables.policy_actions("useful")
    actions = np.where(rng.random(tables.n) < 0.15, tables.policy_actions("random"), actions)
    waived = mask[:, zj.Action.PASS] & (actions == zj.Action.WIN) & (rng.random(tables.n) < 0.4)
    return np.where(waived, zj.Action.PASS, actions)


class Beside:
    """Tables played one by one beside a VectorTable."""

    def __init__(self, tables: zj.VectorTable) -> None:
        self.tables = tables
        self.numbers = [0] * tables.n
        self.single = [deal(tables, i, 0) for i in range(tables.n)]
        self.answers: list[dict[int, int]] = [{} for _ in range(tables.n)]
        self.seen: Counter[str] = Counter()
        self.steps = 0

    def seat(self, i: int) -> int:
        return next(seat for seat in in_order(self.single[i]) if seat not in self.answers[i])

    def compare(self, obs, mask) -> None:
        seats = self.tables.seats
        for i, table in enumerate(self.single):
            seat = self.seat(i)
            assert seats[i] == seat
            assert self.tables.table(i) == table
            assert tuple(np.flatnonzero(mask[i]).tolist()) == table.legal(seat)
            assert np.array_equal(obs[i], zj.observation(table, seat))
            self.seen[f"{len(table.pending)} pending"] += 1
            if (self.steps + i) % 5 == 0:
                assert np.array_equal(obs[i], stacked(slow_planes(table, seat)))
        self.steps += 1
        rows = self.tables.rows.items()
        self.seen.update([name for name, where in rows if obs[:, where].any()])
        assert (obs <= HIGH).all()

    def step(self, actions):
        """Rewards, ends and last observations of one step of every table."""
        rewards, done, last = [], [], []
        for i, (table, action) in enumerate(zip(self.single, actions.tolist(), strict=True)):
            self.answers[i][self.seat(i)] = action
            gains: tuple[int, ...] = (0,) * table.players
            if len(self.answers[i]) == len(table.pending):
                gains, _, _ = table.step(self.answers[i])
                self.answers[i] = {}
            rewards.append(gains)
            done.append(table.done)
            if table.done:
                assert gains == table.settlement.totals
                self.seen[table.position().end.kind] += 1
                last.append([stacked(slow_planes(table, seat)) for seat in range(table.players)])
                self.numbers[i] += 1
                self.single[i] = deal(self.tables, i, self.numbers[i])
        return rewards, done, last


@pytest.mark.parametrize(("rules", "players"), RULES, ids=str)
def test_it_is_so_many_tables(rules, players):
    tables = zj.VectorTable(7, rules, 2**64 - 3, players=players, base=3)
    beside = Beside(tables)
    rng = np.random.default_rng(players)
    obs, mask = tables.reset()
    hands = 0
    while hands < 130:
        beside.compare(obs, mask)
        actions = mixed_actions(tables, rng)
        obs, mask, rewards, done, final_obs = tables.step(actions)
        expected, over, last = beside.step(actions)
        assert rewards.dtype == np.int64
        assert rewards.tolist() == [list(row) for row in expected]
        assert done.tolist() == over
        assert final_obs.shape == (sum(over), players, 140, 27)
        assert final_obs.dtype == np.uint8
        assert not last or np.array_equal(final_obs, np.array(last))
        assert tables.hands.tolist() == beside.numbers
        hands += sum(over)
    assert {"win", "hand", "drawn", "open", "melds", "rivers", "asked"} <= set(beside.seen)
    assert players == 2 or beside.seen["2 pending"]
    if rules in (CALLING, LOCKING):
        assert {"declared", "locked", "win", "exhausted"} <= set(beside.seen)


def test_the_groups_are_those_of_the_compiled_code():
    assert tuple(plane.rows for plane in zj.PLANES.values()) == GROUP_ROWS


def test_any_seat_at_any_moment():
    seen: Counter[str] = Counter()
    calls = (zj.Action.DECLARE, *range(zj.Action.ADDED_KONG, zj.Action.PONG))
    for number in range(80):
        table, rng = random_table(f"seats {number}", steps=0)
        while not table.done:
            for seat in range(table.players):
                planes = slow_planes(table, seat)
                assert np.array_equal(zj.observation(table, seat), stacked(planes))
                mask = zj.action_mask(table, seat)
                assert tuple(mask.nonzero()[0].tolist()) == table.legal(seat)
                seen.update([f"{name} {rows.max()}" for name, rows in planes.items()])
                seen.update([f"asked {row}" for row in planes["asked"].any(axis=1).nonzero()[0]])
                seen.update(["some locked"] if 0 < planes["locked"].sum() < 27 else [])
            answers = {}
            for seat in table.pending:
                legal = table.legal(seat)
                wanted = [action for action in legal if action in calls]
                throws = [action for action in legal if action == table.drawn]
                likely = throws if rng.random() < 0.8 else legal
                answers[seat] = rng.choice(wanted or likely or legal)
            table.step(answers)
    assert {"some locked", "meld_kinds 6", "declared 2", "meld_sources 4"} <= set(seen)
    assert {f"asked {row}" for row in range(5)} <= set(seen)


def test_a_table_has_its_stream_however_many_there_are():
    few, many = zj.VectorTable(3, seed=8), zj.VectorTable(11, seed=8)
    for tables in (few, many):
        tables.reset()
    for _ in range(250):
        one, other = (tables.policy_actions("random") for tables in (few, many))
        assert one.tolist() == other[:3].tolist()
        results = few.step(one), many.step(other)
        for a, b in zip(results[0][:4], results[1][:4], strict=True):
            assert np.array_equal(a, b[:3])
    assert few.hands.min() > 0
    dealers = [many.table(i).dealer for i in range(11)]
    assert dealers == [(8 + i + k) % 4 for i, k in enumerate(many.hands.tolist())]


def test_resets():
    tables = zj.VectorTable(5, seed=2)
    tables.step(tables.policy_actions("random"))
    tables.reset()
    assert tables.hands.tolist() == [0] * 5
    assert [tables.table(i) for i in range(5)] == [deal(tables, i, 0) for i in range(5)]
    tables.step(tables.policy_actions("random"))
    tables.reset()
    assert [tables.table(i) for i in range(5)] == [deal(tables, i, 1) for i in range(5)]
    tables.reset(seed=np.uint64(9))
    assert tables.seed == 9
    assert [tables.table(i) for i in range(5)] == [deal(tables, i, 0) for i in range(5)]


def test_policies_draw_as_in_whole_hands():
    names = ["random", "shanten", "useful", "closed"]
    tables = zj.VectorTable(4, seed=5, planes=None)
    players = [[zj.policy_player(name, s, 5, i) for s, name in enumerate(names)] for i in range(4)]
    while not tables.hands.all():
        actions = tables.policy_actions(names)
        seats = tables.seats
        for i in np.flatnonzero(tables.hands == 0):
            assert actions[i] == players[i][seats[i]](tables.table(i))
        tables.step(actions)
    left = tables.policy_actions([None, "useful", None, "random"])
    assert (left < 0).tolist() == [seat in (0, 2) for seat in tables.seats]


# ---------------------------------------------------------------- what is hidden


def test_observations_leak_nothing_hidden():
    changed = 0
    for number in range(150):
        table, rng = random_table(f"planes {number}")
        for seat in range(table.players):
            seen, mask = zj.observation(table, seat), zj.action_mask(table, seat)
            for _ in range(3):
                other = table.clone()
                other.resample(seat, rng.randrange(2**64))
                changed += other.view_fields((seat + 1) % 2) != table.view_fields((seat + 1) % 2)
                assert np.array_equal(zj.observation(other, seat), seen)
                assert np.array_equal(zj.action_mask(other, seat), mask)
    assert changed > 500


def test_no_seat_sees_what_the_others_have_answered():
    tables = zj.VectorTable(32, "guiyang", 6)
    rng = np.random.default_rng(0)
    obs, mask = tables.reset()
    windows = 0
    while windows < 12:
        first = [i for i in range(32) if len(tables.table(i).pending) > 1]
        first = [i for i in first if in_order(tables.table(i))[0] == tables.seats[i]]
        for i in first:
            actions, shown = mixed_actions(copy.copy(tables), rng), []
            for action in np.flatnonzero(mask[i]):
                other = copy.copy(tables)
                actions[i] = action
                obs, masks, rewards, done, _ = other.step(actions)
                assert other.table(i) == tables.table(i)
                assert other.seats[i] == in_order(tables.table(i))[1]
                shown.append((obs[i].tobytes(), masks[i].tobytes(), rewards[i].any(), done[i]))
            assert len(shown) > 1
            assert set(shown) == {(*shown[0][:2], False, False)}
            windows += 1
        _, mask, *_ = tables.step(mixed_actions(tables, rng))


# ---------------------------------------------------------------- arrays


def test_any_integers_will_do():
    tables = zj.VectorTable(6, seed=4)
    actions = tables.policy_actions("random")
    expected = copy.copy(tables).step(actions)
    wide = np.repeat(actions, 2)
    forms = [actions.astype(kind) for kind in (*"bBhHiIlLqQ", ">i4", "<u2")]
    forms += [actions.tolist(), tuple(actions.tolist()), wide[::2], actions[::-1].copy()[::-1]]
    for form in forms:
        result = copy.copy(tables).step(form)
        for a, b in zip(result, expected, strict=True):
            assert np.array_equal(a, b)


BAD = [
    (None, "integers, not object"),
    ("123456", "integers, not <U6"),
    (np.zeros(6), "integers, not float64"),
    (np.zeros(6, bool), "integers, not bool"),
    ([[1], [2, 3], 4, 5, 6, 7], "integers"),
    ([2**70] * 6, "integers, not object"),
    (np.ma.masked_array(np.zeros(6, int)), "masked"),
    (np.zeros(6, object), "integers, not object"),
]


@pytest.mark.parametrize(("actions", "words"), BAD)
def test_what_is_no_array_of_integers(actions, words):
    tables = zj.VectorTable(6, seed=4)
    before = tables.state()
    with pytest.raises(zj.WrongTypeError, match=words):
        tables.step(actions)
    assert tables.state() == before


@pytest.mark.parametrize("shape", [(), (5,), (7,), (6, 1), (0,)])
def test_one_action_for_each_table(shape):
    with pytest.raises(ShapeError, match=r"expected \(6,\)"):
        zj.VectorTable(6, seed=4).step(np.zeros(shape, int))


@pytest.mark.parametrize("kind", ["int64", "uint64", "int8"])
def test_an_illegal_action_changes_nothing_anywhere(kind):
    tables = zj.VectorTable(6, seed=4)
    tables.reset()
    before = tables.state()
    for action, text in [
        (84, "pass: no tile of another seat is open"),
        (-1, "action -1: there is no such action"),
        (86, "action 86: there is no such action"),
        (np.iinfo(kind).max, f"action {np.iinfo(kind).max}: there is no such action"),
        (83, "win: the tile does not finish the hand"),
    ]:
        actions = tables.policy_actions("useful").astype(np.dtype(kind))
        actions[2] = np.array(action).astype(kind)
        actions[5] = 84
        if actions[2] != action:
            continue
        with pytest.raises(IllegalActionError, match=re.escape(f"table 2, seat 2, {text}")) as info:
            tables.step(actions)
        assert info.value.seat == 2
        assert info.value.action == (action if 0 <= action < 86 else -1)
        assert info.value.rule.startswith("R-")
        assert tables.state() == before


def test_the_compiled_part_takes_no_other_arrays():
    tables = zj.VectorTable(4, seed=1)
    for call, arguments in [
        (tables.seats_into, [np.empty(3, np.int64)]),
        (tables.numbers_into, [np.empty(4, np.int32)]),
        (tables.choose_into, [bytes(4), np.empty(8, np.int64)[::2]]),
        (tables.choose_into, [bytes(3), np.empty(4, np.int64)]),
        (tables.show_into, [None, np.empty((4, 85), bool)]),
        (tables.show_into, [np.empty((4, 139, 27), np.uint8), np.empty((4, 86), bool)]),
        (tables.copy_into, [4, zj.Table()]),
        (tables.copy_into, [0, zj.Table("platform", 3)]),
    ]:
        with pytest.raises(ValueError, match=r"not a row-major|3 policies|table"):
            call(*arguments)


def test_memory_is_given_back():
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        zj.VectorTable(2000, seed=1, planes=None).observe()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    unit = 1 if sys.platform == "darwin" else 1024
    assert grown * unit < 100e6  # the tables of all rounds have six times as much


def test_what_has_been_given_is_never_written_again():
    tables = zj.VectorTable(20, seed=4)
    kept = [tables.reset()]
    copies = [[array.copy() for array in kept[0]]]
    for _ in range(90):
        kept.append(tables.step(tables.policy_actions("random")))
        copies.append([array.copy() for array in kept[-1]])
    for arrays, copied in zip(kept, copies, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(arrays, copied, strict=True))


def test_the_same_arrays_when_asked_for():
    tables, other = zj.VectorTable(9, seed=4, copy=False), zj.VectorTable(9, seed=4)
    arrays = tables.reset()
    for _ in range(120):
        actions = tables.policy_actions("random")
        result, expected = tables.step(actions), other.step(actions)
        assert all(a is b for a, b in zip(arrays, result, strict=False))
        assert all(np.array_equal(a, b) for a, b in zip(result, expected, strict=True))
    assert tables.observe()[0] is arrays[0]


def test_some_planes_or_none():
    names = ["wall", "rivers", "hand", "asked"]
    all_of_it = zj.VectorTable(5, seed=4)
    some, none = (zj.VectorTable(5, seed=4, planes=planes) for planes in (names, None))
    assert list(some.rows) == names
    assert some.rows["hand"] == slice(97, 98)
    assert none.rows == {}
    all_of_it.reset()
    assert none.reset()[0] is None
    for _ in range(100):
        actions = all_of_it.policy_actions("random")
        obs, mask, rewards, done, final_obs = all_of_it.step(actions)
        chosen, _, _, _, last = some.step(actions)
        assert chosen.shape == (5, 103, 27)
        for name in names:
            assert np.array_equal(chosen[:, some.rows[name]], obs[:, all_of_it.rows[name]])
            assert np.array_equal(
                last[..., some.rows[name], :], final_obs[..., all_of_it.rows[name], :]
            )
        nothing = none.step(actions)
        assert nothing[0] is None
        assert nothing[4] is None
        for a, b in zip(nothing[1:4], (mask, rewards, done), strict=True):
            assert np.array_equal(a, b)
    one = zj.observation(all_of_it.table(0), 0, "wall")
    assert one.shape == (1, 27)


@pytest.mark.parametrize(
    ("planes", "words"),
    [
        ("walls", "'walls', expected 'all' or some of hand, "),
        (["hand", "hand"], "'hand' twice"),
        ([], "none of them"),
        (["hand", 3], "names of planes, not int"),
        (b"hand", "names of planes, not bytes"),
        (7, "names of planes, not int"),
    ],
)
def test_planes_that_are_none(planes, words):
    with pytest.raises(ZhuojiError, match=words):
        zj.VectorTable(1, planes=planes)
    with pytest.raises(ZhuojiError, match=words):
        zj.observation(zj.Table(), 0, planes)


@pytest.mark.parametrize("call", [zj.observation, zj.action_mask])
def test_observations_of_one_table(call):
    table = zj.Table(seed=1)
    assert np.array_equal(call(table, np.int8(1)), call(table, 1))
    with pytest.raises(ZhuojiError, match="seat 4"):
        call(table, 4)
    with pytest.raises(zj.WrongTypeError, match="seat must be"):
        call(table, None)
    with pytest.raises(zj.WrongTypeError, match="table must be a Table"):
        call(zj.VectorTable(1), 0)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n": 0}, "n 0: expected 1 to 1048576"),
        ({"n": 2**40}, "n 1099511627776"),
        ({"n": 2.0}, "n must be a whole number"),
        ({"n": True}, "n must be a whole number"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "seed 18446744073709551616"),
        ({"players": 3}, "players 3: these rules are for 4"),
        ({"players": 5}, "players 5"),
        ({"base": 0}, "base 0"),
        ({"copy": 1}, "copy must be true or false"),
        ({"rules": "tokyo"}, "tokyo"),
    ],
)
def test_what_cannot_be_made(given, words):
    with pytest.raises(ZhuojiError, match=words):
        zj.VectorTable(**{"n": 2, **given})
    assert issubclass(RulesError, ZhuojiError)


def test_what_cannot_be_asked():
    tables = zj.VectorTable(2, seed=1)
    for call, argument, words in [
        (tables.table, 2, "table 2: expected 0 to 1"),
        (tables.table, "0", "table must be"),
        (tables.reset, 1.5, "seed must be"),
        (tables.policy_actions, "wise", "'wise', expected one of random, "),
        (tables.policy_actions, ["random"] * 3, "3 of them, expected 4"),
        (tables.policy_actions, [*["random"] * 3, 1], "must be a name, not int"),
        (tables.policy_actions, None, "must be names, not NoneType"),
    ]:
        with pytest.raises(ZhuojiError, match=words):
            call(argument)
    assert repr(tables) == "<VectorTable of 2, 'guiyang', 4 players, seed 1>"


# ---------------------------------------------------------------- copies, threads


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda tables: pickle.loads(pickle.dumps(tables))]
)
def test_copies_go_on_alike_and_apart(way):
    tables = zj.VectorTable(16, "platform", 3, players=3, planes=["hand", "wall"], base=2)
    for _ in range(333):
        tables.step(tables.policy_actions("random"))
    twin = way(tables)
    before = twin.state()
    assert before == tables.state()
    ends = 0
    for _ in range(150):
        actions = tables.policy_actions("random")
        result = tables.step(actions)
        ends += result[3].sum()
        if _ == 0:
            assert twin.state() == before
        again = twin.policy_actions("random")
        assert again.tolist() == actions.tolist()
        for a, b in zip(result, twin.step(again), strict=True):
            assert np.array_equal(a, b)
    assert ends
    assert repr(twin) == repr(tables)


def test_foreign_pickles():
    tables = zj.VectorTable(2, seed=1)
    layout, seed, data = tables.state()
    for state in [
        (layout + 1, seed, data),
        (layout, seed, data[:-1]),
        (layout, seed, b"\xff" * len(data)),
    ]:
        with pytest.raises(ZhuojiError, match="another version"):
            tables.restore(*state)
    tables.step(tables.policy_actions("random"))


def test_threads_with_tables_of_their_own():
    def play(seed):
        tables = zj.VectorTable(32, seed=seed, planes=None)
        total = np.zeros(4, int)
        for _ in range(300):
            total += tables.step(tables.policy_actions("useful"))[2].sum(axis=0)
        return total.tolist(), tables.state()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(8))) == [play(seed) for seed in range(8)]


def test_threads_that_share_tables_wait_for_each_other():
    tables = zj.VectorTable(64, seed=1)
    ready, refused, stepped = threading.Barrier(4), [], []

    def play():
        ready.wait()
        for _ in range(100):
            try:
                stepped.append(tables.step(tables.policy_actions("random"))[3].sum())
            except IllegalActionError as error:
                refused.append(error)

    with ThreadPoolExecutor(4) as pool:
        for job in [pool.submit(play) for _ in range(4)]:
            job.result()
    assert len(refused) + len(stepped) == 400
    assert tables.hands.sum() == sum(stepped)


class Series:
    """A column of a table library: an array with more names, ``mask`` among them."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numbers, dtype)

    def mask(self):
        raise AssertionError


def test_actions_as_a_column():
    tables, other = zj.VectorTable(6, seed=1), zj.VectorTable(6, seed=1)
    actions = tables.policy_actions("useful")
    for a, b in zip(tables.step(Series(actions)), other.step(actions), strict=True):
        assert np.array_equal(a, b)


def test_the_table_of_planes_stays():
    with pytest.raises(TypeError):
        zj.PLANES["hand"] = zj.PLANES["wall"]


def test_the_end_as_the_page_has_it():
    """The tile won on is in no hand and no river, a robbed kong a pong again."""
    ends = {"discard": 0, "robbed_kong": 0}
    for seed in range(300):
        table = zj.Table("platform", seed=seed)
        players = [zj.policy_player("useful", seat, seed) for seat in range(4)]
        while not table.done:
            before = table.clone()
            table.step({seat: players[seat](table) for seat in table.pending})
        position = table.position()
        if position.end.kind != "win" or (way := position.end.wins[0].by) not in ends:
            continue
        ends[way] += 1
        rows = zj.VectorTable(1).rows
        for seat in range(4):
            was, now = zj.observation(before, seat), zj.observation(table, seat)
            changed = was.astype(int) - now
            tile = np.zeros(27, int)
            tile[zj.tile_index(position.end.wins[0].tile)] = 1
            assert np.array_equal(now[rows["open"]][0], tile)
            assert np.array_equal(changed[rows["seen"]][0], tile)
            assert not changed[rows["hand"]].any()
            assert not now[rows["locked"]].any()
            gone = changed[rows["rivers" if way == "discard" else "melds"]]
            assert np.array_equal(gone.sum(axis=0), tile)
    assert ends["discard"] > 20
    assert ends["robbed_kong"]


def test_the_page_has_the_planes():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (.*) \|$", PAGE.read_text("utf-8"), re.M)
    planes = [(name, str(p.rows), str(p.high), p.meaning) for name, p in zj.PLANES.items()]
    assert rows == planes
