"""JSON Schema of the Position and View documents, made from their structs."""

from typing import Any

import msgspec

from zhuoji_fast.rules import Rules

__all__ = ["position_schema", "view_schema"]

_INTEGER: dict[str, Any] = {"type": "integer"}
_NULL: dict[str, Any] = {"type": "null"}
_FALSE: dict[str, Any] = {"const": False}


def _when(field: str, words: list[str], then: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {field: {"enum": words}}, "required": [field]}, "then": then}


def _has(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"required": required, "properties": properties}


_TAKEN = {"kong_bloom": _FALSE, "first_draw": _FALSE, "heavenly": _FALSE, "from": _INTEGER}

# Which fields go with which kind of meld, win, end and turn.
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
    "SeenTurn": [
        _when("kind", ["discard", "declare"], _has([], tile=_NULL, **{"from": _NULL})),
        _when(
            "kind",
            ["claim", "rob"],
            _has(["tile", "from"], tile={"type": "string"}, **{"from": _INTEGER}),
        ),
    ],
}


def _first_line(schema: dict[str, Any]) -> None:
    if "description" in schema:
        text = schema["description"].split("\n")[0]
        schema["description"] = text.removesuffix(", a frozen value.").removesuffix(".") + "."


def _document_schema(document: type[msgspec.Struct], title: str, what: str) -> dict[str, Any]:
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
    return root | {
        "$schema": dialect,
        "title": title,
        "description": what,
        "$defs": components,
    }


def position_schema(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Make the schema of what a Position is read from; `document` is the struct of its form.

    It tells the form of a document; tiles, seats and rules that do not go together are found
    by reading it.
    """
    return _document_schema(
        document,
        "Position: the end of a hand of Guiyang Zhuoji mahjong (贵阳捉鸡麻将)",
        "局终: what a hand is settled from.",
    )


def view_schema(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Make the schema of what a View is read from, as :func:`position_schema` does."""
    root = _document_schema(
        document,
        "View: what one seat sees of a hand of Guiyang Zhuoji mahjong (贵阳捉鸡麻将)",
        "所见: what odds are asked about.",
    )
    tiles = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    root["properties"]["locked"] = {"anyOf": [{"const": True}, tiles], "default": []}
    return root
