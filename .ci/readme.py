"""Read README.md: its shell commands and its Python examples, so that CI runs what is printed."""

import doctest
import re
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return [body for name, body in BLOCK.findall(text) if name == language]


def commands(readme: Path) -> list[str]:
    """The two commands: install and analyse a hand; install the test extra and run the tests."""
    lines = [line for body in blocks(readme.read_text("utf-8"), "sh") for line in body.splitlines()]
    if len(lines) != 2:
        raise ValueError(f"{readme.name}: expected two shell commands, found {lines}")
    return lines


def examples(readme: Path) -> str:
    """The Python examples as one program, for the type checker."""
    parser = doctest.DocTestParser()
    found = parser.get_examples("\n".join(blocks(readme.read_text("utf-8"), "python")))
    if not found:
        raise ValueError(f"{readme.name}: no Python examples")
    return "".join(example.source for example in found)
