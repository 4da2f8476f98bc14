"""Rare events of play, each as a deal that makes it happen: kongs, openings, passes, many winners.

`rare_ends` has the others.
"""

from __future__ import annotations

from scenes import ALL_WAIVERS, Deal, both, logged, melded, won_by

PLAIN = "123456789m46p22s"  # waits 5p
PAIRS = "22446688m3377p5s"  # waits 5s
TRIPLETS = "111555999m33p77s"  # waits 3p, 7s
FLUSH = "123456s56s999s22s"  # waits 4s, 7s
STRAIGHT = "123456789m1123p"  # waits 1p, 4p
OTHERS = ("67p12344456789s", "222444666m88m77s", "33445588p22456s")  # waits 5p 8p, 8m 7s, 2s 3p 8p
NONE = {"passport_waivers": []}
KONGER = "11237m55p889999s"
ROB_DRAWS = "1m2p5p3p3m4p5p"
ROB = {"passport_waivers": ["robbed_kong"]}
HARD = {"declare": "hard_soft", "passport_waivers": ALL_WAIVERS}
SINGLE = {"declare": "single", "passport_waivers": ALL_WAIVERS}


def robbed(name, rule, robbers, rules, more=()):
    hands = {0: KONGER, 1: PLAIN, 3: "99m67p123345567s"}
    script = {0: ("concealed_kong 9s", "pong", "discard 7m", "added_kong 5p")}
    script |= dict.fromkeys(robbers, ("win",))
    shows = both(won_by("robbed_kong", len(robbers)), *more)
    rules = ROB | rules
    return Deal(name, rule, hands, script, shows, ROB_DRAWS, "6m", rules)


def hot_shot(name, rule, kind, rules):
    """A kong, and the tile thrown after it is won on."""
    hands = {2: PAIRS, 0: {"concealed": "9999p", "exposed": "999p", "added": "99p"}[kind]}
    script = {2: ("win",)}
    if kind == "added":
        script[0] = ("pong", "added_kong 9p")
        head = "1m9p2s3s4m9p"
    else:
        script[0] = ("concealed_kong 9p",) if kind == "concealed" else ("exposed_kong",)
        head = "1m9p" if kind == "exposed" else "1m"
    shows = won_by("discard", hot_shot=True)
    return Deal(f"hot shot, {name}", rule, hands, script, shows, head, "5s", rules)


def bloom(kind, hand, script, head, tail, rules):
    script = {0: (*script, "win")}
    shows = both(won_by("self_draw", kong_bloom=True), melded(f"{kind}_kong"))
    return Deal(f"kong bloom, {kind}", "R-PLAY-9", {0: hand}, script, shows, head, tail, rules)


ROBBERIES = [
    robbed("robbed kong, burnt", "R-PLAY-5", (1,), {"robbed_kong_burns": "all"}),
    robbed("robbed kong, the kong only", "R-PLAY-5", (3,), {"robbed_kong_burns": "kong"}),
    robbed("robbed by two", "R-PLAY-5", (1, 3), {}),
    Deal(
        "robbed chicken",
        "R-PLAY-5",
        {0: "11s", 1: "123456789m23s44p"},
        {0: ("pong", "added_kong 1s"), 1: ("win",)},
        won_by("robbed_kong", tile="1s"),
        "9p2p1s3p3m4m1s",
        "",
        ROB | {"wugu": 2},
        turn_suits=False,
    ),
    Deal(
        "robbed late kong",
        "R-KONG-7",
        {0: "11237m555p88899s", 1: PLAIN},
        {0: ("pong", "discard 7m", "added_kong 5p"), 1: ("win",)},
        both(won_by("robbed_kong"), logged("kakan", late=True)),
        "1m2p5p3p3m4p6m",
        "",
        ROB,
    ),
    Deal(
        "late kong that cannot be robbed",
        "R-KONG-7",
        {0: "11237m555p88899s", 1: PLAIN, 2: PAIRS},
        {0: ("pong", "discard 7m", "added_kong 5p"), 1: ("win",), 2: ("win",)},
        both(won_by("discard", hot_shot=True), melded("added_kong", late=True)),
        "1m2p5p3p3m4p9m",
        "5s",
        ROB | {"late_kong_can_be_robbed": False},
    ),
]

AFTER_KONGS = [
    *(
        hot_shot(f"{kind}, burns {burns}", "R-PLAY-9", kind, {"hot_shot_burns": burns})
        for kind in ("concealed", "exposed", "added")
        for burns in ("none", "kong", "all")
    ),
    Deal(
        "hot shot after two kongs",
        "R-PLAY-9",
        {0: "1111m222p445678s", 2: "335577m33669p99s"},
        {0: ("concealed_kong 1m", "concealed_kong 2p"), 2: ("win",)},
        won_by("discard", hot_shot=True, first_discard=True),
        "8s",
        "2p9p",
    ),
    Deal(
        "a plain hand wins on a hot shot",
        "R-PLAY-9",
        {0: "9999s", 2: PLAIN},
        {0: ("concealed_kong 9s",), 2: ("win",)},
        won_by("discard", hot_shot=True),
        "1m",
        "5p",
        {"passport_waivers": ["hot_shot"], "hot_shot": 0},
    ),
    Deal(
        "the second throw after a kong is no hot shot",
        "R-PLAY-9",
        {0: "9999p", 2: PAIRS},
        {0: ("concealed_kong 9p",), 2: ("win",)},
        won_by("discard", hot_shot=None),
        "1m2s3s4s5s",
        "7m",
    ),
    bloom("concealed", "1111m234567p556s", ("concealed_kong 1m",), "6s", "5s", {}),
    bloom("exposed", "234567p5566s999s", ("exposed_kong",), "1m9s", "5s", {}),
    bloom(
        "added",
        "17m234567p55699s",
        ("discard 1m", "pong", "discard 7m", "added_kong 9s"),
        "6s9s1p2m3m9s",
        "5s",
        {},
    ),
    Deal(
        "kong bloom in one suit",
        "R-PLAY-9",
        {0: "1111234567558m"},
        {0: ("concealed_kong 1m", "win")},
        won_by("self_draw", kong_bloom=True, heavenly=None),
        "8m",
        "8m",
        {"kong_bloom_keeps_base": True},
    ),
]

OPENINGS = [
    Deal(
        "heavenly",
        "R-PLAY-10",
        {0: STRAIGHT},
        {0: ("win",)},
        won_by("self_draw", heavenly=True),
        "4p",
    ),
    Deal(
        "heavenly after a hard declaration",
        "R-PLAY-2",
        {0: STRAIGHT, 1: OTHERS[0]},
        {0: ("win",), 1: ("declare",)},
        both(won_by("self_draw", heavenly=True), logged("reach", kind="hard")),
        "4p",
        "",
        HARD | {"declared_loss": "add", "declared_loss_on_self_draw": True},
    ),
    Deal(
        "earthly on the first discard, by two",
        "R-PLAY-10",
        {1: PLAIN, 3: "99m67p123345567s"},
        {1: ("win",), 3: ("win",)},
        won_by("discard", 2, first_discard=True),
        "5p",
        "",
        NONE | {"earthly_when": "first_discard", "earthly": 10},
    ),
    Deal(
        "earthly on the first draw",
        "R-PLAY-10",
        {1: PLAIN},
        {1: ("win",)},
        won_by("self_draw", first_draw=True),
        "9p5p",
        "",
        NONE | {"earthly_when": "first_draw", "earthly": 10},
    ),
    Deal(
        "first draw of the last seat",
        "R-PLAY-10",
        {3: PLAIN},
        {3: ("win",)},
        won_by("self_draw", first_draw=True),
        "9p8p7p5p",
        "",
        NONE | {"earthly_when": "first_discard", "first_draw_win": 10, "earthly": 20},
    ),
    Deal(
        "a concealed kong before it ends the first draws",
        "R-PLAY-10",
        {0: "9999s", 1: PLAIN},
        {0: ("concealed_kong 9s",), 1: ("win",)},
        won_by("self_draw", first_draw=None, kong_bloom=None),
        "9p5p",
        "8m",
        NONE | {"earthly_when": "first_draw", "earthly": 10},
    ),
    Deal(
        "a pong before it ends the first draws",
        "R-PLAY-10",
        {0: "99p", 1: "99s", 2: PLAIN},
        {1: ("pong",), 2: ("win",)},
        won_by("self_draw", first_draw=None),
        "9s5p",
        "",
        NONE,
    ),
    Deal(
        "first draw of a declared hand",
        "R-PLAY-10",
        {1: PLAIN},
        {1: ("declare", "win")},
        both(won_by("self_draw", first_draw=True), logged("reach", kind="hard")),
        "9p5p",
        "",
        HARD | {"earthly_when": "first_draw", "earthly": 10},
    ),
]

DECLARED = [
    Deal(
        "hard, hard by the dealer, soft",
        "R-DECL-2",
        {0: "123456789m23p55s", 1: "679p9p123456789s", 2: "1222444666m8m77s", 3: OTHERS[2]},
        {0: ("declare",), 1: ("declare",), 2: ("declare", "discard 1m"), 3: ("win",)},
        both(
            won_by("discard"),
            logged("reach", kind="soft"),
            lambda referee: referee.seats[referee.dealer]["declared"] == "hard",
            lambda referee: sum(seat["declared"] == "hard" for seat in referee.seats) == 2,
        ),
        "9s3m8m9m9p2s",
        "",
        HARD,
    ),
    Deal(
        "soft by one who could have declared hard",
        "R-DECL-2",
        {1: PLAIN},
        {1: ("pass", "declare", "discard 9p", "win")},
        both(won_by("self_draw"), logged("reach", kind="soft")),
        "8p9p1p1s2p5p",
        "",
        HARD,
    ),
    Deal(
        "single, the dealer and another",
        "R-DECL-2",
        {0: STRAIGHT, 2: PLAIN},
        {0: ("declare", "discard 9p"), 2: ("declare", "discard 8s", "win")},
        both(
            won_by("discard"),
            lambda referee: [s["declared"] for s in referee.seats].count("hard") == 2,
        ),
        "9p1s8s2s5p",
        "",
        SINGLE,
    ),
    Deal(
        "a declaring discard is won on",
        "R-DECL-2",
        {0: STRAIGHT, 2: PAIRS},
        {0: ("declare", "discard 5s"), 2: ("win",)},
        both(won_by("discard", first_discard=True), logged("reach", kind="hard")),
        "5s",
        "",
        SINGLE,
    ),
    Deal(
        "a pong closes declaring",
        "R-DECL-2",
        {1: "99s7m", 2: STRAIGHT},
        {1: ("pong", "discard 7m"), 2: ("win",)},
        both(won_by("self_draw", first_draw=None), logged("pon")),
        "9s8s7s6s5s4p",
        "",
        SINGLE,
    ),
    Deal(
        "a concealed kong closes declaring",
        "R-DECL-2",
        {0: "9999s", 1: STRAIGHT},
        {0: ("concealed_kong 9s",), 1: ("win",)},
        both(won_by("self_draw", first_draw=None), logged("ankan")),
        "8s7s6s5s4s4p",
        "1s",
        SINGLE,
    ),
    Deal(
        "a declared hand calls nothing",
        "R-DECL-3",
        {1: "111222m345p5678s"},  # waits 5s, 8s; is thrown the fourth 2m, draws the fourth 1m
        {1: ("declare", "win")},
        both(won_by("self_draw"), logged("reach", kind="hard")),
        "9p9p9p8p2m1m3s4s7m8s",
        "",
        HARD,
    ),
]


def lock(name, hand, kind, head, script, later):
    """A winning tile goes by; the next one is locked; the one after the own draw is won on."""
    rules = NONE | {"pass_lock": kind}
    thrower = lambda r: (r.wins[0]["from"] - r.wins[0]["seat"]) % r.n == later  # noqa: E731
    shows = both(won_by("discard"), thrower)
    name = f"pass lock, {name}"
    return Deal(name, "R-WIN-10", {2: hand}, {2: script}, shows, head, "", rules)


LOCKS = [
    lock("same tile", PAIRS, "same_tile", "5s5s1p5s", ("pass", "win"), 1),
    lock("any tile", TRIPLETS, "any", "3p7s1p7s", ("pass", "win"), 1),
    lock("not another tile", TRIPLETS, "same_tile", "3p7s", ("pass", "win"), 3),
    lock(
        "a pong is a pass",
        "222555888m33p77p",
        "any",
        "3p7p9p9s1m8m",
        ("pong", "discard 8m", "win"),
        1,
    ),
    Deal(
        "pass lock, a robbery is a pass",
        "R-WIN-10",
        {0: "7m55p", 1: "11122299967p33p"},
        {0: ("pong", "discard 7m", "added_kong 5p"), 1: ("pass", "pass", "win")},
        both(won_by("discard", hot_shot=None), lambda r: r.discards[r.wins[0]["seat"]] == 3),
        "9m1s5p2s3s4m5p1m8p",
        "8p",
        NONE | {"pass_lock": "any"},
    ),
    Deal(
        "pass lock, declared",
        "R-WIN-10",
        {1: "234567m34599p23s"},
        {1: ("declare", "pass", "win")},
        both(won_by("self_draw"), logged("none")),
        "8p9m4s4s8m1s",
        "",
        HARD | {"pass_lock": "declared"},
    ),
    Deal(
        "pass lock, only for the declared",
        "R-WIN-10",
        {2: PAIRS},
        {2: ("pass", "pass", "win")},
        both(won_by("discard", first_discard=None), logged("none")),
        "5s5s",
        "",
        HARD | {"pass_lock": "declared"},
    ),
]

FINES = [
    Deal(
        "fine for a pass",
        "R-PASS-1",
        {2: PAIRS, 3: TRIPLETS},
        {2: ("pass",), 3: ("win",)},
        lambda r: len(r.position()["passed"]) == 1,
        "5s7s",
        "",
        {"pass_fine": "own_fan"},
    ),
    Deal(
        "fine for the highest of two passes",
        "R-PASS-1",
        {1: TRIPLETS, 3: "223344m5566778p"},
        {1: ("win",), 3: ("pass", "pass")},
        lambda r: len(r.position()["passed"]) == 1,
        "5p8p7s",
        "",
        {"pass_fine": "own_fan", "earthly_when": "first_discard", "earthly": 5},
    ),
    Deal(
        "fines for two",
        "R-PASS-1",
        {0: "22446688m5566p8s", 2: TRIPLETS, 3: FLUSH},
        {0: ("win",), 2: ("pass",), 3: ("pass",)},
        lambda r: len(r.position()["passed"]) == 2,
        "7s8s",
        "",
        {"pass_fine": "own_fan"},
    ),
    Deal(
        "no fine for a robbery that was passed",
        "R-PASS-1",
        {0: "7m55p", 1: "11122299967p33p", 3: PAIRS},
        {0: ("pong", "discard 7m", "added_kong 5p"), 1: ("pass", "pass"), 3: ("win",)},
        lambda r: (
            bool(r.wins)
            and [e["type"] for e in r.events].count("none") == 2
            and not r.position()["passed"]
        ),
        "9m1s5p2s3s4m5p",
        "5s",
        {"pass_fine": "own_fan"},
    ),
    Deal(
        "no fine after the own call",
        "R-PASS-1",
        {2: "222555888m33p77p", 3: "113344668m1155s"},
        {2: ("pong", "discard 8m"), 3: ("win",)},
        lambda r: bool(r.wins) and logged("none")(r) and not r.position()["passed"],
        "3p",
        "",
        {"pass_fine": "own_fan"},
    ),
    Deal(
        "no fine after the own draw",
        "R-PASS-1",
        {1: PAIRS, 3: TRIPLETS},
        {1: ("pass",), 3: ("win",)},
        lambda r: bool(r.wins) and logged("none")(r) and not r.position()["passed"],
        "5s1p7s",
        "",
        {"pass_fine": "own_fan"},
    ),
]

SEVERAL = [
    Deal(
        "two winners",
        "R-PLAY-4",
        {1: TRIPLETS, 2: "22446688m5566p7s"},
        {1: ("win",), 2: ("win",)},
        won_by("discard", 2),
        "7s",
    ),
    Deal(
        "three winners",
        "R-PLAY-4",
        {1: TRIPLETS, 2: "22446688m5566p7s", 3: FLUSH},
        {1: ("win",), 2: ("win",), 3: ("win",)},
        won_by("discard", 3),
        "7s",
    ),
    Deal(
        "a win voids a pong",
        "R-PLAY-4",
        {1: "77s", 2: "22446688m5566p7s"},
        {1: ("pong",), 2: ("win",)},
        both(won_by("discard"), lambda r: all(not seat["melds"] for seat in r.seats)),
        "7s",
    ),
]


DEALS = [*ROBBERIES, *AFTER_KONGS, *OPENINGS, *DECLARED, *LOCKS, *FINES, *SEVERAL]
