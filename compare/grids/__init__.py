"""Axes that are keys of an arm file: their values, and the arms that they make."""
