"""Errors of the library: every one names the offending value and its place.

All derive from :class:`ZhuojiError`, itself a :class:`ValueError`; wrong *types* raise
:class:`WrongTypeError`, which is a :class:`TypeError` as well.
"""

__all__ = [
    "CountsError",
    "MeldError",
    "MissingExtraError",
    "PositionError",
    "PositionTypeError",
    "RulesError",
    "RulesTypeError",
    "ShapeError",
    "TileTextError",
    "WrongTypeError",
    "ZhuojiError",
]


class ZhuojiError(ValueError):
    """Base of every error that the library raises on bad input."""


class WrongTypeError(ZhuojiError, TypeError):
    """A value of a type that is never accepted: a float array, a bool, None."""


class TileTextError(ZhuojiError):
    """Text that is not tile text; the message names position and character."""


class CountsError(ZhuojiError):
    """Impossible tile counts: below 0, above 4, five of a kind, or a wrong total."""


class MeldError(ZhuojiError):
    """An impossible meld, or melds that do not go with the concealed tiles."""


class RulesError(ZhuojiError):
    """An unknown option or preset, or a value that the option does not allow."""


class RulesTypeError(RulesError, WrongTypeError):
    """A value of a type that the option never has: a bool for a number, text for a list."""


class PositionError(ZhuojiError):
    """A Position document that cannot be; the message begins with the place in it."""


class PositionTypeError(PositionError, WrongTypeError):
    """A value of a wrong type in a Position document."""


class ShapeError(ZhuojiError):
    """An array whose shape does not fit: a last axis that is not 27, a wrong ``out``."""


class MissingExtraError(ZhuojiError, ImportError):
    """An optional part was used whose extra is not installed; the message names the extra."""
