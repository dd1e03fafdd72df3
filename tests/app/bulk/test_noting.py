from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.project.workspace import FollowUp
from app.session import Session
from app.views.image_list.tag_dialog import TagDialog
from app.views.label_panel.panel import StatusRow
from core.labels.files.history import History, plan_action, plan_project
from core.labels.files.storage import label_path, read_label
from core.project.notes import ImageNote
from core.project.project import Project


@pytest.fixture
def images(session: Session, project_folder: Path) -> list[str]:
    """Three images, the last without a label; all are chosen."""
    chosen = session.catalog.table.images[:3]
    label_path(project_folder / chosen[2]).unlink()
    session.catalog.saved(chosen)
    session.catalog.choose(chosen)
    return chosen


def tags_of(folder: Path, image: str) -> tuple[str, ...]:
    return read_label(label_path(folder / image)).label.tags


def shown(session: Session, filter_text: str) -> list[str]:
    session.catalog.set_filter(filter_text)
    return [session.catalog.table.images[place] for place in session.catalog.visible]


def test_tags_stand_in_labels_or_else_in_the_project_and_undo_takes_them_back(
    session: Session, project_folder: Path, images: list[str], offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    before = [label_path(project_folder / image).read_bytes() for image in images[:2]]
    session.instruments.image_notes.tag(images, ["blurred", "to ask"])
    qtbot.waitUntil(lambda: shown(session, 'tag:"to ask"') == images)
    assert tags_of(project_folder, images[0]) == ("blurred", "to ask")
    qtbot.waitUntil(lambda: bool(Project.open(project_folder).notes))
    assert Project.open(project_folder).notes == {images[2]: ImageNote(("blurred", "to ask"))}
    qtbot.waitUntil(lambda: bool(offers))
    offers[-1][0].run()
    qtbot.waitUntil(lambda: shown(session, "tag:any") == [])
    assert [label_path(project_folder / image).read_bytes() for image in images[:2]] == before
    qtbot.waitUntil(lambda: not Project.open(project_folder).notes)


def test_tags_of_an_image_without_a_label_are_in_the_history_and_restore_nothing(
    session: Session, project_folder: Path, images: list[str], qtbot: QtBot
):
    session.settings.set("label.annotator", "Anna")
    history = History(project_folder)
    session.instruments.image_notes.tag(images, ["blurred"])
    qtbot.waitUntil(lambda: bool(history.entries(images[2])))
    (noted,), (edited,) = history.entries(images[2]), history.entries(images[0])
    assert (noted.title, noted.by, noted.action) == ("Tags of 3 images (+blurred)", "Anna", edited.action)
    assert noted.is_note and not edited.is_note
    assert set(plan_action(history, noted.action)) == {*images[:2]}
    assert set(plan_project(history, datetime.min.replace(tzinfo=UTC))) == {*images[:2]}


def test_images_are_for_validation_until_the_project_chooses_again(
    session: Session, project_folder: Path, images: list[str], qtbot: QtBot
):
    usual = shown(session, "split:val")
    session.instruments.image_notes.split(images, "val")
    qtbot.waitUntil(lambda: {*images} <= {*shown(session, "split:val")})
    assert read_label(label_path(project_folder / images[0])).label.split == "validation"
    session.instruments.image_notes.split(images, None)
    qtbot.waitUntil(lambda: shown(session, "split:val") == usual)
    assert read_label(label_path(project_folder / images[0])).label.split is None


def test_a_label_that_comes_later_takes_over_what_the_project_said(
    session: Session, project_folder: Path, images: list[str], qtbot: QtBot
):
    session.instruments.image_notes.tag(images[2:], ["blurred"])
    qtbot.waitUntil(lambda: bool(Project.open(project_folder).notes))
    label_path(project_folder / images[2]).write_text('{"text": "x"}')
    session.instruments.image_notes.tag(images[2:], ["new"], ["blurred"])
    qtbot.waitUntil(lambda: not Project.open(project_folder).notes)
    assert tags_of(project_folder, images[2]) == ("new",)


def test_the_dialog_gives_and_takes_what_was_ticked_and_leaves_what_only_some_have(
    session: Session, project_folder: Path, images: list[str], qtbot: QtBot
):
    session.instruments.image_notes.tag(images, ["all"])
    session.instruments.image_notes.tag(images[:1], ["some"])
    wanted = {"all": 3, "some": 1}
    qtbot.waitUntil(lambda: session.catalog.table.tag_counts([0, 1, 2]) == wanted)
    dialog = added(qtbot, TagDialog(session))
    both = [dialog.tags.item(row) for row in (0, 1)]
    assert [item.checkState() for item in both] == [Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked]
    both[0].setCheckState(Qt.CheckState.Unchecked)
    dialog.new.setText(" new，other ")
    dialog.accept()
    qtbot.waitUntil(lambda: session.catalog.table.tags() == ("new", "other", "some"))
    assert tags_of(project_folder, images[0]) == ("new", "other", "some")
    assert tags_of(project_folder, images[1]) == ("new", "other")


def test_the_tags_of_the_image_on_screen_stand_beside_its_status(session: Session, images: list[str], qtbot: QtBot):
    row = added(qtbot, StatusRow(session))
    assert row.tags.text() == ""
    session.instruments.image_notes.tag(images, ["blurred"])
    qtbot.waitUntil(lambda: row.tags.text() == "tags: blurred")
    session.show(images[2])
    qtbot.waitUntil(lambda: session.editor.image == images[2])
    assert row.tags.text() == "tags: blurred", "it has no label: the project says it"


def test_a_filter_is_kept_for_the_project_and_used_again(session: Session):
    session.catalog.set_filter("tag:blurred -status:reviewed")
    session.folder.saved_filters.keep(True)
    session.catalog.set_filter("other")
    assert not session.folder.saved_filters.is_kept
    assert session.folder.saved_filters.texts == ("tag:blurred -status:reviewed",)
    session.catalog.set_filter("tag:blurred -status:reviewed")
    assert session.folder.saved_filters.is_kept
    session.folder.saved_filters.keep(False)
    assert session.folder.saved_filters.texts == ()
