"""A folder that holds labels of several formats: which of them are read, and whether they agree."""
