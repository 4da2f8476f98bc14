"""Each rule of play, by hands worked out here: no second table says what is right."""

from __future__ import annotations

import pytest

import zhuoji_fast as zj
from slow_hands import tiles_of
from slow_table import DECK
from table_engine import new_table, texts_of
from table_play import wall_of
from zhuoji_fast.actions import action_id
from zhuoji_fast.errors import IllegalActionError, ZhuojiError

PLAIN = "123456789m46p22s"  # waits 5p
PAIRS = "22446688m3377p5s"  # waits 5s
TRIPLETS = "111555999m33p77s"  # waits 3p, 7s
STRAIGHT = "123456789m1123p"  # waits 1p, 4p
BARE = {"preset": "guiyang_classic", "passport_waivers": []}


def loose(named, reserved="", players=4):
    """Hands of the seats, each made up to thirteen with tiles that fit nowhere."""
    hands = [tiles_of(hand or "") for hand in named]
    hands += [[] for _ in range(players - len(hands))]
    left = list(DECK)
    for tile in (*tiles_of(reserved), *(tile for hand in hands for tile in hand)):
        left.remove(tile)
    for seat, hand in enumerate(hands):
        # every third rank of a suit: no runs, no pairs
        ranks = [(seat + step) % 3 for step in range(3)]
        spread = [t for rank in ranks for t in sorted(set(left)) if int(t[0]) % 3 == rank]
        for tile in [t for t in spread if t not in hand][: 13 - len(hand)]:
            hand.append(tile)
            left.remove(tile)
    return hands


def deal(rules, named, head="", tail="", **more):
    """A table with those hands and draws; seat 0 deals."""
    players = more.pop("players", 4)
    hands = loose(named, head + tail, players)
    return new_table(rules, wall_of(hands, tiles_of(head), tiles_of(tail)), players, **more)


def act(table, *actions):
    """Steps: text for the one seat that is asked, or a dict of texts."""
    told = None
    for action in actions:
        if isinstance(action, str):
            told = table.step(action_id(action))
        else:
            told = table.step({seat: action_id(text) for seat, text in action.items()})
    return told


def throw(table, *tiles):
    """Discards, each by whoever is in turn; windows are passed."""
    for tile in tiles:
        act(table, f"discard {tile}")
        while not table.done and "pass" in texts_of(table, table.pending[0]):
            act(table, dict.fromkeys(table.pending, "pass"))


def kinds(table):
    return [event["type"] for event in table.log]


def win_of(table):
    return table.position().to_dict()["end"]["wins"][0]


# ---------------------------------------------------------------- deal and draws


@pytest.mark.rule("R-PLAY-1")
@pytest.mark.parametrize(("players", "dealer"), [(2, 1), (3, 0), (4, 2)])
def test_the_deal(players, dealer):
    wall = DECK[::-1]
    table = new_table({**BARE, "players": [players]}, wall, players, dealer)
    start = table.log[0]
    for step in range(players):
        places = [4 * players * turn + 4 * step + i for turn in range(3) for i in range(4)]
        places.append(12 * players + step)
        dealt = [wall[place] for place in places]
        assert start["tehais"][(dealer + step) % players] == sorted(dealt, key=DECK.index)
    first = next(event for event in table.log if event["type"] == "tsumo")
    assert (first["actor"], first["pai"]) == (dealer, wall[13 * players])


@pytest.mark.rule("R-BREAK-4", "R-PLAY-9")
def test_replacements_come_from_the_tail_and_the_flip_from_the_head():
    table = deal("guiyang", ["1111m2222p58s147s"], "9s3s9m", "8p4s")
    act(table, "concealed_kong 1m", "concealed_kong 2p")
    draws = [(e["pai"], e.get("rinshan", False)) for e in table.log if e["type"] == "tsumo"]
    assert draws == [("9s", False), ("8p", True), ("4s", True)]
    throw(table, "4s")
    assert table.log[-1] == {"type": "tsumo", "actor": 1, "pai": "3s"}
    table = deal("guiyang", [STRAIGHT], "4p7m", "2s")
    act(table, "win")
    assert table.log[-1]["flip"] == "7m"


# ---------------------------------------------------------------- declaring


@pytest.mark.rule("R-PLAY-2", "R-DECL-2")
def test_hard_declarations_are_blind():
    table = deal("guizhou", [None, PLAIN, PAIRS], "9p")
    assert list(table.pending) == [1, 2]
    assert texts_of(table, 1) == texts_of(table, 2) == {"pass", "declare"}
    assert "tsumo" not in kinds(table)
    with pytest.raises(ZhuojiError):
        table.step({1: action_id("declare")})  # seat 2 is asked too
    act(table, {2: "declare", 1: "pass"})
    assert [e["actor"] for e in table.log if e["type"] == "reach"] == [2]
    assert kinds(table) == ["start_kyoku", "reach", "tsumo"]
    assert [seat["declared"] for seat in table.view(0)["seats"]] == [None, None, "hard", None]


@pytest.mark.rule("R-DECL-2")
def test_who_is_asked_before_the_dealer_draws():
    assert kinds(deal("guizhou", [None, None], "9p")) == ["start_kyoku", "tsumo"]
    assert kinds(deal("guizhou", [PLAIN, None], "9p")) == ["start_kyoku", "tsumo"]  # the dealer
    assert kinds(deal("guiyang", [None, PLAIN], "9p")) == ["start_kyoku", "tsumo"]  # single


@pytest.mark.rule("R-DECL-2", "R-DECL-3")
def test_the_dealer_declares_hard_with_his_first_discard():
    table = deal("guizhou", [PLAIN], "9p1s2s3s9p")
    assert "declare" in texts_of(table, 0)
    act(table, "declare")
    assert texts_of(table, 0) == {"discard 9p", "discard 4p", "discard 6p"} - {
        text for text in ("discard 4p", "discard 6p") if not ting_without(PLAIN, "9p", text[-2:])
    }
    assert table.log[-1] == {"type": "reach", "actor": 0, "kind": "hard"}
    throw(table, "9p", "1s", "2s", "3s")
    assert texts_of(table, 0) == {"discard 9p"}


def ting_without(hand, drawn, thrown):
    tiles = [*tiles_of(hand), drawn]
    tiles.remove(thrown)
    return zj.shanten(zj.counts("".join(tiles)).tobytes()) == 0


@pytest.mark.rule("R-DECL-2")
def test_soft_is_the_first_discard_of_a_non_dealer():
    table = deal("guizhou", [None, PLAIN], "9p9p1s2s3s9p")
    act(table, "pass", "discard 9p")
    assert "declare" in texts_of(table, 1)
    act(table, "declare")
    assert table.log[-1] == {"type": "reach", "actor": 1, "kind": "soft"}
    later = deal("guizhou", [None, PLAIN], "9p9p1s2s3s9p")
    act(later, "pass")
    throw(later, "9p", "9p", "1s", "2s", "3s")
    assert "declare" not in texts_of(later, 1)  # his second discard


@pytest.mark.rule("R-DECL-2")
@pytest.mark.parametrize("call", ["none", "concealed_kong", "pong"])
def test_a_call_closes_declaring(call):
    table = deal("guiyang", ["9999s7m", "99p7s", PLAIN], "9p1s8p", "8s")
    if call == "concealed_kong":
        act(table, "concealed_kong 9s")
        throw(table, "8s", "1s")
    elif call == "pong":
        act(table, "discard 9p", {1: "pong"})
        throw(table, "7s")
    else:
        throw(table, "9p", "1s")
    assert list(table.pending) == [2]
    assert ("declare" in texts_of(table, 2)) == (call == "none")


@pytest.mark.rule("R-DECL-2")
def test_a_declaring_discard_that_is_won_on_has_declared():
    table = deal("duyun", [STRAIGHT, PAIRS], "5s")
    act(table, "declare", "discard 5s", {1: "win"})
    assert table.position().to_dict()["seats"][0]["declared"] == "hard"


@pytest.mark.rule("R-DECL-3")
def test_a_declared_hand_is_frozen():
    table = deal("guizhou", ["2m", "111222m345p5678s"], "9p1m")
    act(table, "declare")
    act(table, "discard 2m")  # 222m in seat 1: neither pong nor kong
    assert list(table.pending) == [1]
    assert table.log[-1]["pai"] == "1m"
    assert texts_of(table, 1) == {"discard 1m"}  # 1111m now, and no kong


# ---------------------------------------------------------------- turns and windows


@pytest.mark.rule("R-PLAY-3")
def test_what_a_turn_offers():
    table = deal("guiyang_classic", ["1111m234567p55s6s"], "6s", "9m")
    throws = {f"discard {tile}" for tile in tiles_of("1m234567p56s")}
    assert texts_of(table, 0) == throws | {"concealed_kong 1m"}
    act(table, "concealed_kong 1m")
    assert texts_of(table, 0) == {f"discard {tile}" for tile in tiles_of("9m234567p56s")}
    with pytest.raises(ZhuojiError):
        act(table, "win")
    finished = deal("guiyang_classic", [PLAIN], "5p")
    throws = {f"discard {tile}" for tile in tiles_of("123456789m456p2s")}
    assert texts_of(finished, 0) == throws | {"win"}


@pytest.mark.rule("R-PLAY-4")
def test_all_answers_count_at_once():
    table = deal("guiyang_classic", [None, "77s", "22446688m5566p7s"], "7s")
    act(table, "discard 7s")
    assert list(table.pending) == [1, 2]
    assert texts_of(table, 1) == {"pong", "pass"}
    assert texts_of(table, 2) == {"win", "pass"}
    won, ponged, passed = table.clone(), table.clone(), table.clone()
    act(won, {1: "pong", 2: "win"})
    assert won.done
    assert all(not seat["melds"] for seat in won.position().to_dict()["seats"])
    act(ponged, {2: "pass", 1: "pong"})
    assert [e["type"] for e in ponged.log[-2:]] == ["none", "pon"]
    assert all(text.startswith("discard") for text in texts_of(ponged, 1))
    act(passed, {1: "pass", 2: "pass"})
    assert [e["type"] for e in passed.log[-2:]] == ["none", "tsumo"]


@pytest.mark.rule("R-PLAY-4")
def test_after_a_pong_only_a_discard():
    table = deal("guiyang", [None, "99m1111p"], "9m", "8s")
    act(table, "discard 9m", {1: "pong"})
    assert not texts_of(table, 1) & {"concealed_kong 1p", "win", "declare"}
    assert table.view(1)["drawn"] is None


@pytest.mark.rule("R-PLAY-4", "R-PLAY-9")
def test_an_exposed_kong_draws_from_the_tail():
    table = deal("guiyang", [None, "999m"], "9m", "8s")
    act(table, "discard 9m")
    assert texts_of(table, 1) == {"exposed_kong", "pong", "pass"}
    act(table, {1: "exposed_kong"})
    assert table.log[-1] == {"type": "tsumo", "actor": 1, "pai": "8s", "rinshan": True}


ROB = {"preset": "guiyang_classic", "passport_waivers": ["robbed_kong"]}


@pytest.mark.rule("R-PLAY-5")
def test_an_added_kong_can_be_robbed_a_concealed_one_not():
    table = deal(ROB, ["55p7m", PLAIN], "9p1s5p8p9p1p5p", "3s")
    throw(table, "9p", "1s")
    act(table, "discard 5p", {0: "pong"})
    throw(table, "7m", "8p", "9p", "1p")
    act(table, "added_kong 5p")
    assert list(table.pending) == [1]
    assert texts_of(table, 1) == {"win", "pass"}
    assert "rinshan" not in table.log[-1]  # not drawn yet
    robbed, let_go = table.clone(), table.clone()
    act(robbed, {1: "win"})
    assert win_of(robbed) == {"seat": 1, "tile": "5p", "by": "robbed_kong", "from": 0}
    assert robbed.position().to_dict()["seats"][0]["melds"] == [
        {"kind": "pong", "tile": "5p", "from": 2}
    ]
    act(let_go, {1: "pass"})
    assert let_go.log[-2:] == [
        {"type": "none", "actor": 1, "passed": "hora"},
        {"type": "tsumo", "actor": 0, "pai": "3s", "rinshan": True},
    ]
    concealed = deal(ROB, ["5555p", "123456789m46p22s"], "9p", "3s")
    act(concealed, "concealed_kong 5p")
    assert list(concealed.pending) == [0]


def near_the_end(rules, named, tiles, left, players=4):
    """A table in which all but the last draws are thrown away: `tiles`, then `left` more."""
    hands = loose(named, tiles, players)
    pool = list(DECK)
    for tile in [*(tile for hand in hands for tile in hand), *tiles_of(tiles)]:
        pool.remove(tile)
    draws = pool[: len(pool) - left]
    table = new_table(rules, wall_of(hands, [*draws, *tiles_of(tiles)]), players)
    for tile in draws:
        throw(table, tile)
    return table


@pytest.mark.rule("R-PLAY-6", "R-PLAY-7")
@pytest.mark.parametrize("left", [0, 1])
def test_the_last_discard_is_only_won_on(left):
    """56 draws of four players go round to the dealer's left; 55s and 5s wait in hands."""
    last = (56 - left - 1) % 4
    named = [None] * 4
    named[(last + 1) % 4], named[(last + 2) % 4] = PAIRS, "55s"
    table = near_the_end(BARE, named, "5s", left)
    assert table.view(0)["wall"] == left
    act(table, "discard 5s")
    holder = (last + 2) % 4
    assert (holder in table.pending) == (left == 1)
    act(table, dict.fromkeys(table.pending, "pass") | {(last + 1) % 4: "win"})
    assert table.done
    assert (table.log[-1]["flip"] is None) == (left == 0)


@pytest.mark.rule("R-PLAY-6")
def test_no_kong_without_a_replacement_tile():
    last = 55 % 4
    named = [None] * 4
    named[last] = "1111m"
    table = near_the_end(BARE, named, "9s", 0)
    assert list(table.pending) == [last]
    assert "concealed_kong 1m" not in texts_of(table, last)
    throw(table, "9s")
    assert table.done
    assert [event["type"] for event in table.log[-2:]] == ["ryukyoku", "end_kyoku"]
    assert table.position().to_dict()["end"] == {"kind": "exhausted"}


# ---------------------------------------------------------------- marks


@pytest.mark.rule("R-PLAY-9")
def test_bloom_and_hot_shot_name_the_last_kong():
    named = ["1111m222p445678s", "335577m33669p99s"]
    bloom = deal("guiyang", named, "2p", "8s8s")
    act(bloom, "concealed_kong 1m", "concealed_kong 2p", "win")
    assert win_of(bloom) == {"seat": 0, "tile": "8s", "by": "self_draw", "kong_bloom": True}
    shot = deal("guiyang", named, "8s", "2p9p")
    act(shot, "concealed_kong 1m", "concealed_kong 2p", "discard 9p", {1: "win"})
    assert win_of(shot) == {
        "seat": 1, "tile": "9p", "by": "discard", "from": 0,
        "hot_shot": True, "kong": "2p", "first_discard": True,
    }  # fmt: skip


@pytest.mark.rule("R-PLAY-10")
def test_marks_of_the_first_turn():
    """Written whatever the rules pay, here nothing."""
    heavenly = deal(BARE, [STRAIGHT], "4p")
    act(heavenly, "win")
    assert win_of(heavenly) == {"seat": 0, "tile": "4p", "by": "self_draw", "heavenly": True}
    first = deal(BARE, [None, PLAIN], "9p5p")
    act(first, "discard 9p", "win")
    assert win_of(first) == {"seat": 1, "tile": "5p", "by": "self_draw", "first_draw": True}
    called = deal(BARE, ["9999s", PLAIN], "9p5p", "8s")
    act(called, "concealed_kong 9s", "discard 8s", "win")
    assert win_of(called) == {"seat": 1, "tile": "5p", "by": "self_draw"}
    second = deal(BARE, [None, PLAIN], "9p8p7p6p5s5p")
    throw(second, "9p", "8p", "7p", "6p", "5s")
    act(second, "win")
    assert win_of(second) == {"seat": 1, "tile": "5p", "by": "self_draw"}
    thrown = deal(BARE, [None, None, PAIRS], "9p5s")
    throw(thrown, "9p")
    act(thrown, "discard 5s", {2: "win"})
    assert win_of(thrown) == {"seat": 2, "tile": "5s", "by": "discard", "from": 1}


# ---------------------------------------------------------------- locks, late kongs


@pytest.mark.rule("R-WIN-10")
@pytest.mark.parametrize(
    ("lock", "asked"),
    [("off", (1, 1)), ("same_tile", (0, 1)), ("any", (0, 0)), ("declared", (1, 1))],
)
def test_what_a_pass_locks(lock, asked):
    """Seat 2 waits for 3p and 7s and lets a 3p go; who asks it next time, same tile and other."""
    for tile, again in zip(("3p", "7s"), asked, strict=True):
        rules = {**BARE, "pass_lock": lock}
        table = deal(rules, [None, None, TRIPLETS], f"3p{tile}1p2s7s")
        act(table, "discard 3p", {2: "pass"}, f"discard {tile}")
        assert ("win" in texts_of(table, 2)) == bool(again)
        act(table, {2: "pass"})  # he could pong it at least
        assert table.view(2)["locked"] == [] or lock != "off"
        act(table, "discard 1p")  # his own draw unlocks
        throw(table, "2s")
        act(table, "discard 7s")
        assert "win" in texts_of(table, 2)


@pytest.mark.rule("R-WIN-10")
def test_a_pong_is_a_pass_and_unlocks_nothing():
    rules = {**BARE, "pass_lock": "any"}
    table = deal(rules, [None, None, "222555888m33p77p"], "3p7p9p")
    act(table, "discard 3p", {2: "pong"})
    assert table.log[-2] == {"type": "none", "actor": 2, "passed": "hora"}
    act(table, "discard 8m", "discard 7p")
    assert "win" not in texts_of(table, 2)
    assert table.view(2)["locked"] is True


@pytest.mark.rule("R-WIN-10")
def test_a_declared_pass_locks_for_good():
    table = deal("duyun", [None, "234567m34599p23s"], "9m8m4s4s7m1p4s6m1p1s")
    throw(table, "9m")
    act(table, "declare", "discard 8m", "discard 4s", {1: "pass"}, "discard 4s")
    assert table.view(1)["locked"] is True
    throw(table, "7m", "1p", "4s", "6m")  # his own draw between them unlocks nothing
    assert kinds(table).count("none") == 1
    assert "discard 1p" in texts_of(table, 0)


@pytest.mark.rule("R-KONG-6")
def test_what_makes_a_kong_late():
    table = deal("guiyang", ["999s7m", None, None], "9s1m2m3m8m", "6m")
    on_time, late = table.clone(), table.clone()
    act(on_time, "concealed_kong 9s")
    assert "late" not in on_time.log[-2]
    throw(late, "7m", "1m", "2m", "3m")
    act(late, "concealed_kong 9s")
    assert late.log[-2] == {
        "type": "ankan", "actor": 0, "consumed": ["9s"] * 4, "late": True
    }  # fmt: skip


@pytest.mark.rule("R-KONG-6")
@pytest.mark.parametrize(("held", "draw", "late"), [("99s", "9s", False), ("999s", "1p", True)])
def test_added_to_a_pong(held, draw, late):
    table = deal("guiyang", [f"{held}7m"], f"1m9s2m3m4m{draw}", "6m")
    throw(table, "1m")
    act(table, "discard 9s", {0: "pong"})
    throw(table, "7m", "2m", "3m", "4m")
    act(table, "added_kong 9s")
    kakan = next(event for event in table.log if event["type"] == "kakan")
    assert kakan.get("late", False) == late


@pytest.mark.rule("R-KONG-6")
def test_added_to_a_pong_called_before_the_first_draw():
    table = deal("guiyang", [None, "999s7m"], "9s1p2p3p4p", "6m")
    act(table, "discard 9s", {1: "pong"})
    throw(table, "7m", "1p", "2p", "3p")
    act(table, "added_kong 9s")
    assert next(event for event in table.log if event["type"] == "kakan")["late"] is True


@pytest.mark.rule("R-KONG-7")
@pytest.mark.parametrize("robbable", [True, False])
def test_whether_a_late_kong_can_be_robbed(robbable):
    rules = {**ROB, "late_kong_can_be_robbed": robbable}
    table = deal(rules, ["555p7m", PLAIN], "9p1s5p8p9p1p2p", "3s")
    throw(table, "9p", "1s")
    act(table, "discard 5p", {0: "pong"})
    throw(table, "7m", "8p", "9p", "1p")
    act(table, "added_kong 5p")
    assert list(table.pending) == ([1] if robbable else [0])


@pytest.mark.rule("R-KONG-6", "R-KONG-8")
@pytest.mark.parametrize("option", [False, True])
def test_a_quad_dealt_whole(option):
    table = deal({"preset": "guiyang", "dealt_quad_is_late": option}, ["9999s"], "1m", "6m")
    act(table, "concealed_kong 9s")
    assert table.log[-2].get("late", False) == option
    again = deal({"preset": "guiyang", "dealt_quad_is_late": option}, ["9999s7m"], "1m1p2p3p4p")
    throw(again, "7m", "1p", "2p", "3p")
    act(again, "concealed_kong 9s")
    assert again.log[-2]["late"] is True


# ---------------------------------------------------------------- fines for passing

FINE = {"preset": "guiyang_classic", "pass_fine": "own_fan", "passport_waivers": ["robbed_kong"]}


def passed_of(table):
    return [(passed.seat, passed.tile) for passed in table.position().passed]


@pytest.mark.rule("R-PASS-2")
@pytest.mark.parametrize("tiles", [("7s", "4s"), ("4s", "7s")])
def test_the_highest_of_two_passes(tiles):
    """Seat 3 waits for 7s, seven pairs in one suit, and for 4s, runs in one suit."""
    hands = [None, "11447799m1166p5p", None, "1122334455667s"]
    table = deal(FINE, hands, f"{tiles[0]}{tiles[1]}5p")
    act(table, f"discard {tiles[0]}", {3: "pass"}, f"discard {tiles[1]}", {3: "pass"})
    act(table, "discard 5p", {1: "win"})
    assert passed_of(table) == [(3, "7s")]


@pytest.mark.rule("R-PASS-1")
def test_a_call_forgets_the_pass():
    table = deal(FINE, [None, "11447799s1166p5s", "222555888m33p77p"], "3p5s")
    act(table, "discard 3p", {2: "pong"}, "discard 8m")
    assert kinds(table).count("none") == 1
    act(table, "discard 5s", {1: "win"})
    assert passed_of(table) == []


@pytest.mark.rule("R-PASS-1")
def test_a_robbery_passed_is_not_fined():
    hands = ["55p7m", PLAIN, None, "1144m66778899s3s"]
    table = deal(FINE, hands, "9p1s5p8p9p1p5p", "3s")
    throw(table, "9p", "1s")
    act(table, "discard 5p", {0: "pong"})
    throw(table, "7m", "8p", "9p", "1p")
    act(table, "added_kong 5p", {1: "pass"}, "discard 3s", {3: "win"})
    assert win_of(table)["seat"] == 3
    assert passed_of(table) == []


# ---------------------------------------------------------------- dead hands


@pytest.mark.rule("R-PLAY-8")
def test_a_dead_seat_plays_on_without_winning():
    rules = {"preset": "guizhou", "dead_hand": "play_on"}
    table = deal(rules, [None, PAIRS, "5s5s"], "9p8p7p6p5s")
    act(table, "declare")
    table.mark_dead(1)
    assert table.log[-1] == {"type": "dead", "actor": 1}
    throw(table, "9p")
    assert len(texts_of(table, 1)) > 1  # not frozen any more
    throw(table, "8p", "7p", "6p")
    act(table, "discard 5s")
    assert list(table.pending) == [2]
    assert table.view(0)["seats"][1] == {
        "melds": [], "river": "8p", "declared": None, "dead": True
    }  # fmt: skip
    with pytest.raises(ZhuojiError):
        table.mark_dead(1)
    with pytest.raises(ZhuojiError):
        table.mark_dead(3, end=True)


@pytest.mark.rule("R-PLAY-8")
def test_a_mark_ends_the_hand_where_dead_hands_pay():
    table = deal("guizhou", [None, None, TRIPLETS], "9p8p")
    act(table, "pass")
    throw(table, "9p")
    _, done, events = table.mark_dead(3)
    assert done
    assert [event["type"] for event in events] == ["dead", "ryukyoku", "end_kyoku"]
    seats = table.position().to_dict()["seats"]
    assert "8p" not in seats[1]["river"]
    assert len(tiles_of(seats[1]["hand"])) == 13  # the tile drawn last is nobody's
    going = deal("guizhou", [None, None, TRIPLETS], "9p8p")
    assert not going.mark_dead(3, end=False)[1]
    playing_on = deal("guiyang", [None])
    with pytest.raises(IllegalActionError, match="play on"):
        playing_on.mark_dead(3, end=True)
    assert not playing_on.done


@pytest.mark.rule("R-PLAY-8")
def test_a_mark_in_a_window():
    table = deal(BARE, [None, PAIRS, None, "55s"], "5s")
    act(table, "discard 5s")
    assert list(table.pending) == [1, 3]
    table.mark_dead(1)
    assert list(table.pending) == [3]
    act(table, {3: "pass"})
    assert "none" not in kinds(table)
    pays = deal("guizhou", [None, PAIRS], "5s")
    act(pays, "pass", "discard 5s")
    assert pays.mark_dead(2)[1]
    assert pays.position().to_dict()["seats"][0]["river"] == "5s"
    ponged = deal("guizhou", [None, "99p"], "9p")
    act(ponged, "discard 9p", {1: "pong"})
    with pytest.raises(ZhuojiError):
        ponged.mark_dead(2)
    assert ponged.mark_dead(1)[1]
