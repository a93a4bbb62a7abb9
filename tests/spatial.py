"""Arms in space for tests: random ones, and the same arm described in another way."""

from dataclasses import fields, replace

import numpy as np
from scipy.spatial.transform import Rotation

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.parts import AXES, Base, Body, Joint
from flexarm.tensors import inertia_tensor

# What a link, a body, a joint and a base measure: exponents of mass, length and time.
UNITS = {
    "length": (0, 1, 0),
    "mass_per_length": (1, -1, 0),
    "flexural_rigidity": (1, 3, -2),
    "torsional_rigidity": (1, 3, -2),
    "axial_rigidity": (1, 1, -2),
    "shear_rigidity": (1, 1, -2),
    "rotary_inertia_per_length": (1, 1, 0),
    "polar_inertia_per_length": (1, 1, 0),
    "mass": (1, 0, 0),
    "inertia": (1, 2, 0),
    "gear_inertia": (1, 2, 0),
    "hub_inertia": (1, 2, 0),
    "stiffness": (1, 2, -2),
    "offset": (0, 1, 0),
}


def tensor(value) -> np.ndarray:
    """Moments of inertia, however they are given, as a tensor."""
    return np.array(inertia_tensor(value), dtype=float)


def rows(values: np.ndarray) -> tuple[tuple[float, ...], ...]:
    """A tensor as it is given to a part, symmetric to the last bit."""
    return tuple(map(tuple, ((values + values.T) / 2).tolist()))


def vector(value) -> np.ndarray:
    """An offset, however it is given, as a vector."""
    return np.array([*(value if isinstance(value, tuple) else (value,)), 0.0, 0.0][:3])


def body_in(body: Body | None, turn: np.ndarray) -> Body | None:
    """A body whose numbers are given in axes that an orthogonal matrix turns, or mirrors, to the old ones."""
    if body is None:
        return None
    return Body(body.mass, rows(turn @ tensor(body.inertia) @ turn.T), tuple((turn @ vector(body.offset)).tolist()))


def base_in(base: Base, turn: np.ndarray) -> Base:
    """A base as `body_in` gives a body."""
    if base.kind == "free":
        inertia, offset = rows(turn @ tensor(base.inertia) @ turn.T), turn @ vector(base.offset)
        return Base.free(base.mass, inertia, tuple(offset.tolist()))
    direction = tuple((turn @ vector(base.direction)).tolist())
    return base if base.kind == "fixed" else Base.guided(base.mass, direction)


def turned(arm: Arm, rotation: Rotation) -> Arm:
    """The whole arm turned in space, its base's numbers in the old axes."""
    about = rotation.as_rotvec()
    angle = float(np.linalg.norm(about))
    turn = RigidLink(0.0, joint=Joint.rigid(axis=tuple((about / angle).tolist())), angle=np.degrees(angle).item())
    return replace(arm, base=base_in(arm.base, rotation.as_matrix()), links=(turn, *arm.links))


def mirrored(arm: Arm, signs: tuple[float, float, float]) -> Arm:
    """The arm's image in a plane that holds the links' own axis, whose normal the signs tell."""
    mirror = np.diag(signs)
    links = []
    for link in arm.links:
        axis = tuple((mirror @ np.array(link.joint.direction)).tolist())
        changed = replace(link, joint=replace(link.joint, axis=axis), angle=-link.angle, tip=body_in(link.tip, mirror))
        if getattr(link, "inertia", None) is not None:
            changed = replace(changed, inertia=rows(mirror @ tensor(link.inertia) @ mirror))
        links.append(changed)
    return Arm(base_in(arm.base, mirror), tuple(links), body_in(arm.payload, mirror), motion="spatial")


def scaled(part, mass: float, length: float, time: float):
    """A part, or an arm, in other units."""

    def number(value, units):
        if isinstance(value, tuple):
            return tuple(number(one, units) for one in value)
        return value if value is None else value * mass ** units[0] * length ** units[1] * time ** units[2]

    changes = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in UNITS:
            changes[field.name] = number(value, UNITS[field.name])
        elif field.name == "links":
            changes["links"] = tuple(scaled(link, mass, length, time) for link in value)
        elif isinstance(value, Base | Body | Joint):
            changes[field.name] = scaled(value, mass, length, time)
    return replace(part, **changes)


def split(arm: Arm, number: int, share: float = 0.3) -> Arm:
    """The arm with one of its flexible links, from 0, in two pieces that are welded together."""
    link = arm.links[number]
    pieces = (
        replace(link, length=share * link.length, tip=None),
        replace(link, length=(1.0 - share) * link.length, joint=Joint.rigid(), angle=0.0),
    )
    return replace(arm, links=(*arm.links[:number], *pieces, *arm.links[number + 1 :]))


def swapped(link: Link) -> Link:
    """A link whose numbers about y and about z are exchanged."""
    pairs = ("flexural_rigidity", "shear_rigidity", "rotary_inertia_per_length")
    given = {name: getattr(link, name) for name in pairs}
    return replace(link, **{name: value[::-1] for name, value in given.items() if isinstance(value, tuple)})


def rolled(arm: Arm, number: int) -> Arm:
    """The arm with one of its flexible links, from 0, described after a quarter turn about its own axis."""
    link = arm.links[number]
    pieces = (
        RigidLink(0.0, joint=link.joint, angle=link.angle),
        replace(swapped(link), joint=Joint.rigid(axis="x"), angle=90.0, tip=None),
        RigidLink(0.0, joint=Joint.rigid(axis="x"), angle=-90.0, tip=link.tip),
    )
    return replace(arm, links=(*arm.links[:number], *pieces, *arm.links[number + 1 :]))


def random_tensor(generator: np.random.Generator, size: float):
    """Moments of inertia that a body can have: one number, three, or a tensor."""
    cloud = generator.normal(size=(6, 3)) * size**0.5
    full = sum(float(place @ place) * np.eye(3) - np.outer(place, place) for place in cloud)
    return [size, tuple(np.linalg.eigvalsh(full).tolist()), rows(full)][generator.integers(3)]


def random_body(generator: np.random.Generator, mass: float, reach: float) -> Body:
    offset = tuple((reach * generator.uniform(-1.0, 1.0, 3)).tolist())
    return Body(mass, random_tensor(generator, mass * reach**2 / 6), offset)


def random_joint(generator: np.random.Generator, springs: tuple[float, float]) -> Joint:
    axis = [*AXES, tuple(generator.normal(size=3).tolist())][generator.integers(4)]
    hub = float(generator.uniform(0.0, 3.0)) * generator.integers(2).item()
    state = generator.integers(4)
    if state == 0:
        return Joint.unlocked(float(generator.uniform(0.0, 3.0)), hub, axis)
    if state == 1:
        return Joint.rigid(hub, axis)
    return Joint.locked(float(10.0 ** generator.uniform(*springs)), hub, axis)


def random_beam(
    generator: np.random.Generator, spread: float = 0.5, terms: bool = True, full: bool = False, **given
) -> Link:
    """A link of about 10 kg and 1e6 N m² with rigidities apart by powers of ten; `full`: it twists and stretches."""
    length, stiff = float(generator.uniform(1.0, 8.0)), 10.0 ** generator.uniform(5.5, 6.5)
    apart = [float(stiff * 10.0 ** (spread * generator.uniform(-1.0, 1.0))) for _ in range(3)]
    mass, slender = float(generator.uniform(3.0, 10.0)), float(generator.uniform(10.0, 100.0))
    rigidity, turning = stiff * (slender / length) ** 2, mass * (length / slender) ** 2
    ask = [True] * 2 if full else generator.integers(2, size=2).tolist()
    given |= {"torsional_rigidity": apart[2], "polar_inertia_per_length": 2.0 * turning} if ask[0] else {}
    given |= {"axial_rigidity": rigidity} if ask[1] else {}
    if terms and generator.integers(2):
        given |= {"rotary_inertia_per_length": (turning, 1.5 * turning)}
        given |= {"shear_rigidity": (0.3 * rigidity, 0.2 * rigidity)} if generator.integers(2) else {}
    return Link(length, mass, (apart[0], apart[1]), **given)


def random_arm(
    seed: int, spread: float = 0.5, springs: tuple[float, float] = (4.0, 7.0), payload: float = 100.0, **beam
) -> Arm:
    """An arm in space of up to three links, at least one of them flexible, on any base."""
    generator = np.random.default_rng(seed)
    links: list[Link | RigidLink] = []
    number = int(generator.integers(1, 4))
    for k in range(number):
        common = {"joint": random_joint(generator, springs), "angle": float(generator.uniform(-180.0, 180.0))}
        common |= {"tip": random_body(generator, 20.0, 0.3)} if generator.integers(2) else {}
        if k == number - 1 or generator.integers(3):
            links.append(random_beam(generator, spread, **beam, **common))
        else:
            length = float(generator.uniform(0.2, 1.0)) * generator.integers(2).item()
            links.append(RigidLink(length, mass=5.0, inertia=random_tensor(generator, 1.0), **common))
    bases = (
        Base.fixed(),
        Base.free(300.0, random_tensor(generator, 200.0), tuple(generator.uniform(-1.0, 1.0, 3).tolist())),
        Base.guided(100.0, tuple(generator.normal(size=3).tolist())),
    )
    body = random_body(generator, payload, 0.5)
    return Arm(bases[generator.integers(3)], tuple(links), body, f"random {seed}", motion="spatial")
