"""Participation factors of exact modes from the end forces of their members, over ω².

A stiff mode hardly moves a heavy payload, and loses the payload's momentum in its own round-off: a relative 1e-8 of the
moment at 10 t and the twelfth mode. The shear force EI w‴ and the bending moment EI w″ that hold the payload keep all
digits, and so does the momentum that they stand for.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import About
from flexarm.frames import carried_back, turned, turned_back
from flexarm.modes import ModalModel
from flexarm.participation import base_projection
from flexarm.tree import PLANES, RODS

_ABOUT: tuple[About, ...] = ("z", "y")


@dataclass(frozen=True, eq=False, repr=False)
class ExactModel(ModalModel):
    """A modal model whose shapes obey the beams' equations of motion."""

    @cached_property
    def participation(self) -> Array:
        """Participation factors as `ModalModel` has them, from end forces."""
        parts = self._tree
        momenta = [
            0.0 * motion.array if section.inertia is None else section.inertia @ motion.array
            for section, motion in zip(parts.sections, self.section_motions, strict=True)
        ]
        for k, link in reversed(list(enumerate(parts.links))):
            root = parts.sections[link.root]
            carried = self._root_momenta(k, momenta[link.tip]) if link.flexible else momenta[link.tip]
            lever = None if link.flexible else parts.sections[link.tip].lever
            momenta[link.root] = momenta[link.root] + carried_back(carried, lever)
            momenta[root.parent] = momenta[root.parent] + carried_back(momenta[link.root], root.lever)
        return np.asarray(momenta[0].T @ base_projection(parts))

    def _root_momenta(self, k: int, tip: Array) -> Array:
        """Return momenta at a link's root from its end forces; along one that keeps its length from all it carries."""
        link, square = self._tree.links[k], self.angular_frequency**2
        beam, shape = self._tree.beam_of(link), self.shapes[k]
        assert beam is not None, "a flexible link"
        root, end = self.section_motions[link.root].in_axes(beam.axes), np.zeros(1)
        momenta = turned(tip, beam.axes)
        for number, (place, rod) in enumerate(zip(RODS[len(root)], beam.rods, strict=True)):
            if rod.rigidity is None:
                momenta[place] = momenta[place] + rod.inertia_per_length * beam.length * root[place]
            else:
                momenta[place] = rod.rigidity * shape.rod(end, 1, number)[:, 0] / square
        for (across, turn, sign), about in zip(PLANES[len(root)], _ABOUT, strict=False):
            momenta[across] = -self.shear_force(k + 1, end, about)[:, 0] / square
            momenta[turn] = sign * self.bending_moment(k + 1, end, about)[:, 0] / square
        return turned_back(momenta, beam.axes)
