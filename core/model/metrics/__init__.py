"""Measures of readings and of predicted maps."""
