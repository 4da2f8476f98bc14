"""A bot of one's own against the built-in policies.

    python examples/bot.py --hands 400 --seed 1

A policy is a function of what its seat sees and of the legal actions. This one wins when it can,
throws what keeps most useful tiles unseen, and kongs for the passport while it is not ting.
"""

import argparse

import zhuoji_fast as zj
from zhuoji_fast import Action


def melded(player):
    """The tiles of a player's melds, as text."""
    return "".join([m["tile"] * (3 if m["kind"] == "pong" else 4) for m in player["melds"]])


def bot(view, legal):
    if Action.WIN in legal:
        return Action.WIN
    if Action.DECLARE in legal:
        return Action.DECLARE
    me = view["seats"][view["seat"]]
    hand, melds = zj.counts(view["hand"]), zj.counts(melded(me) or [])
    kongs = [action for action in legal if Action.CONCEALED_KONG <= action < Action.PONG]
    if kongs and zj.shanten(hand, melds) > 0:
        return kongs[0]
    if Action.PASS in legal:
        return Action.PASS
    others = [melded(player) for player in view["seats"] if player is not me]
    seen = "".join([player["river"] for player in view["seats"]] + others)
    throw = int(zj.best_discard(hand, melds, zj.counts(seen or []))[0])
    return throw if throw in legal else legal[0]


def main():
    parser = argparse.ArgumentParser(description="Play the bot against the built-in policies.")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    args = parser.parse_args()
    policies = [bot, "useful", "shanten", "random"]
    print(zj.play_hands(policies, args.hands, args.seed, args.rules))


if __name__ == "__main__":
    main()
