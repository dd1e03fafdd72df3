"""Statistics without a window: symbols, lengths, and the work on each day."""
