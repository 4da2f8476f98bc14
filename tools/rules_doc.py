"""The parts of docs/rules.md that follow from the list of options and from the tests."""

import contextlib
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from zhuoji_fast.options import FANS, OPTIONS, Option
from zhuoji_fast.presets import PRESET_NAMES

HEADING = re.compile(r"### (R-[A-Z]+-\d+) ")
TABLE = "<!-- all options -->"


def shown(value: object) -> str:
    """Write a value as documents have it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value)


def option_line(option: Option, path: str) -> str:
    """Write what one option allows, and its value in each preset."""
    words = "; ".join(f"`{word}` {meaning}" for word, meaning in option.choices.items())
    if option.whole:
        words = f"`{option.whole}`, or a list of {words}"
    elif option.kind == "words":
        words = f"a list of {words}"
    holders: dict[str, list[str]] = defaultdict(list)
    for name, value in zip(PRESET_NAMES, option.presets, strict=True):
        holders[shown(value)].append(name)
    given = " · ".join(f"{value} ({', '.join(names)})" for value, names in holders.items())
    if len(holders) == 1:
        given = f"{next(iter(holders))} everywhere"
    return f"- **Option** `{path}` {option.zh}: {words or option.allowed}. Presets: {given}."


def option_lines() -> dict[str, list[str]]:
    """Give the lines of each rule id."""
    lines = defaultdict(list)
    for path, option in paths().items():
        lines[option.rule].append(option_line(option, path))
        for rule in option.also:
            lines[rule].append(f"- **Option** `{path}`: see {option.rule}.")
    return lines


def paths() -> dict[str, Option]:
    """Give every option by its place in a document."""
    fans = {f"fan.{fan.name}": fan for fan in FANS}
    return fans | {option.name: option for option in OPTIONS}


def table() -> list[str]:
    """Write the table of all options and presets."""
    lines = [
        "| option | 中文 | rule | " + " | ".join(f"`{name}`" for name in PRESET_NAMES) + " |",
        "|---" * (3 + len(PRESET_NAMES)) + "|",
    ]
    for path, option in paths().items():
        cells = [f"`{path}`", option.zh, option.rule, *map(shown, option.presets)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


class _Collector:
    """A pytest plugin that notes which tests name which rule."""

    def __init__(self) -> None:
        self.tests: dict[str, set[str]] = defaultdict(set)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            name = item.nodeid.partition("[")[0].removeprefix("tests/")
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    self.tests[rule].add(name)


def tests_of_rules(root: Path) -> dict[str, list[str]]:
    """Ask pytest for the tests that carry the marker of each rule."""
    collector = _Collector()
    arguments = ["--collect-only", "-qq", "-m", "", "--rootdir", str(root), str(root / "tests")]
    with contextlib.redirect_stdout(sys.stderr):
        code = pytest.main(arguments, plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"pytest cannot collect the tests: {code!r}")
    return {rule: sorted(names) for rule, names in collector.tests.items()}


def rewritten(text: str, tests: dict[str, list[str]] | None = None) -> str:
    """Give the page with its generated lines made anew; those of the tests only if given."""
    head, _, _ = text.partition(TABLE)
    options = option_lines()
    rule = ""
    lines: list[str] = []
    for line in head.splitlines():
        if match := HEADING.match(line):
            rule = match[1]
        if line.startswith("- **Option**") or (
            tests is not None and line.startswith("- **Tests**")
        ):
            continue
        lines.append(line)
        if line.startswith("- **Reading**"):
            lines += options.get(rule, [])
            if tests is not None and rule in tests:
                names = ", ".join(f"`{name}`" for name in tests[rule])
                lines.append(f"- **Tests** {names}")
    return "\n".join([*lines, TABLE, "", *table()]) + "\n"
