"""What a mutant of ``mutate_rules.py`` is, and where the code of the rules stands."""

from typing import Final, NamedTuple

SETTLE: Final = "_core/settle.pyx"
VALUE: Final = "_core/value.pyx"
ROWS: Final = "_core/rules.pyx"
FLAGS: Final = "_core/rules.pxd"
WAITS: Final = "_core/waits.pxd"
TABLE: Final = "_core/table.pyx"
LEGAL: Final = "_core/legal.pxd"
STATE: Final = "_core/state.pxd"
CHECKS: Final = "position_checks.py"
SEAT: Final = "position.py"
DEALING: Final = "dealing.py"
MATCH: Final = "match_play.py"
OPTIONS: Final = "option_checks.py"
RULES: Final = "rules.py"

MODULES: Final = {
    SETTLE: ["settle"],
    VALUE: ["value"],
    ROWS: ["rules"],
    FLAGS: ["value"],
    WAITS: ["kernels"],
    TABLE: ["table"],
    LEGAL: ["table"],
    STATE: ["table", "tabledoor", "tablewords"],
}
"""The compiled modules that hold the code of a file; other files are Python."""

OUTSIDE: Final[dict[str, str]] = {}
"""Rules without a mutant, each with the reason."""


class Mutant(NamedTuple):
    """One way to spoil the code of a rule."""

    rule: str
    edits: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, rule: str, file: str, *texts: str) -> "Mutant":
        """Read an entry of a table."""
        pairs = zip(texts[::2], texts[1::2], strict=True)
        return cls(rule, tuple([(file, old, new) for old, new in pairs]))

    def modules(self) -> list[str]:
        """Name the modules of the core that have to be compiled anew."""
        return sorted({name for file, _, _ in self.edits for name in MODULES.get(file, [])})

    def title(self) -> str:
        """Write it in one line."""
        parts = [
            f"{' '.join(old.split())} -> {' '.join(new.split())}" for _, old, new in self.edits
        ]
        return f"{self.edits[0][0]}: " + "; ".join(parts)
