"""The exact equations of flexible links: transcendental, counted, none missed; proved where asked for."""

from exact.backend import Exact as Exact
from exact.backend import certify as certify
