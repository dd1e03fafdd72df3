"""Renders target maps, and decodes a word's maps into its text."""
