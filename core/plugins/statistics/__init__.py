"""Statistics without a window: symbols, lengths, and the work of each day."""
