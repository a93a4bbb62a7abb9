"""The gate before every backend: what is asked of it, and what it answers, is checked once for all."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from flexarm.arm import Arm, require_arm
from flexarm.arm_tree import tree
from flexarm.checks import shown
from flexarm.equilibrium import require_equilibrium
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.modes import ModalModel
from flexarm.prestress import under_static_loads
from flexarm.tree import Tree
from flexarm.whole import is_whole

Answer = TypeVar("Answer")

# Fewer digits than an engineer reads off a table: the user is told.
_FEW_DIGITS = 6.0


def require_question(
    spec: str, arm: Arm, count: int, static_loads: bool, beam_terms: bool, space: bool, trees: bool
) -> None:
    """Refuse what is no question, or none for a backend, or an arm that cannot rest under its static loads.

    The backend bears static loads, terms of its links' beams beyond Euler and Bernoulli, motion in space, branches
    and supports, or not.
    """
    require_arm(arm, spec)
    if not is_whole(count) or count < 1:
        raise InputError([Fault("count", "a whole number of 1 or more", shown(count))], spec)
    if arm.driven:
        raise QuestionError(
            f"{arm.title}: with {', '.join(arm.driven)} its natural frequencies are complex, and other answers "
            "about it are not modelled: ask for its eigenvalues (flexarm eigenvalues, compare.eigenvalues), its root "
            "locus, its margins or its responses (flexarm locus, margins, respond), or remove what damps and drives it "
            "(in Python, arm.undriven)"
        )
    if arm.spatial:
        _require_space(spec, arm, space)
    if (arm.branched or arm.supports) and not trees:
        what = "supports" if arm.supports else "branches"
        raise QuestionError(f"{arm.title}: {spec} does not model {what}; take exact, assumed_modes or fem")
    if arm.static_loads and not static_loads:
        raise QuestionError(
            f"{arm.title}: {spec} does not model static loads, and {', '.join(arm.static_loads)} would change "
            "the frequencies; remove them to solve the arm without"
        )
    if arm.static_loads:
        _require_still_slides(arm)
    if arm.beam_terms:
        _require_beam_terms(spec, arm, beam_terms)
    within_float64(spec, arm, lambda: _require_rest(arm))


def _require_space(spec: str, arm: Arm, borne: bool) -> None:
    if not borne:
        raise QuestionError(f"{arm.title}: {spec} does not model arms in space; take exact, assumed_modes or fem")


def _require_still_slides(arm: Arm) -> None:
    """Refuse loads that do work where joints slide; a pair of forces at a link's ends does none."""
    sliding = [f"link{k}.joint" for k, link in enumerate(arm.links, 1) if link.joint.slides]
    acting = [load for load in arm.static_loads if ".axial_force" not in load]
    if sliding and acting:
        raise QuestionError(
            f"{arm.title}: what {', '.join(acting)} does where joints slide ({', '.join(sliding)}) is not modelled: "
            "what lies beyond a joint rests on its slide, which turns with the arm; remove it, or leave the joints "
            "rotations alone"
        )


def _require_beam_terms(spec: str, arm: Arm, borne: bool) -> None:
    given = ", ".join(arm.beam_terms)
    if not borne:
        raise QuestionError(
            f"{arm.title}: {spec} does not model stretch, shear or rotary inertia of links, and {given} would change "
            "the frequencies; remove them to solve the arm without"
        )
    if arm.static_loads:
        raise QuestionError(
            f"{arm.title}: what {', '.join(arm.static_loads)} does to links that stretch or shear, or whose sections "
            f"have an inertia of their own, is not modelled; remove it, or {given}"
        )


def _require_rest(arm: Arm) -> None:
    require_equilibrium(arm)
    if arm.static_loads:
        loaded = under_static_loads(tree(arm))
        _require_twist(arm, loaded)
        tensions = [beam.tension for beam in loaded.beams if beam.tension is not None]
        turnings = [section.turning for section in loaded.sections if section.turning is not None]
        if not all(np.all(np.isfinite(part)) for part in (*turnings, *tensions)):
            raise OverflowError(f"{', '.join(arm.static_loads)} overflows")


def _require_twist(arm: Arm, loaded: Tree) -> None:
    """Refuse links whose twist a tension that is not even stiffens, or that buckle by twisting alone."""
    for k, link in enumerate(loaded.links, 1):
        beam = loaded.beam_of(link)
        for rod in () if beam is None else beam.rods[1:]:
            if rod.rigidity is None or not rod.inertia_per_length:
                continue
            if beam is not None and beam.tension is not None and np.any(beam.tension[1:]):
                raise QuestionError(
                    f"{arm.title}: {', '.join(arm.static_loads)} makes a tension that changes along link {k}, and its "
                    "twist, which a tension stiffens by its polar inertia over its mass, is not modelled then; remove "
                    f"link{k}.polar_inertia_per_length, or link{k}.torsional_rigidity"
                )
            if not rod.rigidity > 0.0:
                raise QuestionError(
                    f"{arm.title}: link {k} buckles by twisting alone under {', '.join(arm.static_loads)}, at a thrust "
                    "of its torsional rigidity times its mass over its polar inertia, all along it at once; take less"
                )


def require_unloaded(arm: Arm) -> None:
    """Refuse an arm under static loads."""
    if arm.static_loads:
        what, way = "further loads", "ask for frequencies alone"
        if arm.driven:
            what, way = ", ".join(arm.driven), "that, and ask for frequencies"
        raise QuestionError(
            f"{arm.title}: what {what} do under {', '.join(arm.static_loads)} is not modelled; remove the static "
            f"loads, or {way}"
        )


def within_float64(spec: str, arm: Arm, ask: Callable[[], Answer]) -> Answer:
    """Return an answer; what overflows ends as NaN or in an error, and is refused in words."""
    try:
        with np.errstate(all="ignore"):
            return ask()
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        raise _beyond_float64(spec, arm, str(error)) from error


def require_answer(spec: str, model: ModalModel, count: int) -> None:
    """Refuse frequencies that are none: missing, not finite, not positive or out of order."""
    omega = model.angular_frequency
    if omega.shape != (count,) or not np.all(np.isfinite(omega)) or np.any(omega <= 0.0):
        raise _beyond_float64(spec, model.arm, f"frequencies {omega.tolist()}")
    if np.any(np.diff(omega) < 0.0):
        raise QuestionError(f"{spec}: frequencies out of order: {omega.tolist()}; report this as a fault")


def lost_digits(spec: str, model: ModalModel) -> str:
    """Return which frequencies round-off leaves few digits, and the way out; empty where it leaves enough."""
    if model.digits is None or np.all(model.digits >= _FEW_DIGITS):
        return ""
    few = np.flatnonzero(model.digits < _FEW_DIGITS)
    lost = ", ".join(f"{model.digits[k]:.0f} of mode {k + 1}" for k in few)
    return (
        f"{spec}: round-off leaves {model.arm.title} few digits of its frequencies: {lost}; take the exact "
        "backend, fewer shapes or a family that is orthogonal (legendre), or bring masses, lengths and stiffnesses "
        "nearer to one another"
    )


def _beyond_float64(spec: str, arm: Arm, what: str) -> QuestionError:
    return QuestionError(
        f"{spec}: the numbers of {arm.title} lie too far apart for float64 ({what}); bring "
        "masses, lengths and stiffnesses nearer to one another"
    )
