"""Decisions that an argument settles, and that rollouts have to get right.

Each was written down with its argument before it was given to `compare`. A safe tile is one whose
other copies are all seen and which no run can hold, so that nobody's hand is finished by it.
"""

import numpy as np

import zhuoji_fast as zj
from odds_positions import written_view
from zhuoji_fast import action_id
from zhuoji_fast._core.odds import OUTCOMES, play_on
from zhuoji_fast._core.rollout import POLICY_NAMES
from zhuoji_fast.view import seen_table

SCORE = OUTCOMES.index("score")
CLAIM = {"kind": "claim"}


def dealt(rules, *hands, dealer=0, seed=1):
    """A table with these hands, the others dealt from the seed."""
    table = zj.Table(rules, seed=seed)
    table.reset(hands=[*hands, *[None] * (4 - len(hands))], dealer=dealer)
    return table


def claimed(tile, source=3):
    return {"turn": CLAIM | {"tile": tile, "from": source}, "last": (source, tile)}


def clearly(view, action, *others, n=2000, **options):
    """Compare; the action is best, and its difference from each of the others clear of 0."""
    actions = [action_id(text) for text in (action, *others)] if others else None
    found = zj.compare(view, actions, n=n, seed=1, **options)
    assert zj.action_text(found.best) == action, f"\n{found}"
    assert len(found.actions) > 1
    for other in found.actions[1:]:
        assert other.difference.high < 0, f"\n{found}"
    return found


def scores(view, *actions, n=500):
    """Score of each action in each rollout of even deals, shape (n, actions)."""
    table = seen_table(zj.View.from_dict(view))
    ids = bytes([action_id(text) for text in actions])
    useful = bytes([POLICY_NAMES.index("useful")] * 4)
    return play_on(table, 0, ids, useful, 1, 0, n, True, False, False)[0][:, :, SCORE]


def throws(view, *without):
    table = seen_table(zj.View.from_dict(view))
    texts = [zj.action_text(action) for action in table.legal(0)]
    return [text for text in texts if text.startswith("discard") and text not in without]


# ---------------------------------------------------------------- ting


def test_keep_a_ting():
    """An exact count: without a passport this plain hand wins by self-draw alone, so best
    one-player play of its own draws is the whole of it, and there 5p is ahead by far."""
    table = dealt("guiyang_classic", "123456789m11p23s5p")
    solo = zj.solo_exact("123456789m11p23s5p", draws=18).win[:, 18]
    best = zj.tile_index("5p")
    assert int(np.nanargmax(solo)) == best
    assert solo[best] > np.nanmax(np.delete(solo, best)) + 0.05
    clearly(table, "discard 5p", objective="win")


def test_keep_a_flush_ting_when_the_wall_is_empty():
    """Dominance, deal by deal: nobody wins on the safe 9p, and the empty wall then pays 10 by each
    seat that is not ting. Whatever else is thrown leaves at best a plain ting, worth 1, if it is
    not won on."""
    view = written_view("guiyang_classic", "1112345678999m9p", wall=0, drawn="9p", shown="9997777p")
    others = throws(view, "discard 9p")
    found = scores(view, "discard 9p", *others)
    assert (found[:, :1] >= found).all()
    clearly(view, "discard 9p", *others, n=1000, belief="progress")


def test_do_not_kong_out_of_a_ting_at_the_end():
    """No own draw is left after 9s. The ting on 6m, 7m and 9m in one suit is paid 10 at the empty
    wall by each seat that is not ting, and wins on discards. A kong of 5m (late: worth nothing)
    leaves one draw that makes the hand ting with at most 8 of the 42 tiles that are not seen."""
    view = written_view("guiyang_classic", "1233455556778m9s", wall=3, drawn="9s")
    kept = zj.Hand("1233455556778m")
    assert zj.to_text(zj.counts(kept.waits)) == "679m"
    konged = zj.Hand("123346778m9s", "[-5555m]")
    assert konged.shanten == 1
    # Of the 42 tiles that the seat does not see, 39 of them in other hands.
    assert sum(useful.unseen for useful in konged.useful_tiles()) == 8
    clearly(view, "discard 9s", "concealed_kong 5m", belief="progress")


# ---------------------------------------------------------------- danger


def test_fold_against_a_declared_seat():
    """No own draw is left, the plain hand has no passport, and the empty wall pays nothing, so that
    the ting which 5p keeps is worth at most a flipped chicken. 5p costs 11 and more whenever the
    declared seat waits for it; the safe 9m never."""
    rules = {"preset": "guiyang", "exhausted": "none"}
    view = written_view(
        rules,
        "123456789m225p46s",
        wall=3,
        drawn="5p",
        shown="888999m",
        hidden="34567p",
        declared=1,
    )
    clearly(view, "discard 9m", "discard 5p", belief="progress")


def test_the_tile_that_nobody_can_win_on_is_the_last_discard():
    """Dominance, deal by deal: this hand is ting after no throw, so that what it pays at the empty
    wall is the same after all of them, and a throw that is won on is paid for besides."""
    view = written_view(
        "guiyang",
        "1249m13569p23569s",
        wall=0,
        drawn="9s",
        shown="7777999m",
        hidden="456p456s",
        declared=1,
    )
    others = throws(view, "discard 9m")
    found = scores(view, "discard 9m", *others)
    assert (found[:, :1] >= found).all()
    for k, other in enumerate(others, 1):
        lost = (found[:, 0] > found[:, k]).mean()
        if lost > 0.02:  # a live tile
            clearly(view, "discard 9m", other, n=1000)
    assert ((found[:, :1] > found).mean(axis=0) > 0.02).sum() >= 5


# ---------------------------------------------------------------- chickens


def test_the_first_1s_is_kept_late_in_a_hand_that_comes_to_nothing():
    """With one draw left this hand cannot be ting. The first 1s to be thrown then owes 3 to every
    ting seat, and a premium of 2 to one that claims it; kept it owes nothing. 9m is safe."""
    view = written_view("guiyang", "1249m13569p12569s", wall=4, drawn="9s", shown="7777999m")
    clearly(view, "discard 9m", "discard 1s", belief="progress")


def test_the_first_1s_is_thrown_early_by_a_hand_that_stays_ting():
    """Either throw leaves a ting on one tile of which three copies are left, which the hand need
    not give up. The first 1s thrown is then worth 3 from each of three, one kept 1."""
    table = dealt({"preset": "guiyang", "declare": "off"}, "123456789m234p9p1s")
    clearly(table, "discard 1s", "discard 9p")


def test_pong_the_charge_chicken():
    """The pong brings the hand to ting, has three chickens that each of three pays for and a
    premium from the thrower, and undoes his charge."""
    view = written_view("guiyang", "2345679m4588p11s", wall=45, **claimed("1s"))
    clearly(view, "pong", "pass", belief="progress")


# ---------------------------------------------------------------- kongs


def test_take_the_kong_that_is_the_passport():
    """With the kong or without, the hand waits for 5s and 8s. The kong gives the passport, without
    which it wins by self-draw alone, six points, and a draw."""
    table = dealt("guiyang_classic", "9999m123p456p22s67s")
    clearly(table, "concealed_kong 9m")


def test_do_not_break_a_quad_that_will_be_the_passport():
    """After a pong there is no kong yet. 1p or the fourth 9m, either leaves the same three sets and
    pair; the quad is a kong at the next turn: passport, six points and a draw."""
    pong = {"kind": "pong", "tile": "5p", "from": 3}
    view = written_view("guiyang_classic", "9999m456s77s19p", wall=49, melds={0: [pong]})
    clearly(view, "discard 1p", "discard 9m", belief="progress")


def test_take_the_exposed_kong():
    """The hand waits for 6s and 9s in any case. The kong gives the passport, a fee and a draw; the
    pong loses a set."""
    view = written_view("guiyang_classic", "123456m555p7899s", wall=45, **claimed("5p"))
    clearly(view, "exposed_kong", belief="progress")


def test_rob_the_kong():
    """10 now and the kong undone, against paying for it: all four of the tile are then in it, the
    hand waits for nothing else, and no own draw is left."""
    kong = {"kind": "added_kong", "tile": "8m", "from": 1}
    turn = {"kind": "rob", "tile": "8m", "from": 2}
    view = written_view("guiyang", "1112223335579m", wall=3, melds={2: [kong]}, turn=turn)
    clearly(view, "win", n=500, belief="progress")


# ---------------------------------------------------------------- wins


def test_take_a_win_on_a_discard():
    """10 now. One copy of the wait is left, and one own draw: after a pass a win of 33 or 10 comes
    with less than the share 4/40 of the deals in which that copy is drawn by anybody at all."""
    view = written_view("guiyang", "1112223335579m", wall=4, shown="88m", **claimed("8m"))
    clearly(view, "win", n=500, belief="progress")


def test_take_the_self_draw_on_the_last_tile():
    """33 less what the others' chickens cost; after any throw the hand can only be exhausted, which
    pays this hand nothing, or be won by another."""
    view = written_view("guiyang", "11122233355789m", wall=0, drawn="8m")
    clearly(view, "win", n=500, belief="progress")


# ---------------------------------------------------------------- declaring


def test_declare_a_plain_hand_with_a_wide_wait():
    """Undeclared and without a passport it wins by self-draw alone, 2 from each; declared it wins
    on discards too, 11, and 12 from each by self-draw."""
    table = dealt("guiyang", "12345699m34p678s9p")
    clearly(table, "declare", "discard 9p")


def test_do_not_declare_what_declaring_does_not_raise():
    """With declared_mode set the win stays max(10, 10), and a hand in one suit needs no waiver. The
    declaration only freezes the hand and raises what a deal-in costs to 10."""
    table = dealt("duyun", "1112223335579m9p")
    clearly(table, "discard 9p", "declare", n=4000)


def test_declare_hard():
    """20 for every win from the first moment on, and wins on discards, against 20 for dealing in:
    a wait for two kinds before anybody has drawn wins more often than it deals in."""
    table = dealt("guizhou", None, "123456789m34p66s")
    found = clearly(table, "declare", "pass", seat=1)
    best = found.actions[0].estimate
    assert best.win.low > best.deal_in.high


# ---------------------------------------------------------------- claims


def test_pong_for_a_ting_of_triplets():
    """The pong makes the hand ting on 5p and 8p, a big hand that wins on any discard; after a pass
    it still needs such a claim first."""
    view = written_view("guiyang_classic", "1222m4445588p99s", wall=45, **claimed("9s"))
    clearly(view, "pong", "pass", belief="progress")


def test_do_not_pong_out_of_seven_pairs():
    """The pong leaves two tiles short of a hand worth 5; the pass keeps the ting worth 7."""
    view = written_view("guiyang_classic", "2244m6677p33599s", wall=40, **claimed("3s"))
    clearly(view, "pass", "pong", belief="progress")
