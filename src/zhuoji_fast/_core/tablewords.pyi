"""No Python names: its functions are for cimport, declared in tablewords.pxd."""
