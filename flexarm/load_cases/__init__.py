"""Load cases: what acts on an arm, for how long, and how it moves at the start; data without mechanics."""

from flexarm.load_cases.case import LoadCase as LoadCase
from flexarm.load_cases.damping import Damper as Damper
from flexarm.load_cases.damping import Rayleigh as Rayleigh
from flexarm.load_cases.examples import example_case as example_case
from flexarm.load_cases.files import dumps_case as dumps_case
from flexarm.load_cases.files import load_case as load_case
from flexarm.load_cases.files import loads_case as loads_case
from flexarm.load_cases.files import save_case as save_case
from flexarm.load_cases.fit import check_case as check_case
from flexarm.load_cases.harmonic import Harmonic as Harmonic
from flexarm.load_cases.history import History as History
from flexarm.load_cases.initial import Initial as Initial
from flexarm.load_cases.load import BaseAcceleration as BaseAcceleration
from flexarm.load_cases.load import BaseForce as BaseForce
from flexarm.load_cases.load import JointTorque as JointTorque
from flexarm.load_cases.load import Load as Load
from flexarm.load_cases.load import SupportMotion as SupportMotion
from flexarm.load_cases.load import TipForce as TipForce
from flexarm.load_cases.measured import load_history as load_history
from flexarm.load_cases.profiles import slew_acceleration as slew_acceleration
from flexarm.load_cases.profiles import slew_torque as slew_torque
