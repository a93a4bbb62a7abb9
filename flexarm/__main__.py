"""``python -m flexarm``: the command line, found by its name so that the core knows no harness."""

import sys
from importlib.metadata import distribution

if __name__ == "__main__":
    (command,) = distribution("flexarm").entry_points.select(group="console_scripts", name="flexarm")
    sys.exit(command.load()())
