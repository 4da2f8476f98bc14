"""Another extension, built elsewhere, calls the kernels in C and without the GIL."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import oracle
import populations
import zhuoji_fast as zj

EXTENSION = """
from libc.stdint cimport uint8_t, uint32_t
from zhuoji_fast._core.kernels cimport is_win, shanten, waits

def answers(const uint8_t[:, ::1] hands, const uint8_t[:, ::1] melds, uint32_t[:, ::1] out):
    cdef Py_ssize_t i
    cdef const uint8_t *owned
    with nogil:
        for i in range(hands.shape[0]):
            owned = NULL if melds is None else &melds[i, 0]
            out[i, 0] = shanten(&hands[i, 0], owned) + 1
            out[i, 1] = waits(&hands[i, 0], owned)
            out[i, 2] = is_win(&hands[i, 0], owned)
"""

BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    name="backend",
    ext_modules=cythonize([Extension("backend", ["backend.pyx"])], language_level=3),
    script_args=["-q", "build_ext", "--inplace"],
)
"""


TABLE_PAGE = Path(__file__).parent.parent / "docs" / "table.md"


def loop_of_the_page() -> str:
    """The compiled loop that the page of the table shows."""
    if not TABLE_PAGE.exists():
        return ""
    (block,) = re.findall(r"^```cython\n(.*?)^```$", TABLE_PAGE.read_text("utf-8"), re.M | re.S)
    return str(block)


def compiler() -> str:
    """The C compiler that builds extensions here."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    for needed in ("Cython", "setuptools"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"needs {needed} to build an extension")
    if sys.platform != "win32" and shutil.which(compiler()) is None:
        pytest.skip(f"needs a C compiler, {compiler()} is not there")
    folder = tmp_path_factory.mktemp("backend")
    (folder / "backend.pyx").write_text(EXTENSION + loop_of_the_page())
    (folder / "build.py").write_text(BUILD)
    # Unoptimised is quick to build; what a sanitizer run preloads is not for compilers.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    built = subprocess.run(
        [sys.executable, "build.py"],
        cwd=folder,
        env={**environment, "CFLAGS": "-O0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    files = [*folder.glob("backend.*.so"), *folder.glob("backend.*.pyd")]
    assert len(files) == 1
    return load(files[0])


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("backend", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bits(rows: np.ndarray) -> list[int]:
    return [sum(1 << int(tile) for tile in np.flatnonzero(row)) for row in rows]


def test_shanten_and_waits_in_c(backend: ModuleType) -> None:
    rng = np.random.default_rng(2)
    hands = populations.without_one(rng, populations.mixed(rng, 100))
    out = np.zeros((len(hands), 3), np.uint32)
    backend.answers(hands, None, out)
    assert (out[:, 0].astype(int) - 1 == zj.shanten(hands)).all()
    assert out[:, 1].tolist() == bits(zj.waits(hands))
    assert zj.waits(hands).any()


def test_is_win_in_c(backend: ModuleType) -> None:
    rng = np.random.default_rng(3)
    hands = populations.mixed(rng, 100)
    out = np.zeros((len(hands), 3), np.uint32)
    backend.answers(hands, None, out)
    assert (out[:, 2].astype(bool) == zj.is_win(hands)).all()
    assert 0 < out[:, 2].sum() < len(hands)


def test_melds_in_c(backend: ModuleType) -> None:
    counts, melds = oracle.read_hand("13m456p11789s", ["2222m"])
    out = np.zeros((1, 3), np.uint32)
    backend.answers(np.array([counts], np.uint8), np.array([melds], np.uint8), out)
    assert out[0, :2].tolist() == [2, 0]
    backend.answers(np.array([counts], np.uint8), None, out)
    assert out[0, :2].tolist() == [1, 2]


@pytest.mark.skipif(not TABLE_PAGE.exists(), reason="the docs are not here")
def test_the_loop_that_the_page_of_the_table_shows(backend: ModuleType) -> None:
    rules = zj.Rules.preset("guiyang")
    best = [backend.play(rules, 1, hands) for hands in (1, 40, 400)]
    assert best == sorted(best)
    assert best[-1] > 0
    assert backend.play(rules, 1, 400) == best[-1]
