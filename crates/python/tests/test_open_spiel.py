"""OpenSpiel accepts the games and gives the same results."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, expected_game_score, external_sampling_mccfr

import cardsharp
import cardsharp.open_spiel

CUT_DOWN = "cardsharp_cut_down_hanamikoji"


def spiel(game):
    return pyspiel.load_game(f"cardsharp_{game.name.replace('-', '_')}")


def deal_state(game, seed):
    """A dealt state of OpenSpiel, and the same state of cardsharp."""
    draw, state = random.Random(seed), spiel(game).new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes())
        assert sum(chances) == pytest.approx(1)
        state.apply_action(draw.choices(actions, chances)[0])
    return state, state.position.clone()


def test_its_random_simulations(game):
    pyspiel.random_sim_test(spiel(game), num_sims=3, serialize=False, verbose=False)


def test_its_random_simulations_of_a_cut_down_game():
    pyspiel.random_sim_test(pyspiel.load_game(CUT_DOWN), num_sims=20, serialize=False, verbose=False)


def test_its_states_play_our_games(game):
    theirs, ours = deal_state(game, 3)
    draw = random.Random(1)
    while not ours.is_terminal():
        seat = ours.current_player()
        assert theirs.current_player() == seat and theirs.legal_actions() == ours.legal_actions()
        assert theirs.information_state_string(seat) == str(ours.observe())
        assert np.allclose(theirs.information_state_tensor(seat), ours.observe().features())
        again = theirs.resample_from_infostate(seat, draw.random)
        assert again.information_state_string(seat) == theirs.information_state_string(seat)
        action = draw.choice(ours.legal_actions())
        assert theirs.action_to_string(seat, action) == game.action_to_string(action)
        theirs, before = theirs.child(action), theirs
        assert before.current_player() == seat, "a clone is its own"
        ours.apply_action(action)
    assert theirs.is_terminal() and theirs.returns() == ours.returns()


def test_options_are_parameters():
    flexible = pyspiel.load_game("cardsharp_lucky_thirteen(sums=flexible)")
    assert flexible.notation == cardsharp.Game("lucky-thirteen", sums="flexible")
    with pytest.raises(Exception, match="sums"):
        pyspiel.load_game("cardsharp_lucky_thirteen(sums=guessed)")


def test_its_ismcts_sits_at_our_tables(game):
    player = cardsharp.open_spiel.IsmctsPlayer(simulations=3)
    record = cardsharp.play(game, [player, *["random"] * (game.seats - 1)], seed=2)
    assert record.names[0] == "open-spiel-ismcts:simulations=3" and record.result is not None


def test_its_mccfr_learns_a_cut_down_game():
    game = pyspiel.load_game(CUT_DOWN)
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(2000):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < uniform / 2


@pytest.mark.parametrize("name", [CUT_DOWN, f"{CUT_DOWN}(deck=AABFFFF,kinds=gift,points=5,types=2)"])
def test_our_value_of_a_cut_down_game_is_theirs(name):
    game = pyspiel.load_game(name)
    ours = game.cut_down.solve(rounds=3000)
    low, high = -ours["best_responses"][1], ours["best_responses"][0]
    assert 0 <= high - low < 1e-4 and low > 0.4, "an advantage for whoever begins"
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    theirs = expected_game_score.policy_value(game.new_initial_state(), [average, average])[0]
    slack = 2 * exploitability.exploitability(game, average)
    assert slack < 0.02 and low - slack <= theirs <= high + slack


def test_cut_down_games_refuse_what_does_not_fit():
    with pytest.raises(cardsharp.Error, match="the actions use"):
        cardsharp.CutDown("AAB", ["secret", "gift"], points=3, types=2)
    with pytest.raises(cardsharp.Error, match='"nap" is not an action'):
        cardsharp.CutDown("AAB", ["nap"], points=3, types=2)
    with pytest.raises(cardsharp.Error, match="more A than there are"):
        cardsharp.CutDown("AAAAABB", ["secret", "burn"], points=3, types=2)
    game = cardsharp.CutDown("AABBCDD", ["secret", "burn"], points=4, types=3)
    with pytest.raises(cardsharp.InvalidDeal, match="not those of the deck"):
        game.start("AAAAAAA")
    with pytest.raises(cardsharp.IllegalAction):
        game.start("ABCDABD").apply_action("gift ABC")
