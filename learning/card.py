"""Writes the card of a run beside its weights: command, settings, seed, hardware, strength and every report.

`card.json` is for programs; `card.md` has the same content for people. Both are rewritten with every report.
"""

import datetime
import hashlib
import json
import os
import platform
import shlex
import sys

import torch

# Options with a field of their own on the card, and paths.
ELSEWHERE = ("game", "variant", "network", "player", "start", "out", "json")


def describe_file(path):
    """Returns a file's name, size and hash."""
    with open(path, "rb") as file:
        content = file.read()
    return {"file": os.path.basename(path), "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def command():
    """Returns the command line. Absolute paths are reduced to file names, because folders are private."""
    words = [os.path.basename(word) if os.path.isabs(word) else word for word in sys.argv[1:]]
    return shlex.join(["python3", f"learning/{os.path.basename(sys.argv[0])}", *words])


def hardware():
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else f"CPU, {torch.get_num_threads()} threads"
    return {"device": device, "torch": torch.__version__, "python": platform.python_version()}


def format_scores(scores):
    """Formats scores for people."""
    each = lambda figures: ", ".join(f"{mean:.4g} ± {error:.2g} {name}" for name, (mean, error) in figures.items())
    return " · ".join(f"{kind} {each(score.figures)}" for kind, score in scores.items())


class Card:
    """The card of a run. `path` is its path without the ending; `start` and `against` are stored networks, or names."""

    def __init__(self, path, args, start=None, against=None):
        named = lambda what: describe_file(what) if what and os.path.exists(what) else what
        self.path = path
        self.content = {
            "game": args.game, "variant": args.variant, "date": datetime.date.today().isoformat(), "command": command(),
            "settings": {name: value for name, value in vars(args).items() if name not in ELSEWHERE},
            "seed": args.seed, "hardware": hardware(), "start": named(start), "against": named(against),
            "games": 0, "decisions": 0, "seconds": 0.0, "games_per_second": 0.0, "is_finished": False,
            "strength": {}, "weights": None, "reports": [],
        }

    def report(self, moment, learner, scores, weights):
        """Adds a report and returns it as a line to print."""
        games = learner.game_count(moment.number + 1)
        seconds = round(moment.seconds, 1)
        speed = round(games / max(moment.seconds, 1e-9)) if moment.number else 0
        strength, losses = {kind: score._asdict() for kind, score in scores.items()}, learner.loss_parts()
        self.content["reports"].append({"seconds": seconds, "games": games, "strength": strength, "losses": losses})
        self.content.update(games=games, decisions=learner.decisions, seconds=seconds, games_per_second=speed,
                            strength=strength, weights=describe_file(weights), is_finished=moment.done >= 1.0)
        self.write()
        parts = " ".join(f"{name} {value:.4f}" for name, value in losses.items())
        return f"{seconds:5.0f} s {games / 1e6:6.1f} M games · {format_scores(scores)} · {parts}"

    def write(self):
        # Replaced in one step, so an interrupted run keeps the last report.
        for ending, text in ((".json", json.dumps(self.content, indent=1) + "\n"), (".md", self.text())):
            with open(f"{self.path}{ending}.new", "w") as file:
                file.write(text)
            os.replace(file.name, f"{self.path}{ending}")

    def text(self):
        """Returns the card as Markdown."""
        content = self.content
        name = lambda what: f"`{what['file']}` (sha256 {what['sha256']})" if isinstance(what, dict) else what
        lines = [f"# {content['game']}{', ' + content['variant'] if content['variant'] else ''}, {content['date']}", ""]
        lines += ["```", content["command"], "```", ""]
        facts = {
            "weights": name(content["weights"]), "started from": name(content["start"]) or "nothing",
            "against": name(content["against"]), "seed": content["seed"],
            "hardware": ", ".join(f"{key} {value}" for key, value in content["hardware"].items()),
            "seen": f"{content['games']:,} games, {content['decisions']:,} decisions learnt from, in {content['seconds']} s"
                    f" ({content['games_per_second']:,} games a second)",
            "settings": ", ".join(f"{key} {value}" for key, value in content["settings"].items()),
        }
        lines += [f"- {key}: {value}" for key, value in facts.items() if value is not None] + [""]
        if not content["is_finished"]:
            lines += ["The run is not finished.", ""]
        columns = list(dict.fromkeys(kind for report in content["reports"] for kind in report["strength"]))
        losses = list(content["reports"][0]["losses"])
        lines += ["| " + " | ".join(["after", "games", *columns, *losses]) + " |", "|---" * (2 + len(columns + losses)) + "|"]
        for report in content["reports"]:
            figures = [report["strength"].get(kind, {}).get("figures", {}) for kind in columns]
            said = [", ".join(f"{mean:.4g} ± {error:.2g} {what}" for what, (mean, error) in each.items()) for each in figures]
            lost = [f"{report['losses'][part]:.4f}" for part in losses]
            row = [f"{report['seconds']:.0f} s", f"{report['games'] / 1e6:.1f} M", *said, *lost]
            lines.append("| " + " | ".join(row) + " |")
        return "\n".join(lines) + "\n"
