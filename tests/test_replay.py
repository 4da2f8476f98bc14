"""Replaying logs: what was played comes out, and the first event that may not be is named."""

import contextlib
import copy
import io
import json
import pickle
from random import Random

import pytest

import zhuoji_fast as zj
from log_data import FOLDER, INDEX, edited, events_of, hands_of, text_of
from log_fuzz import mutated
from slow_hands import tiles_of
from slow_log import StoppedError, slow_replay_hand
from table_play import Player, any_wall, marks_of, players_of, random_table_rules
from zhuoji_fast.actions import action_id, action_text
from zhuoji_fast.errors import IllegalActionError

MATCH = hands_of("match.jsonl")
DECLARED = hands_of("declarations.jsonl")[0]
ROBBED = hands_of("robbed-kong-burnt.jsonl")[0]
PASSES = hands_of("pass-locks.jsonl")[0]


# ---------------------------------------------------------------- the given logs


@pytest.mark.parametrize("log", INDEX["logs"], ids=lambda log: log["file"])
def test_given_logs(log):
    hands = zj.read_log(FOLDER / log["file"])
    for hand, expected in zip(hands, log["hands"], strict=True):
        table = zj.Table.replay(hand)
        assert table.done
        assert table.position().to_dict() == expected["position"]
        assert list(table.settlement.totals) == expected["totals"]
        assert table.log == hand


@pytest.mark.parametrize("edit", INDEX["illegal"], ids=lambda e: f"{e['file']}:{e['event']}")
def test_illegal_edits(edit):
    events = events_of(edit["file"])
    events[edit["event"]] = edit["replace"]
    with pytest.raises(zj.LogError) as stopped:
        [zj.Table.replay(hand) for hand in zj.read_log(text_of(events))]
    assert stopped.value.line == edit["stops_at"][0] + 1
    assert stopped.value.rule in str(stopped.value)


# ---------------------------------------------------------------- random hands


def random_hand(seed):
    """A hand under random rules, and copies of it on its way."""
    rng = Random(f"replay {seed}")
    rules = random_table_rules(rng)
    players = rng.choice(players_of(rules))
    dealer = rng.randrange(players)
    table = zj.Table(rules, players, seed, base=rng.choice((1, 5)))
    wall = None if seed % 3 == 0 else any_wall(rng, players, dealer)
    table.reset(dealer=dealer, streak=rng.choice((0, 3)), wall=wall)
    seats, often, copies = [Player(rng) for _ in range(players)], marks_of(rng), []
    while not table.done:
        if rng.random() < often:
            with contextlib.suppress(IllegalActionError):
                table.mark_dead(rng.randrange(players), rng.choice((None, True, False)))
            continue
        if rng.random() < 0.04:
            copies.append(table.clone())
        answers = {}
        for seat in table.pending:
            legal = {action_text(action) for action in table.legal(seat)}
            hand = tiles_of(table.view(seat)["hand"])
            answers[seat] = action_id(seats[seat].choose(legal, hand))
        table.step(answers)
    return table, copies, rng


@pytest.mark.parametrize("seed", range(150))
def test_random_hands(seed):
    """Table and log again; in mid-hand too; and edits stop where the slow replay stops."""
    table, copies, rng = random_hand(seed)
    log = table.log
    assert zj.Table.replay(log) == table
    assert zj.Table.replay(text_of(log)).log == log
    bare = [*log[:-1], {"type": "end_kyoku", "flip": log[-1]["flip"]}]
    assert zj.Table.replay(bare).position() == table.position()
    assert zj.Table.replay([e for e in bare if e["type"] != "none"]).log == log
    for live in copies:
        again = zj.Table.replay(live.log, partial=True)
        assert (again.log, again.pending) == (live.log, live.pending)
        for seat in range(live.players):
            assert again.view(seat) == live.view(seat)
            assert again.legal(seat) == live.legal(seat)
    for _ in range(8):
        events = mutated(log, rng)
        assert stop_of(events) == slow_stop_of(events), events


def stop_of(events):
    try:
        zj.Table.replay(events)
    except zj.LogError as error:
        return error.line - 1
    return None


def slow_stop_of(events):
    try:
        slow_replay_hand(events)
    except StoppedError as error:
        return error.index
    return None if events[-1]["type"] == "end_kyoku" else len(events) - 1


@pytest.mark.parametrize("seed", range(5))
def test_a_seeded_hand_is_known_to_its_last_tile(seed):
    table = zj.Table("guiyang", seed=seed)
    again = zj.Table.replay(table.log, partial=True)
    assert again == table
    assert again.log[0]["seed"] == seed
    rng = Random(seed)
    while not table.done:
        answers = {seat: rng.choice(table.legal(seat)) for seat in table.pending}
        assert table.step(answers) == again.step(answers)


def test_a_seed_that_dealt_another_hand_is_not_kept():
    hand = edited(MATCH[0], 0, seed=5)
    table = zj.Table.replay(hand)
    assert table.log == MATCH[0]
    assert zj.Table.replay(edited(MATCH[0], 0, seed=2**70)).log == MATCH[0]


# ---------------------------------------------------------------- forms of a log


def test_lists_texts_paths_and_files(tmp_path):
    name = "declarations.jsonl"
    raw = (FOLDER / name).read_bytes()
    path = tmp_path / "log.jsonl.gz"
    zj.write_log(path, [DECLARED])
    for log in (FOLDER / name, str(FOLDER / name), path, raw, raw.decode(), io.BytesIO(raw)):
        assert zj.Table.replay(log).log == DECLARED
    for log in (DECLARED, tuple(DECLARED), iter(DECLARED), events_of(name)):
        assert zj.Table.replay(log).log == DECLARED


def test_the_log_given_is_left_alone():
    before = copy.deepcopy(DECLARED)
    zj.Table.replay(DECLARED)
    assert before == DECLARED


@pytest.mark.parametrize("log", [None, 5, {"type": "end_game"}, object()])
def test_what_is_no_log(log):
    with pytest.raises(zj.WrongTypeError):
        zj.Table.replay(log)


def test_one_hand_only():
    with pytest.raises(zj.LogError, match="line 135: a second hand") as stopped:
        zj.Table.replay(FOLDER / "match.jsonl")
    assert stopped.value.rule == "LOG-1"
    for log in ("", "{", []):
        with pytest.raises(zj.LogError, match=r"no (whole )?hand in the log"):
            zj.Table.replay(log)


def test_subclasses_and_other_spellings():
    class Mine(zj.Table):
        pass

    hand = json.loads(json.dumps(DECLARED))
    for event in hand:
        if "pai" in event:
            event["pai"] = zj.tile_name(event["pai"])
    table = Mine.replay(hand)
    assert type(table) is Mine
    assert table.log == DECLARED


def test_errors_can_be_pickled():
    with pytest.raises(zj.LogError) as stopped:
        zj.Table.replay(edited(DECLARED, 2, rinshan=True))
    error = pickle.loads(pickle.dumps(stopped.value))
    assert (str(error), error.line, error.rule) == (
        str(stopped.value),
        stopped.value.line,
        stopped.value.rule,
    )


# ---------------------------------------------------------------- what an event has to obey


def stops(hand, line, rule, match):
    with pytest.raises(zj.LogError, match=match) as stopped:
        zj.Table.replay(hand)
    assert (stopped.value.line, stopped.value.rule) == (line, rule)
    assert str(stopped.value).startswith(f"line {line}: ")


def without(hand, place):
    return hand[:place] + hand[place + 1 :]


def with_event(hand, place, event):
    return [*hand[:place], event, *hand[place:]]


RINSHAN = next(i for i, event in enumerate(MATCH[0]) if event.get("rinshan"))
CALL = next(i for i, event in enumerate(MATCH[0]) if event["type"] == "pon")
NONE = next(i for i, event in enumerate(PASSES) if event["type"] == "none")
WINS = [i for i, event in enumerate(ROBBED) if event["type"] == "hora"]
TOLD = {"type": "none", "actor": 1, "passed": "hora"}
GOON = {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": False}
HARD = {"type": "reach", "actor": 0, "kind": "hard"}
EXHAUSTED = {"type": "ryukyoku", "reason": "exhausted"}
DEAD_HAND = {"type": "ryukyoku", "reason": "dead_hand", "actor": 1}
FIVES = [*MATCH[0][0]["tehais"][:3], ["5m"] * 5 + MATCH[0][0]["tehais"][3][5:]]

STOPS = {
    "rules": (edited(MATCH[0], 0, rules="beijing"), 1, None, "start_kyoku: rules"),
    "option": (edited(MATCH[0], 0, rules={"gold": 0}), 1, None, r"rules\.gold"),
    "players": (edited(MATCH[0], 0, tehais=FIVES[:3]), 1, None, "3 hands, these rules are for 4"),
    "five": (edited(MATCH[0], 0, tehais=FIVES), 1, "R-PLAY-1", "a fifth 5m"),
    "fifth draw": (edited(ROBBED, 3, pai="9s", rinshan=True), 4, "R-PLAY-1", "a fifth 9s"),
    "head": (edited(MATCH[0], 1, rinshan=True), 2, "R-BREAK-4", "from the head"),
    "tail": (edited(MATCH[0], RINSHAN, rinshan=...), RINSHAN + 1, "R-BREAK-4", "from the tail"),
    "konger": (edited(ROBBED, 3, actor=1, rinshan=True), 4, "R-PLAY-3", "seat 0 draws next"),
    "no draw": (without(MATCH[0], 1), 2, "R-PLAY-2", "declares or passes"),
    "no next draw": (without(MATCH[0], 3), 4, "R-PLAY-3", "seat 1 draws first"),
    "no replacement": (without(ROBBED, 3), 4, "R-PLAY-3", "replacement tile first"),
    "none after a kong": (without(MATCH[0], RINSHAN), RINSHAN + 1, "R-PLAY-3", "draws first"),
    "two draws": (with_event(MATCH[0], 2, MATCH[0][1]), 3, "R-PLAY-3", "nobody draws"),
    "tsumogiri": (edited(DECLARED, 4, tsumogiri=False), 5, "LOG-3", "just drawn"),
    "no tsumogiri": (edited(DECLARED, 9, tsumogiri=True), 10, "LOG-3", "another"),
    "not held": (edited(MATCH[0], 2, pai="1s"), 3, "R-PLAY-3", "does not hold"),
    "open tile": (edited(MATCH[0], CALL, target=3), CALL + 1, "R-PLAY-4", "the open tile is"),
    "seats": (edited(DECLARED, 2, actor=3), 3, "R-PLAY-1", "seat 0 draws next"),
    "blind soft": (edited(DECLARED, 1, kind="soft"), 2, "R-DECL-2", "declares hard"),
    "blind dealer": (with_event(DECLARED, 1, HARD), 2, "R-DECL-2", "with his first discard"),
    "blind twice": (with_event(DECLARED, 1, DECLARED[1]), 3, "R-DECL-2", "already"),
    "no blind": (with_event(MATCH[0], 1, DECLARED[1]), 2, "R-DECL-1", "no declaring"),
    "reach again": (with_event(DECLARED, 13, HARD), 14, "R-DECL-2", "already"),
    "reach too late": (with_event(DECLARED, 14, HARD), 15, "R-PLAY-3", "seat 1 draws first"),
    "reach in another's turn": (with_event(DECLARED, 15, HARD), 16, "R-PLAY-3", "another seat"),
    "kong after reach": (
        edited(DECLARED, 9, type="ankan", consumed=["2m"] * 4, pai=..., tsumogiri=...),
        10,
        "R-DECL-2",
        "followed by its discard",
    ),
    "none": (edited(PASSES, NONE, actor=3), NONE + 1, "R-PAT-1", "does not finish"),
    "none again": (with_event(PASSES, NONE, PASSES[NONE]), NONE + 2, "LOG-4", "each seat once"),
    "none in a turn": (with_event(PASSES, 2, TOLD), 3, "LOG-4", "no tile is open"),
    "none and win": (with_event(ROBBED, WINS[0], TOLD), WINS[0] + 1, "LOG-4", "somebody wins"),
    "winners": (
        [*ROBBED[: WINS[0]], ROBBED[WINS[1]], ROBBED[WINS[0]], ROBBED[-1]],
        WINS[1] + 1,
        "LOG-5",
        "seat order",
    ),
    "thrower wins": (edited(ROBBED, WINS[0], actor=0), WINS[0] + 1, "R-PLAY-4", "seat's own"),
    "after the win": (with_event(ROBBED, WINS[1] + 1, GOON), WINS[1] + 2, "R-PLAY-6", "over"),
    "win on and on": (with_event(ROBBED, len(ROBBED), GOON), len(ROBBED) + 1, "LOG-1", "after"),
    "start in a hand": (with_event(MATCH[0], 5, MATCH[0][0]), 6, "LOG-1", "inside a hand"),
    "end too early": (with_event(MATCH[0], 5, MATCH[0][-1]), 6, "R-PLAY-6", "the hand goes on"),
    "exhausted early": (with_event(MATCH[0], 5, EXHAUSTED), 6, "R-PLAY-6", "a tile is left"),
    "exhausted in a turn": (with_event(MATCH[0], 2, EXHAUSTED), 3, "R-PLAY-6", "goes on"),
    "dead end": (with_event(DECLARED, 3, DEAD_HAND), 4, "R-PLAY-8", "right after"),
    "dead twice": (
        [*DECLARED[:3], *[{"type": "dead", "actor": 1}] * 2, *DECLARED[3:]],
        5,
        "R-PLAY-8",
        "dead already",
    ),
    "dead nobody": (
        with_event(hands_of("flip-last-tile.jsonl")[0], 2, {"type": "dead", "actor": 3}),
        3,
        "R-PLAY-8",
        "expected 0 to 2",
    ),
    "dead plays on": (
        [*MATCH[0][:2], {"type": "dead", "actor": 1}, DEAD_HAND, MATCH[0][-1]],
        4,
        "R-DEAD-1",
        "play on",
    ),
    "no flip": (edited(ROBBED, -1, flip=None), len(ROBBED), "R-PLAY-7", "it is turned"),
    "flip": (edited(MATCH[0], -1, flip="1m"), len(MATCH[0]), "R-PLAY-7", "wall is empty"),
    "flip of five": (edited(ROBBED, -1, flip="9s"), len(ROBBED), "R-PLAY-1", "a fifth 9s"),
    "no end": (MATCH[0][:-1], len(MATCH[0]) - 1, "LOG-1", "no end_kyoku"),
    "no start": (MATCH[0][1:], 1, "LOG-1", "begins with start_kyoku"),
}


@pytest.mark.parametrize("case", STOPS)
def test_what_stops_a_replay(case):
    stops(*STOPS[case])


@pytest.mark.parametrize("seat", range(4))
def test_masked_logs(seat):
    stops(zj.mask_log(DECLARED, seat), 1, "LOG-2", "masked")
    shown = edited(zj.mask_log(DECLARED, seat), 0, tehais=DECLARED[0]["tehais"])
    first = next(i for i, event in enumerate(shown) if event.get("pai") == "?")
    stops(shown, first + 1, "LOG-2", "masked")


def test_a_plain_tsumogiri_is_read_where_the_hand_held_another():
    hand = MATCH[0]
    for place, event in enumerate(hand):
        if event["type"] != "dahai" or not event["tsumogiri"]:
            continue
        table = zj.Table.replay(hand[:place], partial=True)
        held = zj.counts(table.view(event["actor"])["hand"])[zj.tile_index(event["pai"])]
        changed = edited(hand, place, tsumogiri=False)
        if held > 1:
            assert zj.Table.replay(changed).log == hand
        else:
            stops(changed, place + 1, "LOG-3", "just drawn")


# ---------------------------------------------------------------- the end


def end_of(hand, **changes):
    return edited(hand, -1, **changes)


POSITION = ROBBED[-1]["position"]
SEATS = POSITION["seats"]
FORGED = {
    "totals": (end_of(ROBBED, totals=[0, 0, 0, 0]), "totals"),
    "short totals": (end_of(ROBBED, totals=ROBBED[-1]["totals"][:3]), "totals"),
    "dealer": (end_of(ROBBED, position={**POSITION, "dealer": 1}), "position.dealer"),
    "base": (end_of(ROBBED, position={**POSITION, "base": 2}), "position.base"),
    "rules": (
        end_of(ROBBED, position={**POSITION, "rules": {"preset": "platform", "gold": 3}}),
        "position.rules",
    ),
    "river": (
        end_of(ROBBED, position={**POSITION, "seats": [*SEATS[:3], {**SEATS[3], "river": ""}]}),
        "position.seats",
    ),
    "flip": (end_of(ROBBED, position={**POSITION, "flip": "4s"}), "position.flip"),
    "impossible": (end_of(ROBBED, position={**POSITION, "flip": "9s"}), "position.seats: 5 of 9s"),
    "not a position": (end_of(ROBBED, position={}), "position.rules: missing"),
    "line more": (end_of(ROBBED, lines=[*ROBBED[-1]["lines"], ROBBED[-1]["lines"][0]]), "not due"),
    "line less": (end_of(ROBBED, lines=ROBBED[-1]["lines"][1:]), "missing"),
    "amount": (
        end_of(ROBBED, lines=[{**line, "amount": 1} for line in ROBBED[-1]["lines"]]),
        "lines",
    ),
    "no lines": (end_of(ROBBED, lines=[]), "missing"),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_forged_end(case):
    hand, match = FORGED[case]
    stops(hand, len(ROBBED), "LOG-6", match)


@pytest.mark.parametrize("left_out", [("position",), ("totals",), ("lines",), ("totals", "lines")])
def test_what_may_be_left_out(left_out):
    hand = end_of(ROBBED, **dict.fromkeys(left_out, ...))
    assert zj.Table.replay(hand).log == ROBBED


def test_other_forms_of_the_end():
    lines = ROBBED[-1]["lines"][::-1]
    hand = end_of(ROBBED, position=loosely(POSITION), lines=lines)
    assert zj.Table.replay(hand).log == ROBBED


def loosely(position):
    """The same position as somebody else may write it."""
    found = {**position, "rules": {"preset": position["rules"]}}
    del found["streak"], found["base"], found["first_chicken"]
    found["seats"] = [
        {name: value for name, value in seat.items() if value not in (None, False, [], "")}
        for seat in position["seats"]
    ]
    found["seats"][0]["hand"] = "88s" + found["seats"][0]["hand"].removesuffix("88s")
    return found


# ---------------------------------------------------------------- where a hand stops


def test_mid_hand():
    for stop in range(1, 17):
        table = zj.Table.replay(DECLARED[:stop], partial=True)
        assert table.pending
        assert table.log[:stop] == DECLARED[:stop]
        # a draw that nobody can stop comes by itself
        assert [event["type"] for event in table.log[stop:]] in ([], ["tsumo"])
    with pytest.raises(zj.LogError, match=r"line 16: .*no end_kyoku"):
        zj.Table.replay(DECLARED[:16])
    with pytest.raises(zj.LogError, match=r"line 17: .*no end_kyoku"):
        zj.Table.replay(DECLARED[:17], partial=True)


MARKED = [DECLARED, hands_of("robbed-kong-burnt.jsonl")[0], hands_of("kong-bloom.jsonl")[1]]


@pytest.mark.rule("R-PLAY-8")
@pytest.mark.parametrize("end", [True, False], ids=["ends", "plays on"])
@pytest.mark.parametrize("hand", MARKED, ids=["declarations", "robbery", "kongs"])
def test_marks_between_any_two_events(hand, end):
    """Wherever the mark stands, the hand as it is then ends, or goes on as far as it may."""
    hand = edited(hand, 0, rules={**rules_of(hand[0]["rules"]), "dead_hand": "pay"})
    hand = edited(hand, -1, position=..., totals=..., lines=...)
    right = 0
    for place in range(1, len(hand)):
        for seat in range(4):
            dead = {"type": "dead", "actor": seat}
            over = {"type": "ryukyoku", "reason": "dead_hand", "actor": seat}
            events = [*hand[:place], dead, *hand[place:]]
            if end:
                events = [*hand[:place], dead, over, {"type": "end_kyoku", "flip": None}]
            stop = slow_stop_of(events)
            assert stop_of(events) == stop, events
            if stop is None:
                right += 1
                position = zj.Position.from_dict(slow_replay_hand(events).position())
                assert zj.Table.replay(events).position() == position
    assert right > len(hand)


def rules_of(rules):
    return {"preset": rules} if isinstance(rules, str) else rules
