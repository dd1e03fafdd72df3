"""A guide through a window on a small project."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.session import Session
from tests.tour.guide import Guide


@pytest.fixture
def guide(session: Session, project_folder: Path, tmp_path: Path, qtbot: QtBot) -> Guide:
    """It writes its pictures into `tmp_path/report`."""
    from app.views.main_window.window import MainWindow
    from tests.tour.project import TourProject

    (tmp_path / "report").mkdir()
    window = exposed(qtbot, MainWindow(session), 1280, 720)
    session.project_changed.emit()
    return Guide(window, TourProject(project_folder), tmp_path / "report")
