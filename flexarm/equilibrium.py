"""Whether an arm can rest in its posture under its static loads; what cannot is refused with the way out."""

from collections.abc import Iterator

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.holding import rigid_left
from flexarm.kinematics import section_motions
from flexarm.layout import layout, rigid_coordinates
from flexarm.parts import MOTIONS, PLANAR_MOTIONS
from flexarm.prestress import pulled
from flexarm.support_forces import self_stress, support_forces
from flexarm.supports import Support
from flexarm.tree import Tree

# A posture that is off equilibrium by a small angle has frequencies that are off by its square: 1e-12, no digit that
# is promised, for a posture written to six digits.
_AWRY = 1e-6


def require_equilibrium(arm: Arm) -> None:
    """Refuse an arm that cannot rest in its posture under its static loads; one without is never refused."""
    if not arm.static_loads:
        return
    loads = ", ".join(arm.static_loads)
    if arm.base.kind == "free":
        way = ", whatever its supports hold" if arm.supports else ""
        raise QuestionError(
            f"{arm.title}: a free base has nothing to stand on under {loads}{way}; remove it, or fix or guide the base"
        )
    parts = tree(arm)
    if arm.spin_rate:
        _require_steady_spin(arm, parts)
    if arm.spatial and np.any(parts.gravity):
        _require_upright(arm, parts)
    if arm.supports:
        _require_held(arm, parts, loads)
        return
    base = parts.sections[0].freedoms
    guided = base is not None and base.axes is not None
    if guided and abs(float(parts.base_direction @ parts.gravity)) > _AWRY * _size(parts.gravity):
        raise QuestionError(
            f"{arm.title}: the guided base would fall along its direction {list(arm.base.direction)} under {loads}; "
            "take a direction perpendicular to gravity, or a fixed base"
        )
    if arm.spatial:
        return
    for k, (link, moment, scale) in enumerate(zip(parts.links, *_moments(parts), strict=True), 1):
        if link.free and abs(moment) > _AWRY * scale:
            raise QuestionError(
                f"{arm.title}: joint {k} is free and would swing out of this posture: {loads} turns what it carries "
                f"with {moment:.6g} N m; bring the centre of mass beyond it above or below it, or give it a stiffness"
            )


def _require_held(arm: Arm, parts: Tree, loads: str) -> None:
    """Refuse an arm on supports that leave it a motion in which it would fall, or whose forces on it are not known."""
    if not np.any(parts.gravity) and not arm.spin_rate:
        return
    held = {motion.partition("_")[0] for motion in (one.name for one in parts.held)}
    for number, support in enumerate(arm.supports, 1):
        if support.to and f"support{number}" in held and not _pins(arm, support):
            raise QuestionError(
                f"{arm.title}: support {number} holds {support.section} by {support.to}, and under {loads} the force "
                "between the two turns with them; only pins and welds are modelled, which hold every translation "
                "rigidly; hold these too, or remove the load"
            )
    left, work = rigid_left(parts)[0], _rigid_work(parts)
    if left.shape[1] and np.any(np.abs(left.T @ work[0]) > _AWRY * (np.abs(left.T) @ work[1])):
        raise QuestionError(
            f"{arm.title}: its supports leave it a motion in which it would fall out of this posture under {loads}; "
            "hold it further, or bring it to where the load does no work in that motion"
        )
    if parts.held_already:
        _require_shared(arm, parts, loads)


def _pins(arm: Arm, support: Support) -> bool:
    """Say whether a support holds every translation, rigidly."""
    translations = [motion for motion in (MOTIONS if arm.spatial else PLANAR_MOTIONS) if motion.startswith("along")]
    return support.stiffness is None and set(translations) <= set(support.holds)


def _rigid_work(parts: Tree) -> Array:
    """Return the work of gravity in motions of base and free joints, and what it is small beside, (2, motions), J."""
    plan = layout(parts, [rigid_coordinates(parts.components)] * len(parts.links))
    motions, work = section_motions(parts, plan.rows), np.zeros((2, plan.size))
    for k, mass, at in _weights(parts):
        moved = motions[k].at(at - parts.places[k]).translation
        work += [mass * parts.gravity @ moved, mass * _size(parts.gravity) * np.linalg.norm(moved, axis=0)]
    return np.asarray(work[:, plan.rigid])


def _require_shared(arm: Arm, parts: Tree, loads: str) -> None:
    """Refuse supports between which how links stretch would share a load."""
    square = np.asarray(arm.spin_rate**2)
    forces = np.concatenate([support_forces(parts), np.zeros(len(parts.held_already))])
    states, pulls = self_stress(parts), pulled(parts, square, forces)
    some, alike = states.strained_least(parts, pulls)
    others, rigid = (
        np.setdiff1d(np.arange(len(states.pulls)), some),
        np.array([not one.flexible for one in parts.links]),
    )
    own, beside = states.pulls[some], states.pulls[others]
    shares = np.linalg.lstsq(own[:, ~rigid].T, beside[:, ~rigid].T, rcond=None)[0]
    loose = np.abs(beside - shares.T @ own)[:, rigid] > _AWRY
    # Of links of unlike sections as if some stretched more: where that does not matter, nothing does.
    kinds = [_section_of(parts, k) for k in range(len(rigid))]
    unlike = states.strained_least(parts, pulls, 1.0 + np.array([kinds.index(kind) for kind in kinds]))[1]
    off = np.abs((alike - unlike) @ own) > _AWRY * np.max(np.abs(pulls)) / min(float(one.length) for one in parts.links)
    if np.any(loose) or np.any(off):
        names = ", ".join(one.name.replace("_", " holds ", 1) for one in parts.held_already)
        raise QuestionError(
            f"{arm.title}: links that keep their length hold already what supports hold ({names}), and how the two "
            f"share {loads} depends on how links of unlike sections stretch, or on rigid ones; hold less, so that "
            "one of them bears it"
        )


def _section_of(parts: Tree, k: int) -> tuple[float, ...]:
    """Return what links of one section have alike."""
    beam = parts.beam_of(parts.links[k])
    return () if beam is None else (float(beam.mass_per_length), *(float(one.rigidity) for one in beam.bendings))


def _require_upright(arm: Arm, parts: Tree) -> None:
    """Refuse an arm in space that gravity bends or twists at rest."""
    down = parts.gravity / _size(parts.gravity)
    bodies = [body.lever for section in parts.sections for body in section.bodies if body.mass]
    for vector in [link.axis for link in parts.links] + bodies:
        if _size(np.cross(down, vector)) > _AWRY * _size(vector):
            raise QuestionError(
                f"{arm.title}: in space gravity = {list(arm.gravity or ())} m/s² is modelled of an arm that hangs or "
                "stands straight, all links and bodies' centres on one vertical: else it bends and twists the arm at "
                "rest, and those moments turn with rotations that do not add up; remove it, or take the arm in the "
                "plane"
            )


def _require_steady_spin(arm: Arm, parts: Tree) -> None:
    spin = f"{arm.title}: spin_rate = {arm.spin_rate!r} rad/s"
    if arm.branched:
        raise QuestionError(
            f"{spin} is modelled for an arm whose links follow one another, not a branched one; remove it"
        )
    if arm.base.kind != "fixed":
        raise QuestionError(f"{spin} turns a fixed base about the first joint, not a {arm.base.kind} one; fix it")
    if np.any(parts.gravity):
        raise QuestionError(f"{spin}: in its axes gravity would turn and nothing be at rest; remove one of the two")
    if arm.links[0].joint.free:
        raise QuestionError(f"{spin} cannot drive a first joint that is free; give it a stiffness, or weld it")
    if arm.spatial:
        _require_two_motions(spin, parts)
        return
    along = parts.links[0].axis
    across = np.array([-along[1], along[0]])
    bodies = [body.lever for section in parts.sections for body in section.bodies if body.mass]
    for vector in [link.axis for link in parts.links] + bodies:
        if abs(float(across @ vector)) > _AWRY * _size(vector):
            raise QuestionError(
                f"{spin}: only a straight arm is modelled, whose motion feels no Coriolis force; make all links "
                "parallel and put all bodies' centres on their axis, or remove spin_rate"
            )


def _require_two_motions(spin: str, parts: Tree) -> None:
    """Refuse an arm in space that does not lie straight across its spin, or whose two motions are not apart."""
    along, about = parts.links[0].axis, parts.spin_axis
    assert about is not None, "an arm in space"
    bodies = [body for section in parts.sections for body in section.bodies]
    levers = [body.lever for body in bodies if body.mass]
    straight = all(
        _size(np.cross(along, vector)) <= _AWRY * _size(vector)
        for vector in [link.axis for link in parts.links] + levers
    )
    if not straight or abs(along @ about) > _AWRY:
        raise QuestionError(
            f"{spin}: in space only a straight arm across the axis of its first joint is modelled, whose motion feels "
            "no Coriolis force; make all links parallel and put all bodies' centres on their axis, or remove spin_rate"
        )
    turns = rotations(parts.components)
    ways = [parts.motion_of(link, k)[turns] for link in parts.links for k in range(len(link.held))]
    ways += [link.left for link in parts.links if link.flexible]
    two = all(min(abs(float(way @ about)), _size(np.cross(way, about))) <= _AWRY for way in ways)
    twisting = any(beam.rods[1].rigidity is not None for beam in parts.beams)
    turned = any(abs(way @ along) > _AWRY for way in ways)
    products = any(_size(np.cross(body.inertia @ about, about)) > _AWRY * np.trace(body.inertia) for body in bodies)
    if not two or twisting or turned or products:
        raise QuestionError(
            f"{spin}: in space it is modelled of an arm that moves in the plane of its spin and straight out of it, "
            "and does not turn about itself, which Coriolis forces would couple; leave out torsional rigidities, "
            "joints about other axes and products of inertia with the axis of the spin, or remove spin_rate"
        )


def _moments(parts: Tree) -> tuple[list[float], list[float]]:
    """Return the static moments of gravity about every joint, N m, anticlockwise; and what they are small beside."""
    moments, scales, weights = [], [], list(_weights(parts))
    for link in parts.links:
        joint = parts.places[link.root]
        carried = parts.carried(link.root)
        beyond = [(mass, at - joint) for number, mass, at in weights if number in carried]
        moments.append(sum(mass * _turns(lever, parts.gravity) for mass, lever in beyond))
        scales.append(sum(mass * _size(lever) * _size(parts.gravity) for mass, lever in beyond))
    return moments, scales


def _weights(parts: Tree) -> Iterator[tuple[int, float, Array]]:
    """Yield all masses with the number of their section, and where they are."""
    for k, (section, place) in enumerate(zip(parts.sections, parts.places, strict=True)):
        if section.beam is not None:
            yield section.parent, float(section.beam.mass), place - 0.5 * section.beam.length * section.beam.axis
        for body in section.bodies:
            yield k, float(body.mass), place + body.lever


def _turns(lever: Array, force: Array) -> float:
    return float(lever[0] * force[1] - lever[1] * force[0])


def _size(vector: Array) -> float:
    return float(np.hypot.reduce(vector))
