"""Natural frequencies proved in ball arithmetic; only here is python-flint imported, by what proves."""
