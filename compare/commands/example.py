"""``flexarm example``: the files that are shipped, of arms, load cases and manoeuvres."""

from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness


def example(
    name: str | None = None,
    /,
    *,
    list_names: Annotated[bool, Parameter("--list", negative=())] = False,
) -> None:
    """Print a shipped file of an arm, a load case or a manoeuvre; without a name, list them all.

    Parameters
    ----------
    name
        The example's name.
    list_names
        List the examples, whether or not a name is given.
    """
    if name is not None and not list_names:
        print(harness.shipped_text(name), end="")
        return
    shipped = harness.shipped()
    names, kinds = (max(map(len, column)) for column in list(zip(*shipped, strict=True))[:2])
    for one, kind, title in shipped:
        print(f"{one:{names}}  {kind:{kinds}}  {title}")
