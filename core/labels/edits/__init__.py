"""Edits of a label, as pure functions from label to label."""
