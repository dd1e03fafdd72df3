"""Drafts: labels that a model makes, the doubts about known texts, and what is learned from corrected drafts."""
