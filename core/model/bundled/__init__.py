"""Holds the bundled models, `reader.keras` and `reader-zh.keras`, and their cards, which `core.runs.bundled` finds."""
