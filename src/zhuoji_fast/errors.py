"""Errors of the library: every one names the offending value and its place.

All derive from :class:`ZhuojiError`, itself a :class:`ValueError`; wrong *types* raise
:class:`WrongTypeError`, which is a :class:`TypeError` as well.
"""

__all__ = [
    "CountsError",
    "IllegalActionError",
    "LogError",
    "MeldError",
    "MissingExtraError",
    "PositionError",
    "PositionTypeError",
    "RulesError",
    "RulesTypeError",
    "SearchTooLargeError",
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


class LogError(ZhuojiError):
    """A log that cannot be read or replayed; the message begins with the line.

    Attributes
    ----------
    line : int or None
        Line of the event, counted from 1; of a plain list the place in it, also from 1.
    rule : str or None
        Id of the rule that the event breaks, as ``docs/rules.md`` and ``docs/log.md`` number them;
        None where the event itself is malformed.
    """

    def __init__(self, message: str, *, line: int | None = None, rule: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.rule = rule


class IllegalActionError(ZhuojiError):
    """An action at the table that the rules forbid.

    Attributes
    ----------
    seat : int
        Who wanted it.
    action : int
        Its id.
    rule : str
        Id of the rule that forbids it, as in docs/rules.md.
    """

    def __init__(self, message: str, seat: int = -1, action: int = -1, rule: str = "") -> None:
        super().__init__(message)
        self.seat = seat
        self.action = action
        self.rule = rule

    def __reduce__(self) -> tuple[type[Exception], tuple[object, ...]]:
        return type(self), (str(self), self.seat, self.action, self.rule)


class ShapeError(ZhuojiError):
    """An array whose shape does not fit: a last axis that is not 27, a wrong ``out``."""


class SearchTooLargeError(ZhuojiError):
    """An exact search that would look at more than it may; the message says what is smaller."""


class MissingExtraError(ZhuojiError, ImportError):
    """An optional part was used whose extra is not installed; the message names the extra."""
