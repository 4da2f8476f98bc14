"""看牌: the page of the viewer, its data against table and settlement; no browser here."""

import base64
import hashlib
import json
import re
from importlib.resources import files
from random import Random

import pytest

import zhuoji_fast as zj
from log_data import FILES, FOLDER, events_of, text_of
from log_fuzz import mutated
from viewer_pages import Page, data_of, hand_of, lines_in, lines_of, played, states_of, tiles_in
from zhuoji_fast.analysis import shanten, waits
from zhuoji_fast.viewer.document import MAX_HANDS
from zhuoji_fast.viewer.states import lying
from zhuoji_fast.viewer.words import UI

HANDS = [hand for name in FILES for hand in zj.read_log(FOLDER / name)]
IDS = [f"{name}-{i}" for name in FILES for i, _ in enumerate(zj.read_log(FOLDER / name), 1)]
LONG = next(hand for hand in HANDS if len(hand) > 100 and hand[-1]["lines"])
PONGED = next(iter(zj.read_log(FOLDER / "charge-ponged.jsonl")))


@pytest.fixture(scope="module")
def policy_hands(tmp_path_factory):
    return [*played(tmp_path_factory.mktemp("logs"), 12, 5)]


def check_end(hand, log):
    settlement = zj.Table.replay(log).settlement
    assert hand["end"]["totals"] == list(settlement.totals)
    for lang in ("zh", "en"):
        ledger = hand["end"]["ledger"][lang]
        assert lines_in(ledger) == lines_of(settlement)
        sums = [0] * hand["players"]
        for payer, payee, amount, *_ in lines_in(ledger):
            sums[payer] -= amount
            sums[payee] += amount
        assert sums == list(settlement.totals)
        names = hand["names"][lang]
        numbered = names[0] in ("0号位", "seat 0")
        text = settlement.explain(lang, names=None if numbered else names)
        for part in (ledger["story"], ledger["notes"]):
            assert all(sentence in text for sentence in part)
        for group in ledger["groups"]:
            for row in group["rows"]:
                assert row["reason"] in text
                assert row["formula"] in text
    *_, last = states_of(hand)
    for shown, seat, known in zip(last, settlement.position.seats, settlement.waits, strict=True):
        assert tiles_in(shown["hand"]) == list(map(zj.tile_text, zj.parse_tiles(seat.hand)))
        assert shown["drawn"] is None
        assert shown["river"] == "".join(map(zj.tile_text, zj.parse_tiles(seat.river)))
        assert [
            (meld["kind"], meld["tile"], meld["from"], meld["late"]) for meld in shown["melds"]
        ] == [(str(meld.kind), meld.tile, meld.source, meld.late) for meld in seat.melds]
        assert shown["dead"] == seat.dead
        assert shown["declared"] == seat.declared
        assert tuple(wait for wait, _ in shown["waits"]) == known
    end = settlement.position.end
    assert [i for i, seat in enumerate(last) if seat["won"]] == sorted(w.seat for w in end.wins)
    assert hand["end"]["flip"] == settlement.position.flip
    assert hand["end"]["kind"] == end.kind


@pytest.mark.parametrize("log", HANDS, ids=IDS)
def test_the_ledger_and_the_last_state_are_those_of_the_settlement(log):
    check_end(hand_of(log), log)


def test_the_ledger_under_every_preset(policy_hands):
    kinds = set()
    for log in policy_hands:
        hand = hand_of(log)
        check_end(hand, log)
        kinds.add((log[0]["rules"], hand["end"]["kind"], len(log[-1]["lines"]) > 0))
    assert {rules for rules, kind, paid in kinds if kind == "win" and paid} == {*zj.PRESETS}
    assert {kind for _, kind, _ in kinds} >= {"win", "exhausted"}


@pytest.mark.parametrize("log", HANDS[:12], ids=IDS[:12])
def test_each_state_is_that_of_the_table(log):
    hand = hand_of(log)
    checked = 0
    for length, seats in enumerate(states_of(hand), 1):
        if length > 1 and log[length - 1]["type"] not in ("tsumo", "dahai", "pon"):
            continue
        table = zj.Table.replay(log[:length], partial=True)
        if len(table.log) != length:  # where nobody is asked, the table draws by itself
            continue
        checked += 1
        assert hand["steps"][length - 1]["wall"] == table.wall_left
        for number, shown in enumerate(seats):
            view = table.view(number)
            mine = view["seats"][number]
            held = [*tiles_in(shown["hand"]), *([shown["drawn"]] if shown["drawn"] else [])]
            assert zj.to_text(zj.counts(held)) == view["hand"]
            assert shown["river"] == "".join(map(zj.tile_text, zj.parse_tiles(mine["river"])))
            assert [m["tile"] for m in shown["melds"]] == [m["tile"] for m in mine["melds"]]
            assert shown["dead"] == mine["dead"]
            if log[length - 1] == {"type": "tsumo", "actor": number, "pai": view["drawn"]}:
                assert shown["drawn"] == view["drawn"]
    assert checked > 0


def test_shanten_and_waits_beside_the_hands():
    seen = {"waits": 0, "throws": 0, "drawn": 0}
    for log in HANDS:
        for seats in states_of(hand_of(log)):
            for shown in seats:
                seen["drawn"] += shown["drawn"] is not None
                held = tiles_in(shown["hand"])
                if shown["drawn"] and not shown["declared"]:
                    held.append(shown["drawn"])
                if shown["dead"]:
                    assert (shown["shanten"], shown["waits"]) == (None, [])
                    continue
                counts = zj.counts(held).tobytes()
                melded = [m["tile"] for m in shown["melds"] for _ in m["tiles"].split()]
                melds = zj.counts(melded).tobytes() if melded else bytes(27)
                assert shown["shanten"] == shanten(counts, melds)
                if len(held) % 3 == 1 and shown["shanten"] == 0:
                    found = [zj.tile_text(int(t)) for t in waits(counts, melds).nonzero()[0]]
                    assert [tile for tile, _ in shown["waits"]] == found
                    seen["waits"] += 1
                else:
                    assert shown["waits"] == []
                if shown["throws"]:
                    for tile in set(held):
                        rest = list(held)
                        rest.remove(tile)
                        stays = shanten(zj.counts(rest).tobytes(), melds) == 0
                        assert (tile in shown["throws"]) == stays
                    seen["throws"] += 1
    assert all(count > 50 for count in seen.values()), seen


def test_what_is_left_of_a_wait_is_what_the_seat_does_not_see():
    checked = 0
    for log in HANDS:
        for seats in states_of(hand_of(log)):
            rivers = [tile for seat in seats for tile in tiles_in(seat["river"])]
            melds = [m["tile"] for s in seats for m in s["melds"] for _ in m["tiles"].split()]
            won = list({seat["won"] for seat in seats if seat["won"]})
            for seat in seats:
                own = tiles_in(seat["hand"]) + ([seat["drawn"]] if seat["drawn"] else [])
                seen = [*rivers, *melds, *won, *own]
                for tile, left in seat["waits"]:
                    assert left == 4 - seen.count(tile)
                    checked += 1
    assert checked > 300


def test_how_melds_lie():
    assert lying("pong", "5m", 0, 3, 4) == "5m> 5m 5m"
    assert lying("pong", "5m", 0, 2, 4) == "5m 5m> 5m"
    assert lying("pong", "5m", 3, 0, 4) == "5m 5m 5m>"
    assert lying("pong", "5m", 2, 0, 3) == "5m 5m 5m>"
    assert lying("pong", "5m", 0, 2, 3) == "5m> 5m 5m"
    assert lying("pong", "5m", 1, 0, 2) == "5m 5m> 5m"
    assert lying("exposed_kong", "1s", 1, 2, 4) == "1s 1s 1s 1s>"
    assert lying("added_kong", "1s", 1, 0, 4) == "1s> 1s^ 1s 1s"
    assert lying("concealed_kong", "1s", 1, None, 4) == "?? 1s 1s ??"


def test_chickens_are_marked():
    hand = hand_of(PONGED)
    assert (hand["chickens"], hand["charge"], hand["claimed"]) == (["1s", "8p"],) * 3
    *_, last = states_of(hand)
    assert [meld["first"] for meld in last[3]["melds"]] == [True]
    assert (last[1]["river"][:2], last[1]["first"]) == ("8p", [0])
    assert (hand["end"]["flip"], hand["end"]["chicken"], hand["end"]["gold"]) == ("9p", "1p", False)
    plain = hand_of(next(zj.read_log(FOLDER / "dead.jsonl")))
    assert plain["chickens"] == ["1s"]


# Masked, partial and broken logs


@pytest.mark.parametrize("seat", range(4))
def test_a_masked_log_hides_what_it_hides_and_shows_the_end(seat):
    hand = hand_of(whole_log(LONG, zj.mask_log(LONG, seat)))
    bare = hand_of(LONG)
    assert hand["masked"]
    assert hand["end"] == bare["end"]
    *states, last = zip(states_of(hand), states_of(bare), strict=True)
    for masked, full in states:
        assert masked[seat] == full[seat]
        for number, shown in enumerate(masked):
            if number != seat:
                assert set(tiles_in(shown["hand"])) == {"??"}
                assert shown["drawn"] in (None, "??")
                assert (shown["shanten"], shown["waits"], shown["throws"]) == (None, [], [])
    assert last[0] == last[1]


@pytest.mark.parametrize("log", HANDS, ids=IDS)
def test_every_masked_log_can_be_seen(log):
    bare = hand_of(log)["end"]
    for seat in range(len(log[0]["tehais"])):
        masked = whole_log(log, zj.mask_log(log, seat))
        assert hand_of(masked)["end"] == bare
        masked[-1] = {"type": "end_kyoku", "flip": log[-1]["flip"]}
        end = hand_of(masked)["end"]
        assert (end["ledger"], end["totals"], end["flip"]) == (None, None, bare["flip"])


def test_a_masked_log_that_cannot_be():
    masked = zj.mask_log(PONGED, 1)
    pong = next(i for i, event in enumerate(masked) if event["type"] == "pon")
    wrong = [*masked]
    wrong[pong] = {**masked[pong], "pai": "2m", "consumed": ["2m", "2m"]}
    with pytest.raises(zj.LogError, match=rf"^line {pong + 1}: pon: 2m .* lie open \(LOG-2\)$"):
        zj.log_page(wrong)
    other = [*masked]
    position = masked[-1]["position"]
    seats = [{**position["seats"][0], "hand": position["seats"][2]["hand"]}, *position["seats"][1:]]
    other[-1] = {**masked[-1], "position": {**position, "dealer": 3}}
    with pytest.raises(zj.LogError, match="position: that of another hand"):
        zj.log_page(other)
    other[-1] = {**masked[-1], "position": {**position, "seats": seats}}
    with pytest.raises(zj.LogError, match=r"^line \d+: end_kyoku: position"):
        zj.log_page(other)
    end = masked[-1]
    with pytest.raises(zj.LogError, match=r"^line (\d+): end_kyoku: after end_kyoku"):
        zj.log_page([*masked, end])
    with pytest.raises(zj.LogError, match=r"^line 3: start_kyoku: inside a hand"):
        zj.log_page([*masked[:2], masked[0], *masked[2:]])
    two = {**masked[0], "rules": "platform", "oya": 0, "tehais": masked[0]["tehais"][:2]}
    with pytest.raises(zj.LogError, match=r"^line 2: tsumo: actor 3, there are 2 seats"):
        zj.log_page([two, {"type": "tsumo", "actor": 3, "pai": "?"}])
    with pytest.raises(zj.LogError, match=r"^line 2: dahai: seat 1 holds too few 9s"):
        zj.log_page([{**two, "tehais": [["?"] * 13, LOOSE]}, thrown(1, "9s")])
    with pytest.raises(zj.LogError, match=r"^line 1: start_kyoku: a fifth 1m \(LOG-2\)"):
        zj.log_page([{**two, "tehais": [["?"] * 13, ["1m"] * 13]}])
    with pytest.raises(zj.LogError, match=r"^line 3: tsumo: seat 1: .* 15"):
        zj.log_page([{**two, "tehais": [["?"] * 13, LOOSE]}, *[drawn(1, "9s")] * 2])


LOOSE = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10, 2)][:13]


def drawn(seat, tile):
    return {"type": "tsumo", "actor": seat, "pai": tile}


def thrown(seat, tile):
    return {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": False}


def test_masked_logs_with_a_fault_are_shown_or_refused_with_a_line():
    """Of a masked log not everything can be checked, but nothing may break the page."""
    rng = Random(7)
    found = {"shown": 0, "refused": 0}
    lines = []
    for _ in range(600):
        log = rng.choice(HANDS)
        bare = [*log[:-1], {"type": "end_kyoku", "flip": log[-1]["flip"]}]
        masked = zj.mask_log(rng.choice((log, bare)), rng.randrange(len(log[0]["tehais"])))
        broken = mutated(masked, rng)
        try:
            hand = hand_of(broken)
        except zj.LogError as error:
            lines.append(error.line / len(broken))
            found["refused"] += 1
        else:
            assert len(hand["steps"]) == len(broken)
            found["shown"] += 1
    assert min(found.values()) > 100, found
    assert all(0 < line <= 1 for line in lines)


def whole_log(log, events):
    """Events of a hand behind the start of its log, which has the names."""
    return [log.game, *events] if log.game else [*events]


def made(log):
    """The data of the hands of a page; None and the error where there is none."""
    try:
        return data_of(zj.log_page(log))["hands"], None
    except zj.ZhuojiError as error:
        return None, str(error)


@pytest.mark.parametrize("name", FILES)
def test_a_hand_that_stops_anywhere(name):
    """Only a hand that is over needs its end_kyoku."""
    for log in zj.read_log(FOLDER / name):
        whole = hand_of(log)
        over = next(i for i, e in enumerate(log) if e["type"] in ("hora", "ryukyoku"))
        for length in range(1, len(log), 1 if len(log) < 50 else 11):
            hands, error = made(whole_log(log, log[:length]))
            if length > over:
                assert error is not None
                assert re.search(r"^line \d+: .*(end_kyoku|win on the tile)", error)
            elif error is not None:
                # Kongs and marks that come before the draw or the end that belongs to them.
                assert log[length - 1]["type"] in ("ankan", "kakan", "daiminkan", "dead"), error
            else:
                assert hands[0]["end"] is None
                for step, of_whole in zip(hands[0]["steps"], whole["steps"], strict=False):
                    assert step == of_whole


def test_a_log_cut_off_anywhere():
    text = (FOLDER / "dead.jsonl").read_bytes()
    found = [made(text[:length] or b"\n") for length in range(0, len(text), 97)]
    assert {error for _, error in found} == {None, "no whole hand in this log"}
    numbers = [len(hands or ()) for hands, _ in found]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 2


def test_wrong_asking():
    path = FOLDER / "match.jsonl"
    for wrong, message in {
        "no hand 9 in this log": {"hand": 9},
        "hand 0: hands are counted from 1": {"hand": 0},
        "seat 4: expected 0 to 3": {"seat": 4},
        "seat -1: seats are counted from 0": {"seat": -1},
        "lang 'fr': expected 'zh' or 'en'": {"lang": "fr"},
    }.items():
        with pytest.raises(zj.ZhuojiError, match=f"^{re.escape(wrong)}$"):
            zj.log_page(path, **message)
    for wrong in ({"hand": True}, {"seat": 1.0}, {"lang": None}):
        with pytest.raises(zj.WrongTypeError):
            zj.log_page(path, **wrong)
    for log in (7, {"type": "dahai"}, [3], [zj.Table(seed=1).log, 3]):
        with pytest.raises(zj.WrongTypeError):
            zj.log_page(log)
    with pytest.raises(zj.LogError, match="no hand in the log"):
        zj.log_page([])


def test_many_hands():
    short = next(zj.read_log(FOLDER / "heavenly.jsonl"))
    assert len(data_of(zj.log_page([short] * MAX_HANDS))["hands"]) == MAX_HANDS
    with pytest.raises(zj.ZhuojiError, match=f"more than {MAX_HANDS} hands"):
        zj.log_page([short] * (MAX_HANDS + 1))
    assert hand_of([short] * (MAX_HANDS + 1), hand=MAX_HANDS + 1)["number"] == MAX_HANDS + 1


def test_every_kind_of_log_gives_the_same_page(tmp_path):
    path = FOLDER / "match.jsonl"
    page = zj.log_page(path)
    assert zj.log_page(path.read_text("utf-8")) == zj.log_page(str(path)) == page
    with path.open("rb") as file:
        assert zj.log_page(file) == page
    assert zj.log_page(zj.read_log(path)) == zj.log_page([*zj.read_log(path)]) == page
    numbers = [hand["number"] for hand in data_of(page)["hands"]]
    assert numbers == [1, 2, 3, 4]
    assert data_of(zj.log_page(path, hand=3))["hands"] == data_of(page)["hands"][2:3]


def test_a_log_that_breaks_a_rule_names_its_line():
    events = events_of("charge-ponged.jsonl")
    place = next(i for i, event in enumerate(events) if event["type"] == "dahai")
    events[place]["actor"] = (events[place]["actor"] + 1) % 4
    with pytest.raises(zj.LogError, match=rf"^line {place + 1}: dahai"):
        zj.log_page(text_of(events))
    with pytest.raises(zj.LogError, match=r"^line 1: start_kyoku: .*nonsense"):
        zj.log_page([{**PONGED[0], "rules": "nonsense"}, *PONGED[1:]])


# The page


HOSTILE = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "@@SCRIPT@@ & \"' \u2028\u202e\x00\ud800".encode("utf-16", "surrogatepass").decode(
        "utf-16", "replace"
    ),
    "x" * 5000,
]


def hostile_log():
    return text_of(
        [
            {**events_of("charge-ponged.jsonl")[0], "names": HOSTILE},
            *events_of("charge-ponged.jsonl")[1:],
        ]
    )


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_names_from_a_log_are_only_text(lang):
    page = zj.log_page(hostile_log(), lang=lang)
    found = Page(page)
    assert len(found.texts["script"]) == 2
    assert not found.handlers
    assert set(found.links) == {"data:,", "#result"}
    assert "alert(1)<" not in page.replace("&lt;", "")
    names = data_of(page)["hands"][0]["names"][lang]
    assert names[0] == HOSTILE[0][:24] + "…"
    assert len(names[3]) == 25
    assert not {"\u2028", "\u202e", "\x00"} & set("".join(names))
    assert len(page) < 150_000


def test_names_that_become_alike_are_told_apart():
    events = events_of("charge-ponged.jsonl")
    events[0]["names"] = ["y" * 40 + end for end in "abcd"]
    names = data_of(zj.log_page(text_of(events)))["hands"][0]["names"]["zh"]
    assert len({*names}) == 4


def test_the_page_loads_nothing_and_its_policy_holds():
    page = zj.log_page(FOLDER / "match.jsonl")
    found = Page(page)
    _, script = found.texts["script"]
    (style,) = found.texts["style"]
    for text, kind in ((script, "script-src"), (style, "style-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in found.policy
    assert found.policy.startswith("default-src 'none'")
    assert re.findall(r"\w+://[^\"'\s]+", page) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"@@|@import|\burl\(|\bfetch\(|XMLHttp|innerHTML|\beval\(", page)
    assert " style=" not in page  # what the policy would refuse
    assert len(found.ids) == len({*found.ids})
    assert {f"zj-{zj.tile_text(tile)}" for tile in range(27)} | {"zj-back"} <= {*found.ids}


def test_without_scripts_the_ledgers_are_there():
    page = zj.log_page(FOLDER / "match.jsonl", lang="en")
    (text,) = Page(page).texts["noscript"]
    for hand in data_of(page)["hands"]:
        for sentence in hand["end"]["ledger"]["en"]["story"]:
            assert sentence in text


def test_every_word_of_the_page_is_there_in_both_languages():
    assert {*UI["zh"]} == {*UI["en"]}
    script = files("zhuoji_fast.viewer").joinpath("page.js").read_text("utf-8")
    used = set(re.findall(r"\bW\.(\w+)", script)) | set(re.findall(r'\bW\[[^\]]*?"(\w+)"', script))
    used |= {
        word
        for choice in re.findall(r"\bW\[([^\]]+)\]", script)
        for word in re.findall(r'"(\w+)"', choice)
    }
    assert {word for word in used if not word.endswith("_")} <= {*UI["zh"]}
    kinds = {"chicken", "charge", "claimed", "flip", "gold"}
    assert {f"{letter}_{kind}" for letter in "ml" for kind in kinds} <= {*UI["zh"]}
    assert {"pong", "exposed_kong", "concealed_kong", "added_kong", "hard", "soft"} <= {*UI["zh"]}
    for name, text in UI["zh"].items():
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", UI["en"][name])


def test_sizes(policy_hands):
    sizes = [len(zj.log_page(hand).encode()) for hand in [LONG, *policy_hands]]
    assert max(sizes) < 300_000
    assert max(map(len, policy_hands)) > 100


def test_no_hand_needs_the_json_of_another(policy_hands):
    page = zj.log_page(policy_hands[:3])
    assert [len(hand["steps"]) for hand in data_of(page)["hands"]] == [
        len(hand) for hand in policy_hands[:3]
    ]
    assert json.loads(json.dumps(data_of(page)))["seat"] is None
