"""The exact equations of flexible links: transcendental, counted, none missed; proved where asked for.

>>> from exact import Exact
>>> from flexarm import example
>>> Exact().modes(example("single-link-locked"), 2).angular_frequency.round(6).tolist()
[0.385779, 5.177735]
"""

from exact.backend import Exact as Exact
from exact.backend import certify as certify
