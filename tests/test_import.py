"""The package itself: what importing it loads, and its table of public names."""

import ast
import importlib
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

import zhuoji_fast as zj

SOURCE = Path(zj.__file__)


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_import_loads_nothing_but_the_package():
    loaded = run(
        """
        import importlib, sys, typing
        before = set(sys.modules)
        import zhuoji_fast
        print(*sorted(set(sys.modules) - before))
        """
    )
    assert loaded == ["zhuoji_fast"]


def test_names_load_only_what_they_need():
    loaded = run(
        """
        import sys
        import zhuoji_fast as zj
        zj.parse_tiles("123m"), zj.Meld("pong", 4), zj.Pattern.SETS, zj.ZhuojiError
        print(*[name for name in sys.modules if name.startswith(("zhuoji_fast", "msgspec"))])
        """
    )
    modules = ["zhuoji_fast.errors", "zhuoji_fast.melds", "zhuoji_fast.patterns"]
    assert sorted(loaded) == ["zhuoji_fast", *modules, "zhuoji_fast.tiles"]


def type_checking_imports():
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_the_three_lists_of_names_agree():
    homes = {name: f"zhuoji_fast.{home}" for name, home in zj._HOMES.items()}
    assert type_checking_imports() == homes
    assert sorted(zj.__all__) == sorted(["__version__", *homes])
    assert len(zj.__all__) == len(set(zj.__all__))


@pytest.mark.parametrize("name", [name for name in zj.__all__ if name != "__version__"])
def test_every_name_is_its_modules_public_name(name):
    module = importlib.import_module(f"zhuoji_fast.{zj._HOMES[name]}")
    assert getattr(zj, name) is getattr(module, name)
    assert name in getattr(module, "__all__", [name])
    assert name in dir(zj)


def test_a_star_import_gives_all_names():
    names = run("from zhuoji_fast import *; print(*[n for n in dir() if n != '__builtins__'])")
    assert set(zj.__all__) <= set(names)


def test_unknown_names():
    with pytest.raises(AttributeError, match="'zhuoji_fast' has no attribute 'shantem'"):
        zj.shantem  # noqa: B018
    assert not hasattr(zj, "_no_such_name")


def test_version_is_the_packages():
    project = SOURCE.parents[2] / "pyproject.toml"
    if not project.exists():
        pytest.skip("not run from the source tree")
    assert zj.__version__ == tomllib.loads(project.read_text("utf-8"))["project"]["version"]
