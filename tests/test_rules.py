"""Rules as a value: presets, changes, documents, and what they refuse."""

import copy
import json
import pickle
from types import MappingProxyType

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zhuoji_fast as zj
from rule_strategies import (
    FAN_NAMES,
    FLAGS,
    KINDS,
    NUMBERS,
    OPTION_VALUES,
    PRESETS,
    WORDS,
    documents,
    faults,
    lowest,
    merged,
    toml,
    whole_documents,
    with_fault,
)
from zhuoji_fast.options import FANS, OPTIONS

SCALES = {"5/10": (5, 10), "8/15": (8, 15), "10/20": (10, 20)}
DIGESTS = {
    "guiyang": "92e5d7b42dbdd2bb0b1dbdab15c7f2ad",
    "guiyang_classic": "89c2408113d1d066bb42f5717065f7ed",
    "guizhou": "47ed2f7f9eaf5d7a3330a0ec7b178bb1",
    "duyun": "ade39ce141143b5543963d5cdc0e1db8",
    "guiyang_traditional": "1eacee33b9bc539502db0ae866daf9ea",
    "platform": "7db365184ff7892d7b089495c9ca70d5",
}


def refused(call, *parts, error=zj.RulesError):
    """The call raises that error, whose text has all the parts."""
    with pytest.raises(error) as caught:
        call()
    for part in parts:
        assert part in str(caught.value)
    return caught.value


# ---------------------------------------------------------------- presets


@pytest.mark.rule("R-SET-2")
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_the_values_of_its_file(name):
    assert zj.Rules.preset(name).to_dict(full=True) == PRESETS[name]
    assert zj.PRESETS[name] == zj.Rules.preset(name) == zj.Rules.from_value(name)


@pytest.mark.rule("R-SET-2")
def test_no_preset_means_guiyang():
    guiyang = zj.PRESETS["guiyang"]
    assert zj.Rules() == zj.Rules.from_dict({}) == zj.Rules.from_json("{}") == guiyang
    assert zj.Rules.from_dict({"gold": 3}) == guiyang.replace(gold=3)


def test_presets_are_read_only():
    assert isinstance(zj.PRESETS, MappingProxyType)
    assert list(zj.PRESETS) == list(PRESETS)
    assert len(set(zj.PRESETS.values())) == len(PRESETS)


@pytest.mark.rule("R-SET-2")
@pytest.mark.parametrize("name", ["duyn", "", "Duyun", 3, None, ["duyun"]])
def test_unknown_preset(name):
    error = refused(lambda: zj.Rules.preset(name), "preset", *PRESETS)
    assert isinstance(error, TypeError) is not isinstance(name, str)
    assert ("did you mean 'duyun'" in str(error)) == (name in ("duyn", "Duyun"))


@pytest.mark.rule("R-SET-4")
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", PRESETS)
def test_room_scale(name, scale):
    a, b = SCALES[scale]
    before = PRESETS[name]["fan"]
    expected = {
        **before,
        "all_triplets": a,
        "flush": b,
        "flush_triplets": a + b,
        "flush_pairs": before["seven_pairs"] + b,
        "flush_dragon": before["dragon_pairs"] + b,
    }
    scaled = zj.Rules.preset(name, scale=scale)
    assert dict(scaled.fan) == expected
    assert scaled.replace(fan=before) == zj.PRESETS[name]


@pytest.mark.rule("R-SET-4")
def test_room_scale_of_the_text():
    fan = zj.Rules.preset("guiyang_traditional", scale="8/15").fan
    rows = ("all_triplets", "flush", "flush_triplets", "flush_pairs", "flush_dragon")
    assert [fan[row] for row in rows] == [8, 15, 23, 23, 25]
    assert zj.Rules.preset("guiyang_traditional", scale="5/10").to_value() == "guiyang_traditional"
    changed = zj.Rules.preset("duyun", scale="8/15", fan={"flush": 16}, gold=3)
    assert (changed.fan.flush, changed.fan.all_triplets, changed.gold) == (16, 8, 3)


@pytest.mark.rule("R-SET-4")
@pytest.mark.parametrize("scale", ["8-15", "", "15/8", 8, (8, 15)])
def test_unknown_room_scale(scale):
    refused(lambda: zj.Rules.preset("duyun", scale=scale), "scale", *SCALES)
    refused(lambda: zj.Rules().scaled(scale), "scale", *SCALES)


@pytest.mark.rule("R-SET-4")
def test_room_scale_past_the_largest_fan():
    rules = zj.Rules(fan={"seven_pairs": 1000})
    refused(lambda: rules.scaled("5/10"), "rules.fan.flush_pairs: 1010", "1 to 1000")


# ---------------------------------------------------------------- changes


@pytest.mark.rule("R-SET-3")
def test_fans_merge():
    rules = zj.Rules.preset("duyun").replace(charge_yaoji=3, fan={"seven_pairs": 10})
    assert dict(rules.fan) == {**PRESETS["duyun"]["fan"], "seven_pairs": 10}
    assert rules.charge_yaoji == 3
    assert rules.replace(fan={"flush": 12}).fan["seven_pairs"] == 10
    assert zj.Rules(fan={"seven_pairs": 9}).fan.seven_pairs == 9
    assert zj.Rules.preset("duyun", fan=rules.fan).fan == rules.fan


@pytest.mark.rule("R-SET-3")
def test_replace_leaves_the_value_alone():
    rules = zj.Rules.preset("duyun")
    compiled = rules.compiled()
    changed = rules.replace(gold=5)
    assert (rules.gold, changed.gold) == (2, 5)
    assert rules.compiled() == compiled != changed.compiled()
    assert rules.replace() == rules


def test_fans_are_read_by_name():
    fan = zj.Rules().fan
    assert list(fan.keys()) == FAN_NAMES == [row.name for row in FANS]
    assert [fan[name] for name in FAN_NAMES] == list(PRESETS["guiyang"]["fan"].values())
    with pytest.raises(KeyError, match="keys"):
        fan["keys"]


@pytest.mark.rule("R-SET-1")
@pytest.mark.parametrize("name", NUMBERS + FAN_NAMES)
def test_range_of_a_number(name):
    low = lowest(name)
    fan = name in FAN_NAMES
    place = f"rules.fan.{name}" if fan else f"rules.{name}"

    def change(value):
        return zj.Rules().replace(**({"fan": {name: value}} if fan else {name: value}))

    for value in (low, 1000, np.int64(7), np.uint8(7)):
        rules = change(value)
        kept = rules.fan[name] if fan else getattr(rules, name)
        assert (kept, type(kept)) == (value, int)
    for value in (low - 1, 1001, 10**30):
        error = refused(lambda v=value: change(v), f"{place}: ", f"{low} to 1000")
        assert not isinstance(error, TypeError)
        assert len(str(error)) < 150
    for value in (True, False, 1.0, "1", None, [1], np.float64(1), np.bool_(1)):
        refused(lambda v=value: change(v), place, f"{low} to 1000", error=zj.RulesTypeError)


@pytest.mark.rule("R-SET-1")
@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_booleans(name):
    for value in (True, False):
        assert getattr(zj.Rules().replace(**{name: value}), name) is value
    for value in (0, 1, "true", None, np.bool_(1)):
        error = refused(
            lambda v=value: zj.Rules().replace(**{name: v}), f"rules.{name}: ", "true or false"
        )
        assert isinstance(error, zj.WrongTypeError)


@pytest.mark.rule("R-SET-1")
@pytest.mark.parametrize("name", WORDS)
def test_words(name):
    for word in WORDS[name]:
        assert getattr(zj.Rules().replace(**{name: word}), name) == word
    for value in ("", "nothing", WORDS[name][0].upper()):
        error = refused(
            lambda v=value: zj.Rules().replace(**{name: v}), f"rules.{name}: ", *WORDS[name]
        )
        assert not isinstance(error, TypeError)
    for value in (None, 0, True, [WORDS[name][0]]):
        refused(
            lambda v=value: zj.Rules().replace(**{name: v}), *WORDS[name], error=zj.RulesTypeError
        )


@pytest.mark.rule("R-SET-1")
def test_lists_of_words():
    rules = zj.Rules(passport_kinds=["added", "exposed"], passport_waivers={"hot_shot"})
    assert rules.passport_kinds == ("exposed", "added")
    assert rules.passport_waivers == ("hot_shot",)
    assert zj.Rules(passport_kinds=KINDS[::-1]).passport_kinds == "all"
    assert zj.Rules(passport_kinds=[]).passport_kinds == ()
    assert zj.Rules(players=[4, 2]).players == (2, 4)


@pytest.mark.rule("R-SET-1")
@pytest.mark.parametrize(
    ("changes", "text", "wrong_type"),
    [
        ({"passport_kinds": "exposed"}, "rules.passport_kinds: 'exposed'", True),
        ({"passport_kinds": "exposed"}, 'a list is meant: ["exposed"] (allowed: ', True),
        ({"passport_kinds": "exposd"}, "a list of words is meant, did you mean 'exposed'?", True),
        ({"passport_waivers": "hot_shot"}, 'a list is meant: ["hot_shot"] (allowed: ', True),
        ({"passport_kinds": ["late"]}, "rules.passport_kinds[0]: 'late'", False),
        ({"passport_kinds": ["added", "added"]}, "rules.passport_kinds[1]: 'added'", False),
        ({"passport_kinds": ["added", 1]}, "rules.passport_kinds[1]: 1", True),
        ({"passport_kinds": "al"}, "did you mean 'all'", True),
        ({"passport_waivers": "all"}, "rules.passport_waivers: 'all'", True),
        ({"passport_waivers": ["hotshot"]}, "did you mean 'hot_shot'", False),
        ({"passport_waivers": None}, "declared_discarder", True),
        ({"players": []}, "rules.players: []", False),
        ({"players": 4}, "rules.players: 4", True),
        ({"players": [4, 5]}, "rules.players[1]: 5", False),
        ({"players": ["4"]}, "2, 3, 4", True),
        ({"players": [4, 4]}, "rules.players[1]: 4", False),
        ({"fan": {"seven_pair": 3}}, "did you mean 'seven_pairs'", False),
        ({"fan": {"seven_pair": 3}}, "rules.fan: unknown pattern", False),
        ({"fan": {3: 3}}, "rules.fan: unknown pattern 3", True),
        ({"fan": 3}, "rules.fan: 3", True),
        ({"fan": zj.Fans(ping=0)}, "rules.fan.ping: 0", False),
        ({"charge": 3}, "unknown option 'charge'", False),
        ({"charge_yaoj": 3}, "did you mean 'charge_yaoji'", False),
        ({"preset": "duyun"}, "unknown option 'preset'", False),
        ({"bao": "discard"}, "did you mean 'discards'", False),
    ],
)
def test_what_replace_refuses(changes, text, wrong_type):
    error = refused(lambda: zj.Rules().replace(**changes), text)
    assert isinstance(error, TypeError) is wrong_type
    assert isinstance(error, zj.ZhuojiError)


@pytest.mark.rule("R-SET-1")
def test_an_unknown_option_lists_all():
    refused(lambda: zj.Rules().replace(colour=1), *OPTION_VALUES, "fan")
    refused(lambda: zj.Rules(colour=1), *OPTION_VALUES, "fan")
    refused(lambda: zj.Rules(charge_yaoj=1), "did you mean 'charge_yaoji'")
    refused(lambda: zj.Rules("duyun"), "'duyun'", "from_value", error=zj.RulesTypeError)
    refused(lambda: zj.Rules.from_dict({"colour": 1}), "preset", *OPTION_VALUES, "fan")
    refused(lambda: zj.Rules.from_dict({7: 1}), "7", error=zj.RulesTypeError)


# ---------------------------------------------------------------- a value


def test_frozen():
    rules = zj.Rules()
    with pytest.raises(AttributeError):
        rules.gold = 3
    with pytest.raises(AttributeError):
        rules.fan.ping = 3
    with pytest.raises(AttributeError):
        rules.colour = 3


@given(documents)
def test_equal_by_value(document):
    rules = zj.Rules.from_dict(document)
    again = zj.Rules.from_dict(merged(document))
    assert rules == again
    assert hash(rules) == hash(again)
    assert rules.digest() == again.digest()
    assert rules.compiled() == again.compiled()
    assert rules.origin == document["preset"]


@given(documents)
def test_pickles_and_copies(document):
    rules = zj.Rules.from_dict(document)
    for twin in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules
        assert twin.to_value() == rules.to_value()
        assert twin.compiled() == rules.compiled()


def test_repr_evaluates():
    rules = zj.Rules.preset("duyun", charge_yaoji=3)
    assert eval(repr(rules), {"Rules": zj.Rules}) == rules
    assert repr(zj.Rules()) == "Rules.from_value('guiyang')"


def test_diff():
    rules = zj.Rules.preset("duyun", charge_yaoji=3, fan={"flush": 12}, players=[3, 4])
    assert rules.diff("duyun") == {
        "fan.flush": (12, 10),
        "players": ((3, 4), (4,)),
        "charge_yaoji": (3, 2),
    }
    assert rules.diff(rules) == {}
    refused(lambda: rules.diff("dujun"), "did you mean 'duyun'")


@given(documents, documents)
def test_diff_is_what_has_to_change(one, other):
    one, other = zj.Rules.from_dict(one), zj.Rules.from_dict(other)
    changes = {"fan": {}}
    for name, (_, value) in one.diff(other).items():
        group, _, pattern = name.partition(".")
        if pattern:
            changes[group][pattern] = value
        else:
            changes[name] = value
    assert one.replace(**changes) == other
    assert (one.diff(other) == {}) == (one == other)


@pytest.mark.parametrize("name", PRESETS)
def test_digest_stays(name):
    assert zj.PRESETS[name].digest() == DIGESTS[name]


@given(documents, st.sampled_from([*OPTION_VALUES]), st.data())
def test_digest_and_struct_know_every_option(document, name, data):
    rules = zj.Rules.from_dict(document)
    changed = rules.replace(**{name: data.draw(OPTION_VALUES[name])})
    assert (rules == changed) == (rules.digest() == changed.digest())
    assert (rules == changed) == (rules.compiled() == changed.compiled())


# ---------------------------------------------------------------- documents


@given(documents)
def test_round_trips(document):
    rules = zj.Rules.from_dict(document)
    assert rules.to_dict(full=True) == merged(document)
    assert zj.Rules.from_dict(rules.to_dict()) == rules
    assert zj.Rules.from_dict(rules.to_dict(full=True)) == rules
    assert zj.Rules.from_json(rules.to_json()) == rules
    assert zj.Rules.from_json(rules.to_json(full=True).encode()) == rules
    assert zj.Rules.from_value(rules) is rules
    value = rules.to_value()
    assert zj.Rules.from_value(value).to_value() == value
    assert json.loads(rules.to_json()) == value


@pytest.mark.rule("R-SET-5")
@given(whole_documents)
def test_every_combination_is_taken(document):
    rules = zj.Rules.from_dict(document)
    assert rules.to_dict(full=True) == merged(document)
    assert all(isinstance(note, str) for note in rules.notes())


@given(documents)
def test_the_shortest_document_names_only_changes(document):
    value = zj.Rules.from_dict(document).to_value()
    whole = merged(document)
    if isinstance(value, str):
        assert PRESETS[value] == whole
    else:
        assert value["preset"] == document["preset"]
        base = PRESETS[value["preset"]]
        assert set(value) - {"preset"} == {name for name in base if base[name] != whole[name]}
        fans = {n: f for n, f in whole["fan"].items() if f != base["fan"][n]}
        assert value.get("fan", {}) == fans


def test_a_preset_reached_by_changes_is_named():
    everything = {**PRESETS["platform"], "preset": "duyun"}
    assert zj.Rules.from_dict(everything).to_value() == "platform"
    assert zj.Rules.from_dict(everything).to_dict() == {"preset": "platform"}
    assert zj.Rules.from_value({"preset": "duyun", "gold": 2}).to_json() == '"duyun"'


@pytest.mark.rule("R-SET-3")
def test_load(tmp_path):
    document = {"preset": "duyun", "charge_yaoji": 3, "fan": {"seven_pairs": 10}}
    rules = zj.Rules.from_dict(document)
    files = {
        "house.json": json.dumps(document),
        "HOUSE.JSON": "\ufeff" + json.dumps(document),
        "house.toml": toml(document),
        "house.TOML": "\ufeff# 房规\n" + toml(document),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert zj.Rules.load(path) == zj.Rules.load(str(path)) == rules
    (tmp_path / "name.json").write_text('"platform"', encoding="utf-8")
    assert zj.Rules.load(tmp_path / "name.json") == zj.PRESETS["platform"]


@given(documents)
def test_toml_round_trip(tmp_path_factory, document):
    path = tmp_path_factory.mktemp("rules") / "house.toml"
    path.write_text(toml(document), encoding="utf-8")
    assert zj.Rules.load(path) == zj.Rules.from_dict(document)


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("house.yaml", "preset: duyun", ["house.yaml", ".json", ".toml"]),
        ("house.json", "{", ["house.json", "rules: not readable"]),
        ("house.json", "[" * 10_000, ["house.json", "rules: not readable"]),
        ("house.json", b"\xff", ["house.json", "rules: not readable"]),
        ("house.json", "3", ["house.json", "rules: 3 is not allowed"]),
        ("house.json", '{"gold": 0}', ["house.json", "rules.gold: 0"]),
        ("house.json", '{"gold": 3.0}', ["house.json", "rules.gold: 3.0"]),
        ("house.toml", "gold = ", ["house.toml", "rules: not readable"]),
        ("house.toml", b"\xff", ["house.toml", "rules: not readable"]),
        ("house.toml", "gold = 2024-01-01", ["house.toml", "rules.gold"]),
        ("house.toml", "[rules]\ngold = 3", ["house.toml", "unknown option 'rules'"]),
    ],
)
def test_files_refused(tmp_path, name, text, parts):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    refused(lambda: zj.Rules.load(path), *parts)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"preset":"duyun","charge_yaoji":3,"charge_yaoji":4}', "charge_yaoji"),
        ('{"preset":"duyun","charge_yaoji":3,"charge_yaoji":3}', "charge_yaoji"),
        ('{"preset":"duyun","preset":"guiyang"}', "preset"),
        ('{"fan":{"flush":12,"flush":10}}', "flush"),
        ('{"fan":{"flush":12},"gold":3,"f\\u0061n":{}}', "fan"),
    ],
)
def test_a_key_written_twice(tmp_path, text, key):
    said = f"rules: key '{key}' stands twice in one object"
    refused(lambda: zj.Rules.from_json(text), said)
    refused(lambda: zj.Rules.from_json(b"\xef\xbb\xbf" + text.encode()), said)
    path = tmp_path / "house.json"
    path.write_text(text)
    refused(lambda: zj.Rules.load(path), str(path), said)


def test_a_missing_file_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        zj.Rules.load(tmp_path / "none.json")


@pytest.mark.parametrize("value", [None, 3, ["duyun"], b"duyun"])
def test_what_names_no_rules(value):
    refused(lambda: zj.Rules.from_value(value), "rules: ", error=zj.RulesTypeError)
    refused(lambda: zj.Rules.from_dict(value), "rules: ", error=zj.RulesTypeError)


def test_json_wants_text():
    refused(lambda: zj.Rules.from_json({"preset": "duyun"}), error=zj.RulesTypeError)


# ---------------------------------------------------------------- schema


@pytest.fixture(scope="module")
def validator():
    jsonschema = pytest.importorskip("jsonschema")
    schema = zj.Rules.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.rule("R-SET-1")
@given(document=documents)
def test_the_schema_takes_what_the_library_takes(validator, document):
    rules = zj.Rules.from_dict(document)
    for value in (document, rules.to_value(), rules.to_dict(), rules.to_dict(full=True)):
        validator.validate(value)


@pytest.mark.rule("R-SET-1")
@given(document=documents, fault=faults)
def test_the_schema_refuses_what_the_library_refuses(validator, document, fault):
    bad = with_fault(document, fault)
    assert not validator.is_valid(bad)
    refused(lambda: zj.Rules.from_dict(bad))


def test_the_schema_is_fresh_and_plain(validator):
    schema = zj.Rules.schema()
    assert json.loads(json.dumps(schema)) == schema
    schema["anyOf"].clear()
    assert zj.Rules.schema()["anyOf"]
    for value in ("duyun", {}, {"preset": "duyun"}):
        assert validator.is_valid(value)
    for value in ("dujun", None, 3, []):
        assert not validator.is_valid(value)


def test_msgspec_reads_and_writes_the_fields():
    rules = zj.Rules.preset("duyun", players=[3, 4])
    data = msgspec.json.encode(rules)
    assert msgspec.json.decode(data, type=zj.Rules) == rules
    assert json.loads(data) == rules.to_dict(full=True)
    for bad in (b'{"gold": 0}', b'{"gold": "2"}', b'{"colour": 1}', b'{"players": [5]}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(bad, type=zj.Rules)


# ---------------------------------------------------------------- the list itself


def test_the_list_has_every_option():
    assert [option.name for option in OPTIONS] == list(OPTION_VALUES)
    assert list(zj.Rules.__struct_fields__) == list(PRESETS["guiyang"])
    for option in (*FANS, *OPTIONS):
        assert option.zh
        assert option.doc
        assert list(option.choices) == WORDS.get(option.name, list(option.choices))


def test_options_that_only_play_reads():
    inert = {option.name: option.acts for option in OPTIONS if option.acts != "settlement"}
    assert inert == {
        "first_dealer": "table",
        "pass_lock": "table",
        "late_kong_can_be_robbed": "table",
        "dealt_quad_is_late": "table",
        "double_win_dealer": "dealer",
        "exhausted_dealer": "dealer",
        "streak_counts_exhausted": "dealer",
    }
