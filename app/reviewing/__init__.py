"""The queue of suspicious labels, and the cross-check that scores them."""
