import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.language.languages import CHINESE_FONT, FOLDER, LANGUAGES, SOURCE, current_language, resolved, set_language
from app.session import Session
from core.labels.edits import edits


@pytest.fixture(autouse=True)
def as_before(qapp: QApplication) -> Iterator[None]:
    yield
    set_language(SOURCE)
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[3] / "script")
    return importlib.import_module("tasks")


def test_qts_own_buttons_speak_the_language_too(qapp: QApplication):
    set_language("zh_CN")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"


def test_numbers_are_written_as_in_the_language(qapp: QApplication):
    set_language("zh_CN")
    assert QLocale().toString(0.5) == "0.5"
    assert current_language() == "zh_CN"


@pytest.mark.parametrize(
    ("preferred", "language"),
    [
        (["zh-Hans-CN", "en-US"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["tlh", "zh-CN", "en"], "zh_CN"),
        (["tlh", "en-GB", "zh-CN"], "en"),
        (["tlh-US"], "en"),
        ([], "en"),
    ],
)
def test_the_systems_language_is_the_first_preferred_one_that_there_is(preferred: list[Any], language: str):
    assert resolved("system", preferred) == language


def test_a_missing_catalogue_is_said_and_the_language_stays(qapp: QApplication, tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="Install the program again"):
        set_language("zh_CN", tmp_path)
    assert current_language() == SOURCE


def test_each_language_has_its_catalogue():
    compiled = {file.stem.removeprefix("textscanner_") for file in FOLDER.glob("*.qm")}
    assert compiled == {*LANGUAGES} - {SOURCE}


def catalogue(path: Path, message: str) -> Path:
    path.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="zh_CN"><context>'
        f"<name>A</name><message>{message}</message></context></TS>",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("<source>a</source><translation type='unfinished'>b</translation>", "is not translated"),
        ("<source>a</source><translation type='vanished'>b</translation>", "is not translated"),
        ("<source>a</source><translation></translation>", "is not translated"),
        ("<source>{count} a</source><translation>{Count} b</translation>", "different placeholders"),
        ("<source>{x:.2f} a</source><translation>b</translation>", "different placeholders"),
    ],
)
def test_lint_names_a_text_that_is_not_well_translated(tasks: ModuleType, tmp_path: Path, message: str, fault: str):
    (found,) = tasks.faults_of(catalogue(tmp_path / "a.ts", message))
    assert fault in found


def test_the_font_that_a_sentence_names_is_the_one_that_is_installed(tasks: ModuleType):
    assert tasks.CHINESE_FONT == CHINESE_FONT


def test_lint_finds_nothing_in_a_good_catalogue(tasks: ModuleType, tmp_path: Path):
    message = "<source>{count} of {total}</source><translation>{total} / {count}</translation>"
    assert tasks.faults_of(catalogue(tmp_path / "a.ts", message)) == []


def test_another_language_need_not_choose_words_by_numbers(tasks: ModuleType, tmp_path: Path):
    message = "<source>{n} {n:|word|words}</source><translation>{n} 个词</translation>"
    assert tasks.faults_of(catalogue(tmp_path / "a.ts", message)) == []


@pytest.mark.long
def test_a_language_is_begun_with_all_texts_of_the_code(tasks: ModuleType, tmp_path: Path):
    (tmp_path / tasks.CATALOGUES).mkdir(parents=True)
    (tmp_path / "app" / "words.py").write_text('TEXT = marked("Words", "first")\n', encoding="utf-8")
    tasks.update_translations(tmp_path, ["de"])
    begun = tmp_path / tasks.CATALOGUES / "textscanner_de.ts"
    assert 'language="de"' in begun.read_text(encoding="utf-8")
    assert tasks.faults_of(begun) == ['"first" is not translated']


@pytest.mark.long
def test_lint_fails_where_the_catalogue_is_behind_the_code(tasks: ModuleType, tmp_path: Path):
    folder = tmp_path / tasks.CATALOGUES
    folder.mkdir(parents=True)
    source = tmp_path / "app" / "words.py"
    source.write_text('TEXT = marked("Words", "first")\n', encoding="utf-8")
    ts = catalogue(folder / "words_zh_CN.ts", "<source>gone</source><translation>b</translation>")
    with pytest.raises(tasks.TaskError, match="behind the code"):
        tasks.check_translations(tmp_path)
    tasks.update_translations(tmp_path)
    assert "gone" not in ts.read_text(encoding="utf-8")
    unfinished = '<translation type="unfinished"></translation>'
    ts.write_text(ts.read_text(encoding="utf-8").replace(unfinished, "<translation>第一</translation>"), "utf-8")
    with pytest.raises(tasks.TaskError, match="behind the code"):
        tasks.check_translations(tmp_path)  # translated, but not compiled
    tasks.update_translations(tmp_path)
    tasks.check_translations(tmp_path)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("said = f\"{self.tr('lost')}.\"", '"lost" was not collected'),
        ("said = f\"{QCoreApplication.translate('Words', 'lost')}.\"", '"lost" was not collected'),
        ('said = self.tr(f"{count} words")', "an f-string cannot be translated"),
    ],
)
def test_lint_names_a_text_that_the_catalogue_cannot_get(tasks: ModuleType, tmp_path: Path, line: str, fault: str):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "words.py").write_text(f"first = self.tr('a')\n{line}\n", encoding="utf-8")
    ts = catalogue(tmp_path / "a.ts", "<source>a</source><translation>b</translation>")
    (found,) = tasks.uncollected(tmp_path / "app", ts)
    assert found.startswith(f"app/words.py:2: {fault}")


def test_what_was_undone_is_called_in_the_windows_language(session: Session, qtbot: QtBot):
    set_language("zh_CN")
    session.editor.apply("移动", edits.move, [0], 3, 0)
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    session.editor.undo()
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert [entry.title for entry in session.saver.history.entries()] == ["移动", "撤销：移动"]
