"""Arm files from URDF, robots described in XML: joints and masses, the rest left to be filled in."""
