"""文档: reading JSON documents strictly, with errors that begin with the place.

Types are checked by msgspec; this module turns its words into ``seats[2].river: …`` and refuses
what msgspec lets through (a key written twice).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar

import msgspec

from zhuoji_fast._core.positions import count_keys
from zhuoji_fast.errors import PositionError, PositionTypeError

__all__ = ["RepeatedKeyError", "convert", "decode_json", "fail", "fail_type", "read_json", "show"]

T = TypeVar("T")

_AT = re.compile(r"^(?P<text>.*?)(?: - at `(?P<path>[^`]*)`(?: in `(?P<parent>[^`]*)`)?)?$", re.S)
_FIELD = re.compile(r"^Object (?P<fault>contains unknown|missing required) field `(?P<name>.*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]")
_JSON_NAMES = {
    "object": "an object",
    "array": "a list",
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
}
_SHOWN = 40
_LONE_HALF = re.compile("[\ud800-\udfff]")


def show(value: object) -> str:
    """Write a value for a message: short, and as JSON has it where that is possible."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**30:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, dict | list | tuple | set):
        return f"{type(value).__name__} of {len(value)}"
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def fail(place: str, reason: str) -> NoReturn:
    """Raise the error for `place`."""
    raise PositionError(f"{place}: {reason}")


def fail_type(place: str, reason: str) -> NoReturn:
    """Raise the error for a value of a wrong type at `place`."""
    raise PositionTypeError(f"{place}: {reason}")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise RepeatedKeyError(f"key {show(key)} stands twice in one object")
        seen[key] = value
    return seen


class RepeatedKeyError(ValueError):
    """A key that stands twice in one JSON object."""


def decode_json(text: str | bytes | bytearray) -> object:
    """Decode JSON text.

    Raises
    ------
    msgspec.DecodeError, UnicodeError, RecursionError
        Text that is not JSON, not UTF-8 or nested too deeply.
    RepeatedKeyError
        A key written twice in an object.
    """
    value = msgspec.json.decode(text)
    # A colon a key and none elsewhere is the rule; only otherwise keys are looked at singly.
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    if count_keys(value) != colons:
        json.loads(text, object_pairs_hook=_no_repeats)
    return value


def read_json(text: str | bytes | bytearray, what: str) -> object:
    """Read JSON text; `what` is the place of errors that have no other.

    Raises
    ------
    PositionError
        Text that is not JSON, not UTF-8 or nested too deeply; a key written twice in an object.
    """
    if not isinstance(text, str | bytes | bytearray):
        fail_type(what, f"expected JSON text, not {type(text).__name__}")
    try:
        return decode_json(text)
    except msgspec.DecodeError as error:
        fail(what, _AT.sub(r"\g<text>", str(error)))
    except UnicodeError:
        fail(what, "not valid UTF-8 text")
    except RecursionError:
        fail(what, "nested too deeply")
    except RepeatedKeyError as error:
        fail(what, str(error))


def convert(value: object, kind: type[T], what: str) -> T:
    """Convert plain data to a struct; `what` is the place of errors that have no other.

    Raises
    ------
    PositionError
        Unknown, missing or impossible values; the message begins with the place.
    PositionTypeError
        Values of the wrong type.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = _AT.match(str(error))
        text, path = (found["text"], found["path"] or "") if found else (str(error), "")
        own = error.__cause__ is not None
    except RecursionError:
        fail(what, "nested too deeply")
    except UnicodeError:
        fail(_unwritable(value).removeprefix(".") or what, "text that is not valid Unicode")
    if path == "key":
        fail_type(what, "keys must be text")
    place = path.removeprefix("$").removeprefix(".")
    if own:
        fail(*_joined(place, text))
    if field := _FIELD.match(text):
        place = f"{place}.{field['name']}" if place else field["name"]
        if field["fault"] == "missing required":
            fail(place, "missing")
        known = _known(kind, path)
        fail(place, "unknown field" + (f", there are {', '.join(known)}" if known else ""))
    given = _value_at(value, path)
    if text.startswith("Invalid enum value"):
        fail(place, f"{show(given)}, expected one of {', '.join(_known(kind, path))}")
    if text.startswith("Expected") and ", got " in text:
        expected = _words(text.split(", got ")[0].removeprefix("Expected "))
        fail_type(place or what, f"expected {expected}, not {show(given)}")
    fail(place or what, f"{show(given)}: {_words(text[:1].lower() + text[1:])}")


def _unwritable(value: object) -> str:
    """Path to the first text that UTF-8 cannot hold, written as msgspec writes paths."""
    parts: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    for key, part in parts:
        found = _unwritable(part)
        if found or (isinstance(part, str) and _LONE_HALF.search(part)):
            return (f"[{key}]" if isinstance(key, int) else f".{key}") + found
    return ""


def _joined(place: str, text: str) -> tuple[str, str]:
    """Place and reason of an error that a struct raised with its own field in front."""
    field, _, reason = text.partition(": ")
    return (f"{place}.{field}" if place else field), reason


def _words(text: str) -> str:
    def name(found: re.Match[str]) -> str:
        return " or ".join([_JSON_NAMES.get(word, word) for word in found[1].split(" | ")])

    return re.sub(r"`([^`]*)`", name, text)


def _value_at(value: Any, path: str) -> object:
    for step in _STEP.finditer(path):
        try:
            value = value[step["name"]] if step["name"] else value[int(step["index"])]
        except (LookupError, TypeError):
            return None
    return value


def _known(kind: object, path: str) -> list[str]:
    """Field names of the struct, or words of the enumeration, at `path`."""
    found: Any = msgspec.inspect.type_info(kind)
    for step in _STEP.finditer(path):
        found = _plain(found)
        if step["name"]:
            fields = {field.encode_name: field.type for field in getattr(found, "fields", ())}
            found = fields.get(step["name"])
        else:
            found = getattr(found, "item_type", None)
    found = _plain(found)
    if isinstance(found, msgspec.inspect.StructType):
        return [field.encode_name for field in found.fields]
    if isinstance(found, msgspec.inspect.EnumType):
        return [member.value for member in found.cls]
    return [str(word) for word in getattr(found, "values", ())]


def _plain(found: Any) -> Any:
    """Return what a type is beside None."""
    for option in getattr(found, "types", ()):
        if not isinstance(option, msgspec.inspect.NoneType):
            return option
    return found
