"""The study engine: one question in every cell over some axes, solved block by block, kept as a Dataset."""
