"""Rollouts played one by one at a Table and settled by the slow settlement, summed plainly."""

from __future__ import annotations

from random import Random

import zhuoji_fast as zj
from slow_settlement import slow_settle
from table_play import ready_wall
from zhuoji_fast import Action
from zhuoji_fast.play_stats import ITEMS
from zhuoji_fast.view import View, seen_table

FIELDS = 7 + len(ITEMS)
TURNS = 32
SCORE = 6
KINDS = {"discard": 1, "claim": 2, "rob": 3, "declare": 0}
"""Kinds of questions and the phases of a table in which they are asked."""


def imagined(table, seat, seed, number, belief=False):
    """The table with what the seat does not see dealt anew."""
    dealt = table.clone()
    assert dealt.imagine(seat, seed, number, belief)
    return dealt


def played_out(dealt, seat, action, policies, seed, number):
    """The table played to its end, the seat's first action being this one (None: its policy's)."""
    table = dealt.clone()
    players = [
        zj.policy_player(policy, other, seed, number) if isinstance(policy, str) else policy
        for other, policy in enumerate(policies)
    ]
    first = action is not None
    while not table.done:
        answers = {}
        for other in table.pending:
            if other == seat and first:
                answers[other] = action
            elif isinstance(policies[other], str):
                answers[other] = players[other](table)
            else:
                answers[other] = players[other](table.view(other), table.legal(other))
        first = False
        table.step(answers)
    return table


def outcome(table, seat, since):
    """The 16 values of a hand that is over, for a base of 1, and own discards to the win."""
    told, end = slow_settle(table.position().to_dict()), table.position().to_dict()["end"]
    own = [win for win in end.get("wins", []) if win["seat"] == seat]
    drawn = [win for win in own if win["by"] == "self_draw"]
    lost = [win for win in end.get("wins", []) if win.get("from") == seat]
    items = dict.fromkeys(ITEMS, 0)
    for line in told["lines"]:
        sign = (line["payee"] == seat) - (line["payer"] == seat)
        items[line["item"]] += sign * line["amount"] // table.base
    values = [
        len(own),
        len(drawn),
        len(own) - len(drawn),
        int(bool(lost)),
        int(told["ting"][seat]),
        int(end["kind"] == "exhausted"),
        told["totals"][seat] // table.base,
        *items.values(),
    ]
    throws = [
        event
        for event in table.events(since)
        if event["type"] == "dahai" and event["actor"] == seat
    ]
    return values, min(len(throws), TURNS - 1) if own else None


def slow_rollouts(
    table, seat, actions, policies, seed, numbers, *, deal=True, belief=False, weigh=None
):
    """Rows (weight, values of each action, turn of each action)."""
    rows = []
    for number in numbers:
        dealt = imagined(table, seat, seed, number, belief) if deal else table.clone()
        found = [
            outcome(played_out(dealt, seat, action, policies, seed, number), seat, table.n_events)
            for action in actions
        ]
        weight = 1 if weigh is None else weigh(dealt)
        rows.append((weight, [values for values, _ in found], [turn for _, turn in found]))
    return rows


def slow_sums(rows, place=0):
    """The sums of an estimate."""
    found = [(weight, values[place], turns[place]) for weight, values, turns in rows]
    return {
        "n": len(rows),
        "weight": sum(w for w, _, _ in found),
        "weight_squares": sum(w * w for w, _, _ in found),
        "first": tuple(sum(w * x[k] for w, x, _ in found) for k in range(FIELDS)),
        "cross": tuple(sum(w * w * x[k] for w, x, _ in found) for k in range(FIELDS)),
        "second": tuple(sum(w * w * x[k] ** 2 for w, x, _ in found) for k in range(FIELDS)),
        "turns": tuple(sum(w for w, _, t in found if t == k) for k in range(TURNS)),
    }


def sums_of(estimate):
    return {name: getattr(estimate, name) for name in slow_sums([])}


# ---------------------------------------------------------------- moments of play


def keen(table, seat, rng):
    """An action that makes much happen: calls and declares often, wins seldom."""
    legal = table.legal(seat)
    calls = [action for action in legal if Action.CONCEALED_KONG <= action <= Action.EXPOSED_KONG]
    if calls and rng.random() < 0.7:
        return rng.choice(calls)
    if Action.PASS in legal:
        return Action.PASS if rng.random() < 0.8 else rng.choice(legal)
    if Action.DECLARE in legal and rng.random() < 0.4:
        return Action.DECLARE
    if rng.random() < 0.5:
        return zj.policy_player("shanten", seat, rng.getrandbits(60))(table)
    return rng.choice([action for action in legal if action != Action.WIN] or legal)


def moments(rng: Random, rules, players, *, kinds=tuple(KINDS), tries=3000):
    """Tables in the middle of play with a seat that is asked, of each of the kinds in turn."""
    wanted = list(kinds)
    for _ in range(tries):
        table = zj.Table(rules, players, seed=rng.getrandbits(60), base=rng.choice((1, 7)))
        dealer = rng.randrange(players)
        wall = "".join(ready_wall(rng, players, dealer)) if rng.random() < 0.8 else None
        table.reset(table.seed, dealer, rng.choice((0, 2)), wall=wall)
        start = rng.randrange(60) if wanted[0] in ("discard", "claim") else 0
        last = {"rob": 120, "declare": 1}.get(wanted[0], 300)
        for step in range(last):
            if table.done:
                break
            seat = rng.choice(table.pending)
            if step >= start and table.phase == KINDS[wanted[0]]:
                yield table, seat
                wanted.append(wanted.pop(0))
                break
            table.step({other: keen(table, other, rng) for other in table.pending})


def first_moments(seed, rules, players, number, **options):
    """So many of them."""
    found = []
    for moment in moments(Random(seed), rules, players, **options):
        found.append(moment)
        if len(found) == number:
            return found
    raise AssertionError(f"only {len(found)} moments of {rules} with {players}")


def tells_all(table, seat):
    """Whether a view of this moment tells all that its future depends on."""
    told = seen_table(View.from_dict(table.view(seat)))
    passed = {"type": "none", "actor": seat}
    if told.legal(seat) != table.legal(seat) or any(passed.items() <= e.items() for e in table.log):
        return False
    for event in reversed(table.log):  # no kong in the turn under way
        if event["type"] in ("ankan", "kakan", "daiminkan", "reach"):
            return False
        if event["type"] in ("tsumo", "pon", "start_kyoku") and not event.get("rinshan"):
            return True
    return True
