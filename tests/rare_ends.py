"""Rare events of play, each as a deal: late kongs, chickens, the end of the wall, dead hands."""

from __future__ import annotations

from rare_deals import HARD, NONE, OTHERS, PAIRS, PLAIN, STRAIGHT, TRIPLETS
from scenes import Deal, both, logged, melded, won_by
from slow_hands import waits_of

TURN_LATER = (
    "discard 1m",
    "pong",
    "discard 7m",
    "discard 6s",
    "added_kong 9s",
    "discard 1m",
    "win",
)
LATE = [
    Deal(
        "concealed kong a turn after its tile",
        "R-KONG-6",
        {0: "1m234567p556s999s"},
        {0: ("discard 1m", "concealed_kong 9s", "discard 1p", "win")},
        both(won_by("discard"), melded("concealed_kong", late=True)),
        "9s2m3m4m1p5s",
        "6s",
        NONE | {"passport_kinds": ["concealed"]},
    ),
    Deal(
        "added kong a turn after its tile",
        "R-KONG-6",
        {0: "17m234567p55699s"},
        {0: TURN_LATER},
        both(won_by("self_draw", kong_bloom=None), melded("added_kong", late=True)),
        "6s9s1p2m3m9s4m4m4m1m1s2s3s5s",
        "6s",
    ),
    Deal(
        "added kong on a pong called with three in hand",
        "R-KONG-6",
        {0: "7m999s", 2: PAIRS},
        {0: ("pong", "discard 7m", "added_kong 9s"), 2: ("win",)},
        both(won_by("self_draw"), melded("added_kong", late=True)),
        "1m9s2m3m4m1p6m5s",
        "8m",
    ),
    Deal(
        "added kong on the turn of its tile",
        "R-KONG-6",
        {0: "99s", 2: PAIRS},
        {0: ("pong", "added_kong 9s"), 2: ("win",)},
        both(won_by("self_draw"), melded("added_kong", late=False)),
        "1m9s2m3m4m9s6m5s",
        "8m",
    ),
    Deal(
        "dealt quad at once",
        "R-KONG-8",
        {0: "9999s", 2: PAIRS},
        {0: ("concealed_kong 9s",), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=False)),
        "1m6m5s",
        "8m",
        {"dealt_quad_is_late": False},
    ),
    Deal(
        "dealt quad that is always late",
        "R-KONG-8",
        {1: "9999s", 2: PAIRS},
        {1: ("concealed_kong 9s",), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=True)),
        "1m6m5s",
        "8m",
        {"dealt_quad_is_late": True},
    ),
    Deal(
        "dealt quad a turn later",
        "R-KONG-8",
        {0: "9999s", 2: PAIRS},
        {0: ("discard 1m", "concealed_kong 9s"), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=True)),
        "1m6m1p2m6m7m5s",
        "8m",
        {"dealt_quad_is_late": False},
    ),
    Deal(
        "dealt quad after a pong without a draw",
        "R-KONG-8",
        {1: "799m9999s", 2: PAIRS},
        {1: ("pong", "discard 7m", "concealed_kong 9s"), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=False)),
        "9m1p2p3p4p5s",
        "8m",
        {"dealt_quad_is_late": False},
    ),
    Deal(
        "dealt quad in the turn of an exposed kong",
        "R-KONG-8",
        {1: "999m9999s", 2: PAIRS},
        {1: ("exposed_kong", "concealed_kong 9s"), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=False)),
        "9m5s",
        "8m1p",
        {"dealt_quad_is_late": False},
    ),
    Deal(
        "the dealer's fourteenth makes a quad that was not dealt",
        "R-KONG-8",
        {0: "999s", 2: PAIRS},
        {0: ("concealed_kong 9s",), 2: ("win",)},
        both(won_by("self_draw"), melded("concealed_kong", late=False)),
        "9s6m5s",
        "8m",
        {"dealt_quad_is_late": True},
    ),
]


def claimed(tile, how):
    """A charge tile thrown by the dealer and claimed by seat 2, before seat 3 wins."""
    held = {"pong": tile[0] * 2 + tile[1], "exposed_kong": tile[0] * 3 + tile[1]}
    script = {2: (how,), 3: ("win",)}
    hands = {2: held.get(how, ""), 3: "22446688m3355p9s"}
    shows = both(
        won_by("self_draw"),
        lambda r: {(e["tile"], len(e["claimed_by"])) for e in r.first_chicken} >= {(tile, 1)},
    )
    return Deal(
        f"charge {tile}, {how}", "R-PLAY-4", hands, script, shows, f"{tile}9s", "5m",
        {"wugu": 2}, turn_suits=False,
    )  # fmt: skip


def charge_won(tile, winners):
    other = "p" if tile == "1s" else "s"
    hands = {1: f"22446688m3355{other}{tile}", 2: f"111999m77755{other}{tile * 2}"}
    script = dict.fromkeys(winners, ("win",))
    shows = both(
        won_by("discard", len(winners)),
        lambda r: len(r.first_chicken[0]["claimed_by"]) == len(winners),
    )
    return Deal(
        f"charge {tile}, won on by {len(winners)}", "R-PLAY-4",
        {seat: hands[seat] for seat in winners}, script, shows, tile,
        rules={"wugu": 2, "responsibility_on_win": True}, turn_suits=False,
    )  # fmt: skip


CHICKENS = [
    *(claimed(tile, how) for tile in ("1s", "8p") for how in ("pong", "exposed_kong")),
    *(charge_won(tile, winners) for tile in ("1s", "8p") for winners in ((1,), (1, 2))),
    *(
        Deal(
            f"gold {chicken}",
            "R-PLAY-7",
            {0: STRAIGHT},
            {0: ("win",)},
            lambda r, flip=flip: r.flip == flip,
            f"4p{flip}",
            rules={"wugu": 2},
            turn_suits=False,
        )
        for chicken, flip in (("1s", "9s"), ("8p", "7p"))
    ),
    Deal(
        "the flip comes from the head after kongs",
        "R-BREAK-4",
        {0: "9999s", 1: PAIRS},
        {0: ("concealed_kong 9s",), 1: ("win",)},
        both(won_by("discard", hot_shot=True), lambda r: r.flip == r.wall[0] != r.wall[-1]),
        "1m7s",
        "5s",
    ),
]


def last(name, players, left, how, winner):
    """A win with so many tiles left in the wall; all other copies of the tile stay in hands."""
    thrower = (winner + 1) % players if how == "discard" else winner
    other = 1 if players == 2 else 2
    hands = {winner: PAIRS, (winner + other) % players: "55s"}
    shows = both(
        won_by(how),
        lambda r: r.left == left and (r.flip is None) == (left == 0) and r.n == players,
    )
    # the draws before the last ones go round from the dealer on
    first = (108 - 13 * players - left - 1) % players
    turn = (thrower - first) % players
    hands = {(seat - turn) % players: text for seat, text in hands.items()}
    name, script = f"{name}, {how}, {players} players", {(winner - turn) % players: ("win",)}
    return Deal(name, "R-PLAY-6", hands, script, shows, "5s", players=players, left=left)


LAST = [
    *(
        last("win with one tile left", players, 1, how, 0)
        for players in (2, 3, 4)
        for how in ("discard", "self_draw")
    ),
    *(
        last("win on the last tile", players, 0, how, 0)
        for players in (2, 3, 4)
        for how in ("discard", "self_draw")
    ),
]


def exhausted(ready):
    hands = dict(zip((0, 2, 1, 3), (STRAIGHT, *OTHERS)[:ready], strict=False))
    return Deal(
        f"exhausted, {ready} ting",
        "R-PLAY-6",
        hands,
        {},
        lambda r: (
            r.end == {"kind": "exhausted"} and sum(bool(waits_of(s)) for s in r.seats) == ready
        ),
    )


EXHAUSTED = [
    *(exhausted(ready) for ready in range(5)),
    Deal(
        "exhausted with a quad in every hand",  # no kong is left to the one who draws last
        "R-PLAY-6",
        {0: "1111m", 1: "9999p", 2: "5555s", 3: "7777s"},
        {},
        lambda r: r.end == {"kind": "exhausted"} and not any(s["melds"] for s in r.seats),
    ),
]
PAY = {"dead_hand": "pay"}


def dies(name, hands, script, marks, head, tail="", rules=None, more=()):
    """A mark that ends the hand."""
    shows = both(lambda r: (r.end or {}).get("kind") == "dead_hand", *more)
    return Deal(
        f"dead, {name}", "R-PLAY-8", hands, script, shows, head, tail, PAY | (rules or {}),
        marks=marks,
    )  # fmt: skip


# The events of a log: start_kyoku, the dealer's tsumo, his dahai, the next tsumo ...
DEAD = [
    dies("before anything", {}, {}, ((0, 2, None),), "1m"),
    dies("two others ting", {1: PAIRS, 3: TRIPLETS}, {}, ((4, 2, None),), "1m2m"),
    dies("himself in his turn", {1: PAIRS, 3: TRIPLETS}, {}, ((4, 1, None),), "1m2m"),
    dies(
        "after a replacement tile",
        {0: "9999s", 1: PAIRS},
        {0: ("concealed_kong 9s",)},
        ((4, 2, True),),
        "1m",
        "2m",
        more=(melded("concealed_kong"),),
    ),
    dies(
        "with an open discard",
        {1: PAIRS, 3: TRIPLETS},
        {},
        ((3, 2, None),),
        "5s",
        more=(lambda r: any(seat["river"] for seat in r.seats),),
    ),
    dies(
        "with an open added kong",
        {0: "7m55p", 1: PLAIN, 3: "99m67p123345567s"},
        {0: ("pong", "discard 7m", "added_kong 5p")},
        ((17, 2, None),),
        "1m2p5p3p3m4p5p",
        rules={"passport_waivers": ["robbed_kong"]},
        more=(melded("added_kong", late=False),),
    ),
    dies(
        "the ponger before his discard",
        {2: "99s", 1: PAIRS},
        {2: ("pong",)},
        ((4, 2, None),),
        "9s",
        more=(melded("pong"),),
    ),
    dies(
        "a declared hand",
        {1: PLAIN, 3: TRIPLETS},
        {1: ("declare",)},
        ((5, 1, True),),
        "1p7p9p",
        rules=HARD,
        more=(lambda r: not any(seat["declared"] for seat in r.seats),),
    ),
    dies(
        "two of them",
        {1: PAIRS},
        {},
        ((4, 2, False), (5, 3, True)),
        "1m2m",
        more=(lambda r: sum(seat["dead"] for seat in r.seats) == 2,),
    ),
    Deal(
        "dead, never wins",
        "R-PLAY-8",
        {2: PAIRS, 3: TRIPLETS},
        {2: ("win",), 3: ("win",)},
        both(won_by("discard"), logged("dead"), lambda r: not r.seats[r.wins[0]["seat"]]["dead"]),
        "5s7s",
        rules={"dead_hand": "play_on"},
        marks=((2, 2, None),),
    ),
    Deal(
        "dead while his win is asked for",
        "R-PLAY-8",
        {2: PAIRS, 3: TRIPLETS},
        {3: ("win",)},
        both(won_by("discard"), lambda r: not any(e["type"] == "none" for e in r.events)),
        "5s7s",
        rules=PAY,
        marks=((3, 2, False),),
    ),
    Deal(
        "dead, the declaration is void",
        "R-PLAY-8",
        {1: "111222m345p5678s", 3: "33446688m9977p5s"},
        {1: ("declare", "exposed_kong"), 3: ("win",)},
        both(won_by("discard", hot_shot=True), logged("daiminkan")),
        "9p9p8p8p2m",
        "5s",
        HARD,
        marks=((5, 1, False),),
    ),
    Deal(
        "dead declarer, no waiver for what he throws",
        "R-PLAY-8",
        {1: "679p9p123456789s", 2: PLAIN, 3: TRIPLETS},
        {1: ("declare",), 2: ("win",), 3: ("win",)},
        both(won_by("discard"), lambda r: r.tile != "5p", lambda r: r.left == 108 - 52 - 3),
        "2p5p7s",
        "",
        HARD | {"passport_waivers": ["declared_discarder"]},
        marks=((3, 1, False),),
    ),
    Deal(
        "dead, earlier passes are forgotten",
        "R-PLAY-8",
        {2: PAIRS, 3: TRIPLETS},
        {2: ("pass",), 3: ("win",)},
        both(won_by("discard"), logged("none"), lambda r: not r.position()["passed"]),
        "5s7s",
        rules={"pass_fine": "own_fan", "dead_hand": "play_on"},
        marks=((5, 2, None),),
    ),
]

ENDS = [*LATE, *CHICKENS, *LAST, *EXHAUSTED, *DEAD]
