"""The networks: residual blocks that keep master weights in float32 and compute in their input's type."""

import struct

import torch
import torch.nn as nn
import torch.nn.functional as F

from table import CARDS, FEATURES, PADDED


class Linear(nn.Linear):
    def forward(self, x):
        return F.linear(x, self.weight.to(x.dtype), self.bias.to(x.dtype))


class Norm(nn.LayerNorm):
    def forward(self, x):
        return F.layer_norm(x, self.normalized_shape, self.weight.to(x.dtype), self.bias.to(x.dtype), self.eps)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.first, self.second = Norm(width), Linear(width, width), Linear(width, width)
        nn.init.zeros_(self.second.weight)

    def forward(self, x):
        # ReLU and not GELU: half the inputs of the second layer are then 0 and cost nothing later.
        return x + self.second(F.relu(self.first(self.norm(x))))


class Trunk(nn.Module):
    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.input, self.norm = Linear(inputs, width), Norm(width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))

    def forward(self, x):
        x = F.relu(self.input(x))
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


class Policy(nn.Module):
    """Card logits, the place to expect, and who of the others holds each card."""

    def __init__(self, width=512, blocks=3):
        super().__init__()
        self.width = width
        self.trunk = Trunk(PADDED, width, blocks)
        self.cards, self.value, self.owners = Linear(width, CARDS), Linear(width, 1), Linear(width, 3 * CARDS)
        for head in (self.cards, self.value, self.owners):
            nn.init.normal_(head.weight, std=0.01)

    def forward(self, x):
        return self.cards(self.trunk(x)).float()

    def all(self, x):
        x = self.trunk(x)
        return self.cards(x).float(), self.value(x).float().squeeze(1), self.owners(x).float()

    def save(self, path):
        """Sizes, then float16: every matrix by input, then its bias, in the order of the forward pass."""
        out = [b"CSNET001", struct.pack("<3I", FEATURES, self.width, len(self.trunk.blocks))]
        put = lambda tensor: out.append(tensor.detach().half().cpu().contiguous().numpy().tobytes())
        def linear(layer):
            put(layer.weight.T)
            put(layer.bias)
        def norm(layer):
            put(layer.weight)
            put(layer.bias)
        put(self.trunk.input.weight.T[:FEATURES])
        put(self.trunk.input.bias)
        for block in self.trunk.blocks:
            norm(block.norm)
            linear(block.first)
            linear(block.second)
        norm(self.trunk.norm)
        for head in (self.cards, self.value, self.owners):
            linear(head)
        with open(path, "wb") as file:
            file.write(b"".join(out))


class Critic(nn.Module):
    """Sees all hands and passes; serves only to train."""

    def __init__(self, width=512, blocks=3):
        super().__init__()
        self.trunk = Trunk(PADDED + 240, width, blocks)
        self.value = Linear(width, 1)
        nn.init.normal_(self.value.weight, std=0.01)

    def forward(self, x, open_cards):
        return self.value(self.trunk(torch.cat([x, open_cards.to(x.dtype)], 1))).float().squeeze(1)
