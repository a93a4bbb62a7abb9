"""Rayleigh's quotient of a mode: the last digits of a frequency, from energies.

The mode follows, base first, from what condensing the arm eliminated. Its energies are sums of squares, each body's own
motion among them, so that no digits go where a heavy body hardly moves; and the quotient is off by the mode's error
squared.
"""

import numpy as np

from exact import member
from exact.condensation import condensed
from exact.numbers import ArmNumbers, BodyNumbers, LinkNumbers
from flexarm.chain import Array


def distance(arms: ArmNumbers, omega: Array) -> Array:
    """Return how far above ω, relative, natural frequencies lie by Rayleigh's quotient, shape (arms,).

    Parameters
    ----------
    arms
        Arms with a flexible link or more.
    omega
        A natural frequency of each, nearly, rad/s, shape (arms,).
    """
    return _Mode(arms, omega).distance()


class _Mode:
    """The motion of a section that walks from the base to the payload, and the products met on the way.

    `net` is −vᵀ D v and `mass` the modal mass −vᵀ (∂D/∂ω²) v.
    """

    def __init__(self, arms: ArmNumbers, omega: Array) -> None:
        self.arms, self.omega, found = arms, omega, condensed(arms, omega)
        self.net, self.mass, self.eliminated = np.zeros_like(omega), np.zeros_like(omega), found.links
        # With a fixed base, the first thing that can move does so by one.
        self.held = found.base is None
        self.x, self.y, self.turn = np.zeros((3, *omega.shape)) if found.base is None else found.base

    def distance(self) -> Array:
        self._carry(self.arms.base if not self.held else None)
        self._go(*self.arms.base_offset)
        for link, eliminated in zip(self.arms.links, self.eliminated, strict=True):
            if eliminated.turn is not None:
                self._rotate(link, eliminated.turn)
            self._inertia(link.hub_inertia * self.turn**2)
            self._carry(*link.root_bodies)
            if eliminated.bend is not None and eliminated.alone is not None:
                self._bend(link, eliminated.bend, eliminated.alone)
            else:
                self._go(*(link.length * link.axis))
            self._carry(*link.tip_bodies)
        return np.asarray(-0.5 * self.net / (self.omega**2 * self.mass))

    def _inertia(self, product: Array) -> None:
        self.net += self.omega**2 * product
        self.mass += product

    def _carry(self, *bodies: BodyNumbers | None) -> None:
        for body in bodies:
            if body is not None:
                x, y = self.x - body.lever[1] * self.turn, self.y + body.lever[0] * self.turn
                self._inertia(body.mass * (x**2 + y**2) + body.inertia * self.turn**2)

    def _go(self, x: Array, y: Array) -> None:
        self.x, self.y = self.x - y * self.turn, self.y + x * self.turn

    def _rotate(self, link: LinkNumbers, turn: Array) -> None:
        rotation = np.ones_like(self.omega) if self.held else -_dot(turn, (self.x, self.y, self.turn))
        self.net -= link.stiffness * rotation**2
        self._inertia(link.gear_inertia * rotation**2)
        self.turn, self.held = self.turn + rotation, False

    def _bend(self, link: LinkNumbers, bend: Array, alone: Array) -> None:
        (c, s), length, turn = link.axis, link.length, self.turn
        along, across = c * self.x + s * self.y, c * self.y - s * self.x
        if self.held:
            deflection, slope = alone, np.ones_like(self.omega)
        else:
            deflection, slope = (-_dot(row, (along, across, turn)) for row in bend)
        self.held = False
        self._inertia(link.mass * along**2)
        beta = link.wave * np.sqrt(self.omega)
        long = beta >= member.SHORT
        self._strain(link, beta, np.stack([across, length * turn, deflection, length * slope], axis=-1))
        across = np.where(long, deflection, across + length * turn + deflection)
        self.x, self.y, self.turn = c * along - s * across, s * along + c * across, np.where(long, slope, turn + slope)

    def _strain(self, link: LinkNumbers, beta: Array, ends: Array) -> None:
        """Add a member's products: of its stiffness at rest less z M, and of M + z ∂M/∂z."""
        long, z = beta >= member.SHORT, beta**4
        mass, slope = (_product(matrix, ends) for matrix in member.mass(beta, long))
        self.net -= link.units[0, 0] * (_product(member.stiffness(long), ends) - z * mass)
        self.mass += link.mass * (mass + z * slope)


def _product(matrix: Array, vector: Array) -> Array:
    return np.asarray(np.sum(vector * np.sum(matrix * vector[..., np.newaxis, :], axis=-1), axis=-1))


def _dot(row: Array, motion: tuple[Array, Array, Array]) -> Array:
    return np.asarray(row[0] * motion[0] + row[1] * motion[1] + row[2] * motion[2])
