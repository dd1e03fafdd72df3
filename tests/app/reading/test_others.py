"""The readings of other readers in the open folder."""

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.session import Session
from core.readings.reading import PictureReading, Reading
from core.readings.store import FILE, keep, picture_hash, readings_in


def read(root: Path, image: str, text: str, reader: str = "PP-OCR") -> PictureReading:
    return PictureReading(image, picture_hash(root / image), Reading(reader, text, 0.9))


def texts(session: Session, image: str) -> list[str]:
    return [entry.reading.text for entry in session.models.other_readings.readings_of(image)]


def first_of(folder: Path) -> str:
    return min(path.name for path in folder.glob("*.png"))


def test_readings_of_the_folder_are_there_after_it_is_opened(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    image = first_of(project_folder)
    keep(project_folder, [read(project_folder, image, "PIZZA"), read(project_folder, image, "P1ZZA", "Other")])
    session = make_session(project_folder)
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA", "P1ZZA"])
    assert session.models.other_readings.readers == ("PP-OCR", "Other")
    assert session.models.other_readings.images == (image,)


def test_kept_readings_are_shown_and_on_the_disk(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[1]
    with qtbot.waitSignal(session.models.other_readings.changed):
        session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    assert texts(session, image) == ["PIZZA"]
    assert readings_in(project_folder).images == (image,)


def test_a_reading_of_a_picture_that_changes_counts_no_more(session: Session, project_folder: Path, qtbot: QtBot):
    image, another = session.catalog.table.images[1:3]
    session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    (project_folder / image).write_bytes((project_folder / another).read_bytes())
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: texts(session, image) == [])
    assert session.models.other_readings.current.changed == (image,)


def test_what_another_window_keeps_is_shown_at_the_next_look(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[0]
    keep(project_folder, [read(project_folder, image, "PIZZA")])
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])


def test_readings_follow_an_image_that_is_moved_and_come_back_by_undo(
    session: Session, project_folder: Path, qtbot: QtBot
):
    image = session.catalog.table.images[0]
    session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    session.instruments.moving.move([image], project_folder / "sub")
    qtbot.waitUntil(lambda: texts(session, f"sub/{image}") == ["PIZZA"])
    assert texts(session, image) == []
    assert readings_in(project_folder).images == (f"sub/{image}",)
    qtbot.waitUntil(lambda: not session.workspace.undo_list.is_held)
    session.workspace.undo_list.undo()
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])


def test_readings_of_an_image_in_the_trash_are_back_with_it(
    session: Session, project_folder: Path, qtbot: QtBot, isolated_home: Path
):
    (isolated_home / "xdg_data_home").mkdir(exist_ok=True)
    image = session.catalog.table.images[0]
    session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    session.instruments.moving.trash([image])
    qtbot.waitUntil(lambda: texts(session, image) == [])
    qtbot.waitUntil(lambda: not session.workspace.undo_list.is_held)
    session.workspace.undo_list.undo()
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])


def test_an_image_that_another_program_renames_keeps_its_readings(session: Session, project_folder: Path, qtbot: QtBot):
    image = session.catalog.table.images[0]
    session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    (project_folder / image).rename(project_folder / "renamed.png")
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: texts(session, "renamed.png") == ["PIZZA"])
    qtbot.waitUntil(lambda: readings_in(project_folder).images == ("renamed.png",))


def test_readings_of_a_newer_version_are_told_and_left_alone(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot, tmp_path: Path
):
    keep(project_folder, [read(project_folder, first_of(project_folder), "PIZZA")])
    newer = (project_folder / FILE).read_bytes() + b'{"image": "a.png", "schema": 2, "version": "9.0"}\n'
    (project_folder / FILE).write_bytes(newer)
    session = make_session(project_folder)
    sentences: list[str] = []
    session.workspace.notified.connect(lambda severity, sentence, offers: sentences.append(sentence))
    session.models.other_readings.read_again()
    qtbot.waitUntil(lambda: any("Update the program" in sentence for sentence in sentences))
    assert session.models.other_readings.images == ()
    assert (project_folder / FILE).read_bytes() == newer


def test_a_damaged_line_is_told_once_and_the_others_count(
    session: Session, project_folder: Path, qtbot: QtBot, sentences: list[str]
):
    image = session.catalog.table.images[0]
    keep(project_folder, [read(project_folder, image, "PIZZA")])
    with (project_folder / FILE).open("a") as file:
        file.write("{\n{\n")
    session.models.other_readings.read_again()
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    told = [sentence for sentence in sentences if "holds no reading" in sentence]
    assert len(told) == 1 and "line 2" in told[0]


def test_another_folder_has_readings_of_its_own(session: Session, project_folder: Path, qtbot: QtBot, tmp_path: Path):
    image = session.catalog.table.images[0]
    session.models.other_readings.keep([read(project_folder, image, "PIZZA")])
    qtbot.waitUntil(lambda: texts(session, image) == ["PIZZA"])
    with qtbot.waitSignal(session.models.other_readings.changed):
        session.close()
    assert session.models.other_readings.images == ()
