"""A table at which any program can sit: players that speak mjai JSON Lines, or built-in policies.

    python examples/mjai_host.py "python examples/mjai_bot.py" useful shanten random --hands 8

Each seat is a policy by name or the command of a program. The log of the match goes to --log.
"""

import argparse
import shlex
import sys
from contextlib import ExitStack

import zhuoji_fast as zj
from zhuoji_fast.mjai import MjaiPlayer, play_match


def seated(stack, player, seat, seed, timeout):
    """The player of a seat: a policy that chooses from the table, or a process."""
    if player in zj.POLICIES:
        return zj.policy_player(player, seat, seed)
    command = shlex.split(player)
    if not command:
        raise ValueError("a player is a policy or a command, not empty text")
    return stack.enter_context(MjaiPlayer(command, name=player, timeout=timeout))


def play(args):
    """Play the match and write its log; gives the scores."""
    match = zj.Match(args.rules, len(args.players), args.hands, args.seed, names=args.players)
    with ExitStack() as stack:
        players = [
            seated(stack, player, seat, match.seed, args.timeout)
            for seat, player in enumerate(args.players)
        ]
        play_match(match, players)
    if args.log:
        match.write(args.log)
    return match.scores


def main():
    parser = argparse.ArgumentParser(description="Play a match against programs and policies.")
    parser.add_argument("players", nargs="+", help=f"a command, or one of {', '.join(zj.POLICIES)}")
    parser.add_argument("--rules", default="guiyang")
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--timeout", type=float, default=10, help="seconds for an answer")
    parser.add_argument("--log", help="where to write the log, .jsonl or .jsonl.gz")
    args = parser.parse_args()
    try:
        scores = play(args)
    except OSError as error:  # a program that cannot be started, a log that cannot be written
        told = f"{error.filename}: {error.strerror}" if error.filename else error
        print(f"error: {told}", file=sys.stderr)
        return 2
    except (zj.ZhuojiError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for player, score in sorted(zip(args.players, scores, strict=True), key=lambda x: -x[1]):
        print(f"{score:+5d}  {player}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
