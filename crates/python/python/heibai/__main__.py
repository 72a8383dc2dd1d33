"""`heibai` and `python -m heibai`: the whole program, with the page inside.

    heibai serve --open
    heibai play gomoku
"""

from __future__ import annotations

import signal
import sys

from heibai._native import run_program


def main() -> int:
    """Runs the program with the arguments of the command line; returns the exit code."""
    # Python would not act on Ctrl-C before the program returns; the program handles it itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(sys.executable, ["heibai", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
