"""What is taken over from label files that others have written: only what is newer than our own, with a way back."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.editing import EditedProject

from app.session import Session
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label, write_label


def test_label_that_another_program_has_changed_is_read_anew(edited: EditedProject):
    file = read_label(edited.path)
    theirs = edits.mark_draft(file.label)
    write_label(edited.path, theirs, (64, 200), file)
    edited.reconciler.reconcile(edited.read())
    assert edited.editor.label.status == "draft"
    assert edited.document.stack.count() == 0


def test_label_changed_by_another_program_during_edits_is_a_conflict(edited: EditedProject):
    asked: list[str] = []
    edited.editor.conflicted.connect(asked.append)
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    mine = edited.editor.label
    file = read_label(edited.path)
    write_label(edited.path, edits.mark_draft(file.label), (64, 200), file)
    edited.reconciler.reconcile(edited.read())
    assert edited.editor.label == mine
    assert not edited.editor.apply("Move", edits.move, (0,), 2, 0)
    assert asked == [edited.image, edited.image]


def test_other_program_that_came_to_the_same_is_no_conflict(edited: EditedProject):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.path.write_bytes(edited.document.data() or b"")
    edited.reconciler.reconcile(edited.read())
    assert not edited.document.conflict
    assert not edited.document.is_dirty
    assert edited.editor.apply("Move", edits.move, (0,), 2, 0)


@pytest.mark.parametrize("is_saved", [False, True])
@pytest.mark.parametrize("had_steps", [False, True])
def test_bulk_action_is_no_step_of_the_open_label_although_its_writing_was_noticed_before_its_end(
    had_steps: bool, is_saved: bool, edited: EditedProject, qtbot: QtBot
):
    """Nor if the saver has begun to record what was noticed."""
    if had_steps:
        edited.editor.apply("Move", edits.move, (0,), 2, 0)
        with qtbot.waitSignal(edited.saver.saved):
            edited.saver.flush()
    steps, file = edited.document.stack.count(), read_label(edited.path)
    write_label(edited.path, edits.mark_draft(file.label), (64, 200), file)
    noticed = edited.read()
    edited.reconciler.reconcile(noticed)
    if is_saved:
        edited.saver.flush()
    edited.reconciler.take_over({edited.image: noticed.file})
    assert edited.editor.label.status == "draft"
    assert not edited.document.is_dirty
    assert edited.document.stack.count() == steps
    qtbot.waitUntil(lambda: not edited.document.is_saving)
    assert edited.read().file == noticed.file


def test_bulk_action_leaves_the_step_of_what_another_program_wrote_before_it(edited: EditedProject):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.path.write_bytes(edited.document.data() or b"")
    edited.reconciler.reconcile(edited.read())
    write_label(edited.path, edits.delete(edited.editor.label, [0]), (64, 200), edited.document.base)
    edited.reconciler.reconcile(edited.read())
    steps = edited.document.stack.count()
    write_label(edited.path, edits.mark_draft(edited.editor.label), (64, 200), edited.document.base)
    edited.reconciler.take_over({edited.image: edited.read().file})
    assert edited.document.stack.count() == steps
    assert edited.editor.label.status == "draft"


def test_way_back_from_what_another_program_wrote_is_in_the_history(
    session: Session, qtbot: QtBot, project_folder: Path
):
    path = label_path(project_folder / (session.image or ""))
    session.editor.apply("Move", edits.move, [0], 2, 0)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    mine, file = path.read_bytes(), read_label(path)
    theirs = write_label(path, edits.delete(file.label, [0]), (64, 200), file).data
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: len(session.editor.label.characters) == len(file.label.characters) - 1)
    session.editor.undo()
    qtbot.waitUntil(lambda: path.read_bytes() == mine and session.saver.unsaved == 0)
    last, before = History(project_folder).entries()[-1], History(project_folder).entries()[-2]
    assert (before.before, before.after) == (mine, theirs)
    assert (last.before, last.after) == (theirs, mine)
