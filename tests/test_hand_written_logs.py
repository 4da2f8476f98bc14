"""Logs written by hand, at least one for each sentence of how a hand is played.

Hands, draws, positions and totals in ``data/logs_hand_written`` were worked out from the rules, and
so was what is asked and what is illegal here. The library and the slow table are both held to it.
Lines are lines of the files: the first two are the start of the log and of the hand.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path

import pytest

import zhuoji_fast as zj
from log_play import answers_from, mark_from, wall_from, without_end
from slow_log import StoppedError, slow_replay_hand
from slow_settlement import slow_settle
from slow_table import SlowTable
from table_engine import new_table
from zhuoji_fast.actions import action_id, action_text

FOLDER = Path(__file__).parent / "data" / "logs_hand_written"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))

SENTENCES = {
    "1 a wall is 108 tiles in drawing order": ["exhausted", "last-discard"],
    "1 four at a time, three times round, one each, the dealer's fourteenth": ["deal"],
    "1 draws from the head, replacements from the end backwards": ["deal", "bloom"],
    "1 a physical wall is turned to its break, a shuffled one is not": ["physical-wall", "deal"],
    "2 hard declarations of dealt ting hands, blind, before the dealer draws": ["blind"],
    "2 the dealer may win at once": ["heavenly"],
    "2 the dealer may kong": ["deal", "physical-wall"],
    "2 the dealer may declare with his first discard": ["dealer-declares"],
    "2 the dealer may discard": ["dealer-throws"],
    "3 a draw from the head, after a kong from the tail": ["deal", "exposed-kong"],
    "3 then a self-draw": ["frozen", "first-draw"],
    "3 or a kong, if a replacement tile is left": ["bloom", "not-robbed", "exhausted"],
    "3 or a discard": ["dealer-throws"],
    "3 a frozen hand wins or throws the drawn tile": ["frozen", "dealer-declares"],
    "4 every other seat may answer with what is legal for it": ["two-winners", "exposed-kong"],
    "4 the answers are blind, then every win stands": ["two-winners"],
    "4 without a win the kong or pong goes through": ["pong-goes-through", "exposed-kong"],
    "4 else the next seat draws": ["all-pass"],
    "4 after a pong a discard: no kong, no win": ["after-a-pong"],
    "5 an added kong may be robbed before its replacement": ["robbed", "not-robbed"],
    "5 a concealed kong cannot be robbed": ["concealed-kong"],
    "6 a win ends the hand": ["heavenly", "two-winners"],
    "6 so does the last discard that nobody wins on": ["exhausted"],
    "6 with no tile left a discard is won on, not called": ["last-discard", "exhausted"],
    "7 after a win the next tile of the head is turned, if one is left": ["heavenly", "robbed"],
    "7 nothing is turned from an empty wall": ["last-discard"],
    "8 a mark at any moment: before the first draw": ["blind-dead", "dead-never-wins"],
    "8 a mark at any moment: in a turn, in a window": ["dead-in-a-turn", "dead-never-robs"],
    "8 where dead hands pay the caller ends the hand or plays on": [
        "dead-in-a-turn",
        "dead-played-on",
    ],
    "8 the tile drawn in that turn is nobody's": ["dead-in-a-turn"],
    "8 an open discard lies in the river": ["dead-in-a-window"],
    "8 an unrobbed kong stands": ["dead-unrobbed-kong"],
    "8 between another's pong and his discard a mark ends nothing": ["dead-after-own-pong"],
    "8 a dead seat draws, throws, pongs and kongs": ["dead-calls"],
    "8 it never declares, wins or robs": ["blind-dead", "dead-never-wins", "dead-never-robs"],
    "8 its declaration is void: not frozen, no waiver": [
        "dead-unfrozen",
        "dead-thrower-waives-nothing",
    ],
    "8 its declaration is void: no worth": ["dead-no-declared-loss"],
    "8 its passes are forgotten": ["dead-passes-forgotten", "passes-remembered"],
    "8 an open window stays open, who can only pass is not asked": [
        "dead-in-an-open-window",
        "dead-frozen-is-asked",
        "dead-thrower-waives-nothing",
    ],
    "9 a hot shot is the first discard after a kong": ["hot-shot", "second-discard"],
    "9 of several kongs the last is meant": ["hot-shot"],
    "9 kong bloom is a win on a replacement tile": ["bloom"],
    "10 marks are written whether or not they pay": ["heavenly", "first-draw", "two-winners"],
    "10 marks of the first draw end with a call": [
        "first-draw",
        "first-draw-after-a-kong",
        "first-draw-after-a-pong",
    ],
    "10 the dealer's first discard is his first after kongs too, and a hot shot": ["hot-shot"],
}

# Totals of the whole hands, seat by seat.
TOTALS = {
    # each of the three not ting pays seven pairs, the only wait
    "exhausted": (-7, 21, -7, -7),
    # 7 from the thrower; one 1s in the winner's river, 1 from everybody
    "last-discard": (-1, 10, -1, -8),
    # plain 1, dealer 1, from everybody
    "heavenly": (6, -2, -2, -2),
    # a plain hand raised to the hard declaration, 20
    "frozen": (-20, 60, -20, -20),
    # flush 10 and seven pairs 7, and the dealer pays 1 more to each
    "two-winners": (-19, 0, 11, 8),
    # plain 1, dealer 1; the kong is a pong
    "robbed": (-2, 2, 0, 0),
    # nobody is ting: 2 to each
    "dead-in-a-turn": (2, 2, 2, -6),
    "dead-in-a-window": (2, 2, -6, 2),
    "dead-after-own-pong": (2, -6, 2, 2),
    # seat 1 is ting, with a plain hand
    "dead-unrobbed-kong": (0, 1, 0, -1),
    # seven pairs; the passer is dead
    "dead-passes-forgotten": (0, 0, 7, -7),
    # seven pairs, and a fine of 1 from seat 1 to each
    "passes-remembered": (1, -3, 8, -6),
    # seven pairs, not raised to 20
    "dead-no-declared-loss": (0, -7, 7, 0),
    # seven pairs 10 and hot shot 1; the kong of 1m 2 from each, that of 2p burnt
    "hot-shot": (-5, 9, -2, -2),
    # seven pairs 10; the kong 2 from each; 8p in the winner's river is the charge, 6 from each
    "second-discard": (-10, 26, -8, -8),
    # plain 1, self-draw 1, bloom 1, and 2 for each of two kongs
    "bloom": (21, -7, -7, -7),
    # plain 1, and the dealer pays 1 more
    "first-draw": (-2, 4, -1, -1),
    "first-draw-after-a-pong": (-2, -1, 4, -1),
    # plain 1, self-draw 1; the dealer is not ting, his kong earns nothing
    "first-draw-after-a-kong": (-2, 6, -2, -2),
}

# After so many lines: who is asked, and what for. "discard" alone is any tile of the hand.
ASKED = [
    ("deal", 3, {1: "concealed_kong 1m, concealed_kong 5m, concealed_kong 9m, discard"}),
    ("blind", 2, {1: "declare, pass", 2: "declare, pass"}),
    ("blind", 4, {0: "discard"}),
    ("blind-dead", 3, {1: "declare, pass"}),
    ("heavenly", 3, {0: "discard, win"}),
    ("dealer-declares", 3, {0: "declare, discard"}),
    ("dealer-declares", 4, {0: "discard 9p"}),
    ("dealer-declares", 12, {0: "discard 7p"}),
    ("frozen", 6, {1: "discard 1m"}),
    ("frozen", 14, {1: "discard 8s, win"}),
    ("two-winners", 4, {1: "pass, pong", 2: "pass, win", 3: "pass, win"}),
    ("pong-goes-through", 7, {1: "discard"}),
    ("exposed-kong", 4, {1: "exposed_kong, pass, pong"}),
    ("after-a-pong", 5, {1: "discard"}),
    ("robbed", 18, {1: "pass, win"}),
    ("concealed-kong", 5, {0: "discard"}),
    ("exhausted", 113, {3: "discard"}),
    ("last-discard", 114, {1: "pass, win"}),
    ("dead-never-robs", 18, {1: "pass, win"}),
    ("dead-never-wins", 8, {2: "discard"}),
    ("dead-calls", 5, {2: "exposed_kong, pass, pong"}),
    ("dead-calls", 10, {2: "pass, pong"}),
    ("dead-calls", 19, {2: "concealed_kong 1m, discard"}),
    ("dead-unfrozen", 6, {1: "discard 8p"}),
    ("dead-unfrozen", 7, {1: "discard"}),
    ("dead-passes-forgotten", 9, {1: "pass, win"}),
    ("dead-in-an-open-window", 4, {1: "pass, win", 3: "pass, pong"}),
    ("dead-in-an-open-window", 5, {3: "pass, pong"}),
    ("dead-frozen-is-asked", 5, {2: "pass, win"}),
    ("dead-frozen-is-asked", 6, {1: "pass, pong", 2: "pass, win"}),
    ("dead-thrower-waives-nothing", 5, {3: "pass, win"}),
    ("dead-thrower-waives-nothing", 7, {1: "discard"}),
    ("first-draw-after-a-kong", 7, {1: "discard, win"}),
    ("dead-played-on", 6, {1: "discard"}),
]


def tsumo(actor, pai, **more):
    return {"type": "tsumo", "actor": actor, "pai": pai, **more}


def dahai(actor, pai, drawn=False):
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": drawn}


def hora(actor, target, pai):
    return {"type": "hora", "actor": actor, "target": target, "pai": pai}


def pon(actor, target, pai):
    return {"type": "pon", "actor": actor, "target": target, "pai": pai, "consumed": [pai] * 2}


def kan(actor, target, pai):
    return {**pon(actor, target, pai), "type": "daiminkan", "consumed": [pai] * 3}


def ankan(actor, pai, **more):
    return {"type": "ankan", "actor": actor, "consumed": [pai] * 4, **more}


def reach(actor, kind):
    return {"type": "reach", "actor": actor, "kind": kind}


def none(actor):
    return {"type": "none", "actor": actor, "passed": "hora"}


def over(actor):
    return {"type": "ryukyoku", "reason": "dead_hand", "actor": actor}


def dead(actor):
    return {"type": "dead", "actor": actor}


RINSHAN = {"rinshan": True}
EXHAUSTED = {"type": "ryukyoku", "reason": "exhausted"}

# (log, lines taken out from which on, how many, what stands there, the line that stops, its rule)
ILLEGAL = [
    ("deal", 3, 1, [tsumo(2, "5p")], 3, "R-PLAY-1"),
    ("deal", 5, 1, [tsumo(1, "9s")], 5, "R-BREAK-4"),
    ("deal", 9, 1, [tsumo(2, "5p", **RINSHAN)], 9, "R-BREAK-4"),
    ("deal", 9, 1, [tsumo(2, "1m")], 9, "R-PLAY-1"),
    ("blind", 3, 1, [reach(3, "hard")], 3, "R-DECL-2"),
    ("blind", 3, 1, [reach(0, "hard")], 3, "R-DECL-2"),
    ("blind", 3, 1, [reach(1, "soft")], 3, "R-DECL-2"),
    ("blind", 5, 0, [reach(2, "hard")], 5, "R-PLAY-3"),
    ("blind-dead", 4, 1, [reach(2, "hard")], 4, "R-PLAY-8"),
    ("heavenly", 5, 0, [tsumo(1, "9m")], 5, "R-PLAY-6"),
    ("heavenly", 5, 1, [{"type": "end_kyoku", "flip": None}], 5, "R-PLAY-7"),
    ("heavenly", 5, 1, [{"type": "end_kyoku", "flip": "1p"}], 5, "R-PLAY-1"),
    ("dealer-declares", 5, 1, [dahai(0, "2s")], 4, "R-DECL-2"),
    ("dealer-declares", 13, 0, [dahai(0, "4p")], 13, "R-DECL-3"),
    ("dealer-throws", 4, 1, [dahai(0, "9s")], 4, "R-PLAY-3"),
    ("dealer-throws", 4, 1, [dahai(0, "2s", True)], 4, "LOG-3"),
    ("dealer-throws", 4, 1, [dahai(1, "2s")], 4, "R-PLAY-3"),
    ("frozen", 6, 1, [pon(1, 0, "2m")], 6, "R-DECL-3"),
    ("frozen", 6, 1, [kan(1, 0, "2m")], 6, "R-DECL-3"),
    ("frozen", 7, 1, [ankan(1, "1m")], 7, "R-DECL-3"),
    ("frozen", 7, 1, [dahai(1, "8s")], 7, "R-DECL-3"),
    ("frozen", 15, 1, [dahai(1, "5s")], 15, "R-DECL-3"),
    ("two-winners", 5, 2, [hora(3, 0, "5m"), hora(2, 0, "5m")], 6, "LOG-5"),
    ("two-winners", 6, 1, [pon(1, 0, "5m")], 6, "R-PLAY-4"),
    ("two-winners", 5, 1, [hora(1, 0, "5m")], 5, "R-PAT-1"),
    ("two-winners", 5, 0, [none(2)], 5, "LOG-4"),
    ("two-winners", 6, 1, [none(3)], 6, "LOG-4"),
    ("two-winners", 7, 0, [dead(1)], 7, "R-PLAY-6"),
    ("two-winners", 7, 0, [hora(3, 0, "5m")], 7, "LOG-5"),
    ("pong-goes-through", 5, 2, [none(3), none(2)], 6, "LOG-4"),
    ("pong-goes-through", 5, 2, [none(1)], 5, "R-PAT-1"),
    ("pong-goes-through", 7, 1, [kan(1, 0, "5m")], 7, "R-PLAY-4"),
    ("pong-goes-through", 7, 1, [pon(3, 0, "5m")], 7, "R-PLAY-4"),
    ("pong-goes-through", 9, 1, [tsumo(1, "8p")], 9, "R-PLAY-4"),
    ("all-pass", 7, 1, [tsumo(2, "8p")], 7, "R-PLAY-4"),
    ("all-pass", 7, 1, [dahai(1, "8p")], 7, "R-PLAY-3"),
    ("all-pass", 8, 0, [pon(1, 0, "5m")], 8, "R-PLAY-4"),
    ("exposed-kong", 6, 1, [tsumo(1, "6p")], 6, "R-BREAK-4"),
    ("exposed-kong", 6, 1, [dahai(1, "8p")], 6, "R-PLAY-3"),
    ("after-a-pong", 6, 1, [ankan(1, "1p")], 6, "R-PLAY-4"),
    ("after-a-pong", 6, 1, [hora(1, 1, "7s")], 6, "R-PLAY-4"),
    ("after-a-pong", 6, 1, [tsumo(1, "6p")], 6, "R-PLAY-3"),
    ("after-a-pong", 6, 1, [dahai(1, "1p", True)], 6, "LOG-3"),
    ("robbed", 9, 1, [hora(1, 2, "5p")], 9, "R-WIN-3"),
    ("robbed", 19, 0, [tsumo(0, "3s", **RINSHAN)], 20, "R-PLAY-3"),
    ("robbed", 19, 1, [hora(2, 0, "5p")], 19, "R-PAT-1"),
    ("not-robbed", 20, 1, [hora(1, 0, "5p")], 19, "LOG-4"),
    ("not-robbed", 20, 1, [tsumo(0, "3s")], 20, "R-BREAK-4"),
    ("not-robbed", 20, 1, [dahai(0, "2p")], 20, "R-PLAY-3"),
    ("concealed-kong", 5, 1, [hora(1, 0, "5p")], 5, "R-PLAY-5"),
    ("exhausted", 113, 1, [EXHAUSTED], 113, "R-PLAY-6"),
    ("exhausted", 114, 1, [ankan(3, "9p", late=True)], 114, "R-PLAY-3"),
    ("exhausted", 115, 1, [pon(0, 3, "7s")], 115, "R-PLAY-6"),
    ("exhausted", 115, 1, [kan(0, 3, "7s")], 115, "R-PLAY-6"),
    ("exhausted", 115, 1, [tsumo(0, "9m")], 115, "R-PLAY-6"),
    ("exhausted", 116, 1, [{"type": "end_kyoku", "flip": "1m"}], 116, "R-PLAY-7"),
    ("last-discard", 116, 1, [{"type": "end_kyoku", "flip": "1m"}], 116, "R-PLAY-7"),
    ("dead-in-a-turn", 6, 1, [], 6, "R-PLAY-8"),
    ("dead-in-a-turn", 7, 1, [over(2)], 7, "R-PLAY-8"),
    ("dead-in-a-turn", 7, 0, [dead(3)], 7, "R-PLAY-8"),
    ("dead-played-on", 8, 0, [over(3)], 8, "R-PLAY-8"),
    ("dead-after-own-pong", 6, 2, [dead(2), over(2)], 7, "R-PLAY-8"),
    ("dead-never-robs", 20, 0, [hora(1, 0, "5p")], 20, "R-WIN-11"),
    ("dead-never-robs", 20, 0, [none(1)], 20, "R-WIN-11"),
    ("dead-never-wins", 6, 1, [hora(2, 0, "5s")], 6, "R-WIN-11"),
    ("dead-never-wins", 9, 1, [hora(2, 2, "5s")], 9, "R-WIN-11"),
    ("dead-unfrozen", 7, 1, [], 7, "R-DECL-3"),
    ("dead-unfrozen", 9, 1, [hora(3, 1, "6p")], 9, "R-WIN-3"),
    ("dead-in-an-open-window", 6, 0, [none(1)], 6, "R-WIN-11"),
    ("dead-frozen-is-asked", 6, 1, [pon(1, 0, "9p")], 6, "R-DECL-3"),
    ("dead-thrower-waives-nothing", 7, 0, [hora(3, 0, "9p")], 7, "R-WIN-3"),
    ("first-draw-after-a-kong", 8, 1, [reach(1, "soft")], 8, "R-DECL-2"),
]

# (log, other rules, the line that stops, its rule)
OTHER_RULES = [
    ("blind", "guiyang", 3, "R-DECL-2"),
    ("blind", {"preset": "guizhou", "declare": "off"}, 3, "R-DECL-1"),
    ("dealer-declares", "guiyang_classic", 4, "R-DECL-1"),
    ("robbed", "guiyang_classic", 19, "R-WIN-3"),
    ("dead-in-a-turn", "guiyang", 7, "R-DEAD-1"),
    ("passes-remembered", "guiyang_classic", 3, "R-DECL-1"),
]


def _win(position, **changes):
    """The position with marks of its first win changed, or taken away where the value is None."""
    win = position["end"]["wins"][0] | changes
    position["end"]["wins"][0] = {key: value for key, value in win.items() if value is not None}


def _seat(position, seat, **changes):
    position["seats"][seat] |= changes


KONG_OF_5P = {"kind": "added_kong", "tile": "5p", "from": 2, "late": False}
PONG_OF_5P = {"kind": "pong", "tile": "5p", "from": 2}
# Ends that were not played: the position is refused.
FORGED = {
    "the mark is not written where it does not pay": ("heavenly", _win, {"heavenly": None}),
    "first draw": ("first-draw", _win, {"first_draw": None}),
    "first draw after a kong": ("first-draw-after-a-kong", _win, {"first_draw": True}),
    "first draw after a pong": ("first-draw-after-a-pong", _win, {"first_draw": True}),
    "first discard": ("hot-shot", _win, {"first_discard": None}),
    "first discard, paid or not": ("two-winners", _win, {"first_discard": None}),
    "the first of two kongs": ("hot-shot", _win, {"kong": "1m"}),
    "no hot shot": ("hot-shot", _win, {"hot_shot": None, "kong": None}),
    "hot shot of a second discard": ("second-discard", _win, {"hot_shot": True, "kong": "1m"}),
    "no bloom": ("bloom", _win, {"kong_bloom": None}),
    "the robbed kong stands": ("robbed", _seat, {"seat": 0, "melds": [KONG_OF_5P]}),
    "the unrobbed kong falls": ("dead-unrobbed-kong", _seat, {"seat": 0, "melds": [PONG_OF_5P]}),
    "the tile drawn last is written": ("dead-in-a-turn", _seat, {"seat": 1, "river": "8m"}),
    "the open discard is left out": ("dead-in-a-window", _seat, {"seat": 0, "river": ""}),
    "void declaration": ("dead-no-declared-loss", _seat, {"seat": 1, "declared": "hard"}),
}


# ---------------------------------------------------------------- reading them


@cache
def _read(name):
    return (FOLDER / f"{name}.jsonl").read_text("utf-8")


def lines_of(name):
    return [json.loads(line) for line in _read(name).splitlines()]


def hand_of(lines):
    return [event for event in lines if event["type"] not in ("start_game", "end_game")]


def is_whole(name):
    return name in TOTALS


def stops(lines, line, rule):
    """Both replays stop at that line, the library by that rule."""
    hand = hand_of(lines)
    with pytest.raises(zj.LogError) as told:
        zj.Table.replay(hand, partial=True)
    assert (told.value.line + 1, told.value.rule) == (line, rule)
    with pytest.raises(StoppedError) as slow:
        slow_replay_hand(hand)
    assert slow.value.index + 2 == line


# ---------------------------------------------------------------- what they show


def test_every_sentence_has_its_log():
    assert {name for names in SENTENCES.values() for name in names} == set(NAMES)
    assert {text.split()[0] for text in SENTENCES} == {str(number) for number in range(1, 11)}
    whole = {name for name in NAMES if lines_of(name)[-1]["type"] == "end_game"}
    assert whole == set(TOTALS)


@pytest.mark.rule(*[f"R-PLAY-{number}" for number in range(1, 11)])
@pytest.mark.parametrize("name", NAMES)
def test_legal_from_the_first_line_to_the_last(name):
    hand = hand_of(lines_of(name))
    table = zj.Table.replay(hand, partial=True)
    referee = slow_replay_hand(hand)
    assert without_end(table.log) == without_end(hand)
    assert table.done == is_whole(name)
    if not is_whole(name):
        assert list(table.pending) == referee.pending == [hand[-1]["actor"]]
        return
    position = hand[-1]["position"]
    assert referee.position() == table.position().to_dict() == position
    assert list(TOTALS[name]) == hand[-1]["totals"] == slow_settle(position)["totals"]
    assert table.settlement.totals == TOTALS[name]
    (read,) = zj.read_log(_read(name))
    assert read == hand
    assert list(read.lines) == list(range(2, len(hand) + 2))


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_played_again(name):
    """The answers of the log in, its events out, of both tables."""
    events = hand_of(lines_of(name))
    start = events[0]
    given = (start["rules"], wall_from(events), 4, start["oya"], start["honba"], start["base"])
    table, slow = new_table(*given), SlowTable(*given)
    while not slow.done:
        mark = mark_from(events, len(slow.events))
        if mark:
            slow.mark_dead(*mark)
            table.mark_dead(*mark)
            continue
        answers = answers_from(events, len(slow.events), slow.pending)
        slow.step(answers)
        table.step({seat: action_id(action) for seat, action in answers.items()})
    assert without_end(table.log)[1:] == slow.events[1:] == without_end(events)[1:]


def asked(legal, held):
    """What a seat may do, in words; all tiles of its hand are just "discard"."""
    throws = {f"discard {tile}" for tile in held}
    rest = legal - throws if throws <= legal else legal
    return ", ".join(sorted(rest | ({"discard"} if throws <= legal else set())))


@pytest.mark.parametrize(("name", "line", "expected"), ASKED)
def test_who_is_asked_and_what_for(name, line, expected):
    hand = hand_of(lines_of(name)[:line])
    table, referee = zj.Table.replay(hand, partial=True), slow_replay_hand(hand)
    told, slow = {}, {}
    for seat in table.pending:
        held = {zj.tile_text(tile) for tile in zj.parse_tiles(table.view(seat)["hand"])}
        told[seat] = asked({action_text(action) for action in table.legal(seat)}, held)
    for seat in referee.pending:
        slow[seat] = asked(referee.legal(seat), set(referee.seats[seat]["hand"]))
    assert told == slow == expected


def held_by(rule):
    """The mark of a test that holds a rule of the game; rules of the log have none."""
    return [pytest.mark.rule(rule)] if rule.startswith("R-") else []


@pytest.mark.parametrize(
    ("name", "line", "out", "events", "stop", "rule"),
    [
        pytest.param(*case, id=f"{case[0]}:{case[1]}-{case[4]}-{case[5]}", marks=held_by(case[5]))
        for case in ILLEGAL
    ],
)
def test_illegal(name, line, out, events, stop, rule):
    lines = lines_of(name)
    stops([*lines[: line - 1], *events, *lines[line - 1 + out :]], stop, rule)


@pytest.mark.parametrize(
    ("name", "rules", "line", "rule"),
    [pytest.param(*case, marks=held_by(case[3])) for case in OTHER_RULES],
)
def test_illegal_under_other_rules(name, rules, line, rule):
    lines = lines_of(name)
    lines[1] = lines[1] | {"rules": rules}
    stops(lines, line, rule)


@pytest.mark.parametrize("case", FORGED)
def test_forged_ends(case):
    name, change, what = FORGED[case]
    lines = lines_of(name)
    end = lines[-2] = copy.deepcopy(lines[-2])
    change(end["position"], **what)
    stops(lines, len(lines) - 1, "LOG-6")


# ---------------------------------------------------------------- the wall


WALLS = {"deal": None, "physical-wall": (3, 4)}


@pytest.mark.parametrize("name", sorted(WALLS))
def test_walls_in_their_natural_order(name):
    """1m 1m 1m 1m 2m … 9s. The dice leave three stacks of the side opposite: it starts with 7p."""
    hand = hand_of(lines_of(name))
    wall = "".join(f"{rank}{suit}" * 4 for suit in "mps" for rank in range(1, 10))
    table = zj.Table(hand[0]["rules"], 4)
    table.reset(wall=wall, dice=WALLS[name], dealer=hand[0]["oya"])
    for event in hand[1:]:
        if event["type"] == "ankan":
            table.step(action_id(f"concealed_kong {event['consumed'][0]}"))
        elif event["type"] == "dahai":
            table.step(action_id(f"discard {event['pai']}"))
            if len(table.pending) > 1 or table.can(table.pending[0], zj.Action.PASS):
                table.step(dict.fromkeys(table.pending, zj.Action.PASS))
    assert table.log[: len(hand)] == hand


def test_the_whole_wall_is_drawn():
    hand = hand_of(lines_of("exhausted"))
    drawn = [event["pai"] for event in hand if event["type"] == "tsumo"]
    tiles = [*drawn, *(tile for dealt in hand[0]["tehais"] for tile in dealt)]
    assert sorted(tiles) == sorted(
        f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)
    )
