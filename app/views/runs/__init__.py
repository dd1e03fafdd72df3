"""The runs of a project: a list, the details of a run, and the differences of two."""
