"""The session: opening, moving between images, editing, and what of it reaches the disk."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.editing.recovery import offers
from app.session import Session
from core.base.errors import Sentence
from core.labels.edits import edits
from core.labels.files.history import History, HistoryEntry
from core.labels.files.journal import journal_folder
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel


def path_of(session: Session) -> Path:
    return label_path(session.project.path_of(session.image))


def another_program_marks_draft(path: Path) -> bytes:
    file = read_label(path)
    return write_label(path, edits.mark_draft(file.label), (64, 200), file).data


def test_first_image_and_its_maps_are_there_after_opening(session: Session):
    assert session.image == session.catalog.table.images[0]
    assert session.editor.has_label
    assert not isinstance(session.editor.maps, str)


def test_edit_is_in_the_label_file_after_a_moment(session: Session, qtbot: QtBot):
    before = read_label(path_of(session)).label
    assert session.editor.apply("Move", edits.move, [0], 2, 0)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    after = read_label(path_of(session)).label
    assert after == edits.move(before, [0], 2, 0)


def save(session: Session, qtbot: QtBot) -> None:
    """Write what was edited, without the moment of rest that is waited for before."""
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)


@pytest.mark.parametrize("changed", [WordLabel(text="another"), None], ids=["another label", "none"])
def test_undo_gives_back_every_byte_of_the_file(session: Session, qtbot: QtBot, changed: Any):
    before = path_of(session).read_bytes()
    session.editor.commit("Change", changed)
    save(session, qtbot)
    assert path_of(session).exists() is (changed is not None)
    session.editor.undo()
    save(session, qtbot)
    assert path_of(session).read_bytes() == before


def test_undo_is_kept_when_moving_between_images(session: Session, qtbot: QtBot):
    first, label = session.image, session.editor.label
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image != first)
    session.show(first)
    qtbot.waitUntil(lambda: session.editor.image == first)
    session.editor.undo()
    assert session.editor.label == label


def test_every_committed_edit_is_in_the_history(session: Session, qtbot: QtBot):
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.editor.apply("Delete", edits.delete, [0])
    session.editor.undo()
    save(session, qtbot)
    assert [entry.title for entry in session.saver.history.entries()] == ["Move", "Delete", "Undo: Delete"]


def test_preview_is_no_edit(session: Session):
    label = session.editor.label
    assert session.editor.preview(edits.move, [0], 2, 0)
    assert session.editor.label != label
    session.editor.drop_preview()
    assert session.editor.label == label
    assert session.saver.unsaved == 0


def test_edit_of_another_program_is_taken_over(session: Session, qtbot: QtBot):
    another_program_marks_draft(path_of(session))
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: session.editor.label.status == "draft")


def test_edit_of_another_program_meanwhile_is_a_conflict_that_loses_neither(session: Session, qtbot: QtBot):
    path, asked = path_of(session), list[str]()
    session.editor.conflicted.connect(asked.append)
    session.saver.delay = 60_000
    session.editor.apply("Move", edits.move, [0], 2, 0)
    theirs = another_program_marks_draft(path)
    session.saver.flush()
    qtbot.waitUntil(lambda: bool(asked))
    assert path.read_bytes() == theirs
    document = session.documents.get(asked[0])
    session.saver.keep_mine(document)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert read_label(path).label == session.editor.label
    assert session.editor.label.status is None


def test_gesture_goes_on_while_the_saved_label_is_read_again(session: Session, qtbot: QtBot):
    image = session.image
    session.editor.apply("Move", edits.move, [0], 2, 0)
    save(session, qtbot)
    session.editor.preview(edits.move, [0], 5, 0)
    shown = session.editor.label
    with qtbot.waitSignal(session.folder.loader.loaded, check_params_cb=lambda loaded: loaded.image == image):
        session.catalog.changed_on_disk.emit((image,))
    assert session.editor.is_previewing
    assert session.editor.label is shown


def test_what_a_killed_program_left_is_offered(
    session: Session, make_session: Callable[[Path | None], Session], qtbot: QtBot
):
    session.saver.delay = 60_000
    session.editor.apply("Move", edits.move, [0], 2, 0)
    label, path = session.editor.label, path_of(session)
    session.saver.journal.close()  # the system lets go of a killed program's lock in the same way
    session.saver.journal = None
    other = make_session(session.project.root)
    assert [recovered.image for recovered in other.saver.recovered] == [session.image]
    with qtbot.waitSignal(other.saver.saved):
        other.saver.restore(other.saver.recovered[0])
    assert read_label(path).label.characters[0].polygon == label.characters[0].polygon
    qtbot.waitUntil(lambda: other.editor.label.characters[0].polygon == label.characters[0].polygon)
    session.documents.clear()


def test_what_was_saved_while_the_program_ended_is_not_offered(
    session: Session, make_session: Callable[[Path | None], Session]
):
    session.saver.delay = 60_000
    before = path_of(session).read_bytes()
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.shutdown()
    assert path_of(session).read_bytes() != before
    folder = journal_folder(session.project.root)
    assert list(folder.rglob("*.label"))  # nobody was left to take note that it is saved
    assert make_session(session.project.root).saver.recovered == ()
    assert not list(folder.rglob("*.label"))


class HeldHistory(History):
    """A history that writes nothing, and returns when it is let go."""

    def __init__(self, root: Path, held: threading.Event) -> None:
        super().__init__(root)
        self._held = held

    def append(self, *entries: HistoryEntry) -> None:
        self._held.wait(WAIT / 1000)


def held_while_written(session: Session, qtbot: QtBot) -> threading.Event:
    """An edit that has reached its label file, which is not reported before the event is set; then one more edit."""
    held = threading.Event()
    session.saver.history = HeldHistory(session.project.root, held)
    session.saver.delay = 60_000
    before = path_of(session).read_bytes()
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.saver.flush()
    qtbot.waitUntil(lambda: path_of(session).read_bytes() != before)
    session.editor.apply("Move", edits.move, [0], 2, 0)
    return held


def test_label_file_that_the_killed_program_wrote_itself_is_not_another_programs(
    session: Session, make_session: Callable[[Path | None], Session], qtbot: QtBot
):
    held = held_while_written(session, qtbot)
    session.saver.journal.close()  # killed before it heard that the first edit is in the file
    session.saver.journal = None
    root = session.project.root
    try:
        assert [offer.state for offer in offers(root, make_session(root).saver.recovered)] == ["unchanged"]
        another_program_marks_draft(path_of(session))
        assert [offer.state for offer in offers(root, make_session(root).saver.recovered)] == ["changed"]
    finally:
        held.set()
    session.documents.clear()


def test_closing_writes_an_edit_made_while_the_one_before_was_written(session: Session, qtbot: QtBot):
    held = held_while_written(session, qtbot)
    left: list[int] = []
    session.saver.when_saved(lambda: left.append(session.saver.unsaved))
    held.set()
    qtbot.waitUntil(lambda: bool(left))
    assert left == [0]


def test_two_windows_of_a_project_know_of_each_other(
    session: Session, make_session: Callable[[Path | None], Session], qtbot: QtBot
):
    assert not session.opening.is_shared
    second = make_session(session.project.root)
    assert second.opening.is_shared
    qtbot.waitUntil(lambda: session.opening.is_shared)
    second.close()
    qtbot.waitUntil(lambda: not session.opening.is_shared)


def test_of_three_windows_the_last_two_still_know_of_each_other(
    session: Session, make_session: Callable[[Path | None], Session], qtbot: QtBot
):
    second, third = make_session(session.project.root), make_session(session.project.root)
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert second.opening.is_shared
    assert third.opening.is_shared
    third.close()
    qtbot.waitUntil(lambda: not second.opening.is_shared)


def test_reviewed_word_leads_to_the_next_one(session: Session):
    first = session.image
    session.mark_reviewed()
    document = session.documents.get(first or "")
    assert document.label.status == "reviewed"
    assert session.image == session.catalog.table.images[1]


def test_image_without_a_label_is_not_marked_reviewed_and_stays_on_screen(session: Session, sentences: list[str]):
    session.editor.commit("Delete label", None)
    image = session.image
    session.mark_reviewed()
    assert sentences == ["There is nothing to review yet. Type the word, or draw its characters."]
    assert session.editor.committed_label == WordLabel()
    assert session.image == image


def review(session: Session, images: Sequence[str], qtbot: QtBot) -> None:
    session.settings.set("label.after_review", "stay")
    for image in images:
        session.show(image)
        qtbot.waitUntil(lambda image=image: session.editor.image == image)
        session.mark_reviewed()


def test_next_unreviewed_image_goes_round_and_says_so(session: Session, qtbot: QtBot, sentences: list[str]):
    images = session.catalog.table.images
    review(session, [image for image in images if image != images[2]], qtbot)
    session.show(images[5])
    assert session.step(1, "unreviewed") and session.image == images[2]
    assert sentences == ["End of the list reached; it goes on from the beginning."]
    session.show(images[0])
    assert session.step(-1, "unreviewed") and session.image == images[2]
    assert sentences[1:] == ["Beginning of the list reached; it goes on from the end."]


def test_last_unreviewed_image_is_said_to_be_the_last(session: Session, qtbot: QtBot, sentences: list[str]):
    images = session.catalog.table.images
    review(session, images[1:], qtbot)
    session.show(images[0])
    qtbot.waitUntil(lambda: session.editor.image == images[0])
    assert not session.step(1, "unreviewed") and session.image == images[0]
    assert sentences == ["All other images in the list are reviewed."]
    session.settings.set("label.after_review", "next_unreviewed")
    session.mark_reviewed()
    assert sentences[1:] == ["All images in the list are reviewed."]
    assert session.image == images[0]


def test_image_just_marked_reviewed_is_passed_over_though_its_file_is_not_written_yet(session: Session):
    session.saver.delay = 60_000
    images = session.catalog.table.images
    session.settings.set("label.after_review", "stay")
    session.mark_reviewed()
    assert session.step(1, "unreviewed") and session.image == images[1]
    assert session.step(-1, "unreviewed") and session.image == images[-1]


def test_no_image_with_a_problem_is_said(session: Session, sentences: list[str]):
    session.catalog.table.problem_count[:] = 0
    assert not session.step(1, "problem")
    assert sentences == ["No image in the list has a problem."]
    session.catalog.table.problem_count[3] = 1
    assert session.step(-1, "problem") and session.image == session.catalog.table.images[3]
    assert not session.step(1, "problem")
    assert sentences[-1] == "No other image in the list has a problem."


def test_plain_step_ends_at_the_end_of_the_list(session: Session, sentences: list[str]):
    assert not session.step(-1)
    session.show(session.catalog.table.images[-1])
    assert not session.step(1)
    assert sentences == ["This is the first image of the list.", "This is the last image of the list."]


def test_colormap_and_opacity_that_are_set_are_shown_at_once_and_another_setting_leaves_them_alone(session: Session):
    session.settings.set("maps.colormap", "magma")
    session.settings.set("maps.opacity", 0.25)
    assert (session.display.choices.colormap, session.display.choices.opacity) == ("magma", 0.25)
    session.display.set(opacity=0.9)
    session.settings.set("maps.colormap", "viridis")
    session.settings.set("saving.delay", 2.0)
    assert session.display.choices.opacity == 0.9


def test_selection_of_the_image_before_is_not_that_of_the_next(session: Session, qtbot: QtBot):
    images = session.catalog.table.images
    qtbot.waitUntil(lambda: session.folder.loader.kept(images[1]) is not None)
    session.editor.select((0,))
    with qtbot.waitSignal(session.editor.selection_changed):
        session.show(images[1])
    assert session.editor.selection == ()


@pytest.mark.usefixtures("chinese")
def test_what_core_says_is_told_in_the_windows_language_whichever_part_it_comes_from(
    session: Session, sentences: list[str]
):
    parts = (
        session.saver.trouble, session.catalog.trouble, session.runs.trouble, session.editor.refused,
        session.predictions.history.trouble,
    )  # fmt: skip
    said = Sentence("{name}: the image file is empty. Copy it again from its source, or delete it.", name="a.png")
    for news in parts:
        news.emit(said)
    session.training.notified.emit("error", said)
    assert len(sentences) == 6 and len({*sentences}) == 1
    assert sentences[0].startswith("a.png：") and "empty" not in sentences[0]


def test_what_was_guessed_in_reading_a_projects_choices_is_told(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, tmp_path: Path
):
    (tmp_path / "textscanner.json").write_text('{"charset": ["a", "b", "a"]}', encoding="utf-8")
    session = make_session(None)
    messages: list[str] = []
    session.workspace.notified.connect(lambda severity, sentence, offers: messages.append(sentence))
    session.open(tmp_path)
    qtbot.waitUntil(lambda: any("1 symbol occurs twice" in message for message in messages))


def test_a_map_that_was_shown_for_one_image_goes_with_the_layout(session: Session):
    session.display.show_layout("inspect")
    session.display.set_for_image(overlay="order", overlay_source="difference")
    session.display.show_layout("inspect")
    assert session.display.choices.overlay == "order"
    session.display.show_layout("review")
    assert session.display.choices.overlay == "none"
