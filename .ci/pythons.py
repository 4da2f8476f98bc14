"""Find interpreters that can build and test: ``pythons.py 3.12`` checks the one that runs it."""

import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which


def usable(version: str) -> bool:
    """Whether this interpreter is `version` and has venv, ensurepip and the C headers."""
    import ensurepip  # noqa: F401, PLC0415
    import venv  # noqa: F401, PLC0415

    here = "{}.{}".format(*sys.version_info)
    return here == version and Path(sysconfig.get_path("include"), "Python.h").exists()


def find(version: str) -> str | None:
    """Path of an interpreter that really runs; a name on the path may be a shim of nothing."""
    name = f"python{version}"
    folders = sorted(Path.home().glob(f".pyenv/versions/{version}*/bin"))
    folders += [Path("/usr/local/bin"), Path("/usr/bin")]
    candidates = [which(name), *(str(folder / name) for folder in folders)]
    for python in candidates:
        if python is None or not Path(python).exists():
            continue
        check = [python, __file__, version]
        if subprocess.run(check, capture_output=True, check=False).returncode == 0:
            return python
    return None


if __name__ == "__main__":
    sys.exit(not usable(sys.argv[1]))
