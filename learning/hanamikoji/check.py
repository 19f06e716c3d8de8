"""Checks the table and greedy against games printed by the house's own rules:

    cargo run --release -p cardsharp-rules --example hanamikoji_vectors > vectors.txt
    python3 learning/hanamikoji/check.py vectors.txt
    cargo run --release -p cardsharp-search --example equilibrium -- vectors > vectors.txt
    python3 learning/hanamikoji/check.py vectors.txt --game cut-down
"""

import argparse

import torch

from greedy import Greedy
from table import FEATURES, VARIANTS, Table


def main(path, variant, device):
    table, greedy, decisions, action = Table(1, device, variant), Greedy(device), 0, None
    for line in open(path):
        kind, *numbers = line.split()
        numbers = [int(number) for number in numbers]
        # What was done counts when all that was printed before it has been looked at.
        if kind in "AE" and action is not None:
            table.act(torch.tensor([action], device=device))
            action = None
        seat = table.seat() if kind in "ALK" else None
        if kind == "D":
            table.deal(torch.tensor([numbers], device=device))
        elif kind == "A":
            action, *expected = numbers
            found = table.encode(seat)[0, :FEATURES].nonzero().flatten().tolist()
            assert found == expected, f"decision {decisions}: features {set(found) ^ set(expected)} differ"
        elif kind == "L":
            legal = table.legal(seat)
            found = legal[0].nonzero().flatten().tolist()
            assert found == sorted(numbers), f"decision {decisions}: legal {found}, not {numbers}"
            decisions += 1
        elif kind == "K":
            worth = greedy.worth(table, seat)[0].masked_fill(~legal[0], -1e9)
            liked = (worth > worth.max() - 1e-4).nonzero().flatten().tolist()
            assert liked == sorted(numbers), f"decision {decisions}: greedy likes {numbers}, not {liked}"
        else:
            assert table.returns()[0].item() == numbers[0], "returns differ"
    print(f"{decisions} decisions agree")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("vectors", help="the printed games")
    parser.add_argument("--game", choices=VARIANTS, default="full", help="which variant they are of")
    args = parser.parse_args()
    main(args.vectors, VARIANTS[args.game], "cuda" if torch.cuda.is_available() else "cpu")
