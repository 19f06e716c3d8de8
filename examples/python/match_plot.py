"""Plots the results of a match: the mean lead after each deal, with its confidence band."""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas

import cardsharp

if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "match.png"
    result = cardsharp.match("indigo", ["champion:nodes=100", "greedy"], deals=60, seed=1)
    games = pandas.DataFrame(result["columns"])
    # A deal is played in every seating. Its games share their luck, so they count as one sample.
    points = games.pivot_table(index="deal", columns="player", values="points")
    lead = points[0] - points[1]
    mean = lead.expanding(2).mean()
    error = lead.expanding(2).std() / lead.expanding(2).count() ** 0.5

    plt.figure(figsize=(8, 4.5))
    plt.plot(mean.index, mean, label="mean lead")
    plt.fill_between(mean.index, mean - 1.96 * error, mean + 1.96 * error, alpha=0.2, label="95 % of its error")
    plt.axhline(0, color="black", linewidth=0.8)
    plt.xlabel("deals")
    plt.ylabel("points a game")
    plt.title(result["comparisons"][0]["words"])
    plt.legend()
    plt.tight_layout()
    plt.savefig(path)
    print(f"{path} is written")
