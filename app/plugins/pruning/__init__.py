"""Pruning: a new model of the chosen one, whose weak channels are 0."""
