"""Measures how well words are read, and how well maps are predicted."""
