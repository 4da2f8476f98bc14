from typing import Final

import numpy as np

BEST_FAN: Final[tuple[np.ufunc, np.ufunc]]
KEPT: Final[list[tuple[bytes, bytes]]]
SETTLE_EXHAUSTED: Final[dict[int, tuple[np.ufunc, np.ufunc]]]
