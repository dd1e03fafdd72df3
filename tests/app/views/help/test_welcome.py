"""The welcome page: what the program is for, the ways to begin, and where the demo project is made."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolBar
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.demo_project import demo_project

from app.session import Session
from app.views.help.welcome import WelcomePage
from app.views.main_window.window import MainWindow
from app.widgets.boxes import Label
from app.widgets.job_progress import JobProgress

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot: QtBot) -> WelcomePage:
    return exposed(qtbot, WelcomePage())


def test_the_demos_folder_is_named_and_can_be_another(page: WelcomePage, tmp_path: Path, qtbot: QtBot):
    asked: list[object] = []
    page.demo_asked.connect(lambda *demo: asked.append(demo))
    qtbot.mouseClick(page.demo_button, LEFT)
    full, empty = tmp_path / "full", tmp_path / "empty"
    for folder in (full, empty):
        folder.mkdir()
    (full / "mine.txt").touch()
    page.take_demo_folder(full)
    assert str(full / "textscanner-demo") in page.demo_says.toolTip()
    qtbot.mouseClick(page.demo_button, LEFT)
    page.take_demo_folder(empty)
    qtbot.mouseClick(page.demo_button, LEFT)
    qtbot.mouseClick(page.chinese_button, LEFT)
    home, inside, beside = Path.home() / "textscanner-demo", full / "textscanner-demo", tmp_path / "empty-zh"
    assert asked == [(home, False), (inside, False), (empty, False), (beside, True)]


def test_nothing_is_offered_while_a_folder_is_being_opened(page: WelcomePage):
    page.set_recent([Path("/pictures/words")])
    page.show_opening(Path("/pictures/words"))
    assert not page.open_button.isVisible()
    assert "Opening words …" in [label.text() for label in page.findChildren(Label) if label.isVisible()]
    page.show_opening(None)
    assert page.open_button.isVisible()
    assert not [label for label in page.findChildren(Label) if label.isVisible() and "Opening" in label.text()]


def test_tool_bar_and_first_steps_wait_until_the_demo_is_open(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    tmp_path: Path,
    qtbot: QtBot,
):
    demo_project(tmp_path / "demo")
    window = make_window(make_session(None))
    (tools,) = window.findChildren(QToolBar)
    assert not tools.isVisible()
    assert not window.checklist.isVisible()
    window.welcome.demo_folder = tmp_path / "demo"
    qtbot.mouseClick(window.welcome.demo_button, LEFT)
    qtbot.waitUntil(window.checklist.isVisible)
    assert tools.isVisible()
    window.action_set.trigger("file.close")
    qtbot.waitUntil(lambda: not tools.isVisible())
    qtbot.waitUntil(window.checklist.isHidden)


def test_page_stands_still_while_the_demo_is_made_and_its_stop_has_a_word(
    page: WelcomePage, session: Session, qtbot: QtBot
):
    def places() -> list[int]:
        return [widget.mapTo(page, QPoint()).y() for widget in (page.open_button, page.demo_says, page.elsewhere)]

    page.resize(900, 700)
    qtbot.wait(50)
    before, job = places(), session.workspace.background.show("Drawing the demo project", lambda: None)
    page.follow(job)
    (progress,) = page.findChildren(JobProgress)
    qtbot.waitUntil(progress.isVisible)
    qtbot.wait(50)
    assert places() == before
    assert progress.stop.text() == "Stop"
    assert progress.stop.accessibleName() == progress.stop.toolTip() == "Stop: Drawing the demo project"
    job.run(lambda _: None)
