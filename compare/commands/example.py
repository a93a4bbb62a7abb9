"""``flexarm example``: the arm files that are shipped."""

from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness


def example(
    name: str | None = None,
    /,
    *,
    list_names: Annotated[bool, Parameter("--list", negative=())] = False,
) -> None:
    """Print a shipped arm file; without a name, list them all.

    Parameters
    ----------
    name
        The example's name.
    list_names
        List the examples, whether or not a name is given.
    """
    if name is not None and not list_names:
        print(harness.examples.text(name), end="")
        return
    width = max(map(len, harness.examples.names()))
    for one in harness.examples.names():
        print(f"{one:{width}}  {harness.examples.example(one).name}")
