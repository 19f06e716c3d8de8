"""Your plan for @TITLE@: which of the legal actions to choose. `cardsharp rules @GAME@` has the rules."""

# TODO 1: a name of your own: letters, digits, spaces, ' _ and -, at most 32.
NAME = "@NAME@"


def choose(details, legal):
    """One of the legal actions. What your seat sees is in `details`.

    Whatever you print goes to the referee; notes for yourself go to sys.stderr.
    """
@IDEA@
