"""Whether the terms of beam theory that an arm leaves out matter to its first frequencies: estimates of leading order.

Without rotary inertia and shear the waves of a link come out too fast by ½ (β r/L)² (1 + E/κG), r² = EI/(m c²) the
radius of gyration of its section, β = (k + ½) π of its k-th wave between clamped ends. Without stretch a straight arm
cannot move along itself: the frequency of that is Dunkerley's, of a rod that carries what is beyond it. Without torsion
no link in space turns what is beyond it about its own axis: alone, all else rigid, it would as a shaft does.

References
----------
S. P. Timoshenko (1921), Phil. Mag. 41, 744–746; S. Dunkerley (1894), On the whirling and vibration of shafts, Phil.
Trans. R. Soc. A 185, 279–360.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot, inf, isfinite, pi, sqrt

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.beam_theory import SHEAR_RATIO, SOUND_SPEED, TERMS, missing_terms, torsional_estimate
from flexarm.branching import AnyLink
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Joint
from flexarm.rigid import rigid_factor
from flexarm.tensors import inertia_tensor
from flexarm.welded import numbers, runs

# Modes that are looked at, in space of each plane of bending, and what they may be off by without a word.
_MODES, _MATTERS = 6, 0.01
# Beyond this a leading order says no more than that.
_LARGE = 0.3
# The sine of an angle between links that are in line.
_IN_LINE = 1e-3


@dataclass(frozen=True)
class _Wave:
    """A link's own wave: its frequency, rad/s, by what it comes out too fast, relative, and the link's name."""

    omega: float
    excess: float
    link: str


def theory_in_words(arm: Arm) -> str:
    """Return which terms of beam theory an arm's links leave out, and what that makes wrong in its first modes."""
    without = _left_out(arm)
    if not without:
        return f"with {'torsion, ' * arm.spatial}stretch, shear and rotary inertia"
    *others, last = without
    told = f"{' and '.join(filter(None, (', '.join(others), last)))} left out"
    with np.errstate(all="ignore"):
        wrong = list(_wrong(arm))
    if not wrong:
        return f"{told}; of metal, that hardly matters"
    where = "flexarm theories tells, mode by mode" + (", of the arm without static loads" if arm.static_loads else "")
    return f"{told}; by an estimate for metal, {'; '.join(wrong)}: {where}"


def _left_out(arm: Arm) -> list[str]:
    """Return the terms that links do not have, and which links where it is not all of them."""
    terms = {"torsional_rigidity": "torsion"} | TERMS if arm.spatial else TERMS
    told, links = [], {run: arm.links[run.start : run.stop] for run in _bending(arm)}
    each = {run: {key for key in terms if any(not getattr(one, key) for one in links[run])} for run in links}
    for key, words in terms.items():
        lacking = [numbers(run) for run, keys in each.items() if key in keys]
        if lacking:
            told.append(words if len(lacking) == len(each) else f"{words} of link {', '.join(lacking)}")
    return told


def _bending(arm: Arm) -> list[range]:
    return [run for run in runs(arm.links) if isinstance(arm.links[run.start], Link)]


def _wrong(arm: Arm) -> Iterator[str]:
    """Yield what the first modes have wrong."""
    each, bounce = [_first_waves(arm, plane) for plane in range(1 + arm.spatial)], _bounce(arm)
    highest = max((waves[-1].omega for waves in each if waves), default=0.0)
    missing = bounce < highest
    # It stands among the first modes in place of a wave.
    among = [wave for waves in each for wave in (waves[:-1] if missing else waves)]
    worst = max(among, key=lambda wave: wave.excess, default=None)
    if worst is not None and worst.excess > _MATTERS:
        size = f"{100.0 * worst.excess:.0f} %" if worst.excess < _LARGE else f"more than {100.0 * _LARGE:g} %"
        yield f"waves of link {worst.link} come out up to {size} too fast"
    if missing:
        yield f"a bounce along the straight arm, near {bounce:.3g} rad/s, is missing"
    yield from (
        f"a twist of link {link}, alone near {omega:.3g} rad/s, is missing"
        for omega, link in _twists(arm)
        if omega < highest
    )


def _first_waves(arm: Arm, plane: int) -> list[_Wave]:
    """Return those waves of links that are among the first modes: each link, and a load, has a slower motion first."""
    bending = _bending(arm)
    loaded = arm.payload is not None or any(link.tip is not None for link in arm.links)
    waves = sorted((wave for run in bending for wave in _waves(arm, run, plane)), key=lambda wave: wave.omega)
    return waves[: max(_MODES - len(bending) - loaded, 0)]


def _waves(arm: Arm, run: range, plane: int) -> Iterator[_Wave]:
    """Yield the waves of a link, or of pieces of one, as it bends about z, or in the second plane about y."""
    pieces = [link for link in arm.links[run.start : run.stop] if isinstance(link, Link)]
    length = sum(piece.length for piece in pieces)
    # √(EI/m), m²/s, of pieces one after the other: a wave's phase runs with the fourth root of m ω²/EI.
    rigidities = [piece.about("flexural_rigidity")[plane] for piece in pieces]
    slowness = sum(
        piece.length / sqrt(sqrt(rigidity / piece.mass_per_length))
        for piece, rigidity in zip(pieces, rigidities, strict=True)
    )
    if slowness == 0.0:
        return
    speed = (length / slowness) * (length / slowness)
    missing = {key for piece in pieces for key in missing_terms(piece)}
    share = ("rotary_inertia_per_length" in missing) + ("shear_rigidity" in missing) / SHEAR_RATIO
    for k in range(1, _MODES + 1):
        wave_number = (k + 0.5) * pi / length
        slope = wave_number * speed / SOUND_SPEED
        yield _Wave(wave_number * wave_number * speed, 0.5 * share * slope * slope, numbers(run))


def _bounce(arm: Arm) -> float:
    """Return the frequency, rad/s, of a straight arm's motion along itself, were it to stretch; infinite of others."""
    bending = [(k, link) for k, link in enumerate(arm.links) if isinstance(link, Link)]
    if any("axial_rigidity" not in missing_terms(link) for _, link in bending):
        return inf
    axes = [np.asarray(link.axis) for link in tree(arm).links[: bending[-1][0] + 1]]
    along = axes[bending[0][0]]
    if arm.branched or any(np.linalg.norm(axis - (axis @ along) * along) > _IN_LINE for axis in axes):
        return inf
    carried, square = 0.0 if arm.payload is None else arm.payload.mass, 0.0
    loose = _looseness(arm, axes[0])
    for link in reversed(arm.links):
        carried += 0.0 if link.tip is None else link.tip.mass
        if isinstance(link, Link):
            beyond = carried + 0.5 * link.mass
            square += link.length / (link.mass_per_length * SOUND_SPEED * SOUND_SPEED) * beyond / (1.0 + loose * beyond)
        carried += link.mass
    return 1.0 / sqrt(square) if square > 0.0 and isfinite(square) else inf


def _twists(arm: Arm) -> Iterator[tuple[float, str]]:
    """Yield the frequency, rad/s, of every link in space that does not twist, were it alone to, and its name."""
    for run in _bending(arm) if arm.spatial else ():
        pieces = [link for link in arm.links[run.start : run.stop] if isinstance(link, Link)]
        lacking = [piece for piece in pieces if piece.torsional_rigidity is None]
        flexibility = sum(piece.length / torsional_estimate(piece) for piece in lacking)
        own = sum(piece.length * sum(piece.about("flexural_rigidity")) / SOUND_SPEED**2 for piece in lacking)
        inertia = own / 3.0 + _inertia_beyond(arm, run.stop)
        if flexibility > 0.0 and 0.0 < inertia < inf:
            yield 1.0 / sqrt(flexibility * inertia), numbers(run)


def _inertia_beyond(arm: Arm, number: int) -> float:
    """Return the moment of inertia, kg m², about a link's axis of all that it carries, by its number from 1."""
    parents, carried = arm.parents, [number - 1]
    for k, link in enumerate(arm.links):
        # What begins at the link's root turns with what carries it.
        if parents[k] in carried and not (parents[k] == number - 1 and link.at == 0.0):
            carried.append(k)
    beyond = [_carried(arm.links[k], k, parents[k], at_tip=parents[k] == number - 1) for k in carried[1:]]
    joint, tip = Joint.unlocked(axis="x"), arm.links[number - 1].tip
    turning = RigidLink(0.0, joint=joint, tip=tip, name=f"part{number - 1}")
    payload = arm.payload if len(arm.links) - 1 in carried else None
    whole = Arm(Base.fixed(), (turning, *beyond), payload, motion="spatial")
    return float(np.sum(rigid_factor(tree(whole))[0][:, 0] ** 2))


def _carried(link: AnyLink, k: int, parent: int, at_tip: bool) -> AnyLink:
    """Return a link, from 0, that another one carries, at the tip of what stands for the one that turns."""
    return replace(link, name=f"part{k}", parent=f"part{parent}", at=None if at_tip else link.at)


def _looseness(arm: Arm, along: Array) -> float:
    """Return how the first joint gives way along the arm, of the base's inertia alone, 1/kg: zero where it is held."""
    base = arm.base
    if base.kind == "fixed":
        return 0.0
    size = 2 + arm.spatial
    if base.kind == "guided":
        part = (np.array([*base.direction, 0.0][:size]) @ along) / hypot(*base.direction)
        return _over(float(part * part), base.mass)
    lever = np.cross([*base.offset, 0.0][:3], [*along, 0.0][:3])
    moments, axes = np.linalg.eigh(np.array(inertia_tensor(base.inertia)))
    turned = sum(_over(float(part * part), float(own)) for part, own in zip(lever @ axes, moments, strict=True))
    return _over(1.0, base.mass) + turned


def _over(part: float, inertia: float) -> float:
    return part / inertia if inertia > 0.0 else inf if part > 0.0 else 0.0
