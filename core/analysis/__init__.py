"""Analyses predicted maps with NumPy: error attribution, corrections, oracle combinations, drafts, review order."""
