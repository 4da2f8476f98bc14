"""The steps of .ci/run: two at a time, each with a log that is printed when the step ends."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path

import archives
import chromium
import pythons
import readme

ROOT = Path(__file__).resolve().parent.parent
MAIN_PYTHON = "3.11"
OTHER_PYTHONS = ("3.12", "3.13")
COMMAND_SECONDS = 30 * 60
SUMMARY = re.compile(r"^=+ .*\b(?:passed|failed|errors?|no tests ran)\b.* in .*=+$", re.MULTILINE)
SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g"
KERNEL_TESTS = ("tests/test_kernels.py", "tests/test_exhaustive.py")
# Memory that is measured is that of the sanitizer as well.
SANITIZER_TESTS = (
    *KERNEL_TESTS,
    *(
        f"tests/test_{name}.py"
        for name in ("settlement", "table_clone", "view", "belief", "vector")
    ),
    *("--deselect", "tests/test_vector.py::test_memory_is_given_back"),
)
LOOK = "import look, zhuoji_fast as zj; assert look.look(zj.counts('3344m123456p789s')) == (0, 12)"
STUBTEST = (
    *("zhuoji_fast.analysis", "zhuoji_fast._core"),
    *("--allowlist", ROOT / ".ci" / "stubtest-allowed.txt", "--ignore-unused-allowlist"),
    "--ignore-disjoint-bases",
)
# The studies whose results stand in the docs, on a tiny size.
STUDIES = {
    "studies/policies.py": ("--walls", "40"),
    "studies/solo_models.py": ("--hands", "2", "--rollouts", "200"),
    "studies/progress.py": ("--hands", "30", "--deals", "1"),
    "studies/bias.py": ("--positions", "4", "--rollouts", "20", "--turns", "0", "6"),
    "studies/coverage.py": ("--runs", "2", "--n", "20", "--long", "100"),
    "studies/compare_bot.py": ("--walls", "1", "--rollouts", "20", "--jobs", "1"),
}
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")},
    "CI": "true",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_QUIET": "1",
}


class Job:
    """A step while it runs: its directory, its log and its commands."""

    def __init__(self, name: str, work: Path) -> None:
        self.name = name
        self.dist = work / "dist"
        self.dev = work / "build" / "venv" / "bin"
        self.folder = work / re.sub(r"\W+", "-", name)
        self.folder.mkdir()
        self.log = self.folder / "log.txt"
        self.log.touch()
        self.seconds = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def run(
        self, *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Run a command to its end; a failure or a time-out ends the step."""
        with self.log.open("a", encoding="utf-8") as log:
            print("$", *command, file=log, flush=True)
            self.process = subprocess.Popen(
                command,
                cwd=cwd or self.folder,
                env={**ENVIRONMENT, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            code = self.process.wait(COMMAND_SECONDS)
        except subprocess.TimeoutExpired:
            self.stop()
            raise RuntimeError(f"no end after {COMMAND_SECONDS} s") from None
        if code != 0:
            raise RuntimeError(f"exit code {code}")

    def stop(self) -> None:
        """End the command that is running, with its children."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)

    def environment(self, python: str) -> Path:
        """A fresh virtual environment; gives its bin directory."""
        self.run(python, "-m", "venv", "venv")
        return self.folder / "venv" / "bin"

    def sources(self) -> Path:
        """The source distribution, unpacked away from the checkout."""
        self.run("tar", "-xzf", only(self.dist, "*.tar.gz"))
        return only(self.folder, "zhuoji_fast-*")

    def pytest(
        self,
        bin_folder: Path,
        sources: Path,
        *arguments: str | Path,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Run tests of `sources` on the package installed in an environment, never on a tree."""
        check = "import sys, zhuoji_fast as z; sys.exit('/site' not in z.__file__ and z.__file__)"
        self.run(bin_folder / "python", "-c", check, cwd=sources, env=env)
        self.run(bin_folder / "python", "-m", "pytest", *arguments, cwd=sources, env=env)


Step = Callable[[Job], None]


def only(folder: Path, pattern: str) -> Path:
    """The one file of that name."""
    (path,) = folder.glob(pattern)
    return path


@cache
def tracked_files() -> list[str]:
    """What a commit of everything would hold: tracked and new files that are not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).exists())


def copy_tree(target: Path) -> Path:
    """Copy the checkout without anything that was built in it."""
    for name in tracked_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def find_python(version: str) -> str:
    """The interpreter of a version that has to be there."""
    python = pythons.find(version)
    if python is None:
        raise RuntimeError(f"no usable Python {version} on this machine")
    return python


def run_readme(job: Job) -> None:
    """README's two commands, as printed, in a fresh copy and a fresh virtual environment."""
    tree = copy_tree(job.folder / "tree")
    bin_folder = job.environment(find_python(MAIN_PYTHON))
    env = {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "VIRTUAL_ENV": str(bin_folder.parent),
    }
    for command in readme.commands(tree / "README.md"):
        job.run("bash", "-c", command, cwd=tree, env=env)


def build(job: Job) -> None:
    """Source distribution, the wheel made from it, and the environment of the later checks."""
    tree = copy_tree(job.folder / "tree")
    bin_folder = job.environment(find_python(MAIN_PYTHON))
    job.run(bin_folder / "pip", "install", "build")
    job.run(bin_folder / "python", "-m", "build", "-q", "--outdir", job.dist, tree)
    wheel = only(job.dist, "*.whl")
    archives.check_sdist(only(job.dist, "*.tar.gz"), tracked_files())
    archives.check_wheel(wheel, tracked_files())
    job.run(bin_folder / "pip", "install", f"zhuoji_fast[dev] @ {wheel.as_uri()}")


def lint(job: Job) -> None:
    """Style of Python and Cython, types, stubs against the compiled modules, generated files."""
    tree = copy_tree(job.folder / "tree")
    program = job.folder / "readme_examples.py"
    program.write_text(readme.examples(tree / "README.md"), "utf-8")
    (module,) = readme.blocks((tree / "docs" / "arrays.md").read_text("utf-8"), "cython")
    (job.folder / "look.pyx").write_text(module, "utf-8")
    cython = sorted(path.relative_to(tree) for path in tree.glob("src/**/*.p[yx][xd]"))
    in_tree: list[tuple[str | Path, ...]] = [
        ("ruff", "check"),
        ("ruff", "format", "--check"),
        ("cython-lint", *cython),
        ("mypy",),
        *(("python", tool, "--check") for tool in sorted(tree.glob("tools/gen_*.py"))),
    ]
    on_the_wheel: list[tuple[str | Path, ...]] = [
        ("mypy", "--strict", program),
        ("python", "-m", "mypy.stubtest", *STUBTEST),
        ("cythonize", "-q", "-i", "-3", "look.pyx"),
        ("python", "-c", LOOK),
    ]
    failures = []
    # cython-lint looks for pycodestyle on the path.
    path = {"PATH": os.pathsep.join([str(job.dev), os.environ.get("PATH", os.defpath)])}
    for cwd, commands in ((tree, in_tree), (job.folder, on_the_wheel)):
        for tool, *arguments in commands:
            try:
                job.run(job.dev / tool, *arguments, cwd=cwd, env=path)
            except RuntimeError as error:
                failures.append(f"{tool}: {error}")
    if failures:
        raise RuntimeError("; ".join(failures))


def benchmarks(job: Job) -> None:
    """The benchmarks and studies on few hands: that they run, not how fast."""
    sources = job.sources()
    compare = ("benchmarks/compare.py", "--n", "500", "--rounds", "1")
    job.run(job.dev / "python", *compare, cwd=sources)
    for study, size in STUDIES.items():
        job.run(job.dev / "python", study, *size, cwd=sources)
    suites = sorted(path.relative_to(sources) for path in sources.glob("benchmarks/bench_*.py"))
    job.pytest(job.dev, sources, *suites, "--hands", "500")


def slow_tests(job: Job) -> None:
    """The long proofs."""
    job.pytest(job.dev, job.sources(), "-m", "slow")


def oldest(job: Job) -> None:
    """The wheel with the oldest releases of its dependencies that the metadata admits."""
    bin_folder = job.environment(find_python(MAIN_PYTHON))
    metadata = (ROOT / "pyproject.toml").read_text("utf-8")
    names = "numpy|msgspec|typer|rich|tqdm|gymnasium|pettingzoo"
    floors = re.findall(rf'"({names})>=([\d.]+)[",]', metadata)
    constraints = job.folder / "oldest.txt"
    constraints.write_text("".join(f"{name}=={floor}.*\n" for name, floor in floors), "utf-8")
    requirement = f"zhuoji_fast[test] @ {only(job.dist, '*.whl').as_uri()}"
    job.run(bin_folder / "pip", "install", "-c", constraints, requirement)
    job.run(bin_folder / "pip", "list", env={"PIP_QUIET": "0"})
    # An old release may use what a new one of its own dependencies deprecates.
    job.pytest(bin_folder, job.sources(), "-W", "ignore::DeprecationWarning")


def variant(job: Job, flags: str) -> tuple[Path, dict[str, str]]:
    """Build with more compiler flags, beside the wheel; gives sources and environment for it."""
    sources = job.sources()
    site = job.folder / "site"
    install = ("-m", "pip", "install", "--no-deps", "--target", site, sources)
    job.run(job.dev / "python", *install, env={"ZHUOJI_CFLAGS": flags})
    return sources, {"PYTHONPATH": str(site)}


def sanitizers(job: Job) -> None:
    """Tests of all compiled parts on a build that checks addresses and undefined behaviour."""
    sources, env = variant(job, SANITIZE)
    libraries = [
        subprocess.check_output(["cc", f"-print-file-name={name}"], text=True).strip()
        for name in ("libasan.so", "libstdc++.so")
    ]
    env["LD_PRELOAD"] = " ".join(libraries)
    env["PYTHONMALLOC"] = "malloc"
    env["ASAN_OPTIONS"] = "detect_leaks=0"
    env["UBSAN_OPTIONS"] = "print_stacktrace=1"
    job.pytest(job.dev, sources, *SANITIZER_TESTS, env=env)


def no_simd(job: Job) -> None:
    """The tests of the kernels with the plain loops that other processors get."""
    sources, env = variant(job, "-DZJ_NO_SIMD")
    job.pytest(job.dev, sources, *KERNEL_TESTS, env=env)


def other_python(version: str) -> Step:
    """The short tests on another Python, with a wheel that it builds from the distribution."""

    def step(job: Job) -> None:
        bin_folder = job.environment(find_python(version))
        sources = job.sources()
        wheels = job.folder / "wheels"
        job.run(bin_folder / "pip", "wheel", "--no-deps", "--wheel-dir", wheels, sources)
        requirement = f"zhuoji_fast[test] @ {only(wheels, '*.whl').as_uri()}"
        job.run(bin_folder / "pip", "install", requirement)
        job.pytest(bin_folder, sources)

    return step


def plan() -> dict[str, Step]:
    """The steps in the order in which they start."""
    steps: dict[str, Step] = {
        "README commands": run_readme,
        "build": build,
        "slow tests": slow_tests,
        "sanitizers": sanitizers,
        "without SIMD": no_simd,
        "oldest dependencies": oldest,
    }
    for version in OTHER_PYTHONS:
        if pythons.find(version) is None:
            print(f"Python {version}: not on this machine, not tested")
        else:
            steps[f"Python {version}"] = other_python(version)
    return {**steps, "benchmarks": benchmarks, "lint, types, tables": lint}


class Build:
    """Lets the steps that use the distributions wait for them."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.good = False

    def run_step(self, job: Job, step: Step) -> None:
        """Run a step; all but the first two wait for the second, the build."""
        if step not in (run_readme, build):
            self.over.wait()
            if not self.good:
                raise RuntimeError("not run, the build failed")
        start = time.monotonic()
        try:
            step(job)
            self.good = self.good or step is build
        finally:
            job.seconds = time.monotonic() - start
            if step is build:
                self.over.set()


def run_all(work: Path) -> list[str]:
    """Run every step; print its log when it ends and all closing lines of pytest at the end."""
    the_build = Build()
    jobs: dict[Future[None], Job] = {}
    failures: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        for name, step in plan().items():
            job = Job(name, work)
            jobs[pool.submit(the_build.run_step, job, step)] = job
        try:
            for future in as_completed(jobs):
                job, error = jobs[future], future.exception()
                print(f"\n##### {job.name}: {job.seconds:.0f} s, {error or 'ok'}")
                print(job.log.read_text("utf-8", "replace"), flush=True)
                if error is not None:
                    failures.append(f"{job.name}: {error}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            the_build.over.set()
            for job in jobs.values():
                job.stop()
            raise
    print("\n##### closing lines")
    for job in jobs.values():
        for line in SUMMARY.findall(job.log.read_text("utf-8", "replace")):
            print(f"{job.name}:\n{line}")
    return failures


def main() -> int:
    """Exit code 0 when every step has passed."""
    start = time.monotonic()
    for interrupt in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interrupt, signal.default_int_handler)
    print(chromium.install(), flush=True)
    with tempfile.TemporaryDirectory(prefix="zhuoji-ci-") as work:
        failures = run_all(Path(work))
    print(f"{time.monotonic() - start:.0f} s in all")
    if failures:
        print("FAILED", *failures, sep="\n  ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
