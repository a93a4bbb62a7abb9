"""Arms with dampers and drives: complex eigenvalues, counted."""
