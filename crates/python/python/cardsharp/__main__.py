"""The command ``cardsharp``: all that the binary does, by ``python -m cardsharp``."""

import signal
import sys

from ._cardsharp import command


def main() -> None:
    """Does what was typed."""
    # Nothing in Python is waiting to be told of Ctrl-C: it ends the command, as it does the binary.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(sys.argv[1:]))


if __name__ == "__main__":
    main()
