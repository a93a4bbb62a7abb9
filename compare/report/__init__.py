"""The validation report: `compare.validation` as a page for people, a summary for programs and a NetCDF file."""
