"""NumPy on predicted maps: error attribution, corrections, oracle combinations, drafts, review order."""
