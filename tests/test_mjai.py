"""Players in other processes: what they are told and asked, and programs that misbehave."""

import ast
import json
import os
import re
import runpy
import subprocess
import sys
import time
from random import Random

import pytest

import zhuoji_fast as zj
from log_data import FOLDER
from table_play import Player, any_wall, random_table_rules
from zhuoji_fast.actions import ACTIONS, Action, action_text
from zhuoji_fast.errors import IllegalActionError
from zhuoji_fast.mjai import MjaiPlayer, play_hand, play_match, possible_actions, read_action

EXAMPLES = FOLDER.parents[2] / "examples"
BOT = [sys.executable, str(EXAMPLES / "mjai_bot.py")]
RECORDER = """
import json, sys
with open(sys.argv[1], "w") as file:
    for line in sys.stdin:
        file.write(line)
        file.flush()
        possible = json.loads(line).get("possible_actions")
        print(json.dumps(possible[-1] if possible else {"type": "none"}), flush=True)
"""
needs_examples = pytest.mark.skipif(not EXAMPLES.exists(), reason="the examples are not here")


def policies(seed):
    return [zj.policy_player("useful", seat, seed) for seat in range(4)]


def recorder(tmp_path):
    return [sys.executable, "-c", RECORDER, str(tmp_path / "told.jsonl")]


# ---------------------------------------------------------------- actions as events


@pytest.mark.parametrize("seed", range(40))
def test_possible_actions_are_the_legal_ones_and_read_back(seed):
    """Each is the event that the log then has, but for late kongs."""
    rng = Random(seed)
    rules = random_table_rules(rng)
    players = zj.Rules.from_value(rules).players[-1]
    table = zj.Table(rules, players)
    table.reset(dealer=rng.randrange(players), wall=any_wall(rng, players, 0))
    seats = [Player(rng) for _ in range(players)]
    while not table.done:
        for seat in range(players):
            possible = possible_actions(table, seat)
            assert tuple([read_action(table, seat, event) for event in possible]) == table.legal(
                seat
            )
        before, answers = len(table.log), {}
        for seat in table.pending:
            legal = {action_text(action) for action in table.legal(seat)}
            choice = zj.action_id(seats[seat].choose(legal, ["1m"]))
            answers[seat] = choice
        wanted = {
            json.dumps(event)
            for seat, action in answers.items()
            for event, legal in zip(possible_actions(table, seat), table.legal(seat), strict=True)
            if legal == action and action != Action.PASS
        }
        alone = len(answers) == 1
        table.step(answers)
        events = [{k: v for k, v in e.items() if k != "late"} for e in table.log[before:]]
        assert not alone or not wanted or wanted & set(map(json.dumps, events))


TABLE = zj.Table("guiyang", seed=1)
HELD, NOT_HELD = "1m", "9p"


@pytest.mark.parametrize(
    ("answer", "error", "match"),
    [
        ({"type": "dahai", "pai": NOT_HELD}, IllegalActionError, "does not hold"),
        ({"type": "dahai", "pai": "0m"}, zj.TileTextError, "0m"),
        ({"type": "dahai"}, zj.ZhuojiError, "pai is None"),
        ({"type": "dahai", "pai": 3}, zj.ZhuojiError, "pai is 3"),
        ({"type": "ankan", "consumed": []}, zj.ZhuojiError, "consumed is"),
        ({"type": "ankan", "consumed": [HELD] * 4}, IllegalActionError, "R-KONG-3"),
        ({"type": "hora"}, IllegalActionError, "R-PAT-1"),
        ({"type": "none"}, IllegalActionError, "R-PLAY-4"),
        ({"type": "chi"}, zj.ZhuojiError, "'chi', expected one of dahai"),
        ({}, zj.ZhuojiError, "type None"),
        (["dahai"], zj.WrongTypeError, "expected an object"),
    ],
)
def test_wrong_answers(answer, error, match):
    with pytest.raises(error, match=match):
        read_action(TABLE, 0, answer)


def test_only_type_and_tile_are_looked_at():
    for answer in (
        {"type": "dahai", "pai": "1m"},
        {"type": "dahai", "pai": "一万", "actor": 3, "tsumogiri": "no"},
    ):
        assert read_action(TABLE, 0, answer) == 0
    assert len(possible_actions(TABLE, 0)) == len(TABLE.legal(0)) < ACTIONS
    assert possible_actions(TABLE, 1) == []


# ---------------------------------------------------------------- what a player is told


def test_a_player_is_told_the_masked_log(tmp_path):
    match = zj.Match("platform", hands=3, seed=11)
    players = policies(11)
    with MjaiPlayer(recorder(tmp_path)) as player:
        players[2] = player
        play_match(match, players)
    told = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    assert told[0] == {**match.log[0], "id": 2}
    bare = [{k: v for k, v in event.items() if k != "possible_actions"} for event in told[1:]]
    assert bare == zj.mask_log(match.log, 2)[1:]
    asked = [event for event in told if "possible_actions" in event]
    assert asked
    for event in asked:
        assert event["type"] != "end_kyoku"
        assert event["possible_actions"]


def test_the_number_of_players():
    with pytest.raises(zj.ZhuojiError, match="players: 3 of them, expected 4"):
        play_hand(zj.Table("guiyang", seed=1), policies(1)[:3])


# ---------------------------------------------------------------- programs that misbehave


def program(code):
    return MjaiPlayer([sys.executable, "-c", code], name="p", timeout=20)


BAD = {
    "ends": ("", "p: the player has ended, exit code 0"),
    "fails": ("import sys; sys.stdin.readline(); sys.exit(3)", "exit code 3"),
    "garbage": ("import sys\nfor line in sys.stdin: print('x', flush=True)", "not an answer"),
    "list": ("import sys\nfor line in sys.stdin: print('[]', flush=True)", "not an answer"),
    "illegal": (
        'import sys\nfor line in sys.stdin: print(\'{"type":"pon"}\', flush=True)',
        "p: seat 0, pong: no tile of another seat is open",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_program_is_named(case):
    code, message = BAD[case]
    players = policies(1)
    with program(code) as player:
        players[0] = player
        with pytest.raises(zj.ZhuojiError, match=message):
            play_hand(zj.Table("guiyang", seed=1), players)


def test_a_program_that_is_silent():
    code = "import time\ntime.sleep(60)"
    start = time.monotonic()
    with MjaiPlayer([sys.executable, "-c", code], name="p", timeout=0.2) as player:
        with pytest.raises(zj.ZhuojiError, match=r"p: no answer in 0\.2 s"):
            player.ask({"type": "end_game"})
        process = player._process
    assert process.poll() is not None
    assert time.monotonic() - start < 60


def test_no_such_program():
    with pytest.raises(OSError):  # noqa: PT011
        MjaiPlayer(["/nowhere/at/all"])


def test_the_process_ends_with_the_block():
    with MjaiPlayer(BOT) as player:
        assert player.name == " ".join(BOT)
        process = player._process
    assert process.returncode == 0


# ---------------------------------------------------------------- the examples


@needs_examples
def test_the_example_program_plays(tmp_path):
    log = tmp_path / "log.jsonl.gz"
    command = " ".join(f"'{word}'" for word in BOT)
    run = subprocess.run(
        [
            *(sys.executable, EXAMPLES / "mjai_host.py", command, "useful", "shanten", command),
            *("--hands", "6", "--seed", "3", "--rules", "platform", "--log", log),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    scores = [int(line.split()[0]) for line in run.stdout.splitlines()]
    assert (len(scores), sum(scores), scores) == (4, 0, sorted(scores, reverse=True))
    hands = list(zj.read_log(log))
    assert len(hands) == 6
    totals = [zj.Table.replay(hand).settlement.totals for hand in hands]
    assert sorted(map(sum, zip(*totals, strict=True)), reverse=True) == scores
    assert hands[0].game["names"][1:3] == ["useful", "shanten"]


BAD_COMMANDS = {
    "missing": (["/nowhere/at/all"], r"/nowhere/at/all: No such file or directory"),
    "empty": ([""], "a player is a policy or a command, not empty text"),
    "quotes": (["'x"], "No closing quotation"),
    "ended": ([f"'{sys.executable}' -c pass"], r".* -c pass: the player has ended, exit code 0"),
    "broken": ([f"'{sys.executable}' -c 'exit(3)'"], r".*: the player has ended, exit code 3"),
    "silent": (["sleep 60", "--timeout", "0.2"], r"sleep 60: no answer in 0\.2 s"),
    "wrong": (["cat"], r"cat: answer: type 'tsumo', expected one of .*"),
    "rules": (["useful", "--rules", "beijing"], r"rules: unknown preset 'beijing' .*"),
    "log": (["useful", "--log", "/nowhere/x.jsonl"], r"/nowhere/x\.jsonl: No such file .*"),
}


@needs_examples
@pytest.mark.skipif(os.name != "posix", reason="commands of a shell")
@pytest.mark.parametrize("case", BAD_COMMANDS)
def test_the_example_host_tells_in_one_line_what_is_wrong(case, monkeypatch, capfd):
    arguments, message = BAD_COMMANDS[case]
    host = runpy.run_path(str(EXAMPLES / "mjai_host.py"))
    argv = ["mjai_host.py", arguments[0], "useful", "shanten", "random", *arguments[1:]]
    monkeypatch.setattr(sys, "argv", [*argv, "--hands", "1", "--seed", "1"])
    assert host["main"]() == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert re.fullmatch(f"error: {message}\n", err)


@needs_examples
def test_the_example_program_needs_only_the_standard_library():
    tree = ast.parse((EXAMPLES / "mjai_bot.py").read_text("utf-8"))
    names = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert names <= sys.stdlib_module_names


@needs_examples
def test_the_example_bot():
    path = EXAMPLES / "bot.py"
    assert len(path.read_text("utf-8").splitlines()) < 60
    run = subprocess.run(
        [sys.executable, path, "--hands", "40", "--seed", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("40 hands, won ")
    assert "\n0 bot " in run.stdout
