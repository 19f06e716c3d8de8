"""The examples run and print the expected results."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def run(name, *arguments):
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_examples_are_tested():
    tested = {"random_agent.py", "match_plot.py", "tour.py", "self_play.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested


def test_the_random_agent():
    assert run("random_agent.py").count("points a game") == 4


def test_the_plot(tmp_path):
    run("match_plot.py", str(tmp_path / "match.png"))
    assert (tmp_path / "match.png").read_bytes().startswith(b"\x89PNG")


def test_the_tour():
    told = run("tour.py")
    assert "greedy (player 0) is stronger than random" in told and "games came to their end" in told


@pytest.mark.parametrize("seconds", ["25"])
def test_what_has_learnt_by_itself_beats_random(tmp_path, seconds):
    told = run("self_play.py", "--seconds", seconds, "--out", str(tmp_path / "learnt.safetensors"))
    points = [float(number) for number in re.findall(r": ([\d.]+) ±", told)]
    assert len(points) == 4 and points[0] > max(points[1:]) + 0.1, told
