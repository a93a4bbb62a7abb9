"""Studies of convergence: errors by size, the order that they fall with, and the cheapest size that will do."""
