"""``zhuoji compare`` and the pictures it draws."""

import io
import json
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import msgspec
import pytest
from rich.console import Console
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import MODULE, POSIX, environment
from zhuoji_fast.cli.app import app, run
from zhuoji_fast.cli.common import Lang, Look
from zhuoji_fast.cli.compare_text import _WORDS, _table, action_words
from zhuoji_fast.cli.running import progress_bar
from zhuoji_fast.plots import comparison_figure, save_figure

LOOSE = "1359m2479p135789s"  # fourteen different throws
TING = "12345699m34p111s8s"


def table_of(hand, seed=1, rules="guiyang"):
    table = zj.Table(rules, seed=seed)
    table.reset(hands=[hand, None, None, None])
    return table


def view_of(hand, seed=1, rules="guiyang"):
    return table_of(hand, seed, rules).view(0)


def asked(kind):
    """A view in which a seat is asked about another's tile."""
    for seed in range(200):
        table = zj.Table("guiyang", seed=seed)
        while not table.done:
            for seat in table.pending:
                view = table.view(seat)
                if view["turn"]["kind"] == kind:
                    return view
            answers = {}
            for seat in table.pending:
                legal = table.legal(seat)
                kongs = [one for one in legal if 27 <= one < 83]
                answers[seat] = (kongs or legal)[0]
            table.step(answers)
    raise AssertionError(kind)


@pytest.fixture
def files(tmp_path):
    def write(view, name="view.json"):
        path = tmp_path / name
        path.write_text(view if isinstance(view, str) else json.dumps(view), "utf-8")
        return str(path)

    return write


def compare(*args, code=0, stdin=None):
    done = CliRunner().invoke(app, ["compare", *args], input=stdin)
    assert done.exit_code == code, done.output
    return done.stderr if code else done.stdout


def rows_of(text, first="action"):
    """The lines of the table, cut into words."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(first))
    return [line.split() for line in lines[start + 1 : lines.index("", start)]]


# What it prints


def test_the_table_says_what_the_library_does(files):
    view = view_of(LOOSE)
    text = compare(files(view), "-n", "1500", "--seed", "3")
    found = zj.compare(view, n=1500, seed=3)
    assert text.splitlines()[:2] == [
        "seat 0, 55 tiles in the wall: own turn",
        zj.Hand(view["hand"]).text,
    ]
    rows = rows_of(text)
    assert len(rows) == len(found.actions) == 14
    assert any(one.dropped for one in found.actions)
    for row, one in zip(rows, found.actions, strict=True):
        estimate, score = one.estimate, one.estimate.score
        assert " ".join(row[:2]) == one.text
        assert row[2:5] == [f"{score.value:+.2f}", "±", f"{score.half:.2f}"]
        shares = (estimate.win, estimate.deal_in, estimate.ting)
        assert row[5:8] == [f"{100 * share.value:.2f}" for share in shares]
        rest = row[8:]
        if one is found.actions[0]:
            assert rest.pop(0) == "best"
        else:
            difference = one.difference
            assert rest[:3] == [f"{difference.value:+.2f}", "±", f"{difference.half:.2f}"]
            rest = rest[3:]
        assert rest == [f"{estimate.n:,}", *["×"] * one.dropped]
    assert "14 actions, 1,500 rollouts of each, seed 3" in text
    assert "played on by useful; all deals of the hidden tiles equally likely" in text
    assert "± to 95 %" in text


def test_json_says_what_the_library_does(files):
    view = view_of(TING, rules="duyun")
    names = ["shanten", "useful", "closed", "random"]
    actions = ["discard 8s", "discard 4p", "declare"]
    found = compare(
        *(files(view), "-n", "300", "--seed", "7", "--objective", "win", "--json", "--jobs", "2"),
        *("--policy", ",".join(names), "--belief", "progress", "--actions", ", ".join(actions)),
    )
    assert found.count("\n") == 1
    expected = zj.compare(
        view,
        [zj.action_id(action) for action in actions],
        n=300,
        seed=7,
        objective="win",
        policies=names,
        belief="progress",
    )
    assert json.loads(found) == json.loads(json.dumps(expected.to_dict()))
    assert json.loads(found)["actions"][0]["text"] == "declare"


def test_wins_are_compared_in_percent(files):
    view = view_of(TING)
    text = compare(
        files(view), "-n", "400", "--objective", "win", "--actions", "declare,discard 8s"
    )
    found = zj.compare(view, [85, zj.action_id("discard 8s")], n=400, seed=0, objective="win")
    best, other = rows_of(text)
    estimate, difference = found.actions[0].estimate, found.actions[1].difference
    win = estimate.win
    assert best[:2] == ["declare", f"{estimate.score.value:+.2f}"]
    assert best[2:5] == [f"{100 * win.value:.2f}", "±", f"{100 * win.half:.2f}"]
    assert other[8:11] == [f"{100 * difference.value:+.2f}", "±", f"{100 * difference.half:.2f}"]
    assert "win and difference, ± to 95 %, deal-in, ting in %; score in points a hand" in text


def shown_in(result, width):
    screen = io.StringIO()
    table = _table(result, _WORDS[Lang.en], Lang.en, Look(color=False, glyphs=False))
    Console(file=screen, width=width).print(table)
    return screen.getvalue()


@pytest.mark.parametrize(
    ("half", "cell"), [(0.2, "-1.30 ± 0.20"), (0.02, "-1.300 ± 0.020"), (0.004, "-1.3000 ± 0.0040")]
)
def test_narrow_intervals_have_more_decimals(half, cell):
    found = zj.compare(view_of(TING), [0, 1], n=100, seed=0)
    best, other = found.actions
    known = zj.Interval(-1.3, half / 2, -1.3 - half, -1.3 + half)
    other = msgspec.structs.replace(other, difference=known)
    assert cell in shown_in(msgspec.structs.replace(found, actions=(best, other)), 200)


def test_a_narrow_terminal_cuts_no_number():
    """The actions wrap instead."""
    found = zj.compare(view_of(TING), n=100, seed=0)
    text = shown_in(found, 72)
    assert "…" not in text
    for one in found.actions:
        score = one.estimate.score
        assert f"{score.value:+.2f} ± {score.half:.2f}" in text


def test_chinese(files):
    text = compare(files(view_of(TING)), "-n", "1200", "--lang", "zh", "--belief", "progress")
    lines = text.splitlines()
    assert lines[0] == "座位 0，牌墙余 55 张：自己出牌"
    rows = rows_of(text, "动作")
    assert rows[0][0] == "报听"
    assert rows[0][7] == "最好"
    assert ["打八条", "×"] in [[row[0], row[-1]] for row in rows]
    assert "× 中途放弃：明显不如最好的" in lines
    assert "由 useful 打到局终；暗牌按 progress 推测" in lines


def test_a_claim(files):
    view = asked("claim")
    turn = view["turn"]
    path = files(view)
    text = compare(path, "-n", "50", "--seed", "1")
    assert text.splitlines()[0].endswith(f": {turn['tile']} of seat {turn['from']}")
    assert "pass" in [row[0] for row in rows_of(text)]
    name = zj.tile_name(turn["tile"])
    chinese = compare(path, "-n", "50", "--seed", "1", "--lang", "zh")
    assert chinese.splitlines()[0].endswith(f"：座位 {turn['from']} 打 {name}")
    assert "过" in [row[0] for row in rows_of(chinese, "动作")]


def test_every_action_has_a_name_of_its_own():
    for lang in Lang:
        names = [action_words(one, zj.action_text(one), lang) for one in range(zj.ACTIONS)]
        assert len(set(names)) == zj.ACTIONS
        assert not any("_" in name for name in names)
    assert action_words(62, "added_kong 9s", Lang.zh) == "转弯豆九万"


def test_standard_input_and_a_byte_order_mark():
    text = "\ufeff" + json.dumps(view_of(TING), indent=1)
    one = compare("-", "-n", "20", "--actions", "discard 8s", stdin=text.encode())
    assert "1 action, 20 rollouts, seed 0" in one


def test_melds_stand_behind_the_hand(files):
    table = zj.Table("guiyang", seed=3)
    table.reset(hands=["1111m24579p2468s1p"[:18], None, None, None])
    table.step({0: zj.action_id("concealed_kong 1m")})
    text = compare(files(table.view(0)), "-n", "20")
    assert text.splitlines()[1].endswith(" [-1111m]")


# When it ends


def test_a_half_width_ends_it(files):
    path = files(view_of(TING))
    text = compare(path, "--half-width", "2", "--actions", "declare,discard 8s,discard 4p")
    assert "1,000 rollouts of each" in text
    assert "stopped at the half width asked for" in text


def test_the_time_ends_it(files):
    text = compare(files(view_of(TING)), "--seconds", "0.05", "--actions", "declare")
    assert "stopped by the time: not reproducible" in text


def test_nothing_is_dropped_if_asked(files):
    path = files(view_of(TING))
    assert "dropped" in compare(path, "-n", "1500")
    kept = compare(path, "-n", "1500", "--no-drop")
    assert "dropped" not in kept
    assert {row[-1] for row in rows_of(kept)} == {"1,500"}


@POSIX
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_was_counted(files, jobs):
    code = (
        "import os, signal, sys\n"
        "from zhuoji_fast import comparison\n"
        "from zhuoji_fast.cli.app import run\n"
        "asked = comparison.compare\n"
        "def tell(done, total):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "comparison.compare = lambda *a, **k: asked(*a, **{**k, 'progress': tell})\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    more = ["--jobs", jobs, "--actions", "declare,discard 8s"]
    done = subprocess.run(
        [sys.executable, "-c", code, "compare", files(view_of(TING)), "-n", "9999999", *more],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "")
    assert rows_of(done.stdout)[0][0] == "declare"
    assert "interrupted: not reproducible" in done.stdout


@pytest.mark.parametrize("total", [200, None])
def test_a_terminal_has_a_bar(monkeypatch, total):
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar(total, "rollouts") as tell:
        tell(150, total)
    assert ("75%" if total else "150 rollouts") in screen.getvalue()


# What cannot be


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"wall": 54}, ["view.json: wall: 54", "55"]),
        ({"hand": "1359m2479p135789s1s"}, ["view.json: hand: 15 tiles"]),
        ({"rules": "nanjing"}, ["view.json: rules", "nanjing"]),
        ({"colour": 1}, ["view.json: ", "colour"]),
        ({"seat": "0"}, ["view.json: seat: expected a whole number"]),
        ({"turn": None, "drawn": None}, ["view.json: hand: 14 tiles"]),
    ],
)
def test_a_bad_view_is_one_line_with_its_place(files, change, words):
    error = compare(files(view_of(LOOSE) | change), code=2)
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    for word in words:
        assert word in error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no view in it"]),
        ('{"rules"', ["view.json: view: ", "truncated"]),
        ("[1]", ["view.json: view: expected an object"]),
        ('{"seat": 1, "seat": 2}', ["view.json: view: ", "seat"]),
    ],
)
def test_a_bad_file_is_one_line(files, text, words):
    error = compare(files(text), code=2)
    assert error.count("\n") == 1
    for word in words:
        assert word in error


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--actions", "discard 2m"), ["--actions: discard 2m", "legal are: discard 1m"]),
        (("--actions", "discrad 1m"), ["--actions: ", "discrad 1m"]),
        (("--actions", "discard 1m,discard  1m"), ["--actions: discard 1m is there twice"]),
        (("--actions", ""), ["--actions: "]),
        (("--policy", "useful,useful"), ["--policy: 2 policies for 4 players"]),
        (("--policy", "best"), ["best"]),
        (("-n", "0"), ["n: 0"]),
        (("--half-width", "-1"), ["half_width: -1"]),
        (("--seconds", "0"), ["seconds: 0"]),
        (("--seed", "-1"), ["seed: -1"]),
        (("--jobs", "0"), ["--jobs"]),
        (("--jobs", "2", "--dask", "tcp://127.0.0.1:1"), ["--jobs and --dask"]),
        (("--plot", "actions.pdf"), ["actions.pdf", ".png", ".svg"]),
    ],
)
def test_bad_options_are_one_line(files, args, words):
    error = compare(files(view_of(LOOSE)), *args, code=2)
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    for word in words:
        assert word in error


@pytest.mark.parametrize("option", ["--objective", "--belief"])
def test_a_word_that_an_option_does_not_have(files, capsys, option):
    assert run(["compare", files(view_of(LOOSE)), option, "hope"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert option in error


def test_a_seat_that_is_not_asked(files):
    error = compare(files(table_of(LOOSE).view(1)), code=2)
    assert "view.json: turn: null, seat 1" in error


def test_a_missing_file(tmp_path):
    assert "no.json" in compare(str(tmp_path / "no.json"), code=2)


# Pictures


def compared(hand, number, objective, n=1500):
    view = zj.View.from_dict(view_of(hand))
    actions = table_of(hand).legal(0)[-number:]
    return view, zj.compare(view, actions, n=n, seed=1, objective=objective)


@pytest.mark.parametrize("objective", ["score", "win"])
def test_the_picture_shows_the_values(objective):
    pytest.importorskip("matplotlib")
    view, found = compared(LOOSE, 14, objective)
    figure = comparison_figure(found, view)
    difference, score, win = figure.axes
    assert zj.Hand(LOOSE).text in figure.get_suptitle()
    labels = [text.get_text() for text in difference.get_yticklabels()]
    low, high = sorted(difference.get_ylim())
    assert low < 0 < 13 < high
    assert difference.yaxis_inverted()
    shift = 100 if objective == "win" else 1
    assert difference.get_xlabel() == ("percentage points" if shift == 100 else "points a hand")
    assert (score.get_xlabel(), win.get_xlabel()) == ("points a hand", "share of hands (%)")
    assert any(one.dropped for one in found.actions)
    for place, one in enumerate(found.actions):
        mark = f"  (dropped at {one.estimate.n:,})" if one.dropped else ""
        assert labels[place] == one.text + mark
        for axes, interval, factor in (
            (difference, one.difference, shift),
            (score, one.estimate.score, 1),
            (win, one.estimate.win, 100),
        ):
            point, _, (bar,) = axes.containers[place].lines
            assert point.get_xydata().tolist() == [[factor * interval.value, place]]
            ends = [end[0] for end in bar.get_segments()[0]]
            assert ends == pytest.approx([factor * interval.low, factor * interval.high])
            assert (point.get_markerfacecolor() == "white") == one.dropped


@pytest.mark.parametrize("objective", ["score", "win"])
@pytest.mark.parametrize(("hand", "number"), [(LOOSE, 14), (LOOSE, 5), (TING, 2), (TING, 1)])
def test_nothing_in_the_picture_overlaps(hand, number, objective):
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415

    view, found = compared(hand, number, objective)
    figure = comparison_figure(found, view)
    FigureCanvasAgg(figure).draw()
    shown = [figure._suptitle]
    for axes in figure.axes:
        low, high = axes.get_xlim()
        shown += [axes._left_title, axes.xaxis.label]
        shown += [text for text in axes.get_xticklabels() if low <= text.get_position()[0] <= high]
        ticks = [text.get_window_extent() for text in axes.get_xticklabels()]
        assert all(one.x1 + 5 < other.x0 for one, other in pairwise(ticks))
    shown += figure.axes[0].get_yticklabels()
    boxes = [text.get_window_extent() for text in shown if text.get_text()]
    assert len(boxes) > 8 + number
    edge = figure.bbox.padded(1)
    for i, box in enumerate(boxes):
        assert edge.containsx(box.x0)
        assert edge.containsx(box.x1)
        assert edge.containsy(box.y0)
        assert edge.containsy(box.y1)
        for other in boxes[i + 1 :]:
            assert not box.padded(-1).overlaps(other)


def test_pictures_are_files_of_their_kind(files, tmp_path):
    pytest.importorskip("matplotlib")
    path = files(view_of(TING))
    png, svg = tmp_path / "a.png", tmp_path / "a.svg"
    compare(path, "-n", "100", "--plot", str(png))
    compare(path, "-n", "100", "--plot", str(svg), "--json")
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert min(struct.unpack(">II", head[16:])) > 600
    assert ET.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    again = tmp_path / "again.svg"
    save_figure(
        comparison_figure(
            zj.compare(view_of(TING), n=100, seed=0), zj.View.from_dict(view_of(TING))
        ),
        again,
    )
    assert again.read_bytes() == svg.read_bytes()


def test_as_a_process(files):
    done = subprocess.run(
        [*MODULE, "compare", files(view_of(TING)), "-n", "50", "--actions", "declare"],
        capture_output=True,
        env=environment(LANG="zh_CN.UTF-8"),
        check=True,
    )
    assert "报听" in done.stdout.decode()
    assert done.stderr == b""
