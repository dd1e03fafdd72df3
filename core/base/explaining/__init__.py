"""Explains errors of libraries and pitfalls of the field, with their cure, found by a message or by words."""
