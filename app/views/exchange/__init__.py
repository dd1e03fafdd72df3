"""Dialogs that import and export labels and models, crop words from scenes, and compare labels."""
