"""docs/rules.md: every rule has a source, a reading and a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from zhuoji_fast.options import FANS, OPTIONS

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "rules.md"
ID = re.compile(r"\bR-[A-Z]+-\d+\b")
LONGEST_QUOTE = 20

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not here")


def sections():
    """Text of each rule, by id."""
    if not PAGE.exists():
        return {}
    text = PAGE.read_text(encoding="utf-8").partition("## All options")[0]
    parts = re.split(r"^### ", text, flags=re.M)[1:]
    return {ID.match(part)[0]: part.partition("\n## ")[0] for part in parts}


RULES = sections()


def named_in_tests():
    """The ids that test modules name, each with the modules."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path.name != Path(__file__).name:
            for rule in set(ID.findall(path.read_text(encoding="utf-8"))):
                found.setdefault(rule, []).append(path.name)
    return found


NAMED = named_in_tests()


def test_ids_are_counted_without_gaps():
    ids = re.findall(r"^### (R-[A-Z]+-\d+) ", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(ids) == len(set(ids)) == len(RULES)
    numbers = {}
    for rule in ids:
        group, _, number = rule.rpartition("-")
        numbers.setdefault(group, []).append(int(number))
    for group, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), group


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_source_and_reading(rule):
    lines = RULES[rule].splitlines()
    sources = [line for line in lines if line.startswith("- **Source** ")]
    readings = [line for line in lines if line.startswith("- **Reading** ")]
    assert (len(sources), len(readings)) == (1, 1)
    assert len(readings[0]) > 30


@pytest.mark.parametrize("rule", RULES)
def test_quotations_are_short(rule):
    source = next(line for line in RULES[rule].splitlines() if line.startswith("- **Source** "))
    for quote in re.findall(r"「((?:[^「」]|「[^「」]*」)*)」", source):
        assert 0 < len(quote) <= LONGEST_QUOTE, quote
    assert source.count("「") == source.count("」")


def test_options_name_rules_that_exist():
    for option in (*FANS, *OPTIONS):
        for rule in (option.rule, *option.also):
            path = f"fan.{option.name}" if option in FANS else option.name
            assert f"`{path}`" in RULES[rule], (option.name, rule)


@pytest.mark.parametrize("rule", RULES)
def test_a_test_names_the_rule(rule):
    assert rule in NAMED, f"no test names {rule}"


def test_tests_name_only_rules_that_exist():
    assert not set(NAMED) - set(RULES)


@cache
def functions_of(module):
    """Text of a test module and the names of its functions."""
    path = HERE / module
    source = path.read_text(encoding="utf-8") if path.exists() else ""
    return source, {n.name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)}


@pytest.mark.parametrize("rule", RULES)
def test_the_tests_that_the_page_names_exist(rule):
    for module, function in re.findall(r"`(test_\w+\.py)::(?:\w+::)*(\w+)`", RULES[rule]):
        source, names = functions_of(module)
        assert function in names, f"{module}::{function} is gone: run tools/gen_rules.py --tests"
        group = rule.rpartition("-")[0] + "-"  # numbers may be counted there
        assert group in source, f"{module} no longer names it: run tools/gen_rules.py --tests"
