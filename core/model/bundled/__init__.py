"""The bundled models, `reader.keras` and `reader-zh.keras`, and their cards, as data that `core.runs.bundled` finds."""
