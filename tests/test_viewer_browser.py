"""看牌 in headless Chromium: stepping, views, languages, keys, and how the page lies."""

import time

import pytest

import zhuoji_fast as zj
from browser import DESKTOP, PHONE, started
from log_data import FILES, FOLDER, events_of, text_of
from viewer_pages import data_of, lines_in, states_of, tiles_in

MATCH = FOLDER / "match.jsonl"
LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"

TILES = """
const found = {};
for (const seat of document.querySelectorAll("[data-seat]")) {
  const tiles = name => [...seat.querySelectorAll(name)].map(tile => tile.dataset.tile);
  found[seat.dataset.seat] = {
    hand: tiles(".hand > .t"), apart: tiles(".hand .apart .t"),
    melds: [...seat.querySelectorAll(".meld")].map(meld => meld.querySelectorAll(".t").length),
    turned: tiles(".meld .turned").length, river: tiles(".river > .t"),
    shot: tiles(".river .apart .t"), waits: tiles(".wait .t")
  };
}
return found;
"""
# What is seen after each of so many presses of a key.
WALK = (
    "const tiles = () => {"
    + TILES
    + """};
const text = name => (document.getElementById(name) || {textContent: null}).textContent;
const seen = () => ({
  tiles: tiles(), say: text("say"), count: text("count"), wall: text("wall"),
  acts: [...document.querySelectorAll(".acts")].map(seat => seat.dataset.seat),
  open: document.querySelectorAll(".t.open").length, result: text("result") !== null
});
const found = [seen()];
for (let i = 0; i < arguments[1]; i++) {
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: arguments[0], bubbles: true}));
  found.push(seen());
}
return found;
"""
)
LINES = """
return [...document.querySelectorAll("#result .line")].map(line => ({
  tile: (line.querySelector(".t") || {dataset: {}}).dataset.tile || null,
  text: line.innerText
}));
"""
MATRIX = """
return [...document.querySelectorAll("#matrix tbody tr")].map(
  row => [...row.querySelectorAll("td")].map(cell => cell.textContent));
"""
# Anything wider than the window, cut off, or that scrolls inside the page.
LIE = """
const wrong = new Set(), root = document.documentElement, width = root.clientWidth;
const box = node => node.getBoundingClientRect();
const meet = (a, b, much) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > much
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > much;
const apart = (boxes, what) => boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
  if (meet(a, b, 0.6)) wrong.add(what + " overlap");
}));
if (root.scrollWidth > width) wrong.add("the page is too wide");
for (const node of document.querySelectorAll("body *:not(option):not(svg *)")) {
  const {overflowX, overflowY} = getComputedStyle(node), area = box(node);
  const scrolls = [overflowX, overflowY].some(way => way === "auto" || way === "scroll");
  if (scrolls && node.tagName !== "SELECT") wrong.add("scrolls: " + node.className + node.id);
  if (area.width && (area.right > width + 0.5 || area.left < -0.5)) {
    wrong.add("outside: " + node.className + node.id);
  }
}
for (const seat of document.querySelectorAll(".seat")) {
  const area = box(seat), tiles = [...seat.querySelectorAll(".t")].map(box);
  for (const {right, bottom} of tiles) {
    if (right > area.right + 0.5 || bottom > area.bottom + 0.5) wrong.add("a tile outside");
  }
  apart(tiles, "tiles");
}
apart([...document.querySelectorAll(".seat, .mid, #say, header")].map(box), "parts");
return [...wrong];
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with started(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page of a log; afterwards nothing may have been complained of or loaded."""
    paths = []

    def open_page(log, place="", size=DESKTOP, **options):
        path = tmp_path / f"page{len(paths)}.html"
        path.write_text(zj.log_page(log, **options), "utf-8")
        paths.append(path)
        browser.open(path, place, size)
        return browser

    yield open_page
    assert browser.complaints() == []
    addresses = {address.partition("#")[0] for address in browser.requests()}
    assert addresses <= {path.as_uri() for path in paths}
    assert addresses


def wait_until(holds):
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def shown_tiles(seat, hide=False):
    """What a seat should show, from the data of the page."""
    held = tiles_in(seat["hand"])
    return {
        "hand": ["??"] * len(held) if hide else held,
        "apart": [
            *(["??" if hide else seat["drawn"]] if seat["drawn"] else []),
            *([seat["won"]] if seat["won"] else []),
        ],
        "melds": [len(meld["tiles"].split()) for meld in seat["melds"]],
        "turned": sum(meld["tiles"].count(mark) for meld in seat["melds"] for mark in ">^"),
        "river": tiles_in(seat["river"]),
        "shot": [seat["shot"]] if seat["shot"] and not seat["robbed"] else [],
        "waits": [] if hide else [tile for tile, _ in seat["waits"]],
    }


def test_stepping_through_a_whole_hand_and_back(opened):
    page = opened(MATCH, hand=3, lang="en")
    (hand,) = data_of(zj.log_page(MATCH, hand=3))["hands"]
    last = len(hand["steps"]) - 1
    expected = [
        {
            "tiles": {str(i): shown_tiles(seat) for i, seat in enumerate(seats)},
            "say": step["say"]["en"],
            "count": f"{number} / {last}",
            "wall": str(step["wall"]),
            "acts": [] if step["seat"] is None else [str(step["seat"])],
            "open": int(step["open"] is not None),
            "result": number == last,
        }
        for number, (step, seats) in enumerate(zip(hand["steps"], states_of(hand), strict=True))
    ]
    assert page.run(WALK, "ArrowRight", last) == expected
    assert page.run(WALK, "ArrowLeft", last) == expected[::-1]
    page.press(RIGHT, RIGHT, RIGHT)
    assert page.text("#say") == expected[3]["say"]


def test_buttons_keys_and_slider_do_the_same(opened):
    page = opened(MATCH, hand=2)
    last = page.run("return Number(document.getElementById('step').max)")

    def at():
        return int(page.text("#count").partition(" ")[0])

    page.click("forward")
    page.click("forward")
    page.click("back")
    assert at() == 1
    page.click("last")
    assert at() == last
    assert page.run("return document.getElementById('forward').disabled")
    page.click("first")
    assert at() == 0
    assert page.run("return document.getElementById('back').disabled")
    page.press(END)
    assert at() == last
    page.press(RIGHT, HOME)
    assert at() == 0
    page.choose("step", "17", "input")
    assert at() == 17
    page.run("document.getElementById('step').focus()")
    page.press(RIGHT)
    assert at() == 18
    said = page.run("return document.getElementById('step').getAttribute('aria-valuetext')")
    assert said == page.text("#say")
    page.run("document.activeElement.blur()")
    page.press(" ")
    assert page.text("#run") == "暂停"
    wait_until(lambda: at() > 18)
    page.click("run")
    assert page.text("#run") == "播放"
    assert at() > 18


def test_a_seats_view_hides_the_others_until_the_end(opened):
    log = next(hand for hand in zj.read_log(MATCH) if hand[-1]["position"]["end"]["kind"] == "win")
    page = opened(log, lang="en", seat=2)
    (hand,) = data_of(zj.log_page(log))["hands"]
    states = [*states_of(hand)]
    for number in (0, 1, 30, 55, len(states) - 1):
        page.choose("step", number, "input")
        over = number == len(states) - 1
        assert page.run(TILES) == {
            str(i): shown_tiles(seat, hide=i != 2 and not over)
            for i, seat in enumerate(states[number])
        }
    place = "return document.querySelector(\"[data-seat='2']\").className"
    assert "bottom" in page.run(place)
    page.choose("view", "0", "change")
    page.press(HOME)
    assert set(page.run(TILES)["2"]["hand"]) == {"??"}
    assert "top" in page.run(place)
    page.choose("view", "", "change")
    assert page.run(TILES) == {str(i): shown_tiles(seat) for i, seat in enumerate(states[0])}


@pytest.mark.parametrize("name", FILES)
def test_the_ledger_in_both_languages(opened, name):
    log = FOLDER / name
    page = opened(log, "#step=last", lang="zh")
    for place, hand in enumerate(data_of(zj.log_page(log))["hands"]):
        page.choose("hand", place, "change")
        page.press(END)
        for lang in ("zh", "en"):
            assert page.run("return document.documentElement.lang") == lang
            ledger = hand["end"]["ledger"][lang]
            names = hand["names"][lang]
            rows = [row for group in ledger["groups"] for row in group["rows"]]
            lines = page.run(LINES)
            assert [line["tile"] for line in lines] == [row["tile"] for row in rows]
            for line, row in zip(lines, rows, strict=True):
                for text in (row["reason"], row["formula"], str(row["amount"])):
                    assert text in line["text"]
                assert all(names[seat] in line["text"] for seat in (*row["payers"], row["payee"]))
            paid = [[0] * hand["players"] for _ in names]
            for payer, payee, amount, *_ in lines_in(ledger):
                paid[payer][payee] += amount
            for number, cells in enumerate(page.run(MATRIX)):
                shown = [int(cell or 0) for cell in cells[:-1]]
                assert shown == paid[number]
                assert int(cells[-1].replace("−", "-")) == hand["end"]["totals"][number]
            text = page.text("#result")
            assert all(sentence in text for sentence in (*ledger["story"], *ledger["notes"]))
            sums = page.run("return [...document.querySelectorAll('.sum')].length")
            assert sums == hand["players"]
            page.click("lang")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_is_cut_off_or_overlaps(opened, size, lang):
    for name in FILES:
        page = opened(FOLDER / name, size=size, lang=lang)
        for place in range(page.run("return document.getElementById('hand').options.length")):
            page.choose("hand", place, "change")
            last = page.run("return Number(document.getElementById('step').max)")
            for step in (3 * last // 4, last):
                page.choose("step", step, "input")
                assert page.run(LIE) == [], (name, place, step)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_hostile_names_are_text(opened, size):
    start, *events = events_of("charge-ponged.jsonl")
    names = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\u202eW" + "W" * 90,
        "&amp;",
    ]
    page = opened(text_of([{**start, "names": names}, *events]), "#step=last", size, lang="en")
    assert page.run("return document.scripts.length") == 2
    assert page.run("return document.images.length") == 0
    shown = page.run("return [...document.querySelectorAll('.name')].map(n => n.textContent)")
    assert {*shown} == {
        "<script>alert(1)</script…",
        "<img src=x onerror=alert…",
        "\ufffd" + "W" * 23 + "…",
        "&amp;",
    }
    assert page.run(LIE) == []


def test_masked_and_unfinished_hands(opened):
    log = next(iter(zj.read_log(FOLDER / "charge-ponged.jsonl")))
    masked = zj.mask_log(log, 1)
    page = opened(masked, "#step=9", lang="en")
    assert set(page.run(TILES)["0"]["hand"]) == {"??"}
    assert "the log hides tiles" in page.text("#facts")
    page.press(END)
    assert "??" not in page.run(TILES)["0"]["hand"]
    assert page.text("#matrix") is not None
    bare = [*masked[:-1], {"type": "end_kyoku", "flip": log[-1]["flip"]}]
    page = opened(bare, "#step=last", lang="en")
    assert "does not say how the hand ended" in page.text("#result")
    page = opened(list(log[:9]), "#step=last", lang="zh")
    assert page.text("#unfinished") is not None
    assert page.text("#result") is None


def test_the_address_tells_hand_step_view_and_language(opened):
    page = opened(MATCH, "#hand=4&step=12&view=1&lang=en")
    assert page.text("#count").startswith("12 / ")
    assert "Hand 4" in page.text("#facts")
    page.press(RIGHT)
    wait_until(lambda: page.run("return location.hash") == "#hand=4&step=13&view=1&lang=en")
    page = opened(MATCH, "#hand=<b>&step=-1&view=9&lang=constructor")
    assert page.text("#count").startswith("0 / ")
    wait_until(lambda: page.run("return location.hash") == "#hand=1&step=0&view=all&lang=zh")


def test_everything_can_be_told_without_seeing(opened):
    page = opened(MATCH, "#hand=2&step=last&lang=en")
    unnamed = page.run(
        "return [...document.querySelectorAll('button, select, input, a, [role=img], section')]"
        ".filter(n => !(n.getAttribute('aria-label') || n.textContent.trim()))"
        ".map(n => n.outerHTML)"
    )
    assert unnamed == []
    label = page.run("return document.querySelector('.bottom .hand').getAttribute('aria-label')")
    assert label.count(" of ") >= 4
    assert page.run("return document.getElementById('say').getAttribute('aria-live')") == "polite"


def test_paper_has_table_and_ledger_but_no_buttons(opened):
    page = opened(MATCH, "#hand=3&step=last&lang=zh")
    page.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = "return getComputedStyle(document.querySelector(arguments[0])).display"
        assert page.run(shown, "#controls") == page.run(shown, "#choices") == "none"
        assert "none" not in (page.run(shown, "#table"), page.run(shown, "#result"))
    finally:
        page.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
