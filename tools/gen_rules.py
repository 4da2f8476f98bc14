"""Write what follows from the list of options: C struct, fields of Rules, tables of the docs.

Usage: ``python tools/gen_rules.py`` writes, ``--check`` only compares and fails on a difference.
``--tests`` also makes the lines of docs/rules.md anew that name the tests of each rule.
"""

import sys
from pathlib import Path

from rules_doc import rewritten, tests_of_rules
from zhuoji_fast.options import FANS, MOST, OPTIONS, Option
from zhuoji_fast.presets import DEFAULT_PRESET

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "zhuoji_fast"
NOTE = "Written by tools/gen_rules.py from options.py; do not edit."

PXD_TAIL = """

cdef enum:
    RULES_FIELDS = {fields}  # fans and options, the part of the struct that is given
    FLAGS_RUNS = 128         # Pattern bit beside those of patterns.py: see best_row


cdef struct RulesC:
{members}
    int8_t row[256]


cdef int rules_fill(object rules, RulesC *out) except -1


cdef inline int best_row(
    const RulesC *rules, uint32_t pattern_flags, bint dragon_on_wait
) noexcept nogil:
    # Most valuable row of the fan table that a hand with these Pattern flags has, -1 if none.
    # FLAGS_RUNS says that a hand with TRIPLETS can also be read with runs (runs_beside_triplets).
    return rules.row[(pattern_flags & (255 - 64)) | (64 if dragon_on_wait else 0)]


cdef inline int64_t fan_of(
    const RulesC *rules, uint32_t pattern_flags, bint dragon_on_wait
) noexcept nogil:
    # Fan of that row, 0 if the hand is not finished.
    cdef int row = best_row(rules, pattern_flags, dragon_on_wait)
    return 0 if row < 0 else rules.fan[row]


cdef inline uint32_t runs_beside_triplets(const uint8_t *concealed) noexcept nogil:
    # FLAGS_RUNS if an all-triplets hand, its winning tile included, also reads with runs:
    # then and only then three neighbouring kinds of a suit are concealed three times each.
    cdef int suit, tile
    for suit in range(0, 27, 9):
        for tile in range(suit, suit + 7):
            if concealed[tile] == 3 and concealed[tile + 1] == 3 and concealed[tile + 2] == 3:
                return FLAGS_RUNS
    return 0


cdef inline uint32_t flags_for(
    const RulesC *rules, uint32_t pattern_flags, const uint8_t *concealed
) noexcept nogil:
    # The flags, with FLAGS_RUNS where runs could be worth more than triplets under these rules.
    if pattern_flags & 2 and (
        rules.fan[ROW_PING] > rules.fan[ROW_ALL_TRIPLETS]
        or rules.fan[ROW_FLUSH] > rules.fan[ROW_FLUSH_TRIPLETS]
    ):
        return pattern_flags | runs_beside_triplets(concealed)
    return pattern_flags
"""


def constants(option: Option) -> list[str]:
    """C constants of the words of an option."""
    codes = {
        word: option.code(word if option.kind == "word" else (word,)) for word in option.choices
    }
    return [f"    {option.name}_{word}".upper() + f" = {code}" for word, code in codes.items()]


def pxd() -> str:
    """Text of ``_core/rules.pxd``."""
    lines = [
        f"# {NOTE}",
        "# One field an option, all 64 bits wide, in the order of the list. Words are numbered as",
        "# written here, lists of words are bit masks, flags 0 or 1; players has bit n for n.",
        "from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t",
        "",
        "cdef enum:",
    ]
    lines += [f"    ROW_{fan.name.upper()} = {row}" for row, fan in enumerate(FANS)]
    lines.append(f"    FAN_ROWS = {len(FANS)}")
    for option in OPTIONS:
        if option.choices:
            lines += ["", "cdef enum:", *constants(option)]
    members = [f"    int64_t fan[{len(FANS)}]", *(f"    int64_t {o.name}" for o in OPTIONS)]
    return "\n".join(lines) + PXD_TAIL.format(
        fields=len(FANS) + len(OPTIONS), members="\n".join(members)
    )


FIELDS_HEAD = f'''"""The fields of a rule set, typed. {NOTE}"""

from typing import Annotated, Literal

import msgspec

__all__ = ["Fans", "RuleFields"]

'''

FANS_HEAD = f'''

class Fans(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """番型: base fan of each pattern, by default those of ``{DEFAULT_PRESET}``.

    Read as an attribute or, by the pattern's name, as an item; ``dict(fans)`` gives them all.
    """

'''

FANS_TAIL = '''
    def keys(self) -> tuple[str, ...]:
        """Give the names of the patterns, in the order of the value table."""
        return self.__struct_fields__

    def __getitem__(self, pattern: str) -> int:
        """Give the fan of a pattern by its name."""
        if pattern not in self.__struct_fields__:
            raise KeyError(pattern)
        fan: int = getattr(self, pattern)
        return fan
'''

RULES_HEAD = f'''

class RuleFields(msgspec.Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """规则: the options of a rule set, by default those of ``{DEFAULT_PRESET}``."""

    fan: Fans = Fans()
    """番型: base fan of each pattern."""

'''


def alias(option: Option) -> str:
    """Name of the type of an option's words, or of its range."""
    if option.choices:
        return "".join(part.capitalize() for part in option.name.split("_"))
    return f"From{option.low}"


def aliases() -> str:
    """One line a range, one paragraph a list of words."""
    ranges = {alias(o): o.low for o in (*FANS, *OPTIONS) if o.kind == "number"}
    lines = [
        f"{name} = Annotated[int, msgspec.Meta(ge={low}, le={MOST})]"
        for name, low in sorted(ranges.items())
    ]
    for option in OPTIONS:
        if option.choices:
            words = "".join(f'    "{word}",\n' for word in option.choices)
            lines.append(f"{alias(option)} = Literal[\n{words}]")
    return "\n".join(lines) + "\n"


def annotation(option: Option) -> str:
    """Python type of an option."""
    if option.kind == "flag":
        return "bool"
    if option.kind == "players":
        return "tuple[int, ...]"
    if option.kind == "words":
        whole = f' | Literal["{option.whole}"]' if option.whole else ""
        return f"tuple[{alias(option)}, ...]{whole}"
    return alias(option)


def field(option: Option) -> str:
    """One field of a struct with its docstring."""
    default = repr(option.default).replace("'", '"')
    line = f"    {option.name}: {annotation(option)} = {default}\n"
    return line + f'    """{option.zh}: {option.doc}."""\n'


def fields() -> str:
    """Text of ``rule_fields.py``."""
    fans = "\n".join(field(fan) for fan in FANS)
    options = "\n".join(field(option) for option in OPTIONS)
    return FIELDS_HEAD + aliases() + FANS_HEAD + fans + FANS_TAIL + RULES_HEAD + options


def generated(tests: dict[str, list[str]] | None = None) -> dict[Path, str]:
    """Give the text of every generated file."""
    page = ROOT / "docs" / "rules.md"
    return {
        PACKAGE / "_core" / "rules.pxd": pxd(),
        PACKAGE / "rule_fields.py": fields(),
        page: rewritten(page.read_text(encoding="utf-8"), tests),
    }


def main() -> int:
    """Write or compare every generated file."""
    check = "--check" in sys.argv[1:]
    tests = tests_of_rules(ROOT) if "--tests" in sys.argv[1:] else None
    stale = [
        (path, text)
        for path, text in generated(tests).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if not check:
            path.write_text(text, encoding="utf-8")
        print(("differs: " if check else "written: ") + str(path.relative_to(ROOT)))
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
