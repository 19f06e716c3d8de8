"""What the room needs to know of a game: its table, its strangers, what it wants, how it is usually trained."""

import argparse
import importlib
from collections import namedtuple
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Callable, Optional

# Who may sit at any game's tables: what the learner was before or a given network, and chance.
PAST, RANDOM = "past", "random"

# A further head of the network. `truth(table, seat)` is what it should say, `width` small whole numbers for every game;
# `loss(answers, truth)` is how far off it is.
Head = namedtuple("Head", "name outputs weight truth width loss")
# A run on the way to the stored network: `program` is teach, train or exploit; every stage begins where the last one ended.
Stage = namedtuple("Stage", "name program options")


def returns(table, done):
    """What is learnt from where a game does not say otherwise."""
    return table.returns()


@dataclass(frozen=True)
class Game:
    """A game's `game.py` has one of these, called `GAME`."""

    name: str
    # The modules `table.py` and `styles.py`.
    table: ModuleType
    styles: ModuleType
    # Every kind of stranger that training may seat, in the critic's order, and how often it does: of all games with two
    # seats, of the strangers with four.
    strangers: dict
    # Kinds that every report measures it against.
    opponents: tuple
    # Defaults of the options of train.py, and those of exploit.py that are not the room's.
    settings: dict
    exploiter: dict = field(default_factory=dict)
    stages: tuple = ()
    # Who thinks and who else sits there in the games that `teach.py` learns from, as the example `lessons` is told.
    lessons: str = ""
    # What people count: names, and for a finished table the figures of every seat.
    figures: Callable = lambda table: {"return": table.returns()}
    # What training rewards, by the share of the time that is over: it may be shaped at first.
    reward: Callable = returns
    # With two seats, whether one's gain is the other's loss: then all decisions are one story, which the critic's
    # opinion of the other's decisions makes shorter. Else the decisions of a seat are its story.
    zero_sum: bool = False
    heads: tuple = ()
    # How much the head that says what to expect counts, and beside which strangers it learns: None is all of them.
    value_weight: float = 0.25
    value_with: Optional[tuple] = None
    # Inputs after the features: what a seat is told of who sits opposite (`Styles.told`).
    told: int = 0
    # With four seats, at tables with strangers: how often a seat is the learner's all the same, and how often all strangers
    # are of one kind.
    more: float = 0.3
    alike: float = 0.5
    # The temperatures between which the past plays, drawn for every table; None is always 1.
    heats: Optional[tuple] = None
    # Draws one of the ways to rename cards that change nothing: for every feature, padded ones included, and for every
    # action, from where it is taken.
    renamed: Optional[Callable] = None
    # Whether the table does the same at every step: only then is it worth compiling.
    is_branchless: bool = False
    # Whether the table's own products may be rounded, being those of small whole numbers.
    may_round: bool = False
    # What else `Table` is made with, how many steps that has if not `STEPS`, and the games that differ only in this.
    options: dict = field(default_factory=dict)
    shorter: Optional[int] = None
    variants: dict = field(default_factory=dict)
    # Makes the `Styles` of a kind, where it matters who sits; what a house style likes, where scores do not say it, or the
    # whole check, where the printed games say more than the room reads.
    seated: Optional[Callable] = None
    liked: Optional[Callable] = None
    check: Optional[Callable] = None
    # Where players of the house may sit down: a deal as the house writes it, in the numbers `Table.deal` takes, and what
    # the house's rules say a finished game is worth to every seat, where that is not the return here.
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
        """How wide what only the critic sees is: hidden cards and, with two seats, who sits opposite. Rows of a multiple
        of eight let the GPU use its fastest matrix products."""
        kinds = 1 + len(self.strangers) if self.seats == 2 else 0
        return -(-(self.table.OPEN + kinds) // 8) * 8

    def new_table(self, games, device):
        return self.table.Table(games, device, **self.options)

    def new_styles(self, kind, games, device):
        return self.seated(kind, games, device) if self.seated else self.styles.Styles(games, device)


def games():
    """All that have a room here."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.py"))


def find(name, variant=None):
    game = importlib.import_module(f"{name}.game").GAME
    if variant is None:
        return game
    if variant not in game.variants:
        raise ValueError(f"{name} has no variant {variant}, only {', '.join(game.variants) or 'the game itself'}")
    return game.variants[variant]


def asked(description):
    """The game that a program is asked for, and a parser of what else is said: its defaults may be the game's."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("game", choices=games())
    first.add_argument("--variant", help="a game that differs a little from it")
    said, _ = first.parse_known_args()
    whole = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter, parents=[first])
    try:
        return find(said.game, said.variant), whole
    except ValueError as wrong:
        whole.error(str(wrong))
