"""Correct and learn: what a person corrects in drafts is learned by the model that drafts the next ones."""
