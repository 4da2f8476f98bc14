"""The environments: their makers' own tests, and that they are the table and nothing else."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import zhuoji_fast as zj
from zhuoji_fast.envs import aec_env, gym_env, raw_env
from zhuoji_fast.errors import IllegalActionError, ZhuojiError

ROOT = Path(__file__).parent.parent
GAMES = [("guiyang", 4), ("guizhou", 3), ("platform", 2), ("duyun", 4)]
# What the tests of PettingZoo say of every observation that holds a mask.
WITH_MASKS = [
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
]


def with_masks(test):
    for words in WITH_MASKS:
        test = pytest.mark.filterwarnings(words)(test)
    return test


def legal(mask) -> list[int]:
    return np.flatnonzero(mask).tolist()


def dealt(rules, players, seed, hand) -> zj.Table:
    """The table that an environment deals, as its documentation says."""
    table = zj.Table(rules, players)
    table.reset(seed, (seed + hand) % players, hand=hand)
    return table


def likely(table, seat, rng) -> int:
    """An action of a player who mostly wants to win."""
    if rng.random() < 0.2:
        return rng.choice(table.legal(seat))
    return zj.policy_player("useful", seat, 0)(table)


# ---------------------------------------------------------------- PettingZoo


@with_masks
@pytest.mark.parametrize("make", [raw_env, aec_env])
@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_api(make, rules, players, capsys):
    env = make(rules, players, render_mode="ansi")
    api_test(env, num_cycles=400)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_seeds(rules, players):
    seed_test(lambda: aec_env(rules, players))


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_it_is_the_table(rules, players):
    env, rng, seen = raw_env(rules, players, base=2), Random(players), Counter()
    for hand in range(120):
        env.reset(seed=71 if hand == 0 else None)
        table = zj.Table(rules, players, base=2)
        table.reset(71, (71 + hand) % players, hand=hand)
        while not table.done:
            answers = {}
            turn = [(table.turn + step) % players for step in range(1, players + 1)]
            for seat in [seat for seat in turn if seat in table.pending]:
                assert env.table == table
                agent = f"player_{seat}"
                assert env.agent_selection == agent
                observation, reward, terminated, truncated, info = env.last()
                assert (reward, terminated, truncated) == (0, False, False)
                assert legal(info["action_mask"]) == list(table.legal(seat))
                assert np.array_equal(observation["action_mask"], info["action_mask"])
                assert np.array_equal(observation["observation"], zj.observation(table, seat))
                for other in env.agents:
                    there = env.observe(other)
                    assert env.observation_space(other).contains(there)
                    assert other == agent or not there["action_mask"].any()
                    assert other == agent or env.infos[other] == {}
                answers[seat] = likely(table, seat, rng)
                env.step(np.int32(answers[seat]))
            seen[len(answers)] += 1
            table.step(answers)
        totals = dict(zip(env.possible_agents, table.settlement.totals, strict=True))
        assert env.rewards == totals
        assert all(env.terminations.values())
        for agent in env.agent_iter():
            observation, reward, terminated, _, info = env.last()
            seat = int(agent[-1])
            assert (reward, terminated, info) == (totals[agent], True, {})
            assert np.array_equal(observation["observation"], zj.observation(table, seat))
            assert not observation["action_mask"].any()
            env.step(None)
        assert env.agents == []
    assert players == 2 or seen[2]


def windows(number):
    """Environments in which two agents or more are to answer the same tile."""
    env, rng = raw_env("guiyang"), Random(5)
    found, answered = 0, False
    env.reset(seed=11)
    while found < number:
        if env.terminations[env.agent_selection]:
            env.reset()
        if len(env.table.pending) == 1:
            answered = False
        elif not answered:
            found, answered = found + 1, True
            yield env
        env.step(likely(env.table, int(env.agent_selection[-1]), rng))


def test_no_agent_sees_what_the_others_have_answered():
    for env in windows(12):
        first, shown = env.agent_selection, set()
        for action in legal(env.infos[first]["action_mask"]):
            other = copy.deepcopy(env)
            other.step(action)
            seen = [other.observe(agent) for agent in other.agents if agent != first]
            assert other.agent_selection != first
            assert other.table == env.table
            shown.add(pickle.dumps((seen, other.rewards, other.agent_selection)))
        assert len(shown) == 1


def test_an_illegal_action_ends_the_hand_and_nothing_of_it_stays():
    for number, env in enumerate(windows(8)):
        agent = env.agent_selection
        action = [0, 85, -1, 1000, np.int64(2**62), 80, 27, 53][number]
        other, before = copy.deepcopy(env), env.table.clone()
        other.step(action)
        assert other.table == before
        assert all(other.terminations.values())
        assert not any(other.truncations.values())
        assert other.rewards == {a: -100.0 if a == agent else 0.0 for a in other.possible_agents}
        assert other.infos[agent]["illegal"].startswith(f"seat {agent[-1]}, ")
        assert re.search(r"\(R-\w+-\d+\)$", other.infos[agent]["illegal"])
        for dead in other.agent_iter():
            assert other.last()[1] == (-100 if dead == agent else 0)
            other.step(None)
        other.reset()
        fresh = dealt("guiyang", 4, 11, before.hand + 1)
        assert other.table == fresh
        assert other.agent_selection == f"player_{fresh.pending[0]}"
        assert set(other.rewards.values()) == {0}
        assert not any(other.terminations.values())
        assert set(other.infos[other.agent_selection]) == {"action_mask"}


def test_the_penalty():
    env = raw_env(penalty=2.5)
    env.reset(seed=1)
    env.step(84)
    assert min(env.rewards.values()) == -2.5
    single = gym_env(penalty=0)
    single.reset(seed=1)
    assert single.step(84)[1:3] == (0, True)


def test_copies_of_an_environment_go_on_alike():
    for env in windows(3):
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            for each in (here := [copy.deepcopy(env), other]):
                rng = Random(3)
                while not each.terminations[each.agent_selection]:
                    each.step(rng.choice(legal(each.infos[each.agent_selection]["action_mask"])))
            assert here[0].table == here[1].table
            assert here[0].rewards == here[1].rewards


@pytest.mark.parametrize("action", [None, 1.0, "1", True, np.bool_(True), [1], np.array([1])])
def test_actions_that_are_no_numbers(action):
    env, single = raw_env(), gym_env()
    env.reset(seed=1)
    single.reset(seed=1)
    before = env.table.clone()
    for each in (env, single):
        with pytest.raises(zj.WrongTypeError, match="action must be a whole number"):
            each.step(action)
    assert env.table == before
    assert not any(env.terminations.values())


def test_steps_without_a_hand():
    env, single = raw_env(), gym_env()
    for each in (env, single):
        with pytest.raises(ZhuojiError, match="reset the environment"):
            each.step(0)
        each.reset(seed=2)
        each.step(84)
    with pytest.raises(ZhuojiError, match="reset the environment"):
        single.step(0)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    with pytest.raises(ZhuojiError, match="agent 'me'"):
        env.observe("me")


# ---------------------------------------------------------------- Gymnasium


@pytest.fixture
def registered():
    name = "ZhuojiHand-v0"
    gymnasium.register(name, entry_point="zhuoji_fast.envs:gym_env")
    yield name
    del gymnasium.registry[name]


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_gymnasium_finds_nothing_wrong(registered, rules, players):
    made = gymnasium.make(registered, rules=rules, players=players, seat=1, render_mode="ansi")
    check_env(made.unwrapped)


def test_many_environments_of_gymnasium(registered):
    many = gymnasium.make_vec(registered, 3, vectorization_mode="sync", planes=["hand"])
    many.reset(seed=4)
    ends = 0
    for _ in range(120):
        # The seats that are asked, and 0 where the last hand is over.
        masks = [env.unwrapped.table.legal(0) or (0,) for env in many.envs]
        _, rewards, terminated, _, _ = many.step(np.array([min(mask) for mask in masks]))
        ends += terminated.sum()
        assert not rewards[~terminated].any()
    assert ends > 3
    many.close()


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_it_is_the_table_with_policies(rules, players):
    names = ["useful", "random", "shanten", "closed"][:players]
    seat = players - 1
    env = gym_env(rules, seat, names[:seat], players=players)
    rng = Random(7)
    for hand in range(30):
        observation, info = env.reset(seed=5 if hand == 0 else None)
        table = dealt(rules, players, 5, hand)
        assert info["hand"] == hand
        deciders = [zj.policy_player(name, s, 5, hand) for s, name in enumerate(names)]
        terminated = False
        while not table.done:
            answers = {other: deciders[other](table) for other in table.pending if other != seat}
            if seat in table.pending:
                assert not terminated
                assert env.table == table
                assert legal(info["action_mask"]) == list(table.legal(seat))
                assert np.array_equal(observation["observation"], zj.observation(table, seat))
                answers[seat] = rng.choice(table.legal(seat))
                observation, reward, terminated, truncated, info = env.step(answers[seat])
                assert truncated is False
                assert terminated or reward == 0
            table.step(answers)
        assert terminated
        assert info["totals"] == table.settlement.totals
        assert reward == info["totals"][seat]
        assert not info["action_mask"].any()
        assert np.array_equal(observation["observation"], zj.observation(table, seat))


def test_an_illegal_action_ends_the_hand():
    env = gym_env("guiyang", 2)
    env.reset(seed=9)
    before = env.table.clone()
    observation, reward, terminated, truncated, info = env.step(85)
    assert (reward, terminated, truncated) == (-100, True, False)
    assert info["illegal"].startswith("seat 2, declare: ")
    assert "totals" not in info
    assert not observation["action_mask"].any()
    assert env.table == before
    _, info = env.reset()
    assert "illegal" not in info
    assert env.table.hand == before.hand + 1
    assert info["action_mask"].any()


def test_functions_as_opponents():
    asked = []

    def bot(view, actions):
        asked.append((view["seat"], view["turn"]["kind"], actions))
        return zj.Action.PASS if zj.Action.PASS in actions else actions[-1]

    env = gym_env("guiyang", 1, [bot, "random", bot])
    _, info = env.reset(seed=2)
    terminated = False
    while not terminated:
        _, _, terminated, _, info = env.step(legal(info["action_mask"])[0])
    assert {seat for seat, _, _ in asked} == {0, 3}
    assert {kind for _, kind, _ in asked} >= {"discard", "claim"}
    assert all(actions for _, _, actions in asked)
    with pytest.raises(IllegalActionError, match=r"seat \d, action 99"):
        gym_env(seat=1, opponents=lambda view, actions: 99).reset(seed=3)


def test_hands_that_end_before_the_seat_is_asked_are_left_out(monkeypatch):
    env = gym_env("guiyang", 0)
    env.reset(seed=6)
    deal = env._scene.deal

    def deal_won_hands(seed):
        deal(seed)
        if env.table.hand < 3:
            env.table.reset(6, 1, hands=[None, "123456789m11123p", None, None], hand=env.table.hand)

    monkeypatch.setattr(env._scene, "deal", deal_won_hands)
    observation, info = env.reset(seed=6)
    assert info["hand"] == 3
    assert info["action_mask"].any()
    assert not env.table.done
    assert np.array_equal(observation["observation"], zj.observation(env.table, 0))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_the_middle_of_a_hand(way):
    env = gym_env("guiyang", 2, ["random", "shanten", "random"])
    env.reset(seed=8)
    for _ in range(6):
        env.step(min(env.table.legal(2)))
    other, ends = way(env), []
    for each in (env, other):
        terminated = False
        while not terminated:
            action = min(each.table.legal(2))
            _, reward, terminated, _, info = each.step(action)
        ends.append((reward, info["totals"], each.table.log))
    assert ends[0] == ends[1]


def test_seeds_of_a_hand_without_one():
    one, other = gym_env(), gym_env()
    assert not np.array_equal(one.reset()[0]["observation"], other.reset()[0]["observation"])


@pytest.mark.parametrize("make", [raw_env, aec_env, gym_env])
def test_seeds_of_every_kind(make):
    env = make()
    for seed, words in [
        (2**64, "seed 18446744073709551616"),
        (-1, "seed -1: expected 0 to"),
        (1.5, "seed must be a whole number, not float"),
        ("1", "seed must be a whole number, not str"),
        (True, "seed must be a whole number, not bool"),
    ]:
        with pytest.raises(ZhuojiError, match=words):
            env.reset(seed=seed)
    env.reset(seed=np.int64(3))
    assert env.unwrapped.table.seed == 3
    env.reset(seed=2**64 - 1)
    assert env.unwrapped.table.seed == 2**64 - 1


@pytest.mark.parametrize("agent", ["player_4", 0, None, [0]])
def test_agents_that_are_none(agent):
    env = aec_env()
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ZhuojiError, match="expected one of player_0, "):
            call(agent)


def test_a_function_that_fails_ends_the_hand():
    """What the seat does next is not taken for an illegal action."""

    def fails(view, legal):
        if len(view["seats"][0]["river"]) > 3:
            raise LookupError
        return legal[0]

    env = gym_env(opponents=fails)
    _, info = env.reset(seed=1)

    def play(info):
        while True:
            _, _, _, _, info = env.step(legal(info["action_mask"])[0])

    with pytest.raises(LookupError):
        play(info)
    with pytest.raises(ZhuojiError, match="reset the environment"):
        env.step(0)


# ---------------------------------------------------------------- both


@pytest.mark.parametrize("make", [raw_env, aec_env, gym_env])
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rules": "tokyo"}, "tokyo"),
        ({"players": 3}, "players 3"),
        ({"base": 0}, "base 0"),
        ({"planes": "hands"}, "'hands', expected 'all'"),
        ({"planes": None}, "not NoneType"),
        ({"penalty": -1}, "penalty -1: expected 0 or more"),
        ({"penalty": float("nan")}, "penalty nan"),
        ({"penalty": 10**400}, "expected 0 or more"),
        ({"penalty": "100"}, "penalty must be a number"),
        ({"render_mode": "human"}, "'human', expected 'ansi' or None"),
    ],
)
def test_what_cannot_be_made(make, given, words):
    with pytest.raises(ZhuojiError, match=words):
        make(**given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seat": 4}, "seat 4: expected 0 to 3"),
        ({"seat": "0"}, "seat must be a whole number"),
        ({"opponents": "wise"}, r"opponents\[0\]: 'wise', expected one of random"),
        ({"opponents": ["useful"] * 4}, "4 of them, expected 1 or 3"),
        ({"opponents": ["useful", None, "random"]}, r"opponents\[1\]: None"),
        ({"opponents": None}, "opponents: None"),
    ],
)
def test_opponents_and_seats_that_cannot_be(given, words):
    with pytest.raises(ZhuojiError, match=words):
        gym_env(**given)


def test_text_of_the_table():
    env = aec_env("guizhou", 3, render_mode="ansi")
    env.reset(seed=1)
    rng, texts = Random(1), []
    for _ in env.agent_iter():
        texts.append(env.render())
        observation, _, terminated, _, _ = env.last()
        env.step(None if terminated else rng.choice(legal(observation["action_mask"])))
    assert texts[0].startswith("guizhou, hand 0 of seed 1, ")
    assert "> player_1 (dealer)  hand " in texts[0]
    for text in texts:
        assert text.count(" hand ") == 2  # the number of the hand, and one seat's tiles
    words = " ".join(texts)
    assert all(word in words for word in ("river ", "melds [", "asked: claim ", "drawn "))
    env.reset()
    assert env.render().startswith("guizhou, hand 1 of seed 1")
    single = gym_env({"preset": "platform", "yaoji": 3}, 2, render_mode="ansi")
    single.reset(seed=1)
    assert single.render().startswith("platform with changes, hand 0")


@pytest.mark.parametrize("make", [raw_env, gym_env])
def test_no_text_without_a_render_mode(make):
    env = make()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None
    env.close()


NO_EXTRA = """
import sys
sys.modules["{package}"] = None
from zhuoji_fast import envs, MissingExtraError
for make in envs.aec_env, envs.raw_env, envs.gym_env:
    try:
        make()
        print("made")
    except MissingExtraError as error:
        print(isinstance(error, ImportError), error)
"""


@pytest.mark.parametrize(("package", "missing"), [("gymnasium", 3), ("pettingzoo", 2)])
def test_the_extra_that_is_missing(package, missing):
    code = NO_EXTRA.format(package=package)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[missing:] == ["made"] * (3 - missing)
    for line in lines[:missing]:
        assert re.fullmatch(
            r"True environments need the extra 'env' \(.*\): pip install 'zhuoji_fast\[env\]'", line
        )


@pytest.mark.parametrize(
    ("example", "arguments", "words"),
    [
        ("train_vector.py", ["--tables", "32", "--steps", "150"], r"\d+ hands, \d+\.\d+ points"),
        ("train_pettingzoo.py", ["--hands", "3"], r"\d{3} decisions, \d+\.\d+ points"),
    ],
)
def test_the_examples_run(example, arguments, words):
    path = ROOT / "examples" / example
    assert len(path.read_text("utf-8").splitlines()) < 60
    command = [sys.executable, "-W", "error", str(path), *arguments]
    outputs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in "ab"]
    assert re.match(words, outputs[0].stdout)
    assert outputs[0].stdout == outputs[1].stdout
