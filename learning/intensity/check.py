"""Checks the table and the rule players against games printed by the house's own rules:

    cargo run --release -p cardsharp-rules --example intensity_vectors > vectors.txt
    python3 learning/intensity/check.py vectors.txt
"""

import sys

import torch

import styles
from table import FEATURES, Table


def games(path):
    game = None
    for line in open(path):
        kind, *rest = line.split()
        if kind == "D":
            game = {"owners": [int(x) for x in rest], "moves": []}
        elif kind in "PC":
            cards = [int(x) - 10 for x in rest[0].split(",")]
            game["moves"].append([cards, dict((int(k), float(v)) for k, v in (x.split(":") for x in rest[1:])), None])
        elif kind == "K":
            choices = [[int(x) - 10 for x in word.split(",")] for word in rest if word not in "PC"]
            game["moves"][-1][2] = choices
        else:
            game["end"] = [float(x) for x in rest]
            yield game


def main(path, device):
    decisions = 0
    for game in games(path):
        table = Table(1, device)
        table.deal(torch.tensor([game["owners"]], device=device))
        for cards, features, careful in game["moves"]:
            passing = table.passing
            seat = table.seat()
            legal = table.legal(seat)
            x = table.encode(seat, legal)[0, :FEATURES].float()
            expected = torch.zeros(FEATURES, device=device)
            for place, value in features.items():
                expected[place] = value
            wrong = ((x - expected.bfloat16().float()).abs() > 1e-6).nonzero().flatten().tolist()
            assert not wrong, f"step {table.step}: features {wrong} differ"
            if passing:
                cost = styles.careful_pass_costs(table.hand[:, table.step // 3])[0]
                places = styles.pass_cards(table.hand[:, table.step // 3])[0]
                liked = sorted(sorted(places[i].tolist()) for i in (cost <= cost.min() + 1e-4).nonzero().flatten())
                assert liked == sorted(sorted(c) for c in careful), f"careful passes {careful}, not {liked}"
            else:
                cost = styles.careful_costs(table, seat)[0].masked_fill(~legal[0], 1e9)
                liked = (cost <= cost.min() + 1e-4).nonzero().flatten().tolist()
                assert liked == sorted(c[0] for c in careful), f"careful plays {careful}, not {liked}"
            for card in cards:
                table.act(table.seat(), torch.tensor([card], device=device))
            decisions += 1
        assert table.penalties[0].tolist() == game["end"], "penalties differ"
    print(f"{decisions} decisions agree")


if __name__ == "__main__":
    main(sys.argv[1], "cuda" if torch.cuda.is_available() else "cpu")
