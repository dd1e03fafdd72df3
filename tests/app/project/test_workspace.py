import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.processes.python import run_python

from app.project.workspace import Workspace
from app.settings.settings import Settings
from core.base.errors import LabelError


def told_by(workspace: Workspace) -> list[tuple[str, str]]:
    told: list[tuple[str, str]] = []
    workspace.notified.connect(lambda *each: told.append(each[:2]))
    return told


def test_image_is_left_before_another_is_there(workspace: Workspace):
    seen: list[tuple[str, str | None]] = []
    workspace.leaving.connect(lambda: seen.append(("leaving", workspace.image)))
    workspace.image_changed.connect(lambda: seen.append(("changed", workspace.image)))
    workspace.show("a.png")
    workspace.show("a.png")
    workspace.show(None)
    assert seen == [("leaving", None), ("changed", "a.png"), ("leaving", "a.png"), ("changed", None)]


def test_error_is_told_as_its_sentence_with_a_severity(workspace: Workspace):
    told = told_by(workspace)
    workspace.notify("Saved.")
    workspace.notify(LabelError("{name}: no label", name="a.png"), "error")
    assert told == [("note", "Saved."), ("error", "a.png: no label")]


def test_folder_that_cannot_be_written_is_said_once_here_and_on_standard_error(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
):
    told = told_by(workspace)
    for sentence in ("", "No journal.", "No journal."):
        workspace.notify_unkept(sentence)
    assert told == [("warning", "No journal.")]
    assert capsys.readouterr().err == "No journal.\n"


def test_labels_of_a_folder_that_may_be_written_can_be_edited_others_say_why_not(workspace: Workspace):
    assert workspace.read_only == ""
    workspace.is_read_only = True
    assert "is read-only" in workspace.read_only


@pytest.mark.long
def test_a_session_needs_neither_widgets_nor_what_only_some_windows_ask_for():
    late = ["PySide6.QtWidgets", "tensorflow", "keras", "scipy", "pydantic", "matplotlib", "pyqtgraph"]
    code = f"import sys, app.session; print([name for name in {late} if name in sys.modules])"
    assert run_python("-c", code) == "[]\n"


def test_what_was_chosen_is_written_by_itself(workspace: Workspace, qtbot: QtBot):
    workspace.settings.set("theme", "dark")
    qtbot.waitUntil(workspace.settings.path.exists)
    assert json.loads(workspace.settings.path.read_text(encoding="utf-8")) == {"theme": "dark"}


def test_settings_that_cannot_be_written_are_said(tmp_path: Path, owner: QObject, qtbot: QtBot):
    (tmp_path / "choices").write_text("a file where the folder would be", encoding="utf-8")
    workspace = Workspace(Settings(tmp_path / "choices" / "settings.json"), owner)
    with qtbot.waitSignal(workspace.settings.trouble) as trouble:
        workspace.settings.set("theme", "dark")
    assert "choices: not created" in str(trouble.args[0])
    workspace.background.shutdown()
