"""A match on a Ray cluster is the match of one machine, whatever dies meanwhile."""

import socket

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import cardsharp
from cardsharp import cluster, nets

NODE = {"num_cpus": 1, "include_dashboard": False}


def free_port():
    """A port of loopback that nobody uses, above those that Ray's workers would take by themselves."""
    for port in range(20000, 30000):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("all ports are taken")


@pytest.fixture
def two_nodes(monkeypatch):
    """A head and another node, both of one core, on loopback."""
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # A node that is gone is noticed within a second or two.
    notice = {"health_check_period_ms": 300, "health_check_failure_threshold": 2, "health_check_initial_delay_ms": 0}
    head = {**NODE, "gcs_server_port": free_port(), "_system_config": notice}
    nodes = Cluster(initialize_head=True, head_node_args=head)
    other = nodes.add_node(**NODE)
    nodes.wait_for_nodes()
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes, other
    ray.shutdown()
    nodes.shutdown()


def same(one, other):
    """Two reports of a match, columns apart."""
    columns = [report.pop("columns") for report in (one, other)]
    assert all(np.array_equal(columns[0][name], columns[1][name]) for name in columns[0])
    assert one == other


def local(game, players, **how):
    """The match on this machine alone, without times."""
    report = cardsharp.match(game, players, **how)
    for player in report["players"]:
        del player["decision_ms"]
    return report


def test_a_node_that_dies_changes_nothing(two_nodes, tmp_path):
    nodes, other = two_nodes
    game = cardsharp.Game("indigo")
    path = tmp_path / "net.safetensors"
    nets.save(path, game, [(np.ones((game.num_actions, game.num_features)), np.arange(game.num_actions))])
    players = ["champion:nodes=300,worlds=30", f"net:{path}"]
    seen = []

    def watch(progress):
        if not seen:
            nodes.remove_node(other, allow_graceful=False)
        seen.append(progress)

    report = cluster.match(game, players, deals=150, seed=3, lease_seconds=0.3, progress=watch)
    assert [progress.nodes for progress in (seen[0], seen[-1])] == [2, 1], "it was noticed in the middle"
    assert seen[-1].done == 150
    del report["text"]
    same(report, local(game, players, deals=150, seed=3))


def test_parts_make_the_whole(game):
    players = ["random"] * game.seats
    whole = cardsharp.play_deals(game, players, first=0, count=7, seed=5)
    parts = [cardsharp.play_deals(game, players, first=first, count=count, seed=5) for first, count in ((0, 3), (3, 4))]
    assert np.array_equal(np.concatenate(parts), whole)
    report = cardsharp.match_report(game, players, whole, seed=5)
    del report["text"]
    same(report, local(game, players, deals=7, seed=5))
    with pytest.raises(cardsharp.Error, match="numbers for"):
        cardsharp.match_report(game, players, whole[1:])


def test_leases_cover_every_deal_once():
    lengths = iter([1, 5, 100, 2, 2])
    covered = [deal for first, count in cluster.leases(50, lambda: next(lengths)) for deal in range(first, first + count)]
    assert covered == list(range(50))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("match chess random random", "chess"),
        ("match indigo random", "indigo has 2 seats, but 1 players are named"),
        ("match indigo random nobody", "nobody"),
        ("match indigo random net:nowhere", "net:nowhere"),
        ("match indigo random net:/dev/zero", "is not a plain file"),
        ("match indigo random random --deals 0", "deals=0"),
        ("match indigo random random --option sums=face", "sums"),
    ],
)
def test_what_is_typed_wrongly_is_refused_before_anything_is_handed_out(words, reason, capsys):
    with pytest.raises(SystemExit) as refused:
        cluster.main(words.split())
    assert refused.value.code == 2
    assert reason in capsys.readouterr().err
