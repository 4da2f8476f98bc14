"""JSON Schema of one line of a log, made from the structs of its events."""

from typing import Any

import msgspec

from zhuoji_fast.events import Event
from zhuoji_fast.position import Position
from zhuoji_fast.settlement import ITEMS

__all__ = ["log_schema"]

_RYUKYOKU = {
    "if": {"properties": {"reason": {"const": "dead_hand"}}},
    "then": {"required": ["actor"]},
    "else": {"properties": {"actor": False}},
}


def log_schema() -> dict[str, Any]:
    """Make the schema of an event.

    It tells the form of each line; the order of lines, and events that the rules forbid, are found
    by reading and replaying.
    """
    found = msgspec.json.schema(Event)
    events: dict[str, Any] = found["$defs"]
    position = Position.schema()
    dialect, shared = position.pop("$schema"), position.pop("$defs")
    events["Ryukyoku"] |= _RYUKYOKU
    events["StartKyoku"]["properties"]["rules"] = {"$ref": "#/$defs/Rules"}
    end = events["EndKyoku"]["properties"]
    end["position"] = {"$ref": "#/$defs/Position"}
    end["lines"]["items"] = _line()
    return {
        "$schema": dialect,
        "title": "One line of a log of Guiyang Zhuoji mahjong (贵阳捉鸡麻将)",
        "description": "牌谱事件: an event of the log; masked tiles are ?.",
        "anyOf": found["anyOf"],
        "$defs": {**events, **shared, "Position": position},
    }


def _line() -> dict[str, Any]:
    steps = {
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "integer"}],
            "minItems": 2,
            "maxItems": 2,
        },
    }
    seat = {"type": "integer", "minimum": 0, "maximum": 3}
    fields = {
        "payer": seat,
        "payee": seat,
        "amount": {"type": "integer", "minimum": 1},
        "item": {"enum": list(ITEMS)},
        "tile": {"type": ["string", "null"]},
        "why": {"anyOf": [{"type": "string"}, steps]},
    }
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
