"""Reads folders that hold labels in several formats: chooses which to read, and checks that they agree."""
