"""``flexarm example``: the arm files that are shipped."""

from typing import Annotated

from cyclopts import Parameter


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
    from flexarm.examples import names, text

    if name is not None and not list_names:
        print(text(name), end="")
        return
    width = max(map(len, names()))
    for one in names():
        print(f"{one:{width}}  {_title(one)}")


def _title(name: str) -> str:
    from flexarm.examples import example as shipped

    return shipped(name).name
