"""What is kept of the pictures that were read, and reading what is wanted, however quickly that changes."""

import os
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project.loading import Loaded, Loader, load
from app.project.workspace import Workspace
from core.project.project import Project

NAMES = tuple(f"{number}.png" for number in range(6))
BYTES = 32 * 100 * 3  # of one decoded picture


@pytest.fixture
def loader(workspace: Workspace, tmp_path: Path) -> Loader:
    """Has room for two pictures besides those that are wanted."""
    for name in NAMES:
        assert cv2.imwrite(str(tmp_path / name), np.zeros((32, 100, 3), np.uint8))
    loader = Loader(workspace, workspace, room=2 * BYTES)
    loader.set_project(Project.open(tmp_path))
    return loader


def read(loader: Loader, qtbot: QtBot, *images: str) -> None:
    arrived: list[Loaded] = []
    loader.loaded.connect(arrived.append)
    loader.want(images)
    qtbot.waitUntil(lambda: {loaded.image for loaded in arrived} >= {*images})
    loader.loaded.disconnect(arrived.append)


def kept(loader: Loader) -> set[str]:
    return {name for name in NAMES if loader.kept(name) is not None}


def test_pictures_read_long_ago_are_let_go(loader: Loader, qtbot: QtBot):
    for name in NAMES:
        read(loader, qtbot, name)
    assert kept(loader) == {*NAMES[-2:]}


def test_picture_looked_at_again_stays_longer(loader: Loader, qtbot: QtBot):
    read(loader, qtbot, NAMES[0])
    read(loader, qtbot, NAMES[1])
    loader.kept(NAMES[0])
    read(loader, qtbot, NAMES[2])
    assert kept(loader) == {NAMES[0], NAMES[2]}


def test_image_on_screen_and_its_neighbours_are_kept_however_large_they_are(loader: Loader, qtbot: QtBot):
    read(loader, qtbot, *NAMES[:5])
    assert kept(loader) == {*NAMES[:5]}


@pytest.mark.parametrize(("fresh", "readings"), [(0.0, 2), (3600.0, 1)])
def test_image_is_read_anew_when_it_is_shown_unless_it_was_read_just_now(
    workspace: Workspace, loader: Loader, tmp_path: Path, qtbot: QtBot, fresh: float, readings: int
):
    prepared: list[str] = []
    arrived: list[str] = []
    loader = Loader(workspace, workspace, fresh=fresh)
    loader.prepare = lambda loaded: prepared.append(loaded.image)
    loader.loaded.connect(lambda loaded: arrived.append(loaded.image))
    loader.set_project(Project.open(tmp_path))
    loader.want(NAMES[:2])
    qtbot.waitUntil(lambda: {*arrived} == {*NAMES[:2]})
    loader.want((NAMES[1], NAMES[2]))
    qtbot.waitUntil(lambda: NAMES[2] in arrived and arrived.count(NAMES[1]) >= readings)
    assert arrived.count(NAMES[1]) == readings
    assert sorted(prepared) == [*NAMES[:3]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_pipe_in_the_place_of_a_label_is_told_and_not_opened_again(loader: Loader, tmp_path: Path):
    os.mkfifo(tmp_path / "0.json")
    loaded = load(tmp_path / "0.png", "0.png")
    assert loaded.pixels is not None and "pipe" in loaded.label_error


def test_image_that_is_wanted_again_before_its_turn_was_told_as_passed_over_is_read(
    workspace: Workspace, project_folder: Path, qtbot: QtBot
):
    background, loader = workspace.background, Loader(workspace, workspace)
    project = Project.open(project_folder)
    loader.set_project(project)
    first, second = project.images().images[:2]
    arrived: list[str] = []
    loader.loaded.connect(lambda loaded: arrived.append(loaded.image) if isinstance(loaded, Loaded) else None)
    free = threading.Event()
    try:
        for _ in range(2):  # both threads of the lane
            background.start("", lambda job: free.wait(), lane="pictures")
        loader.want((first,))
        loader.want((second,))
        free.set()
        met = threading.Barrier(3)
        for _ in range(2):  # a thread that comes here has done all that was asked for before
            background.start("", lambda job: met.wait(WAIT / 1000), lane="pictures")
        met.wait(WAIT / 1000)  # no event is delivered meanwhile: nobody knows yet that the first was passed over
        loader.want((first,))
        qtbot.waitUntil(lambda: first in arrived)
    finally:
        free.set()
