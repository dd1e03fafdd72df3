"""Draft labels of predictions, accepted readings, and the work that a person has with drafts."""
