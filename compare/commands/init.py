"""``flexarm init``: a commented arm file to start from."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import Whole
from compare.commands.outputs import require_output
from compare.commands.refusal import refusal


def init(
    arm: Path,
    /,
    *,
    name: str | None = None,
    base: Literal["fixed", "free", "guided"] | None = None,
    joints: Literal["locked", "unlocked", "rigid"] | None = None,
    links: Whole = None,
    length: float | None = None,
    mass_per_length: float | None = None,
    flexural_rigidity: float | None = None,
    payload: float | None = None,
    spatial: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Write a commented arm file to start from; where a person sits at the terminal, ask for what no option says.

    Parameters
    ----------
    arm
        The file to write; one that exists is not touched.
    name
        What the arm is called; My arm unless said otherwise.
    base
        Kind of the base; fixed unless said otherwise.
    joints
        State of every joint; locked unless said otherwise.
    links
        Number of flexible links, all alike; 2 unless said otherwise.
    length
        Length of a link, m; 3 unless said otherwise.
    mass_per_length
        Mass per length of a link, kg/m; 4 unless said otherwise.
    flexural_rigidity
        Flexural rigidity of a link, N m²; 2e5 unless said otherwise.
    payload
        Mass of the payload, kg; none unless said otherwise.
    spatial
        Write an arm in space: joints with axes, links that bend about two axes and twist.
    """
    if os.path.lexists(arm):
        raise refusal("", "a file that is not there yet: none is overwritten", "one of that name", str(arm))
    require_output(arm, (".toml",), "arm")
    given = {
        "name": name,
        "base": base,
        "joints": joints,
        "links": links,
        "length": length,
        "mass_per_length": mass_per_length,
        "flexural_rigidity": flexural_rigidity,
        "payload": payload,
    }
    known: dict[str, object] = {field: value for field, value in given.items() if value is not None}
    known["spatial"] = spatial
    harness.NewArm(**known)  # type: ignore[arg-type]  # refused before anybody is asked
    if sys.stdin is not None and sys.stdin.isatty():
        known |= harness.asked(known)
    new = harness.NewArm(**known)  # type: ignore[arg-type]
    harness.write_whole(arm, new.text().encode())
    print(f"{arm}: written; change it by hand, and see what it says with flexarm check {arm}")
