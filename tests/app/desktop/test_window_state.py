from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.window_state import LAYOUT_VERSION, WindowState

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "window.ini"


def make_window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    splitter = QSplitter()
    splitter.setObjectName("stage")
    splitter.addWidget(QLabel("a"))
    splitter.addWidget(QLabel("b"))
    window.setCentralWidget(splitter)
    dock = QDockWidget("Problems")
    dock.setObjectName("problems")
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.resize(500, 400)
    return window


def part(window: QMainWindow, kind: type[W], name: str) -> W:
    return window.findChild(kind, name)


def test_a_window_comes_back_as_it_was_left(qtbot: QtBot, path: Path):
    left = make_window(qtbot)
    left.show()
    left.resize(640, 480)
    part(left, QDockWidget, "problems").hide()
    qtbot.waitUntil(lambda: part(left, QSplitter, "stage").width() == 640)
    part(left, QSplitter, "stage").setSizes([100, 300])
    sizes = part(left, QSplitter, "stage").sizes()
    state = WindowState(path)
    state.save_window(left)
    state.flush()

    back = make_window(qtbot)
    kept = WindowState(path)
    assert kept.restore_window(back)
    kept.restore_splitters(back)
    part(back, QDockWidget, "problems").hide()
    back.show()
    assert (back.width(), back.height()) == (640, 480)
    qtbot.waitUntil(lambda: part(back, QSplitter, "stage").sizes() == sizes)


def test_other_screens_have_a_place_of_their_own(qtbot: QtBot, path: Path):
    screens = ["one-screen"]
    state = WindowState(path, screens=lambda: screens[-1])
    state.save_window(make_window(qtbot))
    screens.append("screens-with-a-second-monitor")
    assert not state.restore_window(make_window(qtbot))
    screens.pop()
    assert state.restore_window(make_window(qtbot))


def test_each_layout_is_remembered_for_each_arrangement_of_screens(qtbot: QtBot, path: Path):
    screens = ["one-screen"]
    window, state = make_window(qtbot), WindowState(path, screens=lambda: screens[-1])
    state.keep_layout("label", window.saveState(LAYOUT_VERSION))
    part(window, QDockWidget, "problems").hide()
    state.keep_layout("train", window.saveState(LAYOUT_VERSION))
    state.layout_chosen = "train"
    state.flush()
    again = WindowState(path, screens=lambda: screens[-1])
    assert again.layout_chosen == "train"
    for layout, is_hidden in (("label", False), ("train", True)):
        assert window.restoreState(again.layout(layout), LAYOUT_VERSION)
        assert part(window, QDockWidget, "problems").isHidden() == is_hidden
    screens.append("screens-with-a-second-monitor")
    assert again.layout("label").isEmpty()


def test_a_damaged_file_counts_as_empty(qtbot: QtBot, path: Path):
    path.write_bytes(b"\x00[[[\xff geometry=@ByteArray(nonsense)")
    state = WindowState(path)
    assert not state.restore_window(make_window(qtbot))
    assert state.recent_projects() == ()


@pytest.mark.parametrize("opened", [("a",), ("a", "文字, 图像", "a")], ids=["one alone", "one twice"])
def test_the_project_opened_last_comes_first_and_once(qtbot: QtBot, path: Path, opened: tuple[Any, ...]):
    state = WindowState(path)
    for name in opened:
        state.add_recent_project(Path("/words") / name, keep=5)
    state.flush()
    assert WindowState(path).recent_projects() == tuple(Path("/words") / name for name in dict.fromkeys(opened))


def test_no_more_projects_are_remembered_than_wanted(qtbot: QtBot, path: Path):
    state = WindowState(path)
    for name in "abc":
        state.add_recent_project(Path("/words") / name, keep=2)
    assert [folder.name for folder in state.recent_projects()] == ["c", "b"]


def test_what_was_chosen_for_a_project_is_kept_beside_others(qtbot: QtBot, path: Path):
    state = WindowState(path)
    for name, batch in (("a", 4), ("文字, 图像", 8)):
        state.add_recent_project(Path("/words") / name, keep=5)
        state.remember(Path("/words") / name, {"plan": {"batch": batch}, "pinned": ['a "b", c.png']})
    state.flush()
    again = WindowState(path)
    assert again.memory_of(Path("/words/a")) == {"plan": {"batch": 4}, "pinned": ['a "b", c.png']}
    assert again.memory_of(Path("/words/文字, 图像"))["plan"] == {"batch": 8}
    assert again.memory_of(Path("/words")) == {}


def test_memory_of_a_project_goes_with_it_from_the_list(qtbot: QtBot, path: Path):
    state = WindowState(path)
    gone = Path("/words/a")
    state.add_recent_project(gone, keep=1)
    state.remember(gone, {"model": "/m.keras"})
    state.add_recent_project(Path("/words/b"), keep=1)
    assert state.memory_of(gone) == {}


def test_damaged_memory_counts_as_none(qtbot: QtBot, path: Path):
    state = WindowState(path)
    state.remember(Path("/words/a"), {"model": None})
    state.flush()
    damaged = path.with_name("damaged.ini")
    damaged.write_text(path.read_text().replace("model", "mo}del{").replace(":", ""))
    assert WindowState(damaged).memory_of(Path("/words/a")) == {}
