"""Ways to natural frequencies as people write them, each with its source, and ours beside them: the limits study."""
