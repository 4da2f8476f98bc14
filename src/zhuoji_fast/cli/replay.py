"""``zhuoji replay``: the hands of a log, event by event, each with its settlement."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zhuoji_fast.cli.common import (
    ColorOption,
    HandOption,
    JsonOption,
    Lang,
    LangOption,
    LogArgument,
    Look,
    binary_input,
    detect_lang,
    detect_look,
    print_json,
    print_rich,
)
from zhuoji_fast.errors import LogError, ZhuojiError

if TYPE_CHECKING:
    from zhuoji_fast.log_source import LogSource
    from zhuoji_fast.logs import HandLog
    from zhuoji_fast.table import Table

__all__ = ["replay"]


def replay(
    log: LogArgument,
    *,
    hand: HandOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    color: ColorOption = None,
) -> None:
    """Play the hands of a log again and settle them.

    A log that breaks a rule stops with its line and the rule. Where it says how a hand ended, that
    is compared with what was played.
    """
    way = _Way(as_json, detect_lang(lang), detect_look(color))
    if log == "-":
        with binary_input(log) as source:
            _replay_all(log, source, hand, way)
    else:
        _replay_all(log, Path(log), hand, way)


class _Way(NamedTuple):
    """How hands are printed."""

    as_json: bool
    lang: Lang
    look: Look


def _replay_all(name: str, source: "LogSource", wanted: int | None, way: _Way) -> None:
    from zhuoji_fast.logs import read_log  # noqa: PLC0415

    shown = 0
    for number, hand in enumerate(read_log(source), 1):
        if wanted in (None, number):
            _replay_one(number, hand, way, gap=shown > 0)
            shown += 1
        if number == wanted:
            break
    if not shown:
        what = "no whole hand in this log" if wanted is None else f"no hand {wanted} in this log"
        raise ZhuojiError(f"{name}: {what}")


def _replay_one(number: int, hand: "HandLog", way: _Way, *, gap: bool) -> None:
    """Print a hand; where it breaks a rule, what came before, and then raise the error."""
    from zhuoji_fast.table import Table  # noqa: PLC0415

    error = table = None
    try:
        table = Table.replay(hand)
    except LogError as fault:
        error = fault
    if not way.as_json:
        from zhuoji_fast.cli.log_text import hand_parts  # noqa: PLC0415

        stop = None if error is None else error.line
        parts = hand_parts(number, hand, table, way.lang, way.look, before=stop)
        print_rich(["", *parts] if gap else parts, way.look)
    elif table is not None:
        print_json(_document(number, hand, table))
    if error is not None:
        raise error


def _document(number: int, hand: "HandLog", table: "Table") -> dict[str, Any]:
    from zhuoji_fast.dealing import next_dealer  # noqa: PLC0415

    position = table.position()
    dealer, streak = next_dealer(position)
    return {
        "hand": number,
        "line": hand.lines[0],
        "names": hand.game["names"] if hand.game else None,
        "position": position.to_dict(),
        **table.settlement.to_dict(),
        "next": {"dealer": dealer, "streak": streak},
    }
