"""Forced responses by several backends, side by side."""
