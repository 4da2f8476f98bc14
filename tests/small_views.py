"""Small views in short notation, one of each kind, for tests of what is read and refused.

Seats are written as in `small_positions`, without a hand. The number of tiles in the wall is
counted, so that an edit of any part has to be noticed.
"""

from __future__ import annotations

from slow_hands import tiles_of
from small_positions import first, seat

READY = "123456789m56p55s"  # waits for 4p and 7p


def lies_open(melds="", river="", declared=None, *, dead=False):
    """What lies open of a seat."""
    written = seat("", melds, river, declared, dead)
    del written["hand"]
    return written


def view(rules, hand, seats, turn, *, looks=0, drawn=None, dealer=0, nowhere=0, **more):
    """A view; `nowhere` tiles are in no wall and no hand of the usual size."""
    shown = len(tiles_of(hand)) + nowhere
    for number, other in enumerate(seats):
        shown += len(tiles_of(other["river"]))
        shown += sum(3 if meld["kind"] == "pong" else 4 for meld in other["melds"])
        shown += 0 if number == looks else 13 - 3 * len(other["melds"])
    return {
        "rules": rules,
        "base": 1,
        "dealer": dealer,
        "streak": 0,
        "seat": looks,
        "hand": hand,
        "drawn": drawn,
        "seats": seats,
        "wall": 108 - shown,
        "turn": turn,
        "first_chicken": [],
        "locked": [],
        **more,
    }


def marked_late(document):
    """Melds that can be late say that they are not."""
    for other in document["seats"]:
        for meld in other["melds"]:
            if meld["kind"] in ("concealed_kong", "added_kong"):
                meld.setdefault("late", False)
    return document


# The own turn; seat 2 has claimed the first 8p, the first 1s lies before seat 1.
TURN = view(
    "guiyang",
    "3456m1278p224s",
    [
        lies_open("pong 9p<2", "1m2s"),
        lies_open(river="1s7m"),
        lies_open("concealed 5s, pong 8p<3", "6m"),
        lies_open(river="99m"),
    ],
    {"kind": "discard"},
    drawn="4s",
    base=3,
    streak=2,
    first_chicken=[first("1s", 1), first("8p", 3, 2)],
)
PONGED = {**TURN, "drawn": None}
CLAIM = view(
    "guiyang",
    "1255m123p456789s",
    [
        lies_open(river="9p5m"),
        lies_open(river="3s"),
        lies_open(river="7p"),
        lies_open(river="2p"),
    ],
    {"kind": "claim", "tile": "5m", "from": 0},
    looks=1,
)
ROB = view(
    "platform",
    READY,
    [lies_open(river="2s"), lies_open("added 7p<3", "1m"), lies_open(), lies_open(river="8s")],
    {"kind": "rob", "tile": "7p", "from": 1},
    looks=2,
)
DECLARE = view("guizhou", READY, [lies_open() for _ in range(4)], {"kind": "declare"}, looks=1)
# The 7p of seat 2 was passed; the 5s of seat 3 can be ponged.
LOCKED = view(
    {"preset": "guiyang", "pass_lock": "same_tile"},
    READY,
    [
        lies_open(river="9p"),
        lies_open(river="3s"),
        lies_open(river="7p"),
        lies_open(river="5s"),
    ],
    {"kind": "claim", "tile": "5s", "from": 3},
    locked=["7p"],
)
LOCKED_ALL = {**LOCKED, "rules": {"preset": "guiyang", "pass_lock": "any"}, "locked": True}
# Both have declared; seat 0 has passed a win since.
FROZEN = view(
    "duyun",
    "123456789m569p55s",
    [
        lies_open(river="9s", declared="hard"),
        lies_open(river="2s", declared="hard"),
        lies_open(river="7p"),
        lies_open(river="8p"),
    ],
    {"kind": "discard"},
    drawn="9p",
    locked=True,
)
DEAD = view(
    "guizhou",
    "1255m12377p4567s",
    [lies_open(dead=True, river="1m"), lies_open(river="3s"), lies_open(river="7p")],
    {"kind": "claim", "tile": "7p", "from": 2},
)
# Another's turn, whose drawn tile is in no hand of the usual size.
IDLE = view(
    "guiyang",
    "123456789m56p33s",
    TURN["seats"],
    None,
    looks=3,
    nowhere=1,
    first_chicken=TURN["first_chicken"],
)
# Seat 2 has won on the first 1s, thrown by seat 1.
WON = view(
    "guiyang",
    READY,
    [lies_open(river="9p"), lies_open(), lies_open(), lies_open()],
    None,
    nowhere=1,
    first_chicken=[first("1s", 1, 2)],
)
VIEWS = {
    name: marked_late(document)
    for name, document in {
        "turn": TURN,
        "ponged": PONGED,
        "claim": CLAIM,
        "rob": ROB,
        "declare": DECLARE,
        "locked": LOCKED,
        "locked all": LOCKED_ALL,
        "frozen": FROZEN,
        "dead": DEAD,
        "idle": IDLE,
        "won": WON,
    }.items()
}
