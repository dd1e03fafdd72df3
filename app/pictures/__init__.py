"""Labels, target maps and predicted maps as QImages and paths."""
