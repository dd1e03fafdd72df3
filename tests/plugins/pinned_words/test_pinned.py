"""Pinned words: as many as have room, and those of each project come back with it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.synthetic_project import synthetic_project

from app.plugins.pinned_words.pinned import pinned_words
from app.session import Session

pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def window(make_session: Callable[[Path | None], Session]) -> Session:
    """A window whose part of the pinned words is there before a folder is open, as its actions make it."""
    session = make_session(None)
    pinned_words(session)
    return session


def show(session: Session, folder: Path, qtbot: QtBot) -> None:
    is_over = []
    session.project_changed.connect(lambda: is_over.append(True))
    session.open(folder)
    qtbot.waitUntil(
        lambda: (
            bool(is_over)
            and session.project is not None
            and session.project.root == folder
            and session.editor.loaded is not None
            and not session.catalog.is_listing
            and not session.workspace.background.jobs
        )
    )


def test_wall_has_room_for_nine(session: Session, sentences: list[str]):
    pinned = pinned_words(session)
    for number in range(9):
        assert pinned.pin(f"{number}.png")
    assert pinned.pin("0.png")
    assert not pinned.pin("9.png")
    assert sentences[-1].startswith("9 words are pinned, and there is no room for more.")
    pinned.unpin("0.png")
    assert pinned.pin("9.png")


def test_pinned_images_hang_on_the_wall_again_but_for_those_that_are_gone(
    make_session: Callable[[Path | None], Session], window: Session, project_folder: Path, qtbot: QtBot
):
    show(window, project_folder, qtbot)
    images = window.catalog.table.images[:3]
    for image in images:
        pinned_words(window).pin(image)
    window.shutdown()
    (project_folder / images[1]).unlink()
    second = make_session(None)
    show(second, project_folder, qtbot)
    assert pinned_words(second).images == (images[0], images[2])


def test_each_project_has_its_own_pinned_images(window: Session, project_folder: Path, tmp_path: Path, qtbot: QtBot):
    elsewhere = synthetic_project(tmp_path / "elsewhere")
    show(window, project_folder, qtbot)
    image = window.catalog.table.images[0]
    pinned_words(window).pin(image)
    show(window, elsewhere, qtbot)
    assert pinned_words(window).images == ()
    show(window, project_folder, qtbot)
    assert pinned_words(window).images == (image,)


def test_pinned_images_stay_pinned_when_their_folder_is_opened_again(
    window: Session, project_folder: Path, qtbot: QtBot
):
    show(window, project_folder, qtbot)
    image = window.catalog.table.images[0]
    pinned_words(window).pin(image)
    show(window, project_folder, qtbot)
    assert pinned_words(window).images == (image,)


def test_a_window_without_the_part_leaves_what_is_kept_of_a_project_as_it_is(
    make_session: Callable[[Path | None], Session], window: Session, project_folder: Path, qtbot: QtBot
):
    show(window, project_folder, qtbot)
    image = window.catalog.table.images[0]
    pinned_words(window).pin(image)
    window.shutdown()
    without = make_session(None)
    show(without, project_folder, qtbot)
    assert without.predictions.watched == ()
    without.shutdown()
    third = make_session(None)
    show(third, project_folder, qtbot)
    assert pinned_words(third).images == (image,)
