"""The finite-element backend: beam elements, refined at will."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

import numpy as np

from fem.hermite import HermiteElements
from fem.rods import RodElements
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import shown
from flexarm.curves.curve import Curve
from flexarm.curves.floating import FloatingCurve
from flexarm.curves.strains import StrainCurve
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.link_functions import LinkFunctions, Plane
from flexarm.links import Link, RigidLink
from flexarm.modes import ModalModel
from flexarm.per_link import numbers_per_link, read_numbers, write_numbers
from flexarm.ritz import ritz_growth_rates, ritz_modes, ritz_statics, ritz_unstable
from flexarm.section_loads import SectionLoads
from flexarm.tree import Beam, Tree
from flexarm.unknowns import LinkUnknowns
from flexarm.whole import is_whole

# Beyond this many elements a link, round-off outgrows the elements' own error by far.
_MOST = 100_000
_FLOATING = "floating"
# The functions of a link with no more elements are kept for the next question: many links have the same.
_FEW = 200
# Degree of the strains of a geometrically exact element: linear curvature, as a cubic has.
_STRAINS = 1


@dataclass(frozen=True)
class BeamFEM(Backend):
    """Cubic Hermite beam elements of equal length on every flexible link; linear ones for its shear and stretch.

    Natural frequencies lie above the exact ones and fall like h⁴ (Strang and Fix 1973, §6.3), h the length of an
    element; with shear or stretch like h².

    Parameters
    ----------
    elements
        Elements a link: one number for all flexible links, or one for each, base first.
    floating
        Whether large motion is modelled by small deflection of the elements in a frame that floats with the link's
        root; without it, by geometrically exact elements.

    Raises
    ------
    InputError
        If a number is not a whole number from 1 to 100 000, or `floating` is not True or False.
    """

    name: ClassVar[str] = "fem"
    bears_static_loads: ClassVar[bool] = True
    bears_beam_terms: ClassVar[bool] = True
    bears_space: ClassVar[bool] = True
    bears_trees: ClassVar[bool] = True
    elements: int | tuple[int, ...] = 20
    floating: bool = False

    def __post_init__(self) -> None:
        numbers = self.elements if isinstance(self.elements, list | tuple) else (self.elements,)
        if not numbers or not all(is_whole(number) and 1 <= number <= _MOST for number in numbers):
            wanted = f"a whole number from 1 to {_MOST}, or one for each flexible link"
            raise InputError([Fault("elements", wanted, shown(self.elements))], self.name)
        if not isinstance(self.floating, bool):
            raise InputError([Fault("floating", "True or False", shown(self.floating))], self.name)
        whole = tuple(map(int, numbers)) if isinstance(self.elements, list | tuple) else int(self.elements)
        object.__setattr__(self, "elements", whole)

    @classmethod
    def from_spec(cls, *settings: str) -> "BeamFEM":
        """Make the backend from ``ELEMENTS`` or ``ELEMENTS,ELEMENTS,…``, by default 20, and ``floating``.

        Parameters
        ----------
        *settings
            The part that follows the backend's name; none for 20 elements.

        Raises
        ------
        InputError
            If it is of the wrong form.
        """
        floating = settings[-1:] == (_FLOATING,)
        try:
            (text,) = settings[: len(settings) - floating] or (write_numbers(cls.elements),)
            elements = read_numbers(text)
        except ValueError:
            wanted = f"fem:ELEMENTS or fem:ELEMENTS,ELEMENTS,… in whole numbers; and :{_FLOATING}, for large motion"
            raise InputError([Fault("backend", wanted, repr(":".join((cls.name, *settings))))]) from None
        return cls(elements, floating)

    def _settings(self) -> tuple[str, ...]:
        return (write_numbers(self.elements), *self._words())

    def _words(self) -> tuple[str, ...]:
        return (_FLOATING,) if self.floating else ()

    @property
    def scheme(self) -> str:
        """The specification without the number of elements: ``fem``."""
        return ":".join((self.name, *self._words()))

    def with_size(self, size: int) -> "BeamFEM":
        """Return the same elements, one number of them on every flexible link.

        Parameters
        ----------
        size
            Number of elements.

        Raises
        ------
        InputError
            If it is not a whole number from 1 to 100 000.
        """
        return replace(self, elements=size)

    def _modes(self, arm: Arm, count: int) -> ModalModel:
        return ritz_modes(arm, self._spaces(arm), count, self.spec)

    def _large_motion(self, arm: Arm, parts: Tree) -> Iterator[list[Curve | None]]:
        largest = max(self.elements) if isinstance(self.elements, tuple) else self.elements
        for part in (2, 1) if largest > 1 else (1,):
            numbers = iter(numbers_per_link(self.elements, arm, "elements", self.spec))
            beams = zip(arm.links, map(parts.beam_of, parts.links), strict=True)
            yield [None if beam is None else self._curve(link, beam, next(numbers) // part) for link, beam in beams]

    def _curve(self, link: Link | RigidLink, beam: Beam, number: int) -> Curve:
        elements = max(1, number)
        if self.floating and isinstance(link, Link):
            return FloatingCurve(beam, _functions(link, elements, len(beam.bendings) > 1))
        return StrainCurve(beam, elements, _STRAINS)

    def _unstable(self, arm: Arm) -> int:
        return ritz_unstable(arm, self._spaces(arm))

    def _growth_rates(self, arm: Arm) -> Array:
        return ritz_growth_rates(arm, self._spaces(arm))

    def _statics(self, arm: Arm, loads: SectionLoads) -> Displacements:
        return ritz_statics(arm, self._spaces(arm), loads, self.spec)

    def _unknowns(self, arm: Arm) -> list[LinkUnknowns | None]:
        pairs = zip(arm.links, self._spaces(arm), strict=True)
        return [None if space is None else _nodal_unknowns(link.length, space) for link, space in pairs]

    def _spaces(self, arm: Arm) -> list[LinkFunctions | None]:
        numbers = iter(numbers_per_link(self.elements, arm, "elements", self.spec))
        return [_functions(link, next(numbers), arm.spatial) if isinstance(link, Link) else None for link in arm.links]


def _functions(link: Link, elements: int, spatial: bool) -> LinkFunctions:
    count = 1 + spatial
    sheared = [given is not None for given in link.about("shear_rigidity")]
    pulled = [given is not None for given in (link.axial_rigidity, link.torsional_rigidity)]
    make = _kept_functions if elements <= _FEW else _made_functions
    return make(float(link.length), elements, tuple(sheared[:count]), tuple(pulled[:count]))


def _made_functions(length: float, elements: int, sheared: tuple[bool, ...], pulled: tuple[bool, ...]) -> LinkFunctions:
    beams, rods = HermiteElements(length, elements), RodElements(length, elements)
    planes = tuple(Plane(beams, rods if shear else None) for shear in sheared)
    return LinkFunctions(planes, tuple(rods if given else None for given in pulled))


_kept_functions = lru_cache(maxsize=64)(_made_functions)


def _nodal_unknowns(length: float, space: LinkFunctions) -> LinkUnknowns:
    """Return what every node does but the root, which is clamped to the link's own axes."""
    elements = space.bending.size // 2
    nodes, told = range(1, elements + 1), []
    for (what, k), (words, unit) in space.words.items():
        deflection = "bending_deflection" if what == "bending" and ("shear", k) in space.spaces else "deflection"
        does = {"bending": [("slope", "rad"), (deflection, unit)], "shear": [(deflection, unit)], "rod": [("", unit)]}
        told += [("_".join(filter(None, (f"node{n}", *words, name))), of) for n in nodes for name, of in does[what]]
    sizes = np.ones(space.size)
    for (what, _), own in space.parts.items():
        if what == "bending":
            # A node's slope is counted times its element's length.
            sizes[own][::2] = length / elements
    names, units = zip(*told, strict=True)
    return LinkUnknowns(space, names, units, sizes)
