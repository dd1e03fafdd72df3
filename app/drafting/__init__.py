"""Drafts: labels that a model makes, the doubts about known texts, and the learning from corrected drafts."""
