"""Sweeps: one question asked of an arm all over a grid of its numbers."""
