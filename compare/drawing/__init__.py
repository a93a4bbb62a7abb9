"""Pictures of arms, to scale: shapes as points, artists for their parts, and the figure."""
