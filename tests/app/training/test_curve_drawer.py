"""The process that draws curves."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from support.processes.workers import WAIT, is_running

from app.training.curve_drawer import CurveDrawer
from app.workers.children.figures import FigureLook, Line, Panel, draw

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.project.workspace import Workspace
    from app.session import Session

PANELS = [Panel([Line((np.arange(5), np.arange(5.0)), "#ff0000")])]
LOOK = FigureLook(300, 150, 1.0, "#808080", "#c0c0c0", 0.5)


def test_curves_are_drawn_by_another_process_which_may_die_and_ends_with_the_session(
    session: Session, qtbot: QtBot
) -> None:
    drawer = session.curve_drawer
    assert session.curve_drawer is drawer
    found: list[Any] = []
    drawer.draw(PANELS, LOOK, found.append)
    qtbot.waitUntil(lambda: len(found) == 1, timeout=WAIT)
    np.testing.assert_array_equal(found[0].pixels, draw(PANELS, LOOK).pixels)
    assert found[0].areas == draw(PANELS, LOOK).areas
    if sys.platform == "win32":
        return
    first = drawer.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    drawer.draw(PANELS, LOOK, found.append)
    qtbot.waitUntil(lambda: len(found) == 2, timeout=WAIT)
    if found[1] is None:  # it died over this request: the next one has a new process
        drawer.draw(PANELS, LOOK, found.append)
        qtbot.waitUntil(lambda: len(found) == 3, timeout=WAIT)
    assert found[-1] is not None
    second = drawer.pid
    assert second is not None
    session.ending.emit()
    qtbot.waitUntil(lambda: not is_running(first) and not is_running(second), timeout=WAIT)


def test_a_process_that_dies_again_and_again_is_told_of_once(workspace: Workspace, qtbot: QtBot) -> None:
    told: list[str] = []
    workspace.told.connect(lambda severity, sentence: told.append(sentence))
    drawer, found = CurveDrawer(workspace, workspace, entry="support.no_such_entry"), list[Any]()
    for count in range(1, 6):
        drawer.draw(PANELS, LOOK, found.append)
        qtbot.waitUntil(lambda count=count: len(found) == count, timeout=WAIT)
    assert found == [None] * 5
    assert len(told) == 1
    assert "no_such_entry" in told[0]
