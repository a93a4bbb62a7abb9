"""A new arm file: commented, of usual values, to be changed by hand."""

from dataclasses import dataclass

from flexarm.beam_theory import SOUND_SPEED
from flexarm.checks import non_negative, number_fault, positive, shown
from flexarm.errors import Fault, InputError
from flexarm.files import loads
from flexarm.spelling import lines
from flexarm.whole import is_whole

BASES = ("fixed", "free", "guided")
JOINTS = ("locked", "unlocked", "rigid")

_BASE = {
    "fixed": """\
kind = "fixed"                     # "free": a body that floats; "guided": it travels in one direction
""",
    "free": """\
kind = "free"                      # "fixed": it does not move; "guided": it travels in one direction
mass = 1000.0                      # kg
inertia = 500.0                    # kg m², about its own centre of mass
offset = [0.0, 0.0]                # m, from that centre to the first joint
""",
    "guided": """\
kind = "guided"                    # "fixed": it does not move; "free": a body that floats
mass = 1000.0                      # kg
direction = [0.0, 1.0]             # of travel; its length does not matter
""",
}
_BASE_IN_SPACE = {
    "fixed": _BASE["fixed"],
    "free": """\
kind = "free"                      # "fixed": it does not move; "guided": it travels in one direction
mass = 1000.0                      # kg
inertia = [300.0, 500.0, 500.0]    # kg m², about its own centre of mass: one number about every axis; or the principal
# moments about x, y, z; or the tensor [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], off the diagonal −∫ x y dm
offset = [0.0, 0.0, 0.0]           # m, from that centre to the first joint
""",
    "guided": """\
kind = "guided"                    # "fixed": it does not move; "free": a body that floats
mass = 1000.0                      # kg
direction = [0.0, 1.0, 0.0]        # of travel; its length does not matter
""",
}
_JOINT = {
    "locked": """\
joint = { state = "locked", stiffness = 1.0e5 }        # N m/rad, a torsion spring at the link's root
# others: { state = "unlocked", gear_inertia = 10.0 }, a free hinge, kg m²; { state = "rigid" }, welded
""",
    "unlocked": """\
joint = { state = "unlocked", gear_inertia = 0.0 }     # a free hinge; its gear box, kg m², on the relative rotation
# others: { state = "locked", stiffness = 1.0e5 }, a torsion spring, N m/rad; { state = "rigid" }, welded
""",
    "rigid": """\
joint = { state = "rigid" }        # welded
# others: { state = "locked", stiffness = 1.0e5 }, a torsion spring, N m/rad; { state = "unlocked" }, a free hinge
""",
}
_MORE = """\
# in place of mass_per_length and flexural_rigidity: tube = { diameter = 0.1, wall = 3.0e-3, youngs_modulus = 7.0e10,
# density = 2700.0 }, m, m, Pa, kg/m³; or, of a link that tapers or steps, sections:
# [[link.section]] with position, m from the link's root, and mass_per_length and flexural_rigidity, or tube, there
# axial_rigidity, N, EA; shear_rigidity, N, κGA; rotary_inertia_per_length, kg m, ρI: without them, the link neither
# stretches nor shears, and its sections have no inertia of their own; a tube has them by extensible = true and
# theory = "timoshenko", with its shear_modulus, Pa
# any joint: hub_inertia = 0.5, kg m², turns with the link's root
# tip = { mass = 5.0, inertia = 0.1, offset = 0.0 }    # a body at the link's tip
"""
_SPACE = """\
motion = "spatial"                 # without it, the arm moves in a plane
# Axes of a link: x along it, y to its left, z up. Its joint turns it by `angle` about `axis`: "x", "y", "z" or a vector
# in the axes of the link before (of the first: the base's), by the right hand: about y, a positive angle is downwards.
# What a file does not say is rigid: without torsional_rigidity a link does not twist.
"""
_MORE_IN_SPACE = """\
# flexural_rigidity = [about y, about z], where the two differ; so shear_rigidity and rotary_inertia_per_length
# in place of these numbers: tube = { diameter = 0.1, wall = 3.0e-3, youngs_modulus = 7.0e10, density = 2700.0,
# shear_modulus = 2.7e10 }, m, m, Pa, kg/m³, Pa, with twists = true for its torsion
# axial_rigidity, N, EA; shear_rigidity, N, κGA; rotary_inertia_per_length, kg m, ρI: without them, the link neither
# stretches nor shears, and its sections have no inertia of their own; a tube has them by extensible = true and
# theory = "timoshenko"
# any joint: hub_inertia = 0.5, kg m², turns with the link's root about the joint's axis
# a wrist, whose axes meet: rigid links of length 0.0, each with length, angle and joint alone
# tip = { mass = 5.0, inertia = 0.1, offset = 0.0 }    # a body at the link's tip; inertia and offset as the payload's
"""


@dataclass(frozen=True)
class NewArm:
    """What a new arm file is asked to hold."""

    name: str = "My arm"
    base: str = "fixed"  # ``"fixed"``, ``"free"`` or ``"guided"``
    joints: str = "locked"  # state of every joint: ``"locked"``, ``"unlocked"`` or ``"rigid"``
    links: int = 2  # flexible ones, alike
    length: float = 3.0  # m
    mass_per_length: float = 4.0  # kg/m
    flexural_rigidity: float = 2.0e5  # N m²
    payload: float = 0.0  # kg; zero for none
    spatial: bool = False  # an arm in space

    def __post_init__(self) -> None:
        faults = [
            Fault(f"--{field}", " or ".join(known), shown(getattr(self, field)))
            for field, known in (("base", BASES), ("joints", JOINTS))
            if getattr(self, field) not in known
        ]
        if not is_whole(self.links) or not 1 <= self.links <= 100:
            faults.append(Fault("--links", "a whole number from 1 to 100", shown(self.links)))
        conditions = {
            "length": positive("m"),
            "mass_per_length": positive("kg/m"),
            "flexural_rigidity": positive("N m²"),
            "payload": non_negative("kg"),
        }
        found = (
            number_fault(f"--{name.replace('_', '-')}", getattr(self, name), condition)
            for name, condition in conditions.items()
        )
        if faults := faults + [fault for fault in found if fault is not None]:
            raise InputError(faults, "init")

    def text(self) -> str:
        """Return the arm file, every key of it with its unit and what else could stand there."""
        links = [self._link(k) for k in range(1, self.links + 1)]
        bases = _BASE_IN_SPACE if self.spatial else _BASE
        text = "\n".join([self._head(), f"[base]\n{bases[self.base]}", *links, self._payload()])
        loads(text, "the new arm file")
        return text

    def _head(self) -> str:
        return (
            "# An arm of flexarm: SI units, angles in degrees. `flexarm check` explains it, `flexarm draw` draws it,\n"
            f"# `flexarm compare` computes its natural frequencies.\n{lines({'name': self.name})}"
            f"{_SPACE * self.spatial}"
        )

    def _link(self, k: int) -> str:
        named = ("the base's axes" if self.spatial else "the base's x axis") if k == 1 else "the link before"
        values = {"length": "m", "mass_per_length": "kg/m"}
        told = "".join(_line(name, getattr(self, name), unit) for name, unit in values.items())
        told += _line("flexural_rigidity", self.flexural_rigidity, "N m², EI; without it, the link is rigid")
        joint, more = _JOINT[self.joints], _MORE
        if self.spatial:
            told += _line(
                "torsional_rigidity", self._torsional_rigidity, "N m², GJ; without it, the link does not twist"
            )
            told += _line("polar_inertia_per_length", self._polar_inertia, "kg m, about the link's own axis")
            axis = "z" if k == 1 else "y"
            joint, more = joint.replace(" }", f', axis = "{axis}" }}').replace("; {", "\n# or {"), _MORE_IN_SPACE
        told += _line("angle", 0.0, f"degrees, from {named}{', about the axis of its joint' * self.spatial}")
        return f"[[link]]                           # link {k}\n{told}{joint}{more if k == 1 else ''}"

    @property
    def _torsional_rigidity(self) -> float:
        """GJ, N m², of a round tube of metal: EI over 1 + ν."""
        return float(f"{self.flexural_rigidity / 1.33:.2g}")

    @property
    def _polar_inertia(self) -> float:
        """Moment of inertia per length about the axis, kg m, of a round tube of metal: twice ρI, which is EI/c²."""
        return float(f"{2.0 * self.flexural_rigidity / SOUND_SPEED**2:.2g}")

    def _payload(self) -> str:
        heading = "[payload]                          # a rigid body at the last link's tip\n"
        mass = self.payload or 50.0
        told = _line("mass", mass, "kg")
        moments = "; or [about x, about y, about z], or the tensor" * self.spatial
        told += _line("inertia", 0.1 * mass, f"kg m², about its own centre of mass{moments}")
        places = "[along, across, up]" if self.spatial else "[along, across]"
        told += _line("offset", 0.0, f"m beyond the last link's tip, or {places}")
        table = heading + told
        return table if self.payload else "".join(f"# {line}" for line in table.splitlines(keepends=True))


def _line(key: str, value: float, comment: str) -> str:
    return f"{f'{key} = {float(value)!r}':35}# {comment}\n"
