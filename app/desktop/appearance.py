"""Language and theme as the settings say, at the start and whenever they change; whether fonts suffice for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from app.desktop.theme import apply_theme
from app.language.languages import CHINESE_FONT, current_language, set_language
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


def warn_of_missing_font(
    settings: Settings,
    tell: Callable[[str], object],
    families: Callable[[QFontDatabase.WritingSystem], Sequence[str]] = QFontDatabase.families,
) -> None:
    """Say once that no font of this machine has the symbols of the window's language: now, or when that is chosen.

    The sentence is English in any language: in Chinese it would be boxes like all others.

    Parameters
    ----------
    tell : callable
        Shows the sentence.
    families : callable
        Gives the fonts that have the symbols of a writing system.
    """

    def look(changed: str) -> None:
        if changed != "language" or current_language() != "zh_CN":
            return
        if not families(QFontDatabase.WritingSystem.SimplifiedChinese):
            settings.changed.disconnect(look)
            tell(
                "No font here has Chinese symbols, so they show as boxes. Install one, for example "
                f"{CHINESE_FONT} of Debian and Ubuntu, then start the program again."
            )

    settings.changed.connect(look)
    look("language")
