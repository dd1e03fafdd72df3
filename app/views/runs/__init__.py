"""The runs of a project: the list, the details of a run, and the differences between two runs."""
