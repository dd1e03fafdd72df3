"""Reads and writes TFRecord files."""
