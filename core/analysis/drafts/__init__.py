"""Draft labels from predictions, accepted readings, and the work that drafts leave to a person."""
