"""Statistics of the open project: symbols, lengths, and the progress day by day."""
