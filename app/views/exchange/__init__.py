"""Dialogs that import and export labels and models, and crop words from scenes."""
