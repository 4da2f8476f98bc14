"""What the library costs before it does anything: import time and read-only tables."""

from __future__ import annotations

import statistics
import struct
import subprocess
import sys
from pathlib import Path

import zhuoji_fast

__all__ = ["import_times", "table_sizes"]

IMPORT = """
import time, numpy
start = time.perf_counter()
import zhuoji_fast
{first_use}
print(time.perf_counter() - start)
"""
IMPORTS = {
    "import zhuoji_fast": "",
    "import and first array call": "zhuoji_fast.shanten(numpy.zeros((0, 27), numpy.uint8))",
    "import and first Hand": "zhuoji_fast.Hand('123m45p11s [999p] [-8888m]').waits",
}


def import_times(rounds: int = 11) -> dict[str, tuple[float, float]]:
    """Best and median seconds of an import in a fresh process that has NumPy loaded already."""
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(rounds):
        for name, first_use in IMPORTS.items():
            program = IMPORT.format(first_use=first_use)
            run = subprocess.run(
                [sys.executable, "-c", program], check=True, capture_output=True, text=True
            )
            times[name].append(float(run.stdout))
    return {name: (min(seconds), statistics.median(seconds)) for name, seconds in times.items()}


def _read_only_bytes(path: Path) -> int:
    """Size of section ``.rodata``, tables and string constants, of a 64-bit ELF file."""
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        raise ValueError(f"{path.name} is not a 64-bit little-endian ELF file")
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, number, names_index = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(number)]
    names = headers[names_index][4]
    for name, _type, _flags, _address, _offset, length in headers:
        text = data[names + name : data.index(b"\0", names + name)]
        if text == b".rodata":
            return int(length)
    return 0


def table_sizes() -> dict[str, int]:
    """Bytes of read-only data in each compiled module."""
    root = Path(zhuoji_fast.__file__).parent
    return {
        str(path.relative_to(root)): _read_only_bytes(path) for path in sorted(root.rglob("*.so"))
    }


def main() -> None:
    for name, (best, median) in import_times().items():
        print(f"{name}: best {best * 1e3:.1f} ms, median {median * 1e3:.1f} ms over NumPy's import")
    for name, size in table_sizes().items():
        print(f"read-only data of {name}: {size / 2**20:.2f} MiB")


if __name__ == "__main__":
    main()
