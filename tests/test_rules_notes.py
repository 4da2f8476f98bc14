"""Notes on a rule set: what is unusual or cannot matter."""

import pytest

import zhuoji_fast as zj
from rule_strategies import PRESETS
from zhuoji_fast.rule_notes import NOTES

# Changes of the default rules, and part of the one note that they make due.
DUE = [
    ({"charge_yaoji": 0}, "responsibility_yaoji is paid although there is no charge"),
    ({"charge_wugu": 0}, "responsibility_wugu is paid although there is no charge"),
    ({"wugu": 0}, "charge_wugu and responsibility_wugu do not matter while wugu is 0"),
    ({"responsibility_yaoji": 1}, "responsibility_yaoji is not charge_yaoji less one unit"),
    ({"responsibility_wugu": 5}, "responsibility_wugu is not charge_wugu less one unit"),
    (
        {"responsibility_yaoji": 0, "responsibility_wugu": 0, "responsibility_gold": True},
        "responsibility_gold does not matter without a premium",
    ),
    (
        {"responsibility_yaoji": 0, "wugu": 0, "responsibility_on_win": True},
        "responsibility_on_win does not matter",
    ),
    (
        {"responsibility_yaoji": 0, "wugu": 0, "responsibility_unready": "reverse"},
        "'reverse' does not matter",
    ),
    (
        {
            "charge_yaoji": 0,
            "responsibility_yaoji": 0,
            "wugu": 0,
            "responsibility_unready": "pair",
        },
        "'pair' does not matter",
    ),
    ({"bao": "discards", "kong_claim_exempt": True}, "kong_claim_exempt does not matter"),
    ({"gold": 1, "responsibility_gold": True}, "responsibility_gold does not matter while gold"),
    ({"flip": 0, "flip_scope": "all"}, "flip_scope does not matter"),
    ({"declare": "off"}, "names 'declared', but nobody can declare"),
    (
        {"declare": "off", "passport_waivers": ["declared_discarder"]},
        "names 'declared_discarder', but nobody can declare",
    ),
    ({"declare": "off"}, "declared_loss does not matter"),
    ({"declare": "off", "pass_lock": "declared"}, "pass_lock 'declared' does not matter"),
    (
        {"declared_loss": "none", "declared_loss_on_self_draw": True},
        "declared_loss_on_self_draw does not matter",
    ),
    ({"declare": "hard_soft", "declare_hard": 5}, "a hard declaration is worth less"),
    (
        {"declared_mode": "absorb", "declare_hard": 0},
        "a plain hand that has declared is worth less",
    ),
    ({"passport_kinds": []}, "passport_kinds is empty"),
    ({"heavenly": 0, "earthly": 0}, "opening_mode does not matter"),
    ({"earthly": 0, "earthly_when": "first_discard"}, "earthly_when does not matter"),
    ({"streak_counts": False, "dealer_bonus_both": False}, "dealer_bonus_both does not matter"),
    ({"robbed_kong": "kong_fee", "kong_added": 0}, "'kong_fee' adds nothing"),
    (
        {"kong_exposed": 0, "kong_concealed": 0, "kong_added": 0},
        "hot_shot_burns 'kong' burns nothing",
    ),
    (
        {
            "dragon_needs_quad_tile": True,
            "fan": {"dragon_pairs": 10, "flush_dragon": 20},
        },
        "dragon_needs_quad_tile changes no value",
    ),
    ({"fan": {"single_wait": 0}}, "only one of single_wait and flush_single_wait exists"),
    ({"dead_hand_pays_all": True}, "dead_hand_pays_all does not matter"),
    ({"dead_hand": "pay", "dead_hand_pay": 0}, "a dead hand pays nothing"),
    ({"players": [2], "double_win_dealer": "discarder"}, "double_win_dealer does not matter"),
    ({"fan": {"ping": 6}}, "all_triplets is worth less than ping"),
    ({"fan": {"ping": 11}}, "seven_pairs is worth less than ping"),
    ({"fan": {"ping": 11}}, "flush is worth less than ping"),
    ({"fan": {"dragon_pairs": 9}}, "dragon_pairs is worth less than seven_pairs"),
    ({"fan": {"flush_triplets": 4}}, "flush_triplets is worth less than all_triplets"),
    ({"fan": {"flush_triplets": 9}}, "flush_triplets is worth less than flush"),
    ({"fan": {"flush_pairs": 9}}, "flush_pairs is worth less than seven_pairs"),
    ({"fan": {"flush_pairs": 9}}, "flush_pairs is worth less than flush"),
    ({"fan": {"flush_dragon": 19}}, "flush_dragon is worth less than dragon_pairs"),
    ({"fan": {"flush_dragon": 19}}, "flush_dragon is worth less than flush_pairs"),
    ({"fan": {"single_wait": 4}}, "single_wait is worth less than all_triplets"),
    ({"fan": {"flush_single_wait": 14}}, "flush_single_wait is worth less than flush_triplets"),
]


@pytest.mark.rule("R-SET-5")
@pytest.mark.parametrize("name", PRESETS)
def test_presets_need_no_notes(name):
    assert zj.PRESETS[name].notes() == []


@pytest.mark.rule("R-SET-5")
@pytest.mark.parametrize(("changes", "text"), DUE)
def test_notes(changes, text):
    rules = zj.Rules().replace(**changes)
    english, chinese = rules.notes(), rules.notes("zh")
    assert sum(text in note for note in english) == 1
    assert len(english) == len(chinese)
    assert any(not note.isascii() for note in chinese)


@pytest.mark.rule("R-SET-5")
def test_every_note_can_be_due():
    due = {note for changes, _ in DUE for note in zj.Rules().replace(**changes).notes()}
    assert due == {note.en for note in NOTES}


def test_notes_come_in_two_languages():
    with pytest.raises(zj.RulesError, match=r"lang: unknown language 'de'.*en, zh"):
        zj.Rules().notes("de")
