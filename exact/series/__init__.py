"""Beams whose equation has no closed solution, by power series: under axial force, of any theory."""
