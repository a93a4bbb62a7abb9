"""Published values judged: against the model that they claim to come from, and by their sources' own equations."""
