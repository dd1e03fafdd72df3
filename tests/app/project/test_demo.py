from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.project.demo import default_folder, draw_demo, main, make_demo
from app.session import Session
from core.base.progress import Cancelled
from core.project.project import read_settings


def test_folder_of_somebody_else_is_passed_over(tmp_path: Path):
    assert default_folder(tmp_path) == tmp_path / "textscanner-demo"
    (tmp_path / "textscanner-demo").mkdir()
    assert default_folder(tmp_path) == tmp_path / "textscanner-demo-2"
    (tmp_path / "textscanner-demo" / "textscanner.json").touch()
    assert default_folder(tmp_path) == tmp_path / "textscanner-demo"


def test_demo_that_is_there_is_opened_as_it_is(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    before = {path.name: path.read_bytes() for path in project_folder.iterdir() if path.is_file()}
    session = make_session(None)
    draw_demo(session.workspace, session.open, project_folder)
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == project_folder)
    assert {path.name: path.read_bytes() for path in project_folder.iterdir() if path.is_file()} == before


def test_drawing_tells_how_far_it_is_and_can_be_stopped(tmp_path: Path):
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        make_demo(tmp_path / "demo", progress)
    assert told == [(0, 500), (1, 500), (2, 500), (3, 500)]
    assert len(read_settings(tmp_path / "demo").charset or ()) == 10


def test_command_refuses_what_it_cannot_do_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "mine.txt").touch()
    assert main([str(tmp_path)]) == 1
    assert "not empty" in capsys.readouterr().err
    assert main([]) == 2
    assert "Usage" in capsys.readouterr().err
