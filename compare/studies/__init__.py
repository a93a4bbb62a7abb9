"""The studies: what is asked, over which axes, and the Datasets that come of it."""
