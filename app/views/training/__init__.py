"""Training: the form of its choices, and the check before the start."""
