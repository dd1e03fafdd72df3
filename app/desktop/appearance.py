"""Language and theme as the settings say, at the start and whenever they change."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QApplication

from app.desktop.theme import apply_theme
from app.language.languages import set_language
from app.settings.settings import Settings


def follow_settings(application: QApplication, settings: Settings) -> None:
    """Use the language and the theme that are set, now and from now on.

    Raises
    ------
    FileNotFoundError
        If a catalogue is missing, as `app.language.languages.set_language`.
    """
    set_language(settings.value("language"))
    apply_theme(application, settings.value("theme"))
    settings.changed.connect(partial(_follow, application, settings))


def _follow(application: QApplication, settings: Settings, changed: str) -> None:
    if changed == "language":
        set_language(settings.value("language"))
    elif changed == "theme":
        apply_theme(application, settings.value("theme"))
