"""Built-in policies: a C interface only."""
