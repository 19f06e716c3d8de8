"""Checks a game's table and a rule-based player against games printed by the Rust rules:

    cargo run --release -p cardsharp-research --example hanamikoji_vectors > vectors.txt
    python3 learning/check.py hanamikoji vectors.txt

Each line begins with a letter: `D` and the input of `Table.deal`; `A`, the number of the action taken, and the features
that are not 0, with `:VALUE` unless it is 1; `L` and the legal actions; `K` and the actions the player is indifferent
between; `E` and the returns of the seats. An action of several steps is written as its steps with commas between.
"""

import torch

import room


def steps(word):
    return [int(number) for number in word.split(",")]


def liked(game, styles, table, seat, legal):
    """Returns the choices of the game's first kind, a player that the Rust side has too."""
    if game.liked:
        return game.liked(table, seat)
    scores = styles.scores(game.styles.KINDS[0], table, seat, legal)
    scores = scores[0].masked_fill(~legal[0], -1e9)
    return [[action] for action in (scores > scores.max() - 1e-4).nonzero().flatten().tolist()]


def check(game, lines, device):
    """Returns how many decisions agree. Raises AssertionError on a difference."""
    table, styles, decisions, taken = game.new_table(1, device), game.styles.Styles(1, device), 0, []
    for line in lines:
        kind, *words = line.split()
        # An action takes effect after all lines before it were checked.
        if kind in "AE":
            for action in taken:
                table.act(torch.tensor([action], device=device))
            taken = []
        if kind in "ALK":
            seat = table.seat()
            legal = table.legal(seat)
        if kind == "D":
            table.deal(torch.tensor([[int(word) for word in words]], device=device))
        elif kind == "A":
            taken, expected = steps(words[0]), torch.zeros(game.table.FEATURES)
            for place, _, value in (word.partition(":") for word in words[1:]):
                expected[int(place)] = float(value or 1)
            found = table.encode(seat, legal)[0, :game.table.FEATURES].cpu()
            wrong = ((found.float() - expected.bfloat16().float()).abs() > 1e-6).nonzero().flatten().tolist()
            assert not wrong, f"decision {decisions}: features {wrong} differ"
            decisions += 1
        elif kind == "L":
            found = legal[0].nonzero().flatten().tolist()
            assert found == sorted(map(int, words)), f"decision {decisions}: legal {found}, not {words}"
        elif kind == "K":
            found = sorted(sorted(choice) for choice in liked(game, styles, table, seat, legal))
            assert found == sorted(sorted(steps(word)) for word in words), f"decision {decisions}: liked {found}, not {words}"
        else:
            found = table.returns()[0, :len(words)].tolist()
            assert found == [float(word) for word in words], f"returns {found}, not {words}"
    return decisions


def main():
    game, parser = room.parse_game(__doc__)
    parser.add_argument("vectors", help="the printed games")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with open(args.vectors) as lines:
        decisions = game.check(lines, device) if game.check else check(game, lines, device)
    print(f"{decisions} decisions agree")


if __name__ == "__main__":
    main()
