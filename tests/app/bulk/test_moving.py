"""Images in the trash and in other folders, with their labels, and back."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.bulk.moving import Move, Moving, move_all
from app.project.workspace import FollowUp
from app.session import Session
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label
from core.project.moving import copied_into, into, move_away, put_back
from core.project.project import Project


def contents(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("word*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def full_for_pictures(path: Path) -> Path:
    if path.suffix == ".png":
        raise OSError(28, "No space left on device")
    return into(path.parent.parent / "trash")(path)


def to(folder: Path) -> Move:
    return partial(move_away, put=into(folder), copy=copied_into(folder))


def told(session: Session) -> list[tuple[str, str, tuple[FollowUp, ...]]]:
    found: list[tuple[str, str, tuple[FollowUp, ...]]] = []
    session.workspace.notified.connect(lambda severity, said, offers: found.append((severity, said, offers)))
    return found


def test_image_and_label_go_together_and_come_back_byte_by_byte(project_folder: Path, tmp_path: Path):
    before = contents(project_folder)
    image = next(name for name in before if name.endswith(".png"))
    moved = move_away(project_folder, image, into(tmp_path / "trash"))
    assert contents(project_folder).keys() == before.keys() - {image, label_path(Path(image)).name}
    put_back(project_folder, moved)
    assert contents(project_folder) == before


def test_where_the_trash_is_full_nothing_is_lost_and_one_sentence_says_why(project_folder: Path):
    before = contents(project_folder)
    images = [name for name in before if name.endswith(".png")]
    report = move_all(project_folder, "Move", images, partial(move_away, put=full_for_pictures))
    assert contents(project_folder) == before
    assert not report.moved and len(report.refusals) == len(images)
    assert "No space left" in report.refusals[0].reason and images[0] in report.refusals[0].reason
    assert not History(project_folder).entries()


def test_no_file_takes_the_place_of_another(project_folder: Path):
    first, second = sorted(name for name in contents(project_folder) if name.endswith(".png"))[:2]
    there = project_folder / "other"
    moved = move_all(project_folder, "Move", [first], to(there)).moved[0]
    (project_folder / first).write_bytes(b"new")
    assert move_all(project_folder, "Move", [first], to(there)).refusals
    with pytest.raises(Exception, match="there is another"):
        put_back(project_folder, moved)
    assert (project_folder / first).read_bytes() == b"new" and (there / first).is_file()
    assert second in contents(project_folder)


def test_the_history_keeps_the_labels_that_were_moved(project_folder: Path):
    image = min(name for name in contents(project_folder) if name.endswith(".png"))
    label = label_path(project_folder / image).read_bytes()
    move_all(project_folder, "Move", [image], to(project_folder / "sub"))
    entries = {entry.image: (entry.before, entry.after) for entry in History(project_folder).entries()}
    assert entries == {image: (label, None), f"sub/{image}": (None, label)}


def test_chosen_images_go_to_the_systems_trash_and_are_put_back_by_undo(
    session: Session, project_folder: Path, qtbot: QtBot, isolated_home: Path
):
    (isolated_home / "xdg_data_home").mkdir(exist_ok=True)
    before, said = contents(project_folder), told(session)
    images = session.catalog.table.images[:2]
    assert session.image == images[0]
    session.instruments.moving.trash(images)
    qtbot.waitUntil(lambda: len(session.catalog.table) == 6)
    assert contents(project_folder).keys() == {
        name for name in before if Path(name).stem not in {Path(i).stem for i in images}
    }
    assert session.image == session.catalog.table.images[0], "the next one is on screen"
    (_, sentence, offers) = said[-1]
    assert "2 images moved" in sentence
    offers[0].run()
    qtbot.waitUntil(lambda: len(session.catalog.table) == 8)
    assert contents(project_folder) == before
    assert session.instruments.moving.last is None
    assert not [*(isolated_home / "xdg_data_home").rglob("*.trashinfo")], "the trash has forgotten them"


def test_moved_images_keep_what_the_project_says_of_them(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[3]
    label_path(project_folder / image).unlink()
    session.instruments.image_notes.tag([image], ["blurred"])
    qtbot.waitUntil(lambda: Project.open(project_folder).notes.keys() == {image})
    session.instruments.moving.move([image], project_folder / "sub")
    qtbot.waitUntil(lambda: Project.open(project_folder).notes.keys() == {f"sub/{image}"})
    assert (project_folder / "sub" / image).is_file()


@pytest.mark.parametrize("folder", [lambda root: root.parent, lambda root: root / ".textscanner"])
def test_only_folders_whose_images_are_listed_are_moved_to(
    session: Session, project_folder: Path, folder: Callable[..., Any]
):
    said = told(session)
    session.instruments.moving.move(session.catalog.table.images[:1], folder(project_folder))
    assert said[0][0] == "warning" and "not a folder of the open project" in said[0][1]


def test_without_a_trash_the_images_stay_and_it_is_said(session: Session, project_folder: Path, qtbot: QtBot):
    before, said = contents(project_folder), told(session)
    moving = Moving(
        session.workspace,
        session.catalog,
        session.folder.bulk,
        session.instruments.image_notes,
        session,
        to_trash=full_for_pictures,
    )
    moving.trash(session.catalog.table.images[:3])
    qtbot.waitUntil(lambda: bool(said))
    assert said[0][0] == "warning" and "3 were refused" in said[0][1] and "No space left" in said[0][1]
    assert contents(project_folder) == before and moving.last is None


def nudge(session: Session) -> bytes:
    """Edit the label on screen. Return the label file that it has to become."""
    assert session.editor.apply("Nudge", edits.move, [0], 7, 0)
    data = session.editor.document.data()
    assert data is not None
    return data


def test_edit_that_is_not_saved_yet_is_put_back_with_its_image(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[0]
    session.instruments.moving.move([image], project_folder / "sub")
    qtbot.waitUntil(lambda: f"sub/{image}" in session.catalog.table.images)
    session.show(f"sub/{image}")
    qtbot.waitUntil(lambda: session.editor.image == f"sub/{image}" and session.editor.can_edit)
    wanted = nudge(session)
    session.instruments.moving.undo()
    qtbot.waitUntil(lambda: image in session.catalog.table.images)
    assert label_path(project_folder / image).read_bytes() == wanted
    assert contents(project_folder / "sub") == {}


def test_edit_of_a_moved_image_is_undone_where_the_image_is(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[0]
    qtbot.waitUntil(lambda: session.editor.image == image and session.editor.can_edit)
    before = read_label(label_path(project_folder / image)).label
    nudge(session)
    document = session.editor.document
    session.instruments.moving.move([image], project_folder / "sub")
    qtbot.waitUntil(lambda: f"sub/{image}" in session.catalog.table.images)
    session.editor.undo(document)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert read_label(label_path(project_folder / "sub" / image)).label == before
    assert not label_path(project_folder / image).exists()


def test_image_whose_edit_cannot_be_saved_stays_where_it_is(session: Session, project_folder: Path, qtbot: QtBot):
    first, second = session.catalog.table.images[:2]
    said = told(session)
    qtbot.waitUntil(lambda: session.editor.image == first and session.editor.can_edit)
    label_path(project_folder / first).write_bytes(b'{"shapes": [], "text": "theirs", "schema": 1}')
    nudge(session)
    session.instruments.moving.move([first, second], project_folder / "sub")
    qtbot.waitUntil(lambda: f"sub/{second}" in session.catalog.table.images)
    assert (project_folder / first).is_file() and not (project_folder / "sub" / first).exists()
    assert any("its last edit cannot be saved" in sentence for _, sentence, _ in said)
