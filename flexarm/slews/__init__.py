"""Manoeuvres: how an arm's joints are turned or driven through large motion, and what else acts; without mechanics."""

from flexarm.slews.course import Course as Course
from flexarm.slews.examples import example_manoeuvre as example_manoeuvre
from flexarm.slews.files import dumps_manoeuvre as dumps_manoeuvre
from flexarm.slews.files import load_manoeuvre as load_manoeuvre
from flexarm.slews.files import loads_manoeuvre as loads_manoeuvre
from flexarm.slews.files import save_manoeuvre as save_manoeuvre
from flexarm.slews.manoeuvre import Manoeuvre as Manoeuvre
from flexarm.slews.manoeuvre import Tracking as Tracking
from flexarm.slews.manoeuvre import Turn as Turn
