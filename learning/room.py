"""The interface between a game and the training: its table, its opponents, its reward, its settings."""

import argparse
import importlib
from collections import namedtuple
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Callable, Optional

# Kinds of opponents for every game: an earlier version of the learner or a given network, and a random player.
PAST, RANDOM = "past", "random"

# A further head of the network. `truth(table, seat)` is its target, `width` small whole numbers for every game;
# `loss(answers, truth)` is its loss.
Head = namedtuple("Head", "name outputs weight truth width loss")
# A training run; `program` is teach, train or exploit. Every stage starts from the weights of the previous one.
Stage = namedtuple("Stage", "name program options")


def returns(table, done):
    """The default reward: the returns."""
    return table.returns()


@dataclass(frozen=True)
class Game:
    """The description of a game; `game.py` calls it `GAME`."""

    name: str
    # The modules `table.py` and `styles.py`.
    table: ModuleType
    styles: ModuleType
    # Every kind of opponent in training, in the critic's order, with its share: of all games with two seats, of the
    # opponents with four.
    population: dict
    # Kinds that every report measures the learner against.
    opponents: tuple
    # Defaults of the options of train.py, and those of exploit.py that differ from the general ones.
    settings: dict
    exploiter: dict = field(default_factory=dict)
    stages: tuple = ()
    # The arguments of the example `lessons` for teach.py: the thinking player, its opponents and options.
    lessons: str = ""
    # The figures for people: by name, for a finished table, the value of every seat.
    figures: Callable = lambda table: {"return": table.returns()}
    # The training reward, which may depend on the share of the time that is over: it may be shaped at first.
    reward: Callable = returns
    # Whether a game of two seats is zero-sum. Then all decisions form one trajectory, and the critic's value of the
    # opponent's next decision shortens it. Otherwise each seat's decisions form a trajectory.
    zero_sum: bool = False
    heads: tuple = ()
    # The weight of the value head's loss, and the opponents beside which it learns: None is all of them.
    value_weight: float = 0.25
    value_with: Optional[tuple] = None
    # The number of inputs after the features that describe the opponent to a seat (`Styles.told`).
    told: int = 0
    # With four seats, at tables with opponents: the chance of every further seat to be the learner's, and how often all
    # opponents are of one kind.
    more: float = 0.3
    alike: float = 0.5
    # The range of the past's temperature, drawn for every table; None is always 1.
    heats: Optional[tuple] = None
    # Draws a symmetry that renames cards. Returns for every feature, padded ones included, and for every action the
    # place it is taken from.
    renamed: Optional[Callable] = None
    # Whether the table does the same at every step: only then is compiling worth it.
    is_branchless: bool = False
    # Whether the table's own products may be rounded, because they are of small whole numbers.
    may_round: bool = False
    # Further arguments of `Table`, the number of steps if not `STEPS`, and the games that differ only in these.
    options: dict = field(default_factory=dict)
    shorter: Optional[int] = None
    variants: dict = field(default_factory=dict)
    # Three optional functions: the `Styles` of a kind, where it depends on the kind; the choices of the checked player,
    # where scores do not express them; and the whole check, where the printed games contain more than check.py reads.
    seated: Optional[Callable] = None
    liked: Optional[Callable] = None
    check: Optional[Callable] = None
    # For games against cardsharp players: the deal in the numbers that `Table.deal` takes, from the Rust text; and the
    # returns by the Rust rules, where they differ from those here.
    dealt: Optional[Callable] = None
    worth: Optional[Callable] = None

    @property
    def seats(self):
        return self.table.SEATS

    @property
    def steps(self):
        return self.shorter or self.table.STEPS

    @property
    def inputs(self):
        return self.table.FEATURES + self.told

    @property
    def hidden(self):
        """The width of the critic's additional inputs: hidden cards and, with two seats, the kind of opponent. Rows of
        a multiple of eight let the GPU use its fastest matrix products."""
        kinds = 1 + len(self.population) if self.seats == 2 else 0
        return -(-(self.table.OPEN + kinds) // 8) * 8

    def new_table(self, games, device):
        return self.table.Table(games, device, **self.options)

    def new_styles(self, kind, games, device):
        return self.seated(kind, games, device) if self.seated else self.styles.Styles(games, device)


def games():
    """Returns the names of all games here."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.py"))


def find(name, variant=None):
    game = importlib.import_module(f"{name}.game").GAME
    if variant is None:
        return game
    if variant not in game.variants:
        raise ValueError(f"{name} has no variant {variant}, only {', '.join(game.variants) or 'the game itself'}")
    return game.variants[variant]


def parse_game(description):
    """Reads the game from the command line. Returns it and a parser for the other options, whose defaults may depend on
    the game."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("game", choices=games())
    first.add_argument("--variant", help="a game that differs a little from it")
    said, _ = first.parse_known_args()
    whole = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, parents=[first])
    try:
        return find(said.game, said.variant), whole
    except ValueError as wrong:
        whole.error(str(wrong))
