from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from app.desktop.appearance import announce_language, follow_settings
from app.language.languages import current_language, set_language
from app.settings.settings import Settings


@pytest.fixture
def settings(qapp: QApplication, tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(tmp_path / "settings.json")
    settings.set("language", "en")
    follow_settings(qapp, settings)
    yield settings
    set_language("en")


def no_font(system: QFontDatabase.WritingSystem) -> Sequence[str]:
    return [] if system == QFontDatabase.WritingSystem.SimplifiedChinese else ["DejaVu Sans"]


def test_a_language_that_is_chosen_is_told_to_come_with_the_next_start(settings: Settings):
    said: list[str] = []
    announce_language(settings, said.append, lambda system: ["Some Font"])
    settings.set("language", "zh_CN")
    assert current_language() == "en"
    (sentence,) = said
    assert "next start" in sentence and "下次启动" in sentence
    settings.set("language", "en")
    assert len(said) == 1, "that is the language of the window"


def test_a_font_that_is_missing_for_chinese_is_named_in_english(settings: Settings):
    said: list[str] = []
    announce_language(settings, said.append, no_font)
    assert said == []
    settings.set("language", "zh_CN")
    sentence = said[-1]
    assert sentence.isascii()
    assert "fonts-droid-fallback" in sentence


def test_a_font_that_is_missing_is_named_at_the_start(settings: Settings):
    said: list[str] = []
    settings.set("language", "zh_CN")
    set_language("zh_CN")
    announce_language(settings, said.append, no_font)
    assert len(said) == 1 and "fonts-droid-fallback" in said[0]
