"""``zhuoji schema``: the JSON Schema of a document."""

import enum
from typing import Annotated

import typer

from zhuoji_fast.cli.common import print_json

__all__ = ["schema"]


class Document(enum.StrEnum):
    """Documents that have a schema."""

    log = "log"
    position = "position"
    rules = "rules"
    view = "view"


def schema(
    document: Annotated[
        Document,
        typer.Argument(
            metavar="DOCUMENT",
            help="Which document: log (one line of it), position, rules or view.",
            show_default=False,
        ),
    ],
) -> None:
    """Print the JSON Schema of a document."""
    from zhuoji_fast.logs import HandLog  # noqa: PLC0415
    from zhuoji_fast.position import Position  # noqa: PLC0415
    from zhuoji_fast.rules import Rules  # noqa: PLC0415
    from zhuoji_fast.view import View  # noqa: PLC0415

    makers = {
        Document.log: HandLog.schema,
        Document.position: Position.schema,
        Document.rules: Rules.schema,
        Document.view: View.schema,
    }
    print_json(makers[document]())
