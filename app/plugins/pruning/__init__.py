"""Pruning: a new model from the chosen one, with weak channels set to 0."""
