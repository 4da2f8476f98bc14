"""Laws that no settlement breaks: what turning seats, the base and single options does to it."""

import copy

import pytest

from engines import library, library_next_dealer
from position_strategies import on_sample
from slow_hands import merge_rules, next_rank


def lines_of(document):
    """The ledger as a dict from (payer, payee, item, tile, why) to the amount."""
    return {
        (payer, payee, item, tile, why): amount
        for payer, payee, item, tile, amount, why in library(document)["lines"]
    }


def changed(document, **options):
    """The same position under rules with these options."""
    rules = document["rules"]
    rules = {"preset": rules} if isinstance(rules, str) else rules
    return {**document, "rules": {**rules, **options}}


def kept(lines, *, item=None, why=None, tile=None):
    """The lines without those of an item, a cause or a tile (all that are given have to fit)."""
    return {
        key: amount
        for key, amount in lines.items()
        if not (
            (item is None or key[2] == item)
            and (tile is None or key[3] == tile)
            and (why is None or key[4] == why)
        )
    }


def turned(document, by):
    """The same position with every seat number `by` higher."""
    n = len(document["seats"])
    new = copy.deepcopy(document)
    new["seats"] = [new["seats"][(i - by) % n] for i in range(n)]
    new["dealer"] = (new["dealer"] + by) % n
    holders = [meld for seat in new["seats"] for meld in seat["melds"]]
    holders += [*new["end"].get("wins", []), *new["first_chicken"], *new["passed"], new["end"]]
    for holder in holders:
        for field in ("from", "seat"):
            if field in holder:
                holder[field] = (holder[field] + by) % n
        if "claimed_by" in holder:
            holder["claimed_by"] = [(seat + by) % n for seat in holder["claimed_by"]]
    return new


@on_sample
def test_turning_the_seats_turns_the_answer(document, rng):
    by = rng.randint(1, 3)
    n = len(document["seats"])
    told, again = library(document), library(turned(document, by))
    for field in ("totals", "ting", "waits"):
        assert again[field] == [told[field][(i - by) % n] for i in range(n)]
    lines = lines_of(document)
    moved = {
        ((key[0] + by) % n, (key[1] + by) % n, *key[2:]): amount for key, amount in lines.items()
    }
    assert lines_of(turned(document, by)) == moved
    dealer, streak = library_next_dealer(document)
    assert library_next_dealer(turned(document, by)) == ((dealer + by) % n, streak)


@pytest.mark.rule("R-SUM-2")
@on_sample
def test_the_base_multiplies_everything(document, rng):
    base = rng.randint(1, 1_000_000)
    once = lines_of({**document, "base": 1})
    assert lines_of({**document, "base": base}) == {key: n * base for key, n in once.items()}


@on_sample
def test_the_order_of_writing_does_not_matter(document, rng):
    shuffled = copy.deepcopy(document)
    for seat in shuffled["seats"]:
        rng.shuffle(seat["melds"])
    for entries in (shuffled["first_chicken"], shuffled["passed"]):
        rng.shuffle(entries)
    for entry in shuffled["first_chicken"]:
        rng.shuffle(entry["claimed_by"])
    rng.shuffle(shuffled["end"].get("wins", []))
    assert lines_of(shuffled) == lines_of(document)


@pytest.mark.rule("R-CHK-4")
@on_sample
def test_flip_0_removes_the_flipped_chicken(document, rng):
    lines = lines_of(document)
    assert lines_of(changed(document, flip=0)) == kept(lines, item="chicken", why="flip")


@pytest.mark.rule("R-CHK-4")
@on_sample
def test_flip_multiplies_the_flipped_chicken(document, rng):
    units = merge_rules(document["rules"])["flip"]
    if not units:
        return False
    expected = {
        key: amount * (3 if key[4] == "flip" else 1) for key, amount in lines_of(document).items()
    }
    assert lines_of(changed(document, flip=3 * units)) == expected


@pytest.mark.parametrize(
    ("rule", "option", "why"),
    [
        pytest.param(*row, marks=pytest.mark.rule(row[0]))
        for row in (
            ("R-KONG-2", "kong_exposed", "exposed_kong"),
            ("R-KONG-3", "kong_concealed", "concealed_kong"),
        )
    ],
)
@on_sample
def test_a_kong_worth_0_removes_its_lines(rule, option, why, document, rng):
    lines = lines_of(document)
    assert lines_of(changed(document, **{option: 0})) == kept(lines, item="kong", why=why)


@pytest.mark.rule("R-KONG-4", "R-VAL-10")
@on_sample
def test_an_added_kong_worth_0_removes_its_lines_and_the_kong_fee(document, rng):
    """Of what is left only a win by robbery under kong_fee changes: by the fee."""
    rules = merge_rules(document["rules"])
    expected = {}
    for key, amount in kept(lines_of(document), item="kong", why="added_kong").items():
        if key[2] == "win" and rules["robbed_kong"] == "kong_fee":
            fee = dict(key[4]).get("robbed_kong", 0)
            steps = tuple(step for step in key[4] if step[0] != "robbed_kong")
            expected[(*key[:4], steps)] = amount - fee * document["base"]
        else:
            expected[key] = amount
    assert lines_of(changed(document, kong_added=0)) == expected


@pytest.mark.rule("R-BAO-1")
@on_sample
def test_no_bao_removes_its_lines(document, rng):
    assert lines_of(changed(document, bao="none")) == kept(lines_of(document), item="bao")


@pytest.mark.rule("R-PASS-1")
@on_sample
def test_no_pass_fine_removes_its_lines(document, rng):
    lines = lines_of(document)
    assert lines_of(changed(document, pass_fine="off")) == kept(lines, item="pass_fine")


@pytest.mark.rule("R-EXH-5")
@on_sample
def test_exhausted_none_leaves_nothing_at_the_empty_wall(document, rng):
    expected = {} if document["end"]["kind"] == "exhausted" else lines_of(document)
    assert lines_of(changed(document, exhausted="none")) == expected


def chargers(document, tile):
    """The seat whose unclaimed charge tile it is, or None."""
    for entry in document["first_chicken"]:
        if entry["tile"] == tile and not entry["claimed_by"]:
            return entry["seat"]
    return None


def times(document, tile):
    """What gold multiplies a common chicken by."""
    rules = merge_rules(document["rules"])
    flip = document["flip"]
    return rules["gold"] if flip and next_rank(flip) == tile else 1


@pytest.mark.rule("R-CHK-9")
@pytest.mark.parametrize(("tile", "name"), [("1s", "yaoji"), ("8p", "wugu")])
@on_sample
def test_without_charge_the_first_chicken_is_an_ordinary_discard(tile, name, document, rng):
    """Its lines go; the tile is a unit of its scope and of bao; pair sums lose it."""
    rules = merge_rules(document["rules"])
    if not rules[name] or not rules["charge_" + name]:
        return False
    gold, base = times(document, tile), document["base"]
    unit, charge = rules[name] * gold * base, rules["charge_" + name] * gold * base
    before, after = lines_of(document), lines_of(changed(document, **{"charge_" + name: 0}))
    owner, ting = chargers(document, tile), library(document)["ting"]
    expected = dict(kept(before, item="charge", tile=tile))
    chicken = "gold" if document["flip"] and next_rank(document["flip"]) == tile else name
    if rules["common_scope"] == "all":
        for key in before:
            if key[2:4] == ("charge", tile):
                ordinary = (*key[:2], "chicken", tile, chicken)
                expected[ordinary] = expected.get(ordinary, 0) + unit
    for key in before:
        if key[2:4] == ("bao", tile) and key[0] == owner:
            expected[key] += unit - charge
        if key[2:4] == ("responsibility", tile) and rules["responsibility_unready"] == "pair":
            expected[key] -= 0 if ting[key[0]] and ting[key[1]] else charge
    assert after == {key: amount for key, amount in expected.items() if amount}


@pytest.mark.rule("R-RESP-2")
@pytest.mark.parametrize(("tile", "name"), [("1s", "yaoji"), ("8p", "wugu")])
@on_sample
def test_responsibility_0_removes_its_lines(tile, name, document, rng):
    lines = lines_of(document)
    after = lines_of(changed(document, **{"responsibility_" + name: 0}))
    assert after == kept(lines, item="responsibility", tile=tile)


@pytest.mark.rule("R-CHK-5", "R-RESP-3")
@on_sample
def test_gold_multiplies_one_kind_of_chicken(document, rng):
    """Units, charge and bao of the kind; of responsibility the premium only by its own option."""
    if not document["flip"]:
        return False
    rules, tile = merge_rules(document["rules"]), next_rank(document["flip"])
    base, gold = document["base"], rng.randint(1, 1000)
    name = {"1s": "yaoji", "8p": "wugu"}.get(tile, "")
    common = bool(name) and rules[name] > 0
    plain = lines_of(changed(document, gold=1))
    expected = dict(plain)
    for key, amount in plain.items():
        if common and key[3] == tile and key[2] in ("chicken", "charge", "bao"):
            expected[key] = amount * gold
        elif common and key[2:4] == ("responsibility", tile):
            premium = rules["responsibility_" + name] * base
            multiplied = premium * gold if rules["responsibility_gold"] else premium
            expected[key] = multiplied + (amount - premium) * gold
    assert lines_of(changed(document, gold=gold)) == expected


@pytest.mark.rule("R-CHK-3")
@on_sample
def test_without_wugu_only_8p_changes(document, rng):
    """All its lines go; a flip that points at it makes an ordinary flipped chicken instead."""
    entries = [entry for entry in document["first_chicken"] if entry["tile"] != "8p"]
    without = changed({**document, "first_chicken": entries}, wugu=0)
    before, after = lines_of(document), lines_of(without)
    fixed = {key: n for key, n in before.items() if key[3] != "8p" or key[2] in ("win", "kong")}
    fixed |= {key: n for key, n in before.items() if key[2] == "pass_fine" or key[4] == "flip"}
    flipped = {key: n for key, n in after.items() if key[3] == "8p" and key[4] == "flip"}
    assert {key: n for key, n in after.items() if key not in flipped} == {
        key: n for key, n in fixed.items() if key not in flipped
    }
    if document["flip"] != "7p":
        assert not flipped


@pytest.mark.rule("R-CHK-6", "R-CHK-7")
@on_sample
def test_a_wider_scope_never_takes_a_chicken_away(document, rng):
    for option in ("common_scope", "flip_scope"):
        narrow = lines_of(changed(document, **{option: "hand_meld"}))
        wide = lines_of(changed(document, **{option: "all"}))
        more = {key: amount - narrow.get(key, 0) for key, amount in wide.items()}
        assert min(more.values(), default=0) >= 0
        assert narrow.keys() <= wide.keys()
        assert {key[2] for key, amount in more.items() if amount} <= {"chicken"}


@pytest.mark.rule("R-KONG-12")
@on_sample
def test_burning_takes_the_income_of_one_seat(document, rng):
    """`all` instead of nothing: the thrower's kong and chicken income goes, nothing else."""
    wins = document["end"].get("wins", [{}])
    robbery = wins[0].get("by") == "robbed_kong"
    if not robbery and not wins[0].get("hot_shot"):
        return False
    option = "robbed_kong_burns" if robbery else "hot_shot_burns"
    free = lines_of(changed(document, **{option: "kong" if robbery else "none"}))
    items = ("kong", "chicken", "charge", "responsibility", "bao")
    expected = {
        key: n for key, n in free.items() if not (key[1] == wins[0]["from"] and key[2] in items)
    }
    assert lines_of(changed(document, **{option: "all"})) == expected


@pytest.mark.rule("R-VAL-14", "R-VAL-15")
@on_sample
def test_dealer_and_streak_are_steps_of_wins_only(document, rng):
    """All other lines stay; each win of a line gains what its two new steps say."""
    plain = lines_of(changed(document, dealer_bonus=0, streak_counts=False))
    bonus = lines_of(changed(document, dealer_bonus=rng.randint(0, 9), streak_counts=True))
    expected = {}
    for key, amount in bonus.items():
        steps = dict(key[4]) if key[2] == "win" else {}
        more = steps.pop("dealer", 0) + steps.pop("streak", 0)
        why = tuple(steps.items()) if key[2] == "win" else key[4]
        expected[(*key[:4], why)] = amount - more * document["base"]
    assert plain == {key: amount for key, amount in expected.items() if amount}
