"""牌面: the tiles as drawings, in lines and plain shapes that need no font.

Each tile is a ``<symbol>`` of 30 by 40 units, defined once in a page and placed by ``<use>``. A
suit is told by its shapes and not by its colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from numbers import Real
from typing import Final, NamedTuple

from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.tiles import KINDS, parse_tiles, tile_index, tile_text

__all__ = [
    "BACK",
    "HEIGHT",
    "WIDTH",
    "MeldTile",
    "TileRow",
    "TilesSvg",
    "called_place",
    "meld_tiles",
    "tile_image",
    "tile_symbols",
    "tiles_svg",
]

WIDTH: Final = 30
HEIGHT: Final = 40
MAX_SCALE: Final = 1000
BACK: Final = "?"
"""A tile face down."""

_PREFIX: Final = "zj-"
_INK, _RED, _BLUE, _GREEN, _BLACK = "#1b2a49", "#b3261e", "#14539a", "#0c6b3f", "#22201c"
_PAPER: Final = "#fffdf5"
_FACE: Final = (
    f'<rect x=".75" y=".75" width="28.5" height="38.5" rx="4" fill="{_PAPER}" '
    'stroke="#8b826c" stroke-width="1.5"/>'
)

_NUMERALS: Final = (
    "M5 11H25",
    "M8 6H22M5 16H25",
    "M7 4.5H23M9 10.5H21M5 17H25",
    "M6 5H24V17.5H6ZM12 5V8.5Q12 12 8.5 13M18 5V11.5H22",
    "M7 4.5H23M13.5 4.5L11.5 17M8 10.5H20.5V17M4.5 17H25.5",
    "M15 3V6.5M5 8H25M12 11L7 18M18 11L23 18",
    "M5 9.5L25 7M14 3.5V14Q14 17.5 17 17.5H24.5V14.5",
    "M12 4.5Q11 12 5 17.5M17 4Q19 12 25 17.5",
    "M6 8H19.5V14Q19.5 17.5 22.5 17.5H25V14M12.5 3.5V8.5Q12.5 14 5.5 18",
)
_MYRIAD: Final = "M5.5 23H24.5M12.5 23Q12.5 32 6 36.5M12.5 28H21.5Q21.5 35.5 19 36.5H16"

_DOTS: Final[tuple[tuple[float, str], ...]] = (
    (10, "15,20r"),
    (6.5, "15,11g 15,29b"),
    (5, "7.5,8.5b 15,20r 22.5,31.5g"),
    (5.2, "9,11b 21,11g 9,29g 21,29b"),
    (4.6, "8,9b 22,9g 15,20r 8,31g 22,31b"),
    (4.5, "9,8g 21,8g 9,20r 21,20r 9,32r 21,32r"),
    (3.8, "6.5,6.5g 15,9.5g 23.5,12.5g 9.5,22r 20.5,22r 9.5,32.5r 20.5,32.5r"),
    (3.7, "9.5,6k 20.5,6k 9.5,15.3k 20.5,15.3k 9.5,24.6k 20.5,24.6k 9.5,34k 20.5,34k"),
    (3.8, "6.5,7.5g 15,7.5g 23.5,7.5g 6.5,20r 15,20r 23.5,20r 6.5,32.5b 15,32.5b 23.5,32.5b"),
)
_COLORS: Final = {"r": _RED, "g": _GREEN, "b": _BLUE, "k": _BLACK}

# Green strokes, then red ones.
_BARS: Final = (
    ("", ""),
    ("M15 5V17M15 23V35", ""),
    ("M15 5V17M9 23V35M21 23V35", ""),
    ("M9 5V17M21 5V17M9 23V35M21 23V35", ""),
    ("M7.5 5V17M22.5 5V17M7.5 23V35M22.5 23V35", "M15 14V26"),
    ("M7 5V17M15 5V17M23 5V17M7 23V35M15 23V35M23 23V35", ""),
    ("M7 16V24M15 16V24M23 16V24M7 28V36M15 28V36M23 28V36", "M15 4V12"),
    (
        "M6 5V17M24 5V17M10.5 5L14 16M19.5 5L16 16M6 23V35M24 23V35M10.5 35L14 24M19.5 35L16 24",
        "",
    ),
    ("M7 5V12M23 5V12M7 16.5V23.5M23 16.5V23.5M7 28V35M23 28V35", "M15 5V12M15 16.5V23.5M15 28V35"),
)
_BIRD: Final = (
    f'<path d="M11 21L2.5 9.5L5.5 19L1.8 19.5L6.5 25Z" fill="{_BLUE}"/>'
    f'<path d="M6.5 22Q12 15 16.5 17L17.5 11.5Q21 7 25 11.5Q24 15 23 20Q21 29.5 13 29Q8 28 6.5 22Z"'
    f' fill="{_GREEN}"/>'
    f'<path d="M17.5 9.5L16.5 4.5L20 7L21.5 3.5L23.5 8ZM25 11.2L29 12.8L25 14.2Z" fill="{_RED}"/>'
    f'<circle cx="21.5" cy="11.5" r="1.5" fill="{_PAPER}"/>'
    f'<path d="M10.5 21.5Q15 26.5 19 20.5" fill="none" stroke="{_PAPER}" stroke-width="1.8"/>'
    f'<path d="M13 29V35M17.5 28.5V35M9.5 35.5H21" fill="none" stroke="{_RED}" stroke-width="2"/>'
)
_BACK_ART: Final = (
    '<rect x=".75" y=".75" width="28.5" height="38.5" rx="4" fill="#2f5d73" stroke="#1c3a48" '
    'stroke-width="1.5"/><path d="M6 12L15 5L24 12L15 19ZM6 28L15 21L24 28L15 35Z" fill="none" '
    'stroke="#a9c7d3" stroke-width="1.8"/>'
)


def _strokes(path: str, color: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _dots(radius: float, places: str) -> str:
    found = []
    for place in places.split():
        x, y = place[:-1].split(",")
        color = _COLORS[place[-1]]
        found.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{color}"/>')
        ring = f'fill="none" stroke="{_PAPER}" stroke-width="{radius / 4:.2g}"'
        found.append(f'<circle cx="{x}" cy="{y}" r="{radius * 0.55:.2g}" {ring}/>')
    return "".join(found)


def _art(tile: int) -> str:
    suit, rank = divmod(tile, 9)
    if suit == 0:
        digit = f'<text x="2.5" y="37" class="zj-digit" display="none">{rank + 1}</text>'
        return _strokes(_NUMERALS[rank], _INK, 2.5) + _strokes(_MYRIAD, _RED, 2.5) + digit
    if suit == 1:
        return _dots(*_DOTS[rank])
    if rank == 0:
        return _BIRD
    green, red = _BARS[rank]
    return _strokes(green, _GREEN, 3.6) + (_strokes(red, _RED, 3.6) if red else "")


def _symbol(name: str, art: str) -> str:
    return f'<symbol id="{_PREFIX}{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{art}</symbol>'


def _name(tile: str) -> str:
    return "back" if tile == BACK else tile


def _symbol_of(tile: str) -> str:
    if tile == BACK:
        return _symbol("back", _BACK_ART)
    return _symbol(tile, _FACE + _art(tile_index(tile)))


def tile_symbols(tiles: Iterable[str] | None = None) -> str:
    """Define the drawings of tiles in a page, invisibly.

    Parameters
    ----------
    tiles : iterable of str, optional
        Tile texts, ``?`` for a tile face down; all 28 by default.

    Returns
    -------
    str
        One ``<svg>`` with a ``<symbol>`` for each.

    Examples
    --------
    >>> tile_symbols().count("<symbol"), tile_symbols(["1s", "1s"]).count("<symbol")
    (28, 1)
    """
    wanted = [*map(tile_text, range(KINDS)), BACK] if tiles is None else sorted({*tiles})
    symbols = "".join([_symbol_of(tile) for tile in wanted])
    return f'<svg width="0" height="0" aria-hidden="true">{symbols}</svg>'


def tile_image(tile: str, height: int = HEIGHT) -> str:
    """Draw one tile of a page that has its symbol.

    Examples
    --------
    >>> tile_image("5m", 20)
    '<svg width="15" height="20" role="img" aria-label="5m"><use href="#zj-5m"/></svg>'
    """
    width = f"{height * WIDTH / HEIGHT:g}"
    return (
        f'<svg width="{width}" height="{height}" role="img" aria-label="{_label(tile)}">'
        f'<use href="#{_PREFIX}{_name(tile)}"/></svg>'
    )


def _label(tile: str) -> str:
    return "?" if tile == BACK else tile


class MeldTile(NamedTuple):
    """A tile of a meld as it lies on the table."""

    tile: str
    """Tile text, or ``?`` face down."""
    turned: bool = False
    """Whether it lies on its side: the called one, and the fourth added to it."""
    stacked: bool = False
    """Whether it lies on the turned tile before it."""


def meld_tiles(kind: str, tile: str, place: int | None = None) -> list[MeldTile]:
    """副露: how the tiles of a meld lie.

    Parameters
    ----------
    kind : str
        ``pong``, ``exposed_kong``, ``added_kong`` or ``concealed_kong``.
    tile : str
        Its tile.
    place : int, optional
        The called tile lies on its side: first (0) from the previous seat, in the middle (1) from
        across, last (2) from the next. None turns none.

    Examples
    --------
    >>> [(lying.tile, lying.turned) for lying in meld_tiles("pong", "5m", 0)]
    [('5m', True), ('5m', False), ('5m', False)]
    >>> [lying.tile for lying in meld_tiles("concealed_kong", "5m")]
    ['?', '5m', '5m', '?']
    """
    if kind == "concealed_kong":
        return [MeldTile(BACK), MeldTile(tile), MeldTile(tile), MeldTile(BACK)]
    upright = MeldTile(tile)
    number = 4 if kind == "exposed_kong" else 3
    lying = [upright] * number
    added = kind == "added_kong"
    if place is None:
        return [*lying, upright] if added else lying
    at = (0, 1, number - 1)[place]
    lying[at] = MeldTile(tile, turned=True)
    if added:
        lying.insert(at + 1, MeldTile(tile, turned=True, stacked=True))
    return lying


def called_place(seat: int, source: int, players: int) -> int:
    """Give where the called tile of a meld lies: 0, 1 or 2 as for ``meld_tiles``.

    Examples
    --------
    >>> [called_place(0, source, 4) for source in (3, 2, 1)], called_place(0, 1, 2)
    ([0, 1, 2], 1)
    """
    steps = (source - seat) % players
    if players == 2 or 1 < steps < players - 1:
        return 1
    return 2 if steps == 1 else 0


class TileRow:
    """Tiles side by side as one drawing.

    Examples
    --------
    >>> row = TileRow()
    >>> row.add("1s", "2s")
    >>> row.gap()
    >>> row.lay(meld_tiles("pong", "5m", 2))
    >>> row.svg("a hand").count("<use")
    5
    """

    GAP: Final = 12
    LEAST: Final = 1
    """Space between two tiles."""

    def __init__(self) -> None:
        self._uses: list[tuple[str, float, bool, bool]] = []
        self._x: float = 0
        self._tall = False

    def add(self, *tiles: str) -> None:
        """Add upright tiles."""
        self.lay([MeldTile(tile) for tile in tiles])

    def gap(self) -> None:
        """Leave a gap, unless nothing stands before it."""
        if self._uses:
            self._x += self.GAP

    def lay(self, tiles: Iterable[MeldTile]) -> None:
        """Add tiles as they lie."""
        for tile, turned, stacked in tiles:
            if stacked:
                self._tall = True
                self._uses.append((tile, self._x - HEIGHT - self.LEAST, True, True))
                continue
            self._uses.append((tile, self._x, turned, False))
            self._x += (HEIGHT if turned else WIDTH) + self.LEAST

    @property
    def tiles(self) -> set[str]:
        """The tiles whose symbols the drawing needs."""
        return {use[0] for use in self._uses}

    def svg(self, label: str, scale: float = 1, *, symbols: bool = True) -> str:
        """Give the drawing; `label` is what it shows in words.

        Without `symbols` the page has to have those of :attr:`tiles`.
        """
        top = WIDTH * 2 + self.LEAST - HEIGHT if self._tall else 0
        width, height = max(self._x - self.LEAST, 1), HEIGHT + top
        own = "".join([_symbol_of(tile) for tile in sorted(self.tiles)]) if symbols else ""
        uses = "".join([self._use(*use, top) for use in self._uses])
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" style="max-width:100%;height:auto" '
            f'width="{width * scale:g}" height="{height * scale:g}" '
            f'viewBox="0 0 {width:g} {height}" role="img" aria-label="{escape(label, quote=True)}">'
            f"{own}{uses}</svg>"
        )

    def _use(self, tile: str, x: float, turned: bool, stacked: bool, top: int) -> str:
        size = f'href="#{_PREFIX}{_name(tile)}" width="{WIDTH}" height="{HEIGHT}"'
        if not turned:
            return f'<use {size} x="{x:g}" y="{top}"/>'
        y = top + HEIGHT - (WIDTH + self.LEAST if stacked else 0)
        return f'<use {size} transform="translate({x:g} {y}) rotate(-90)"/>'


class TilesSvg(str):
    """Text of a drawing; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def tiles_svg(tiles: str | Sequence[str | int], *, scale: float = 1) -> TilesSvg:
    """画牌: draw tiles in the order given, a river say.

    Parameters
    ----------
    tiles : tile text, or tiles by text or index
        What to draw; nothing gives an empty drawing.
    scale : float, default 1
        A tile of scale 1 is 30 wide and 40 high.

    Returns
    -------
    str
        SVG that needs nothing from elsewhere. A notebook shows it as a picture.

    Raises
    ------
    TileTextError, WrongTypeError
        Not tiles, or a scale that is no number.
    ZhuojiError
        A scale that is not above 0, or above 1,000.

    Examples
    --------
    >>> drawing = tiles_svg("1m6s8m")
    >>> drawing.count("<use"), 'aria-label="1m6s8m"' in drawing
    (3, True)
    """
    if not isinstance(tiles, Iterable):
        raise WrongTypeError(f"tiles must be text or a row of tiles, not {type(tiles).__name__}")
    if isinstance(scale, bool) or not isinstance(scale, Real):
        raise WrongTypeError(f"scale must be a number, not {type(scale).__name__}")
    if not 0 < scale <= MAX_SCALE:
        raise ZhuojiError(f"scale {scale}: expected a number above 0, at most {MAX_SCALE}")
    found = parse_tiles(tiles) if isinstance(tiles, str) else [tile_index(tile) for tile in tiles]
    texts = [tile_text(tile) for tile in found]
    row = TileRow()
    row.add(*texts)
    return TilesSvg(row.svg("".join(texts), float(scale)))
