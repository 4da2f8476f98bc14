"""JSON Schema of the Position document, made from its structs."""

from typing import Any

import msgspec

from zhuoji_fast.rules import Rules

__all__ = ["position_schema"]

_INTEGER: dict[str, Any] = {"type": "integer"}
_NULL: dict[str, Any] = {"type": "null"}
_FALSE: dict[str, Any] = {"const": False}


def _when(field: str, words: list[str], then: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {field: {"enum": words}}, "required": [field]}, "then": then}


def _has(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"required": required, "properties": properties}


_TAKEN = {"kong_bloom": _FALSE, "first_draw": _FALSE, "heavenly": _FALSE, "from": _INTEGER}

# Which fields go with which kind of meld, win and end.
CONDITIONS: dict[str, list[dict[str, Any]]] = {
    "SeatMeld": [
        _when("kind", ["concealed_kong"], _has([], **{"from": _NULL})),
        _when("kind", ["added_kong"], _has(["from"], **{"from": _INTEGER})),
        _when("kind", ["pong", "exposed_kong"], _has(["from"], **{"from": _INTEGER}, late=_FALSE)),
    ],
    "WinRecord": [
        _when(
            "by",
            ["self_draw"],
            _has([], **{"from": _NULL}, hot_shot=_FALSE, kong=_NULL, first_discard=_FALSE),
        ),
        _when("by", ["discard"], _has(["from"], **_TAKEN)),
        _when(
            "by",
            ["robbed_kong"],
            _has(["from"], **_TAKEN, hot_shot=_FALSE, kong=_NULL, first_discard=_FALSE),
        ),
        {
            "if": _has(["hot_shot"], hot_shot={"const": True}),
            "then": _has(["kong"], kong={"type": "string"}),
            "else": _has([], kong=_NULL),
        },
    ],
    "End": [
        _when("kind", ["win"], _has(["wins"], wins={"minItems": 1, "maxItems": 3}, seat=_NULL)),
        _when("kind", ["exhausted"], _has([], wins={"maxItems": 0}, seat=_NULL)),
        _when("kind", ["dead_hand"], _has(["seat"], wins={"maxItems": 0}, seat=_INTEGER)),
    ],
}


def _first_line(schema: dict[str, Any]) -> None:
    if "description" in schema:
        text = schema["description"].split("\n")[0]
        schema["description"] = text.removesuffix(", a frozen value.").removesuffix(".") + "."


def position_schema(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Make the schema of what a Position is read from; `document` is the struct of its form.

    It tells the form of a document; tiles, seats and rules that do not go together are found
    by reading it.
    """
    (top,), components = msgspec.json.schema_components((document,), ref_template="#/$defs/{name}")
    rules = Rules.schema()
    dialect = rules.pop("$schema")
    root: dict[str, Any] = components.pop(top["$ref"].rsplit("/", 1)[1])
    for name, schema in components.items():
        _first_line(schema)
        if conditions := CONDITIONS.get(name):
            schema["allOf"] = conditions
    components["FirstChicken"]["properties"]["claimed_by"]["uniqueItems"] = True
    components["Rules"] = rules
    root["properties"]["rules"] = {"$ref": "#/$defs/Rules"}
    root |= {
        "$schema": dialect,
        "title": "Position: the end of a hand of Guiyang Zhuoji mahjong (贵阳捉鸡麻将)",
        "description": "局终: what a hand is settled from.",
        "$defs": components,
    }
    return root
