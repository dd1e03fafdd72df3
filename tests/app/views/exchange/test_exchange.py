import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from support.progress import stop_at
from support.window.dropping import drop
from support.window.showing import added, exposed

from app.actions.table.edit import undo
from app.bulk.exchange import Order, exchange
from app.session import Session
from app.views.exchange.exporting import ExportDialog
from app.views.exchange.importing import ImportDialog
from app.widgets.refusals import RefusalList
from core.base.errors import Sentence
from core.base.progress import ignore_news
from core.labels.edits import edits
from core.labels.files.history import FOLDER as HISTORY
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label
from core.labels.formats.conversion import convert
from core.labels.formats.record import Refusal


@pytest.fixture
def foreign(project_folder: Path, tmp_path: Path) -> Path:
    """The project's images with other texts, as a list of image and text."""
    folder = tmp_path / "foreign"
    folder.mkdir()
    images = sorted(project_folder.glob("*.png"))
    for image in images:
        shutil.copy(image, folder)
    lines = "".join(json.dumps({"file": image.name, "text": "new"}) + "\n" for image in images)
    (folder / "train.jsonl").write_text(lines, encoding="utf-8")
    return folder / "train.jsonl"


def texts(folder: Path) -> set[str | None]:
    return {read_label(path).label.text for path in folder.glob("word*.json")}


def shown(dialog: ImportDialog, qtbot: QtBot) -> ImportDialog:
    exposed(qtbot, dialog)
    qtbot.waitUntil(lambda: bool(dialog.detected or dialog.fault))
    return dialog


# The work


def test_replaced_labels_are_in_the_history_as_one_action(project_folder: Path, foreign: Path):
    before = {path.stem: path.read_bytes() for path in project_folder.glob("word*.json")}
    order = Order(foreign, project_folder, overwrite=True)
    done = exchange(order, "Import", True, ["word_00001.png"], ignore_news)
    assert texts(project_folder) == {"new"}
    entries = History(project_folder).entries()
    assert {Path(entry.image).stem: entry.before for entry in entries} == before
    assert len({entry.action for entry in entries}) == 1
    assert set(done.changed) == {f"{stem}.png" for stem in before}
    assert [*(done.files or {})] == ["word_00001.png"]


def test_import_without_replacing_refuses_labels_that_differ(project_folder: Path, foreign: Path):
    before = texts(project_folder)
    done = exchange(Order(foreign, project_folder), "Import", True, [], ignore_news)
    assert len(done.conversion.refusals) == done.conversion.read
    assert texts(project_folder) == before
    assert not History(project_folder).entries()


def test_new_folder_gets_no_history(foreign: Path, tmp_path: Path):
    folder = tmp_path / "new"
    done = exchange(Order(foreign, folder), "Import", False, [], ignore_news)
    assert done.conversion.succeeded
    assert not (folder / ".textscanner").exists()


def test_stopped_import_has_recorded_what_it_wrote(project_folder: Path, foreign: Path):
    done = exchange(Order(foreign, project_folder, overwrite=True), "Import", True, [], stop_at(2))
    assert done.conversion is None
    assert len(done.changed) == len(History(project_folder).entries()) == 2


def test_labels_that_the_history_cannot_record_are_taken_back(project_folder: Path, foreign: Path):
    before = texts(project_folder)
    (project_folder / HISTORY).parent.mkdir(exist_ok=True)
    (project_folder / HISTORY).write_bytes(b"a file where a folder has to be")
    done = exchange(Order(foreign, project_folder, overwrite=True), "Import", True, [], ignore_news)
    assert "history" in done.trouble
    assert texts(project_folder) == before


# Import


def test_format_is_found_and_named(session: Session, qtbot: QtBot, foreign: Path):
    dialog = shown(ImportDialog(session, foreign), qtbot)
    assert dialog.detected == ("jsonl",)
    assert dialog.run.isEnabled()


def test_texts_with_a_probability_are_drafts_unless_a_person_says_that_they_are_known(
    session: Session, qtbot: QtBot, foreign: Path, tmp_path: Path
):
    lines = [json.loads(line) | {"confidence": 0.9} for line in foreign.read_text("utf-8").splitlines()]
    foreign.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for choice, is_known in (("auto", False), ("known", True)):
        dialog = shown(ImportDialog(session, foreign), qtbot)
        dialog.folder.set_path(tmp_path / choice)
        dialog.texts.setCurrentIndex(dialog.texts.findData(choice))
        qtbot.waitUntil(lambda dialog=dialog: dialog.run.isEnabled())
        assert dialog.order().choices.texts == choice
        exchange(dialog.order(), "Import", False, [], ignore_news)
        labels = [read_label(path).label for path in (tmp_path / choice).glob("word*.json")]
        assert [label.known is not None for label in labels] == [is_known] * 8
        dialog.close()


def test_source_that_is_nothing_known_says_so_unless_the_format_is_chosen(
    session: Session, qtbot: QtBot, tmp_path: Path
):
    strange = tmp_path / "strange.xyz"
    strange.write_text("?", encoding="utf-8")
    dialog = shown(ImportDialog(session, strange), qtbot)
    assert not dialog.run.isEnabled()
    assert "strange.xyz" in dialog.says.text()
    assert "--from" not in dialog.says.text(), "a window has a list to choose from"
    dialog.format.setCurrentIndex(dialog.format.findData("jsonl"))
    assert dialog.run.isEnabled()


def test_source_that_may_be_several_formats_names_them_as_the_list_does(session: Session, qtbot: QtBot, foreign: Path):
    (foreign.parent / "a.txt").write_text("粤B\n1,2,3,4,5,6,7,8,粤\n", encoding="utf-8")
    dialog = shown(ImportDialog(session, foreign.parent), qtbot)
    assert not dialog.run.isEnabled()
    for name in ("jsonl", "plaintext"):
        assert dialog.format.itemText(dialog.format.findData(name)) in dialog.says.text()


@pytest.fixture
def two_formats(session: Session, qtbot: QtBot, project_folder: Path, tmp_path: Path) -> Path:
    """A folder with the images of the project, each with a labelme file and a text file that say the same."""
    folder = tmp_path / "two formats"
    for write_as in ("labelme", "plaintext"):
        convert(project_folder, folder, read_as="labelme", write_as=write_as)
    return folder


def test_folder_of_two_formats_that_agree_is_read_as_both(session: Session, qtbot: QtBot, two_formats: Path):
    dialog = shown(ImportDialog(session, two_formats), qtbot)
    assert dialog.detected == ("labelme", "plaintext")
    assert dialog.run.isEnabled()


def test_folder_of_two_formats_that_differ_asks_which_is_right(session: Session, qtbot: QtBot, two_formats: Path):
    labels = two_formats / "word_00001.txt"
    labels.write_text("ANOTHER\n", encoding="utf-8")
    dialog = shown(ImportDialog(session, two_formats), qtbot)
    assert not dialog.run.isEnabled()
    assert "word_00001.png" in dialog.says.text() and '"ANOTHER"' in dialog.says.text()
    assert "--from" not in dialog.says.text()
    dialog.format.setCurrentIndex(dialog.format.findData("plaintext"))
    assert dialog.run.isEnabled()


def imported(session: Session, qtbot: QtBot, foreign: Path) -> ImportDialog:
    dialog = shown(ImportDialog(session, foreign), qtbot)
    dialog.here.click()
    dialog.overwrite.setChecked(True)
    dialog.begin()
    qtbot.waitUntil(lambda: session.editor.label.text == "new")
    return dialog


def test_import_into_the_project_shows_at_once_and_can_be_undone(
    session: Session, qtbot: QtBot, foreign: Path, project_folder: Path
):
    before, all_before = session.editor.label.text, texts(project_folder)
    imported(session, qtbot, foreign)
    undo_list = session.workspace.undo_list
    qtbot.waitUntil(lambda: undo_list.last is not None and undo_list.last.title == "Import train.jsonl")
    undo(session)
    qtbot.waitUntil(lambda: not undo_list.is_held)
    assert session.editor.label.text == before
    assert texts(project_folder) == all_before


def test_unsaved_edit_is_in_the_history_before_an_import_replaces_it(
    session: Session, qtbot: QtBot, foreign: Path, project_folder: Path
):
    session.saver.delay = 1_000_000
    session.editor.apply("Delete", edits.delete, [0])
    dialog = imported(session, qtbot, foreign)
    qtbot.waitUntil(lambda: dialog.job is None)  # the label may be seen on the disk before it has ended
    assert [entry.title for entry in History(project_folder).entries(session.image)] == ["Delete", "Import train.jsonl"]


def test_refusals_are_listed_and_can_be_copied(session: Session, qtbot: QtBot, foreign: Path):
    dialog = shown(ImportDialog(session, foreign), qtbot)
    dialog.here.click()
    qtbot.mouseClick(dialog.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dialog.report.lines) == 8)
    assert dialog.isVisible()
    assert "8 refused" in dialog.says.text()
    dialog.report.copy_all()
    assert QGuiApplication.clipboard().text().splitlines() == list(dialog.report.lines)


def test_import_into_a_folder_of_its_own_opens_it(session: Session, qtbot: QtBot, foreign: Path, tmp_path: Path):
    dialog = shown(ImportDialog(session, foreign), qtbot)
    assert dialog.elsewhere.isChecked(), "nobody pours labels into an open project by mistake"
    dialog.folder.set_path(tmp_path / "new")
    dialog.begin()
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == tmp_path / "new")


def test_proposed_folder_is_new_and_outside_the_project(
    session: Session, qtbot: QtBot, foreign: Path, project_folder: Path
):
    inside = project_folder / "train.jsonl"
    shutil.copy(foreign, inside)
    (tmp := project_folder.with_name("words_labels")).mkdir()
    dialog = shown(ImportDialog(session, inside), qtbot)
    assert dialog.folder.path == tmp.with_name("words_labels_2")
    dialog.source.set_path(foreign)
    beside = foreign.parent.with_name(f"{foreign.parent.name}_labels")
    qtbot.waitUntil(lambda: dialog.folder.path == beside)


def test_typed_folder_stays_when_the_source_changes(session: Session, qtbot: QtBot, foreign: Path, tmp_path: Path):
    dialog = shown(ImportDialog(session, foreign), qtbot)
    dialog.folder.set_path(tmp_path / "mine")
    dialog.source.set_path(foreign.parent)
    qtbot.waitUntil(lambda: bool(dialog.detected or dialog.fault))
    assert dialog.folder.path == tmp_path / "mine"


def test_dropped_file_is_the_source(session: Session, qtbot: QtBot, foreign: Path):
    dialog = added(qtbot, ImportDialog(session))
    assert not dialog.run.isEnabled()
    drop(dialog, foreign)
    assert dialog.source.path == foreign


def test_closing_stops_the_run_before_it_closes(session: Session, qtbot: QtBot, foreign: Path):
    dialog = shown(ImportDialog(session, foreign), qtbot)
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is not None)
    dialog.reject()
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.job is None)


# Export


def test_project_is_exported_in_the_chosen_format(session: Session, qtbot: QtBot, tmp_path: Path, project_folder: Path):
    dialog = exposed(qtbot, ExportDialog(session))
    dialog.format.setCurrentIndex(dialog.format.findData("jsonl"))
    dialog.folder.set_path(tmp_path / "out")
    session.editor.apply("Delete", edits.delete, [0])  # not saved yet, and still in what is exported
    text = session.editor.label.text
    dialog.begin()
    qtbot.waitUntil(lambda: "8 written" in dialog.says.text())
    (written,) = (tmp_path / "out").glob("*.jsonl")
    assert text in {json.loads(line)["text"] for line in written.read_text(encoding="utf-8").splitlines()}
    assert label_path(project_folder / (session.image or "")).exists()


@pytest.mark.long
def test_labels_become_record_files_that_are_imported_again(
    session: Session, qtbot: QtBot, tmp_path: Path, project_folder: Path
):
    dialog = exposed(qtbot, ExportDialog(session))
    dialog.format.setCurrentIndex(dialog.format.findData("tfrecord"))
    dialog.folder.set_path(tmp_path / "records")
    dialog.begin()
    qtbot.waitUntil(lambda: "8 written" in dialog.says.text(), timeout=120_000)
    back = exchange(Order(tmp_path / "records", tmp_path / "back"), "Import", False, [], ignore_news)
    assert back.conversion is not None and back.conversion.read_as == "tfrecord"
    assert texts(tmp_path / "back") == texts(project_folder)


def test_export_without_a_project_says_what_is_missing(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    dialog = added(qtbot, ExportDialog(make_session(None)))
    assert not dialog.run.isEnabled()
    assert dialog.says.text() == "Open a project first."


@pytest.mark.usefixtures("chinese")
def test_report_of_an_export_is_in_the_windows_language(session: Session, qtbot: QtBot, tmp_path: Path):
    dialog = added(qtbot, ExportDialog(session))
    dialog.format.setCurrentIndex(dialog.format.findData("wordlist"))
    dialog.folder.set_path(tmp_path / "out")
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is not None)
    qtbot.waitUntil(lambda: dialog.job is None)
    report = dialog.says.text()
    assert report.count("\n") >= 1, "what the format cannot hold is said"
    names = {"wordlist", "utf", "word", "png", "json"}
    assert {*re.findall(r"[A-Za-z]{3,}", report)} <= names, "names alone are as they are"
    assert dialog.report.choice.count() >= 2, "all names of each note can be listed"


@pytest.mark.usefixtures("chinese")
def test_refusals_are_in_the_windows_language(qtbot: QtBot):
    refusals = added(qtbot, RefusalList())
    whole = Sentence("{name}: the file has no lines. Write the paths and the texts in two columns.", name="b.txt")
    line = Sentence("{name}, line {line}", name="c.txt", line=3)
    refusals.set_refusals(
        [
            Refusal("a.txt", Sentence("painted areas left out")),
            Refusal("b.txt", whole),
            Refusal(line, Sentence("painted areas left out")),
        ]
    )
    assert refusals.lines == (
        "a.txt：省略的涂抹区域",
        "b.txt：其中没有任何一行。请分两列写路径和文本。",
        "c.txt 第 3 行：省略的涂抹区域",
    )
