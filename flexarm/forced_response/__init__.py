"""Forced response by modal superposition: exact in time, corrected for the modes left out."""
