"""Doubts about an arm's and a load case's numbers: values that look like mistakes, of units mostly, with the reason.

None of them is refused: there are foils, tethers and balloons. The yardstick of a link is its section's radius of
gyration √(EI/m)/c, c the speed of sound in steel, aluminium and carbon fibre alike, within a factor of two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, inf, isclose, pi, sqrt
from typing import Any

from flexarm.arm import Arm
from flexarm.beam_theory import SOUND_SPEED
from flexarm.drives import Drive
from flexarm.links import Link, RigidLink
from flexarm.load_cases.case import LoadCase
from flexarm.load_cases.damping import Damping, Rayleigh
from flexarm.mass_properties import mass_properties
from flexarm.parts import ABOUT_AXIS, Body, Joint
from flexarm.tensors import inertia_tensor
from flexarm.welded import runs

_AIR, _OSMIUM = 1.2, 22_600.0  # kg/m³, the lightest and the heaviest that a part may well be
_THINNEST, _THICKEST = 1e-4, 0.29  # radius of gyration of a section over the length: 0.35 mm thick per m; a cube
_WIDEST = 100.0  # width of a strip over its thickness, or length of a bar across the plane over its size in it
_SHORTEST, _LONGEST = 1e-3, 1e3  # m
_LIMPEST, _TIGHTEST = 1e-5, 10.0  # torsional rigidity of a link over its flexural rigidity
_SLOWEST, _FASTEST_SOUND = 200.0, 2e4  # m/s: sound along a link loaded with 600 times its mass, and beyond diamond
_MOST_POLAR = 300.0  # polar inertia over that of a section of metal as stiff: harness and panels beside it
_SOFTEST, _STIFFEST = 1e-6, 1e8  # a joint's spring over the link's own EI/L
_STRONGEST = 100.0  # m/s²: four times Jupiter's
_MOST_INERTIA = 1e3  # of a gear box or a hub, over that of links and bodies about the first joint
_FASTEST = 8.0  # Ω L² √(m/EI) at which stretch changes the first frequency in the plane of a spin by 1 %
_MOST_DAMPING = 0.5


@dataclass(frozen=True)
class Doubt:
    """A value that looks like a mistake: where it stands, as in a file, and why it looks wrong."""

    path: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}"


def doubts(arm: Arm) -> tuple[Doubt, ...]:
    """Return what looks like a mistake in an arm, mostly of units, base first; empty where nothing does."""
    return tuple(_of_arm(arm))


def case_doubts(case: LoadCase) -> tuple[Doubt, ...]:
    """Return what looks like a mistake in a load case; empty where nothing does."""
    return tuple(_of_damping(case.damping))


def _of_damping(damping: Damping) -> Iterator[Doubt]:
    if isinstance(damping, Rayleigh):
        return
    for k, ratio in enumerate(damping if isinstance(damping, tuple) else (damping,), 1):
        if ratio > _MOST_DAMPING:
            path = f"damping{k}" if isinstance(damping, tuple) else "damping"
            yield Doubt(path, f"a ratio of {ratio:.4g}, {100.0 * ratio:.4g} % of critical damping; is it in per cent?")


def _of_arm(arm: Arm) -> Iterator[Doubt]:
    # Links of no length alone, of a gimbal, say nothing of how large its bodies may be.
    size = sum(link.length for link in arm.links) or inf
    if arm.gravity is not None and hypot(*arm.gravity) > _STRONGEST:
        yield Doubt("gravity", f"{hypot(*arm.gravity):.4g} m/s² is more than on any planet; is it in mm/s²?")
    yield from _spin(arm, size)
    yield from _base(arm, size)
    inertia = mass_properties(arm).arm_inertia - sum(link.joint.hub_inertia for link in arm.links)
    for run in runs(arm.links):
        length = sum(arm.links[k].length for k in run)
        for k in dict.fromkeys((run[0], run[-1])):
            yield from _link(f"link{k + 1}", arm.links[k], length, size)
        yield from _joint(f"link{run[0] + 1}.joint", arm.links[run[0]], length, inertia)
        if (tip := arm.links[run[-1]].tip) is not None:
            yield from _body(f"link{run.stop}.tip", tip, size)
    if arm.payload is not None:
        yield from _body("payload", arm.payload, size)
    for path, drive in _drives(arm):
        if drive is not None and drive.idle:
            yield Doubt(path, "no gain, or none but zero: what does nothing is no drive; is one missing?")


def _drives(arm: Arm) -> Iterator[tuple[str, Drive | None]]:
    """Yield all drives, and None where a freedom or a support has none."""
    yield from (("base.attitude", arm.base.attitude), ("base.position", arm.base.position))
    for k, link in enumerate(arm.links, 1):
        for motion, (_, drive) in zip(link.joint.motions, link.joint.driving, strict=True):
            yield f"link{k}.joint" + f".{motion}" * (link.joint.state == "general") + ".drive", drive
    for k, support in enumerate(arm.supports, 1):
        yield f"support{k}.drive", support.drive


def _spin(arm: Arm, size: float) -> Iterator[Doubt]:
    links = [link for link in arm.links if isinstance(link, Link)]
    softest = max((sqrt(link.mass_per_length / min(link.about("flexural_rigidity"))) for link in links), default=0.0)
    speed = abs(arm.spin_rate) * size * size * softest if links else 0.0
    if speed > _FASTEST:
        told = (
            f"Ω L² √(m/EI) is {speed:.3g}: so fast a spin couples bending in its plane with stretch, which is left out"
        )
        rest = "answers for a beam 70 radii of gyration long are 1.6 % too high at 10, 42 % at 50"
        yield Doubt("spin_rate", f"{told}; {rest}")


def _base(arm: Arm, size: float) -> Iterator[Doubt]:
    yield from _gyration("base", arm.base.mass, arm.base.inertia, 10.0 * size, "ten times the arm's length")
    if hypot(*arm.base.offset) > 10.0 * size:
        yield _far("base.offset", hypot(*arm.base.offset), "ten times the arm's length")


def _link(path: str, link: Link | RigidLink, length: float, size: float) -> Iterator[Doubt]:
    """Doubt a link, or a piece of one of some length, m, of an arm of some size, m."""
    # Where axes of joints meet in space, a rigid link has no length.
    if length != 0.0 and not _SHORTEST <= length <= _LONGEST:
        yield Doubt(f"{path}.length", f"{length:.4g} m; is it in another unit?")
    for turn in range(1, 25):
        if isclose(abs(link.angle), turn * pi / 12.0, rel_tol=1e-3):
            yield Doubt(f"{path}.angle", f"{link.angle:.5g} is {15 * turn}° in radians; angles are in degrees")
    if isinstance(link, Link):
        yield from _section(path, link, length)
        yield from _torsion(path, link)
    elif link.inertia is not None:
        beside = (link.length, "the link's length") if link.length else (size, "the arm's length")
        yield from _gyration(path, link.mass, link.inertia, *beside)


def _section(path: str, link: Link, length: float) -> Iterator[Doubt]:
    """Doubt a rigidity and a mass per length that no section of a solid has."""
    rigidity = min(link.about("flexural_rigidity"))
    radius = sqrt(rigidity / link.mass_per_length) / SOUND_SPEED
    # Mass per length over the square of that radius, kg/m³; in this order nothing is divided by what underflows.
    heavy = link.mass_per_length * (link.mass_per_length / rigidity) * SOUND_SPEED**2
    tube, square = heavy / (2.0 * pi), heavy / 12.0
    told = (
        f"of a metal with {link.mass_per_length:.4g} kg/m its section would have a radius of gyration of {radius:.2g} m"
    )
    if radius < _THINNEST * length:
        share = f"{radius / length:.1g} of its length; is the rigidity too small, its modulus in GPa or MPa?"
        yield Doubt(f"{path}.flexural_rigidity", f"{told}, {share}")
    elif radius > _THICKEST * length:
        share = "as thick as it is long; is the rigidity too large, in N mm², or the mass per length too small?"
        yield Doubt(f"{path}.flexural_rigidity", f"{told}, {share}")
    if tube < _AIR:
        told = f"{link.mass_per_length:.4g} kg/m in a tube as stiff as {rigidity:.4g} N m² of metal"
        rest = f"makes {tube:.2g} kg/m³, lighter than air; is it in t/m?"
        yield Doubt(f"{path}.mass_per_length", f"{told} {rest}")
    elif square > _WIDEST * _OSMIUM:
        rest = "too heavy even for a strip of the densest metal, 100 times as wide as thick; is it in g/m?"
        yield Doubt(f"{path}.mass_per_length", f"{told}, {rest}")


def _torsion(path: str, link: Link) -> Iterator[Doubt]:
    """Doubt torsion and stretch beside bending: of closed sections GJ is about EI, of thin open ones a thousandth."""
    bending = min(link.about("flexural_rigidity"))
    if link.torsional_rigidity is not None and not _LIMPEST * bending < link.torsional_rigidity < _TIGHTEST * bending:
        told = f"{link.torsional_rigidity:.4g} N m² beside {bending:.4g} N m² of flexural rigidity"
        yield Doubt(f"{path}.torsional_rigidity", f"{told}; is it in N mm², or its modulus in GPa or MPa?")
    speed = sqrt((link.axial_rigidity or 0.0) / link.mass_per_length)
    if link.axial_rigidity is not None and not _SLOWEST < speed < _FASTEST_SOUND:
        told = f"{link.axial_rigidity:.4g} N and {link.mass_per_length:.4g} kg/m make sound travel at {speed:.3g} m/s"
        yield Doubt(f"{path}.axial_rigidity", f"{told}; is it in kN, or its modulus in GPa or MPa?")
    own = sum(link.about("rotary_inertia_per_length"))
    if not own and link.polar_inertia_per_length:
        metal = sum(link.about("flexural_rigidity")) / SOUND_SPEED**2
        if not metal / _MOST_POLAR < link.polar_inertia_per_length < metal * _MOST_POLAR:
            told = f"{link.polar_inertia_per_length:.4g} kg m where a section of metal as stiff has {metal:.4g} kg m"
            yield Doubt(f"{path}.polar_inertia_per_length", f"{told}; is it in g m, or of the whole link?")
    if own and link.polar_inertia_per_length and not 0.5 < link.polar_inertia_per_length / own < 2.0:
        told = f"{link.polar_inertia_per_length:.4g} kg m where rotary inertias about y and z add up to {own:.4g} kg m"
        yield Doubt(f"{path}.polar_inertia_per_length", f"{told}; of a section, the polar one is their sum")


def _joint(path: str, link: Link | RigidLink, length: float, arm_inertia: float) -> Iterator[Doubt]:
    joint: Joint = link.joint
    if joint.state == "locked" and joint.stiffness == 0.0:
        yield Doubt(f"{path}.stiffness", 'a locked joint of no stiffness holds nothing; is it an "unlocked" joint?')
    places = {motion: path if motion == ABOUT_AXIS else f"{path}.{motion}" for motion in joint.motions}
    if isinstance(link, Link):
        for motion, stiffness in zip(places, joint.stiffnesses, strict=True):
            yield from _spring(places[motion], motion, stiffness, min(link.about("flexural_rigidity")), length)
    inertias = {f"{path}.hub_inertia": joint.hub_inertia}
    gears = zip(places, joint.gear_inertias, strict=True)
    inertias |= {f"{places[motion]}.gear_inertia": gear for motion, gear in gears if motion.startswith("about")}
    for name, inertia in inertias.items():
        if inertia > _MOST_INERTIA * arm_inertia > 0.0:
            rest = f"links and bodies have {arm_inertia:.4g} kg m² about the first joint; is it in g m² or kg cm²?"
            yield Doubt(name, f"{inertia:.4g} kg m² where {rest}")


def _spring(path: str, motion: str, stiffness: float, rigidity: float, length: float) -> Iterator[Doubt]:
    """Doubt a joint's spring beside a link of some flexural rigidity, N m², and length, m."""
    slides = motion.startswith("along")
    unit, own, power = ("N/m", rigidity / length**3, "³") if slides else ("N m/rad", rigidity / length, "")
    told = f"{stiffness:.4g} {unit} beside {own:.4g} {unit} of the link's own EI/L{power}"
    free, stiff = ('it an "unlocked" joint', 'a "rigid" joint') if motion == ABOUT_AXIS else ("it free", "none")
    if 0.0 < stiffness < _SOFTEST * own:
        yield Doubt(f"{path}.stiffness", f"{told} holds next to nothing; is {free}?")
    elif stiffness > _STIFFEST * own:
        yield Doubt(f"{path}.stiffness", f"{told} gives next to nothing; {stiff} says the same")


def _body(path: str, body: Body, size: float) -> Iterator[Doubt]:
    yield from _gyration(path, body.mass, body.inertia, size, "the arm's length")
    if hypot(*body.centre) > size:
        yield _far(f"{path}.offset", hypot(*body.centre), "the arm's length")


def _gyration(path: str, mass: float, moments: Any, size: float, words: str) -> Iterator[Doubt]:
    """Doubt a moment of inertia, the largest in space, that nothing of that mass has; point masses are fine."""
    inertia = max(row[k] for k, row in enumerate(inertia_tensor(moments)))
    if mass == 0.0 or inertia == 0.0:
        return
    radius = sqrt(inertia / mass)
    told = f"{inertia:.4g} kg m² and {mass:.4g} kg make a radius of gyration of {radius:.2g} m"
    # A ball's radius is √(5/2) of its radius of gyration.
    inverse = mass / inertia
    density = mass * inverse * sqrt(inverse) / (4.0 / 3.0 * pi * 2.5**1.5)
    if radius > size:
        yield Doubt(f"{path}.inertia", f"{told}, more than {words}, {size:.4g} m; is it about another point?")
    elif density > _WIDEST * _OSMIUM:
        yield Doubt(f"{path}.inertia", f"{told}, too small for so much of the densest metal; is the mass in g?")


def _far(path: str, distance: float, words: str) -> Doubt:
    return Doubt(path, f"{distance:.4g} m is more than {words}; is it in mm?")
