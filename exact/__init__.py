"""The exact equations of flexible links: transcendental, counted, none missed."""

from exact.backend import Exact as Exact
