"""Beam finite elements: many local trial functions a link."""

from fem.backend import BeamFEM as BeamFEM
