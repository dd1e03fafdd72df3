"""The kept table of a project: rows, filters, database, checks of all files."""
