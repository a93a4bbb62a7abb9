"""Flexible planar arms: one description, one question, one form of answer for every backend.

Angles are degrees in files and in an arm's description; everything else is in SI units.

>>> from flexarm import Arm, Base, Joint, Link
>>> inner = Link(length=1.0, mass_per_length=2.0, flexural_rigidity=300.0, joint=Joint.locked(5e3))
>>> outer = Link(length=0.5, mass_per_length=1.0, flexural_rigidity=80.0, joint=Joint.unlocked())
>>> arm = Arm(Base.fixed(), (inner, outer))
>>> arm.rigid_freedoms
1
>>> arm.with_angles(link2=-90.0).links[1].angle
-90.0
"""

import importlib
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from flexarm.arm import Arm as Arm
from flexarm.drives import Drive as Drive
from flexarm.drives import Lag as Lag
from flexarm.drives import Motor as Motor
from flexarm.drives import Wheel as Wheel
from flexarm.errors import FlexarmError as FlexarmError
from flexarm.errors import InputError as InputError
from flexarm.errors import QuestionError as QuestionError
from flexarm.examples import example as example
from flexarm.files import dumps as dumps
from flexarm.files import load as load
from flexarm.files import loads as loads
from flexarm.files import save as save
from flexarm.links import Link as Link
from flexarm.links import RigidLink as RigidLink
from flexarm.load_cases.case import LoadCase as LoadCase
from flexarm.load_cases.files import load_case as load_case
from flexarm.nonuniform import NonuniformLink as NonuniformLink
from flexarm.parts import Base as Base
from flexarm.parts import Body as Body
from flexarm.parts import Freedom as Freedom
from flexarm.parts import Joint as Joint
from flexarm.section import Section as Section
from flexarm.slews.course import Course as Course
from flexarm.slews.files import load_manoeuvre as load_manoeuvre
from flexarm.slews.manoeuvre import Manoeuvre as Manoeuvre
from flexarm.slews.manoeuvre import Tracking as Tracking
from flexarm.slews.manoeuvre import Turn as Turn
from flexarm.supports import Support as Support
from flexarm.tube import Tube as Tube

if TYPE_CHECKING:
    from flexarm.backend import Backend as Backend
    from flexarm.backend import find_backend as find_backend
    from flexarm.closed_loop.eigenvalues import eigenvalues as eigenvalues
    from flexarm.forced_response.dataset import response as response
    from flexarm.hand_over.frequency_response import frequency_response as frequency_response
    from flexarm.modes import ModalModel as ModalModel
    from flexarm.slews.dataset import slew as slew

# Describing an arm needs no numpy: what does is imported when it is first asked for.
_LATE = {
    "Backend": "flexarm.backend",
    "find_backend": "flexarm.backend",
    "eigenvalues": "flexarm.closed_loop.eigenvalues",
    "ModalModel": "flexarm.modes",
    "frequency_response": "flexarm.hand_over.frequency_response",
    "response": "flexarm.forced_response.dataset",
    "slew": "flexarm.slews.dataset",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("flexarm")
    if name not in _LATE:
        raise AttributeError(f"module 'flexarm' has no attribute {name!r}")
    return getattr(importlib.import_module(_LATE[name]), name)


def __dir__() -> list[str]:
    return sorted(globals().keys() | _LATE.keys())
