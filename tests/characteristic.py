"""The characteristic equation of a planar arm of beams, in many digits, written from Newton's laws alone.

Nothing here comes from the backends: no energy, no stiffness matrix, no relative coordinates of a beam. A flexible
link's deflection v(x) across its straight line is the general solution of EI v″″ = m ω² v with four free
coefficients; they, the base's motion and the joints' rotations are the unknowns. The equations are: root deflection
and slope of every link continuous; shear force and bending moment at every tip equal to what accelerates all that lies
outside; torque at every joint; force and torque on the base. Natural frequencies make their determinant vanish. For
each motion that a support holds, what it exerts is one more unknown; that the motion is none, or its spring's, one more
equation.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import gmpy2
import mpmath
import numpy as np

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.parts import Body, Joint

DIGITS = 40

# One number an unknown. Numbers stand to the right of rows: mpmath, to its left, writes a row out before it gives way.
Row = np.ndarray
# A section: its link, by number, and which end.
Place = tuple[int, str]


def determinant(arm: Arm, omega: mpmath.mpf, equations: type["_Equations"] | None = None) -> mpmath.mpf:
    """The determinant of the arm's equations at an angular frequency, each equation scaled by its largest entry."""
    with mpmath.workdps(DIGITS + 10):
        return (equations or _Equations)(arm, mpmath.mpmathify(omega)).determinant()


def eliminated(rows: Sequence[Sequence[mpmath.mpf]]) -> mpmath.mpf:
    """The determinant of a matrix, row by row, by elimination with the largest pivots; zeros cost nothing."""
    rows, found = [list(row) for row in rows], 1
    for k in range(len(rows)):
        place = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        if place != k:
            rows[k], rows[place], found = rows[place], rows[k], -found
        pivot = rows[k][k]
        if not pivot:
            return pivot
        found *= pivot
        filled = [j for j in range(k + 1, len(rows)) if rows[k][j]]
        for row in rows[k + 1 :]:
            if row[k]:
                factor = row[k] / pivot
                for j in filled:
                    row[j] -= factor * rows[k][j]
    return found


def _as_mpfr(value: mpmath.mpf) -> gmpy2.mpfr:
    mantissa, exponent = value.man_exp
    return gmpy2.mpfr(mantissa) * gmpy2.exp2(exponent)


def _as_mpf(value: gmpy2.mpfr) -> mpmath.mpf:
    mantissa, exponent = value.as_mantissa_exp()
    return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


def root_near(arm: Arm, omega: float, equations: type["_Equations"] | None = None) -> mpmath.mpf:
    """The root of the characteristic equation next to a natural frequency; fails unless the determinant changes sign.

    Secant steps from the given value; that the determinant has opposite signs 1e-17 below and above proves the root.
    """
    with mpmath.workdps(DIGITS + 10):
        before, after = mpmath.mpf(omega), mpmath.mpf(omega) * (1 + mpmath.mpf(10) ** -9)
        values = determinant(arm, before, equations), determinant(arm, after, equations)
        for _ in range(8):
            root = after - values[1] * (after - before) / (values[1] - values[0])
            if abs(root - after) < 2e-9 * after and abs(root - before) < 1e-11 * before:
                break
            before, after, values = after, root, (values[1], determinant(arm, root, equations))
        step = mpmath.mpf(10) ** -17
        below, above = (determinant(arm, root * side, equations) for side in (1 - step, 1 + step))
        assert below * above < 0, f"no sign change at {mpmath.nstr(root, 20)}, near {omega!r}"
        return root


def largest_error(arm: Arm, frequencies: Sequence[float], equations: type["_Equations"] | None = None) -> float:
    """The largest relative error of frequencies that should be the first roots, one by one.

    Between neighbours, and from far below the first, the determinant must change sign exactly once more, so that an odd
    number of roots missed does not pass.
    """
    roots = [root_near(arm, omega, equations) for omega in frequencies]
    between = [roots[0] / 10000, *((a + b) / 2 for a, b in pairwise(roots)), roots[-1] * (1 + mpmath.mpf(10) ** -9)]
    signs = [mpmath.sign(determinant(arm, omega, equations)) for omega in between]
    assert all(a < b for a, b in pairwise(roots)), "the same root twice"
    assert all(a == -b for a, b in pairwise(signs)), "a root was missed"
    return max(abs(float(omega / root - 1)) for omega, root in zip(frequencies, roots, strict=True))


class _Equations:
    """The equations at one frequency: collected while walking out to the payload and back to the base.

    They are evaluated by MPFR, in as many digits as mpmath has, and some five times as fast. Equations that need more
    of mpmath's functions stay in its numbers.
    """

    functions = gmpy2
    number = staticmethod(gmpy2.mpfr)

    def __init__(self, arm: Arm, omega: mpmath.mpf) -> None:
        arm = _cut(arm)
        self.arm = arm
        self.given = omega
        self.omega = omega
        self.numbers = {f"link{k}": k - 1 for k in range(1, len(arm.links) + 1)}
        self.numbers |= {link.name: k for k, link in enumerate(arm.links) if link.name} | {"base": -1}
        self.rows: list[Row] = []
        coefficients = [4 if isinstance(link, Link) else 0 for link in arm.links]
        joints = [int(link.joint.state != "rigid") for link in arm.links]
        held = sum(len(support.holds) for support in arm.supports)
        self.size = arm.base.freedoms[0] + sum(coefficients) + sum(joints) + held
        self.used = 0
        self.motions: dict[Place, tuple[list[Row], Row]] = {}

    def determinant(self, scaled: bool = True) -> mpmath.mpf:
        """The determinant of the equations, each scaled by its largest entry, or as they are."""
        with gmpy2.context(precision=mpmath.mp.prec):
            if self.functions is gmpy2:
                self.omega = _as_mpfr(self.given)
            rows = self.collect()
            if scaled:
                rows = [row / max(abs(entry) for entry in row) for row in rows]
            found = eliminated([list(row) for row in rows])
            return _as_mpf(found) if self.functions is gmpy2 else found

    def unknowns(self, number: int) -> list[Row]:
        """The next unknowns, as rows."""
        rows = [self.zero() for _ in range(number)]
        for row in rows:
            row[self.used] = self.number(1)
            self.used += 1
        return rows

    def zero(self) -> Row:
        return np.array([self.number(0)] * self.size, dtype=object)

    def collect(self) -> list[Row]:
        """Walk the chain; return all equations."""
        base = self.arm.base
        if base.kind == "free":
            *centre, turn = self.unknowns(3)
            lever = [self.number(value) for value in base.offset]
        elif base.kind == "guided":
            size = self.functions.hypot(*map(self.number, base.direction))
            direction = [self.number(value) / size for value in base.direction]
            (travel,) = self.unknowns(1)
            centre, turn, lever = [travel * part for part in direction], self.zero(), [self.number(0)] * 2
        else:
            centre, turn, lever = [self.zero(), self.zero()], self.zero(), [self.number(0)] * 2
        self.reactions = self.reaction_unknowns()
        total = [part * (-(self.omega**2) * self.number(base.mass)) for part in centre]
        moment = turn * (-(self.omega**2) * self.number(base.inertia))
        for k in self.begun_on(-1):
            at = lever if self.arm.links[k].at is None else [self.number(value) for value in self.arm.links[k].at]
            force, torque = self.walk(k, _moved(centre, turn, at), turn, self.number(0))
            total = [a + b for a, b in zip(total, force, strict=True)]
            moment = moment + torque + _cross(at, force)
        if base.kind == "free":
            self.rows += [*total, moment]
        elif base.kind == "guided":
            self.rows.append(_dot(direction, total))
        self.rows += self.holding()
        assert len(self.rows) == self.size == self.used
        return self.rows

    def begun_on(self, number: int) -> list[int]:
        """The links that begin on another's tip, or on the base."""
        links = self.arm.links
        return [k for k in range(len(links)) if number == self.parent(k)]

    def parent(self, k: int) -> int:
        parent = self.arm.links[k].parent
        return k - 1 if parent is None else self.numbers[parent]

    def geometry(self) -> dict[Place, tuple[list[mpmath.mpf], mpmath.mpf]]:
        """Where every section is, and its link's heading."""
        found = {(-1, "tip"): ([self.number(0)] * 2, self.number(0))}
        for k, link in enumerate(self.arm.links):
            place, before = found[self.parent(k), "tip"]
            if self.parent(k) < 0:
                place = [self.number(value) for value in (self.arm.base.offset if link.at is None else link.at)]
            heading = before + self.functions.radians(self.number(link.angle))
            axis = [self.functions.cos(heading), self.functions.sin(heading)]
            tip = [p + a * self.number(link.length) for p, a in zip(place, axis, strict=True)]
            found |= {(k, "root"): (place, heading), (k, "tip"): (tip, heading)}
        return found

    def section(self, name: str) -> Place:
        link, _, end = name.rpartition(".")
        return (len(self.arm.links) - 1, "tip") if name == "tip" else (self.numbers[link], end)

    def reaction_unknowns(self) -> list[tuple[Row, float | None, dict[Place, list[mpmath.mpf]]]]:
        """For every motion held: the unknown, the spring, and force and torque of a unit of it on the sections."""
        found, geometry = [], self.geometry()
        for support in self.arm.supports:
            here = self.section(support.section)
            place, heading = geometry[here]
            turned = self.functions.radians(self.number(support.angle)) + (heading if support.axes == "link" else 0)
            sine, cosine = self.functions.sin(turned), self.functions.cos(turned)
            units = {"along_x": [cosine, sine, 0], "along_y": [-sine, cosine, 0], "about_z": [0, 0, 1]}
            for motion, spring in zip(support.holds, support.springs, strict=True):
                load = [self.number(value) for value in units[motion]]
                loads = {here: load}
                if support.to:
                    other = self.section(support.to)
                    x, y = (a - b for a, b in zip(place, geometry[other][0], strict=True))
                    loads[other] = [-load[0], -load[1], -(load[2] + x * load[1] - y * load[0])]
                found.append((self.unknowns(1)[0], spring, loads))
        return found

    def reacted(self, place: Place, point, turn, force, torque) -> tuple[list[Row], Row]:
        """What is exerted on a section and beyond, less what supports exert on it; notes how the section moves."""
        self.motions[place] = point, turn
        for unknown, _, loads in self.reactions:
            if place in loads:
                along, across, about = loads[place]
                force = [force[0] - unknown * along, force[1] - unknown * across]
                torque = torque - unknown * about
        return force, torque

    def holding(self) -> list[Row]:
        """That the motions held, and what their springs give, are none."""
        rows = []
        for unknown, spring, loads in self.reactions:
            row = self.zero() if spring is None else unknown / self.number(spring)
            for place, load in loads.items():
                (x, y), turn = self.motions[place]
                row = row + x * load[0] + y * load[1] + turn * load[2]
            rows.append(row)
        return rows

    def walk(self, k: int, point: list[Row], turn: Row, heading: mpmath.mpf) -> tuple[list[Row], Row]:
        """Force and torque that the body inside a joint exerts on all that lies outside it."""
        link = self.arm.links[k]
        relative = self.unknowns(1)[0] if link.joint.state != "rigid" else self.zero()
        root = turn + relative
        heading = heading + self.functions.radians(self.number(link.angle))
        axis = [self.functions.cos(heading), self.functions.sin(heading)]
        carry = self.beam if isinstance(link, Link) else self.bar
        force, torque = self.reacted((k, "root"), point, root, *carry(link, k, point, root, heading, axis))
        torque = torque - root * (self.omega**2 * self.number(link.joint.hub_inertia))
        if link.joint.state != "rigid":
            resistance = self.number(link.joint.stiffness) - self.omega**2 * self.number(link.joint.gear_inertia)
            self.rows.append(torque + relative * resistance)
        return force, torque

    def beam(self, link: Link, k, point, root, heading, axis) -> tuple[list[Row], Row]:
        length, mass, rigidity = map(self.number, (link.length, link.mass_per_length, link.flexural_rigidity))
        side = [-axis[1], axis[0]]
        k4 = mass * self.omega**2 / rigidity
        deflections = _general_solution(self.functions, self.functions.root(k4, 4), length, self.unknowns(4))
        (v0, slope0, bend0, shear0), (v1, slope1, bend1, shear1) = deflections
        along = _dot(axis, point)
        self.rows += [v0 - _dot(side, point), slope0 - root]
        tip = [along * a + v1 * s for a, s in zip(axis, side, strict=True)]
        force, torque = self.outside(link, k, tip, slope1, heading, axis)
        self.rows += [_dot(side, force) - shear1 * rigidity, torque + bend1 * rigidity]
        pull = _dot(axis, force) - along * (self.omega**2 * mass * length)
        return [pull * a + shear0 * (s * rigidity) for a, s in zip(axis, side, strict=True)], bend0 * -rigidity

    def bar(self, link: RigidLink, k, point, root, heading, axis) -> tuple[list[Row], Row]:
        length, mass = self.number(link.length), self.number(link.mass)
        inertia = mass * length**2 / 12 if link.inertia is None else self.number(link.inertia)
        arm = [a * length for a in axis]
        half = [a / 2 for a in arm]
        tip_force, tip_torque = self.outside(link, k, _moved(point, root, arm), root, heading, axis)
        own = [part * (-(self.omega**2) * mass) for part in _moved(point, root, half)]
        torque = tip_torque + _cross(arm, tip_force) + _cross(half, own) - root * (self.omega**2 * inertia)
        return [a + b for a, b in zip(tip_force, own, strict=True)], torque

    def outside(self, link, k, tip, turn, heading, axis) -> tuple[list[Row], Row]:
        """Force and torque that a link's tip section exerts on the bodies and links beyond."""
        last = k == len(self.arm.links) - 1
        bodies: list[Body | None] = [link.tip, self.arm.payload if last else None]
        force, torque = self.reacted((k, "tip"), tip, turn, [self.zero(), self.zero()], self.zero())
        for other in self.begun_on(k):
            outer_force, outer_torque = self.walk(other, tip, turn, heading)
            force, torque = [a + b for a, b in zip(force, outer_force, strict=True)], torque + outer_torque
        for body in bodies:
            if body is None:
                continue
            along, across = (self.number(value) for value in body.centre)
            lever = [along * axis[0] - across * axis[1], along * axis[1] + across * axis[0]]
            own = [part * (-(self.omega**2) * self.number(body.mass)) for part in _moved(tip, turn, lever)]
            force = [a + b for a, b in zip(force, own, strict=True)]
            torque = torque + _cross(lever, own) - turn * (self.omega**2 * self.number(body.inertia))
        return force, torque


def _cut(arm: Arm) -> Arm:
    """The arm with beams cut where supports hold them along their length, welded; the last piece keeps the name."""
    links, supports = [], list(arm.supports)
    for link in arm.links:
        held = [k for k, support in enumerate(supports) if support.station is not None and support.section == link.name]
        ends = sorted({supports[k].station for k in held})
        for k in held:
            supports[k] = replace(supports[k], section=f"{link.name}-{supports[k].station}.tip", station=None)
        for start, end in pairwise([0.0, *ends, link.length]):
            first = {} if not start else {"parent": None, "at": None, "angle": 0.0, "joint": Joint.rigid()}
            last = {} if end == link.length else {"name": f"{link.name}-{end}", "tip": None}
            links.append(replace(link, **first, **last, length=end - start))
    return replace(arm, links=tuple(links), supports=tuple(supports))


def _general_solution(functions, k, length, coefficients: list[Row]) -> tuple[list[Row], list[Row]]:
    """v, v′, v″ and v‴ at both ends: sin kx and cos kx; sinh and cosh kx combined into exponentials from either end."""
    ends = []
    for x in (0 * length, length):
        sine, cosine, left, right = (
            functions.sin(k * x),
            functions.cos(k * x),
            functions.exp(-k * x),
            functions.exp(k * (x - length)),
        )
        table = [
            [sine, cosine, left, right],
            [cosine, -sine, -left, right],
            [-sine, -cosine, left, right],
            [-cosine, sine, -left, right],
        ]
        ends.append(
            [
                sum(row * (k**order * value) for value, row in zip(values, coefficients, strict=True))
                for order, values in enumerate(table)
            ]
        )
    return ends[0], ends[1]


def _dot(vector, rows: list[Row]) -> Row:
    return rows[0] * vector[0] + rows[1] * vector[1]


def _cross(lever, rows: list[Row]) -> Row:
    return rows[1] * lever[0] - rows[0] * lever[1]


def _moved(point: list[Row], turn: Row, lever) -> list[Row]:
    return [point[0] - turn * lever[1], point[1] + turn * lever[0]]
