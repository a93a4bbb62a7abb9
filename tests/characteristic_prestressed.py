"""The characteristic equation of an arm under gravity, axial forces and a spin, from Newton's laws, in many digits.

Static forces W act on the masses: gravity, and Ω² r from the first joint where the arm spins. When a lever r turns by ϑ
they turn it back with ϑ r·W. A link's deflection is the power series of EI v″″ − (N v′)′ = m (ω² + Ω²) v about its
root, N(x) being all that pulls beyond x. Nothing of the product is used but the description of the arm.
"""

from math import perm

import mpmath

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.parts import Body
from tests.characteristic import _cross, _dot, _Equations, _moved

_LEFT_OUT = mpmath.mpf(10) ** -60


class LoadedEquations(_Equations):
    """The equations at one frequency, or, ω being imaginary, at one growth rate."""

    functions, number = mpmath, staticmethod(mpmath.mpf)

    def __init__(self, arm: Arm, omega: mpmath.mpf) -> None:
        super().__init__(arm, omega)
        self.gravity = [mpmath.mpf(value) for value in arm.gravity or (0, 0)]
        self.spin = mpmath.mpf(arm.spin_rate) ** 2
        self.square = mpmath.re(omega**2)
        self.roots, place, heading = [], [mpmath.mpf(0)] * 2, mpmath.mpf(0)
        for link in arm.links:
            heading += mpmath.radians(mpmath.mpf(link.angle))
            self.roots.append(place)
            place = [p + link.length * part for p, part in zip(place, _axis(heading), strict=True)]
        self.roots.append(place)
        self.pulls = [[mpmath.mpf(0)] * 2 for _ in arm.links]

    def pull(self, mass, place) -> list[mpmath.mpf]:
        """The static force on a mass."""
        return [mass * (g + self.spin * r) for g, r in zip(self.gravity, place, strict=True)]

    def beam(self, link: Link, k, point, root, heading, axis):
        length, mass, rigidity = map(mpmath.mpf, (link.length, link.mass_per_length, link.flexural_rigidity))
        side = [-axis[1], axis[0]]
        along = _dot(axis, point)
        unknowns = self.unknowns(4)
        tension = self.tension(link, k, axis, self.static_pull(k))
        table = _series(tension, mass * (self.square + self.spin), rigidity, length)
        v, slope, bend, shear = (
            sum(value * row for value, row in zip(values, unknowns, strict=True)) for values in table
        )
        self.rows += [unknowns[0] - _dot(side, point), unknowns[1] - root]
        tip = [a * along + s * v for a, s in zip(axis, side, strict=True)]
        force, torque = self.outside(link, k, tip, slope, heading, axis)
        at_tip = tension[0] + length * (tension[1] + length * tension[2])
        self.rows += [_dot(side, force) - (rigidity * shear - at_tip * slope), torque + rigidity * bend]
        inertia = mass * length * (self.square + self.spin)
        across = 6 * rigidity * unknowns[3] - tension[0] * unknowns[1]
        pulled = _dot(axis, force) - inertia * along
        return [a * pulled + s * across for a, s in zip(axis, side, strict=True)], -2 * rigidity * unknowns[2]

    def bar(self, link: RigidLink, k, point, root, heading, axis):
        length, mass = mpmath.mpf(link.length), mpmath.mpf(link.mass)
        inertia = mass * length**2 / 12 if link.inertia is None else mpmath.mpf(link.inertia)
        arm = [a * length for a in axis]
        half = [a / 2 for a in arm]
        tip_force, tip_torque = self.outside(link, k, _moved(point, root, arm), root, heading, axis)
        own = [-(self.square + self.spin) * mass * part for part in _moved(point, root, half)]
        torque = tip_torque + _cross(arm, tip_force) + _cross(half, own) - self.square * inertia * root
        turning = _product(arm, self.static_pull(k)) + mpmath.mpf(link.axial_force) * length
        turning += _product(half, self.pull(mass, _sum(self.roots[k], half)))
        return [a + b for a, b in zip(tip_force, own, strict=True)], torque + turning * root

    def outside(self, link, k, tip, turn, heading, axis):
        last = k == len(self.arm.links) - 1
        force, torque = ([self.zero(), self.zero()], self.zero()) if last else self.walk(k + 1, tip, turn, heading)
        for body in self.bodies(k):
            lever = _lever(body, axis)
            own = [-(self.square + self.spin) * mpmath.mpf(body.mass) * part for part in _moved(tip, turn, lever)]
            force = [a + b for a, b in zip(force, own, strict=True)]
            pull = self.pull(mpmath.mpf(body.mass), _sum(self.roots[k + 1], lever))
            resisting = _product(lever, pull) - self.square * mpmath.mpf(body.inertia)
            torque = torque + _cross(lever, own) + resisting * turn
        return force, torque

    def bodies(self, k: int) -> list[Body]:
        carried = [self.arm.links[k].tip, self.arm.payload if k == len(self.arm.links) - 1 else None]
        return [body for body in carried if body is not None]

    def static_pull(self, k: int) -> list[mpmath.mpf]:
        """The static force on all that a link's tip carries."""
        heading = sum(mpmath.radians(mpmath.mpf(link.angle)) for link in self.arm.links[: k + 1])
        whole = [mpmath.mpf(0)] * 2
        for j in range(k, len(self.arm.links)):
            if j > k:
                link = self.arm.links[j]
                heading += mpmath.radians(mpmath.mpf(link.angle))
                half = [a * mpmath.mpf(link.length) / 2 for a in _axis(heading)]
                mass = (
                    mpmath.mpf(link.mass)
                    if isinstance(link, RigidLink)
                    else mpmath.mpf(link.mass_per_length) * link.length
                )
                whole = _sum(whole, self.pull(mpmath.mpf(mass), _sum(self.roots[j], half)))
            for body in self.bodies(j):
                place = _sum(self.roots[j + 1], _lever(body, _axis(heading)))
                whole = _sum(whole, self.pull(mpmath.mpf(body.mass), place))
        return whole

    def tension(self, link: Link, k: int, axis, pull) -> list[mpmath.mpf]:
        """Coefficients of N(x), from N(L) and N′ = −m (g + Ω² r)·axis."""
        mass, length = mpmath.mpf(link.mass_per_length), mpmath.mpf(link.length)
        even = mass * (_product(self.gravity, axis) + self.spin * _product(self.roots[k], axis))
        rising = mass * self.spin / 2
        at_root = _product(pull, axis) + mpmath.mpf(link.axial_force) + even * length + rising * length**2
        return [at_root, -even, -rising]


def _series(tension, load, rigidity, length) -> list[list[mpmath.mpf]]:
    """v, v′, v″ and v‴ at the tip for v = 1, x, x² and x³ + … at the root; a[k] is the term of x^k at the tip."""
    pulls = [n * length ** (2 + j) / rigidity for j, n in enumerate(tension)]
    carried = load * length**4 / rigidity
    columns = []
    for start in range(4):
        a = [length**start * int(power == start) for power in range(4)]
        k = 0
        while k < 12 or max(abs(value) for value in a[-6:]) > _LEFT_OUT:
            bent = sum(n * ((k + 2 - j) * a[k + 2 - j]) for j, n in enumerate(pulls) if k + 2 - j >= 0)
            a.append((carried * a[k] + (k + 1) * bent) / ((k + 4) * (k + 3) * (k + 2) * (k + 1)))
            k += 1
        columns.append([_derivative(a, order) / length**order for order in range(4)])
    return [list(row) for row in zip(*columns, strict=True)]


def _derivative(a, order: int) -> mpmath.mpf:
    return mpmath.fsum(value * perm(power, order) for power, value in enumerate(a))


def _axis(heading) -> list[mpmath.mpf]:
    return [mpmath.cos(heading), mpmath.sin(heading)]


def _lever(body: Body, axis) -> list[mpmath.mpf]:
    along, across = (mpmath.mpf(value) for value in body.centre)
    return [along * axis[0] - across * axis[1], along * axis[1] + across * axis[0]]


def _product(one, other) -> mpmath.mpf:
    return one[0] * other[0] + one[1] * other[1]


def _sum(place, step) -> list[mpmath.mpf]:
    """A place, or a force, with another added."""
    return [a + b for a, b in zip(place, step, strict=True)]
