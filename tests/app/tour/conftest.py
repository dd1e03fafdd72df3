"""A guide through a window on a small project."""

from collections.abc import Iterator

import pytest

from tests.tour.guide import Guide


@pytest.fixture
def guide(session, project_folder, tmp_path, qtbot) -> Iterator[Guide]:
    """It writes its pictures into `tmp_path/report`."""
    from app.views.main_window.window import MainWindow
    from tests.tour.project import TourProject

    (tmp_path / "report").mkdir()
    window = MainWindow(session)
    window.resize(1280, 720)
    window.show()
    qtbot.waitExposed(window)
    session.project_changed.emit()
    yield Guide(window, TourProject(project_folder), tmp_path / "report")
    window.hide()
