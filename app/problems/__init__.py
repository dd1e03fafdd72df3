"""The problems of the whole project, and their repairs."""
