"""The assumed-modes backend: a few functions over the whole of each link."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from assumed_modes.gravity_correction import CORRECTIONS, GravityCorrection, require_defined
from assumed_modes.rods import Rods
from assumed_modes.space import link_space
from assumed_modes.table import FAMILIES, family_names
from assumed_modes.tip_body import TipBody
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import shown, unknown_name
from flexarm.curves.curve import Curve
from flexarm.curves.floating import FloatingCurve
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.linear_about import LinearAbout
from flexarm.link_functions import LinkFunctions, Plane
from flexarm.link_mass import LinkMass
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.parts import Body
from flexarm.per_link import numbers_per_link, read_numbers, write_numbers
from flexarm.ritz import ritz_growth_rates, ritz_modes, ritz_statics, ritz_unstable
from flexarm.section_loads import SectionLoads
from flexarm.tree import Tree
from flexarm.unknowns import LinkUnknowns
from flexarm.whole import is_whole

_NO_ROTATION = "no-rotation"
_NO_FORESHORTENING = "no-foreshortening"
_LEFT_OUT: tuple[LinkMass, ...] = ("lumped", "massless")
_ABOUT: dict[str, LinearAbout] = {"about-posture": "posture", "about-moving-posture": "moving-posture"}
_WORDS = (_NO_ROTATION, _NO_FORESHORTENING, *_ABOUT, *CORRECTIONS, *_LEFT_OUT)
# All that a link without mass can do in a plane: what a force and a couple at its tip make of it.
_OF_ENDS = 2


@dataclass(frozen=True)
class AssumedModes(Backend):
    """Natural frequencies from a few assumed shapes of every flexible link (Rayleigh–Ritz).

    Parameters
    ----------
    family
        Name of the family of shapes, one of `assumed_modes.family_names()`.
    shapes
        Number of shapes of every flexible link, or one number a flexible link, base first; of Legendre shapes 0 too,
        with which a link is rigid: the cheapest model of a slew, where springs of locked joints alone give way.
    rigid_rotation
        Whether the rotation of each link's root is a coordinate of its own. Without it the shapes' own slope at the
        root is the joint's rotation: shapes clamped at the root then hold a locked joint still.
    gravity_correction
        How the rise of masses by bending is counted under gravity: ``"full"``; or as published models of one link do
        it, ``"none"``, ``"hufnagel"`` or ``"hufnagel-tip"`` (`assumed_modes.gravity_correction`).
    link_mass
        Where the mass of flexible links is: ``"spread"`` over them, as it is; in halves at their ends, ``"lumped"``; or
        left out, ``"massless"``: the arm is then a spring between base, bodies and payload, which two static shapes a
        link describe exactly; of slews too.
    foreshortening
        Whether bending brings a link's sections nearer to its root, to second order, in large motion; published models
        leave that out, and soften where a spinning link should stiffen.
    linear_about
        In large motion: ``"posture"``, linear about the arm's own posture, as responses are; ``"moving-posture"``,
        about the one in which its joints are by now, without what rates make; ``""``, not linear.

    Raises
    ------
    InputError
        If the family is unknown, or a number of shapes is not a whole number from 1 (Legendre: 0) to the family's
        largest.
    """

    family: str = "legendre"
    shapes: int | tuple[int, ...] = 8
    rigid_rotation: bool = True
    gravity_correction: GravityCorrection = "full"
    link_mass: LinkMass = "spread"
    foreshortening: bool = True
    linear_about: LinearAbout = ""
    name: ClassVar[str] = "assumed_modes"
    bears_static_loads: ClassVar[bool] = True
    bears_beam_terms: ClassVar[bool] = True
    bears_space: ClassVar[bool] = True
    bears_trees: ClassVar[bool] = True

    def __post_init__(self) -> None:
        faults = self._family_faults() or self._shape_faults()
        for name in ("rigid_rotation", "foreshortening"):
            if not isinstance(getattr(self, name), bool):
                faults.append(Fault(name, "True or False", repr(getattr(self, name))))
        if self.gravity_correction not in CORRECTIONS:
            wanted = f"one of {', '.join(CORRECTIONS)}"
            faults.append(Fault("gravity_correction", wanted, repr(self.gravity_correction)))
        if self.link_mass not in ("spread", *_LEFT_OUT):
            faults.append(Fault("link_mass", f"one of spread, {', '.join(_LEFT_OUT)}", repr(self.link_mass)))
        if self.linear_about not in ("", *_ABOUT.values()):
            wanted = f"empty, or one of {', '.join(_ABOUT.values())}"
            faults.append(Fault("linear_about", wanted, repr(self.linear_about)))
        if faults:
            raise InputError(faults, self.name)
        whole = tuple(map(int, self.shapes)) if isinstance(self.shapes, list | tuple) else int(self.shapes)
        object.__setattr__(self, "shapes", whole)

    def _family_faults(self) -> list[Fault]:
        if isinstance(self.family, str) and self.family in FAMILIES:
            return []
        return [unknown_name("family", self.family, family_names())]

    def _shape_faults(self) -> list[Fault]:
        # Without shapes a family is no matter: the usual one has them.
        least, largest = int(self.family != AssumedModes.family), FAMILIES[self.family].largest
        wanted = f"a whole number from {least} to {largest} ({self.family}), for all flexible links or for each"
        numbers = {"shapes": self.shapes}
        if isinstance(self.shapes, list | tuple) and self.shapes:
            numbers = {f"shapes{k}": number for k, number in enumerate(self.shapes, 1)}
        return [Fault(path, wanted, shown(got)) for path, got in numbers.items() if not _is_within(got, least, largest)]

    @property
    def floating(self) -> bool:
        """Whether its links, in large motion, deflect little in frames that float with their roots: they do."""
        return True

    @classmethod
    def from_spec(cls, *settings: str) -> "AssumedModes":
        """Make the backend from FAMILY or FAMILY:SHAPES, SHAPES as ``8`` or ``8,6,4``, and words that may follow.

        The words: no-rotation, no-foreshortening, about-posture or about-moving-posture, one gravity correction, as in
        ``comparison:1:hufnagel``, and lumped or massless, as in ``static:massless``, with which two shapes are usual.

        Parameters
        ----------
        *settings
            The parts that follow the backend's name; none for eight Legendre shapes a link.

        Raises
        ------
        InputError
            If a part is unknown or of the wrong form.
        """
        family = settings[0] if settings else cls.family
        numbered = len(settings) > 1 and settings[1] not in _WORDS
        words = settings[1 + numbered :]
        corrections = [word for word in CORRECTIONS if word in words]
        masses = [word for word in _LEFT_OUT if word in words]
        abouts = [word for word in _ABOUT if word in words]
        given = max(len(corrections), len(masses), len(abouts))
        if len(set(words)) < len(words) or given > 1 or not set(words) <= set(_WORDS):
            ones = ", and ".join(f"one of {', '.join(some)}" for some in (CORRECTIONS, _LEFT_OUT, _ABOUT))
            wanted = f"nothing, or any of {_NO_ROTATION}, {_NO_FORESHORTENING}, {ones} after FAMILY:SHAPES"
            raise InputError([Fault("settings", wanted, repr(":".join(words)))], cls.name)
        usual = FAMILIES[family].usual if family in FAMILIES else cls.shapes
        shapes = _read_shapes(settings[1]) if numbered else _OF_ENDS if masses else usual
        correction = corrections[0] if corrections else cls.gravity_correction
        link_mass = masses[0] if masses else cls.link_mass
        foreshortening = _NO_FORESHORTENING not in words
        about = _ABOUT[abouts[0]] if abouts else cls.linear_about
        return cls(family, shapes, _NO_ROTATION not in words, correction, link_mass, foreshortening, about)

    def _settings(self) -> tuple[str, ...]:
        return (self.family, write_numbers(self.shapes), *self._words())

    def _words(self) -> tuple[str, ...]:
        correction = () if self.gravity_correction == "full" else (self.gravity_correction,)
        left_out = () if self.link_mass == "spread" else (self.link_mass,)
        return (
            *correction,
            *(() if self.rigid_rotation else (_NO_ROTATION,)),
            *left_out,
            *(() if self.foreshortening else (_NO_FORESHORTENING,)),
            *(word for word, about in _ABOUT.items() if about == self.linear_about),
        )

    @property
    def scheme(self) -> str:
        """The specification without the number of shapes: ``assumed_modes:legendre``."""
        return ":".join((self.name, self.family, *self._words()))

    def with_size(self, size: int) -> "AssumedModes":
        """Return the same family with one number of shapes for every flexible link.

        Parameters
        ----------
        size
            Number of shapes.

        Raises
        ------
        InputError
            If it is not a whole number from 1 to the family's largest.
        """
        if size == 0:
            wanted = f"a whole number from 1 to {FAMILIES[self.family].largest} ({self.family})"
            raise InputError([Fault("shapes", wanted, "0, which is rigid links")], self.scheme)
        return replace(self, shapes=size)

    def spaces(self, arm: Arm) -> tuple[LinkFunctions | None, ...]:
        """Return the trial functions of every flexible link, None for a rigid one; base to payload.

        Parameters
        ----------
        arm
            The arm.

        Raises
        ------
        QuestionError
            If there is not one number of shapes a flexible link, or none for a link; without rotation, if a joint needs
            it; if the gravity correction is not defined for the arm.
        """
        if 0 in numbers_per_link(self.shapes, arm, "shapes", self.spec):
            raise QuestionError(
                f"{self.spec}: links without shapes are rigid, which is a model of slews alone; take 1 or more, or "
                f"leave the flexural rigidity out of {arm.title}'s file"
            )
        return self._spaces(arm)

    def _spaces(self, arm: Arm) -> tuple[LinkFunctions | None, ...]:
        """Return the trial functions of every flexible link, of some perhaps none."""
        self._check_rotation(arm)
        if arm.static_loads and self.link_mass != "spread":
            raise QuestionError(
                f"{self.spec}: {', '.join(arm.static_loads)} acts on the mass of {arm.title}'s links; leave out "
                f"{self.link_mass}"
            )
        require_defined(self.gravity_correction, arm, self.spec)
        correction = self.gravity_correction if arm.static_loads else "full"
        numbers = iter(numbers_per_link(self.shapes, arm, "shapes", self.spec))
        payloads = [None] * (len(arm.links) - 1) + [arm.payload]
        return tuple(
            self._space(link, payload, next(numbers), correction, 1 + arm.spatial) if isinstance(link, Link) else None
            for link, payload in zip(arm.links, payloads, strict=True)
        )

    def _unknowns(self, arm: Arm) -> list[LinkUnknowns | None]:
        return [None if space is None else _amplitudes(space) for space in self.spaces(arm)]

    def _space(
        self, link: Link, payload: Body | None, size: int, correction: GravityCorrection, count: int
    ) -> LinkFunctions:
        family, bodies = FAMILIES[self.family], [TipBody.of(link, (link.tip, payload), k) for k in range(count)]
        bending = [link_space(family, size, link.length, one, self.rigid_rotation, correction) for one in bodies]
        rods = Rods(link.length, size, bending[0].stations, bending[0].weights, family.classical_rods)
        shears = (None if given is None else rods for given in link.about("shear_rigidity"))
        pulled = [None if given is None else rods for given in (link.axial_rigidity, link.torsional_rigidity)]
        planes = tuple(Plane(*one) for one in zip(bending, shears, strict=False))
        return LinkFunctions(planes, tuple(pulled[:count]))

    def _check_rotation(self, arm: Arm) -> None:
        """Refuse joints whose freedom the shapes' slope at the root cannot stand for."""
        if self.rigid_rotation:
            return
        if arm.spatial:
            raise QuestionError(
                f"{self.spec}: {arm.title} moves in space, where joints turn about axes of their own; leave out "
                f"{_NO_ROTATION}"
            )
        turning = 1 not in FAMILIES[self.family].root
        for k, link in enumerate(arm.links, 1):
            if not isinstance(link, Link):
                continue
            if link.joint.state == "general":
                raise self._needs_rotation(k, "joint of several freedoms, which its shapes cannot stand for")
            if link.joint.free:
                raise self._needs_rotation(k, "free joint, whose rigid-body motion would be lost")
            if turning and not link.joint.turns:
                raise self._needs_rotation(k, f"rigid joint, but {self.family} shapes have a slope there")

    def _needs_rotation(self, k: int, joint: str) -> QuestionError:
        return QuestionError(f"{self.spec}: link{k} has a {joint}; leave out {_NO_ROTATION}")

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        return ritz_modes(arm, self.spaces(arm), count, self.spec, self.link_mass)

    def _large_motion(self, arm: Arm, parts: Tree) -> Iterator[list[Curve | None]]:
        if not self.rigid_rotation:
            raise QuestionError(f"{self.spec}: in large motion a link's root turns by itself; leave out {_NO_ROTATION}")
        if self.gravity_correction != "full":
            raise QuestionError(
                f"{self.spec}: in large motion masses rise as they do; leave out {self.gravity_correction}"
            )
        numbers = numbers_per_link(self.shapes, arm, "shapes", self.spec)
        # Links whose mass is left out differ from the arm by that, whatever their shapes: no fewer tell by how much.
        for fewer in (1, 0) if max(numbers, default=1) > 1 and self.link_mass == "spread" else (0,):
            # Of a link with one shape the coarser model has that one too: a rigid link is another model.
            fewest = tuple(max(min(1, number), number - fewer) for number in numbers)
            spaces = (replace(self, shapes=fewest) if fewer else self)._spaces(arm)
            beams = map(parts.beam_of, parts.links)
            yield [
                None if beam is None or space is None else FloatingCurve(beam, space, self.foreshortening)
                for beam, space in zip(beams, spaces, strict=True)
            ]

    def _unstable(self, arm: Arm) -> int:
        return ritz_unstable(arm, self.spaces(arm))

    def _growth_rates(self, arm: Arm) -> Array:
        return ritz_growth_rates(arm, self.spaces(arm))

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return ritz_statics(arm, self.spaces(arm), loads, self.spec)


def _amplitudes(space: LinkFunctions) -> LinkUnknowns:
    """Return the amplitudes of the shapes, which have no unit themselves."""
    told = [
        ("_".join((*words, f"shape{n}")), unit)
        for key, (words, unit) in space.words.items()
        for n in range(1, space.spaces[key].size + 1)
    ]
    names, units = zip(*told, strict=True)
    return LinkUnknowns(space, names, units, np.ones(space.size))


def _is_within(value: object, least: int, largest: int) -> bool:
    return is_whole(value) and bool(least <= value <= largest)


def _read_shapes(text: str) -> int | tuple[int, ...]:
    try:
        return read_numbers(text)
    except ValueError:
        wanted = "whole numbers: 8 for every flexible link, or 8,6,4 for each"
        raise InputError([Fault("shapes", wanted, repr(text))], AssumedModes.name) from None
