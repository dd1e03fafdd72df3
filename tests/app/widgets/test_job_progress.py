"""How far a piece of background work is."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.widgets.job_progress import JobProgress
from app.widgets.sentence_label import ElidedLabel


@pytest.mark.parametrize("is_stacked", [False, True])
def test_title_is_whole_in_its_tip_and_has_a_line_of_its_own_in_a_panel(
    session: Session, qtbot: QtBot, is_stacked: bool
) -> None:
    going = threading.Event()
    title = "Finding out why the words of the whole project are read as they are"
    job = session.workspace.background.start(title, lambda job: going.wait())
    try:
        shown = JobProgress(job, is_stacked)
        qtbot.addWidget(shown)
        shown.resize(260, shown.sizeHint().height())
        with qtbot.waitExposed(shown):
            shown.show()
        (label,) = (each for each in shown.findChildren(ElidedLabel) if each.text() == title)
        assert label.toolTip() == title
        assert (label.width() == shown.width()) is is_stacked
        assert (label.geometry().bottom() < shown.bar.geometry().top()) is is_stacked
    finally:
        going.set()
