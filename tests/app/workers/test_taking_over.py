"""What the editor takes over from the disk: only what is newer than its own work, and with a way back."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project import loading
from app.project.loading import Loaded
from app.session import Session
from core.labels.edits import edits
from core.labels.files.history import History
from core.labels.files.storage import label_path, read_label, write_label


def test_label_read_before_our_own_writing_is_not_taken_over_after_it(
    session: Session, qtbot: QtBot, project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = session.image or ""
    has_read, may_end = threading.Event(), threading.Event()
    load = loading.load

    def slow(*arguments: Any) -> Loaded:
        found = load(*arguments)
        if arguments[1] == image and not has_read.is_set():
            has_read.set()
            may_end.wait(WAIT / 1000)
        return found

    monkeypatch.setattr(loading, "load", slow)
    session.loader.want((image,))
    qtbot.waitUntil(has_read.is_set, timeout=WAIT)
    with qtbot.waitSignal(session.told, timeout=WAIT):
        session.bulk.mark_reviewed([image])
    with qtbot.waitSignal(session.loader.loaded, timeout=WAIT):
        may_end.set()
    assert session.editor.label.status == "reviewed"
    document = session.editor.document
    assert document is not None
    assert document.stack.count() == 1


def test_way_back_from_what_another_program_wrote_is_in_the_history(
    session: Session, qtbot: QtBot, project_folder: Path
) -> None:
    path = label_path(project_folder / (session.image or ""))
    session.editor.apply("Move", edits.move, [0], 2, 0)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0, timeout=WAIT)
    mine, file = path.read_bytes(), read_label(path)
    theirs = write_label(path, edits.delete(file.label, [0]), (64, 200), file).data
    session.catalog.look()
    qtbot.waitUntil(lambda: len(session.editor.label.characters) == len(file.label.characters) - 1, timeout=WAIT)
    session.editor.undo()
    qtbot.waitUntil(lambda: path.read_bytes() == mine and session.saver.unsaved == 0, timeout=WAIT)
    last, before = History(project_folder).entries()[-1], History(project_folder).entries()[-2]
    assert (before.before, before.after) == (mine, theirs)
    assert (last.before, last.after) == (theirs, mine)
