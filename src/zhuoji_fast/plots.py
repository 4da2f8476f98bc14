"""图: pictures of results, with the extra ``plot``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from zhuoji_fast.errors import MissingExtraError, ZhuojiError
from zhuoji_fast.melds import Meld

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from zhuoji_fast.comparison import Compared, Comparison
    from zhuoji_fast.estimates import Interval
    from zhuoji_fast.solo_result import SoloResult
    from zhuoji_fast.view import View

__all__ = ["FORMATS", "check_path", "comparison_figure", "save_figure", "solo_figure"]

FORMATS: Final = ("png", "svg")
"""Picture formats, by the end of the file's name."""

_TITLES: Final = {
    "win": ("Win", "win probability (%)", 100.0, ".1f"),
    "ting": ("Ting", "probability of having been ting (%)", 100.0, ".1f"),
    "score": ("Expected fan", "expected fan of a self-drawn win", 1.0, ".3f"),
}
# Told apart with and without colour; throws beyond are grey.
_COLORS: Final = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b08000", "#7f3c8d", "#4d4d4d",
)  # fmt: skip
_DASHES: Final = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))
_REST: Final = "#b5b5b5"
_FAINT: Final = "#8a8a8a"
_DPI: Final = 150


class Line(NamedTuple):
    """One line of a picture: its name and its height at each draw."""

    name: str
    values: Sequence[float]


def check_path(path: str | Path) -> Path:
    """Check that a picture can be written under that name, before anything is computed.

    Raises
    ------
    ZhuojiError
        A name that ends neither in ``.png`` nor in ``.svg``.
    MissingExtraError
        matplotlib is not installed.

    Examples
    --------
    >>> check_path("odds.pdf")
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.ZhuojiError: odds.pdf: expected a name that ends in .png or .svg
    """
    path = Path(path)
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise ZhuojiError(f"{path}: expected a name that ends in .png or .svg")
    try:
        import matplotlib  # noqa: F401, PLC0415
    except ImportError as exc:
        raise MissingExtraError(
            f"pictures need the extra 'plot' ({exc}): pip install 'zhuoji_fast[plot]'"
        ) from None
    return path


def solo_figure(result: SoloResult) -> Figure:
    """Draw a result of :func:`zhuoji_fast.solo_exact`: its objective over the draws.

    One line a throw, best first in the legend with the value at the last horizon; throws of the
    same values share one. The horizons that were computed are drawn.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    title, unit, factor, form = _TITLES[result.objective]
    columns = list(result.horizons)
    lines = _lines(result, factor)
    figure = Figure(figsize=(9, 5.2), layout="constrained")
    axes = figure.add_subplot()
    marker = "o" if len(columns) == 1 else None
    for place, line in enumerate(lines):
        axes.plot(
            columns,
            line.values,
            label=f"{line.name}   {line.values[-1]:{form}}",
            color=_COLORS[place] if place < len(_COLORS) else _REST,
            linestyle=_DASHES[place % len(_DASHES)],
            linewidth=2.4 if place == 0 else 1.6,
            marker=marker,
            zorder=3 - place / 100,
        )
    what = "after each throw" if result.throws else "while waiting"
    axes.set_title(f"{title} {what}: {result.hand}", loc="left", fontsize=12, pad=22)
    extra = "" if result.extra is None else f", extra {result.extra}"
    below = f"{int(result.unseen.sum())} unseen tiles, own draws only, model {result.model}{extra}"
    axes.text(0, 1.02, below, transform=axes.transAxes, fontsize=9, color="#555555")
    axes.set_xlabel("draws from now")
    axes.set_ylabel(unit)
    top = axes.get_ylim()[1]
    axes.set_ylim(0, min(top, 102) if factor == 100 else top)
    if len(columns) == 1:
        axes.set_xticks(columns)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    axes.margins(x=0.01)
    axes.grid(color="#e2e2e2", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    within = f"within {columns[-1]} draws{' (%)' if factor == 100 else ''}"
    heading = f"throw   {within}" if result.throws else within
    figure.legend(
        loc="outside right upper",
        title=heading,
        alignment="left",
        frameon=False,
        fontsize=10,
        handlelength=2.6,
    )
    return figure


def _lines(result: SoloResult, factor: float) -> list[Line]:
    """One line for all throws of the same values, best first."""
    values = getattr(result, result.objective)
    columns = list(result.horizons)
    if values.ndim == 1:
        return [Line("waiting", (factor * values[columns]).tolist())]
    groups: dict[tuple[float, ...], list[str]] = {}
    for throw in result.throws:
        heights = (factor * values[throw.tile, columns]).round(9)
        groups.setdefault(tuple(heights.tolist()), []).append(throw.text)
    return [Line(" ".join(names), heights) for heights, names in groups.items()]


def comparison_figure(comparison: Comparison, view: View | None = None) -> Figure:
    """Draw a result of :func:`zhuoji_fast.compare`: the actions with their intervals, best on top.

    On the left the paired difference from the best, beside it score and share of wins. What was
    dropped early is grey and hollow, with the rollouts that it had.

    Parameters
    ----------
    comparison : Comparison
    view : View, optional
        What was seen, for the title.

    Raises
    ------
    ImportError
        matplotlib is not installed.

    Examples
    --------
    >>> import matplotlib
    >>> import zhuoji_fast as zj
    >>> found = zj.compare(zj.Table("guiyang", seed=5).view(0), n=100, seed=1)
    >>> [axes.get_title(loc="left") for axes in comparison_figure(found).axes]
    ['Score: paired difference from the best', 'Score', 'Win']
    """
    from matplotlib.figure import Figure  # noqa: PLC0415

    rows = comparison.actions
    share = comparison.objective == "win"
    figure = Figure(figsize=(10, 2.3 + 0.32 * len(rows)))
    figure.set_layout_engine("constrained", wspace=0.05)
    panels = figure.subplots(1, 3, sharey=True, width_ratios=(5, 3, 3))
    _intervals(panels[0], rows, [one.difference for one in rows], 100 if share else 1)
    _intervals(panels[1], rows, [one.estimate.score for one in rows], 1)
    _intervals(panels[2], rows, [one.estimate.win for one in rows], 100)
    panels[0].axvline(0, color="#888888", linewidth=1, zorder=1)
    unit = "percentage points" if share else "points a hand"
    for axes, title, label in zip(
        panels,
        (f"{'Win' if share else 'Score'}: paired difference from the best", "Score", "Win"),
        (unit, "points a hand", "share of hands (%)"),
        strict=True,
    ):
        axes.set_title(title, loc="left", fontsize=10)
        axes.set_xlabel(label, fontsize=9)
    panels[0].set_yticks(range(len(rows)), [_row_name(one) for one in rows], fontsize=9)
    panels[0].set_ylim(len(rows) - 0.4, -0.6)
    for axes in panels[1:]:
        axes.tick_params(axis="y", length=0)
        axes.locator_params(axis="x", nbins=4)  # narrow: labels such as -7.5 stand clear
    for one, text in zip(rows, panels[0].get_yticklabels(), strict=True):
        text.set_color(_FAINT if one.dropped else "black")
    aim = "win" if share else "score"
    hand = "" if view is None else f": {_seen_hand(view)}"
    known = f"{100 * rows[0].estimate.confidence:g} % intervals, seed {comparison.seed}"
    each = "each action that was kept" if rows[-1].dropped else "each action"
    figure.suptitle(
        f"Seat {comparison.seat}, actions by {aim}{hand}\n"
        f"{comparison.n:,} rollouts of {each}, {known}",
        x=0.01,
        ha="left",
        fontsize=11,
        linespacing=1.5,
    )
    return figure


def _intervals(
    axes: Axes, rows: Sequence[Compared], intervals: Sequence[Interval], factor: int
) -> None:
    """One point with its interval a row."""
    for place, (one, interval) in enumerate(zip(rows, intervals, strict=True)):
        value = factor * interval.value
        color = _FAINT if one.dropped else _COLORS[1 if place == 0 else 0]
        axes.errorbar(
            value,
            place,
            xerr=([value - factor * interval.low], [factor * interval.high - value]),
            fmt="o",
            color=color,
            markerfacecolor="white" if one.dropped else color,
            markersize=5.5,
            capsize=3,
            linewidth=1.5,
        )
    axes.grid(color="#e2e2e2", linewidth=0.8)
    axes.margins(x=0.08)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="x", labelsize=9)
    axes.locator_params(axis="x", nbins=6)


def _row_name(one: Compared) -> str:
    text = one.text.replace("_", " ")
    return f"{text}  (dropped at {one.estimate.n:,})" if one.dropped else text


def _seen_hand(view: View) -> str:
    melds = [Meld(meld.kind, meld.tile).text for meld in view.seats[view.seat].melds]
    return " ".join([view.hand, *melds])


def save_figure(figure: Figure, path: str | Path) -> None:
    """Write a figure as a picture; the same figure gives the same bytes.

    Raises
    ------
    ZhuojiError, MissingExtraError
        As :func:`check_path`.
    OSError
        The file cannot be written.
    """
    from matplotlib import rc_context  # noqa: PLC0415

    path = check_path(path)
    svg = path.suffix.lower() == ".svg"
    with rc_context({"svg.hashsalt": "zhuoji_fast"}):
        figure.savefig(path, dpi=_DPI, metadata={"Date": None} if svg else {"Software": None})
