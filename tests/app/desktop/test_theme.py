from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from support.window.contrast import contrast

from app.desktop.theme import Meaning, apply_theme, colour, is_dark, palette_of

MEANINGS: tuple[Meaning, ...] = ("error", "warning", "ok", "accent", "muted")
Role = QPalette.ColorRole


@pytest.fixture(autouse=True)
def as_before(qapp: QApplication) -> Iterator[None]:
    style, palette = qapp.style().objectName(), qapp.palette()
    yield
    apply_theme(qapp, "system")
    qapp.setStyle(style)
    qapp.setPalette(palette)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", [Role.Window, Role.Base, Role.AlternateBase], ids=lambda role: role.name)
@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_colour_with_a_meaning_can_be_read_on_every_ground(qapp: QApplication, theme: str, ground: Any, meaning: Any):
    apply_theme(qapp, "light" if theme == "light" else "dark")
    assert contrast(colour(meaning), qapp.palette().color(ground)) >= 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (Role.WindowText, Role.Window),
        (Role.Text, Role.Base),
        (Role.PlaceholderText, Role.Base),
        (Role.ButtonText, Role.Button),
        (Role.ToolTipText, Role.ToolTipBase),
        (Role.HighlightedText, Role.Highlight),
        (Role.Link, Role.Base),
    ],
    ids=lambda role: role.name,
)
def test_text_can_be_read_in_both_themes(dark: bool, text: Any, ground: Any):
    palette = palette_of(dark)
    assert contrast(palette.color(text), palette.color(ground)) >= 4.5


def test_the_theme_can_be_changed_while_the_program_runs(qapp: QApplication):
    apply_theme(qapp, "dark")
    assert is_dark()
    dark = colour("warning")
    apply_theme(qapp, "light")
    assert not is_dark()
    assert colour("warning") != dark


def test_the_system_theme_follows_the_system(qapp: QApplication):
    answers = iter((False, True))
    apply_theme(qapp, "system", lambda: next(answers))
    assert not is_dark()
    QGuiApplication.styleHints().colorSchemeChanged.emit(QGuiApplication.styleHints().colorScheme())
    assert is_dark()


def test_a_chosen_theme_does_not_follow_the_system(qapp: QApplication):
    apply_theme(qapp, "light", lambda: True)
    QGuiApplication.styleHints().colorSchemeChanged.emit(QGuiApplication.styleHints().colorScheme())
    assert not is_dark()
