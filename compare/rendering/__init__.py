"""Answers written: pages of lines and tables for people, records for programs, files by their endings."""
