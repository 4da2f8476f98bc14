"""Position documents for the slow settlement: reading them, with every check of a document.

Only documents in the form that the library writes are read. Shares no code with the library.
"""

from __future__ import annotations

from collections import Counter

from slow_hands import (
    COMMON,
    KONGS,
    TILES,
    SlowError,
    meld_pairs,
    merge_rules,
    pattern_of,
    permission,
    tiles_of,
    waits_of,
    whole,
)

CALLED = ("pong", "exposed_kong", "added_kong")


def _object(value, place, required, optional=()):
    if not isinstance(value, dict):
        raise SlowError(place, "an object is expected")
    dot = f"{place}." if place else ""
    for field in value:
        if field not in required and field not in optional:
            raise SlowError(dot + str(field), "no such field")
    for field in required:
        if field not in value:
            raise SlowError(dot + field, "missing")
    return value


def _list(value, place):
    if not isinstance(value, list):
        raise SlowError(place, "a list is expected")
    return value


def _number(value, place, least, most):
    if not whole(value, least, most):
        raise SlowError(place, f"a whole number from {least} to {most} is expected")
    return value


def _tile(value, place):
    if value not in TILES:
        raise SlowError(place, f"{value!r} is no tile")
    return value


def _text(value, place):
    if not isinstance(value, str):
        raise SlowError(place, "tile text is expected")
    try:
        return tiles_of(value)
    except ValueError as error:
        raise SlowError(place, str(error)) from None


def _flag(value, place):
    if not isinstance(value, bool):
        raise SlowError(place, "true or false is expected")
    return value


def _word(value, place, words):
    if value not in words:
        raise SlowError(place, f"{value!r} is not one of {words}")
    return value


def _read_meld(value, place, seat, players):
    _object(value, place, ("kind", "tile"), ("from", "late"))
    kind = _word(value["kind"], f"{place}.kind", ("pong", *KONGS))
    meld = {"kind": kind, "tile": _tile(value["tile"], f"{place}.tile"), "late": False}
    if kind in CALLED:
        meld["from"] = _number(value.get("from"), f"{place}.from", 0, players - 1)
        if meld["from"] == seat:
            raise SlowError(f"{place}.from", "called from himself")
    elif "from" in value:
        raise SlowError(f"{place}.from", "a concealed kong is from nobody")
    if "late" in value:
        meld["late"] = _flag(value["late"], f"{place}.late")
        if meld["late"] and kind not in ("concealed_kong", "added_kong"):
            raise SlowError(f"{place}.late", f"a {kind} is never late")
    return meld


def _read_seat(value, place, number, players):
    _object(value, place, ("hand",), ("melds", "river", "declared", "dead"))
    melds = [
        _read_meld(meld, f"{place}.melds[{i}]", number, players)
        for i, meld in enumerate(_list(value.get("melds", []), f"{place}.melds"))
    ]
    seat = {
        "hand": _text(value["hand"], f"{place}.hand"),
        "melds": melds,
        "river": _text(value.get("river", ""), f"{place}.river"),
        "declared": _word(value.get("declared"), f"{place}.declared", (None, "hard", "soft")),
        "dead": _flag(value.get("dead", False), f"{place}.dead"),
    }
    if len(melds) > 4:
        raise SlowError(f"{place}.melds", "more than four melds")
    if not seat["dead"] and len(seat["hand"]) != 13 - 3 * len(melds):
        raise SlowError(f"{place}.hand", f"{len(seat['hand'])} tiles with {len(melds)} melds")
    return seat


MARKS = {
    "self_draw": ("kong_bloom", "first_draw", "heavenly"),
    "discard": ("hot_shot", "first_discard"),
    "robbed_kong": (),
}


def _read_win(value, place, players):
    _object(value, place, ("seat", "tile", "by"), ("from", "kong", *sum(MARKS.values(), ())))
    by = _word(value["by"], f"{place}.by", tuple(MARKS))
    win = {
        "seat": _number(value["seat"], f"{place}.seat", 0, players - 1),
        "tile": _tile(value["tile"], f"{place}.tile"),
        "by": by,
    }
    for mark in sum(MARKS.values(), ()):
        if mark in value:
            win[mark] = _flag(value[mark], f"{place}.{mark}")
            if win[mark] and mark not in MARKS[by]:
                raise SlowError(f"{place}.{mark}", f"not with {by}")
    if by == "self_draw":
        if "from" in value:
            raise SlowError(f"{place}.from", "a self-draw is from nobody")
    else:
        win["from"] = _number(value.get("from"), f"{place}.from", 0, players - 1)
        if win["from"] == win["seat"]:
            raise SlowError(f"{place}.from", "won from himself")
    if win.get("hot_shot"):
        win["kong"] = _tile(value.get("kong"), f"{place}.kong")
    elif "kong" in value:
        raise SlowError(f"{place}.kong", "only with hot_shot")
    return win


def _read_end(value, players, rules):
    _object(value, "end", ("kind",), ("wins", "seat"))
    kind = _word(value["kind"], "end.kind", ("win", "exhausted", "dead_hand"))
    fields = {"win": ("kind", "wins"), "exhausted": ("kind",), "dead_hand": ("kind", "seat")}
    _object(value, "end", fields[kind])
    if kind == "dead_hand":
        if rules["dead_hand"] != "pay":
            raise SlowError("end.kind", "dead_hand ends a hand only where it pays")
        return {"kind": kind, "seat": _number(value["seat"], "end.seat", 0, players - 1)}
    if kind == "exhausted":
        return {"kind": kind}
    wins = [
        _read_win(win, f"end.wins[{i}]", players)
        for i, win in enumerate(_list(value["wins"], "end.wins"))
    ]
    if not wins:
        raise SlowError("end.wins", "nobody")
    for i, win in enumerate(wins[1:], 1):
        place = f"end.wins[{i}]"
        if win["seat"] in [other["seat"] for other in wins[:i]]:
            raise SlowError(f"{place}.seat", "wins twice")
        for field in ("by", "tile", "from"):
            if win.get(field) != wins[0].get(field):
                raise SlowError(f"{place}.{field}", "differs from the first win")
        if win["by"] == "self_draw":
            raise SlowError("end.wins", "two self-draws")
    return {"kind": kind, "wins": wins}


def slow_check(document):
    """The document read into lists and dicts with nothing left out; raises `SlowError`."""
    _object(
        document,
        "",
        ("rules", "dealer", "seats", "end"),
        ("base", "streak", "flip", "first_chicken", "passed"),
    )
    rules = merge_rules(document["rules"])
    players = len(_list(document["seats"], "seats"))
    if players not in rules["players"]:
        raise SlowError("seats", f"{players} seats, the rules allow {rules['players']}")
    flip = document.get("flip")
    pos = {
        "rules": rules,
        "base": _number(document.get("base", 1), "base", 1, 1_000_000),
        "streak": _number(document.get("streak", 0), "streak", 0, 1000),
        "dealer": _number(document["dealer"], "dealer", 0, players - 1),
        "seats": [
            _read_seat(seat, f"seats[{i}]", i, players) for i, seat in enumerate(document["seats"])
        ],
        "end": _read_end(document["end"], players, rules),
        "flip": None if flip is None else _tile(flip, "flip"),
    }
    if pos["flip"] and pos["end"]["kind"] != "win":
        raise SlowError("flip", "nothing is turned unless somebody has won")
    _check_counts(pos)
    for i, seat in enumerate(pos["seats"]):
        _check_declared(pos, i, seat)
    if pos["end"]["kind"] == "dead_hand" and not pos["seats"][pos["end"]["seat"]]["dead"]:
        raise SlowError("end.seat", "is not dead")
    for i, win in enumerate(pos["end"].get("wins", [])):
        _check_marks(pos, win, f"end.wins[{i}]")
        _check_win(pos, win, f"end.wins[{i}]")
    pos["first_chicken"] = _read_first_chicken(pos, document.get("first_chicken", []))
    pos["passed"] = _read_passed(pos, document.get("passed", []))
    return pos


def _check_counts(pos):
    seen = Counter(win["tile"] for win in pos["end"].get("wins", [])[:1])
    seen.update([pos["flip"]] if pos["flip"] else [])
    for seat in pos["seats"]:
        seen.update(seat["hand"] + seat["river"])
        for meld in seat["melds"]:
            seen[meld["tile"]] += 3 if meld["kind"] == "pong" else 4
    for tile, count in seen.items():
        if count > 4:
            raise SlowError("seats", f"{count} of {tile}")


def _check_declared(pos, i, seat):
    declare, place = pos["rules"]["declare"], f"seats[{i}].declared"
    if seat["declared"] is None:
        return
    if declare == "off":
        raise SlowError(place, "these rules know no declaring")
    if seat["declared"] == "soft" and declare != "hard_soft":
        raise SlowError(place, "soft only under hard_soft")
    if seat["declared"] == "soft" and i == pos["dealer"]:
        raise SlowError(place, "the dealer never declares soft")
    if seat["dead"]:
        raise SlowError(place, "a dead hand has not declared")
    if seat["melds"]:
        raise SlowError(place, "a declared hand has no melds")
    if not waits_of(seat):
        raise SlowError(place, "not ting")


def _check_marks(pos, win, place):
    seats, dealer = pos["seats"], pos["dealer"]
    rivers = [tile for seat in seats for tile in seat["river"]]
    melds = [meld for seat in seats for meld in seat["melds"]]
    winner = seats[win["seat"]]
    if win.get("heavenly") and (win["seat"] != dealer or rivers or melds or winner["declared"]):
        raise SlowError(f"{place}.heavenly", "the dealer before anything has happened")
    if win.get("first_draw") and (win["seat"] == dealer or winner["river"] or melds):
        raise SlowError(f"{place}.first_draw", "a non-dealer before any call")
    if win.get("first_discard"):
        others = [m for i, seat in enumerate(seats) if i != dealer for m in seat["melds"]]
        own = [m for m in seats[dealer]["melds"] if m["kind"] != "concealed_kong"]
        if win["from"] != dealer or rivers or others or own:
            raise SlowError(f"{place}.first_discard", "the dealer's first discard")
    if win.get("kong_bloom"):
        if win.get("heavenly") or win.get("first_draw"):
            raise SlowError(f"{place}.kong_bloom", "not the first draw")
        if not any(meld["kind"] in KONGS for meld in winner["melds"]):
            raise SlowError(f"{place}.kong_bloom", "without a kong")
    if win.get("hot_shot"):
        thrown = [m["tile"] for m in seats[win["from"]]["melds"] if m["kind"] in KONGS]
        if win["kong"] not in thrown:
            raise SlowError(f"{place}.kong", "not a kong of the thrower")


def _check_win(pos, win, place):
    rules, seats = pos["rules"], pos["seats"]
    winner = seats[win["seat"]]
    if winner["dead"]:
        raise SlowError(f"{place}.seat", "a dead hand never wins")
    if pattern_of([*winner["hand"], win["tile"]], meld_pairs(winner), win["tile"], rules) is None:
        raise SlowError(f"{place}.tile", "does not finish the hand")
    if win["by"] == "robbed_kong":
        robbed = seats[win["from"]]["melds"]
        if not any(m["kind"] == "pong" and m["tile"] == win["tile"] for m in robbed):
            raise SlowError(f"{place}.from", "has no pong of the tile")
    if permission(rules, seats, win) is None:
        raise SlowError(place, "a plain hand without a passport wins by self-draw only")


def _read_first_chicken(pos, value):
    seats, entries = pos["seats"], []
    wins = pos["end"].get("wins", [])
    kinds = [tile for tile, name in COMMON if pos["rules"][name]]
    for i, item in enumerate(_list(value, "first_chicken")):
        place = f"first_chicken[{i}]"
        _object(item, place, ("tile", "seat"), ("claimed_by",))
        tile = _tile(item["tile"], f"{place}.tile")
        if tile not in kinds:
            raise SlowError(f"{place}.tile", f"{tile} is no common chicken here")
        if tile in [entry["tile"] for entry in entries]:
            raise SlowError(f"{place}.tile", "twice")
        thrower = _number(item["seat"], f"{place}.seat", 0, len(seats) - 1)
        claimers = _list(item.get("claimed_by", []), f"{place}.claimed_by")
        for j, claimer in enumerate(claimers):
            _number(claimer, f"{place}.claimed_by[{j}]", 0, len(seats) - 1)
            if claimer == thrower or claimer in claimers[:j]:
                raise SlowError(f"{place}.claimed_by[{j}]", "the thrower, or named twice")
        by_meld = len(claimers) == 1 and any(
            m["tile"] == tile and m.get("from") == thrower for m in seats[claimers[0]]["melds"]
        )
        won = [w["seat"] for w in wins if w["by"] == "discard"]
        by_win = (
            won
            and wins[0]["tile"] == tile
            and wins[0]["from"] == thrower
            and sorted(claimers) == sorted(won)
        )
        if not claimers and tile not in seats[thrower]["river"]:
            raise SlowError(place, "the river does not hold it")
        if claimers and not by_meld and not by_win:
            raise SlowError(f"{place}.claimed_by", "neither melded nor won on by them")
        entries.append({"tile": tile, "seat": thrower, "claimed_by": claimers})
    for tile in kinds:
        discarded = any(
            tile in seat["river"] or any("from" in m and m["tile"] == tile for m in seat["melds"])
            for seat in seats
        ) or any(w["by"] == "discard" and w["tile"] == tile for w in wins)
        if discarded and tile not in [entry["tile"] for entry in entries]:
            raise SlowError("first_chicken", f"no entry for {tile}")
    return entries


def _read_passed(pos, value):
    seats, entries = pos["seats"], []
    wins = pos["end"].get("wins", [])
    for i, item in enumerate(_list(value, "passed")):
        place = f"passed[{i}]"
        _object(item, place, ("seat", "tile"))
        passer = _number(item["seat"], f"{place}.seat", 0, len(seats) - 1)
        tile = _tile(item["tile"], f"{place}.tile")
        if not wins or wins[0]["by"] != "discard":
            raise SlowError(place, "only with a win on a discard")
        if passer in [win["seat"] for win in wins]:
            raise SlowError(f"{place}.seat", "has won himself")
        if passer in [entry["seat"] for entry in entries]:
            raise SlowError(f"{place}.seat", "twice")
        if tile not in waits_of(seats[passer]):
            raise SlowError(f"{place}.tile", "not a wait of that seat")
        lies = any(
            (j != passer and tile in seat["river"])
            or any(m["tile"] == tile and m.get("from", passer) != passer for m in seat["melds"])
            for j, seat in enumerate(seats)
        )
        if not lies:
            raise SlowError(f"{place}.tile", "in no other river and in no called meld")
        entries.append({"seat": passer, "tile": tile})
    return entries
