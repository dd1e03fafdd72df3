"""Drafts: labels that a model makes, for the open image or for many, and the doubts about known texts."""
