"""Hold the tests of the rules to account: spoil the code of one rule, and see its tests fail.

Usage: ``nice python tools/mutate_rules.py [RULE ...]``, with the extensions built in place.

For each entry of the tables ``mutants_*.py`` the package is laid out anew in a temporary directory
with one edit, the modules that it touches are compiled without optimisation, and of the tests only
those run that docs/rules.md names under the rule, and of those only the parameter sets marked with
it. Two mutants run at a time. A mutant that no such test notices has survived; the script then
fails.
"""

import argparse
import json
import multiprocessing
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from multiprocessing.connection import wait
from pathlib import Path
from unittest import mock

import hypothesis
import numpy
import pytest
from Cython.Compiler import Main
from setuptools import Extension

import mutants_around
import mutants_settle
from rule_mutants import OUTSIDE, Mutant

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src") / "zhuoji_fast"
MUTANTS = [Mutant.of(*entry) for entry in (*mutants_settle.ENTRIES, *mutants_around.ENTRIES)]
WORKERS = 2
MINUTES = 5
SLOW = ("test_match", "test_exhausted", "test_settlement", "test_slow", "test_table")
"""Modules of tests that run after the others, so that quick tests come first."""


def tests_by_rule() -> dict[str, list[str]]:
    """Give the tests that the page of rules names under each id, quick ones first."""
    found: dict[str, list[str]] = {}
    rule = ""
    for line in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"### (R-[A-Z]+-\d+) ", line):
            rule = match[1]
            found[rule] = []
        elif line.startswith("- **Tests** "):
            found[rule] = sorted(
                re.findall(r"`(\S+)`", line), key=lambda test: test.startswith(SLOW)
            )
    return found


def snapshot(to: Path) -> None:
    """Copy what the tests need, so that edits made meanwhile do not matter."""
    skipped = shutil.ignore_patterns("*.c", "__pycache__", "build")
    for name in ("src", "tests", "tools", "docs"):
        shutil.copytree(ROOT / name, to / name, ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", to)


def lay_out(base: Path, to: Path) -> None:
    """Make a package of links to that of the snapshot."""
    for folder in (PACKAGE, PACKAGE / "_core"):
        (to / folder).mkdir(parents=True)
        for path in (base / folder).iterdir():
            if path.name != "_core":
                (to / folder / path.name).symlink_to(path)


def edit(to: Path, mutant: Mutant) -> None:
    """Write the spoilt files in the place of their links."""
    for file, old, new in mutant.edits:
        path = to / PACKAGE / file
        text = path.read_text(encoding="utf-8")
        path.unlink()
        path.write_text(text.replace(old, new), encoding="utf-8")


def build_settings() -> tuple[dict[str, Extension], dict[str, object]]:
    """Take extensions by module and Cython's directives from setup.py, without building."""
    with mock.patch("setuptools.setup"), mock.patch("Cython.Build.cythonize") as cythonize:
        runpy.run_path(str(ROOT / "setup.py"))
    (extensions,), options = cythonize.call_args
    return {extension.name: extension for extension in extensions}, options["compiler_directives"]


def compile_module(to: Path, name: str) -> None:
    """Translate and compile one module of the core in a package laid out anew."""
    core = to / PACKAGE / "_core"
    extensions, directives = build_settings()
    full_name = f"zhuoji_fast._core.{name}"
    options = Main.CompilationOptions(
        language_level=3, include_path=[str(to / "src")], compiler_directives=directives
    )
    options.output_file = str(core / f"{name}.c")
    result = Main.compile(str(core / f"{name}.pyx"), options, full_module_name=full_name)
    if result.num_errors:
        raise RuntimeError(f"{name}: {result.num_errors} errors")
    target = core / (name + sysconfig.get_config_var("EXT_SUFFIX"))
    target.unlink()
    includes = (core, numpy.get_include(), sysconfig.get_path("include"))
    subprocess.run(
        [
            *shlex.split(sysconfig.get_config_var("CC")),
            *("-O0", "-w", "-shared", "-fPIC"),
            *(f"-D{macro}={value}" for macro, value in extensions[full_name].define_macros),
            *(f"-I{folder}" for folder in includes),
            *(str(core / f"{name}.c"), "-o", str(target)),
        ],
        check=True,
    )


class Selected:
    """A pytest plugin: only what names the rule, and a note of the first failure."""

    def __init__(self, rule: str | None, package: Path) -> None:
        self.rule = rule
        self.package = package
        self.failed = ""
        self.number = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests without the marker, and check which package they have imported."""
        import zhuoji_fast  # noqa: PLC0415  (that of the mutant)
        from zhuoji_fast._core import settle  # noqa: PLC0415

        for module in (zhuoji_fast, settle):
            assert Path(module.__file__).is_relative_to(self.package), module.__file__
        if self.rule is not None:
            items[:] = [
                item
                for item in items
                if any(self.rule in mark.args for mark in item.iter_markers("rule"))
            ]
        self.number = len(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run(base: Path, to: Path, rule: str | None, names: list[str], modules: list[str]) -> None:
    """Compile and test one package: the work of a child process, which leaves result.json."""
    out = os.open(to / "output.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(out, 1)
    os.dup2(out, 2)
    for name in modules:
        compile_module(to, name)
    os.chdir(base)
    sys.path[:0] = [str(to / "src"), str(base / "tests"), str(base / "tools")]
    # Links share the bytecode of the snapshot, which only the run without a mutant writes.
    sys.dont_write_bytecode = rule is not None
    hypothesis.settings.register_profile(
        "mutant",
        max_examples=150,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    os.environ["HYPOTHESIS_PROFILE"] = "mutant"
    plugin = Selected(rule, to)
    arguments = ["-q", "-x", "-m", "", "-p", "no:cacheprovider", "--rootdir", str(base)]
    # The parent has imported Hypothesis, so that each child need not.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    tests = [f"{base}/tests/{name}" for name in names]
    code = pytest.main([*arguments, *tests], plugins=[plugin])
    result = {"code": int(code), "failed": plugin.failed, "tests": plugin.number}
    (to / "result.json").write_text(json.dumps(result), encoding="utf-8")


def outcome(to: Path) -> tuple[str, str]:
    """Say how a run has ended, and by which test or on what."""
    path = to / "result.json"
    lines = (to / "output.txt").read_text(encoding="utf-8").splitlines()
    if not path.exists():
        return "broken", " / ".join(lines[-3:])
    result = json.loads(path.read_text(encoding="utf-8"))
    if result["code"] == pytest.ExitCode.TESTS_FAILED and result["failed"]:
        return "killed", result["failed"].removeprefix("tests/")
    if result["code"] == pytest.ExitCode.OK and result["tests"]:
        return "SURVIVED", f"{result['tests']} tests passed"
    errors = [line for line in lines if line.startswith("E ")]
    return "broken", f"pytest ended with {result['code']}: " + " / ".join((errors or lines)[-3:])


def baseline(base: Path, to: Path, tests: dict[str, list[str]], mutants: list[Mutant]) -> None:
    """Check that the tests pass on modules compiled like those of the mutants."""
    lay_out(base, to)
    names = sorted({name for mutant in mutants for name in tests[mutant.rule]})
    modules = sorted({name for mutant in mutants for name in mutant.modules()})
    child = multiprocessing.get_context("fork").Process(
        target=run, args=(base, to, None, names, modules)
    )
    child.start()
    child.join()
    how, on = outcome(to)
    if how != "SURVIVED":
        raise SystemExit(f"the tests fail without any mutant ({how}): {on}")
    print(f"without a mutant {on}", flush=True)


def check_table(tests: dict[str, list[str]]) -> None:
    """Every id is in the table or has a reason not to be; every text stands in its file once."""
    have = {mutant.rule for mutant in MUTANTS}
    faults = [f"{rule}: neither mutant nor reason" for rule in tests.keys() - have - OUTSIDE.keys()]
    faults += [f"{rule}: no such rule" for rule in (have | OUTSIDE.keys()) - tests.keys()]
    for mutant in MUTANTS:
        for file, old, new in mutant.edits:
            number = (ROOT / PACKAGE / file).read_text(encoding="utf-8").count(old)
            if number != 1 or old == new:
                faults.append(f"{mutant.rule}: {number} times in {file}: {old!r}")
    if faults:
        raise SystemExit("\n".join(faults))


def main() -> int:
    """Run all mutants, or those of the rules named, and count."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="*", metavar="RULE", help="ids; without any, all")
    parser.add_argument("--check", action="store_true", help="only check the table of mutants")
    chosen = parser.parse_args()
    tests = tests_by_rule()
    check_table(tests)
    if chosen.check:
        return 0
    mutants = [m for m in MUTANTS if not chosen.rules or m.rule in chosen.rules]
    start = time.monotonic()
    counts: Counter[str] = Counter()
    survivors = []
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        base = Path(folder) / "base"
        snapshot(base)
        baseline(base, Path(folder) / "unchanged", tests, mutants)
        waiting = list(enumerate(mutants))
        running: dict[int, tuple[multiprocessing.Process, Path, Mutant, float]] = {}
        while waiting or running:
            while waiting and len(running) < WORKERS:
                number, mutant = waiting.pop(0)
                to = Path(folder) / str(number)
                lay_out(base, to)
                edit(to, mutant)
                child = multiprocessing.get_context("fork").Process(
                    target=run, args=(base, to, mutant.rule, tests[mutant.rule], mutant.modules())
                )
                child.start()
                running[child.sentinel] = (child, to, mutant, time.monotonic())
            wait(list(running), timeout=5)
            for key, (child, to, mutant, began) in list(running.items()):
                if child.is_alive():
                    if time.monotonic() - began < 60 * MINUTES:
                        continue
                    child.kill()
                child.join()
                del running[key]
                how, on = outcome(to)
                counts[how] += 1
                if how != "killed":
                    survivors.append(mutant)
                print(f"{how:8} {mutant.rule:9} {mutant.title()}  [{on}]", flush=True)
                shutil.rmtree(to)
    rules = {mutant.rule for mutant in mutants}
    print(
        f"{len(rules)} of {len(tests)} rules, {len(mutants)} mutants: "
        + ", ".join(f"{number} {how}" for how, number in counts.items())
        + f", in {time.monotonic() - start:.0f} s"
    )
    return int(bool(survivors))


if __name__ == "__main__":
    os.nice(10)
    if not sys.platform.startswith("linux"):
        raise SystemExit("this script forks: Linux only")
    sys.exit(main())
