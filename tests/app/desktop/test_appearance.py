from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase

from app.desktop.appearance import follow_settings, warn_of_missing_font
from app.language.languages import set_language
from app.settings.settings import Settings


@pytest.fixture
def settings(qapp: object, tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(tmp_path / "settings.json")
    settings.set("language", "en")
    follow_settings(qapp, settings)  # type: ignore[arg-type]
    yield settings
    set_language("en")


def no_font(system: QFontDatabase.WritingSystem) -> Sequence[str]:
    return [] if system == QFontDatabase.WritingSystem.SimplifiedChinese else ["DejaVu Sans"]


def test_a_font_that_is_missing_for_chinese_is_named_once_in_english(settings: Settings) -> None:
    said: list[str] = []
    warn_of_missing_font(settings, said.append, no_font)
    assert said == []
    for language in ("zh_CN", "en", "zh_CN"):
        settings.set("language", language)
    (sentence,) = said
    assert sentence.isascii()
    assert "fonts-droid-fallback" in sentence


def test_nothing_is_said_where_a_font_is_there(settings: Settings) -> None:
    said: list[str] = []
    warn_of_missing_font(settings, said.append, lambda system: ["Some Font"])
    settings.set("language", "zh_CN")
    assert said == []
