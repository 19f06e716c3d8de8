"""The networks: one that plays, and a critic that sees everything and is thrown away."""

import os
import sys

import torch
import torch.nn as nn

from table import ACTIONS, FEATURES, PADDED

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
import residual  # noqa: E402

KINDS = 5
# After the features: whether the other seat is known to play by simple rules, and whether by those of greedy itself.
INPUTS = FEATURES + 2


class Policy(nn.Module):
    """A logit for each action, and what to expect of a game among equals."""

    def __init__(self, width, blocks):
        super().__init__()
        self.trunk = residual.Trunk(PADDED, width, blocks)
        self.actions, self.value = residual.head(width, ACTIONS), residual.head(width, 1)

    def forward(self, x):
        return self.actions(self.trunk(x)).float()

    def all(self, x):
        x = self.trunk(x)
        return self.actions(x).float(), self.value(x).float().squeeze(1)

    def save(self, path):
        residual.save(path, INPUTS, self.trunk, (self.actions, self.value))

    @staticmethod
    def read(path):
        """A stored network of whatever size."""
        _, width, blocks = residual.sizes(path)
        policy = Policy(width, blocks)
        residual.load(path, policy.trunk, (policy.actions, policy.value))
        return policy


class Critic(nn.Module):
    """Sees all cards and knows who sits opposite."""

    def __init__(self, width=512, blocks=3):
        super().__init__()
        self.trunk = residual.Trunk(PADDED + 128, width, blocks)
        self.value = residual.head(width, 1)

    def forward(self, x, open_cards):
        return self.value(self.trunk(torch.cat([x, open_cards.to(x.dtype)], 1))).float().squeeze(1)
