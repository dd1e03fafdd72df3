"""The light and dark themes: their palettes, the colours with a meaning, and the system's own preference.

Widgets take their colours from the palette, and those with a meaning from `colour`, when they paint. A change of theme
reaches them as a `PaletteChange` event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

Theme = Literal["system", "light", "dark"]
Meaning = Literal["error", "warning", "ok", "accent", "muted"]

# Each reads on the theme's Window, Base and AlternateBase with a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3 AA).
_MEANINGS: Mapping[Meaning, tuple[str, str]] = {  # on light, on dark
    "error": ("#b3261e", "#ff8a80"),
    "warning": ("#8a5300", "#ffb74d"),
    "ok": ("#1b6e2b", "#81c784"),
    "accent": ("#0b57d0", "#8ab4f8"),
    "muted": ("#5f6368", "#a8abb0"),
}

_ROLES: Mapping[QPalette.ColorRole, tuple[str, str]] = {  # light, dark
    QPalette.ColorRole.Window: ("#f3f3f4", "#2d2e31"),
    QPalette.ColorRole.WindowText: ("#1b1c1e", "#e4e5e7"),
    QPalette.ColorRole.Base: ("#ffffff", "#1b1c1e"),
    QPalette.ColorRole.AlternateBase: ("#f5f6f8", "#222325"),
    QPalette.ColorRole.Text: ("#1b1c1e", "#e4e5e7"),
    QPalette.ColorRole.PlaceholderText: ("#6b6f75", "#989ba1"),
    QPalette.ColorRole.Button: ("#eaebed", "#3a3b3f"),
    QPalette.ColorRole.ButtonText: ("#1b1c1e", "#e4e5e7"),
    QPalette.ColorRole.BrightText: ("#b3261e", "#ff8a80"),
    QPalette.ColorRole.ToolTipBase: ("#ffffff", "#45464a"),
    QPalette.ColorRole.ToolTipText: ("#1b1c1e", "#e4e5e7"),
    QPalette.ColorRole.Highlight: ("#0b57d0", "#8ab4f8"),
    QPalette.ColorRole.HighlightedText: ("#ffffff", "#15181d"),
    QPalette.ColorRole.Accent: ("#0b57d0", "#8ab4f8"),
    QPalette.ColorRole.Link: ("#0b57d0", "#8ab4f8"),
    QPalette.ColorRole.LinkVisited: ("#6a3fb5", "#c3a6f7"),
    QPalette.ColorRole.Light: ("#ffffff", "#54555a"),
    QPalette.ColorRole.Midlight: ("#f3f3f4", "#45464a"),
    QPalette.ColorRole.Mid: ("#c3c5c9", "#4a4b50"),
    QPalette.ColorRole.Dark: ("#a4a7ac", "#161718"),
    QPalette.ColorRole.Shadow: ("#7d8086", "#0c0c0d"),
}
# Fusion draws the outline of a box to tick in a darker shade of Window, which cannot be seen on the dark theme. These
# kinds of widgets have another Window, with which they paint nothing else: the outline has 3 : 1 at least.
_TICKED = ("QCheckBox", "QRadioButton", "QMenu")
_TICKED_WINDOW = ("#a2a5aa", "#b4b7bc")  # light, dark
_DISABLED = ("#9a9da3", "#6d7076")
_DISABLED_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
)
_SCHEMES: Mapping[Theme, Qt.ColorScheme] = {
    "system": Qt.ColorScheme.Unknown,  # lifts what was asked for before
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


class _Follower(QObject):
    """Keeps the chosen theme, and follows the system's theme while "system" is chosen."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.choice: Theme = "system"
        self.system_is_dark: Callable[[], bool] = system_is_dark
        self._application = application
        application.styleHints().colorSchemeChanged.connect(self._follow_system)

    def _follow_system(self) -> None:
        if self.choice == "system":
            _colour(self._application, self.system_is_dark())


def system_is_dark() -> bool:
    """Return True if the system asks programs for a dark theme."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def apply_theme(application: QApplication, choice: Theme, system_is_dark: Callable[[], bool] = system_is_dark) -> None:
    """Apply a theme to the whole program.

    `choice`: "system" also follows the system when that changes later. `system_is_dark`: asked now, and whenever the
    system says that its theme has changed.
    """
    follower = application.findChild(_Follower) or _Follower(application)
    follower.choice, follower.system_is_dark = choice, system_is_dark
    if application.style().objectName() != "fusion":  # the one style that takes its colours from the palette everywhere
        application.setStyle(QStyleFactory.create("Fusion"))
    QGuiApplication.styleHints().setColorScheme(_SCHEMES[choice])  # the window frame and native dialogs follow, too
    _colour(application, choice == "dark" or (choice == "system" and system_is_dark()))


def is_dark() -> bool:
    """Return True if the current theme is dark."""
    return _is_dark(QGuiApplication.palette().cacheKey())


@lru_cache(maxsize=4)  # a list asks for each of its rows
def _is_dark(_palette: int) -> bool:
    palette = QGuiApplication.palette()
    return (
        palette.color(QPalette.ColorRole.Window).lightnessF()
        < palette.color(QPalette.ColorRole.WindowText).lightnessF()
    )


def colour(meaning: Meaning) -> QColor:
    """Return the current theme's colour for a meaning, which widgets ask for each time they paint."""
    return QColor(_MEANINGS[meaning][is_dark()])


def ticked_window() -> QColor:
    """Return the window colour for widgets with tick boxes, whose outlines are drawn in a darker shade of it."""
    return QColor(_TICKED_WINDOW[is_dark()])


def palette_of(dark: bool) -> QPalette:
    """Return the palette of the light or the dark theme."""
    palette = QPalette()
    for role, colours in _ROLES.items():
        palette.setColor(role, QColor(colours[dark]))
    for role in _DISABLED_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(_DISABLED[dark]))
    palette.setColor(
        QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, QColor(_ROLES[QPalette.ColorRole.Mid][dark])
    )
    return palette


def _colour(application: QApplication, dark: bool) -> None:
    palette = palette_of(dark)
    if application.palette() != palette:
        application.setPalette(palette)
        palette.setColor(QPalette.ColorRole.Window, QColor(_TICKED_WINDOW[dark]))
        for kind in _TICKED:
            application.setPalette(palette, kind)  # type: ignore[arg-type]  # Qt takes no bytes here
