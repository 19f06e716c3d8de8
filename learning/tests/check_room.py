"""Tests that hold for every game, in seconds and without a GPU:

    TORCHDYNAMO_DISABLE=1 python3 learning/tests/check_room.py
"""

import argparse
import os
import sys
import tempfile

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import play  # noqa: E402
import room  # noqa: E402
import teach  # noqa: E402
from learner import Moment, advantages  # noqa: E402
from residual import Policy  # noqa: E402
from seating import LEARNER  # noqa: E402

# Some computers have no fast products of bfloat16.
torch.backends.mkldnn.enabled = False


def all_variants():
    for name in room.games():
        yield room.find(name)
        yield from room.find(name).variants.values()


def slow_advantages(seats, values, reward, lam):
    """Computes the advantages of one game, decision by decision: each looks ahead along its own seat's decisions."""
    found = []
    for step, seat in enumerate(seats):
        trajectory = [values[later] for later in range(step, len(seats)) if seats[later] == seat] + [reward[seat]]
        surprises = [after - before for before, after in zip(trajectory, trajectory[1:])]
        found.append(sum(lam**ahead * surprise for ahead, surprise in enumerate(surprises)))
    return found


def test_advantages_follow_each_seats_decisions():
    for seats in (2, 4):
        steps, games = 13, 5
        seat, values = torch.randint(0, seats, (steps, games)), torch.randn(steps, games)
        reward = torch.randn(games, seats)
        found, target = advantages(seat, values, reward, 0.9, zero_sum=False)
        for game in range(games):
            slow = slow_advantages(seat[:, game].tolist(), values[:, game].tolist(), reward[game].tolist(), 0.9)
            assert torch.allclose(found[:, game], torch.tensor(slow), atol=1e-5)
        assert torch.allclose(target, found + values)


def test_zero_sum_advantages_follow_all_decisions():
    steps, games = 12, 5
    seat, values, first = torch.randint(0, 2, (steps, games)), torch.randn(steps, games), torch.randn(games)
    found, _ = advantages(seat, values, torch.stack([first, -first], 1), 0.9, zero_sum=True)
    sign = 1.0 - 2.0 * seat
    for game in range(games):
        # As if the first seat had made every decision, with the sign of the second seat's flipped.
        seen = (values * sign)[:, game].tolist()
        slow = torch.tensor(slow_advantages([0] * steps, seen, [first[game].item()], 0.9))
        assert torch.allclose(found[:, game], slow * sign[:, game], atol=1e-5)


def test_stored_networks_are_read_back():
    for game in all_variants():
        policy, paths = Policy(game, 16, 2), [os.path.join(tempfile.mkdtemp(), name) for name in "ab"]
        policy.save(paths[0])
        read = Policy.read(game, paths[0])
        read.save(paths[1])
        with open(paths[0], "rb") as one, open(paths[1], "rb") as other:
            assert one.read() == other.read(), game.name
        for mine, theirs in zip(policy.heads(), read.heads()):
            assert torch.equal(mine.weight.half().float(), theirs.weight), game.name


def test_stored_networks_stay_as_they_are():
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../crates/search/data")
    for name in os.listdir(data):
        if name.endswith(".net"):
            again = os.path.join(tempfile.mkdtemp(), name)
            Policy.read(room.find(name.removesuffix(".net").removesuffix("-exploiter")), os.path.join(data, name)).save(again)
            with open(os.path.join(data, name), "rb") as one, open(again, "rb") as other:
                assert one.read() == other.read(), name


@torch.no_grad()
def test_a_batch_plays_legally_to_its_end():
    for game in all_variants():
        shares = {kind: 1 / (2 + len(game.population)) for kind in game.population}
        policy, one, games = Policy(game, 16, 1), torch.tensor(1.0), 4 * (2 + len(game.population))
        batch = play.Batch(game, games, shares, "cpu", mixed=0.5, more=game.more, heats=game.heats)
        acts, counted = batch.table.act, []

        def act(action):
            assert batch.table.legal(batch.table.seat()).gather(1, action.unsqueeze(1)).all(), game.name
            counted.append(action)
            acts(action)

        batch.table.act = act
        batch.play(policy, policy, one, one)
        assert len(counted) == game.steps and batch.legal.any(2).all(), game.name
        assert (batch.who == LEARNER).any(1).all() and set(batch.who.flatten().tolist()) > {LEARNER}, game.name
        returns = batch.table.returns()
        assert returns.shape == (games, game.seats) and not returns.isnan().any(), game.name
        # Only the learner's own decisions are used.
        mine = batch.who.gather(1, batch.seat.T).T == LEARNER
        assert not (batch.active & ~mine).any(), game.name
        assert batch.x[:, :, game.inputs:].abs().sum() == 0, game.name


def test_rust_deals_are_read_in_order():
    rules = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../crates/rules/data")
    for game in all_variants():
        if game.dealt is None:
            continue
        with open(os.path.join(rules, game.name, "deals.csv")) as file:
            text = file.readline().split(",", 1)[1]
        table = game.new_table(1, "cpu")
        table.deal(torch.tensor([game.dealt(text)]))
        # The seat that begins holds the first hand of the text.
        legal = table.legal(table.seat())
        assert legal.any(), game.name
        if game.name == "indigo":
            hand = [game.dealt(card)[0] for card in text.split("hands ")[1].split(" / ")[0].split()]
            assert legal[0].nonzero().flatten().tolist() == sorted(hand), text


def test_renamed_cards_are_the_same_game():
    for game in all_variants():
        if game.renamed is None:
            continue
        one, other = game.new_table(8, "cpu"), game.new_table(8, "cpu")
        features, actions = game.renamed()
        # An action taken from place c is at the position of c in `actions`.
        names, order = actions.argsort(), torch.stack([torch.randperm(len(actions)) for _ in range(8)])
        one.deal(order)
        other.deal(names[order])
        for step in range(game.steps):
            seat = one.seat()
            legal, as_well = one.legal(seat), other.legal(seat)
            assert torch.equal(legal[:, actions], as_well), (game.name, step)
            assert torch.equal(one.encode(seat, legal)[:, features], other.encode(seat, as_well)), (game.name, step)
            action = (legal * torch.rand(legal.shape)).argmax(1)
            one.act(action)
            other.act(names[action])
        assert torch.equal(one.returns(), other.returns()), game.name


def test_teaching_learns_the_lessons():
    game, path = room.find("indigo"), os.path.join(tempfile.mkdtemp(), "lessons.txt")
    with open(path, "w") as file:
        # The card without a point is best under any renaming; an untried action has no value.
        for number in range(600):
            suit = 13 * (number % 4)
            plain, point, other = suit + 1 + number % 8, suit + 9 + number % 3, suit + 12
            held = " ".join(f"{card}:1" for card in (plain, point, other))
            file.write(f"{held} 430:0.25 | {point}:0.40:9 {plain}:0.60:9 {other}:0.99:0\n")
    x, values = teach.read(path, game)
    assert x[0, :3].tolist() == [0, 1, 0] and x[0, 430] == 0.25 and x.sum() == 600 * 3.25
    assert torch.equal(values[0, [1, 9]], torch.tensor([0.6, 0.4])) and (values[0] > teach.WORST).sum() == 2
    assert torch.allclose(teach.target_probabilities(values[:1], 0.2)[0, [1, 9]], torch.tensor([0.5, -0.5]).softmax(0))
    args = argparse.Namespace(width=16, blocks=1, lr=0.01, minibatch=64, sharp=0.02)
    pupil = teach.Pupil(game, (x, values), args)
    before = pupil.loss_parts()
    for number in range(10):
        pupil.learn(Moment(number, 0.0, number / 10, False))
    after = pupil.loss_parts()
    assert after["choice"] < before["choice"] / 2 and after["expect"] < before["expect"], (before, after)
    assert after["agrees"] > 0.9 and after["% lost a decision"] < 2.0, after


def test_every_opponent_can_be_measured():
    for game in all_variants():
        for kind in game.opponents:
            score = play.measure(game, Policy(game, 16, 1), None, kind, 8, "cpu", 0.1)
            assert len(score.seats) == game.seats and score.figures, (game.name, kind)


if __name__ == "__main__":
    torch.manual_seed(1)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name.removeprefix("test_").replace("_", " "))
