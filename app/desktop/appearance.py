"""Sets language and theme of the window from the settings.

A theme changes at once, a language at the next start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from app.desktop.theme import apply_theme
from app.language.languages import CHINESE_FONT, current_language, resolved, set_language
from app.settings.settings import Settings


def follow_settings(application: QApplication, settings: Settings) -> None:
    """Apply the language and the theme in the settings, and follow later changes of the theme.

    FileNotFoundError is raised if a catalogue is missing, as by `app.language.languages.set_language`.
    """
    set_language(settings.value("language"))
    apply_theme(application, settings.value("theme"))
    settings.changed.connect(
        lambda changed: apply_theme(application, settings.value("theme")) if changed == "theme" else None
    )


def announce_language(
    settings: Settings,
    notify: Callable[[str], object],
    families: Callable[[QFontDatabase.WritingSystem], Sequence[str]] = QFontDatabase.families,
) -> None:
    """Say that a newly chosen language is shown from the next start on, and warn if no font has its symbols.

    The warning is English in any language: in Chinese it would be boxes like all others.
    """

    def look(changed: str) -> None:
        if changed != "language":
            return
        language = resolved(settings.value("language"))
        if language != current_language():
            notify("The language changes at the next start. 语言将在下次启动时更改。")
        if language == "zh_CN" and not families(QFontDatabase.WritingSystem.SimplifiedChinese):
            notify(
                "No font here has Chinese symbols, so they show as boxes. Install a Chinese font, such as "
                f"{CHINESE_FONT} of Debian and Ubuntu, then start the program again."
            )

    settings.changed.connect(look)
    look("language")
