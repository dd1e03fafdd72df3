"""The settings dialog, made from the table of settings."""

from app.views.settings_dialog.dialog import SettingsDialog

__all__ = ["SettingsDialog"]
