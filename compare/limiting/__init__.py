"""The limits study: families of arms along one parameter, and where each formulation runs out of digits."""
