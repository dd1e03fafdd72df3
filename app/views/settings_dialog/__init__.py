"""The settings dialog, built from the table of settings."""
