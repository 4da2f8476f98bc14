"""Observation planes made from the View document of a seat, the plain way."""

from __future__ import annotations

import numpy as np

import zhuoji_fast as zj

KINDS = {"pong": 1, "exposed_kong": 2, "concealed_kong": 3, "added_kong": 4}
LATE = {"concealed_kong": 5, "added_kong": 6}
DECLARED = {None: 0, "hard": 1, "soft": 2}


def slow_planes(table: zj.Table, seat: int) -> dict[str, np.ndarray]:
    """Rows of every plane, from what the table tells in words."""
    view = table.view(seat)
    n = len(view["seats"])
    planes = {name: np.zeros((plane.rows, 27), int) for name, plane in zj.PLANES.items()}
    order = [(seat + step) % n for step in range(n)]
    planes["hand"][0] = zj.counts(view["hand"] or [])
    if view["drawn"]:
        planes["drawn"][0, zj.tile_index(view["drawn"])] = 1
    fill_open(table, planes)
    planes["seen"][0] += planes["hand"][0]
    locked = view["locked"]
    if not table.done:
        locked = range(27) if locked is True else locked
        planes["locked"][0, [zj.tile_index(tile) for tile in locked]] = 1
    for step, other in enumerate(order):
        fill_seat(planes, view["seats"][other], order, step)
    planes["wall"][0] = view["wall"]
    planes["streak"][0] = view["streak"]
    planes["dealer"][order.index(view["dealer"])] = 1
    planes["turn"][order.index(table.turn)] = 1
    if view["turn"]:
        kind = ("declare", "discard", "", "claim", "rob").index(view["turn"]["kind"])
        after_declaring = table.log[-1]["type"] == "reach" and kind == 1 and table.drawn >= 0
        planes["asked"][2 if after_declaring else kind] = 1
    for chicken in view["first_chicken"]:
        tile = zj.tile_index(chicken["tile"])
        planes["charge"][order.index(chicken["seat"]), tile] = 1
        for claimer in chicken["claimed_by"]:
            planes["charge_claimed"][order.index(claimer), tile] = 1
    return planes


def fill_open(table, planes) -> None:
    if table.done:
        end = table.position().end
        for win in getattr(end, "wins", []) if end.kind == "win" else []:
            planes["open"][0, zj.tile_index(win.tile)] = 1
        return
    turn = table.view(table.pending[0])["turn"]
    if turn["kind"] in ("claim", "rob"):
        planes["open"][0, zj.tile_index(turn["tile"])] = 1


def fill_seat(planes, player, order, step) -> None:
    river = zj.parse_tiles(player["river"])
    for tile in river:
        planes["seen"][0, tile] += 1
    for row, tile in enumerate(river[-24:]):
        planes["rivers"][24 * step + row, tile] = 1
    planes["declared"][step] = DECLARED[player["declared"]]
    for meld in player["melds"]:
        tile = zj.tile_index(meld["tile"])
        number = 3 if meld["kind"] == "pong" else 4
        planes["melds"][step, tile] = number
        planes["seen"][0, tile] += number
        late = meld.get("late") and meld["kind"] in LATE
        planes["meld_kinds"][step, tile] = (LATE if late else KINDS)[meld["kind"]]
        if "from" in meld:
            planes["meld_sources"][step, tile] = 1 + order.index(meld["from"])


def stacked(planes: dict[str, np.ndarray]) -> np.ndarray:
    return np.concatenate(list(planes.values()))
