"""The hands of the exact solo search: a C interface only."""
