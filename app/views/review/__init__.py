"""The review queue: the labels to look at first, and the cross-check that judges them."""
