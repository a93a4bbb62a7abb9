"""What a command says to the person who asked, beside its answer: one line each on standard error."""

import sys


def notice(text: str) -> None:
    """Say one thing, in one line."""
    print(f"flexarm: {text}", file=sys.stderr)
