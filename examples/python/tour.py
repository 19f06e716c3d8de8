"""A tour in cells: open it as a notebook in an editor that supports `# %%`, or run it as it is."""

# %% Games, and a deal from a seed
import cardsharp

game = cardsharp.Game("hanamikoji")
print(game.title, "for", game.seats)
state = game.start(7)
state  # in a notebook: the position, drawn with the cards of the web page

# %% A seat's view
view = state.observe()
print(view)
print(len(view.legal_actions()), "actions, for example", view.legal_moves()[0])

# %% A cardsharp player decides
champion = cardsharp.Player(game, "champion:nodes=200")
choice = champion.act(view, seed=1)
print("The champion would", game.action_to_string(choice))

# %% Its reasons, and the likely places of the hidden cards
thought = cardsharp.analyse(view, player="champion:nodes=200")
print(thought["words"][0])
beliefs = cardsharp.beliefs(view)
print(f"{len(beliefs['columns']['card'])} chances of cards in places")

# %% A game, from its deal to its record
record = cardsharp.play(game, ["champion:nodes=100", "greedy"], seed=7)
print(record.result, "after", len(record.actions), "actions")
for step in cardsharp.replay(record, seat=1)["steps"][:4]:
    print(step["step"], step["event"])

# %% A match: every deal in every seating, means with their standard errors
match = cardsharp.match(game, ["greedy", "random"], deals=100, seed=1)
print(match["comparisons"][0]["words"])

# %% Its games as a table
import pandas

print(pandas.DataFrame(match["columns"]).groupby("name").points.agg(["mean", "count"]))

# %% A tournament
tournament = cardsharp.tournament(game, ["greedy", "thumb", "random", "random"], rounds=3, deals=5, seed=1)
for standing in tournament["standings"]:
    print(standing["place"], standing["name"], standing["points"])

# %% A thousand games at once, for training
env = cardsharp.VectorEnv(game, 1000, seed=1)
print(env.observations.shape, env.masks.shape, env.seats[:8])
print(env.step_random(100), "games came to their end")
