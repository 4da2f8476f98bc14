"""What playing by `zj.compare` is worth against `useful`, in duplicate.

    python studies/compare_bot.py [--walls 400] [--rollouts 300] [--seed 1] [--jobs 2]

The bot is that of `examples/compare_bot.py`. In one half of the hands it sits alone among three
players of `useful`, in the other half one `useful` sits among three bots, on the same walls.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import zhuoji_fast as zj

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))

from compare_bot import CompareBot


def main() -> None:
    """Print the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--walls", type=int, default=400)
    parser.add_argument("--rollouts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    start = time.perf_counter()
    make = functools.partial(ProcessPoolExecutor, options.jobs)
    bot = CompareBot(options.rollouts)
    print(
        zj.match(bot, "useful", options.walls, options.seed, options.rules, executor=make),
        f"{time.perf_counter() - start:.0f} s",
        sep="\n",
    )


if __name__ == "__main__":
    main()
