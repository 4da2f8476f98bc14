"""Install the browser that tests of pages drive, where that is easy; elsewhere they skip."""

import os
import shutil
import subprocess

PACKAGES = ("chromium", "chromium-driver")
PROGRAMS = ("chromium", "chromedriver")
SECONDS = 600


def install() -> str:
    """Have Chromium and its driver if this is root and apt works; say what came of it."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if not missing:
        return "browser: Chromium is there"
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return f"browser: no {' and '.join(missing)}, not installed without root and apt"
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        for command in (("update",), ("install", "-y", "--no-install-recommends", *PACKAGES)):
            subprocess.run(
                ("apt-get", "-qq", *command),
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=True,
            )
    except (OSError, subprocess.SubprocessError) as error:
        return f"browser: not installed, tests of pages are skipped ({error})"
    return "browser: Chromium installed"


if __name__ == "__main__":
    print(install())
