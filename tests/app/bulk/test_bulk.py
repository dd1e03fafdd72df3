"""Bulk actions: what they change, what they refuse, and that nothing is changed without a record."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.progress import stop_at

from app.bulk import bulk
from app.project.workspace import FollowUp
from app.session import Session
from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.files.history import FOLDER as HISTORY
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel


def images_of(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.png"))


def label_of(folder: Path, image: str) -> WordLabel:
    return read_label(label_path(folder / image)).label


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("word*.json")}


def mark_all_draft(label: WordLabel) -> WordLabel:
    return edits.mark_draft(label)


# The work itself


def test_action_on_many_labels_is_one_in_the_history(project_folder: Path):
    before = contents(project_folder)
    images = images_of(project_folder)
    report = bulk.carry_out(project_folder, "Mark draft", images, bulk.label_edit(mark_all_draft))
    assert report.changed == tuple(images)
    entries = History(project_folder).entries()
    assert {entry.action for entry in entries} == {report.action}
    assert {label_path(Path(e.image)).name: e.before for e in entries} == before
    assert {label_path(Path(e.image)).name: e.after for e in entries} == contents(project_folder)


def test_label_that_is_so_already_is_neither_written_nor_recorded(project_folder: Path):
    image = images_of(project_folder)[0]
    edit = bulk.label_edit(mark_all_draft)
    bulk.carry_out(project_folder, "Mark draft", [image], edit)
    stamp = label_path(project_folder / image).stat().st_mtime_ns
    report = bulk.carry_out(project_folder, "Again", [image], edit)
    assert (report.changed, report.unchanged) == ((), 1)
    assert label_path(project_folder / image).stat().st_mtime_ns == stamp
    assert [entry.title for entry in History(project_folder).entries()] == ["Mark draft"]


def test_refused_label_stays_and_the_others_are_done(project_folder: Path):
    first, second = images_of(project_folder)[:2]
    before = contents(project_folder)

    def edit(image: str, data: bytes | None) -> bytes | None:
        if image == first:
            raise LabelError(f"{image}: not this one.")
        return None

    report = bulk.carry_out(project_folder, "Delete", [first, second], edit)
    assert report.changed == (second,)
    assert [(r.where, r.reason) for r in report.refusals] == [(first, f"{first}: not this one.")]
    assert label_path(project_folder / first).read_bytes() == before[label_path(Path(first)).name]
    assert not label_path(project_folder / second).exists()


def test_image_without_a_label_is_left_alone_by_an_edit_of_labels(project_folder: Path):
    image = images_of(project_folder)[0]
    label_path(project_folder / image).unlink()
    report = bulk.carry_out(project_folder, "Mark draft", [image], bulk.label_edit(mark_all_draft))
    assert (report.changed, report.unchanged) == ((), 1)


def test_stopped_action_has_recorded_what_it_did(project_folder: Path):
    images = images_of(project_folder)

    report = bulk.carry_out(project_folder, "Delete", images, lambda image, data: None, progress=stop_at(3))
    assert report.stopped
    assert report.changed == tuple(images[:3])
    assert [entry.image for entry in History(project_folder).entries()] == images[:3]


def test_labels_that_the_history_cannot_record_are_left_as_they_are(project_folder: Path):
    before = contents(project_folder)
    (project_folder / HISTORY).parent.mkdir(exist_ok=True)
    (project_folder / HISTORY).write_bytes(b"a file where a folder has to be")
    report = bulk.carry_out(project_folder, "Delete", images_of(project_folder), lambda image, data: None)
    assert report.changed == ()
    assert "history" in report.trouble
    assert contents(project_folder) == before


def test_label_that_was_saved_over_before_its_turn_is_left_to_the_other_program(project_folder: Path):
    first, second = images_of(project_folder)[:2]
    mine = json.dumps({"text": "mine"}).encode()

    def save_over_the_first(done: int, total: int) -> None:
        if done == 1:
            label_path(project_folder / first).write_bytes(mine)

    edit = bulk.label_edit(mark_all_draft)
    told_of, both = (first, second), [first, second]
    report = bulk.carry_out(project_folder, "Mark draft", both, edit, told_of, save_over_the_first)
    assert (report.changed, set(report.files)) == ((second,), {second})
    assert [refusal.where for refusal in report.refusals] == [first]
    assert label_path(project_folder / first).read_bytes() == mine


def test_folder_that_goes_away_meanwhile_is_not_made_anew(project_folder: Path):
    before, away = contents(project_folder), project_folder.with_name("away")

    def go_away(done: int, total: int) -> None:
        if done == total:
            project_folder.rename(away)

    images = images_of(project_folder)
    report = bulk.carry_out(project_folder, "Delete", images, lambda image, data: None, progress=go_away)
    assert report.changed == () and "not there at the moment" in report.trouble
    assert not project_folder.exists() and contents(away) == before


def test_label_is_not_written_beside_no_image(project_folder: Path):
    image = images_of(project_folder)[0]
    (project_folder / image).unlink()
    report = bulk.carry_out(project_folder, "Mark draft", [image], bulk.label_edit(mark_all_draft))
    assert report.changed == () and "image is not there" in report.refusals[0].reason


def test_previewed_change_is_refused_once_the_label_is_another_one(project_folder: Path):
    image = images_of(project_folder)[0]
    edit = bulk.planned({image: (b"as it was then", None)})
    report = bulk.carry_out(project_folder, "Delete", [image], edit)
    assert "changed since the preview" in report.refusals[0].reason
    assert label_path(project_folder / image).exists()


# In the session


def test_words_are_marked_reviewed_and_the_list_says_so(session: Session, qtbot: QtBot, project_folder: Path):
    images = list(session.catalog.table.images)[:3]
    session.folder.bulk.mark_reviewed(images)
    reviewed = lambda: session.catalog.table.counts().reviewed == 3  # noqa: E731
    qtbot.waitUntil(reviewed)
    assert {label_of(project_folder, image).status for image in images} == {"reviewed"}


def test_label_that_says_nothing_is_not_marked_reviewed(session: Session, qtbot: QtBot, project_folder: Path):
    empty, other = list(session.catalog.table.images)[1:3]
    path = label_path(project_folder / empty)
    write_label(path, WordLabel(text=""), (32, 64), read_label(path))
    before = path.read_bytes()
    session.folder.bulk.mark_reviewed([empty, other])
    qtbot.waitUntil(lambda: label_of(project_folder, other).status == "reviewed")
    assert path.read_bytes() == before


def test_unsaved_edit_is_saved_before_and_kept(session: Session, qtbot: QtBot, project_folder: Path):
    image = session.image or ""
    wanted = edits.move(label_of(project_folder, image), [0], 3, 0).characters
    session.editor.apply("Move", edits.move, [0], 3, 0)
    with qtbot.waitSignal(session.workspace.notified):
        session.folder.bulk.mark_reviewed([image])
    label = label_of(project_folder, image)
    assert label.status == "reviewed"
    assert label.characters == wanted
    assert [entry.title for entry in History(project_folder).entries()] == ["Move", "Mark one word reviewed"]


def test_bulk_action_is_one_undo_step_of_the_image_on_screen(session: Session, qtbot: QtBot, project_folder: Path):
    image = session.image or ""
    before = label_path(project_folder / image).read_bytes()
    with qtbot.waitSignal(session.workspace.notified):
        session.folder.bulk.delete_labels([image])
    assert not session.editor.has_label
    session.workspace.undo_list.undo()
    qtbot.waitUntil(lambda: label_path(project_folder / image).exists())
    assert label_path(project_folder / image).read_bytes() == before
    qtbot.waitUntil(lambda: not session.workspace.undo_list.is_held)
    titles = [entry.title for entry in History(project_folder).entries()]
    assert titles == ["Delete one label", "Undo: Delete one label"]


@pytest.mark.parametrize("others", [0, 1])
def test_labels_edited_since_an_action_stay_when_it_is_undone_and_are_named(
    others: int, session: Session, qtbot: QtBot, project_folder: Path
):
    said: list[str] = []
    offers: list[FollowUp] = []
    session.workspace.notified.connect(lambda severity, text, _: said.append(text))
    session.workspace.notified.connect(lambda severity, _, given: offers.extend(given))
    images = [session.image or "", *images_of(project_folder)[1:]][: 1 + others]
    session.folder.bulk.mark_reviewed(images)
    qtbot.waitUntil(lambda: bool(offers))
    undo = offers[0].run
    session.editor.apply("Move", edits.move, [0], 2, 0)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    edited = label_of(project_folder, images[0])
    undo()
    qtbot.waitUntil(lambda: "the label has been edited since then" in said[-1])
    assert said[-1].startswith(f"Undo: Mark {'2 words' if others else 'one word'} reviewed")
    assert images[0] in said[-1]
    assert label_of(project_folder, images[0]) == edited
    assert [label_of(project_folder, image).is_reviewed for image in images[1:]] == [False] * others
    assert not session.workspace.undo_list.is_held


def test_read_only_project_refuses_with_its_sentence(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    session = make_session(project_folder)
    session.workspace.is_read_only = True
    with qtbot.waitSignal(session.workspace.notified) as told:
        session.folder.bulk.delete_labels([session.image or ""])
    assert told.args[:2] == ["warning", session.workspace.read_only]
    assert label_path(project_folder / (session.image or "")).exists()


def test_summary_names_the_first_refusal():
    refusals = (bulk.Refusal("a.png", "a.png: no."), bulk.Refusal("b.png", "b.png: no."))
    said = bulk.summary(bulk.BulkReport("Delete {x}", "id", ("c.png",), refusals=refusals))
    assert said == "Delete {x}: one label changed. 2 were refused, the first: a.png: no."


@pytest.mark.parametrize(
    ("images", "made", "deleted", "said"),
    [
        (29, 29, 0, "29 labels made"),
        (5, 1, 0, "one label made, 4 labels changed"),
        (3, 0, 3, "3 labels deleted"),
        (3, 1, 1, "one label made, one label changed, one label deleted"),
        (0, 0, 0, "0 labels changed"),
    ],
)
def test_summary_says_what_was_made_what_changed_and_what_deleted(images: int, made: int, deleted: int, said: str):
    changed = tuple(f"{number}.png" for number in range(images))
    assert bulk.summary(bulk.BulkReport("Draft", "id", changed, made=made, deleted=deleted)) == f"Draft: {said}."


def test_an_action_counts_the_label_files_that_it_makes_changes_and_deletes(project_folder: Path):
    made, changed, deleted = sorted(path.name for path in project_folder.glob("*.png"))[:3]
    label = label_path(project_folder / made)
    content = label.read_bytes()
    label.unlink()
    after = {made: content, changed: content, deleted: None}
    report = bulk.carry_out(project_folder, "Edit", [*after], lambda image, data: after[image])
    assert (len(report.changed), report.made, report.deleted) == (3, 1, 1)


def test_disk_at_fault_ends_the_action(project_folder: Path):
    def edit(image: str, data: bytes | None) -> bytes:
        (project_folder / image).parent.write_bytes(b"")  # where the label's folder would be made
        return b"{}"

    images = [f"folder {number}/a.png" for number in range(40)]
    report = bulk.carry_out(project_folder, "Label", images, edit)
    assert report.stopped
    assert len(report.refusals) == 20
