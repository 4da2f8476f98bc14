"""``zhuoji match``: which of two policies plays better, on the same walls."""

from typing import Annotated

import typer

from zhuoji_fast.cli.common import INTERRUPTED, JsonOption, print_json
from zhuoji_fast.cli.rules import read_rules
from zhuoji_fast.cli.running import DaskOption, JobsOption, chosen_executor, progress_bar

__all__ = ["match"]


def match(
    a: Annotated[str, typer.Argument(metavar="A", help="random, shanten, useful or closed.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    *,
    n: Annotated[int, typer.Option("-n", "--walls", metavar="N", help="Walls, at most.")] = 2000,
    seed: Annotated[int, typer.Option(help="What walls and choices are drawn from.")] = 0,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset, or a .json or .toml file.")
    ] = "guiyang",
    players: Annotated[int, typer.Option(help="Seats.")] = 4,
    half_width: Annotated[
        float | None,
        typer.Option(
            "--half-width",
            metavar="W",
            help="Stop once the advantage is known to within W points (95 %), looked at after "
            "1,000, 2,000, 4,000, … walls.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", help="Stop after this time.", show_default=False),
    ] = None,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    json: JsonOption = False,
) -> None:
    """Let two policies play the same walls, each in every seat against the other.

    Every wall is played twice a seat: by A against B in the other seats, and by B against A.
    Ctrl-C ends it, and what was counted by then is shown.

    \b
        zhuoji match useful shanten -n 2000 --seed 1
    """
    from zhuoji_fast import duplicate  # noqa: PLC0415

    with chosen_executor(jobs, dask) as executor, progress_bar(n, "walls") as progress:
        result = duplicate.match(
            a,
            b,
            n,
            seed,
            read_rules(rules),
            players,
            half_width=half_width,
            seconds=seconds,
            executor=executor,
            progress=progress,
        )
    if json:
        print_json(result.to_dict())
    else:
        print(result)
    if result.stopped == "interrupted":
        raise typer.Exit(INTERRUPTED)
