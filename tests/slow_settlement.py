"""A second settlement, slow and plain, that shares no code with the library.

Each rule is written where the rules text has it; `slow_position` reads and checks the document.
"""

from __future__ import annotations

from collections import Counter

from slow_hands import (
    COMMON,
    KONGS,
    highest_wait,
    meld_pairs,
    next_rank,
    pattern_of,
    tiles_of,
    wait_fan,
    waits_of,
)
from slow_position import slow_check

BURNT_ITEMS = ("kong", "chicken", "charge", "responsibility", "bao")


# ---------------------------------------------------------------- value of a win


def steps_of(rules, seats, dealer, streak, win, payer):
    """(pattern, steps) of one win for one payer, by section 4 from top to bottom."""
    winner = seats[win["seat"]]
    self_draw = win["by"] == "self_draw"
    pattern = pattern_of([*winner["hand"], win["tile"]], meld_pairs(winner), win["tile"], rules)
    value = rules["fan"][pattern]
    steps = [(pattern, value)]

    def step(name, new):
        nonlocal value
        if new != value:
            steps.append((name, new - value))
        value = new

    def worth(seat):
        return rules["declare_hard" if seat["declared"] == "hard" else "declare_soft"]

    # 2: the winner has declared
    raised = False
    if winner["declared"]:
        declared = worth(winner)
        if rules["declared_mode"] == "set":
            new = max(value, declared)
        elif rules["declared_mode"] == "absorb" and pattern == "ping":
            new = declared
        else:
            new = value + declared
        raised = new > value
        step("declared", new)
    # 3: self-draw
    plain = rules["self_draw"] == "plain" and pattern == "ping" and not raised
    if self_draw and (rules["self_draw"] == "all" or plain):
        step("self_draw", value + 1)
    # 4: kong bloom
    if win.get("kong_bloom"):
        step("kong_bloom", value + rules["kong_bloom"])
        if rules["kong_bloom_keeps_base"] and pattern != "ping":
            step("keeps_base", value + 1)
    # 5: opening hands; a worth of 0 means that the rule does not exist
    opening = None
    if win.get("heavenly") and rules["heavenly"]:
        opening = "heavenly"
    elif win.get(rules["earthly_when"]) and rules["earthly"]:
        opening = "earthly"
    elif win.get("first_draw") and not winner["declared"] and rules["first_draw_win"]:
        opening = "first_draw_win"
    if opening and rules["opening_mode"] == "add":
        step(opening, value + rules[opening])
    elif opening:
        step(opening, max(value, rules[opening]))
    # 6: robbed kong
    if win["by"] == "robbed_kong":
        if rules["robbed_kong"] == "flush":
            step("robbed_kong", max(value, rules["fan"]["flush"]))
        elif rules["robbed_kong"] == "kong_fee":
            step("robbed_kong", value + (len(seats) - 1) * rules["kong_added"])
    # 7: hot shot
    if win.get("hot_shot"):
        step("hot_shot", value + rules["hot_shot"])
    # 8: the payer has declared
    if seats[payer]["declared"] and (not self_draw or rules["declared_loss_on_self_draw"]):
        if rules["declared_loss"] == "set":
            step("declared_loss", max(value, worth(seats[payer])))
        elif rules["declared_loss"] == "add":
            step("declared_loss", value + worth(seats[payer]))
    # 9: dealer
    if win["seat"] == dealer or (payer == dealer and rules["dealer_bonus_both"]):
        step("dealer", value + rules["dealer_bonus"])
        if rules["streak_counts"]:
            step("streak", value + streak)
    return pattern, steps


# ---------------------------------------------------------------- settlement


def _chicken_payments(pos, ting, chicken):
    """All of section 6 as (payer, payee, units, item, tile, why)."""
    rules, seats = pos["rules"], pos["seats"]
    everyone = range(len(seats))
    for tile, name in COMMON:
        if not rules[name]:
            continue
        times = rules["gold"] if chicken == tile else 1
        unit = rules[name] * times
        charge = rules["charge_" + name] * times
        premium = rules["responsibility_" + name]
        if rules["responsibility_gold"]:
            premium *= times
        entry = next((e for e in pos["first_chicken"] if e["tile"] == tile), None)
        claimers = entry["claimed_by"] if entry else []
        charger = entry["seat"] if entry and not claimers and charge else None
        for owner in everyone:
            if not ting[owner]:
                continue
            count = _held(pos, owner, tile) + _melded(seats[owner], tile)
            if rules["common_scope"] == "all":
                count += seats[owner]["river"].count(tile) - (owner == charger)
            for payer in everyone:
                why = "gold" if chicken == tile else name
                yield payer, owner, unit * count, "chicken", tile, why
                if owner == charger:
                    yield payer, owner, charge, "charge", tile, "charge_" + name
        exempt = None
        for claimer in claimers:
            thrower = entry["seat"]
            meld = next(
                (
                    m
                    for m in seats[claimer]["melds"]
                    if m["tile"] == tile and m.get("from") == thrower
                ),
                None,
            )
            if meld and meld["kind"] == "exposed_kong" and rules["kong_claim_exempt"]:
                exempt = claimer
            if meld is None and not rules["responsibility_on_win"]:
                continue
            why = "responsibility_" + name
            mode = rules["responsibility_unready"]
            both = premium + charge if mode == "pair" and premium else premium
            if ting[claimer] and ting[thrower]:
                yield thrower, claimer, premium, "responsibility", tile, why
            elif ting[claimer]:
                yield thrower, claimer, both, "responsibility", tile, why
            elif ting[thrower] and mode != "none" and claimer != exempt:
                yield claimer, thrower, both, "responsibility", tile, why
        for payer in everyone:
            if ting[payer] or rules["bao"] == "none":
                continue
            owed = unit * seats[payer]["river"].count(tile)
            if payer == charger:
                owed += charge - unit
            if rules["bao"] == "discards_melds" and payer != exempt:
                owed += unit * _melded(seats[payer], tile)
            for payee in everyone:
                if ting[payee]:
                    yield payer, payee, owed, "bao", tile, rules["bao"]
    common = [tile for tile, name in COMMON if rules[name]]
    if chicken and chicken not in common:
        for owner in everyone:
            if not ting[owner]:
                continue
            count = _held(pos, owner, chicken) + _melded(seats[owner], chicken)
            if rules["flip_scope"] == "all":
                count += seats[owner]["river"].count(chicken)
            for payer in everyone:
                yield payer, owner, rules["flip"] * count, "chicken", chicken, "flip"


def _held(pos, seat, tile):
    won = [win["tile"] for win in pos["end"].get("wins", []) if win["seat"] == seat]
    return pos["seats"][seat]["hand"].count(tile) + won.count(tile)


def _melded(seat, tile):
    return sum(3 if m["kind"] == "pong" else 4 for m in seat["melds"] if m["tile"] == tile)


def _scoring_kongs(seat):
    return [m for m in seat["melds"] if m["kind"] in KONGS and not m["late"]]


def slow_settle(document):
    """Totals, ting, waits, wins and lines of a position document."""
    pos = slow_check(document)
    rules, seats, end = pos["rules"], pos["seats"], pos["end"]
    everyone = range(len(seats))
    winners = [win["seat"] for win in end.get("wins", [])]
    waits = [waits_of(seat) for seat in seats]
    ting = [seat in winners or bool(waits[seat]) for seat in everyone]
    ledger = Counter()
    burnt, void = _burning(pos)

    def pay(payer, payee, units, item, tile, why):
        if payer != payee and not (payee in burnt and item in BURNT_ITEMS):
            ledger[payer, payee, item, tile, why] += units * pos["base"]

    wins = []
    if end["kind"] == "win":
        for win in end["wins"]:
            values = {}
            payers = [s for s in everyone if s != win["seat"]]
            if win["by"] != "self_draw":
                payers = [win["from"]]
            for payer in payers:
                pattern, steps = steps_of(rules, seats, pos["dealer"], pos["streak"], win, payer)
                value = sum(amount for _, amount in steps)
                values[payer] = (value, steps)
                pay(payer, win["seat"], value, "win", win["tile"], tuple(steps))
            wins.append({"seat": win["seat"], "pattern": pattern, "values": values})
        for owner in everyone:
            for meld in _scoring_kongs(seats[owner]) if ting[owner] else []:
                if (owner, meld["tile"]) == void:
                    continue
                payers = [meld["from"]] if meld["kind"] == "exposed_kong" else everyone
                for payer in payers:
                    units = rules["kong_" + meld["kind"].removesuffix("_kong")]
                    pay(payer, owner, units, "kong", meld["tile"], meld["kind"])
        chicken = next_rank(pos["flip"]) if pos["flip"] else None
        for payment in _chicken_payments(pos, ting, chicken):
            pay(*payment)
        if rules["pass_fine"] == "own_fan":
            for entry in pos["passed"]:
                fan, name = wait_fan(seats[entry["seat"]], entry["tile"], rules)
                for payee in everyone:
                    pay(entry["seat"], payee, fan, "pass_fine", entry["tile"], name)
    elif end["kind"] == "exhausted":
        _exhausted(pos, ting, pay)
    else:
        _dead_hand(pos, ting, pay)
    lines = [
        dict(
            zip(
                ("payer", "payee", "amount", "item", "tile", "why"),
                (key[0], key[1], amount, *key[2:]),
                strict=True,
            )
        )
        for key, amount in ledger.items()
        if amount
    ]
    totals = [0] * len(seats)
    for line in lines:
        totals[line["payer"]] -= line["amount"]
        totals[line["payee"]] += line["amount"]
    return {"totals": totals, "ting": ting, "waits": waits, "wins": wins, "lines": lines}


def _burning(pos):
    """Seats whose kong and chicken income is burnt, and the kong nobody pays for."""
    rules, burnt, void = pos["rules"], set(), None
    for win in pos["end"].get("wins", []):
        if win.get("hot_shot") and rules["hot_shot_burns"] == "all":
            burnt.add(win["from"])
        if win.get("hot_shot") and rules["hot_shot_burns"] == "kong":
            void = (win["from"], win["kong"])
        if win["by"] == "robbed_kong" and rules["robbed_kong_burns"] == "all":
            burnt.add(win["from"])
    return burnt, void


def _exhausted(pos, ting, pay):
    rules, seats = pos["rules"], pos["seats"]
    if rules["exhausted"] == "hand":
        for payee, seat in enumerate(seats):
            for payer in range(len(seats)):
                if ting[payee] and not ting[payer]:
                    pay(payer, payee, highest_wait(seat, rules), "exhausted", None, "highest_wait")
    elif rules["exhausted"] == "chickens":
        for payer, payee, *rest in _chicken_payments(pos, ting, None):
            if ting[payee] and not ting[payer]:
                pay(payer, payee, *rest)


def _dead_hand(pos, ting, pay):
    rules, seats, dead = pos["rules"], pos["seats"], pos["end"]["seat"]
    if not any(ting):
        for payee in range(len(seats)):
            pay(dead, payee, rules["dead_hand_pay"], "dead_hand", None, "nobody_ting")
        return
    for payee, seat in enumerate(seats):
        if ting[payee]:
            pay(dead, payee, highest_wait(seat, rules), "dead_hand", None, "highest_wait")
            for meld in _scoring_kongs(seat) if rules["dead_hand_pays_all"] else []:
                units = rules["kong_" + meld["kind"].removesuffix("_kong")]
                pay(dead, payee, units, "kong", meld["tile"], meld["kind"])
    if rules["dead_hand_pays_all"]:
        for payer, payee, units, item, *rest in _chicken_payments(pos, ting, None):
            if payer == dead and ting[payee] and item != "bao":
                pay(payer, payee, units, item, *rest)


def slow_value(rules, hand, tile, melds=(), **situation):
    """(pattern, {payer: steps}) of a win by seat 0, for hand-made cases.

    ``melds`` are (kind, tile) pairs; ``situation`` has the keywords of ``zj.value``.
    """
    players = situation.pop("players", 4)
    by = situation.pop("by", "self_draw")
    dealer = {"winner": 0, "payer": 1, None: players}[situation.pop("dealer", None)]
    streak = situation.pop("streak", 0)
    seats = [{"hand": [], "melds": [], "declared": None, "dead": False} for _ in range(players)]
    seats[0]["hand"] = tiles_of(hand)
    seats[0]["melds"] = [{"kind": kind, "tile": what, "late": False} for kind, what in melds]
    seats[0]["declared"] = situation.pop("declared", None)
    seats[1]["declared"] = situation.pop("payer_declared", None)
    win = {"seat": 0, "tile": tile, "by": by, "from": 1, **situation}
    payers = range(1, players) if by == "self_draw" else [1]
    steps = {p: steps_of(rules, seats, dealer, streak, win, p)[1] for p in payers}
    return steps_of(rules, seats, dealer, streak, win, 1)[0], steps


# ---------------------------------------------------------------- dealer and wall


def slow_next_dealer(document):
    """(dealer, streak) of the next hand, section 10."""
    pos = slow_check(document)
    rules, seats, end, dealer = pos["rules"], pos["seats"], pos["end"], pos["dealer"]
    n = len(seats)
    if end["kind"] == "win":
        winners = [win["seat"] for win in end["wins"]]
        discarder = end["wins"][0].get("from")
        if len(winners) == 1:
            new = winners[0]
        elif len(winners) >= 3 or rules["double_win_dealer"] == "discarder":
            new = discarder
        elif rules["double_win_dealer"] == "from_dealer":
            new = min(winners, key=lambda seat: (seat - dealer) % n)
        else:
            new = min(winners, key=lambda seat: (seat - discarder) % n)
    else:
        new = dealer
        if rules["exhausted_dealer"] == "ting":
            order = [(dealer + step) % n for step in range(n)]
            ready = [seat for seat in order if waits_of(seats[seat])]
            new = ready[0] if ready else dealer
    if new != dealer:
        return new, 0
    counts = end["kind"] == "win" or rules["streak_counts_exhausted"]
    return new, pos["streak"] + counts


def slow_wall_break(dice, dealer):
    """(side, seat, skip, stack) of section 11."""
    side = (sum(dice) - 1) % 4
    skip = min(dice)
    clockwise = [(0, 14), (3, 13), (2, 14), (1, 13)]
    stack = 0
    for number, stacks in clockwise:
        if number == side:
            break
        stack += stacks
    return side, (dealer + side) % 4, skip, stack + skip
