"""The project settings dialog: what it changes, what it warns of, and that it writes only on Save."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot
from support.text_labels import texts_only
from support.window.showing import exposed

from app.session import Session
from app.views.project_settings.charset_rows import NUMBER, POINT, USES
from app.views.project_settings.dialog import ProjectSettingsDialog
from app.views.project_settings.draft import Outlook, consequences, look_out
from app.views.project_settings.maps_page import render_preview
from core.base.progress import ignore_news
from core.charset import Charset
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings, Validation, read_settings

AB = Charset(("a", "b"))


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> ProjectSettingsDialog:
    made = exposed(qtbot, ProjectSettingsDialog(session))
    qtbot.waitUntil(lambda: made.draft.outlook is not None)
    return made


def save(dialog: ProjectSettingsDialog, session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.project_changed):
        qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)


def whole(dialog: ProjectSettingsDialog, name: str) -> QSpinBox:
    return dialog.maps.editors[name]


# The dialog


def test_nothing_changed_cannot_be_saved(dialog: ProjectSettingsDialog):
    assert not dialog.save.isEnabled()
    whole(dialog, "width").setValue(320)
    assert dialog.save.isEnabled()
    whole(dialog, "width").setValue(256)
    assert not dialog.save.isEnabled()


def test_saved_choices_are_in_the_file_and_in_the_session(
    dialog: ProjectSettingsDialog, session: Session, qtbot: QtBot, project_folder: Path
):
    whole(dialog, "width").setValue(320)
    dialog.texts.unknown.setCurrentIndex(dialog.texts.unknown.findData("error"))
    dialog.texts.expected.setText(" [A-Z]+ ")
    dialog.validation.share.setValue(25)
    save(dialog, session, qtbot)
    written = read_settings(project_folder)
    assert (written.maps.width, written.unknown, written.validation) == (320, "error", Validation(0.25))
    assert written.expected == "[A-Z]+"
    assert session.project.settings == written


def test_value_that_cannot_be_is_told_in_the_projects_own_sentence(dialog: ProjectSettingsDialog):
    whole(dialog, "width").setValue(100)
    assert "divisible by 32" in dialog.faults.text()
    assert not dialog.save.isEnabled()
    whole(dialog, "width").setValue(128)
    assert not dialog.faults.isVisible()
    dialog.validation.by_folder.setChecked(True)
    dialog.validation.folder.setEditText("../elsewhere")
    assert "validation.folder" in dialog.faults.text()


def test_cancel_writes_nothing(dialog: ProjectSettingsDialog, project_folder: Path):
    before = read_settings(project_folder)
    whole(dialog, "width").setValue(320)
    dialog.reject()
    assert read_settings(project_folder) == before


def test_maps_of_the_image_on_screen_follow_the_choices(dialog: ProjectSettingsDialog, qtbot: QtBot):
    dialog.pages.setCurrentWidget(dialog.maps)
    qtbot.waitUntil(lambda: "read" in dialog.maps.says.text())
    whole(dialog, "max_length").setValue(1)
    qtbot.waitUntil(lambda: "most" in dialog.maps.says.text() or "max" in dialog.maps.says.text())


def test_choices_are_named_in_the_language_and_saved_as_the_file_says_them(dialog: ProjectSettingsDialog):
    orientation = dialog.maps.editors["orientation"]
    assert [orientation.itemData(n) for n in range(3)] == ["auto", "horizontal", "vertical"]
    orientation.setCurrentIndex(2)
    assert dialog.draft.settings.maps.orientation == "vertical"


# The charset


def test_typed_symbols_are_appended_and_make_the_charset_a_chosen_one(
    dialog: ProjectSettingsDialog, session: Session, qtbot: QtBot
):
    before = tuple(session.catalog.project_charset)
    assert all(button.text() for button in dialog.charset.buttons.values())
    dialog.charset.field.setFocus()
    qtbot.keyClicks(dialog.charset.field, "#")
    qtbot.keyClick(dialog.charset.field, Qt.Key.Key_Return)
    assert dialog.isVisible()  # Return is the field's
    assert dialog.draft.settings.charset == Charset((*before, "#"))
    assert dialog.charset.chosen.isChecked()


def test_selected_symbols_are_removed_with_a_key(dialog: ProjectSettingsDialog, qtbot: QtBot):
    before = tuple(dialog.draft.charset)
    model, flag = dialog.charset.table.selectionModel(), QItemSelectionModel.SelectionFlag
    for row in (0, 2):
        model.select(dialog.charset.rows.index(row, 0), flag.Select | flag.Rows)
    qtbot.keyClick(dialog.charset.table, Qt.Key.Key_Delete)
    assert tuple(dialog.draft.charset) == (before[1], *before[3:])


def test_charset_is_never_left_without_a_symbol_and_takes_no_invisible_one(dialog: ProjectSettingsDialog):
    before = dialog.draft.charset
    dialog.charset.table.selectAll()
    dialog.charset.remove()
    assert dialog.draft.charset == before
    dialog.charset.field.setText("x\N{LINE SEPARATOR}")
    dialog.charset.add_typed()
    assert dialog.draft.charset == before


def test_charset_goes_through_a_file_and_back(dialog: ProjectSettingsDialog, qtbot: QtBot, tmp_path: Path):
    path = tmp_path / "charset.txt"
    dialog.charset.use_preset("digits")
    dialog.charset.export_file(path)
    qtbot.waitUntil(path.exists)
    dialog.charset.use_preset("alnum")
    dialog.charset.import_file(path)
    qtbot.waitUntil(lambda: "".join(dialog.draft.charset) == "0123456789")


def test_file_that_is_no_charset_is_told_of(dialog: ProjectSettingsDialog, qtbot: QtBot, tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text("a\nbc\n", encoding="utf-8")
    before = dialog.draft.charset
    dialog.charset.import_file(path)
    qtbot.waitUntil(lambda: "bc" in dialog.charset.says.text())
    assert dialog.draft.charset == before


def test_file_in_another_form_is_read_with_a_note_how(dialog: ProjectSettingsDialog, qtbot: QtBot, tmp_path: Path):
    path = tmp_path / "charset.txt"
    path.write_text("cab\nde\nab\n", encoding="utf-8")
    dialog.charset.import_file(path)
    qtbot.waitUntil(lambda: "".join(dialog.draft.charset) == "cabde")
    qtbot.waitUntil(lambda: "several symbols a line" in dialog.charset.says.text())
    assert "2 symbols occur twice" in dialog.charset.says.text()


def shown(dialog: ProjectSettingsDialog) -> str:
    return "".join(symbol for _, symbol in dialog.charset.rows.entries)


def test_symbols_are_sorted_by_the_column_whose_title_is_clicked_and_keep_their_ids(dialog: ProjectSettingsDialog):
    page = dialog.charset
    page.use_preset("alnum")
    assert shown(dialog) == "".join(dialog.draft.charset)  # by their ids
    page.table.sortByColumn(POINT, Qt.SortOrder.DescendingOrder)
    assert shown(dialog) == "".join(sorted(dialog.draft.charset, reverse=True))
    assert page.rows.entries[0] == (62, "z")
    page.table.sortByColumn(NUMBER, Qt.SortOrder.DescendingOrder)
    assert [number for number, _ in page.rows.entries] == list(range(62, 0, -1))


def test_symbols_that_a_search_finds_are_shown_and_only_those_selected_are_removed(
    dialog: ProjectSettingsDialog, qtbot: QtBot
):
    page = dialog.charset
    page.use_preset("alnum")
    page.search.setFocus()
    qtbot.keyClicks(page.search, "capital letter")
    assert shown(dialog) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert "26 of 62" in page.says.text()
    page.table.selectAll()
    page.remove()
    assert "".join(dialog.draft.charset) == "0123456789abcdefghijklmnopqrstuvwxyz"
    page.search.clear()
    assert shown(dialog) == "".join(dialog.draft.charset)


def test_every_symbol_says_in_how_many_labels_it_stands(dialog: ProjectSettingsDialog, session: Session):
    symbol = dialog.charset.rows.entries[10][1]
    count = sum(symbol in symbols for symbols in session.catalog.table.symbols)
    assert dialog.charset.rows.index(10, USES).data() == str(count)


# What saving would mean


def test_labels_with_symbols_outside_are_counted():
    settings = ProjectSettings(charset=AB)
    found = look_out(
        settings, settings, AB, images=["1.png", "2.png", "3.png"], symbols=["ab", "bc", "cd"], progress=ignore_news
    )
    assert (found.labels_outside, dict(found.outside)) == (2, {"c": 2, "d": 1})
    (sentence,) = consequences(settings, settings, (AB, AB), found)
    assert sentence == '2 labels have symbols outside the charset: "c" (U+0063) × 2, "d" (U+0064) × 1'


def test_images_that_change_their_part_are_counted():
    before, images = ProjectSettings(), [f"{number}.png" for number in range(200)] + ["val/a.png"]
    after = replace(before, validation=Validation(folder="val"))
    found = look_out(before, after, AB, images=images, symbols=["a"] * 201, progress=ignore_news)
    assert (found.train, found.val) == (200, 1)
    assert (
        found.moved == look_out(after, before, AB, images=images, symbols=["a"] * 201, progress=ignore_news).moved > 0
    )


def test_full_width_symbols_count_as_they_will_be_read():
    before = ProjectSettings(charset=AB)
    found = look_out(
        before, replace(before, fold_full_width=True), AB, images=["1.png"], symbols=["ａ"], progress=ignore_news
    )
    assert (found.labels_outside, found.uses["a"]) == (0, 1)


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (ProjectSettings(maps=MapSpec(width=320)), "cannot be trained further"),
        (ProjectSettings(maps=MapSpec(shrink=0.6)), "has learned the old maps"),
        (ProjectSettings(normalisation="NFKC"), "read and checked again"),
        (ProjectSettings(unknown="error"), ""),
    ],
)
def test_each_change_says_what_it_makes_invalid(after: Any, says: str):
    found = consequences(ProjectSettings(), after, (AB, AB), Outlook())
    assert [says in sentence for sentence in found] == ([True] if says else [])


def test_label_that_cannot_be_rendered_gives_its_sentence(session: Session):
    settings = ProjectSettings(maps=MapSpec(max_length=1))
    size = session.editor.image_size
    rendered = render_preview(session.editor.label, size, session.catalog.project_charset, settings, "word.png")
    assert rendered.pictures == ()
    assert rendered.fault.startswith("word.png")


def test_pattern_of_all_known_texts_is_one_click_away(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    folder = texts_only(tmp_path / "serials", [f"SN-{number}" for number in range(100, 180)])
    session = make_session(folder)
    qtbot.waitUntil(lambda: int(session.catalog.table.known.sum()) == 80)
    dialog = exposed(qtbot, ProjectSettingsDialog(session))
    button = dialog.texts.own_texts
    assert button is not None and "“SN-1”, 2 digits" in button.text()
    button.click()
    assert dialog.texts.expected.text() == "SN\\-1[0-9]{2}"
    save(dialog, session, qtbot)
    assert read_settings(folder).expected == "SN\\-1[0-9]{2}"


def test_folder_without_a_pattern_has_no_such_button(dialog: ProjectSettingsDialog):
    assert dialog.texts.own_texts is None
