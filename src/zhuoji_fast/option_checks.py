"""What a rule option accepts: one function a kind, and errors that say what is allowed."""

import operator
from collections.abc import Callable, Iterable
from typing import Final, NoReturn

from zhuoji_fast.errors import RulesError, RulesTypeError
from zhuoji_fast.options import PLAYERS, Kind, Option

__all__ = ["checked", "near", "shown", "unknown"]

PLACE: Final = "rules"


def shown(value: object) -> str:
    """Write an offending value, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(word: object, allowed: Iterable[str]) -> str:
    """Guess the word that was meant: ``", did you mean 'x'?"`` or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415  (rare, and slow to load)

    close = get_close_matches(word, list(allowed), 1) if isinstance(word, str) else []
    return f", did you mean {close[0]!r}?" if close else ""


def unknown(place: str, what: str, name: object, allowed: Iterable[str]) -> RulesError:
    """Make the error for a name that is not in a list of names."""
    allowed = list(allowed)
    error = RulesError if isinstance(name, str) else RulesTypeError
    hint = near(name, allowed)
    return error(f"{place}: unknown {what} {shown(name)}{hint} (allowed: {', '.join(allowed)})")


def _refuse(option: Option, place: str, value: object, error: type[RulesError]) -> NoReturn:
    hint = near(value, [*option.choices, option.whole])
    raise error(f"{place}: {shown(value)} is not allowed{hint} (allowed: {option.allowed})")


def _number(option: Option, value: object, place: str) -> int:
    if type(value) is not int:
        if type(value).__name__ == "bool":  # of Python or NumPy: both have an index
            _refuse(option, place, value, RulesTypeError)
        try:
            value = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            _refuse(option, place, value, RulesTypeError)
    if not option.low <= value <= option.high:
        _refuse(option, place, value, RulesError)
    return value


def _flag(option: Option, value: object, place: str) -> bool:
    if not isinstance(value, bool):
        _refuse(option, place, value, RulesTypeError)
    return value


def _word(option: Option, value: object, place: str) -> str:
    if not isinstance(value, str):
        _refuse(option, place, value, RulesTypeError)
    if value not in option.choices:
        _refuse(option, place, value, RulesError)
    return next(word for word in option.choices if word == value)


def _list_meant(option: Option, value: object) -> str:
    """Say that an item stands where a list of items belongs, if it does."""
    if isinstance(value, str) and value in option.choices:
        return f'a list is meant: ["{value}"]'
    if option.kind == "players" and type(value) is int and value in PLAYERS:
        return f"a list is meant: [{value}]"
    close = near(value, option.choices)
    if close and not near(value, [option.whole]):
        return f"a list of words is meant{close}"
    return ""


def _items(option: Option, value: object, place: str) -> list[object]:
    if not isinstance(value, list | tuple | set | frozenset):
        hint = _list_meant(option, value)
        if hint:
            raise RulesTypeError(
                f"{place}: {shown(value)} is not allowed, {hint} (allowed: {option.allowed})"
            )
        _refuse(option, place, value, RulesTypeError)
    items = list(value)
    for index, item in enumerate(items):
        if item in items[:index]:
            raise RulesError(f"{place}[{index}]: {shown(item)} stands there twice")
    return items


def _words(option: Option, value: object, place: str) -> tuple[str, ...] | str:
    if option.whole and isinstance(value, str) and value == option.whole:
        return option.whole
    items = _items(option, value, place)
    for index, item in enumerate(items):
        _word(option, item, f"{place}[{index}]")
    found = tuple(word for word in option.choices if word in items)
    return option.whole if option.whole and len(found) == len(option.choices) else found


def _players(option: Option, value: object, place: str) -> tuple[int, ...]:
    items = _items(option, value, place)
    numbers = [_number(option, item, f"{place}[{i}]") for i, item in enumerate(items)]
    if not numbers:
        _refuse(option, place, value, RulesError)
    return tuple(n for n in PLAYERS if n in numbers)


_CHECKS: Final[dict[Kind, Callable[[Option, object, str], object]]] = {
    "number": _number,
    "flag": _flag,
    "word": _word,
    "words": _words,
    "players": _players,
}


def checked(option: Option, value: object, group: str = PLACE) -> object:
    """Check a value and give it in the form that Rules holds.

    Parameters
    ----------
    option : Option
        What is asked for.
    value : object
        As given.
    group : str
        Place of the option's parent, ``"rules"`` or ``"rules.fan"``.

    Raises
    ------
    RulesError, RulesTypeError
        The option does not allow the value, or no value of its type.
    """
    return _CHECKS[option.kind](option, value, f"{group}.{option.name}")
