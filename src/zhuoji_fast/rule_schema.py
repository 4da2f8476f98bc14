"""JSON Schema of the documents that rules are read from, made from the list of options."""

from typing import Any, Final

from zhuoji_fast.options import FANS, OPTIONS, PLAYERS, Option
from zhuoji_fast.presets import DEFAULT_PRESET, PRESET_NAMES

__all__ = ["rules_schema"]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def _value(option: Option) -> dict[str, Any]:
    if option.kind == "number":
        return {"type": "integer", "minimum": option.low, "maximum": option.high}
    if option.kind == "flag":
        return {"type": "boolean"}
    if option.kind == "word":
        return {"enum": list(option.choices)}
    if option.kind == "players":
        items: dict[str, Any] = {"enum": list(PLAYERS)}
        return {"type": "array", "items": items, "uniqueItems": True, "minItems": 1}
    several = {"type": "array", "items": {"enum": list(option.choices)}, "uniqueItems": True}
    return {"anyOf": [{"const": option.whole}, several]} if option.whole else several


def _described(option: Option) -> dict[str, Any]:
    words = "; ".join(f"{word}: {meaning}" for word, meaning in option.choices.items())
    text = f"{option.zh}: {option.doc}" + (f" ({words})" if words else "")
    return {"description": f"{text}. Rule {option.rule}.", **_value(option)}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def rules_schema() -> dict[str, Any]:
    """Make the schema: a preset's name, or an object with a preset and the options changed."""
    presets = {
        "enum": list(PRESET_NAMES),
        "description": f"预设: {DEFAULT_PRESET} where none is named.",
    }
    fans = _object({fan.name: _described(fan) for fan in FANS})
    fans["description"] = "番型: base fans, those that differ from the preset."
    options = {option.name: _described(option) for option in OPTIONS}
    return {
        "$schema": DIALECT,
        "title": "Rules of Guiyang Zhuoji mahjong (贵阳捉鸡麻将)",
        "anyOf": [presets, _object({"preset": presets, "fan": fans, **options})],
    }
