"""Residual networks that keep master weights in float32 and compute in their input's type, and how they are stored.

One of them plays, and a critic that sees everything helps it to learn and is thrown away.
"""

import os
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F


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


def head(width, outputs):
    """A last layer that begins without opinions."""
    layer = Linear(width, outputs)
    nn.init.normal_(layer.weight, std=0.01)
    return layer


def stored(features, trunk, heads):
    """What is stored, in the order of the forward pass: every matrix by input, then its bias."""
    yield trunk.input.weight.T[:features]
    yield trunk.input.bias
    for block in trunk.blocks:
        yield from (block.norm.weight, block.norm.bias)
        for layer in (block.first, block.second):
            yield from (layer.weight.T, layer.bias)
    yield from (trunk.norm.weight, trunk.norm.bias)
    for layer in heads:
        yield from (layer.weight.T, layer.bias)


def save(path, features, trunk, heads):
    """Sizes, then the numbers as float16; put in place whole."""
    with open(f"{path}.new", "wb") as file:
        file.write(b"CSNET001" + struct.pack("<3I", features, trunk.input.out_features, len(trunk.blocks)))
        for tensor in stored(features, trunk, heads):
            file.write(tensor.detach().half().cpu().contiguous().numpy().tobytes())
    os.replace(file.name, path)


def sizes(path):
    """How many inputs, how wide, and how many blocks."""
    with open(path, "rb") as file:
        head = file.read(20)
    assert head[:8] == b"CSNET001", f"{path} is no stored network"
    return struct.unpack("<3I", head[8:])


@torch.no_grad()
def load(path, trunk, heads):
    """Reads what `save` wrote; inputs that were not there before begin at 0."""
    features, width, blocks = sizes(path)
    assert (width, blocks) == (trunk.input.out_features, len(trunk.blocks)), f"{path} is {width} wide with {blocks} blocks"
    with open(path, "rb") as file:
        content = file.read()
    numbers = torch.frombuffer(bytearray(content[20:]), dtype=torch.float16).float()
    trunk.input.weight.zero_()
    place = 0
    for tensor in stored(features, trunk, heads):
        tensor.copy_(numbers[place:place + tensor.numel()].view(tensor.shape))
        place += tensor.numel()
    assert place == len(numbers)


class Policy(nn.Module):
    """A logit for each action, what to expect of the game, and what the game's further heads say."""

    def __init__(self, game, width, blocks):
        super().__init__()
        self.inputs = game.inputs
        self.trunk = Trunk(game.table.PADDED, width, blocks)
        self.actions, self.value = head(width, game.table.ACTIONS), head(width, 1)
        self.further = nn.ModuleList(head(width, each.outputs) for each in game.heads)

    def forward(self, x):
        return self.actions(self.trunk(x)).float()

    def all(self, x):
        x = self.trunk(x)
        return self.actions(x).float(), self.value(x).float().squeeze(1), [layer(x).float() for layer in self.further]

    def heads(self):
        return (self.actions, self.value, *self.further)

    def save(self, path):
        save(path, self.inputs, self.trunk, self.heads())

    @staticmethod
    def read(game, path):
        """A stored network of whatever size."""
        _, width, blocks = sizes(path)
        policy = Policy(game, width, blocks)
        load(path, policy.trunk, policy.heads())
        return policy


class Critic(nn.Module):
    """Sees all cards and, with two seats, knows who sits opposite."""

    def __init__(self, game, width=512, blocks=3):
        super().__init__()
        self.trunk = Trunk(game.table.PADDED + game.hidden, width, blocks)
        self.value = head(width, 1)

    def forward(self, x, hidden):
        return self.value(self.trunk(torch.cat([x, hidden.to(x.dtype)], 1))).float().squeeze(1)


class Uncaptured:
    """Work that is done again every time."""

    def __init__(self, work):
        self.replay = work


def capture(work, is_captured=True):
    """One CUDA graph of the work: thousands of small kernels for the price of one launch. Without a GPU, and where not
    all of the work is the GPU's, just the work."""
    if not (is_captured and torch.cuda.is_available()):
        work()
        return Uncaptured(work)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(2):
            work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


def fused(function):
    """Compiled for the shapes it meets: most of the work here is small steps over wide rows, and the way
    through memory between them costs more than the steps."""
    return torch.compile(function, dynamic=False)


def gumbel(like):
    """Added to logits, the largest sum is a draw from them."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp(1e-7, 1 - 1e-7)))
