"""Cutting a word image into characters."""
