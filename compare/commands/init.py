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
    from_: Annotated[Path | None, Parameter(name="--from")] = None,
    tip: str | None = None,
) -> None:
    """Write a commented arm file to start from; where a person sits at the terminal, ask for what no option says.

    With --from, its links and joints are those of a URDF file.

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
    from_
        A URDF file: the arm is in space, its masses and joints are the robot's (needs flexarm[urdf]).
    tip
        The link of the URDF file that the arm ends at, where the robot has several ends.
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
    if from_ is not None:
        others = [f"--{field.replace('_', '-')}" for field, value in given.items() if value is not None]
        for option in [option for option in others if option != "--name"]:
            raise refusal("", "nothing beside --from but --name and --tip", option, str(arm))
        _write(arm, harness.urdf_text(from_, tip, name))
        return
    if tip is not None:
        raise refusal("--tip", "a URDF file whose link it is: --from ARM.urdf", "none", str(arm))
    known: dict[str, object] = {field: value for field, value in given.items() if value is not None}
    known["spatial"] = spatial
    harness.NewArm(**known)  # type: ignore[arg-type]  # refused before anybody is asked
    if sys.stdin is not None and sys.stdin.isatty():
        known |= harness.asked(known)
    _write(arm, harness.NewArm(**known).text())  # type: ignore[arg-type]


def _write(arm: Path, text: str) -> None:
    harness.write_whole(arm, text.encode())
    print(f"{arm}: written; change it by hand, and see what it says with flexarm check {arm}")
