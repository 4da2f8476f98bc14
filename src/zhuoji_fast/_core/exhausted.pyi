from typing import Final

import numpy as np

BEST_FAN: Final[tuple[np.ufunc, np.ufunc]]
SETTLE_EXHAUSTED: Final[dict[int, tuple[np.ufunc, np.ufunc]]]
