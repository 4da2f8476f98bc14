"""``zhuoji play``: let policies play many hands and show what came of them."""

from typing import Annotated

import typer

from zhuoji_fast.cli.common import INTERRUPTED, JsonOption, print_json
from zhuoji_fast.cli.rules import read_rules
from zhuoji_fast.cli.running import chosen_executor, progress_bar

__all__ = ["play"]


def play(
    *,
    policies: Annotated[
        str,
        typer.Option(
            help="Policies by seat, with commas; a single one plays in every seat. There are "
            "random, shanten, useful and closed."
        ),
    ] = "useful",
    n: Annotated[int, typer.Option("-n", "--hands", help="Hands to play.")] = 10_000,
    seed: Annotated[int, typer.Option(help="What walls and choices are drawn from.")] = 0,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset, or a .json or .toml file.")
    ] = "guiyang",
    players: Annotated[
        int | None,
        typer.Option(help="Seats, where a single policy is given.", show_default=False),
    ] = None,
    base: Annotated[int, typer.Option(help="底分: what one unit is worth.")] = 1,
    jobs: Annotated[
        int, typer.Option(help="Threads; hands that are logged are played in one.")
    ] = 1,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the hands as JSON Lines, compressed if it ends in .gz.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Let policies play whole hands and count what comes of them.

    Ctrl-C ends it, and what was counted by then is shown.
    """
    from zhuoji_fast.errors import ZhuojiError  # noqa: PLC0415
    from zhuoji_fast.play import play_hands  # noqa: PLC0415

    names = policies.split(",")
    if len(names) == 1:
        names *= 4 if players is None else players
    elif players is not None and players != len(names):
        raise ZhuojiError(f"--players: {players}, but {len(names)} policies")
    with chosen_executor(jobs) as executor, progress_bar(n, "hands") as progress:
        stats = play_hands(
            names,
            n,
            seed,
            read_rules(rules),
            base=base,
            executor=executor,
            log=log,
            progress=progress,
        )
    if json:
        print_json(stats.to_dict())
    else:
        print(stats)
        for number, seat in enumerate(stats.seats):
            items = [f"{name} {mean.value:+.3f}" for name, mean in seat.items.items() if mean.error]
            print(f"{number} {seat.policy:12}  {'  '.join(items)}")
    if stats.hands < n:
        raise typer.Exit(INTERRUPTED)
