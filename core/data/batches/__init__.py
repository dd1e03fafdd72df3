"""Puts samples into batches with target maps."""
