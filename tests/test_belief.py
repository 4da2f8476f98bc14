"""Hidden hands dealt as play has them: what must not change, and what must come nearer."""

import math

import numpy as np
import pytest

import zhuoji_fast as zj
from zhuoji_fast.rollouts import ask, play_rollouts


def tables(number: int, turn: int, rules: str = "guiyang") -> list[zj.Table]:
    """Tables of self-play that wait for a discard of a seat that has thrown `turn` tiles."""
    found = []
    table = zj.Table(rules, seed=31)
    hand = 0
    while len(found) < number:
        table.reset(31, hand % 4, hand=hand)
        players = [zj.policy_player("useful", seat, 31, hand) for seat in range(4)]
        seat, thrown = hand // 4 % 4, 0
        while not table.done:
            own = table.phase == 1 and table.turn == seat
            if own and thrown == turn:
                found.append(table.clone())
                break
            answers = {one: players[one](table) for one in table.pending}
            thrown += own and answers[seat] < 27
            table.step(answers)
        hand += 1
    return found


def concealed(table: zj.Table) -> np.ndarray:
    return np.array([list(table.hand_counts(seat)) for seat in range(4)])


@pytest.mark.parametrize("rules", ["guiyang", "duyun", "platform"])
def test_a_believed_deal_moves_only_what_is_hidden(rules: str) -> None:
    for number, table in enumerate(tables(30, 3, rules)):
        seat, before = table.turn, table.clone()
        hidden = concealed(table).sum(axis=1)
        for deal in range(5):
            imagined = table.clone()
            assert imagined.imagine(seat, number, deal, True)
            assert imagined.view(seat) == table.view(seat)
            assert (concealed(imagined).sum(axis=1) == hidden).all()
            assert (concealed(imagined)[seat] == concealed(table)[seat]).all()
            again = table.clone()
            assert again.imagine(seat, number, deal, True)
            assert again == imagined
            for other in range(4):
                if imagined.view(seat)["seats"][other]["declared"] and other != seat:
                    assert zj.shanten(concealed(imagined)[other].astype(np.uint8)) == 0
            while not imagined.done:
                legal = {one: imagined.legal(one) for one in imagined.pending}
                imagined.step({one: actions[-1] for one, actions in legal.items()})
            position = imagined.position()
            assert sum(imagined.settlement.totals) == 0
            assert position.end.kind in ("win", "exhausted")
        assert table == before


def test_tiles_are_conserved() -> None:
    table = tables(1, 5)[0]
    seat = table.turn
    imagined = table.clone()
    imagined.imagine(seat, 1, 0, True)
    assert (all_tiles(imagined) == all_tiles(table)).all()
    assert (concealed(imagined) != concealed(table)).any()


def all_tiles(table: zj.Table) -> np.ndarray:
    """Concealed tiles and those drawn until the wall is empty, nobody winning or calling."""
    counts = concealed(table).sum(axis=0)
    played = table.clone()
    while not played.done:
        before = played.n_events
        legal = {seat: played.legal(seat) for seat in played.pending}
        played.step(
            {s: zj.Action.PASS if zj.Action.PASS in one else one[0] for s, one in legal.items()}
        )
        for event in played.events(before):
            if event["type"] == "tsumo":
                counts[zj.tile_index(event["pai"])] += 1
    assert played.wall_left == 0
    return counts


def test_progress_brings_hands_as_near_to_ting_as_play() -> None:
    played, even, believed = [], [], []
    for number, table in enumerate(tables(150, 6)):
        seat = table.turn
        seats = table.view(seat)["seats"]
        others = [one for one in range(4) if one != seat and not seats[one]["declared"]]
        for kind, belief in ((even, False), (believed, True)):
            imagined = table.clone()
            imagined.imagine(seat, number, 0, belief)
            kind += [concealed(imagined)[other] for other in others]
        played += [concealed(table)[other] for other in others]
    means = [
        float(zj.shanten(np.array(hands, np.uint8)).mean()) for hands in (played, even, believed)
    ]
    assert abs(means[2] - means[0]) < 0.2 * (means[1] - means[0])


def biases(turn: int, number: int, n: int, belief: str | None, dealt: bool) -> np.ndarray:
    """Estimate less outcome of win, deal-in and score, in standard errors of their mean."""
    rows = []
    for place, table in enumerate(tables(number, turn)):
        seat = table.turn
        estimate = zj.evaluate(table, n=n, seed=place, belief=belief)
        played = table.clone()
        if dealt:
            played.imagine(seat, 99, place)
        players = [zj.policy_player("useful", one, 31, place) for one in range(4)]
        while not played.done:
            played.step({one: players[one](played) for one in played.pending})
        wins = played.position().end.wins or ()
        came = (
            any(win.seat == seat for win in wins),
            any(win.source == seat for win in wins),
            played.settlement.totals[seat],
        )
        values = (estimate.win.value, estimate.deal_in.value, estimate.score.value)
        rows.append([a - b for a, b in zip(values, came, strict=True)])
    array = np.array(rows)
    return array.mean(axis=0) / (array.std(axis=0, ddof=1) / math.sqrt(number))


@pytest.mark.slow
@pytest.mark.parametrize("turn", [6, 12])
def test_unbiased_where_hidden_tiles_were_dealt_by_resample(turn: int) -> None:
    assert (np.abs(biases(turn, 2000, 50, None, dealt=True)) < 3).all()


@pytest.mark.slow
def test_unbiased_over_freshly_dealt_positions() -> None:
    rows = []
    for hand in range(2000):
        table = zj.Table("guiyang", seed=17)
        table.reset(17, hand % 4, hand=hand)
        if table.phase != 1:
            continue
        seat = table.turn
        estimate = zj.evaluate(table.view(seat), n=50, seed=hand)
        question = ask(
            table, seat, (None,), policies="useful", seed=0, hidden="keep", belief=None, product=6
        )
        came = play_rollouts(question, 0, 1).first[0]
        values = (estimate.win.value, estimate.deal_in.value, estimate.score.value)
        rows.append([a - b for a, b in zip(values, (came[0], came[3], came[6]), strict=True)])
    array = np.array(rows, float)
    errors = array.std(axis=0, ddof=1) / math.sqrt(len(array))
    assert len(array) == 2000
    assert (np.abs(array.mean(axis=0)) < 3 * errors).all()
