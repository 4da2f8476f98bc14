"""What the tests of evaluate and compare ask about, and players written as functions."""

import zhuoji_fast as zj
from zhuoji_fast.view import View, seen_table

MIX = ("useful", "random", "closed", "shanten")
TABLE = zj.Table("guiyang", seed=5)
VIEW = TABLE.view(0)
CLASSIC = zj.Table("guiyang_classic", seed=2)  # in which nothing is declared


def useful(view, legal):
    """The policy `useful`, as a function of a view."""
    table = seen_table(View.from_dict(view))
    assert table.legal(view["seat"]) == legal
    return zj.policy_player("useful", view["seat"], 0)(table)


def lowest(view, legal):
    return legal[0]
