"""The characteristic equation of arms whose links stretch, shear and have rotary inertia, in many digits.

A link's deflection y, the rotation φ of its sections, the moment M = EI φ′ and the force S across that a section hands
on outwards obey y′ = φ − S/κGA, φ′ = M/EI, M′ = S − ω² ρI φ, S′ = m ω² y (Timoshenko 1921): four equations of the
first order, solved by the exponential of their matrix. So do u and the force P along it, u′ = −P/EA, P′ = m ω² u.
Nothing of the product is used but the description of the arm.
"""

import mpmath

from flexarm.arm import Arm
from flexarm.links import Link
from tests.characteristic import Row, _dot, _Equations


class BeamEquations(_Equations):
    """The equations at one frequency."""

    functions, number = mpmath, staticmethod(mpmath.mpf)

    def __init__(self, arm: Arm, omega: mpmath.mpf) -> None:
        super().__init__(arm, omega)
        self.size += 2 * sum(getattr(link, "axial_rigidity", None) is not None for link in arm.links)

    def beam(self, link: Link, k, point, root, heading, axis) -> tuple[list[Row], Row]:
        length, rigidity = mpmath.mpf(link.length), mpmath.mpf(link.flexural_rigidity)
        side = [-axis[1], axis[0]]
        # In units of L, 1, EI/L and EI/L².
        states = self.unknowns(4)
        y, turn, moment, shear = _combined(_transfer(link, self.omega), states)
        self.rows += [states[0] * length - _dot(side, point), states[1] - root]
        along = _dot(axis, point)
        if link.axial_rigidity is not None:
            unit = mpmath.mpf(link.axial_rigidity) / length
            rod = self.unknowns(2)
            self.rows.append(rod[0] - along)
            along, push = _combined(_rod_transfer(link, self.omega), rod)
        tip = [along * a + y * (length * s) for a, s in zip(axis, side, strict=True)]
        force, torque = self.outside(link, k, tip, turn, heading, axis)
        self.rows += [_dot(side, force) - shear * (rigidity / length**2), torque + moment * (rigidity / length)]
        if link.axial_rigidity is None:
            pushed = _dot(axis, force) - along * (self.omega**2 * mpmath.mpf(link.mass_per_length) * length)
        else:
            self.rows.append(_dot(axis, force) - push * unit)
            pushed = rod[1] * unit
        own = states[3] * (rigidity / length**2)
        return [pushed * a + own * s for a, s in zip(axis, side, strict=True)], states[2] * (-rigidity / length)


def _combined(table: mpmath.matrix, rows: list[Row]) -> list[Row]:
    return [sum((row * table[i, j] for j, row in enumerate(rows)), rows[0] * mpmath.mpf(0)) for i in range(table.rows)]


def _transfer(link: Link, omega: mpmath.mpf) -> mpmath.matrix:
    """The tip's y, φ, M and S by the root's."""
    length, rigidity = mpmath.mpf(link.length), mpmath.mpf(link.flexural_rigidity)
    square, unit = omega**2, rigidity / length**2
    sheared = mpmath.mpf(0) if link.shear_rigidity is None else unit / mpmath.mpf(link.shear_rigidity)
    turned = square * mpmath.mpf(link.rotary_inertia_per_length) / unit
    carried = square * mpmath.mpf(link.mass_per_length) * length**2 / unit
    return mpmath.expm(mpmath.matrix([[0, 1, 0, -sheared], [0, 0, 1, 0], [0, -turned, 0, 1], [carried, 0, 0, 0]]))


def _rod_transfer(link: Link, omega: mpmath.mpf) -> mpmath.matrix:
    """The tip's u and P, in units of EA/L, by the root's."""
    b = omega * link.length * mpmath.sqrt(mpmath.mpf(link.mass_per_length) / mpmath.mpf(link.axial_rigidity))
    sine, cosine = mpmath.sin(b), mpmath.cos(b)
    return mpmath.matrix([[cosine, -sine / b], [b * sine, cosine]])
