import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.actions.action import Action
from app.actions.menus import MENUS, menu_of
from app.actions.table import ACTIONS
from app.console.manual import document
from app.console.window import command_names
from app.language.languages import translate
from app.session import Session
from app.views.help.manual import ManualDialog, manual_folder
from app.views.main_window.window import MainWindow
from core.base.errors import DataError

DOCS = Path(__file__).resolve().parents[4] / "docs"
_PAGES = ("README", "tutorial", "tasks", "paper", "watching", "notebook", "two-readers", "reference")
PAGES = {
    page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8")
    for page in [DOCS / f"{name}.md" for name in _PAGES]
    + sorted((DOCS / "instruments").glob("*.md"))
    + sorted((DOCS / "zh_CN").rglob("*.md"))
}
ENGLISH = {name for name in PAGES if not name.startswith("zh_CN/")} - {"reference.md"}
ONLY_ENGLISH = {"debugging.md": (DOCS / "debugging.md").read_text(encoding="utf-8")}
NAMED = {name: PAGES[name] for name in ENGLISH} | ONLY_ENGLISH
LINK = re.compile(r"\]\(([^)]+)\)")


def path_of(action: Action, titles: Mapping[str, str]) -> str:
    parts = menu_of(action.id).split(".")
    return " › ".join(titles[".".join(parts[: depth + 1])] for depth in range(len(parts)))


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_the_reference_is_what_the_code_says():
    assert PAGES["reference.md"] == document(), "type 'python script/tasks.py translations'"


def test_every_link_of_the_manual_leads_somewhere():
    broken = []
    for name, text in (PAGES | ONLY_ENGLISH).items():
        for link in LINK.findall(text):
            path, _, anchor = link.partition("#")
            target = (DOCS / name).parent / path if path else DOCS / name
            headings = [] if not anchor else re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            if not target.is_file() or (anchor and anchor not in map(slug, headings)):
                broken.append(f"{name}: {link}")
    assert broken == []


def test_every_page_can_be_reached_from_the_first():
    seen, ahead = set(), ["README.md"]
    while ahead:
        name = ahead.pop()
        if name in seen or name not in PAGES:
            continue
        seen.add(name)
        targets = [((DOCS / name).parent / link.partition("#")[0]).resolve() for link in LINK.findall(PAGES[name])]
        ahead += [target.relative_to(DOCS).as_posix() for target in targets if target.is_relative_to(DOCS)]
    assert seen == set(PAGES)


def test_every_action_key_and_command_that_the_manual_names_exists():
    titles = {menu.id: menu.title.replace("&", "") for menu in MENUS}
    paths = {f"{path_of(action, titles)} › {action.title}" for action in ACTIONS}
    keys = {key for action in ACTIONS for key in action.shortcuts}
    menus = "|".join(title for id_, title in titles.items() if "." not in id_)
    text = " ".join(" ".join(NAMED.values()).split())
    named = re.findall(rf"(?:{menus}) › [^.,:;|)*]+…?", text)
    typed = re.findall(r"\b(?:(?:Ctrl|Alt|Shift)\+[^\s,.;:)|]+|F\d+\b)", text)
    assert [name for name in named if not any(name.startswith(path) for path in paths)] == []
    assert [key for key in typed if key not in keys and f"{key}." not in keys] == []
    assert set(re.findall(r"`textscanner ([a-z][a-z-]+)", text)) <= set(command_names())


def test_every_page_is_there_in_chinese_with_the_same_sections_pictures_and_commands():
    def kept(text: str) -> list[str]:
        marks = re.findall(r"^#+ |^\| |!\[|^```|^- |^\d\. |`textscanner [a-z-]+", text, re.MULTILINE)
        pictures = re.findall(r"images/[\w-]+\.png", text)
        return [mark.strip() for mark in marks] + pictures

    assert {name.removeprefix("zh_CN/") for name in PAGES if name.startswith("zh_CN/")} == ENGLISH
    assert {name: kept(PAGES[f"zh_CN/{name}"]) for name in ENGLISH} == {name: kept(PAGES[name]) for name in ENGLISH}


@pytest.mark.usefixtures("chinese")
def test_the_chinese_pages_name_actions_as_the_chinese_window_does(qapp: QApplication):
    titles = {m.id: re.sub(r"\(&.\)", "", translate("Actions", m.title)) for m in MENUS}
    paths = {f"{path_of(a, titles)} › {translate('Actions', a.title)}" for a in ACTIONS}
    text = "".join(text for name, text in PAGES.items() if name.startswith("zh_CN/"))
    named = [name for name in re.findall("“([^“”]+ › [^“”]+)”", text) if not name.startswith("设置 › ")]
    assert len(named) > 10
    assert [name for name in named if name not in paths] == []


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> ManualDialog:
    return added(qtbot, ManualDialog(session))


def test_the_manual_opens_at_its_contents_and_goes_to_a_page_a_heading_and_back(dialog: ManualDialog, qtbot: QtBot):
    assert manual_folder() == DOCS
    assert "The instruments" in dialog.page.toPlainText()
    dialog.page.follow(QUrl("tasks.md#training"))
    assert dialog.page.source().fileName() == "tasks.md"
    assert dialog.page.textCursor().block().text() == "Training"
    dialog.page.follow(QUrl("instruments/maps.md"))
    dialog.page.follow(QUrl("../gone.md"))
    assert dialog.page.source().fileName() == "maps.md"
    qtbot.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert dialog.page.source().fileName() == "tasks.md"
    dialog.contents.click()
    assert "The instruments" in dialog.page.toPlainText()


@pytest.mark.usefixtures("chinese")
def test_the_manual_opens_in_the_language(dialog: ManualDialog):
    assert "各种工具" in dialog.page.toPlainText()


def test_a_picture_is_no_wider_than_its_page(dialog: ManualDialog):
    dialog.page.follow(QUrl("tutorial.md"))
    picture = dialog.page.loadResource(2, QUrl("images/job-label.png"))
    assert 0 < picture.width() <= dialog.page.viewport().width()


def test_a_manual_that_is_not_there_is_said_to_be_missing(session: Session, qtbot: QtBot, tmp_path: Path):
    dialog = added(qtbot, ManualDialog(session, folder=tmp_path / "gone"))
    assert "not installed" in dialog.page.toPlainText()


CUSOLVER = "Could not load dynamic library 'libcusolver.so.10'"


@pytest.fixture
def manual(session: Session, qtbot: QtBot) -> ManualDialog:
    return added(qtbot, ManualDialog(session))


def test_errors_are_found_by_their_words(manual: ManualDialog):
    manual.search(CUSOLVER)
    assert "NVIDIA's libraries are missing" in manual.page.toPlainText()
    assert "cuDNN could not start" not in manual.page.toPlainText()
    manual.search("First way get_layer")
    shown = manual.page.toPlainText()
    assert "Failed to convert elements of (None, 4, 16) to Tensor" in shown and "conv2_block1_3_conv" in shown
    manual.search("zebra")
    assert "The manual says nothing about this" in manual.page.toPlainText()
    manual.errors.click()
    assert "cuDNN could not start" in manual.page.toPlainText()


@pytest.mark.usefixtures("chinese")
def test_errors_and_words_are_found_in_chinese(manual: ManualDialog):
    manual.search("显存")
    assert "运行于" in manual.page.toPlainText()
    manual.search("步幅")
    assert "1 得到最精细的图" in manual.page.toPlainText()


def test_words_are_found_by_what_they_mean(manual: ManualDialog, qtbot: QtBot):
    qtbot.keyClicks(manual.field, "best reading")
    assert "upper bound" in manual.page.toPlainText() and "word image" not in manual.page.toPlainText()
    manual.words.click()
    assert "word image" in manual.page.toPlainText()


def test_a_key_a_source_a_format_and_a_page_are_found(manual: ManualDialog):
    manual.search("clip_norm")
    assert "number > 0" in manual.page.toPlainText() and "Data sources" not in manual.page.toPlainText()
    manual.search("manifest.json")
    assert "record files" in manual.page.toPlainText()
    manual.search("iiit5k")
    assert "read" in manual.page.toPlainText()
    manual.search("glyph wall")
    assert "Pages of the manual" in manual.page.toPlainText()
    manual.field.clear()
    assert "The instruments" in manual.page.toPlainText()


def test_an_error_that_is_known_leads_to_its_meaning(window: MainWindow):
    toasts = window.centre.toasts
    window.session.notify(DataError("w.png: the image is damaged. Save it again."), "error")
    window.session.notify(f"The training broke off ({CUSOLVER}).", "error")
    asked = []
    window.session.workspace.meaning_asked.connect(asked.append)
    unknown, known = (
        [button for button in card.findChildren(QToolButton) if button.text() == "What does this mean?"]
        for card in toasts.cards
    )
    assert not unknown and len(known) == 1
    known[0].click()
    assert asked == [toasts.cards[1].sentence]
    dialog = window.dialogs.show("manual")
    assert "NVIDIA's libraries are missing" in dialog.page.toPlainText()


def test_the_sheet_of_keys_leads_to_the_meanings(window: MainWindow):
    sheet = window.dialogs.show("shortcuts")
    sheet.meanings.click()
    dialog = window.dialogs.show("manual")
    assert isinstance(dialog, ManualDialog)
