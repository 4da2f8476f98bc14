"""``zhuoji compare``: the actions of one moment against each other, by rollouts."""

import enum
from typing import TYPE_CHECKING, Annotated

import typer

from zhuoji_fast.cli.common import (
    INTERRUPTED,
    ColorOption,
    JsonOption,
    LangOption,
    binary_input,
    detect_lang,
    detect_look,
    print_json,
)
from zhuoji_fast.cli.running import DaskOption, JobsOption, chosen_executor, progress_bar
from zhuoji_fast.errors import PositionError, PositionTypeError, ZhuojiError

if TYPE_CHECKING:
    from zhuoji_fast.view import View

__all__ = ["compare"]

_BOM = b"\xef\xbb\xbf"


class Objective(enum.StrEnum):
    """What is compared."""

    score = "score"
    win = "win"


class Belief(enum.StrEnum):
    """What is believed about the hidden tiles."""

    progress = "progress"


def compare(
    view: Annotated[
        str,
        typer.Argument(
            metavar="VIEW",
            help="What a seat sees as JSON; - is standard input.",
            show_default=False,
        ),
    ],
    *,
    n: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--rollouts",
            metavar="N",
            help="Rollouts of each action, at most. Default: 10,000 if nothing else ends it.",
            show_default=False,
        ),
    ] = None,
    half_width: Annotated[
        float | None,
        typer.Option(
            "--half-width",
            metavar="W",
            help="Stop once every difference that is left is known to within W (points, or a "
            "share with --objective win), looked at after 1,000, 2,000, 4,000, … rollouts.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", help="Stop after this time.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(help="What deals and choices are drawn from.")] = 0,
    objective: Annotated[
        Objective, typer.Option("--objective", help="What orders the actions.")
    ] = Objective.score,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="NAME",
            help="Who plays on: random, shanten, useful or closed; or one a seat, with commas.",
        ),
    ] = "useful",
    belief: Annotated[
        Belief | None,
        typer.Option(
            "--belief",
            help="progress: the others are as near to ting as in play. Default: any deal of the "
            "hidden tiles is equally likely.",
            show_default=False,
        ),
    ] = None,
    actions: Annotated[
        str | None,
        typer.Option(
            "--actions",
            metavar="ACTIONS",
            help="Only these, such as 'discard 5m,declare'. Default: all that are legal.",
            show_default=False,
        ),
    ] = None,
    drop: Annotated[
        bool,
        typer.Option("--drop/--no-drop", help="Give up early what is clearly worse."),
    ] = True,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the actions with their intervals as well, a .png or .svg file.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Compare the actions that a seat may take, playing each on over the same deals.

    The file holds what `Table.view` gives. Ctrl-C ends it, and what was counted by then is shown.

    \b
        zhuoji compare view.json -n 20000 --jobs 4 --plot actions.svg
    """
    from zhuoji_fast import comparison  # noqa: PLC0415

    if plot is not None:
        from zhuoji_fast.plots import check_path  # noqa: PLC0415

        check_path(plot)
    seen = _read_view(view)
    chosen = None if actions is None else _read_actions(seen, actions)
    names = policy.split(",")
    players = len(seen.seats)
    if len(names) not in {1, players}:
        raise ZhuojiError(f"--policy: {len(names)} policies for {players} players")
    with (
        chosen_executor(jobs, dask) as executor,
        progress_bar(_expected(n, half_width, seconds), "rollouts") as progress,
    ):
        result = comparison.compare(
            seen,
            chosen,
            policies=names[0] if len(names) == 1 else names,
            n=n,
            half_width=half_width,
            objective=objective.value,
            drop=drop,
            seconds=seconds,
            seed=seed,
            belief=None if belief is None else belief.value,
            executor=executor,
            progress=progress,
        )
    if plot is not None:
        from zhuoji_fast.plots import comparison_figure, save_figure  # noqa: PLC0415

        save_figure(comparison_figure(result, seen), plot)
    if as_json:
        print_json(result.to_dict())
    else:
        from zhuoji_fast.cli.compare_text import print_comparison  # noqa: PLC0415

        print_comparison(seen, result, detect_lang(lang), detect_look(color))
    if result.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _read_view(path: str) -> "View":
    """Read the view in a file; errors name both."""
    from zhuoji_fast.view import View  # noqa: PLC0415

    with binary_input(path) as source:
        raw = source.read().removeprefix(_BOM)
    where = "standard input" if path == "-" else path
    if not raw.strip():
        raise PositionError(f"{where}: no view in it")
    try:
        view = View.from_json(raw)
    except (PositionError, PositionTypeError) as error:
        raise type(error)(f"{where}: {error}") from None
    if view.turn is None:
        raise PositionError(f"{where}: turn: null, seat {view.seat} is not asked anything")
    return view


def _read_actions(view: "View", text: str) -> list[int]:
    """Read action texts with commas between; all have to be legal."""
    from zhuoji_fast.actions import action_id, action_text  # noqa: PLC0415
    from zhuoji_fast.view import seen_table  # noqa: PLC0415

    legal = seen_table(view).legal(view.seat)
    chosen: list[int] = []
    for part in text.split(","):
        words = " ".join(part.split())
        try:
            action = action_id(words)
        except ZhuojiError as error:
            raise ZhuojiError(f"--actions: {error}") from None
        if action not in legal:
            allowed = ", ".join([action_text(one) for one in legal])
            raise ZhuojiError(f"--actions: {words} is not legal here; legal are: {allowed}")
        if action in chosen:
            raise ZhuojiError(f"--actions: {words} is there twice")
        chosen.append(action)
    return chosen


def _expected(n: int | None, half_width: float | None, seconds: float | None) -> int | None:
    """How many rollouts there will be, None if that is not known."""
    from zhuoji_fast.evaluation import USUAL  # noqa: PLC0415

    return USUAL if n is None and half_width is None and seconds is None else n
