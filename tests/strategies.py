"""Hypothesis strategies for arms: any number of links, all joints, bodies and bases."""

import math
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.parts import PLANAR_MOTIONS, Base, Body, Freedom, Joint
from flexarm.supports import Support

STATES = ("locked", "unlocked", "rigid")
KINDS = ("fixed", "free", "guided")


def numbers(low: float, high: float, extreme: bool) -> st.SearchStrategy[float]:
    """Numbers of an engineer's range; where extreme, any finite float64 of the range's sign."""
    if not extreme:
        return st.floats(low, high)
    if low > 0.0:
        return st.floats(0.0, exclude_min=True, allow_infinity=False)
    return st.floats(0.0 if low == 0.0 else None, allow_nan=False, allow_infinity=False)


def pairs(size: float, extreme: bool) -> st.SearchStrategy[tuple[float, float]]:
    return st.tuples(numbers(-size, size, extreme), numbers(-size, size, extreme))


def bodies(extreme: bool = False) -> st.SearchStrategy[Body]:
    """Bodies of some mass and inertia, their centre on the link's axis or beside it."""
    least = 0.0 if extreme else 1.0
    offset = numbers(-3.0, 3.0, extreme) | pairs(3.0, extreme)
    return st.builds(Body, numbers(least, 1e5, extreme), numbers(least, 1e6, extreme), offset)


def joints(extreme: bool = False, states: Sequence[str] = STATES) -> st.SearchStrategy[Joint]:
    inertia = numbers(0.0, 1e3, extreme)
    kinds = {
        "locked": st.builds(Joint.locked, numbers(0.0 if extreme else 1e3, 1e8, extreme), inertia),
        "unlocked": st.builds(Joint.unlocked, inertia, inertia),
        "rigid": st.builds(Joint.rigid, inertia),
        "general": st.builds(general, inertia, st.sets(st.sampled_from(PLANAR_MOTIONS), min_size=1), freedoms(extreme)),
    }
    return st.one_of(*(kinds[state] for state in states))


def freedoms(extreme: bool = False) -> st.SearchStrategy[list[Freedom]]:
    stiffness = st.sampled_from([0.0, 1.0, 1.0]).flatmap(lambda on: numbers(on * 1e3, on * 1e8, extreme))
    return st.lists(st.builds(Freedom, stiffness, numbers(0.0, 1e3, extreme)), min_size=3, max_size=3)


def general(hub: float, names: set[str], given: Sequence[Freedom]) -> Joint:
    own = {name: one for name, one in zip(PLANAR_MOTIONS, given, strict=True) if name in names}
    return Joint.general(hub, **own)


def bases(extreme: bool = False, kinds: Sequence[str] = KINDS) -> st.SearchStrategy[Base]:
    least = 0.0 if extreme else 1.0
    direction = pairs(1.0, extreme).filter(lambda pair: max(map(abs, pair)) > (0.0 if extreme else 0.1))
    made = {
        "fixed": st.just(Base.fixed()),
        "free": st.builds(Base.free, numbers(least, 1e5, extreme), numbers(least, 1e6, extreme), pairs(20.0, extreme)),
        "guided": st.builds(Base.guided, numbers(least, 1e5, extreme), direction),
    }
    return st.one_of(*(made[kind] for kind in kinds))


def links(extreme: bool = False, states: Sequence[str] = STATES) -> st.SearchStrategy[Link | RigidLink]:
    length = numbers(0.5, 20.0, extreme)
    common = {
        "joint": joints(extreme, states),
        "angle": numbers(-180.0, 180.0, extreme),
        "tip": st.none() | bodies(extreme),
    }
    mass = numbers(0.0 if extreme else 1.0, 1e3, extreme)
    inertia = st.none() | mass
    flexible = st.builds(Link, length, numbers(0.1, 1e2, extreme), numbers(1e2, 1e7, extreme), **common)
    return flexible | st.builds(RigidLink, length, mass=mass, inertia=inertia, **common)


@st.composite
def with_terms(draw: st.DrawFn, link: Link, extreme: bool = False) -> Link:
    """A link that stretches, shears or whose sections have an inertia, or some of that, with L/r from 7 to 1000."""
    slenderness = draw(st.floats(7.0, 1000.0)) ** 2
    stiffness = slenderness * link.flexural_rigidity / link.length**2
    any_number = numbers(1.0, 2.0, extreme=True)
    stretch = any_number if extreme else st.just(stiffness)
    shear = any_number if extreme else st.floats(0.1, 0.4).map(lambda share: share * stiffness)
    turn = any_number if extreme else st.just(link.mass_per_length * link.length**2 / slenderness)
    return replace(
        link,
        axial_rigidity=draw(st.none() | stretch),
        shear_rigidity=draw(st.none() | shear),
        rotary_inertia_per_length=draw(st.just(0.0) | turn),
    )


@st.composite
def branched(draw: st.DrawFn, chain: Sequence[Link | RigidLink]) -> list[Link | RigidLink]:
    """The links of a tree: each begins on the base or on one before, at its tip or along it."""
    found = [replace(chain[0], name="a")]
    for name, link in zip("bcdef", chain[1:], strict=False):
        on = draw(st.sampled_from([None, *found]))
        at = None if on is None or draw(st.booleans()) else draw(st.floats(0.1, 0.9)) * on.length
        found.append(replace(link, name=name, parent="base" if on is None else on.name, at=at))
    return found


@st.composite
def arms(
    draw: st.DrawFn,
    extreme: bool = False,
    most_links: int = 5,
    states: Sequence[str] = STATES,
    kinds: Sequence[str] = KINDS,
    loaded: bool = False,
    terms: bool = False,
    trees: bool = False,
) -> Arm:
    """Arms of one link or more, flexible and rigid in any order; with `trees` some branch, and joints have freedoms.

    With `extreme`, any number a part accepts: subnormal, huge, -0.0; and so arms that no backend can solve. With
    `terms`, two links in three may have those beyond inextensible beams of Euler and Bernoulli.
    """
    chain = draw(st.lists(links(extreme, (*states, *["general"] * trees)), min_size=1, max_size=most_links))
    if terms:
        chain = [
            draw(with_terms(link, extreme)) if isinstance(link, Link) and draw(st.sampled_from([0, 1, 1])) else link
            for link in chain
        ]
    if trees and draw(st.booleans()):
        chain = draw(branched(chain))
    if loaded:
        force = st.just(0.0) | numbers(-1e3, 1e3, extreme)
        chain = [replace(link, axial_force=draw(force)) for link in chain]
    return Arm(
        base=draw(bases(extreme, kinds)),
        links=tuple(chain),
        payload=draw(st.none() | bodies(extreme)),
        name=draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=20)),
        gravity=draw(st.none() | pairs(10.0, extreme)) if loaded else None,
        spin_rate=draw(st.just(0.0) | numbers(-10.0, 10.0, extreme)) if loaded else 0.0,
    )


@st.composite
def loaded_arms(draw: st.DrawFn, most_links: int = 2, most: float = 20.0) -> Arm:
    """Arms at rest under gravity and axial forces, of up to `most` times EI/L² in their flexible links."""
    arm = draw(arms(most_links=most_links, states=("locked", "rigid"), kinds=("fixed",)))
    softest = min(
        [link.flexural_rigidity / link.length**2 for link in arm.links if isinstance(link, Link)], default=1e3
    )
    forces = draw(st.tuples(*[st.floats(-0.2, 0.2)] * len(arm.links)))
    arm = replace(
        arm,
        links=tuple(
            replace(link, axial_force=round(force * most * softest, 6))
            for link, force in zip(arm.links, forces, strict=True)
        ),
    )
    weight = sum(link.mass + (link.tip.mass if link.tip else 0.0) for link in arm.links)
    weight += arm.payload.mass if arm.payload else 0.0
    strength = draw(st.floats(0.1, 0.8)) * most * softest / weight
    direction = draw(st.floats(-math.pi, math.pi))
    return replace(arm, gravity=(strength * math.cos(direction), strength * math.sin(direction)))


@st.composite
def structures(draw: st.DrawFn, most_supports: int = 2) -> Arm:
    """A trunk with two branches at its tip, all flexible, on supports, rigid and of springs."""

    def beam(name: str, **said: str) -> Link:
        flexible = draw(links(states=("locked", "rigid")).filter(lambda link: isinstance(link, Link)))
        return replace(flexible, name=name, **said)

    trunk, left, right = beam("trunk"), beam("left", parent="trunk"), beam("right", parent="trunk")
    stiffness = trunk.flexural_rigidity / trunk.length**3
    springs = st.none() | st.floats(-3.0, 6.0).map(lambda power: round(10.0**power * stiffness, 6) or None)
    held = st.builds(
        Support,
        st.sampled_from(("trunk.tip", "left.tip", "right.tip")),
        st.lists(st.sampled_from(("along_x", "along_y", "about_z")), min_size=1, max_size=3, unique=True).map(tuple),
        springs,
    )
    supports = draw(st.lists(held, min_size=1, max_size=most_supports))
    return Arm(draw(bases(kinds=("fixed", "free"))), (trunk, left, right), supports=tuple(supports))
