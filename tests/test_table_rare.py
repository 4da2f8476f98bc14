"""The rare events of play: each occurs at least twenty times, and is as the slow table has it."""

import pytest

from rare_deals import DEALS
from rare_ends import ENDS
from scenes import make_scene
from table_engine import Lockstep

LEAST = 20
ALL = [*DEALS, *ENDS]
RULES = {
    *("R-PLAY-2", "R-PLAY-4", "R-PLAY-5", "R-PLAY-6", "R-PLAY-7", "R-PLAY-8", "R-PLAY-9"),
    *("R-PLAY-10", "R-DECL-2", "R-DECL-3", "R-WIN-10", "R-KONG-6", "R-KONG-7", "R-KONG-8"),
    *("R-BREAK-4", "R-PASS-1"),
}


def play(scene):
    """A scene on both tables, by its script."""
    both = Lockstep(scene.rules, scene.wall, scene.players, scene.dealer, scene.streak)
    choose, marks, table = scene.chooser(), list(scene.marks), both.slow
    while not both.done:
        if marks and len(table.events) >= marks[0][0]:
            _, seat, end = marks.pop(0)
            both.mark_dead(seat, end)
            continue
        drawn = table.drawn[-1] if table.drawn else None
        both.step({seat: choose(seat, table.legal(seat), drawn) for seat in table.pending})
    both.same_end()
    return table


@pytest.mark.parametrize(
    "deal", [pytest.param(deal, id=deal.name, marks=pytest.mark.rule(deal.rule)) for deal in ALL]
)
def test_rare_event(deal):
    seen = 0
    for seed in range(LEAST + 4):
        seen += deal.shows(play(make_scene(deal, seed)))
        if seen == LEAST:
            return
    pytest.fail(f"{seen} times only")


def test_names_and_rules():
    assert len({deal.name for deal in ALL}) == len(ALL)
    assert {deal.rule for deal in ALL} == RULES
