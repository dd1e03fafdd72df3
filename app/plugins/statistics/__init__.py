"""Statistics of the open project: symbols, lengths, and progress over days."""
