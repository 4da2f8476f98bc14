"""``zhuoji rules``: the presets, the options of a rule set, and how two rule sets differ."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zhuoji_fast.cli.common import (
    ColorOption,
    JsonOption,
    Lang,
    LangOption,
    detect_lang,
    detect_look,
    print_json,
    print_rich,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from zhuoji_fast.rules import Rules

__all__ = ["read_rules", "rules"]

_HEADS = {
    "preset": "预设",
    "players": "人数",
    "from": "出处",
    "option": "选项",
    "name": "中文",
    "value": "值",
    "meaning": "意思",
    "rule": "规则",
    "note": "注意",
    "same": "没有不同",
}


def read_rules(text: str, scale: str | None = None) -> "Rules":
    """Give the rules that an argument names: a preset, or a ``.json`` or ``.toml`` file."""
    from zhuoji_fast.rules import PRESETS, Rules  # noqa: PLC0415

    if text not in PRESETS and text.lower().endswith((".json", ".toml")):
        found = Rules.load(text)
    else:
        found = Rules.preset(text)
    return found if scale is None else found.scaled(scale)


def rules(
    preset: Annotated[
        str | None,
        typer.Argument(
            metavar="RULES",
            help="A preset, or a .json or .toml file with a preset and changes.",
            show_default=False,
        ),
    ] = None,
    *,
    diff: Annotated[
        str | None,
        typer.Option(
            "--diff",
            metavar="RULES",
            help="Only the options in which these rules differ.",
            show_default=False,
        ),
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option(
            "--scale",
            metavar="A/B",
            help="Room scale of RULES: 5/10, 8/15 or 10/20.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Show the presets, or every option of a rule set.

    Without RULES the presets are listed. With --json the output is a document that can be kept,
    changed and given to --rules.
    """
    if preset is None and (diff is not None or scale is not None):
        raise typer.BadParameter("RULES is missing: --diff and --scale need rules to work on")
    shown = None if preset is None else read_rules(preset, scale)
    other = None if diff is None else read_rules(diff)
    if as_json:
        print_json(_document(shown, other))
        return
    words = _HEADS if detect_lang(lang) is Lang.zh else {}
    parts: list[RenderableType]
    if shown is None:
        parts = [_presets(words)]
    elif other is None:
        parts = [_options(shown, words), *_notes(shown, words)]
    elif shown == other:
        parts = [words.get("same", "no difference")]
    else:
        mine = " ".join([str(preset), scale or ""]).strip()
        parts = [_differences(shown, other, (mine, str(diff)), words)]
    print_rich(parts, detect_look(color))


def _document(shown: "Rules | None", other: "Rules | None") -> Any:
    from zhuoji_fast.rules import PRESETS  # noqa: PLC0415

    if shown is None:
        return {name: preset.to_dict(full=True) for name, preset in PRESETS.items()}
    return shown.to_dict(full=True) if other is None else shown.diff(other)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value)


def _table(words: dict[str, str], *columns: str) -> "Table":
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(words.get(column, column), overflow="fold")
    return table


def _presets(words: dict[str, str]) -> "Table":
    from zhuoji_fast.presets import PRESET_TEXTS  # noqa: PLC0415
    from zhuoji_fast.rules import PRESETS  # noqa: PLC0415

    table = _table(words, "preset", "players", "from")
    for name, preset in PRESETS.items():
        table.add_row(name, _text(preset.players), PRESET_TEXTS[name])
    return table


def _rows(values: "Rules") -> dict[str, tuple[str, str, str, str]]:
    """Value, Chinese name, meaning and rule id of every option, by its place in a document."""
    from zhuoji_fast.options import FANS, OPTIONS  # noqa: PLC0415

    rows = {}
    for option in (*FANS, *OPTIONS):
        place = f"fan.{option.name}" if option in FANS else option.name
        value = getattr(values.fan if option in FANS else values, option.name)
        meaning = option.doc
        if isinstance(value, str) and value in option.choices:
            meaning += f": {option.choices[value]}"
        rows[place] = (_text(value), option.zh, meaning, option.rule)
    return rows


def _options(values: "Rules", words: dict[str, str]) -> "Table":
    columns = (
        ("option", "name", "value", "rule") if words else ("option", "value", "meaning", "rule")
    )
    table = _table(words, *columns)
    for place, (value, zh, meaning, rule) in _rows(values).items():
        table.add_row(place, *((zh, value, rule) if words else (value, meaning, rule)))
    return table


def _notes(values: "Rules", words: dict[str, str]) -> list["RenderableType"]:
    from rich.text import Text  # noqa: PLC0415

    notes = values.notes("zh" if words else "en")
    return ["", *(Text(f"{words.get('note', 'note')}: {note}") for note in notes)] if notes else []


def _differences(
    values: "Rules", other: "Rules", names: tuple[str, str], words: dict[str, str]
) -> "Table":
    table = _table(words, "option", "name", *names)
    rows = _rows(values)
    for place, (mine, theirs) in values.diff(other).items():
        table.add_row(place, rows[place][1], _text(mine), _text(theirs))
    return table
