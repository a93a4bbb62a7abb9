"""Studies in words and tables for people, and in records for programs."""
