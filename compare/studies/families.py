"""The families of arms that limits are studied on, by name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import cos, sin
from types import MappingProxyType
from typing import Any

from compare.studies.family import Family
from flexarm.arm import Arm
from flexarm.beam_theory import SHEAR_RATIO
from flexarm.checks import require_once, unknown_name
from flexarm.drives import Drive
from flexarm.errors import InputError
from flexarm.examples import example
from flexarm.links import Link, RigidLink
from flexarm.mass_properties import mass_properties
from flexarm.parts import Base, Body, Joint
from flexarm.supports import Support

# Wiedemann's (2002) arms, all joints locked; ready from the shelf, as a family makes dozens of them.
_shelf = cache(example)


def _single(_: float = 0.0) -> Arm:
    """Return the 14 m link with a payload of 10 t, the same at all values."""
    return _shelf("single-link-locked")


def _payload_mass(ratio: float) -> Arm:
    return _single().with_payload(replace(_payload(), mass=ratio * _single().links[0].mass))


def _payload_inertia(ratio: float) -> Arm:
    link = _single().links[0]
    return _single().with_payload(replace(_payload(), inertia=ratio * link.mass * link.length**2 / 3.0))


def _joint_stiffness(stiffness: float) -> Arm:
    return _changed(_single(), 0, joint=Joint.locked(stiffness))


def _gear_inertia(inertia: float) -> Arm:
    return _changed(_single(), 0, joint=Joint.unlocked(inertia))


def _damping(coefficient: float) -> Arm:
    return _changed(_single(), 0, joint=replace(_single().links[0].joint, damping=coefficient))


def _delay(seconds: float) -> Arm:
    """Return two driven links with a heavy payload, both loops delayed."""
    inner, outer = (Drive(1e6, rate, delay=seconds) for rate in (2e3, 1e3))
    links = (
        Link(6.37, 3.9, 3.9786e6, joint=Joint.unlocked(hub_inertia=1188.0, drive=inner)),
        Link(8.93, 3.4, 2.334e6, angle=60.0, joint=Joint.unlocked(hub_inertia=556.0, drive=outer)),
    )
    return Arm(Base.fixed(), links, Body(20000.0, 181667.0, 1.5), "Two driven links, delayed")


def _links(number: float) -> Arm:
    """Return a straight chain of links, each as the inner link of the two-link arm."""
    arm = _shelf("double-link")
    return replace(arm, links=(arm.links[0],) * int(number))


def _stiffness_ratio(ratio: float) -> Arm:
    arm = _shelf("double-link")
    return _changed(arm, 1, flexural_rigidity=ratio * arm.links[0].flexural_rigidity)  # type: ignore[union-attr]


def _length_ratio(ratio: float) -> Arm:
    arm = _shelf("double-link")
    return _changed(arm, 1, length=arm.links[0].length / ratio)


def _base_mass(mass: float) -> Arm:
    arm = _shelf("shuttle-free-base")
    return replace(arm, base=replace(arm.base, mass=mass))


def _wrist_stiffness(stiffness: float) -> Arm:
    arm = _shelf("shuttle-fixed-base")
    return _changed(arm, len(arm.links) - 1, joint=Joint.locked(stiffness))


def _boom() -> Link:
    """Return a boom of 6 m in space, a tube of 0.33 m of carbon fibre, stiff along itself."""
    pitch = Joint.locked(1.0e6, axis="y")
    boom = Link(6.0, 4.0, (2.0e6, 1.6e6), joint=pitch, angle=-30.0, torsional_rigidity=1.2e6)
    return replace(boom, polar_inertia_per_length=0.1)


def _in_space(boom: Link, payload: Body) -> Arm:
    """Return a yaw joint and a boom with a payload beside its axis."""
    yaw = RigidLink(0.0, joint=Joint.locked(1.0e6), angle=20.0)
    return Arm(Base.fixed(), (yaw, boom), payload, "A boom in space", motion="spatial")


def _polar_inertia(ratio: float) -> Arm:
    boom, payload = _boom(), Body(2000.0, (300.0, 900.0, 900.0), (0.5, 0.4, 0.0))
    return _in_space(replace(boom, polar_inertia_per_length=ratio * boom.mass_per_length * boom.length**2), payload)


def _rotor_inertia(ratio: float) -> Arm:
    """Return a thin disc at the tip, its axis between those of the link: its polar moment is twice the other two."""
    boom = _boom()
    across = ratio * boom.mass * boom.length**2
    # The unit vector (2, 2, 1)/3 as the disc's axis.
    axis = (2.0, 2.0, 1.0)
    tensor = tuple(tuple(across * ((i == j) + axis[i] * axis[j] / 9.0) for j in range(3)) for i in range(3))
    return _in_space(boom, Body(2000.0, tensor, (0.5, 0.4, 0.0)))


def _angle_from_plane(angle: float) -> Arm:
    """Return two booms whose elbow turns about an axis that tilts out of the plane's normal, rad."""
    boom = replace(_boom(), joint=Joint.locked(1.0e6), angle=40.0)
    elbow = Joint.locked(1.0e6, axis=(sin(angle), 0.0, cos(angle)))
    payload = Body(2000.0, (300.0, 900.0, 900.0), 0.5)
    return Arm(Base.fixed(), (boom, replace(boom, joint=elbow)), payload, "Two booms", motion="spatial")


def _slenderness(ratio: float) -> Arm:
    """Return the 14 m link of Timoshenko, its length so many times its section's radius of gyration."""
    link = _single().links[0]
    assert isinstance(link, Link)  # as the arm's file has it
    square = (ratio / link.length) * (ratio / link.length)
    axial = link.flexural_rigidity * square
    turning = link.mass_per_length / square
    return _changed(_single(), 0, shear_rigidity=SHEAR_RATIO * axial, rotary_inertia_per_length=turning)


def _axial_rigidity(ratio: float) -> Arm:
    """Return the two-link arm, bent, its links' axial rigidity so many times EI/L²."""
    arm = _shelf("double-link").with_angles(link2=60.0)
    stiff = [ratio * link.flexural_rigidity / link.length**2 for link in arm.links]  # type: ignore[union-attr]
    links = (replace(link, axial_rigidity=one) for link, one in zip(arm.links, stiff, strict=True))
    return replace(arm, links=tuple(links))


def _support_stiffness(ratio: float) -> Arm:
    """Return the 14 m link, springs at its tip across and in rotation so many times EI/L³ and EI/L; none for zero."""
    arm = _single().with_payload(None)
    link = arm.links[0]
    assert isinstance(link, Link)  # as the arm's file has it
    along = ratio * link.flexural_rigidity / link.length**3
    clamped = _changed(arm, 0, joint=Joint.rigid())
    if not ratio:
        return clamped
    support = Support("tip", ("along_y", "about_z"), (along, along * link.length**2), axes="link")
    return replace(clamped, supports=(support,))


def _massless(ratio: float) -> Arm:
    """Return the Shuttle's arm in space, its payload so many times as heavy as itself, and of the same shape."""
    arm = _shelf("shuttle-in-space")
    payload = arm.payload
    assert payload is not None  # as the arm's file has it
    share = ratio * mass_properties(arm.with_payload(None)).arm_mass / payload.mass
    inertia = tuple(share * one for one in payload.inertia)
    return arm.with_payload(replace(payload, mass=share * payload.mass, inertia=inertia))


def _changed(arm: Arm, place: int, **numbers: object) -> Arm:
    changed = replace(arm.links[place], **numbers)  # type: ignore[arg-type]
    return replace(arm, links=(*arm.links[:place], changed, *arm.links[place + 1 :]))


def _payload() -> Body:
    payload = _single().payload
    assert payload is not None  # the arm's file has one
    return payload


# A formulation of elements or shapes has errors of its own, which must not hide what round-off leaves. Six modes by
# 3000 cubic elements are right to 3e-13, by 24 Legendre polynomials to 1e-15. The textbook formulations get about what
# they are at their best with: more elements or shapes cost them more digits than they bring.
_SIZES = MappingProxyType(
    {"fem": 3000, "fem-sparse": 200, "fem-dense": 50, "assumed_modes": 24, "assumed-cosh": 10, "assumed-monomial": 8}
)
# Of several links, eight monomials each have lost their mass matrix to round-off at any value.
_CHAIN = MappingProxyType({**_SIZES, "assumed-monomial": 6})
# Linear elements of torsion have an error of h²; cubic ones of bending in two planes cost six times as much.
_SPACE = MappingProxyType({**_SIZES, "fem": 1000})
# A hundred modes want more of everything.
_MANY = MappingProxyType({**_SIZES, "fem": 8000, "fem-sparse": 400, "fem-dense": 200, "assumed_modes": 60})
_ELEMENTS = (4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 333, 512, 1000, 1024, 2000, 2048, 5000, 8192, 10000)
_SHAPES = (*range(1, 17), 18, 20, 22, 24, 26, 28, 30, 35, 40, 45, 50, 55, 60)
_MODES = (*range(1, 21), 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100)


def _powers(first: int, last: int, step: int = 1) -> tuple[float, ...]:
    """Return powers of ten; written out, as 10.0 ** -6 is not the number that 1e-6 is."""
    return tuple(float(f"1e{power}") for power in range(first, last + 1, step))


_FAMILIES = (
    Family(
        "payload-mass",
        "One link, payload from nothing to very heavy",
        "payload's mass over the link's",
        "1",
        (0.0, *_powers(-2, 12)),
        _payload_mass,
        _SIZES,
    ),
    Family(
        "payload-inertia",
        "One link, payload of growing moment of inertia",
        "payload's moment of inertia over the link's about its joint",
        "1",
        (0.0, *_powers(-2, 12)),
        _payload_inertia,
        _SIZES,
    ),
    Family(
        "joint-stiffness",
        "One link, locked joint from soft to stiff",
        "stiffness of the joint",
        "N m/rad",
        _powers(-6, 14),
        _joint_stiffness,
        _SIZES,
    ),
    Family(
        "gear-inertia",
        "One link, unlocked joint, growing gear box",
        "inertia of the gear box",
        "kg m²",
        (0.0, *_powers(-2, 14)),
        _gear_inertia,
        _SIZES,
    ),
    Family(
        "elements",
        "One link, more and more elements",
        "number of elements",
        "1",
        tuple(map(float, (*_ELEMENTS, 16384, 20000))),
        _single,
        _SIZES,
        varies="elements",
    ),
    Family(
        "shapes",
        "One link, more and more shapes",
        "number of shapes",
        "1",
        tuple(map(float, _SHAPES)),
        _single,
        _SIZES,
        varies="shapes",
    ),
    Family(
        "mode-number",
        "One link, more and more modes",
        "number of modes",
        "1",
        tuple(map(float, _MODES)),
        _single,
        _MANY,
        varies="mode",
    ),
    Family(
        "links",
        "A chain of more and more links",
        "number of links",
        "1",
        tuple(map(float, range(1, 11))),
        _links,
        {**_CHAIN, "fem": 2000},  # 20 000 elements in ten links
        varies="links",
    ),
    Family(
        "stiffness-ratio",
        "Two links, the outer one stiffer and stiffer",
        "outer link's flexural rigidity over the inner's",
        "1",
        _powers(0, 8),
        _stiffness_ratio,
        _CHAIN,
    ),
    Family(
        "length-ratio",
        "Two links, the outer one shorter and shorter",
        "inner link's length over the outer's",
        "1",
        (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0),
        _length_ratio,
        _CHAIN,
    ),
    Family(
        "wrist-stiffness",
        "Two links and an end effector, wrist from free to stiff",
        "stiffness of the wrist",
        "N m/rad",
        _powers(-3, 9),
        _wrist_stiffness,
        _CHAIN,
    ),
    Family(
        "base-mass",
        "Three links on a free base, from no mass to a planet's",
        "mass of the base",
        "kg",
        (0.0, *_powers(0, 15)),
        _base_mass,
        _CHAIN,
    ),
    Family(
        "polar-inertia",
        "A boom in space, its own polar inertia growing",
        "polar inertia per length over the boom's mass per length and length squared",
        "1",
        (0.0, *_powers(-12, 4, 2)),
        _polar_inertia,
        _SPACE,
    ),
    Family(
        "rotor-inertia",
        "A boom in space with a thin disc askew",
        "moment across the disc over the boom's mass and length squared",
        "1",
        (0.0, *_powers(-8, 10, 2)),
        _rotor_inertia,
        _SPACE,
    ),
    Family(
        "angle-from-plane",
        "Two booms, the elbow's axis tilting",
        "angle of the elbow's axis from the plane's normal",
        "rad",
        (0.0, *_powers(-16, 0, 2)),
        _angle_from_plane,
        _SPACE,
    ),
    Family(
        "slenderness",
        "One link of Timoshenko, from stubby to slender",
        "length over the section's radius of gyration",
        "1",
        (10.0, 30.0, 100.0, *_powers(3, 8)),
        _slenderness,
        _CHAIN,
    ),
    Family(
        "axial-rigidity",
        "Two links, stiffer and stiffer in stretch",
        "axial rigidity over EI/L²",
        "1",
        _powers(2, 16, 2),
        _axial_rigidity,
        _CHAIN,
    ),
    Family(
        "support-stiffness",
        "One link, springs under its tip from soft to rigid",
        "stiffness of the support over EI/L³",
        "1",
        _powers(-12, 14, 2),
        _support_stiffness,
        {**_CHAIN, "fem": 5000},  # of a link that is clamped at both ends the sixth mode has the shortest waves
    ),
    Family(
        "damping",
        "One link, damper in its joint from weak to strong",
        "damping of the joint",
        "N m s/rad",
        _powers(-4, 12, 2),
        _damping,
        {"fem": 60, "fem-companion": 40, "assumed_modes": 24},
        damped=True,
    ),
    Family(
        "delay",
        "Two driven links, delay in both loops from short to long",
        "delay of the drives",
        "s",
        (*_powers(-6, -3), 2e-3, 1e-2),
        _delay,
        {"fem": 40, "assumed_modes": 16},
        damped=True,
        modes=8,
    ),
    Family(
        "massless",
        "A massless arm, payload from light to heavy",
        "payload's mass over the arm's",
        "1",
        (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, *_powers(3, 8)),
        _massless,
        {"massless": 2, "lumped": 2},
        models=True,
    ),
)
FAMILIES: Mapping[str, Family] = MappingProxyType({one.name: one for one in _FAMILIES})


def own_family(arm: Arm) -> tuple[Family, float]:
    """Return an arm with its payload made lighter and heavier, of the same shape, and the value at which it is itself.

    An arm whose payload has no mass is given a point's, in parts of its own.
    """
    payload = arm.payload or Body(0.0, 0.0)
    if payload.mass > 0.0:
        parameter, here, values = "payload's mass over the one that the arm has", 1.0, (0.01, *_powers(0, 6, 2))
    else:
        parameter, here, values = "mass added at the tip over the arm's", 0.0, (0.0, *_powers(-2, 6, 2))
    own = mass_properties(arm).arm_mass

    def changed(ratio: float) -> Arm:
        if ratio == here:
            return arm
        mass, inertia = ratio * payload.mass, _times(ratio, payload.inertia)
        if not here:
            mass, inertia = ratio * own, payload.inertia
        return arm.with_payload(replace(payload, mass=mass, inertia=inertia))

    title = "This arm, its payload lighter and heavier"
    return Family("own-payload", title, parameter, "1", values, changed, _CHAIN), here


def _times(ratio: float, moments: Any) -> Any:
    """Return a multiple of moments of inertia, however a body has them."""
    return tuple(_times(ratio, one) for one in moments) if isinstance(moments, tuple) else ratio * moments


def find_families(names: Sequence[str]) -> list[Family]:
    """Return the families of some names, none twice; all of them where none is named."""
    require_once("study", "study", names)
    return [find_family(name) for name in names or FAMILIES]


def find_family(name: str) -> Family:
    """Return the family of a name."""
    if not isinstance(name, str) or name not in FAMILIES:
        raise InputError([unknown_name("study", name, FAMILIES)])
    return FAMILIES[name]
