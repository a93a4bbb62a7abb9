"""The modal model: what every backend answers, and the sign rule of its modes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arrays import Array
from flexarm.certificate import CertifiedInterval, each_mode
from flexarm.checks import shown
from flexarm.displacements import About, Displacements, LinkShape
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.kinematics import Motion, Rows, bodies, section_motions
from flexarm.modal_variables import (
    participation_variables,
    reaction_variables,
    shape_coordinates,
    shape_variables,
    support_variables,
)
from flexarm.notebook import table
from flexarm.participation import base_projection, movable_inertia, participation, pulls_on_base
from flexarm.rigid_modes import rigid_modes
from flexarm.tree import PLANES, LinkNumbers, Tree, direction
from flexarm.variables import (
    NORMALISATION,
    Variable,
    certificate_variables,
    digits_variable,
    mode_numbers,
    provenance,
    unstable_variable,
    variable,
)
from flexarm.whole import is_whole

if TYPE_CHECKING:
    import xarray as xr

# Tips that move less than this part of what turns or bends are held.
_HELD = 1e-7
Normalisation = Literal["modal-mass", "largest"]

# What a normalisation is called in Datasets, and what shapes are then of.
_NORMALISATIONS: dict[Normalisation, tuple[str, str]] = {
    "modal-mass": (NORMALISATION, "per metre of the modal coordinate (modal mass 1 kg)"),
    "largest": (
        "largest displacement 1: shapes are per metre of the largest displacement of a station or a body",
        "per metre of the mode's largest displacement",
    ),
}
SIGN_RULE = (
    "among the links' tips, last link first, the first whose motion across its link exceeds 5 % of the largest "
    "motion of any tip or body moves to the link's left; in space, where none does, upwards, or along the link; on "
    "supports, where these hold all tips, the first that turns does so to the left, or the first link bends there"
)


@dataclass(frozen=True, eq=False, repr=False)
class ModalModel(Displacements):
    """Natural frequencies and mode shapes of one arm by one backend.

    Modes have unit modal mass (1 kg, so that displacements are per metre of the modal coordinate), rotation
    being in rad/m. The sign rule: among the links' tips, last link first, the first whose motion across its
    link exceeds 5 % of the largest motion of any tip or body moves in the positive sense (to the link's left).

    Parameters
    ----------
    arm, backend, base_motion, joint_motion, shapes, link_mass, support_force
        See `Displacements`; one displacement a mode.
    rigid_modes
        Number of rigid-body modes, from the kinematics.
    angular_frequency
        The first non-zero natural frequencies, ascending, multiple ones repeated, rad/s, shape (modes,).
    unknowns
        Number of unknowns of the discretised problem.
    certificate
        Intervals that are proved to contain the frequencies, each multiple or inseparable ones together; None where
        nothing is proved. `flexarm.certificate.each_mode` gives one a mode.
    digits
        How many decimal digits of each frequency round-off can have left, discretisation errors apart, shape (modes,);
        None where the backend does not estimate them.
    unstable
        Number of modes in which static loads make the arm fall or buckle, ω² < 0; they have no natural frequency.
    """

    rigid_modes: int
    angular_frequency: Array
    unknowns: int
    certificate: tuple[CertifiedInterval, ...] | None = None
    digits: Array | None = None
    unstable: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.angular_frequency.flags.writeable = False
        if self.digits is not None:
            self.digits.flags.writeable = False

    def __repr__(self) -> str:
        ends = dict.fromkeys(f"{omega:.6g}" for omega in self.angular_frequency[[0, -1]])
        count = f"{self.modes} mode{'s' * (self.modes > 1)}"
        told = f"{count}, {' to '.join(ends)} rad/s, and {self.rigid_modes} rigid-body ones"
        return f"<ModalModel of {self.arm.title!r} by {self.backend}: {told}>"

    def _repr_html_(self) -> str:
        """Return a table of its frequencies, with what is proved of them, for notebooks."""
        columns = {
            "mode": range(1, self.modes + 1),
            "ω, rad/s": [f"{omega:.10g}" for omega in self.angular_frequency],
            "f, Hz": [f"{frequency:.10g}" for frequency in self.frequency],
        }
        if self.digits is not None:
            columns["digits left by round-off"] = [str(int(digits)) for digits in self.digits]
        if self.certificate is not None:
            held = each_mode(self.certificate, self.modes)
            columns["proved, ±"] = [f"{interval.half_width:.1g}" for interval in held]
        caption = f"{self.arm.title}, by {self.backend}: {self.rigid_modes} rigid-body modes"
        return table(caption, list(columns), zip(*columns.values(), strict=True))

    @property
    def modes(self) -> int:
        """Number of modes."""
        return len(self.angular_frequency)

    @property
    def frequency(self) -> Array:
        """Natural frequencies, Hz, shape (modes,)."""
        return np.asarray(self.angular_frequency / (2.0 * np.pi))

    @cached_property
    def participation(self) -> Array:
        """Participation factors for motions of the base along x, along y and in rotation, kg, kg, kg m, (modes, 3).

        In space along and about x, y and z, (modes, 6), as all that follows from them.

        In rotation about the base's centre, which is the first joint unless the base is free. Where the base is free
        they are zero: such modes have no momentum. What supports hold to the ground moves along with the base.
        """
        return participation(self._tree, self)

    @property
    def effective_mass(self) -> Array:
        """Effective modal masses along x and y and moments of inertia, kg, kg, kg m², shape (modes, 3)."""
        return np.asarray(self.participation**2)

    @property
    def effective_mass_total(self) -> Array:
        """What the effective masses of all modes, however many, add up to, kg, kg, kg m², shape (3,)."""
        rigid = participation(self._tree, rigid_modes(self.arm, link_mass=self.link_mass))
        return np.asarray(np.maximum(movable_inertia(self._tree) - np.sum(rigid**2, axis=0), 0.0))

    @property
    def base_reaction(self) -> Array:
        """Force along x and y and couple by which the base holds the arm, N/m, N/m, N, shape (modes, 3).

        The couple is about the base's centre. What the base gives way to is zero; supports have forces of their own
        (`support_force`).

        Raises
        ------
        QuestionError
            If the arm has static loads: these move with it, and the base feels them too.
        """
        if self.arm.static_loads:
            raise QuestionError(
                f"{self.arm.title}: what the base feels of {', '.join(self.arm.static_loads)} as the arm moves is not "
                "modelled; remove the static loads, or ask for participation factors alone"
            )
        whole = -(self.angular_frequency[:, np.newaxis] ** 2) * self.participation
        if self.support_force is None:
            return np.asarray(whole)
        return np.asarray(whole @ base_projection(self._tree) + pulls_on_base(self._tree, self.support_force))

    def shear_force(self, link: int, x: ArrayLike, about: About = "z") -> Array:
        """Return a link's shear force EI φ″ + ω² ρI φ, N per m, shape (modes, stations); zero in a rigid link.

        φ is the rotation of the link's sections, in the second term with the arm, w′ without shear, and ρI their rotary
        inertia per length.

        Parameters
        ----------
        link, x, about
            As of `deflection`: the link's number, stations, m, shape (stations,), and the axis.
        """
        bent, beam = super().shear_force(link, x, about), self._tree.beam_of(self._tree.links[link - 1])
        plane = int(about == "y")
        if beam is None or not beam.bendings[plane].rotary_inertia:
            return bent
        _, place, sign = PLANES[self._tree.components][plane]
        root = sign * self.link_motions[link - 1].root.in_axes(beam.axes)[place]
        turned = self.slope(link, x, about) + root[:, np.newaxis]
        return np.asarray(
            bent + beam.bendings[plane].rotary_inertia * self.angular_frequency[:, np.newaxis] ** 2 * turned
        )

    def dataset(self, stations: int = 21, normalisation: Normalisation = "modal-mass") -> "xr.Dataset":
        """Return frequencies and shapes as a Dataset with dimensions mode, link, station, body and axis.

        Parameters
        ----------
        stations
            Equally spaced stations a link, root and tip included; two or more.
        normalisation
            ``"modal-mass"``: modes have a modal mass of 1 kg. ``"largest"``: the largest displacement of a station or
            of a body's centre of mass is 1; the modal mass is given beside.

        Returns
        -------
        xarray.Dataset
            Every variable has ``units`` and ``long_name``.

        Raises
        ------
        InputError
            If there are fewer than two stations, their number is not whole, or the normalisation is unknown.
        """
        import xarray as xr  # late: those who solve arms alone need not wait for it

        if not is_whole(stations) or stations < 2:
            raise InputError([Fault("stations", "a whole number of 2 or more", repr(stations))], "dataset")
        if normalisation not in _NORMALISATIONS:
            wanted = " or ".join(f'"{name}"' for name in get_args(Normalisation))
            raise InputError([Fault("normalisation", wanted, shown(normalisation))], "dataset")
        fractions = np.linspace(0.0, 1.0, int(stations))
        words, per = _NORMALISATIONS[normalisation]
        largest = np.ones(self.modes) if normalisation == "modal-mass" else self._largest(fractions)
        modes, scale = self.scaled(1.0 / largest), 1.0 / largest[:, np.newaxis]
        variables = {
            **self._frequencies(),
            "modal_mass": variable(("mode",), largest**-2.0, "kg", "modal mass"),
            **shape_variables(modes, fractions, per),
            **self._taking_part(scale, per),
        }
        coordinates = {"mode": mode_numbers(self.modes), **shape_coordinates(self, fractions)}
        told = {"backend": self.backend, "normalisation": words, "sign_rule": SIGN_RULE}
        return xr.Dataset(variables, coordinates, {**provenance(self.arm), **told})

    def _taking_part(self, scale: Array, per: str) -> dict[str, Variable]:
        """Return what modes have to do with the base: participation, effective masses, reactions."""
        factor, mass, total = self.participation, self.effective_mass, self.effective_mass_total
        reactions = {} if self.arm.static_loads else reaction_variables(scale * self.base_reaction, per)
        if self.support_force is not None:
            names = [one.name for one in self._tree.held]
            reactions |= support_variables(names, -scale * self.support_force, per)
        return {**participation_variables(scale * factor, mass, total), **reactions}

    def _largest(self, fractions: Array) -> Array:
        """Return every mode's largest displacement of a body or of stations at fractions of the links, (modes,)."""
        stations = [self.translation(k, link.length * fractions) for k, link in enumerate(self.arm.links, 1)]
        bodies = [motion.translation.T[:, :, np.newaxis] for motion in self.body_motions.values()]
        base = Motion(self.base_motion.T).translation.T[:, :, np.newaxis]
        moved = np.concatenate([*stations, *bodies, base], axis=2)
        return np.asarray(np.max(np.linalg.norm(moved, axis=1), axis=1))

    def _frequencies(self) -> dict[str, Variable]:
        mode, loaded = ("mode",), bool(self.arm.static_loads)
        proved = [] if self.certificate is None else each_mode(self.certificate, self.modes)
        return {
            "angular_frequency": variable(mode, self.angular_frequency, "rad/s", "natural angular frequency"),
            "frequency": variable(mode, self.frequency, "Hz", "natural frequency"),
            "rigid_modes": variable((), self.rigid_modes, "1", "number of rigid-body modes"),
            **({"unstable_modes": unstable_variable((), self.unstable)} if loaded else {}),
            **(certificate_variables(mode, proved) if proved else {}),
            **({} if self.digits is None else {"digits": digits_variable(mode, self.digits)}),
        }


def signs(arm: Tree, rows: Rows, shapes: Sequence[LinkShape] = ()) -> Array:
    """Return +1 or -1 for each mode, shape (modes,), by the sign rule of `ModalModel`.

    The raw modes are given by the rows that kinematics starts from, one a column, and of an arm on supports by the
    links' shapes.
    """
    motions = section_motions(arm, rows)
    tips = [motions[link.tip] for link in arm.links]
    everywhere = tips + [motion for _, motion in bodies(arm, motions)]
    largest = np.max([np.linalg.norm(motion.translation, axis=0) for motion in everywhere], axis=0)
    # To the left; in space then upwards and along.
    sides = range(1, 2) if arm.components == 3 else (1, 2, 0)
    ends = [*zip(reversed(arm.links), reversed(tips), strict=True)]
    moved = [motion.along(direction(link.axes, number)) for number in sides for link, motion in ends]
    if arm.held:
        return _signs_on_supports(arm, moved, largest, tips, shapes)
    sign = _first(moved, 0.05 * largest)
    turned = np.atleast_2d(tips[-1].rotation if arm.components == 6 else motions[arm.links[0].root].rotation)
    root = turned[np.argmax(np.abs(turned), axis=0), np.arange(len(largest))]
    return np.where(sign == 0.0, np.where(root < 0.0, -1.0, 1.0), sign)


def _first(values: Sequence[Array], least: Array) -> Array:
    """Return the sign of the first of values that exceeds the least, shape (modes,); zero for none."""
    sign = np.zeros_like(least)
    for value in values:
        sign = np.where((sign == 0.0) & (np.abs(value) > least), np.sign(value), sign)
    return sign


def _signs_on_supports(
    arm: Tree, moved: Sequence[Array], largest: Array, tips: Sequence[Motion], shapes: Sequence[LinkShape]
) -> Array:
    """Return the signs where supports may hold all tips: then by how these turn, or links bend between them."""
    reach = sum(float(link.length) for link in arm.links)
    turns = [turn for tip in reversed(tips) for turn in np.atleast_2d(tip.rotation)[::-1]]
    numbered = reversed([*enumerate(shapes)])
    bends = [bend for k, shape in numbered for bend in _bends(arm.links[k], shape)]
    kinds = [np.array(kind) for kind in ([one / reach for one in moved], turns, bends) if len(kind)]
    most = [largest / reach, *(np.max(np.abs(kind), axis=0) for kind in kinds[1:])]
    # What a support holds moves by round-off.
    still, sign = _HELD * np.max(most, axis=0), np.zeros_like(largest)
    for kind, size in zip(kinds, most, strict=True):
        sign = np.where(sign == 0.0, _first(list(kind), np.maximum(0.05 * size, still)), sign)
    return np.where(sign == 0.0, 1.0, sign)


def _bends(link: LinkNumbers, shape: LinkShape) -> list[Array]:
    """Return how a link bends on the whole and in its halves, plane by plane, over its length, (modes,) each."""
    moments, length, found = shape.moments(), float(link.length), list[Array]()
    for even, rising in ((1, 2), (4, 5))[: len(moments) // 4]:
        mean = moments[even] / length**2
        found += [mean, moments[rising] / length**3 - 0.5 * mean]
    return found
