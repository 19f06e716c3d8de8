"""The networks: one that plays, and a critic that sees everything and is thrown away."""

import os
import sys

import torch
import torch.nn as nn

from table import CARDS, FEATURES, PADDED

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
import residual  # noqa: E402


class Policy(nn.Module):
    """Card logits, the place to expect, and who of the others holds each card."""

    def __init__(self, width=512, blocks=3):
        super().__init__()
        self.trunk = residual.Trunk(PADDED, width, blocks)
        self.cards, self.value, self.owners = (residual.head(width, outputs) for outputs in (CARDS, 1, 3 * CARDS))

    def forward(self, x):
        return self.cards(self.trunk(x)).float()

    def all(self, x):
        x = self.trunk(x)
        return self.cards(x).float(), self.value(x).float().squeeze(1), self.owners(x).float()

    def save(self, path):
        residual.save(path, FEATURES, self.trunk, (self.cards, self.value, self.owners))


class Critic(nn.Module):
    """Sees all hands and passes; serves only to train."""

    def __init__(self, width=512, blocks=3):
        super().__init__()
        self.trunk = residual.Trunk(PADDED + 240, width, blocks)
        self.value = residual.head(width, 1)

    def forward(self, x, open_cards):
        return self.value(self.trunk(torch.cat([x, open_cards.to(x.dtype)], 1))).float().squeeze(1)
