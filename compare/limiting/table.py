"""The studies, by name."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from compare.limiting import families
from compare.limiting.study import Study
from flexarm.checks import require_once, unknown_name
from flexarm.errors import InputError

# A formulation of elements or shapes has errors of its own, which must not hide what round-off leaves. Six modes by
# 3000 cubic elements are right to 3e-13, by 24 Legendre polynomials to 1e-15. The textbook formulations get about what
# they are at their best with: more elements or shapes cost them more digits than they bring.
_SIZES = MappingProxyType(
    {"fem": 3000, "fem-sparse": 200, "fem-dense": 50, "assumed_modes": 24, "assumed-cosh": 10, "assumed-monomial": 8}
)
# Of several links, eight monomials each have lost their mass matrix to round-off at any value.
_CHAIN = MappingProxyType({**_SIZES, "assumed-monomial": 6})
# A hundred modes want more of everything.
_MANY = MappingProxyType({**_SIZES, "fem": 8000, "fem-sparse": 400, "fem-dense": 200, "assumed_modes": 60})
_ELEMENTS = (4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 333, 512, 1000, 1024, 2000, 2048, 5000, 8192, 10000)
_SHAPES = (*range(1, 17), 18, 20, 22, 24, 26, 28, 30, 35, 40, 45, 50, 55, 60)
_MODES = (*range(1, 21), 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100)


def _powers(first: int, last: int, step: int = 1) -> tuple[float, ...]:
    """Return powers of ten; written out, as 10.0 ** -6 is not the number that 1e-6 is."""
    return tuple(float(f"1e{power}") for power in range(first, last + 1, step))


_STUDIES = (
    Study(
        "payload-mass",
        "One link, payload from nothing to very heavy",
        "payload's mass over the link's",
        "1",
        (0.0, *_powers(-2, 12)),
        families.payload_mass,
        _SIZES,
    ),
    Study(
        "payload-inertia",
        "One link, payload of growing moment of inertia",
        "payload's moment of inertia over the link's about its joint",
        "1",
        (0.0, *_powers(-2, 12)),
        families.payload_inertia,
        _SIZES,
    ),
    Study(
        "joint-stiffness",
        "One link, locked joint from soft to stiff",
        "stiffness of the joint",
        "N m/rad",
        _powers(-6, 14),
        families.joint_stiffness,
        _SIZES,
    ),
    Study(
        "gear-inertia",
        "One link, unlocked joint, growing gear box",
        "inertia of the gear box",
        "kg m²",
        (0.0, *_powers(-2, 14)),
        families.gear_inertia,
        _SIZES,
    ),
    Study(
        "elements",
        "One link, more and more elements",
        "number of elements",
        "1",
        tuple(map(float, (*_ELEMENTS, 16384, 20000))),
        families.single,
        _SIZES,
        varies="elements",
    ),
    Study(
        "shapes",
        "One link, more and more shapes",
        "number of shapes",
        "1",
        tuple(map(float, _SHAPES)),
        families.single,
        _SIZES,
        varies="shapes",
    ),
    Study(
        "mode-number",
        "One link, more and more modes",
        "number of modes",
        "1",
        tuple(map(float, _MODES)),
        families.single,
        _MANY,
        varies="mode",
    ),
    Study(
        "links",
        "A chain of more and more links",
        "number of links",
        "1",
        tuple(map(float, range(1, 11))),
        families.links,
        {**_CHAIN, "fem": 2000},  # 20 000 elements in ten links
        varies="links",
    ),
    Study(
        "stiffness-ratio",
        "Two links, the outer one stiffer and stiffer",
        "outer link's flexural rigidity over the inner's",
        "1",
        _powers(0, 8),
        families.stiffness_ratio,
        _CHAIN,
    ),
    Study(
        "length-ratio",
        "Two links, the outer one shorter and shorter",
        "inner link's length over the outer's",
        "1",
        (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0),
        families.length_ratio,
        _CHAIN,
    ),
    Study(
        "wrist-stiffness",
        "Two links and an end effector, wrist from free to stiff",
        "stiffness of the wrist",
        "N m/rad",
        _powers(-3, 9),
        families.wrist_stiffness,
        _CHAIN,
    ),
    Study(
        "base-mass",
        "Three links on a free base, from no mass to a planet's",
        "mass of the base",
        "kg",
        (0.0, *_powers(0, 15)),
        families.base_mass,
        _CHAIN,
    ),
)
STUDIES: Mapping[str, Study] = MappingProxyType({study.name: study for study in _STUDIES})


def find_studies(names: Sequence[str]) -> list[Study]:
    """Return studies; all of them where none is named.

    Parameters
    ----------
    names
        Some of `STUDIES`, none twice.

    Raises
    ------
    InputError
        If there is no study of a name, or one is named twice.
    """
    require_once("study", "study", names)
    return [find_study(name) for name in names or STUDIES]


def find_study(name: str) -> Study:
    """Return a study.

    Parameters
    ----------
    name
        One of `STUDIES`.

    Raises
    ------
    InputError
        If there is no study of that name.
    """
    if not isinstance(name, str) or name not in STUDIES:
        raise InputError([unknown_name("study", name, STUDIES)])
    return STUDIES[name]
