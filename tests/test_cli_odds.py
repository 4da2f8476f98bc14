"""``zhuoji odds`` and the pictures it draws."""

import builtins
import json
import struct
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from typer.testing import CliRunner

import zhuoji_fast as zj
from cli_runs import zhuoji
from zhuoji_fast import plots
from zhuoji_fast.cli.app import app
from zhuoji_fast.plots import save_figure, solo_figure

HAND = "46899m123678p222s"


def odds(*args, code=0):
    run = CliRunner().invoke(app, ["odds", *args])
    assert run.exit_code == code, run.output
    return run.stderr if code else run.stdout


def json_of(*args):
    return json.loads(odds(*args, "--json"))


def test_the_table_says_what_the_library_does():
    result = zj.solo_exact(HAND)
    lines = odds(HAND).splitlines()
    start = lines.index(next(line for line in lines if line.startswith("throw")))
    assert lines[start].split() == ["throw", "win", "ting", "score", "left", "useful"]
    for line, throw in zip(lines[start + 1 :], result.throws, strict=False):
        words = line.split()
        assert words[0] == throw.text
        assert words[1] == f"{100 * throw.value:.2f}"
        assert words[3] == f"{100 * result.ting[throw.tile, 18]:.2f}"
        assert words[5] == f"{result.score[throw.tile, 18]:.3f}"
        assert words[6] == str(throw.tiles)
    assert f"18 draws, 94 tiles unseen; model wall, extra 1, {result.hands} hands" in lines


def test_json_says_what_the_library_does():
    found = json_of(HAND, "--seen", "57m", "--draws", "4", "--extra", "2", "--rules", "duyun")
    unseen = 4 - zj.counts(HAND) - zj.counts("57m")
    result = zj.solo_exact(HAND, unseen, 4, rules="duyun", extra=2)
    assert found == {**result.to_dict(), "extra_asked": 2}
    assert [throw["tile"] for throw in found["throws"]] == [x.text for x in result.throws]
    assert found["throws"][0]["win"][4] == result.value


def test_a_waiting_hand_with_melds():
    found = json_of("3344m123p789s [555p]", "--model", "exact", "--draws", "2")
    result = zj.solo_exact(zj.Hand("3344m123p789s [555p]"), draws=2, model="exact")
    assert found["win"] == result.win.tolist()
    assert found["extra"] is None
    text = odds("3344m123p789s", "[555p]", "--model", "exact", "--draws", "2")
    assert "3m:2 4m:2" in text
    assert "throw" not in text
    assert f"{result.hands:,} states" in text


def test_options_order_and_count_by_the_objective():
    found = json_of("2233366889m2334p", "--objective", "score", "--rules", "guiyang_classic")
    scores = [throw["score"][18] for throw in found["throws"]]
    assert scores == sorted(scores, reverse=True)
    assert found["objective"] == "score"


def test_fewer_unseen_tiles_than_draws_by_default():
    seen = zj.to_text(4 - zj.counts(HAND) - zj.counts("1234578m"))
    assert json_of(HAND, "--seen", seen)["draws"] == 7


def test_a_smaller_extra_is_taken_and_said():
    text = odds("3678m23556p34589s", "--extra", "3", "--max-hands", "2000")
    assert "extra 3 would search more than 2,000 hands, so extra 1 is shown" in text
    found = json_of("3678m23556p34589s", "--extra", "3", "--max-hands", "2000")
    assert (found["extra"], found["extra_asked"]) == (1, 3)
    assert "so extra" not in odds(HAND, "--extra", "0")
    chinese = odds(HAND, "--extra", "2", "--max-hands", "200", "--lang", "zh")
    assert "改为多进 1 张" in chinese


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((HAND, "--max-hands", "2"), ["extra=0", "max_hands"]),
        ((HAND, "--model", "exact", "--max-hands", "9"), ["true draws", "max_hands"]),
        ((HAND, "--seen", "222s"), ["--seen", "2s", "3 in the hand", "6"]),
        ((HAND, "--draws", "95"), ["draws", "94"]),
        ((HAND, "--extra", "-1"), ["extra", "-1"]),
        ((HAND, "--rules", "nowhere"), ["nowhere"]),
        ((HAND, "--plot", "odds.pdf"), ["odds.pdf", ".png", ".svg"]),
        ((HAND, "--sen", "2m"), ["--sen"]),
        (("123m",), ["3 concealed tiles"]),
    ],
)
def test_bad_input_is_one_line(args, words):
    error = odds(*args, code=2)
    assert error.count("\n") == 1
    assert error.startswith("error: ")
    for word in words:
        assert word in error


def test_as_a_process(tmp_path):
    picture = tmp_path / "odds.svg"
    run = zhuoji("odds", HAND, "--plot", str(picture), "--lang", "zh", process=True)
    assert "期望番" in run.stdout.decode()
    assert picture.exists()
    assert b"'wall', 'replace', 'exact'" in zhuoji("odds", HAND, "--model", "walls", code=2).stderr
    missing = zhuoji("odds", HAND, "--plot", str(tmp_path / "no" / "odds.svg"), code=2)
    assert b"odds.svg" in missing.stderr


# Pictures


def texts_of(figure):
    axes = figure.axes[0]
    legend = figure.legends[0]
    return {
        "title": axes.get_title(loc="left"),
        "x": axes.get_xlabel(),
        "y": axes.get_ylabel(),
        "legend": [text.get_text() for text in legend.get_texts()],
        "heading": legend.get_title().get_text(),
    }


def test_the_picture_shows_the_values():
    pytest.importorskip("matplotlib")
    result = zj.solo_exact(HAND)
    figure = solo_figure(result)
    texts = texts_of(figure)
    assert HAND in texts["title"]
    assert (texts["x"], texts["y"]) == ("draws from now", "win probability (%)")
    assert texts["heading"] == "throw   within 18 draws (%)"
    assert texts["legend"][0] == f"8m   {100 * result.value:.1f}"
    assert texts["legend"][3].startswith("1p 6p 8p ")  # equal throws share a line
    lines = figure.axes[0].get_lines()
    assert len(lines) == len(texts["legend"])
    assert np.allclose(lines[0].get_ydata(), 100 * result.win[7])
    assert lines[0].get_xdata().tolist() == list(range(19))
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == len(lines)


@pytest.mark.parametrize("objective", ["win", "ting", "score"])
@pytest.mark.parametrize("hand", [HAND, "3344m123456p789s", "1112223334447m5p"])
def test_nothing_in_the_picture_overlaps(hand, objective):
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415

    figure = solo_figure(zj.solo_exact(hand, objective=objective, draws=40))
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    axes, legend = figure.axes[0], figure.legends[0]
    shown = [axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.texts]
    for labels, (low, high), place in (
        (axes.get_xticklabels(), axes.get_xlim(), 0),
        (axes.get_yticklabels(), axes.get_ylim(), 1),
    ):
        shown += [label for label in labels if low <= label.get_position()[place] <= high]
    boxes = [text.get_window_extent() for text in shown if text.get_text()]
    boxes.append(legend.get_window_extent())
    for i, box in enumerate(boxes):
        assert figure.bbox.padded(1).containsx(box.x0)
        assert figure.bbox.padded(1).containsx(box.x1)
        assert figure.bbox.padded(1).containsy(box.y0)
        assert figure.bbox.padded(1).containsy(box.y1)
        for other in boxes[i + 1 :]:
            assert not box.padded(-1).overlaps(other)
    if objective != "score":
        assert axes.get_ylim()[1] <= 102


def test_pictures_are_files_of_their_kind(tmp_path):
    pytest.importorskip("matplotlib")
    result = zj.solo_exact(HAND, draws=5, arrays=("win",))
    png, svg = tmp_path / "odds.png", tmp_path / "odds.SVG"
    save_figure(solo_figure(result), png)
    save_figure(solo_figure(result), svg)
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert min(struct.unpack(">II", head[16:])) > 600
    assert ET.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    again = tmp_path / "again.svg"
    save_figure(solo_figure(result), again)
    assert again.read_bytes() == svg.read_bytes()


def test_without_matplotlib_the_extra_is_named(monkeypatch, tmp_path):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.partition(".")[0] == "matplotlib":
            raise ImportError("no matplotlib")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(zj.MissingExtraError, match=r"zhuoji_fast\[plot\]"):
        plots.check_path(tmp_path / "odds.png")
    error = odds(HAND, "--plot", str(tmp_path / "odds.png"), code=2)
    assert "zhuoji_fast[plot]" in error
