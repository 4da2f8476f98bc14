"""Reading, writing and masking logs."""

import errno
import gzip
import io
import itertools
import json
import os
import pickle
import re
import tracemalloc
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import zhuoji_fast as zj
from cli_runs import zhuoji
from log_data import FILES, FOLDER, edited, events_of, hands_of, lines_of, text_of

MATCH = FOLDER / "match.jsonl"
RAW = MATCH.read_bytes()
EVENTS = events_of("match.jsonl")
HANDS = hands_of("match.jsonl")
ENDS = [number for number, event in enumerate(EVENTS, 1) if event["type"] == "end_kyoku"]


def names_in(folder):
    return [path.name for path in folder.iterdir()]


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize("name", FILES)
def test_the_given_logs(name):
    hands = list(zj.read_log(FOLDER / name))
    assert hands == hands_of(name)
    lines = lines_of(name)
    for hand in hands:
        assert [json.loads(lines[number - 1]) for number in hand.lines] == hand
        assert hand.game == json.loads(lines[0])


def as_file(raw):
    return io.BytesIO(raw)


@pytest.mark.parametrize("form", [bytes, bytearray, bytes.decode, as_file])
def test_text_bytes_and_files(form):
    assert list(zj.read_log(form(RAW))) == HANDS


def test_paths(tmp_path):
    for path in (tmp_path / "log.jsonl", tmp_path / "log.jsonl.gz"):
        path.write_bytes(gzip.compress(RAW) if path.suffix == ".gz" else RAW)
        assert list(zj.read_log(path)) == list(zj.read_log(str(path))) == HANDS
    with pytest.raises(FileNotFoundError):
        list(zj.read_log(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("log", [None, 3, 2.5, EVENTS, {"type": "end_game"}])
def test_what_is_no_source(log):
    with pytest.raises(zj.WrongTypeError, match="expected a path"):
        zj.read_log(log)


def test_a_text_file_is_refused():
    with pytest.raises(zj.WrongTypeError, match="binary"):
        list(zj.read_log(io.StringIO(RAW.decode())))


@pytest.mark.parametrize("size", [1, 7, 100, 5000])
def test_small_reads(size):
    """Lines and hands that lie across the reads."""

    class Slow(io.RawIOBase):
        def __init__(self):
            self.inner = io.BytesIO(RAW)

        def read(self, _size=-1):
            return self.inner.read(size)

    assert list(zj.read_log(Slow())) == HANDS


def test_byte_order_mark_line_ends_and_blank_lines():
    lines = RAW.decode().splitlines()
    changed = "\ufeff" + "\r\n".join([*lines[:3], "", "  ", *lines[3:]]) + "\r\n\n"
    hands = list(zj.read_log(changed))
    assert hands == HANDS
    assert list(hands[0].lines)[:4] == [2, 3, 6, 7]
    assert list(hands[1].lines) == [number + 2 for number in range(ENDS[0] + 1, ENDS[1] + 1)]


def test_other_spellings_of_tiles_and_large_numbers():
    events = edited(EVENTS, 2, pai="🀇")
    events[1]["seed"] = 2**63
    assert next(zj.read_log(text_of(events)))[1]["pai"] == "🀇"


def test_hands_are_plain_data():
    hand = next(zj.read_log(MATCH))
    assert isinstance(hand, list)
    assert json.loads(json.dumps(hand)) == hand
    again = pickle.loads(pickle.dumps(hand))
    assert (again, list(again.lines), again.game) == (hand, list(hand.lines), hand.game)


# ---------------------------------------------------------------- cut off


def test_cut_at_every_line():
    lines = RAW.splitlines(keepends=True)
    for number in range(len(lines) + 1):
        whole = sum(end <= number for end in ENDS)
        assert len(list(zj.read_log(b"".join(lines[:number])))) == whole


def test_cut_in_the_middle_of_lines():
    starts = list(itertools.accumulate(map(len, RAW.splitlines(keepends=True)), initial=0))
    for cut in range(0, len(RAW), 97):
        whole = sum(starts[end] - 1 <= cut for end in ENDS)
        assert len(list(zj.read_log(RAW[:cut]))) == whole, cut


def test_a_last_line_without_its_end_counts_when_it_is_whole():
    raw = b"\n".join(RAW.splitlines()[: ENDS[-1]])
    assert list(zj.read_log(raw)) == HANDS


def test_cut_gzip(tmp_path):
    zipped = gzip.compress(RAW)
    found = []
    for cut in range(0, len(zipped) + 1, 50):
        path = tmp_path / f"{cut}.jsonl.gz"
        path.write_bytes(zipped[:cut])
        hands = list(zj.read_log(path))
        assert hands == HANDS[: len(hands)]
        found.append(len(hands))
    assert found == sorted(found)
    assert set(found) >= {0, 1, 2}


def test_gzip_in_parts_and_damaged(tmp_path):
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(RAW[:9000]) + gzip.compress(RAW[9000:]) + b"\0" * 5)
    assert list(zj.read_log(path)) == HANDS
    for damaged in (RAW, gzip.compress(RAW) + b"more"):
        path.write_bytes(damaged)
        with pytest.raises(zj.LogError, match=r"log\.jsonl\.gz: not what gzip wrote"):
            list(zj.read_log(path))


# ---------------------------------------------------------------- errors of order and form


def read_until_error(log):
    """The hands before the error, and the error."""
    found, hands = [], zj.read_log(log)
    while True:
        try:
            found.append(next(hands))
        except zj.LogError as error:
            return found, error


def stops(events, line, match, hands):
    """Reading gives some hands and then the error."""
    found, error = read_until_error(text_of(events))
    assert re.search(match, str(error))
    assert error.line == line
    assert str(error).startswith(f"line {line}: ")
    assert len(found) == hands
    return error


END = ENDS[0]
MISPLACED = {
    "no start": (EVENTS[2:], 1, "tsumo outside a hand", 0),
    "start_game again": ([*EVENTS[:END], EVENTS[0], *EVENTS[END:]], END + 1, "once and first", 1),
    "start_game in a hand": ([*EVENTS[:9], EVENTS[0], *EVENTS[9:]], 10, "no end_kyoku", 0),
    "no end": (EVENTS[: END - 1] + EVENTS[END:], END, "the hand of line 2 has no end_kyoku", 0),
    "end_game in a hand": ([*EVENTS[:9], {"type": "end_game"}], 10, "no end_kyoku", 0),
    "after end_game": ([*EVENTS, EVENTS[0]], len(EVENTS) + 1, "after end_game", 4),
    "end twice": ([*EVENTS[:END], EVENTS[END - 1]], END + 1, "outside a hand", 1),
}


@pytest.mark.parametrize("case", MISPLACED)
def test_what_stands_where(case):
    events, line, match, hands = MISPLACED[case]
    assert stops(events, line, match, hands).rule == "LOG-1"


def test_start_game_and_end_game_may_be_missing():
    assert list(zj.read_log(text_of(EVENTS[1:-1]))) == HANDS
    assert next(zj.read_log(text_of(EVENTS[1:]))).game is None


TSUMO = {"type": "tsumo", "actor": 0, "pai": "5m"}
PON = {"type": "pon", "actor": 1, "target": 0, "pai": "5m", "consumed": ["5m", "5m"]}
ANKAN = {"type": "ankan", "actor": 1, "consumed": ["5m"] * 4}
START, GAME = EVENTS[1], EVENTS[0]
MALFORMED = [
    ("[]", "event: expected an object, not list of 0"),
    ("7", "event: expected an object, not 7"),
    ("{} {}", "event: JSON is malformed"),
    ("{", "event: .*"),
    ('{"type":"tsumo","actor":0,"actor":1,"pai":"5m"}', "event: key 'actor' stands twice"),
    ('{"type":"tsumo","actor":0,"pai":"\xff"}'.encode("latin-1"), "event: .*UTF-8"),
    ({}, "type: missing"),
    ({"type": 3}, "type: 3, there are start_game, start_kyoku, tsumo"),
    ({"type": "chi"}, "type: 'chi', there are"),
    ({**TSUMO, "deltas": []}, "tsumo.deltas: unknown field, there are actor, pai, rinshan"),
    ({"type": "tsumo", "actor": 0}, "tsumo.pai: missing"),
    ({**TSUMO, "pai": "5z"}, "tsumo.pai: tile text '5z', position 2"),
    ({**TSUMO, "pai": "0m"}, "tsumo.pai: tile text '0m', position 1"),
    ({**TSUMO, "pai": "55m"}, "tsumo.pai: .*"),
    ({**TSUMO, "pai": 4}, "tsumo.pai: expected text, not 4"),
    ({**TSUMO, "actor": 4}, "tsumo.actor: 4: expected a whole number <= 3"),
    ({**TSUMO, "actor": -1}, "tsumo.actor: -1: expected a whole number >= 0"),
    ({**TSUMO, "actor": True}, "tsumo.actor: expected a whole number, not True"),
    ({**TSUMO, "rinshan": 1}, "tsumo.rinshan: expected true or false, not 1"),
    ({"type": "dahai", "actor": 0, "pai": "5m"}, "dahai.tsumogiri: missing"),
    ({"type": "dahai", "actor": 0, "pai": "?", "tsumogiri": True}, "dahai.pai: '[?]'"),
    ({**PON, "consumed": ["5m"]}, "pon.consumed: expected a list of length 2"),
    ({**PON, "consumed": ["5m", "6m"]}, "pon.consumed: 5m 6m, expected 2 of 5m"),
    ({**PON, "target": 1}, "pon.target: seat 1 cannot claim its own tile"),
    ({**PON, "type": "daiminkan"}, "daiminkan.consumed: expected a list of length 3"),
    ({**ANKAN, "consumed": ["5m"] * 5}, "ankan.consumed: expected a list of length 4"),
    ({**ANKAN, "consumed": ["5m", "5m", "5m", "6m"]}, "ankan.consumed: .* expected 4 of 5m"),
    ({**ANKAN, "late": None}, "ankan.late: expected true or false, not None"),
    ({"type": "kakan", "actor": 1, "pai": "5m", "consumed": ["6m"] * 3}, "kakan.consumed: 6m"),
    ({"type": "none", "actor": 0}, "none.passed: missing"),
    ({"type": "none", "actor": 0, "passed": "pon"}, "none.passed: 'pon', expected one of hora"),
    ({"type": "reach", "actor": 0, "kind": "loud"}, "reach.kind: 'loud', .* hard, soft"),
    ({"type": "ryukyoku", "reason": "tired"}, "ryukyoku.reason: 'tired'"),
    ({"type": "ryukyoku", "reason": "dead_hand"}, "ryukyoku.actor: missing"),
    ({"type": "ryukyoku", "reason": "exhausted", "actor": 0}, "ryukyoku.actor: only with"),
    ({"type": "end_kyoku"}, "end_kyoku.flip: missing"),
    ({"type": "end_kyoku", "flip": "9z"}, "end_kyoku.flip: tile text '9z'"),
    ({"type": "end_kyoku", "flip": None, "totals": [1.5]}, r"end_kyoku.totals\[0\]: expected a"),
    ({"type": "end_kyoku", "flip": None, "ura": []}, "end_kyoku.ura: unknown field"),
]


@pytest.mark.parametrize(("event", "match"), MALFORMED)
def test_malformed_events(event, match):
    raw = (
        event
        if isinstance(event, bytes)
        else (event if isinstance(event, str) else json.dumps(event)).encode()
    )
    lines = RAW.splitlines()
    log = b"\n".join([*lines[: END + 5], raw, *lines[END + 5 :]])
    found, error = read_until_error(log)
    assert found == HANDS[:1]
    assert re.search(match, str(error))
    assert error.line == END + 6
    assert str(error).startswith(f"line {END + 6}: ")


@pytest.mark.parametrize("field", ["type", "passed"])
def test_text_that_is_no_unicode(field):
    event = {"type": "none", "actor": 0, "passed": "hora", field: "\ud800"}
    with pytest.raises(zj.LogError, match=rf"line 2: .*{field}: ") as caught:
        zj.Table.replay([HANDS[0][0], event], partial=True)
    assert caught.value.line == 2


STARTS = [
    ({"rules": ...}, "start_kyoku.rules: missing"),
    ({"tehais": START["tehais"][:1]}, "start_kyoku.tehais: .* >= 2"),
    ({"tehais": [*START["tehais"], *START["tehais"][:1]]}, "start_kyoku.tehais: .* <= 4"),
    ({"tehais": [*START["tehais"][:3], START["tehais"][3][:12]]}, r"start_kyoku.tehais\[3\]: "),
    ({"tehais": [*START["tehais"][:3], ["9z"] * 13]}, r"start_kyoku.tehais\[3\]\[0\]: tile text"),
    ({"tehais": START["tehais"][:2], "oya": 2}, "start_kyoku.oya: 2, there are 2 hands"),
    ({"base": 0}, "start_kyoku.base: 0"),
    ({"base": 1_000_001}, "start_kyoku.base: 1000001"),
    ({"honba": 1001}, "start_kyoku.honba: 1001"),
    ({"hand": -1}, "start_kyoku.hand: -1"),
    ({"dice": [0, 3]}, r"start_kyoku.dice\[0\]: 0"),
    ({"dice": [3]}, "start_kyoku.dice: "),
    ({"seed": "1"}, "start_kyoku.seed: expected a whole number"),
    ({"bakaze": "E"}, "start_kyoku.bakaze: unknown field"),
]


@pytest.mark.parametrize(("changes", "match"), STARTS)
def test_malformed_starts_of_hands(changes, match):
    stops(edited(EVENTS, 1, **changes), 2, match, 0)


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"format": "mjai"}, "start_game.format: 'mjai'"),
        ({"version": 2}, "start_game.version: 2"),
        ({"names": ["a"]}, "start_game.names: "),
        ({"names": ["a", "b", 3]}, r"start_game.names\[2\]: expected text"),
        ({"dealer_dice": [7, 1]}, r"start_game.dealer_dice\[0\]: 7"),
        ({"uri": "x"}, "start_game.uri: unknown field"),
    ],
)
def test_malformed_starts_of_logs(changes, match):
    stops(edited(EVENTS, 0, **changes), 1, match, 0)


def test_names_with_colons():
    events = edited(EVENTS, 0, names=["a:b", ":", "::", "{"])
    assert next(zj.read_log(text_of(events))).game["names"] == ["a:b", ":", "::", "{"]


def test_deep_nesting_is_an_error():
    deep = '{"type":"start_kyoku","rules":' + "[" * 100_000 + "]" * 100_000 + "}\n"
    with pytest.raises(zj.LogError, match="line 1: event: nested too deeply"):
        list(zj.read_log(deep))


# ---------------------------------------------------------------- the schema

SCHEMA = jsonschema.Draft202012Validator(zj.HandLog.schema())
# What a schema does not see: tiles and seats that do not go together.
UNSEEN = re.compile("expected . of|cannot claim|kakan.consumed: 6m|there are 2 hands")


def test_the_schema_takes_every_event():
    jsonschema.Draft202012Validator.check_schema(zj.HandLog.schema())
    for name in FILES:
        for event in [*events_of(name), *zj.mask_log(hands_of(name)[0], 1)]:
            SCHEMA.validate(event)


FORMS = [
    *[(event, match) for event, match in MALFORMED if isinstance(event, dict)],
    *[({**START, **changes}, match) for changes, match in STARTS if ... not in changes.values()],
]


@pytest.mark.parametrize(("event", "match"), FORMS)
def test_the_schema_refuses_malformed_events(event, match):
    assert SCHEMA.is_valid(event) == bool(UNSEEN.search(match))


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_written_logs_are_read_back(tmp_path, suffix):
    path = tmp_path / f"log{suffix}"
    assert zj.write_log(path, HANDS, names=["東", "南", "西", "北"], dealer_dice=(3, 4)) == 4
    hands = list(zj.read_log(path))
    assert hands == HANDS
    assert hands[0].game["names"] == ["東", "南", "西", "北"]
    assert hands[0].game["dealer_dice"] == [3, 4]
    assert names_in(tmp_path) == [path.name]
    written = path.read_bytes()
    again = tmp_path / f"again{suffix}"
    zj.write_log(again, zj.read_log(path))
    assert again.read_bytes() == written


def test_default_names(tmp_path):
    path = tmp_path / "log.jsonl"
    zj.write_log(path, hands_of("flip-last-tile.jsonl"))
    assert next(zj.read_log(path)).game["names"] == ["seat0", "seat1", "seat2"]


def test_games_around_the_hands(tmp_path):
    path = tmp_path / "log.jsonl"
    zj.write_log(path, [[EVENTS[0], *HANDS[0], EVENTS[-1]], HANDS[1]])
    assert list(zj.read_log(path)) == HANDS[:2]
    assert path.read_text("utf-8").count("start_game") == 1
    assert next(zj.read_log(path)).game["names"] == EVENTS[0]["names"]


def test_an_empty_log(tmp_path):
    path = tmp_path / "log.jsonl"
    assert zj.write_log(path, []) == 0
    assert list(zj.read_log(path)) == []
    assert len(path.read_text("utf-8").splitlines()) == 2


def broken_hands():
    yield HANDS[0]
    raise RuntimeError("the game broke off")


BAD_HANDS = {
    "interrupted": (broken_hands, RuntimeError, "broke off"),
    "unfinished": (lambda: [HANDS[0], HANDS[1][:-1]], zj.LogError, "line 85: .*no end_kyoku"),
    "headless": (lambda: [HANDS[1][1:]], zj.LogError, "line 1: .*begins with start_kyoku"),
    "empty": (lambda: [[]], zj.LogError, "no hand"),
    "two": (lambda: [HANDS[0] + HANDS[1]], zj.LogError, "line 134: .*after end_kyoku"),
    "inner": (lambda: [HANDS[0][:5] + HANDS[1]], zj.LogError, "line 6: start_kyoku inside"),
    "no text": (
        lambda: [edited(HANDS[0], 0, rules={"preset": "\ud800"})],
        zj.LogError,
        "line 1: start_kyoku: no JSON",
    ),
    "malformed": (lambda: [edited(HANDS[0], 3, pai="x")], zj.LogError, "line 4: tsumo.pai"),
    "flat": (lambda: HANDS[0], zj.WrongTypeError, "list of events"),
    "none": (lambda: [None], zj.WrongTypeError, "list of events"),
}


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
@pytest.mark.parametrize("case", BAD_HANDS)
def test_nothing_half_written(tmp_path, case, suffix):
    hands, error, match = BAD_HANDS[case]
    path = tmp_path / f"log{suffix}"
    with pytest.raises(error, match=match):
        zj.write_log(path, hands())
    assert names_in(tmp_path) == []
    path.write_bytes(b"before")
    with pytest.raises(error, match=match):
        zj.write_log(path, hands())
    assert path.read_bytes() == b"before"
    assert names_in(tmp_path) == [path.name]


def test_the_old_log_stands_until_the_end(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"before")
    with zj.LogWriter(path) as log:
        for hand in HANDS:
            log.write(hand)
            assert path.read_bytes() == b"before"
        assert log.hands == 4
    assert list(zj.read_log(path)) == HANDS


def test_a_log_may_be_written_over_what_it_is_read_from(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(RAW)
    zj.write_log(path, zj.read_log(path))
    assert list(zj.read_log(path)) == HANDS


def test_writing_outside_the_block(tmp_path):
    log = zj.LogWriter(tmp_path / "log.jsonl")
    with pytest.raises(zj.ZhuojiError, match="not open"):
        log.write(HANDS[0])


def play_to(path):
    return zj.play_hands("random", 1, log=path)


def write_to(path):
    return zj.write_log(path, HANDS)


@pytest.mark.parametrize("write", [write_to, play_to])
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_errors_name_the_path_that_was_given(tmp_path, monkeypatch, write, suffix):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / f"folder{suffix}").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "none")
    monkeypatch.chdir(tmp_path)
    for path, error, number in (
        (f"none/x.jsonl{suffix}", FileNotFoundError, errno.ENOENT),
        (f"./link/x.jsonl{suffix}", FileNotFoundError, errno.ENOENT),
        (tmp_path / "none" / f"x.jsonl{suffix}", FileNotFoundError, errno.ENOENT),
        (f"file/x.jsonl{suffix}", NotADirectoryError, errno.ENOTDIR),
        (f"folder{suffix}", IsADirectoryError, errno.EISDIR),
    ):
        with pytest.raises(error) as found:
            write(path)
        assert found.value.filename == os.fspath(path)
        assert found.value.errno == number
        assert ".part" not in str(found.value)


def test_errors_at_the_end_name_the_path_that_was_given(tmp_path):
    path = tmp_path / "log.jsonl"
    with pytest.raises(IsADirectoryError) as found, zj.LogWriter(path):
        path.mkdir()
    assert found.value.filename == str(path)


def test_errors_of_the_block_stay_as_they_are(tmp_path):
    with pytest.raises(FileNotFoundError) as found, zj.LogWriter(tmp_path / "log.jsonl"):
        raise FileNotFoundError(2, "no such thing", "theirs")
    assert found.value.filename == "theirs"


def test_the_command_names_the_path_that_was_given():
    done = zhuoji("play", "-n", "1", "--log", "/nonexistent/x.jsonl", code=2)
    assert done.stderr == b"error: /nonexistent/x.jsonl: No such file or directory\n"


def test_links_and_devices(tmp_path):
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    target.write_bytes(b"")
    link.symlink_to(target)
    zj.write_log(link, HANDS)
    assert link.is_symlink()
    assert list(zj.read_log(target)) == HANDS
    zj.write_log(os.devnull, HANDS)
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c", "d", "e"], ["a", 3]])
def test_wrong_names(tmp_path, names):
    with pytest.raises(zj.LogError, match=r"start_game\.names"):
        zj.write_log(tmp_path / "log.jsonl", HANDS, names=names)
    assert names_in(tmp_path) == []


# ---------------------------------------------------------------- memory


def peak_of(path):
    tracemalloc.start()
    count = sum(1 for _ in zj.read_log(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return count, peak


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_memory_does_not_grow_with_the_log(tmp_path, suffix):
    peaks = []
    for size in (10, 60):
        path = tmp_path / f"{size}{suffix}"
        zj.write_log(path, HANDS * size)
        count, peak = peak_of(path)
        assert count == 4 * size
        peaks.append(peak)
    assert peaks[1] < 1.5 * peaks[0]


# ---------------------------------------------------------------- masking


@pytest.mark.parametrize("seat", range(4))
def test_masks(seat):
    events = [event for name in FILES for hand in hands_of(name) for event in hand]
    events = [event for event in events if len(event.get("tehais", [0] * 4)) == 4]
    before = text_of(events)
    masked = zj.mask_log(events, seat)
    assert text_of(events) == before
    shown = [e for e in events if e["type"] != "none" or e["actor"] == seat]
    assert len(masked) == len(shown) < len(events)
    for event, seen in zip(shown, masked, strict=True):
        if event["type"] == "start_kyoku":
            assert seen["tehais"][seat] == event["tehais"][seat]
            others = [hand for of, hand in enumerate(seen["tehais"]) if of != seat]
            assert others == [["?"] * 13] * 3
            assert {**seen, "tehais": 0} == {**event, "tehais": 0}
        elif event["type"] == "tsumo" and event["actor"] != seat:
            assert seen == {**event, "pai": "?"}
        else:
            assert seen == event


def test_a_mask_hides_the_seed():
    events = edited(HANDS[0], 0, seed=5)
    assert zj.mask_log(events, 0)[0]["seed"] is None


def test_masked_logs_can_be_read_and_written(tmp_path):
    path = tmp_path / "seat2.jsonl"
    masked = [zj.mask_log(hand, 2) for hand in HANDS]
    zj.write_log(path, masked)
    assert list(zj.read_log(path)) == masked


@pytest.mark.parametrize(
    ("events", "seat", "error", "match"),
    [
        (HANDS[0], 4, zj.ZhuojiError, "seat 4: expected 0 to 3"),
        (hands_of("flip-last-tile.jsonl")[0], 3, zj.ZhuojiError, "seat 3: expected 0 to 2"),
        (HANDS[0], True, zj.WrongTypeError, "seat"),
        (HANDS[0], "0", zj.WrongTypeError, "seat"),
        ([{"type": "chi"}], 0, zj.LogError, "line 1: type: 'chi'"),
        (np.arange(3), 0, zj.LogError, "line 1: event: expected an object, not"),
        (None, 0, zj.WrongTypeError, "events: expected a list of them, not NoneType"),
        (HANDS[0], np.arange(2), zj.WrongTypeError, "seat must be a whole number, not ndarray"),
    ],
)
def test_what_cannot_be_masked(events, seat, error, match):
    with pytest.raises(error, match=match):
        zj.mask_log(events, seat)
