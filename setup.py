"""Extension modules only; everything else is in pyproject.toml."""

import os
import sys
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = "src/zhuoji_fast/_core"
DEFINES = [
    ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
    ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION"),
]
# ZHUOJI_CFLAGS adds compiler and linker flags, e.g. for the sanitizer build of .ci/run.
EXTRA = os.environ.get("ZHUOJI_CFLAGS", "").split()
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-fno-math-errno", *EXTRA]
HEADERS = sorted(path.as_posix() for path in Path(CORE).glob("*.h"))


def extension(name: str) -> Extension:
    """One module of one .pyx file, built anew when a header of the core changes."""
    return Extension(
        f"zhuoji_fast.{name}",
        [f"src/zhuoji_fast/{name.replace('.', '/')}.pyx"],
        include_dirs=[CORE, numpy.get_include()],
        depends=HEADERS,
        # One extension holds the tables, the others point into it.
        define_macros=[*DEFINES, *([("ZJ_OWN_TABLES", "1")] if name == "_core.kernels" else [])],
        extra_compile_args=FLAGS,
        extra_link_args=EXTRA,
    )


MODULES = [
    "_core.kernels",
    "_core.rules",
    "_core.value",
    "_core.settle",
    "_core.positions",
    "_core.exhausted",
    "_core.table",
    "_core.tinghands",
    "_core.resample",
    "_core.tablewords",
    "_core.tabledoor",
    "_core.seen",
    "_core.follow",
    "_core.search",
    "_core.solo",
    "_core.exact",
    "_core.solo_rollout",
    "_core.policy",
    "_core.rollout",
    "_core.vector",
    "_core.odds",
    "analysis",
    "exhausted",
]

setup(
    ext_modules=cythonize(
        [extension(name) for name in MODULES],
        include_path=["src"],
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": False,
            "freethreading_compatible": True,
        },
    ),
    options={"build_ext": {"parallel": True}},
)
