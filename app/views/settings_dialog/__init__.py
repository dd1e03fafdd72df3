"""The settings dialog, made from the table of settings."""
