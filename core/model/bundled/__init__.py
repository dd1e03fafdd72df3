"""The model that comes along, as data: `reader.keras` and its card `reader.md`. `core.runs.bundled` finds them here."""
