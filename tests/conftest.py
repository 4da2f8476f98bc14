"""Settings of all tests: no deadlines, and the same Hypothesis examples in every run."""

import os

from hypothesis import HealthCheck, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("repeatable", max_examples=100, derandomize=True, **COMMON)
settings.register_profile("explore", max_examples=5000, print_blob=True, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
