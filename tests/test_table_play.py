"""Random legal play on the library's table and on the slow one, compared at every state."""

from __future__ import annotations

import contextlib
import copy
from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rare_deals import DEALS
from rare_ends import ENDS
from scenes import make_scene
from slow_hands import PRESETS, tiles_of
from slow_referee import IllegalError
from table_engine import Lockstep, any_illegal
from table_play import any_wall, forget_hands, marks_of, new_players, players_of, random_table_rules
from zhuoji_fast.actions import action_id
from zhuoji_fast.errors import ZhuojiError

RARE = [*DEALS, *ENDS]


def new_lockstep(seed, rules=None):
    """Both tables with random rules and wall, and a player for each seat."""
    rng = Random(f"table {seed}")
    rules = rules or random_table_rules(rng)
    players = rng.choice(players_of(rules))
    dealer = rng.randrange(players)
    wall = any_wall(rng, players, dealer)
    both = Lockstep(rules, wall, players, dealer, rng.choice((0, 0, 1, 3)), rng.choice((1, 1, 5)))
    return both, rng, new_players(rng, players)


def mark_one(both, rng):
    """Mark some seat dead, or see both tables refuse it."""
    seat, end = rng.randrange(both.slow.n), rng.choice((None, True, False))
    try:
        both.mark_dead(seat, end)
    except IllegalError:
        with pytest.raises(ZhuojiError):
            both.fast.mark_dead(seat, end)
        both.same_state()


def play_out(both, rng, players, closely=0.05):
    """Play a hand to its end; at some states look closely."""
    often = marks_of(rng)
    while not both.done:
        if rng.random() < closely:
            both.same_refusals()
            both.same_views()
            refuse_illegal(both, rng)
        if rng.random() < often:
            mark_one(both, rng)
            continue
        both.step(choices(both, players))
    both.same_end()


def choices(both, players):
    table = both.slow
    return {
        seat: players[seat].choose(table.legal(seat), table.seats[seat]["hand"])
        for seat in table.pending
    }


def refuse_illegal(both, rng):
    """One bad answer among good ones is refused and nothing has happened."""
    pending = list(both.fast.pending)
    answers = {seat: rng.choice(both.fast.legal(seat)) for seat in pending}
    seat = rng.choice(pending)
    bad = any_illegal(both.fast, seat, rng)
    before = both.fast.log
    with pytest.raises(ZhuojiError):
        both.fast.step({**answers, seat: bad})
    with pytest.raises(ZhuojiError):
        both.fast.verify(seat, bad)
    assert both.fast.log == before
    both.same_state()


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    for seed in range(8):
        both, rng, players = new_lockstep(f"{preset} {seed}", preset)
        play_out(both, rng, players)


def test_random_rules():
    ends = Counter()
    for seed in range(70):
        both, rng, players = new_lockstep(seed)
        play_out(both, rng, players)
        ends[both.slow.position()["end"]["kind"]] += 1
    assert set(ends) == {"win", "exhausted", "dead_hand"}


def play_with_noise(deal, seed, noise):
    """A deal of a rare event, in which not everything goes by its script."""
    scene, rng = make_scene(deal, f"noise {seed}"), Random(f"{deal.name} {seed}")
    both = Lockstep(scene.rules, scene.wall, scene.players, scene.dealer, scene.streak)
    choose, marks, table = scene.chooser(), list(scene.marks), both.slow
    while not both.done:
        if marks and len(table.events) >= marks[0][0]:
            _, seat, end = marks.pop(0)
            with contextlib.suppress(IllegalError):
                both.mark_dead(seat, end)
            continue
        if rng.random() < noise / 20:
            mark_one(both, rng)
            continue
        drawn = table.drawn[-1] if table.drawn else None
        both.step({
            seat: choose(seat, table.legal(seat), drawn)
            if rng.random() > noise
            else rng.choice(sorted(table.legal(seat)))
            for seat in table.pending
        })  # fmt: skip
    both.same_end()


@pytest.mark.parametrize("deal", RARE, ids=lambda deal: deal.name)
def test_rare_deals_with_noise(deal):
    for seed, noise in enumerate((0.1, 0.25)):
        play_with_noise(deal, seed, noise)


@pytest.mark.slow
def test_rare_deals_with_noise_for_long():
    for number, deal in enumerate(RARE * 15):
        if number % 100 == 0:
            forget_hands()
        play_with_noise(deal, number, (0.03, 0.1, 0.3)[number % 3])


@pytest.mark.slow
def test_random_rules_for_long():
    for seed in range(1500):
        if seed % 100 == 0:
            forget_hands()
        both, rng, players = new_lockstep(f"long {seed}")
        play_out(both, rng, players)


class TableMachine(RuleBasedStateMachine):
    """Whatever is done, in whatever order: the library's table is the slow one."""

    both = None

    @initialize(seed=st.integers(0, 2**32))
    def deal(self, seed):
        self.both, self.rng, self.players = new_lockstep(f"machine {seed}")

    def going(self):
        return self.both is not None and not self.both.done

    def over(self):
        return self.both is not None and self.both.done

    @precondition(over)
    @rule(seed=st.integers(0, 2**32))
    def next_hand(self, seed):
        self.both.same_end()
        self.deal(seed)

    @precondition(going)
    @rule(data=st.data())
    def answer(self, data):
        """Any legal answers."""
        table = self.both.slow
        answers = {
            seat: data.draw(st.sampled_from(sorted(table.legal(seat)))) for seat in table.pending
        }
        self.both.step(answers)

    @precondition(going)
    @rule(steps=st.integers(1, 12))
    def play_on(self, steps):
        """A few steps by players who want something."""
        for _ in range(steps):
            if not self.both.done:
                self.both.step(choices(self.both, self.players))

    @precondition(going)
    @rule(seed=st.integers(0, 2**16))
    def refuse(self, seed):
        refuse_illegal(self.both, Random(seed))
        self.both.same_refusals()

    @precondition(going)
    @rule(seed=st.integers(0, 2**16), often=st.integers(0, 3))
    def mark(self, seed, often):
        if often == 0:
            mark_one(self.both, Random(seed))

    @precondition(going)
    @rule()
    def copy(self):
        """A clone takes over, whichever way it was made."""
        self.both.fast = copy.copy(self.both.fast)

    @precondition(going)
    @rule(seed=st.integers(0, 2**63))
    def views_leak_nothing(self, seed):
        """The hidden tiles dealt anew: every seat sees the same."""
        asked = self.both.slow.pending
        for seat in range(self.both.slow.n):
            other = self.both.fast.clone()
            try:
                other.resample(seat, seed)
            except ZhuojiError:  # few deals let somebody rob a kong
                assert self.both.slow.phase in ("claim", "rob")
                assert seat not in asked
                continue
            assert other.view(seat) == self.both.fast.view(seat)

    @precondition(going)
    @rule()
    def any_order(self):
        """The answers to a window in any order give one result."""
        fast = self.both.fast
        answers = {seat: fast.legal(seat)[-1] for seat in fast.pending}
        one, other = fast.clone(), fast.clone()
        told = one.step(answers)
        assert other.step(dict(reversed(answers.items()))) == told
        assert one == other
        assert one != fast

    @invariant()
    def all_tiles(self):
        """108 tiles, four of each, over what all the views and the wall hold."""
        if not self.going():
            return
        fast = self.both.fast
        views = [fast.view(seat) for seat in range(self.both.slow.n)]
        self.both.same_views()
        seen = Counter()
        for view in views:
            own = view["seats"][view["seat"]]
            seen.update(tiles_of(view["hand"]) + tiles_of(own["river"]))
            for meld in own["melds"]:
                seen[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
        assert max(seen.values()) <= 4
        assert seen.total() + views[0]["wall"] == 108

    def teardown(self):
        if self.both is not None:
            while not self.both.done:
                self.both.step(choices(self.both, self.players))
            self.both.same_end()


TableMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestTableMachine = TableMachine.TestCase


def test_a_bare_action_for_one_seat():
    both, _, _ = new_lockstep("bare", "guiyang")
    (seat,) = both.fast.pending
    action = both.fast.legal(seat)[0]
    bare, named = both.fast.clone(), both.fast.clone()
    assert bare.step(action) == named.step({seat: action})
    assert action_id("pass") not in both.fast.legal(seat)
