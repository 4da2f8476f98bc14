"""No Python names: its function is for cimport, declared in resample.pxd."""
