"""Every example of the public modules and of the pages runs and shows what it says."""

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import zhuoji_fast

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [path for path in FILES if path.exists() and ">>>" in path.read_text("utf-8")]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def has_examples(name: str) -> bool:
    """Whether the source shows examples; a compiled module is always looked into."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    source = Path(spec.origin or "")
    return source.suffix != ".py" or ">>>" in source.read_text("utf-8")


MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(zhuoji_fast.__path__, "zhuoji_fast.")
    if "._" not in module.name and has_examples(module.name)
)


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """(name, docstring) of a module, its public objects and their public parts."""
    yield module.__name__, module.__doc__ or ""
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        home = getattr(value, "__module__", module.__name__)
        if home != module.__name__ and not home.startswith("zhuoji_fast._"):
            continue
        if inspect.isclass(value) or callable(value):
            yield f"{module.__name__}.{name}", value.__doc__ or ""
        if inspect.isclass(value):
            for part, member in vars(value).items():
                if not part.startswith("_"):
                    yield f"{module.__name__}.{name}.{part}", text_of(member)


def text_of(member: object) -> str:
    """The docstring of a method, property, classmethod or nested class; other values have none."""
    member = getattr(member, "__func__", member)
    if callable(member) or inspect.isdatadescriptor(member):
        return getattr(member, "__doc__", None) or ""
    return ""


def examples(module: ModuleType) -> list[doctest.DocTest]:
    parser = doctest.DocTestParser()
    tests = [
        parser.get_doctest(text, vars(module).copy(), name, module.__file__, 0)
        for name, text in documented(module)
    ]
    return [test for test in tests if test.examples]


IMPORT = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)


def skip_without_extras(tests: list[doctest.DocTest]) -> None:
    """Examples may use an optional package; where it is not installed they cannot run."""
    sources = "".join(example.source for test in tests for example in test.examples)
    for name in IMPORT.findall(sources):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"the examples need {name}")


def run(tests: list[doctest.DocTest]) -> None:
    skip_without_extras(tests)
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    report: list[str] = []
    for test in tests:
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
    assert runner.tries > 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    run(examples(importlib.import_module(name)))


def test_the_array_functions_all_have_examples() -> None:
    """The compiled module among them: its docstrings are found and run."""
    analysis = importlib.import_module("zhuoji_fast.analysis")
    named = {test.name.rpartition(".")[2] for test in examples(analysis)}
    assert named >= {name for name in analysis.__all__ if name != "MAX_READINGS"}
    run(examples(analysis))


def test_the_package_example() -> None:
    run(examples(zhuoji_fast))


def without_fences(text: str) -> str:
    """Markdown with the lines of code fences left out, so that they are not taken for output."""
    return re.sub(r"^\s*(```|~~~).*$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_examples_of_a_page(page: Path) -> None:
    text = without_fences(page.read_text("utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert test.examples
    run([test])


def test_a_wrong_example_fails() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    with pytest.raises(AssertionError, match="Expected"):
        run([test])
