"""The command line of the binary, as ``python -m cardsharp``."""

import signal
import sys

from ._cardsharp import command


def main() -> None:
    """Runs the command line."""
    # No Python code handles Ctrl-C here, so it ends the process, as it ends the binary.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(sys.argv[1:]))


if __name__ == "__main__":
    main()
