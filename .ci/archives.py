"""Check what the source distribution and the wheel hold."""

import tarfile
import zipfile
from pathlib import Path

NOT_SHIPPED = (".ci/", ".gitignore", ".github/")
SHIPPED = (".py", ".pyi", ".pxd", "py.typed", ".html", ".css", ".js")


def check_sdist(path: Path, tracked: list[str]) -> None:
    """Every tracked file is in the source distribution, and nothing that was generated from one."""
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in tracked if name not in names and not name.startswith(NOT_SHIPPED)]
    extra = [name for name in names if name.endswith((".c", ".so", ".pyc"))]
    if missing or extra:
        raise ValueError(f"{path.name}: missing {missing}, not wanted {sorted(extra)}")


def check_wheel(path: Path, tracked: list[str]) -> None:
    """The wheel has every module, stub, .pxd and page of the package, no source of the compiled."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    package = [name.removeprefix("src/") for name in tracked if name.startswith("src/")]
    wanted = [name for name in package if name.endswith(SHIPPED)]
    compiled = [name.removesuffix(".pyx") for name in package if name.endswith(".pyx")]
    missing = [name for name in wanted if name not in names]
    missing += [
        name for name in compiled if not any(other.startswith(f"{name}.cp") for other in names)
    ]
    extra = [name for name in names if name.endswith((".pyx", ".c", ".h"))]
    if missing or extra:
        raise ValueError(f"{path.name}: missing {missing}, not wanted {sorted(extra)}")
