"""动作: the flat table of action ids, and their text.

====================  =========  ================================================================
kind                  ids        what it does
====================  =========  ================================================================
``discard``           0 to 26    打出: throw the tile with that index
``concealed_kong``    27 to 53   闷豆: make a concealed kong of tile id - 27
``added_kong``        54 to 80   转弯豆: add tile id - 54 to one's pong of it
``pong``              81         碰: claim the open discard with two of its kind
``exposed_kong``      82         点豆: claim the open discard with three of its kind
``win``               83         胡: on the drawn tile, the open discard or the robbed tile
``pass``              84         过: none of what was offered
``declare``           85         报听: in a turn the discard follows as a step of its own
====================  =========  ================================================================
"""

import enum
from typing import Final

from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.tiles import KINDS, tile_index, tile_text, whole_number

__all__ = ["ACTIONS", "Action", "action_id", "action_text"]

ACTIONS: Final = 86
"""How many action ids there are."""


class Action(enum.IntEnum):
    """动作: the first id of each kind of action; kinds that name a tile add its index.

    Examples
    --------
    >>> Action.ADDED_KONG + 8, int(Action.PASS)
    (62, 84)
    """

    DISCARD = 0
    """打出."""
    CONCEALED_KONG = 27
    """闷豆."""
    ADDED_KONG = 54
    """转弯豆."""
    PONG = 81
    """碰."""
    EXPOSED_KONG = 82
    """点豆."""
    WIN = 83
    """胡."""
    PASS = 84
    """过."""
    DECLARE = 85
    """报听."""


_OF_TILES = (Action.DISCARD, Action.CONCEALED_KONG, Action.ADDED_KONG)
_ALONE = (Action.PONG, Action.EXPOSED_KONG, Action.WIN, Action.PASS, Action.DECLARE)
_TEXTS: Final = (
    *[f"{kind.name.lower()} {tile_text(tile)}" for kind in _OF_TILES for tile in range(KINDS)],
    *[kind.name.lower() for kind in _ALONE],
)
_WORDS: Final = {kind.name.lower(): kind for kind in Action}


def action_text(action: int) -> str:
    """Text of an action id.

    Parameters
    ----------
    action : int
        0 to 85.

    Returns
    -------
    str
        Its kind and, where it names one, its tile.

    Raises
    ------
    ZhuojiError
        No such id.
    WrongTypeError
        Anything but a whole number.

    Examples
    --------
    >>> action_text(4), action_text(84)
    ('discard 5m', 'pass')
    """
    number = whole_number(action, "action")
    if not 0 <= number < ACTIONS:
        raise ZhuojiError(f"action {number}: expected 0 to {ACTIONS - 1}")
    return _TEXTS[number]


def action_id(text: str) -> int:
    """Id of an action text; the tile in any form that :func:`~zhuoji_fast.tile_index` reads.

    Parameters
    ----------
    text : str
        As :func:`action_text` writes it.

    Returns
    -------
    int
        0 to 85.

    Raises
    ------
    ZhuojiError
        Text that is no action; :class:`~zhuoji_fast.TileTextError` for its tile.
    WrongTypeError
        Anything but text.

    Examples
    --------
    >>> action_id("concealed_kong 1s"), action_id("discard 幺鸡")
    (45, 18)
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"action must be text, not {type(text).__name__}")
    word, _, tile = text.partition(" ")
    kind = _WORDS.get(word)
    if kind is None:
        raise ZhuojiError(f"action {text!r}: expected one of {', '.join(_WORDS)}")
    if (kind in _OF_TILES) != bool(tile):
        rest = "a tile after it" if kind in _OF_TILES else "nothing after it"
        raise ZhuojiError(f"action {text!r}: {word} has {rest}")
    return int(kind) + (tile_index(tile) if tile else 0)
