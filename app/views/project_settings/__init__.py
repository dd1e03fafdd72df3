"""The choices of a project: charset, target maps, texts and validation."""

from app.views.project_settings.dialog import ProjectSettingsDialog

__all__ = ["ProjectSettingsDialog"]
