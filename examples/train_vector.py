"""A training loop on many tables at once, with a learner that plays at random.

    python examples/train_vector.py --tables 256 --steps 300 --seed 1

The learner plays every seat. What an action was worth shows when its hand is over, so each hand is
kept until then.
"""

import argparse

import numpy as np

import zhuoji_fast as zj

PLANES = ["hand", "melds", "seen", "declared", "asked", "open"]


class RandomLearner:
    """A network goes here."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def act(self, obs, mask):
        return (mask * (1 + self.rng.random(mask.shape))).argmax(axis=1)

    def learn(self, obs, actions, points):
        """Take in the decisions of a hand and the points that each has brought its seat."""


def main():
    parser = argparse.ArgumentParser(description="Train a learner that plays at random.")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    args = parser.parse_args()
    tables = zj.VectorTable(args.tables, args.rules, args.seed, planes=PLANES)
    learner = RandomLearner(args.seed)
    hands, points = 0, 0
    played = [[] for _ in range(tables.n)]
    obs, mask = tables.reset()
    for _ in range(args.steps):
        seats, actions = tables.seats, learner.act(obs, mask)
        for i, hand in enumerate(played):
            hand.append((seats[i], obs[i], actions[i]))
        obs, mask, rewards, done, _ = tables.step(actions)
        for i in np.flatnonzero(done):
            who, saw, did = (np.stack(part) for part in zip(*played[i], strict=True))
            learner.learn(saw, did, rewards[i, who])
            played[i].clear()
            hands, points = hands + 1, points + rewards[i].clip(min=0).sum()
    print(f"{hands} hands, {points / max(hands, 1):.2f} points change hands in each")


if __name__ == "__main__":
    main()
