"""How labels, target maps and predicted maps become QImages and paths."""
