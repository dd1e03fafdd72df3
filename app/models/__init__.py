"""Models made from other models by a process of its own: with other symbols, other weights, or channels set to 0."""
