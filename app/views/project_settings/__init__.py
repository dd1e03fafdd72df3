"""The dialog with a project's settings: charset, target maps, texts and validation."""
