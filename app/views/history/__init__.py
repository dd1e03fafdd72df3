"""The history of the project: looked through, and restored from."""
