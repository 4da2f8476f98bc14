"""Types of the compiled kernels; C functions for other extensions are in ``kernels.pxd``."""

import numpy as np

KEPT: list[tuple[bytes, bytes]]
MAX_READINGS: int
OUTPUTS: dict[str, list[tuple[str, int, int, int, int]]]
UFUNCS: dict[str, tuple[np.ufunc, np.ufunc]]
