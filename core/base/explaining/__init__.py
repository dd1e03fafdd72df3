"""Errors of libraries and pitfalls of the field, their meaning and their cure, found by a message or by words."""
