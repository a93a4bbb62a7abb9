"""What is read from a study's Dataset: orders of convergence, the cheapest backend, where digits run out."""
