"""The list of the project's images."""
