"""Pictures of labels, target maps and predicted maps as QImages and paths."""
