"""Faults of labels, choices, networks and feeds, planted to see whether a diagnosis names them."""
