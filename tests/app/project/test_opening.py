"""What comes first when a folder is opened: its first image, then the list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project import catalog
from app.session import Session


@pytest.fixture(autouse=True)
def the_list_waits_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_FIRST_IMAGE", None)


def test_list_waits_until_the_first_image_is_there(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
) -> None:
    session = make_session(None)
    listing: list[bool] = []
    session.editor.loaded_changed.connect(
        lambda: listing.append(session.catalog.is_listing) if session.editor.pixels is not None else None
    )
    session.open(project_folder)
    qtbot.waitUntil(lambda: len(session.catalog.visible) == 8, timeout=WAIT)
    assert listing[0]


def test_list_of_a_folder_without_images_waits_for_none(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
) -> None:
    session = make_session(None)
    (tmp_path / "empty").mkdir()
    session.open(tmp_path / "empty")
    qtbot.waitUntil(lambda: session.project is not None and not session.catalog.is_listing, timeout=WAIT)


def test_list_of_a_folder_whose_first_image_cannot_be_read_is_there_as_well(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
) -> None:
    (project_folder / "a first one.png").write_bytes(b"no picture")
    session = make_session(None)
    session.open(project_folder)
    qtbot.waitUntil(lambda: len(session.catalog.visible) == 9, timeout=WAIT)
    assert session.image == "a first one.png"
    assert session.editor.pixels is None


def test_project_is_closed_while_its_list_waits(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
) -> None:
    session = make_session(None)
    session.open(project_folder)
    qtbot.waitUntil(lambda: session.project is not None, timeout=WAIT)
    session.close()
    qtbot.waitUntil(lambda: session.project is None and not session.catalog.is_listing, timeout=WAIT)
