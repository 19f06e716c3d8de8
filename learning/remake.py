"""Trains a game's stored networks again, stage by stage, each from the weights of the previous one:

    python3 learning/remake.py hanamikoji --out DIRECTORY

The stages are those in the game's `game.py`. If the first is `teach`, the champion plays its lessons before. Every
stage has a folder. A finished stage is not run again, so an interrupted run continues where it stopped. Further options
go to every stage (`--batches 2 --games 64` for a trial). At the end `DIRECTORY` has the networks under their names in
`crates/search/data`, with their cards.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

import room

# The programs that train the game's own network, not an exploiter of it.
TRAINING = ("teach", "train")


def is_finished(card):
    if not os.path.exists(card):
        return False
    with open(card) as file:
        return json.load(file)["is_finished"]


def lessons(game, folder):
    """Returns the path of the champion's lessons; runs the Rust example that prints them if the file is missing."""
    here, path = os.path.dirname(os.path.abspath(__file__)), os.path.join(folder, "lessons.txt")
    example = "cargo run --release -p cardsharp-search --example lessons --"
    if not os.path.exists(path):
        print(f"lessons: {game.lessons}", flush=True)
        with open(f"{path}.new", "w") as file:
            subprocess.run([*example.split(), game.name, *game.lessons.split()], stdout=file, check=True, cwd=here)
        os.replace(file.name, path)
    return path


def run(game, stage, last, folder, further):
    """Runs a stage unless it is finished; returns the path of its weights."""
    here, is_training = os.path.dirname(os.path.abspath(__file__)), stage.program in TRAINING
    weights = os.path.join(folder, f"{game.name}.net")
    card = os.path.join(folder, "card.json" if is_training else f"{game.name}.card.json")
    if is_finished(card):
        print(f"{stage.name} is there already", flush=True)
        return weights
    os.makedirs(folder, exist_ok=True)
    words = [sys.executable, os.path.join(here, f"{stage.program}.py"), game.name]
    if stage.program == "teach":
        words += [lessons(game, folder), "--out", folder]
    elif is_training:
        words += ["--out", folder, *(["--start", last] if last else [])]
    else:
        words += [last, "--out", weights]
    print(f"{stage.name}: {stage.program} {stage.options}", flush=True)
    # A separate process releases all memory of the GPU.
    subprocess.run([*words, *stage.options.split(), *further], check=True)
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=room.games())
    parser.add_argument("--out", required=True)
    args, further = parser.parse_known_args()
    game, last = room.find(args.game), None
    if not game.stages:
        parser.error(f"{args.game} has no stored network yet, so there is nothing to make again")
    for stage in game.stages:
        folder = os.path.join(args.out, stage.name)
        weights = run(game, stage, last, folder, further)
        name = os.path.join(args.out, game.name)
        if stage.program in TRAINING:
            last = weights
            made = {".net": weights, ".vectors": os.path.join(folder, "vectors.txt"), ".card.json": os.path.join(folder, "card.json")}
        else:
            made = {"-exploiter.net": weights, "-exploiter.card.json": os.path.join(folder, f"{game.name}.card.json")}
        for ending, path in made.items():
            shutil.copyfile(path, name + ending)


if __name__ == "__main__":
    main()
