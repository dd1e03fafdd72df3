"""The bundled models, as data: `reader.keras`, `reader-zh.keras` and their cards. `core.runs.bundled` finds them."""
