"""What each term of beam theory changes, mode by mode: frequencies of an arm with all of them, and without some."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import xarray as xr
from scipy.optimize import linear_sum_assignment

from compare.engine.field import TEXT, Field, blanks
from compare.engine.run import Running, run
from compare.engine.study import Study, cell_by_cell, names_axis
from compare.remembered import remembered
from compare.studies.answers import WORDS, answered, answered_as_far, backend_list
from compare.studies.between import on_arm
from compare.studies.continuation import CLEAR, likeness
from compare.studies.shape_errors import panels_for
from flexarm.arm import Arm, require_arm
from flexarm.backend import Backend
from flexarm.beam_theory import SOUND_SPEED, missing_terms, terms_of, with_all_terms, without_terms
from flexarm.checks import number_fault, positive
from flexarm.datasets import Variable, mode_numbers, provenance, variable
from flexarm.errors import InputError, QuestionError
from flexarm.inner import mass_samples
from flexarm.links import BEAM_TERMS, TWIST, Link
from flexarm.modes import ModalModel
from flexarm.whole import require_count

# What is left out, by its name; and all of it, in the plane and in space.
NOTHING, ALL = "nothing", ("all three", "all five")
MATCHING_RULE = (
    "a mode of the arm with all terms is found again where one mode of the arm without some has so much or more of its "
    "motion, by the modal assurance criterion in the inner product with the first arm's mass; else it is missing: "
    f"{CLEAR}"
)
# Modes beyond those asked for, a plane of bending, among which one of these may be without a term.
_SPARE = 4
# A part of a motion that is worth telling.
_SOME = 0.01
_MODE = ("mode",)
_FIELDS = {
    "angular_frequency": Field(_MODE, "f8", "rad/s", "natural angular frequency of the mode without some terms"),
    "relative_change": Field(_MODE, "f8", "1", "frequency without some terms over that with all of them, less one"),
    "mac": Field(_MODE, "f8", "1", "modal assurance criterion, mass inner product, of the most alike mode"),
    "number": Field(_MODE, "i8", "1", "number of the mode among those without some terms; 0 where there is none"),
    "missing": Field(_MODE, TEXT, "1", "why there is no such mode; empty where there is one"),
}


def theories(
    arm: Arm,
    backends: Backend | Sequence[Backend],
    count: int,
    sound_speed: float = SOUND_SPEED,
    **running: Unpack[Running],
) -> xr.Dataset:
    """Return what stretch, shear and rotary inertia of an arm's links change in its first natural frequencies.

    In space torsion and polar inertia as well. Terms that a link has are taken as they are; others are those of a tube
    of metal (a thin one, Poisson's ratio 0.33): with c² = E/ρ the axial rigidity is EA = m c², the rotary inertia ρI =
    EI/c², the shear rigidity 0.188 EA; the polar inertia (EI_y + EI_z)/c², the torsional rigidity 1.50 EI_y EI_z/(EI_y
    + EI_z), which is that of strips and elliptic sections too.

    Parameters
    ----------
    arm
        The arm, in its posture, without static loads.
    backends
        One backend or more; no two alike.
    count
        Number of non-zero natural frequencies of the arm with all terms; 1 or more.
    sound_speed
        Speed of sound c in the links' material, m/s, for the terms that they do not have.
    **running
        ``output``, ``workers``, ``scheduler`` and ``progress``, as of `compare.sweep`.

    Returns
    -------
    xarray.Dataset
        Dimensions backend, without (what is left out: nothing, stretch, shear, rotary inertia, all three; in space
        torsion and polar inertia as well, and all five) and mode, numbered as those of the arm with all terms.

        - Over all three: angular_frequency, rad/s; relative_change, positive where a frequency is higher without, as
          all are but where modes exchange their shapes; mac, of the mode that is most alike, and number, the one that
          it has without (attribute ``matching_rule``); missing, why there is no such mode, empty where there is one.
        - Coordinates of every flexible link: axial_rigidity, N, shear_rigidity, N, and rotary_inertia_per_length,
          kg m, in space the latter two about y and about z (dimension about) and torsional_rigidity, N m², and
          polar_inertia_per_length, kg m, as they were used; and estimated (link, term), whether the arm does not have
          them.

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend` or is given twice, or the arm, the count or the speed is wrong.
    QuestionError
        If static loads act, no link is flexible, or a backend cannot answer.

    References
    ----------
    S. P. Timoshenko (1921), On the correction for shear of the differential equation for transverse vibrations of
    prismatic bars, Phil. Mag. 41, 744–746.
    """
    solvers = backend_list(backends)
    _require_question(arm, count, sound_speed)
    complete = with_all_terms(arm, sound_speed)
    whole, without = remembered(partial(_whole, complete, int(count))), _without(arm)
    empty = blanks(_FIELDS, mode=int(count))
    axes = {
        "backend": names_axis(solvers, [one.spec for one in solvers], WORDS),
        "without": names_axis(list(without), list(without), "terms of beam theory that are left out"),
    }
    ask = cell_by_cell(partial(_cell, whole, without, int(count)), **empty)
    told = {**provenance(arm), "sound_speed": float(sound_speed), "matching_rule": MATCHING_RULE}
    coordinates = {"mode": mode_numbers(int(count)), **_terms(arm, complete)}
    return run(Study(axes, _FIELDS, ask, coordinates, told, (1, 1)), **running)[0]


def _require_question(arm: Arm, count: int, sound_speed: float) -> None:
    require_arm(arm, "theories")
    require_count(count, "count", "theories")
    if fault := number_fault("sound_speed", sound_speed, positive("m/s")):
        raise InputError([fault], "theories")
    if arm.static_loads:
        raise QuestionError(
            f"{arm.title}: what {', '.join(arm.static_loads)} does to links that stretch or shear, or whose sections "
            "have an inertia of their own, is not modelled; remove it to see what these terms change"
        )
    if not any(isinstance(link, Link) for link in arm.links):
        raise QuestionError(f"{arm.title}: there is no flexible link whose beam theory could matter")


def _without(arm: Arm) -> Mapping[str, tuple[str, ...]]:
    """Return the keys of what is left out, by its name."""
    terms = terms_of(arm)
    return {NOTHING: (), **{words: (key,) for key, words in terms.items()}, ALL[arm.spatial]: tuple(terms)}


def _whole(arm: Arm, count: int, solver: Backend) -> ModalModel:
    return answered(solver, arm, count).model


def _cell(
    whole: Callable[[Backend], ModalModel],
    terms: Mapping[str, tuple[str, ...]],
    count: int,
    solver: Backend,
    without: str,
) -> dict[str, object]:
    """Return the modes of the arm with all terms as they are without some."""
    truth = whole(solver)
    if without == NOTHING:
        numbers = np.arange(1, count + 1)
        return {
            "angular_frequency": truth.angular_frequency,
            "relative_change": np.zeros(count),
            "mac": np.ones(count),
            "number": numbers,
        }
    spare = _SPARE * (1 + truth.arm.spatial)
    answer, _ = answered_as_far(solver, without_terms(truth.arm, terms[without]), count + spare)
    model = answer.model
    panels = panels_for(1, max(count, model.modes))
    ours, theirs = (mass_samples(on_arm(one, truth.arm), panels) for one in (truth, model))
    part, _ = likeness(ours, theirs, model.angular_frequency)
    place, mac = np.argmax(part, axis=1), np.max(part, axis=1)
    # Where frequencies coincide, modes have the same part of each of them.
    rows, columns = linear_sum_assignment(np.where(part >= CLEAR, part, 0.0), maximize=True)
    found = mac >= CLEAR
    place[rows] = np.where(found[rows], columns, place[rows])
    omega = np.where(found, model.angular_frequency[place], np.nan)
    return {
        "angular_frequency": omega,
        "relative_change": omega / truth.angular_frequency - 1.0,
        "mac": mac,
        "number": np.where(found, place + 1, 0),
        "missing": [
            "" if there else _reason(without, *alike)
            for there, *alike in zip(found, place.tolist(), mac.tolist(), strict=True)
        ],
    }


def _reason(without: str, place: int, mac: float) -> str:
    """Return why a mode is missing: what is most alike among the others."""
    alike = f"; the most alike, mode {place + 1}, has {mac:.2f} of its motion" if mac >= _SOME else ""
    return f"no mode without {without} moves like it{alike}"


def _terms(arm: Arm, complete: Arm) -> dict[str, Variable]:
    """Return the terms of all flexible links, and which of them are estimated."""
    terms, units = terms_of(arm), BEAM_TERMS | TWIST
    links = [(k, link) for k, link in enumerate(complete.links, 1) if isinstance(link, Link)]
    estimated = [[key in missing_terms(arm.links[k - 1], terms) for key in terms] for k, _ in links]
    about = variable(("about",), ["y", "z"], "1", "axis of the link that it bends about")
    told = {}
    for key in terms:
        pairs = arm.spatial and key in ("shear_rigidity", "rotary_inertia_per_length")
        values = [link.about(key)[::-1] if pairs else getattr(link, key) for _, link in links]
        along = ("link", "about") if pairs else ("link",)
        told[key] = variable(along, values, units[key], f"{key.replace('_', ' ')} as used")
    return {
        "link": variable(("link",), [k for k, _ in links], "1", "number of the flexible link, from the base"),
        "term": variable(("term",), list(terms.values()), "1", "term of beam theory"),
        "estimated": variable(("link", "term"), estimated, "1", "whether the link does not have it"),
        **told,
        **({"about": about} if arm.spatial else {}),
    }
