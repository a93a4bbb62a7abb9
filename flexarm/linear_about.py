"""About what a model of large motion is linear."""

from typing import Literal

# The arm's own posture, the one in which its joints are by now, or, empty, nothing.
LinearAbout = Literal["", "posture", "moving-posture"]
