"""NumPy on predicted maps: blame, corrections, mixtures, drafts, review order."""
