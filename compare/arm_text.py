"""An arm explained in words: what it is made of, how it can move, what it weighs, and what looks wrong."""

import textwrap
from collections.abc import Iterable, Iterator

import numpy as np

import flexarm
from flexarm.arm import Arm
from flexarm.arm_tree import redundant_supports, tree
from flexarm.arrays import Array
from flexarm.closed_loop.at_rest import at_rest_as_springs, resting
from flexarm.doubts import doubts
from flexarm.equilibrium import require_equilibrium
from flexarm.errors import QuestionError
from flexarm.freedoms import pendulums
from flexarm.in_words import pair, parts_in_words
from flexarm.joint_freedoms import joint_names
from flexarm.links import Link
from flexarm.mass_properties import mass_properties
from flexarm.rigid import freedom_names, require_inertia
from flexarm.slenderness import theory_in_words
from flexarm.welded import numbers, told

_WIDTH, _NAMES = 80, 18
_PLACES = 6  # micrometres, and round-off of unit vectors is far less


def as_explanation(arm: Arm) -> str:
    """Return what an arm is, in lines of 80 characters."""
    told, doubtful = explained(arm)
    lines = [arm.title, *(line for entries in told for line in ("", *_listed(entries))), ""]
    lines += [line for text in doubtful for line in _wrapped("doubt", text)] or ["nothing looks wrong"]
    return "\n".join(lines) + "\n"


def explained(arm: Arm) -> tuple[list[list[tuple[str, str]]], list[str]]:
    """Return an arm's parts, freedoms and masses, each as names with what is said of them, and what looks wrong.

    Of an arm in space its links' frames stand after the parts.
    """
    with np.errstate(all="ignore"):  # what overflows is told as a doubt, or as a refusal
        refusals = _refusals(arm)
        stability = [] if refusals else list(_stability(arm))
        wrong = [*map(str, doubts(arm)), *refusals, *(f"{name}: {text}" for name, text in stability if text != "none")]
        frames = [list(_frames(arm))] if arm.spatial else []
        return [list(_parts(arm)), *frames, [*_freedoms(arm), *stability], list(_masses(arm))], wrong


def _listed(entries: Iterable[tuple[str, str]]) -> list[str]:
    return [line for name, text in entries for line in _wrapped(name, text)]


def _wrapped(name: str, text: str) -> list[str]:
    return textwrap.wrap(f"{name:{_NAMES}}{text}", _WIDTH, subsequent_indent=" " * _NAMES, break_long_words=False)


def _parts(arm: Arm) -> Iterator[tuple[str, str]]:
    yield from parts_in_words(arm.base, arm.links, arm.payload)
    yield from _supports(arm)
    if arm.gravity is not None:
        yield "gravity", f"{pair(arm.gravity)} m/s²"
    if arm.spin_rate:
        yield "spin", f"{arm.spin_rate:.6g} rad/s about the first joint"
    if any(isinstance(link, Link) for link in arm.links):
        yield "beam theory", theory_in_words(arm)


def _supports(arm: Arm) -> Iterator[tuple[str, str]]:
    """Tell what supports hold, and what of it is held already: what is left of a motion is less than a billionth."""
    redundant = redundant_supports(arm)
    for k, support in enumerate(arm.supports, 1):
        held = ", ".join(map(_holding, support.holds, support.springs, support.dashpots))
        held += ", driven" if support.drive else ""
        where = support.section + (f" at {support.station:.6g} m" if support.station else "")
        axes = f" in the {support.axes}'s axes" + (f" turned by {support.angle:.6g}°" if support.angle else "")
        to = f", relative to {support.to}" if support.to else ""
        again = ", ".join(redundant[k - 1])
        yield f"support {k}", f"{where}: {held}{axes}{to}" + (f"; held already: {again}" if again else "")


def _holding(motion: str, spring: float | None, dashpot: float) -> str:
    return motion + (f" by {spring:.6g}" if spring else "") + (f" damped by {dashpot:.6g}" if dashpot else "")


def _frames(arm: Arm) -> Iterator[tuple[str, str]]:
    """Tell where links are and which way they point, and what their joints turn about, in the base's axes."""
    parts = tree(arm)
    yield "frames", f"in the base's axes, m from {_origin(arm)}: x along a link, y to its left, z up"
    for run in told(arm.links):
        link, joint = parts.links[run.start], np.array(arm.links[run.start].joint.direction)
        # A turn leaves its axis where it is: the axis is the same in the axes before and after.
        about = joint @ link.axes / np.linalg.norm(joint)
        general = arm.links[run.start].joint.state == "general"
        turns = f"freedoms along and about the axes of link {run.start + 1}" if general else f"about {_tidy(about)}"
        yield f"joint {run.start + 1}", f"at {_tidy(parts.places[link.root])}, {turns}"
        x, y, z = map(_tidy, link.axes)
        yield f"link{'s' * (len(run) > 1)} {numbers(run)}", f"x {x}, y {y}, z {z}"
    for k in [k for k in range(len(arm.links)) if k not in arm.parents]:
        link, last = parts.links[k], k == len(arm.links) - 1
        tip = arm.payload.centre if last and arm.payload is not None else (0.0, 0.0)
        place = parts.places[link.tip] + np.resize([*tip, 0.0], 3) @ link.axes
        name = "payload" if last and arm.payload is not None else "tip"
        yield name if not arm.branched or name == "payload" else f"{arm.link_names[k]}'s tip", f"at {_tidy(place)}"


def _tidy(vector: Array) -> str:
    """Return a vector without its round-off."""
    return pair([round(number, _PLACES) + 0.0 for number in vector.tolist()])


def _freedoms(arm: Arm) -> Iterator[tuple[str, str]]:
    swinging = [f"joint {k}" for k in pendulums(arm)]
    rigid = [name for name in freedom_names(arm) if name not in swinging]
    yield "rigid-body modes", f"{len(rigid)}: {', '.join(rigid)}" if rigid else "none"
    springs = [name.removeprefix("joint ") for name, held in joint_names(arm) if held]
    if swinging:
        yield "pendulums", f"{len(swinging)}: {', '.join(swinging)}, free but moved by the static loads"
    yield "elastic joints", f"{len(springs)}: {', '.join(springs)}" if springs else "none"
    bending = [numbers(run) for run in told(arm.links) if isinstance(arm.links[run.start], Link)]
    yield "bending links", f"{len(bending)}: {', '.join(bending)}" if bending else "none"
    twisting = [numbers(run) for run in told(arm.links) if getattr(arm.links[run.start], "torsional_rigidity", None)]
    if arm.spatial:
        yield "twisting links", f"{len(twisting)}: {', '.join(twisting)}" if twisting else "none"
    count = f"{len(rigid)} rigid-body, {len(springs)} of springs"
    count += f", {len(swinging)} of pendulums" if swinging else ""
    yield "freedoms", f"{count}, infinitely many of bending{' and torsion' * bool(twisting)}" if bending else count


def _stability(arm: Arm) -> Iterator[tuple[str, str]]:
    """Tell whether static loads make the arm, as drives hold it, fall or buckle, as the exact backend counts it."""
    if not arm.static_loads:
        return
    try:
        count = flexarm.find_backend("exact").unstable(resting(arm)[0] if arm.driven else arm)
    except QuestionError as error:
        yield "unstable modes", f"unknown: {error}"
        return
    falls = "falls or buckles; flexarm compare --growth-rates tells how fast"
    if arm.driven:
        falls = "falls or buckles as springs and drives hold it at rest; raise proportional gains, or take less load"
    yield "unstable modes", f"{count}: the arm {falls}" if count else "none"


def _masses(arm: Arm) -> Iterator[tuple[str, str]]:
    properties = mass_properties(arm)
    base = f", the base's {properties.base_mass:.6g} kg among them" if properties.base_mass else ""
    yield "total mass", f"{properties.base_mass + properties.arm_mass:.6g} kg{base}"
    if properties.centre is not None:
        yield "centre of mass", f"{pair(properties.centre)} m from {_origin(arm)}, in the base's axes"
    held = f"kg m² about the first joint{', the other joints held' if len(arm.links) > 1 else ''}"
    moments = f"principal moments {pair(properties.moments)}" if arm.spatial else f"{properties.arm_inertia:.6g}"
    yield "moment of inertia", f"{moments} {held}, without base and gear boxes"


def _origin(arm: Arm) -> str:
    return "the first joint" if arm.base.kind != "free" else "the base's centre of mass"


def _refusals(arm: Arm) -> list[str]:
    """Return why no backend would answer: an undetermined motion, a posture in which the arm cannot rest."""
    refusals = []
    # A drive bears its part of static loads as the spring that it is at rest.
    held = at_rest_as_springs(arm)[0] if arm.driven and arm.static_loads else arm
    for require, one in ((require_inertia, arm), (require_equilibrium, held)):
        try:
            require(one)
        except QuestionError as error:
            refusals.append(str(error))
    return refusals
