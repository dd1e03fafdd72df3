"""The index of a project: its rows, filters and database, and the checks of all files."""
