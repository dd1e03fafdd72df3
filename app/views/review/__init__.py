"""The review queue, which lists the most suspicious labels first, and the cross-check that judges them."""
