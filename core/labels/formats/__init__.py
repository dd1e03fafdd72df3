"""Annotation formats of other programs, found by `registry` and used by `core.labels.formats.conversion`."""
