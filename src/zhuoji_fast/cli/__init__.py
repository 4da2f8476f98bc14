"""命令行: the ``zhuoji`` command, the extra ``cli``.

Nothing here needs typer or rich until :func:`main` runs, so that the base install can say which
extra is missing.
"""

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ``zhuoji`` command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program name; those of the process by default.

    Returns
    -------
    int
        Exit code: 0 all good, 1 some lines of a stream were bad, 2 bad input or a missing extra,
        130 interrupted, 141 the reader of the output went away.
    """
    try:
        try:
            import rich  # noqa: F401, PLC0415
            import typer  # noqa: F401, PLC0415
        except ImportError as exc:
            print(
                f"error: the zhuoji command needs the extra 'cli' ({exc}): "
                "pip install 'zhuoji_fast[cli]'",
                file=sys.stderr,
            )
            return 2
        from zhuoji_fast.cli.app import run  # noqa: PLC0415
    except KeyboardInterrupt:
        return 130
    return run(argv)
