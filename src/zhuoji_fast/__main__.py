"""``python -m zhuoji_fast``: the same as the ``zhuoji`` command."""

import sys

from zhuoji_fast.cli import main

if __name__ == "__main__":
    sys.exit(main())
