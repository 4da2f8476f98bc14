"""文档的字段: what the fields of Position and View documents have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from zhuoji_fast._core import positions
from zhuoji_fast.documents import fail, fail_type
from zhuoji_fast.melds import Frozen
from zhuoji_fast.tiles import KINDS, parse_tiles, tile_index, tile_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

__all__ = [
    "ABSENT",
    "MAX_MELDS",
    "TILES",
    "TILE_INDEX",
    "Base",
    "DocumentValue",
    "SeatNumber",
    "SeatOrNone",
    "Streak",
    "TileOrNone",
    "plain",
    "present",
    "put",
    "read_tile",
    "read_tiles",
    "tiles_of",
]

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Base = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Streak = Annotated[int, msgspec.Meta(ge=0, le=1000)]
TILES = 4 * KINDS
MAX_MELDS = 4
TILE_INDEX = {tile_text(tile): tile for tile in range(KINDS)}

# Fields that a kind of end, meld or turn does not have are absent in documents: null is no value
# of theirs. Values have None there.
ABSENT: Any = msgspec.UNSET
if TYPE_CHECKING:
    SeatOrNone = SeatNumber | None
    TileOrNone = str | None
else:
    SeatOrNone = SeatNumber | msgspec.UnsetType
    TileOrNone = str | msgspec.UnsetType


def read_tiles(text: str, field: str) -> bytes:
    """Read tile text as indices; the error has the field in front."""
    tiles = positions.read_tiles(text)
    if tiles is None:
        try:
            tiles = bytes(parse_tiles(text))
        except ValueError as error:
            raise ValueError(f"{field}: {error}") from None
    if len(tiles) > TILES:
        raise ValueError(f"{field}: {len(tiles)} tiles, there are {TILES} in all")
    return tiles


def tiles_of(text: str) -> bytes:
    """Indices of text that is canonical already."""
    return positions.read_tiles(text) or b""


def read_tile(text: str, field: str) -> str:
    """Read one tile as its canonical text; the error has the field in front."""
    if text in TILE_INDEX:
        return text
    try:
        return tile_text(tile_index(text))
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


def present(struct: msgspec.Struct, field: str, otherwise: object) -> bool:
    """Whether a document had the field; put its value in Python where it had not."""
    if getattr(struct, field) is ABSENT:
        msgspec.structs.force_setattr(struct, field, otherwise)
        return False
    return getattr(struct, field) is not None


def put(struct: msgspec.Struct, field: str, value: object) -> None:
    """Put the canonical form in the place of what was read."""
    if getattr(struct, field) != value:
        msgspec.structs.force_setattr(struct, field, value)


def _fields(value: Any) -> Any:
    """Take structs apart, without the fields that they do not have."""
    if isinstance(value, list | tuple):
        return [_fields(item) for item in value]
    if not isinstance(value, msgspec.Struct):
        return value
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    found = {encoded: _fields(getattr(value, name)) for encoded, name in names}
    return {name: item for name, item in found.items() if item is not None and item != []}


def plain(name: str, value: Any) -> Any:
    """Take structs apart, so that their fields are checked like those of any document.

    Raises
    ------
    PositionError
        What is no plain data; `name` is the place.
    """
    try:
        return msgspec.to_builtins(_fields(value))
    except (TypeError, ValueError) as error:
        fail_type(name, f"not plain data ({error})")
    except RecursionError:
        fail(name, "nested too deeply")


class DocumentValue(Frozen):  # noqa: PLW1641  (each has a hash of its own)
    """A document as a frozen value: what Position and View do alike."""

    __slots__ = ()

    _fields: ClassVar[tuple[str, ...]]
    """The fields of the document, which make two of them equal."""

    if TYPE_CHECKING:

        @classmethod
        def from_dict(cls, document: dict[str, Any]) -> Self: ...  # noqa: D102

        def to_dict(self) -> dict[str, Any]: ...  # noqa: D102

    def to_json(self) -> str:
        """Write the canonical document as JSON text without spaces."""
        return msgspec.json.encode(self.to_dict()).decode()

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed, checked anew."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | changes)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_dict({self.to_dict()!r})"

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Self], tuple[dict[str, Any]]]:
        return type(self).from_dict, (self.to_dict(),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
