"""Saving: what of an edit reaches the journal, the label file and the history, and when."""

from functools import partial

from pytestqt.qtbot import QtBot
from support.editing import EditedProject

from app.bulk.moving import move_all
from app.editing.recovery import unsaved
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.journal import Journal, Recovered, hash_of, journal_folder
from core.labels.files.storage import read_label, replace_label, serialise_label, write_label
from core.labels.label import WordLabel
from core.project.moving import copied_into, into, move_away


def another_program_marks_draft(project: EditedProject) -> bytes:
    file = read_label(project.path)
    return write_label(project.path, edits.mark_draft(file.label), (64, 200), file).data


def save(project: EditedProject, qtbot: QtBot) -> None:
    """Write what is unsaved, and wait for it."""
    done: list[bool] = []
    project.saver.when_saved(lambda: done.append(True))
    qtbot.waitUntil(lambda: bool(done))


def left_by(project: EditedProject) -> tuple[Recovered, ...]:
    """What the journal offers once the program has ended."""
    project.close()
    return Journal(journal_folder(project.root)).pending()


def titles(project: EditedProject) -> list[str]:
    return [entry.title for entry in History(project.root).entries()]


def test_edit_is_in_the_journal_before_it_is_in_the_label_file(edited: EditedProject):
    before = edited.path.read_bytes()
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    data = edited.document.data()
    assert edited.saver.unsaved == 1
    assert edited.path.read_bytes() == before
    assert [(found.image, found.label) for found in left_by(edited)] == [(edited.image, data)]


def test_saved_edit_is_in_the_label_file_and_the_history_and_no_longer_in_the_journal(
    edited: EditedProject, qtbot: QtBot
):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    save(edited, qtbot)
    assert edited.saver.unsaved == 0
    assert edited.path.read_bytes() == edited.document.data()
    assert titles(edited) == ["Move"]
    assert left_by(edited) == ()


def test_name_that_is_set_stands_in_the_history_and_in_reviewed_labels(edited: EditedProject, qtbot: QtBot):
    edited.workspace.settings.set("label.annotator", " 李 Anna ")
    edited.editor.mark_reviewed("Review")
    save(edited, qtbot)
    assert [entry.by for entry in History(edited.root).entries()] == ["李 Anna"]
    assert read_label(edited.path).label.reviewed_by == "李 Anna"


def test_edit_is_saved_by_itself_after_the_delay(edited: EditedProject, qtbot: QtBot):
    edited.saver.delay = 0
    with qtbot.waitSignal(edited.saver.saved) as saved:
        edited.editor.apply("Move", edits.move, (0,), 2, 0)
    assert saved.args == [edited.image]
    assert edited.saver.unsaved == 0


def test_edit_that_was_taken_back_leaves_nothing_to_recover(edited: EditedProject):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.editor.undo()
    assert left_by(edited) == ()


def test_edit_that_was_taken_back_while_it_is_written_is_recovered(edited: EditedProject):
    before = edited.document.data()
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    written = hash_of(edited.document.data())
    edited.saver.flush()
    edited.editor.undo()
    assert [(found.label, found.writing) for found in left_by(edited)] == [(before, (written,))]


def test_deleted_label_is_recovered_as_no_label(edited: EditedProject):
    edited.editor.commit("Delete the label", None)
    assert [found.label for found in left_by(edited)] == [b""]


def test_edit_made_while_another_is_written_is_waited_for(edited: EditedProject, qtbot: QtBot):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.saver.flush()
    assert edited.document.is_saving
    edited.editor.apply("Delete", edits.delete, (0,))
    save(edited, qtbot)
    assert edited.path.read_bytes() == edited.document.data()
    assert titles(edited) == ["Move", "Delete"]


def test_label_of_another_program_is_not_overwritten_until_the_user_says_so(edited: EditedProject, qtbot: QtBot):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    theirs = another_program_marks_draft(edited)
    with qtbot.waitSignal(edited.saver.conflicted):
        edited.saver.flush()
    save(edited, qtbot)
    assert edited.path.read_bytes() == theirs
    assert edited.saver.unsaved == 1
    edited.saver.keep_mine(edited.document)
    save(edited, qtbot)
    assert edited.path.read_bytes() == edited.document.data()
    assert edited.saver.unsaved == 0


def test_label_of_another_program_is_taken_with_a_way_back(edited: EditedProject, qtbot: QtBot):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    mine = edited.document.data()
    theirs = another_program_marks_draft(edited)
    with qtbot.waitSignal(edited.saver.conflicted):
        edited.saver.flush()
    edited.reconciler.take(edited.document, edited.read().file)
    assert edited.saver.unsaved == 0
    edited.editor.undo()
    save(edited, qtbot)
    assert edited.path.read_bytes() == mine
    last, back = History(edited.root).entries()[-2:]
    assert (last.before, last.after) == (mine, theirs)
    assert (back.before, back.after) == (theirs, mine)


def test_edit_goes_over_a_draft_that_this_program_has_written_meanwhile_unasked(edited: EditedProject, qtbot: QtBot):
    """Prelabelling works on image after image while a person goes on."""
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    mine = edited.document.data()
    file = edited.read().file
    draft = serialise_label(edits.mark_draft(file.label), edited.path.with_suffix(".png").name, (64, 200), file)
    edited.reconciler.expect_draft(draft)
    replace_label(edited.path, draft, file.data)
    edited.reconciler.reconcile(edited.read())
    assert not edited.document.conflict
    save(edited, qtbot)
    assert edited.path.read_bytes() == mine
    assert edited.saver.unsaved == 0
    last = History(edited.root).entries()[-1]
    assert (last.before, last.after) == (draft, mine)


def test_label_that_cannot_be_written_is_tried_again(edited: EditedProject, qtbot: QtBot):
    edited.path.unlink()
    edited.path.mkdir()
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    with qtbot.waitSignal(edited.saver.trouble) as trouble:
        edited.saver.flush()
    assert edited.path.name in trouble.args[0]
    assert edited.saver.unsaved == 1
    assert titles(edited) == []
    edited.path.rmdir()
    edited.path.write_bytes(edited.document.base.data if edited.document.base else b"")
    save(edited, qtbot)
    assert edited.path.read_bytes() == edited.document.data()
    assert titles(edited) == ["Move"]


def test_folder_that_is_away_for_a_moment_is_neither_asked_about_nor_made_anew(edited: EditedProject, qtbot: QtBot):
    away = edited.root.with_name("away")
    asked = []
    edited.saver.conflicted.connect(asked.append)
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.root.rename(away)
    with qtbot.waitSignal(edited.saver.trouble) as trouble:
        edited.saver.flush()
    edited.reconciler.reconcile(edited.read())
    assert "not there at the moment" in trouble.args[0]
    assert not edited.root.exists()
    assert asked == [] and edited.saver.unsaved == 1
    away.rename(edited.root)
    save(edited, qtbot)
    assert edited.path.read_bytes() == edited.document.data()
    assert titles(edited) == ["Move"]


def test_recovered_edit_follows_its_image_that_was_moved(edited: EditedProject):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    data = edited.document.data()
    edited.close()
    move = partial(move_away, put=into(edited.root / "sub"), copy=copied_into(edited.root / "sub"))
    move_all(edited.root, "Move", [edited.image], move)
    (edit,) = unsaved(edited.root, Journal(journal_folder(edited.root)))
    assert (edit.image, edit.label) == (f"sub/{edited.image}", data)


def test_recovered_edit_is_written_and_no_longer_offered(edited: EditedProject, qtbot: QtBot):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    data = edited.document.data()
    (found,) = left_by(edited)
    after = EditedProject(edited.root, edited.editor)
    after.saver.recovered = (found,)
    with qtbot.waitSignal(after.saver.saved):
        after.saver.restore(found)
    assert after.saver.recovered == ()
    assert after.path.read_bytes() == data
    assert left_by(after) == ()


def test_edits_of_several_images_are_counted_and_saved_together(edited: EditedProject, qtbot: QtBot):
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    first = edited.document
    edited.image = sorted(path.name for path in edited.root.glob("*.png"))[1]
    edited.editor.show(edited.read())
    edited.editor.commit("Empty", WordLabel())
    assert edited.saver.unsaved == 2
    save(edited, qtbot)
    assert edited.saver.unsaved == 0
    assert not first.is_dirty
    assert read_label(edited.path).label.characters == ()
