"""Games, states, observations and records follow the rules."""

import copy
import pickle
import subprocess

import numpy as np
import pytest

import cardsharp
from conftest import random_states


def test_a_random_game_keeps_the_laws(game):
    positions = list(random_states(game, 3))
    assert positions[-1].is_terminal() and positions[-1].current_player() == -4 and positions[-1].turn is None
    assert positions[-1].legal_actions() == [] and positions[0].history() == []
    for state in positions[:-1]:
        seat, legal = state.current_player(), state.legal_actions()
        view = state.observe()
        assert (view.seat, view.turn, view.legal_actions()) == (seat, seat, legal)
        assert legal == sorted(legal) and state.legal_actions((seat + 1) % game.seats) == []
        assert list(np.flatnonzero(view.action_mask())) == legal
        assert [game.string_to_action(text) for text in view.legal_moves()] == legal
        for other in range(game.seats):
            seen = state.observe(other)
            assert game.observation(str(seen)) == seen and hash(game.observation(str(seen))) == hash(seen)
            assert seen.sample_state(5).observe(other) == seen
            assert state.resample_from_infostate(other, lambda: 0.25).observe(other) == seen
            assert seen.features().shape == (game.num_features,) and seen.features().dtype == np.float32
            assert str(seen) == state.information_state_string(other)
            assert np.array_equal(seen.features(), state.information_state_tensor(other))


def test_a_history_leads_back_to_its_state(game):
    for state in random_states(game, 4):
        again = game.start(4)
        for action in state.history():
            again.apply_action(action)
        assert again == state and copy.deepcopy(state) == state


def test_the_state_of_a_clone_is_its_own(game):
    state = game.start(1)
    kept = state.clone()
    child = state.child(state.legal_actions()[0])
    assert kept == state and child != state
    state.apply_action(game.action_to_string(state.legal_actions()[0]))
    assert child == state and kept != state


def test_a_deal_is_read_again(game):
    assert game.start(deal=game.deal(9)) == game.start(9)


def test_bad_input_is_refused_by_name(game):
    state = game.start(1)
    with pytest.raises(cardsharp.Error, match="seat 7: .* has seats 0 to"):
        state.observe(7)
    with pytest.raises(cardsharp.IllegalAction, match="number of an action"):
        state.apply_action(10**9)
    with pytest.raises(cardsharp.IllegalAction, match='"nonsense" is not'):
        state.apply_action("nonsense")
    forbidden = next(action for action in range(game.num_actions) if action not in state.legal_actions())
    with pytest.raises(cardsharp.IllegalAction, match="is not allowed here: seat 0 sees"):
        state.apply_action(forbidden)
    assert state == game.start(1), "nothing has changed"
    with pytest.raises(cardsharp.InvalidDeal):
        game.start(deal="no cards")
    with pytest.raises(cardsharp.Error, match="either a seed or a deal"):
        game.start()
    with pytest.raises(cardsharp.Error, match="one of intensity, hanamikoji"):
        cardsharp.Game("poker")
    with pytest.raises(cardsharp.Error):
        cardsharp.Game(game.name, colour="blue")
    with pytest.raises(cardsharp.RecordError, match="line 1"):
        cardsharp.Record("something else")
    with pytest.raises(cardsharp.IllegalAction, match='"-1" is not a number of an action'):
        state.apply_action(-1)
    with pytest.raises(TypeError, match="3.5 is no action: expected its number or its notation"):
        state.apply_action(3.5)


def test_what_is_pickled_comes_back(game):
    flexible = cardsharp.Game("lucky-thirteen", sums="flexible")
    record = cardsharp.play(game, ["random"] * game.seats, seed=2)
    for thing in (game, flexible, game.start(1).observe(), record):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert flexible != cardsharp.Game("lucky-thirteen")


def test_a_record_replays(game):
    record = cardsharp.play(game, ["random"] * game.seats, seed=2)
    assert record.seed == 2 and record.deal == game.deal(2) and record.faults == [0] * game.seats
    assert [float(points) for points in record.result] == record.state().returns()
    assert record.state().history() == record.action_numbers
    assert record.state(0) == game.start(2)
    assert [game.action_to_string(number) for number in record.action_numbers] == record.actions
    with pytest.raises(cardsharp.Error, match="step 999: the record has steps 0 to"):
        record.state(999)
    assert cardsharp.Record.read_all(f"{record}\n{record}") == [record, record]


def test_a_seats_story_names_no_hidden_card(game):
    record = cardsharp.play(game, ["random"] * game.seats, seed=2)
    told = cardsharp.replay(record, seat=1, at=3)
    assert [step["views"] for step in told["steps"]] == [[str(record.state(3).observe(1))]]
    assert told["record"] is None and cardsharp.replay(record)["record"] == str(record)
    with pytest.raises(cardsharp.Error, match="at=999"):
        cardsharp.replay(record, at=999)


def test_a_position_is_drawn_with_the_pages_cards(game):
    state = game.start(5)
    own, every = state.observe()._repr_html_(), state._repr_html_()
    picture = state.observe().picture()
    codes = [card["label"] for row in picture["hand"] for card in row["cards"]]
    assert codes and all(f'aria-label="{code}"' in own for code in codes)
    assert own.count("card back") > 0 and every.count("card back") == 0
    assert "<path" in own, "drawn, not written"


def test_no_card_of_another_seat_is_in_a_drawing(game):
    """All states with the same view give the same drawing."""
    for state in list(random_states(game, 6))[:-1:5]:
        view = state.observe()
        assert view.sample_state(8).observe(view.seat)._repr_html_() == view._repr_html_()


def test_the_drawings_are_those_of_the_page():
    from importlib import resources
    from pathlib import Path

    script = Path(__file__).with_name("decks.mjs")
    made = subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout
    assert resources.files("cardsharp").joinpath("decks.json").read_text() == made
