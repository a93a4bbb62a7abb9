"""The families of shapes, one a file; `assumed_modes.table` lists them."""
