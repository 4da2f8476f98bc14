"""A training loop on the PettingZoo environment, with a learner that plays at random.

python examples/train_pettingzoo.py --hands 20 --seed 1
"""

import argparse

import numpy as np

from zhuoji_fast.envs import aec_env


class RandomLearner:
    """A network goes here."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def act(self, observation):
        return int(self.rng.choice(np.flatnonzero(observation["action_mask"])))

    def learn(self, steps, points):
        """Take in what an agent saw and did in a hand, and the points that it has won."""


def main():
    parser = argparse.ArgumentParser(description="Train a learner that plays at random.")
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="guiyang")
    args = parser.parse_args()
    env = aec_env(args.rules)
    learner = RandomLearner(args.seed)
    decisions, points = 0, 0.0
    for hand in range(args.hands):
        env.reset(seed=args.seed if hand == 0 else None)
        steps = {agent: [] for agent in env.agents}
        for agent in env.agent_iter():
            observation, reward, terminated, _, _ = env.last()
            if terminated:
                learner.learn(steps[agent], reward)
                points += max(reward, 0)
                env.step(None)
                continue
            action = learner.act(observation)
            steps[agent].append((observation, action))
            decisions += 1
            env.step(action)
    print(f"{decisions} decisions, {points / args.hands:.2f} points change hands in each hand")


if __name__ == "__main__":
    main()
