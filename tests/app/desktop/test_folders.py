"""Folders of the program's own that cannot be written: what is said, and that all goes on that can."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.telling import told_by

from app.desktop.folders import unwritable, writable_log
from app.session import Session
from core.base.folders import settings_folder, state_folder
from core.labels.edits import edits
from core.labels.files.journal import Journal, journal_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the folders are moved by variables that Linux has")


@pytest.fixture
def blocked(isolated_home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a file in the place of one of the folders; not even root can write in it then."""

    def block(variable: str) -> Path:
        file = isolated_home / f"blocked-{variable}"
        file.write_bytes(b"in the way")
        monkeypatch.setenv(variable, str(file))
        return file

    return block


def test_nothing_is_said_where_all_can_be_written():
    assert unwritable() == ""


@pytest.mark.parametrize(
    ("variable", "lost"),
    [
        ("XDG_STATE_HOME", "edits are not protected"),
        ("XDG_CONFIG_HOME", "settings last until the window is closed"),
        ("XDG_CACHE_HOME", "projects are indexed again"),
    ],
)
def test_folder_is_named_with_what_is_lost_and_what_to_do(blocked: Callable[[str], Path], variable: str, lost: str):
    file = blocked(variable)
    sentence = unwritable()
    assert str(file) in sentence
    assert "Not a directory" in sentence
    assert lost in sentence
    assert sentence.endswith(f"or set {variable} to another folder.")


def test_several_folders_are_one_sentence(blocked: Callable[[str], Path]):
    files = [blocked(variable) for variable in ("XDG_STATE_HOME", "XDG_CACHE_HOME")]
    sentence = unwritable()
    assert all(str(file) in sentence for file in files)
    assert "XDG_STATE_HOME, XDG_CACHE_HOME" in sentence


def test_journal_of_one_project_counts_by_itself(tmp_path: Path):
    (tmp_path / "journal").write_bytes(b"")
    sentence = unwritable(journal=tmp_path / "journal")
    assert str(tmp_path / "journal") in sentence
    assert "edits are not protected" in sentence


def test_settings_may_lie_elsewhere(blocked: Callable[[str], Path], tmp_path: Path):
    blocked("XDG_CONFIG_HOME")
    assert unwritable(settings=tmp_path) == ""


def test_folder_of_somebody_else_is_said_in_the_systems_words(isolated_home: Path):
    folder = state_folder()
    folder.parent.mkdir(parents=True)
    folder.parent.chmod(0o500)
    try:
        if os.access(folder.parent, os.W_OK):
            pytest.skip("root may write everywhere")
        assert "Permission denied" in unwritable()
    finally:
        folder.parent.chmod(0o700)


def test_log_goes_to_a_temporary_file_where_its_folder_cannot_be_written(tmp_path: Path):
    assert writable_log(tmp_path / "logs" / "a.log") == tmp_path / "logs" / "a.log"
    (tmp_path / "file").write_bytes(b"")
    log = writable_log(tmp_path / "file" / "a.log")
    assert log.name == "a.log"
    assert log.parent.is_dir()


@pytest.mark.parametrize("variable", ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"])
def test_project_is_opened_edited_and_saved_without_the_folder(
    blocked: Callable[[str], Path],
    make_session: Callable[[Path | None], Session],
    project_folder: Path,
    variable: str,
    qtbot: QtBot,
    capsys: pytest.CaptureFixture[str],
):
    file = blocked(variable)
    session = make_session(None)
    session.settings.path = settings_folder() / "settings.json"
    told = told_by(session)
    session.open(project_folder)
    qtbot.waitUntil(lambda: session.editor.loaded is not None and not session.catalog.is_listing)
    qtbot.waitUntil(lambda: not session.workspace.background.jobs)
    assert not session.opening.is_shared
    assert not session.workspace.is_read_only
    assert len(session.catalog.table.images) == 8
    for _ in range(2):  # with a journal missing, not every edit says so anew
        session.editor.apply("Move", edits.move, (0,), 1.0, 0.0)
    label = session.editor.committed_label
    session.saver.flush()
    qtbot.waitUntil(lambda: not session.saver.unsaved)
    assert label.characters
    session.open(project_folder)
    qtbot.waitUntil(lambda: session.opening.folder is None)
    assert [str(file) in sentence for sentence in told] == [True]
    assert "Errno" not in told[0]
    assert capsys.readouterr().err.count(str(file)) == 1


def test_journal_that_fails_later_is_said_once(session: Session, sentences: list[str]):
    journal = Journal(journal_folder(session.project.root) / "gone" / "deeper")
    journal.folder.parent.write_bytes(b"in the way")
    session.saver.journal = journal
    for _ in range(3):
        session.editor.apply("Move", edits.move, (0,), 1.0, 0.0)
    assert len(sentences) == 1
    assert "Edits are not protected" in sentences[0]
