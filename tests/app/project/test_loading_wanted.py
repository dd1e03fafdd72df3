"""Reading what is wanted, however quickly that changes."""

from __future__ import annotations

import threading
from pathlib import Path

from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project.loading import Loaded, Loader
from app.project.workspace import Workspace
from core.project.project import Project


def test_image_that_is_wanted_again_before_its_turn_was_told_as_passed_over_is_read(
    workspace: Workspace, project_folder: Path, qtbot: QtBot
) -> None:
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
        qtbot.waitUntil(lambda: first in arrived, timeout=WAIT)
    finally:
        free.set()
