"""Discretised arms solved again in many digits: what a backend would answer if it had no round-off.

Elements and Legendre shapes alike are Legendre moments of the curvature, element by element: strain coordinates c, of
strain energy ½|c|². They are integrated to slopes and deflections, these make the motion of every mass, rows A c, and
the rigid-body motions are projected out. The largest eigenvalues of AᵀA are the squares of the periods over 2π.
Nothing of the product is used but the description of the arm.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, arb_mat, ctx

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.parts import FREEDOMS, Body

BITS = 256  # seventy-seven digits: squares of gradings of 1e24 leave more than twenty

Numbers = np.ndarray  # objects: one arb each


def ball(value: float) -> arb:
    """The decimal number that a parameter is written as."""
    exact = Fraction(repr(float(value)))
    return arb(exact.numerator) / exact.denominator


balls = np.frompyfunc(lambda value: value if isinstance(value, arb) else arb(value), 1, 1)
roots = np.frompyfunc(lambda value: value.sqrt(), 1, 1)
centres = np.frompyfunc(lambda value: value.mid(), 1, 1)


def zeros(*shape: int) -> Numbers:
    return np.full(shape, arb(0), dtype=object)


def product(a: Numbers, b: Numbers) -> Numbers:
    left, right = (arb_mat(*factor.shape, factor.ravel().tolist()) for factor in (a, b))
    return np.array((left * right).entries(), dtype=object).reshape(a.shape[0], b.shape[1])


def frequencies(arm: Arm, pieces: int, moments: int, count: int) -> list[arb]:
    """The lowest natural frequencies, rad/s, of an arm whose links have curvatures polynomial piece by piece.

    Cubic elements are pieces of two moments each; Legendre shapes are the moments of one piece.
    """
    before, ctx.prec = ctx.prec, BITS
    try:
        values = _eigenvalues(_Model(arm, pieces, moments), count)
        return [1 / value.sqrt() for value in values]
    finally:
        ctx.prec = before


def _eigenvalues(model: "_Model", count: int) -> list[arb]:
    """By simultaneous iteration; what is outside the block fades by the square of the ratio of eigenvalues a step."""
    size = model.size
    block = balls(np.random.default_rng(1).standard_normal((size, min(size, count + 6))))
    last = None
    for _ in range(60):
        block = _orthonormal(block)
        images = model.apply(block)
        values, vectors = _jacobi(centres(product(images.T, images)))
        block = model.adjoint(product(images, vectors))
        block = centres(block)
        if last is not None and all(abs(a - b) < 1e-19 * a for a, b in zip(values[:count], last, strict=True)):
            return values[:count]
        last = values[:count]
    raise AssertionError("the reference did not converge")


def _orthonormal(block: Numbers) -> Numbers:
    done: list[Numbers] = []
    for column in block.T:
        column = column / np.dot(column, column).sqrt().mid()
        for _ in range(2):
            for other in done:
                column = column - other * np.dot(other, column)
            column = centres(column / np.dot(column, column).sqrt())
        done.append(column)
    return np.array(done).T


def _jacobi(matrix: Numbers) -> tuple[list[arb], Numbers]:
    """Eigenvalues, descending, and eigenvectors of a small symmetric matrix, by cyclic rotations."""
    n = len(matrix)
    a, v = matrix.copy(), balls(np.eye(n))
    for _ in range(60):
        changed = False
        for i in range(n):
            for j in range(i + 1, n):
                if not a[i, j] * a[i, j] > 1e-50 * abs(a[i, i] * a[j, j]):
                    continue
                changed = True
                t = (a[j, j] - a[i, i]) / (2 * a[i, j])
                t = (1 if t >= 0 else -1) / (abs(t) + (1 + t * t).sqrt())
                c = (1 / (1 + t * t).sqrt()).mid()
                s = (c * t).mid()
                for m in (a, v):
                    left, right = m[:, i].copy(), m[:, j].copy()
                    m[:, i], m[:, j] = c * left - s * right, s * left + c * right
                left, right = a[i].copy(), a[j].copy()
                a[i], a[j] = c * left - s * right, s * left + c * right
                a[i, j] = a[j, i] = arb(0)
        a, v = centres(a), centres(v)
        if not changed:
            break
    order = sorted(range(n), key=lambda k: -float(a[k, k]))
    return [a[k, k] for k in order], v[:, order]


@dataclass(frozen=True)
class _Piecewise:
    """Curvatures of one link as moments c, shape (pieces · moments, k): their integrals, and the transposed map."""

    length: arb
    mass_per_length: arb
    rigidity: arb
    pieces: int
    moments: int

    def __post_init__(self) -> None:
        width, count = self.length / self.pieces, self.moments
        nodes, weights = _gauss(count + 2)
        scale = (width / self.rigidity).sqrt()
        root = [arb(2 * j + 1).sqrt() * scale for j in range(count)]
        store = {
            "width": width,
            "nodes": nodes * width,
            "deflect": np.array([[_integral(j, s) * root[j] * width for j in range(count)] for s in nodes]),
            "end": np.array([_integral(j, arb(1)) * root[j] * width for j in range(count)]),
            "turn": np.array([root[j] if j == 0 else arb(0) for j in range(count)]),
            "weights": roots(weights * width * self.mass_per_length),
        }
        for name, value in store.items():
            object.__setattr__(self, name, value)

    @property
    def size(self) -> int:
        return self.pieces * self.moments

    def carried(self) -> Numbers:
        """Rows of unit translation and unit rotation of the root, shape (rows, 2)."""
        x = np.add.outer(np.array([self.width * e for e in range(self.pieces)]), self.nodes)
        weights = np.broadcast_to(self.weights, x.shape)
        return np.stack([weights, weights * x], axis=-1).reshape(-1, 2)

    def apply(self, c: Numbers) -> tuple[Numbers, Numbers]:
        """Rows of the deflection, shape (rows, k), and the tip's deflection and slope, shape (2, k)."""
        k = c.shape[1]
        parts = c.reshape(self.pieces, self.moments, k)
        slope = np.concatenate([zeros(1, k), np.cumsum(np.tensordot(parts, self.turn, (1, 0)), axis=0)])
        step = self.width * slope[:-1] + np.tensordot(parts, self.end, (1, 0))
        at = np.concatenate([zeros(1, k), np.cumsum(step, axis=0)])
        inner = np.swapaxes(np.tensordot(parts, self.deflect, (1, 1)), 1, 2)
        w = at[:-1, None] + slope[:-1, None] * self.nodes[:, None] + inner
        return (w * self.weights[:, None]).reshape(-1, k), np.stack([at[-1], slope[-1]])

    def adjoint(self, rows: Numbers, tip: Numbers) -> Numbers:
        """The transposed of `apply`."""
        k = rows.shape[1]
        w = rows.reshape(self.pieces, -1, k) * self.weights[:, None]
        total, lever = w.sum(axis=1), (w * self.nodes[:, None]).sum(axis=1)
        force = tip[0] + np.concatenate([np.cumsum(total[::-1], axis=0)[::-1], zeros(1, k)])
        moment = np.concatenate([np.cumsum((self.width * force[1:] + lever)[::-1], axis=0)[::-1], zeros(1, k)]) + tip[1]
        found = np.swapaxes(np.tensordot(w, self.deflect, (1, 0)), 1, 2)
        found = found + force[1:, None] * self.end[:, None] + moment[1:, None] * self.turn[:, None]
        return found.reshape(-1, k)


def _gauss(points: int) -> tuple[Numbers, Numbers]:
    found = [arb.legendre_p_root(points, k, weight=True) for k in range(points)]
    return np.array([(1 + x) / 2 for x, _ in found]), np.array([w / 2 for _, w in found])


def _integral(j: int, s: arb) -> arb:
    """∫ from 0 to s of (s − t) P_j(2t − 1) dt."""
    t = 2 * s - 1

    def first(n: int) -> arb:
        return s if n == 0 else (t.legendre_p(n + 1) - t.legendre_p(n - 1)) / (2 * (2 * n + 1))

    if j == 0:
        return s * s / 2
    if j == 1:
        # ∫P₁ = (P₂ − P₀) / 6
        return (first(2) - first(0)) / 6
    return (first(j + 1) - first(j - 1)) / (2 * (2 * j + 1))


class _Model:
    """The map A and its transposed: strain coordinates to weighted momenta, rigid-body motion projected out."""

    def __init__(self, arm: Arm, pieces: int, moments: int) -> None:
        free, _ = FREEDOMS[arm.base.kind]
        self.count = free + sum(link.joint.turns + 2 * isinstance(link, Link) for link in arm.links)
        self.rigid, self.springs, self.links = list(range(free)), [], []
        self._build(arm, pieces, moments, free)
        self.size = len(self.springs) + sum(link.size for link, *_ in self.links)
        columns = np.concatenate([self.lumped, *(product(link.carried(), u) for link, u, _ in self.links)])
        self.span = _orthonormal(columns[:, self.rigid]) if self.rigid else zeros(len(columns), 0)

    def _build(self, arm: Arm, pieces: int, moments: int, place: int) -> None:
        unit = balls(np.eye(self.count))
        x, y, turn = zeros(self.count), zeros(self.count), zeros(self.count)
        rows: list[Numbers] = []

        def body(mass: float, inertia: float, lever: tuple[arb, arb]) -> None:
            for weight, row in ((mass, x - lever[1] * turn), (mass, y + lever[0] * turn), (inertia, turn)):
                rows.append(row * ball(weight).sqrt())

        if arm.base.kind == "free":
            x, y, turn = unit[:3]
        elif arm.base.kind == "guided":
            across, up = map(ball, arm.base.direction)
            size = (across * across + up * up).sqrt()
            x, y = unit[0] * (across / size), unit[0] * (up / size)
        if arm.base.kind != "fixed":
            body(arm.base.mass, arm.base.inertia, (arb(0), arb(0)))
        offset = tuple(map(ball, arm.base.offset))
        x, y = x - offset[1] * turn, y + offset[0] * turn
        heading = Fraction(0)
        for k, link in enumerate(arm.links):
            heading += Fraction(repr(float(link.angle)))
            degrees = arb(heading.numerator) / heading.denominator
            c, s = (degrees / 180).cos_pi(), (degrees / 180).sin_pi()
            length, joint = ball(link.length), zeros(self.count)
            if link.joint.turns:
                joint = unit[place]
                if link.joint.free:
                    self.rigid.append(place)
                else:
                    self.springs.append((place, ball(link.joint.stiffness).sqrt()))
                place += 1
            turn = turn + joint
            rows.append(turn * ball(link.joint.hub_inertia).sqrt())
            rows.append(joint * ball(link.joint.gear_inertia).sqrt())
            if isinstance(link, RigidLink):
                mass, half = ball(link.mass), length / 2
                inertia = mass * length * length / 12 if link.inertia is None else ball(link.inertia)
                for weight, row in ((mass, x - half * s * turn), (mass, y + half * c * turn), (inertia, turn)):
                    rows.append(row * weight.sqrt())
            own = None
            if isinstance(link, Link):
                m = ball(link.mass_per_length)
                rows.append((c * x + s * y) * (m * length).sqrt())
                own = _Piecewise(length, m, ball(link.flexural_rigidity), pieces, moments)
                self.links.append((own, np.stack([c * y - s * x, turn]), place))
            x, y = x - length * s * turn, y + length * c * turn
            if own is not None:
                x, y, turn = x - s * unit[place], y + c * unit[place], turn + unit[place + 1]
                place += 2
            carried: list[Body | None] = [link.tip, arm.payload if k == len(arm.links) - 1 else None]
            for one in carried:
                if one is not None:
                    along, across = map(ball, one.centre)
                    body(one.mass, one.inertia, (along * c - across * s, along * s + across * c))
        self.lumped = np.array(rows)

    def apply(self, c: Numbers) -> Numbers:
        z, start, found = zeros(self.count, c.shape[1]), len(self.springs), []
        for k, (place, root) in enumerate(self.springs):
            z[place] = c[k] / root
        for link, _, place in self.links:
            rows, z[place : place + 2] = link.apply(c[start : start + link.size])
            found.append(rows)
            start += link.size
        moved = [
            rows + product(link.carried(), product(u, z)) for rows, (link, u, _) in zip(found, self.links, strict=True)
        ]
        return self._projected(np.concatenate([product(self.lumped, z), *moved]))

    def adjoint(self, y: Numbers) -> Numbers:
        y = self._projected(y)
        start = len(self.lumped)
        z = product(self.lumped.T, y[:start])
        parts = []
        for link, u, _ in self.links:
            carried = link.carried()
            parts.append(y[start : start + len(carried)])
            z = z + product(u.T, product(carried.T, parts[-1]))
            start += len(carried)
        found = [z[place : place + 1] / root for place, root in self.springs]
        found += [
            link.adjoint(rows, z[place : place + 2]) for rows, (link, _, place) in zip(parts, self.links, strict=True)
        ]
        return np.concatenate(found)

    def _projected(self, y: Numbers) -> Numbers:
        return y - product(self.span, product(self.span.T, y)) if self.rigid else y
