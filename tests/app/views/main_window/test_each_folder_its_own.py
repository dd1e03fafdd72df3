"""What belongs to a folder: its own choices, for a new one the defaults, and a project as it was left."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from support.window.keys import press
from support.window.showing import exposed
from support.words.synthetic_project import synthetic_project

from app.desktop.window_state import WindowState
from app.session import Session
from app.views.history.panel import HistoryPanel
from app.views.main_window.window import MainWindow
from core.index.table import BY_NAME, Sort

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return synthetic_project(tmp_path / "elsewhere")


@pytest.fixture
def go(window: MainWindow, session: Session, qtbot: QtBot) -> Callable[[Path], None]:
    """Opens a folder."""

    def opened(folder: Path) -> None:
        session.open(folder)
        qtbot.waitUntil(
            lambda: (
                session.workspace.root == folder
                and session.editor.loaded is not None
                and not session.catalog.is_listing
            )
        )
        window.activateWindow()
        window.centre.canvas.setFocus()

    return opened


def test_filter_order_overlay_tool_layout_and_time_limit_stay_in_their_folder(
    window: MainWindow, session: Session, go: Callable[[Path], None], project_folder: Path, elsewhere: Path
):
    go(project_folder)
    press(window, Qt.Key.Key_R)
    press(window, Qt.Key.Key_4, held=CTRL)
    window.centre.canvas.setFocus()
    QTest.keyClicks(window.images.filter_box, "status:reviewed")
    session.catalog.sort_by("length")
    session.display.set(overlay="order")
    session.instruments.plan.set("minutes", 3.0)
    own = (session.catalog.filter_text, session.catalog.sort, session.tool, session.display.choices.overlay)
    assert own == ("status:reviewed", Sort("length"), "brush", "order")
    assert window.present_layout() == "review"

    go(elsewhere)
    assert (session.catalog.filter_text, session.catalog.sort, session.tool) == ("", BY_NAME, "select")
    assert session.display.choices.overlay == "none"
    assert window.present_layout() == "label"
    assert not session.instruments.plan.is_chosen("minutes")

    go(project_folder)
    assert own == (session.catalog.filter_text, session.catalog.sort, session.tool, session.display.choices.overlay)
    assert window.present_layout() == "review"
    assert session.instruments.plan.value("minutes") == 3.0


def test_typing_ends_with_its_folder(
    window: MainWindow, session: Session, go: Callable[[Path], None], project_folder: Path, elsewhere: Path
):
    go(project_folder)
    press(window, Qt.Key.Key_W)
    assert session.typing.is_on
    go(elsewhere)
    assert not session.typing.is_on
    go(project_folder)
    assert (session.typing.is_on, session.tool) == (False, "select")


def test_history_panel_follows_the_folder_at_once(
    session: Session, go: Callable[[Path], None], elsewhere: Path, qtbot: QtBot
):
    panel = exposed(qtbot, HistoryPanel(session))
    session.folder.bulk.delete_labels(session.catalog.table.images[:2])
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 1)
    go(elsewhere)
    assert panel.rows.rowCount() == 0
    assert not panel.take_back.isEnabled()


def test_the_model_of_a_folder_does_not_read_another(
    session: Session, go: Callable[[Path], None], project_folder: Path, elsewhere: Path, tmp_path: Path, qtbot: QtBot
):
    model = tmp_path / "digits.keras"
    model.write_bytes(b"weights")
    session.in_use.choose(model)
    chosen: list[Path | None] = []
    session.image_changed.connect(lambda: chosen.append(session.in_use.model))
    go(elsewhere)
    assert chosen[-1] is None, "not even while the first image is shown"
    go(project_folder)
    qtbot.waitUntil(lambda: session.in_use.model == model)


def test_image_way_columns_hidden_maps_and_the_large_picture_come_back(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    first = make_session(project_folder)
    window = make_window(first)
    window.activateWindow()
    window.centre.canvas.setFocus()
    qtbot.waitUntil(window.centre.canvas.hasFocus)
    for _ in range(3):
        qtbot.keyClick(window.centre.canvas, Qt.Key.Key_D)
    image = first.image
    assert image == first.catalog.image_at(3)
    window.action_set.trigger("view.row.order")
    window.action_set.trigger("view.overlay.character")
    window.action_set.trigger("maps.strip")
    qtbot.waitUntil(window.action_set.action("maps.swap").isEnabled)
    qtbot.keyClick(window.centre.canvas, Qt.Key.Key_X)
    first.display.set(columns=("target", "prediction", "difference"), way="swipe")  # their actions wait for a model
    first.shutdown()
    second = make_session(project_folder)
    make_window(second)
    choices = second.display.choices
    assert second.image == image
    assert (choices.way, choices.overlay, choices.rows) == ("swipe", "character", ("character", "localization"))
    assert choices.columns == ("target", "prediction", "difference")
    assert choices.large == ("character", "target")
    assert choices.strip, "it was asked for in this folder"


def test_places_that_a_version_before_has_kept_come_back(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow], project_folder: Path
):
    kept = {"grids": {"label": ["swipe", ["target", "prediction"], True], "inspect": ["swipe"]}}
    WindowState().remember(project_folder.absolute(), {"view": kept})
    session = make_session(project_folder)
    make_window(session)
    choices = session.display.choices
    assert (choices.way, choices.columns, choices.beside) == ("swipe", ("target", "prediction"), None)
