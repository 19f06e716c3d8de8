"""A run on a Ray cluster gives the results of one machine, even if nodes or drivers die."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import cardsharp
from cardsharp import cluster, nets

NODE = {"num_cpus": 1, "include_dashboard": False}


def free_port():
    """A free loopback port, above the range of Ray's workers."""
    for port in range(20000, 30000):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("all ports are taken")


@pytest.fixture
def two_nodes(monkeypatch):
    """A head node and a second node, of one core each, on loopback."""
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Ray detects a dead node within a second or two.
    notice = {"health_check_period_ms": 300, "health_check_failure_threshold": 2, "health_check_initial_delay_ms": 0}
    head = {**NODE, "gcs_server_port": free_port(), "_system_config": notice}
    nodes = Cluster(initialize_head=True, head_node_args=head)
    other = nodes.add_node(**NODE)
    nodes.wait_for_nodes()
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes, other
    ray.shutdown()
    nodes.shutdown()


def number(packed):
    """Decodes a number from the front of packed bytes: seven bits to a byte, the lowest first."""
    value = shift = 0
    while True:
        byte = packed.pop(0)
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value


def seat(packed):
    """The result of a seat in a game, without the times, which differ between runs."""
    entrant, returns, place, halves, causes = (number(packed) for _ in range(5))
    faults = []
    for _ in range(causes):
        count, length = number(packed), number(packed)
        faults.append((count, bytes(packed[:length])))
        del packed[:length]
    left = decisions = number(packed)
    while left:
        left -= 1
        if number(packed) == 0:
            left -= number(packed)
    return entrant, returns, place, halves, faults, decisions


def rows(db):
    """The contents of a database, without times and dates."""
    with sqlite3.connect(db) as kept:
        kept.text_factory = bytes
        announced = kept.execute("SELECT game, options, format, seed, rounds, deals, games, terms, engine FROM tournament")
        everybody = kept.execute("SELECT name, source, hash, is_house FROM entrant ORDER BY number")
        rounds = kept.execute("SELECT number, seating FROM round ORDER BY number")
        tables = [list(found) for found in (announced, everybody, rounds)]
        games = []
        for *where, seats, record in kept.execute("SELECT id, round, table_number, deal, rotation, seats, record FROM game ORDER BY id"):
            packed, results = bytearray(seats), []
            while packed:
                results.append(seat(packed))
            games.append((where, results, record))
    assert games
    return tables, games


@pytest.fixture
def programs(tmp_path):
    """A C program that needs a header of its own, one that always crashes, and one of several files."""
    examples = Path(__file__).parents[3] / "examples"
    text = (examples / "intensity.c").read_text()
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "own.h").write_text("#define OWN 1\n")
    (bots / "plain.c").write_text('#include "own.h"\n' + text)
    (bots / "crash.c").write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
    folder = bots / "several"
    folder.mkdir()
    (folder / "main.c").write_text("int answer(void);\nint main(void) { return answer(); }\n")
    (folder / "answer.c").write_text(re.sub(r"\bmain\(", "answer(", text))
    return [str(bots / "plain.c"), str(bots / "crash.c"), str(folder)]


def test_a_node_that_dies_in_a_tournament_changes_no_row(two_nodes, programs, tmp_path):
    nodes, other = two_nodes
    words = ["intensity", *programs, "careful", "champion:nodes=50", "random"]
    how = ["--rounds", "2", "--deals", "3", "--seed", "7"]
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    assert cardsharp.command(["tournament", *words, *how, "--json", "--db", str(here)]) == 0
    seen = []

    def watch(progress):
        if not seen:
            nodes.remove_node(other, allow_graceful=False)
        seen.append(progress)

    how = {"rounds": 2, "deals": 3, "seed": 7, "db": there, "lease_seconds": 0.3, "progress": watch}
    told = cluster.tournament(words[0], words[1:], **how)
    assert [progress.nodes for progress in (seen[0], seen[-1])] == [2, 1], "it was noticed in the middle"
    assert rows(there) == rows(here)
    assert any(standing["faults"] for standing in told["standings"]), "the one that crashes was seated"


def test_a_driver_that_is_killed_is_resumed(programs, tmp_path):
    words = ["indigo", "champion:nodes=300,worlds=20", "greedy", "classic", "--format", "round-robin", "--deals", "60"]
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    assert cardsharp.command(["tournament", *words, "--seed", "5", "--json", "--db", str(here)]) == 0
    script = [sys.executable, "-c", "from cardsharp import cluster; cluster.LEASE_SECONDS = 0.1; cluster.script()"]
    begun = subprocess.Popen([*script, "tournament", *words, "--seed", "5", "--json", "--db", str(there)])

    def count_rows():
        try:
            with sqlite3.connect(f"file:{there}?mode=ro", uri=True) as database:
                return database.execute("SELECT count(*) FROM game").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    while begun.poll() is None and not count_rows():
        time.sleep(0.05)
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    assert 0 < count_rows() < 360, "killed in the middle"
    done = subprocess.run([*script, "tournament", "--resume", "--json", "--db", str(there)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["standings"]
    assert rows(there) == rows(here)


def test_a_match_a_study_and_an_exploit_are_those_of_one_machine(two_nodes, tmp_path, capfd):
    game = cardsharp.Game("indigo")
    path = tmp_path / "net.safetensors"
    nets.save(path, game, [(np.ones((game.num_actions, game.num_features)), np.arange(game.num_actions))])

    def here(*words):
        assert cardsharp.command(list(words)) == 0
        return capfd.readouterr().out

    records = [tmp_path / name for name in ("here.records", "there.records")]
    words = ["match", "indigo", "champion:nodes=100,worlds=10", f"net:{path}", "--deals", "20", "--seed", "3", "--json"]
    local = here(*words, "--records", str(records[0]))
    assert cluster.run(*words, "--records", str(records[1]), lease_seconds=0.1) == local
    assert records[0].read_bytes() == records[1].read_bytes()
    words = ["match", "indigo", "greedy", "random", "--deals", "2000", "--seed", "3", "--sprt", "0,0.1", "--json"]
    assert cluster.run(*words, lease_seconds=0.01) == here(*words), "and it ends as soon as it is sure"
    words = ["exploit", "hanamikoji", "greedy", "--deals", "6", "--nodes", "50", "--also", "thumb", "--json"]
    assert cluster.run(*words, lease_seconds=0.1) == here(*words)
    studies = [tmp_path / name for name in ("here.csv", "there.csv")]
    words = ["study", "indigo", "--player", "champion:nodes=60,worlds=5", "--deals", "12"]
    here(*words, "--out", str(studies[0]))
    # The study continues after a few existing rows.
    whole = studies[0].read_text().splitlines(keepends=True)
    (tmp_path / "there.csv.partial").write_text("".join(whole[:13]))
    said = cluster.run(*words, "--out", str(studies[1]), lease_seconds=0.1)
    assert "12 rows, 4 of them from before" in said
    assert studies[0].read_bytes() == studies[1].read_bytes()


def test_a_worker_that_cannot_work_says_why_and_where(two_nodes, programs, tmp_path, monkeypatch):
    workers = cluster.Workers()
    with pytest.raises(cardsharp.Error, match=f"worker on {socket.gethostname()} refuses: a task that cannot be read"):
        list(workers.work(b"no task", b"", 3))


class Backwards:
    """Workers that compute everything twice, in reverse order, in leases of varying length."""

    def __init__(self, damage=lambda made: made):
        self.damage = damage

    def nodes(self):
        return 1

    def work(self, task, stage, pieces):
        starts = list(range(0, pieces, 3))
        made = {}
        for _ in range(2):
            for first in reversed(starts):
                made[first] = cardsharp._cardsharp.lease(task, stage, first, min(3, pieces - first))
        return (self.damage(made[first]) for first in starts)


def test_what_is_brought_is_looked_at(tmp_path, capfd):
    match = ["match", "kuhn" if "kuhn" in [game.name for game in cardsharp.games()] else "indigo", "random", "random"]
    match += ["--deals", "7", "--json"]
    assert cardsharp.command(match) == 0
    assert cardsharp._cardsharp.report_elsewhere(match, Backwards()) == capfd.readouterr().out
    tournament = ["tournament", "indigo", "random", "greedy", "--rounds", "3", "--json", "--db", str(tmp_path / "a.db")]
    for words in (match, tournament):
        for damage in (lambda made: made[:-1], lambda made: made + made, lambda made: b""):
            with pytest.raises(cardsharp.Error, match="brought"):
                cardsharp._cardsharp.report_elsewhere(words, Backwards(damage))
    with pytest.raises(cardsharp.Error, match="only match, tournament, study and exploit"):
        cardsharp._cardsharp.report_elsewhere(["deal", "indigo"], Backwards())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("match chess random random", "chess"),
        ("match indigo random", "indigo has 2 seats, but 1 players are named"),
        ("match indigo random nobody", "nobody"),
        ("match indigo random net:nowhere", "net:nowhere"),
        ("match indigo random net:/dev/zero", "is not a plain file"),
        ("match indigo random random --deals 0", "--deals"),
        ("match indigo random random --option sums=face", "sums"),
        ("match indigo random random --address", "--address needs"),
        ("tournament indigo no-such-file.c", "no-such-file.c"),
        ("tournament --resume --db /nowhere/none.db", "none.db"),
        ("exploit indigo nobody", "nobody"),
        ("study indigo --part hands --out x", "hands"),
        ("tournament intensity random --logs logs --db x.db", "--logs"),
        ("serve", "only match, tournament, study and exploit"),
    ],
)
def test_what_is_typed_wrongly_is_refused_before_anything_is_handed_out(words, reason, capfd, monkeypatch):
    def nobody():
        raise AssertionError("nobody is called")

    monkeypatch.setattr(cluster, "_ray", nobody)
    status = cluster.main(words.split())
    assert status == (1 if "none.db" in words else 2)
    assert reason in capfd.readouterr().err


def test_help_is_there_and_no_words_are_a_mistake(capfd):
    assert cluster.main(["--help"]) == 0
    assert "cardsharp-cluster tournament" in capfd.readouterr().out
    assert cluster.main([]) == 2


def test_the_commands_of_the_binary_are_there(capfd):
    assert cardsharp.command(["deal", "indigo", "--seed", "7"]) == 0
    assert capfd.readouterr().out == str(cardsharp.Game("indigo").deal(7)) + "\n"
    done = subprocess.run([sys.executable, "-m", "cardsharp", "match", "indigo", "nobody", "random"], capture_output=True, text=True)
    assert done.returncode == 2 and "nobody" in done.stderr
