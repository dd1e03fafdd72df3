"""Divides a word image into characters."""
