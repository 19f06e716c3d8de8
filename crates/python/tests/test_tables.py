"""Matches, tournaments, exploits and analyses, with built-in and Python players."""

import os
import signal
import threading
import time
from pathlib import Path

import pandas
import polars
import pytest

import cardsharp
from conftest import random_states


class First:
    """Takes the first legal action."""

    name = "first"

    def act(self, observation):
        return observation.legal_actions()[0]


class FirstOfMany:
    """Does the same in batches, by notation. Its first call is slow, so that a batch gathers."""

    name = "first"

    def __init__(self):
        self.sizes = []

    def act_batch(self, observations):
        if not self.sizes:
            cardsharp.analyse(observations[0], player="champion:nodes=2000")
        self.sizes.append(len(observations))
        return [observation.legal_moves()[0] for observation in observations]


def without_times(result):
    for player in result["players"]:
        del player["decision_ms"]
    return {key: value for key, value in result.items() if key != "columns"}


def seating(game, *players):
    return [*players, *["random"] * (game.seats - len(players))]


def test_a_match_is_the_same_on_any_number_of_threads(game):
    results = [
        cardsharp.match(game, seating(game, First()), deals=6, seed=5, threads=threads, records=True)
        for threads in (1, 3)
    ]
    frames = [pandas.DataFrame(result["columns"]) for result in results]
    pandas.testing.assert_frame_equal(*frames)
    assert results[0].pop("records") == results[1].pop("records")
    assert without_times(results[0]) == without_times(results[1])


def test_many_at_once_play_as_one_at_a_time(game):
    batched = FirstOfMany()
    one, many = [
        cardsharp.match(game, seating(game, player), deals=30, seed=5, records=True)["records"]
        for player in (First(), batched)
    ]
    assert one == many
    turns = [(record, step["turn"]) for record in many for step in cardsharp.replay(record)["steps"]]
    asked = sum(turn is not None and record.names[turn] == "first" for record, turn in turns)
    assert sum(batched.sizes) == asked and max(batched.sizes) > 1


def test_columns_and_report_agree(game):
    result = cardsharp.match(game, seating(game, First()), deals=5, seed=2, records=True)
    frame = pandas.DataFrame(result["columns"])
    assert len(frame) == 5 * game.seats**2 == len(polars.DataFrame(result["columns"]))
    for number, player in enumerate(result["players"]):
        rows = frame[frame.player == number]
        assert rows.points.mean() == pytest.approx(player["points"]["mean"])
        assert rows.returns.mean() == pytest.approx(player["returns"]["mean"])
        assert [int((rows.place == place + 1).sum()) for place in range(game.seats)] == player["places"]
    for row in frame.itertuples():
        record = result["records"][row.deal * game.seats + row.rotation]
        assert record.result[row.seat] == row.returns and record.names[row.seat] == row.name


def test_one_game_is_that_of_the_match(game):
    players = seating(game, First())
    first = cardsharp.match(game, players, deals=1, seed=9, records=True)["records"][0]
    assert cardsharp.play(game, players, seed=first.seed) == first


def test_a_tournament_is_kept(game, tmp_path):
    db = tmp_path / "games.db"
    entrants = [First(), FirstOfMany(), "random", "random", "random"]
    results = [cardsharp.tournament(game, entrants, rounds=2, deals=1, seed=3, db=db, threads=t) for t in (1, 4)]
    assert [result.pop("tournament") for result in results] == [1, 2]
    assert results[1].pop("first_game") - results[0].pop("first_game") == results[0]["games"]
    columns = [pandas.DataFrame(result.pop("columns")) for result in results]
    pandas.testing.assert_frame_equal(*columns)
    assert results[0] == results[1] and set(columns[0].name) > {"first", "first-2"}
    assert sum(columns[0].faults) == 0


class Raises:
    """Fails after a few decisions."""

    def __init__(self):
        self.asked = 0

    def act(self, observation):
        self.asked += 1
        if self.asked > 3:
            raise KeyError("my own mistake")
        return observation.legal_actions()[0]


class Answers:
    """Answers with something else than an action."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, observation):
        return self.answer


class AnswersFewer:
    """Returns too few answers."""

    def act_batch(self, observations):
        return []


@pytest.mark.parametrize(
    ("player", "error", "words"),
    [
        (Raises(), KeyError, "my own mistake"),
        (Answers(10**6), cardsharp.IllegalAction, "Answers: .*expected one below"),
        (Answers("rubbish"), cardsharp.IllegalAction, "Answers: \"rubbish\" is not"),
        (Answers(None), cardsharp.IllegalAction, "Answers: None is no action"),
        (AnswersFewer(), cardsharp.Error, "act_batch answered 0 of"),
    ],
)
def test_what_goes_wrong_in_a_player_is_raised_where_it_was_called(game, player, error, words, tmp_path):
    with pytest.raises(error, match=words):
        cardsharp.match(game, seating(game, player), deals=50)
    if isinstance(player, Raises):
        return
    db = tmp_path / "games.db"
    with pytest.raises(error, match=words):
        cardsharp.tournament(game, [player, "random"], rounds=3, db=db)
    with pytest.raises(error, match=words):
        cardsharp.exploit(game, player, deals=2, nodes=5)


def test_players_that_are_none_are_refused_by_name(game):
    with pytest.raises(cardsharp.UnknownPlayer, match='did you mean "champion"'):
        cardsharp.match(game, seating(game, "champoin"))
    with pytest.raises(TypeError, match="object with act"):
        cardsharp.match(game, seating(game, 3))
    with pytest.raises(cardsharp.Error, match="seats, but 1 players are named"):
        cardsharp.match(game, ["random"])
    with pytest.raises(cardsharp.Error, match="deals=0"):
        cardsharp.match(game, seating(game, "random"), deals=0)
    with pytest.raises(cardsharp.Error, match="threads=0"):
        cardsharp.match(game, seating(game, "random"), threads=0)
    with pytest.raises(cardsharp.Error, match="more tables than can be played"):
        cardsharp.tournament(game, ["random"] * 2000, format="round-robin", rounds=1000000, deals=1000000)
    with pytest.raises(cardsharp.Error, match="expected swiss, round-robin or gauntlet"):
        cardsharp.tournament(game, ["random"], format="knock-out")


def test_a_player_of_python_is_exploited_like_the_same_of_the_house():
    """An exploiter that knows the target wins, because the target always takes the first legal action."""
    told = cardsharp.exploit("hanamikoji", First(), also=["greedy"], deals=2, nodes=10, seed=1)
    names = [exploiter["name"] for exploiter in told["exploiters"]]
    assert "search" in names and "greedy" in names and told["at_least"]["won"]["mean"] > 0
    assert cardsharp.exploit("hanamikoji", First(), also=["greedy"], deals=2, nodes=10, seed=1, threads=2) == told


def test_thoughts_are_told_as_columns(game):
    view = game.start(3).observe()
    thought = cardsharp.analyse(view, player="champion:nodes=50,worlds=20")
    frame = pandas.DataFrame(thought["columns"])
    assert set(frame.action) == set(view.legal_moves()) and len(polars.DataFrame(thought["columns"])) == len(frame)
    assert thought["view"] == str(view)
    belief = cardsharp.beliefs(view, worlds=50)
    cells = pandas.DataFrame(belief["columns"])
    assert cells.groupby("card").chance.sum().tolist() == pytest.approx([1.0] * cells.card.nunique())
    pandas.testing.assert_frame_equal(pandas.DataFrame(cardsharp.beliefs(view, worlds=50)["columns"]), cells)
    weights = cardsharp.Player(game, "random").consider(view)["weights"]
    assert sum(weights["weight"]) == pytest.approx(1, abs=1e-4)
    choice = cardsharp.Player(game, "champion:nodes=20,worlds=10")
    assert choice.act(view, seed=4) == choice.act(view, seed=4) in view.legal_actions()


@pytest.mark.parametrize("spec", ["random", "champion:nodes=20,worlds=10"])
def test_a_player_answers_many_as_it_answers_each(game, spec):
    views = [state.observe() for seed in (1, 2) for state in random_states(game, seed) if not state.is_terminal()][:40]
    player = cardsharp.Player(game, spec)
    each = [player.act(view, seed=9 + place) for place, view in enumerate(views)]
    for threads in (1, 3, None):
        assert player.act_batch(views, seed=9, threads=threads) == each
    assert player.act_batch([]) == []
    if spec == "random":
        assert player.act_batch(views, seed=10) != each
    with pytest.raises(cardsharp.Error, match="not the turn of seat 1"):
        player.act_batch([views[0], game.start(1).observe(1)])
    with pytest.raises(cardsharp.Error, match="threads=0"):
        player.act_batch(views, threads=0)


def test_thoughts_about_what_is_over_or_of_others_are_refused(game):
    record = cardsharp.play(game, ["random"] * game.seats)
    with pytest.raises(cardsharp.Error, match="the game is over"):
        cardsharp.analyse(record.state().observe(0))
    with pytest.raises(cardsharp.Error, match="say whose observation"):
        record.state().observe()
    other = next(one for one in cardsharp.games() if one != game)
    with pytest.raises(cardsharp.Error, match=f"asked about a game of {game.name}"):
        cardsharp.Player(other, "random").act(game.start(1).observe())
    with pytest.raises(cardsharp.Error, match="not the turn of seat 1"):
        cardsharp.Player(game, "random").act(game.start(1).observe(1))


def interrupt_when(started):
    """Sends Ctrl-C once the run has started."""

    def press():
        started.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


class Tells(First):
    """Signals its first decision."""

    def __init__(self):
        self.started = threading.Event()

    def act(self, observation):
        self.started.set()
        return super().act(observation)


@pytest.fixture
def heeds_interrupts():
    """Enables interrupts: a test run in the background may ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_programs_take_part_in_a_tournament_and_it_goes_on(tmp_path):
    bot = str(Path(__file__).parents[3] / "examples" / "bot.py")
    how = {"format": "round-robin", "deals": 2, "seed": 4, "db": tmp_path / "games.db"}
    entrants = [bot, "greedy", First()]
    result = cardsharp.tournament("indigo", entrants, **how)
    assert len(result["standings"]) == 3 and not any(standing["faults"] for standing in result["standings"])
    # All games are stored; with other entrants it would be a different tournament.
    assert cardsharp.tournament("indigo", entrants, resume=True, **how)["standings"] == result["standings"]
    with pytest.raises(cardsharp.Error, match="no such tournament"):
        cardsharp.tournament("indigo", [bot, "classic", First()], resume=True, **how)
    # Without Python players the command can continue the tournament.
    how["db"] = tmp_path / "ours.db"
    cardsharp.tournament("indigo", [bot, "greedy"], **how)
    assert cardsharp.command(["tournament", "--resume", "--db", str(how["db"])]) == 0


@pytest.mark.parametrize("run", [cardsharp.match, cardsharp.tournament])
def test_ctrl_c_ends_a_run_at_once(run, tmp_path, heeds_interrupts):
    player = Tells()
    thread = interrupt_when(player.started)
    kept = {"db": tmp_path / "games.db"} if run is cardsharp.tournament else {}
    with pytest.raises(KeyboardInterrupt):
        # Uninterrupted, this run takes hours.
        run("indigo", [player, "champion:ms=3600000"], deals=1000, **kept)
    thread.join()


def test_other_threads_of_python_go_on_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    view = cardsharp.Game("indigo").start(1).observe()
    before = time.monotonic()
    cardsharp.Player("indigo", "champion:ms=300").act(view)
    after = time.monotonic()
    done.set()
    thread.join()
    assert sum(before < tick < after for tick in ticks) > 10
